"""Scripted agents of Stop the Bus: simple rules, and simulations with random deals of the unseen cards."""

import numpy as np

from cardzoo.envs.engine import CARDS, arrays, piles, rng, rule
from cardzoo.envs.games.stop_the_bus import (
    BEST,
    CALL,
    GO_ON,
    HAND_SIZE,
    MOST_CARDS,
    NOBODY,
    PUT,
    SEATS,
    STRENGTHS,
    TABLE_SIZE,
    TAKE,
    Phase,
    list_cards,
    strength,
    strength_of,
)

A_RUN = int(STRENGTHS[0, 1, 2, 3])  # 4-3-2, the lowest
WORLDS = 20  # random deals for a decision
MOST_ROUNDS = 2  # maximum of simulated rounds
MOST_IMPROVEMENTS = 3
CHOICES = TABLE_SIZE * MOST_CARDS
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs


@rule
def novice(view, mask, generator):
    """Exchanges for the best immediate hand, and calls with a run or better."""
    if view.phase == Phase.CALL:
        return CALL if view.strength >= A_RUN else GO_ON
    cards, table = arrays.zeros(MOST_CARDS, np.int64), arrays.zeros(TABLE_SIZE, np.int64)
    list_cards(view.hand, cards)
    list_cards(view.table, table)
    best, most = -1, -1
    for choice in range(CHOICES):
        action, out = weigh_choice(view, mask, cards, table, choice)
        if action >= 0 and strength_without(cards, out) > most:
            best, most = action, strength_without(cards, out)
    return best


@rule
def expert(view, mask, generator):
    """Makes the choice with the least risk of the worst hand, in simulations with random deals of the unseen cards.

    In simulations each player makes the best immediate exchange, and calls with a run or better.
    """
    worlds = arrays.zeros((WORLDS, PLAYERS, HAND_SIZE), np.int64)
    deal_worlds(view, worlds, generator)
    cards, table = arrays.zeros(MOST_CARDS, np.int64), arrays.zeros(TABLE_SIZE, np.int64)
    list_cards(view.hand, cards)
    list_cards(view.table, table)
    hand, left = arrays.zeros(HAND_SIZE, np.int64), arrays.zeros(TABLE_SIZE, np.int64)
    arrays.copy(cards[:HAND_SIZE], hand)
    if view.phase == Phase.CALL:
        return CALL if losses(view, worlds, hand, table, 0) <= losses(view, worlds, hand, table, NOBODY) else GO_ON
    caller = NOBODY
    for seat in range(1, SEATS):
        if view.caller[seat]:
            caller = seat
    best, least = -1, np.inf
    for choice in range(CHOICES):
        action, out = weigh_choice(view, mask, cards, table, choice)
        if action >= 0:
            hand[0], hand[1], hand[2] = cards[out - 3], cards[out - 2], cards[out - 1]
            arrays.copy(table, left)
            left[choice // MOST_CARDS if view.phase == Phase.TAKE else TABLE_SIZE - 1] = cards[out]
            lost = losses(view, worlds, hand, left, caller) - strength_of_three(hand) / (BEST + 1)
            if lost < least:
                best, least = action, lost
    return best


@rule
def weigh_choice(view, mask, cards, table, choice):
    """The action of a choice, -1 if there is none, and the place of the discarded card.

    A choice is a card of the table and one of four cards to discard, or only the discard after a card was taken. The
    card of the table is added to the hand.
    """
    place, out = choice // MOST_CARDS, choice % MOST_CARDS
    if view.phase == Phase.TAKE:
        cards[HAND_SIZE] = table[place]
        return TAKE + table[place], out
    return PUT + cards[out] if place == 0 and mask[PUT + cards[out]] else np.int64(-1), out


@rule
def strength_without(cards, out):
    """The strength of a hand after the discard of one of four cards."""
    first, second, third = cards[out - 3], cards[out - 2], cards[out - 1]
    return strength_of(first, second, third)


@rule
def deal_worlds(view, worlds, generator):
    """Fill the other hands: first with cards known to be there, then with unseen ones."""
    unseen = arrays.zeros(CARDS, np.int64)
    number = 0
    for card in range(CARDS):
        if view.hand[card] + view.table[card] + view.known[:, card].sum() == 0:
            unseen[number] = card
            number += 1
    for world in range(WORLDS):
        dealt = 0
        for seat in range(1, SEATS):
            if view.tokens[seat] > 0:
                held = list_cards(view.known[seat], worlds[world, seat])
                for place in range(held, HAND_SIZE):
                    chosen = dealt + rng.below(generator, number - dealt)
                    unseen[dealt], unseen[chosen] = unseen[chosen], unseen[dealt]
                    worlds[world, seat, place] = unseen[dealt]
                    dealt += 1


@rule
def losses(view, worlds, own, table, caller):
    """The number of simulations in which a player with this hand, after its turn, is among the worst."""
    number = 0
    hands = arrays.zeros((PLAYERS, HAND_SIZE), np.int64)
    worths = arrays.zeros(PLAYERS, np.int64)
    lies = arrays.zeros(TABLE_SIZE, np.int64)
    for world in range(WORLDS):
        arrays.copy(worlds[world], hands)
        arrays.copy(own, hands[0])
        arrays.copy(table, lies)
        for seat in range(SEATS):
            if view.tokens[seat] > 0:
                worths[seat] = strength_of_three(hands[seat])
        called, seat = caller, 0
        for _ in range(SEATS * MOST_ROUNDS):
            seat = (seat + 1) % SEATS
            if seat == called:
                break
            if view.tokens[seat] > 0:
                worths[seat] = exchange(hands[seat], lies)
                if called == NOBODY and worths[seat] >= A_RUN:
                    called = seat
        worse, equal, others = 0, 0, 0
        for seat in range(1, SEATS):
            if view.tokens[seat] > 0:
                worse += worths[seat] < worths[0]
                equal += worths[seat] == worths[0]
                others += 1
        number += worse == 0 and equal < others
    return number


@rule
def strength_of_three(cards):
    """The strength of three cards."""
    return strength_of(cards[0], cards[1], cards[2])


@rule
def exchange(cards, table):
    """The strength of a hand after the best exchange with the table, which changes."""
    best, out, place = strength_of_three(cards), -1, -1
    for number in range(TABLE_SIZE):
        taken = table[number]
        for kept in range(HAND_SIZE):
            worth = strength_of(taken, cards[kept], cards[kept - 1])
            if worth > best:
                best, out, place = worth, kept - 2, number
    if place >= 0:
        cards[out], table[place] = table[place], cards[out]
    return best


@rule
def guess(state, player, blank_view, views):
    """Guess the others' hands: the best of as many random hands as they have had exchanges, plus one."""
    for other in range(state.num_players):
        if other != player and state.tokens[other] > 0:
            for _ in range(min(state.laid[other].sum(), MOST_IMPROVEMENTS)):
                improve(state, other)


@rule
def improve(state, other):
    """Draw the unknown cards of a hand once more, and keep the better ones."""
    hand = state.hands[other]
    worth, rejected = strength(hand), arrays.zeros(CARDS, np.int16)
    arrays.copy(hand, rejected)
    for card in range(CARDS):
        if rejected[card] > state.known[other, card]:
            hand[card] = 0
            hand[piles.draw(state.stock)] = 1
    if strength(hand) <= worth:
        for card in range(CARDS):
            hand[card], rejected[card] = rejected[card], hand[card]
    for card in range(CARDS):
        if rejected[card] > hand[card]:
            piles.push(state.stock, card)
    piles.shuffle(state, state.stock)


AGENTS = {"novice": novice, "expert": expert}
GUESS = guess
ROLLOUT = "novice"  # much faster, and the expert's own simulation policy
