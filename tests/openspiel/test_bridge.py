"""Contract Bridge against OpenSpiel's, call by call and card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel deals the cards to seats 0 to 3 in turn, whoever the dealer is, and takes vulnerability by the side of the
dealer. It orders cards by rank, the 2 being 0, and then by suit; calls have the same numbers. Nothing else differs.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.games.bridge import BID, DOUBLE, GAME, PASS, REDOUBLE, SEATS
from results.openspiel_games import BRIDGE

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
SIDES = {(0, 0): "none", (1, 0): "north_south", (0, 1): "east_west", (1, 1): "both"}


def deal_both(generator, dealer, vulnerable):
    """A table and OpenSpiel's state with the same cards, dealer and vulnerability."""
    table = GAME.table(seed=int(generator.integers(2**32)), dealer=dealer, vulnerable=SIDES[vulnerable])
    return table, BRIDGE.deal(table)


def choose(generator, table, kind):
    """A random action; by the kind of auction bids are any, low, the next one with all doubles, or rare."""
    legal = np.flatnonzero(table.mask)
    if legal[0] < PASS or kind == 0:
        return int(generator.choice(legal))
    bids, eager = legal[legal >= BID], legal[(legal == DOUBLE) | (legal == REDOUBLE)]
    if kind == 1:
        calls = [PASS, *eager, *bids[:5]]
    elif kind == 2:
        goes_on = table.state.passes + (table.state.level > 0) < 3
        waits = goes_on and generator.random() < 0.7
        calls = [PASS] if waits else [*eager, *bids[: not len(eager)]] or [PASS]
    else:
        calls = [PASS] * 8 + [*eager] * 4 + [*bids[:2]]
    return int(generator.choice(calls))


def play_both(table, theirs, generator, kind, seen):
    """Play the hand in both games, and compare legal actions, the seat to move, the contract and the points."""
    while not table.over:
        assert theirs.current_player() == BRIDGE.player(table)
        assert sorted(map(BRIDGE.translate, np.flatnonzero(table.mask))) == theirs.legal_actions()
        action = choose(generator, table, kind)
        seen["calls"] = max(seen["calls"], int(table.state.steps) if action >= PASS else 0)
        BRIDGE.follow(theirs, table, action)
        table.step(action)
    assert theirs.is_terminal()
    assert theirs.returns() == table.state.score.tolist()


def count_rare(table, seen):
    """Count the kinds of results."""
    state = table.state
    seen["passed out"] += int(state.level == 0)
    if state.level:
        points = int(state.score[state.declarer])
        seen["made" if points > 0 else "down"] += 1
        seen["doubled"] += int(state.doubled == 1)
        seen["redoubled"] += int(state.doubled == 2)
        seen["vulnerable"] += int(state.vulnerable[state.declarer % 2])
        seen["slams bid"] += int(state.level > 5)


def test_cards_and_calls_have_the_same_words():
    _, theirs = deal_both(np.random.default_rng(1), 0, (0, 0))
    assert theirs.action_to_string(0, PASS) == "Pass"
    assert [theirs.action_to_string(0, action) for action in (DOUBLE, REDOUBLE)] == ["Dbl", "RDbl"]
    for action in range(BID, len(GAME.actions)):
        word = GAME.actions.words[action].removeprefix("bid ").replace(" ", "")
        assert theirs.action_to_string(0, action) == word
    for action in (BID, PASS, PASS, PASS):
        theirs.apply_action(action)
    for card in range(CARDS):
        word = card_words([card])
        assert theirs.action_to_string(0, BRIDGE.translate(card)) == word[-1] + word[:-1]


@pytest.mark.parametrize("vulnerable", list(SIDES))
def test_hands_in_lockstep(vulnerable):
    names = ("passed out", "made", "down", "doubled", "redoubled", "vulnerable", "slams bid", "calls")
    seen = dict.fromkeys(names, 0)
    for number in range(HANDS // len(SIDES)):
        generator = np.random.default_rng([number, *vulnerable])
        table, theirs = deal_both(generator, number // 4 % SEATS, vulnerable)
        play_both(table, theirs, generator, number % 4, seen)
        count_rare(table, seen)
    print(f"\n{seen}")
    assert all(times > 0 for name, times in seen.items() if name != "vulnerable" or any(vulnerable))
    assert seen["calls"] > 150
