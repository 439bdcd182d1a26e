"""The rules of FreeCell, clause by clause. Cards that a position does not name are on the foundations."""

import pytest

from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.families.numbered_deals import microsoft_deal
from cardzoo.envs.games.freecell import GAME
from tests.playing import count, now, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
DEAL_1 = (
    "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H AC 4D 7S "
    "3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
)
DEAL_617 = (
    "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H 9S 3C 8S 7H 4D JS "
    "4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H"
)
DEAL_11982 = (
    "AH AS 4H AC 2D 6S TS JS 3D 3H QS QC 8S 7H AD KS KD 6H 5S 4D 9H JH 9S 3C JC 5D 5C 8C 9D TD KH 7C "
    "6C 2C TH QH 6D TC 4S 7S JD 7D 8H 9C 2H QD 4C 5H KC 8D 2S 3S"
)
WON = {"over": True, "truncated": False, "reward": [1.0]}
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
GOES_ON = {"over": False, "truncated": False, "reward": [0.0]}

RUN = ["9♠", "8♥", "7♠", "6♥", "5♠", "4♥", "3♠", "2♥"]
SINGLES = [f"{rank}{suit}" for rank in ("K", "Q", "J", "10", "9") for suit in "♣♦"]  # lie alone, all else being home


def columns(table):
    """The columns in words, without the empty ones at the right."""
    words = now(table, "columns")
    while words and not words[-1]:
        words.pop()
    return words


def moves(table, card):
    """The legal places for a card, in words."""
    words = [words.removeprefix(f"move {card} ") for words in table.legal() if words.startswith(f"move {card} ")]
    return sorted([*words, *(["home"] if f"home {card}" in table.legal() else [])])


def result(table):
    return table.words("over", "truncated", "reward")


def position(*first, cells=(), **words):
    """These columns and cells. Lower cards than those are home; higher ones fill the other columns, kings on top."""
    named = set(parse_cards(" ".join([*first, *filter(None, cells)])))
    lowest = {suit: min([card for card in named if card // 13 == suit], default=52) for suit in range(4)}
    rest = [
        card for rank in range(13) for card in range(rank, 52, 13) if card not in named and card > lowest[card // 13]
    ]
    others = [card_words(rest[place :: 8 - len(first)]) for place in range(8 - len(first))]
    return GAME.position(columns=[*first, *others], cells=cells, **words)


def moving(cards, *, empty, free, **options):
    """A run of so many cards from the 9♠, which could go onto the 10♥; so many columns are empty, and cells free."""
    there = [" ".join(RUN[:cards]), "K♠ Q♥ J♠ 10♥", "K♥ Q♠ J♥ 10♠ 9♥ 8♠ 7♥ 6♠ 5♥ 4♠ 3♥", " ".join(RUN[cards:])]
    there = [words for words in there if words]
    alone = 8 - empty - len(there)
    cells = SINGLES[alone : alone + options.get("cells", 4) - free]
    return GAME.position(columns=[*there, *SINGLES[:alone]], cells=cells, options=options)


# The deal


@pytest.mark.clause(1)
@pytest.mark.clause(2)
def test_cards_are_dealt_row_by_row_over_eight_columns():
    table = GAME.table(deck=PACK)
    assert columns(table) == [
        "A♣ 9♣ 4♦ Q♦ 7♥ 2♠ 10♠",
        "2♣ 10♣ 5♦ K♦ 8♥ 3♠ J♠",
        "3♣ J♣ 6♦ A♥ 9♥ 4♠ Q♠",
        "4♣ Q♣ 7♦ 2♥ 10♥ 5♠ K♠",
        "5♣ K♣ 8♦ 3♥ J♥ 6♠",
        "6♣ A♦ 9♦ 4♥ Q♥ 7♠",
        "7♣ 2♦ 10♦ 5♥ K♥ 8♠",
        "8♣ 3♦ J♦ 6♥ A♠ 9♠",
    ]
    assert now(table, "cells") == [None] * 4
    assert table.view_words(0)["columns"] == now(table, "columns")
    assert table.view_words(0)["free_cells"] == 4


@pytest.mark.clause(12)
@pytest.mark.parametrize(("number", "cards"), [(1, DEAL_1), (617, DEAL_617), (11982, DEAL_11982)])
def test_numbered_deals_are_those_of_microsoft(number, cards):
    assert microsoft_deal(number) == parse_cards(cards)


@pytest.mark.clause(12)
@pytest.mark.parametrize("number", [0, -1, 2**31])
def test_there_are_so_many_numbered_deals(number):
    assert sorted(microsoft_deal(2**31 - 1)) == list(range(52))
    with pytest.raises(ValueError, match=f"there is no deal {number}; deals are 1 to 2147483647"):
        microsoft_deal(number)


@pytest.mark.clause("c8")
def test_a_deal_number_deals_that_deal_whatever_is_shuffled_or_written():
    wanted = columns(GAME.table(deck=microsoft_deal(617)))
    for table in (GAME.table(1, deal_number=617), GAME.table(2, deal_number=617)):
        assert columns(table) == wanted
        assert columns(table.play(table.legal()[0])) != wanted
    assert columns(GAME.table(deck=PACK, deal_number=617)) == wanted
    assert columns(GAME.table(1)) != columns(GAME.table(2))


# Moves


@pytest.mark.clause(3)
@pytest.mark.clause(4)
def test_an_end_card_goes_onto_the_next_higher_card_of_the_other_colour():
    table = position("5♠ 6♠", "6♦ 7♦", "6♥ 7♥", "6♣ 7♣")
    assert moves(table, "6♠") == ["onto 7♥", "onto 7♦", "to cell"]
    assert columns(table.copy().play("move 6♠ onto 7♦"))[:3] == ["5♠", "6♦ 7♦ 6♠", "6♥ 7♥"]
    assert columns(table.copy().play("move 6♠ onto 7♥"))[:3] == ["5♠", "6♦ 7♦", "6♥ 7♥ 6♠"]


@pytest.mark.clause(4)
@pytest.mark.parametrize(
    ("card", "fitting"),
    [
        ("6♠", ["7♦", "7♥"]),
        ("Q♦", ["K♣", "K♠"]),
        ("A♥", ["2♣", "2♠"]),
        ("A♣", ["2♦", "2♥"]),
        ("K♣", []),
        ("K♥", []),
    ],
)
def test_an_end_card_goes_onto_no_other_card(card, fitting):
    rest = [other for other in card_words(range(52)).split() if other != card]
    found = set()
    for turned in range(0, 56, 7):  # each of the others is once on top
        deck = [*rest[turned:], *rest[:turned]]
        deck.insert(48, card)
        found |= {where for where in moves(GAME.table(deck=deck), card) if where.startswith("onto")}
    assert found == {f"onto {end}" for end in fitting}


@pytest.mark.clause(3)
def test_a_card_under_others_is_not_available():
    table = position("8♠ 9♠ 6♦", "9♥ 10♥ 5♦", "4♦ 10♦")
    assert moves(table, "9♠") == []
    assert moves(table, "6♦") == ["to cell"]


@pytest.mark.clause(3)
@pytest.mark.clause(6)
def test_a_card_in_a_cell_is_available():
    table = position("6♦ 7♦", "6♠ 3♠", "A♥ 2♥").play("move 3♠ to cell", "move 2♥ to cell", "move A♥ to cell")
    assert now(table, "cells") == ["3♠", "2♥", "A♥", None]
    assert moves(table, "2♥") == ["to empty column"]
    assert moves(table, "A♥") == ["home", "to empty column"]
    table.play("home A♥", "move 3♠ to empty column", "move 2♥ onto 3♠", "move 6♠ onto 7♦")
    assert columns(table)[:3] == ["6♦ 7♦ 6♠", "", "3♠ 2♥"]
    assert now(table, "cells") == [None] * 4


@pytest.mark.clause(5)
@pytest.mark.parametrize("card", ["5♠", "8♦", "K♥"])
def test_any_card_may_fill_an_empty_column(card):
    table = position(f"7♦ {card}", "", "4♠ 8♥")
    assert "to empty column" in moves(table, card)
    assert columns(table.play(f"move {card} to empty column"))[:2] == ["7♦", card]


@pytest.mark.clause(2)
@pytest.mark.clause(6)
def test_a_cell_holds_one_card():
    table = position("8♠ 9♥ J♠ 10♥ Q♠")
    table.play("move Q♠ to cell", "move 10♥ to cell", "move J♠ to cell")
    assert "to cell" in moves(table, "9♥")
    table.play("move 9♥ to cell")
    assert now(table, "cells") == ["Q♠", "10♥", "J♠", "9♥"]
    assert [words for words in table.legal() if words.endswith("cell")] == []
    assert table.view(0).free_cells == 0


@pytest.mark.clause("c5")
def test_the_first_free_cell_and_the_leftmost_empty_column_are_filled():
    table = position("8♠ 9♦", "", "7♠ J♥", "", "7♣ 8♣", cells=["9♣", None, "10♣"])
    table.play("move 9♦ to cell", "move 8♣ to empty column")
    assert now(table, "cells") == ["9♣", "9♦", "10♣", None]
    assert columns(table)[:5] == ["8♠", "8♣", "7♠ J♥", "", "7♣"]


@pytest.mark.clause("c5")
def test_cards_do_not_go_from_cell_to_cell():
    table = position("3♦ 9♠", cells=["4♦"])
    assert moves(table, "4♦") == []
    assert moves(table, "9♠") == ["home", "to cell"]


# Foundations


@pytest.mark.clause(7)
def test_foundations_begin_with_the_ace_and_go_up_in_suit():
    table = GAME.position(columns=["3♠", "2♠", "A♠", "K♠ Q♠ J♠ 10♠ 9♠ 8♠", "7♠ 6♠ 5♠"], cells=["4♠"])
    for card in ("A♠", "2♠", "3♠", "4♠", "5♠"):
        assert [words for words in table.legal() if words.startswith("home")] == [f"home {card}"]
        table.play(f"home {card}")
    assert parse_cards(table.view_words(0)["foundations"])[-6:] == parse_cards("K♥ A♠..5♠")
    assert now(table, "score") == [39 + 5]


@pytest.mark.clause(7)
def test_only_available_cards_go_home():
    table = position("9♠ K♦", "10♥", "10♦ 9♣")
    assert [words for words in table.legal() if words.startswith("home")] == ["home 9♣", "home 10♥"]


@pytest.mark.clause(8)
def test_no_card_comes_back_from_a_foundation():
    table = GAME.position(columns=["K♣", "K♦", "Q♥ K♥"])
    assert [words for words in table.legal() if "Q♣" in words] == []


@pytest.mark.clause("c6")
def test_a_card_that_can_go_home_may_stay():
    table = position("9♣ 8♥", "8♦").play("move 8♦ to cell")
    assert moves(table, "8♥") == ["home", "to cell", "to empty column"]


# Several cards at once


@pytest.mark.clause(9)
def test_a_sequence_moves_together():
    table = position("6♦ 9♠ 8♦ 7♠", "9♥ 10♥")
    assert moves(table, "9♠") == ["onto 10♥"]
    table.play("move 9♠ onto 10♥")
    assert columns(table)[:2] == ["6♦", "9♥ 10♥ 9♠ 8♦ 7♠"]
    assert now(table, "steps") == 1


@pytest.mark.clause(9)
@pytest.mark.parametrize("cards", ["9♠ 8♠ 7♥", "9♠ 8♦ 6♠", "9♠ 8♦ 9♥", "9♠ 8♦ 7♦"])
def test_cards_out_of_sequence_do_not_move_together(cards):
    assert moves(position(f"6♦ {cards}", "10♥"), "9♠") == []


@pytest.mark.clause(9)
def test_the_part_of_a_sequence_that_fits_moves():
    table = position("6♦ 9♠ 8♦ 7♠ ", "6♠ 9♣", "7♥ 8♥")
    assert moves(table, "8♦") == ["onto 9♣"]
    assert moves(table, "7♠") == ["onto 8♥", "to cell"]
    assert columns(table.play("move 8♦ onto 9♣"))[:2] == ["6♦ 9♠", "6♠ 9♣ 8♦ 7♠"]


@pytest.mark.clause("c1")
@pytest.mark.clause("c2")
@pytest.mark.parametrize(
    ("free", "empty", "onto", "into"),
    [(4, 0, 5, 0), (4, 1, 10, 5), (0, 0, 1, 0), (0, 1, 2, 1), (0, 2, 4, 2), (1, 2, 8, 4), (3, 1, 8, 4), (2, 1, 6, 3)],
)
def test_so_many_cards_move_together(free, empty, onto, into):
    for cards in range(1, 9):
        table = moving(cards, empty=empty, free=free)
        assert ("onto 10♥" in moves(table, "9♠")) == (cards <= onto)
    whole = moving(8, empty=empty, free=free)
    assert [card for card in RUN if "to empty column" in moves(whole, card)] == RUN[8 - into :]


@pytest.mark.clause("c1")
@pytest.mark.parametrize(("free", "empty"), [(0, 0), (2, 0), (0, 1), (1, 1), (0, 2)])
def test_as_many_cards_move_together_as_could_one_at_a_time(free, empty):
    most = (free + 1) << empty
    for cards in (most, most + 1):
        table = moving(cards, empty=empty, free=free)
        assert can_move(table, RUN[:cards]) == (cards == most)
        assert ("onto 10♥" in moves(table, "9♠")) == (cards == most)


def can_move(table, run):
    """Returns whether a run comes onto the 10♥ by single moves with only free cells and empty columns."""
    seen, waiting = set(), [table]
    while waiting:
        here = waiting.pop()
        words = here.words("columns", "cells")
        if words["columns"][1].endswith(f"10♥ {' '.join(run)}"):
            return True
        state = (frozenset(words["columns"]), frozenset(words["cells"]))
        if state in seen:
            continue
        seen.add(state)
        ends = [column.split()[-1] for column in words["columns"] if column] + words["cells"]
        for action in here.legal():
            verb, card, *where = action.split()
            if verb == "move" and card in run and card in ends and where[-1] in ("column", "cell", "10♥", *run):
                waiting.append(here.copy().play(action))
    return False


@pytest.mark.clause("c1")
def test_a_column_that_the_move_empties_does_not_help_it():
    assert "onto 10♥" in moves(moving(3, empty=0, free=2), "9♠")
    assert "onto 10♥" not in moves(moving(4, empty=0, free=2), "9♠")


@pytest.mark.clause("c3")
def test_without_supermoves_cards_move_one_at_a_time():
    for cards in range(1, 5):
        table = moving(cards, empty=2, free=4, supermoves=False)
        assert ("onto 10♥" in moves(table, "9♠")) == (cards == 1)
        assert [card for card in RUN[:cards] if "to empty column" in moves(table, card)] == RUN[1:cards][-1:]
        assert not table.view_words(0)["supermoves"]


@pytest.mark.clause("c4")
def test_a_whole_column_is_not_offered_an_empty_one():
    table = moving(4, empty=1, free=4)
    assert [card for card in RUN if "to empty column" in moves(table, card)][:3] == RUN[1:4]
    assert columns(table.play("move 8♥ to empty column"))[0] == "9♠"
    assert moves(table, "K♣") == ["to cell"]


@pytest.mark.clause("c7")
@pytest.mark.parametrize("cells", [1, 2, 3])
def test_there_may_be_fewer_cells(cells):
    table = position("8♠ 9♥ J♠ 10♥ Q♠", options={"cells": cells})
    assert table.view(0).free_cells == cells
    for card in ("Q♠", "10♥", "J♠")[:cells]:
        assert "to cell" in moves(table, card)
        table.play(f"move {card} to cell")
    assert not any(words.endswith("cell") for words in table.legal())
    for cards in (cells + 1, cells + 2):
        table = moving(cards, empty=0, free=cells, cells=cells)
        assert ("onto 10♥" in moves(table, "9♠")) == (cards == cells + 1)


# The end


@pytest.mark.clause(10)
def test_the_last_card_home_wins():
    table = GAME.position(columns=["K♥"], cells=["K♠"], score=[50])
    assert result(table.play("home K♠")) == GOES_ON
    assert result(table.play("home K♥")) == WON
    assert now(table, "score") == [52]


def filled(*cells, **columns):
    """Columns with black cards on top, of which none goes home nor onto another one; other end cards as given."""
    ends = ["2♠", "4♠", "6♠", "8♠", "2♣", "4♣", "6♣", "8♣"]
    rest = [card for card in card_words(range(52)).split() if card not in {*ends, *cells, *columns.values()}]
    lying = [f"{card_words(parse_cards(rest[place::8]))} {end}" for place, end in enumerate(ends)]
    for place, card in columns.items():
        lying[int(place[-1])] += f" {card}"
    return lying


@pytest.mark.clause(10)
def test_cards_left_and_nothing_to_move_lose():
    cells = ["10♠", "10♣", "Q♠"]
    table = GAME.position(columns=filled(*cells, column0="Q♣"), cells=cells)
    table.play("move Q♣ to cell")
    assert result(table) == LOST
    assert table.legal() == []


@pytest.mark.clause(10)
@pytest.mark.parametrize("card", ["A♦", "3♦", "A♥"])
def test_one_thing_left_to_move_is_enough_to_go_on(card):
    cells = ["10♠", "10♣", card]
    table = GAME.position(columns=filled(*cells, column0="Q♣"), cells=cells)
    assert result(table.play("move Q♣ to cell")) == GOES_ON
    assert moves(table, card)


@pytest.mark.clause("c9")
def test_the_bounds_on_actions_lose():
    table = position("8♠ 9♥", options={"max_steps": 2}).play("move 9♥ to cell")
    assert result(table) == GOES_ON
    assert result(table.play("move 8♠ to cell")) == STOPPED


@pytest.mark.clause("c9")
def test_actions_without_a_card_home_are_bounded():
    table = position("8♠ J♥", "9♥", options={"max_idle": 2}).play("move J♥ to cell")
    assert (table.view(0).idle, table.view(0).stop_in) == (1, 1)
    assert result(table.copy().play("move 9♥ to cell")) == STOPPED
    table.play("home 9♥")
    assert (table.view(0).idle, table.view(0).stop_in) == (0, 2)


@pytest.mark.clause("c9")
def test_the_last_action_allowed_can_still_win_or_lose_by_the_rules():
    options = {"max_steps": 1, "max_idle": 1}
    assert result(GAME.position(columns=["K♥"], options=options).play("home K♥")) == WON
    cells = ["10♠", "10♣", "Q♠"]
    table = GAME.position(columns=filled(*cells, column0="Q♣"), cells=cells, options=options)
    assert result(table.play("move Q♣ to cell")) == LOST


@pytest.mark.clause("c10")
def test_giving_up_is_legal_after_actions_without_a_card_home_and_loses():
    table = position("9♥", "8♦ J♥ Q♥ 10♦", options={"give_up_after": 2}).play("move 10♦ to cell")
    assert "give up" not in table.legal()
    assert (table.view(0).idle, table.view(0).give_up_in) == (1, 1)
    assert "give up" not in table.play("home 9♥").legal()
    table.play("move Q♥ to cell", "move J♥ to cell")
    assert (table.view(0).idle, table.view(0).give_up_in) == (2, 0)
    assert result(table.play("give up")) == LOST


@pytest.mark.clause("c10")
def test_giving_up_may_always_be_legal():
    assert "give up" in GAME.table(1, give_up_after=0).legal()


def test_the_view_tells_how_many_actions_are_left():
    table = GAME.table(1, max_steps=90)
    for left in (90, 89):
        assert table.view(0).steps_left == left
        table.play(table.legal()[0])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"columns": ["2♣", "3♣"]}, "a foundation has a card without the one below it"),
        ({"columns": ["K♣"], "cells": ["K♦", "K♥"], "options": {"cells": 1}}, "there are 1 cells"),
        ({"columns": ["6♠..K♠"]}, "a column has 7 dealt cards at most; the others lie in sequence"),
        ({"stock": "K♠"}, "no card is left in the stock after the deal"),
        ({}, "the game is won; its position says over=True"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


def test_score_rewards_pay_each_card_home():
    table = GAME.position(columns=["K♥"], cells=["K♠"], reward="score", score=[50])
    assert now(table.play("home K♠"), "reward") == [round(1 / 52, 6)]
    assert now(table.play("home K♥"), "reward") == [round(1 / 52, 6)]


# Over random games


@pytest.mark.clause(11)
@pytest.mark.parametrize("seed", range(count(compiled=10, interpreted=2)))
def test_cards_are_conserved_and_columns_keep_to_their_bound(seed):
    table = GAME.table(seed, cells=1 + seed % 4)
    for _ in walk(table, seed):
        assert table.count_cards().tolist() == [1] * 52 + [0, 0]
        assert now(table, "score") == [len(table.view_words(0)["foundations"].split())]
        assert sum(card is not None for card in now(table, "cells")) <= 1 + seed % 4
        assert table.view(0).columns["height"].max() <= 19
        assert table.over or any(words != "give up" for words in table.legal())


def test_a_column_holds_19_cards():
    run = "K♠ Q♥ J♠ 10♥ 9♠ 8♥ 7♠ 6♥ 5♠ 4♥ 3♠ 2♥"
    rest = [card for card in card_words(range(52)).split() if card not in run.split() and card != "A♠"]
    others = (" ".join(rest[6 + place :: 5]) for place in range(5))
    table = GAME.position(columns=[f"{' '.join(rest[:6])} {run}", "A♠", *others]).play("move A♠ onto 2♥")
    assert len(columns(table)[0].split()) == 19
