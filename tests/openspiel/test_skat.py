"""Skat against OpenSpiel's, card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel's game is a single hand with the simple auction (choice 7 of the game's page), and forehand is its player 0.
Only one thing differs: the two cards are laid away in any order there, and in ascending order of codes here.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.families.skat_games import Contract
from cardzoo.envs.games.skat import GAME, NAME, PACK, PASS, Phase

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
RANKS = ("7", "8", "9", "Q", "K", "10", "A", "J")
THEIRS = {
    **{8 * "♦♥♠♣".index(CARD_WORDS[card][-1]) + RANKS.index(CARD_WORDS[card][:-1]): int(card) for card in PACK},
    32: PASS,
    **{33 + contract: NAME + contract for contract in Contract},
}
NUMBERS = {ours: theirs for theirs, ours in THEIRS.items()}


def deal_both(generator):
    """A table and OpenSpiel's state with the same cards."""
    deck = generator.permutation(PACK).tolist()
    theirs = pyspiel.load_game("skat").new_initial_state()
    for card in deck:
        theirs.apply_action(NUMBERS[card])
    return GAME.table(deck=deck, dealer=2, auction="simple", reward="score"), theirs


def choose(generator, table):
    """A random action; of names of games, passes are half."""
    legal = np.flatnonzero(table.mask)
    return PASS if PASS in legal and generator.random() < 0.5 else int(generator.choice(legal))


def test_hands_in_lockstep():
    seen = dict.fromkeys([*Contract, "passed in", "null lost"], 0)
    for number in range(HANDS):
        generator = np.random.default_rng(number)
        table, theirs = deal_both(generator)
        while not table.over:
            assert theirs.current_player() == table.player
            legal, others = {NUMBERS[action] for action in np.flatnonzero(table.mask)}, set(theirs.legal_actions())
            assert legal <= others
            assert legal == others or table.state.phase == Phase.LAY
            action = choose(generator, table)
            theirs.apply_action(NUMBERS[action])
            table.step(action)
        assert theirs.is_terminal()
        assert theirs.returns() == pytest.approx(table.state.reward.tolist(), abs=1e-6)
        contract = int(table.state.contract)
        seen["passed in" if contract < 0 else contract] += 1
        seen["null lost"] += contract == Contract.NULL and table.state.tricks[0] > 0
    print(f"\n{seen}")
    assert min(seen.values()) > 0
