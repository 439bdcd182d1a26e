"""Blackjack against OpenSpiel's, card by card in lockstep; `run.py` runs this.

It has one player, one pack, and no blackjacks, doubles or splits. Its chance nodes deal both cards of the player, then
the hole card and the up card, and each card drawn later. It asks at 21 too, where standing is the answer.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os

import numpy as np
import pyspiel

from cardzoo.envs.engine.cards import RANKS
from cardzoo.envs.games.blackjack import BEST, GAME, HIT, STAND

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "600"))
OPTIONS = {"decks": 1, "double": "none", "splits": 0, "peek": False, "natural": "21"}
PLAYER = 0


def test_games_in_lockstep():
    game, ends = pyspiel.load_game("blackjack"), set()
    for number in range(GAMES):
        ends.add(play_both(game, np.random.default_rng(number)))
    assert ends == {-1, 0, 1}


def play_both(game, generator):
    """One game of both with the same cards and random actions; returns the gain."""
    cards = generator.permutation(52).tolist()
    order = [cards[0], cards[2], cards[1], cards[3], *cards[4:]]
    table, theirs, drawn = GAME.table(0, [card % RANKS for card in cards], **OPTIONS), game.new_initial_state(), 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(order[drawn])
            drawn += 1
        elif table.over or theirs.legal_actions() == [STAND]:
            theirs.apply_action(STAND)
        else:
            assert theirs.current_player() == PLAYER
            assert theirs.legal_actions() == np.flatnonzero(table.mask).tolist() == [HIT, STAND]
            total = table.view_words(0)["totals"][0][0]
            action = int(generator.random() < (0.9 if total > 16 else 0.2))
            theirs.apply_action(action)
            table.step(action)
            assert total < BEST
    assert table.over
    assert theirs.returns() == [table.scores()[0] / 10]
    return int(theirs.returns()[0])
