"""RLCard: gin rummy by ``env.step``, which builds the observation of the next player."""

import random

import rlcard

from contenders import Contender, Play

PACKAGES = ("rlcard",)


def gin_rummy() -> Play:
    """Loop of one deal a game, as RLCard plays it."""
    env = rlcard.make("gin-rummy", config={"seed": 0})
    chance = random.Random(0).random

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(chance() * len(legal))])
            steps += 1
        return steps

    return play


CONTENDERS = (
    Contender("gin_rummy", "env.step with observation and legal actions, choice by one random number", gin_rummy),
)
