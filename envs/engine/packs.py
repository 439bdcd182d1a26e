"""Packs: words, suits, ranks, copies and faces of cards.

A card is its code in the game's pack: ``len(ranks) * suit + rank``, then the cards without a suit, such as jokers.
A game declares a pack of its own once, for its state and its actions::

    PACK = Pack(
        suits=(Suit("red", colour="#c4122f", pip="disc"), Suit("blue", colour="#1f4fa3", pip="square")),
        ranks=tuple(Rank(str(number)) for number in range(1, 6)),
        copies=(3, 2, 2, 2, 1) * 2,
        pattern="{suit}-{rank}",
    )
    STATE = State(Pile("stock", len(PACK.cards)), Cards("hands", SEATS), pack=PACK)
    ACTIONS = Actions(Block("play", PACK.codes), pack=PACK)

Fields, encoders, decks, positions, prompts and pictures follow from it. The French pack is the default:
`cardzoo.envs.engine.cards`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral


@dataclass(frozen=True)
class Suit:
    """Suit or colour.

    Attributes:
        word: its part of a card's word, such as ``"♣"`` or ``"red"``.
        name: its name in a sentence, such as ``"clubs"``; empty for the word.
        colour: colour of its faces, such as ``"#c4122f"``.
        pip: its sign: a key of `cardzoo.envs.drawing.shapes.PIPS`, or SVG path data from -1 to 1 in both directions.
    """

    word: str
    name: str = ""
    colour: str = "#1b2238"
    pip: str = "disc"


@dataclass(frozen=True)
class Rank:
    """Rank. Its face shows pips or a figure; without both, its sign on a ground of the suit's colour.

    Attributes:
        word: its part of a card's word, such as ``"10"`` or ``"skip"``.
        name: its name in a sentence, such as ``"ace"``; empty for the word.
        sign: sign in the corners: a key of `cardzoo.envs.drawing.shapes.SIGNS`, or SVG path data of lines, 0.6 wide and
            1 high; empty for the word.
        pips: number of pips in the middle, up to 10.
        figure: half figure in the middle: a key of `cardzoo.envs.drawing.figures.FIGURES`.
    """

    word: str
    name: str = ""
    sign: str = ""
    pips: int = 0
    figure: str = ""


@dataclass(frozen=True)
class Other:
    """Card without a suit, such as a joker.

    Attributes:
        word: its word.
        name: its name in a sentence; empty for the word.
        colour: colour of its face; empty for those of all suits.
        sign: its sign, as for a `Rank`; empty for a star.
    """

    word: str
    name: str = ""
    colour: str = ""
    sign: str = ""


@dataclass(frozen=True, eq=False)
class Pack:
    """Pack of cards.

    Attributes:
        suits: the suits or colours.
        ranks: the ranks, the same in each suit.
        others: the cards without a suit.
        copies: copies of each card, a number for all or one for each code. Cards with 0 copies, such as jokers, are
            played with only in a game whose ``pack`` names them.
        pattern: word of a card by its suit's and rank's words. Words have no spaces, which separate cards in texts.
        spoken: name of a card in a sentence, by the names of its suit and rank.
        spellings: further spellings of cards in capital letters, with their codes.
        hint: end of the error message for a word that is no card.
    """

    suits: tuple[Suit, ...] = ()
    ranks: tuple[Rank, ...] = ()
    others: tuple[Other, ...] = ()
    copies: int | Sequence[int] = 1
    pattern: str = "{rank}{suit}"
    spoken: str = "{rank} of {suit}"
    spellings: Mapping[str, int] = field(default_factory=dict)
    hint: str = ""

    def __post_init__(self) -> None:
        if unfit := [word for word in self.words if len(word.split()) != 1 or "?" in word or ".." in word]:
            raise ValueError(f"a card's word must have no spaces, '?' or '..', got {unfit[0]!r}; change the pattern")
        if len(self._codes) < len(self.words):
            raise ValueError("words of cards must differ, also in lower case; change the pattern")
        if len(self.copies_of) != len(self.words):
            raise ValueError(f"copies must be {len(self.words)} numbers, got {len(self.copies_of)}; give one a card")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Word of each code."""
        of_suits = (self.pattern.format(suit=suit.word, rank=rank.word) for suit in self.suits for rank in self.ranks)
        return (*of_suits, *(other.word for other in self.others))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name of each code in a sentence, such as ``"ace of clubs"``."""
        of_suits = (
            self.spoken.format(suit=suit.name or suit.word, rank=rank.name or rank.word)
            for suit in self.suits
            for rank in self.ranks
        )
        return (*of_suits, *(other.name or other.word for other in self.others))

    @cached_property
    def copies_of(self) -> tuple[int, ...]:
        """Copies of each code."""
        return (self.copies,) * len(self.words) if isinstance(self.copies, int) else tuple(self.copies)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Codes of all cards, each as often as it has copies."""
        return tuple(code for code, copies in enumerate(self.copies_of) for _ in range(copies))

    @cached_property
    def codes(self) -> int:
        """Number of codes up to the last card that has copies."""
        return max(self.cards, default=-1) + 1

    @cached_property
    def suited(self) -> int:
        """Number of codes with a suit and a rank."""
        return len(self.suits) * len(self.ranks)

    @cached_property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of the cards in a plane: suits and ranks, or one row of cards without suits."""
        return (len(self.suits), len(self.ranks)) if self.suited else (1, len(self.words))

    @cached_property
    def most_copies(self) -> int:
        """Most copies of one card."""
        return max(self.copies_of)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {word.upper(): code for code, word in enumerate(self.words)} | dict(self.spellings)

    def parse(self, word: str) -> int:
        """Code of a card's word.

        Raises:
            ValueError: if the word is no card.
        """
        code = self._codes.get(word.strip().upper())
        if code is None:
            hint = self.hint or f"write a card such as {self.words[0]!r} or {self.words[-1]!r}"
            raise ValueError(f"{word!r} is not a card; {hint}")
        return code

    def parse_all(self, words: str | Iterable[str | int]) -> list[int]:
        """Codes of several cards, in order.

        Args:
            words: one string with cards between spaces, or an iterable of words or codes. ``"A♠..5♠"`` is a run within
                a suit, both ends included.

        Raises:
            ValueError: if a word is no card or a run goes downwards or across suits.
        """
        if not isinstance(words, Iterable):
            raise ValueError(f"{words!r} is no list of cards; write them as one text or as a list of words")
        cards: list[int] = []
        for word in words.split() if isinstance(words, str) else words:
            if not isinstance(word, str):
                if not isinstance(word, Integral) or not 0 <= word < len(self.words):
                    raise ValueError(f"{word!r} is not a card code; codes are 0 to {len(self.words) - 1}")
                cards.append(int(word))
            elif ".." in word:
                first, last = (self.parse(end) for end in word.split("..", 1))
                if first > last or last >= self.suited or first // len(self.ranks) != last // len(self.ranks):
                    raise ValueError(f"{word!r} is not a run; write the lower card first, both of one suit")
                cards.extend(range(first, last + 1))
            else:
                cards.append(self.parse(word))
        return cards

    def text(self, cards: Iterable[int]) -> str:
        """Cards as words between spaces, ``?`` for a hidden card."""
        return " ".join(self.words[card] if card >= 0 else "?" for card in cards)
