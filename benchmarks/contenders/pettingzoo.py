"""PettingZoo up to 1.25: gin rummy and hold'em with limits, RLCard's rules, by the AEC loop."""

import random
from functools import partial
from types import ModuleType

import numpy as np
from pettingzoo.classic import gin_rummy_v4, texas_holdem_v4

from contenders import Contender, Play

PACKAGES = ("pettingzoo", "rlcard")


GAMES = {"gin_rummy": gin_rummy_v4, "texas_holdem, limit": texas_holdem_v4}


def games_of(module: ModuleType) -> Play:
    """Loop of one deal a game, with PettingZoo's own wrappers, as ``env()`` returns it.

    Args:
        module: PettingZoo's module of the game.
    """
    env = module.env()
    env.reset(seed=0)
    chance = random.Random(0).random

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(chance() * len(legal))]))
                steps += 1
        return steps

    return play


DOES = "env() loop with observation and mask, choice by one random number"
CONTENDERS = tuple(Contender(f"{title} AEC", DOES, partial(games_of, module)) for title, module in GAMES.items())
