"""The rules of Canasta, clause by clause.

Cards are written as in `tests.games.canastas`. Player 0 and its partner 2 play against 1 and 3.
"""

from collections import Counter
from functools import cache, partial

import numpy as np
import pytest

from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.games.canasta import GAME
from cardzoo.envs.scene import table_scene
from tests.games.canastas import (
    RANKS,
    SPELLED,
    WILDS,
    WORTH,
    agree,
    all_deals,
    deck_of,
    held,
    legal,
    play_randomly,
    redeals,
    seven,
    size,
    spell,
    unspell,
)
from tests.playing import count, now
from tests.shown import shown

PACK = Counter(card_words(GAME.pack).split())
ONE_DEAL = {"target": None}
DEBT = -5
KINGS = "K K K K K"
deck_with = partial(deck_of, GAME)


def on_the_table(sides, red_threes):
    """The fields with the melds of the two sides."""
    fields = {"laid": [], "melds": [], "twos": [], "jokers": []}
    for melds, red in zip(sides, red_threes, strict=True):
        own, twos, jokers = [0] * 13, [0] * 13, [0] * 13
        for meld in map(str.split, melds):
            rank = parse_cards(spell(next(word for word in meld if word not in WILDS)))[0]
            twos[rank], jokers[rank] = meld.count("2"), meld.count("joker")
            own[rank] = len(meld) - twos[rank] - jokers[rank]
        fields["laid"].append(spell(" ".join([*melds, *["red"] * red])))
        fields["melds"].append(card_words(np.repeat(np.arange(13), own).tolist()))
        fields["twos"].append(twos)
        fields["jokers"].append(jokers)
    return fields


def position(
    hand, ours=(), theirs=(), *, hands=("4", "4", "4"), pile="8 10", top="", red_threes=(0, 0), rest="stock", **words
):
    """A table in which player 0 has drawn and may meld.

    ``ours`` and ``theirs`` are the melds of the two sides, ``hands`` those of players 1 to 3. The pile's top comes
    last, the ``top`` of the stock in the order of drawing. All other cards are below that in the "stock", or in the
    last "hand", red 3s among what side 1 has laid. Both sides have so few points that they need no more than 15.
    """
    fields = on_the_table((ours, theirs), red_threes)
    fields |= {
        "hands": [spell(cards) for cards in (hand, *hands)],
        "discard_pile": spell(pile),
        "upcard": SPELLED[pile.split()[-1]] if pile and words.get("source") != "pile" else None,
        "stock": spell(top).split()[::-1],
    }
    others = Counter(PACK)
    for place in (*fields["laid"], *fields["hands"], fields["discard_pile"]):
        others.subtract(place.split())
    others.subtract(fields["stock"])
    if rest == "stock":
        fields["stock"] = [*others.elements(), *fields["stock"]]
    else:
        red = ["3♦"] * others.pop("3♦")
        fields["laid"][1] += " " + " ".join(red)
        fields["hands"][-1] += " " + " ".join(others.elements())
    players = len(hands) + 1
    usual = {"phase": "meld", "source": "stock", "player": 0, "dealer": players - 1, "num_players": players}
    usual["score"] = [DEBT] * players
    return GAME.position(**usual | {"options": ONE_DEAL} | fields | words)


def to_draw(hand, *melds, **words):
    """The same position before player 0 draws."""
    return position(hand, *melds, **{"phase": "draw", "source": None} | words)


def at_the_end(hand, *melds, **words):
    """The same position with no stock."""
    return to_draw(hand, *melds, **{"rest": "hand"} | words)


def end(table, before=DEBT):
    """The scores of both sides after an action that ends the deal."""
    assert table.over
    scores = now(table, "score")
    assert len(scores) == 2 or scores[:2] == scores[2:]
    return [score - before for score in scores[:2]]


# The pack and the deal


@pytest.mark.clause(1, 3, "c1")
def test_two_packs_and_four_jokers_are_played_without_suits():
    assert len(GAME.pack) == 108
    assert Counter({f"{rank}♣": 8 for rank in [*RANKS, "2"]} | {"3♣": 4, "3♦": 4, "joker": 4}) == PACK


@pytest.mark.clause(1, 5)
@pytest.mark.parametrize(("num_players", "number"), [(4, 11), (2, 15)])
def test_hands_go_round_from_the_dealers_left(num_players, number):
    deck = deck_with({})
    table = GAME.table(deck=deck, dealer=1, num_players=num_players)
    for place in range(num_players):
        hand = now(table, "hands")[(2 + place) % num_players]
        assert Counter(hand.split()) == Counter(deck[place : number * num_players : num_players])
    assert (table.player, now(table, "phase")) == (2 % num_players, "draw")
    assert now(table, "upcard") == deck[number * num_players]
    assert size(now(table, "stock")) == 108 - number * num_players - 1


@pytest.mark.clause(2)
def test_an_upcard_that_is_wild_or_a_red_3_is_covered():
    words = {44: "joker", 45: "red", 46: "2", 47: "9"}
    table = GAME.table(deck=deck_with(words))
    assert unspell(now(table, "discard_pile")) == "2 9 red joker"
    assert now(table, "upcard") == "9♣"
    assert now(GAME.table(deck=deck_with({44: "black"})), "upcard") == "3♣"


@pytest.mark.clause(4, "c2")
def test_red_3s_of_the_hands_are_replaced_from_the_dealers_left_after_the_upcard():
    """Player 0 has two, whose first replacement is another one; player 1 has one."""
    stock = {44 + place: word for place, word in enumerate(["J", "red", "A", "K", "Q", "10"])}
    table = GAME.table(deck=deck_with({0: "red", 4: "red", 1: "red"} | stock), dealer=3)
    hands = [unspell(hand).split() for hand in now(table, "hands")]
    assert [len(hand) for hand in hands] == [11] * 4
    assert [[card in hand for card in "AKQ"] for hand in hands[:2]] == [[True, True, False], [False, False, True]]
    assert now(table, "laid") == ["3♦ 3♦ 3♦", "3♦"]
    assert now(table, "stock").split()[-1] == "10♣"


@pytest.mark.clause(4)
def test_a_red_3_that_is_drawn_is_laid_down_and_replaced():
    table = to_draw("K 4", top="red red 9 5").play("draw")
    assert (held(table), now(table, "laid")[0]) == ("4 9 K", "3♦ 3♦")


@pytest.mark.clause(4)
def test_a_red_3_of_the_pile_is_laid_down_without_a_replacement():
    table = to_draw("10 10 4 4", [KINGS], pile="red 9 10").play("take with two naturals")
    assert (held(table), now(table, "laid")[0].count("3♦")) == ("4 4 9", 1)
    assert now(table, "known")[0] == "9♣"


# Turns and drawing


@pytest.mark.clause(5, 6)
def test_a_turn_is_to_draw_to_meld_and_to_discard():
    table = to_draw("9 9 9 5 4 7", [KINGS], top="K A")
    assert table.legal() == ["draw"]
    table.play("draw", "meld 9 9 9", "add K", "discard 4")
    assert held(table) == "5 7"
    assert (now(table, "upcard"), table.player, now(table, "phase")) == ("4♣", 1, "draw")


@pytest.mark.clause(6)
def test_two_players_draw_two_cards_and_discard_one():
    table = to_draw("9 4", hands=("4",), top="K A 5").play("draw")
    assert held(table) == "A 4 9 K"
    assert held(table.play("discard 4")) == "A 9 K"
    assert table.player == 1


@pytest.mark.clause("c10")
def test_of_two_players_one_draws_the_last_card_alone():
    table = at_the_end("9 4", hands=("4",), top="K").play("draw")
    assert held(table) == "4 9 K"
    assert "discard 9" in table.legal()


@pytest.mark.clause(6, 16)
def test_a_player_who_takes_the_pile_takes_all_of_it():
    table = to_draw("10 10 5", [KINGS], pile="8 4 9 10").play("take with two naturals")
    assert (held(table), now(table, "discard_pile"), now(table, "upcard")) == ("4 5 8 9", "", None)
    assert now(table, "known")[0] == "4♣ 8♣ 9♣"


TAKE, PAIR, TWO, JOKER = "take", "take with two naturals", "take with natural and 2", "take with natural and joker"


@pytest.mark.clause(13, 14, "c3", "c4")
@pytest.mark.parametrize(
    ("hand", "ours", "takes"),
    [
        ("10 9 9 9", [KINGS], []),
        ("10 10 9", [KINGS], [PAIR]),
        ("10 2 9 9", [KINGS], [TWO]),
        ("10 10 joker 9", [KINGS], [PAIR, JOKER]),
        ("2 2 joker joker 9", [KINGS], []),
        ("2 2 joker joker 9", ["10 10 10"], [TAKE]),
        ("10 10 2 joker 9", ["10 10 10"], [TAKE]),
        ("10 2 joker 9", [], []),
    ],
)
def test_cards_that_take_a_pile(hand, ours, takes):
    assert to_draw(hand, ours).legal() == ["draw", *takes]


@pytest.mark.clause(12, 13, "c3")
@pytest.mark.parametrize("pile", ["2 10", "joker 10", "red 10"])
def test_a_frozen_pile_takes_two_natural_cards(pile):
    assert to_draw("10 2 joker 9", [KINGS], pile=pile).legal() == ["draw"]
    assert to_draw("10 2 joker 9", ["10 10 10"], pile=pile).legal() == ["draw"]
    assert to_draw("10 10 2 9", [KINGS], pile=pile).legal() == ["draw", PAIR]
    table = to_draw("10 10 2 9", ["10 10 10"], pile=pile)
    assert table.legal() == ["draw", PAIR]
    assert now(table.play(PAIR), "melds")[0].count("10") == 6


@pytest.mark.clause(12)
def test_the_pile_is_frozen_for_a_side_that_has_not_melded():
    hand = "10 2 joker A A A 9 9"
    assert to_draw(hand).legal() == ["draw"]
    assert to_draw(hand, [], [KINGS]).legal() == ["draw"]
    assert to_draw(hand, [KINGS]).legal() == ["draw", TWO, JOKER]


def test_the_pile_may_be_frozen_always():
    options = ONE_DEAL | {"always_frozen": True}
    assert to_draw("10 2 9 9", [KINGS], options=options).legal() == ["draw"]
    assert to_draw("10 2 9 9", ["10 10 10"], options=options).legal() == ["draw"]
    assert to_draw("10 10 9 9", [KINGS], options=options).legal() == ["draw", PAIR]


@pytest.mark.clause(15)
@pytest.mark.parametrize("top", ["black", "2", "joker"])
def test_wild_cards_and_black_3s_keep_the_pile(top):
    assert to_draw("black black 2 2 joker joker", [KINGS], pile=f"8 {top}").legal() == ["draw"]


@pytest.mark.clause(16, 11, "c6")
def test_a_first_meld_with_the_pile_reaches_the_minimum_with_cards_of_the_hand_alone():
    """Three 10s count 30 of 50; a third king lies in the pile."""
    words = {"score": [0] * 4}
    assert to_draw("10 10 K K 6 6", pile="K 10", **words).legal() == ["draw"]
    table = to_draw("10 10 K K K 6 6", pile="8 K 10", **words)
    assert table.legal() == ["draw", PAIR]
    table.play(PAIR)
    assert (held(table), unspell(now(table, "discard_pile"))) == ("6 6 K K K", "8 K")
    assert table.legal() == ["meld K K K"]
    assert held(table.play("meld K K K")) == "6 6 8 K"
    assert legal(table, "discard") == ["discard 6", "discard 8", "discard K"]


@pytest.mark.clause(17, "c9")
@pytest.mark.parametrize("top", ["", "9"])
def test_a_player_with_one_card_may_not_take_a_pile_of_one(top):
    for ours, hand, pile, legal_take in [
        (["10 10 10"], "9", "10", False),
        (["10 10 10", seven("A")], "9", "10", False),
        (["10 10 10"], "9", "8 10", True),
        (["10 10 10"], "9 9", "10", True),
    ]:
        table = at_the_end(hand, ours, pile=pile, top=top)
        assert bool(legal(table, "take")) == legal_take


# Melds


@pytest.mark.clause(7)
def test_a_meld_begins_with_three_cards_two_of_them_natural():
    table = position("4 4 4 Q Q 9 black black black 2 2 2 joker A", [KINGS])
    assert legal(table, "meld") == ["meld 4 4 4", "meld 4 4 2", "meld Q Q 2", "meld 4 4 joker", "meld Q Q joker"]
    assert legal(table, "add") == ["add 2 to K", "add joker to K"]


@pytest.mark.clause(7, "c5")
@pytest.mark.parametrize(
    ("meld", "balance", "fits"),
    [
        ("9 9 9 2 2", False, True),
        ("9 9 2 2", False, True),
        ("9 9 2 2 joker", False, False),
        (f"{seven('9')} joker joker joker", False, False),
        ("9 9 2", True, True),
        ("9 9 2 2", True, False),
        ("9 9 9 2 2", True, True),
        ("9 9 9 9 9 2 joker joker", True, False),
    ],
)
def test_how_many_wild_cards_a_meld_takes(meld, balance, fits):
    table = position("2 joker 4 A", [meld], options=ONE_DEAL | {"balance": balance})
    assert legal(table, "add") == ["add 2 to 9", "add joker to 9"] * fits


@pytest.mark.clause(8)
def test_partners_add_to_the_melds_of_their_side_and_to_no_others():
    for player, addable in enumerate(["K", "9", "K", "9"]):
        table = position("9 K 4 5", ["K K K"], ["9 9 9"], hands=("9 K 4 5",) * 3, player=player)
        assert legal(table, "meld", "add") == [f"add {addable}"]


@pytest.mark.clause(8, 9)
def test_a_side_has_one_meld_of_a_rank_and_a_canasta_can_be_extended():
    table = position("9 9 2 5 6", ["9 9 9 9 9 9 2"])
    assert legal(table, "meld", "add") == ["add 9", "add 2 to 9"]


@pytest.mark.clause(8)
def test_both_sides_may_have_a_meld_of_a_rank_and_no_card_leaves_its_meld():
    table = position("9 9 9 5 6", [KINGS], ["9 9 9"]).play("meld 9 9 9")
    assert [melds.count("9") for melds in now(table, "melds")] == [3, 3]
    for table in play_randomly(GAME.table(seed=1, **ONE_DEAL), 1, most=count(compiled=500, interpreted=50)):
        before = [Counter(cards.split()) for cards in now(table, "laid")]
        action = legal(table, "meld", "add", "take")
        if action:
            after = table.copy().play(action[-1])
            laid = [Counter(cards.split()) for cards in now(after, "laid")]
            assert all(not old - new for old, new in zip(before, laid, strict=True)) or after.over


@pytest.mark.clause(10, 11)
@pytest.mark.parametrize(
    ("score", "enough", "too_few"),
    [
        (-5, "4 4 4", None),  # 15 points
        (0, "K K K 2", "K K K 6 6 6"),  # 50 and 45
        (1495, "K K K 2", "K K K 6 6 6"),
        (1500, "K K K A A A", "A A A 7 7 7 7 7"),  # 90 and 85
        (2995, "K K K A A A", "A A A 7 7 7 7 7"),
        (3000, "A A A K K K Q Q Q", "A A A K K K 7 7 7 7 7"),  # 120 and 115
    ],
)
def test_the_first_melds_of_a_side_must_count_the_minimum(score, enough, too_few):
    words = {"score": [score, 0] * 2, "options": {}}
    table = position(f"{enough} J 10", **words)
    while size(held(table)) > 2:
        table.play(legal(table, "meld", "add")[0])
        assert bool(legal(table, "discard")) == (size(held(table)) == 2)
    if too_few:
        assert legal(position(f"{too_few} 8 10", **words), "meld") == []


@pytest.mark.clause(11)
def test_neither_red_3s_nor_bonuses_nor_black_3s_count_for_the_minimum():
    words = {"score": [0] * 4, "hands": ("5", "5", "5")}
    assert legal(position("K K K 8 9", red_threes=(4, 0), **words), "meld") == []
    assert legal(position(f"{seven('4')} 8 9", **words), "meld") == []
    assert legal(position("J J J J black black black black 8 9", **words), "meld") == []


@pytest.mark.clause(10)
def test_the_minimum_must_be_reached_in_one_turn_and_later_turns_are_free():
    table = position("K K K Q Q Q 4 4 8 8", top="5 5 5 4 9", hands=("7 7", "7 7", "7 7"), score=[0] * 4)
    assert table.play("meld K K K").legal() == ["meld Q Q Q"]
    table.play("meld Q Q Q", "discard 8", *["draw", "discard 7"] * 3, "draw")
    assert table.player == 0
    assert (held(table), legal(table, "meld")) == ("4 4 4 8", [])
    assert legal(position("4 4 4 8 8", [KINGS], score=[0] * 4), "meld") == ["meld 4 4 4"]


@pytest.mark.clause("c6")
def test_melds_that_cannot_reach_the_minimum_and_leave_two_cards_are_not_begun():
    words = {"score": [0] * 4}
    assert legal(position("9 9 9 8 8 8", **words), "meld") == []
    assert legal(position("9 9 9 8 8 8 A", **words), "meld") == []
    assert legal(position("9 9 9 8 8 8 A A", **words), "meld") == ["meld 8 8 8", "meld 9 9 9"]
    assert legal(position("9 9 9 4", [KINGS]), "meld") == []
    assert legal(position("9 9 9 4 4", [KINGS]), "meld") == ["meld 9 9 9"]


# Going out


@pytest.mark.clause(18, 9)
@pytest.mark.parametrize("canasta", [seven("9"), "9 9 9 9 2 2 joker", f"{seven('9')} 2"])
def test_a_player_with_a_canasta_goes_out_by_melding_or_discarding_the_last_card(canasta):
    table = position("K 4", [KINGS, canasta])
    assert legal(table, "add", "discard") == ["add K", "discard 4", "discard K"]
    table.play("add K")
    assert table.legal() == ["discard 4"]
    assert table.play("discard 4").over
    assert position("K", [KINGS, canasta]).play("add K").over


@pytest.mark.clause(18)
def test_without_a_canasta_a_card_is_kept_after_the_discard():
    table = position("K K 4", [KINGS]).play("discard 4")
    assert (held(table), table.over) == ("K K", False)
    assert legal(position("K 5", ["K K K"]), "add") == []


@pytest.mark.clause(18, "c6")
def test_the_last_cards_may_complete_the_canasta():
    table = position("K K", [KINGS], early=1)
    assert table.legal() == ["add K", "discard K", "ask"]
    table.play("add K")
    assert table.legal() == ["add K"]
    assert table.play("add K").over


@pytest.mark.clause(18)
def test_two_players_need_two_canastas():
    words = {"hands": ("4",)}
    assert legal(position("K 4", [KINGS, seven("9")], **words), "add") == []
    assert legal(position("K 4", [KINGS, seven("9"), seven("A")], **words), "add") == ["add K"]
    one = words | {"options": ONE_DEAL | {"canastas": "one"}}
    assert legal(position("K 4", [KINGS, seven("9")], **one), "add") == ["add K"]
    two = {"options": ONE_DEAL | {"canastas": "two"}}
    assert legal(position("K 4", [KINGS, seven("9")], **two), "add") == []


@pytest.mark.clause("c12", 18)
def test_any_card_may_be_discarded_a_wild_one_as_the_last():
    table = position("4 5 6 7 8 9 10 J Q K A 2 joker black", [seven("9")])
    assert legal(table, "discard") == [f"discard {word}" for word in [*RANKS, "2", "joker", "black 3"]]
    assert position("joker", [seven("9")]).play("discard joker").over


@pytest.mark.clause(19)
@pytest.mark.parametrize(
    ("hand", "ours", "melds"),
    [
        ("black black black", [seven("9")], ["meld black 3 black 3 black 3"]),
        ("black black black 5", [seven("9")], ["meld black 3 black 3 black 3"]),
        ("black black black black", [seven("9")], ["3", "4"]),
        ("black black black 5 6", [seven("9")], []),
        ("black black black", [KINGS], []),
        ("black black", [seven("9")], []),
        ("black black 2", [seven("9")], []),
    ],
)
def test_black_3s_are_melded_last_by_who_goes_out(hand, ours, melds):
    table = position(hand, ours)
    found = legal(table, "meld")
    assert len(found) == len(melds)
    if found:
        table.play(found[-1])
        assert table.over or table.play(legal(table, "discard")[0]).over
        assert now(table, "laid")[0].count("3♣") == size(found[-1]) // 2


@pytest.mark.clause(19)
@pytest.mark.parametrize("goes_out", ["add K", "discard K"])
def test_after_black_3s_a_last_card_is_discarded_or_added_to_a_meld(goes_out):
    table = position("black black black K", [KINGS, seven("9")]).play("meld black 3 black 3 black 3")
    assert table.legal() == ["add K", "discard K"]
    assert table.play(goes_out).over


@pytest.mark.clause(19)
def test_black_3s_come_after_the_card_that_completes_the_canasta():
    table, black_threes = position("black black black K", ["K K K K K K"]), "meld black 3 black 3 black 3"
    assert black_threes not in table.legal()
    assert black_threes in table.play("add K").legal()
    assert table.play(black_threes).over


@pytest.mark.clause(20, "c7")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_answer_of_the_partner_is_binding(answer):
    table = position("K 4 9", [KINGS, seven("9")], early=1)
    assert "ask" in table.legal()
    table.play("ask")
    assert (table.player, now(table, "phase"), table.legal()) == (2, "answer", ["yes", "no"])
    table.play(answer)
    assert (table.player, now(table, "phase"), now(table, "answer")) == (0, "meld", answer)
    if answer == "yes":
        assert table.legal() == ["add 9", "add K"]
        assert table.play("add 9").legal() == ["add K", "discard 4"] or table.legal() == ["add K"]
        assert table.play("add K").legal() == ["discard 4"]
        assert table.play("discard 4").over
    else:
        assert table.legal() == ["add 9", "add K", "discard 4", "discard 9", "discard K"]
        assert legal(table.play("add K"), "add", "ask") == []
        assert not table.play("discard 4").over
        assert now(table, "answer") is None


@pytest.mark.clause("c7")
def test_one_asks_before_laying_cards_and_only_if_one_can_go_out():
    early = {"early": 1}
    assert "ask" in position("K 4", [KINGS, seven("9")], **early).legal()
    assert "ask" not in position("8 4", [KINGS, seven("9")], **early).legal()
    assert "ask" not in position("K 4", [KINGS], **early).legal()
    assert "ask" not in position("K 4", [KINGS, seven("9")], hands=("4",), **early).legal()
    table = to_draw("K K", [KINGS, seven("9")], top="4").play("draw")
    assert "ask" in table.legal()
    assert "ask" not in table.play("add K").legal()
    table = to_draw("10 10 9", [KINGS, seven("9")], pile="K 10").play(PAIR)
    assert "ask" in table.legal()
    assert "ask" not in table.play("add K").legal()


@pytest.mark.clause("c7")
def test_one_does_not_ask_who_must_go_out():
    """A no would leave no action for the last card."""
    table = to_draw("10 10 4", [KINGS, seven("9")], pile="10").play(PAIR)
    assert (held(table), table.legal()) == ("4", ["discard 4"])
    assert "ask" in to_draw("10 10 4", [KINGS, seven("9")], pile="K 10").play(PAIR).legal()


@pytest.mark.clause("c7")
def test_with_a_first_meld_one_asks_when_the_pile_has_come():
    words = {"pile": "5 10", "score": [0] * 4}
    table = to_draw("10 10 10 10 10 10 K K K 4", **words).play(PAIR)
    assert "ask" not in table.legal()
    table.play("add 10", "add 10")
    assert (held(table), "ask" in table.legal()) == ("4 5 10 10 K K K", False)
    table = to_draw("10 10 10 10 10 10 K K K", **words).play(PAIR, "add 10", "add 10")
    assert "ask" in table.legal()


@pytest.mark.clause(21, 24)
def test_going_out_concealed():
    """Six kings and a joker, three 9s, and the last card."""
    hand = "K K K K K K joker 9 9 9 4"
    table = position(hand, score=[3000, 0] * 2, options={"target": 10000, "max_hands": 1})
    melds = ["meld 9 9 9", "meld K K K", "add K", "add K", "add K", "add joker to K"]
    assert end(table.play(*melds, "discard 4"), 0) == [3000 + 30 + 60 + 50 + 300 + 200 - 5, -10]


@pytest.mark.clause(21, "c8")
def test_a_partners_melds_do_not_matter_for_going_out_concealed_unless_something_is_added_to_them():
    hand = "K K K K K K K A 4"
    ours = ["A A A"]
    melds = ["meld K K K", "add K", "add K", "add K", "add K"]
    base = 60 + 70 + 500 - 5
    assert end(position("K K K K K K K 4", ours).play(*melds, "discard 4")) == [base + 200, -10]
    assert end(position(hand, ours).play(*melds, "add A", "discard 4")) == [base + 20 + 100, -10]
    exposed = position("K K K K K K K 4", ours, exposed=[1, 0, 0, 0])
    assert end(exposed.play(*melds, "discard 4")) == [base + 100, -10]
    assert end(position("A 4", [seven("K"), "A A A"]).play("add A", "discard 4")) == [base + 20 + 100, -10]
    assert end(position("8 8 8 4", [seven("K"), "A A A"]).play("meld 8 8 8", "discard 4"))[0] == base + 30 + 100


@pytest.mark.clause(21)
def test_a_player_who_has_melded_before_does_not_go_out_concealed():
    table = position("K K K Q Q Q 9 9").play("meld K K K", "meld Q Q Q", "discard 9")
    assert now(table, "exposed") == [1, 0, 0, 0]
    table = position("A A 4 4", ["A A A"]).play("add A", "discard A")
    assert now(table, "exposed") == [1, 0, 0, 0]
    assert now(position("A A 4 4", ["A A A"]).play("discard A"), "exposed") == [0] * 4


@pytest.mark.clause(21)
def test_the_minimum_does_not_apply_to_who_goes_out_concealed_after_drawing_from_the_stock():
    """Seven 4s count 35 of 50."""
    words = {"score": [0] * 4, "hands": ("5", "5", "5")}
    assert legal(position(f"{seven('4')} 8 9", **words), "meld") == []
    table = position(f"{seven('4')} 8", **words)
    assert legal(table, "meld", "discard") == ["meld 4 4 4", "discard 4", "discard 8"]
    table.play("meld 4 4 4", "add 4", "add 4", "add 4", "add 4")
    assert table.legal() == ["discard 8"]
    assert end(table.play("discard 8"), 0) == [35 + 500 + 200 - 5, -10]


@pytest.mark.clause("c8")
def test_the_minimum_applies_to_who_goes_out_concealed_with_the_pile():
    words = {"score": [0] * 4, "hands": ("5", "5", "5")}
    assert legal(to_draw("4 4 4 4 4 4 5", pile="4", **words), "take") == []
    table = to_draw("10 10 10 10 10 10 5", pile="10").play(PAIR, "add 10", "add 10", "add 10", "add 10")
    assert end(table.play("discard 5")) == [70 + 500 + 200 - 5, -10]


# The end of the stock


@pytest.mark.clause(22)
def test_with_an_empty_stock_the_deal_ends_when_the_pile_is_not_taken():
    table = at_the_end("10 10 5 6", [KINGS])
    assert table.legal() == ["draw", PAIR]
    assert table.copy().play("draw").over
    table.play(PAIR, "discard 5")
    assert (table.over, table.player) == (False, 1)


@pytest.mark.clause(22)
@pytest.mark.parametrize(("pile", "forced"), [("8 10", True), ("2 10", False)])
def test_with_an_empty_stock_a_player_whose_side_has_the_meld_must_take_an_unfrozen_pile(pile, forced):
    table = at_the_end("10 10 5 6", ["10 10 10"], pile=pile)
    assert table.legal() == ([TAKE] if forced else ["draw", PAIR])
    assert to_draw("10 10 5 6", ["10 10 10"], pile="8 10").legal() == ["draw", TAKE]


@pytest.mark.clause(23, "c11")
def test_after_a_last_red_3_one_melds_and_does_not_discard():
    table = at_the_end("K K 5", [KINGS], top="red").play("draw")
    assert (held(table), now(table, "last_turn")) == ("5 K K", 1)
    assert table.legal() == ["add K", "end"]
    assert end(table.play("add K", "add K", "end"))[0] == 70 + 500 + 100 - 5 - 5
    table = at_the_end("K 5", [KINGS], top="9").play("draw")
    assert (now(table, "last_turn"), "end" in table.legal()) == (0, False)


@pytest.mark.clause("c11")
def test_after_a_last_red_3_one_card_is_kept_or_one_goes_out_by_melding():
    table = at_the_end("K K", ["K K K", "9 9 9"], top="red").play("draw")
    assert table.legal() == ["add K", "end"]
    assert table.play("add K").legal() == ["end"]
    table = at_the_end("K K", [KINGS], top="red").play("draw", "ask", "yes")
    assert table.legal() == ["add K"]
    table.play("add K")
    assert table.legal() == ["add K"]
    assert end(table.play("add K"))[0] == 70 + 500 + 100 + 100 - 5
    table = at_the_end("K 5", [KINGS], hands=("4",), top="A red", options=ONE_DEAL | {"canastas": "one"}).play("draw")
    assert (held(table), now(table, "last_turn")) == ("A 5 K", 1)


# The scores


def last_turn(ours=(), theirs=(), hands=("4 4", "4", "4", "4"), red_threes=(0, 0)):
    """The scores when the deal ends now and nobody goes out; all other cards are in the pile."""
    fields = on_the_table((ours, theirs), red_threes)
    hidden = Counter(PACK)
    hidden.subtract(" ".join([*fields["laid"], *map(spell, hands)]).split())
    table = GAME.position(
        phase="draw",
        dealer=3,
        player=0,
        hands=[spell(cards) for cards in hands],
        discard_pile=" ".join(hidden.elements()),
        upcard="joker",
        score=[DEBT] * 4,
        options=ONE_DEAL,
        **fields,
    )
    return end(table.play("draw"))


@pytest.mark.clause(24)
@pytest.mark.parametrize("word", RANKS)
def test_melded_cards_bring_their_points_and_cards_in_hand_cost_them(word):
    other = "Q" if word == "A" else "A"
    meld = " ".join([word] * (3 if word in "8910JQKA" else 4))
    ours, theirs = last_turn([meld, f"{other} {other} {other}"], [], (f"{word} {word}", "joker 2", "black", "5"))
    assert ours == WORTH[word] * size(meld) + 3 * WORTH[other] - 2 * WORTH[word] - 5
    assert theirs == -50 - 20 - 5


@pytest.mark.clause(24, 9)
@pytest.mark.parametrize(
    ("canasta", "worth"),
    [
        (seven("A"), 140 + 500),
        (f"{seven('K')} K", 80 + 500),
        (f"{seven('K')} 2", 90 + 300),
        ("5 5 5 5 2 2 joker", 110 + 300),
        ("K K K K K 2", 70),
    ],
)
def test_points_of_canastas(canasta, worth):
    assert last_turn([canasta, "Q Q Q Q Q"]) == [worth + 50 - 15, -10]


@pytest.mark.clause(24)
@pytest.mark.parametrize(("number", "worth"), [(1, 100), (3, 300), (4, 800)])
def test_red_3s_bring_points_to_a_side_with_a_meld_and_cost_a_side_without(number, worth):
    assert last_turn([KINGS], [], red_threes=(number, 0)) == [50 + worth - 15, -10]
    assert last_turn([], [KINGS], red_threes=(number, 0)) == [-worth - 15, 50 - 10]


@pytest.mark.clause(24)
def test_going_out_brings_100_and_melded_black_3s_5_each():
    table = position("black black black", [seven("9")], hands=("joker", "A", "K"))
    assert end(table.play("meld black 3 black 3 black 3")) == [70 + 500 + 15 + 100 - 20, -60]


@pytest.mark.clause(25)
def test_the_deal_passes_to_the_left_and_the_points_add_up():
    words = {"score": [100, 50, 100, 50], "options": {}}
    table = position("9", [seven("9")], **words).play("discard 9")
    assert not table.over
    words = table.words("dealer", "player", "hands_over", "score", "phase")
    assert (words["dealer"], words["player"], words["hands_over"], words["phase"]) == (0, 1, 1, "draw")
    assert words["score"][:2] == [100 + 570 + 100 - 5, 50 - 10]
    assert [size(hand) for hand in now(table, "hands")] == [11] * 4


@pytest.mark.clause(25, "c13")
@pytest.mark.parametrize(
    ("before", "reward"),
    [((4400, 4000), 0.5), ((4400, 4500), -0.5), ((4400, 4435), None), ((4000, 4000), None)],
)
def test_a_side_with_5000_wins_and_the_higher_total_if_both_have_them(before, reward):
    """Going out brings 665 points to the one side, seven aces 630 to the other."""
    table = position("9", [seven("9")], [seven("A")], score=before * 2, options={}).play("discard 9")
    assert now(table, "score")[:2] == [before[0] + 665, before[1] + 630]
    assert table.over == (reward is not None)
    if reward:
        assert now(table, "reward") == [reward, -reward, reward, -reward]


def test_a_match_that_is_stopped_is_truncated_and_the_higher_total_wins():
    words = {"score": [100, 700] * 2, "options": {"max_hands": 1}}
    table = position("9", [seven("9")], **words).play("discard 9")
    assert (table.over, now(table, "truncated"), now(table, "reward")) == (True, True, [0.5, -0.5, 0.5, -0.5])
    assert not now(position("9", [seven("9")]).play("discard 9"), "truncated")


# The search behind the mask


@cache
def can_end(hand, melds, missing, source, needed, answer, last_turn, balance):
    """Returns whether some melds lead to a legal end of the turn, by trying all of them.

    Args:
        hand: number of cards of each kind, a tuple of pairs.
        melds: a tuple of triples of rank, natural and wild cards.
        missing: points that are missing to the minimum.
        source: the draw with which the turn has begun; no more cards come from a pile.
        needed: number of canastas for going out.
        answer: the partner's answer.
        last_turn: whether nobody discards.
        balance: whether a meld has no more wild than natural cards.
    """
    left = sum(number for _, number in hand)
    if missing <= 0 and answer != "yes" and left >= (1 if last_turn else 2):
        return True
    black = dict(hand).get("black", 0)
    least = left - (black if black > 2 else 0)
    enough = sum(naturals + wilds >= 7 for _, naturals, wilds in melds) >= needed
    if enough and answer != "no" and (missing <= 0 or source == "stock") and least <= (0 if last_turn else 1):
        return True
    after = ways(hand, melds, balance).values()
    return any(can_end(*one, missing - won, source, needed, answer, last_turn, balance) for *one, won in after)


def ways(hand, melds, balance):
    """All possible melds except black 3s, by the words of the action: the new hand and melds, and the cards' points."""
    found, sizes = {}, {rank: (naturals, wilds) for rank, naturals, wilds in melds}
    for rank in RANKS:
        added, begun = [[rank], ["2"], ["joker"]], [[rank] * 3, [rank, rank, "2"], [rank, rank, "joker"]]
        for cards in added if rank in sizes else begun:
            name = " ".join(cards) if rank in cards else f"{cards[0]} to {rank}"
            left = Counter(dict(hand))
            left.subtract(cards)
            naturals, wilds = sizes.get(rank, (0, 0))
            wilds += sum(word in WILDS for word in cards)
            naturals += cards.count(rank)
            if min(left.values()) >= 0 and wilds <= (min(3, naturals) if balance else 3):
                found[f"{'add' if rank in sizes else 'meld'} {name}"] = (
                    tuple(sorted((word, copies) for word, copies in left.items() if copies)),
                    tuple(sorted((name, *counts) for name, counts in {**sizes, rank: (naturals, wilds)}.items())),
                    sum(WORTH[word] for word in cards),
                )
    return found


def count_kinds(meld):
    """The numbers of natural and wild cards of a meld."""
    wilds = sum(word in WILDS for word in meld.split())
    return size(meld) - wilds, wilds


def some_melds(generator, ranks):
    """Melds of these ranks, some with wild cards."""
    melds = []
    for rank in ranks:
        if generator.random() < 0.4:
            wilds = ["2", "joker", "2"][: int(generator.integers(0, 3))]
            melds.append(" ".join([rank] * int(generator.integers(3, 7)) + wilds))
    return melds


SEARCHED = count(compiled=400, interpreted=30)


@pytest.mark.clause("c6", 10, 16, 18, 20, 21, 23)
@pytest.mark.parametrize("source", ["stock", "pile"])
def test_all_and_only_that_may_be_laid_from_which_the_turn_can_be_ended(source):
    """The comparison is with brute force, on hands full of pairs and wild cards, with and without melds."""
    generator, counts = np.random.default_rng(len(source)), Counter()
    for number in range(SEARCHED):
        ranks = generator.choice(RANKS, 3, replace=False).tolist()
        others = [rank for rank in RANKS if rank not in ranks]
        laid = some_melds(generator, ranks) if number % 3 else []
        words = [*ranks * 2, "black", *["2", "joker"] * int(generator.choice([0, 1]))]
        hand = generator.choice(words, int(generator.integers(2, 12))).tolist()
        used = Counter([*hand, *" ".join(laid).split()])
        if max(used.values()) > 6 or max(used["joker"], used["black"]) > 4:
            continue
        last_turn, balance = int(source == "stock" and number % 5 == 0), number % 4 == 0
        answer = {1: "yes", 2: "no"}.get(number % 7)
        melds = tuple(sorted((meld.split()[0], *count_kinds(meld)) for meld in laid))
        missing = [15, 50, 90, 120][number % 4] - sum(WORTH[word] for meld in laid for word in meld.split())
        rules = (source, 1, answer, last_turn, balance)
        start = tuple(sorted(Counter(hand).items()))
        if not can_end(start, melds, missing if answer == "yes" else 0, *rules) or (laid and missing > 0):
            continue  # nobody reaches that
        if balance and any(wilds > naturals for _, naturals, wilds in melds):
            continue
        after = ways(start, melds, balance)
        expected = sorted(word for word, (*one, won) in after.items() if can_end(*one, missing - won, *rules))
        table = position(
            " ".join(hand),
            laid,
            source=source,
            pile="" if source == "pile" else others[0],
            hands=others[1:4],
            answer=answer,
            last_turn=last_turn,
            rest="hand" if last_turn else "stock",
            score=[[-5, 0, 1500, 3000][number % 4], 0] * 2,
            options={"balance": balance, "max_hands": 1},
        )
        assert sorted(word for word in legal(table, "meld", "add") if "black" not in word) == expected, (hand, laid)
        counts["legal"] += len(expected)
        counts["forbidden"] += len(after) - len(expected)
    assert min(counts.values()) > SEARCHED / 50


@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize("likes", ["", "meld add", "take meld add ask yes", "draw no"])
def test_every_player_always_has_a_legal_action_and_no_card_is_lost(likes, num_players):
    steps, pack = count(compiled=3000, interpreted=100), GAME.count(GAME.pack)
    for seed in range(count(compiled=50, interpreted=2)):
        for table in play_randomly(GAME.table(seed=seed, num_players=num_players), seed, likes, steps):
            assert table.mask.any()
            assert np.array_equal(table.count_cards(), pack)
            steps -= 1
        if steps <= 0:
            break


# A seat's view, and redeals


def test_a_seat_sees_its_hand_the_table_and_how_many_cards_others_hold():
    words = {"hands": ("5", "6 6", "7 7 7"), "red_threes": (1, 3), "score": [1500, -5] * 2, "options": {}}
    view = position("9 A", [seven("J"), "9 9 2"], ["K K K joker"], **words).view_words(1)
    assert (view["hand"], view["hand_sizes"], view["turn"]) == ("5♣", [1, 2, 3, 2], [0, 0, 0, 1])
    assert view["melds"] == ["K♣ K♣ K♣", "9♣ 9♣ J♣ J♣ J♣ J♣ J♣ J♣ J♣"]
    assert view["twos"] == [[0] * 13, [0] * 8 + [1] + [0] * 4]
    assert view["jokers"] == [[0] * 12 + [1], [0] * 13]
    assert (view["red_threes"], view["melded"], view["minimums"]) == ([3, 1], [80, 110], [15, 90])
    assert (view["scores"], view["needed"]) == ([-1, 300], [1001, 700])
    assert (view["discard_pile"], view["upcard"], view["source"]) == ("8♣ 10♣", "10♣", "stock")


def test_cards_of_the_pile_are_known_until_they_are_laid_or_discarded():
    table = to_draw("10 10 9 K", [KINGS], pile="9 9 A 10", hands=("4 4", "4 4", "4 4"), top="5 6 7 8")
    table.play(PAIR)
    assert now(table, "known")[0] == "A♣ 9♣ 9♣"
    assert now(table.play("meld 9 9 9"), "known")[0] == "A♣"
    assert now(table.play("discard A"), "known") == [""] * 4


def test_known_cards_stay_where_they_are_and_others_are_dealt_again():
    table = position("9 A", [KINGS], hands=("4 4 5 6 8 J", "7 7", "Q Q"), known=["", "4♣ 8♣", "", ""])
    seen = set()
    for seed in range(20):
        other = table.redeal(0, seed)
        assert held(other) == "A 9"
        assert {"4♣", "8♣"} <= set(now(other, "hands")[1].split())
        assert [size(hand) for hand in now(other, "hands")] == [2, 6, 2, 2]
        assert "3♦" not in " ".join(now(other, "hands"))
        seen.add(now(other, "hands")[1])
    assert len(seen) > 5


def test_all_deals_that_a_seat_holds_possible_are_equally_likely():
    """Red 3s are in no hand."""
    words = {"hands": ("5 6", "7 7", ""), "known": ["", "5♣", "", ""], "top": "red 8"}
    table = position("9 A", [KINGS], **words, rest="hand")
    assert agree(redeals(3, table, count(compiled=6000, interpreted=500)), all_deals(3, table))


@pytest.mark.clause("c6", "c7", 20)
@pytest.mark.parametrize(
    ("hand", "ours", "words", "actions", "possible"),
    [
        ("8 8 8 4 4", ["K K K"], {"hands": ("9", "9 6", ""), "top": "9", "score": [0] * 4}, (), ("8 8 8", "9 9 9")),
        ("Q Q 4", [seven("9"), "Q Q Q"], {"hands": ("Q", "5", ""), "top": "6", "early": 1}, ("ask",), ("Q Q",)),
        ("K K", [KINGS], {"hands": ("K", "4", ""), "top": "2 6"}, ("add K",), ("K", "2")),
    ],
)
def test_all_hands_that_are_possible_in_a_turn_of_others_are_equally_likely(hand, ours, words, actions, possible):
    """First melds lack 20 points, and no hand is between the two that bring them; a player has asked; a last card."""
    known = ["4♣ 4♣" if hand.endswith("4 4") else "", "", "", ""]
    table = position(hand, ours, **words, known=known, rest="hand").play(*actions)
    cards = [Counter(parse_cards(spell(hand))) for hand in possible]
    expected = all_deals(3, table, lambda places: any(some <= Counter(places["hands", 0]) for some in cards))
    assert agree(redeals(3, table, count(compiled=3000, interpreted=60)), expected)


@pytest.mark.clause("c6", "c7", 20)
def test_a_turn_that_others_have_begun_can_still_be_ended_after_dealing_again():
    """First melds count 30 of 50; a player has asked; a last card must complete the canasta."""
    first = position("K K K 9 9 9 4 5").play("meld 9 9 9")
    asked = position("K K 4", [seven("9"), "K K K"], early=1).play("ask")
    last = position("K K", [KINGS]).play("add K")
    hands = {0: set(), 1: set(), 2: set()}
    for place, table in enumerate((first, asked, last)):
        for seed in range(count(compiled=20, interpreted=4)):
            other = table.redeal(3, seed)
            other.refresh()
            if place == 1:
                other.play("yes")
            assert other.mask.any()
            assert legal(other, "meld", "add", "discard")
            hands[place].add(held(other))
    assert (len(hands[0]) > 1, hands[2] <= {"K", "2", "joker"}) == (True, True)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over"),
        ({"score": [10, 0, 0, 0]}, "score"),
        ({"score": [1, 0, 1, 0]}, "score"),
        ({"score": [5000, 0] * 2, "options": {}}, "score"),
        ({"hands": ("red", "4", "4")}, "hands"),
        ({"hands": ("", "4", "4")}, "hands"),
        ({"known": [spell("K"), "", "", ""]}, "known"),
        ({"source": None}, "source"),
        ({"phase": "draw", "source": None, "early": 1}, "begun, early"),
        ({"last_turn": 1}, "last_turn"),
        ({"phase": "answer"}, "answer"),
        ({"phase": "answer", "early": 1}, "hands"),
        ({"upcard": spell("9")}, "upcard"),
        ({"upcard": None}, "upcard"),
        ({"ours": [KINGS], "source": "pile"}, "discard_pile"),
        ({"melds": [spell("9 9"), ""]}, "melds, twos, jokers"),
        ({"melds": [spell("9 9 9"), ""]}, "laid"),
        ({"twos": [[0, 1] + [0] * 11, [0] * 13]}, "melds, twos, jokers"),
        ({"theirs": ["9 9 9"], "score": [0] * 4}, "laid"),
        ({"ours": ["black black black"]}, "melds"),
        ({"ours": ["9 9 9"], "hand": "4"}, "hands"),
        ({"exposed": [1, 0, 0, 0]}, "exposed"),
        ({"begun": [1] + [0] * 12}, "begun"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        position(words.pop("hand", "9 A"), **words)


@pytest.mark.parametrize(("players", "says"), [(4, "Draw a card"), (2, "Draw two cards")])
def test_people_see_how_many_cards_drawing_brings(players, says):
    texts = shown(GAME.table(seed=1, num_players=players))
    assert (texts.asks, texts.moves[0]) == ("Draw from the stock, or take the pile", says)


def test_people_see_that_one_card_is_drawn_where_two_have_one_left():
    table = to_draw("5 6", hands=("7 8",), top="9", rest="hand")
    assert "Draw a card" in shown(table).moves


def test_people_see_that_the_deal_ends_where_there_is_no_card_to_draw():
    table = at_the_end("5", ("9 9 9",), pile="8")
    assert shown(table)[:2] == ("Take the pile, or let the deal end", ["Let the deal end"])
    assert table.play("draw").over


def test_a_canasta_on_the_table_is_red_without_wild_cards_and_else_black():
    table = position("4 5", ["9 9 9 9 9 9 9", "K K K K K K 2", "8 8 8"])
    zones = {zone.label: zone.note for zone in table_scene(table, 0, for_people=True).zones()}
    assert (zones["9s"], zones["Ks"], zones["8s"]) == ("red canasta", "black canasta", "")
