"""Comparison of agents on duplicate deals: every deal is played from every seat, with an interval by deal.

Alone and in a cooperative game, both agents play the same deals without each other: see `play_alone`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from cardzoo.agents import TRAINED, AnyAgent, as_agent, bots, find_agent, is_search
from cardzoo.agents.trained import shipped
from cardzoo.envs import find_game
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.units import REWARD, Unit
from cardzoo.envs.policies.shipped import own_agents
from cardzoo.training.evaluation.games import Games, first_places, has_full_score
from cardzoo.training.evaluation.intervals import DIGITS, Estimate, estimate_mean
from cardzoo.training.evaluation.keys import key_for
from cardzoo.training.evaluation.play import Played, play_games
from cardzoo.training.evaluation.progress import Pace, next_share
from cardzoo.training.evaluation.schedule import deal_seeds

Tell = Callable[[float, str, bool], None]
"""Receives the progress: the share that is done, the news, and whether they need a line of their own."""

ROUNDS = 4  # of an agent's parallel games in a share, because fewer games run in parallel towards its end


@dataclass(frozen=True)
class Comparison:
    """One agent against another; figures are rounded, see `cardzoo.training.evaluation.intervals.Estimate`.

    Attributes:
        agent, opponent: names. The opponent has all other seats; if no seat plays against another, it also plays the
            same deals in the agent's place.
        deals: number of deals, each played once from every seat; by a team of one kind once in all.
        advantage: mean of the agent's reward; if no seat plays against another, minus the opponent's on the same deal.
        low, high: ends of the 95 % interval of the advantage, by deal; see `cardzoo.training.evaluation.intervals`.
        reward: mean of the agent's reward: 0 is parity if seats play against each other.
        first: share of games in which the agent came first, see `cardzoo.training.evaluation.games.first_places`; in a
            cooperative game, share of games with the full score.
        score: mean of the agent's score.
        key: repeats the games by `compare`; empty if the seed does. See `cardzoo.training.evaluation.keys`.
        unit: unit of the verdict; all figures are rewards.
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
    key: str = ""
    unit: Unit = REWARD

    def as_dict(self) -> dict[str, Any]:
        """The comparison for JSON; without a key if there is none."""
        left_out = ("unit",) if self.key else ("unit", "key")
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    @property
    def verdict(self) -> str:
        """The result in a sentence: better, worse, not separated, or without an interval."""
        found, spec = self.estimate.times(self.unit.per_reward), self.unit.signed
        figure = f"{found.value:{spec}} {self.unit.after}"
        if self.low == self.high:
            return (
                f"In all {self.deals:,} deals {self.agent} leads {self.opponent} by {figure}, which gives no interval."
            )
        advantage = f"its advantage is {figure} ({found.range_as(spec)})"
        if self.estimate.sign:
            return (
                f"{self.agent} is {'better' if self.estimate.sign > 0 else 'worse'} than {self.opponent}: {advantage}."
            )
        return f"These deals do not separate {self.agent} from {self.opponent}: {advantage}."

    @property
    def estimate(self) -> Estimate:
        """The advantage with its interval."""
        return Estimate(self.advantage, self.low, self.high)


def compare(
    game: Game | str,
    agent: AnyAgent | str,
    opponent: AnyAgent | str,
    deals: int = 1000,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[float], None] | None = None,
    draw: Callable[[int, int], np.ndarray] = deal_seeds,
    key: str | None = None,
) -> Comparison:
    """Play one agent against another on duplicate deals.

    Args:
        game: the game, or its name.
        agent: the measured agent, in one seat of each game, or its name; see `cardzoo.agents.find_agent`.
        opponent: the agent in all other seats, or its name.
        deals: number of deals; each is played as often as there are seats.
        seed: seed of the deals and of the agents' own choices.
        num_players: number of players at a table; None for the game's default.
        options: options of the game.
        tell: receives now and then the share of the deals that has been played, also before the decisions of agents
            that are asked from outside the batch step; None plays all deals at once.
        draw: ``draw(seed, deals)``, the seeds of the deals; see `cardzoo.training.evaluation.schedule`.
        key: key of an earlier comparison, to repeat it; None for a random one. It has no effect if both agents are
            cardzoo's own; see `cardzoo.training.evaluation.keys`.

    Raises:
        ValueError: for unfit settings, an unknown name, an agent of another game, or a trained agent for another number
            of players or other options.
    """
    if deals < 2:
        raise ValueError(f"deals must be at least 2 for an interval, got {deals}")
    game = find_game(game) if isinstance(game, str) else game
    agent, opponent = as_agent(agent, game), as_agent(opponent, game)
    key = key_for([agent, opponent], game, key)
    settings = seed, num_players, options

    def play(one: AnyAgent, tell: Callable[[float], None] | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if game.seats == 1 or game.cooperative:
            return play_alone(game, one, deals, *settings, tell, draw, key)
        return play_deals(game, one, opponent, deals, *settings, tell, draw, key)

    rewards, scores, first = play(agent, tell and (lambda done: tell(done / 2 if game.plays_alone else done)))
    by_deal = rewards.mean(axis=1)
    if game.plays_alone:
        others, _, _ = play(opponent, tell and (lambda done: tell((1 + done) / 2)))
        by_deal = by_deal - others.mean(axis=1)
    found = sum_up(agent, opponent, by_deal, rewards, scores, first, seed, key)
    return replace(found, unit=game.unit_of(num_players, **(options or {})))


def sum_up(
    agent: AnyAgent,
    opponent: AnyAgent,
    by_deal: np.ndarray,
    rewards: np.ndarray,
    scores: np.ndarray,
    first: np.ndarray,
    seed: int = 0,
    key: str = "",
) -> Comparison:
    """Comparison by the results of deals.

    Args:
        agent: the measured agent.
        opponent: its opponent.
        by_deal: (deals,) advantage of the agent on each deal.
        rewards: its rewards, from `play_deals`.
        scores: its scores, likewise.
        first: its first places, likewise.
        seed: seed of the interval.
        key: key of the games.
    """
    found = estimate_mean(by_deal, seed)
    reward, share, score = (round(float(v.mean(dtype=np.float64)), DIGITS) for v in (rewards, first, scores))
    figures = found.value, found.low, found.high, reward, share, score
    return Comparison(agent.name, opponent.name, len(by_deal), *figures, key)


def play_deals(
    game: Game,
    agent: AnyAgent,
    opponent: AnyAgent,
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[float], None] | None = None,
    draw: Callable[[int, int], np.ndarray] = deal_seeds,
    key: str = "",
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play every deal once from every seat; the arguments are those of `compare`, but the key is not random.

    Returns:
        The agent's rewards (deals, P) float32, scores (deals, P) int32, and first places, shared ones in part
        (deals, P) float64, where P is the number of its seats.
    """
    players = count_players(game, num_players, options)
    _, mine, seatings = seat_around(1, players)
    games = play_seatings(game, [agent, opponent], seatings, deals, seed, options, tell, draw, key)
    first = first_places(games.scores, games.rewards, games.forfeits, game.sides_of(players))
    seats = np.arange(len(first)), np.tile(mine, deals)
    rewards, scores, first = (values[seats].reshape(-1, players) for values in (games.rewards, games.scores, first))
    return rewards, scores, first


def play_alone(
    game: Game,
    agent: AnyAgent,
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[float], None] | None = None,
    draw: Callable[[int, int], np.ndarray] = deal_seeds,
    key: str = "",
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play every deal once with one agent in all seats: a game for one, or a team of one kind in a cooperative game.

    Returns:
        Rewards, scores and first places as from `play_deals`, (deals, 1) each; in a cooperative game they are the
        team's, and a game with the full score counts as a first place.
    """
    seatings = np.zeros((1, count_players(game, num_players, options)), np.int16)
    games = play_seatings(game, [agent], seatings, deals, seed, options, tell, draw, key)
    rewards, scores = games.rewards[:, :1], games.scores[:, :1]
    full = has_full_score(rewards) if game.cooperative else first_places(scores, rewards, games.forfeits)
    return rewards, scores, full.astype(np.float64)


def play_seatings(
    game: Game,
    agents: Sequence[AnyAgent],
    seatings: np.ndarray,
    deals: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[float], None] | None = None,
    draw: Callable[[int, int], np.ndarray] = deal_seeds,
    key: str = "",
) -> Games:
    """Play every deal once with each of some seatings; the arguments are those of `play_deals` but for two.

    Args:
        game: the game.
        agents: the agents.
        seatings: (S, P) integers, the agent at each seat.
        deals: number of deals.
        seed: seed of the deals and of the agents' own choices.
        options: options of the game.
        tell: receives the progress; see `compare`.
        draw: seeds of the deals.
        key: key of the games.

    Returns:
        The games, a deal's games one after the other in the order of the seatings.
    """
    parts: list[Played] = []
    left, size = draw(seed, deals), len(seatings)
    least = least_share(size, agents) if tell else deals
    share = least

    def stop() -> bool:  # never stops, but reports the progress
        if tell:
            tell(1 - len(left) / deals)
        return False

    while len(left):
        start = time.perf_counter()
        seeds = left[:share]
        seats = np.tile(seatings, (len(seeds), 1))
        keys = [key] * len(seats) if key else ()
        parts.append(play_games(game, agents, seats, seeds.repeat(size), options=options, keys=keys, stop=stop))
        left = left[share:]
        share = max(least, next_share(len(seeds), time.perf_counter() - start))
        stop()
    return Games(
        np.arange(deals).repeat(size),
        np.tile(seatings, (deals, 1)).astype(np.int16),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("rewards", "scores", "forfeits")),
    )


def count_players(game: Game, num_players: int | None, options: Mapping[str, Any] | None) -> int:
    """Number of players at a table; see `compare`."""
    return int(game.blank(num_players, **(options or {}))["num_players"][0])


def least_share(games: int, agents: Sequence[AnyAgent]) -> int:
    """Smallest number of deals between two reports: enough for agents that play several games in parallel.

    Args:
        games: number of games of a deal.
        agents: the agents.
    """
    at_a_time = max(getattr(agent, "parallel", 1) for agent in agents)
    return 1 if at_a_time == 1 else max(1, ROUNDS * at_a_time // games)


def compare_all(
    game: Game,
    agent: AnyAgent,
    opponents: Sequence[AnyAgent],
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    tell: Tell = lambda *_: None,
    key: str | None = None,
) -> list[Comparison]:
    """Play one agent against several others in turn.

    Args:
        game: the game.
        agent: the measured agent.
        opponents: its opponents.
        deals: number of deals against each.
        seed: seed of the deals and of the agents' own choices.
        num_players: number of players at a table; None for the game's default.
        options: options of the game.
        tell: receives the progress now and then.
        key: see `compare`; None for one random key for all.

    Raises:
        ValueError: for unfit settings, or a trained agent for another number of players or other options.
    """
    key = key_for([agent, *opponents], game, key)
    results: list[Comparison] = []
    for opponent in opponents:
        pace = Pace("deal")

        def tell_part(done: float, opponent: AnyAgent = opponent, pace: Pace = pace) -> None:
            speed = pace.words(done * deals)
            news = "  ".join([f"against {opponent.name}", *[speed] * bool(speed)])
            tell((len(results) + done) / len(opponents), news, False)

        tell_part(0)
        result = compare(game, agent, opponent, deals, seed, num_players, options, tell_part, key=key or None)
        results.append(result)
        tell(len(results) / len(opponents), f"against {opponent.name}: {result.advantage:+.3f}", True)
    return results


def seat_around(deals: int, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seats of duplicate deals: one agent in every seat of each deal in turn, another one in all others.

    Returns:
        The games (deals * players,) int64; the one agent's seat in each, likewise; and the agents at all seats,
        (deals * players, players) int16: 0 for the one agent, 1 for the other.
    """
    games = np.arange(deals * players)
    mine = games % players
    seats = np.ones((len(games), players), np.int16)
    seats[games, mine] = 0
    return games, mine, seats


def seat_alone(deals: int, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seats of deals that one agent plays once, in all seats; the arrays are those of `seat_around`."""
    return np.arange(deals), np.zeros(deals, np.int64), np.zeros((deals, players), np.int16)


def check_names(names: Sequence[str], game: Game, num_players: int | None = None) -> None:
    """Refuse opponents that are neither compiled agents nor the game's trained agent.

    Raises:
        ValueError: naming the first unknown one.
    """
    for name in names:
        if name == TRAINED:
            shipped(game, num_players)
        elif name not in bots(game):
            known = own_agents(game, num_players)
            raise ValueError(f"{game.name}: there is no opponent {name!r}; {suggest(name, known)}")


def check_teacher(name: str | None, game: Game, num_players: int | None = None) -> None:
    """Refuse an agent that cannot be imitated; None is allowed.

    Raises:
        ValueError: if it is no compiled agent, no search, and not the game's trained agent.
    """
    if name == TRAINED:
        shipped(game, num_players)
    elif is_search(name):
        find_agent(name, game)
    elif name is not None and name not in bots(game):
        known = [*own_agents(game, num_players), "search:200"]
        raise ValueError(f"{game.name}: {name!r} cannot be imitated; {suggest(name, known)}")
