"""Written positions with unknown cards, and the position of a table as a seat knows it.

A position is written as for `Game.position`, with ``?`` for a card that the seat whose turn it is does not know, and
``13?`` for thirteen of them::

    guess_position(game, player=0, leader=0, hands=["A♠ K♠ 9♥ 2♣", "4?", "4?", "4?"])
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import NO_CARD, Card, Cards, Game, Pile, Table
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.engine.packs import Pack

UNKNOWN = re.compile(r"(\d*)\?")
MOST = 1000  # cards of one word
TRIES = 100  # to deal the unknown cards so that the position is possible
WORLDS = 12  # number of resampled tables in which written cards must lie at their places
MANY_WORLDS = 48  # number of resampled tables that a seat's knowledge must agree with
ENGINE = ("player", "dealer", "steps", "score")  # the engine's fields that a written position shows

Leaf = tuple[int, ...]


class Spot(NamedTuple):
    """Place of a card: the field, the index of an element in it, and the number of the card there."""

    field: str
    place: tuple[int, ...]
    number: int


class _Written:
    """Parsed position in words.

    Args:
        game: the game.
        pack: card codes of the pack.
        words: fields in words.

    Attributes:
        describing: written fields that describe the cards of the hands.
        leaves: cards of each element by field and index, -1 for unknown ones.
        unknown: places of the unknown cards.
        remembered: places of the unknown cards in fields that only remember cards, which also lie elsewhere.
        left: the cards that are not written.
    """

    def __init__(self, game: Game, pack: Sequence[int], words: Mapping[str, Any]) -> None:
        self.game = game
        self.words = words
        self.describing = [field for field in game.state if field.describes_hands and field.name in words]
        self.leaves: dict[tuple[str, tuple[int, ...]], Leaf] = {}
        self.remembers: set[str] = set()
        holders = {field.name for field in game.state.holders()}
        for name, value in words.items():
            field = game.state.fields.get(name)
            if field is None or (name not in holders and "?" not in str(value)):
                continue
            if name not in holders:
                if not _remembers_hidden(field):
                    raise ValueError(f"{game.name}: position: {name}: '?' must stand for a card, got {value!r:.60}")
                self.remembers.add(name)
            for index, leaf in _leaves(value, len(field.shape), ()):
                self.leaves[name, index] = _codes(game.cards, f"{game.name}: position: {name}", leaf)
        spots = [
            Spot(name, index, number)
            for (name, index), leaf in self.leaves.items()
            for number, card in enumerate(leaf)
            if card == NO_CARD
        ]
        self.unknown = [spot for spot in spots if spot.field not in self.remembers]
        self.remembered = [spot for spot in spots if spot.field in self.remembers]
        self.left = self._cards_left(pack)

    def _cards_left(self, pack: Sequence[int]) -> list[int]:
        """Cards of the pack that are not written.

        Raises:
            ValueError: if too many are written, or the number of unknown cards is not that of the cards left.
        """
        game = self.game
        counts = game.count(pack)
        for (name, _), leaf in self.leaves.items():
            if name not in self.remembers:
                counts -= game.count([card for card in leaf if card != NO_CARD])
        if (counts < 0).any():
            card = int(counts.argmin())
            often = f"{-counts[card]} more than the pack has" if counts[card] < -1 else "one more than the pack has"
            raise ValueError(f"{game.name}: position: {game.cards.words[card]} is written too often: {often}")
        left = np.repeat(np.arange(len(counts)), counts).tolist()
        has_rest = game.rest is not None and game.rest not in self.words
        if self.unknown and (len(self.unknown) > len(left) or (len(self.unknown) < len(left) and not has_rest)):
            raise ValueError(
                f"{game.name}: position: the unknown cards must be {'at most ' * has_rest}{len(left)}, as many as are "
                f"not written, got {len(self.unknown)}"
            )
        return left

    def filled(self, cards: Mapping[Spot, int]) -> dict[str, Any]:
        """Words of the position with these cards in place of unknown ones."""
        filled = dict(self.words)
        for name in {spot.field for spot in cards}:
            depth = len(self.game.state.field(name).shape)
            filled[name] = self._fill(name, self.words[name], depth, (), cards)
        return filled

    def _fill(self, name: str, words: Any, depth: int, index: tuple[int, ...], cards: Mapping[Spot, int]) -> Any:
        if depth:
            return [self._fill(name, part, depth - 1, (*index, at), cards) for at, part in enumerate(words)]
        leaf = self.leaves[name, index]
        codes = [cards.get(Spot(name, index, number), card) for number, card in enumerate(leaf)]
        return codes if not isinstance(self.game.state.field(name), Card) else (codes[0] if codes else None)

    def may_lie(self, spot: Spot, card: int) -> bool:
        """Returns whether a card may lie at a place, by the fields that `restricts` names."""
        if spot.field != "hands" or not self.game.state.field("hands").by_seat:
            return True
        seat, fields, pack = spot.place[0], self.game.state.fields, self.game.cards
        suits, lacks = (_part(self.words.get(name), seat) for name in ("void", "lacks"))
        if isinstance(suits, list) and card < pack.suited and _part(suits, card // len(pack.ranks)):
            return False
        if lacks and isinstance(fields.get("lacks"), Cards) and card in pack.parse_all(lacks):
            return False
        return all(it.may_be(reduce(_part, spot.place, self.words[it.name]), card) for it in self.describing)

    @property
    def restricts(self) -> bool:
        """True if ``void`` or ``lacks``, a player's missing suits or cards, or descriptions of cards are written."""
        return bool(self.describing) or not {"void", "lacks"}.isdisjoint(self.words)


def guess_position(
    game: Game,
    seed: int | None = None,
    *,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    **words: Any,
) -> Table:
    """Table in a written position, with cards that the seat on turn does not know drawn at random.

    They are drawn by the game's `redeal_hidden`, consistently with the seat's knowledge.

    Args:
        game: the game.
        seed: random seed; None for a random one.
        num_players: players at the table; None for the game's default.
        options: the game's own options.
        **words: the position as for `Game.position`, with ``?`` for each unknown card, or ``13?`` for thirteen.

    Raises:
        ValueError: in one line, if the position is impossible, the unknown cards are too many or too few, or a card is
            written that the seat cannot know.
    """
    blank = game.blank(num_players, **(options or {}))[0]
    players = int(blank["num_players"])
    written, generator = _Written(game, game.pack_of(players, blank["options"]), words), np.random.default_rng(seed)
    problem: ValueError | None = None
    for turn in range(TRIES if written.unknown or written.remembered else 1):
        cards = _deal_unknown(written, generator)
        if cards is None:
            raise ValueError(f"{game.name}: position: hands: no deal fits what players are known not to hold")
        cards |= _remember(written, cards, turn % players, players, generator)
        try:
            table = game.position(num_players=num_players, options=options, **written.filled(cards))
        except ValueError as found:
            problem = found
            continue
        draw = 0 if seed is None else seed
        for world in range(WORLDS):
            _check_known(written, table.redeal(table.player, draw + world))
        return table.redeal(table.player, seed)
    assert problem is not None
    raise problem


def known_position(table: Table, player: int | None = None) -> dict[str, Any]:
    """Position of a table as a seat knows it, for `guess_position`; fields in their fresh state are left out.

    Args:
        table: the table.
        player: the seat; None for the one whose turn it is.

    Returns:
        ``num_players`` and ``options``, if they are not the defaults, and fields in words.
    """
    game, seat = table.game, table.player if player is None else player
    worlds = [table, *(table.redeal(seat, world) for world in range(MANY_WORLDS))]
    fresh = Table(game, game.blank(table.num_players)).words()
    words: dict[str, Any] = {}
    if table.num_players != game.default_players:
        words["num_players"] = table.num_players
    usual = game.options.to_words(game.blank()["options"][0], table.num_players)
    options = game.options.to_words(table.state.options, table.num_players)
    if options != usual:
        words["options"] = {name: value for name, value in options.items() if value != usual[name]}
    position = table.words(*ENGINE)
    holders = {field.name for field in game.state.holders()}
    for field in game.state:
        values = [world.state[field.name] for world in worlds]
        if field.name in holders:
            seen = _known_of(game, field, values, table.num_players)
            if field.name != game.rest or re.sub(r"[\d?\s]", "", str(seen)):
                position[field.name] = seen
        elif all(value.tobytes() == values[0].tobytes() for value in map(np.asarray, values)):
            position[field.name] = field.to_words(values[0], table.num_players)
        elif _remembers_hidden(field):
            position[field.name] = _known_of(game, field, values, table.num_players)
    return words | {
        name: value for name, value in position.items() if name in ("player", "dealer") or value != fresh[name]
    }


def _leaves(words: Any, depth: int, index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Elements of a field's words, with their indices."""
    if depth == 0:
        yield index, words
    elif isinstance(words, (list, tuple)):
        for place, part in enumerate(words):
            yield from _leaves(part, depth - 1, (*index, place))
    else:
        yield index, ()  # the position's own checks explain it


def _codes(pack: Pack, what: str, words: Any) -> Leaf:
    """Cards of one element, -1 for each unknown one."""
    codes: list[int] = []
    for word in words.split() if isinstance(words, str) else (() if words is None else words):
        unknown = UNKNOWN.fullmatch(word) if isinstance(word, str) else None
        if unknown is None:
            try:
                codes += pack.parse_all([word])
            except ValueError as problem:
                raise ValueError(f"{what}: {problem}, or '?' for a card that is not known") from None
        elif len(unknown[1]) > 4 or int(unknown[1] or 1) > MOST:
            raise ValueError(f"{what}: the number before '?' must be at most {MOST}, got {word:.20}")
        else:
            codes += [NO_CARD] * int(unknown[1] or 1)
    return tuple(codes)


def _part(words: Any, place: int) -> Any:
    """Element of a list; None if there is none."""
    return words[place] if isinstance(words, (list, tuple)) and place < len(words) else None


def _deal_unknown(written: _Written, generator: np.random.Generator) -> dict[Spot, int] | None:
    """Card for each unknown place, as `may_lie` allows; None if there is no such deal.

    It is a bipartite matching by augmenting paths (Kuhn, 1955).
    """
    cards = generator.permutation(written.left).tolist()
    matched: dict[int, Spot] = {}  # by the card's number

    def find(spot: Spot, tried: set[int]) -> bool:
        for number, card in enumerate(cards):
            if number not in tried and written.may_lie(spot, card):
                tried.add(number)
                if number not in matched or find(matched[number], tried):
                    matched[number] = spot
                    return True
        return False

    if not written.restricts:
        return dict(zip(written.unknown, cards, strict=False))
    if not all(find(spot, set()) for spot in written.unknown):
        return None
    return {spot: cards[number] for number, spot in matched.items()}


def _remembers_hidden(field: Field) -> bool:
    """Returns whether a field that is no holder may remember hidden cards: one a seat of its hand, or a single one."""
    if isinstance(field, Card):
        return field.shape == ()
    return isinstance(field, Cards) and field.by_seat and len(field.shape) == 1


def _remember(
    written: _Written, cards: Mapping[Spot, int], shift: int, players: int, generator: np.random.Generator
) -> dict[Spot, int]:
    """Cards for remembered places: random ones of the hand so many seats to the left, or of all unknown ones.

    If no place of a pile or a hand is unknown, a single one is any card that is not written.
    """
    chosen: dict[Spot, int] = {}
    for seat in range(players):
        spots = [spot for spot in written.remembered if spot.place == (seat,)]
        place = ("hands", ((seat + shift) % players,))
        hand = [cards.get(Spot(*place, number), card) for number, card in enumerate(written.leaves.get(place, ()))]
        chosen |= dict(zip(spots, generator.permutation(hand).astype(int).tolist(), strict=False))
    single = [spot for spot in written.remembered if spot.place == ()]
    unknown = [card for spot, card in cards.items() if spot.field != written.game.rest] or written.left
    return chosen | dict(zip(single, generator.permutation(unknown).astype(int).tolist(), strict=False))


def _check_known(written: _Written, world: Table) -> None:
    """Check that the seat on turn can know all written cards.

    Raises:
        ValueError: if a card lies elsewhere in another table of the same view; the message names it and its field.
    """
    game = written.game
    for (name, index), leaf in written.leaves.items():
        field, value = game.state.field(name), world.state[name]
        there = _cards_at(field, value[index] if index else value)
        if isinstance(field, Cards):
            lost = game.count([card for card in leaf if card != NO_CARD]) > game.count(there)
            wrong = np.flatnonzero(lost).tolist()
        else:
            wrong = [card for card, other in zip(leaf, there, strict=False) if card not in (NO_CARD, other)]
        if wrong:
            raise ValueError(
                f"{game.name}: position: {name}: {game.cards.words[wrong[0]]} must be '?', as player {world.player} "
                "does not know where it is"
            )


def _cards_at(field: Field, value: Any) -> list[int]:
    """Cards of an element in a record."""
    if isinstance(field, Cards):
        return [card for card, number in enumerate(value) for _ in range(number)]
    return [int(card) for card in (value["cards"][: value["height"]] if isinstance(field, Pile) else [value])]


def _known_of(game: Game, field: Field, values: list[Any], num_players: int) -> Any:
    """Cards of a field in words, with ``?`` for those that are not the same in all worlds."""

    def known(parts: list[Any], depth: int) -> Any:
        if depth:
            size = num_players if field.by_seat and depth == len(field.shape) else len(parts[0])
            return [known([part[place] for part in parts], depth - 1) for place in range(size)]
        cards = [_cards_at(field, part) for part in parts]
        if isinstance(field, Cards):
            same = np.min([game.count(those) for those in cards], axis=0)
            codes = np.repeat(np.arange(len(same)), same).tolist()
            codes += [NO_CARD] * (len(cards[0]) - len(codes))
        else:
            codes = [those[0] if len(set(those)) == 1 else NO_CARD for those in zip(*cards, strict=False)]
        if isinstance(field, Card):
            return None if not codes or cards[0][0] == NO_CARD else _spell(game.cards, codes)
        return _spell(game.cards, codes)

    return known(values, len(field.shape))


def _spell(pack: Pack, codes: list[int]) -> str:
    """Cards in words, with ``13?`` for thirteen unknown ones."""
    words = []
    for is_unknown, run in groupby(codes, lambda code: code == NO_CARD):
        cards = list(run)
        words += [f"{len(cards)}?" if len(cards) > 1 else "?"] if is_unknown else [pack.words[card] for card in cards]
    return " ".join(words)
