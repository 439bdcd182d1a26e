"""The search's guesses from the actions of others: more likely tables, compared before and after."""

import numpy as np

from cardzoo.agents import agent_generator, ask, find_agent
from cardzoo.agents.search.agent import compile_guess
from tests.playing import usual


def guesses(table, number=20):
    """Redeals for the seat on turn, before and after the guess."""
    game = table.game
    guess, blank, view = compile_guess(game), game.view.blank(), game.view.blank()
    for seed in range(number):
        drawn = table.redeal(table.player, seed)
        likelier = drawn.copy()
        guess(likelier.records, table.player, blank, view)
        yield drawn, likelier


def worth_before_and_after(game, steps, worth):
    """Mean values of some other hands, before and after the guess, in games of experts after so many steps."""
    before, after = [], []
    for seed in range(6):
        table, expert = usual(game).table(seed), find_agent("expert", game)
        for _ in range(steps):
            table.step(ask(expert, game, table.records, table.player, table.mask.copy(), agent_generator(seed)))
        for drawn, likelier in guesses(table):
            before += worth(drawn)
            after += worth(likelier)
    return np.mean(before), np.mean(after)
