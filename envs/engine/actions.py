"""Actions of a game: named blocks of consecutive ids, each with its words, cards and places."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cached_property
from typing import TypeAlias

import numpy as np

from cardzoo.envs.engine.cards import FRENCH, SUIT_WORDS
from cardzoo.envs.engine.packs import Pack


class Place:
    """Place on the table, by the field of the game's view that shows it.

    Args:
        field: the field.
        *index: index in the field: a player's chair (0 for oneself), a pile, a card in it. Without it the first of
            the field's places with a card, the own one last.
        words: its name in an action.
    """

    def __init__(self, field: str, *index: int, words: str = "") -> None:
        self.field = field
        self.index = index
        self.words = words


Part: TypeAlias = int | str | Place  # the code of a card; a word; or a place
Object: TypeAlias = Part | Sequence[Part]


def places(field: str, names: Iterable[object], *before: int) -> list[Place]:
    """Places of a field, or of a part of it, from the first one on, with their names or numbers."""
    return [Place(field, *before, place, words=str(name)) for place, name in enumerate(names)]


class Block:
    """Block of consecutive action ids of one kind.

    Args:
        verb: the verb, such as ``"play"``.
        objects: objects of the verb, one id each: a number of cards (their codes in order), or a list of objects. An
            object is the code of a card, a `Place`, a word, or several of these. Without objects the block is the
            single action ``verb``.
        at: the place that the verb itself touches, before the objects.
        among: the fields of the view to which cards belong; without them, cards that belong to no other player.
        names: names of cards, by their codes; None for their words in the game's pack.
        doc: when the actions are legal, for the game's page.

    Attributes:
        touches: codes of cards and places that each action touches, in order.
    """

    pack: Pack = FRENCH
    """Pack of its cards; see `of`."""

    def __init__(
        self,
        verb: str,
        objects: int | Iterable[Object] | None = None,
        *,
        at: Place | None = None,
        among: Sequence[str] = (),
        names: Sequence[str] | Mapping[int, str] | None = None,
        doc: str = "",
    ) -> None:
        self.verb = verb
        self.doc = doc
        self.among = among
        listed = [()] if objects is None else range(objects) if isinstance(objects, int) else objects
        self._parts = [_parts_of(thing) for thing in listed]
        self._names = names
        before = () if at is None else (at,)
        self.touches = tuple((*before, *(part for part in some if not isinstance(part, str))) for some in self._parts)

    def __len__(self) -> int:
        return len(self.touches)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Each action in words."""
        names = self.pack.words if self._names is None else self._names
        return tuple(" ".join([self.verb, *(_word_of(part, names) for part in some)]) for some in self._parts)

    def of(self, pack: Pack) -> "Block":
        """Block with the cards of this pack: itself, or a copy."""
        if self.pack is pack:
            return self
        other = copy(self)
        vars(other).pop("words", None)
        other.pack = pack
        return other


def _parts_of(thing: Object) -> list[Part]:
    """Parts of an object, with numbers as Python ints."""
    several = thing if isinstance(thing, Iterable) and not isinstance(thing, str) else [thing]
    return [part if isinstance(part, (str, Place)) else int(part) for part in several]


def _word_of(part: Part, names: Sequence[str] | Mapping[int, str]) -> str:
    if isinstance(part, str):
        return part
    return part.words if isinstance(part, Place) else names[part]


class Actions:
    """Action ids of a game, block after block from 0.

    Args:
        *blocks: the blocks, in the order of their ids.
        pack: the pack of the game's cards.

    Attributes:
        words: each action in words.
        touches: codes of cards and places that each action touches, in order.
        among: the fields to which the cards of each action belong; see `Block`.
    """

    def __init__(self, *blocks: Block, pack: Pack = FRENCH) -> None:
        self.pack = pack
        self.blocks = tuple(block.of(pack) for block in blocks)
        self.words = tuple(word for block in self.blocks for word in block.words)
        self.touches = tuple(touched for block in blocks for touched in block.touches)
        self.among = tuple(block.among for block in blocks for _ in block.words)
        self._ids = {word.casefold(): action for action, word in enumerate(self.words)}
        if len(self._ids) != len(self.words):
            raise ValueError("two actions have the same words; give each block its own verb")

    def __len__(self) -> int:
        return len(self.words)

    def verb(self, action: int) -> str:
        """Verb of the block of an action."""
        for block in self.blocks:
            if action < len(block):
                return block.verb
            action -= len(block)
        raise ValueError(f"action must be 0 to {len(self) - 1}, got {action}")

    def first(self, verb: str) -> int:
        """First id of the block with this verb."""
        start = 0
        for block in self.blocks:
            if block.verb == verb:
                return start
            start += len(block)
        raise ValueError(f"no block of actions is called {verb!r}; there are {', '.join(b.verb for b in self.blocks)}")

    def objects(self, verb: str) -> list[str]:
        """Objects of the block with this verb, in words."""
        return [
            words.removeprefix(verb).strip() for block in self.blocks if block.verb == verb for words in block.words
        ]

    def describe(self, action: int) -> str:
        """Action in words.

        Raises:
            ValueError: if there is no such action.
        """
        if not 0 <= action < len(self):
            raise ValueError(f"an action must be 0 to {len(self) - 1}, got {action}")
        return self.words[action]

    def list_legal(self, mask: np.ndarray, most: int = 8) -> str:
        """Legal actions of a mask in words, for a message: the first few, and the number of the others."""
        legal = [self.words[action] for action in np.flatnonzero(mask)]
        return ", ".join(legal[:most]) + (f" and {len(legal) - most} more" if len(legal) > most else "")

    def parse(self, words: str) -> int:
        """Id of an action in words; case does not matter, and ``7H`` and ``H`` are read as ``7♥`` and ``♥``.

        Raises:
            ValueError: if no action has these words.
        """
        wanted = " ".join(words.split()).casefold()
        action = self._ids.get(wanted)
        if action is None:
            wanted = self._spell_cards(wanted)
            action = self._ids.get(wanted)
        if action is None:
            near = get_close_matches(wanted, self._ids, n=1)
            hint = f"; did you mean {self.words[self._ids[near[0]]]!r}?" if near else ""
            raise ValueError(f"{words!r} is not an action of this game{hint}")
        return action

    def _spell_cards(self, words: str) -> str:
        spelled = []
        for word in words.split():
            try:
                spelled.append(self.pack.words[self.pack.parse(word)].casefold())
            except ValueError:
                spelled.append(SUIT_WORDS["cdhs".index(word)] if word in tuple("cdhs") else word)
        return " ".join(spelled)
