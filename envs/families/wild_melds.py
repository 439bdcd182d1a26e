"""Sequences and sets with wild cards among them, and the search for those that some cards can fill.

A meld is a number, its place in `MELD_WORDS`, and stands for these cards. It holds at least one natural card. In a
sequence the ace is next to the 2 or to the king. All jokers are one card, 52, and wild. A negative card makes the cards
of its rank in the two suits of the other colour wild too, unless it is a joker itself.

Kinds of cards are one number of 52 bits, as `melds.to_bits` makes them. A supply, from which a meld can be filled, is
three numbers: the natural cards and the wild cards that may be used as themselves, both as kinds, and how many wild
cards there are, these included.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import CLUBS, DIAMONDS, HEARTS, RANK_WORDS, SPADES, SUIT_WORDS, card_words
from cardzoo.envs.families import melds
from cardzoo.envs.families.ranks import SUIT

JOKER = CARDS
CODES = CARDS + 1
MOST_WILDS = 8  # in two packs: four jokers, and two cards in each of two suits

_BLACK, _RED = (CLUBS, SPADES), (DIAMONDS, HEARTS)
WILD_CARDS = np.array(
    [
        [JOKER, *(RANKS * suit + card % RANKS for suit in (_BLACK if card // RANKS in _RED else _RED))]
        for card in range(CARDS)
    ]
    + [[JOKER, NO_CARD, NO_CARD]],
    np.int64,
)
"""A joker, and the wild cards of the lower and of the higher suit, by the negative card."""

WILD_BITS = np.array([sum(1 << card for card in cards if card != NO_CARD) for cards in WILD_CARDS.tolist()], np.int64)
"""The same cards as bits."""

# A place is a rank in a sequence: 0 is the ace below the 2, and 13 the ace above the king.
PLACES = RANKS + 1
SMALLEST, LONGEST = 3, 13
_SPANS = [(first, size) for first in range(PLACES - 2) for size in range(SMALLEST, min(LONGEST, PLACES - first) + 1)]
SEQUENCES = [
    [RANKS * suit + place % RANKS for place in range(first, first + size)]
    for suit in range(SUITS)
    for first, size in _SPANS
]
SETS = [list(cards) for cards in melds.sets_of(range(RANKS))]
MELD_WORDS = [card_words(meld) for meld in SEQUENCES + SETS]
MELDS = len(MELD_WORDS)
FIRST_SET = len(SEQUENCES)
MELD_SIZES = np.array([len(meld) for meld in SEQUENCES + SETS], np.int64)
MELD_CARDS = np.array([(meld + [NO_CARD] * LONGEST)[:LONGEST] for meld in SEQUENCES + SETS], np.int64)
MELD_BITS = melds.bits_of(SEQUENCES + SETS)
_SEQUENCES_A_SUIT = len(_SPANS)
_SETS_A_RANK = SUITS + 1
_FIRST_SEQUENCE = np.array([_SPANS.index((first, SMALLEST)) for first in range(PLACES - 2)], np.int64)

GROUPS = [f"sequences of {suit}" for suit in SUIT_WORDS] + [f"sets of {rank}" for rank in RANK_WORDS]
"""Melds of a kind: the sequences of a suit, or the sets of a rank."""

NO_PAIR = -1  # all bits: never held
SEQUENCE_PAIRS = 3
_TRIOS = [set(meld) for meld in SEQUENCES + SETS if len(meld) == SMALLEST]


def _pairs(card: int) -> list[int]:
    pairs = [sorted(trio - {card}) for trio in _TRIOS if card in trio]
    in_sequence = [pair for pair in pairs if pair[0] // RANKS == pair[1] // RANKS]
    in_set = [pair for pair in pairs if pair not in in_sequence]
    bits = [[(1 << one) + (1 << other) for one, other in part] for part in (in_sequence, in_set)]
    return bits[0] + [NO_PAIR] * (SEQUENCE_PAIRS - len(bits[0])) + bits[1]


PAIRS = np.array([_pairs(card) for card in range(CARDS)], np.int64)
"""Pairs that make a meld of three with a card: up to three pairs for a sequence, then three for a set."""

PARTNERS = np.array([np.bitwise_or.reduce(pairs[pairs != NO_PAIR]) for pairs in PAIRS], np.int64)
"""All cards of these pairs."""


@rule
def is_wild(negative, card):
    """Returns whether a card is wild."""
    return WILD_BITS[negative] >> card & 1


@rule
def count_wilds(cards, negative):
    """Number of wild cards."""
    wilds = np.int64(0)
    for wild in WILD_CARDS[negative]:
        if wild != NO_CARD:
            wilds += cards[wild]
    return wilds


@rule
def supply_of(kinds, wilds, negative):
    """The supply of these kinds, with a number of wild cards."""
    return kinds & ~WILD_BITS[negative], kinds & WILD_BITS[negative], wilds


@rule
def natural_supply(kinds):
    """The supply of these kinds, all of them used as themselves."""
    return kinds, np.int64(0), np.int64(0)


@rule
def group_of(meld):
    """The place of a meld's kind in `GROUPS`."""
    if meld < FIRST_SET:
        return meld // _SEQUENCES_A_SUIT
    return SUITS + (meld - FIRST_SET) // _SETS_A_RANK


@rule
def find_melds(supply, most, needed, sets, mask):
    """Mask all melds that can be filled.

    Args:
        supply: the cards that are there.
        most: the most cards that a meld may have.
        needed: a natural card that the meld must hold, as a bit, or 0.
        sets: whether sets are allowed.
        mask: (melds,) int8.
    """
    mask_sequences(supply, most, needed, mask)
    if sets:
        mask_sets(supply, most, needed, mask)


@rule
def mask_sequences(supply, most, needed, mask):
    """Mask the sequences that can be filled; see `find_melds` for the arguments."""
    plain, selves, wilds = supply
    for suit in range(SUITS):
        places = to_places(plain, suit)
        own_places = to_places(selves, suit)
        starts = starts_of_sequences(places, wilds)
        for first in range(PLACES - 2):
            if starts >> first & 1:
                missing = 0
                natural = np.int64(0)
                for place in range(first, min(first + min(LONGEST, most), PLACES)):
                    held = places >> place & 1
                    missing += 1 - held
                    if missing > wilds:
                        break
                    natural |= held | own_places >> place & 1
                    size = place - first + 1
                    if size >= SMALLEST and natural:
                        meld = suit * _SEQUENCES_A_SUIT + _FIRST_SEQUENCE[first] + size - SMALLEST
                        if needed & ~MELD_BITS[meld] == 0:
                            mask[meld] = 1


@rule
def starts_of_sequences(places, wilds):
    """The places from which three can be filled, with a number of wild cards for those that are missing."""
    second, third = places >> 1, places >> 2
    if wilds == 0:
        return places & second & third
    if wilds == 1:
        return places & (second | third) | second & third
    if wilds == 2:
        return places | second | third
    return np.int64(-1)


@rule
def to_places(kinds, suit):
    """A suit's places of sequences: its ranks, and the ace again above the king."""
    ranks = kinds >> RANKS * suit & SUIT
    return ranks | (ranks & 1) << RANKS


@rule
def mask_sets(supply, most, needed, mask):
    """Mask the sets that can be filled; see `find_melds` for the arguments."""
    ranks = ranks_of_sets(supply)
    for rank in range(RANKS):
        if ranks >> rank & 1:
            first = FIRST_SET + _SETS_A_RANK * rank
            for meld in range(first, first + _SETS_A_RANK):
                if can_fill(meld, supply, most, needed):
                    mask[meld] = 1


@rule
def ranks_of_sets(supply):
    """Ranks, 13 bits, of which there may be a set."""
    plain, selves, wilds = supply
    if wilds == 0:
        return melds.set_ranks(plain)
    if wilds > 1:
        return melds.any_suit(plain | selves)
    return melds.any_suit(melds.in_pairs(plain))


@rule
def can_fill(meld, supply, most, needed):
    """Returns whether there are cards for the meld of a number; see `find_melds` for the other arguments."""
    plain, selves, wilds = supply
    cards = MELD_BITS[meld]
    if MELD_SIZES[meld] > most or needed & ~cards or cards & (plain | selves) == 0:
        return False
    missing = cards & ~plain
    while missing and wilds > 0:
        missing &= missing - 1
        wilds -= 1
    return missing == 0


@rule
def has_sequence(kinds):
    """Returns whether there is a sequence of natural cards."""
    starts = np.int64(0)
    for suit in range(SUITS):
        starts |= starts_of_sequences(to_places(kinds, suit), 0)
    return starts != 0


@rule
def makes_sequence(card, kinds):
    """Returns whether the card makes a sequence with natural cards."""
    return card != JOKER and completes(card, kinds, SEQUENCE_PAIRS)


@rule
def may_fit(card, supply):
    """Returns whether a natural card makes a meld with the natural cards and the wild ones."""
    plain, _, wilds = supply
    if wilds == 0:
        return completes(card, plain, PAIRS.shape[1])
    return wilds > 1 or PARTNERS[card] & plain != 0


@rule
def completes(card, kinds, pairs):
    """Returns whether one of the card's first pairs in `PAIRS` is there; ``pairs`` is their number."""
    found = False
    for pair in range(pairs):
        found |= PAIRS[card, pair] & ~kinds == 0
    return found
