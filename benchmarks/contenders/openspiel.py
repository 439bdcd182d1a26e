"""OpenSpiel: games from Python with observations, and random games of gin rummy inside C++ without.

Chance nodes (the deal and each card of the stock) are played inside the timed loop and not counted.
"""

import random
from functools import partial

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from contenders import Contender, Play

PACKAGES = ("open_spiel",)
GAMES = 20  # random games between two readings of the clock


def at_its_best() -> Play:
    """Loop that reuses all it can: one buffer each for tensor and mask, and a clone of one root for each game."""
    game = pyspiel.load_game("gin_rummy")
    root = game.new_initial_state()  # takes as long as half a game
    observation = make_observation(game)
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    chance = random.Random(0).random

    def play() -> int:
        state = root.clone()
        steps = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():  # all outcomes of this game's chance nodes are equally likely
                observation.set_from(state, state.current_player())
                mask[:] = 0
                mask[legal] = 1
                steps += 1
            state.apply_action(legal[int(chance() * len(legal))])
        return steps

    return play


def plain(name: str) -> Play:
    """Loop of the state's plain methods; tensor and mask stay lists.

    Args:
        name: OpenSpiel's name of the game; its ``hanabi`` is the Hanabi Learning Environment.
    """
    game = pyspiel.load_game(name)
    generator = random.Random(0)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = generator.choices(outcomes, weights)[0]
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                action = generator.choice(state.legal_actions())
                steps += 1
            state.apply_action(action)
        return steps

    return play


def random_bots() -> Play:
    """Whole games in C++, too fast to count their steps: steps are games times the mean length of 500 games."""
    game = pyspiel.load_game("gin_rummy")
    root = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = random.Random(0)

    def finished() -> pyspiel.State:
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seeds.getrandbits(30))
        return state

    mean: float = sum(move.player >= 0 for _ in range(500) for move in finished().full_history()) / 500

    def play() -> int:
        for _ in range(GAMES):
            finished()
        return round(GAMES * mean)

    return play


LISTS = "observation_tensor() and legal_actions_mask() as lists"
CONTENDERS = (
    Contender("gin_rummy, at its best", "tensor and mask in reused arrays, root cloned for each game", at_its_best),
    *(Contender(f"{name}, plain", LISTS, partial(plain, name)) for name in ("gin_rummy", "hanabi", "dou_dizhu")),
    Contender("gin_rummy, C++ random bots", "evaluate_bots: no observations, no Python in the game", random_bots),
)
