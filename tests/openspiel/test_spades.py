"""Spades against OpenSpiel's, card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel's game is a single hand in which player 0 bids and leads first. It differs in these points (numbers of the
game's page), for which there are options or which are allowed for:

- Rule 11: its target and its mercy are compared with the points of the hand, and a loser at -350 pays 200 more.
- Choice 4: it reads the bags of earlier hands from the last digit of a side's total, below 0 from the wrong end.
- Choice 8: it never notes that spades are broken, as with ``breaking="never"``.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.games.spades import BID, GAME

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
OPTIONS = {"hands": 1, "breaking": "never"}
SEATS = 4
LOSS, LOSERS_PRICE = -350, 200


def translate(action):
    """OpenSpiel's number of our action."""
    return int(action) if action >= BID else int(13 * (action // 13) + (action + 12) % 13)


def deal_both(generator, kind):
    """A table and OpenSpiel's state with the same cards; with ``kind`` 0 one player has all spades."""
    deck = generator.permutation(CARDS)
    if kind == 0:
        hands = [*generator.permutation(39).reshape(3, 13), np.arange(39, CARDS)]
        deck = np.stack([hands[seat] for seat in generator.permutation(SEATS)], axis=1).ravel()
    theirs = pyspiel.load_game("spades").new_initial_state()
    for card in deck:
        theirs.apply_action(translate(card))
    return GAME.table(deck=deck.tolist(), **OPTIONS), theirs


def choose(generator, table, kind):
    """A random action; most bids are low, so that all ends of a hand occur."""
    legal = np.flatnonzero(table.mask)
    if legal[0] < BID or kind == 1:
        return int(generator.choice(legal))
    return min(BID + int(generator.integers(0, 6 if kind == 2 else 2)), int(legal[-1]))


def play_both(table, theirs, generator, kind, totals):
    """Play the hand in both games; ``totals`` are those of the sides before it. Returns our points of the sides."""
    table.state.bags[:] = np.array(totals) % 10
    while not table.over:
        assert theirs.current_player() == table.player
        assert sorted(map(translate, np.flatnonzero(table.mask))) == theirs.legal_actions()
        action = choose(generator, table, kind)
        if table.state.hands.sum() == 1:
            theirs.set_current_scores(list(totals))
        theirs.apply_action(translate(action))
        table.step(action)
    assert theirs.is_terminal()
    return table.state.score[:2].tolist()


def own_points(table, side, total):
    """Points of a side by the arithmetic of the rules."""
    bids, taken = table.state.bids[side::2], table.state.tricks[side::2]
    over = int(taken.sum() - bids.sum())
    points = 10 * int(bids.sum()) + over if over >= 0 else -10 * int(bids.sum())
    points += sum(100 if number == 0 else -100 for bid, number in zip(bids, taken, strict=True) if bid == 0)
    return points - 100 * ((total % 10 + max(over, 0)) // 10)


def test_cards_and_bids_have_the_same_words():
    state = pyspiel.load_game("spades").new_initial_state()
    for card in range(CARDS):
        word = card_words([card]).replace("10", "T")
        suit = dict(zip("♣♦♥♠", "CDHS", strict=True))[word[-1]]
        assert state.action_to_string(translate(card)) == suit + word[:-1]
    for number in range(14):
        assert state.action_to_string(BID + number) == (str(number) if number else "Nil")


def test_hands_in_lockstep():
    seen = dict.fromkeys(("hands", "made", "set", "nil made", "nil failed", "penalty", "price"), 0)
    for number in range(HANDS):
        generator, kind = np.random.default_rng(number), number % 5
        totals = generator.integers(0, 400, 2).tolist() if number % 3 else [0, 0]
        table, theirs = deal_both(generator, kind)
        points = play_both(table, theirs, generator, kind, totals)
        assert points == [own_points(table, side, totals[side]) for side in (0, 1)]
        shown = [side_points - LOSERS_PRICE * (side_points <= LOSS) for side_points in points]
        assert theirs.returns() == shown * 2
        count_rare(table, points, totals, seen)
    print(f"\n{seen}")
    assert min(count for name, count in seen.items() if name != "price") > 0


def count_rare(table, points, totals, seen):
    """Count the kinds of results of random hands."""
    state = table.state
    seen["hands"] += 1
    for side in (0, 1):
        made = state.tricks[side::2].sum() >= state.bids[side::2].sum()
        seen["made"] += int(made)
        seen["set"] += int(not made)
        over = int(state.tricks[side::2].sum() - state.bids[side::2].sum())
        seen["penalty"] += totals[side] % 10 + over >= 10
        seen["price"] += points[side] <= LOSS
    for player in range(SEATS):
        if state.bids[player] == 0:
            seen["nil failed" if state.tricks[player] else "nil made"] += 1


@pytest.mark.parametrize(("total", "theirs_differ"), [(7, False), (-53, True)])
def test_below_0_openspiel_reads_no_bags(total, theirs_differ):
    """At 7 and at -53 a side has 7 bags; with three more it loses 100 points."""
    found = 0
    for seed in range(40):
        generator = np.random.default_rng(seed)
        table, theirs = deal_both(generator, 3)
        points = play_both(table, theirs, generator, 3, [total, 0])
        over = int(table.state.tricks[::2].sum() - table.state.bids[::2].sum())
        if 3 <= over < 13:
            found += 1
            assert points[0] == own_points(table, 0, total)
            assert theirs.returns()[0] - points[0] == 100 * theirs_differ
    assert found > 5
