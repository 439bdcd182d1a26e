"""Layout of a game's table: the parts of its picture, from top to bottom."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardzoo.envs.engine import Game, Place
from cardzoo.envs.registry import parts_of
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.parts import Backs, Part
from cardzoo.envs.scene.scene import BACK, EMPTY, Band
from cardzoo.envs.scene.suits import RealPack


@dataclass(frozen=True)
class Layout:
    """The layout of a game's view.

    Attributes:
        parts: from top to bottom. Other fields of cards follow, the own hand last. Numbers and choices go to a table of
            the players, one of the sides, and notes.
        noted: fields of cards that are described in the notes, instead of or besides being shown.
        hidden: fields that are not shown, with the reason: another field shows the same, or they are too long.
        labels: names of the places of a field's last dimension, or of the values of a single number, if the usual names
            do not fit; a verb stands for the objects of its actions.
        titles: titles of fields in the tables and notes, if their names are not clear. A player at the table sees
            these, and the shared ones of `envs/scene/words.py`; ``""`` leaves such a field out.
        units: number of points for a unit of a field at the table, such as 5 if it counts fives.
        words: words for people of a seat's row of a field, by functions of the view and the row, for a field whose own
            words are codes.
        says: sentences for the actions of a verb at the table, which begin with a verb; ``{}`` stands for the action's
            object, or several for its words, such as ``{"exa": "Bet on {} before {}"}``.
        says_now: the same by functions of the view of the seat on turn, for actions whose names depend on it, such as a
            player's name; ``""`` leaves the usual name. It must be the same from every seat.
        says_each: sentences for single actions of a verb, by functions of the same view and the action's id, such as
            with the card that lies at a place instead of the place; ``""`` leaves the usual sentence.
        secretly: predicates for hidden actions of a verb, such as ``{"pass": "passed cards"}``, if all know that the
            action is of this verb; verbs that the others cannot tell apart have the same predicate.
        then: sentences for the results of a verb's actions, by functions of a view before and after; ``{0}`` names
            player 0. They must be the same from every seat.
        gets: sentences for what a seat alone learns by a verb's action, such as the cards that it receives, by
            functions of its views before and after.
        secret: verbs of actions that no other player is ever shown with an option, such as ``{"bid": "hidden_bids"}``.
        taker_leads: True if the player who takes a trick is the next one on turn.
        calls: names for people of the objects of a verb's actions, or of the places of a field, if the words of the
            actions count from 0 or are not clear.
        face_down: fields of cards that lie face down at the table although the seat has seen them before.
        phases: requests to the player on turn, by the words of the view's ``phase``, as sentences that begin with a
            verb; by ``""`` in a game without phases.
        asks_now: the same by functions of the seat's view, for phases with different requests; ``""`` leaves that of
            ``phases``.
        marks: words for people of a player's mark in a field of flags, by functions of the view and the chair, for a
            flag with several reasons, such as "out" rather than "folded".
        in_play: fields that mean nothing after the end of a game.
        only_in: fields of the tables and notes that are shown in some phases only, with the words of these phases.
        faces: cards that are shown as others, if all cards of a rank are alike.
        real: the real cards behind these, and behind other ranks, on the table; see `lay_real_cards`.
        rules: the numbers of the rules on the game's page that define the actions of a verb.
        whole: sentences for moves of several actions, by the verb that decides what the move is. ``{verb}`` stands for
            the objects of that verb's actions, ``{verb and other}`` for those of both, such as
            ``{"capture": "Capture {select} with {play}"}``.
        ends: the other verbs of the actions that follow the first one in such a move.
        sealed: verbs of the actions that follow the first one in a move that the others see when it is complete; the
            sentence of the last action is that of the whole move.
        closes: verbs of the actions that decide the end of a hand of a match, if others may follow, such as a knock.
        ended: sentences for the end of a hand of a match, by the verb of the last action, or by ``""`` for all, if this
            action does not say why the hand has ended.
        opens: True if all lay down their cards at the end of a hand; False if some stay closed, as in poker.
        picks: verbs of which a player chooses several cards of the hand in the order of their ids, each with the field
            of the view that counts those still to be chosen, or a function of the view.
        reveals: fields of the state with the cards by seat that all players show at the end of a game, by the field of
            the view that shows them before, such as by their ranks.
        sums: titles of the notes for people that add up a field over all players, such as ``{"stakes": "pot"}``.
        deals_on: True for a game of one short hand: its table deals the next one, and adds up the points.
        against: number of points at a score of 0, for a game in which people count points against, and the fewest win:
            each point of the score is one less. None if the most points win.
    """

    parts: tuple[Part, ...] = ()
    noted: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Sequence[str] | str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, Callable[[Look, Any], str]] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)
    says_now: Mapping[str, Callable[[Look], str]] = field(default_factory=dict)
    says_each: Mapping[str, Callable[[Look, int], str]] = field(default_factory=dict)
    secretly: Mapping[str, str] = field(default_factory=dict)
    then: Mapping[str, Callable[[Look, Look], str]] = field(default_factory=dict)
    gets: Mapping[str, Callable[[Look, Look], str]] = field(default_factory=dict)
    secret: Mapping[str, str] = field(default_factory=dict)
    taker_leads: bool = False
    calls: Mapping[str, Sequence[str]] = field(default_factory=dict)
    face_down: tuple[str, ...] = ()
    phases: Mapping[str, str] = field(default_factory=dict)
    asks_now: Mapping[str, Callable[[Look], str]] = field(default_factory=dict)
    marks: Mapping[str, Callable[[Look, int], str]] = field(default_factory=dict)
    in_play: tuple[str, ...] = ()
    only_in: Mapping[str, Sequence[str]] = field(default_factory=dict)
    faces: Mapping[int, int] = field(default_factory=dict)
    real: RealPack | None = None
    rules: Mapping[str, Sequence[int]] = field(default_factory=dict)
    whole: Mapping[str, str] = field(default_factory=dict)
    ends: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    ended: Mapping[str, str] = field(default_factory=dict)
    opens: bool = True
    picks: Mapping[str, str | Callable[[Any], int]] = field(default_factory=dict)
    reveals: Mapping[str, str] = field(default_factory=dict)
    sums: Mapping[str, str] = field(default_factory=dict)
    deals_on: bool = False
    against: int | None = None

    @property
    def shown(self) -> set[str]:
        """The fields that the parts show, or that are not shown."""
        return set(self.hidden).union(*(part.fields for part in self.parts))

    @property
    def steps(self) -> set[str]:
        """The verbs of the actions that follow the first one in a move of several actions."""
        return {*self.whole, *self.ends}

    @property
    def low_wins(self) -> bool:
        """True if the fewest points win."""
        return self.against is not None

    def left_to_pick(self, verb: str, view: Any) -> int:
        """Number of cards that are still to be chosen by actions of a verb; 0 if these are no choice of several."""
        count = self.picks.get(verb)
        return 0 if count is None else int(view[count] if isinstance(count, str) else count(view))

    def points(self, score: Any) -> Any:
        """Points of a score, a number or an array, as people count them."""
        return score if self.against is None else self.against - score

    def is_meant(self, name: str, phase: str) -> bool:
        """True if a field is shown in a phase."""
        return name not in self.only_in or phase in self.only_in[name]

    def faced(self, band: Band) -> Band:
        """A band with the faces of its cards in the game."""
        if not self.faces:
            return band
        zones = (replace(zone, cards=tuple(self.faces.get(card, card) for card in zone.cards)) for zone in band.zones)
        return replace(band, zones=tuple(zones))

    def turned(self, band: Band) -> Band:
        """A band as it lies before people: face-down cards are shown face down, even if a seat knows them."""
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
    """The number of cards in a hand, if each player is dealt one."""
    return 1


def move_top_cards(look: Look, action: int) -> str:
    """A move of the last card of a place to another place, such as ``"Move 7♣ onto 8♦"``."""
    card, *onto = [look.top(place) for place in look.game.actions.touches[action] if isinstance(place, Place)]
    return f"Move {card} {f'onto {onto[0]}' if onto[0] else 'to the empty column'}" if card else ""


def play_home(look: Look, action: int) -> str:
    """A move of the last card of a place to the foundations."""
    card = look.top(look.game.actions.touches[action][0])
    return f"Move {card} to the foundation" if card else ""


def play_top_card(look: Look, action: int) -> str:
    """A play of the last card of a place, such as ``"Play 5♥"``."""
    card = look.top(look.game.actions.touches[action][0])
    return f"Play {card}" if card else ""


STOCK = Backs("stock_size", "stock")
"""The stock, face down, if the view shows its ``stock_size``."""


def find_layout(game: Game) -> Layout:
    """The ``LAYOUT`` of a game's module; without one, every field of the view is shown in its usual way.

    Raises:
        ValueError: if it is not a `Layout`.
    """
    found = parts_of(game).layout or Layout()
    if not isinstance(found, Layout):
        raise ValueError(f"{game.name}: LAYOUT must be a Layout of cardzoo.envs.scene, got {found!r:.60}")
    return found
