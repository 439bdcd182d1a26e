"""How good an agent is: duplicate deals, every deal played from every seat, with an interval by deal."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cardzoo.agents import Agent, CompiledAgent, StateAgent, agent_generator, ask, bots
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.batch import Batch, Policy
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.kernels import FIRST_NETWORK

RESAMPLES = 2000
LEVEL = 0.95
LEARNER, OPPONENT = -1, -2  # actor codes of agents that are not compiled


@dataclass(frozen=True)
class Comparison:
    """One agent against another.

    Attributes:
        agent, opponent: names. The opponent holds all other seats; in a game for one it plays the same deals alone.
        deals: how many, each played once from every seat.
        advantage: mean of the agent's reward; in a game for one less the opponent's on the same deal.
        low, high: ends of the 95 % bootstrap interval of the advantage, by deal.
        reward: mean of the agent's reward: 0 is parity in a game for several.
        first: share of games in which the agent came first, ties included; in a game for one, that it won.
        score: mean of the agent's score.
    """

    agent: str
    opponent: str
    deals: int
    advantage: float
    low: float
    high: float
    reward: float
    first: float
    score: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON, rounded."""
        return {name: round(value, 5) if isinstance(value, float) else value for name, value in asdict(self).items()}


def compare(
    game: Game,
    agent: Agent | StateAgent,
    opponent: Agent | StateAgent,
    deals: int = 1000,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Comparison:
    """Play one agent against another on duplicate deals.

    Args:
        game: the game.
        agent: who is measured, in one seat of each game.
        opponent: who holds the other seats.
        deals: how many deals; each is played as often as there are seats.
        seed: of the deals and of the agents' own choices.
        num_players: players at a table; None for the game's default.
        options: the game's options.

    Raises:
        ValueError: for unfit settings, or a trained agent for another number of players.
    """
    if deals < 2:
        raise ValueError(f"{deals} deals are too few for an interval; at least 2")
    rewards, scores, first = play_deals(game, agent, opponent, deals, seed, num_players, options)
    by_deal = rewards.mean(axis=1)
    if rewards.shape[1] == 1:
        by_deal = by_deal - play_deals(game, opponent, opponent, deals, seed, num_players, options)[0].mean(axis=1)
    low, high = bootstrap(by_deal, seed)
    return Comparison(
        agent.name,
        opponent.name,
        deals,
        float(by_deal.mean()),
        low,
        high,
        float(rewards.mean()),
        float(first.mean()),
        float(scores.mean()),
    )


def play_deals(
    game: Game,
    agent: Agent | StateAgent,
    opponent: Agent | StateAgent,
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play every deal once from every seat.

    Returns:
        The agent's rewards (deals, P) float32, scores (deals, P) int32, and whether it came first (deals, P) bool,
        where P counts the seats it sat in.
    """
    seats = int(game.blank(num_players, **(options or {}))["num_players"][0])
    trained = [who for who in (agent, opponent) if isinstance(who, TrainedAgent)]
    for who in trained:
        if who.card.num_players != seats:
            raise ValueError(f"{who.name} plays with {who.card.num_players} players, not {seats}")
    batch = Batch(
        game,
        deals * seats,
        seats,
        encoding=trained[0].card.encoding if trained else "flat",
        bots=bots(game),
        restart=False,
        **(options or {}),
    )
    if len({(who.card.encoding, who.network.sizes, who.greedy) for who in trained}) == 1:
        batch.set_networks([who.network.parameters for who in trained], trained[0].network.sizes, trained[0].greedy)
    else:
        trained = []  # networks that differ cannot share the batch; they play one view at a time
    policies: dict[int, Policy] = {}
    tables = np.arange(deals * seats)
    mine = tables % seats
    batch.actors[:] = _seat(opponent, OPPONENT, batch, trained, policies, seed)
    batch.actors[tables, mine] = _seat(agent, LEARNER, batch, trained, policies, seed)
    batch.reset(deal_seeds(seed, deals).repeat(seats))
    while batch.play_policies(policies).any():
        pass
    rewards = batch.records["reward"][tables, mine].reshape(deals, seats)
    scores = batch.records["score"][tables, mine].reshape(deals, seats)
    best = batch.records["score"][:, :seats].max(axis=1).reshape(deals, seats)
    return rewards, scores, rewards > 0 if seats == 1 else scores == best


def deal_seeds(seed: int, deals: int) -> np.ndarray:
    """The seeds of duplicate deals, far from those that training uses: (deals,) uint64."""
    return np.random.Generator(np.random.Philox(seed)).integers(1 << 63, size=deals, dtype=np.uint64)


def bootstrap(values: np.ndarray, seed: int = 0) -> tuple[float, float]:
    """The percentile bootstrap interval of a mean (Efron, 1979).

    Args:
        values: (n,) one independent value each.
        seed: of the resampling.

    Returns:
        Low and high end of the 95 % interval.
    """
    generator = np.random.default_rng(seed)
    means = [values[generator.integers(len(values), size=len(values))].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


class AgentPolicy:
    """Any agent as a policy of a batch: slow, one view at a time.

    Args:
        agent: the agent.
        game: the game.
        seed: of its choices.
    """

    def __init__(self, agent: Agent | StateAgent, game: Game, seed: int) -> None:
        self._agent = agent
        self._game = game
        self._generator = agent_generator(seed)

    def __call__(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Actions for some tables; see `cardzoo.envs.batch.Policy`."""
        return np.array([self._act(batch, row) for row in rows], np.int64)

    def _act(self, batch: Batch, row: int) -> int:
        table, player, mask = batch.records[row : row + 1], batch.players[row], batch.action_masks[row]
        return ask(self._agent, self._game, table, player, mask, self._generator)


def _seat(
    agent: Agent | StateAgent,
    code: int,
    batch: Batch,
    networks: Sequence[TrainedAgent],
    policies: dict[int, Policy],
    seed: int,
) -> int:
    """The actor code under which an agent plays: inside the batch if it can, else as a policy of the given code."""
    compiled = bots(batch.game)
    if isinstance(agent, TrainedAgent) and agent in networks:
        return FIRST_NETWORK + networks.index(agent)
    if isinstance(agent, CompiledAgent) and agent.bot is compiled.get(agent.name):
        return list(compiled).index(agent.name)
    policies[code] = AgentPolicy(agent, batch.game, seed)
    return code


def check_names(names: Sequence[str], game: Game) -> None:
    """Refuse unknown compiled agents.

    Raises:
        ValueError: naming the first unknown one.
    """
    for name in names:
        if name not in bots(game):
            raise ValueError(f"{game.name}: there is no opponent {name!r}; {suggest(name, bots(game))}")
