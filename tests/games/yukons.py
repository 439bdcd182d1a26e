"""The rules that Yukon and its relatives share, clause by clause, and helpers that read a table.

Cards that a position does not name are on the foundations. Only kings move here, by a rule that all these games share.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cardzoo.envs import Game, Table
from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
WON = {"over": True, "truncated": False, "reward": [1.0], "score": [52]}


def columns(table: Table) -> list[str]:
    """The columns in words, without the empty ones at the right."""
    words = table.words("columns")["columns"]
    while words and not words[-1]:
        words.pop()
    return words


def moves(table: Table) -> list[str]:
    """The legal moves between columns."""
    return [words for words in table.legal() if words.startswith("move")]


def kings(table: Table) -> list[str]:
    """The legal moves to an empty column."""
    return [words for words in table.legal() if words.endswith("to empty column")]


def homes(table: Table) -> list[str]:
    """The legal moves to foundations."""
    return [words for words in table.legal() if words.startswith("home")]


def deck_of(*columns: str) -> list[str]:
    """The written deck that deals these columns."""
    piles = [parse_cards(words) for words in columns]
    rows = [[pile[row] for pile in piles[row:]] for row in range(7)]
    rounds = [[pile[-4 + row] for pile in piles[1:]] for row in range(4)]
    return [CARD_WORDS[card] for row in rows + rounds for card in row]


def play_shortly(table: Table, moves: str) -> Table:
    """Play moves in short: ``7♠>8♥`` moves a card, ``K♠>`` a king to an empty column, ``A♦`` goes home."""
    for words in moves.split():
        assert not table.over
        card, _, onto = words.partition(">")
        where = f"onto {onto}" if onto else "to empty column"
        table.play(f"move {card} {where}" if ">" in words else f"home {card}")
    return table


def play_randomly(table: Table, seed: int, most_steps: int = 100_000) -> Iterator[Table]:
    """Yields before each random step."""
    generator = np.random.default_rng(seed)
    while not table.over and table.words("steps")["steps"] < most_steps:
        yield table
        table.step(generator.choice(np.flatnonzero(table.mask)))


class SharedRules:
    """Tests of the game of the subclass."""

    game: Game

    # The deal

    @pytest.mark.clause(1, 2)
    def test_cards_are_dealt_row_by_row_then_in_rounds(self) -> None:
        table = self.game.table(deck=PACK)
        assert columns(table) == [
            "A♣",
            "2♣ 8♣ 3♥ 9♥ 2♠ 8♠",
            "3♣ 9♣ A♦ 4♥ 10♥ 3♠ 9♠",
            "4♣ 10♣ 2♦ 6♦ 5♥ J♥ 4♠ 10♠",
            "5♣ J♣ 3♦ 7♦ 10♦ 6♥ Q♥ 5♠ J♠",
            "6♣ Q♣ 4♦ 8♦ J♦ K♦ 7♥ K♥ 6♠ Q♠",
            "7♣ K♣ 5♦ 9♦ Q♦ A♥ 2♥ 8♥ A♠ 7♠ K♠",
        ]

    @pytest.mark.clause(1)
    def test_the_first_card_of_each_row_and_all_later_ones_are_face_up(self) -> None:
        table = self.game.table(deck=PACK)
        assert table.words("face_down")["face_down"] == [0, 1, 2, 3, 4, 5, 6]
        assert table.view_words(0)["columns"] == [
            "A♣",
            "? 8♣ 3♥ 9♥ 2♠ 8♠",
            "? ? A♦ 4♥ 10♥ 3♠ 9♠",
            "? ? ? 6♦ 5♥ J♥ 4♠ 10♠",
            "? ? ? ? 10♦ 6♥ Q♥ 5♠ J♠",
            "? ? ? ? ? K♦ 7♥ K♥ 6♠ Q♠",
            "? ? ? ? ? ? 2♥ 8♥ A♠ 7♠ K♠",
        ]

    @pytest.mark.clause(2)
    @pytest.mark.parametrize("seed", range(3))
    def test_columns_have_1_and_6_to_11_cards_and_31_are_face_up(self, seed: int) -> None:
        view = self.game.table(seed).view(0)
        assert view.columns["height"].tolist() == [1, 6, 7, 8, 9, 10, 11]
        assert view.face_down.tolist() == [0, 1, 2, 3, 4, 5, 6]
        assert (view.columns["cards"] >= 0).sum() == 31
        assert view.foundations.tolist() == [0, 0, 0, 0]

    # Moves

    @pytest.mark.clause(3)
    def test_a_face_down_king_does_not_move(self) -> None:
        words = ["Q♥ K♥ J♥", "K♠"]
        assert kings(self.game.position(columns=words, face_down=[1])) == ["move K♥ to empty column"]
        assert kings(self.game.position(columns=words, face_down=[2])) == []

    @pytest.mark.clause(3, 4)
    def test_all_that_lies_on_a_card_goes_with_it_in_any_order(self) -> None:
        table = self.game.position(columns=["J♥ K♥ Q♥ Q♦ K♦", "J♠ Q♠ K♠"]).play("move K♥ to empty column")
        assert columns(table) == ["J♥", "J♠ Q♠ K♠", "K♥ Q♥ Q♦ K♦"]

    # Face-down cards

    @pytest.mark.clause(5)
    def test_a_face_down_card_is_turned_up_when_a_move_uncovers_it(self) -> None:
        table = self.game.position(columns=["10♥ J♥ K♥ Q♥", "K♠"], face_down=[2])
        assert table.view_words(0)["columns"][0] == "? ? K♥ Q♥"
        table.play("move K♥ to empty column")
        assert table.view_words(0)["columns"][:3] == ["? J♥", "K♠", "K♥ Q♥"]
        assert table.words("face_down")["face_down"][0] == 1

    @pytest.mark.clause(5)
    def test_a_face_down_card_is_turned_up_when_the_card_on_it_goes_home(self) -> None:
        table = self.game.position(columns=["K♥ Q♥", "K♠"], face_down=[1]).play("home Q♥")
        assert table.view_words(0)["columns"][0] == "K♥"
        assert "home K♥" in table.legal()

    @pytest.mark.clause(5)
    def test_no_card_is_turned_up_while_a_face_up_card_lies_on_it(self) -> None:
        table = self.game.position(columns=["10♥ J♥ K♥ Q♥", "K♠"], face_down=[1]).play("move K♥ to empty column")
        assert table.view_words(0)["columns"][0] == "? J♥"

    @pytest.mark.clause(5)
    def test_the_view_tells_which_cards_lie_on_face_down_ones(self) -> None:
        table = self.game.position(columns=["10♥ J♥ K♥ Q♥", "K♠", "Q♠ K♣"], face_down=[2, 0, 1])
        assert table.view_words(0)["covering"] == "K♣ K♥"
        table.play("move K♥ to empty column")
        assert table.view_words(0)["covering"] == "K♣ J♥"

    # Empty columns

    @pytest.mark.clause(6)
    def test_only_a_king_goes_to_an_empty_column(self) -> None:
        table = self.game.position(columns=["10♥ Q♥ J♥ K♥", "J♠ Q♠ K♠"])
        assert kings(table) == ["move K♥ to empty column", "move K♠ to empty column"]

    @pytest.mark.clause(6)
    def test_a_king_takes_what_lies_on_it_to_the_leftmost_empty_column(self) -> None:
        table = self.game.position(columns=["Q♠", "", "J♥ K♥ Q♥ K♠"]).play("move K♥ to empty column")
        assert columns(table) == ["Q♠", "K♥ Q♥ K♠", "J♥"]

    @pytest.mark.clause(6)
    def test_a_king_moves_to_a_column_only_if_it_is_empty(self) -> None:
        words = ["Q♣ K♣", "J♦", "Q♦", "K♦", "J♥"]
        assert "move K♣ to empty column" in kings(self.game.position(columns=[*words, "Q♥ K♥"]))
        assert kings(self.game.position(columns=[*words, "Q♥", "K♥"])) == []

    # Foundations

    @pytest.mark.clause(7)
    def test_foundations_start_with_the_ace_and_go_up_in_suit(self) -> None:
        table = self.game.position(columns=["3♠..K♠ 2♠ A♠"])
        for words, foundations in (("home A♠", [13, 13, 13, 1]), ("home 2♠", [13, 13, 13, 2])):
            assert homes(table) == [words]
            table.play(words)
            assert table.view_words(0)["foundations"] == foundations
        assert homes(table) == []

    @pytest.mark.clause(7)
    def test_a_foundation_takes_no_other_suit(self) -> None:
        table = self.game.position(columns=["2♠..K♠ A♠ A♥", "3♥..K♥ 2♥", "A♦..K♦"])
        assert homes(table) == ["home A♥"]
        assert homes(table.play("home A♥")) == ["home 2♥", "home A♠"]

    @pytest.mark.clause(8)
    def test_a_card_under_others_does_not_go_home(self) -> None:
        table = self.game.position(columns=["A♠..K♠", "K♥ Q♥"])
        assert homes(table) == ["home Q♥"]

    # The end

    @pytest.mark.clause(10)
    def test_the_last_card_home_wins(self) -> None:
        table = self.game.position(columns=["K♥ K♠"], score=[50]).play("home K♠")
        assert not table.over
        assert table.play("home K♥").words(*WON) == WON

    @pytest.mark.clause(10)
    def test_cards_left_and_no_move_lose(self) -> None:
        table = self.game.position(columns=["K♥ J♥ Q♥", "K♠"]).play("home K♠")
        assert table.legal() == []
        assert table.words(*LOST) == LOST

    def test_score_rewards_pay_each_card_home(self) -> None:
        table = self.game.position(columns=["K♥ K♠"], reward="score", score=[50])
        assert table.play("home K♠").words("reward") == {"reward": [round(1 / 52, 6)]}
        assert table.play("home K♥").words("reward") == {"reward": [round(1 / 52, 6)]}

    # Choices where the text is silent

    @pytest.mark.clause("c1")
    def test_no_card_comes_back_from_a_foundation(self) -> None:
        assert self.game.position(columns=["K♣", "K♠"]).legal() == ["home K♣", "home K♠"]

    @pytest.mark.clause("c2")
    def test_cards_go_home_only_when_the_player_says_so(self) -> None:
        table = self.game.position(columns=["Q♥ K♥", "K♠"])
        assert homes(table) == ["home K♠"]
        assert columns(table.play("move K♥ to empty column")) == ["Q♥", "K♠", "K♥"]

    @pytest.mark.clause("c3")
    def test_a_king_at_the_foot_of_its_column_is_not_moved_to_an_empty_one(self) -> None:
        table = self.game.position(columns=["K♥ Q♥", "K♠ Q♠"])
        assert moves(table) == []
        with pytest.raises(ValueError, match="not legal"):
            table.play("move K♥ to empty column")

    @pytest.mark.clause("c3")
    def test_a_king_on_a_face_down_card_may_be_moved(self) -> None:
        assert kings(self.game.position(columns=["Q♥ K♥", "K♠ Q♠"], face_down=[1])) == ["move K♥ to empty column"]

    @pytest.mark.clause("c4")
    def test_the_bound_on_moves_loses(self) -> None:
        table = self.game.position(columns=["K♠ Q♠ J♠ 10♠"], options={"max_steps": 3}).play("home 10♠", "home J♠")
        assert not table.over
        assert table.play("home Q♠").words(*STOPPED) == STOPPED

    @pytest.mark.clause("c4")
    def test_the_last_move_allowed_can_still_win_or_lose_by_the_rules(self) -> None:
        won = self.game.position(columns=["K♠"], options={"max_steps": 1}, score=[51]).play("home K♠")
        assert won.words(*WON) == WON
        lost = self.game.position(columns=["K♥ J♥ Q♥", "K♠"], options={"max_steps": 1}).play("home K♠")
        assert lost.words(*LOST) == LOST

    @pytest.mark.clause("c4")
    def test_the_view_tells_how_many_moves_are_left(self) -> None:
        table = self.game.position(columns=["Q♥ K♥", "K♠"], options={"max_steps": 9}, steps=2)
        assert table.view(0).steps_left == 7
        assert table.play("move K♥ to empty column").view(0).steps_left == 6

    @pytest.mark.clause("c5")
    @pytest.mark.parametrize("seed", range(5))
    def test_nothing_seen_depends_on_face_down_cards(self, seed: int) -> None:
        truths = redeals = 0
        for table in play_randomly(self.game.table(seed), seed, most_steps=60):
            other = table.redeal(0, seed)
            assert other.view(0) == table.view(0)
            assert np.array_equal(other.mask, table.mask)
            assert np.array_equal(other.count_cards(), table.count_cards())
            redeals += 1
            truths += columns(other) == columns(table)
        assert truths < redeals / 2

    @pytest.mark.clause("c5")
    def test_a_face_down_card_may_be_any_of_those_that_are_not_seen(self) -> None:
        table = self.game.table(deck=PACK)
        hidden = {card for words, shown in zip(columns(table), range(7), strict=True) for card in words.split()[:shown]}
        drawn = {columns(table.redeal(0, seed))[1].split()[0] for seed in range(300)}
        assert drawn == hidden

    @pytest.mark.clause("c6")
    def test_giving_up_is_legal_after_moves_without_a_gain_and_loses(self) -> None:
        words = ["Q♥ K♥", "Q♠ K♠", "Q♣ K♣", "K♦"]
        table = self.game.position(columns=words, options={"give_up_after": 2}, idle=1)
        assert "give up" not in table.legal()
        for action, idle in (("home K♦", 0), ("move K♥ to empty column", 1)):  # the first is a gain
            table.play(action)
            assert "give up" not in table.legal()
            assert (table.view(0).idle, table.view(0).give_up_in) == (idle, 2 - idle)
        table.play("move K♠ to empty column")
        assert (table.view(0).idle, table.view(0).give_up_in) == (2, 0)
        assert table.play("give up").words(*LOST) == LOST

    @pytest.mark.clause("c6")
    def test_to_turn_a_card_up_is_a_gain(self) -> None:
        table = self.game.position(columns=["Q♥ J♥ K♥", "K♠"], face_down=[2], idle=30).play("move K♥ to empty column")
        assert table.view(0).idle == 0

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"face_down": [0, 3]}, "the end card of a column is face up"),
            ({"face_down": [0, 0, 1]}, "the end card of a column is face up"),
            ({"stock": "A♣"}, "no card is left in the stock"),
            ({"column_of": [*[-1] * 10, 3]}, "column_of must be the column of each face-up card"),
            ({"indexed": 1}, "column_of must be the column of each face-up card"),
            ({"columns": ["Q♥ K♥", "J♠ 3♠ A♠"]}, "a foundation has a card without the one below it"),
        ],
    )
    def test_impossible_positions_are_refused(self, changes: dict[str, Any], message: str) -> None:
        words = {"columns": ["Q♥ K♥", "J♠ Q♠ K♠"], "face_down": [0, 2]} | changes
        with pytest.raises(ValueError, match=message):
            self.game.position(**words)

    # Over random games

    @pytest.mark.parametrize("seed", range(3))
    def test_the_columns_and_foundations_are_always_the_pack(self, seed: int) -> None:
        for table in play_randomly(self.game.table(seed), seed, most_steps=200):
            assert table.count_cards().tolist() == [1] * 52 + [0, 0]
            assert table.words("score")["score"] == [sum(table.view_words(0)["foundations"])]

    @pytest.mark.parametrize("seed", range(3))
    def test_a_written_position_has_the_moves_of_the_same_position_in_play(self, seed: int) -> None:
        for table in play_randomly(self.game.table(seed), seed, most_steps=200):
            written = self.game.position(**table.words("columns", "face_down", "idle"))
            assert written.legal() == table.legal()
            assert written.words("column_of") == table.words("column_of")
