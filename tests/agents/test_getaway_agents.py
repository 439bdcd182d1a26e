"""Scripted agents of Getaway follow their docstrings."""

import numpy as np
import pytest

from cardzoo.agents.scripted.getaway import BOTH_HANDS, LANE, chance_to_take, judge_shootout, place_of
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, parse_card
from cardzoo.envs.games.getaway import GAME
from tests.agents.choosing import choose

NO_VOID = [0, 0, 0, 0]
NO_HEARTS = [0, 0, 1, 0]
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


def position(phase, *hands, **words):
    """A later trick, in which player 0 has led or is about to lead. Cards that are not named are discarded."""
    return GAME.position(num_players=len(hands), hands=hands, phase=phase, **{"tricks": 3} | words)


def shootout(hand, lead):
    aside = set(CARD_WORDS[:CARDS]) - {*hand.split(), lead, "K♣"}
    words = {"away": [0, 0, 1], "player": 1, "trick": [lead], "stock": "K♣", "discards": "", "aside": [*aside]}
    return position("shootout", "", hand, "", **words)


def test_the_novice_never_takes_a_hand():
    assert choose("novice", position("option", "A♥ K♥", "2♣", "3♣", void=[NO_VOID, NO_HEARTS])) == "decline"


def test_the_novice_leads_its_lowest_card():
    assert choose("novice", position("lead", "A♥ 3♠ 4♦", "2♣ 5♣", "3♣ 6♣")) == "play 3♠"


def test_the_novice_follows_with_its_lowest_card():
    assert choose("novice", position("follow", "2♣", "A♥ 3♥ 9♥ 2♠", "3♣ 6♣", player=1, trick=["10♥"])) == "play 3♥"


@BOTH
def test_without_the_suit_led_the_highest_card_is_thrown_off(name):
    assert choose(name, position("follow", "2♣", "J♥ Q♠ 3♦", "3♣ 6♣", player=1, trick=["10♣"])) == "play Q♠"


def test_the_expert_leads_high_where_all_can_follow():
    hands = "A♥ 2♥", "3♥ 4♥ 5♥ 6♣", "6♥ 7♥ 8♥ 7♣", "9♥ 10♥ J♥ 8♣"
    assert choose("expert", position("lead", *hands)) == "play A♥"


def test_the_expert_leads_low_where_somebody_cannot_follow():
    hands = "A♥ 2♥", "3♥ 4♥ 5♥ 6♣", "6♠ 7♠ 8♠ 7♣", "9♥ 10♥ J♥ 8♣"
    assert choose("expert", position("lead", *hands, void=[NO_VOID, NO_VOID, NO_HEARTS])) == "play 2♥"


def test_the_expert_leads_low_from_a_suit_that_is_almost_gone():
    """One more heart is left, and many clubs, so it is better to lead clubs."""
    hands = "A♥ 9♣", "3♥ 4♣ 5♣ 6♣", "6♠ 7♣ 8♣ J♣", "10♣ Q♣ K♣ 8♠"
    assert choose("expert", position("lead", *hands)) == "play 9♣"


def test_the_expert_follows_with_the_highest_card_that_does_not_win():
    assert choose("expert", position("follow", "2♣", "2♥ 9♥ A♥", "3♠ 4♠", player=1, trick=["K♥"])) == "play 9♥"


def test_the_expert_wins_with_its_highest_card_if_nobody_plays_after_it():
    words = {"player": 2, "trick": ["9♥", "3♥"]}
    assert choose("expert", position("follow", "2♣", "3♠", "2♥ A♥", **words)) == "play A♥"


def test_the_expert_does_not_win_a_trick_that_will_be_stopped():
    words = {"player": 1, "trick": ["9♥"], "void": [NO_VOID, NO_VOID, NO_HEARTS]}
    assert choose("expert", position("follow", "2♣", "2♥ A♥", "3♠", **words)) == "play 2♥"


def test_the_expert_throws_off_from_a_suit_that_is_almost_gone():
    """Ten clubs are discarded, and no diamond."""
    diamonds = "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ A♦"
    table = position("follow", diamonds, "J♣ K♦", "2♣", player=1, trick=["3♠"])
    assert choose("expert", table) == "play J♣"


STUCK = {"void": [NO_VOID, NO_HEARTS]}


def test_the_expert_takes_a_small_hand_if_every_lead_would_come_back():
    assert choose("expert", position("option", "A♥ K♥", "2♣ 3♣", "2♥ 3♥ 5♣", **STUCK)) == "take hand"


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (["A♥ K♥ 2♦", "2♣ 3♣ 3♦ 4♦ 5♦", "2♥ 3♥ 6♦ 7♦ 8♦"], STUCK),
        (["A♥ K♥", "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣", "2♥ 3♥ 9♣"], STUCK),
        (["A♥ K♥", "2♣ 3♣", ""], STUCK | {"away": [0, 0, 1]}),
    ],
    ids=["there is a good lead", "the hand is large", "two are left"],
)
def test_the_expert_declines_otherwise(hands, words):
    assert choose("expert", position("option", *hands, **words)) == "decline"


def test_with_two_left_the_expert_looks_ahead():
    """With 2♥ the other player must win and lead, and A♥ goes to a spade; after A♥ the 2♥ comes back."""
    assert choose("expert", position("lead", "A♥ 2♥", "K♥ 5♠ 6♠", "", away=[0, 0, 1])) == "play 2♥"


def test_the_expert_prefers_a_shootout_to_a_sure_loss():
    """After 4♣ the other player must win with the last card, and turns up cards; all other leads lose at once."""
    hands = "4♣ 9♣ 9♦ 9♥ 9♠", "8♣", ""
    assert choose("expert", position("lead", *hands, away=[0, 0, 1])) == "play 4♣"


def test_the_expert_leads_into_the_shootout_with_the_best_chance():
    """It keeps the low card: most cards turned up are answered with it."""
    assert choose("expert", position("lead", "2♣ 7♣ 5♦ J♥ J♠", "8♣", "", away=[0, 0, 1])) == "play 7♣"


@pytest.mark.parametrize(
    ("hand", "chance"),
    [
        ("2♠", 1),
        ("A♠", 37 / 49),
        ("2♠ A♠", 37 / 48 + 11 / 48 * 37 / 47),
        ("2♠ 3♠", 1),
        ("K♠ A♦", 24 / 48 + 1 / 48 * 35 / 47),
    ],
)
def test_the_experts_chances_in_a_shootout_are_those_of_all_orders_of_the_pile(hand, chance):
    """The cards of the last trick, 3♣ and 4♣, are not turned up."""
    hands = np.zeros(BOTH_HANDS, np.int64)
    for word in hand.split():
        place = place_of(parse_card(word))
        hands[place // LANE] |= 1 << place % LANE
    last = place_of(parse_card("3♣")), place_of(parse_card("4♣"))
    assert judge_shootout(hands, 0, *last) == pytest.approx(1 - 2 * chance)


@pytest.mark.parametrize(("hand", "answer"), [("2♦ 8♦ J♦ A♠", "play 8♦"), ("J♦ Q♦ A♠", "play Q♦")])
def test_the_expert_answers_a_shootout_with_the_highest_lower_card(hand, answer):
    assert choose("expert", shootout(hand, "9♦")) == answer


@pytest.mark.parametrize(
    ("hands", "void", "chance"),
    [
        (["3♠", "4♥ 4♠"], [NO_VOID, NO_HEARTS], 1),
        (["3♥ 3♠", "4♠"], [NO_VOID, NO_VOID, NO_HEARTS], 1),
        (["A♥ 3♠", "4♠"], [NO_VOID, NO_VOID, NO_HEARTS], 0),
        (["3♥ 3♠", "4♥ 4♠"], [], 0),
    ],
    ids=["the next is void", "the next plays lower", "the next plays higher", "all follow"],
)
def test_the_experts_chance_to_take_is_sure_where_cards_and_voids_are_known(hands, void, chance):
    known = ["", *(hand if "♥" in hand else "" for hand in hands)]
    view = position("lead", "Q♥ 2♠", *hands, known=known, void=void).view(0)
    assert chance_to_take(view, parse_card("Q♥")) == chance
