"""Every encoding's observations lie in its space, and the flat one tells the whole view."""

import numpy as np
import pytest

from cardzoo.envs.encoders import ENCODERS, make_encoder
from cardzoo.envs.engine.fields import Cards, Pile
from tests.playing import few, positions, row_of, same

pytestmark = pytest.mark.views


def encode(table, player, encoder):
    """A seat's observation without its mask."""
    game, row = table.game, encoder.empty(1)[0]
    views = game.view.blank()
    numbers = views.view(np.int16).reshape(1, -1)
    game.kernels.encode(encoder.function)(
        table.records, player, game.view.blank(), views, numbers, encoder.layout, encoder.factors, row
    )
    mask = table.mask if player == table.player else np.zeros_like(table.mask)
    return row, encoder.finish(row.copy(), mask)


def looks(setting):
    """Some positions, each with all of its seats."""
    for table in positions(setting)[:: few(1, 3)]:
        for player in range(setting.num_players):
            yield table, player


@pytest.mark.parametrize("encoding", ENCODERS)
def test_observations_lie_in_the_space(setting, encoding):
    encoder = make_encoder(encoding, setting.game, setting.num_players)
    for table, player in looks(setting):
        _, observation = encode(table, player, encoder)
        assert encoder.space.contains(observation), (table.view_words(player), observation)


def test_flat_decodes_to_the_view(setting):
    encoder = make_encoder("flat", setting.game, setting.num_players)
    for table, player in looks(setting):
        row, _ = encode(table, player, encoder)
        assert encoder.decode(row) == table.view_words(player)


def test_flat_segments_cover_the_vector(setting):
    encoder = make_encoder("flat", setting.game, setting.num_players)
    edges = [0]
    for field, start, stop in encoder.segments:
        assert start == edges[-1], field.name
        edges.append(stop)
    assert edges[-1] == encoder.width


@pytest.mark.parametrize("encoding", ENCODERS)
def test_encodings_tell_views_apart(key_setting, encoding):
    """Two views that differ give observations that differ."""
    encoder = make_encoder(encoding, key_setting.game, key_setting.num_players)
    seen = {}
    for table, player in looks(key_setting):
        row, _ = encode(table, player, encoder)
        words = str(table.view_words(player))
        assert seen.setdefault(row.tobytes(), words) == words


def test_tokens_hold_every_card_that_is_seen(setting):
    encoder = make_encoder("tokens", setting.game, setting.num_players)
    for table, player in looks(setting):
        _, tokens = encode(table, player, encoder)
        used = tokens[:, 0] > 0
        assert not used[np.argmin(used) :].any() or used.all()
        view = table.view(player)
        cards = 0
        for field in setting.game.view:
            if isinstance(field, Cards):
                cards += view[field.name].sum()
            elif isinstance(field, Pile):
                cards += np.sum(view[field.name]["height"])
        kinds = [
            element
            for element, field in enumerate(
                (field for field in setting.game.view for _ in range(field.count(setting.num_players))), start=1
            )
            if isinstance(field, (Cards, Pile))
        ]
        assert np.isin(tokens[used, 1], kinds).sum() == cards


def test_texts_tell_every_field_and_action(key_setting):
    for table in positions(key_setting)[:: few(1, 3)]:
        _, text = encode(table, table.player, make_encoder("text", key_setting.game, key_setting.num_players))
        assert key_setting.game.title in text
        assert all(f"{field.name.replace('_', ' ')}: " in text for field in key_setting.game.view)
        assert all(words in text for words in table.legal())


@pytest.mark.parametrize("encoding", ["flat", "planes", "tokens"])
def test_observations_grow_with_the_players(game, encoding):
    widths = [make_encoder(encoding, game, num_players).width for num_players in game.numbers_of_players]
    assert widths == sorted(set(widths))


def test_batch_observations_are_the_encoder_rows(encoded):
    setting, encoding = encoded
    batch = setting.batch(2, encoding=encoding)
    batch.reset(seed=1)
    for k, (row, mask) in enumerate(zip(batch.observations, batch.action_masks, strict=True)):
        assert same(row_of(batch.observe(), k), batch.encoder.finish(row.copy(), mask))
