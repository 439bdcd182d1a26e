"""The rules of Black Hole, clause by clause. Cards that a position does not name are in the hole."""

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS
from cardzoo.envs.games.black_hole import GAME, PACK
from tests.playing import count, walk

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


def fans(table):
    """The fans in words, without the empty ones at the end."""
    words = table.words("fans")["fans"]
    while words and not words[-1]:
        words.pop()
    return words


def deck_of(*fans):
    """A written deck: these fans first, then the other cards in the order of their codes."""
    named = " ".join(fans).split()
    return [*named, *(CARD_WORDS[card] for card in PACK if CARD_WORDS[card] not in named)]


# The deal


@pytest.mark.clause(1, "c1")
def test_the_ace_of_spades_is_not_in_the_deck():
    with pytest.raises(ValueError, match="A♠ is too many"):
        GAME.table(deck=["A♠", *deck_of()])


@pytest.mark.clause(1)
def test_the_hole_starts_with_an_ace():
    table = GAME.table(deck=deck_of("3♣ 4♣ 2♦", "3♦ 4♦ 2♣", "3♥ 4♥ K♥"))
    assert table.words("top", "hole", "score") == {"top": "ace", "hole": "", "score": [0]}
    assert table.legal() == ["play fan 0", "play fan 1", "play fan 2", "play fan 16"]


@pytest.mark.clause(2, "c1")
@pytest.mark.parametrize("seed", range(3))
def test_all_fans_have_three_cards_none_of_them_the_ace_of_spades(seed):
    words = GAME.table(seed).view_words(0)["fans"]
    assert [len(fan.split()) for fan in words] == [3] * 17
    assert sorted(" ".join(words).split()) == sorted(CARD_WORDS[card] for card in PACK)
    assert "A♠" not in " ".join(words)


@pytest.mark.clause(2)
def test_cards_are_dealt_fan_by_fan_and_all_are_seen():
    table = GAME.table(deck=deck_of())
    dealt = ["A♣ 2♣ 3♣", "4♣ 5♣ 6♣", "7♣ 8♣ 9♣", "10♣ J♣ Q♣", "K♣ A♦ 2♦", "3♦ 4♦ 5♦"]
    assert fans(table)[:6] == dealt
    assert fans(table)[16] == "J♠ Q♠ K♠"
    assert table.view_words(0)["fans"] == fans(table)


# Moves


@pytest.mark.clause(3)
@pytest.mark.clause(4)
@pytest.mark.parametrize("rank", range(13))
def test_the_ranks_next_to_the_hole_s_top_fit(rank):
    table = GAME.position(fans=[f"{word}♦" for word in RANK_WORDS], top=RANKS[rank])
    assert table.legal() == [f"play fan {fan}" for fan in sorted([(rank - 1) % 13, (rank + 1) % 13])]


@pytest.mark.clause(3)
def test_suits_are_ignored():
    table = GAME.position(fans=["5♣", "5♦", "5♥", "5♠", "7♣", "7♦", "7♥", "7♠"], top="six")
    assert len(table.legal()) == 8


@pytest.mark.clause(3)
def test_only_the_top_card_of_a_fan_is_played():
    table = GAME.position(fans=["7♣ 7♦ 9♥", "7♥ 7♠", "5♣ 2♦ 2♣"], top="six")
    assert table.legal() == ["play fan 1"]


@pytest.mark.clause(3)
def test_a_card_played_is_the_hole_s_top_and_uncovers_the_next():
    table = GAME.position(fans=["9♦ 8♦ 7♦", "5♣ 6♠"], top="six").play("play fan 0")
    assert table.view_words(0)["top"] == "seven"
    assert fans(table) == ["9♦ 8♦", "5♣ 6♠"]
    assert table.legal() == ["play fan 0", "play fan 1"]
    assert "7♦" in table.view_words(0)["hole"].split()
    assert table.play("play fan 1").legal() == ["play fan 1"]


@pytest.mark.clause(4)
def test_the_sequence_goes_round_the_corner_both_ways():
    table = GAME.position(fans=["Q♦", "K♥ A♥", "A♦ K♦", "2♠"], top="queen")
    table.play("play fan 2", "play fan 2", "play fan 3", "play fan 1", "play fan 1", "play fan 0")
    assert table.words("over", "reward") == {"over": True, "reward": [1.0]}


@pytest.mark.clause(5)
def test_cards_leave_fans_for_the_hole_alone():
    table = GAME.position(fans=["5♣ 4♣", "6♦ 5♦ 3♦", "9♦", "10♦"], top="four")
    assert set(table.legal()) < {f"play fan {fan}" for fan in range(len(GAME.actions))}
    hole = set(table.view_words(0)["hole"].split())
    table.play("play fan 1")
    assert fans(table) == ["5♣ 4♣", "6♦ 5♦", "9♦", "10♦"]
    assert set(table.view_words(0)["hole"].split()) == hole | {"3♦"}


# The end


@pytest.mark.clause(6)
def test_empty_fans_win():
    table = GAME.position(fans=["", "K♦ Q♦"], top="jack").play("play fan 1")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}
    table.play("play fan 1")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [1.0]}


@pytest.mark.clause(6)
def test_a_card_that_does_not_fit_loses():
    table = GAME.position(fans=["Q♦ 10♦", "Q♥"], top="nine").play("play fan 0")
    assert table.legal() == []
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause(6)
def test_a_game_won_from_the_deal():
    deck = """
    7♠ A♣ Q♠  J♥ J♣ J♦  3♥ A♥ Q♦  3♠ 7♥ K♣  2♠ 10♥ 3♣  5♠ 4♦ 10♠  8♥ A♦ 2♦  2♥ 5♦ 10♣  3♦ K♦ 4♠  9♣ K♠ 5♣
    5♥ 9♦ 6♥  8♠ K♥ 6♣  4♣ 8♦ 9♠  Q♥ 7♣ 8♣  6♦ 4♥ 10♦  9♥ 6♠ J♠  2♣ Q♣ 7♦
    """
    played = """
    3 0 15 5 1 7 12 12 3 10 16 11 7 5 9 8 4 6 0 7 6 8 2 9 16 1 4 9 13 13 6 10 14 1 13 11 2 4 2 12 3 16 8 14 5 14 10 15 0
    11 15
    """
    table = GAME.table(deck=deck)
    for fan in played.split():
        assert not table.over
        table.play(f"play fan {fan}")
    assert table.words("over", "reward", "score", "steps") == {
        "over": True,
        "reward": [1.0],
        "score": [51],
        "steps": 51,
    }


def test_score_rewards_pay_each_card_played():
    table = GAME.position(fans=["2♦", "3♦", "5♦"], top="ace", reward="score")
    for fan in (0, 1):
        assert table.play(f"play fan {fan}").words("reward") == {"reward": [round(1 / 51, 6)]}
    assert table.words("over", "score") == {"over": True, "score": [50]}


# Choices where the text is silent


@pytest.mark.clause("c2")
def test_a_deal_that_does_not_fit_the_ace_is_lost_at_once():
    lost = GAME.table(deck=deck_of("2♣ K♣ 3♣", "2♦ K♦ 3♦", "2♥ K♥ 3♥", "2♠ K♠ 3♠"))
    assert lost.legal() == []
    assert lost.words("over", "reward", "score", "steps") == {"over": True, "reward": [-1.0], "score": [0], "steps": 0}
    going_on = GAME.table(deck=deck_of("2♣ K♣ 3♣", "2♦ K♦ 3♦", "2♥ K♥ 3♥", "2♠ 3♠ K♠"))
    assert going_on.legal() == ["play fan 3"]
    assert going_on.words("over", "reward") == {"over": False, "reward": [0.0]}


@pytest.mark.clause("c3")
@pytest.mark.parametrize("seed", range(count(compiled=5, interpreted=2)))
def test_the_game_goes_on_while_a_card_fits(seed):
    table = GAME.table(seed)
    for _ in walk(table, seed):
        tops = [RANK_WORDS.index(fan.split()[-1][:-1]) for fan in fans(table) if fan]
        top = RANKS.index(table.words("top")["top"])
        assert sum((rank - top) % 13 in (1, 12) for rank in tops) == len(table.legal()) > 0
    assert table.words("steps")["steps"] <= 51


# Over random games


@pytest.mark.parametrize("seed", range(3))
def test_fans_and_hole_are_always_the_pack(seed):
    table = GAME.table(seed)
    for _ in walk(table, seed):
        assert table.count_cards().sum() == 51
        assert table.words("score")["score"] == [len(table.view_words(0)["hole"].split())]


@pytest.mark.parametrize("seed", range(3))
def test_a_written_position_has_the_moves_of_the_same_position_in_play(seed):
    table = GAME.table(seed)
    for _ in walk(table, seed):
        written = GAME.position(**table.words("fans", "top"))
        assert np.array_equal(written.mask, table.mask)
        assert written.view_words(0) == table.view_words(0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"fans": ["2♣"], "stock": "3♣"}, "no card is left in the stock"),
        ({"fans": ["2♣", "K♣ K♦ K♥", "K♠"], "top": "king"}, "the hole has no card of its top card's rank"),
        ({"fans": ["2♣", "A♣ A♦ A♥"]}, "the hole has no card of its top card's rank"),
        ({"fans": ["5♣"]}, "no action is legal; if the game has ended, set over=True"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


def test_a_full_set_of_fans_begins_with_an_ace():
    with pytest.raises(ValueError, match="the hole starts with an ace"):
        GAME.position(fans=GAME.table(1).words("fans")["fans"], top="five")
