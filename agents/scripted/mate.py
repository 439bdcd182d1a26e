"""Scripted agents of Mate: simple rules, and perfect play.

A card is its place in `PACK`, which is also the action that plays it. A hand is a set of bits, one for each place.
"""

import numpy as np

from cardzoo.envs.engine import NO_CARD, SUITS, arrays, rule
from cardzoo.envs.games.mate import HAND_SIZE, PACK, PLACES, VALUES

RANKS = len(PACK) // SUITS
ONE_SUIT = (1 << RANKS) - 1  # the cards of the lowest suit
ONE_RANK = 0b00001_00001_00001_00001  # the cards of the lowest rank
NO_LEAD = np.int64(len(PACK))  # int64 like all places: recursive compiled code must keep one type
BEYOND = 127  # more points than in any game
MEMORY = 16_381  # positions that a search stores, at remainders by this prime
LEAD_BITS = 5  # bits of a lead in the number of a position


@rule
def novice(view, mask, generator):
    """Mates as soon as it can, with the card of most points; otherwise leads the card of least points.

    It answers with the lowest card that wins the move, or else with its lowest card.
    """
    theirs = to_bits(view.hands[1])
    best, best_worth = -1, -BEYOND
    for place in range(len(PACK)):
        if mask[place]:
            if view.lead == NO_CARD:
                worth = int(VALUES[place])
                if answers_to(place, theirs):
                    worth = -worth
            else:
                worth = -place
                if place < PLACES[view.lead]:
                    worth -= len(PACK)
            if worth > best_worth:
                best, best_worth = place, worth
    return best


@rule
def expert(view, mask, generator):
    """Plays perfectly: searches the game to its end, as all cards are open.

    It plays a card with the largest lead at the end of the game against perfect play. So it cannot lose a round: it
    achieves in one game at least the other player's result in the other game. It draws a round only if the other player
    makes no mistakes either.

    A decision takes 0.3 ms in the mean, the first lead of a game 2 ms in the mean and up to 13 ms.
    """
    if mask.sum() == 1:
        return mask.argmax()
    mine, theirs, move = to_bits(view.hands[0]), to_bits(view.hands[1]), np.int64(view.move)
    lead = NO_LEAD if view.lead == NO_CARD else PLACES[view.lead]
    memory = arrays.zeros(MEMORY, np.int64)
    best, worth = NO_CARD, -BEYOND
    while True:
        reached, place = search(mine, theirs, lead, move, worth + 1, memory)
        if reached <= worth:
            return best
        best, worth = place, reached


@rule
def to_bits(cards):
    """A set of cards as bits."""
    bits = 0
    for place in range(len(PACK)):
        if cards[PACK[place]] > 0:
            bits |= 1 << place
    return bits


@rule
def answers_to(lead, hand):
    """The legal answers of a hand; none if the lead is a mate."""
    answers = hand & ONE_SUIT << lead // RANKS * RANKS
    if answers == 0:
        answers = hand & ONE_RANK << lead % RANKS
    return answers


@rule
def search(mine, theirs, lead, move, goal, memory):
    """The best final lead of the player to play, and the card for it.

    It only decides if the goal can be reached: if so, the returned lead is a lower bound, otherwise an upper bound.
    With successively higher goals, as in `expert`, it finds the exact lead, and faster than a direct search (Plaat,
    Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996).

    Args:
        mine: the hand of the player to play.
        theirs: the other hand.
        lead: the card to answer, or `NO_LEAD`.
        move: the number of the move.
        goal: lead in points to be tested.
        memory: int64, zeros at first: results of earlier searches, stored by `remember`.
    """
    if move > HAND_SIZE:
        return 0, NO_CARD
    position = (mine << len(PACK) | theirs) << LEAD_BITS | lead
    least, most = recall(memory, position)
    if least >= goal:
        return least, NO_CARD
    if most < goal:
        return most, NO_CARD
    worth, best = -BEYOND, NO_CARD
    for cards in sort_cards(mine, theirs, lead):
        for place in range(len(PACK) - 1, -1, -1):
            if cards >> place & 1 and worth < goal:
                left = mine & ~(1 << place)
                if lead == NO_LEAD and answers_to(place, theirs) == 0:
                    reached = int(VALUES[place]) * move
                elif lead == NO_LEAD:
                    reached = -search(theirs, left, place, move, 1 - goal, memory)[0]
                elif place > lead:
                    reached = search(left, theirs, NO_LEAD, move + 1, goal, memory)[0]
                else:
                    reached = -search(theirs, left, NO_LEAD, move + 1, 1 - goal, memory)[0]
                if reached > worth:
                    worth, best = reached, place
    if worth >= goal:
        least = worth
    else:
        most = worth
    remember(memory, position, least, most)
    return worth, best


@rule
def remember(memory, position, least, most):
    """Store the bounds of a position, possibly over those of another one."""
    memory[position % len(memory)] = position << 16 | least + BEYOND << 8 | most + BEYOND


@rule
def recall(memory, position):
    """The stored lower and upper bounds of the player's lead in a position."""
    known = int(memory[position % len(memory)])
    if known >> 16 == position:
        return (known >> 8 & 255) - BEYOND, (known & 255) - BEYOND
    return -BEYOND, BEYOND


@rule
def sort_cards(mine, theirs, lead):
    """The legal cards: mates, then cards that no answer beats, then the others."""
    if lead != NO_LEAD:
        return 0, 0, answers_to(lead, mine)
    mates, winners, losers = 0, 0, 0
    for place in range(len(PACK)):
        if mine >> place & 1:
            answers = answers_to(place, theirs)
            if answers == 0:
                mates |= 1 << place
            elif answers >> place == 0:
                winners |= 1 << place
            else:
                losers |= 1 << place
    return mates, winners, losers


AGENTS = {"novice": novice, "expert": expert}
