"""Euchre against OpenSpiel's, card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel's game is a single hand. It differs in these points (numbers of the game's page), for which there are options:

- Choice 1: the dealer may not lay away the card that was turned up, as with ``any_discard=False``.
- Choice 2: makers without a trick lose 2 points, as by default. The comment of its code speaks of 4.

It deals from the dealer on, and the returns are the points of the makers, or those of the others below 0.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.euchre import ALONE, GAME, PACK, PASS, TRUMP, WITH_PARTNER
from results.openspiel_games import EUCHRE, EUCHRE_NUMBERS

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "400"))
SEATS = 4


def deal_both(generator, lone_defender, stick):
    """A table and OpenSpiel's state with the same dealer and cards."""
    deck, dealer = generator.permutation(PACK).tolist(), int(generator.integers(SEATS))
    options = {"any_discard": False, "lone_defender": lone_defender, "stick": stick, "hands": 1}
    table = GAME.table(deck=deck, dealer=dealer, **options)
    return table, EUCHRE.deal(table)


def choose(generator, table):
    """A random action; of calls, passes are half, so that all kinds of hands occur."""
    legal = np.flatnonzero(table.mask)
    if PASS in legal and generator.random() < 0.5:
        return PASS
    return int(generator.choice(legal))


def test_cards_and_calls_have_the_same_words():
    state = pyspiel.load_game("euchre").new_initial_state()
    words = {PASS: "Pass", ALONE: "Alone", WITH_PARTNER: "Partner"}
    words |= {TRUMP + suit: name for suit, name in enumerate(("Clubs", "Diamonds", "Hearts", "Spades"))}
    state.apply_action(0)
    for ours, theirs in EUCHRE_NUMBERS.items():
        text = state.action_to_string(0, theirs)
        if ours in words:
            assert text == words[ours]
        else:
            word = CARD_WORDS[ours].replace("10", "T")
            assert text == dict(zip("♣♦♥♠", "CDHS", strict=True))[word[-1]] + word[:-1]


@pytest.mark.parametrize("stick", [True, False])
@pytest.mark.parametrize("lone_defender", [True, False])
def test_hands_in_lockstep(lone_defender, stick):
    seen = dict.fromkeys(("made", "march", "lone march", "euchred", "passed", "no trick", "lone defence"), 0)
    for number in range(HANDS // 4):
        generator = np.random.default_rng([number, lone_defender, stick])
        table, theirs = deal_both(generator, lone_defender, stick)
        while not table.over:
            assert theirs.current_player() == EUCHRE.player(table)
            assert sorted(map(EUCHRE.translate, np.flatnonzero(table.mask))) == theirs.legal_actions()
            action = choose(generator, table)
            EUCHRE.follow(theirs, table, action)
            table.step(action)
        assert theirs.is_terminal()
        check_returns(table.state, theirs.returns(), seen)
    print(f"\n{seen}")
    assert min(seen["made"], seen["euchred"]) > 0


def check_returns(state, returns, seen):
    """Compare the points, and count the kinds of results."""
    points = state.score[:2].tolist()
    expected = [points[player % 2] - points[1 - player % 2] for player in range(SEATS)]
    assert returns == expected
    if state.maker < 0:
        seen["passed"] += 1
        return
    taken = int(state.tricks[state.maker % 2])
    lone = int(state.alone[state.maker])
    seen["made"] += 3 <= taken < 5
    seen["lone march" if lone else "march"] += taken == 5
    seen["euchred"] += taken < 3
    seen["no trick"] += taken == 0
    seen["lone defence"] += taken < 3 and int(state.alone.sum()) > lone
