"""The rules of Alaska, clause by clause. Cards that a position does not name are on the foundations."""

import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.alaska import GAME
from tests.games.yukons import LOST, STOPPED, WON, SharedRules, columns, deck_of, moves, play_shortly


class TestSharedRules(SharedRules):
    game = GAME


@pytest.mark.clause(3)
def test_a_card_goes_onto_its_suits_next_higher_or_next_lower_card():
    table = GAME.position(columns=["10♥", "Q♥", "K♠ J♥", "K♥"])
    assert moves(table) == [
        "move 10♥ onto J♥",
        "move J♥ onto Q♥",
        "move Q♥ onto K♥",
        "move J♥ onto 10♥",
        "move Q♥ onto J♥",
        "move K♥ onto Q♥",
    ]
    assert columns(table.copy().play("move J♥ onto Q♥")) == ["10♥", "Q♥ J♥", "K♠", "K♥"]
    assert columns(table.copy().play("move J♥ onto 10♥")) == ["10♥ J♥", "Q♥", "K♠", "K♥"]


@pytest.mark.clause(3)
def test_the_direction_may_change_within_a_column():
    table = GAME.position(columns=["10♥ K♠", "J♥ K♥", "Q♥"]).play("move K♥ to empty column", "move K♠ to empty column")
    table.play("move Q♥ onto J♥", "move J♥ onto 10♥", "move K♥ onto Q♥")
    assert columns(table)[0] == "10♥ J♥ Q♥ K♥"
    other = GAME.position(columns=["10♥ K♠", "Q♥", "J♥ K♥"]).play("move K♠ to empty column", "move K♥ onto Q♥")
    assert columns(other.play("move J♥ onto 10♥")) == ["10♥ J♥", "Q♥ K♥", "", "K♠"]


@pytest.mark.clause(3, 9)
@pytest.mark.parametrize(
    ("end", "fitting"), [("7♠", "6♠ 8♠"), ("K♦", "Q♦"), ("Q♦", "J♦ K♦"), ("2♥", "A♥ 3♥"), ("A♣", "2♣")]
)
def test_an_end_card_takes_nothing_else(end, fitting):
    others = " ".join(word for word in CARD_WORDS[:52] if word != end)
    table = GAME.position(columns=[end, others], foundations="")
    onto = [words for words in moves(table) if words.endswith(end)]
    assert sorted(onto) == sorted(f"move {card} onto {end}" for card in fitting.split())


@pytest.mark.clause(3)
def test_the_target_must_be_the_end_card_of_another_column():
    assert moves(GAME.position(columns=["K♣ Q♥ K♥ J♥"])) == ["move K♥ to empty column"]
    kings = ["move K♣ to empty column", "move K♥ to empty column"]
    assert moves(GAME.position(columns=["K♠ J♥ K♥ K♣", "K♦ Q♥ Q♦"])) == kings


@pytest.mark.clause(3, 4)
def test_all_that_lies_on_a_card_goes_with_it_in_any_order():
    table = GAME.position(columns=["J♥ K♥ Q♦ K♠ K♦", "J♠ Q♠ Q♥"]).play("move K♥ onto Q♥")
    assert columns(table) == ["J♥", "J♠ Q♠ Q♥ K♥ Q♦ K♠ K♦"]


@pytest.mark.clause(3, "c3")
def test_a_king_at_the_foot_of_its_column_goes_onto_its_queen():
    table = GAME.position(columns=["K♥", "K♠ Q♥"])
    assert moves(table) == ["move Q♥ onto K♥", "move K♥ onto Q♥"]
    assert columns(table.play("move K♥ onto Q♥")) == ["", "K♠ Q♥ K♥"]


@pytest.mark.clause(10)
def test_a_game_won_from_the_deal():
    deck = deck_of(
        "3♦",
        "6♦ 4♠ 2♣ 10♣ 8♣ 10♠",
        "Q♦ 5♠ 2♠ 4♣ K♦ 3♥ 7♣",
        "K♥ 4♦ A♦ K♣ J♦ 7♠ 8♦ 3♠",
        "6♠ 8♠ 9♣ Q♣ 6♣ 6♥ A♥ 4♥ 9♥",
        "5♦ 5♣ 10♥ A♣ J♥ 5♥ 8♥ Q♠ A♠ 2♥",
        "J♠ 2♦ 7♦ 9♠ 3♣ 10♦ 7♥ 9♦ K♠ Q♥ J♣",
    )
    game = """
    2♠>3♠ 4♠>5♠ 6♣>7♣ Q♣>J♣ K♣>Q♣ A♦ 4♦>3♦ 8♥>9♥ Q♥>K♥ Q♠>K♠ 7♥>8♥ 4♥>5♥ A♥ 5♥>6♥ J♦>10♦ 2♥ A♠ 8♣>9♣ J♣>10♣ J♥>Q♥ A♣
    10♥>J♥ 4♣>5♣ 9♥>10♥ 2♠ 3♠ 9♦>8♦ 6♥>7♥ 3♥>4♥ 5♣>6♣ 5♦>4♦ K♦> 6♦>5♦ K♣> Q♣>K♣ J♣>Q♣ 9♣>10♣ 7♠>8♠ 10♣>J♣ 2♣ 4♠ 5♠
    Q♦>J♦ K♠> 10♦>9♦ 3♣ 8♠>9♠ 9♠>10♠ 7♦>6♦ 2♦ 6♠ 8♦>7♦ J♠>Q♠ 10♠>J♠ 7♣>8♣ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥
    10♥ J♥ Q♥ K♥ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ Q♦>K♦ J♦>Q♦ 10♦>J♦ 9♦>10♦ 8♦>9♦ 7♦>8♦ 6♦>7♦ 5♦>6♦ 4♦>5♦ 3♦ 4♦ 5♦ 6♦
    7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦
    """
    assert play_shortly(GAME.table(deck=deck), game).words(*WON) == WON


@pytest.mark.clause("c4")
def test_moves_can_be_undone_until_the_bound():
    table = GAME.position(columns=["10♥", "Q♥", "K♠ J♥", "K♥"], options={"max_steps": 5})
    table.play(*["move J♥ onto Q♥", "move J♥ onto 10♥"] * 2)
    assert not table.over
    assert table.play("move J♥ onto Q♥").words(*STOPPED) == STOPPED


@pytest.mark.clause("c4")
def test_a_deal_without_a_move_is_lost_at_once():
    deck = deck_of(
        "9♣",
        "J♥ 5♠ J♠ K♠ 2♥ 2♠",
        "A♦ 8♣ 8♦ 6♦ A♣ J♣ 10♦",
        "9♥ Q♦ J♦ 5♣ 5♦ 2♦ 4♣ 3♣",
        "7♠ 4♠ Q♠ 6♥ 3♦ K♥ 10♠ 7♦ 7♣",
        "6♠ 2♣ 9♦ 6♣ 3♠ K♣ 5♥ Q♥ 9♠ 10♥",
        "7♥ Q♣ 4♦ A♥ 10♣ A♠ 4♥ 3♥ 8♠ K♦ 8♥",
    )
    table = GAME.table(deck=deck)
    assert table.legal() == []
    assert table.words(*LOST) == LOST
