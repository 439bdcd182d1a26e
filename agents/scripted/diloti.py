"""Scripted agents of Diloti: the first capture, and an evaluation of every play with counted cards.

Sets of cards are numbers with a bit for each card. Sets of declarations are numbers with a bit for each seat. Code
shared with other fishing games is in `cardzoo.agents.families.fishing`.
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
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.families import fishing, melds
from cardzoo.envs.families.fishing import TEN_OF_DIAMONDS, TWO_OF_CLUBS, Phase
from cardzoo.envs.games.diloti import (
    CAPTURE,
    COMMIT,
    DECLARE,
    HAND_SIZE,
    LAY,
    OPPONENTS,
    SEATS,
    SELECT,
    TEN_OF_DIAMONDS_POINTS,
    XERI_POINTS,
)

WORST = -1e9

# Points, by judgement.
CARD_WORTH = 0.22  # worth of a captured card towards most cards
EMPTY_TABLE = 1.0  # an opponent must lay a card there
COMES_BACK = 0.5  # share of a card's worth that a card of its rank in the hand keeps
DECLARED = 0.6  # share of the worth of cards in an own declaration that the next opponent cannot take
THEIRS = 0.5  # the same for other declarations

WORTH = np.full(CARDS, CARD_WORTH)
WORTH[[RANKS * suit for suit in range(SUITS)]] += 1
WORTH[TEN_OF_DIAMONDS] += TEN_OF_DIAMONDS_POINTS
WORTH[TWO_OF_CLUBS] += 1


@rule
def novice(view, mask, generator):
    """Captures if it can, with a card that clears the table or else the highest, and declares only if it must.

    It always takes the first option of a capture, and lays its highest card otherwise.
    """
    if view.phase == Phase.PLAY:
        return novice_card(view, mask)
    if view.phase == Phase.MODE:
        if mask[CAPTURE]:
            return CAPTURE
        if mask[LAY]:
            return LAY
    for action in range(LAY, len(mask)):
        if mask[action]:
            return action
    return COMMIT


@rule
def novice_card(view, mask):
    """The novice's card."""
    sums = fishing.sums_of(view.table)
    counts = fishing.counts_of(view.table)
    courts = 0
    for card in range(CARDS):
        courts += view.table[card] > 0 and fishing.CARD_VALUES[card] == 0
    best, best_score = NO_CARD, -1
    for card in range(CARDS):
        if mask[card]:
            value = fishing.CARD_VALUES[card]
            score = rank_of(card)
            if value > 0 and courts == 0 and sums >> value & 1 and fishing.can_cover(value, counts, NOTHING):
                score += 2 * RANKS
            elif fishing.captures(view, card, sums):
                score += RANKS
            if score > best_score:
                best, best_score = card, score
    return best


@rule
def expert(view, mask, generator):
    """Plays the best of all plays, by its points and by the captures that it leaves to the next opponent.

    - It evaluates each card of the hand: laid, capturing each choice of sets with all declarations of the value, or
      declaring each possible value.
    - A play counts the points of its cards, a bonus for each card, and 10 for a xeri.
    - The next opponent's chance to clear the table and the worth of the open cards count against it. The chance follows
      from the unseen cards and the known cards of the hand. Captures by the own hand count for it, and so does the last
      capture.
    """
    unseen, unseen_cards = count_unseen(view, view.declared)
    best, best_score = first_legal(mask), WORST
    for card in range(CARDS):
        if view.card == card or (view.card == NO_CARD and mask[card]):
            action, score = best_with(view, card, unseen, unseen_cards)
            if score > best_score:
                best, best_score = card if view.phase == Phase.PLAY else action, score
    return best


@rule
def first_legal(mask):
    """The first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return COMMIT


@rule
def best_with(view, card, unseen, unseen_cards):
    """The next action of the best play of a card, and the play's worth."""
    value = fishing.CARD_VALUES[card]
    table = melds.to_bits(view.table)
    best, best_score = COMMIT, WORST
    if (
        view.phase != Phase.SELECT
        and view.values[0] == 0
        and (value > 0 or fishing.count_rank(view.table, rank_of(card)) == 0)
    ):
        best, best_score = LAY, weigh(view, table | ONE << card, card, 0.0, 0, 0, False, unseen, unseen_cards)
    if value == 0:
        for taken in range(rank_of(card), CARDS, RANKS):
            if view.table[taken] and (view.selected.sum() == 0 or view.selected[taken]):
                gained = WORTH[card] + WORTH[taken]
                score = weigh(view, table & ~(ONE << taken), card, gained, 0, 0, True, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = choose(view, CAPTURE, ONE << taken, NOTHING), score
        return best, best_score
    return best_choice(view, card, table, unseen, unseen_cards, best, best_score)


@rule
def best_choice(view, card, table, unseen, unseen_cards, best, best_score):
    """The same for all choices of loose cards with a numeral; starts with the best play so far."""
    value = fishing.CARD_VALUES[card]
    codes, number = choosable(view)
    taken = marked(view.taken)
    before, possible = chosen_places(view, codes, number, taken)
    for choice in range(ONE << number):
        if choice & before != before or choice & ~possible:
            continue
        bits, counts, total, worth = add_up(choice, codes, number, card, WORTH)
        left = table & ~bits
        if (view.phase != Phase.SELECT or view.aim == 0) and total % value == 0:
            seats = open_slots(slots_of(view.values, value), taken)
            kept = view.values[0] != value or seats & 1 or keeps(view, card, value)
            if (bits or seats) and kept and taken & ~seats == 0 and fishing.can_cover(value, counts, NOTHING):
                gained = worth + worth_of(view.declared, seats, WORTH)
                score = weigh(view, left, card, gained, 0, seats, True, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = choose(view, CAPTURE, bits, seats), score
        for aim in range(value, fishing.VALUES + 1):
            if may_aim(view, card, aim):
                seats = open_slots(single_declarations(view, aim), taken)
                theirs = single_declarations(view, aim - value) & OPPONENTS if aim > value else NOTHING
                raised = raised_slot(open_slots(theirs, taken), taken)
                for played in (fishing.UNITS[card], NOTHING):
                    if played == 0:
                        seats |= raised
                    covered = total + (value if played else 0)
                    if (
                        (bits or seats)
                        and (played or raised)
                        and covered % aim == 0
                        and seats & 1 == (view.values[0] > 0)
                        and taken & ~seats == 0
                        and fishing.can_cover(aim, counts + played, NOTHING)
                    ):
                        gained = worth + worth_of(view.declared, seats, WORTH)
                        score = weigh(view, left, card, gained, aim, seats, False, unseen, unseen_cards)
                        if score > best_score:
                            best, best_score = choose(view, DECLARE + aim, bits, seats), score
    return best, best_score


@rule
def may_aim(view, card, aim):
    """True if the own hand and declaration allow the card to declare this value."""
    if view.phase == Phase.SELECT:
        return aim == view.aim
    if view.values[0] > 0 and (view.values[0] != aim or view.groups[0]):
        return False
    return keeps(view, card, aim)


@rule
def single_declarations(view, value):
    """The declarations of the value that are not groups, as bits."""
    return slots_of(view.values, value) & ~marked(view.groups)


@rule
def choose(view, mode, bits, seats):
    """The next action of a turn with these loose cards and declarations."""
    return next_choice(view, bits, seats, SELECT) if view.phase == Phase.SELECT else mode


@rule
def weigh(view, left, card, gained, aim, seats, capturing, unseen, unseen_cards):
    """The worth of a play.

    Args:
        view: the seat's view.
        left: loose cards on the table after it, as bits.
        card: the card played.
        gained: the worth of the captured or bound cards.
        aim: the declared value, or 0.
        seats: the captured or joined declarations, as bits of seats.
        capturing: True if it captures.
        unseen: counts of unseen cards of each rank, as `count_unseen` returns them.
        unseen_cards: their sum.
    """
    score = 0.0
    value, mixed = np.int64(aim), False  # of the declarations after the play
    if aim > 0:
        lost = chance(view, aim - 1, unseen, unseen_cards, HAND_SIZE)
        score += gained * (DECLARED * (1 - lost) - lost)
    for seat in range(SEATS):
        if view.values[seat] > 0 and not seats >> seat & 1:
            if value > 0 and value != view.values[seat]:
                mixed = True
            value = np.int64(view.values[seat])
            worth = worth_of(view.declared, ONE << seat, WORTH)
            score += -worth * THEIRS if OPPONENTS >> seat & 1 else worth * THEIRS
    cleared = left == 0 and value == 0
    if capturing:
        score += gained
        if cleared and view.turns > 0:
            score += XERI_POINTS
    if cleared:
        score += EMPTY_TABLE
    elif not mixed:
        score -= XERI_POINTS * chance_to_clear(view, left, value, unseen, unseen_cards)
    return add_loose_worth(score, view, left, card, unseen, unseen_cards, HAND_SIZE, WORTH, COMES_BACK)


@rule
def chance_to_clear(view, left, value, unseen, unseen_cards):
    """The chance that the next opponent can clear the table of loose cards and declarations of one value."""
    courts, rank, total, counts = 0, 0, 0, NOTHING
    for card in range(CARDS):
        if left >> card & 1:
            if fishing.CARD_VALUES[card] == 0:
                courts += 1
                rank = rank_of(card)
            total += fishing.CARD_VALUES[card]
            counts += fishing.UNITS[card]
    if courts > 0:
        alone = courts == 1 and total == 0 and value == 0
        return chance(view, rank, unseen, unseen_cards, HAND_SIZE) if alone else 0.0
    none = 1.0
    for clearing in range(1, fishing.VALUES + 1):
        if (value == 0 or value == clearing) and total % clearing == 0 and fishing.can_cover(clearing, counts, NOTHING):
            none *= 1 - chance(view, clearing - 1, unseen, unseen_cards, HAND_SIZE)
    return 1 - none


AGENTS = {"novice": novice, "expert": expert}
