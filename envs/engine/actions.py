"""The actions of a game: named blocks of consecutive ids, each with its words."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from cardzoo.envs.engine.cards import CARD_WORDS, SUIT_WORDS, parse_card


class Block:
    """Consecutive action ids of one kind.

    Args:
        verb: what is done, such as ``"play"``.
        objects: what it is done to, one id each: a number of cards (their codes in order),
            or the words themselves. Without it the block is the single action ``verb``.
        doc: when the actions are legal, for the game's page.
    """

    def __init__(self, verb: str, objects: int | Sequence[str] | None = None, doc: str = "") -> None:
        self.verb = verb
        self.doc = doc
        if objects is None:
            self.words: tuple[str, ...] = (verb,)
        else:
            names = CARD_WORDS[:objects] if isinstance(objects, int) else objects
            self.words = tuple(f"{verb} {name}" for name in names)

    def __len__(self) -> int:
        return len(self.words)


class Actions:
    """All action ids of a game, block after block from 0.

    Args:
        *blocks: the blocks, in the order of their ids.
    """

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self.words = tuple(word for block in blocks for word in block.words)
        self._ids = {word.casefold(): action for action, word in enumerate(self.words)}
        if len(self._ids) != len(self.words):
            raise ValueError("two actions have the same words; give each block its own verb")

    def __len__(self) -> int:
        return len(self.words)

    def first(self, verb: str) -> int:
        """The first id of the block with this verb."""
        start = 0
        for block in self.blocks:
            if block.verb == verb:
                return start
            start += len(block)
        raise ValueError(f"no block of actions is called {verb!r}; there are {', '.join(b.verb for b in self.blocks)}")

    def describe(self, action: int) -> str:
        """An action in words.

        Raises:
            ValueError: if there is no such action.
        """
        if not 0 <= action < len(self):
            raise ValueError(f"{action} is not an action; actions are 0 to {len(self) - 1}")
        return self.words[action]

    def list_legal(self, mask: Iterable[int], most: int = 8) -> str:
        """The legal actions of a mask in words, for a message: the first few, and how many more there are."""
        legal = [word for word, allowed in zip(self.words, mask, strict=True) if allowed]
        return ", ".join(legal[:most]) + (f" and {len(legal) - most} more" if len(legal) > most else "")

    def parse(self, words: str) -> int:
        """The id of an action in words; capitals do not matter, and ``7H`` and ``H`` are read as ``7♥`` and ``♥``.

        Raises:
            ValueError: if no action has these words.
        """
        wanted = " ".join(words.split()).casefold()
        action = self._ids.get(wanted)
        if action is None:
            action = self._ids.get(_spell_cards(wanted))
        if action is None:
            near = get_close_matches(_spell_cards(wanted), self._ids, n=1)
            hint = f"; did you mean {self.words[self._ids[near[0]]]!r}?" if near else ""
            raise ValueError(f"{words!r} is not an action of this game{hint}")
        return action


def _spell_cards(words: str) -> str:
    spelled = []
    for word in words.split():
        try:
            spelled.append(CARD_WORDS[parse_card(word)].casefold())
        except ValueError:
            spelled.append(SUIT_WORDS["cdhs".index(word)] if word in tuple("cdhs") else word)
    return " ".join(spelled)
