"""Players of Cassino: one who captures what comes first, and one who weighs every play with a count of the cards.

Sets of cards are numbers with a bit for each card, sets of builds are numbers with a bit for each slot.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import SPADES, TEN, rank_of
from cardzoo.envs.families import fishing, melds
from cardzoo.envs.games.cassino import (
    BUILD,
    CAPTURE,
    COMMIT,
    HAND_SIZE,
    SELECT,
    SELECT_BUILD,
    SLOTS,
    TEN_OF_DIAMONDS,
    TEN_OF_DIAMONDS_POINTS,
    TRAIL,
    TWO_OF_SPADES,
    Phase,
)

ONE = np.int64(1)
NOTHING = np.int64(0)
MOST_CHOSEN_FROM = 9  # numerals of the table that the expert thinks of; there are hardly ever more
WORST = -1e9

# Points, found by trying on some thousand duplicate deals against the novice.
CARD_WORTH = 0.2  # what a card captured brings towards most cards
SPADE_WORTH = 0.15  # and a spade towards most spades
COMES_BACK = 0.3  # the share of a card's worth that a card of its rank in the hand keeps
BUILT = 0.9  # the share of their worth that cards in a build bring if the other player cannot take it

WORTH = np.full(CARDS, CARD_WORTH)
WORTH[SPADES * RANKS :] += SPADE_WORTH
WORTH[[RANKS * suit for suit in range(SUITS)]] += 1
WORTH[TEN_OF_DIAMONDS] += TEN_OF_DIAMONDS_POINTS
WORTH[TWO_OF_SPADES] += 1


@rule
def novice(view, mask, generator):
    """Captures if it can, with its highest card that does, taking what is offered first; never builds; trails low."""
    if view.phase == Phase.PLAY:
        return novice_card(view, mask)
    if mask[CAPTURE]:
        return CAPTURE
    for action in range(TRAIL, len(mask)):
        if mask[action]:
            return action
    return COMMIT


@rule
def novice_card(view, mask):
    """The card that the novice plays."""
    sums = fishing.sums_of(view.table)
    best, best_score = NO_CARD, -2 * RANKS
    for card in range(CARDS):
        if mask[card]:
            score = rank_of(card) if captures(view, card, sums) else -1 - rank_of(card)
            if score > best_score:
                best, best_score = card, score
    return best


@rule
def captures(view, card, sums):
    """Whether the card captures anything."""
    value = fishing.CARD_VALUES[card]
    if value == 0:
        return fishing.count_rank(view.table, rank_of(card)) > 0
    return sums >> value & 1 > 0 or slots_of(view, value, False) > 0


@rule
def slots_of(view, value, only_single):
    """The builds of a value, as bits."""
    bits = NOTHING
    for slot in range(SLOTS):
        if view.values[slot] == value and not (only_single and view.multiple[slot]):
            bits |= ONE << slot
    return bits


@rule
def expert(view, mask, generator):
    """Weighs every play: what it brings, and what the other player may make of the table that it leaves.

    - It looks at each card of the hand: trailed, capturing each choice of sets with all builds of the value, and bound
      with each choice of sets to each value that it may build, with or without builds.
    - A capture brings the points of its cards, and something for each card and each spade towards most of them.
    - A build brings a share of that, if the other player does not hold a card of its value, by the cards not yet seen
      and by what all know of the hand. A build that is left to the other player costs the same.
    - Against a play counts the chance that the other player captures the cards that it leaves, by their rank; in favour
      what cards in the own hand will capture.
    """
    unseen, unseen_cards = count_unseen(view)
    best, best_score = NO_CARD, WORST
    for card in range(CARDS):
        if view.card == card or (view.phase == Phase.PLAY and mask[card]):
            action, score = best_with(view, card, unseen, unseen_cards)
            if score > best_score:
                best, best_score = card if view.phase == Phase.PLAY else action, score
    if best != NO_CARD and mask[best]:
        return best
    for action in range(len(mask)):
        if mask[action]:
            return action
    return COMMIT


@rule
def count_unseen(view):
    """How many cards of each rank are in the other hand or in the stock, four bits each, and how many in all."""
    unseen, number = NOTHING, 0
    for card in range(CARDS):
        seen = view.hand[card] + view.table[card] + view.captured[0, card] + view.captured[1, card]
        for slot in range(SLOTS):
            seen += view.builds[slot, card]
        if seen == 0 and view.card != card:
            unseen += ONE << 4 * rank_of(card)
            number += 1
    return unseen, number


@rule
def chance(view, rank, unseen, unseen_cards):
    """How likely the other player holds a card of the rank in the next turn."""
    if rank <= TEN and view.known[1, rank]:
        return 1.0
    held = view.hand_sizes[1]
    if held == 0 and view.stock_size > 0:
        held = HAND_SIZE
    none = 1.0
    for place in range(unseen >> 4 * rank & 15):
        none *= max(0, unseen_cards - held - place) / (unseen_cards - place)
    return 1 - none


@rule
def best_with(view, card, unseen, unseen_cards):
    """The next action of the best play of a card, and what that play is worth."""
    value = fishing.CARD_VALUES[card]
    best, best_score = COMMIT, WORST
    table = melds.to_bits(view.table)
    taken = to_slots(view)
    if view.phase != Phase.SELECT and view.own.sum() == 0:
        score = weigh(view, table | ONE << card, card, 0, NOTHING, 0.0, unseen, unseen_cards)
        best, best_score = TRAIL, score
    if value == 0:
        for other in range(rank_of(card), CARDS, RANKS):
            if view.table[other] and (view.selected.sum() == 0 or view.selected[other]):
                bit = ONE << other
                score = (
                    WORTH[card] + WORTH[other] + weigh(view, table & ~bit, card, 0, NOTHING, 0.0, unseen, unseen_cards)
                )
                if score > best_score:
                    best, best_score = next_choice(view, CAPTURE, bit, NOTHING), score
        return best, best_score
    codes, number = choosable(view)
    before, possible = chosen_places(view, codes, number, taken)
    for choice in range(ONE << number):
        if choice & before != before or choice & ~possible:
            continue
        bits, counts, total, worth = NOTHING, NOTHING, NOTHING, WORTH[card]
        for place in range(number):
            if choice >> place & 1:
                chosen = codes >> 6 * place & 63
                bits |= ONE << chosen
                counts += fishing.UNITS[chosen]
                total += fishing.CARD_VALUES[chosen]
                worth += WORTH[chosen]
        left = table & ~bits
        if (view.phase != Phase.SELECT or view.aim == 0) and total % value == 0:
            slots = open_slots(slots_of(view, value, False), taken)
            if (bits or slots) and taken & ~slots == 0 and fishing.can_cover(value, counts, NOTHING):
                score = worth + worth_of(view, slots)
                score += weigh(view, left, card, 0, slots, 0.0, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = next_choice(view, CAPTURE, bits, slots), score
        for aim in range(value, fishing.VALUES + 1):
            if (view.phase == Phase.SELECT and aim != view.aim) or not keeps(view, card, aim):
                continue
            equal = open_slots(slots_of(view, aim, False), taken)
            raised = raised_slot(view, aim - value, taken)
            for way in range(4):  # with the other builds of the value or without them, raising a build or not
                slots = (equal if way & 1 else NOTHING) | (raised if way & 2 else NOTHING)
                played = NOTHING if way & 2 else fishing.UNITS[card]
                if (
                    (bits or slots)
                    and not (way & 1 and equal == 0)
                    and not (way & 2 and raised == 0)
                    and taken & ~slots == 0
                    and (total + (0 if way & 2 else value)) % aim == 0
                    and fishing.can_cover(aim, counts + played, NOTHING)
                ):
                    bound = worth + worth_of(view, slots)
                    score = weigh(view, left, card, aim, slots, bound, unseen, unseen_cards)
                    if score > best_score:
                        best, best_score = next_choice(view, BUILD + aim, bits, slots), score
    return best, best_score


@rule
def to_slots(view):
    """The builds that are chosen, as bits."""
    bits = NOTHING
    for slot in range(SLOTS):
        bits |= np.int64(view.taken[slot]) << slot
    return bits


@rule
def choosable(view):
    """The first numerals of the table, and all that are chosen already, as codes of six bits each, and their number."""
    codes, number = NOTHING, 0
    for chosen in (1, 0):
        for card in range(CARDS):
            wanted = view.table[card] > 0 and view.selected[card] == chosen and fishing.CARD_VALUES[card] > 0
            if wanted and number < MOST_CHOSEN_FROM:
                codes |= np.int64(card) << 6 * number
                number += 1
    return codes, number


@rule
def chosen_places(view, codes, number, taken):
    """Which of these cards are chosen, and which can be in the end, as bits of their places."""
    before, possible, last = 0, 0, -1
    for card in range(CARDS):
        if view.selected[card]:
            last = card
    for place in range(number):
        card = codes >> 6 * place & 63
        if view.selected[card]:
            before |= 1 << place
        if view.selected[card] or (card > last and taken == 0):
            possible |= 1 << place
    return before, possible


@rule
def open_slots(slots, taken):
    """Those of the builds that are chosen or can still be."""
    for slot in range(SLOTS):
        if taken >> slot & 1 == 0 and taken >> slot > 0:
            slots &= ~(ONE << slot)
    return slots


@rule
def raised_slot(view, value, taken):
    """A single build of the value that the player may raise; the one that is chosen, if any is."""
    if value == 0:
        return NOTHING
    slots = open_slots(slots_of(view, value, True), taken)
    chosen = slots & taken
    return chosen if chosen else slots & -slots


@rule
def keeps(view, card, value):
    """Whether a card of the value is in the hand when the card has been played."""
    same = view.card == NO_CARD and fishing.CARD_VALUES[card] == value
    return fishing.count_rank(view.hand, value - 1) > same


@rule
def worth_of(view, slots):
    """What the cards of these builds are worth."""
    worth = 0.0
    for slot in range(SLOTS):
        if slots >> slot & 1:
            for card in range(CARDS):
                if view.builds[slot, card]:
                    worth += WORTH[card]
    return worth


@rule
def next_choice(view, mode, bits, slots):
    """The next action of a turn that chooses these loose cards and builds."""
    if view.phase != Phase.SELECT:
        return mode
    for card in range(CARDS):
        if bits >> card & 1 and not view.selected[card]:
            return SELECT + card
    for slot in range(SLOTS):
        if slots >> slot & 1 and not view.taken[slot]:
            return SELECT_BUILD + slot
    return COMMIT


@rule
def weigh(view, left, card, aim, slots, bound, unseen, unseen_cards):
    """What the table is worth that a play leaves.

    Args:
        view: the seat's view.
        left: loose cards on the table after it, as bits.
        card: the card played.
        aim: the value that it builds, or 0.
        slots: the builds that it takes, as bits.
        bound: what the cards are worth that it builds.
        unseen: how many cards of each rank are not seen, as `count_unseen` gives it.
        unseen_cards: how many in all.
    """
    score = 0.0
    if aim > 0:
        score += build_worth(view, aim, bound, True, unseen, unseen_cards)
    for slot in range(SLOTS):
        value = view.values[slot]
        if value > 0 and not slots >> slot & 1:
            kept = keeps(view, card, value)
            if view.own[slot] and not kept:
                return WORST  # not allowed
            score += build_worth(view, value, worth_of(view, ONE << slot), kept, unseen, unseen_cards)
    for other in range(CARDS):
        if left >> other & 1:
            rank = rank_of(other)
            lost = chance(view, rank, unseen, unseen_cards)
            score -= WORTH[other] * lost
            if fishing.count_rank(view.hand, rank) > (view.card == NO_CARD and rank == rank_of(card)):
                score += WORTH[other] * COMES_BACK * (1 - lost)
    return score


@rule
def build_worth(view, value, worth, kept, unseen, unseen_cards):
    """What a build on the table is worth to a player who has kept a card for it, or has not."""
    lost = chance(view, value - 1, unseen, unseen_cards)
    return worth * ((BUILT * (1 - lost) if kept else 0.0) - lost)


AGENTS = {"novice": novice, "expert": expert}
