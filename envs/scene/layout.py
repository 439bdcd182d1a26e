"""What a game's table looks like: the parts of its picture, from top to bottom."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardzoo.envs.engine import Game
from cardzoo.envs.registry import parts_of
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.parts import Backs, Part
from cardzoo.envs.scene.scene import BACK, EMPTY, Band


@dataclass(frozen=True)
class Layout:
    """How a game's view is shown.

    Attributes:
        parts: from top to bottom. Fields of cards that they do not name follow, the own hand last; numbers and
            choices go to a table of the players, one of the sides, and notes.
        told: fields of cards that are told in the notes, rather than shown or besides.
        hidden: fields that are not shown, and why: what else tells what they say, or that they are too long to be read.
        labels: what the places of a field's last dimension are called, or the values of a single number, where the
            usual names do not fit; a verb stands for what its actions are done to.
        titles: what fields in the tables and notes are called, where their names do not tell enough. A player at the
            table is shown these, and those that many games share (`envs/scene/words.py`); ``""`` leaves such a one out.
        units: how many points the numbers of a field stand for at the table, such as 5 where they count fives.
        says: what the actions of a verb are called at the table, as sentences that begin with a verb; ``{}`` stands for
            what the action is done to, or for a word of it each, such as ``{"exa": "Bet on {} before {}"}``.
        says_now: the same by functions of what the seat on turn sees, for actions whose names depend on it, such as a
            player's name; ``""`` leaves the usual name. It must be the same from every seat.
        calls: what people at the table call the objects of a verb's actions, or the places of a field, where the words
            of the actions count from 0 or say too little.
        face_down: fields of cards that lie face down at the table though the seat has seen them before, and knows them.
        phases: what the player whose turn it is may do, by the words of the view's ``phase``, as sentences that begin
            with a verb; by ``""`` in a game without phases.
        asks_now: the same by functions of what the seat sees, for phases that ask different things; ``""`` leaves what
            ``phases`` says.
        only_in: fields of the tables and notes that mean something in some phases only, with the words of these phases;
            in other phases they are not shown.
        faces: cards that are shown as others, where cards of a rank are all alike.
        rules: the rules of the game's page, by number, that tell what the actions of a verb do and when they may be
            done.
    """

    parts: tuple[Part, ...] = ()
    told: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Sequence[str] | str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)
    says_now: Mapping[str, Callable[[Look], str]] = field(default_factory=dict)
    calls: Mapping[str, Sequence[str]] = field(default_factory=dict)
    face_down: tuple[str, ...] = ()
    phases: Mapping[str, str] = field(default_factory=dict)
    asks_now: Mapping[str, Callable[[Look], str]] = field(default_factory=dict)
    only_in: Mapping[str, Sequence[str]] = field(default_factory=dict)
    faces: Mapping[int, int] = field(default_factory=dict)
    rules: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def shown(self) -> set[str]:
        """The fields that the parts show, or need not show."""
        return set(self.hidden).union(*(part.fields for part in self.parts))

    def is_meant(self, name: str, phase: str) -> bool:
        """Whether a field means something in a phase."""
        return name not in self.only_in or phase in self.only_in[name]

    def faced(self, band: Band) -> Band:
        """A band with the faces that its cards have in the game."""
        if not self.faces:
            return band
        zones = (replace(zone, cards=tuple(self.faces.get(card, card) for card in zone.cards)) for zone in band.zones)
        return replace(band, zones=tuple(zones))

    def turned(self, band: Band) -> Band:
        """A band as it lies before people: with the cards face down that lie so, whoever may know them."""
        if not self.face_down:
            return band
        zones = (
            replace(zone, cards=tuple(BACK if card != EMPTY else EMPTY for card in zone.cards))
            if zone.id.split(".")[0] in self.face_down
            else zone
            for zone in band.zones
        )
        return replace(band, zones=tuple(zones))


def numbered(word: str, count: int, start: int = 1) -> tuple[str, ...]:
    """Names with numbers, such as ``"column 1"``."""
    return tuple(f"{word} {place + start}" for place in range(count))


def one_card(look: Look, chair: int) -> int:
    """Cards in a hand where each player is dealt one."""
    return 1


STOCK = Backs("stock_size", "stock")
"""The stock, face down, where the view tells its ``stock_size``."""


def find_layout(game: Game) -> Layout:
    """The ``LAYOUT`` of a game's module; without one, every field of the view is shown in its usual way.

    Raises:
        ValueError: if it is none.
    """
    found = parts_of(game).layout or Layout()
    if not isinstance(found, Layout):
        raise ValueError(f"{game.name}: LAYOUT is {found!r:.60}; a Layout of cardzoo.envs.scene is expected")
    return found
