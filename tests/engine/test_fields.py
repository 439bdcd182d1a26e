from enum import IntEnum

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State, View
from cardzoo.envs.engine.fields import Field

SEATS = Seats(4)


class Phase(IntEnum):
    DRAW = 0
    PLAY = 1


VIEW = View(
    Cards("hand", packs=2),
    Cards("hands", SEATS),
    Card("trick", SEATS),
    Pile("stock", 5),
    Pile("columns", 3, 4),
    Number("tricks", high=13),
    Number("bids", SEATS, low=-1, high=7, optional=True, default=None),
    Flag("asked"),
    Choice("phase", Phase),
    Choice("shown", Phase, SEATS, default=None),
)

WORDS = {
    "hand": "A♣ A♣ K♠",
    "hands": ["2♣", "", "3♣ 4♣"],
    "trick": ["K♥", None, "2♦"],
    "stock": "A♥ ? 2♥",
    "columns": ["", "K♠ Q♥", "A♠"],
    "tricks": 5,
    "bids": [None, 7, 0],
    "asked": True,
    "phase": "play",
    "shown": ["draw", None, "play"],
}


def written(words, record=VIEW):
    view = record.blank()[0]
    record.from_words(words, view)
    return view


def test_words_are_read_back():
    """Words hold only the seats in play."""
    assert VIEW.to_words(written(WORDS), 3) == WORDS


def test_blanks():
    view = VIEW.blank()[0]
    assert VIEW.to_words(view, 2) == {
        "hand": "",
        "hands": ["", ""],
        "trick": [None, None],
        "stock": "",
        "columns": ["", "", ""],
        "tricks": 0,
        "bids": [None, None],
        "asked": False,
        "phase": "draw",
        "shown": [None, None],
    }


def test_values_in_the_record():
    view = written(WORDS)
    assert view.hand[[0, 51]].tolist() == [2, 1]
    assert view.stock.height == 3
    assert view.stock.cards.tolist() == [26, -1, 27, -1, -1]
    assert view.columns["height"].tolist() == [0, 2, 1]
    assert view.bids.tolist() == [-1, 7, 0, -1]
    assert view.phase == Phase.PLAY


def test_enum_members_are_words_too():
    assert written({"phase": Phase.PLAY}).phase == 1


def test_lists_of_cards_are_words_too():
    assert written({"stock": [0, "2♣"]}).stock.cards[:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hnad": ""}, "did you mean 'hand'"),
        ({"hand": "A♣ 1♣"}, "hand: '1♣' is not a card"),
        ({"hand": "joker"}, "hand: 'joker' is not in the pack"),
        ({"trick": ["joker"]}, "trick: 'joker'"),
        ({"trick": [52]}, "trick: 'joker'"),
        ({"trick": [60]}, "trick: 60"),
        ({"trick": "A♣"}, "trick must be a list of up to 4, got "),
        ({"trick": [None] * 5}, "trick must be a list of up to 4, got "),
        ({"stock": "A♣..6♣"}, "stock must be at most 5 cards, got 6"),
        ({"tricks": 14}, "tricks must be a whole number from 0 to 13, got 14"),
        ({"tricks": 1.0}, "tricks must .* got 1.0"),
        ({"tricks": True}, "tricks must .* got True"),
        ({"tricks": None}, "tricks must .* got None"),
        ({"bids": [-2]}, "bids must be a whole number from -1 to 7 or None, got -2"),
        ({"phase": "paly"}, "phase must be 'draw' or 'play', got 'paly'"),
        ({"phase": None}, "phase must .* got None"),
        ({"phase": 1}, "phase must .* got 1"),
    ],
)
def test_unfit_words_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        written(words)


@pytest.mark.parametrize("name", ["size", "view", "sort", "two words", "copy"])
def test_names_of_numpy_are_refused(name):
    """Interpreted rules would read a record's own attribute instead."""
    with pytest.raises(ValueError, match="NumPy"):
        Number(name)


def test_names_are_used_once():
    with pytest.raises(ValueError, match="same name"):
        View(Number("tricks"), Card("tricks"))
    with pytest.raises(ValueError, match="'player'"):
        State(Number("player")).dtype(4, Options())


def test_options_may_be_none_at_all():
    assert Options().dtype.names == ("unused",)


def test_cards_lie_in_holders_only():
    """Fields that remember cards do not count."""
    state = State(
        Cards("hands", SEATS),
        Card("trick", 2),
        Pile("columns", 2, 4),
        Cards("known", memo=True),
        Card("last", memo=True),
    )
    tables = np.zeros(1, state.dtype(4, Options()))
    state.set_blank(tables)
    record = tables[0]
    state.from_words(
        {"hands": ["A♣ 2♣", "A♣"], "trick": [None, "3♣"], "columns": ["4♣", "5♣ A♣"], "known": "K♠", "last": "K♠"},
        record,
    )
    assert state.count_cards(record, 54)[:6].tolist() == [3, 1, 1, 1, 1, 0]
    assert state.count_cards(record, 54).sum() == 7


def test_a_table_converts_only_the_fields_that_are_asked_for(monkeypatch):
    def to_words(field, *arguments):
        converted.append(field.name)
        return original(field, *arguments)

    table, converted, original = find_game("kuhn_poker").table(seed=1), [], Field.to_words
    whole = table.words()
    monkeypatch.setattr(Field, "to_words", to_words)
    assert table.words("score", "player") == {"score": whole["score"], "player": whole["player"]}
    assert converted == ["score", "player"]
    assert table.words() == whole


def test_people_see_an_option_by_its_meaning_or_by_a_title_of_its_own():
    options = Options(
        Flag("deep", doc="whether the water is deep; fish like it"),
        Number("fish", high=9, default=None, optional=True, doc="how many fish there are; None: as many as there are"),
        Number("boats", doc="what swims: boats"),
        titles={"boats": "Boats"},
    )
    assert [options.title(name) for name in options.fields] == ["The water is deep", "How many fish there are", "Boats"]
    assert (options.unset("fish"), options.unset("deep")) == ("as many as there are", "none")


@pytest.mark.parametrize(
    "words", [{"titles": {"size": "Size"}}, {"calls": {"size": ("big",)}}, {"presets": {"Big": {"size": 9}}}]
)
def test_titles_calls_and_presets_are_of_the_options(words):
    with pytest.raises(ValueError, match="option must be"):
        Options(Flag("deep"), **words)
