"""RLCard: its games by ``env.step``, which builds the observation of the next player."""

import random
from functools import partial

import rlcard

from contenders import Contender, Play

PACKAGES = ("rlcard",)


GAMES = {"gin_rummy": "gin-rummy", "texas_holdem, limit": "limit-holdem", "dou_dizhu": "doudizhu", "uno": "uno"}


def games_of(name: str) -> Play:
    """Loop of a game; gin rummy is one deal, as RLCard plays it.

    Args:
        name: RLCard's name of the game.
    """
    env = rlcard.make(name, config={"seed": 0})
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


DOES = "env.step with observation and legal actions, choice by one random number"
CONTENDERS = tuple(Contender(title, DOES, partial(games_of, name)) for title, name in GAMES.items())
