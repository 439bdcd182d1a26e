"""Scripted agents of Cribbage follow their docstrings."""

from itertools import product

import numpy as np
import pytest

from cardzoo.agents.scripted.cribbage import CRIB
from cardzoo.envs.engine import RANKS
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.families.fifteens import rank_points
from cardzoo.envs.games.cribbage import GAME
from tests.agents.choosing import choose
from tests.games.test_cribbage import in_play
from tests.playing import now


def kept(name, hand, dealer):
    """The cards that an agent keeps of six, after the other's choice if it deals."""
    rest = [card for card in CARD_WORDS[:52] if card not in hand.split()]
    held, laid = (rest[:4], rest[4:6]) if dealer == 0 else (rest[:6], [])
    table = GAME.position(hands=[hand, " ".join(held)], laid=["", " ".join(laid)], dealer=dealer, player=0)
    for _ in range(2):
        table.play(choose(name, table))
    return now(table, "hands")[0]


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_the_best_four_cards_are_kept(name):
    assert kept(name, "2♣ 5♣ 5♦ 5♥ J♠ 9♣", dealer=1) == "5♣ 5♦ 5♥ J♠"
    assert kept(name, "A♣ 7♦ 7♥ 8♣ 9♠ K♦", dealer=1) == "8♣ 7♦ 7♥ 9♠"


def test_the_expert_leads_no_five_and_avoids_a_count_of_21():
    assert choose("expert", in_play("4♥ 5♥ 9♥ K♥", "7♦ 8♦ 9♦ 10♦")) != "play 5♥"
    assert choose("expert", in_play("6♥ 2♥ 9♥", "8♦ 7♦ 10♦", row="K♦ 5♦", by=(0, 1))) != "play 6♥"


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_a_fifteen_is_made(name):
    assert choose(name, in_play("8♥ 9♥ K♥", "2♦ 3♦ 4♦", row="7♦", by=(1,))) == "play 8♥"


@pytest.mark.parametrize("pair", [(0, 0), (4, 4), (4, 9), (6, 7), (9, 12)])
def test_the_table_of_cribs_has_means_over_all_other_cards(pair):
    left = np.full(RANKS, 4)
    np.subtract.at(left, list(pair), 1)
    total = number = 0
    for others in product(range(RANKS), repeat=3):
        weight, rest, ranks = 1, left.copy(), np.bincount(pair, minlength=RANKS)
        for rank in others:
            weight *= int(rest[rank])
            rest[rank] -= 1
            ranks[rank] += 1
        if weight > 0:
            total += weight * int(rank_points(ranks))
            number += weight
    assert CRIB[pair] == CRIB[pair[::-1]] == pytest.approx(10 * total / number, abs=0.5)
