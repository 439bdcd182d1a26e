"""The layout of records and the cells of encoded rows on a GPU, in NumPy."""

import numpy as np
import pytest

from cardzoo.envs.cuda.cells import cells_of
from cardzoo.envs.cuda.lanes import LANES, Lanes, deinterleave, interleave
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import INTERPRETED, Pile, rng
from tests.playing import GAMES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="not about how rules run")

COUNT = 2 * LANES + 3
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def scribbled(dtype, shape=()):
    """Rows of random bytes."""
    rows = np.zeros((COUNT, *shape), dtype)
    rows.view(np.uint8).reshape(-1)[:] = np.random.default_rng(0).integers(0, 256, rows.nbytes)
    return rows


def there_and_back(rows):
    back = np.zeros_like(rows)
    deinterleave(interleave(rows), back)
    return back


@every_game
def test_records_and_views_come_back(game):
    for dtype in (game.dtype, game.view.dtype, rng.GENERATOR):
        rows = scribbled(dtype)
        assert there_and_back(rows).tobytes() == rows.tobytes()


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.float32])
def test_rows_of_numbers_come_back(dtype):
    rows = scribbled(np.dtype(dtype), (5,))
    assert there_and_back(rows).tobytes() == rows.tobytes()


def test_neighbours_lie_side_by_side():
    rows = np.arange(2 * LANES * 3, dtype=np.int16).reshape(2 * LANES, 3)
    memory = interleave(rows).view(np.int16).reshape(2, 3, LANES)
    assert np.array_equal(memory, rows.reshape(2, LANES, 3).transpose(0, 2, 1))


@every_game
def test_a_record_in_a_lane_is_what_it_was(game):
    rows = scribbled(game.view.dtype)
    lanes = Lanes(interleave(rows), rows.dtype, (), COUNT)
    for table in (0, LANES - 1, LANES, COUNT - 1):
        for name, (dtype, *_) in game.view.dtype.fields.items():
            if dtype.base.fields is None:
                assert np.array_equal(getattr(lanes[table], name), rows[table][name])


def fill(cells, numbers):
    """Rows made from their cells, as in the kernel.

    Args:
        cells: of `cells_of`.
        numbers: (groups, numbers of a view, 32) int16.
    """
    source, value = cells.places.T
    rows = numbers[:, source].transpose(0, 2, 1).reshape(-1, len(source))
    out = np.where(cells.shares != 0, rows.astype(np.float32) * cells.shares, rows == value).astype(np.float32)
    for (first, target, kinds, copies), share in zip(cells.piles, cells.pile_shares, strict=True):
        for k, row in enumerate(out):
            height, *cards = numbers[k // LANES, first:, k % LANES].tolist()
            for place in range(height):
                below = cards[:place].count(cards[place])
                if cards[place] >= 0 and below < copies:
                    row[target + below * kinds + cards[place]] = np.float32(1) - np.float32(height - 1 - place) * share
    return out


def drawn_views(game, count):
    """Views of random numbers within the fields' ranges."""
    space = make_encoder("view", game, game.default_players).space
    space.seed(0)
    draw = np.random.default_rng(0)
    views = np.repeat(game.view.blank(), count)
    for k in range(count):
        drawn = space.sample()
        for field in game.view:
            part, place = drawn[field.name], (k, slice(game.default_players)) if field.by_seat else (k,)
            if isinstance(field, Pile):  # no card more often than there are packs
                pack = np.tile(np.arange(field.codes), field.packs)
                cards = views[field.name]["cards"][place].reshape(-1, field.capacity)
                heights = np.minimum(part["height"], len(pack))
                views[field.name]["height"][place] = heights.reshape(views[field.name]["height"][place].shape)
                views[field.name]["cards"][place] = np.array(
                    [np.resize(draw.permutation(pack), field.capacity) for _ in cards]
                ).reshape(part["cards"].shape)
            else:
                views[field.name][place] = part.reshape(views[field.name][place].shape)
    return views


@every_game
@pytest.mark.parametrize("encoding", ["flat", "planes", "view"])
def test_cells_make_the_encoders_rows(game, encoding):
    encoder = make_encoder(encoding, game, game.default_players)
    views = drawn_views(game, 8)
    rows = encoder.empty(len(views))
    for view, row in zip(views, rows, strict=True):
        encoder.function(np.frombuffer(view.tobytes(), np.int16), encoder.layout, encoder.factors, row)
    assert rows.any()
    groups = interleave(views).view(np.int16).reshape(-1, views.itemsize // 2, LANES)
    filled = fill(cells_of(encoder, 2 * LANES), groups)
    assert filled.shape[1] % (2 * LANES) == 0
    assert np.array_equal(filled[: len(rows), : encoder.width].astype(encoder.dtype), rows)


@every_game
def test_tokens_depend_on_each_other(game):
    assert cells_of(make_encoder("tokens", game, game.default_players), LANES) is None
