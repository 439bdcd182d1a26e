"""Scenes and pictures of every game, at positions of every phase and for every seat.

Pillow is loaded only by the checks that need it: the command ``cardzoo`` starts without it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from cardzoo.envs import Table
from cardzoo.envs.drawing import blocks
from cardzoo.envs.drawing.ansi import WIDTH, draw_ansi
from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH, Region
from cardzoo.envs.drawing.geometry import Picture, card_height, lay_out
from cardzoo.envs.drawing.letters import TEXT, text_width
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import NO_CARD, Card, Cards, Choice, Number, Pack, Pile, Place, Seats
from cardzoo.envs.engine.fields import NONE, Field
from cardzoo.envs.scene import (
    BACK,
    EMPTY,
    Arrangement,
    During,
    Kind,
    Scene,
    Zone,
    card_name,
    find_layout,
    find_sentences,
    look_at,
    make_scene,
    table_scene,
)
from cardzoo.envs.scene.look import in_words
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, positions
from cardzoo.testing.setting import Setting, count

MOST = count(compiled=12, interpreted=4)  # positions of a setting
LEAST = 22  # pixels: the least width of a readable card
CORNER = 0.24  # the share of a card's width and height that holds its rank
SLACK = 0.6  # pixels: the tolerance for rounding
NAMES = ("play", "7♥", "stock", "draw", "")  # names of players that resemble words of actions and of the table


def scenes(setting: Setting, most: int = MOST) -> Iterator[tuple[Table, Scene]]:
    """Yields positions of the setting with a seat's scene: alternately the seat on turn and another one."""
    tables = positions(setting)
    for place in np.unique(np.linspace(0, len(tables) - 1, most).astype(int)):
        table = tables[place]
        yield table, table_scene(table, (table.player + place % 2) % setting.num_players)


def cards_shown(scene: Scene) -> set[int]:
    """The codes of all visible cards, except those that follow from a height or a place in the view."""
    zones = [zone for zone in scene.zones() if zone.id.split(".")[0] not in ("foundations", "spaces")]
    return {card for zone in zones for card in zone.cards if 0 <= card < len(scene.pack.words)}


def cards_to_draw(zones: Iterable[Zone]) -> Counter[int]:
    """The cards that a picture shows: of a pile the visible ones, and backs for unknown cards."""
    shown = (zone.cards[-zone.fan :] if zone.kind == Kind.PILE else zone.cards for zone in zones)
    return Counter(card for cards in shown for card in cards if card != EMPTY)


@check(Each.FEW_SETTINGS, views=True)
def check_a_scene_shows_cards_of_the_view_alone_and_none_that_could_lie_otherwise(setting: Setting) -> None:
    """A picture shows only cards in its seat's view, and does not change with a redeal."""
    for table, scene in scenes(setting, count(compiled=6, interpreted=2)):
        words = str(table.view_words(scene.player))
        cards = scene.pack.words
        hidden = cards_shown(scene) - {code for code, word in enumerate(cards) if word in words}
        words = " ".join(cards[card] for card in hidden)
        assert not hidden, at(table, f"the picture shows player {scene.player} {words}, which the view does not")
        again = table_scene(table.redeal(scene.player, seed=1), scene.player)
        assert again == scene, at(table, f"player {scene.player}'s picture changes when hidden cards are drawn again")


@check(Each.FEW_SETTINGS, views=True)
def check_zones_have_names_of_their_own_and_turn_into_json(setting: Setting) -> None:
    """Zones have unique names, and a scene converts to JSON for the table in the browser."""
    for table, scene in scenes(setting):
        ids = [zone.id for zone in scene.zones()]
        assert len(set(ids)) == len(ids), at(table, f"two zones of a picture have one name: {ids}")
        status = json.loads(json.dumps(scene.as_dict()))["status"]
        assert status == scene.status, at(table, f"the status is {status!r} in JSON, {scene.status!r} otherwise")
        for zone in scene.zones():
            is_there = zone.seat is None or 0 <= zone.seat < setting.num_players
            assert is_there, at(table, f"the zone {zone.id} is of seat {zone.seat}")
            assert zone.cards or zone.lines, at(table, f"the zone {zone.id} shows nothing")


@check(Each.FEW_SETTINGS, views=True)
def check_hands_hold_as_many_cards_as_the_table_says(setting: Setting) -> None:
    """A hand in the scene has as many cards as in the state, if the game has hands."""
    hands = {"hole" if "hole" in setting.game.state.fields else "hands"} & set(setting.game.state.fields)
    for table, scene in scenes(setting):
        for zone in scene.zones():
            if zone.kind == Kind.HAND and hands and "slots" not in table.game.state.fields:
                held = table.state[next(iter(hands))][zone.seat]
                are_places = isinstance(table.game.state.field(next(iter(hands))), Card)
                expected = np.sum(held != NO_CARD if are_places else held)
                assert zone.count == expected, at(table, f"{zone.id} shows {zone.count} cards, not {expected}")


@check(Each.FEW_SETTINGS, views=True)
def check_every_legal_action_is_told_and_touches_places_that_are_there(setting: Setting) -> None:
    """Every legal action is a move of the scene, and touches existing places, so that a click can play it."""
    for table, _ in scenes(setting, count(compiled=6, interpreted=2)):
        scene = table_scene(table, table.player)
        zones = {zone.id: zone for zone in scene.zones()}
        moves = [move.words for move in scene.moves]
        assert moves == table.legal(), at(table, f"the picture's moves are {moves[:3]} ..., not the legal actions")
        for move in scene.moves:
            for target in move.targets:
                is_there = target.zone in zones and target.card in range(len(zones[target.zone].cards))
                assert is_there, at(table, f"{move.words!r} touches {target}, which is not there")


@check(Each.GAME, views=True)
def check_actions_declare_the_cards_that_their_words_name_and_places_of_the_view(setting: Setting) -> None:
    """The block of an action declares the cards that its words name, and places of the view."""
    game, pack = setting.game, setting.game.cards
    for words, touches in zip(game.actions.words, game.actions.touches, strict=True):
        cards = [touched for touched in touches if not isinstance(touched, Place)]
        split = words.split()
        split += [word.removesuffix("s") for word in split]  # a pair of 7s
        named = {code for code, word in enumerate(pack.words) if word in split}
        assert named <= set(cards), f"{words!r} does not declare all cards that its words name"
        is_named = all(
            pack.words[card] in split or (card < pack.suited and pack.ranks[card % len(pack.ranks)].word in split)
            for card in cards
        )
        assert is_named, f"{words!r} declares cards that its words do not name"
        among = game.actions.among[game.actions.parse(words)]
        assert set(among) <= set(game.view.fields), f"{words!r} is among {among}, which are not all fields of the view"
        for place in (touched for touched in touches if isinstance(touched, Place)):
            field = game.view.field(place.field)
            within = [field.capacity] if isinstance(field, Pile) else [field.codes] if isinstance(field, Cards) else []
            shape = (*field.shape, *within)
            is_there = all(0 <= index < size for index, size in zip(place.index, shape, strict=False))
            assert is_there, f"{words!r} touches {place}, which is outside of the field"
            assert len(place.index) <= len(shape), f"{words!r} touches {place}, which is deeper than the field"


@check(Each.FEW_SETTINGS, views=True)
def check_moves_touch_all_that_is_declared_and_to_be_seen(setting: Setting) -> None:
    """A move touches all declared cards that are visible, but others' cards only at a declared place."""
    layout, actions = find_layout(setting.game), setting.game.actions
    for table, _ in scenes(setting, count(compiled=6, interpreted=2)):
        scene = table_scene(table, table.player)
        zones = {zone.id: zone for zone in scene.zones()}
        own = [zone for zone in zones.values() if zone.seat in (scene.player, None)]
        for move in scene.moves:
            touches, among = actions.touches[move.action], actions.among[move.action]
            seen = cards_to_draw(zone for zone in own if not among or zone.id.split(".")[0] in among)
            named = Counter(layout.faces.get(card, card) for card in touches if not isinstance(card, Place)) & seen
            touched = [zones[place.zone].cards[place.card] for place in move.targets if place.card is not None]
            expected = named.total() + sum(isinstance(place, Place) for place in touches)
            message = f"{move.words!r} touches {len(touched)} cards of the picture, not {expected}"
            assert Counter(touched) >= named, at(table, message)
            assert len(touched) == expected, at(table, message)
            labelled = {zone.id for zone in zones.values() if zone.cards and is_named(move.words, zone)}
            missed = labelled - {target.zone for target in move.targets}
            assert not missed, at(table, f"{move.words!r} does not touch {missed}")


def is_named(words: str, zone: Zone) -> bool:
    """Returns whether an action names a zone, such as a column, by its label."""
    return zone.label != "" and not zone.label.isdigit() and zone.seat is None and f" {zone.label} " in f" {words} "


@check(Each.FEW_SETTINGS, views=True)
def check_what_is_touched_has_nothing_to_do_with_the_players_names(setting: Setting) -> None:
    """The targets of moves do not depend on the names of players."""
    seats = setting.num_players
    for table, _ in scenes(setting, count(compiled=4, interpreted=2)):
        scene = table_scene(table, table.player)
        of_moves = {word for move in scene.moves[:: max(1, len(scene.moves) // 20)] for word in move.words.split()}
        awkward = sorted({*NAMES, *of_moves, *(zone.label for zone in scene.zones())})
        for first in range(0, len(awkward), seats):
            called = [awkward[(first + seat) % len(awkward)] for seat in range(seats)]
            moves = table_scene(table, table.player, called).moves
            assert moves == scene.moves, at(table, f"the moves' targets change with the players' names {called}")


@check(Each.FEW_SETTINGS, views=True)
def check_an_action_is_called_the_same_from_every_seat(setting: Setting) -> None:
    """The name of an action is the same for every seat, so it leaks nothing hidden."""
    seats = range(setting.num_players)
    for table, _ in scenes(setting, count(compiled=6, interpreted=2)):
        looks = [look_at(table.game, table.view(seat), seat, setting.num_players) for seat in seats]
        first, *others = (find_sentences(table.game, look) for look in looks)
        assert all(other == first for other in others), at(table, "an action's name depends on the seat that looks")


@check(Each.GAME, views=True)
def check_a_value_that_is_not_there_has_no_words(setting: Setting) -> None:
    """An optional number or choice that is none has no words, in a terminal's picture and in a player's."""
    game, players = setting.game, setting.num_players
    for field in game.view:
        if field.bounds[0] == NONE and isinstance(field, (Number, Choice)) and field.element_to_words(NONE) is None:
            for for_people in (False, True):
                look = look_at(game, game.view.blank()[0], 0, players, for_people=for_people)
                words = look.words(field, NONE, len(field.shape))
                assert not words, f"the field {field.name} is shown as {words!r} where it is none"


@check(Each.FEW_SETTINGS, views=True)
def check_only_the_seat_on_turn_has_moves(setting: Setting) -> None:
    """Only the scene of the seat on turn has moves."""
    for table, scene in scenes(setting):
        is_on_turn = scene.player == table.player and not table.over
        assert bool(scene.moves) == is_on_turn, at(table, f"player {scene.player} has {len(scene.moves)} moves")


@check(Each.SETTING, views=True)
def check_texts_fit(setting: Setting) -> None:
    """Texts fit into a terminal, and are the same with colours and without."""
    for table, scene in scenes(setting, count(compiled=5, interpreted=2)):
        text = draw_ansi(scene, colours=False)
        widest = max(map(len, text.splitlines()))
        assert widest <= WIDTH, at(table, f"the text is {widest} wide, more than {WIDTH}")
        assert "\x1b" not in text, at(table, "the text without colours has colours")
        is_same = re.sub(r"\x1b\[\d*m", "", draw_ansi(scene)) == text
        assert is_same, at(table, "the text with colours has other words")


@check(Each.SETTING, views=True)
def check_pictures_show_all_cards_and_words_beside_each_other(setting: Setting) -> None:
    """Nothing is left out of a picture, cut off or covered, and the own hand lies at the bottom."""
    for table, _ in scenes(setting, count(compiled=5, interpreted=2)):
        for player in {table.player, (table.player + 1) % setting.num_players}:
            scene = table_scene(table, player, for_people=True)
            wrong = picture_faults(scene)
            assert not wrong, at(table, f"player {player}'s picture: {wrong[0]}")


def picture_faults(scene: Scene) -> list[str]:
    """Problems of a picture's layout."""
    laid = lay_out(scene)
    faults = []
    drawn = Counter(item.card for _, _, item in laid.items if isinstance(item, blocks.Card) and item.card != EMPTY)
    if drawn != cards_to_draw(scene.zones()):
        faults.append("it does not show all cards of the scene")
    cards, texts = boxes(laid, scene.pack)
    for box in [*laid.regions, *cards, *texts]:
        if min(box.x, box.y) < -SLACK or box.x + box.width > PICTURE_WIDTH + SLACK:
            faults.append(f"{box} is beyond its edge")
        if box.y + box.height > PICTURE_HEIGHT + SLACK:
            faults.append(f"{box} is below its edge")
    faults += [f"{card} is too small to be read" for card in cards if card.width < LEAST]
    in_grid = {f"zone {zone.id}" for band in scene.bands if band.arrangement == Arrangement.GRID for zone in band.zones}
    regions = [region for region in laid.regions if region.name not in in_grid]
    faults += [f"{one} lies over {other}" for one, other in combinations(regions, 2) if meet(one, other)]
    faults += [f"{one} lies over {other}" for one, other in combinations(texts, 2) if meet(one, other)]
    faults += [f"{text} lies over {card}" for text, card in product(texts, cards) if meet(text, card)]
    for place, card in enumerate(cards):
        corner = card._replace(width=CORNER * card.width, height=CORNER * card.height)
        if card.name != card_name(BACK) and any(meet(corner, other) for other in cards[place + 1 :]):
            faults.append(f"the corner of {card} is covered")
    hands = [region for region in laid.regions if region.name == f"zone hand.{scene.player}"]
    others = [region for region in laid.regions if region.name.startswith("zone ") and region not in hands]
    if hands and any(other.y + other.height > hands[0].y + SLACK for other in others):
        faults.append("something lies below the top of the own hand")
    return faults


def boxes(laid: Picture, pack: Pack) -> tuple[list[Region], list[Region]]:
    """The rectangles of cards, ignoring rotation, and of words, except numbers written on cards."""
    cards, texts = [], []
    last: blocks.Item | None = None
    for x, y, item in laid.items:
        if isinstance(item, blocks.Card):
            cards.append(Region(card_name(item.card, pack), x, y, item.width, card_height(item.width)))
        elif isinstance(item, blocks.Text) and not (isinstance(last, blocks.Area) and last.tone == blocks.Tone.BADGE):
            texts.append(Region(item.words, x, y, text_width(item.words), TEXT))
        last = item
    return cards, texts


def meet(one: Region, other: Region) -> bool:
    """Returns whether two rectangles share more than an edge."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > SLACK and down > SLACK


@check(Each.GAME, views=True)
def check_pixels(setting: Setting) -> None:
    """A picture is an array of bytes, not empty, and does not change with a redeal."""
    from cardzoo.envs.drawing.pixels import scene_pixels

    for table, scene in scenes(setting, 3):
        player = scene.player
        pixels = scene_pixels(table_scene(table, player, for_people=True))
        assert pixels.dtype == np.uint8, at(table, f"pixels are {pixels.dtype}")
        assert pixels.shape == (PICTURE_HEIGHT, PICTURE_WIDTH, 3), at(table, f"pixels are of shape {pixels.shape}")
        colours = len(np.unique(pixels.astype(np.uint32) @ (1 << 16, 1 << 8, 1)))
        assert colours > 100, at(table, f"the picture has {colours} colours")
        again = scene_pixels(table_scene(table.redeal(player, seed=1), player, for_people=True))
        assert np.array_equal(again, pixels), at(table, f"player {player}'s picture shows what the seat does not see")


VALUES = 4  # tried at each view


@check(Each.GAME, views=True)
def check_every_field_of_a_view_shows_in_both_texts(setting: Setting) -> None:
    """Another value, at each player's chair, changes both texts, unless the layout hides the field from a terminal."""
    game, layout = setting.game, find_layout(setting.game)
    encoder: Any = make_encoder("text", game, setting.num_players)
    mask = np.zeros(len(game.actions), np.int8)

    def texts_of(player: int, view: Any) -> tuple[str, str]:
        text = encoder.finish(np.frombuffer(view.tobytes(), np.int16), mask)
        return text, draw_ansi(make_scene(game, view, player, setting.num_players))

    seen = [(player, table.view(player)) for table in positions(setting) for player in range(setting.num_players)]
    views = [(player, view, texts_of(player, view)) for player, view in seen]
    for field in game.view:
        choose = np.random.default_rng(0)  # of its own, so that no field depends on those before it
        for chair in range(setting.num_players if field.by_seat else 1):
            is_shown = False
            for player, view, before in views * VALUES:  # another value each time, as not every one shows
                other = view.copy()
                change(other, field, chair, choose)
                after = texts_of(player, other)
                assert before[0] != after[0], f"the text does not change with {field.name} of chair {chair}"
                is_shown = before[1] != after[1]
                if is_shown:
                    break
            words = f"{field.name} of chair {chair} is {'shown' if is_shown else 'not shown'} in the terminal's text"
            assert is_shown != (field.name in layout.hidden), f"{words}, but its layout says otherwise"


def change(view: Any, field: Field, chair: int, choose: np.random.Generator) -> None:
    """Write another value into one element of a field, at a player's chair if it has them."""
    value = view[field.name]
    if type(field).to_words is not Field.to_words:  # a custom field: set or clear its first line
        is_empty, place = (value == field.blank).all(), chair if field.by_seat else 0
        value[:] = field.blank
        value[place] = 1 + field.blank if is_empty else field.blank
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
            values = range(min(field.blank, 0), field.codes if isinstance(field, Card) else len(field.choices))  # type: ignore[attr-defined]
        current = value[index] if index else value
        wanted = choose.choice([other for other in values if other != current])
        if index:
            value[index] = wanted
        else:
            view[field.name] = wanted


@check(Each.GAME, views=True)
def check_a_layout_names_what_is_there(setting: Setting) -> None:
    """A layout names only fields and phases of its game."""
    game = setting.game
    layout, fields = find_layout(game), set(game.view.fields)
    unknown = (layout.shown | set(layout.noted) | set(layout.labels) | set(layout.titles)) - fields
    assert not unknown, f"the layout names {unknown}, which are not fields of the view"
    phases = {phase for part in layout.parts if isinstance(part, During) for phase in part.phases}
    if phases:
        unknown = phases - {in_words(phase) for phase in game.view.field("phase").choices}  # type: ignore[attr-defined]
        assert not unknown, f"the layout names {unknown}, which are not phases"
