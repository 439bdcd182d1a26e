"""Poker hands: how five of seven cards rank, and how many there are of each kind."""

from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS, INTERPRETED, rule
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.families import poker_hands
from cardzoo.envs.families.poker_hands import BITS, Kind, kind_of, pack, strength

FIVE = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
SEVEN = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)
CLASSES = {5: 7462, 7: 4824}
MOST_STRENGTHS = len(Kind) << 26

RANKED = (
    "2♣ 3♦ 4♥ 5♠ 7♣",
    "A♣ K♦ Q♥ J♠ 9♣",
    "2♣ 2♦ 3♥ 4♠ 5♣",
    "2♣ 2♦ A♥ 4♠ 5♣",
    "A♣ A♦ K♥ Q♠ J♣",
    "2♣ 2♦ 3♥ 3♠ 4♣",
    "2♣ 2♦ 3♥ 3♠ 5♣",
    "A♣ A♦ 2♥ 2♠ 3♣",
    "A♣ A♦ K♥ K♠ Q♣",
    "2♣ 2♦ 2♥ 3♠ 4♣",
    "A♣ A♦ A♥ K♠ Q♣",
    "A♣ 2♦ 3♥ 4♠ 5♣",
    "2♣ 3♦ 4♥ 5♠ 6♣",
    "10♣ J♦ Q♥ K♠ A♣",
    "2♣ 3♣ 4♣ 5♣ 7♣",
    "A♦ K♦ Q♦ J♦ 9♦",
    "2♣ 2♦ 2♥ 3♠ 3♣",
    "3♣ 3♦ 3♥ 2♠ 2♣",
    "A♣ A♦ A♥ K♠ K♣",
    "2♣ 2♦ 2♥ 2♠ 3♣",
    "2♣ 2♦ 2♥ 2♠ A♣",
    "A♥ 2♥ 3♥ 4♥ 5♥",
    "10♠ J♠ Q♠ K♠ A♠",
)


@rule
def count_five(seen, bits):
    """Marks the strength of every hand of five cards, how often it is there."""
    for first in range(len(bits)):
        for second in range(first):
            for third in range(second):
                three = bits[first] | bits[second] | bits[third]
                for fourth in range(third):
                    for fifth in range(fourth):
                        seen[strength(three | bits[fourth] | bits[fifth])] += 1


@rule
def count_seven(seen, bits, first):
    """The same of seven cards, of which the one with the highest code is given."""
    for second in range(first):
        for third in range(second):
            three = bits[first] | bits[second] | bits[third]
            for fourth in range(third):
                for fifth in range(fourth):
                    five = three | bits[fourth] | bits[fifth]
                    for sixth in range(fifth):
                        for seventh in range(sixth):
                            seen[strength(five | bits[sixth] | bits[seventh])] += 1


@rule
def count_boards(bits, first, second):
    """The boards of five of these cards on which the first hand wins, and those on which both are equal."""
    won = shared = 0
    for one in range(len(bits)):
        for two in range(one):
            for three in range(two):
                for four in range(three):
                    for five in range(four):
                        board = bits[one] | bits[two] | bits[three] | bits[four] | bits[five]
                        mine, others = strength(first | board), strength(second | board)
                        won += mine > others
                        shared += mine == others
    return won, shared


def strength_of(words):
    return strength(pack(np.array(parse_cards(words), np.int16), 0))


def counts_of(seen):
    """Counts by kind, and the number of strengths."""
    strengths = np.flatnonzero(seen)
    kinds = np.bincount([kind_of(int(one)) for one in strengths], weights=seen[strengths], minlength=len(Kind))
    return tuple(kinds.astype(int).tolist()), len(strengths)


@pytest.mark.skipif(INTERPRETED, reason="millions of hands")
def test_five_cards_make_so_many_hands_of_each_kind():
    seen = np.zeros(MOST_STRENGTHS, np.int32)
    count_five(seen, BITS)
    assert counts_of(seen) == (FIVE, CLASSES[5])


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="millions of hands")
def test_seven_cards_make_so_many_hands_of_each_kind():
    seen = np.zeros(MOST_STRENGTHS, np.int32)
    for first in range(CARDS):
        count_seven(seen, BITS, first)
    assert counts_of(seen) == (SEVEN, CLASSES[7])


@pytest.mark.skipif(INTERPRETED, reason="millions of hands")
@pytest.mark.parametrize(
    ("first", "second", "won", "shared"),
    [("A♣ A♦", "7♥ 2♠", 1_493_820, 6_236), ("A♥ K♥", "Q♣ Q♦", 787_966, 6_732)],
)
def test_two_hands_win_on_so_many_boards(first, second, won, shared):
    hands = [parse_cards(words) for words in (first, second)]
    bits = np.delete(BITS, hands[0] + hands[1])
    assert count_boards(bits, *(int(np.bitwise_or.reduce(BITS[hand])) for hand in hands)) == (won, shared)


def test_hands_rank_in_this_order():
    strengths = [strength_of(words) for words in RANKED]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("seven", "best"),
    [
        ("A♣ A♦ K♥ K♠ Q♣ Q♦ J♥", "A♣ A♦ K♥ K♠ Q♣"),
        ("A♣ A♦ K♥ K♠ 2♣ 2♦ 3♥", "A♣ A♦ K♥ K♠ 3♥"),
        ("2♣ 2♦ 2♥ 3♠ 3♣ 3♦ 4♥", "3♠ 3♣ 3♦ 2♣ 2♦"),
        ("2♣ 2♦ 2♥ 2♠ 3♣ 3♦ 3♥", "2♣ 2♦ 2♥ 2♠ 3♣"),
        ("A♣ 2♦ 3♥ 4♠ 5♣ 6♦ 6♥", "2♦ 3♥ 4♠ 5♣ 6♦"),
        ("A♣ 2♣ 3♣ 4♣ 5♣ 6♦ K♣", "A♣ 2♣ 3♣ 4♣ 5♣"),
        ("2♣ 3♣ 5♣ 7♣ 9♣ J♣ K♣", "5♣ 7♣ 9♣ J♣ K♣"),
        ("A♣ K♦ Q♥ J♠ 9♣ 7♦ 2♥", "A♣ K♦ Q♥ J♠ 9♣"),
        ("9♣ 9♦ A♥ K♠ 4♣ 3♦ 2♥", "9♣ 9♦ A♥ K♠ 4♣"),
        ("9♣ 9♦ 9♥ K♠ Q♣ 3♦ 2♥", "9♣ 9♦ 9♥ K♠ Q♣"),
    ],
)
def test_the_best_five_of_seven_count(seven, best):
    assert strength_of(seven) == strength_of(best)


def test_suits_never_count():
    assert strength_of("2♣ 3♦ 4♥ 5♠ 7♣") == strength_of("2♠ 3♥ 4♦ 5♣ 7♥")
    assert strength_of("2♣ 3♣ 4♣ 5♣ 7♣") == strength_of("2♥ 3♥ 4♥ 5♥ 7♥")


def test_seven_cards_are_as_strong_as_their_best_five():
    for seed in range(20):
        cards = np.random.default_rng(seed).permutation(CARDS)[:7]
        best = max(int(strength(int(np.bitwise_or.reduce(BITS[list(five)])))) for five in combinations(cards, 5))
        assert strength(int(np.bitwise_or.reduce(BITS[cards]))) == best


def test_the_tables_are_small():
    tables = [table for table in vars(poker_hands).values() if isinstance(table, np.ndarray)]
    assert sum(table.nbytes for table in tables) < 200_000
