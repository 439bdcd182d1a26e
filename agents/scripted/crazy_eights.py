"""Scripted agents of Crazy Eights."""

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.engine.cards import ACE, EIGHT, QUEEN, RANKS, SUITS, TWO, rank_of, suit_of
from cardzoo.envs.games.crazy_eights import DRAW, NAME, PASS

OWN_SUIT = 10  # worth of each card of the suit that is left in the hand
OWN_RANK = 6  # the same of the rank, in other suits
UNSEEN = 1  # cost of each card of the suit that others may hold
LACKED = 8  # worth of a suit on which the next player has drawn
LACKED_LATER = 2  # the same of each other player
ACTS = 4  # worth of a card that skips, reverses or makes the next player draw
HITS = 20  # the same, if the next player has one card
EIGHT_COST = 100
LEAST = -10_000


@rule
def novice(view, mask, generator):
    """Plays the first fitting card, an eight last; names the suit of which it has most; draws only if nothing fits."""
    if mask[NAME]:
        return NAME + longest_suit(view.hand)
    eight = DRAW if mask[DRAW] else PASS
    for card in range(DRAW):
        if mask[card]:
            if rank_of(card) != EIGHT:
                return card
            eight = card
    return eight


@rule
def longest_suit(hand):
    """The suit with most cards, without eights."""
    best = 0
    for suit in range(1, SUITS):
        if length(hand, suit) > length(hand, best):
            best = suit
    return best


@rule
def length(hand, suit):
    """Number of cards of a suit, without eights."""
    return arrays.total(hand[RANKS * suit : RANKS * (suit + 1)]) - hand[RANKS * suit + EIGHT]


@rule
def expert(view, mask, generator):
    """Plays the card after which its hand fits best, eights last; draws only if nothing fits.

    - It leaves the suit of which it has most cards left, and of which the others may hold fewest: it counts the unseen.
    - Of equal cards it plays one with a rank that it has in other suits too.
    - It prefers suits on which others have drawn, above all the next player.
    - Special cards come first, above all if the next player has one card.
    """
    best, most = DRAW if mask[DRAW] else PASS, LEAST
    for action in range(len(mask)):
        if mask[action] and action not in (DRAW, PASS):
            worth = worth_of_suit(view, action - NAME) if action >= NAME else worth_of_card(view, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def worth_of_card(view, card):
    """Worth of playing a card."""
    rank = rank_of(card)
    if rank == EIGHT:
        return -EIGHT_COST
    worth = worth_of_suit(view, suit_of(card)) - OWN_SUIT
    for suit in range(SUITS):
        worth += OWN_RANK * view.hand[RANKS * suit + rank]
    if view.special and rank in (ACE, TWO, QUEEN):
        worth += HITS if view.hand_sizes[next_chair(view)] == 1 else ACTS
    return worth


@rule
def worth_of_suit(view, suit):
    """Worth of a suit to follow."""
    worth = OWN_SUIT * length(view.hand, suit) - UNSEEN * unseen(view, suit)
    following = next_chair(view)
    for chair in range(1, len(view.hand_sizes)):
        if view.drew_on[chair, suit]:
            worth += LACKED if chair == following else LACKED_LATER
    return worth


@rule
def unseen(view, suit):
    """Number of cards of a suit, of one pack, that others may hold."""
    number = RANKS - 1 - length(view.hand, suit)
    for place in range(view.discards.height):
        card = view.discards.cards[place]
        number -= suit_of(card) == suit and rank_of(card) != EIGHT
    return number


@rule
def next_chair(view):
    """The chair of the next player in the direction of play."""
    chair = 1
    if view.reversed:
        for place in range(1, len(view.hand_sizes)):
            if view.hand_sizes[place] > 0:
                chair = place
    return chair


AGENTS = {"novice": novice, "expert": expert}
