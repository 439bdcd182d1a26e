"""What the search makes of how others have played: likelier tables, to be looked at before and after."""

import numpy as np

from cardzoo.agents import agent_generator, ask, find_agent
from cardzoo.agents.search.agent import compile_guess
from tests.playing import usual


def guesses(table, number=20):
    """Tables as the seat whose turn it is may imagine them, before and after the guess."""
    game = table.game
    guess, blank, view = compile_guess(game), game.view.blank(), game.view.blank()
    for seed in range(number):
        drawn = table.redeal(table.player, seed)
        likelier = drawn.copy()
        guess(likelier.records, table.player, blank, view)
        yield drawn, likelier


def worth_before_and_after(game, steps, worth):
    """Means of what some other hands are worth where experts have played so many steps, before and after the guess."""
    before, after = [], []
    for seed in range(6):
        table, expert = usual(game).table(seed), find_agent("expert", game)
        for _ in range(steps):
            table.step(ask(expert, game, table.records, table.player, table.mask.copy(), agent_generator(seed)))
        for drawn, likelier in guesses(table):
            before += worth(drawn)
            after += worth(likelier)
    return np.mean(before), np.mean(after)
