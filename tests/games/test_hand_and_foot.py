"""The rules of Hand and Foot, clause by clause.

Cards are written as in `tests.games.canastas`. Player 0 and its partner 2 play against 1 and 3.
"""

from collections import Counter
from functools import cache, partial

import numpy as np
import pytest

from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.games.hand_and_foot import GAME
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
DEALT = 4 * (13 + 13)
KINGS = "K K K K K"
DIRTY, OTHER_DIRTY = "Q Q Q Q Q Q joker", "J J J J J 2 2"
BOOKS = [seven("A"), seven("8"), DIRTY, OTHER_DIRTY, seven("2")]
FEET = ("foot", "hand", "foot", "hand")
deck_with = partial(deck_of, GAME)


def on_the_table(sides, red_threes):
    """The fields with the melds of the two sides; seven cards are a book."""
    fields = {"laid": [], "melds": [], "twos": [], "jokers": [], "canastas": [], "mixed_canastas": []}
    for melds, red in zip(sides, red_threes, strict=True):
        counts = {name: [0] * 13 for name in list(fields)[1:]}
        for meld in map(str.split, melds):
            naturals = [word for word in meld if word not in WILDS]
            rank = parse_cards(spell(naturals[0] if naturals else "2"))[0]
            if len(meld) == 7:
                counts["mixed_canastas" if 0 < len(naturals) < 7 else "canastas"][rank] += 1
            else:
                counts["melds"][rank] = len(naturals) or meld.count("2")
                counts["twos"][rank] = meld.count("2") if naturals else 0
                counts["jokers"][rank] = meld.count("joker")
        counts["melds"] = card_words(np.repeat(np.arange(13), counts["melds"]).tolist())
        fields["laid"].append(spell(" ".join([*melds, *["red"] * red])))
        for name, value in counts.items():
            fields[name].append(value)
    return fields


def position(
    hand,
    ours=(),
    theirs=(),
    *,
    hands=("4", "4", "4"),
    feet=("5 5 5",) * 4,
    parts=("hand",) * 4,
    pile="8 10",
    top="",
    red_threes=(0, 0),
    rest="stock",
    **words,
):
    """A table in which player 0 has drawn two cards and may meld.

    ``ours`` and ``theirs`` are the melds of the two sides, ``hands`` those of players 1 to 3. Feet that have been
    taken according to ``parts`` are not there. The pile's top comes last, the ``top`` of the stock in the order of
    drawing. All other cards are below that in the "stock", or among what side 1 has "laid".
    """
    fields = on_the_table((ours, theirs), red_threes)
    fields |= {
        "hands": [spell(cards) for cards in (hand, *hands)],
        "feet": [spell(cards) if part == "hand" else "" for cards, part in zip(feet, parts, strict=True)],
        "part": list(parts),
        "discard_pile": spell(pile),
        "stock": spell(top).split()[::-1],
    }
    others = Counter(PACK)
    for place in (*fields["laid"], *fields["hands"], *fields["feet"], fields["discard_pile"]):
        others.subtract(place.split())
    others.subtract(fields["stock"])
    if rest == "stock":
        fields["stock"] = [*others.elements(), *fields["stock"]]
    else:
        fields["laid"][1] += " " + " ".join(others.elements())
    usual = {"phase": "meld", "source": "stock", "player": 0, "dealer": 3, "options": {"hands": 1}}
    return GAME.position(**usual | fields | words)


def to_draw(hand, *melds, **words):
    """The same position before player 0 draws."""
    return position(hand, *melds, **{"phase": "draw", "source": None} | words)


def on_foot(hand, melds, answer="yes", **words):
    """The same position when the side has taken both feet, and the partner may have let the player go out."""
    return position(hand, melds, **{"parts": FEET, "answer": answer} | words)


def scored(ours=(), theirs=(), hands=("", "", "", ""), feet=("",) * 4, red_threes=(0, 0)):
    """The scores of both sides if the deal ends without more cards on the table and in the hands.

    All other cards are in the pile.
    """
    fields = on_the_table((ours, theirs), red_threes)
    fields |= {"hands": [spell(cards) for cards in hands], "feet": [spell(cards) for cards in feet]}
    others = Counter(PACK)
    for place in (*fields["laid"], *fields["hands"], *fields["feet"]):
        others.subtract(place.split())
    red = others.pop("3♦")
    fields["stock"] = ["3♦"] * min(red, 1)
    fields["laid"][1] += " " + " ".join(["3♦"] * max(red - 1, 0))
    words = {"phase": "draw", "player": 0, "dealer": 3, "options": {"hands": 1}}
    table = GAME.position(discard_pile=list(others.elements()), **words, **fields).play("draw")
    scores = now(table, "score")
    assert table.over
    assert scores[:2] == scores[2:]
    return [scores[0], scores[1] - 100 * max(red - 1, 0)]


def books(table, side=0):
    """The ranks of a side's clean books, for wild ones 2, and of its dirty ones."""
    counts = (now(table, name)[side] for name in ("canastas", "mixed_canastas"))
    return tuple(unspell(card_words(np.repeat(np.arange(13), number).tolist())) for number in counts)


# The pack and the deal


@pytest.mark.clause(1, 3, "c1")
def test_five_packs_and_ten_jokers_are_played_without_suits():
    assert len(GAME.pack) == 270
    assert Counter({f"{rank}♣": 20 for rank in [*RANKS, "2"]} | {"3♣": 10, "3♦": 10, "joker": 10}) == PACK


@pytest.mark.clause(1, 5)
@pytest.mark.parametrize("number", [13, 11])
def test_hands_and_feet_go_round_from_the_dealers_left(number):
    deck = deck_with({})
    table = GAME.table(deck=deck, dealer=1, hand_size=number)
    words = table.words("hands", "feet", "part")
    for place in range(4):
        for name, first in (("hands", 0), ("feet", 4 * number)):
            cards = Counter(deck[first + place : first + 4 * number : 4])
            assert Counter(words[name][(2 + place) % 4].split()) == cards
    assert words["part"] == ["hand"] * 4
    assert (table.player, now(table, "phase")) == (2, "draw")


@pytest.mark.clause(1)
def test_players_see_their_hands_and_no_feet():
    table = GAME.table(seed=4)
    view = table.view_words(1)
    assert view["hand"] == now(table, "hands")[1]
    assert view["hand_sizes"] == [13] * 4
    assert not {"feet", "hands", "stock"} & set(view)


@pytest.mark.clause(2, "c4")
@pytest.mark.parametrize("word", ["2", "joker", "red", "black", "5", "K"])
def test_the_first_upcard_is_neither_wild_nor_a_red_3(word):
    table = GAME.table(deck=deck_with({DEALT: word, DEALT + 1: "J"}))
    buried = word in ("2", "joker", "red")
    assert unspell(now(table, "discard_pile")) == ("J" if buried else word)
    view = table.view_words(0)
    assert (view["stock_size"], view["buried"]) == (165, SPELLED[word] if buried else "")


@pytest.mark.clause(2, "c2")
def test_buried_cards_lie_above_82_others():
    table = GAME.table(deck=deck_with({DEALT: "2", DEALT + 1: "joker", DEALT + 2: "J"}))
    stock = now(table, "stock").split()
    assert stock[82:84] == ["joker", "2♣"]
    view = table.view_words(3)
    assert (view["buried"], view["next_buried"], view["above_buried"]) == ("2♣ joker", "2♣", 81)


@pytest.mark.clause("c2")
def test_all_know_who_draws_a_buried_card():
    below = " ".join(["4", "6", "7", "9"] * 20 + ["J", "J"])
    table = to_draw("K K", top=f"A A 2 joker {below}", buried=2, rest="laid", feet=("",) * 4, hands=("5 5",) * 3)
    table.play("draw", "discard K", "draw")
    assert now(table, "known") == ["", "2♣ joker", "", ""]


# Red 3s


@pytest.mark.clause(4, "c3")
def test_red_3s_of_the_hands_are_replaced_from_the_dealers_left_after_the_upcard():
    """Player 0 has two, whose first replacement is another one; player 1 has one."""
    stock = {DEALT + place: word for place, word in enumerate(["J", "red", "A", "K", "Q", "10"])}
    table = GAME.table(deck=deck_with({0: "red", 4: "red", 1: "red"} | stock), dealer=3)
    hands = [unspell(hand).split() for hand in now(table, "hands")]
    assert [len(hand) for hand in hands] == [13] * 4
    assert [[card in hand for card in "AKQ"] for hand in hands[:2]] == [[True, True, False], [False, False, True]]
    assert now(table, "laid") == ["3♦ 3♦ 3♦", "3♦"]


@pytest.mark.clause(4)
@pytest.mark.parametrize("part", ["hand", "foot"])
def test_a_red_3_that_is_drawn_is_replaced(part):
    table = to_draw("K 4", [KINGS], parts=(part, *["hand"] * 3), top="red 9 red red A 5").play("draw")
    assert held(table) == "A 4 9 K"
    assert now(table, "laid")[0].count("3♦") == 3


@pytest.mark.clause(4, 16)
def test_red_3s_of_a_foot_are_replaced_when_it_is_taken():
    feet = ("Q red red", "", "", "")
    table = position("9", [KINGS, "9 9 9"], feet=feet, top="5 red A").play("add 9")
    assert (held(table), now(table, "laid")[0].count("3♦")) == ("A 5 Q", 3)


@pytest.mark.clause("c3")
def test_with_an_empty_stock_red_3s_are_not_replaced():
    table = to_draw("K 4", top="9 red", rest="laid", feet=("",) * 4).play("draw")
    assert (held(table), now(table, "stock")) == ("4 9 K", "")


# Turns and drawing


@pytest.mark.clause(5, 6)
def test_a_turn_is_to_draw_to_meld_and_to_discard():
    table = to_draw("9 9 9 10 10 5 4", [KINGS], top="K A")
    assert table.legal() == ["draw", "take"]
    table.play("draw")
    assert held(table) == "A 4 5 9 9 9 10 10 K"
    table.play("meld 9 9 9", "add K", "discard 4")
    assert held(table) == "A 5 10 10"
    assert (unspell(now(table, "discard_pile")), table.player, now(table, "phase")) == ("8 10 4", 1, "draw")


@pytest.mark.clause(6, 9, "c6")
@pytest.mark.parametrize(("taken", "left"), [(7, "4 5"), (5, "4 5 6 7"), (0, ""), (1, "4 5 6 7 8 9 J Q")])
def test_the_top_cards_of_the_pile_are_taken(taken, left):
    pile = "4 5 6 7 8 9 J Q 10"
    table = to_draw("10 10 K", [KINGS], pile=pile, options={"hands": 1, "taken": taken})
    view = table.view_words(0)
    number = size(left)
    assert size(view["in_reach"]) == 9 - number
    table.play("take")
    assert unspell(now(table, "discard_pile")) == left
    assert Counter(held(table).split()) == Counter([*pile.split()[number:-1], "K"])
    table.play("discard K")
    assert unspell(now(table, "discard_pile")) == f"{left} K".strip()


@pytest.mark.clause(7)
@pytest.mark.parametrize(
    ("hand", "top", "fits"),
    [
        ("10 10 9", "10", True),
        ("10 2 joker", "10", False),
        ("2 2 9", "2", True),
        ("2 joker 9", "2", False),
        ("joker joker 9", "joker", True),
        ("2 2 joker", "joker", False),
        ("black black", "black", False),
    ],
)
def test_the_pile_takes_two_cards_of_its_tops_own_kind(hand, top, fits):
    table = to_draw(hand, [KINGS], pile=f"8 {top}")
    assert table.legal() == ["draw"] + ["take"] * fits
    if fits:
        table.play("take")
        assert unspell(now(table, "laid")[0]).split().count(top) == 3


@pytest.mark.clause(8)
def test_a_black_3_keeps_the_pile():
    assert to_draw("black black 10 10", [KINGS], pile="10 black").legal() == ["draw"]


@pytest.mark.clause("c5", 12)
@pytest.mark.parametrize(("meld", "fits"), [("10 10 10 10", True), ("10 10 10 10 10", False), ("10 10 2", True)])
def test_a_take_joins_the_meld_of_its_rank_or_is_not_allowed(meld, fits):
    table = to_draw("10 10 10 9", [KINGS, meld])
    assert table.legal() == ["draw"] + ["take"] * fits
    wild = to_draw("2 2 9", [KINGS, meld.replace("10", "2")], pile="8 2")
    assert wild.legal() == ["draw"] + ["take"] * fits


@pytest.mark.clause(9, 15)
def test_a_sides_first_meld_may_use_more_cards_of_the_hand_but_not_of_the_pile():
    """Three 10s count 30 of 50."""
    assert to_draw("10 10 K K 6 6", pile="K 10").legal() == ["draw"]
    table = to_draw("10 10 K K K 6 6", pile="8 K 10").play("take")
    assert (held(table), unspell(now(table, "discard_pile"))) == ("6 6 K K K", "8 K")
    view = table.view_words(1)
    assert (view["upcard"], view["in_reach"]) == (None, "8♣ K♣")
    assert table.legal() == ["meld K K K"]
    table.play("meld K K K")
    assert (held(table), now(table, "discard_pile")) == ("6 6 8 K", "")
    assert "discard 6" in table.legal()


# Melds


@pytest.mark.clause(10)
def test_a_meld_begins_with_three_cards_of_a_rank_or_three_wild_ones():
    table = position("4 4 4 5 5 black black black 2 2 joker 9", [KINGS])
    assert legal(table, "meld") == [
        "meld 4 4 4",
        "meld 4 4 2",
        "meld 5 5 2",
        "meld 4 4 joker",
        "meld 5 5 joker",
        "meld 2 2 joker",
    ]


@pytest.mark.clause(11, "c9")
@pytest.mark.parametrize(
    ("meld", "two", "three"),
    [
        ("9 9 9", True, True),
        ("9 9 2", False, False),
        ("9 9 9 2", True, True),
        ("9 9 9 2 joker", False, False),
        ("9 9 9 9 2 2", False, True),
        ("2 2 joker joker", True, True),
    ],
)
def test_how_many_wild_cards_a_meld_takes(meld, two, three):
    name = "wild" if meld.startswith("2") else "9"
    for most, fits in ((2, two), (3, three)):
        table = position("2 joker 4 A", [KINGS, meld], options={"hands": 1, "most_wilds": most})
        added = [word for word in legal(table, "add") if word.endswith(name)]
        assert added == [f"add 2 to {name}", f"add joker to {name}"] * fits


@pytest.mark.clause(12, 13)
def test_seven_cards_are_a_book_and_a_new_meld_may_be_begun():
    table = position("9 9 9 9 9 4 A", [KINGS, "9 9 9 9 9"])
    assert legal(table, "meld", "add") == ["add 9"]
    table.play("add 9", "add 9")
    assert (legal(table, "meld", "add"), books(table)) == (["meld 9 9 9"], ("9", ""))
    table.play("meld 9 9 9")
    assert unspell(now(table, "melds")[0]) == "9 9 9 K K K K K"


@pytest.mark.clause(12, "c8")
def test_books_are_clean_dirty_or_wild():
    table = position("9 joker 2 joker 4", [KINGS, "9 9 9 9 9 9", "8 8 8 8 8 2", "2 2 2 joker joker"])
    table.play("add 9", "add joker to 8", "add 2 to wild", "add joker to wild")
    assert books(table) == ("2 9", "8")
    assert table.view_words(0)["book_cards"][0] == card_words(
        sorted(parse_cards(spell(f"{seven('9')} 8 8 8 8 8 2 joker 2 2 2 joker joker 2 joker")))
    )


@pytest.mark.clause(14, 1)
def test_partners_add_to_the_melds_of_their_side_and_to_no_others():
    for player, addable in enumerate(["K", "9", "K", "9"]):
        words = {"hands": ("9 K 4",) * 3, "feet": ("8",) * 4}
        table = position("9 K 4", [KINGS], ["9 9 9 9 9"], player=player, **words)
        assert legal(table, "meld", "add") == [f"add {addable}"]


@pytest.mark.clause(14)
def test_no_card_leaves_a_meld():
    for table in play_randomly(GAME.table(seed=1, hands=1), 1, most=count(compiled=500, interpreted=50)):
        before = [Counter(cards.split()) for cards in now(table, "laid")]
        action = legal(table, "meld", "add", "take")
        if action:
            laid = [Counter(cards.split()) for cards in now(table.copy().play(action[-1]), "laid")]
            assert all(not old - new for old, new in zip(before, laid, strict=True)) or table.over


@pytest.mark.clause(15, "c7")
@pytest.mark.parametrize(
    ("first_deal", "enough", "too_few"),
    [
        (1, "K K K 2", "K K K 6 6 6"),  # 50 and 45 points
        (2, "K K K A A A", "A A A 7 7 7 7 7"),  # 90 and 85
        (3, "A A A K K K Q Q Q", "A A A K K K 7 7 7 7 7"),  # 120 and 115
        (4, "joker joker joker", "2 2 2 A A A 7 7 7 7 7"),  # 150 and 145
    ],
)
def test_the_first_melds_of_a_side_must_count_the_minimum(first_deal, enough, too_few):
    options = {"first_deal": first_deal, "hands": 1}
    table = position(f"{enough} 4 10", options=options)
    assert table.view_words(0)["minimum"] == [50, 90, 120, 150][first_deal - 1]
    while held(table) != "4 10":
        table.play(legal(table, "meld", "add")[0])
        assert bool(legal(table, "discard")) == (held(table) == "4 10")
    assert legal(position(f"{too_few} 8 10", options=options), "meld", "add") == []


@pytest.mark.clause("c7")
def test_neither_red_3s_nor_bonuses_count_for_the_minimum():
    assert legal(position("K K K 8 9", red_threes=(8, 0)), "meld") == []
    assert legal(position(f"{seven('4')} 8 9"), "meld") == []


# Hand and foot


@pytest.mark.clause(16)
def test_a_player_who_runs_out_by_melding_takes_the_foot_and_plays_on():
    table = position("9", [KINGS, "9 9 9"], feet=("K 4", "", "", "")).play("add 9")
    assert (held(table), now(table, "part")[0], table.player) == ("4 K", "foot", 0)


@pytest.mark.clause(16)
def test_a_player_who_runs_out_by_discarding_takes_the_foot_at_the_next_turn():
    table = position("9", [KINGS], feet=("K 4", "", "", ""), hands=("5 5 5",) * 3).play("discard 9")
    assert (held(table), now(table, "part")[0], table.player) == ("", "hand", 1)
    table.play(*["draw", "discard 5"] * 3)
    assert (held(table), now(table, "part")[0], table.player) == ("4 K", "foot", 0)
    assert now(table, "phase") == "draw"


@pytest.mark.clause(9, 16)
def test_a_pile_that_is_taken_with_the_last_cards_comes_before_the_foot():
    table = to_draw("10 10", [KINGS], pile="4 10").play("take")
    assert (held(table), now(table, "part")[0]) == ("4", "hand")
    assert now(to_draw("10 10", [KINGS], pile="10").play("take"), "part")[0] == "foot"


@pytest.mark.clause(16, "c10")
def test_the_first_melds_may_use_the_last_cards_of_a_hand():
    table = position("A A A", feet=("K 4", "", "", "")).play("meld A A A")
    assert (held(table), now(table, "part")[0]) == ("4 K", "foot")


# Going out


@pytest.mark.clause(18, 17)
@pytest.mark.parametrize(
    ("melds", "options", "complete"),
    [
        (BOOKS, {}, True),
        *[([book for book in BOOKS if book != missing], {}, False) for missing in BOOKS],
        (BOOKS[1:], {"clean": 1}, True),
        (BOOKS[:3] + BOOKS[4:], {"dirty": 1}, True),
        (BOOKS[:4], {"wild": 0}, True),
        (BOOKS, {"clean": 3}, False),
    ],
)
def test_going_out_takes_two_clean_books_two_dirty_ones_and_a_wild_one(melds, options, complete):
    table = on_foot("9", melds, options={"hands": 1} | options)
    assert (sum(table.view_words(0)["missing"][0]) == 0) == complete
    assert legal(table, "discard", "end") == (["discard 9"] if complete else ["end"])
    if complete:
        assert table.play("discard 9").over


@pytest.mark.clause(17, 18, 19)
@pytest.mark.parametrize(
    ("melds", "answer", "out"),
    [(BOOKS, "yes", True), (BOOKS, "no", False), (BOOKS, None, False), (BOOKS[1:], "yes", 0)],
)
def test_the_last_card_may_be_melded_with_leave_and_books_only(melds, answer, out):
    table = on_foot("9 9", [*melds, "9 9 9"], answer)
    assert legal(table, "add") == ["add 9"] * out
    if out:
        assert table.play("add 9", "add 9").over
    else:
        assert held(table.play("discard 9")) == "9"


@pytest.mark.clause("c10", 18)
@pytest.mark.parametrize(("answer", "addable"), [("yes", True), ("no", False)])
def test_the_last_two_cards_may_complete_the_books(answer, addable):
    table = on_foot("J J", [*BOOKS[:3], BOOKS[4], "J J J 2 2"], answer)
    assert legal(table, "add") == ["add J"] * addable
    if addable:
        assert table.play("add J").legal() == ["add J"]
        assert table.play("add J").over


@pytest.mark.clause(17, "c10")
@pytest.mark.parametrize(
    ("answer", "pile", "takes"),
    [("yes", "10", True), ("no", "10", False), ("no", "4 5 10", True), ("no", "5 10", False)],
)
def test_a_take_leaves_two_cards_of_a_foot_or_goes_out(answer, pile, takes):
    table = on_foot("10 10", BOOKS, answer, phase="draw", source=None, pile=pile)
    assert legal(table, "take") == ["take"] * takes
    if answer == "yes":
        assert table.play("take").over


@pytest.mark.clause("c10", 18)
@pytest.mark.parametrize(
    ("answer", "pile", "takes"), [("yes", "J 10", True), ("no", "J 10", False), ("yes", "9 10", False)]
)
def test_the_only_card_of_the_pile_may_complete_the_books(answer, pile, takes):
    melds = [*BOOKS[:3], BOOKS[4], "J J J J 2 2"]
    table = on_foot("10 10", melds, answer, phase="draw", source=None, pile=pile)
    assert legal(table, "take") == ["take"] * takes
    if takes:
        assert table.play("take").legal() == ["add J"]
        assert table.play("add J").over


@pytest.mark.clause(18, "c11")
@pytest.mark.parametrize("phase", ["draw", "meld"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_partner_is_asked_once_a_turn_before_or_after_drawing(phase, answer):
    source = None if phase == "draw" else "stock"
    table = on_foot("9 K", BOOKS[1:], None, phase=phase, source=source, top="4 4 4 4 4 4 4 4", hands=["5 5"] * 3)
    table.play("ask")
    assert (table.player, now(table, "phase"), table.legal()) == (2, "answer", ["yes", "no"])
    table.play(answer)
    assert (table.player, now(table, "phase"), now(table, "answer")) == (0, phase, answer)
    assert "ask" not in table.legal()
    table.play(*["draw"] * (phase == "draw"), "discard 9", *["draw", "discard 5"] * 3)
    assert now(table, "answer") is None
    assert "ask" in table.legal()


@pytest.mark.clause("c10", 15, 19)
def test_first_melds_on_the_foot_leave_cards_unless_the_player_may_go_out():
    """Three kings and two more count the minimum, but would be the last cards of the foot."""
    with pytest.raises(ValueError, match="position: laid: first melds"):
        on_foot("K K", ["K K K"])
    assert legal(on_foot("K K 4 5", ["K K K"]), "add") == ["add K"]


@pytest.mark.clause("c11", 18)
def test_a_player_with_the_foot_asks_and_goes_out_only_when_the_partner_has_one_too():
    assert "ask" not in position("9 9", BOOKS, parts=("hand", "hand", "foot", "hand")).legal()
    table = position("9 9", [*BOOKS, "9 9 9"], parts=("foot", "hand", "hand", "hand")).play("ask", "yes")
    assert table.legal() == ["discard 9"]
    assert on_foot("9 9", [*BOOKS, "9 9 9"]).legal() == ["add 9", "discard 9"]


@pytest.mark.clause("c11")
def test_a_yes_does_not_oblige():
    table = on_foot("9 8", [*BOOKS, "9 9 9"])
    assert table.legal() == ["add 9", "discard 8", "discard 9"]
    assert not table.play("discard 8").over


@pytest.mark.clause("c13", 19)
@pytest.mark.parametrize(("answer", "legal_end"), [("no", True), ("yes", False)])
def test_a_player_without_a_card_that_may_be_discarded_ends_the_turn_and_is_not_out(answer, legal_end):
    """Drawn were two red 3s, which found no replacement."""
    words = {"phase": "draw", "source": None, "top": "red red", "rest": "laid", "feet": ("",) * 4}
    table = on_foot("9", BOOKS, answer, **words).play("draw")
    assert legal(table, "discard", "end", "add") == (["end"] if legal_end else ["discard 9"])
    if legal_end:
        assert not table.play("end").over
        assert table.player == 1


@pytest.mark.clause("c14")
def test_any_card_may_be_discarded():
    table = position("4 5 6 7 8 9 10 J Q K A 2 joker black")
    assert legal(table, "discard", "end") == [f"discard {word}" for word in [*RANKS, "2", "joker", "black 3"]]


# The end of the stock, and the scores


@pytest.mark.clause(20, "c12")
@pytest.mark.parametrize(("top", "ends"), [("", True), ("4", True), ("4 5", False)])
def test_with_fewer_than_two_cards_in_the_stock_the_deal_may_end(top, ends):
    table = to_draw("10 10 5", [KINGS], top=top, rest="laid", pile="4 10", feet=("",) * 4)
    assert table.legal() == ["draw", "take"]
    assert table.copy().play("draw").over == ends
    assert not table.play("take").over


@pytest.mark.clause("c12")
def test_when_the_stock_ends_a_due_foot_has_been_taken():
    words = {"rest": "laid", "feet": ("K", "", "", ""), "hands": ("6 6 6", "6 6 6", "6 6 6")}
    table = position("9", [KINGS], top="7 7 7 7 7 7", **words).play("discard 9", *["draw", "discard 6"] * 3)
    assert (held(table), now(table, "part")[0], legal(table, "draw")) == ("K", "foot", ["draw"])
    assert table.play("draw").over


@pytest.mark.clause(21)
@pytest.mark.parametrize("word", [*RANKS, *WILDS])
def test_melded_cards_bring_their_points_and_cards_in_hands_and_feet_cost_them(word):
    meld = " ".join([word] * 6)
    extra = "A A A"
    ours = 6 * WORTH[word] + (60 if word != "A" else 0)
    melds = [meld, extra] if word != "A" else [meld]
    assert scored(melds, (), (word, "", f"{word} {word}", "joker")) == [ours - 3 * WORTH[word], -50]
    assert scored((), melds, feet=(word, "", "", "black")) == [-WORTH[word], ours - 5]


@pytest.mark.clause(21, 12)
@pytest.mark.parametrize(
    ("book", "worth"),
    [
        (seven("A"), 140 + 500),
        ("K K K K K K 2", 80 + 300),
        (seven("2"), 140 + 1500),
        ("2 2 2 2 2 2 joker", 170 + 1500),
    ],
)
def test_points_of_books(book, worth):
    assert scored([book], [book, KINGS]) == [worth, worth + 50]


@pytest.mark.clause(21)
def test_points_of_3s_and_of_going_out():
    assert scored([KINGS], (), red_threes=(3, 0)) == [50 + 300, 0]
    assert scored([KINGS], (), feet=("red", "", "", "red"), hands=("black", "", "", "")) == [50 - 100 - 5, -100]
    table = on_foot("9", BOOKS, hands=("K", "black", "A"), feet=("", "4", "", "red")).play("discard 9")
    ours = 140 + 70 + 110 + 90 + 140 + 1000 + 600 + 1500 + 100 - 5
    assert now(table, "score")[:2] == [ours, -10 - 20 - 5 - 100]


@pytest.mark.clause(22)
@pytest.mark.parametrize(("options", "minimums"), [({}, [50, 90, 120, 150]), ({"first_deal": 3}, [120, 150])])
def test_a_match_has_four_deals_with_rising_minimums(options, minimums):
    table, seen, dealers = GAME.table(seed=2, **options), [], []
    first = now(table, "dealer")
    for _ in play_randomly(table, 2, most=count(compiled=10**6, interpreted=0)):
        minimum = table.view_words(0)["minimum"]
        if minimum not in seen:
            seen.append(minimum)
            dealers.append(now(table, "dealer"))
    if count(compiled=1, interpreted=0):
        assert table.over
        assert seen == minimums
        assert dealers == [(first + deal) % 4 for deal in range(len(minimums))]


@pytest.mark.clause(22, "c15")
@pytest.mark.parametrize(("points", "reward"), [(100, 0.5), (80, -0.5), (90, 0)])
def test_the_higher_total_wins(points, reward):
    """In the last deal side 0 pays 10 points."""
    words = {"hands": ("", "", ""), "feet": ("",) * 4, "rest": "laid", "hands_over": 3, "options": {}}
    table = to_draw("K", score=[points, -3000] * 2, **words)
    gained = now(table.copy().play("draw"), "score")[1] + 3000
    table = to_draw("K", score=[points, 80 - gained] * 2, **words).play("draw")
    assert now(table, "score")[:2] == [points - 10, 80]
    assert now(table, "reward") == [reward, -reward, reward, -reward]


@pytest.mark.parametrize("hands", [1, 4])
def test_scores_as_rewards_are_divided_by_half_of_the_largest_lead_as_the_page_tells(hands):
    """22 clean books, or with 30 wild cards 3 wild ones and 9 dirty ones besides, are the most that 260 cards make."""
    lead = 2900 + 22 * 500 + 3 * 1500 + 9 * 300 + 10 * 100 + 100 + 10 * 5
    assert GAME.score_range(GAME.blank(hands=hands)["options"][0], 4) == hands * lead / 2
    assert f"divides by {lead // 2} a deal" in GAME.sections["Rewards"]


# The search behind the mask


@cache
def can_open(hand, melds, missing, most):
    """Returns whether some melds bring the points, by trying all of them.

    Args:
        hand: number of cards of each kind, a tuple of pairs.
        melds: unfinished melds, a tuple of triples of rank, natural and wild cards.
        missing: points that are missing to the minimum.
        most: the most wild cards of a meld.
    """
    if missing <= 0:
        return True
    return any(can_open(*one, missing - won, most) for *one, won in ways(hand, melds, most).values())


def ways(hand, melds, most):
    """All possible melds, by the words of the action: the new hand and melds, and the cards' points."""
    found, sizes = {}, {rank: (naturals, wilds) for rank, naturals, wilds in melds}
    for rank in [*RANKS, "wild"]:
        natural = [] if rank == "wild" else [rank]
        if rank in sizes:
            choices = [natural, ["2"], ["joker"]]
        elif natural:
            choices = [[rank] * 3, [rank, rank, "2"], [rank, rank, "joker"]]
        else:
            choices = [["2"] * (3 - jokers) + ["joker"] * jokers for jokers in range(4)]
        for cards in filter(None, choices):
            name = " ".join(cards) if cards == natural or len(cards) > 1 else f"{cards[0]} to {rank}"
            left = Counter(dict(hand))
            left.subtract(cards)
            naturals, wilds = sizes.get(rank, (0, 0))
            wilds += sum(word in WILDS for word in cards)
            naturals += cards.count(rank)
            fits = naturals + wilds <= 7 and (rank == "wild" or wilds <= min(most, naturals - 1))
            if min(left.values()) >= 0 and fits:
                after = {**sizes, rank: (naturals, wilds)}
                if naturals + wilds == 7:
                    del after[rank]
                found[f"{'add' if rank in sizes else 'meld'} {name}"] = (
                    tuple(sorted((word, copies) for word, copies in left.items() if copies)),
                    tuple(sorted((word, *counts) for word, counts in after.items())),
                    sum(WORTH[word] for word in cards),
                )
    return found


SEARCHED = count(compiled=250, interpreted=25)


@pytest.mark.clause("c10", 10, 11, 15)
@pytest.mark.parametrize("most", [2, 3])
def test_all_and_only_those_first_melds_are_begun_that_can_reach_the_minimum(most):
    """The comparison is with brute force, on hands full of pairs and wild cards; then half of them is laid."""
    generator, counts = np.random.default_rng(most), Counter()
    for number in range(SEARCHED):
        ranks = generator.choice(RANKS, 3, replace=False).tolist()
        words = [*ranks * 2, *ranks, "black", *["2", "joker"] * int(generator.choice([1, 3]))]
        hand = generator.choice(words, int(generator.integers(3, 12))).tolist()
        if hand.count("joker") > 6:
            continue
        options = {"first_deal": number % 4 + 1, "hands": 1, "most_wilds": most}
        table = position(" ".join(hand), options=options, feet=("",) * 4, hands=("black",) * 3)
        melds, missing = (), [50, 90, 120, 150][number % 4]
        cards = tuple(sorted(Counter(hand).items()))
        while missing > 0:
            after = ways(cards, melds, most)
            expected = sorted(word for word, (*one, won) in after.items() if can_open(*one, missing - won, most))
            assert sorted(legal(table, "meld", "add")) == expected, (hand, melds)
            counts["legal"] += len(expected)
            counts["forbidden"] += len(after) - len(expected)
            if not expected:
                break
            word = str(generator.choice(expected))
            table.play(word)
            cards, melds, won = after[word]
            missing -= won
    assert min(counts.values()) > SEARCHED / 20


@pytest.mark.parametrize("likes", ["", "meld add", "discard end", "take meld add ask yes", "draw add no end"])
def test_every_player_always_has_a_legal_action_and_no_card_is_lost(likes):
    steps, pack = count(compiled=5000, interpreted=150), GAME.count(GAME.pack)
    for seed in range(count(compiled=100, interpreted=2)):
        for table in play_randomly(GAME.table(seed=seed, first_deal=seed % 4 + 1), seed, likes, steps):
            assert table.mask.any()
            assert np.array_equal(table.count_cards(), pack)
            steps -= 1
        if steps <= 0:
            break


# A seat's view, and redeals


def test_a_seat_sees_its_hand_the_table_and_how_many_cards_others_hold():
    words = {"hands": ("5", "6 6", "7 7 7"), "parts": ("foot", "hand", "hand", "hand"), "red_threes": (2, 7)}
    table = position(
        "9 A", [seven("7"), "9 9 2", "2 2 joker"], ["K K K joker"], **words, score=[15, -5] * 2, hands_over=0
    )
    view = table.view_words(1)
    assert (view["hand"], view["hand_sizes"], view["turn"]) == ("5♣", [1, 2, 3, 2], [0, 0, 0, 1])
    assert view["part"] == ["hand", "hand", "hand", "foot"]
    assert view["melds"] == ["K♣ K♣ K♣", "2♣ 2♣ 9♣ 9♣"]
    assert view["twos"] == [[0] * 13, [0] * 8 + [1] + [0] * 4]
    assert view["jokers"] == [[0] * 12 + [1], [0, 1] + [0] * 11]
    assert view["book_cards"] == ["", spell(seven("7"))]
    assert (view["red_threes"], view["melded"]) == ([7, 2], [80, 35 + 40 + 90])
    assert (view["discard_pile"], view["upcard"], view["in_reach"]) == ("8♣ 10♣", "10♣", "")


def test_totals_are_seen_in_fives_own_side_first():
    table = position("9 A", score=[1235, -85] * 2, hands_over=1, options={})
    assert [table.view_words(player)["scores"] for player in (0, 3)] == [[247, -17], [-17, 247]]


def test_cards_of_the_pile_are_known_until_they_are_laid_or_discarded():
    table = to_draw("10 10 9 K", [KINGS], pile="9 9 A 10", hands=("4 4",) * 3).play("take")
    assert now(table, "known")[0] == "A♣ 9♣ 9♣"
    assert now(table.play("meld 9 9 9"), "known")[0] == "A♣"
    assert now(table.play("discard A"), "known") == [""] * 4


@pytest.mark.clause(1)
def test_known_cards_stay_where_they_are_and_others_are_dealt_again_the_own_foot_too():
    table = position("9 A", [KINGS], hands=("4 5 8 J", "7 7", "Q Q"), known=["", "4♣ 8♣", "", ""])
    hands, feet = set(), set()
    for seed in range(12):
        other = table.redeal(0, seed)
        assert held(other) == "A 9"
        assert {"4♣", "8♣"} <= set(now(other, "hands")[1].split())
        assert "3♦" not in " ".join(now(other, "hands"))
        assert [size(foot) for foot in now(other, "feet")] == [3] * 4
        hands.add(now(other, "hands")[1])
        feet.add(now(other, "feet")[0])
    assert min(len(hands), len(feet)) > 4


def few_hidden(hand, ours=(), **words):
    """A position with only a few hidden cards; all others are on the table."""
    return position(hand, ours, **{"feet": ("",) * 4, "rest": "laid"} | words)


def holding(*hands):
    """Returns whether player 0's hidden cards are one of these."""
    allowed = [tuple(sorted(parse_cards(spell(hand)))) for hand in hands]
    return lambda places: places["hands", 0] in allowed


@pytest.mark.clause(1, 4)
@pytest.mark.parametrize("known", [["", "", "", ""], ["", "5♣", "", "K♣"]])
def test_all_deals_that_a_seat_holds_possible_are_equally_likely(known):
    """The own foot is hidden too, and red 3s are in no hand."""
    words = {"hands": ("4 5", "6", "K"), "feet": ("red", "", "9", ""), "top": "red"}
    table = few_hidden("A A", known=known, **words)
    expected = all_deals(0, table)
    assert agree(redeals(0, table, count(compiled=6000, interpreted=500)), expected)


@pytest.mark.clause("c10")
def test_first_melds_that_have_been_begun_can_be_of_all_cards_that_bring_the_minimum():
    """Three kings lie there. Three 8s or three 9s bring the other 20 points, and no other hand is between them."""
    table = few_hidden("8 8 8", ["K K K"], hands=("6", "9", "9"), top="9 4")
    expected = all_deals(1, table, holding("8 8 8", "9 9 9"))
    assert agree(redeals(1, table, count(compiled=3000, interpreted=60)), expected)


@pytest.mark.clause("c10", "c13")
def test_a_last_card_completes_the_books_unless_red_3s_have_left_it():
    """A jack that makes a book; any card after two red 3s."""
    words = {"feet": ("",) * 4, "rest": "laid"}
    laid = on_foot("J J", [*BOOKS[:3], BOOKS[4], "J J J 2 2"], hands=("J", "A", "5"), top="4", **words).play("add J")
    assert agree(redeals(3, laid, count(compiled=1000, interpreted=60)), all_deals(3, laid, holding("J")))
    words |= {"phase": "draw", "source": None, "hands": ("4", "A", "5"), "top": "red red"}
    left = on_foot("9", [*BOOKS[1:], "A A A A A A"], **words).play("draw")
    assert legal(left, "add", "discard", "end") == ["end"]
    assert agree(redeals(3, left, count(compiled=1000, interpreted=60)), all_deals(3, left))


@pytest.mark.clause("c10")
def test_a_turn_that_others_have_begun_can_still_be_ended_after_dealing_again():
    """First melds count 30 of 50; a last card must complete the books."""
    first = position("K K K 9 9 9 4 5").play("meld 9 9 9")
    last = on_foot("J J", [*BOOKS[:3], BOOKS[4], "J J J 2 2"]).play("add J")
    for table in (first, last):
        for seed in range(count(compiled=20, interpreted=3)):
            other = table.redeal(3, seed)
            other.refresh()
            assert legal(other, "meld", "add")


def test_after_the_last_deal_all_cards_are_open():
    words = {"hands": ("A", "8", "K"), "feet": ("",) * 4, "rest": "laid", "hands_over": 3, "options": {}}
    table = to_draw("K", **words).play("draw")
    assert now(table.redeal(1, 5), "hands") == now(table, "hands") == now(table, "known")


@pytest.mark.clause("c2")
def test_buried_cards_stay_where_they_are():
    table = GAME.table(deck=deck_with({DEALT: "2", DEALT + 1: "joker", DEALT + 2: "J"}))
    stocks = [now(table.redeal(0, seed), "stock").split() for seed in range(count(compiled=20, interpreted=4))]
    assert all(stock[82:84] == ["joker", "2♣"] for stock in stocks)
    assert len({stock[81] for stock in stocks}) > 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over"),
        ({"score": [10, 0, 0, 0]}, "score"),
        ({"score": [200_000, 0] * 2}, "score"),
        ({"hands": ("red", "4", "4")}, "hands"),
        ({"known": [spell("K"), "", "", ""]}, "known"),
        ({"part": ["foot", "hand", "hand", "hand"]}, "part"),
        ({"parts": ("foot", "hand", "hand", "hand")}, "part"),
        ({"hands": ("", "4", "4")}, "hands: a player who has used up the hand"),
        ({"pile": "red 4"}, "discard_pile"),
        ({"source": None}, "source"),
        ({"phase": "answer"}, "answer"),
        ({"answer": "yes"}, "answer"),
        ({"melds": [spell("9 9"), ""]}, "melds, twos, jokers"),
        ({"melds": [spell("9 9 9"), ""]}, "laid"),
        ({"canastas": [[0] * 12 + [1], [0] * 13]}, "laid"),
        ({"theirs": ["9 9 9"]}, "laid"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        position("9 A", **words)


def test_people_see_of_what_books_are_and_which_ones_going_out_lacks():
    wild_and_dirty = ("2 2 2 2 2 joker joker", "6 6 6 6 6 6 joker", "A A A")
    table = position("5 6 9", wild_and_dirty, (seven("8"), seven("8"), "Q Q Q"))
    cells = shown(table).cells
    own, other = "player 0 and player 2", "player 1 and player 3"
    assert (cells[own, "clean and wild books"], cells[own, "dirty books"]) == ("wild", "6s")
    assert (cells[other, "clean and wild books"], cells[other, "dirty books"]) == ("8s ×2", "")
    assert cells[own, "lacks to go out"] == "clean 2, dirty 1"
    assert cells[other, "lacks to go out"] == "dirty 2, wild 1"


@pytest.mark.parametrize(("top", "says"), [("9", "Let the deal end"), ("9 9", "Draw two cards")])
def test_people_see_that_the_deal_ends_where_there_are_not_two_cards_to_draw(top, says):
    table = to_draw("5 6 7", ("K K K", "A A A"), pile="4 8", top=top, rest="laid")
    ends = says == "Let the deal end"
    texts = shown(table)
    assert says in texts.moves
    assert ("let the deal end" in texts.asks) == ends
    assert table.play("draw").words("hands_over")["hands_over"] == ends
