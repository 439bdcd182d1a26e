"""The rules of Triple Play, clause by clause.

Cards are written as in `tests.games.canastas`. Player 0 and its partner 2 play against 1 and 3.
"""

from collections import Counter
from functools import cache, partial

import numpy as np
import pytest

from cardzoo.envs.engine.cards import ACE, EIGHT, QUEEN, card_words, parse_cards
from cardzoo.envs.games.triple_play import BURIED_AT, GAME, RED_THREE
from tests.games.canastas import (
    RANKS,
    SPELLED,
    WILDS,
    WORTH,
    agree,
    all_deals,
    deck_of,
    held,
    hidden_from,
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
DEALT = 4 * (15 + 13 + 11)


FIVE_KINGS = "K K K K K"
MIXED = "Q Q Q Q Q Q joker"
BOOK = [seven("5"), seven("7"), seven("2"), seven("K"), MIXED]


def on_the_table(sides, red_threes):
    """The fields with the melds of the two sides; seven cards are a canasta."""
    fields = {"laid": [], "melds": [], "twos": [], "jokers": [], "canastas": [], "mixed_canastas": []}
    for melds, red in zip(sides, red_threes, strict=True):
        own, twos, jokers = [0] * 13, [0] * 13, [0] * 13
        natural, mixed = [0] * 13, [0] * 13
        for meld in map(str.split, melds):
            naturals = [word for word in meld if word not in WILDS]
            rank = parse_cards(spell(naturals[0] if naturals else "2"))[0]
            if len(meld) == 7:
                (mixed if kind_of(meld) == 4 else natural)[rank] += 1
            else:
                own[rank] = len(naturals) or meld.count("2")
                twos[rank] = meld.count("2") if naturals else 0
                jokers[rank] = meld.count("joker")
        fields["laid"].append(spell(" ".join([*melds, *["red"] * red])))
        fields["melds"].append(card_words(np.repeat(np.arange(13), own).tolist()))
        canastas = (("canastas", natural), ("mixed_canastas", mixed))
        for name, value in (("twos", twos), ("jokers", jokers), *canastas):
            fields[name].append(value)
    return fields


def kind_of(canasta):
    """The place of a canasta's kind: of 7s, of 5s, wild, other natural, mixed."""
    wilds = sum(word in WILDS for word in canasta)
    if wilds == 7:
        return 2
    return 4 if wilds else {"7": 0, "5": 1}.get(canasta[0], 3)


def position(
    hand,
    ours=(),
    theirs=(),
    *,
    hands=("4", "4", "4"),
    knees=("J J J",) * 4,
    feet=("Q Q Q",) * 4,
    parts=("hand",) * 4,
    pile="8 10",
    top="",
    red_threes=(0, 0),
    rest="stock",
    **words,
):
    """A table in which player 0 has drawn two cards and may meld.

    ``ours`` and ``theirs`` are the melds of the two sides, ``hands`` those of players 1 to 3. Knees and feet that have
    been taken according to ``parts`` are not there. The pile's top comes last, the ``top`` of the stock in the order of
    drawing. All other cards are below that in the "stock", in the "pile", or among what side 1 has "laid".
    """
    fields = on_the_table((ours, theirs), red_threes)
    fields |= {
        "hands": [spell(cards) for cards in (hand, *hands)],
        "knees": [spell(cards) if part == "hand" else "" for cards, part in zip(knees, parts, strict=True)],
        "feet": [spell(cards) if part != "foot" else "" for cards, part in zip(feet, parts, strict=True)],
        "part": list(parts),
        "discard_pile": spell(pile),
        "upcard": SPELLED[pile.split()[-1]] if pile and words.get("source") != "pile" else None,
        "stock": spell(top).split()[::-1],
    }
    others = Counter(PACK)
    for place in (*fields["laid"], *fields["hands"], *fields["knees"], *fields["feet"], fields["discard_pile"]):
        others.subtract(place.split())
    others.subtract(fields["stock"])
    if rest == "stock":
        fields["stock"] = [*others.elements(), *fields["stock"]]
    elif rest == "pile":
        fields["discard_pile"] += " " + " ".join(others.elements())
    else:
        fields["laid"][1] += " " + " ".join(others.elements())
    usual = {"phase": "meld", "source": "stock", "player": 0, "dealer": 3, "options": {"hands": 1}}
    return GAME.position(**usual | fields | words)


def to_draw(hand, *melds, **words):
    """The same position before player 0 draws."""
    return position(hand, *melds, **{"phase": "draw", "source": None} | words)


def on_foot(hand, melds, answer="yes", **words):
    """The same position when player 0 has taken the foot, and the partner may have let it go out."""
    return position(hand, melds, parts=("foot", "hand", "knee", "hand"), answer=answer, **words)


def scored(ours=(), theirs=(), hands=("", "", "", ""), knees=("",) * 4, feet=("",) * 4, **words):
    """The scores of both sides if the deal ends without more cards on the table and in the hands.

    Both have five kings too, which make the first minimum and are not counted.
    """
    ours, theirs = [*ours, FIVE_KINGS], [*theirs, FIVE_KINGS]
    words = {"hands": hands[1:], "knees": knees, "feet": feet, "rest": "pile", "pile": "10"} | words
    table = to_draw(hands[0], ours, theirs, **words).play("draw")
    assert table.over
    scores = now(table, "score")
    assert scores[:2] == scores[2:]
    return [score - 50 for score in scores[:2]]


def canastas(table, side=0):
    """The ranks of a side's natural canastas, for wild ones 2, and of its mixed ones."""
    counts = (now(table, name)[side] for name in ("canastas", "mixed_canastas"))
    return tuple(unspell(card_words(np.repeat(np.arange(13), number).tolist())) for number in counts)


deck_with = partial(deck_of, GAME)


# The pack and the deal


@pytest.mark.clause(1, 4, "c1")
def test_six_packs_and_twelve_jokers_are_played_without_suits():
    assert len(GAME.pack) == 324
    counts = {f"{rank}♣": 24 for rank in [*RANKS, "2"]} | {"3♣": 12, "3♦": 12, "joker": 12}
    assert counts == PACK


@pytest.mark.clause(2, 7)
def test_hands_knees_and_feet_go_round_from_the_dealers_left():
    deck = deck_with({})
    table = GAME.table(deck=deck, dealer=1)
    words = table.words("hands", "knees", "feet", "part")
    for place in range(4):
        player = (2 + place) % 4
        for name, first, last in (("hands", 0, 60), ("knees", 60, 112), ("feet", 112, DEALT)):
            assert Counter(words[name][player].split()) == Counter(deck[first + place : last : 4])
    assert words["part"] == ["hand"] * 4
    assert (table.player, now(table, "phase")) == (2, "draw")


@pytest.mark.clause(2)
def test_players_see_their_hands_and_neither_knees_nor_feet():
    table = GAME.table(seed=4)
    view = table.view_words(1)
    assert view["hand"] == now(table, "hands")[1]
    assert view["hand_sizes"] == [15] * 4
    assert not {"knees", "feet", "hands", "stock"} & set(view)


@pytest.mark.clause(3)
@pytest.mark.parametrize("word", [*RANKS, "2", "joker", "black", "red"])
def test_the_first_upcard_is_no_wild_card_red_3_5_or_7(word):
    table = GAME.table(deck=deck_with({DEALT: word, DEALT + 1: "J", DEALT + 2: "4"}))
    buried = word in ("2", "joker", "red", "5", "7")
    upcard = SPELLED["J" if buried else word]
    assert (now(table, "upcard"), now(table, "discard_pile")) == (upcard, upcard)
    assert now(table, "stock").split()[-1] == SPELLED["4" if buried else "J"]
    assert table.view_words(0)["stock_size"] == 167
    assert table.view_words(0)["buried"] == (SPELLED[word] if buried else "")


@pytest.mark.clause(3, "c2")
def test_buried_cards_lie_in_the_middle_below_84_others():
    """Cards that came off the stock in turning up cards are no longer above."""
    table = GAME.table(deck=deck_with({DEALT: "7", DEALT + 1: "joker", DEALT + 2: "J"}))
    stock = now(table, "stock").split()
    assert len(stock) == 167
    assert stock[83:85] == ["joker", "7♣"]
    view = table.view_words(3)
    assert (view["buried"], view["next_buried"], view["above_buried"]) == ("7♣ joker", "7♣", 82)


BELOW = " ".join(["4", "6", "8", "9"] * 20 + ["J"] * 3)


@pytest.mark.clause("c2")
def test_all_know_who_draws_a_buried_card():
    table = to_draw("K", top=f"A A 7 joker {BELOW}", buried=2, rest="laid", hands=("4", "4", "4"))
    view = table.view_words(2)
    assert (view["buried"], view["next_buried"], view["above_buried"]) == ("7♣ joker", "7♣", 2)
    table.play("draw", "discard K", "draw")
    assert now(table, "known") == ["", "7♣ joker", "", ""]
    view = table.view_words(2)
    assert (view["buried"], view["next_buried"], view["above_buried"]) == ("", None, 0)


@pytest.mark.clause("c2")
def test_a_buried_red_3_comes_up_as_any_other():
    table = to_draw("K", top=f"A red 5 5 {BELOW}", buried=1, rest="laid").play("draw")
    assert (held(table), now(table, "known")[0]) == ("A 5 K", "")


# Red 3s


@pytest.mark.clause(5, "c3")
def test_red_3s_of_the_hands_are_replaced_from_the_dealers_left_after_the_upcard():
    """Player 0 has two, whose first replacement is another one; player 1 has one."""
    stock = {DEALT + place: word for place, word in enumerate(["J", "red", "A", "K", "Q", "10"])}
    table = GAME.table(deck=deck_with({0: "red", 4: "red", 1: "red"} | stock))
    hands = now(table, "hands")
    assert [size(hand) for hand in hands] == [15] * 4
    assert [[card in hand.split() for card in ("A♣", "K♣", "Q♣")] for hand in hands[:2]] == [
        [True, True, False],
        [False, False, True],
    ]
    assert now(table, "laid") == ["3♦ 3♦ 3♦", "3♦"]
    assert now(table, "upcard") == "J♣"
    assert now(table, "stock").split()[-1] == "10♣"


@pytest.mark.clause(5)
def test_a_red_3_drawn_before_the_knee_is_replaced():
    table = to_draw("K 4", top="red 9 red red A 5").play("draw")
    assert held(table) == "A 4 9 K"
    assert now(table, "laid")[0] == "3♦ 3♦ 3♦"


@pytest.mark.clause(6)
def test_a_red_3_drawn_after_the_knee_is_not_replaced():
    table = to_draw("K 4", [BOOK[3]], parts=("knee", "hand", "knee", "hand"), top="red 9 A 5").play("draw")
    assert held(table) == "4 9 K"


@pytest.mark.clause(6)
def test_red_3s_of_knee_and_foot_are_laid_down_and_not_replaced():
    knees, feet = ("red J red", "", "", ""), ("Q red", "", "", "")
    table = position("9 K", [seven("8"), "9 9 9 9 9 9"], knees=knees, feet=feet, top="4 4 4").play("add 9")
    assert (held(table), now(table, "laid")[0].count("3♦")) == ("J K", 2)
    table = position("9", [seven("8"), "9 9 9"], parts=("knee", *["hand"] * 3), feet=feet).play("add 9")
    assert (held(table), now(table, "laid")[0].count("3♦")) == ("Q", 1)


@pytest.mark.clause("c3")
def test_with_an_empty_stock_red_3s_are_not_replaced():
    table = to_draw("K 4", top="9 red", rest="laid").play("draw")
    assert (held(table), now(table, "stock")) == ("4 9 K", "")


# Turns and drawing


@pytest.mark.clause(7, 8, 19)
def test_a_turn_is_to_draw_to_meld_and_to_discard():
    table = to_draw("9 9 9 10 10 10 5 4", [seven("8"), "K K K"], parts=("knee", *["hand"] * 3), top="K A")
    assert table.legal() == ["draw", "take with two naturals"]
    table.play("draw")
    assert held(table) == "A 4 5 9 9 9 10 10 10 K"
    table.play("meld 9 9 9", "add K", "meld 10 10 10", "discard 4")
    assert held(table) == "A 5"
    assert (now(table, "discard_pile"), now(table, "upcard")) == ("4♣ 8♣ 10♣", "4♣")
    assert (table.player, now(table, "phase")) == (1, "draw")


@pytest.mark.clause(8)
def test_a_player_who_takes_the_pile_takes_all_of_it():
    table = to_draw("10 10 5", ["K K K K K"], pile="8 4 9 10").play("take with two naturals")
    assert (held(table), now(table, "discard_pile"), now(table, "upcard")) == ("4 5 8 9", "", None)
    assert now(table, "melds")[0] == "10♣ 10♣ 10♣ K♣ K♣ K♣ K♣ K♣"


@pytest.mark.clause(9, "c5")
@pytest.mark.parametrize(
    ("hand", "takes"),
    [
        ("10 9 9 9", []),
        ("10 10 9", ["two naturals"]),
        ("10 2 9", ["natural and 2"]),
        ("10 joker 9", ["natural and joker"]),
        ("2 2 joker joker 9", []),
        ("10 10 2 joker", ["two naturals", "natural and 2", "natural and joker"]),
    ],
)
def test_the_pile_takes_two_cards_of_the_hand_that_meld_with_its_top(hand, takes):
    assert to_draw(hand, ["K K K K K"]).legal() == ["draw", *(f"take with {take}" for take in takes)]


@pytest.mark.clause("c5", 14)
@pytest.mark.parametrize("rank", ["5", "7"])
def test_5s_and_7s_are_not_taken_with_wild_cards(rank):
    table = to_draw(f"{rank} 2 joker 9", ["K K K K K", f"{rank} {rank} {rank} {rank}"], pile=f"8 {rank}")
    assert table.legal() == ["draw"]


@pytest.mark.clause("c5", "c6", "c8")
@pytest.mark.parametrize(
    ("meld", "takes"),
    [
        ("10 10 10", ["two 2s", "2 and joker", "two jokers"]),  # six cards, two of them wild
        ("10 10 10 10", ["two 2s", "2 and joker", "two jokers"]),
        ("10 10 10 10 10", []),  # eight
        ("10 10 2", []),
        ("10 10 10 2", []),
    ],
)
def test_two_wild_cards_take_the_pile_only_for_a_large_meld_without_others(meld, takes):
    table = to_draw("2 2 joker joker 9", ["K K K K K", meld])
    assert table.legal() == ["draw", *(f"take with {take}" for take in takes)]


@pytest.mark.clause(10)
def test_a_black_3_keeps_the_pile():
    table = to_draw("black black black 2 2 joker joker", ["K K K K K"], pile="8 8 black")
    assert table.legal() == ["draw"]


@pytest.mark.clause(11, "c6")
@pytest.mark.parametrize(
    ("upcard", "hand", "take"),
    [
        ("2", "2 2 9", "two 2s"),
        ("2", "2 joker joker 9", None),
        ("joker", "joker joker 9", "two jokers"),
        ("joker", "2 2 joker 9", None),
    ],
)
def test_a_wild_upcard_takes_two_of_its_kind(upcard, hand, take):
    table = to_draw(hand, ["K K K K K"], pile=f"8 {upcard}")
    assert table.legal() == ["draw", *([f"take with {take}"] if take else [])]
    if take:
        table.play(f"take with {take}")
        assert unspell(now(table, "laid")[0]).split().count(upcard) == 3
        assert held(table) == "8 9"


@pytest.mark.clause("c6")
@pytest.mark.parametrize(("meld", "fits"), [("2 2 joker", True), ("2 2 2 joker", True), ("2 2 2 2 2", False)])
def test_wild_cards_of_a_take_join_the_wild_meld(meld, fits):
    table = to_draw("2 2 9", ["K K K K K", meld], pile="8 2")
    assert table.legal() == ["draw"] + ["take with two 2s"] * fits
    if fits:
        assert now(table.play("take with two 2s"), "laid")[0].count("2♣") == meld.count("2") + 3


@pytest.mark.clause("c6", 18)
@pytest.mark.parametrize(("number", "fits"), [(3, True), (4, True), (5, False), (6, False)])
def test_a_take_joins_the_meld_of_its_rank_or_is_not_allowed(number, fits):
    """The third 10 of the hand may not close the meld first either."""
    table = to_draw("10 10 10 9", [FIVE_KINGS, " ".join(["10"] * number)], parts=("knee", *["hand"] * 3))
    assert table.legal() == ["draw"] + ["take with two naturals"] * fits


@pytest.mark.clause("c6", 14)
@pytest.mark.parametrize("meld", ["10 10 10", "10 10 2", "10 10 10 2"])
def test_the_limits_of_a_meld_hold_when_all_three_cards_of_a_take_lie(meld):
    """Two of six or seven cards may be wild."""
    table = to_draw("10 joker 9", ["K K K K K", meld]).play("take with natural and joker")
    assert now(table, "jokers")[0][9] == 1 or canastas(table) == ("", "10")


@pytest.mark.clause(12, "c4")
def test_a_sides_first_meld_may_use_more_cards_of_the_hand_but_not_of_the_pile():
    """Three 10s count 30 of 50."""
    assert to_draw("10 10 K K 6 6", pile="K 10").legal() == ["draw"]
    table = to_draw("10 10 K K K 6 6", pile="8 K 10")
    assert table.legal() == ["draw", "take with two naturals"]
    table.play("take with two naturals")
    assert (held(table), unspell(now(table, "discard_pile"))) == ("6 6 K K K", "8 K")
    assert table.legal() == ["meld K K K"]
    table.play("meld K K K")
    assert (held(table), now(table, "discard_pile")) == ("6 6 8 K", "")
    assert table.legal() == ["add K", "end"]


# Melds


@pytest.mark.clause(13, 15)
def test_a_meld_begins_with_three_cards_of_a_rank_or_three_wild_ones():
    table = position("4 4 4 9 9 9 Q Q black black black 2 2 2 joker A", [seven("8")], parts=("knee", *["hand"] * 3))
    assert legal(table, "meld") == [
        "meld 4 4 4",
        "meld 9 9 9",
        "meld 4 4 2",
        "meld 9 9 2",
        "meld Q Q 2",
        "meld 4 4 joker",
        "meld 9 9 joker",
        "meld Q Q joker",
        "meld 2 2 2",
        "meld 2 2 joker",
    ]
    assert legal(table, "add") == []


@pytest.mark.clause(14, "c8")
@pytest.mark.parametrize(
    ("meld", "legal_wilds"),
    [
        ("9 9 9", True),
        ("9 9 2", False),
        ("9 9 9 9", True),
        ("9 9 9 joker", False),
        ("9 9 9 9 2", True),  # as the sixth card
        ("9 9 9 9 9", True),
        ("9 9 9 9 9 9", True),
        ("9 9 9 9 9 2", True),
        ("9 9 9 9 2 joker", False),
        ("5 5 5 5", False),
        ("7 7 7 7 7 7", False),
        ("2 2 joker joker joker", True),
    ],
)
def test_how_many_wild_cards_a_meld_takes(meld, legal_wilds):
    table = position("2 joker 4 A", [seven("8"), meld], parts=("knee", *["hand"] * 3))
    name = "wild" if meld.startswith("2") else meld.split()[0]
    assert legal(table, "add") == [f"add 2 to {name}", f"add joker to {name}"] * legal_wilds


@pytest.mark.clause(14)
@pytest.mark.parametrize("rank", ["5", "7"])
def test_no_meld_of_5s_or_7s_begins_with_a_wild_card(rank):
    table = position(f"{rank} {rank} 2 joker 4 A", [seven("8")], parts=("knee", *["hand"] * 3))
    assert legal(table, "meld", "add") == []


@pytest.mark.clause("c7")
def test_2s_and_jokers_mix_in_wild_melds():
    table = position("2 2 2 joker joker joker joker 4", [seven("8")], parts=("knee", *["hand"] * 3))
    wild = ["meld 2 2 2", "meld 2 2 joker", "meld 2 joker joker", "meld joker joker joker"]
    assert legal(table, "meld", "add") == wild
    table.play("meld 2 joker joker", "add joker to wild", "add 2 to wild", "add joker to wild", "add 2 to wild")
    assert canastas(table) == ("2 8", "")


@pytest.mark.clause(16, "c4")
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


@pytest.mark.clause("c4", 16)
def test_neither_red_3s_nor_bonuses_count_for_the_minimum():
    assert legal(position("K K K 8 9", red_threes=(8, 0)), "meld") == []
    assert legal(position(f"{seven('4')} 8 9"), "meld") == []


@pytest.mark.clause(16)
def test_the_minimum_must_be_reached_in_one_turn_and_later_turns_are_free():
    table = position("K K K Q Q Q 4 4 8 8", top="5 5 6 6 5 5 4 9")
    assert table.play("meld K K K").legal() == ["meld Q Q Q"]
    table.play("meld Q Q Q", "discard 8", *["draw", "discard 4"] * 3, "draw")
    assert table.player == 0
    assert held(table.play("meld 4 4 4", "discard 9")) == "8"


@pytest.mark.clause("c4")
def test_a_knee_that_is_earned_comes_when_the_minimum_is_reached():
    table = position(f"{seven('4')} 9 9 9 8").play("meld 4 4 4", *["add 4"] * 4)
    assert (canastas(table), held(table)) == (("4", ""), "8 9 9 9")
    table.play("meld 9 9 9")
    assert (held(table), now(table, "part")[0]) == ("8 J J J", "knee")


@pytest.mark.clause(17, 1)
def test_partners_add_to_the_melds_of_their_side_and_to_no_others():
    words = {"hands": ("9 K 4", "9 K 4", "9 K 4"), "parts": ("knee", "knee", "knee", "knee")}
    melds = ["K K K", seven("8")], ["9 9 9", seven("6")]
    for player, addable in enumerate(["K", "9", "K", "9"]):
        table = position("9 K 4", *melds, player=player, **words)
        assert legal(table, "meld", "add") == [f"add {addable}"]


@pytest.mark.clause(17)
def test_no_card_leaves_a_meld():
    verbs = {word.split()[0] for word in GAME.actions.words}
    assert verbs == {"draw", "take", "meld", "add", "discard", "end", "ask", "yes", "no"}
    for table in play_randomly(GAME.table(seed=1, hands=1), 1, most=count(compiled=500, interpreted=50)):
        before = [Counter(cards.split()) for cards in now(table, "laid")]
        action = legal(table, "meld", "add", "take")
        if action:
            laid = [Counter(cards.split()) for cards in now(table.copy().play(action[-1]), "laid")]
            assert all(not old - new for old, new in zip(before, laid, strict=True)) or table.over


@pytest.mark.clause(18)
def test_a_side_has_one_unfinished_meld_of_a_rank():
    table = position("9 9 9 9 9 4 A", [seven("8"), "9 9 9 9 9"], parts=("knee", *["hand"] * 3))
    assert legal(table, "meld", "add") == ["add 9"]
    table.play("add 9", "add 9")
    assert legal(table, "meld", "add") == ["meld 9 9 9"]
    table.play("meld 9 9 9")
    assert now(table, "melds")[0] == "9♣ 9♣ 9♣"
    assert canastas(table) == ("8 9", "")


@pytest.mark.clause(18, 14)
def test_a_new_meld_of_a_rank_takes_its_own_wild_cards():
    table = position("9 9 2 2 4 A", [seven("8"), "9 9 9 9 9 2"], parts=("knee", *["hand"] * 3))
    table.play("add 2 to 9")
    assert legal(table, "meld", "add") == ["meld 9 9 2"]
    assert canastas(table) == ("8", "9")


# The end of a turn


@pytest.mark.clause(19, "c9")
def test_any_card_may_be_discarded():
    table = position("4 5 6 7 8 9 10 J Q K A 2 joker black")
    assert legal(table, "discard", "end") == [f"discard {word}" for word in [*RANKS, "2", "joker", "black 3"]]


@pytest.mark.clause(19)
def test_a_turn_that_began_with_the_pile_ends_without_a_discard():
    table = to_draw("10 10 5 5", [seven("8")], parts=("knee", *["hand"] * 3), hands=("10 10 9 9", "4", "4"))
    table.play("take with two naturals")
    assert legal(table, "discard", "end") == ["end"]
    table.play("end")
    assert (table.player, table.legal()) == (1, ["draw"])


@pytest.mark.clause("c11")
@pytest.mark.parametrize(("ours", "part"), [(["K K K K K K"], "hand"), ([seven("8"), "K K K K K K"], "knee")])
def test_a_player_without_the_knee_must_keep_a_card_for_the_next_turn(ours, part):
    """With a card to discard, two are left; a player with the knee need not care."""
    table = position("9 9 9 9 4", ours, parts=(part, *["hand"] * 3)).play("meld 9 9 9")
    assert held(table) == "4 9"
    assert legal(table, "add") == ["add 9"] * (part == "knee")
    table.play("discard 4")
    assert (held(table), table.player) == ("9", 1)


@pytest.mark.clause("c11")
@pytest.mark.parametrize("part", ["hand", "knee"])
def test_the_last_card_is_not_discarded_before_the_knee(part):
    ours = [seven("8")] if part == "knee" else ["K K K K K"]
    table = position("9", ours, parts=(part, *["hand"] * 3))
    assert table.legal() == (["end"] if part == "hand" else ["discard 9"])


@pytest.mark.clause("c11")
@pytest.mark.parametrize(("pile", "left", "legal_take"), [("9 10", "4", True), ("10", "4", True), ("9 10", "", True)])
def test_in_a_turn_with_the_pile_one_card_must_be_kept(pile, left, legal_take):
    table = to_draw(f"10 10 {left}", ["K K K K K"], pile=pile)
    assert legal(table, "take") == ["take with two naturals"] * legal_take
    table.play("take with two naturals")
    assert legal(table, "end") == ["end"]


@pytest.mark.clause("c11")
def test_the_pile_may_not_be_taken_with_the_last_cards_before_the_knee():
    assert to_draw("10 10", ["K K K K K"], pile="10").legal() == ["draw"]
    table = to_draw("10 10 K K", ["K K K K", "A A A"], pile="10").play("take with two naturals", "add K")
    assert table.legal() == ["end"]


@pytest.mark.clause("c20")
def test_cards_that_complete_the_first_canasta_may_be_the_last():
    """Two 9s are left, and to add one of them would leave a single card, but that one completes the canasta."""
    table = position("9 9", ["K K K K", "9 9 9 9 9"])
    assert table.legal() == ["add 9", "discard 9"]
    table.play("add 9")
    assert table.legal() == ["add 9"]
    assert held(table.play("add 9")) == "J J J"
    assert legal(position("9 4", ["K K K K", "9 9 9 9 9"]), "add") == []


@pytest.mark.clause("c20")
def test_melds_that_cannot_reach_the_minimum_are_not_begun():
    """The 9s alone count 30. With the 8s it is enough, but nothing would be left to discard and to keep."""
    assert legal(position("9 9 9 8 8 8"), "meld") == []
    assert legal(position("9 9 9 8 8 8 A"), "meld") == []
    assert legal(position("9 9 9 8 8 8 A A"), "meld") == ["meld 8 8 8", "meld 9 9 9"]
    assert legal(position("9 9 9 9 8 8 8 A"), "meld") == ["meld 8 8 8", "meld 9 9 9"]


@pytest.mark.clause("c20", 16, 20)
def test_the_first_melds_may_use_the_last_cards_if_there_is_a_canasta_among_them():
    """Two aces fewer would count 100 of 120; six bring 120, but no canasta and so no knee."""
    options = {"first_deal": 3, "hands": 1}
    table = position(seven("A"), options=options)
    assert legal(table, "meld") == ["meld A A A"]
    assert held(table.play("meld A A A", *["add A"] * 4)) == "J J J"
    assert legal(position("A A A A A A", options=options), "meld") == []
    table = position("9 9 9", [seven("4")])
    assert legal(table, "meld") == ["meld 9 9 9"]
    assert held(table.play("meld 9 9 9")) == "J J J"


# Knee and foot


@pytest.mark.clause(20, 21, "c10")
def test_a_player_with_the_first_canasta_takes_the_knee_at_once_and_the_partner_after_the_next_draw():
    words = {"hands": ("4", "8 8", "4"), "knees": ("K K 6", "", "J J", ""), "top": "A 10 5 5 6 6"}
    table = position("9 9 4", ["9 9 9 9 9"], ["Q Q Q Q Q"], **words).play("add 9", "add 9")
    assert held(table) == "4 6 K K"
    assert now(table, "part") == ["knee", "hand", "hand", "hand"]
    assert "discard K" in table.legal()
    table.play("discard K", "draw", "discard 4")
    assert (held(table, 2), now(table, "part")[2]) == ("8 8", "hand")
    table.play("draw")
    assert held(table, 2) == "5 5 8 8 J J"
    assert now(table, "part") == ["knee", "hand", "knee", "hand"]
    assert now(table, "knees") == ["", "", "", ""]


@pytest.mark.clause("c12")
def test_a_take_comes_before_the_partners_knee_and_may_use_the_last_cards():
    table = to_draw(
        "10 10", [seven("9")], parts=("hand", "hand", "knee", "hand"), pile="10", knees=("K 10", "", "", "")
    )
    assert table.legal() == ["draw", "take with two naturals"]
    table.play("take with two naturals")
    assert (held(table), now(table, "part")[0]) == ("10 K", "knee")


@pytest.mark.clause("c12")
def test_red_3s_are_replaced_before_the_partners_knee_comes_and_not_after_it():
    knees = ("red K", "", "", "")
    table = to_draw("8", [seven("9")], parts=("hand", "hand", "knee", "hand"), top="red 4 5 6", knees=knees).play(
        "draw"
    )
    assert held(table) == "4 5 8 K"
    assert now(table, "laid")[0].count("3♦") == 2


@pytest.mark.clause(22)
def test_a_player_who_runs_out_by_melding_takes_the_foot_and_plays_on():
    table = position("9", [seven("8"), "9 9 9"], parts=("knee", *["hand"] * 3), feet=("K 4", "", "", "")).play("add 9")
    assert (held(table), now(table, "part")[0], table.player) == ("4 K", "foot", 0)
    assert table.legal() == ["discard 4", "discard K", "ask"]


@pytest.mark.clause(22)
def test_a_player_who_runs_out_by_discarding_takes_the_foot_at_the_next_turn():
    table = position("9", [seven("8")], parts=("knee", *["hand"] * 3), feet=("K 4", "", "", ""), hands=["5 5 5"] * 3)
    table.play("discard 9")
    assert (held(table), now(table, "part")[0], table.player) == ("", "knee", 1)
    table.play("draw", "discard 5", "draw", "discard 5", "draw", "discard 5")
    assert (held(table), now(table, "part")[0], table.player) == ("4 K", "foot", 0)
    assert table.legal() == ["draw", "ask"]


@pytest.mark.clause(22)
def test_a_pile_that_is_taken_with_the_last_cards_comes_before_the_foot():
    table = to_draw("10 10", [seven("8")], parts=("knee", *["hand"] * 3), pile="4 10").play("take with two naturals")
    assert (held(table), now(table, "part")[0]) == ("4", "knee")


# Going out


@pytest.mark.clause(23, "c15")
@pytest.mark.parametrize(
    ("melds", "complete"),
    [
        (BOOK, True),
        ([*BOOK, seven("A")], True),
        ([*BOOK[:3], MIXED, seven("5")], True),
        ([*BOOK[:3], MIXED, seven("7")], True),
        ([*BOOK[:3], MIXED], False),
        *[([canasta for canasta in BOOK if canasta != missing], False) for missing in BOOK],
        ([*BOOK[1:], seven("A")], False),
        ([*BOOK[:1], *BOOK[2:], seven("A")], False),
        ([*BOOK[:2], *BOOK[3:], MIXED], False),
        ([*BOOK[:4], seven("A")], False),
    ],
)
def test_the_basic_book(melds, complete):
    table = on_foot("9", melds)
    assert table.view_words(0)["book"] == [int(complete), 0]
    assert table.legal() == (["discard 9"] if complete else ["end"])


@pytest.mark.clause(24, "c13", "c14", 26)
def test_a_player_with_leave_goes_out_with_the_last_discard():
    table = on_foot("9", BOOK)
    before = now(table, "laid")
    table.play("discard 9")
    assert table.over
    assert now(table, "reward") == [0.5, -0.5, 0.5, -0.5]
    assert now(table, "laid") == before


@pytest.mark.clause(24, "c13", "c14")
@pytest.mark.parametrize(
    ("melds", "answer", "out"),
    [(BOOK, "yes", True), (BOOK, "no", False), (BOOK, None, False), (BOOK[1:], "yes", False)],
)
def test_the_last_card_may_be_melded_with_leave_and_book_only(melds, answer, out):
    table = on_foot("9 9", [*melds, "9 9 9"], answer)
    assert legal(table, "add") == ["add 9"] * out
    if out:
        table.play("add 9", "add 9")
        assert table.over


@pytest.mark.clause(24, "c14", "c20")
@pytest.mark.parametrize(("answer", "addable"), [("yes", True), ("no", False)])
def test_the_last_two_cards_may_complete_the_book(answer, addable):
    table = on_foot("Q Q", [*BOOK[:4], "Q Q Q Q joker"], answer)
    assert legal(table, "add") == ["add Q"] * addable
    if addable:
        assert table.play("add Q").legal() == ["add Q"]
        assert table.play("add Q").over


@pytest.mark.clause(24, "c14")
@pytest.mark.parametrize(
    ("melds", "answer", "legal_take"), [(BOOK, "yes", True), (BOOK, "no", False), (BOOK[1:], "yes", False)]
)
def test_one_may_go_out_by_taking_the_pile(melds, answer, legal_take):
    table = on_foot("10 10", melds, answer, phase="draw", source=None, pile="10")
    assert legal(table, "take") == ["take with two naturals"] * legal_take
    if legal_take:
        assert table.play("take with two naturals").over


@pytest.mark.clause("c14")
def test_in_a_turn_with_the_pile_one_goes_out_only_by_melding():
    table = on_foot("9 9", [*BOOK, "9 9 9"], source="pile", pile="")
    assert table.legal() == ["add 9", "end"]
    assert table.play("add 9").legal() == ["add 9", "end"]
    assert table.copy().play("add 9").over
    assert not table.play("end").over


@pytest.mark.clause(24, "c13")
@pytest.mark.parametrize("phase", ["draw", "meld"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_partner_is_asked_once_a_turn_before_or_after_drawing(phase, answer):
    source = None if phase == "draw" else "stock"
    table = on_foot("9 K", BOOK[1:], None, phase=phase, source=source, top="4 4 4 4 4 4 4 4", hands=["5 5"] * 3)
    assert "ask" in table.legal()
    table.play("ask")
    assert (table.player, now(table, "phase"), table.legal()) == (2, "answer", ["yes", "no"])
    assert table.view_words(2)["turn"] == [1, 0, 0, 0]
    table.play(answer)
    assert (table.player, now(table, "phase"), now(table, "answer")) == (0, phase, answer)
    assert "ask" not in table.legal()
    table.play(
        *["draw"] * (phase == "draw"), "discard 9", "draw", "discard 5", "draw", "discard 5", "draw", "discard 5"
    )
    assert now(table, "answer") is None
    assert "ask" in table.legal()


@pytest.mark.clause("c13")
@pytest.mark.parametrize("part", ["hand", "knee"])
def test_a_player_who_has_not_taken_the_foot_does_not_ask(part):
    ours = BOOK if part == "knee" else ["K K K K K"]
    assert "ask" not in position("9 9", ours, parts=(part, *["hand"] * 3)).legal()


@pytest.mark.clause("c13")
def test_a_yes_does_not_oblige():
    table = on_foot("9 8", [*BOOK, "9 9 9"])
    assert table.legal() == ["add 9", "discard 8", "discard 9"]
    table.play("discard 8")
    assert (table.player, table.over) == (1, False)


@pytest.mark.clause("c18")
@pytest.mark.parametrize(("hand", "answer"), [("", "yes"), ("9", "no"), ("9", None)])
def test_a_player_without_a_card_that_may_be_discarded_ends_the_turn_and_is_not_out(hand, answer):
    """Drawn were two red 3s."""
    table = on_foot(hand, BOOK, answer, phase="draw", source=None, top="red red").play("draw")
    assert legal(table, "discard", "end", "add") == ["end"]
    table.play("end")
    assert (table.player, table.over, now(table, "upcard")) == (1, False, "10♣")
    assert table.view_words(0)["hand_sizes"][0] == size(hand)


@pytest.mark.clause("c18")
def test_a_single_card_that_can_be_melded_is_melded():
    table = to_draw("9", ["K K K K", "9 9 9 9 9 9"], top="red red", rest="laid").play("draw")
    assert table.legal() == ["add 9"]
    table = to_draw("8", ["K K K K", "9 9 9 9 9 9"], top="red red", rest="laid").play("draw")
    assert table.legal() == ["end"]


@pytest.mark.clause("c18", 22)
def test_a_foot_of_red_3s_alone_does_not_go_out():
    feet = ("red red", "", "", "")
    table = position("9", [*BOOK, "9 9 9"], parts=("knee", *["hand"] * 3), feet=feet).play("add 9")
    assert (held(table), table.legal()) == ("", ["end", "ask"])


# The end of the stock, and the scores


@pytest.mark.clause(25, "c17")
@pytest.mark.parametrize(("top", "ends"), [("", True), ("9", True), ("9 8", False)])
def test_with_fewer_than_two_cards_in_the_stock_the_deal_may_end(top, ends):
    table = to_draw("10 10 5", [seven("9")], [seven("8")], top=top, rest="pile", pile="4 10")
    assert table.legal() == ["draw", "take with two naturals"]
    before = now(table, "hands")
    assert table.copy().play("draw").over == ends
    table.play("take with two naturals", "end")
    assert (table.player, table.legal()) == (1, ["draw"])
    if ends:
        table.play("draw")
        assert table.over
        assert now(table, "hands")[1].startswith(before[1])


@pytest.mark.clause("c17")
def test_when_the_stock_ends_a_due_foot_has_been_taken_and_a_due_knee_has_not():
    words = {"parts": ("knee", "hand", "hand", "hand"), "rest": "pile", "pile": "10"}
    words |= {"knees": ("", "", "red", ""), "feet": ("red", "", "", ""), "hands": ("", "", "")}
    table = to_draw("9", [seven("8")], **words, player=2)
    table.play("draw")
    assert now(table, "score")[0] == 70 + 500 - 10 - 500 - 500
    table = position("9", [seven("8")], **words | {"top": "6 6 6 6 6 6"}, red_threes=(0, 0))
    table.play("discard 9", "draw", "discard 6", "draw", "discard 6", "draw", "discard 6")
    assert (table.player, now(table, "part")[0]) == (0, "foot")
    assert now(table.play("draw"), "score")[0] == 70 + 500 + 100 + 100 - 5


@pytest.mark.clause(26)
@pytest.mark.parametrize("word", [*RANKS, *WILDS])
def test_melded_cards_bring_their_points_and_cards_in_hand_cost_them(word):
    meld = f"{word} {word} {word}"
    assert scored([meld]) == [3 * WORTH[word], 0]
    assert scored((), [meld]) == [0, 3 * WORTH[word]]
    assert scored(hands=(word, "", f"{word} {word}", "")) == [-3 * WORTH[word], 0]


@pytest.mark.clause(26, "c16")
def test_black_3s_cost_100_and_unplayed_red_3s_500():
    """In hands, knees and feet, of both partners."""
    assert scored(hands=("black 4", "black", "black", "")) == [-205, -100]
    assert scored(knees=("red K", "", "red black", "")) == [-500 - 10 - 500 - 100, 0]
    assert scored(feet=("", "red", "4", "red A")) == [-5, -500 - 500 - 20]


@pytest.mark.clause(26, "c15")
@pytest.mark.parametrize(
    ("canasta", "worth"),
    [
        (seven("7"), 35 + 5000),
        (seven("5"), 35 + 3000),
        (seven("2"), 140 + 2500),
        (seven("joker"), 350 + 2500),
        ("2 2 2 2 2 2 joker", 170 + 2500),
        (seven("A"), 140 + 500),
        (seven("4"), 35 + 500),
        (seven("K"), 70 + 500),
        ("K K K K K K 2", 80 + 300),
        ("4 4 4 4 4 2 joker", 95 + 300),
    ],
)
def test_points_of_canastas(canasta, worth):
    assert scored([canasta]) == [worth, 0]
    assert scored(["4 4 4"], [canasta, seven("9"), seven("9")]) == [15, worth + 140 + 1000]


@pytest.mark.clause(26, "c16")
@pytest.mark.parametrize(("number", "worth"), [(1, 100), (6, 600), (7, 1000), (12, 1500)])
def test_points_of_red_3s(number, worth):
    assert scored(red_threes=(number, 0)) == [worth, 0]


@pytest.mark.clause(26, 24)
def test_going_out_brings_200():
    """Partner and opponents keep cards, their knees and feet."""
    table = on_foot("9", BOOK, hands=("K", "black", "A"), feet=("", "4", "4", "4"), knees=("", "6", "6", "6"))
    table.play("discard 9")
    ours = 35 + 3000 + 35 + 5000 + 140 + 2500 + 70 + 500 + 110 + 300 + 200 - 100 - 5
    theirs = -10 - 20 - 5 - 5 - 5 - 5
    assert now(table, "score") == [ours, theirs, ours, theirs]


@pytest.mark.clause(26)
def test_a_deal_in_which_all_lines_count():
    """Worked by hand, line by line."""
    ours = [seven("7"), "K K K K K joker 2", "9 9 9 9", "2 2 joker"]
    theirs = ["A A A 2", seven("6")]
    hands = ("4 8 black", "joker", "Q", "2 5")
    knees = ("", "10 10", "red A", "")
    feet = ("J", "", "", "black")
    melded, bonuses, red_threes = 35 + 120 + 40 + 90, 5000 + 300, 800 + 300
    cost = (5 + 10 + 100) + 10 + (500 + 20) + 10
    assert scored(ours, theirs, hands, knees, feet, red_threes=(8, 3)) == [
        melded + bonuses + red_threes - cost,
        (80 + 35) + 500 + 300 - 50 - (20 + 5) - (10 + 10) - 100,
    ]


@pytest.mark.clause(27)
def test_the_deal_passes_to_the_left_and_the_points_add_up():
    table = to_draw("9", [seven("8")], top="", rest="pile", pile="10", options={"hands": 2}, score=[100, 50, 100, 50])
    table.play("draw")
    assert not table.over
    words = table.words("dealer", "player", "hands_over", "score", "phase", "part", "laid")
    assert (words["dealer"], words["player"], words["hands_over"], words["phase"]) == (0, 1, 1, "draw")
    assert words["score"][:2] == [100 + 570 - 10 - 5 - 60 - 60, 50 - 5 - 5 - 60 - 60]
    assert [size(hand) for hand in now(table, "hands")] == [15] * 4
    assert words["part"] == ["hand"] * 4
    assert canastas(table) == ("", "")
    assert table.view_words(0)["minimum"] == 90


@pytest.mark.clause(27, "c19")
@pytest.mark.parametrize(("points", "reward"), [(100, 0.5), (80, -0.5), (90, 0)])
def test_the_higher_total_wins(points, reward):
    """In the last deal side 1 gains 10 points more."""
    hands = {"hands": ("", "", ""), "knees": ("",) * 4, "feet": ("",) * 4}
    table = to_draw("K", top="", rest="pile", pile="10", score=[points, 80, points, 80], **hands).play("draw")
    assert now(table, "score") == [points - 10, 80, points - 10, 80]
    assert now(table, "reward") == [reward, -reward, reward, -reward]


@pytest.mark.clause(27)
@pytest.mark.parametrize(
    ("options", "minimums"),
    [
        ({}, [50, 90, 120, 150]),
        ({"hands": 2}, [50, 90]),
        ({"hands": 1, "first_deal": 4}, [150]),
        ({"first_deal": 3}, [120, 150]),
        ({"hands": 2, "first_deal": 2}, [90, 120]),
    ],
)
def test_a_match_has_four_deals_with_rising_minimums(options, minimums):
    table, seen, dealers = GAME.table(seed=2, **options), [], []
    first = now(table, "dealer")
    for _ in play_randomly(table, 2, most=count(compiled=10**6, interpreted=0)):
        view = table.view_words(0)
        if view["minimum"] not in seen:
            seen.append(view["minimum"])
            dealers.append(now(table, "dealer"))
            assert view["hands_left"] == len(minimums) - len(seen) + 1
            assert now(table, "hands_over") == len(seen) - 1
    if count(compiled=1, interpreted=0):
        assert table.over
        assert seen == minimums
        assert dealers == [(first + deal) % 4 for deal in range(len(minimums))]


# The search behind the mask


@cache
def can_finish(hand, melds, canastas, missing, to_keep, goal):
    """Returns whether some melds lead to a legal end of the turn, by trying all of them.

    Args:
        hand: number of cards of each kind, a tuple of pairs.
        melds: unfinished melds, a tuple of triples of rank, natural and wild cards.
        canastas: the kinds of the others, as numbered by `kind_of`.
        missing: number of points below the minimum.
        to_keep: number of cards that must be left, unless the canastas suffice to run out.
        goal: "canasta", "book" or "nothing".
    """
    if missing <= 0 and (sum(number for _, number in hand) >= to_keep or is_reached(goal, canastas)):
        return True
    return any(can_finish(*after, to_keep, goal) for after in ways(hand, melds, canastas, missing).values())


def is_reached(goal, canastas):
    """Returns whether the player may run out."""
    naturals = sum(kind in (0, 1, 3) for kind in canastas)
    return (goal == "canasta" and canastas) or (goal == "book" and {0, 1, 2, 4} <= set(canastas) and naturals > 2)


def ways(hand, melds, canastas, missing):
    """All possible melds, by the words of the action, and the situation after each, as in `can_finish`."""
    found = {}
    sizes = {rank: (naturals, wilds) for rank, naturals, wilds in melds}
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
            if min(left.values()) >= 0 and allows(rank, wilds, naturals + wilds):
                after = {**sizes, rank: (naturals, wilds)}
                complete = []
                if naturals + wilds == 7:
                    del after[rank]
                    complete = [kind_of(["2"] * wilds + [rank] * naturals)]
                found[f"{'add' if rank in sizes else 'meld'} {name}"] = (
                    tuple(sorted((word, copies) for word, copies in left.items() if copies)),
                    tuple(sorted((name, *counts) for name, counts in after.items())),
                    (*canastas, *complete),
                    missing - sum(WORTH[word] for word in cards),
                )
    return found


def allows(rank, wilds, number):
    """Returns whether rules 13 and 14 allow a meld of three cards or more."""
    if rank == "wild":
        return number <= 7
    return number <= 7 and wilds <= (0 if rank in "57" else 1 if number < 6 else 2)


def describe(hand, laid, minimum):
    """A hand and a side's melds in the form of `can_finish`."""
    melds, canastas = [], []
    for meld in map(str.split, laid):
        wilds = sum(word in WILDS for word in meld)
        if len(meld) == 7:
            canastas.append(kind_of(meld))
        else:
            rank = "wild" if wilds == len(meld) else next(word for word in meld if word not in WILDS)
            melds.append((rank, len(meld) - wilds, wilds))
    missing = minimum - sum(WORTH[word] for meld in laid for word in meld.split())
    return tuple(sorted(Counter(hand.split()).items())), tuple(sorted(melds)), tuple(canastas), missing


def some_melds(generator, ranks):
    """Unfinished melds, some of them wild."""
    melds = []
    for rank in [*ranks, "2"]:
        if generator.random() < 0.4:
            meld = [rank] * int(generator.integers(3, 7))
            if rank not in ("5", "7") and generator.random() < 0.3:
                meld[-1] = "joker"
            melds.append(" ".join(meld))
    return melds


def some_cards(generator, ranks, most):
    """A few cards of these ranks, and wild ones."""
    words = [*ranks * 2, *ranks, "black", *["2", "joker"] * int(generator.choice([1, 4]))]
    return " ".join(generator.choice(words, int(generator.integers(1, most))).tolist())


SEARCHED = count(compiled=250, interpreted=25)


@pytest.mark.clause("c20", "c11", "c4", 12, 16)
@pytest.mark.parametrize(("source", "pile"), [("stock", "8 10"), ("pile", ""), ("pile", "8 10")])
def test_all_and_only_that_may_be_laid_from_which_the_turn_can_be_finished(source, pile):
    """The comparison is with brute force, on hands full of pairs and wild cards, with and without open melds."""
    generator = np.random.default_rng(len(source + pile))
    counts = Counter()
    for number in range(SEARCHED):
        ranks = generator.choice(RANKS, 3, replace=False).tolist()
        laid, hand = some_melds(generator, ranks), some_cards(generator, ranks, 12)
        start = describe(hand, laid, [50, 90, 120, 150][number % 4])
        if source == "pile" and start[-1] <= 0 and pile:
            continue  # its cards would be in the hand already
        to_keep = 2 if source == "stock" else int(not pile)
        after = ways(*start)
        expected = sorted(word for word in after if can_finish(*after[word], to_keep, "canasta"))
        if not expected and 0 < start[-1] < [50, 90, 120, 150][number % 4]:
            continue  # nobody would have begun
        table = position(hand, laid, source=source, pile=pile, options={"first_deal": number % 4 + 1, "hands": 1})
        assert sorted(legal(table, "meld", "add")) == expected, (hand, laid)
        counts["legal"] += len(expected)
        counts["forbidden"] += len(after) - len(expected)
        counts["opening"] += bool(expected) and start[-1] > 0
    assert min(counts.values()) > SEARCHED / 50


@pytest.mark.clause("c20", 9, 16)
def test_all_and_only_those_takes_are_legal_from_which_the_turn_can_be_finished():
    """The comparison is the same, for sides with and without melds."""
    generator = np.random.default_rng(5)
    counts = Counter()
    for number in range(SEARCHED):
        ranks = generator.choice(RANKS, 3, replace=False).tolist()
        upcard, pile = str(generator.choice([*ranks, "2", "joker"])), number % 3 > 0
        laid = some_melds(generator, ranks) if number % 2 else []
        hand = some_cards(generator, ranks, 12)
        melds, to_keep = describe(hand, laid, 50), int(not pile)
        if 0 < melds[-1] < 50:
            continue  # a turn does not end so
        words = {"two naturals": [upcard] * 2, "natural and 2": [upcard, "2"], "natural and joker": [upcard, "joker"]}
        words |= {"two 2s": ["2"] * 2, "2 and joker": ["2", "joker"], "two jokers": ["joker"] * 2}
        if upcard in WILDS:
            words = {f"two {upcard}s": [upcard] * 2}
        expected = []
        for take, cards in words.items():
            after = taken(*melds, [*cards, upcard])
            if after and can_finish(*after, to_keep, "canasta"):
                expected.append(f"take with {take}")
        table = to_draw(hand, laid, pile="8 " * pile + upcard)
        assert legal(table, "take") == expected, (hand, laid, upcard)
        counts[bool(expected)] += 1
    assert min(counts.values()) > SEARCHED / 20


def taken(hand, melds, canastas, missing, cards):
    """The situation after a take, as in `can_finish`; None if hand or meld do not allow it."""
    left, upcard = Counter(dict(hand)), cards[-1]
    left.subtract(cards[:-1])
    rank = "wild" if upcard in WILDS else upcard
    sizes = {name: (naturals, wilds) for name, naturals, wilds in melds}
    naturals, wilds = sizes.pop(rank, (0, 0))
    wilds += sum(word in WILDS for word in cards)
    naturals += cards.count(rank)
    if min(left.values()) < 0 or not allows(rank, wilds, naturals + wilds):
        return None
    if naturals + wilds == 7:
        canastas = (*canastas, kind_of(["2"] * wilds + [rank] * naturals))
    else:
        sizes[rank] = naturals, wilds
    return (
        tuple(sorted((word, copies) for word, copies in left.items() if copies)),
        tuple(sorted((name, *counts) for name, counts in sizes.items())),
        canastas,
        missing - sum(WORTH[word] for word in cards),
    )


@pytest.mark.clause("c20", 24)
@pytest.mark.parametrize("source", ["stock", "pile"])
def test_with_the_foot_all_and_only_that_may_be_laid_from_which_the_turn_can_be_finished(source):
    """The comparison is the same, on the last few cards and with canastas of the book missing one or two cards."""
    generator = np.random.default_rng(9)
    counts = Counter()
    for _ in range(SEARCHED):
        cut = [int(generator.choice([0, 0, 1, 2])) for _ in BOOK]
        laid = [" ".join(canasta.split()[cards:]) for canasta, cards in zip(BOOK, cut, strict=True)]
        hand = " ".join(generator.choice(["5", "7", "2", "K", "Q", "4"], int(generator.integers(1, 5))).tolist())
        answer = [None, "no", "yes", "yes"][int(generator.integers(4))]
        table = on_foot(hand, laid, answer, source=source, pile="")
        after = ways(*describe(hand, laid, 50))
        goal = "book" if answer == "yes" else "nothing"
        to_keep = 2 if source == "stock" else 1
        expected = sorted(word for word in after if can_finish(*after[word], to_keep, goal))
        assert sorted(legal(table, "meld", "add")) == expected, (hand, laid, answer)
        counts["legal"] += len(expected)
        counts["forbidden"] += len(after) - len(expected)
    assert min(counts.values()) > SEARCHED / 20


# An action is always legal


@pytest.mark.clause("c18", "c20")
@pytest.mark.parametrize("likes", ["", "meld add", "discard end", "take meld add ask yes", "draw add no end"])
def test_every_player_always_has_a_legal_action_and_no_card_is_lost(likes):
    """Players are random, some of whom try to run out of cards or to keep them all. Once this was a million steps."""
    steps, pack = count(compiled=6000, interpreted=150), GAME.count(GAME.pack)
    for seed in range(count(compiled=100, interpreted=2)):
        for table in play_randomly(GAME.table(seed=seed, first_deal=seed % 4 + 1), seed, likes, steps):
            assert table.mask.any()
            assert np.array_equal(table.count_cards(), pack)
            steps -= 1
        if steps <= 0:
            break


@pytest.mark.clause("c18", 5, 6)
@pytest.mark.parametrize("likes", ["meld add", "discard"])
def test_red_3s_together_leave_nobody_without_an_action(likes):
    """All of them lie where players with few cards draw them, or in knees and feet."""
    for place in (60, 112, 160, 250, 312):
        deck = deck_with({place + number: "red" for number in range(12)})
        table = GAME.table(seed=1, deck=deck, hands=1)
        for _ in play_randomly(table, place, likes, count(compiled=2000, interpreted=100)):
            assert table.mask.any()


def test_a_deal_is_short_of_170_turns():
    for seed in range(count(compiled=20, interpreted=1)):
        turns = 0
        for table in play_randomly(
            GAME.table(seed=seed, hands=1), seed, "take", count(compiled=10**6, interpreted=200)
        ):
            turns += table.state.phase == 0 and table.state.answer < 0
        assert turns < 170


# A seat's view


def test_a_seat_sees_its_hand_the_table_and_how_many_cards_others_hold():
    words = {"hands": ("5", "6 6", "7 7 7"), "parts": ("knee", "hand", "foot", "hand"), "red_threes": (2, 7)}
    table = position("9 A", [seven("7"), "9 9 2", "2 2 joker"], ["K K K joker"], **words, top="4 4")
    view = table.view_words(1)
    assert (view["hand"], view["hand_sizes"]) == ("5♣", [1, 2, 3, 2])
    assert view["turn"] == [0, 0, 0, 1]
    assert view["part"] == ["hand", "foot", "hand", "knee"]
    assert view["melds"] == ["K♣ K♣ K♣", "2♣ 2♣ 9♣ 9♣"]
    assert view["twos"] == [[0] * 13, [0] * 8 + [1] + [0] * 4]
    assert view["jokers"] == [[0] * 12 + [1], [0, 1] + [0] * 11]
    assert (canastas(table, 0), canastas(table, 1)) == (("7", ""), ("", ""))
    assert (view["canastas"], view["mixed_canastas"]) == ([[0] * 13, now(table, "canastas")[0]], [[0] * 13] * 2)
    assert view["canasta_cards"] == ["", spell(seven("7"))]
    assert view["red_threes"] == [7, 2]
    assert view["melded"] == [80, 35 + 40 + 90]
    assert (view["discard_pile"], view["upcard"]) == ("8♣ 10♣", "10♣")
    assert (view["phase"], view["source"], view["answer"], view["hands_left"]) == ("meld", "stock", None, 1)
    assert view["stock_size"] == size(now(table, "stock"))


def test_scores_are_seen_exactly_in_tens_and_the_rest_own_side_first():
    table = position("9 A", score=[1235, -85, 1235, -85])
    views = table.view_words(0), table.view_words(3)
    assert [(view["scores"], view["score_rest"]) for view in views] == [([123, -9], [5, 5]), ([-9, 123], [5, 5])]


@pytest.mark.clause(18, 23)
@pytest.mark.parametrize("meld", ["{} {} {} {} {} {} {}", "{} {} {} {} {} {} joker", "{} {} {} {} {} 2 joker"])
def test_the_ranks_and_cards_of_canastas_are_seen(meld):
    kings, queens = (
        position("4 4 9", [meld.format(*[rank] * 7)], parts=("knee", *["hand"] * 3)).view_words(1) for rank in "KQ"
    )
    name = "mixed_canastas" if "joker" in meld else "canastas"
    assert (kings[name][1].index(1), queens[name][1].index(1)) == (12, 11)
    assert kings["canasta_cards"][1] == card_words(sorted(parse_cards(spell(meld.format(*"KKKKKKK")))))


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over"),
        ({"score": [10, 0, 0, 0]}, "score"),
        ({"score": [200_000, 0] * 2}, "score"),
        ({"hands": ("red", "4", "4")}, "hands"),
        ({"known": [spell("K"), "", "", ""]}, "known"),
        ({"part": ["knee", "hand", "hand", "hand"]}, "part"),
        ({"source": None}, "source"),
        ({"phase": "answer"}, "answer"),
        ({"answer": "yes"}, "answer"),
        ({"upcard": spell("9")}, "upcard"),
        ({"upcard": None}, "upcard"),
        ({"melds": [spell("9 9"), ""]}, "melds, twos, jokers"),
        ({"melds": [spell("9 9 9"), ""]}, "laid"),
        ({"canastas": [[0] * 12 + [1], [0] * 13]}, "laid"),
        ({"canastas": [[0, 0, 1] + [0] * 10, [0] * 13]}, "canastas"),
        ({"jokers": [[0] * 13, [0, 3] + [0] * 11]}, "laid"),
        ({"theirs": ["9 9 9"]}, "laid"),
    ],
)
def test_impossible_positions_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}(: | must be )"):
        position("9 A", **words)


def test_cards_of_the_pile_are_known_until_they_are_laid_or_discarded():
    table = to_draw("10 10 9 K", ["K K K K K"], pile="9 9 A 10", hands=("4 4", "4", "4"), top="5 5 6 6 7 7 8 8")
    table.play("take with two naturals")
    assert table.view_words(3)["known"] == ["", "A♣ 9♣ 9♣", "", ""]
    table.play("meld 9 9 9")
    assert now(table, "known")[0] == "A♣"
    table.play("end", *["draw", "discard 4"] * 3, "draw")
    assert now(table, "known")[0] == "A♣"
    table.play("discard A")
    assert now(table, "known") == [""] * 4


def test_of_cards_of_a_kind_the_known_ones_are_laid_first():
    """Nobody else can know which 9 it was."""
    table = position("9 9 9 K K", ["K K K K K"], known=["9♣ K♣", "", "", ""]).play("discard 9")
    assert now(table, "known")[0] == "K♣"


def test_an_upcard_that_is_melded_at_once_is_not_known_to_be_in_the_hand():
    table = to_draw("10 10 10 9", ["K K K K K"], known=["10♣", "", "", ""], pile="8 10").play("take with two naturals")
    assert now(table, "known")[0] == "8♣"


def test_the_pile_waits_until_the_minimum_is_reached():
    table = to_draw("10 10 K K K 6 6", pile="8 Q 10").play("take with two naturals")
    view = table.view_words(3)
    assert (view["discard_pile"], view["upcard"], view["source"], view["known"][1]) == ("8♣ Q♣", None, "pile", "")


def test_after_the_last_deal_all_cards_have_been_counted_openly():
    words = {"hands_over": 3, "options": {}}  # behind the last minimum
    table = on_foot("9", BOOK, knees=("", "6 red", "6", "6"), feet=("", "4", "4", "4"), hands=("K", "8", "A"), **words)
    table.play("discard 9")
    assert table.view_words(0)["known"] == ["", "4♣ 6♣ K♣ 3♦", "4♣ 8♣", "A♣ 4♣ 6♣"]
    for player in range(4):
        other = table.redeal(player, seed=5)
        assert now(other, "hands") == now(table, "hands")
        assert sorted(now(other, "stock")) == sorted(now(table, "stock"))


# Redealing hidden cards


def few_hidden(hand, ours=(), **words):
    """A position with only a few hidden cards; all others are on the table."""
    empty = {"knees": ("",) * 4, "feet": ("",) * 4, "rest": "laid"}
    return position(hand, ours, **empty | words)


@pytest.mark.clause(2, 5, 6)
@pytest.mark.parametrize("known", [["", "", "", ""], ["", "5♣", "", "K♣"]])
def test_all_deals_that_a_seat_holds_possible_are_equally_likely(known):
    """The own knee and foot are hidden too, and red 3s are in no hand."""
    words = {"hands": ("4 5", "6", "K"), "knees": ("red", "", "", ""), "feet": ("", "", "9", ""), "top": "red"}
    table = few_hidden("A A", known=known, **words)
    expected = all_deals(0, table)
    assert len(expected) == (18 if any(known) else 180)
    assert agree(redeals(0, table, count(compiled=6000, interpreted=500)), expected)


@pytest.mark.clause("c20")
def test_a_player_who_has_begun_the_first_melds_holds_what_brings_the_minimum():
    """Three kings lie there. Of the hidden cards only three 8s bring the other 20 points and leave two."""
    words = {"hands": ("4 4", "8", "9"), "knees": ("A", "", "", "")}
    table = few_hidden("8 8 8 6", ("K K K",), source="pile", pile="4", **words)
    assert legal(table, "meld") == ["meld 8 8 8"]
    expected = all_deals(1, table, lambda places: places["hands", 0].count(EIGHT) >= 3)
    assert len(expected) > 10
    found = redeals(1, table, count(compiled=3000, interpreted=5))
    assert set(found) <= set(expected)
    assert agree(found, expected) or not count(compiled=1, interpreted=0)
    own = redeals(0, table, count(compiled=100, interpreted=10))
    assert len(own) > 1


@pytest.mark.clause("c11", "c18", "c20")
def test_a_last_card_completes_the_first_canasta_unless_red_3s_have_left_it():
    """The card is a queen after a queen was laid while there is a stock, and any card without a stock."""
    queens, hands = ("Q Q Q Q Q 2",), ("Q", "5", "8 9")
    kept = few_hidden("Q", queens, hands=hands, top="6")
    assert kept.legal() == ["add Q"]
    expected = all_deals(3, kept, lambda places: places["hands", 0] == (QUEEN,))
    assert agree(redeals(3, kept, count(compiled=1000, interpreted=60)), expected)
    left = few_hidden("Q", queens, hands=hands)
    assert agree(redeals(3, left, count(compiled=1000, interpreted=60)), all_deals(3, left))


@pytest.mark.clause("c2")
def test_buried_cards_stay_where_they_are():
    table = to_draw("K", top=f"A A 7 joker {BELOW}", buried=2, rest="laid", hands=("K 6", "4", "4"))
    stocks = [now(table.redeal(0, seed), "stock").split() for seed in range(count(compiled=40, interpreted=10))]
    assert all(stock[83:85] == ["joker", "7♣"] and len(stock) == 87 for stock in stocks)
    for place in (0, 50, 82, 85, 86):
        assert len({stock[place] for stock in stocks}) > 1


@pytest.mark.clause("c2")
def test_buried_cards_that_have_been_drawn_leave_nothing_in_their_places():
    table = to_draw("K", top=BELOW, buried=2, rest="laid", hands=("K 6", "4", "4"))
    assert len({tuple(now(table.redeal(0, seed), "stock").split()) for seed in range(10)}) == 10
    assert table.view_words(0)["buried"] == ""


def test_unknown_cards_are_dealt_evenly():
    """In the middle of a game each hidden place gets its share of each kind of cards."""
    table = GAME.table(seed=3, hands=1)
    for _ in play_randomly(table, 3, most=120):
        pass
    player, draws = (table.player + 1) % 4, count(compiled=400, interpreted=20)
    sizes = {place: len(cards) for place, cards in hidden_from(player, table, BURIED_AT).items()}
    total = Counter(card for cards in hidden_from(player, table, BURIED_AT).values() for card in cards)
    aces = Counter()
    for seed in range(draws):
        for place, cards in hidden_from(player, table.redeal(player, seed), BURIED_AT).items():
            assert len(cards) == sizes[place]
            aces[place] += cards.count(ACE)
    for place, number in sizes.items():
        share = number / (total.total() - total[RED_THREE] * (place[0] == "hands"))
        expected = draws * total[ACE] * share
        assert abs(aces[place] - expected) < 6 * np.sqrt(expected) + 0.25 * expected


def test_people_see_of_what_canastas_are_and_that_the_deal_ends_with_the_stock():
    wild = ("2 2 2 2 2 joker joker", "6 6 6 6 6 6 joker", "A A A")
    table = to_draw("5 6 9", wild, (seven("8"), "Q Q Q"), top="9", rest="pile")
    texts, side = shown(table), "player 0 and player 2"
    assert (texts.cells[side, "natural and wild canastas"], texts.cells[side, "mixed canastas"]) == ("wild", "6s")
    assert texts.asks == "Take the pile, or let the deal end"
    assert "Let the deal end" in texts.moves
