"""Redeals by `tricks.redeal` in games whose plays show lacks: all deals that fit are equally likely."""

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, QUEEN, SPADES, card_words, parse_cards
from tests.games.even_deals import check_even
from tests.games.test_barbu import playing
from tests.games.test_getaway import between

RING = ["8♠ 9♠ 10♠", "7♣ 8♣ 9♣", "7♥ 8♥ 9♥", "7♦ 8♦ 9♦"]  # the own hand, then those without ♥, ♦ and ♣
RING_VOIDS = ["", "♥", "♦", "♣"]


def king(hands, voids):
    return find_game("king").position(hands=hands, void=flags(voids), options={"hand": "no_tricks"})


def hearts(hands, voids, **words):
    return find_game("hearts").position(
        hands=hands, void=flags(voids), taken=["K♣"], opener=0, num_players=len(hands), **words
    )


def barbu(hands, voids):
    return playing("no_tricks", *hands, lacks=[of_suits(suits) for suits in voids])


def lorum(hands, voids):
    lacks = [card_words(np.intersect1d(parse_cards(of_suits(suits)), parse_cards(PACK_OF_32))) for suits in voids]
    return find_game("lorum").position(
        phase="no_tricks", hands=hands, lacks=lacks, dealer=3, options={"hand": "no_tricks"}
    )


def getaway(hands, voids):
    return between(*hands, void=flags(voids))


PACK_OF_32 = "A♣ 7♣..K♣ A♦ 7♦..K♦ A♥ 7♥..K♥ A♠ 7♠..K♠"


def flags(voids):
    return [[int(suit in suits) for suit in "♣♦♥♠"] for suits in voids]


def of_suits(suits):
    return " ".join(card for card in CARD_WORDS[:CARDS] if card[-1] in suits)


@pytest.mark.parametrize("position", [king, hearts, barbu, lorum, getaway])
def test_hands_that_only_rings_of_exchanges_change_are_drawn_alike(position):
    """Three hands of three cards each have two suits of three, and differ as much as possible: 56 deals."""
    check_even(position(RING, RING_VOIDS), lambda seat, card: "♣♦♥♠"[card // 13] not in RING_VOIDS[seat + 1], 100)


def test_hearts_of_five_finds_both_deals_that_are_a_ring_of_four_cards_apart():
    voids = ["", "♥♠", "♣♠", "♣♦", "♦♥"]
    table = hearts(["K♠", "4♣", "4♦", "4♥", "4♠"], voids)
    check_even(table, lambda seat, card: "♣♦♥♠"[card // 13] not in voids[seat + 1], 100)


def test_a_player_with_nothing_but_points_may_hold_the_queen_of_spades():
    """Five kinds of cards: four suits, and Q♠."""
    voids = ["", "♣♦", "♥", "♣", "♦"]
    hands = ["J♠ 10♠", "4♥ Q♠", "4♣ 4♦", "5♦ 4♠", "5♥ 5♠"]
    table = hearts(hands, voids, points_only=[0, 1, 0, 0, 0])

    def allowed(seat, card):
        is_spade = card // 13 == SPADES and card % 13 != QUEEN
        return "♣♦♥♠"[card // 13] not in voids[seat + 1] and not (is_spade and seat == 0)

    check_even(table, allowed, 30)


@pytest.mark.parametrize("seed", range(6))
def test_any_cards_that_seats_have_shown_to_lack_leave_all_deals_alike(seed):
    """Barbu's trumps show lacks above a rank: each card may be ruled out for some of the seats."""
    choose = np.random.default_rng(seed)
    cards = choose.permutation(CARDS)[:12].reshape(4, 3)
    lacks = choose.random((4, CARDS)) < choose.uniform(0.2, 0.7, (4, 1))
    lacks[0] = False
    lacks[np.arange(4)[:, None], cards] = False
    hands = [card_words(sorted(hand)) for hand in cards.tolist()]
    table = playing("no_tricks", *hands, lacks=[card_words(np.flatnonzero(row).tolist()) for row in lacks])
    check_even(table, lambda seat, card: not lacks[seat + 1, card], 20)
