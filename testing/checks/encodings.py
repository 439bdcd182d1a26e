"""Observations lie in the space of their encoding, and the flat encoding holds the whole view."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from cardzoo.envs import Game, Table
from cardzoo.envs.encoders import ARRAYS, ENCODERS, Tokens, make_encoder
from cardzoo.envs.engine.fields import Cards, Pile
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, row_of, same, some_positions
from cardzoo.testing.setting import Setting


@cache
def blank_view_of(game: Game) -> np.ndarray:
    """One blank view, (1,), read-only by convention."""
    return game.view.blank()


def encode(table: Table, player: int, encoder: Any) -> tuple[np.ndarray, Any]:
    """A seat's encoded row, and its observation without the mask."""
    game, row = table.game, encoder.empty(1)[0]
    blank_view = blank_view_of(game)
    views = blank_view.copy()
    numbers = views.view(np.int16).reshape(1, -1)
    game.kernels.encode(encoder.function)(
        table.records, player, blank_view, views, numbers, encoder.layout, encoder.factors, row
    )
    mask = table.mask if player == table.player else np.zeros_like(table.mask)
    return row, encoder.finish(row.copy(), mask)


def looks(setting: Setting) -> Iterator[tuple[Table, int]]:
    """Yields some positions, each with all of its seats."""
    for table in some_positions(setting):
        for player in range(setting.num_players):
            yield table, player


@check(Each.SETTING, views=True)
def check_observations_lie_in_the_space(setting: Setting) -> None:
    """Observations of every encoding lie in its space."""
    for encoding in ENCODERS:
        encoder = make_encoder(encoding, setting.game, setting.num_players)
        for table, player in looks(setting):
            _, observation = encode(table, player, encoder)
            message = f"the observation of player {player} is not in the space of {encoding!r}"
            assert encoder.space.contains(observation), at(table, message)


@check(Each.SETTING, views=True)
def check_flat_decodes_to_the_view(setting: Setting) -> None:
    """The flat encoding loses nothing."""
    encoder: Any = make_encoder("flat", setting.game, setting.num_players)
    for table, player in looks(setting):
        row, _ = encode(table, player, encoder)
        decoded, view = encoder.decode(row), table.view_words(player)
        apart = [name for name in view if decoded.get(name) != view[name]]
        assert decoded == view, at(
            table, f"of player {player}'s view, {', '.join(apart)} are decoded as something else"
        )


@check(Each.SETTING, views=True)
def check_flat_segments_cover_the_vector(setting: Setting) -> None:
    """Each number belongs to one field."""
    encoder: Any = make_encoder("flat", setting.game, setting.num_players)
    edges = [0]
    for field, start, stop in encoder.segments:
        assert start == edges[-1], f"{field.name} begins at {start}, not at {edges[-1]}"
        edges.append(stop)
    assert edges[-1] == encoder.width, f"the fields end at {edges[-1]}, the vector at {encoder.width}"


@check(Each.FEW_SETTINGS, views=True)
def check_encodings_tell_views_apart(setting: Setting) -> None:
    """Two views that differ give observations that differ."""
    views = [(table, player, str(table.view_words(player))) for table, player in looks(setting)]
    for encoding in ENCODERS:
        encoder = make_encoder(encoding, setting.game, setting.num_players)
        seen: dict[bytes, str] = {}
        for table, player, words in views:
            row, _ = encode(table, player, encoder)
            first = seen.setdefault(row.tobytes(), words)
            assert first == words, at(table, f"{encoding!r} encodes player {player}'s view as another one")


@check(Each.SETTING, views=True)
def check_tokens_hold_every_card_that_is_seen(setting: Setting) -> None:
    """The tokens hold as many cards as the view."""
    encoder = make_encoder("tokens", setting.game, setting.num_players)
    fields = [field for field in setting.game.view for _ in range(field.count(setting.num_players))]
    kinds = [element for element, field in enumerate(fields, start=1) if isinstance(field, (Cards, Pile))]
    for table, player in looks(setting):
        _, tokens = encode(table, player, encoder)
        used = tokens[:, 0] > 0
        assert not used[np.argmin(used) :].any() or used.all(), at(table, f"player {player}'s tokens have a gap")
        view, cards = table.view(player), 0
        for field in setting.game.view:
            if isinstance(field, Cards):
                cards += view[field.name].sum()
            elif isinstance(field, Pile):
                cards += np.sum(view[field.name]["height"])
        encoded = np.isin(tokens[used, 1], kinds).sum()
        assert encoded == cards, at(table, f"player {player} sees {cards} cards, and the tokens hold {encoded}")


@check(Each.FEW_SETTINGS, views=True)
def check_texts_tell_every_field_and_action(setting: Setting) -> None:
    """The text encoding names every field of the view and every legal action."""
    encoder = make_encoder("text", setting.game, setting.num_players)
    for table in some_positions(setting):
        _, text = encode(table, table.player, encoder)
        named = [setting.game.title, *(f"{field.name.replace('_', ' ')}: " for field in setting.game.view)]
        missing = [words for words in (*named, *table.legal()) if words not in text]
        assert not missing, at(table, f"the text does not contain {missing[:3]}")


@check(Each.GAME, views=True)
def check_observations_grow_with_the_players(setting: Setting) -> None:
    """If the view has fields by seat, more players give wider arrays and tokens of more fields."""
    game = setting.game
    by_seat = any(field.by_seat for field in game.view)
    for encoding in ARRAYS:
        sizes = []
        for num_players in game.numbers_of_players:
            encoder = make_encoder(encoding, game, num_players)
            sizes.append(int(encoder.space.high[0, 1]) if isinstance(encoder, Tokens) else encoder.width)
        assert sizes == (sorted(set(sizes)) if by_seat else sorted(sizes)), f"{encoding!r} has the sizes {sizes}"


@check(Each.FEW_SETTINGS)
def check_batch_observations_are_the_encoder_s_rows(setting: Setting, encoding: str = "flat") -> None:
    """The observations of a batch are the encoder's rows."""
    batch = setting.batch(2, encoding=encoding)
    batch.reset(seed=1)
    for k, (row, mask) in enumerate(zip(batch.observations, batch.action_masks, strict=True)):
        is_same = same(row_of(batch.observe(), k), batch.encoder.finish(row.copy(), mask))
        assert is_same, f"{encoding!r}: the observation of table {k} is not its row"
