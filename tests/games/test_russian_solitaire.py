"""The rules of Russian Solitaire, clause by clause. Cards that a position does not name are on the foundations."""

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.russian_solitaire import GAME
from tests.games.yukons import LOST, WON, SharedRules, columns, deck_of, moves, play_shortly


class TestSharedRules(SharedRules):
    game = GAME


@pytest.mark.clause(3, 9)
@pytest.mark.parametrize(("end", "fitting"), [("8♠", "7♠"), ("K♦", "Q♦"), ("2♥", "A♥"), ("A♣", "")])
def test_an_end_card_takes_the_next_lower_one_of_its_suit_alone(end, fitting):
    others = " ".join(word for word in CARD_WORDS[:52] if word != end)
    table = GAME.position(columns=[end, others], foundations="")
    onto = [words for words in moves(table) if words.endswith(end)]
    assert onto == [f"move {card} onto {end}" for card in fitting.split()]


@pytest.mark.clause(3)
def test_the_target_must_be_the_end_card_of_another_column():
    others = ["move K♥ to empty column", "move K♠ to empty column"]
    assert moves(GAME.position(columns=["J♥ Q♥ K♥", "Q♠ K♠"])) == others
    assert moves(GAME.position(columns=["J♥ K♥", "Q♥ K♠"])) == ["move Q♥ onto K♥", *others]
    assert moves(GAME.position(columns=["J♥ K♥ J♠", "Q♥ Q♠ K♠"])) == others


@pytest.mark.clause(3, 4)
def test_all_that_lies_on_a_card_goes_with_it_in_any_order():
    table = GAME.position(columns=["J♥ Q♥ Q♦ K♠ K♦", "J♠ Q♠ K♥"]).play("move Q♥ onto K♥")
    assert columns(table) == ["J♥", "J♠ Q♠ K♥ Q♥ Q♦ K♠ K♦"]


@pytest.mark.clause(10)
def test_a_game_won_from_the_deal():
    deck = deck_of(
        "2♥",
        "3♠ 10♦ K♣ 5♦ J♦ 5♥",
        "8♦ 6♠ 6♣ 8♣ 6♥ 7♥ 9♠",
        "7♠ 8♠ 7♦ J♣ 6♦ Q♥ 10♣ A♥",
        "4♦ K♠ 9♣ 10♠ A♣ 4♥ 8♥ 2♠ 2♦",
        "K♦ Q♣ A♠ J♠ 10♥ A♦ 9♥ 7♣ 5♣ 4♠",
        "5♠ 3♥ 9♦ 3♣ Q♦ 3♦ J♥ K♥ 4♣ 2♣ Q♠",
    )
    game = """
    A♥ 2♥ A♦>2♦ K♥> 10♥>J♥ J♠>Q♠ A♠ J♣>Q♣ 6♦>7♦ 4♥>5♥ A♣ 10♠>J♠ 9♣>10♣ 9♥>10♥ A♦ 2♦ 2♠ 7♥>8♥ Q♠>K♠ 2♣ 9♠>10♠ 10♣>J♣
    J♥>Q♥ 3♦ 5♥>6♥ 8♣>9♣ 5♣>6♣ 6♣>7♣ J♦>Q♦ 10♦>J♦ 3♠ 4♠ K♠> 4♦ 5♦ Q♣>K♣ Q♦>K♦ 3♣ 4♣ 5♣ 6♣ 7♣ Q♥>K♥ 6♦ 7♦ 8♠>9♠ 6♠>7♠
    8♦ 9♦ 3♥ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ 8♥>9♥ 4♥ 5♥ 6♥ 8♣ 9♣ 10♣ J♣ Q♣ K♣ 10♦ J♦ Q♦ K♦ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥
    """
    assert play_shortly(GAME.table(deck=deck), game).words(*WON) == WON


@pytest.mark.clause("c4")
@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_moved_twice(seed):
    table, generator, played = GAME.table(seed), np.random.default_rng(seed), []
    while not table.over:
        played.append(generator.choice(np.flatnonzero(table.mask)))
        table.step(played[-1])
    assert len(set(played)) == len(played)
    assert not table.words("truncated")["truncated"]


@pytest.mark.clause("c4")
def test_a_deal_without_a_move_is_lost_at_once():
    deck = deck_of(
        "J♣",
        "5♣ A♦ A♥ 8♠ J♦ K♠",
        "9♠ 8♦ J♥ 9♣ 4♠ 10♥ 5♦",
        "9♦ 5♠ 7♠ 2♣ 6♣ 2♠ 10♠ 6♠",
        "6♥ Q♦ 10♣ 7♥ K♦ 7♣ A♣ 5♥ 10♦",
        "2♦ A♠ 7♦ Q♠ 2♥ 3♥ 3♦ 8♣ 8♥ 4♥",
        "4♣ Q♣ 3♣ K♥ 3♠ 4♦ Q♥ J♠ 6♦ 9♥ K♣",
    )
    table = GAME.table(deck=deck)
    assert table.legal() == []
    assert table.words(*LOST) == LOST
