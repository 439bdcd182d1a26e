"""What is drawn of every game at positions of every phase, for every seat."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from cardzoo.envs.drawing.ansi import WIDTH, draw_ansi
from cardzoo.envs.drawing.paint import text_width
from cardzoo.envs.drawing.pixels import CARD_WIDTHS, PICTURE_HEIGHT, PICTURE_WIDTH, Page, Placed, scene_pixels
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import NO_CARD, RANKS, Card, Cards, Number, Pile, Place, Seats
from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene import EMPTY, Kind, Scene, Zone, make_scene, table_scene
from cardzoo.envs.scene.layouts import LAYOUTS, Layout
from cardzoo.envs.scene.look import in_words
from cardzoo.envs.scene.parts import During
from tests.playing import GAMES, few, positions, usual

pytestmark = pytest.mark.views


MOST = few(12, 4)  # positions of a setting
NAMES = ("play", "7♥", "stock", "draw", "")  # of players, like words of actions and of the table


def scenes(setting, most=MOST):
    """Positions of the setting with what a seat sees: in turn the one whose turn it is and another one."""
    tables = positions(setting)
    for place in np.unique(np.linspace(0, len(tables) - 1, most).astype(int)):
        table = tables[place]
        yield table, table_scene(table, (table.player + place % 2) % setting.num_players)


def cards_shown(scene: Scene) -> set[int]:
    """The codes of all cards to be seen, but for those of which the view tells no more than a height or a place."""
    zones = [zone for zone in scene.zones() if zone.id.split(".")[0] not in ("foundations", "spaces")]
    return {card for zone in zones for card in zone.cards if 0 <= card < len(CARD_WORDS)}


def cards_to_draw(zones: Iterable[Zone]) -> Counter[int]:
    """The cards that a picture shows: of a pile the one on top, backs for those that are not known."""
    shown = (zone.cards[-1:] if zone.kind == Kind.PILE else zone.cards for zone in zones)
    return Counter(card for cards in shown for card in cards if card != EMPTY)


def test_a_scene_shows_cards_of_the_view_alone_and_none_that_could_lie_otherwise(key_setting):
    for table, scene in scenes(key_setting, few(6, 2)):
        words = str(table.view_words(scene.player))
        assert cards_shown(scene) <= {code for code, word in enumerate(CARD_WORDS) if word in words}
        assert table_scene(table.redeal(scene.player, seed=1), scene.player) == scene


def test_zones_have_names_of_their_own_and_turn_into_json(key_setting):
    for _, scene in scenes(key_setting):
        ids = [zone.id for zone in scene.zones()]
        assert len(set(ids)) == len(ids)
        assert json.loads(json.dumps(scene.as_dict()))["status"] == scene.status
        assert all(zone.seat is None or 0 <= zone.seat < key_setting.num_players for zone in scene.zones())
        assert all(zone.cards or zone.lines for zone in scene.zones())


def test_hands_hold_as_many_cards_as_the_table_says(key_setting):
    hands = {"hole" if "hole" in key_setting.game.state.fields else "hands"} & set(key_setting.game.state.fields)
    for table, scene in scenes(key_setting):
        for zone in scene.zones():
            if zone.kind == Kind.HAND and hands and "slots" not in table.game.state.fields:
                held = table.state[next(iter(hands))][zone.seat]
                assert zone.count == (held.sum() if held.shape else held != NO_CARD), zone


def test_every_legal_action_is_told_and_touches_places_that_are_there(key_setting):
    for table, _ in scenes(key_setting, few(6, 2)):
        scene = table_scene(table, table.player)
        zones = {zone.id: zone for zone in scene.zones()}
        assert [move.words for move in scene.moves] == table.legal()
        for move in scene.moves:
            for target in move.targets:
                assert 0 <= target.card < len(zones[target.zone].cards), move


def test_actions_declare_the_cards_that_their_words_name_and_places_of_the_view(game):
    for words, touches in zip(game.actions.words, game.actions.touches, strict=True):
        cards = [touched for touched in touches if not isinstance(touched, Place)]
        told = words.split()
        assert {code for code, word in enumerate(CARD_WORDS) if word in told} <= set(cards), words
        assert all(CARD_WORDS[card] in told or RANK_WORDS[card % RANKS] in told for card in cards), words
        assert set(game.actions.among[game.actions.parse(words)]) <= set(game.view.fields), words
        for place in (touched for touched in touches if isinstance(touched, Place)):
            field = game.view.field(place.field)
            within = [field.capacity] if isinstance(field, Pile) else [field.codes] if isinstance(field, Cards) else []
            shape = (*field.shape, *within)
            assert all(0 <= at < size for at, size in zip(place.index, shape, strict=False)), words
            assert len(place.index) <= len(shape), words


def test_moves_touch_all_that_is_declared_and_to_be_seen(key_setting):
    """Others' cards are not meant, unless they lie at a place that is declared."""
    layout, actions = LAYOUTS.get(key_setting.game.name, Layout()), key_setting.game.actions
    for table, _ in scenes(key_setting, few(6, 2)):
        scene = table_scene(table, table.player)
        zones = {zone.id: zone for zone in scene.zones()}
        own = [zone for zone in zones.values() if zone.seat in (scene.player, None)]
        for move in scene.moves:
            touches, among = actions.touches[move.action], actions.among[move.action]
            seen = cards_to_draw(zone for zone in own if not among or zone.id.split(".")[0] in among)
            named = Counter(layout.faces.get(card, card) for card in touches if not isinstance(card, Place)) & seen
            touched = [zones[target.zone].cards[target.card] for target in move.targets]
            assert Counter(touched) >= named, move
            assert len(touched) == named.total() + sum(isinstance(place, Place) for place in touches), move
            labelled = {zone.id for zone in zones.values() if zone.cards and is_named(move.words, zone)}
            assert labelled <= {target.zone for target in move.targets}, move


def is_named(words: str, zone: Zone) -> bool:
    """Whether an action names a zone, such as a column, by what is written beside it."""
    return zone.label != "" and not zone.label.isdigit() and zone.seat is None and f" {zone.label} " in f" {words} "


def test_what_is_touched_has_nothing_to_do_with_the_players_names(key_setting):
    seats = key_setting.num_players
    for table, _ in scenes(key_setting, few(4, 2)):
        scene = table_scene(table, table.player)
        told = {word for move in scene.moves[:: max(1, len(scene.moves) // 20)] for word in move.words.split()}
        awkward = sorted({*NAMES, *told, *(zone.label for zone in scene.zones())})
        for first in range(0, len(awkward), seats):
            called = [awkward[(first + seat) % len(awkward)] for seat in range(seats)]
            assert table_scene(table, table.player, called).moves == scene.moves, called


def test_only_the_seat_on_turn_has_moves(key_setting):
    for table, scene in scenes(key_setting):
        assert bool(scene.moves) == (scene.player == table.player and not table.over)


def test_texts_and_pictures_fit(setting):
    for _, scene in scenes(setting, few(5, 2)):
        text = draw_ansi(scene, colours=False)
        assert max(map(len, text.splitlines())) <= WIDTH, text
        assert "\x1b" not in text
        assert re.sub(r"\x1b\[\d*m", "", draw_ansi(scene)) == text
        page = Page(scene, CARD_WIDTHS[-1])
        assert page.height <= PICTURE_HEIGHT, text
        drawn = Counter(item.card for item in page.cards.items if isinstance(item, Placed) and item.card != EMPTY)
        assert drawn == cards_to_draw(scene.zones()), text
        for item in page.cards.items + page.panel.items:
            width = item.width if isinstance(item, Placed) else text_width(item.words)
            assert 0 <= item.x <= item.x + width <= PICTURE_WIDTH, (item, text)


def test_pixels(game):
    for _, scene in scenes(usual(game), 3):
        pixels = scene_pixels(scene)
        assert (pixels.shape, pixels.dtype) == ((PICTURE_HEIGHT, PICTURE_WIDTH, 3), np.uint8)
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


def test_every_field_of_a_view_shows_in_the_text_and_in_the_picture(game):
    """Another value, at each player's chair, changes both; or the layout says why a picture does without the field."""
    setting, layout = usual(game), LAYOUTS.get(game.name, Layout())
    views = [(player, table.view(player)) for table in positions(setting) for player in range(setting.num_players)]
    encoder, mask = make_encoder("text", game, setting.num_players), np.zeros(len(game.actions), np.int8)
    choose = np.random.default_rng(0)
    for field in game.view:
        for chair in range(setting.num_players if field.by_seat else 1):
            is_shown = False
            for player, view in views:
                other = view.copy()
                change(other, field, chair, choose)
                texts = [encoder.finish(np.frombuffer(one.tobytes(), np.int16), mask) for one in (view, other)]
                assert texts[0] != texts[1], (field.name, chair)
                scenes = [make_scene(game, one, player, setting.num_players) for one in (view, other)]
                is_shown = draw_ansi(scenes[0]) != draw_ansi(scenes[1])
                if is_shown:
                    break
            assert is_shown != (field.name in layout.hidden), (field.name, chair)


def change(view: Any, field: Field, chair: int, choose: np.random.Generator) -> None:
    """Write another value into one element of a field, at a player's chair if it has them."""
    value = view[field.name]
    if type(field).to_words is not Field.to_words:  # lines of its own: none, or a first one
        is_empty = (value == field.blank).all()
        value[:] = field.blank
        value[0] = 0 if is_empty else field.blank
        return
    index = tuple(chair if isinstance(size, Seats) else choose.integers(size) for size in field.shape)
    if isinstance(field, Pile):
        pile = value[index] if index else value
        pile["height"] += -1 if pile["height"] else 1
        pile["cards"][pile["height"] :] = NO_CARD
    elif isinstance(field, Cards):
        code = choose.integers(field.codes)
        value[index][code] += 1 if value[index][code] < field.packs else -1
    else:
        if isinstance(field, Number):
            values = range(-1 if field.optional else field.low, field.high + 1)
        else:
            values = range(min(field.blank, 0), field.codes if isinstance(field, Card) else len(field.choices))
        now = value[index] if index else value
        wanted = choose.choice([other for other in values if other != now])
        if index:
            value[index] = wanted
        else:
            view[field.name] = wanted


def test_layouts_name_what_is_there():
    assert set(LAYOUTS) <= {game.name for game in GAMES}
    for game in GAMES:
        if game.name in LAYOUTS:
            layout, known = LAYOUTS[game.name], set(game.view.fields)
            assert layout.shown | set(layout.told) | set(layout.labels) | set(layout.titles) <= known, game.name
            phases = {phase for part in layout.parts if isinstance(part, During) for phase in part.phases}
            assert not phases or phases <= {in_words(phase) for phase in game.view.field("phase").choices}
