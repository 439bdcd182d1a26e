"""Scripted agents of Cassino: the first capture, and an evaluation of every play with counted cards.

Sets of cards are numbers with a bit for each card, sets of builds are numbers with a bit for each slot. Code shared
with other fishing games is in `cardzoo.agents.families.fishing`.
"""

import numpy as np

from cardzoo.agents.families.fishing import (
    NOTHING,
    ONE,
    add_loose_worth,
    add_up,
    chance,
    choosable,
    chosen_places,
    count_unseen,
    keeps,
    marked,
    next_choice,
    open_slots,
    raised_slot,
    slots_of,
    worth_of,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import SPADES, rank_of
from cardzoo.envs.families import fishing, melds
from cardzoo.envs.families.fishing import TEN_OF_DIAMONDS, Phase
from cardzoo.envs.games.cassino import (
    BUILD,
    CAPTURE,
    COMMIT,
    HAND_SIZE,
    SELECT,
    SLOTS,
    TEN_OF_DIAMONDS_POINTS,
    TRAIL,
    TWO_OF_SPADES,
)

WORST = -1e9

# Points, tuned over some thousand duplicate deals against the novice.
CARD_WORTH = 0.2  # worth of a captured card towards most cards
SPADE_WORTH = 0.15  # worth of a spade towards most spades
COMES_BACK = 0.3  # share of a card's worth that a card of its rank in the hand keeps
BUILT = 0.9  # share of the worth of cards in a build that the other player cannot take

WORTH = np.full(CARDS, CARD_WORTH)
WORTH[SPADES * RANKS :] += SPADE_WORTH
WORTH[[RANKS * suit for suit in range(SUITS)]] += 1
WORTH[TEN_OF_DIAMONDS] += TEN_OF_DIAMONDS_POINTS
WORTH[TWO_OF_SPADES] += 1


@rule
def novice(view, mask, generator):
    """Captures with its highest capturing card, always by the first option; never builds; trails its lowest card."""
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
    """The novice's card."""
    sums = fishing.sums_of(view.table)
    best, best_score = NO_CARD, -2 * RANKS
    for card in range(CARDS):
        if mask[card]:
            score = rank_of(card) if fishing.captures(view, card, sums) else -1 - rank_of(card)
            if score > best_score:
                best, best_score = card, score
    return best


@rule
def expert(view, mask, generator):
    """Plays the best of all plays, by its points and by the captures that it leaves to the other player.

    - It evaluates each card of the hand: trailed, or capturing each choice of sets with all builds of the value. It
      also evaluates each build of a possible value from each choice of sets, with or without other builds.
    - A capture counts the points of its cards, and a bonus for each card and each spade towards most of them.
    - A build counts a share of that, by the chance that the other player holds no card of its value. The chance follows
      from the unseen cards and the known cards of the hand. A build left to the other player costs the same.
    - The other player's likely captures of the remaining cards count against a play, captures by the own hand for it.
    """
    unseen, unseen_cards = count_unseen(view, view.builds)
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
def best_with(view, card, unseen, unseen_cards):
    """The next action of the best play of a card, and the play's worth."""
    value = fishing.CARD_VALUES[card]
    best, best_score = COMMIT, WORST
    table = melds.to_bits(view.table)
    taken = marked(view.taken)
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
                    best, best_score = choose(view, CAPTURE, bit, NOTHING), score
        return best, best_score
    codes, number = choosable(view)
    before, possible = chosen_places(view, codes, number, taken)
    for choice in range(ONE << number):
        if choice & before != before or choice & ~possible:
            continue
        bits, counts, total, worth = add_up(choice, codes, number, card, WORTH)
        left = table & ~bits
        if (view.phase != Phase.SELECT or view.aim == 0) and total % value == 0:
            slots = open_slots(slots_of(view.values, value), taken)
            if (bits or slots) and taken & ~slots == 0 and fishing.can_cover(value, counts, NOTHING):
                score = worth + worth_of(view.builds, slots, WORTH)
                score += weigh(view, left, card, 0, slots, 0.0, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = choose(view, CAPTURE, bits, slots), score
        for aim in range(value, fishing.VALUES + 1):
            if (view.phase == Phase.SELECT and aim != view.aim) or not keeps(view, card, aim):
                continue
            equal = open_slots(slots_of(view.values, aim), taken)
            raised = (
                NOTHING if aim == value else raised_slot(open_slots(single_builds(view, aim - value), taken), taken)
            )
            for way in range(4):  # with or without the other builds of the value, raising a build or not
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
                    bound = worth + worth_of(view.builds, slots, WORTH)
                    score = weigh(view, left, card, aim, slots, bound, unseen, unseen_cards)
                    if score > best_score:
                        best, best_score = choose(view, BUILD + aim, bits, slots), score
    return best, best_score


@rule
def single_builds(view, value):
    """The builds of the value that can be raised, as bits."""
    return slots_of(view.values, value) & ~marked(view.multiple)


@rule
def choose(view, mode, bits, slots):
    """The next action of a turn with these loose cards and builds."""
    return next_choice(view, bits, slots, SELECT) if view.phase == Phase.SELECT else mode


@rule
def weigh(view, left, card, aim, slots, bound, unseen, unseen_cards):
    """The worth of the table after a play.

    Args:
        view: the seat's view.
        left: loose cards on the table after it, as bits.
        card: the card played.
        aim: the value of the new build, or 0.
        slots: the captured or joined builds, as bits.
        bound: the worth of the cards in the new build.
        unseen: counts of unseen cards of each rank, as `count_unseen` returns them.
        unseen_cards: their sum.
    """
    score = 0.0
    if aim > 0:
        score += build_worth(view, aim, bound, True, unseen, unseen_cards)
    for slot in range(SLOTS):
        value = view.values[slot]
        if value > 0 and not slots >> slot & 1:
            kept = keeps(view, card, value)
            if view.own[slot] and not kept:
                return WORST  # illegal
            score += build_worth(view, value, worth_of(view.builds, ONE << slot, WORTH), kept, unseen, unseen_cards)
    return add_loose_worth(score, view, left, card, unseen, unseen_cards, HAND_SIZE, WORTH, COMES_BACK)


@rule
def build_worth(view, value, worth, kept, unseen, unseen_cards):
    """The worth of a build on the table to a player with or without a card for it."""
    lost = chance(view, value - 1, unseen, unseen_cards, HAND_SIZE)
    return worth * ((BUILT * (1 - lost) if kept else 0.0) - lost)


AGENTS = {"novice": novice, "expert": expert}
