"""Jumanji: two of its games on JAX's device. ``python -m benchmarks.contenders.jumanji --json`` runs them.

Jumanji has no card game. These two are the most similar, both for one player with an action mask:

- Minesweeper has a hidden random deal, the mines. Each square can be chosen once, like a card, and reveals some of the
  deal. With 100 actions and about 100 numbers its arrays are as large as a card game's.
- 2048 draws a random tile after every move, like a card from a stock, and the mask depends on the whole board. Its
  observation is small, 16 numbers.
"""

from functools import partial
from typing import Any

import jax.numpy as jnp
import jumanji
from jumanji.wrappers import AutoResetWrapper

from .jax_play import Array, Game, State, main  # noqa: TID252 - runs as contenders.jumanji too, as its neighbours do


def table(name: str) -> Game:
    """Game for one table, with Jumanji's wrapper that restarts ended games. The state is the game's and its step."""
    env = AutoResetWrapper(jumanji.make(name))

    def step(state: State, action: Array, _: Array) -> State:
        shape = mask(state).shape
        return env.step(state[0], jnp.stack(jnp.unravel_index(action, shape)) if len(shape) > 1 else action)

    def observation(state: State) -> dict[str, Any]:
        return {name: array for name, array in state[1].observation._asdict().items() if name != "action_mask"}

    def mask(state: State) -> Array:
        return state[1].observation.action_mask

    return Game(env.reset, step, observation, mask)


GAMES = {name: partial(table, name) for name in ("Minesweeper-v0", "Game2048-v1")}

if __name__ == "__main__":
    main("jumanji", GAMES)
