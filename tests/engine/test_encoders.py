from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from cardzoo.envs.encoders import Flat, Planes, Text, Tokens, Views, WholeTable
from cardzoo.envs.engine import Actions, Block, Card, Cards, Choice, Number, Options, Pile, Seats, State, View

SEATS = Seats(4)


class Phase(IntEnum):
    DRAW = 0
    PLAY = 1


VIEW = View(
    Cards("hand", packs=2),
    Card("trick", SEATS),
    Pile("stock", 4),
    Number("points", SEATS, low=-10, high=20),
    Number("bid", high=7, optional=True, default=None),
    Choice("phase", Phase),
)
WORDS = {
    "hand": "A♣ A♣ K♠",
    "trick": ["K♥", None],
    "stock": "A♥ ? 2♥",
    "points": [-5, 20],
    "bid": 3,
    "phase": "play",
}
GAME = SimpleNamespace(name="toy", title="Toy", view=VIEW, actions=Actions(Block("play", 52), Block("pass")))
DOUBLE = SimpleNamespace(name="double", title="Double", view=View(Pile("lanes", 2, 4, packs=2)), actions=GAME.actions)
COPIES = {"lanes": ["A♥ 5♣ A♥ 5♣", "? 5♣"]}


def encode(kind, words, num_players=2, game=GAME):
    """A view in words as the encoder's row, and its finished observation."""
    encoder = kind(game, num_players)
    views = game.view.blank()
    game.view.from_words(words, views[0])
    row = encoder.empty(1)[0]
    encoder.function(views.view(np.int16).reshape(-1), encoder.layout, encoder.factors, row)
    mask = np.zeros(53, np.int8)
    mask[[0, 52]] = 1
    observation = encoder.finish(row, mask)
    assert encoder.space.contains(observation)
    return encoder, row, observation


def test_whole_tables_are_their_states_and_whose_turn_it_is():
    state = State(*VIEW)
    tables = np.zeros(3, state.dtype(SEATS, Options()))
    state.set_blank(tables)
    state.from_words(WORDS, tables[1])
    tables["player"] = [0, 1, 1]
    encoder = WholeTable(SimpleNamespace(state=state, dtype=tables.dtype), 2)
    rows = encoder.empty(3)
    encoder.encode(tables, rows)
    assert rows[:, :2].tolist() == [[1, 0], [0, 1], [0, 1]]
    assert np.array_equal(rows[1, 2:], encode(Flat, WORDS)[1])
    assert np.array_equal(rows[0, 2:], rows[2, 2:])
    assert not np.array_equal(rows[1, 2:], rows[2, 2:])
    assert encoder.space.contains(rows[1])


def test_flat_is_what_it_says():
    encoder, row, _ = encode(Flat, WORDS)
    hand, trick, stock, points, bid, phase = (row[start:stop] for _, start, stop in encoder.segments)
    assert (hand[0], hand[51], hand.sum()) == (1, 0.5, 1.5)  # counts over packs
    assert (trick[38], trick.sum()) == (1, 1)  # one-hot, nothing for the second seat
    assert stock[0] == 0.75  # height over capacity
    assert (stock[1 + 27], stock[1 + 26]) == (1, 0.5)  # 1 on top, less with each card above
    assert points.tolist() == [-0.25, 1]
    assert bid.tolist() == [pytest.approx(3 / 7)]
    assert phase.tolist() == [0, 1]


@pytest.mark.parametrize("words", [WORDS, {}, {"bid": None, "points": [20, -10]}, {"stock": "? ? ? ?"}])
def test_flat_decodes(words):
    encoder, row, _ = encode(Flat, words)
    view = VIEW.blank()[0]
    VIEW.from_words(words, view)
    assert encoder.decode(row) == VIEW.to_words(view, 2)


def test_flat_decodes_every_number():
    for points in range(-10, 21):
        encoder, row, _ = encode(Flat, {"points": [points]})
        assert encoder.decode(row)["points"][0] == points


def test_flat_piles_tell_copies_of_a_card_apart():
    encoder, row, _ = encode(Flat, COPIES, game=DOUBLE)
    first, second = row.reshape(2, 1 + 2 * 52)
    assert (first[1 + 26], first[1 + 52 + 26]) == (0.25, 0.75)  # the lower one first
    assert (first[1 + 4], first[1 + 52 + 4]) == (0.5, 1)
    assert (second[0], second[1 + 4], second[1 + 52 + 4]) == (0.5, 1, 0)
    assert encoder.decode(row) == COPIES


def test_planes_of_piles_tell_copies_of_a_card_apart():
    _, _, planes = encode(Planes, COPIES, game=DOUBLE)
    assert planes.shape == (6, 4, 13)
    assert planes[:, 0, 4].tolist() == [1, 0.5, 1, 0.5, 1, 0]  # height, first copies, second copies
    assert planes[:, 2, 0].tolist() == [1, 0.25, 0.75, 0.5, 0, 0]


def test_tokens_have_room_for_copies_of_a_card():
    _, _, tokens = encode(Tokens, {"lanes": ["A♥ 5♣ A♥ 5♣", "6♣ 6♣ 7♣ 7♣"]}, game=DOUBLE)
    assert (tokens[:, 0] > 0).sum() == 8


def test_planes_are_pictures_of_suits_and_ranks():
    _, _, planes = encode(Planes, WORDS)
    assert planes.shape[1:] == (4, 13)
    assert (planes[0, 0, 0], planes[0, 3, 12]) == (1, 0.5)  # the hand
    assert (planes[1, 2, 12], planes[2].any()) == (1, False)  # the trick
    assert (planes[3] == 0.75).all()  # the stock's height
    assert (planes[4, 2, 1], planes[4, 2, 0]) == (1, 0.5)
    assert (planes[-1].all(), planes[-2].any()) == (True, False)  # the phase


def test_tokens_are_words_and_fields():
    _, _, tokens = encode(Tokens, WORDS)
    used = tokens[tokens[:, 0] > 0].tolist()
    assert used == [
        [1, 1], [1, 1], [52, 1],  # the hand
        [39, 2],  # the first seat's card; fields 2 and 3 are the two seats
        [27, 4], [55, 4], [28, 4],  # the stock, with an unknown card
        [56 + 5, 5], [56 + 30, 6],  # points from their least value
        [56 + 4, 7],  # None is -1, the least value
        [56 + 1, 8],
    ]  # fmt: skip


def test_view_is_the_arrays_by_name():
    _, _, view = encode(Views, WORDS)
    assert view["trick"].tolist() == [38, -1]
    assert view["stock"]["height"] == 3
    assert view["points"].tolist() == [-5, 20]


def test_text_is_a_prompt():
    _, _, text = encode(Text, WORDS)
    assert text.splitlines() == [
        "Toy, 2 players; seats are counted from you, clockwise.",
        "hand: A♣ A♣ K♠",
        "trick: K♥ | —",
        "stock: A♥ ? 2♥",
        "points: -5 | 20",
        "bid: 3",
        "phase: play",
        "legal actions: play A♣, pass",
    ]
