"""Keys: with them, no third party's agent can compute the cards of a game that it plays.

If all agents are cardzoo's own, deals and draws follow from the seed, so that anybody can repeat the results. Such
seeds are known or few, and an agent could look up the deal that fits its hand. So if any other agent plays, every seed
is made from the usual one and a random key by `cardzoo.envs.engine.rng.keyed_seeds`. The key stays in the process that
asks the agents until the games are over. Then it is recorded, and can repeat them.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cardzoo.agents import AnyAgent, CompiledAgent, bots
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.engine import Game, rng

SIZE = 16  # bytes of a key
PATTERN = f"^[0-9a-f]{{{2 * SIZE}}}$"


def new_key() -> str:
    """A random key, in hexadecimal digits."""
    return secrets.token_hex(SIZE)


def check_key(text: str) -> str:
    """The key, after a check of its form.

    Raises:
        ValueError: if it is no key.
    """
    if not re.fullmatch(PATTERN, text):
        digits = f"{2 * SIZE} digits of 0-9 and a-f"
        raise ValueError(f"key must be {digits}, got {text!r:.80}; take it from the recorded result")
    return text


def is_own(agent: AnyAgent, game: Game) -> bool:
    """Returns whether an agent is cardzoo's own: compiled with the game, trained, search or solver."""
    from cardzoo.agents.search.agent import SearchAgent
    from cardzoo.agents.solver.player import SolverAgent

    if isinstance(agent, CompiledAgent):
        return agent.bot is bots(game).get(agent.name)
    return isinstance(agent, TrainedAgent | SearchAgent | SolverAgent)


def key_for(agents: Iterable[AnyAgent], game: Game, key: str | None = None) -> str:
    """The key of games between these agents.

    Args:
        agents: agents of the games.
        game: the game.
        key: recorded key, to repeat games; None for a random one.

    Returns:
        The key; empty if all agents are cardzoo's own.

    Raises:
        ValueError: if the given key is no key.
    """
    if key is not None:
        check_key(key)
    if all(is_own(agent, game) for agent in agents):
        return ""
    return key or new_key()


@dataclass(frozen=True)
class Seeds:
    """The seeds of N games with P seats.

    Attributes:
        deals: (N,) uint64, seeds of the deals.
        inside: (N,) uint64, seeds of the draws inside the batch step.
        seats: (N, P) uint64, seeds of each seat's draws outside of it.
        redeals: (N, P) uint64, seeds of the hidden cards that a `cardzoo.agents.StateAgent` sees; None for the seat's
            own draws, which could reveal the true cards to the agent.
    """

    deals: np.ndarray
    inside: np.ndarray
    seats: np.ndarray
    redeals: np.ndarray | None = None


def make_seeds(deals: np.ndarray, inside: np.ndarray, num_players: int, keys: Sequence[str] = ()) -> Seeds:
    """The seeds of games.

    Args:
        deals: (N,) uint64, usual seeds of the deals.
        inside: (N,) uint64, usual seeds of the agents' draws.
        num_players: P.
        keys: N keys; none for the usual seeds.
    """
    seats = seat_seeds(inside, num_players, keys)
    if not keys:
        return Seeds(deals, inside, seats)
    secret = [bytes.fromhex(key) for key in keys]
    return Seeds(
        rng.keyed_seeds(deals, secret, "deal"),
        rng.keyed_seeds(inside, secret, "inside"),
        seats,
        seat_seeds(inside, num_players, keys, "redeal"),
    )


def seat_seeds(inside: np.ndarray, num_players: int, keys: Sequence[str] = (), purpose: str = "seat") -> np.ndarray:
    """The seeds of each seat's draws outside of the batch step, (N, P) uint64; see `make_seeds`."""
    seats: np.ndarray = inside[:, None] + np.arange(1, num_players + 1, dtype=np.uint64)
    if not keys:
        return seats
    by_seat = [bytes.fromhex(key) for key in keys for _ in range(num_players)]
    return rng.keyed_seeds(seats.ravel(), by_seat, purpose).reshape(seats.shape)
