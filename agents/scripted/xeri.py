"""Scripted agents of Xeri and Kontsina: the first capture, and an evaluation of every play with counted cards.

Code shared with other fishing games is in `cardzoo.agents.families.fishing`.
"""

import numpy as np

from cardzoo.agents.families.fishing import (
    ONE,
    add_up,
    chance_unknown,
    choosable,
    chosen_places,
    count_unseen,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import CLUBS, JACK, rank_of
from cardzoo.envs.families import fishing, melds
from cardzoo.envs.games.xeri import CARD_POINTS, HAND_SIZES, LAY, SELECT, XERI_POINTS, Phase, Variant

WORST = -1e9
NO_BUNDLES = np.zeros((0, CARDS), np.int16)

# Points, tuned over some thousand duplicate deals.
CARD_WORTH = 0.2  # worth of a captured card towards most cards
JACK_KEPT = 2.5  # worth of a jack that stays in the hand
COMES_BACK = 0.4  # share of its worth that a pile keeps if the own hand may take it next

KONTSINA_CARD_WORTH = 0.1
CLUB_WORTH = 0.1  # worth of a club towards most clubs
KONTSINA_COMES_BACK = 0.5  # share of its worth that a capture keeps if the own hand can make it next

XERI, KONTSINA = map(int, Variant)  # plain numbers, the only indices on a GPU
WORTH = CARD_POINTS + np.array([[CARD_WORTH], [KONTSINA_CARD_WORTH]])
WORTH[KONTSINA, RANKS * CLUBS : RANKS * (CLUBS + 1)] += CLUB_WORTH


@rule
def novice(view, mask, generator):
    """Takes if it can, in Xeri with a jack only without another capture; otherwise plays its lowest card, jacks last.

    In Kontsina it takes with its highest capturing card, by the first option.
    """
    if view.phase == Phase.SELECT:
        return first_legal(mask)
    sums = fishing.sums_of(view.table)
    best, best_score = NO_CARD, -2 * RANKS
    for card in range(CARDS):
        if mask[card]:
            rank = rank_of(card)
            score = -1 - rank
            if view.variant == Variant.KONTSINA:
                if fishing.takes_loose(view.table, card, sums):
                    score = rank
            elif view.top != NO_CARD and rank == rank_of(view.top):
                score = 1
            elif rank == JACK:
                score = -1 - RANKS if view.top == NO_CARD else 0
            if score > best_score:
                best, best_score = card, score
    return best


@rule
def first_legal(mask):
    """The first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return LAY


@rule
def expert(view, mask, generator):
    """Plays the best of all plays, by its points and by the captures that it leaves to the next opponent.

    A play counts the points of its cards, a bonus for each card, and in Xeri 10 or 20 for a xeri.

    - In Xeri the pile is lost with the chance that the next opponent holds a card of the top rank or a jack. A single
      card is lost with a xeri. Later captures by the own hand, and a jack that stays in the hand, count for a play.
    - In Kontsina it evaluates each set that a card may take, and laying the card. The next opponent's best captures
      count against a play, by the same chances, and the own hand's best capture after that counts for it.
    """
    unseen, unseen_cards = count_unseen(view, NO_BUNDLES)
    best, best_score = first_legal(mask), WORST
    for card in range(CARDS):
        if view.card == card or (view.phase == Phase.PLAY and mask[card]):
            if view.variant == Variant.KONTSINA:
                action, score = best_beside(view, card, unseen, unseen_cards)
            else:
                action, score = card, weigh_on_pile(view, card, unseen, unseen_cards)
            if score > best_score:
                best, best_score = card if view.phase == Phase.PLAY else action, score
    return best


@rule
def weigh_on_pile(view, card, unseen, unseen_cards):
    """The worth of playing a card of Xeri."""
    rank = rank_of(card)
    pile = WORTH[XERI, card]
    for other in range(CARDS):
        if view.table[other] > 0 or view.top == other:
            pile += WORTH[XERI, other]
    kept = fishing.count_rank(view.hand, JACK) - (rank == JACK)
    score = JACK_KEPT * kept
    if view.top != NO_CARD and (rank == rank_of(view.top) or rank == JACK):
        score += pile
        if rank == rank_of(view.top) and view.table.sum() == 0:
            score += XERI_POINTS * (1 + (rank == JACK))
        return score
    equal = lost_to(view, rank, unseen, unseen_cards)
    jack = 0.0 if rank == JACK else lost_to(view, JACK, unseen, unseen_cards)
    lost = 1 - (1 - equal) * (1 - jack)
    if view.top == NO_CARD:
        score -= XERI_POINTS * equal * (1 + (rank == JACK))
    answered = 1.0 if kept > 0 else share_answered(view, card, unseen)
    return score - pile * lost + COMES_BACK * pile * (1 - lost) * answered


@rule
def lost_to(view, rank, unseen, unseen_cards):
    """The chance that the next opponent holds a card of the rank."""
    return chance_unknown(view, rank, unseen, unseen_cards, HAND_SIZES[view.variant])


@rule
def share_answered(view, card, unseen):
    """The share of the unseen cards, jacks aside, whose rank is in the hand after a card is played."""
    answered, number = 0, 0
    for rank in range(RANKS):
        if rank != JACK:
            cards = unseen >> SUITS * rank & 15
            number += cards
            if fishing.count_rank(view.hand, rank) > (rank == rank_of(card)):
                answered += cards
    return answered / max(number, 1)


@rule
def best_beside(view, card, unseen, unseen_cards):
    """The next action of the best play of a card of Kontsina, and the play's worth."""
    value = fishing.CARD_VALUES[card]
    table = melds.to_bits(view.table)
    best, best_score = LAY, WORST
    if view.selected.sum() == 0:
        best_score = weigh_table(view, table | ONE << card, card, unseen, unseen_cards)
    if value == 0:
        for other in range(rank_of(card), CARDS, RANKS):
            if view.table[other]:
                gained = WORTH[KONTSINA, card] + WORTH[KONTSINA, other]
                score = gained + weigh_table(view, table & ~(ONE << other), card, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = SELECT + other, score
        return best, best_score
    codes, number = choosable(view)
    before, possible = chosen_places(view, codes, number, 0)
    for choice in range(ONE << number):
        if choice & before == before and choice & ~possible == 0:
            bits, _, total, worth = add_up(choice, codes, number, card, WORTH[KONTSINA])
            if total == value:
                score = worth + weigh_table(view, table & ~bits, card, unseen, unseen_cards)
                if score > best_score:
                    best, best_score = next_of(view, bits), score
    return best, best_score


@rule
def next_of(view, bits):
    """The next action on the way to a choice of these cards."""
    for card in range(CARDS):
        if bits >> card & 1 and not view.selected[card]:
            return SELECT + card
    return LAY


@rule
def weigh_table(view, left, card, unseen, unseen_cards):
    """The worth of a table of Kontsina after a play.

    Args:
        view: the seat's view.
        left: the cards on the table after it, as bits.
        card: the card played.
        unseen: counts of unseen cards of each rank, as `count_unseen` returns them.
        unseen_cards: their sum.
    """
    taken = arrays.zeros(RANKS, np.float64)  # the worth of the best capture with a card of each rank
    find_captures(left, taken)
    score, nobody, back = 0.0, 1.0, 0.0
    for _ in range(RANKS):  # the best one first
        rank = 0
        for other in range(1, RANKS):
            if taken[other] > taken[rank]:
                rank = other
        if taken[rank] <= 0:
            break
        lost = lost_to(view, rank, unseen, unseen_cards)
        score -= taken[rank] * lost * nobody
        nobody *= 1 - lost
        if fishing.count_rank(view.hand, rank) > (view.card == NO_CARD and rank == rank_of(card)):
            back = max(back, taken[rank] * nobody)
        taken[rank] = 0.0
    return score + KONTSINA_COMES_BACK * back


@rule
def find_captures(cards, taken):
    """Fill in the worth of the best capture with each rank from a set of cards, as bits: one card of it, or one set."""
    for card in range(CARDS):
        if cards >> card & 1:
            value = fishing.CARD_VALUES[card]
            worth = WORTH[KONTSINA, card]
            if value == 0:
                taken[rank_of(card)] = max(taken[rank_of(card)], worth)
            else:
                for total in range(fishing.VALUES, value, -1):
                    if taken[total - value - 1] > 0:
                        taken[total - 1] = max(taken[total - 1], taken[total - value - 1] + worth)
                taken[value - 1] = max(taken[value - 1], worth)


AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"variant": "kontsina"},)
