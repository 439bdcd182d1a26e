"""Fields of several numbers that are one text in words: a row of cards, or lines such as melds."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from cardzoo.envs.engine.cards import NO_CARD
from cardzoo.envs.engine.fields import Field, Number
from cardzoo.envs.engine.packs import Pack


class Row(Number):
    """Cards in order, as numbers; -1 behind the last. In words one text.

    Args:
        name: the attribute's name.
        most: the most cards.
        codes: number of codes, such as 54 with jokers; None for those of the pack, 52 of the French one.
        doc: its meaning.
    """

    has_cards = True

    def __init__(self, name: str, most: int, *, codes: int | None = None, doc: str) -> None:
        super().__init__(name, most, low=NO_CARD, high=(codes or self.pack.codes) - 1, default=NO_CARD, doc=doc)
        self._codes = codes

    @override
    def of(self, pack: Pack) -> Field:
        other = super().of(pack)
        if other is not self:
            assert isinstance(other, Row)
            other.high = (self._codes or pack.codes) - 1
        return other

    @override
    def to_words(self, value: Any, num_players: int) -> str:
        return self.pack.text(value[value != NO_CARD].tolist())

    @override
    def from_words(self, words: Any, record: Any) -> None:
        record[self.name] = NO_CARD
        super().from_words(self.pack.parse_all(words), record)


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
