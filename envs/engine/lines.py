"""Fields of several numbers that are one text in words: a row of cards, or lines such as melds."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from cardzoo.envs.engine.cards import CARDS, NO_CARD, card_words, parse_cards
from cardzoo.envs.engine.fields import Number


class Row(Number):
    """Cards in order, as numbers; -1 behind the last. In words one text.

    Args:
        name: the attribute's name.
        most: the most cards.
        codes: 52, or 54 with jokers.
        doc: its meaning.
    """

    def __init__(self, name: str, most: int, *, codes: int = CARDS, doc: str) -> None:
        super().__init__(name, most, low=NO_CARD, high=codes - 1, default=NO_CARD, doc=doc)

    @override
    def to_words(self, value: Any, num_players: int) -> str:
        return card_words(value[value != NO_CARD].tolist())

    @override
    def from_words(self, words: Any, record: Any) -> None:
        record[self.name] = NO_CARD
        super().from_words(parse_cards(words), record)


class Lines(Number):
    """Lines of numbers; the first number of an empty one is -1. In words one text for each line that is not empty.

    Args:
        name: the attribute's name.
        *shape: the most lines, and the numbers of a line.
        high: greatest number.
        doc: its meaning.
    """

    example: str
    """A line in words."""

    def __init__(self, name: str, *shape: int, high: int, doc: str) -> None:
        super().__init__(name, *shape, low=NO_CARD, high=high, default=NO_CARD, doc=doc)

    @override
    def to_words(self, value: Any, num_players: int) -> Any:
        return [self.line_to_words(*line) for line in value.tolist() if line[0] >= 0]

    @override
    def from_words(self, words: Any, record: Any) -> None:
        record[self.name] = NO_CARD
        super().from_words([*map(self.read_line, words)] if isinstance(words, list) else words, record)

    def read_line(self, words: Any) -> Any:
        """The numbers of one line; a value that is no text stays as it is.

        Raises:
            ValueError: if the text is no line.
        """
        try:
            return self.line_from_words(words) if isinstance(words, str) else words
        except ValueError:
            raise ValueError(f"{self.name}: {words!r} is not allowed; write such as {self.example!r}") from None

    def line_to_words(self, *numbers: int) -> str:
        """One line."""
        raise NotImplementedError

    def line_from_words(self, words: str) -> Sequence[int]:
        """The numbers of one line."""
        raise NotImplementedError
