"""The rules of Yukon, clause by clause. Cards that a position does not name are on the foundations."""

import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.yukon import GAME
from tests.games.yukons import LOST, WON, SharedRules, columns, deck_of, moves, play_shortly


class TestSharedRules(SharedRules):
    game = GAME


@pytest.mark.clause(3)
def test_a_card_goes_onto_either_end_card_of_the_other_colour_one_rank_higher():
    table = GAME.position(columns=["K♣", "K♦", "Q♥", "K♥", "K♠"])
    assert moves(table) == ["move Q♥ onto K♣", "move Q♥ onto K♠"]
    assert columns(table.copy().play("move Q♥ onto K♣")) == ["K♣ Q♥", "K♦", "", "K♥", "K♠"]
    assert columns(table.copy().play("move Q♥ onto K♠")) == ["K♣", "K♦", "", "K♥", "K♠ Q♥"]


@pytest.mark.clause(3)
@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("end", "fitting"), [("10♠", "9♦ 9♥"), ("J♥", "10♣ 10♠"), ("K♦", "Q♣ Q♠"), ("2♥", "A♣ A♠"), ("A♣", "")]
)
def test_an_end_card_takes_nothing_else(end, fitting):
    others = " ".join(word for word in CARD_WORDS[:52] if word != end)
    table = GAME.position(columns=[end, others], foundations="")
    onto = [words for words in moves(table) if words.endswith(end)]
    assert onto == [f"move {card} onto {end}" for card in fitting.split()]


@pytest.mark.clause(3)
def test_the_target_must_be_the_end_card_of_its_column():
    table = GAME.position(columns=["Q♥", "K♠ K♣", "K♥"])
    assert moves(table) == ["move K♣ to empty column", "move Q♥ onto K♣"]


@pytest.mark.clause(3)
def test_the_target_must_be_in_another_column():
    table = GAME.position(columns=["Q♥ K♠", "K♥"])
    assert moves(table) == ["move K♠ to empty column"]


@pytest.mark.clause(3)
def test_a_face_down_card_does_not_move():
    words = {"columns": ["J♥ Q♥ K♥", "K♠"]}
    assert "move Q♥ onto K♠" in GAME.position(face_down=[1], **words).legal()
    assert "move Q♥ onto K♠" not in GAME.position(face_down=[2], **words).legal()


@pytest.mark.clause(3)
@pytest.mark.clause(4)
def test_all_that_lies_on_a_card_goes_with_it_in_any_order():
    table = GAME.position(columns=["J♥ Q♥ Q♦ K♥ K♦", "J♠ Q♠ K♠"])
    table.play("move Q♥ onto K♠")
    assert columns(table) == ["J♥", "J♠ Q♠ K♠ Q♥ Q♦ K♥ K♦"]


@pytest.mark.clause(3)
def test_moved_cards_can_be_moved_on_and_moved_onto():
    table = GAME.position(columns=["J♥ Q♥ Q♣", "K♠", "K♥", "J♦ Q♦ K♦ J♠ Q♠ K♣"])
    table.play("move Q♥ onto K♠", "move Q♣ onto K♥", "move J♠ onto Q♥")
    assert columns(table) == ["J♥", "K♠ Q♥ J♠ Q♠ K♣", "K♥ Q♣", "J♦ Q♦ K♦"]


@pytest.mark.clause(5)
def test_a_turned_up_card_moves_at_once():
    table = GAME.position(columns=["J♥ Q♥ K♥", "K♠ Q♠", "K♣"], face_down=[1])
    table.play("move Q♥ onto K♣", "move J♥ onto Q♠")
    assert columns(table) == ["", "K♠ Q♠ J♥", "K♣ Q♥ K♥"]


@pytest.mark.clause(9)
def test_an_ace_goes_onto_a_two_and_no_king_onto_an_ace():
    table = GAME.position(columns=["A♥ K♥", "2♠..K♠ A♠", "3♥..Q♥ 2♥"])
    assert moves(table) == [
        "move K♥ to empty column",
        "move K♠ to empty column",
        "move A♠ onto 2♥",
        "move Q♠ onto K♥",
    ]


@pytest.mark.clause(10)
def test_one_move_left_is_enough_to_go_on():
    table = GAME.position(columns=["K♥ J♥ Q♥", "K♠"]).play("move Q♥ onto K♠")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}


@pytest.mark.clause(10)
def test_a_game_won_from_the_deal():
    deck = deck_of(
        "4♠",
        "9♥ K♠ 10♥ A♣ 6♥ 2♣",
        "4♥ J♥ 8♣ 7♦ Q♣ 4♦ 8♥",
        "4♣ 9♠ A♠ J♦ 6♦ 9♣ A♦ 7♠",
        "K♣ 3♣ K♦ 7♣ K♥ Q♦ 8♦ 3♦ Q♥",
        "5♣ J♠ 5♥ 10♠ 2♦ 7♥ 8♠ 6♣ J♣ 3♥",
        "6♠ 10♦ 2♠ 9♦ A♥ 3♠ Q♠ 5♠ 2♥ 5♦ 10♣",
    )
    game = """
    7♠>8♥ A♦ 2♣>3♥ 5♠>6♥ J♦>Q♠ A♠ J♣>Q♥ 3♥>4♠ 8♦>9♣ 8♥>9♠ 6♦>7♠ 5♦>6♣ 10♥>J♣ Q♦>K♠ Q♠>K♥ 3♠>4♦ A♥ 8♣>9♦ 9♦>10♣
    2♠ 9♠>10♦ 10♣>J♥ 4♣>5♦ K♠> 3♦>4♣ 2♥>3♠ 8♠>9♥ 6♣>7♥ 7♥>8♠ 2♦ 10♠>J♦ 9♥>10♠ K♥> 7♣>8♦ 4♠>5♥ K♦> 6♥>7♣ A♣ Q♣>K♦
    4♦>5♠ J♥>Q♣ 3♣>4♥ Q♥>K♣ 3♦ 2♥ 2♣ 3♠ 3♥ 4♠ 4♣>5♥ 4♦ 5♦ 5♥>6♣ J♠>Q♦ 10♦>J♠ 4♥>5♣ 5♠ 6♠ 5♣>6♥ 3♣ 4♣ 6♣>7♦ 4♥
    6♣>7♥ 5♥ 9♣>10♥ 6♦ 7♠ 5♣ 6♥ 6♣ 7♣>8♥ 7♦ 7♣ 8♦ 8♣ 7♥ 9♣ 8♥ 8♠ 9♦ 9♠ 9♥ 10♣ 10♥ 10♠ 10♦>J♣ 10♦ J♦ J♠ Q♠ J♥ J♣
    Q♣ Q♦ K♠ Q♥ K♥ K♣ K♦
    """
    table = play_shortly(GAME.table(deck=deck), game)
    assert table.words(*WON) == WON
    assert columns(table) == []


@pytest.mark.clause("c4")
def test_a_deal_without_a_move_is_lost_at_once():
    deck = deck_of(
        "Q♥",
        "10♠ 9♦ A♥ K♥ Q♠ Q♦",
        "A♣ 8♣ 7♠ 9♠ 3♦ 3♠ 3♥",
        "J♣ 7♥ 6♥ 10♥ 5♠ 3♣ 5♣ 2♥",
        "9♥ 2♣ 4♠ 6♣ 10♦ 10♣ J♥ 4♥ 7♣",
        "A♦ J♦ K♣ Q♣ 2♠ 6♠ K♦ 4♦ 5♥ 2♦",
        "5♦ K♠ 6♦ J♠ A♠ 8♥ 4♣ 8♦ 8♠ 7♦ 9♣",
    )
    table = GAME.table(deck=deck)
    assert table.legal() == []
    assert table.words(*LOST) == LOST


def test_one_column_can_hold_the_whole_pack():
    deck = deck_of(
        "5♥",
        "6♠ 10♣ 3♠ 4♠ 5♠ 7♥",
        "J♦ Q♣ 9♣ 6♥ A♠ 2♠ K♦",
        "10♦ J♣ Q♦ 8♠ 2♥ 3♥ 4♥ K♣",
        "9♥ 10♠ J♥ Q♠ 7♠ 7♦ 8♦ A♥ K♥",
        "8♥ 9♠ 10♥ J♠ Q♥ 8♣ 4♦ 5♦ 6♦ K♠",
        "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ A♦ 2♦ 3♦ 9♦",
    )
    table = GAME.table(deck=deck)
    table.play("move 8♣ onto 9♦")
    table.play("move Q♥ onto K♠", "move J♠ onto Q♥", "move 10♥ onto J♠", "move 9♠ onto 10♥", "move 8♥ onto 9♠")
    table.play("move 7♠ onto 8♥", "move Q♠ onto K♥", "move J♥ onto Q♠", "move 10♠ onto J♥", "move 9♥ onto 10♠")
    table.play("move 8♠ onto 9♥", "move Q♦ onto K♣", "move J♣ onto Q♦", "move 10♦ onto J♣")
    table.play("move 9♣ onto 10♦", "move Q♣ onto K♦", "move J♦ onto Q♣")
    table.play("move 10♣ onto J♦", "move 6♠ onto 7♥", "move 5♥ onto 6♠")
    assert table.view(0).columns["height"].tolist() == [0, 0, 0, 0, 0, 0, 52]
    assert table.view(0).face_down.tolist() == [0, 0, 0, 0, 0, 0, 6]
