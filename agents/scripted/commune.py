"""Scripted agents of Commune: simple rules, and random deals of the unseen cards.

The expert's sets of cards are counts of natural cards by rank, the 2 first and the ace last, with the wild cards behind
them. For each suit there is also a number with a bit for each rank.
"""

import math

import numpy as np

from cardzoo.envs.engine import CARDS, CARDS_AND_JOKERS, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import TWO, rank_ace_high, suit_of
from cardzoo.envs.families.ranks import COUNT
from cardzoo.envs.games.commune import (
    CALL,
    DECLARATIONS,
    KINDS,
    MOST_CARDS,
    NOTHING,
    POKER_HAND,
    SEATS,
    Kind,
    hand_size,
    lacking,
    redeal_hidden,
)

CARDS_FOR_ONE = 5  # cards of others that the novice requires for each card that it lacks

SIMULATED_CARDS = 300  # approximate number of dealt cards for a decision of the expert
LEAST_WORLDS = 24
MOST_WORLDS = 50
CANDIDATES = 6  # declarations that it evaluates fully
HELPFUL = 0.18  # approximate share of cards that help a declaration
BLUFFS = 0.02  # added to a player's belief: the chance of a bluff
MOST_DEALS = 50  # attempts to guess a deal that fits
CALLED_BELOW = 0.4  # a declaration less likely than this is probably called
STEEPNESS = 8.0
WORST = -9.0

WILD = RANKS  # the place of the wild cards in a count
FIVE_IN_A_ROW = (1 << POKER_HAND) - 1
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
MOST_IN_HANDS = PLAYERS * MOST_CARDS
SET_SIZE = RANKS + 1
LACKING = POKER_HAND + 1  # possible numbers of lacking cards
STARTS = np.searchsorted(KINDS, list(Kind)).tolist()  # the first declaration of each kind
HIGH_CARDS, PAIRS, TWO_PAIRS, THREES, STRAIGHTS, FLUSHES, FULL_HOUSES, FOURS, STRAIGHT_FLUSHES, FIVES = STARTS


@rule
def novice(view, mask, generator):
    """Believes a declaration if the others hold at least five cards for each card that its own hand lacks.

    It makes the lowest higher declaration that it believes. It calls if it does not believe the last one, or any higher
    one.
    """
    trusted = (view.hand_sizes.sum() - view.hand_sizes[0]) // CARDS_FOR_ONE
    if mask[CALL] and view.lacking > trusted:
        return CALL
    for declaration in range(DECLARATIONS):
        if mask[declaration] and lacking(view.hand, declaration) <= trusted:
            return declaration
    return CALL


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, and evaluates each declaration in these worlds.

    - A world has less weight if the players' hands in it do not support their declarations.
    - A call has its mean result. The own token counts 1; another player's token counts 1, shared by all who may gain by
      it.
    - A declaration has the opposite result, times the chance that the next player calls. The more of its cards are in
      that player's hand, the more the player believes it. So the expert prefers true declarations that are not
      believed, and otherwise declarations that are believed.
    - It evaluates the most promising declarations, assuming first that the next player knows none of the cards.

    A decision takes some 60 microseconds.
    """
    cards = view.hand_sizes.sum()
    number = min(max(SIMULATED_CARDS // cards, LEAST_WORLDS), MOST_WORLDS)
    worlds = arrays.zeros((MOST_WORLDS, MOST_IN_HANDS), np.int16)[:number, :cards]
    weights = arrays.zeros(MOST_WORLDS, np.float64)[:number]
    present = arrays.zeros(DECLARATIONS, np.int64)
    chances, hopes = arrays.zeros(DECLARATIONS, np.float64), arrays.zeros(DECLARATIONS, np.float64)
    said = arrays.zeros(PLAYERS, np.int64)
    hopes[:], said[:] = WORST, NOTHING
    find_latest(view, said)
    imagine(view, said, worlds, weights, generator)
    gain = 1 / max(count_others(view), 1)
    find_present(view, worlds, weights, present, chances)
    find_hopes(mask, gain, worlds, weights, chances, hopes)
    best, best_worth = CALL, WORST
    if mask[CALL]:
        best_worth = gain - (1 + gain) * chances[arrays.largest(said)]
    for _ in range(CANDIDATES):
        declaration = int(hopes.argmax())
        if hopes[declaration] > WORST:
            hopes[declaration] = WORST
            worth = weigh(view, declaration, worlds, weights, present, gain)
            if worth > best_worth:
                best, best_worth = declaration, worth
    return best


@rule
def count_others(view):
    """The number of other players still in."""
    others = 0
    for seat in range(1, SEATS):
        others += view.tokens[seat] > 0
    return others


@rule
def find_latest(view, said):
    """The latest declaration of each seat, from the last one back to the right."""
    seat = 0
    for declaration in range(DECLARATIONS - 1, -1, -1):
        if view.declared[declaration]:
            seat = (seat - 1) % SEATS
            while view.tokens[seat] == 0:
                seat = (seat - 1) % SEATS
            if said[seat] == NOTHING:
                said[seat] = declaration


@rule
def imagine(view, said, worlds, weights, generator):
    """Deal the unseen cards: to the other seats in turn, and then as many as in the own hand.

    The weights are the likelihoods of the declarations in the worlds.
    """
    unseen, left = arrays.zeros(CARDS_AND_JOKERS, np.int64), 0
    for card in range(CARDS_AND_JOKERS):
        if not view.hand[card]:
            unseen[left] = card
            left += 1
    hand = arrays.zeros(CARDS_AND_JOKERS, np.int64)
    cards = worlds.shape[1]
    for world in range(len(worlds)):
        for place in range(cards):
            other = place + rng.below(generator, left - place)
            unseen[place], unseen[other] = unseen[other], unseen[place]
            worlds[world, place] = unseen[place]
        weights[world], first = 1.0, 0
        for seat in range(1, SEATS):
            size = view.hand_sizes[seat]
            if said[seat] != NOTHING:
                lacks = lacks_in_world(worlds, world, first, size, said[seat], hand)
                weights[world] *= BLUFFS + belief(lacks, cards - size)
            first += size
    total = weights.sum()
    for world in range(len(worlds)):
        weights[world] /= total


@rule
def lacks_in_world(worlds, world, first, size, declaration, hand):
    """The number of cards that a hand in a world lacks for a declaration."""
    for place in range(first, first + size):
        hand[worlds[world, place]] = 1
    lacks = lacking(hand, declaration)
    for place in range(first, first + size):
        hand[worlds[world, place]] = 0
    return lacks


@rule
def belief(lacks, cards):
    """The belief in a declaration of a player who lacks some cards for it, by the number of the others' cards.

    Helpful cards among the others' follow a Poisson distribution.
    """
    expected = HELPFUL * cards
    term, believed = math.exp(-expected), 1.0
    for number in range(lacks):
        believed -= term
        term *= expected / (number + 1)
    return max(believed, 0.0)


@rule
def chance_of_call(believed):
    """The chance of a call by a player with this belief in a declaration."""
    return 1 / (1 + math.exp(STEEPNESS * (believed - CALLED_BELOW)))


@rule
def find_present(view, worlds, weights, present, chances):
    """The worlds in which each declaration is true, as bits, and its probability."""
    own, own_suits = arrays.zeros(SET_SIZE, np.int64), arrays.zeros(SUITS, np.int64)
    counts, suits = arrays.zeros(SET_SIZE, np.int64), arrays.zeros(SUITS, np.int64)
    found = arrays.zeros(DECLARATIONS, np.int8)
    for card in range(CARDS_AND_JOKERS):
        if view.hand[card]:
            add(card, own, own_suits)
    for world in range(len(worlds)):
        arrays.copy(own, counts)
        arrays.copy(own_suits, suits)
        found[:] = 0
        for place in range(worlds.shape[1] - view.hand_sizes[0]):
            add(worlds[world, place], counts, suits)
        find(counts, suits, found)
        for declaration in range(DECLARATIONS):
            present[declaration] |= np.int64(found[declaration]) << world
            chances[declaration] += weights[world] * found[declaration]


@rule
def find_hopes(mask, gain, worlds, weights, chances, hopes):
    """The worth of each legal declaration if the next player knows none of the cards."""
    counts, suits = arrays.zeros(SET_SIZE, np.int64), arrays.zeros(SUITS, np.int64)
    found, rumours = arrays.zeros(DECLARATIONS, np.int8), arrays.zeros(DECLARATIONS, np.float64)
    for world in range(len(worlds)):
        counts[:] = 0
        suits[:] = 0
        found[:] = 0
        for place in range(worlds.shape[1]):
            add(worlds[world, place], counts, suits)
        find(counts, suits, found)
        for declaration in range(DECLARATIONS):
            rumours[declaration] += weights[world] * found[declaration]
    for declaration in range(DECLARATIONS):
        if mask[declaration]:
            called = chance_of_call(rumours[declaration])
            hopes[declaration] = called * worth_if_called(chances[declaration], gain)


@rule
def worth_if_called(chance, gain):
    """The declarer's result of a call: another player's token if the declaration is true, or else the loss of one."""
    return (1 + gain) * chance - 1


@rule
def weigh(view, declaration, worlds, weights, present, gain):
    """The worth of a declaration if the next player decides by the hand of each world."""
    size = 0
    for seat in range(SEATS - 1, 0, -1):
        if view.hand_sizes[seat] > 0:
            size = view.hand_sizes[seat]
    called = arrays.zeros(LACKING, np.float64)
    for lacks in range(LACKING):
        called[lacks] = chance_of_call(belief(lacks, worlds.shape[1] - size))
    worth, hand = 0.0, arrays.zeros(CARDS_AND_JOKERS, np.int64)
    for world in range(len(worlds)):
        lacks = lacks_in_world(worlds, world, 0, size, declaration, hand)
        worth += weights[world] * called[lacks] * (gain if present[declaration] >> world & 1 else -1)
    return worth


@rule
def add(card, counts, suits):
    """Add a card to a set of cards."""
    if card >= CARDS or card % RANKS == TWO:
        counts[WILD] += 1
    else:
        rank = rank_ace_high(card) - 1
        counts[rank] += 1
        suits[suit_of(card)] |= 1 << rank


@rule
def find(counts, suits, found):
    """Mark all declarations that a set of cards makes."""
    wild, ranks = counts[WILD], 0
    for rank in range(RANKS):
        number = counts[rank] + wild
        ranks |= (counts[rank] > 0) << rank
        if number >= 1:
            found[HIGH_CARDS + rank] = 1
        if number >= 2:
            found[PAIRS + rank] = 1
            find_two_pairs(counts, rank, found)
        if number >= 3:
            found[THREES + rank] = 1
            find_full_houses(counts, rank, found)
        if number >= 4:
            found[FOURS + rank] = 1
        if number >= 5:
            found[FIVES + rank] = 1
    find_straights(ranks, wild, STRAIGHTS, found)
    for suit in range(SUITS):
        if COUNT[suits[suit]] + wild >= POKER_HAND:
            find_straights(suits[suit], wild, STRAIGHT_FLUSHES, found)
            find_flushes(suits[suit], wild, found)


@rule
def find_two_pairs(counts, high, found):
    """Two pairs with this higher rank."""
    left = counts[WILD] - max(2 - counts[high], 0)
    start = TWO_PAIRS + high * (high - 1) // 2
    for low in range(high):
        if counts[low] + left >= 2:
            found[start + low] = 1


@rule
def find_full_houses(counts, three, found):
    """Full houses with three cards of this rank."""
    left = counts[WILD] - max(3 - counts[three], 0)
    start = FULL_HOUSES + three * (RANKS - 1)
    for pair in range(RANKS):
        if pair != three and counts[pair] + left >= 2:
            found[start + pair - (pair > three)] = 1


@rule
def find_straights(ranks, wild, start, found):
    """Straights of these ranks, from the lowest one, with the ace below the 2."""
    ranks = ranks << 1 | ranks >> (RANKS - 1)
    for low in range(RANKS + 2 - POKER_HAND):
        if COUNT[ranks >> low & FIVE_IN_A_ROW] + wild >= POKER_HAND:
            found[start + low] = 1


@rule
def find_flushes(ranks, wild, found):
    """Flushes of the cards of a suit: a top card and four lower ones."""
    for top in range(POKER_HAND, RANKS):
        lower = min(COUNT[ranks & ((1 << top) - 1)], POKER_HAND - 1)
        if lower + (ranks >> top & 1) + wild >= POKER_HAND:
            found[FLUSHES + top - POKER_HAND] = 1


@rule
def guess(state, player, blank_view, views):
    """Deal the unseen cards again until the hands fit their players' declarations."""
    for _ in range(MOST_DEALS):
        if rng.uniform(state) < fit(state, player):
            return
        redeal_hidden(state, player)


@rule
def fit(state, player):
    """The likelihood of the others' declarations with these hands."""
    cards = 0
    for seat in range(state.num_players):
        cards += hand_size(state, seat)
    likely = 1.0
    for seat in range(state.num_players):
        declaration = state.declarations[seat]
        if seat != player and declaration != NOTHING:
            lacks = lacking(state.hands[seat], declaration)
            likely *= (BLUFFS + belief(lacks, cards - hand_size(state, seat))) / (1 + BLUFFS)
    return likely


AGENTS = {"novice": novice, "expert": expert}
GUESS = guess
