import pytest

from cardzoo.envs.engine.cards import (
    CARD_WORDS,
    CARDS_AND_JOKERS,
    card_words,
    is_red,
    parse_card,
    parse_cards,
    rank_ace_high,
    rank_of,
    suit_of,
)


def test_code_is_thirteen_times_suit_plus_rank():
    assert (parse_card("A♣"), parse_card("K♣"), parse_card("A♦"), parse_card("10♥"), parse_card("K♠")) == (
        0,
        12,
        13,
        35,
        51,
    )
    assert len(CARD_WORDS) == CARDS_AND_JOKERS == 54


def test_suit_and_rank_make_the_code():
    assert all(13 * suit_of(card) + rank_of(card) == card for card in range(52))


def test_ace_may_rank_high():
    assert [rank_ace_high(parse_card(word)) for word in ("2♥", "K♥", "A♥")] == [1, 12, 13]


def test_diamonds_and_hearts_are_red():
    assert [bool(is_red(parse_card(word))) for word in ("5♣", "5♦", "5♥", "5♠")] == [False, True, True, False]


def test_words_and_codes_tell_the_same():
    assert [parse_card(word) for word in CARD_WORDS] == list(range(54))


@pytest.mark.parametrize("spelling", ["10♥", "10h", "TH", "th", "10♡", " T♥ "])
def test_spellings_of_a_card(spelling):
    assert parse_card(spelling) == 35


def test_runs_and_lists_of_cards():
    assert parse_cards("A♠..3♠ 7H joker") == [39, 40, 41, 32, 52]
    assert parse_cards(["A♠", 5]) == [39, 5]
    assert parse_cards("") == []


@pytest.mark.parametrize("words", ["1♠", "A", "A♠A♥", "3♠..A♠", "A♠..A♥", "A♠..", [54], [-1], [0.5], [None], 7])
def test_words_that_are_no_cards_are_refused(words):
    with pytest.raises(ValueError, match=r"card|run"):
        parse_cards(words)


def test_unknown_cards_in_words():
    assert card_words([0, -1]) == "A♣ ?"
