"""Layout of a picture: from a `Scene` to rectangles, without drawing.

It is the browser's table: the seats lie around the common cards, the viewing seat at the bottom with its hand fanned. A
trick lies before its players; a patience fills the table. A bar at the top shows the state of the game, one at the
bottom the seat on turn and the legal actions.

All items are `Block` objects, with a size and contents. Blocks are built for a size of the cards: the largest with
which all blocks fit.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cardzoo.envs.drawing.blocks import (
    GAP,
    MARGIN,
    NEAR,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    SPACE,
    Area,
    Block,
    Card,
    Lying,
    Region,
    Text,
    Tone,
    bar,
    centred_lines,
    count_badge,
    flow,
    labelled,
    side_by_side,
    stack,
    text_lines,
    titled,
    written,
)
from cardzoo.envs.drawing.letters import LINE, text_width
from cardzoo.envs.drawing.shapes import HEIGHT, WIDTH
from cardzoo.envs.scene import BACK, EMPTY, Arrangement, Band, Kind, Scene, Zone

PLATE_MARGINS = 9, 3

OWN, OWN_OPEN, OWN_LYING = 92, 84, 64  # widths of cards: the own hand; the cards before it without and with a hand
OTHERS, ONLY_OTHER, MIDDLE = 50, 68, 84  # the same for other players, for a single one, and in the middle
SIDES = (1.0, 0.9, 0.8, 0.72, 0.66, 0.62, 0.58, 0.54, 0.48, 0.42, 0.36)
"""Scales of players' cards if room is short; the own hand shrinks by half as much."""
MIDDLES = (
    *((1.0, 1.04), (0.88, 0.7), (0.76, 0.55), (0.66, 0.5), (0.58, 0.42), (0.5, 0.42)),
    *((0.42, 0.42), (0.36, 0.36), (0.32, 0.32), (0.28, 0.28), (0.25, 0.26)),
)
"""The same for cards in the middle, each with the step to the next card of a row, in widths of a card."""
ALONE = tuple((width, down) for width in (100, 92, 84, 77, 70, 64, 58, 52, 46, 41, 36, 32, 28) for down in (0.33, 0.25))
"""Widths of cards of a patience, each with the step downwards in a column, in heights of a card."""

CORNER = 0.26  # share of a card's width that shows its rank
HAND_STEP, KNOWN_STEP, BACK_STEP = 0.72, 0.45, 0.22  # steps between cards: own hand, known cards of others, backs
BACK_LEAST, LINES_DOWN = 0.04, 0.45  # step of a back in a large hand; step between its lines, in heights
FULL = 0.9  # share of a player's width for cards in rows
BACK_DOWN = 0.5  # step downwards of a back, relative to that of a face
MOST_FANNED, TURNED, BENT, LIFT = 14, 26, 16, 6  # a fan: cards, degrees, pixels down at its ends; up if playable
TURN = 2  # step of rotations in degrees, so that few pictures of cards are made
MOST_COLUMNS, LONG_LIST = 10, 6  # columns side by side; rows of a list that is not cut into halves
FANNED = 0.3  # step of the visible cards of a pile, in widths of a card
BESIDE, BESIDE_MANY, MANY = 170, 270, 5  # width of a seat at a side; with many zones; the number that counts as many
AROUND = 2  # other players who all sit opposite; of more, some sit at the sides
MOST_OPPOSITE, MOST_NORTH = 9, 350  # maximum of other players opposite, and the width of one among several
FOOT_LINES = 2


@dataclass(frozen=True)
class Picture:
    """The layout of a scene.

    Attributes:
        items: all items at their places, in drawing order.
        regions: the rectangles of zones, players' plates and the two bars; they do not overlap, apart from places of a
            grid.
    """

    items: tuple[Lying, ...]
    regions: tuple[Region, ...]


def lay_out(scene: Scene) -> Picture:
    """Lay out a scene with the largest cards that fit."""
    return Table(scene).picture()


class Table:
    """The parts of a scene's picture.

    Args:
        scene: the scene.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.is_alone = len(scene.names) == 1
        self.columns = max((columns_across(band.zones) for band in scene.bands if is_columns(band.zones)), default=0)
        self.words = [zone for zone in scene.zones() if zone.kind in (Kind.TABLE, Kind.NOTE)]
        self.lying = [band for band in scene.bands if band.zones[0] not in self.words]
        self.touched = {(target.zone, target.card) for move in scene.moves for target in move.targets[:1]}
        self.plates: dict[tuple[int, float], Block] = {}
        self.targets = {target.zone for move in scene.moves for target in move.targets}

    def picture(self) -> Picture:
        """The whole picture: the bars, and between them the table with the largest sizes that fit."""
        head, foot = self._head(), self._foot()
        space = PICTURE_HEIGHT - head.height - foot.height - 2 * NEAR
        table = self._alone(space) if self.is_alone else self._around(space)
        whole = Block(PICTURE_WIDTH, PICTURE_HEIGHT)
        whole.parts = [
            (0, 0, head),
            (MARGIN, head.height + NEAR, table),
            (0, PICTURE_HEIGHT - foot.height, foot),
        ]
        return Picture(tuple(whole.lying(0, 0)), tuple(whole.regions(0, 0)))

    # The bars, and the words about players.

    def _head(self) -> Block:
        """The game, the viewing player, and the facts that belong to no player."""
        name = self.scene.names[self.scene.player]
        spans = [[Text(self.scene.title, Tone.WORDS)], [Text(f"seen by {name}", Tone.FAINT)]]
        for zone in self.words:
            if zone.kind == Kind.NOTE:
                spans += [titled(title, " ".join(words)) for title, *words in zone.lines]
            elif not self._is_by_seat(zone):
                for row in zone.lines[1:]:
                    cells = zip(zone.lines[0][1:], row[1:], strict=True)
                    facts = ", ".join(f"{title} {cell}".strip() for title, cell in cells if cell)
                    spans += [titled(f"{row[0]}:", facts)] if facts else []
        return bar("head", text_lines(spans, SPACE))

    def _foot(self) -> Block:
        """The player on turn, and the legal actions."""
        spans = [[Text(self.scene.status, Tone.ACCENT)], *([Text(move.says, Tone.WORDS)] for move in self.scene.moves)]
        lines = text_lines(spans, SPACE)
        if len(lines) > FOOT_LINES:
            most = text_width(f"and {len(spans)} more") + GAP
            lines = text_lines(spans[: 40 * FOOT_LINES], SPACE - most)[:FOOT_LINES]
            left = len(spans) - sum(map(len, lines))
            lines[-1].append([Text(f"and {left} more", Tone.FAINT)])
        return bar("foot", lines + [[]] * (FOOT_LINES - len(lines)))

    def _plate(self, seat: int, space: float) -> Block:
        """A player's name, and the words about the player."""
        if (seat, space) not in self.plates:
            self.plates[seat, space] = self._make_plate(seat, space)
        return self.plates[seat, space]

    def _make_plate(self, seat: int, space: float) -> Block:
        is_turn = seat == self.scene.turn
        spans = [[Text(self.scene.names[seat], Tone.ACCENT if is_turn else Tone.WORDS)]]
        chair = (seat - self.scene.player) % len(self.scene.names)
        for zone in filter(self._is_by_seat, self.words):
            cells = zip(zone.lines[0][1:], zone.lines[1 + chair][1:], strict=True)
            spans += [titled(title, cell) if title else [Text(cell, Tone.FAINT)] for title, cell in cells if cell]
        across, down = PLATE_MARGINS
        words = centred_lines(text_lines(spans, space - 2 * across))
        plate = Block(words.width + 2 * across, words.height + 2 * down, name=f"plate {seat}")
        area = Area(plate.width, plate.height, Tone.PLATE, edge=Tone.ACCENT if is_turn else None)
        plate.parts = [(0, 0, area), (across, down, words)]
        return plate

    def _is_by_seat(self, zone: Zone) -> bool:
        """True if a table has a line for each player, from the viewing one on."""
        return zone.kind == Kind.TABLE and len(zone.lines) == 1 + len(self.scene.names)

    # A table of several players.

    def _around(self, space: float) -> Block:
        """The players around the common cards."""
        chairs = seated(len(self.scene.names))
        west, north, east = ([(self.scene.player + chair) % len(self.scene.names) for chair in side] for side in chairs)
        is_many = any(len(self._of(seat)) >= MANY for seat in (*west, *east))
        most = BESIDE_MANY if is_many else BESIDE

        @cache
        def seats(level: int) -> tuple[Block, Block, list[Block]]:
            size = SIDES[level]
            sides = [[self._seat(seat, OTHERS * size, most) for seat in side] for side in (west[::-1], east)]
            return self._north(north, size), self._own(size), [stack(side, GAP) for side in sides]

        @cache
        def middle(width: float, level: int) -> Block:
            size, step = MIDDLES[level]
            return self._middle(MIDDLE * size, step, width)

        def across(level: int) -> float:
            return max(beside.width for beside in seats(level)[2])

        def room(side: int) -> float:
            return SPACE - 2 * (across(side) + GAP) if west else SPACE

        def left_at(side: int) -> float:
            above, below, _ = seats(side)
            return space - above.height - below.height - 2 * GAP

        def fits(side: int, level: int) -> bool:
            common = middle(room(side), level)
            highest = max(block.height for block in (common, *seats(side)[2]))
            return common.width <= room(side) and highest <= left_at(side)

        side, level = sizes(fits, len(SIDES))
        above, below, beside = seats(side)
        common, left, part = middle(room(side), level), left_at(side), across(side)
        table = Block(SPACE, space)
        table.parts = [((SPACE - above.width) / 2, 0, above)]
        top = above.height + GAP
        for seat, middle_x in zip(beside, (part / 2, SPACE - part / 2), strict=True):
            table.parts.append((middle_x - seat.width / 2, top + (left - seat.height) / 2, seat))
        table.parts.append(((SPACE - common.width) / 2, top + (left - common.height) / 2, common))
        table.parts.append(((SPACE - below.width) / 2, space - below.height, below))
        return table

    def _north(self, seats: Sequence[int], size: float) -> Block:
        """The seats opposite, each in its own part."""
        part = SPACE / len(seats)
        most = SPACE if len(seats) == 1 else min(part - GAP, MOST_NORTH)
        width = ONLY_OTHER if len(self.scene.names) == 2 else OTHERS
        blocks = [self._seat(seat, width * size, most) for seat in seats]
        north = Block(SPACE, max(block.height for block in blocks))
        north.parts = [(part * (k + 0.5) - block.width / 2, 0, block) for k, block in enumerate(blocks)]
        return north

    def _seat(self, seat: int, width: float, space: float) -> Block:
        """Another player: the name, the hand, and the open cards."""
        zones = [(zone, label) for zone, label in self._of(seat) if is_shown(zone)]
        step = row_step([zone for zone, _ in zones], width, space)
        blocks = [self._zone(zone, label, width, space, step) for zone, label in zones]
        return stack([self._plate(seat, space), flow(blocks, space, NEAR)])

    def _own(self, size: float) -> Block:
        """The viewing player: the open cards, the name, the hand."""
        zones = self._of(self.scene.player)
        hands = [zone for zone, _ in zones if zone.kind == Kind.HAND]
        lying = [(zone, label) for zone, label in zones if zone not in hands and is_shown(zone)]
        width = (OWN_LYING if hands else OWN_OPEN) * size
        step = row_step([zone for zone, _ in lying], width, SPACE)
        blocks = [self._zone(zone, label, width, SPACE, step) for zone, label in lying]
        fans = [self._fan(zone, OWN * (1 + size) / 2) for zone in hands if holds(zone)]
        return stack([flow(blocks, SPACE, GAP), self._plate(self.scene.player, SPACE), *fans])

    def _of(self, seat: int) -> list[tuple[Zone, str]]:
        """A player's zones except for cards of a trick, each with its label."""
        found = []
        for band in self.lying:
            if band.arrangement != Arrangement.RING:
                for zone in band.zones:
                    if zone.seat == seat:
                        label = "" if zone.kind == Kind.HAND else zone.label.replace(self.scene.names[seat], "")
                        words = [band.label if zone.kind != Kind.HAND else "", label.strip(" :"), zone.note]
                        found.append((zone, " ".join(filter(None, words))))
        return found

    # The common cards.

    def _alone(self, space: float) -> Block:
        """A patience: the whole table, and a hand if there is one."""
        own = self._own_alone()
        left = space - (own.height + GAP if own else 0)
        for width, down in ALONE:
            if width + NEAR / 2 > SPACE / max(1, self.columns):
                continue
            common = self._middle(width, 1.04, SPACE, down)
            if common.width <= SPACE and common.height <= left:
                break
        table = Block(SPACE, space)
        table.parts = [((SPACE - common.width) / 2, 0 if self.columns else (left - common.height) / 2, common)]
        if own:
            table.parts.append(((SPACE - own.width) / 2, space - own.height, own))
        return table

    def _own_alone(self) -> Block | None:
        hands = [zone for zone in self.scene.zones() if zone.kind == Kind.HAND and holds(zone)]
        return stack([self._fan(zone, OWN) for zone in hands]) if hands else None

    def _middle(self, width: float, step: float, space: float, down: float = 0.25) -> Block:
        """The common zones and the trick; in a patience all zones but the hand."""
        blocks = []
        for band in self.lying:
            if band.arrangement == Arrangement.RING and not self.is_alone:
                blocks.append(self._ring(band, round(width), space))
                continue
            zones = [zone for zone in band.zones if self._is_common(zone, band)]
            if not zones:
                continue
            if is_columns(zones):
                block = self._columns(zones, round(width), space, down)
            elif self.is_alone and self.columns >= len(zones) and all(zone.kind == Kind.PILE for zone in zones):
                block = self._piles(zones, round(width), band.label)
            else:
                block = labelled(band.label, self._band(band, zones, width, step, space))
            blocks.append(block)
        blocks = [block for block in blocks if block.parts] or blocks  # an empty trick gives way to other cards
        return flow(blocks, space, GAP, 2 * GAP)

    def _is_common(self, zone: Zone, band: Band) -> bool:
        """True if a zone is shown in the middle; empty rows only if a move touches them."""
        if zone.kind == Kind.HAND if self.is_alone else zone.seat is not None:
            return False
        is_place = band.arrangement != Arrangement.LINE or zone.kind != Kind.ROW
        return is_place or holds(zone) or zone.id in self.targets

    def _band(self, band: Band, zones: Sequence[Zone], width: float, step: float, space: float) -> Block:
        if band.arrangement == Arrangement.GRID:
            return self._grid(zones, round(width), space)
        if band.arrangement == Arrangement.LIST:
            return self._list(zones, width, space)
        return flow([self._zone(zone, zone_label(zone), width, space, step) for zone in zones], space, GAP)

    def _ring(self, band: Band, width: int, space: float) -> Block:
        """A trick: each card before its player, whose seat is at the top, at a side or at the bottom."""
        height = card_height(width)
        west, north, east = seated(len(self.scene.names))
        pitch = width * (2.2 if len(north) == AROUND and not west else 1.12)
        across = (len(north) - 1) * pitch + width
        beside = 2 * (width + NEAR) if west else 0
        has_room = across + beside <= space
        low = height + NEAR
        tall = low * len(west) - NEAR
        ring = Block(across + beside if has_room else max(across, beside + width), max(low + height, tall))
        if not has_room:
            ring.height = low + max(height, tall)
        right, top = ring.width - width, (ring.height - tall) / 2 if has_room else low
        places = {chair: ((ring.width - across) / 2 + k * pitch, 0.0) for k, chair in enumerate(north)}
        places |= {chair: (0, top + low * k) for k, chair in enumerate(west[::-1])}
        places |= {chair: (right, top + low * k) for k, chair in enumerate(east)}
        places[0] = (right / 2, ring.height - height)
        for zone in band.zones:
            card = zone.cards[-1]
            if zone.seat is not None and card != EMPTY:
                x, y = places[(zone.seat - self.scene.player) % len(self.scene.names)]
                shown = Block(width, height, [(0, 0, self._card(zone, len(zone.cards) - 1, width))], f"zone {zone.id}")
                ring.parts.append((x, y, shown))
        return ring

    def _columns(self, zones: Sequence[Zone], width: int, space: float, down: float) -> Block:
        """Columns side by side over the full width, in more lines if there are many."""
        across = columns_across(zones)
        start = len(shared_word([zone.label for zone in zones]))
        lines = []
        for first in range(0, len(zones), across):
            line = Block(space)
            for place, zone in enumerate(zones[first : first + across]):
                column = named(zone, labelled(zone.label[start:], self._column(zone, width, down), 0))
                x = (place + 0.5) * space / across - column.width / 2
                line.parts.append((x, 0, column))
                line.height = max(line.height, column.height)
            lines.append(line)
        return stack(lines, NEAR)

    def _column(self, zone: Zone, width: int, down: float) -> Block:
        height = card_height(width)
        column, y = Block(width), 0.0
        for place, card in enumerate(zone.cards):
            column.parts.append((0, y, self._card(zone, place, width)))
            column.height = y + height
            y += height * down * (BACK_DOWN if card == BACK else 1)
        return column

    def _piles(self, zones: Sequence[Zone], width: int, label: str) -> Block:
        """Piles above or below columns: those to which the cards go at the right, the others at the left."""
        homes = sum(zone.home for zone in zones)
        pitch = SPACE / self.columns
        line = Block(SPACE)
        place = {True: self.columns - homes, False: 0}
        if label and homes == len(zones) < self.columns:
            line.parts.append((pitch * place[True] - text_width(label) - NEAR, LINE, written(label, Tone.FAINT)))
        for zone in zones:
            block = self._zone(zone, zone_label(zone), width, pitch, 1)
            line.parts.append(((place[zone.home] + 0.5) * pitch - block.width / 2, 0, block))
            line.height = max(line.height, block.height)
            place[zone.home] += 1
        return line

    def _grid(self, zones: Sequence[Zone], width: int, space: float) -> Block:
        """Zones at their places, in halves of a card."""
        across, down = width / 2 + 2, card_height(width) / 2 + 2
        grid = Block()
        for zone in zones:
            x, y = zone.at or (0, 0)
            grid.width, grid.height = max(grid.width, (x + 2) * across), max(grid.height, (y + 2) * down)
            if is_shown(zone):
                grid.parts.append((x * across, y * down, self._zone(zone, "", width, space, 1, is_named=False)))
        return grid

    def _list(self, zones: Sequence[Zone], width: float, space: float) -> Block:
        """Rows below each other with their labels beside them, a long list in two halves."""
        half = -(-len(zones) // 2) if len(zones) > LONG_LIST else len(zones)
        halves = [zones[:half], zones[half:]] if half < len(zones) else [zones]
        beside = max(text_width(zone.label) for zone in zones) + NEAR
        room = (space - GAP * (len(halves) - 1)) / len(halves) - beside
        most = max(len(zone.cards) for zone in zones)
        card = round(width)
        step = min(1.04, max(0.25, (room / card - 1) / max(1, most - 1)))
        wide = card * (1 + step * (most - 1))
        height = card_height(card)

        def row(zone: Zone) -> Block:
            line = Block(beside + wide, height, name=f"zone {zone.id}")
            line.parts = [(beside - 2, 0, Area(wide + 4, height, Tone.LIST))]
            line.parts.append((0, (height - LINE) / 2, written(zone.label, Tone.FAINT)))
            for place, shown in enumerate(zone.cards):
                if shown != EMPTY:
                    line.parts.append((beside + place * step * card, 0, self._card(zone, place, card)))
            return line

        rows = side_by_side([stack([row(zone) for zone in part], 4) for part in halves], GAP)
        block = Block(max(space, rows.width), rows.height)  # nothing lies beside a list
        block.parts = [((block.width - rows.width) / 2, 0, rows)]
        return block

    # Single zones.

    def _zone(self, zone: Zone, label: str, width: float, space: float, step: float, *, is_named: bool = True) -> Block:
        """A pile, a hand of another player, or a row."""
        if zone.kind == Kind.PILE:
            cards = self._pile(zone, round(width))
        elif zone.kind == Kind.COLUMN:
            cards = self._column(zone, round(width), 0.25)
        elif zone.kind == Kind.HAND:
            cards = self._backs(zone, round(width), space)
        else:
            cards = self._row(zone, round(width), step, space)
        block = labelled(label, cards, 0, space)
        return named(zone, block)

    def _pile(self, zone: Zone, width: int) -> Block:
        """The card on top, or the visible ones fanned to the right, with the number of cards."""
        visible = range(max(len(zone.cards) - zone.fan, 0), len(zone.cards))
        pile = Block(width, card_height(width))
        pile.parts = [(FANNED * step * width, 0, self._card(zone, place, width)) for step, place in enumerate(visible)]
        if zone.count > 1:
            badge = count_badge(zone.count)
            pile.parts.append((2, pile.height - badge.height - 2, badge))
        return pile

    def _backs(self, zone: Zone, width: int, space: float) -> Block:
        """Another player's hand: backs over each other after the known cards, with the number of cards.

        If one line does not fit, the backs come closer to each other; then the hand lies in more lines, each over the
        lower part of the one before.
        """
        steps = [width * (BACK_STEP if card == BACK else KNOWN_STEP) for card in zone.cards]
        least = [width * (BACK_LEAST if card == BACK else CORNER) for card in zone.cards]
        room = space - width
        wanted, needed = sum(steps[:-1]), sum(least[:-1])
        if wanted > room:
            part = max(0, (room - needed) / (wanted - needed)) if wanted > needed else 0
            steps = [low + part * (step - low) for step, low in zip(steps, least, strict=True)]
        height = card_height(width)
        hand, x, y = Block(0, height), 0.0, 0.0
        for place, step in enumerate(steps):
            if x > room + 0.01:
                x, y = 0, y + height * LINES_DOWN
            hand.parts.append((x, y, self._card(zone, place, width)))
            hand.width, hand.height = max(hand.width, x + width), y + height
            x += step
        if zone.count < 2:
            return hand
        badge = count_badge(zone.count)
        last, top, _ = hand.parts[-1]
        hand.parts.append((last + width - badge.width - 2, top + height - badge.height - 2, badge))
        return hand

    def _row(self, zone: Zone, width: int, step: float, space: float) -> Block:
        """Cards side by side, in more lines if there are too many."""
        most = max(1, 1 + int((space / width - 1) / CORNER))
        lines = -(-len(zone.cards) // most)
        each = -(-len(zone.cards) // lines)
        step = min(step, (space / width - 1) / max(1, each - 1))
        height = card_height(width)
        row = Block(width * (1 + step * (each - 1)), lines * (height + 2) - 2)
        for place in range(len(zone.cards)):
            line, at = divmod(place, each)
            row.parts.append((at * step * width, line * (height + 2), self._card(zone, place, width)))
        return row

    def _fan(self, zone: Zone, width: float) -> Block:
        """The own hand: fanned; a large one in straight lines."""
        cards, size = len(zone.cards), round(width)
        if not 2 < cards <= MOST_FANNED:
            row = self._row(zone, size, HAND_STEP, SPACE)
            return named(zone, Block(row.width, row.height + LIFT, [(0, LIFT, row)]))
        step = min(HAND_STEP, (SPACE / width - 1.4) / (cards - 1))
        height, middle, bent = card_height(size), (cards - 1) / 2, min(1, cards / 10)
        places = []
        for place in range(cards):
            away = (place - middle) / middle
            turned = TURN * round(away * TURNED / 2 * bent / TURN)
            angle = math.radians(turned)
            x = place * step * size + size / 2 + height / 2 * math.sin(angle)
            y = away**2 * BENT * bent + height - height / 2 * math.cos(angle)
            card = self._card(zone, place, size, turned)
            places.append((x, y - (LIFT if card.marked else 0), card))
        boxes = [(x, y, *turned_size(card)) for x, y, card in places]
        left, top = min(x - w / 2 for x, _, w, _ in boxes), min(y - h / 2 for _, y, _, h in boxes)
        fan = Block(max(x + w / 2 for x, _, w, _ in boxes) - left, max(y + h / 2 for _, y, _, h in boxes) - top)
        fan.parts = [(x - size / 2 - left, y - height / 2 - top, card) for x, y, card in places]
        return named(zone, fan)

    def _card(self, zone: Zone, place: int, width: int, turned: int = 0) -> Card:
        return Card(zone.cards[place], width, turned, (zone.id, place) in self.touched)


def seated(players: int) -> tuple[list[int], list[int], list[int]]:
    """The others' chairs, clockwise from the own one: at the left, from below, opposite, and at the right."""
    others = list(range(1, players))
    beside = max(1, math.ceil((len(others) - MOST_OPPOSITE) / 2)) if len(others) > AROUND else 0
    return others[:beside], others[beside : len(others) - beside], others[len(others) - beside :]


def card_height(width: float) -> int:
    """The height of a card of this width."""
    return round(width * HEIGHT / WIDTH)


def turned_size(card: Card) -> tuple[float, float]:
    """The width and the height of the rectangle around a turned card."""
    angle = math.radians(abs(card.turned))
    height = card_height(card.width)
    return (
        card.width * math.cos(angle) + height * math.sin(angle),
        card.width * math.sin(angle) + height * math.cos(angle),
    )


def row_step(zones: Iterable[Zone], width: float, space: float) -> float:
    """The step of a player's rows: all rows fit into about one line if they stay legible."""
    cards = sum(len(zone.cards) for zone in zones if zone.kind == Kind.ROW)
    return min(1.04, max(0.42, FULL * space / width / max(1, cards)))


def sizes(fits: Callable[[int, int], bool], levels: int) -> tuple[int, int]:
    """Levels of size of the players' cards and of those in the middle: the largest together, then each alone.

    Args:
        fits: returns whether players at a level and the middle at a level fit; 0 is the largest.
        levels: number of levels.
    """
    both = next((level for level in range(levels) if fits(level, level)), levels - 1)
    middle = next((level for level in range(both) if fits(both, level)), both)
    side = next((level for level in range(both) if fits(level, middle)), both)
    return side, middle


def holds(zone: Zone) -> bool:
    """True if a zone has a card."""
    return zone.count > 0


def is_shown(zone: Zone) -> bool:
    """True if a zone is drawn without a move that touches it: an empty pile is drawn, an empty row is not."""
    return holds(zone) or zone.kind == Kind.PILE


def is_columns(zones: Sequence[Zone]) -> bool:
    """True if zones are the columns of a patience."""
    return len(zones) > 1 and all(zone.kind == Kind.COLUMN for zone in zones)


def columns_across(zones: Sequence[Zone]) -> int:
    """The number of columns side by side."""
    lines = -(-len(zones) // MOST_COLUMNS)
    return -(-len(zones) // lines)


def shared_word(labels: Sequence[str]) -> str:
    """The first word of all labels with its blank, such as ``"column "``; empty if they do not share one."""
    word = labels[0][: labels[0].find(" ") + 1]
    return word if all(label.startswith(word) for label in labels) else ""


def zone_label(zone: Zone) -> str:
    """The label of a common zone."""
    return " ".join(filter(None, (zone.label, f"({zone.note})" if zone.note else "")))


def named(zone: Zone, block: Block) -> Block:
    """A block as the region of a zone."""
    return Block(block.width, block.height, [(0, 0, block)], f"zone {zone.id}")
