"""The rules of The Kings, clause by clause. Cards that a position does not name are on the foundations."""

import numpy as np
import pytest

from cardzoo.envs import Batch
from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards
from cardzoo.envs.games.the_kings import GAME
from tests.playing import count

LANES = [f"{side} {row}" for side in ("left", "right") for row in (1, 2, 3, 4)]
DESCENDING = [CARD_WORDS[13 * suit + rank] for rank in range(12, 0, -1) for suit in range(4) for _ in range(2)]


def lanes(table):
    """The lanes that are not empty, in words, the innermost card first."""
    return {lane: words for lane, words in zip(LANES, table.words("lanes")["lanes"], strict=True) if words}


def foundations(table):
    """The number of cards on each foundation."""
    return table.words("foundations")["foundations"]


def position(cards, heights=None, **more):
    """A position with these lanes; the foundations have the other cards, unless their heights are given."""
    words = [cards.get(lane, "") for lane in LANES]
    if heights is None:
        left = np.full(13, 8)
        np.subtract.at(left, [card % 13 for lane in words for card in parse_cards(lane)], 1)
        heights = [1 + sum(left[1:] > foundation) for foundation in range(8)]
    return GAME.position(lanes=words, foundations=heights, **more)


def in_deal(heights, stock="", left="", right="", **more):
    """The deal has come to its ninth place: left 1 has two cards, the others one. The stock starts with the next."""
    words = [left, "Q♣", "Q♦", "Q♥", right, "Q♠", "K♥", "K♥"]
    cards = dict(zip(LANES, words, strict=True))
    return position(cards, heights, phase="deal", places=9, stock=stock.split()[::-1], **more)


def deck_of(*cards):
    """The written deck that begins with these cards; the others follow from kings down to twos."""
    rest = list(DESCENDING)
    for card in cards:
        rest.remove(card)
    return [*cards, *rest]


def moves(table):
    """The legal moves between lanes."""
    return [words for words in table.legal() if words.startswith("move")]


def homes(table):
    """The legal moves to foundations."""
    return [words for words in table.legal() if words.startswith("home")]


def play_randomly(table, seed, most_steps):
    """Yields before each random step."""
    generator = np.random.default_rng(seed)
    while not table.over and table.words("steps")["steps"] < most_steps:
        yield table
        table.step(generator.choice(np.flatnonzero(table.mask)))


# Suits and foundations


@pytest.mark.clause(1)
def test_suits_do_not_count_on_foundations():
    heights = [5, 1, 1, 1, 1, 1, 1, 1]
    for card in ("6♣", "6♦", "6♥", "6♠"):
        table = position({"left 1": card}, heights).play("home left 1")
        assert foundations(table) == [6, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.clause(1, 9)
def test_suits_do_not_count_in_sequences():
    for card in ("6♣", "6♦", "6♥", "6♠"):
        table = position({"left 1": card, "right 4": "7♣"}, [1] * 8)
        assert "move left 1 to right 4" in moves(table)


@pytest.mark.clause(2)
def test_the_aces_are_not_dealt_but_are_the_eight_foundations():
    assert sorted(CARD_WORDS[card] for card in GAME.pack_of(1)) == sorted(DESCENDING)
    assert not any(card.startswith("A") for card in DESCENDING)
    assert len(DESCENDING) == 96
    assert foundations(position({"left 1": "2♣"}, [1] * 8)) == GAME.blank()["foundations"][0].tolist() == [1] * 8


@pytest.mark.clause(2)
def test_foundations_go_up_to_the_king():
    table = position({"left 1": "K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣"})
    assert foundations(table) == [13] * 7 + [1]
    for height in range(2, 14):
        assert homes(table) == ["home left 1"]
        table.play("home left 1")
        assert foundations(table) == [13] * 7 + [height]


@pytest.mark.clause(2)
@pytest.mark.parametrize("height", range(1, 14))
def test_a_foundation_takes_the_next_rank_only(height):
    """Of a lower rank's eight cards one is not home, so that one foundation cannot be as high."""
    for rank in range(1, 13):
        table = position({"left 3": CARD_WORDS[rank]}, [height] * 7 + [min(height, max(rank - 1, 1))])
        assert homes(table) == (["home left 3"] if rank in (height, 1) else [])


# The deal


@pytest.mark.clause(3)
def test_columns_are_dealt_from_top_to_bottom_left_and_right_in_turn():
    """No card fits before the twos at the end, so the first 80 lie where they were dealt."""
    table = GAME.table(deck=DESCENDING)
    for place, card in enumerate(DESCENDING[:80]):
        column, row = divmod(place, 4)
        side = "left" if column % 2 == 0 else "right"
        assert lanes(table)[f"{side} {row + 1}"].split()[column // 2] == card


@pytest.mark.clause(2, 5, 6)
def test_a_card_that_fits_its_row_in_the_deal_is_played_and_replaced():
    """Of four twos, the third one finds two twos in its row; the fourth one is dealt to the next row."""
    table = GAME.table(deck=deck_of("2♣", "2♦", "2♥", "2♠", "9♣", "9♦"))
    assert {"2♣", "2♦", "2♠"} < set(table.words("home")["home"].split())
    assert min(foundations(table)[:3]) > 1
    assert lanes(table)["left 1"].split()[0] == "2♥"
    assert lanes(table)["left 2"].split()[0] == "9♣"
    assert lanes(table)["left 3"].split()[0] == "9♦"


@pytest.mark.clause(5)
def test_in_the_deal_a_card_goes_to_no_other_row():
    table = in_deal([3, 1, 3, 3, 3, 3, 3, 3], left="9♣ 4♣", right="4♦", stock="4♥ J♣")
    table.play("home left 1")
    assert foundations(table) == [4, 1, 3, 3, 3, 3, 3, 3]
    assert (lanes(table)["left 1"], lanes(table)["right 1"]) == ("9♣ 4♥", "4♦")


@pytest.mark.clause(5)
def test_in_the_deal_nothing_is_put_on_other_cards():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="4♦", stock="J♣")
    assert table.legal() == ["home left 1", "home right 1"]


@pytest.mark.clause(6)
def test_the_card_that_replaces_another_may_have_to_be_played_too():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="4♦", stock="5♣ 6♣ J♣ 10♣")
    table.play("home left 1")  # 5♣ and 6♣ follow
    assert foundations(table)[:2] == [6, 1]
    assert (lanes(table)["left 1"], lanes(table)["left 2"]) == ("9♣ J♣", "Q♣ 10♣")


@pytest.mark.clause(4, 7)
def test_in_the_deal_an_inner_card_is_not_played_though_nothing_lies_outside_of_it():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="5♣ 4♣", right="4♦")
    table.play("home left 1")
    assert lanes(table)["left 1"] == "5♣"
    assert table.words("phase", "foundations") == {"phase": "play", "foundations": [4, 1, 1, 1, 1, 1, 1, 1]}
    assert "home left 1" in table.legal()


@pytest.mark.clause(6, 7)
def test_an_inner_card_is_covered_again_at_once():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="5♣ 4♣", right="4♦", stock="9♣").play("home left 1")
    assert lanes(table)["left 1"] == "5♣ 9♣"
    assert foundations(table)[0] == 4


@pytest.mark.clause(11)
def test_the_pack_is_dealt_once():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="5♣ 4♣", right="4♦", stock="9♣ 8♣").play("home left 1")
    assert table.view_words(0)["undealt"] == 0
    assert table.words("stock")["stock"] == ""
    assert {words.split()[0] for words in GAME.actions.words} == {"home", "move", "give"}


# After the deal


@pytest.mark.clause(8)
def test_after_the_deal_a_card_goes_to_the_foundations_of_all_rows():
    for row in range(4):
        heights = [1] * 8
        heights[2 * row + 1] = 6
        for lane in LANES:
            table = position({lane: "7♣"}, heights)
            heights[2 * row + 1] += 1
            assert foundations(table.play(f"home {lane}")) == heights
            heights[2 * row + 1] -= 1


@pytest.mark.clause(4, "c5")
def test_only_the_outermost_card_of_a_row_is_available_then_the_next_one():
    table = position({"left 2": "5♥ 8♥ 3♥", "right 2": "6♥ 9♥ 4♥"}, [1] * 8)
    assert moves(table)[-2:] == ["move right 2 to right 3", "move right 2 to right 4"]
    assert "move left 2 to right 2" in moves(table)
    table.play("move left 2 to right 2")
    assert lanes(table) == {"left 2": "5♥ 8♥", "right 2": "6♥ 9♥ 4♥ 3♥"}
    assert "move left 2 to right 2" not in moves(table)
    table.play("move right 2 to left 1", "move right 2 to left 3")
    assert "move left 2 to right 2" in moves(table)


@pytest.mark.clause(9, "c6")
@pytest.mark.parametrize(
    ("outer", "fitting"), [("2♠", "3"), ("3♠", "2 4"), ("8♦", "7 9"), ("Q♠", "J K"), ("K♠", "Q")], ids=str
)
def test_a_card_is_put_on_one_of_the_next_rank_up_or_down(outer, fitting):
    for card in CARD_WORDS[1:13]:
        table = position({"left 1": card, "right 3": outer}, [1] * 8)
        assert ("move left 1 to right 3" in moves(table)) == (card[:-1] in fitting.split())


@pytest.mark.clause(9, "c6")
def test_a_sequence_is_turned_round_card_by_card_and_may_go_to_and_fro():
    table = position({"left 1": "8♥ 7♥ 6♥ 5♥", "right 1": "4♦", "left 4": "K♦"}, [1] * 8)
    table.play("move left 1 to right 1", "move left 1 to right 1", "move left 1 to right 1")
    assert lanes(table) == {"left 1": "8♥", "right 1": "4♦ 5♥ 6♥ 7♥", "left 4": "K♦"}
    table.play("move left 1 to right 1", "move right 1 to left 1", "move right 1 to left 1", "move right 1 to left 2")
    table.play("move left 1 to left 2")
    assert lanes(table) == {"left 1": "8♥", "left 2": "6♥ 7♥", "right 1": "4♦ 5♥", "left 4": "K♦"}


@pytest.mark.clause(9, "c6")
def test_one_card_moves_at_a_time():
    table = position({"left 1": "6♥ 5♥", "right 1": "7♦"}, [1] * 8)
    assert "move left 1 to right 1" not in moves(table)


@pytest.mark.clause(9)
def test_a_card_is_not_put_on_its_own_lane():
    table = position({"left 1": "6♥ 5♥", "right 1": "7♦"}, [1] * 8)
    for lane in LANES:
        assert f"move {lane} to {lane}" not in moves(table)


@pytest.mark.clause(10, "c10")
@pytest.mark.parametrize("card", ["2♥", "7♥", "Q♥", "K♥"])
def test_an_empty_row_of_a_group_takes_any_card(card):
    fours = dict(zip(LANES, ["4♣", "4♦", "4♥", "4♠"] * 2, strict=True))
    for source in LANES:
        for empty in LANES:
            if source != empty:
                table = position(fours | {empty: "", source: f"J♣ {card}"}, [1] * 8)
                assert f"move {source} to {empty}" in moves(table)
                table.play(f"move {source} to {empty}")
                assert (lanes(table)[source], lanes(table)[empty]) == ("J♣", card)
                assert (f"move {source} to {empty}" in moves(table)) == (card == "Q♥")


@pytest.mark.clause(10)
def test_sequences_are_built_in_rows_that_have_been_emptied():
    table = position({"left 1": "9♥ 4♥", "right 1": "9♦ 5♦"}, [1] * 8)
    table.play("move left 1 to right 4", "move right 1 to right 4")
    assert lanes(table) == {"left 1": "9♥", "right 1": "9♦", "right 4": "4♥ 5♦"}


@pytest.mark.clause(12)
def test_the_last_card_home_wins():
    table = position({"left 1": "K♥", "right 3": "K♠"}, score=[102])
    assert not table.play("home right 3").over
    table.play("home left 1")
    assert table.words("over", "truncated", "reward", "score") == {
        "over": True,
        "truncated": False,
        "reward": [1.0],
        "score": [104],
    }


@pytest.mark.clause(12)
def test_cards_left_and_nothing_to_play_lose():
    cards = dict(zip(LANES, ["5♣", "5♦", "5♥", "5♠", "9♣", "9♦", "9♥", "9♠"], strict=True))
    cards["right 4"] = "9♠ 10♠ 2♠"
    table = position(cards, [1] * 8).play("home right 4")
    assert not table.over
    table = position(cards | {"right 4": "9♠ 2♠"}, [1] * 8).play("home right 4")
    assert table.legal() == []
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause(12)
@pytest.mark.parametrize(("outer", "legal"), [("6♠", 9), ("4♠", 9), ("2♠", 1), ("K♠", 0)])
def test_one_thing_to_play_is_enough_to_go_on(outer, legal):
    cards = dict(zip(LANES, ["5♣", "5♦", "5♥", "5♠", "9♣", "9♦", "9♥", f"9♠ {outer} 2♥"], strict=True))
    table = position(cards, [1] * 8).play("home right 4")
    assert table.over == (legal == 0)
    assert len(table.legal()) == (8 if legal == 9 else legal)


# The score


def test_the_score_counts_the_aces_and_the_deal_is_paid_with_the_first_action():
    table = GAME.table(1, reward="score")
    score = table.words("score")["score"][0]
    assert score == sum(foundations(table)) > 8
    table.play(homes(table)[0])
    assert table.words("reward") == {"reward": [round((score + 1) / 104, 6)]}
    table.play(moves(table)[0])
    assert table.words("reward") == {"reward": [0.0]}
    assert table.words("score") == {"score": [score + 1]}


# Choices where the text is silent


@pytest.mark.clause("c1")
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(("heights", "after"), [([3, 6], [4, 6]), ([6, 3], [6, 4]), ([3, 3], [4, 3])])
def test_in_the_deal_cards_of_both_groups_go_to_either_foundation_of_their_row(side, heights, after):
    table = in_deal(heights + [1] * 6, left="9♣ 4♣", right="4♦", stock="J♣ 10♣ Q♣")
    assert table.legal() == ["home left 1", "home right 1"]
    table.play(f"home {side} 1")
    both = after if heights != [3, 3] else [4, 4]  # then the other four fits, too
    assert foundations(table) == both + [1] * 6


@pytest.mark.clause("c1")
def test_after_the_deal_the_first_foundation_that_fits_is_taken():
    table = position({"right 4": "4♣"}, [5, 3, 7, 3, 3, 3, 3, 2]).play("home right 4")
    assert foundations(table) == [5, 4, 7, 3, 3, 3, 3, 2]


@pytest.mark.clause("c2")
def test_the_player_chooses_which_of_two_cards_is_played_first_and_which_place_gets_which_card():
    settings = {"left": "9♣ 4♣", "right": "5♦", "stock": "J♣ 10♣"}
    table = in_deal([3, 4, 1, 1, 1, 1, 1, 1], **settings)
    assert table.legal() == ["home left 1", "home right 1"]
    after = {words: lanes(table.copy().play(words)) for words in table.legal()}
    assert (after["home left 1"]["left 1"], after["home left 1"]["right 1"]) == ("9♣ J♣", "10♣")
    assert (after["home right 1"]["left 1"], after["home right 1"]["right 1"]) == ("9♣ 10♣", "J♣")


@pytest.mark.clause("c2")
def test_of_two_cards_that_compete_the_other_one_stays():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="4♦", stock="J♣")
    left, right = table.copy().play("home left 1"), table.copy().play("home right 1")
    assert (lanes(left)["left 1"], lanes(left)["right 1"]) == ("9♣ J♣", "4♦")
    assert (lanes(right)["left 1"], lanes(right)["right 1"]) == ("9♣ 4♣", "J♣")


@pytest.mark.clause("c2", 5)
@pytest.mark.parametrize("seed", range(count(compiled=60, interpreted=15)))
def test_in_the_deal_one_only_chooses_between_two_cards_of_a_row_that_fit(seed):
    table = GAME.table(seed)
    while not table.over and table.words("phase")["phase"] == "deal":
        left, right = table.legal()
        assert (left[:10], right) == ("home left ", left.replace("left", "right"))
        row = int(left[-1]) - 1
        for lane in (left[5:], right[5:]):
            assert parse_cards(lanes(table)[lane])[-1] % 13 in foundations(table)[2 * row : 2 * row + 2]
        table.play(right)
    assert table.words("stock") == {"stock": ""}


@pytest.mark.clause("c3")
def test_in_the_deal_the_card_opposite_follows_but_the_free_place_gets_its_card_first():
    """3♣ opposite fits when 2♣ has come and gone home; K♦ has come to the place of 2♣ before."""
    table = GAME.table(deck=deck_of("3♣", "K♣", "K♣", "Q♥", "2♣", "K♦", "Q♦", "J♦"))
    assert {lane: words.split()[0] for lane, words in lanes(table).items()} == {
        "left 1": "Q♦",
        "left 2": "K♣",
        "left 3": "K♣",
        "left 4": "Q♥",
        "right 1": "K♦",
        "right 2": "J♦",
        "right 3": "K♦",
        "right 4": "K♥",
    }


@pytest.mark.clause("c3")
def test_when_the_pack_is_used_up_free_places_stay_free_and_cards_that_fit_are_still_played():
    table = in_deal([3, 4, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="5♦").play("home left 1")
    assert foundations(table)[:2] == [5, 4]
    assert "right 1" not in lanes(table)
    assert lanes(table)["left 1"] == "9♣"
    assert table.words("phase") == {"phase": "play"}


@pytest.mark.clause("c3")
def test_the_next_place_is_dealt_to_when_no_card_of_the_row_fits_any_more():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="4♦", stock="J♣ 8♥ 7♥ 6♥ 9♥").play("home left 1")
    ends = [words.split()[-1] for words in lanes(table).values()]
    assert ends == ["J♣", "8♥", "7♥", "6♥", "9♥", "Q♠", "K♥", "K♥"]
    assert table.words("places") == {"places": 13}


def referee(deck, generator):
    """The deal by the words of the rules, written by columns; if two cards fit, one is drawn.

    Args:
        deck: card codes, the first to be dealt first.
        generator: generator of the draws.

    Returns:
        The lanes' cards and the foundations; the choices: row and side, 0 for the left and 1 for the right one.
    """
    deck, columns, choices = list(deck), ([], []), []
    tops = [[0, 0] for _ in range(4)]  # ranks, two a row

    def fitting(side, row):
        column = columns[side][-1] if columns[side] else {}
        return row in column and column[row] % 13 - 1 in tops[row]

    side = 1
    while deck:
        side = 1 - side
        columns[side].append({})
        for row in range(4):
            if not deck:
                break
            columns[side][-1][row] = deck.pop(0)
            while fitting(0, row) or fitting(1, row):
                playing = int(fitting(1, row))
                if playing and fitting(0, row):
                    playing = int(generator.integers(2))
                    choices.append((row, playing))
                rank = columns[playing][-1].pop(row) % 13
                tops[row][tops[row].index(rank - 1)] = rank
                if deck:
                    columns[playing][-1][row] = deck.pop(0)
    lanes = [[column[row] for column in group if row in column] for group in columns for row in range(4)]
    return (lanes, [rank + 1 for row in tops for rank in row]), choices


@pytest.mark.clause(3, 5, 6, 7, "c3", "c4")
@pytest.mark.parametrize("start", range(0, count(compiled=300, interpreted=30), count(compiled=10, interpreted=3)))
def test_deals_are_as_a_referee_tells_them(start):
    """Whole deals, in which the choices are made at random."""
    generator = np.random.default_rng(start)
    for _ in range(count(compiled=10, interpreted=3)):
        deck = generator.permutation(GAME.pack_of(1)).tolist()
        expected, choices = referee(deck, generator)
        table = GAME.table(deck=deck)
        for row, side in choices:
            assert table.words("phase") == {"phase": "deal"}
            table.play(f"home {('left', 'right')[side]} {row + 1}")
        assert table.words("phase") == {"phase": "play"}
        assert ([parse_cards(words) for words in table.words("lanes")["lanes"]], foundations(table)) == expected


@pytest.mark.clause("c4")
def test_the_last_column_may_be_short():
    table = GAME.table(1)
    heights = [len(lanes(table)[lane].split()) for lane in LANES]
    assert sum(heights) == 104 - sum(foundations(table)) == 86
    assert heights == [11] * 5 + [11, 10, 10]


@pytest.mark.clause("c7")
def test_no_card_has_to_go_home_after_the_deal_nor_comes_back():
    table = position({"left 1": "Q♣", "left 2": "K♦"})
    assert table.legal()[:2] == ["home left 1", "move left 1 to left 2"]
    assert not any("home" in words.partition(" ")[2] for words in GAME.actions.words)
    table.play("move left 1 to left 2")
    assert lanes(table) == {"left 2": "K♦ Q♣"}
    assert homes(table.play("home left 2")) == ["home left 2"]


@pytest.mark.clause("c8")
def test_with_strict_rows_a_card_goes_only_to_the_foundations_of_its_row():
    for row in range(4):
        for place in (0, 1):
            heights = [1] * 8
            heights[2 * row + place] = 6
            for lane in LANES:
                table = position({lane: "9♣ 7♣"}, heights, options={"strict_rows": True})
                assert homes(table) == ([f"home {lane}"] if lane.endswith(str(row + 1)) else [])
                if homes(table):
                    table.play(f"home {lane}")
                    assert foundations(table)[2 * row + place] == 7


@pytest.mark.clause("c8")
def test_with_strict_rows_cards_are_put_on_each_other_in_all_rows():
    table = position({"left 1": "5♣", "right 3": "6♣"}, [1] * 8, options={"strict_rows": True})
    assert {"move left 1 to right 3", "move left 1 to left 4"} < set(moves(table))
    assert table.view_words(0)["strict_rows"] == 1


@pytest.mark.clause("c9")
def test_the_bound_on_actions_loses():
    table = position({"left 1": "5♣", "right 3": "7♣ 6♣"}, [1] * 8, options={"max_steps": 2})
    assert not table.play("move right 3 to left 1").over
    table.play("move left 1 to right 3")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": True, "reward": [-1.0]}


@pytest.mark.clause("c9")
def test_the_last_action_allowed_can_still_win():
    won = position({"left 1": "K♥"}, options={"max_steps": 1}).play("home left 1")
    assert won.words("truncated", "reward") == {"truncated": False, "reward": [1.0]}


@pytest.mark.clause("c9")
def test_a_deal_after_which_nothing_can_be_played_is_lost_at_once():
    table = GAME.table(465)
    assert table.legal() == []
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}
    ranks = {parse_cards(words)[-1] % 13 for words in lanes(table).values()}
    assert not any(rank + 1 in ranks for rank in ranks)
    assert not ranks & set(foundations(table))
    assert len(lanes(table)) == 8


@pytest.mark.clause("c9")
def test_a_batch_tells_that_a_deal_is_lost_at_once():
    batch = Batch(GAME, 1)
    batch.reset(seed=465)
    assert batch.records["over"][0]
    batch.step(np.zeros(1, int))
    assert batch.terminations.tolist() == [True]
    assert batch.rewards.tolist() == [[-1.0]]


@pytest.mark.clause("c10")
def test_with_whole_rows_an_empty_row_takes_a_card_only_while_both_groups_have_none_there():
    cards = {"left 1": "9♥ 4♥", "left 2": "9♦", "right 3": "9♣", "right 4": "9♠"}
    table = position(cards, [1] * 8)
    assert {"move left 1 to right 1", "move left 1 to left 3"} < set(moves(table))
    table = position(cards | {"left 2": ""}, [1] * 8, options={"whole_rows": True})
    assert [words for words in moves(table) if "left 1" in words] == ["move left 1 to left 2", "move left 1 to right 2"]
    assert table.view(0).whole_rows == 1
    table.play("move left 1 to right 2")
    assert not [words for words in moves(table) if words.endswith(("left 2", "right 1", "left 3", "left 4"))]


@pytest.mark.clause(12, "c10")
def test_with_whole_rows_a_game_is_lost_where_no_empty_row_takes_a_card():
    cards = {"left 1": "9♥", "left 2": "9♦", "right 3": "9♣", "right 4": "9♠ 2♣"}
    assert not position(cards, [1] * 8).play("home right 4").over
    assert position(cards, [1] * 8, options={"whole_rows": True}).play("home right 4").over


@pytest.mark.clause("c11")
def test_giving_up_is_legal_after_actions_without_a_gain_and_loses():
    to_and_fro = ["move right 3 to left 1", "move left 1 to right 3"]
    table = position({"left 1": "5♣", "right 3": "7♣ 6♣ 2♣"}, [1] * 8, options={"give_up_after": 2}, idle=1)
    assert "give up" not in table.legal()
    table.play("home right 3")  # a gain
    for idle, left in ((0, 2), (1, 1)):
        assert "give up" not in table.legal()
        assert (table.view(0).idle, table.view(0).give_up_in) == (idle, left)
        table.play(to_and_fro[idle])
    assert (table.view(0).idle, table.view(0).give_up_in) == (2, 0)
    table.play("give up")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause("c9")
def test_the_view_tells_how_many_actions_are_left():
    table = position({"left 1": "5♣", "right 3": "7♣ 6♣"}, [1] * 8, options={"max_steps": 7}, steps=4)
    assert table.view(0).steps_left == 3
    assert table.play("move right 3 to left 1").view(0).steps_left == 2


# A seat's view


@pytest.mark.parametrize("seed", range(3))
def test_after_the_deal_everything_is_seen(seed):
    for table in play_randomly(GAME.table(seed), seed, count(compiled=300, interpreted=30)):
        view = table.view_words(0)
        assert view["lanes"] == table.words("lanes")["lanes"]
        assert (view["foundations"], view["undealt"], view["phase"]) == (foundations(table), 0, "play")
        assert table.count_cards().sum() == 96
        assert table.words("score")["score"] == [sum(foundations(table))]


@pytest.mark.clause("c2")
def test_in_the_deal_the_order_of_the_pack_is_not_known():
    table = in_deal([3, 1, 1, 1, 1, 1, 1, 1], left="9♣ 4♣", right="4♦", stock="8♣ 7♣ 6♣")
    orders = [table.redeal(0, seed).words("stock")["stock"] for seed in range(600)]
    counts = np.unique(orders, return_counts=True)[1]
    assert len(counts) == 6
    assert ((counts - 100) ** 2 / 100).sum() < 20.5  # chi-square, 5 degrees of freedom: once in a thousand
    assert table.redeal(0, 1).view(0) == table.view(0)
    assert table.view_words(0)["undealt"] == 3


def test_one_lane_can_hold_all_cards():
    """Twos and threes back and forth, then fours and fives, and so on."""
    ranks = [rank + step % 2 for rank in range(1, 13, 2) for step in range(16)]
    used, cards = np.zeros(13, int), []
    for rank in ranks:
        cards.append(CARD_WORDS[13 * (used[rank] % 4) + rank])
        used[rank] += 1
    table = position({"left 1": " ".join(cards[:48]), "right 4": " ".join(cards[:47:-1])}, [1] * 8)
    for _ in range(48):
        table.play("move right 4 to left 1")
    assert lanes(table) == {"left 1": " ".join(cards)}
    assert table.view_words(0)["lanes"][0] == " ".join(cards)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"foundations": [13] * 8}, "the foundations have more cards of a rank than are at home"),
        ({"stock": "5♣"}, "cards are left in the stock after the deal"),
        ({"phase": "deal", "places": 2}, "the lanes do not have the cards of 2 places"),
        ({"phase": "deal", "places": 1}, "there are not two cards of a row to choose from"),
    ],
)
def test_impossible_positions_are_refused(changes, message):
    words = {"lanes": ["4♣", "", "", "", "", "", "", ""], "foundations": [1] * 8} | changes
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


def test_a_position_whose_last_card_goes_home_without_a_win_is_lost():
    """A win needs all cards on the foundations, and a position may say that most of them have an ace alone."""
    table = position({"left 1": "2♣"}, [1] * 8).play("home left 1")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}
