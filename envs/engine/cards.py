"""Cards of the French pack: their codes and words. A game may have another pack (`cardzoo.envs.engine.packs`).

A card is one small integer, the same in every game of this pack: ``13 * suit + rank`` with the suits
clubs, diamonds, hearts, spades as 0..3 and the ranks ace, 2, ..., king as 0..12. The ace
has rank 0 whether a game ranks it low or high. The two jokers are 52 and 53.

Words for a card are ``"A♠"``, ``"10♥"``, ``"joker"``; ``"AS"``, ``"TH"`` and ``"10H"`` are read too.
"""

from collections.abc import Iterable

from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.packs import Other, Pack, Rank, Suit

CARDS = 52  # codes of one pack without jokers
CARDS_AND_JOKERS = 54
RANKS = 13
SUITS = 4
NO_CARD = -1

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)

RANK_WORDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_WORDS = ("♣", "♦", "♥", "♠")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
FIGURES = ("jack", "queen", "king")

# Clubs are greenish and diamonds orange, so that all four suits differ and yet are black and red.
FRENCH = Pack(
    suits=(
        Suit("♣", SUIT_NAMES[CLUBS], "#17603b", "club"),
        Suit("♦", SUIT_NAMES[DIAMONDS], "#dd6000", "diamond"),
        Suit("♥", SUIT_NAMES[HEARTS], "#c4122f", "heart"),
        Suit("♠", SUIT_NAMES[SPADES], "#1b2238", "spade"),
    ),
    ranks=(
        Rank("A", "ace", pips=1),
        *(Rank(word, pips=pips) for pips, word in enumerate(RANK_WORDS[1:10], 2)),
        *(Rank(figure[0].upper(), figure, figure=figure) for figure in FIGURES),
    ),
    others=(Other("joker", "red joker", "#c4122f"), Other("joker2", "black joker", "#1b2238")),
    copies=(1,) * CARDS + (0, 0),
    spellings={
        rank + suit: RANKS * s + r
        for s, suits in enumerate(("C♧", "D♢", "H♡", "S♤"))
        for r, word in enumerate(RANK_WORDS)
        for rank in ({word, "T"} if word == "10" else {word})
        for suit in (*suits, SUIT_WORDS[s])
    },
    hint="write a rank and a suit such as 'A♠', '10♥', 'AS' or 'TH'",
)
"""French pack of 52 cards, the default of every game; a game may play with its two jokers, or without some ranks."""
CARD_WORDS = FRENCH.words


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
    """Code of a card of the French pack.

    Args:
        word: such as ``"A♠"``, ``"as"``, ``"10H"``, ``"TH"`` or ``"joker"``.

    Raises:
        ValueError: if the word is no card.
    """
    return FRENCH.parse(word)


def parse_cards(words: str | Iterable[str | int]) -> list[int]:
    """Codes of several cards of the French pack, in order; see `Pack.parse_all`.

    Raises:
        ValueError: if a word is no card or a run goes downwards or across suits.
    """
    return FRENCH.parse_all(words)


def card_words(cards: Iterable[int]) -> str:
    """Cards of the French pack as words between spaces, ``?`` for a hidden card.

    >>> card_words([0, 22])
    'A♣ 10♦'
    """
    return FRENCH.text(cards)
