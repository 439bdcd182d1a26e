"""Real cards behind ranks: a 9 on the table is some 9, and stays the same card wherever all have seen it.

The engine of a game in which only ranks count keeps no suits. The table deals a real pack over its ranks: a card that
comes from the unseen rest of the pack is drawn there at random, and then moves as the ranks of the state move. Suits
reveal nothing hidden: the order in which cards came decides which card of a rank leaves a hand, and no suit does.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from cardzoo.envs.engine import Table, rng
from cardzoo.envs.scene.scene import RANK_ONLY, Kind, Scene, Zone

Row = tuple[int, ...]


@dataclass(frozen=True)
class RealPack:
    """The real pack of a game whose engine keeps ranks, and the rows in which these lie.

    Attributes:
        zones: the id of the zone that shows each row, from the hidden rows to the open ones: cards leave them in this
            order, and arrive in the opposite one. Rows of the same zone are shown together.
        count: a function of the state for the cards in each row by code, (rows, codes).
        alike: the real cards behind each code.
        cards: a function of the state for the number of each real card that the rows may hold.
        on_top: a function of a zone for cards of which one is shown as its last card; empty for any card.
    """

    zones: tuple[str, ...]
    count: Callable[[Any], np.ndarray]
    alike: Mapping[int, tuple[int, ...]]
    cards: Callable[[Any], Sequence[int] | np.ndarray]
    on_top: Callable[[Zone], Sequence[int]] = lambda zone: ()

    @cached_property
    def code_of(self) -> Mapping[int, int]:
        """The code of each real card."""
        return {card: code for code, cards in self.alike.items() for card in cards}

    def code_of_face(self, face: int) -> int:
        """The code of a face in a scene."""
        return face - RANK_ONLY if face >= RANK_ONLY else self.code_of.get(face, face)


@dataclass(frozen=True, eq=False)
class RealCards:
    """The real cards that lie in the rows of a table.

    Attributes:
        pack: the pack.
        key: secret of the draws.
        rows: the real cards of each row, in the order in which they came.
        counts: the numbers of the state that they stand for.
        hands_over: the number of finished hands of a match.
        drawn: the number of cards drawn so far.
    """

    pack: RealPack
    key: bytes
    rows: tuple[Row, ...]
    counts: np.ndarray
    hands_over: int
    drawn: int = 0

    @classmethod
    def dealt(cls, pack: RealPack, table: Table, seed: int) -> "RealCards":
        """The real cards of a table, all drawn now.

        Args:
            pack: the pack.
            table: the table.
            seed: its seed; suits do not reveal it.
        """
        rows, hands_over = ((),) * len(pack.zones), int(table.game.hands_over(table.state))
        blank = cls(pack, seed.to_bytes(8, "little"), rows, np.zeros_like(pack.count(table.state)), hands_over)
        return blank.after(table)

    def after(self, table: Table, chosen: Iterable[int] = ()) -> "RealCards":
        """The real cards after an action.

        Args:
            table: the table after the action.
            chosen: real cards that move before others of their ranks, such as those that a person has touched.
        """
        counts, hands_over = self.pack.count(table.state), int(table.game.hands_over(table.state))
        rows, change = self.rows, counts - self.counts
        if hands_over != self.hands_over and not table.over:  # the next hand is dealt from the whole pack
            rows, change = ((),) * len(rows), counts
        moving = _Moving(self.pack, self.key, [*rows], self.drawn, {*chosen})
        for code in np.flatnonzero(change.any(axis=0)).tolist():
            if code in self.pack.alike:
                moving.move(code, change[:, code].tolist(), table.state)
        return replace(self, rows=tuple(moving.rows), counts=counts, hands_over=hands_over, drawn=moving.drawn)

    def shown(self, scene: Scene) -> Scene:
        """A scene of the table with real cards at the places of its ranks."""
        lying: dict[str, list[int]] = {}
        for zone, cards in zip(reversed(self.pack.zones), reversed(self.rows), strict=True):
            lying.setdefault(zone, []).extend(cards)

        def real(zone: Zone) -> Zone:
            return replace(zone, cards=self._faces(zone, lying[zone.id])) if zone.id in lying else zone

        bands = (replace(band, zones=tuple(map(real, band.zones))) for band in scene.bands)
        return replace(scene, bands=tuple(bands), by_rank=True)

    def _faces(self, zone: Zone, lying: Sequence[int]) -> Row:
        """The cards of a zone, given the real ones that lie there: in a pile in their order, else suit by suit."""
        faces, codes = list(zone.cards), [self.pack.code_of_face(face) for face in zone.cards]
        for code in {*codes} & self.pack.alike.keys():
            places = [place for place, one in enumerate(codes) if one == code]
            cards = [card for card in lying if self.pack.code_of[card] == code]
            cards = cards[-len(places) :] if zone.kind == Kind.PILE else sorted(cards[: len(places)])
            for place, card in zip(places, cards, strict=False):
                faces[place] = card
        tops = self.pack.on_top(zone)
        top = next((place for place, face in enumerate(faces) if face in tops), None)
        return tuple(faces if top is None else [*faces[:top], *faces[top + 1 :], faces[top]])


@dataclass
class _Moving:
    """The moves of real cards by an action.

    Attributes:
        pack: the pack.
        key: secret of the draws.
        rows: the real cards of each row.
        drawn: the number of cards drawn so far.
        chosen: cards that move before others of their ranks.
    """

    pack: RealPack
    key: bytes
    rows: list[Row]
    drawn: int
    chosen: set[int]

    def move(self, code: int, change: Sequence[int], state: Any) -> None:
        """Move cards of a code, given how many more each row has of it: first those that leave rows, then new ones."""
        lost, new = self._leave(code, change), sum(change)
        coming = iter(lost + self._draw(code, new, lost, state) if new > 0 else lost)
        for row in reversed(range(len(self.rows))):
            self.rows[row] += tuple(next(coming) for _ in range(change[row]))

    def _leave(self, code: int, change: Sequence[int]) -> list[int]:
        """Take cards from the rows that have fewer now, in the order of the rows, the last ones first."""
        lost: list[int] = []
        for row in (row for row, number in enumerate(change) if number < 0):
            self._bring_chosen(row, code)
            cards = self.rows[row]
            places = [place for place, card in enumerate(cards) if self.pack.code_of[card] == code]
            places.sort(key=lambda place: cards[place] in self.chosen)
            gone = places[change[row] :]
            lost += [cards[place] for place in reversed(gone)]
            self.rows[row] = tuple(card for place, card in enumerate(cards) if place not in gone)
        return lost

    def _bring_chosen(self, row: int, code: int) -> None:
        """Exchange cards of a row for chosen ones of their code in the other rows of its zone."""
        for other, zone in enumerate(self.pack.zones):
            if zone != self.pack.zones[row] or other == row:
                continue
            mine, theirs = list(self.rows[row]), list(self.rows[other])
            spare = [place for place, card in enumerate(mine) if self._is_spare(card, code)]
            wanted = [place for place, card in enumerate(theirs) if card in self.chosen]
            wanted = [place for place in wanted if self.pack.code_of[theirs[place]] == code]
            for place, there in zip(spare, wanted, strict=False):
                mine[place], theirs[there] = theirs[there], mine[place]
            self.rows[row], self.rows[other] = tuple(mine), tuple(theirs)

    def _is_spare(self, card: int, code: int) -> bool:
        return self.pack.code_of[card] == code and card not in self.chosen

    def _draw(self, code: int, number: int, lost: Sequence[int], state: Any) -> list[int]:
        """Draw cards of a code at random from those that lie in no row and have left none; chosen ones come first."""
        lying, whole = Counter(chain(lost, *self.rows)), self.pack.cards(state)
        rest = [card for card in self.pack.alike[code] for _ in range(int(whole[card]) - lying[card])]
        first = [card for card in rest if card in self.chosen][:number]
        for card in first:
            rest.remove(card)
        numbers = np.arange(self.drawn, self.drawn + number, dtype=np.uint64)
        seeds = rng.keyed_seeds(numbers, [self.key] * number, "suits").tolist()
        self.drawn += number
        return first + [rest.pop(seed % len(rest)) if rest else code for seed in seeds[len(first) :]]
