"""PettingZoo up to 1.25: gin rummy, RLCard's rules, by the AEC loop."""

import random

import numpy as np
from pettingzoo.classic import gin_rummy_v4

from contenders import Contender, Play

PACKAGES = ("pettingzoo", "rlcard")


def gin_rummy() -> Play:
    """Loop of one deal a game, with PettingZoo's own wrappers, as ``env()`` returns it."""
    env = gin_rummy_v4.env()
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


CONTENDERS = (
    Contender("gin_rummy AEC", "env() loop with observation and mask, choice by one random number", gin_rummy),
)
