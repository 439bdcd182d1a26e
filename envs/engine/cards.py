"""Card codes and their words.

A card is one small integer, the same in every game: ``13 * suit + rank`` with the suits
clubs, diamonds, hearts, spades as 0..3 and the ranks ace, 2, ..., king as 0..12. The ace
has rank 0 whether a game ranks it low or high. The two jokers are 52 and 53.

Words for a card are ``"A♠"``, ``"10♥"``, ``"joker"``; ``"AS"``, ``"TH"`` and ``"10H"`` are read too.
"""

from collections.abc import Iterable
from numbers import Integral

from cardzoo.envs.engine.compiling import rule

CARDS = 52  # codes of one pack without jokers
CARDS_AND_JOKERS = 54
RANKS = 13
SUITS = 4
NO_CARD = -1

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)

RANK_WORDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_WORDS = ("♣", "♦", "♥", "♠")
CARD_WORDS = (*(rank + suit for suit in SUIT_WORDS for rank in RANK_WORDS), "joker", "joker2")

_SPELLINGS = {word.upper(): code for code, word in enumerate(CARD_WORDS)}
_SPELLINGS |= {
    rank + suit: RANKS * s + r
    for s, suits in enumerate(("C♧", "D♢", "H♡", "S♤"))
    for r, word in enumerate(RANK_WORDS)
    for rank in ({word, "T"} if word == "10" else {word})
    for suit in (*suits, SUIT_WORDS[s])
}


@rule
def suit_of(card):
    """Suit 0..3 of a card that is not a joker."""
    return card // RANKS


@rule
def rank_of(card):
    """Rank 0..12 of a card that is not a joker, the ace being 0."""
    return card % RANKS


@rule
def rank_ace_high(card):
    """Rank for games in which the ace is above the king: 2 is 1, the king 12, the ace 13."""
    return (card % RANKS + RANKS - 1) % RANKS + 1


@rule
def is_red(card):
    """Returns whether a card that is not a joker is a diamond or a heart."""
    return DIAMONDS <= card // RANKS <= HEARTS


def parse_card(word: str) -> int:
    """Read one card.

    Args:
        word: such as ``"A♠"``, ``"as"``, ``"10H"``, ``"TH"`` or ``"joker"``.

    Returns:
        The card's code, 0..53.

    Raises:
        ValueError: if the word is no card.
    """
    code = _SPELLINGS.get(word.strip().upper())
    if code is None:
        raise ValueError(f"{word!r} is not a card; write a rank and a suit such as 'A♠', '10♥', 'AS' or 'TH'")
    return code


def parse_cards(words: str | Iterable[str | int]) -> list[int]:
    """Read several cards, in order.

    Args:
        words: one string with cards between spaces, or an iterable of words or codes.
            ``"A♠..5♠"`` is a run within a suit, both ends included.

    Returns:
        The cards' codes.

    Raises:
        ValueError: if a word is no card or a run goes downwards or across suits.
    """
    if not isinstance(words, Iterable):
        raise ValueError(f"{words!r} is no list of cards; write them as one text or as a list of words")
    cards: list[int] = []
    for word in words.split() if isinstance(words, str) else words:
        if not isinstance(word, str):
            if not isinstance(word, Integral) or not 0 <= word < CARDS_AND_JOKERS:
                raise ValueError(f"{word!r} is not a card code; codes are 0 to {CARDS_AND_JOKERS - 1}")
            cards.append(int(word))
        elif ".." in word:
            first, last = (parse_card(end) for end in word.split("..", 1))
            if first > last or first // RANKS != last // RANKS:
                raise ValueError(f"{word!r} is not a run; write the lower card first, both of one suit")
            cards.extend(range(first, last + 1))
        else:
            cards.append(parse_card(word))
    return cards


def card_words(cards: Iterable[int]) -> str:
    """Cards as words between spaces, ``?`` for a hidden card.

    >>> card_words([0, 22])
    'A♣ 10♦'
    """
    return " ".join(CARD_WORDS[card] if card >= 0 else "?" for card in cards)
