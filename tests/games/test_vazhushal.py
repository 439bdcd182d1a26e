"""The rules of Vazhushal, clause by clause.

Cards that a position does not name are in the stock. Melds are written as ``"5♦ 6♦ joker=7♦"``. Unless something else
is said, the negative joker is 2♣, so that 2♦ and 2♥ are wild; two players have one pack, three have two.
"""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS, SUIT_WORDS
from cardzoo.envs.games.vazhushal import ACTIONS, CARD_POINTS, GAME, MOST_WILDS, TAKE_BACK
from tests.playing import count, now

NUMBERS_OF_PLAYERS = range(2, 7)


def position(hands, melds=(), **words):
    """A table with these hands and each player's melds; player 0 moves. In the last melding the stock is empty."""
    table, lines, wilds = [], [], []
    for player, own in enumerate(melds):
        table.append(" ".join(card.partition("=")[0] for meld in own for card in meld.split()))
        for meld in own:
            cards = [card.partition("=") for card in meld.split()]
            wilds += [f"{len(lines)}: {card} for {place}" for card, _, place in cards if place]
            lines.append(f"{player}: {' '.join(place or card for card, _, place in cards)}")
    words = {"phase": "meld", "player": 0, "negative": "2♣", "line": "K♠"} | words
    if words["phase"] == "final":
        words |= {"stock": "", "line": left_over(len(hands), *hands, *table, words["negative"])}
    return GAME.position(num_players=len(hands), hands=hands, table=table, melds=lines, wilds=wilds, **words)


def left_over(num_players, *cards):
    """The cards of the pack that are not named."""
    pack = Counter(CARD_WORDS[card] for card in GAME.pack_of(num_players))
    return " ".join((pack - Counter(" ".join(cards).split())).elements())


def melding(hand, *own, **words):
    """Two players: player 0 has drawn, and has these melds."""
    return position([hand, "3♠ 4♠"], [own], **words)


def drawing(hand, line, *own, **words):
    """Two players: player 0 is to draw, the newest card of the line being the last one."""
    return melding(hand, *own, phase="draw", line=line, **words)


def hand(table, player=0):
    """A hand as sorted cards in words."""
    return sorted(now(table, "hands")[player].split())


def legal(table, verb):
    """The legal actions of a kind: the melds, or the numbers of cards to take."""
    return [words.removeprefix(verb).strip() for words in table.legal() if words.split()[0] == verb.split()[0]]


def takes(table):
    """The numbers of cards of the line that may be drawn."""
    return [int(words[5:]) for words in table.legal() if words.startswith("take ") and words != "take back"]


def melds(table, player=0):
    """A player's melds, as the cards that they stand for."""
    return [words[3:] for words in now(table, "melds") if words[0] == str(player)]


def may_discard(table):
    return any(words.startswith("discard") for words in table.legal())


# The pack and the deal


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_two_players_have_one_pack_and_more_have_two(num_players):
    packs = 1 if num_players == 2 else 2
    counts = GAME.table(seed=1, num_players=num_players).count_cards()
    assert counts.tolist() == [packs] * 52 + [2 * packs, 0]


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [1, 7])
def test_two_to_six_play(num_players):
    with pytest.raises(ValueError, match="must be 2 to 6"):
        GAME.table(num_players=num_players)


def deck_of(*hands):
    """A written deck in which the players, from the dealer's left, are dealt these hands."""
    dealt = [[CARD_WORDS.index(card) for card in cards.split()] for cards in hands]
    rest = Counter(GAME.pack_of(len(hands))) - Counter(card for cards in dealt for card in cards)
    return [cards[turn] for turn in range(13) for cards in dealt] + list(rest.elements())


NO_DOUBLES = ("A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣", "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦")


@pytest.mark.clause(2, 4)
def test_thirteen_cards_go_round_then_come_the_line_and_the_stock():
    deck = deck_of(*NO_DOUBLES, NO_DOUBLES[0])
    table = GAME.table(num_players=3, deck=deck, dealer=0)
    hands = now(table, "hands")
    assert (hands[1], hands[2], hands[0]) == (NO_DOUBLES[0], NO_DOUBLES[1], NO_DOUBLES[0])
    assert now(table, "line") == CARD_WORDS[deck[39]]
    assert now(table, "negative") == CARD_WORDS[deck[-1]]
    assert now(table, "stock").split() == [CARD_WORDS[card] for card in deck[-2:39:-1]]
    table.play("draw")
    assert CARD_WORDS[deck[40]] in hand(table, 1)


@pytest.mark.clause(4, "c2")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_negative_joker_is_not_part_of_the_stock(num_players):
    table = GAME.table(seed=2, num_players=num_players)
    assert len(now(table, "stock").split()) == len(GAME.pack_of(num_players)) - 13 * num_players - 2
    assert table.view_words(1)["negative"] == now(table, "negative")


@pytest.mark.clause(3, "c15")
def test_with_three_pairs_in_a_hand_the_same_dealer_deals_again():
    hands = ["2♥ 2♥ 5♠ 5♠ J♠ J♠ A♠ 3♠ 4♥ 5♥ 6♠ 7♠ 8♠", *NO_DOUBLES]
    dealt = set()
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(seed, num_players=3, deck=deck_of(*hands), dealer=1)
        assert (now(table, "dealer"), table.player) == (1, 2)
        dealt.update(now(table, "hands"))
    assert not dealt & set(hands)
    assert len(dealt) == 3 * count(compiled=20, interpreted=4)


@pytest.mark.clause(3, "c15")
@pytest.mark.parametrize(
    "cards",
    ["2♥ 2♥ 5♠ 5♠ J♠ 10♠ A♠ 3♠ 4♥ 5♥ 6♠ 7♠ 8♠", "2♥ 2♥ 5♠ 5♠ joker joker A♠ 3♠ 4♥ 5♥ 6♠ 7♠ 8♠"],
)
def test_two_pairs_are_kept_and_jokers_are_no_pair(cards):
    table = GAME.table(1, num_players=3, deck=deck_of(*NO_DOUBLES, cards), dealer=2)
    assert hand(table, 2) == sorted(cards.split())


@pytest.mark.clause(3)
def test_nobody_is_left_with_three_pairs():
    pairs = Counter()
    for seed in range(count(compiled=150, interpreted=20)):
        for cards in GAME.table(seed, num_players=6).state.hands:
            pairs[int((cards[:52] > 1).sum())] += 1
    assert max(pairs) == 2


# Wild cards


@pytest.mark.clause(5, 12)
@pytest.mark.parametrize(
    ("negative", "wild", "others"),
    [("A♠", "A♦ A♥", "A♣ K♥"), ("7♦", "7♣ 7♠", "7♥ 8♣"), ("10♥", "10♣ 10♠", "10♦ A♠")],
)
def test_the_negative_jokers_rank_is_wild_in_the_other_colour(negative, wild, others):
    for card in [*wild.split(), "joker"]:
        assert "4♦ 5♦ 6♦" in legal(melding(f"4♦ 5♦ {card} 9♣", "J♣ Q♣ K♣", negative=negative), "meld")
    for card in others.split():
        assert not legal(melding(f"4♦ 5♦ {card} 9♣", "J♣ Q♣ K♣", negative=negative), "meld")


@pytest.mark.clause("c2")
def test_if_the_negative_joker_is_a_joker_only_jokers_are_wild():
    for card in CARD_WORDS[:52]:
        if card not in "3♦ 4♦ 5♦ 6♦ 7♦ 9♣ J♣ Q♣ K♣ K♠ 3♠ 4♠":
            assert "4♦ 5♦ 6♦" not in legal(melding(f"4♦ 5♦ {card} 9♣", "J♣ Q♣ K♣", negative="joker"), "meld")
    assert "4♦ 5♦ 6♦" in legal(melding("4♦ 5♦ joker 9♣", "J♣ Q♣ K♣", negative="joker"), "meld")


@pytest.mark.clause(12, 15)
def test_a_wild_card_used_as_itself_is_natural():
    """It may be part of the first sequence, and of the one that must be there."""
    table = melding("Q♦ K♦ A♦ 9♣ 9♠", negative="A♠").play("meld Q♦ K♦ A♦")
    assert now(table, "wilds") == []
    assert may_discard(table)
    assert "meld J♦ Q♦ K♦" not in melding("Q♦ K♦ A♦ 9♣ 9♠", negative="A♠").legal()


@pytest.mark.clause(12)
def test_a_wild_card_may_stand_for_another_one_though_it_could_be_itself():
    table = melding("Q♦ K♦ A♦ 9♣ 9♠", "5♣ 6♣ 7♣", negative="A♠")
    assert set(legal(table, "meld")) == {"J♦ Q♦ K♦", "Q♦ K♦ A♦", "9♣ 9♦ 9♠", "9♣ 9♥ 9♠"}
    table.play("meld J♦ Q♦ K♦")
    assert now(table, "wilds") == ["1: A♦ for J♦"]


@pytest.mark.clause(13, "c5", "c6")
def test_one_natural_card_is_enough_and_one_is_needed():
    table = melding("joker joker 2♦ 2♥ 9♣", "5♣ 6♣ 7♣")
    sets = {"9♣ 9♦ 9♥", "9♣ 9♦ 9♠", "9♣ 9♥ 9♠", "9♣ 9♦ 9♥ 9♠"}
    twos = {"2♣ 2♦ 2♥", "2♣ 2♦ 2♠", "2♣ 2♥ 2♠", "2♦ 2♥ 2♠", "2♣ 2♦ 2♥ 2♠"}
    found = set(legal(table, "meld"))
    assert found >= sets | twos | {"7♣ 8♣ 9♣", "A♦ 2♦ 3♦", "A♥ 2♥ 3♥ 4♥"}  # 2♦ and 2♥ as themselves
    assert all({"9♣", "2♦", "2♥"} & set(meld.split()) for meld in found)
    assert not legal(melding("joker joker 9♣", "5♣ 6♣ 7♣"), "meld")  # a card is left for the discard
    assert not legal(melding("joker joker", "5♣ 6♣ 7♣", phase="final"), "meld")


@pytest.mark.clause(9, 12, 13)
def test_two_wild_cards_and_a_natural_one_make_any_sequence_of_it():
    found = legal(melding("9♥ joker 2♦ 4♥", "5♣ 6♣ 7♣"), "meld")
    sequences = {meld for meld in found if {"8♥", "10♥"} & set(meld.split())}
    assert sequences == {"7♥ 8♥ 9♥", "8♥ 9♥ 10♥", "9♥ 10♥ J♥"}


@pytest.mark.clause("c6")
def test_two_wild_cards_of_a_kind_stand_for_two_cards():
    table = position(["9♣ 2♦ 2♦ 4♠", "3♠", "3♠"], [["5♣ 6♣ 7♣"]]).play("meld 9♣ 9♦ 9♥")
    assert now(table, "wilds") == ["1: 2♦ for 9♦", "1: 2♦ for 9♥"]


# Melds


@pytest.mark.clause(9)
@pytest.mark.parametrize("cards", ["A♥ 2♥ 3♥", "8♦ 9♦ 10♦", "J♥ Q♥ K♥", "Q♦ K♦ A♦", "10♥ J♥ Q♥ K♥ A♥"])
def test_sequences_have_the_ace_below_the_two_or_above_the_king(cards):
    table = melding(f"{cards} 7♠", "5♣ 6♣ 7♣", negative="9♠")
    assert cards in legal(table, "meld")


@pytest.mark.clause(9)
@pytest.mark.parametrize("cards", ["K♥ A♥ 3♥", "8♦ 9♦", "8♦ 9♦ 10♥", "8♦ 9♦ J♦", "Q♦ A♦ 3♦"])
def test_other_cards_are_no_sequence(cards):
    assert not legal(melding(f"{cards} 7♠", "5♣ 6♣ 7♣"), "meld")


@pytest.mark.clause(9)
def test_a_sequence_does_not_go_round_the_corner():
    assert not legal(melding("K♥ A♥ 2♥ 7♠", "5♣ 6♣ 7♣", negative="9♠"), "meld")


@pytest.mark.clause("c7")
def test_a_sequence_has_up_to_thirteen_cards():
    suit = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥"
    table = position([f"{suit} A♥ 7♠", "3♠", "3♠"], negative="9♠", moved=[1, 0, 0])
    found = legal(table, "meld")
    assert max(len(meld.split()) for meld in found) == 13
    assert suit in found
    assert f"{suit[3:]} A♥" in found
    assert len([words for words in ACTIONS.words if words.startswith("meld")]) == 4 * 77 + 13 * 5


@pytest.mark.clause(10, 11, "c6")
def test_sets_are_three_or_four_suits_of_a_rank():
    table = position(["9♣ 9♦ 9♥ 9♠ 9♠ 3♦", "3♠", "3♠"], [["5♣ 6♣ 7♣"]])
    assert set(legal(table, "meld")) == {"9♣ 9♦ 9♥", "9♣ 9♦ 9♠", "9♣ 9♥ 9♠", "9♦ 9♥ 9♠", "9♣ 9♦ 9♥ 9♠"}


@pytest.mark.clause(11)
@pytest.mark.parametrize("cards", ["9♣ 9♣ 9♦ 3♦", "8♥ 9♥ 9♥ 3♦"])
def test_a_card_does_not_count_twice_in_a_meld(cards):
    assert not legal(position([cards, "3♠", "3♠"], [["5♣ 6♣ 7♣"]]), "meld")


@pytest.mark.clause(14, "c8")
@pytest.mark.parametrize(
    ("own", "cards", "barred", "allowed"),
    [
        ("8♥ 9♥ 10♥", "8♥ 9♥ 10♥ J♥", "8♥ 9♥ 10♥", "9♥ 10♥ J♥"),
        ("8♥ joker=9♥ 10♥", "8♥ 9♥ 10♥ J♥", "8♥ 9♥ 10♥", "8♥ 9♥ 10♥ J♥"),
        ("9♣ 9♦ 9♥", "9♣ 9♦ 9♥ 9♠", "9♣ 9♦ 9♥", "9♣ 9♦ 9♠"),
        ("9♣ joker=9♦ 9♥", "9♣ 9♦ 9♥ 9♠", "9♣ 9♦ 9♥", "9♣ 9♦ 9♥ 9♠"),
    ],
)
def test_a_player_does_not_have_two_equal_melds(own, cards, barred, allowed):
    """Other players may have such a meld."""
    found = legal(position([f"{cards} K♦", "3♠", "3♠"], [["5♣ 6♣ 7♣", own]]), "meld")
    assert barred not in found
    assert allowed in found
    assert barred in legal(position([f"{cards} K♦", "3♠", "3♠"], [["5♣ 6♣ 7♣"], ["J♣ Q♣ K♣", own]]), "meld")


@pytest.mark.clause(15)
def test_the_first_meld_is_a_natural_sequence():
    table = melding("8♥ 9♥ 10♥ Q♥ joker 9♣ 9♦ K♦")
    assert legal(table, "meld") == ["8♥ 9♥ 10♥"]
    table.play("meld 8♥ 9♥ 10♥")
    assert {"9♣ 9♦ 9♥", "9♣ 9♦ 9♠"} <= set(legal(table, "meld"))


@pytest.mark.clause(16)
def test_melds_of_others_are_out_of_reach():
    table = position(["8♥ 4♦ 4♣", "3♠", "3♠"], [["5♣ 6♣ 7♣"], ["9♥ 10♥ J♥", "4♦ 4♥ 4♠"]])
    assert [words for words in table.legal() if not words.startswith("discard")] == ["pick up sequences of ♣"]
    table = position(["8♣ K♥", "3♠", "3♠"], [["5♣ 6♣ 7♣"], ["9♣ 10♣ J♣"]]).play("pick up sequences of ♣")
    assert now(table, "loose") == "5♣ 6♣ 7♣"


# Turns


@pytest.mark.clause(6, 8)
def test_a_turn_is_to_draw_to_meld_and_to_discard():
    table = GAME.table(seed=4, num_players=3)
    first = table.player
    assert first == (now(table, "dealer") + 1) % 3
    assert "draw" in table.legal()
    assert not may_discard(table)
    top = now(table, "stock").split()[-1]
    before = hand(table, first)
    table.play("draw")
    assert hand(table, first) == sorted([*before, top])
    assert table.player == first
    assert set(legal(table, "discard")) == {*before, top}
    table.play(f"discard {before[0]}")
    assert table.player == (first + 1) % 3
    assert now(table, "line").split()[-1] == before[0]
    assert (now(table, "phase"), len(hand(table, first))) == ("draw", 13)


@pytest.mark.clause(7)
def test_the_line_keeps_its_order_and_all_see_it():
    table = melding("8♥ 9♣ J♦", line="7♦ Q♦ 3♥").play("discard 9♣")
    assert now(table, "line") == "7♦ Q♦ 3♥ 9♣"
    assert table.view_words(0)["line"] == table.view_words(1)["line"] == "9♣ 3♥ Q♦ 7♦"
    reach = table.view(1).reach
    assert [int(reach[CARD_WORDS.index(card)]) for card in ("9♣", "3♥", "7♦", "8♥")] == [1, 2, 4, 0]


@pytest.mark.clause(8, "c1", "c4")
@pytest.mark.parametrize("own", [[], ["5♣ 6♣ 7♣"]])
def test_a_card_of_the_line_that_can_be_melded_is_drawn_with_all_newer_ones(own):
    """The cards are those of the rules' example."""
    table = drawing("8♠ A♣ 5♥", "7♦ Q♦ 3♥ 9♠ 10♠ K♦ 10♦", *own)
    assert takes(table) == [4]
    table.play("take 4")
    assert hand(table) == sorted(["8♠", "A♣", "5♥", "9♠", "10♠", "K♦", "10♦"])
    assert now(table, "line") == "7♦ Q♦ 3♥"
    assert legal(table, "meld") == ["8♠ 9♠ 10♠"]
    assert not may_discard(table)
    table.play("meld 8♠ 9♠ 10♠")
    assert set(legal(table, "discard")) == {"A♣", "5♥", "K♦", "10♦"}


@pytest.mark.clause(8, 13)
def test_a_card_of_the_line_that_makes_no_meld_is_not_drawn():
    table = drawing("8♠ A♣ 5♥", "9♠ K♦ 5♦", "5♣ 6♣ 7♣")
    assert takes(table) == []
    assert "draw" in table.legal()


@pytest.mark.clause(8, "c10")
def test_a_draw_from_the_line_leaves_a_card_for_the_discard():
    assert takes(drawing("8♠ 10♠", "K♦ 9♠", "5♣ 6♣ 7♣")) == []
    assert takes(drawing("8♠ 10♠ 4♥", "K♦ 9♠", "5♣ 6♣ 7♣")) == [1]


@pytest.mark.clause(14)
def test_a_card_of_the_line_is_not_drawn_for_a_meld_that_lies_already():
    own = ["5♣ 6♣ 7♣", "8♥ 9♥ 10♥"]
    words = {"phase": "draw", "line": "K♠ 9♥"}
    assert takes(position(["8♥ 10♥ K♦", "3♠", "3♠"], [own], **words)) == []
    assert takes(position(["8♥ 10♥ J♥ K♦", "3♠", "3♠"], [own], **words)) == [1]


@pytest.mark.clause("c16")
def test_a_wild_card_is_drawn_from_the_line_if_it_is_melded():
    for card in ("joker", "2♦"):
        table = drawing("8♠ 10♠ 4♥", f"K♦ {card}", "5♣ 6♣ 7♣")
        assert takes(table) == [1]
        table.play("take 1")
        assert legal(table, "meld") == ["8♠ 9♠ 10♠"]
        assert takes(drawing("8♠ J♠ 4♥", f"K♦ {card}", "5♣ 6♣ 7♣")) == []


@pytest.mark.clause("c16", "c20")
def test_a_wild_card_from_the_line_takes_a_place_in_the_meld():
    """With another wild card at hand, the drawn one must be used."""
    table = drawing("8♠ 10♠ 4♥ 2♦", "K♦ joker", "5♣ 6♣ 7♣").play("take 1", "meld 8♠ 9♠ 10♠")
    assert table.legal() == ["use natural", "use joker", "use lower wild"]
    table.play("use natural")
    assert table.legal() == ["use joker", "use lower wild"]
    table.play("use lower wild")
    assert melds(table) == ["5♣ 6♣ 7♣", "8♠ 9♠ 10♠"]
    assert now(table, "wilds") == ["1: 2♦ for 9♠", "1: joker for 10♠"]


@pytest.mark.clause(18, "c18")
def test_before_the_first_meld_the_card_itself_must_make_a_natural_sequence():
    assert takes(drawing("8♠ 10♠ 4♥ 9♣ 9♦", "J♦ 9♠")) == [1]
    assert takes(drawing("8♠ 10♠ 4♥ 9♣ 9♦", "9♥")) == []  # a set
    assert takes(drawing("8♠ joker 4♥ 7♣ 3♦", "9♠")) == []
    assert takes(drawing("8♠ 9♠ 4♥ 7♣ 3♦", "joker")) == []
    assert takes(drawing("8♠ 10♠ 4♥ 7♣ J♦", "K♦ 9♠ Q♥")) == [2]  # newer cards do not do


@pytest.mark.clause(18, "c20")
def test_before_the_first_meld_the_card_is_melded_in_a_natural_sequence():
    table = drawing("8♠ 10♠ 5♥ 6♥ 7♥ joker", "J♦ 9♠").play("take 1")
    assert table.legal() == ["meld 8♠ 9♠ 10♠"]


@pytest.mark.clause(12, 18)
def test_before_the_first_meld_a_wild_card_of_the_line_may_be_itself():
    assert takes(drawing("3♦ 4♦ K♥", "Q♠ 2♦")) == [1]
    assert drawing("3♦ 4♦ K♥", "Q♠ 2♦").play("take 1").legal() == ["meld 2♦ 3♦ 4♦"]


@pytest.mark.clause(19, "c19")
def test_a_natural_sequence_may_be_laid_down_before_a_draw_from_the_line():
    table = drawing("5♥ 6♥ 7♥ 9♣ 9♦ K♦", "J♦ 9♠")
    assert takes(table) == []
    assert legal(table, "meld") == ["5♥ 6♥ 7♥"]
    table.play("meld 5♥ 6♥ 7♥")
    assert (now(table, "phase"), now(table, "work")) == ("draw", "laid_early")
    assert table.legal() == ["take 1", "pick up sequences of ♥", "take back"]  # not from the stock
    table.play("take 1")
    assert legal(table, "meld") == ["9♣ 9♦ 9♠"]
    assert not may_discard(table)
    table.play("meld 9♣ 9♦ 9♠")
    assert may_discard(table)
    assert "take back" not in table.legal()


@pytest.mark.clause(19, "c19")
def test_nothing_is_laid_down_before_drawing_if_the_line_has_no_card_for_it():
    assert legal(drawing("5♥ 6♥ 7♥ 9♣ 9♦ K♦", "J♦ Q♠"), "meld") == []


@pytest.mark.clause(19)
def test_only_the_first_meld_is_laid_down_before_drawing():
    assert legal(drawing("5♥ 6♥ 7♥ 9♣ 9♦ K♦", "J♦ 9♠", "5♣ 6♣ 7♣"), "meld") == []
    table = drawing("5♥ 6♥ 7♥ 9♦ 10♦ J♦ 9♣ K♦", "Q♥ 9♠").play("meld 5♥ 6♥ 7♥")
    assert legal(table, "meld") == []


@pytest.mark.clause("c20")
def test_the_first_meld_after_the_draw_holds_the_card_or_one_of_its_kind():
    table = position(["8♠ 10♠ 9♥ 9♦ 9♠ 4♥ 5♥ 6♥ K♦", "3♠", "3♠"], [["5♣ 6♣ 7♣"]], phase="draw", line="K♠ 9♠").play(
        "take 1"
    )
    assert set(legal(table, "meld")) == {"8♠ 9♠ 10♠", "9♦ 9♥ 9♠"}
    table.play("meld 9♦ 9♥ 9♠")
    assert {"4♥ 5♥ 6♥", "8♠ 9♠ 10♠"} <= set(legal(table, "meld"))
    assert may_discard(table)


@pytest.mark.clause(12, "c20")
def test_a_wild_card_does_not_stand_for_the_card_that_was_drawn():
    table = drawing("8♠ 10♠ joker 4♥", "K♦ 9♠", "5♣ 6♣ 7♣").play("take 1", "meld 8♠ 9♠ 10♠", "use natural")
    table.play("use natural")  # 10♠: the place of 9♠ left no choice
    assert now(table, "wilds") == []


# Rearranging


@pytest.mark.clause(17)
def test_own_melds_are_rearranged_with_cards_of_the_hand():
    table = melding("8♣ 8♥ K♦", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦")
    assert now(table, "loose") == "5♦ 6♦ 7♦ 8♦"
    table.play("meld 8♣ 8♦ 8♥")
    assert not may_discard(table)  # what was picked up must lie again
    table.play("meld 5♦ 6♦ 7♦")
    assert melds(table) == ["8♣ 8♦ 8♥", "5♦ 6♦ 7♦"]
    assert legal(table, "discard") == ["K♦"]
    assert "take back" not in table.legal()


@pytest.mark.clause(17)
def test_melded_cards_do_not_go_back_to_the_hand():
    table = melding("8♣ 8♥ K♦ 9♦", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦", "meld 6♦ 7♦ 8♦ 9♦")
    assert table.legal() == ["take back"]
    assert now(table, "loose") == "5♦"
    table = melding("8♦ 9♦ 10♦ K♥", "5♦ 6♦ 7♦").play("pick up sequences of ♦", "meld 7♦ 8♦ 9♦ 10♦")
    assert table.legal() == ["take back"]


@pytest.mark.clause(17, "c9")
def test_there_must_be_a_natural_sequence_but_not_always_the_same_one():
    table = melding("7♣ 7♥ 4♦ 9♦ 10♦ J♦ K♥ joker", "5♦ 6♦ 7♦").play("pick up sequences of ♦", "meld 7♣ 7♦ 7♥")
    table.play(*["use natural"] * 3, "meld 4♦ 5♦ 6♦ 7♦")
    assert now(table, "loose") == ""
    assert melds(table) == ["7♣ 7♦ 7♥", "4♦ 5♦ 6♦ 7♦"]
    assert not may_discard(table)
    table.play("meld 9♦ 10♦ J♦")
    assert may_discard(table)


@pytest.mark.clause("c3")
def test_for_a_card_of_the_line_own_melds_are_picked_up_before_drawing():
    table = drawing("K♦ 4♣", "Q♠ 8♦", "5♦ 6♦ 7♦", "9♣ 9♥ 9♠")
    assert takes(table) == []
    table.play("pick up sequences of ♦")
    assert table.legal() == ["take 1", "pick up sets of 9", "take back"]
    table.play("take 1", "meld 5♦ 6♦ 7♦ 8♦")
    assert set(legal(table, "discard")) == {"K♦", "4♣"}


@pytest.mark.clause("c3")
def test_a_card_of_the_line_may_lie_anywhere_after_rearranging():
    table = drawing("8♣ K♦ 4♣", "Q♠ 8♥", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦", "take 1")
    table.play("meld 5♦ 6♦ 7♦", "meld 8♣ 8♦ 8♥")
    assert set(legal(table, "discard")) == {"K♦", "4♣"}


@pytest.mark.clause("c3")
def test_melds_of_a_suit_or_of_a_rank_are_picked_up_together():
    own = ["5♦ 6♦ 7♦", "9♦ 10♦ J♦", "5♣ 6♣ 7♣", "K♣ K♦ K♥", "K♣ K♦ K♠"]
    table = position(["8♥ 4♦", "3♠", "3♠"], [own])
    assert legal(table, "pick up")[:3] == ["sequences of ♣", "sequences of ♦", "sets of K"]
    table.play("pick up sequences of ♦")
    assert melds(table) == ["5♣ 6♣ 7♣", "K♣ K♦ K♥", "K♣ K♦ K♠"]
    table.play("pick up sets of K")
    assert melds(table) == ["5♣ 6♣ 7♣"]
    assert now(table, "loose") == "K♣ K♣ 5♦ 6♦ 7♦ 9♦ 10♦ J♦ K♦ K♦ K♥ K♠"


@pytest.mark.clause("c20")
def test_with_melds_picked_up_the_drawn_card_lies_when_all_is_laid_down_again():
    table = drawing("8♣ 8♦ K♦ 4♣", "Q♠ 8♥", "5♦ 6♦ 7♦").play("pick up sequences of ♦", "take 1", "meld 5♦ 6♦ 7♦ 8♦")
    assert now(table, "loose") == ""
    assert not may_discard(table)  # 8♥ is not melded
    table.play("take back", "pick up sequences of ♦", "take 1", "meld 8♣ 8♦ 8♥", "meld 5♦ 6♦ 7♦")
    assert may_discard(table)


@pytest.mark.clause("c20")
def test_one_more_copy_of_the_drawn_card_must_lie_than_before():
    """A copy of it that already lay does not count."""
    own = ["5♦ 6♦ 7♦ 8♦", "5♣ 6♣ 7♣"]
    table = position(["9♦ 10♦ K♥", "3♠", "3♠"], [own], phase="draw", line="Q♠ 8♦")
    table.play("pick up sequences of ♦", "take 1", "meld 5♦ 6♦ 7♦")
    assert now(table, "owed_copies") == 2
    table.play("meld 8♦ 9♦ 10♦")
    assert now(table, "loose") == ""
    assert not may_discard(table)


@pytest.mark.clause("c21")
def test_rearranging_brings_a_card_of_the_hand_to_the_table():
    table = melding("K♦ 4♣", "5♦ 6♦ 7♦ 8♦ 9♦ 10♦").play("pick up sequences of ♦", "meld 5♦ 6♦ 7♦", "meld 8♦ 9♦ 10♦")
    assert table.legal() == ["take back"]
    table = drawing("J♦ 4♣", "Q♦", "5♦ 6♦ 7♦ 8♦ 9♦ 10♦").play("pick up sequences of ♦", "take 1")
    table.play("meld 5♦ 6♦ 7♦", "meld 8♦ 9♦ 10♦ J♦ Q♦")
    assert may_discard(table)


@pytest.mark.clause("c22")
def test_picking_up_can_be_taken_back():
    table = melding("8♣ 8♥ K♦", "5♦ 6♦ joker=7♦", "J♣ Q♣ K♣")
    before = table.words("hands", "table", "melds", "wilds", "loose", "kept_melds")
    table.play("pick up sequences of ♦", "meld 8♣ 8♦ 8♥", "take back")
    assert table.words("hands", "table", "melds", "wilds", "loose", "kept_melds") == before
    assert now(table, "phase") == "meld"
    assert may_discard(table)


@pytest.mark.clause("c22")
def test_a_draw_from_the_line_is_taken_back_too():
    table = drawing("8♣ K♦", "Q♠ 8♥ J♥", "5♦ 6♦ 7♦ 8♦")
    before = table.words("hands", "table", "melds", "line", "phase", "known")
    table.play("pick up sequences of ♦", "take 2", "take back")
    assert table.words("hands", "table", "melds", "line", "phase", "known") == before
    assert "draw" in table.legal()


@pytest.mark.clause("c22")
def test_a_draw_that_was_right_by_itself_is_not_taken_back():
    """Melds that are picked up after it are."""
    table = drawing("8♣ 8♦ K♦ A♥", "Q♠ 8♥", "5♦ 6♦ 7♦").play("take 1", "pick up sequences of ♦", "take back")
    assert (now(table, "line"), now(table, "owed")) == ("Q♠", "8♥")
    assert set(legal(table, "meld")) == {"8♣ 8♦ 8♥"}


@pytest.mark.clause("c22")
def test_a_sequence_laid_before_drawing_is_taken_back_with_the_draw():
    table = drawing("5♥ 6♥ 7♥ 9♣ 9♦ K♦", "J♦ 9♠").play("meld 5♥ 6♥ 7♥", "take 1", "take back")
    assert hand(table) == sorted(["5♥", "6♥", "7♥", "9♣", "9♦", "K♦"])
    assert (now(table, "line"), now(table, "melds"), now(table, "owed")) == ("J♦ 9♠", [], None)
    assert "draw" in table.legal()


@pytest.mark.clause("c22")
def test_all_know_the_cards_that_were_shown():
    table = melding("8♣ 8♥ K♦", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦", "meld 8♣ 8♦ 8♥", "take back")
    assert table.view_words(1)["known"] == ["", "8♣ 8♥"]
    table.play("discard 8♣")
    assert table.view_words(1)["known"] == ["", "8♥"]


@pytest.mark.clause("c22")
def test_the_third_time_ends_picking_up_in_this_turn():
    table = melding("8♣ 8♥ K♦", "5♦ 6♦ 7♦ 8♦")
    for _ in range(3):
        assert "pick up sequences of ♦" in table.legal()
        table.play("pick up sequences of ♦", "take back")
    assert table.legal() == ["discard 8♣", "discard K♦", "discard 8♥"]
    table.play("discard K♦")
    assert now(table, "taken_back") == 0
    table = drawing("5♥ 6♥ 7♥ 9♣ 9♦ K♦", "J♦ 9♠", taken_back=3)
    assert table.legal() == ["draw"]


@pytest.mark.clause("c23")
def test_melds_laid_since_are_picked_up_only_when_all_lies_properly():
    table = melding("8♣ 8♥ 4♦ K♦", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦", "meld 8♣ 8♦ 8♥")
    assert [words for words in table.legal() if "pick up" in words] == []
    table.play("meld 4♦ 5♦ 6♦ 7♦")
    assert [words for words in table.legal() if "pick up" in words] == ["pick up sequences of ♦", "pick up sets of 8"]


# The cards of a meld


@pytest.mark.clause("c24")
def test_the_cards_of_a_meld_are_chosen_where_there_is_more_than_one_way():
    table = melding("5♦ 7♦ joker 2♥ K♦", "9♣ 10♣ J♣").play("meld 5♦ 6♦ 7♦")
    assert table.view_words(0)["next"] == "5♦"
    assert table.legal() == ["use natural", "use joker", "use higher wild"]
    table.play("use natural")
    assert table.view_words(0)["chosen"] == "5♦"
    assert (table.view_words(0)["next"], table.legal()) == ("6♦", ["use joker", "use higher wild"])
    assert table.view_words(1)["own_meld"] == []
    table.play("use higher wild")
    assert table.legal() == ["use natural", "use joker"]
    table.play("use joker")
    assert now(table, "wilds") == ["1: 2♥ for 6♦", "1: joker for 7♦"]
    assert hand(table) == ["7♦", "K♦"]


@pytest.mark.clause(12, "c24")
def test_a_wild_card_in_its_own_place_is_natural_and_no_other_choice():
    table = melding("A♦ 2♦ 3♦ joker K♥", "9♣ 10♣ J♣").play("meld A♦ 2♦ 3♦", "use natural")
    assert table.legal() == ["use natural", "use joker"]


@pytest.mark.clause(13, "c24")
def test_a_natural_card_is_left_for_the_last_place():
    table = melding("7♦ joker joker 2♥ K♦", "9♣ 10♣ J♣").play("meld 5♦ 6♦ 7♦", "use joker", "use higher wild")
    assert now(table, "wilds") == ["1: joker for 5♦", "1: 2♥ for 6♦"]
    assert hand(table) == ["K♦", "joker"]


@pytest.mark.clause("c24")
def test_cards_that_were_picked_up_go_before_equal_ones_of_the_hand():
    table = position(["7♦ 8♦ K♥", "3♠", "3♠"], [["5♦ 6♦ 7♦"]]).play("pick up sequences of ♦", "meld 5♦ 6♦ 7♦ 8♦")
    assert (hand(table), now(table, "loose")) == (["7♦", "K♥"], "")


# The end


@pytest.mark.clause(20, "c14")
def test_a_player_who_discards_the_last_card_wins():
    table = position(["8♥ 9♥ 10♥ K♦", "3♠ Q♠", "3♠"], [["5♣ 6♣ 7♣"], ["Q♣ K♣ A♣"]])
    table.play("meld 8♥ 9♥ 10♥", "discard K♦")
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "reward") == [1, -0.5, -0.5]
    assert now(table, "score") == [832, 0, 0]


@pytest.mark.clause("c14")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_nothing_pays_more_than_to_go_out(num_players):
    """This holds with rewards by score too, for any melds and hands when the stock has run out."""
    hands, rest = ["8♥ 9♥ 10♥ K♦", "3♠ Q♠"], [""] * (num_players - 2)
    table = position([*hands, *rest], [["5♣ 6♣ 7♣"]], reward="score").play("meld 8♥ 9♥ 10♥", "discard K♦")
    assert now(table, "reward")[0] == pytest.approx(1 - 1 / num_players, abs=1e-5)
    assert now(table, "score") == [832, *[0] * (num_players - 1)]
    assert sum(int(CARD_POINTS[card]) for card in GAME.pack_of(num_players)) + 10 * MOST_WILDS <= 832


@pytest.mark.clause(20, "c10")
def test_the_last_card_is_not_melded():
    assert legal(melding("8♥ 9♥ 10♥", "5♣ 6♣ 7♣"), "meld") == []
    table = melding("8♣ 9♣", "5♣ 6♣ 7♣").play("pick up sequences of ♣")
    found = legal(table, "meld")
    assert "5♣ 6♣ 7♣ 8♣" in found
    assert "5♣ 6♣ 7♣ 8♣ 9♣" not in found


@pytest.mark.clause(20, "c11")
def test_one_may_go_out_in_the_turn_of_the_first_meld():
    table = melding("8♥ 9♥ 10♥ 4♣ 4♦ 4♥ K♦").play("meld 8♥ 9♥ 10♥", "meld 4♣ 4♦ 4♥", "discard K♦")
    assert now(table, "reward") == [1, -1]


def last_turn(*hands, own=(), **words):
    """Player 0 has drawn the last card of the stock; the cards that nobody holds lie in the line and with player 1."""
    line = left_over(len(hands), *hands, *(" ".join(player) for player in own), "2♣")
    return position(list(hands), own, line=line, stock="", **words)


@pytest.mark.clause(21, "c17")
def test_going_out_with_the_last_card_of_the_stock_wins():
    table = last_turn("8♥ 9♥ 10♥ K♦", "3♠", own=[["5♣ 6♣ 7♣"]]).play("meld 8♥ 9♥ 10♥", "discard K♦")
    assert now(table, "reward") == [1, -1]


@pytest.mark.clause(21, "c12")
def test_after_the_last_card_of_the_stock_all_may_meld_once_more():
    """Players go from the left of the player on turn; nobody draws or discards."""
    table = GAME.table(seed=3, num_players=3)
    while now(table, "phase") != "final":
        table.play("draw")
        last = table.player
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert now(table, "stock") == ""
    assert table.player == (last + 1) % 3
    for turn in range(3):
        assert table.player == (last + 1 + turn) % 3
        assert set(table.legal()) <= {"done", *(words for words in ACTIONS.words if words.startswith("meld"))}
        table.play("done")
    assert table.over
    assert not now(table, "truncated")


@pytest.mark.clause(15, 21, "c10", "c12")
def test_in_the_last_melding_all_cards_may_be_melded_but_rules_hold():
    table = position(["9♣ 9♦ 9♥ 8♥ 10♥", "3♠"], phase="final")
    assert table.legal() == ["meld 8♥ 9♥ 10♥", "done"]
    table = position(["8♥ 9♥ 10♥", "3♠"], [["5♣ 6♣ 7♣"]], phase="final").play("meld 8♥ 9♥ 10♥")
    assert hand(table) == []
    assert "done" in table.legal()
    table = position(["8♣", "3♠"], [["5♣ 6♣ 7♣"]], phase="final").play("pick up sequences of ♣")
    assert "done" not in table.legal()
    table.play("meld 5♣ 6♣ 7♣ 8♣")
    assert "done" in table.legal()


def score(hands, melds_of=(), **words):
    """The players' scores at the end."""
    table = position(hands, melds_of, phase="final", **words)
    for _ in hands:
        table.play("done")
    assert table.over
    return now(table, "score")


@pytest.mark.clause(22)
def test_melds_count_and_cards_in_hand_cost():
    """6, 7 and 8 count 21, less 9 in the hand; another player has melded nothing, and has 3 in the hand."""
    assert score(["9♦", "3♠"], [["6♣ 7♣ 8♣"]]) == [12, -3]


@pytest.mark.clause(22)
@pytest.mark.parametrize(
    ("meld", "points"),
    [("A♣ 2♣ 3♣", 15), ("Q♥ K♥ A♥", 30), ("8♦ 9♦ 10♦ J♦", 37), ("4♣ 4♦ 4♥", 12), ("A♣ A♦ A♥ A♠", 40)],
)
def test_aces_and_court_cards_count_ten_and_others_their_number(meld, points):
    own = ["5♠ 6♠ 7♠", meld]  # 18 points
    assert score(["K♣", "3♠"], [own], negative="10♠" if "10" not in meld else "2♠") == [18 + points - 10, -3]


@pytest.mark.clause(22)
@pytest.mark.parametrize(("cards", "points"), [("A♠", 10), ("J♠ Q♠ K♦", 30), ("10♠ 9♠ 2♠", 21)])
def test_cards_in_hand_cost_what_they_count(cards, points):
    assert score([cards, "3♣"], negative="6♣") == [-points, -3]


@pytest.mark.clause(22)
def test_a_wild_card_in_a_meld_counts_what_it_stands_for():
    """5♠ 6♠ 7♠ are 18; 2♦ for K♦ and a joker for 9♥: 30 and 27."""
    own = ["5♠ 6♠ 7♠", "Q♦ 2♦=K♦ A♦", "8♥ joker=9♥ 10♥"]
    assert score(["4♣", "3♠"], [own]) == [18 + 30 + 27 - 4, -3]


@pytest.mark.clause("c13")
def test_wild_cards_in_hand_cost_their_rank_and_jokers_nothing():
    assert score(["joker 2♦", "3♠ joker"]) == [-2, -3]
    assert score(["A♥", "3♠"], negative="A♣") == [-10, -3]


@pytest.mark.clause(22, "c14")
@pytest.mark.parametrize(
    ("hands", "rewards"),
    [
        (["3♦", "4♠", "5♠"], [1, -0.5, -0.5]),
        (["5♦", "4♠", "4♥"], [-1, 0.5, 0.5]),
        (["4♦", "4♠", "4♥"], [0, 0, 0]),
    ],
)
def test_the_highest_score_wins_and_ties_share(hands, rewards):
    table = position(hands, phase="final").play("done", "done", "done")
    assert now(table, "reward") == rewards


# Every legal way to meld, compared with a slow search that is independent of the rules' code


def all_melds():
    """The cards that melds stand for, with whether they are sequences."""
    found = []
    for suit in SUIT_WORDS:
        order = [rank + suit for rank in (*RANK_WORDS, "A")]
        found += [(tuple(order[a:b]), True) for a in range(14) for b in range(a + 3, 15) if b - a <= 13]
    for rank in RANK_WORDS:
        found += [
            (tuple(rank + suit for suit in suits), False) for n in (3, 4) for suits in combinations(SUIT_WORDS, n)
        ]
    return found


ALL_MELDS = all_melds()


def wild_cards(negative):
    if negative == "joker":
        return {"joker"}
    return {"joker"} | {negative[:-1] + suit for suit in ("♦♥" if negative[-1] in "♣♠" else "♣♠")}


def fillings(cards, pool, wild):
    """All ways to make a meld that stands for some cards, with at least one natural card."""
    ways = [()]
    for card in cards:
        ways = [(*way, used) for way in ways for used in {card} | wild if way.count(used) < pool[used]]
    return [way for way in ways if any(one == other for one, other in zip(way, cards, strict=True))]


def arrangements(must, may, wild):
    """All sets of melds, as pairs of represented and actual cards, of some cards and perhaps others."""
    ways = [(cards, way, sequence) for cards, sequence in ALL_MELDS for way in fillings(cards, must + may, wild)]
    found = set()

    def add(first, pool, missing, chosen):
        if not missing and any(sequence and cards == way for cards, way, sequence in chosen):
            found.add(frozenset((cards, way) for cards, way, _ in chosen))
        for place in range(first, len(ways)):
            cards, way, _ = ways[place]
            used = Counter(way)
            if used <= pool and all(cards != other[0] for other in chosen):
                add(place + 1, pool - used, missing - used, [*chosen, ways[place]])

    add(0, must + may, must, [])
    return found


def laid(arrangement):
    return Counter(card for _, way in arrangement for card in way)


def results(table, *first):
    """A player's possible melds and hands when all cards lie properly; found by playing."""
    seen, found, tables = set(), set(), [table.copy().play(*first)] if first else [table.copy()]
    fields = ("phase", "hands", "loose", "melds", "wilds", "meld", "chosen", "work", "old_melds")
    while tables:
        table = tables.pop()
        key = b"".join(table.state[name].tobytes() for name in fields)
        if key in seen:
            continue
        seen.add(key)
        if may_discard(table) or "done" in table.legal():
            words = table.words("melds", "wilds")
            wilds = {tuple(line.partition(" for ")[0::2]): line for line in words["wilds"]}
            stand = {(key[0].split(": ")[0], key[1]): key[0].split(": ")[1] for key in wilds}
            own = [
                (cards, tuple(stand.get((str(place), card), card) for card in cards))
                for place, line in enumerate(words["melds"])
                for cards in [tuple(line[3:].split())]
                if line[0] == "0"
            ]
            found.add((frozenset(own), tuple(hand(table))))
        for action in np.flatnonzero(table.mask):
            if action != TAKE_BACK and ACTIONS.words[action].split()[0] in ("meld", "use", "pick"):
                after = table.copy()
                after.step(int(action))
                tables.append(after)
    return found


def small_position(seed):
    """Random cards of few kinds: negative joker, own melds, hand and line."""
    draw = random.Random(seed)
    negative = draw.choice(["2♣", "6♠", "7♦", "joker", "6♥"])
    kinds = [rank + suit for rank in "45678" for suit in "♦♥♣"] * 2 + ["joker"] * draw.choice([0, 0, 1, 1, 2])
    if negative in kinds:
        kinds.remove(negative)
    draw.shuffle(kinds)
    own = []
    if draw.random() < 0.8:
        found = [
            one for one in arrangements(Counter(), Counter(kinds[:8]), wild_cards(negative)) if laid(one).total() < 7
        ]
        own = sorted(draw.choice(sorted(found, key=sorted))) if found else []
    rest = list((Counter(kinds) - laid(own)).elements())
    draw.shuffle(rest)
    held = draw.randint(2, 4)
    return negative, own, rest[:held], rest[held : held + draw.randint(1, 3)]


def written(own):
    return [
        " ".join(used if used == card else f"{used}={card}" for card, used in zip(*meld, strict=True)) for meld in own
    ]


def expected(own, pool, wild, phase):
    """All possible results of melding from the pool, with the cards left."""
    before = laid(own)
    found = {(frozenset(own), tuple(sorted(pool.elements())))}
    for one in arrangements(before, pool, wild):
        left = before + pool - laid(one)
        if laid(one) > before and (left or phase == "final"):
            found.add((one, tuple(sorted(left.elements()))))
    return found


@pytest.mark.clause(9, 10, 12, 13, 14, 15, 17)
@pytest.mark.parametrize("phase", ["meld", "final"])
def test_every_proper_arrangement_can_be_reached_and_no_other(phase):
    for seed in range(count(compiled=20, interpreted=2)):
        negative, own, held, _ = small_position(seed)
        table = position([" ".join(held), "3♠", "3♠"], [written(own)], negative=negative, phase=phase)
        assert results(table) == expected(own, Counter(held), wild_cards(negative), phase), (negative, own, held)


def from_the_line(own, held, taken, wild):
    """All possible results of drawing some cards of the line, the first of which is melded at once."""
    card, pool = taken[0], Counter(held) + Counter(taken)
    found = set()
    for one, left in expected(own, pool, wild, "meld"):
        if laid(one)[card] > laid(own)[card] and (own or opens(one, card, Counter(held), pool)):
            found.add((one, left))
    return found


def opens(arrangement, card, held, pool):
    """Returns whether a first sequence leads there: with the card (rule 18), or from the hand alone (rule 19)."""
    cards = laid(arrangement)
    for meld, sequence in ALL_MELDS:
        used = Counter(meld)
        if sequence and used <= cards:
            if card in used and used <= pool and (used < cards or (meld, meld) in arrangement):
                return True
            if used <= held and cards[card] > used[card]:
                return True
    return False


@pytest.mark.clause(8, 18, 19, "c3", "c20")
def test_every_proper_draw_from_the_line_can_be_made_and_no_other():
    for seed in range(count(compiled=20, interpreted=2)):
        negative, own, held, taken = small_position(seed)
        line = " ".join(["K♠", *taken])
        table = position([" ".join(held), "3♠", "3♠"], [written(own)], negative=negative, phase="draw", line=line)
        found, tables, seen = set(), [table], set()
        while tables:  # cards that can be picked up or laid down before drawing
            table = tables.pop()
            if (key := str(table.words("melds", "loose"))) in seen:
                continue
            seen.add(key)
            for words in table.legal():
                if words == f"take {len(taken)}":
                    found |= results(table, words)
                elif words.startswith(("meld", "pick")):
                    tables.append(table.copy().play(words))
        assert found == from_the_line(own, held, taken, wild_cards(negative)), (negative, own, held, taken)


# No dead ends


def stubborn(table, generator):
    """An action that delays the end of the turn and takes nothing back, as long as there is one."""
    actions = np.flatnonzero(table.mask)
    others = [a for a in actions if not ACTIONS.words[a].startswith(("discard", "done", "take back", "draw"))]
    return int(generator.choice(others or actions))


def careless(table, generator):
    return int(generator.choice(np.flatnonzero(table.mask)))


@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
@pytest.mark.parametrize("policy", [careless, stubborn])
def test_there_is_always_something_to_do_and_an_end(num_players, policy):
    pack = GAME.count(GAME.pack_of(num_players))
    for seed in range(count(compiled=3, interpreted=num_players == 2)):
        table, generator = GAME.table(seed, num_players=num_players), np.random.default_rng(seed)
        while not table.over:
            assert table.mask.any()
            table.step(policy(table, generator))
            assert np.array_equal(table.count_cards(), pack)
        assert not now(table, "truncated")


# A seat's view


def test_a_seat_sees_all_that_lies_and_its_own_hand():
    table = position(["8♥ 9♥", "3♠ Q♠", "K♦"], [["5♣ 6♣ 7♣"], ["Q♦ 2♦=K♦ A♦", "6♣ 7♣ 8♣"]], line="K♠ 4♦")
    view = table.view_words(2)
    assert view["hand"] == "K♦"
    assert view["hand_sizes"] == [1, 2, 2]
    assert view["table"] == ["", "5♣ 6♣ 7♣", "6♣ 7♣ 8♣ A♦ 2♦ Q♦"]
    assert view["melds"] == ["1: 5♣ 6♣ 7♣", "2: Q♦ K♦ A♦", "2: 6♣ 7♣ 8♣"]
    assert view["wilds"] == ["1: 2♦ for K♦"]
    assert view["meld_points"] == [0, 18, 51]
    assert view["line"] == "4♦ K♠"
    assert view["turn"] == [0, 1, 0]
    assert view["stock_size"] == 108 - 1 - 2 - 5 - 9


def test_all_see_what_is_taken_from_the_line_until_it_is_melded_or_discarded():
    table = drawing("8♠ A♣ 5♥", "7♦ Q♦ 3♥ 9♠ 10♠ K♦ 10♦", "5♣ 6♣ 7♣").play("take 4")
    assert (table.view_words(1)["known"], table.view_words(1)["owed"]) == (["", "10♦ K♦ 9♠ 10♠"], "9♠")
    table.play("meld 8♠ 9♠ 10♠")
    assert (table.view_words(1)["known"], table.view_words(1)["owed"]) == (["", "10♦ K♦"], None)
    table.play("discard 10♦")
    assert table.view_words(1)["known"] == ["", "K♦"]


def test_all_see_what_has_been_picked_up():
    table = melding("8♣ 8♥ K♦", "5♦ 6♦ 7♦ 8♦").play("pick up sequences of ♦")
    view = table.view_words(1)
    assert (view["loose"], view["work"], view["table"]) == ("5♦ 6♦ 7♦ 8♦", "picked_up", ["", ""])


@pytest.mark.parametrize(
    ("name", "line", "example"),
    [("melds", "0: 5♦ 7♦", "2: 5♦ 6♦ 7♦"), ("melds", "5♦ 6♦ 7♦", "2: 5♦ 6♦ 7♦"), ("wilds", "0: 7♦", "0: joker for 7♦")],
)
def test_positions_with_unfit_melds_are_refused(name, line, example):
    with pytest.raises(ValueError, match=f"{name}: '{line}' is not allowed; write such as '{example}'"):
        GAME.position(num_players=2, **{name: [line]})


# Redealing hidden cards


def test_redealing_keeps_known_cards_and_sizes():
    table = position(["8♥ 9♥", "3♠ Q♠ 4♦ J♦", "K♦ 5♣ 5♣"], known=["", "4♦ J♦", "5♣"], moved=[1, 1, 1])
    others = Counter()
    for seed in range(count(compiled=200, interpreted=30)):
        hands = [cards.split() for cards in now(table.redeal(0, seed), "hands")]
        assert sorted(hands[0]) == ["8♥", "9♥"]
        assert {"4♦", "J♦"} <= set(hands[1])
        assert "5♣" in hands[2]
        assert [len(cards) for cards in hands] == [2, 4, 3]
        others.update(hands[1] + hands[2])
    assert len(others) > 20


def test_redealing_shuffles_the_stock():
    table = melding("8♣ 8♥ K♦", moved=[1, 1])
    assert len({now(table.redeal(0, seed), "stock") for seed in range(5)}) == 5


@pytest.mark.clause(3)
def test_a_player_who_has_not_drawn_is_redealt_fewer_than_three_pairs():
    """All unknown cards are in pairs, so three pairs would be likely; a player who has drawn may hold any cards."""
    pairs = [Counter(), Counter()]
    low = " ".join(f"{rank}{suit}" for rank in ("A", "3", "4", "5", "6") for suit in "♣♦♥♠")
    words = {"line": f"K♠ {low} {low}", "negative": "2♣"}
    held = ["", "7♣ 7♦ 7♥ 7♠ 8♣ 8♦ 8♥ 8♠ 9♣ 9♦ 9♥ 9♠ 10♣", "7♣ 7♦ 7♥ 7♠ 8♣ 8♦ 8♥ 8♠ 9♣ 9♦ 9♥ 9♠ 10♣"]
    table = GAME.position(num_players=3, player=0, hands=held, moved=[1, 0, 1], **words)
    for seed in range(count(compiled=300, interpreted=40)):
        hands = table.redeal(0, seed).state.hands
        for player in (1, 2):
            pairs[player - 1][int((hands[player][:52] > 1).sum())] += 1
    assert max(pairs[0]) == 2
    assert max(pairs[1]) >= 3


def hidden_choices(table, player, unknown, size):
    """Counts of the redealt hands of a player, among those that some cards can make."""
    draws = count(compiled=3000, interpreted=200)
    found = Counter(tuple(hand(table.redeal(1 - player, seed), player)) for seed in range(draws))
    assert all(number <= 1.5 * draws / len(found) + 30 for number in found.values())
    return set(found), {tuple(sorted(cards)) for cards in combinations(unknown, size)}


@pytest.mark.parametrize("own", [[], ["5♣ 6♣ 7♣"]])
def test_a_player_who_owes_a_card_is_dealt_a_hand_that_can_meld_it(own):
    """Of six unknown cards player 0 holds three, and owes 9♠."""
    unknown = ["7♠", "8♠", "10♠", "9♥", "9♦", "4♦"]
    shown = Counter(["9♠", "2♣", *unknown, *" ".join(own).split()])
    line = Counter((*CARD_WORDS[:52], "joker", "joker")) - shown - Counter(["3♥"])
    words = {"line": " ".join([*line.elements(), "9♠"]), "stock": "10♠ 9♥ 9♦", "moved": [1, 1]}
    words |= {"known": [""], "player": 0, "phase": "draw"}
    table = position(["7♠ 8♠ 4♦", "3♥"], [own], **words).play("take 1")
    found, possible = hidden_choices(table, 0, unknown, 3)
    sequences = [{"7♠", "8♠"}, {"8♠", "10♠"}]
    melded = [*sequences, {"9♥", "9♦"}] if own else sequences
    assert found == {tuple(sorted([*cards, "9♠"])) for cards in possible if any(pair <= set(cards) for pair in melded)}


def picked_up_after_taking(unknown, own, held, card):
    """Player 0 has taken a card of the line, then picked up sequences of ♥; player 1 holds all other cards."""
    pack = Counter(CARD_WORDS[code] for code in GAME.pack_of(3))
    shown = Counter(["K♠", "2♣", card, *unknown, *" ".join(own).split()])
    rest = Counter(unknown) - Counter(held.split())
    words = {"stock": " ".join(rest.elements()), "line": f"K♠ {card}", "moved": [1, 1, 1], "phase": "draw"}
    table = position([held, " ".join((pack - shown).elements()), ""], [own], **words)
    return table.play("take 1", "pick up sequences of ♥")


def test_a_player_who_could_take_a_card_before_picking_up_melds_is_dealt_such_a_hand():
    """The meld 8♥ 9♥ 10♥ was there already."""
    unknown = ["8♥", "10♥", "J♥", "4♦", "4♠"]
    table = picked_up_after_taking(unknown, ["5♣ 6♣ 7♣", "8♥ 9♥ 10♥"], "10♥ J♥ 4♦", "9♥")
    found, possible = hidden_choices(table, 0, unknown, 3)
    assert found == {tuple(sorted([*cards, "9♥"])) for cards in possible if {"10♥", "J♥"} <= set(cards)}


def test_a_player_who_has_laid_a_meld_since_can_meld_the_card_when_all_is_taken_back():
    unknown = ["J♥", "3♥", "3♠", "9♠", "9♦", "4♠"]
    table = picked_up_after_taking(unknown, ["5♣ 6♣ 7♣", "8♥ 9♥ 10♥"], "J♥ 9♠ 9♦", "9♣").play("meld 8♥ 9♥ 10♥ J♥")
    for seed in range(count(compiled=50, interpreted=10)):
        other = table.redeal(1, seed)
        assert set(hand(other)) == {"9♣", "9♠", "9♦"}
        assert legal(other.play("take back"), "meld")


def test_all_deals_that_a_seat_holds_possible_are_equally_likely():
    unknown = ["7♠", "8♠", "10♠", "9♥", "4♦"]
    line = Counter((*CARD_WORDS[:52], "joker", "joker")) - Counter(["2♣", "3♥", *unknown])
    words = {"line": " ".join(line.elements()), "stock": "10♠ 9♥ 4♦", "moved": [1, 1]}
    found, possible = hidden_choices(position(["7♠ 8♠", "3♥"], **words), 0, unknown, 2)
    assert found == possible


def test_a_choice_that_others_do_not_see_begins_again():
    table = melding("5♦ 7♦ joker 2♥ K♦", "9♣ 10♣ J♣", moved=[1, 1])
    before = table.view(1).tobytes()
    table.play("meld 5♦ 6♦ 7♦", "use natural")
    assert table.view(1).tobytes() == before
    assert now(table.redeal(1, 1), "meld") is None
    assert now(table.redeal(0, 1), "meld") == now(table, "meld")


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"negative": None}, "negative: a card lies"),
        ({"melds": ["2: 5♣ 6♣ 7♣"]}, "melds: a line is a player, 0 to 1"),
        ({"melds": ["0: 5♣ 6♣ 7♣", "0: 5♣ 6♣ 7♣"]}, "melds: a player has two equal ones"),
        ({"melds": ["0: 5♣ 6♣ 7♣ 8♣"]}, "table: it holds the cards"),
        ({"melds": ["0: 5♣ 6♣ 7♣"], "wilds": ["0: 7♣ for 6♣"]}, "wilds: 7♣ is not wild"),
        ({"melds": ["0: 5♣ 6♣ 7♣"], "wilds": ["1: joker for 6♣"]}, "wilds: they stand for cards of melds"),
        ({"known": ["A♣"]}, "known: player 0 does not hold"),
        ({"phase": "final"}, "stock: it is empty in the last melding"),
        ({"phase": "draw", "stock": "", "owed": None}, "is missing"),
        ({"finished": 1}, "finished: some players are done"),
        ({"owed": "9♦"}, "owed: it can be melded"),
        ({"owed_copies": 2}, "owed: it can be melded"),
        ({"owed": None}, "owed_copies: there are none"),
        ({"old_melds": 1}, "work: nothing is loose"),
        ({"work": "picked_up"}, "taken: the last card drawn"),
        ({"work": "picked_up", "work_phase": "final"}, "work: melds cannot be taken back"),
        ({"work": "picked_up", "work_phase": "meld"}, "kept_melds: those of others"),
        ({"chosen": ["8♠"]}, "chosen: these are the first cards"),
        ({"meld": 5}, "meld: it is one that"),
        ({"taken_back": 4}, "taken_back"),
        ({"player": 2}, "player"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    """Player 0 owes 8♠, and can meld it."""
    fitting = {"num_players": 2, "negative": "2♣", "phase": "meld", "line": "K♠", "hands": ["8♠ 9♠ 10♠ K♦", "3♠ 4♠"]}
    fitting |= {"melds": ["0: 5♣ 6♣ 7♣", "1: J♥ Q♥ K♥"], "table": ["5♣ 6♣ 7♣", "J♥ Q♥ K♥"]}
    fitting |= {"owed": "8♠", "owed_copies": 1}
    assert GAME.position(**fitting).legal() == ["pick up sequences of ♣", "meld 8♠ 9♠ 10♠"]
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fitting | words)


def test_a_hand_that_cannot_be_dealt_must_have_been_drawn():
    cards = "4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥"
    assert position([cards, "3♠"], moved=[1, 0])
    with pytest.raises(ValueError, match="moved: player 0"):
        position([cards, "3♠"])
