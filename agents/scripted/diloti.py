"""Players of Diloti: one who captures what comes first, and one who weighs every play with a count of the cards.

Sets of cards are numbers with a bit for each card.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import TEN, rank_of
from cardzoo.envs.families import fishing, melds
from cardzoo.envs.games.diloti import (
    CAPTURE,
    COMMIT,
    DECLARE,
    HAND_SIZE,
    LAY,
    OPPONENTS,
    SEATS,
    SELECT,
    SELECT_DECLARATION,
    TEN_OF_DIAMONDS,
    TEN_OF_DIAMONDS_POINTS,
    TWO_OF_CLUBS,
    XERI_POINTS,
    Phase,
)

ONE = np.int64(1)
NOTHING = np.int64(0)
MOST_CHOSEN_FROM = 9  # numerals of the table that the expert thinks of; there are hardly ever more
WORST = -1e9

# Points, by judgement.
CARD_WORTH = 0.22  # what a card captured brings towards most cards
EMPTY_TABLE = 1.0  # an opponent must lay a card there
COMES_BACK = 0.5  # the share of a card's worth that a card of its rank in the hand keeps
DECLARED = 0.6  # the share of their worth that cards in an own declaration bring if the next opponent cannot take it
THEIRS = 0.5  # the same, of other declarations

WORTH = np.full(CARDS, CARD_WORTH)
WORTH[[RANKS * suit for suit in range(SUITS)]] += 1
WORTH[TEN_OF_DIAMONDS] += TEN_OF_DIAMONDS_POINTS
WORTH[TWO_OF_CLUBS] += 1


@rule
def novice(view, mask, generator):
    """Captures if it can, with the card that clears the table or else the highest, and declares only if it must.

    It takes what is offered first as long as something is offered, and lays its highest card otherwise.
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
    """The card that the novice plays."""
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
            elif captures(view, card, sums):
                score += RANKS
            if score > best_score:
                best, best_score = card, score
    return best


@rule
def captures(view, card, sums):
    """Whether the card captures anything."""
    value = fishing.CARD_VALUES[card]
    if value == 0:
        return fishing.count_rank(view.table, rank_of(card)) > 0
    found = sums >> value & 1 > 0
    for seat in range(SEATS):
        found |= view.values[seat] == value
    return found


@rule
def expert(view, mask, generator):
    """Weighs every play: what it brings, and what the next opponent may make of the table that it leaves.

    - It looks at each card of the hand, laid, capturing each choice of sets with all declarations of the value, or
      bound to each value that it may declare.
    - A play brings the points of its cards, something for each card, and 10 for a xeri.
    - Against it counts the chance that the next opponent holds a card that clears the table, by the cards not yet seen
      and by what all know of the hand, and the worth of what lies there for the taking; in favour what cards in
      the own hand will capture, and who captures last.
    """
    unseen, unseen_cards = count_unseen(view)
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
def count_unseen(view):
    """How many cards of each rank are in other hands or in the stock, four bits each, and how many in all."""
    unseen, number = NOTHING, 0
    for card in range(CARDS):
        seen = view.hand[card] + view.table[card] + view.captured[0, card] + view.captured[1, card]
        for seat in range(SEATS):
            seen += view.declared[seat, card]
        if seen == 0 and view.card != card:
            unseen += ONE << 4 * rank_of(card)
            number += 1
    return unseen, number


@rule
def chance(view, rank, unseen, unseen_cards):
    """How likely the next opponent holds a card of the rank."""
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
                    best, best_score = next_choice(view, CAPTURE, ONE << taken, 0), score
        return best, best_score
    return best_choice(view, card, table, unseen, unseen_cards, best, best_score)


@rule
def best_choice(view, card, table, unseen, unseen_cards, best, best_score):
    """The same, of all choices of loose cards with a numeral; starts with the best way that is known."""
    value = fishing.CARD_VALUES[card]
    codes, number = choosable(view)
    before, possible = chosen_places(view, codes, number)
    taken = taken_seats(view)
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
            seats = open_seats(view, value, False)
            kept = view.values[0] != value or seats & 1 or keeps(view, card, value)
            if (bits or seats) and kept and taken & ~seats == 0 and fishing.can_cover(value, counts, NOTHING):
                gained = worth + worth_of(view, seats)
                score = weigh(view, left, card, gained, 0, seats, True, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = next_choice(view, CAPTURE, bits, seats), score
        for aim in range(value, fishing.VALUES + 1):
            if may_aim(view, card, aim):
                seats = open_seats(view, aim, True)
                raised = raised_seat(view, aim - value)
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
                        gained = worth + worth_of(view, seats)
                        score = weigh(view, left, card, gained, aim, seats, False, unseen, unseen_cards)
                        if score > best_score:
                            best, best_score = next_choice(view, DECLARE + aim, bits, seats), score
    return best, best_score


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
def chosen_places(view, codes, number):
    """Which of these cards are chosen, and which can be in the end, as bits of their places."""
    before, possible = 0, 0
    last, started = -1, taken_seats(view) > 0
    for card in range(CARDS):
        if view.selected[card]:
            last = card
    for place in range(number):
        card = codes >> 6 * place & 63
        if view.selected[card]:
            before |= 1 << place
        if view.selected[card] or (card > last and not started):
            possible |= 1 << place
    return before, possible


@rule
def keeps(view, card, value):
    """Whether a card of the value is in the hand when the card has been played."""
    same = view.card == NO_CARD and fishing.CARD_VALUES[card] == value
    return fishing.count_rank(view.hand, value - 1) > same


@rule
def may_aim(view, card, aim):
    """Whether the card may declare this value, as far as the own hand and declaration are concerned."""
    if view.phase == Phase.SELECT:
        return aim == view.aim
    if view.values[0] > 0 and (view.values[0] != aim or view.groups[0]):
        return False
    return keeps(view, card, aim)


@rule
def taken_seats(view):
    """Seats whose declarations are chosen, as bits."""
    bits = 0
    for seat in range(SEATS):
        if view.taken[seat]:
            bits |= 1 << seat
    return bits


@rule
def open_seats(view, value, only_single):
    """Declarations of the value that are chosen or can still be, as bits of seats."""
    taken, bits = taken_seats(view), 0
    for seat in range(SEATS):
        is_open = taken >> seat & 1 or taken >> seat == 0
        if view.values[seat] == value and not (only_single and view.groups[seat]) and is_open:
            bits |= 1 << seat
    return bits


@rule
def raised_seat(view, value):
    """A declaration of the value that the player may raise, as the bit of its seat; the one chosen, if any is."""
    best = 0
    if value > 0:
        bits = open_seats(view, value, True) & OPPONENTS
        for seat in range(SEATS):
            if bits >> seat & 1 and (best == 0 or view.taken[seat]):
                best = 1 << seat
    return best


@rule
def worth_of(view, seats):
    """What the cards of these declarations are worth."""
    worth = 0.0
    if seats:
        for seat in range(SEATS):
            if seats >> seat & 1:
                for card in range(CARDS):
                    if view.declared[seat, card]:
                        worth += WORTH[card]
    return worth


@rule
def next_choice(view, mode, bits, seats):
    """The next action of a turn that chooses these loose cards and declarations."""
    if view.phase != Phase.SELECT:
        return mode
    for card in range(CARDS):
        if bits >> card & 1 and not view.selected[card]:
            return SELECT + card
    for seat in range(SEATS):
        if seats >> seat & 1 and not view.taken[seat]:
            return SELECT_DECLARATION + seat
    return COMMIT


@rule
def weigh(view, left, card, gained, aim, seats, capturing, unseen, unseen_cards):
    """What a play is worth.

    Args:
        view: the seat's view.
        left: loose cards on the table after it, as bits.
        card: the card played.
        gained: what the cards are worth that it captures or binds.
        aim: the value that it declares, or 0.
        seats: the declarations that it takes, as bits of seats.
        capturing: whether it captures.
        unseen: how many cards of each rank are not seen, as `count_unseen` gives it.
        unseen_cards: how many in all.
    """
    score = 0.0
    value, mixed = np.int64(aim), False  # of the declarations after it
    if aim > 0:
        lost = chance(view, aim - 1, unseen, unseen_cards)
        score += gained * (DECLARED * (1 - lost) - lost)
    for seat in range(SEATS):
        if view.values[seat] > 0 and not seats >> seat & 1:
            if value > 0 and value != view.values[seat]:
                mixed = True
            value = np.int64(view.values[seat])
            worth = worth_of(view, 1 << seat)
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
    for other in range(CARDS):
        if left >> other & 1:
            rank = rank_of(other)
            lost = chance(view, rank, unseen, unseen_cards)
            score -= WORTH[other] * lost
            if fishing.count_rank(view.hand, rank) > (view.card == NO_CARD and rank == rank_of(card)):
                score += WORTH[other] * COMES_BACK * (1 - lost)
    return score


@rule
def chance_to_clear(view, left, value, unseen, unseen_cards):
    """How likely the next opponent can capture all: loose cards, and declarations of one value, if there are any."""
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
        return chance(view, rank, unseen, unseen_cards) if alone else 0.0
    none = 1.0
    for clearing in range(1, fishing.VALUES + 1):
        if (value == 0 or value == clearing) and total % clearing == 0 and fishing.can_cover(clearing, counts, NOTHING):
            none *= 1 - chance(view, clearing - 1, unseen, unseen_cards)
    return 1 - none


AGENTS = {"novice": novice, "expert": expert}
