"""How good an agent is: duplicate deals, every deal played from every seat, with an interval by deal."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, bots
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.training.arena.games import first_places
from cardzoo.training.arena.play import play_games
from cardzoo.training.arena.schedule import deal_seeds
from cardzoo.training.intervals import bootstrap


@dataclass(frozen=True)
class Comparison:
    """One agent against another.

    Attributes:
        agent, opponent: names. The opponent holds all other seats; in a game for one it plays the same deals alone.
        deals: how many, each played once from every seat.
        advantage: mean of the agent's reward; in a game for one less the opponent's on the same deal.
        low, high: ends of the 95 % bootstrap interval of the advantage, by deal.
        reward: mean of the agent's reward: 0 is parity in a game for several.
        first: share of games in which the agent came first, see `cardzoo.training.arena.games.first_places`.
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
    agent: AnyAgent,
    opponent: AnyAgent,
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
    agent: AnyAgent,
    opponent: AnyAgent,
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play every deal once from every seat.

    Returns:
        The agent's rewards (deals, P) float32, scores (deals, P) int32, and first places, shared ones in part
        (deals, P) float64, where P counts the seats it sat in.
    """
    players = int(game.blank(num_players, **(options or {}))["num_players"][0])
    games, mine, seats = seat_around(deals, players)
    played = play_games(game, [agent, opponent], seats, deal_seeds(seed, deals).repeat(players), options=options)
    first = first_places(played.scores, played.rewards, played.forfeits, game.sides)
    rewards, scores, first = (
        values[games, mine].reshape(deals, players) for values in (played.rewards, played.scores, first)
    )
    return rewards, scores, first


def seat_around(deals: int, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One agent in every seat of each deal in turn, another one in all others.

    Returns:
        The games (deals * players,) int64, in each the seat of the one agent, likewise, and who sits where,
        (deals * players, players) int16: 0 for the one agent, 1 for the other.
    """
    games = np.arange(deals * players)
    mine = games % players
    seats = np.ones((len(games), players), np.int16)
    seats[games, mine] = 0
    return games, mine, seats


def check_names(names: Sequence[str], game: Game) -> None:
    """Refuse unknown compiled agents.

    Raises:
        ValueError: naming the first unknown one.
    """
    for name in names:
        if name not in bots(game):
            raise ValueError(f"{game.name}: there is no opponent {name!r}; {suggest(name, bots(game))}")
