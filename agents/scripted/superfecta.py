"""Scripted agents of Superfecta."""

import numpy as np

from cardzoo.envs.engine import NO_CARD, arrays, rng, rule
from cardzoo.envs.games.superfecta import (
    BETS,
    CERTAIN,
    DONE,
    EXA,
    GAME,
    POOLS,
    SEATS,
    SFC,
    WIN,
    betting_place,
    place_bet,
    pool_of,
    take_back_ticket,
)

FIRST = np.array([WIN, EXA, SFC, DONE], np.int64)  # first bet of each pool, and the end of the last pool
PREDICTABLE = 0.25  # minimum share of others' bets assumed to be the likeliest ones
TAKEN = -1.0  # instead of the worth of a bet on the ticket
STRANGERS = 4  # one player of so many is assumed not to be an expert
SHARPNESS = 2.0  # exponent of a bet's worth in its chance to be made
LEAST_WEIGHT = 1e-12  # of a bet that cannot win

observe_all = GAME.observe  # full observation, with the fields that the view copies from the state


@rule
def novice(view, mask, generator):
    """Bets once on the likeliest winner, once on the likeliest exacta and once on the likeliest order."""
    for pool in range(POOLS):
        bet = best_of(view.chances, pool)
        if view.ticket[bet] == 0 and mask[bet]:
            return bet
    return DONE


@rule
def best_of(values, pool):
    """The pool's bet with the highest value, the first of equal ones."""
    best = FIRST[pool]
    for bet in range(FIRST[pool], FIRST[pool + 1]):
        if values[bet] > values[best]:
            best = bet
    return best


@rule
def expert(view, mask, generator):
    """Buys the most profitable number of bets in each pool, each bet once, by their exact chances.

    - It expects each other player to pay as much into a pool as in the last race, with as many different bets. In the
      first race it expects the minimum. A quarter of them are the likeliest bets, the rest random; the share is higher
      if the others made equal bets in the last race.
    - The worth of a bet is its chance divided by the expected number of winners. The return of a purchase is the pool,
      with the bets of all players, times the worth of the bets bought. Buying nearly all bets of a pool with a large
      carry-over wins it almost certainly.
    - The pool with the largest expected gain comes first; the others follow with the remaining bets and chips. It never
      makes a bet twice, since shares do not depend on stakes; if they do, it plays in the same way.
    - The bets are drawn at random, with chances that increase with their worth, since equal bets share a pool.
    """
    worths, counts = arrays.zeros(BETS, np.float64), arrays.zeros(POOLS, np.int64)
    fill_plan(view, worths, counts)
    for pool in range(POOLS):
        made = 0
        for bet in range(FIRST[pool], FIRST[pool + 1]):
            made += view.ticket[bet] > 0
        if made < counts[pool]:
            bet = draw_bet(worths, view.ticket, pool, generator)
            if mask[bet]:
                return bet
    return DONE


@rule
def draw_bet(worths, ticket, pool, generator):
    """A bet of the pool that is not on the ticket, at random."""
    total = 0.0
    for bet in range(FIRST[pool], FIRST[pool + 1]):
        total += weight(worths[bet]) * (ticket[bet] == 0)
    place = rng.uniform(generator) * total
    drawn = FIRST[pool]
    for bet in range(FIRST[pool], FIRST[pool + 1]):
        if ticket[bet] == 0 and place >= 0:
            drawn = bet
            place -= weight(worths[bet])
    return drawn


@rule
def weight(worth):
    """The weight of a bet in the draw, by its worth."""
    return worth**SHARPNESS + LEAST_WEIGHT


@rule
def fill_plan(view, worths, counts):
    """Fill in the worth of each bet, and the number of bets for each pool; independent of the bets on the ticket."""
    bets, chips = view.bets_left + view.ticket.sum(), int(view.chips[0])
    left = arrays.zeros(BETS, np.float64)
    pots = arrays.zeros(POOLS, np.float64)
    for pool in range(POOLS):
        predictable = agreement(view, pool)
        pots[pool] = expect_pot(view, pool)
        for bet in range(FIRST[pool], FIRST[pool + 1]):
            chips += view.ticket[bet] * view.minimums[pool]
            worths[bet] = view.chances[bet] / CERTAIN / (1 + expect_winners(view, bet, predictable))
    for _ in range(POOLS):
        best_pool, best_gain, best_count = -1, 0.0, 0
        for pool in range(POOLS):
            if pots[pool] >= 0:
                most = min(bets, chips // view.minimums[pool])
                arrays.copy(worths, left)
                gain, count = best_purchase(left, pots[pool], pool, view.minimums[pool], most)
                if gain > best_gain:
                    best_pool, best_gain, best_count = pool, gain, count
        if best_pool < 0:
            return
        pots[best_pool] = TAKEN
        counts[best_pool] = best_count
        bets -= best_count
        chips -= best_count * view.minimums[best_pool]


@rule
def best_purchase(left, pot, pool, price, most):
    """The gain of the best number of the pool's bets, and this number; overwrites the worths."""
    worth, best_gain, best_count = 0.0, 0.0, 0
    for count in range(1, min(most, FIRST[pool + 1] - FIRST[pool]) + 1):
        bet = best_of(left, pool)
        worth += left[bet]
        left[bet] = TAKEN
        gain = (pot + count * price) * worth - count * price
        if gain > best_gain:
            best_gain, best_count = gain, count
    return best_gain, best_count


@rule
def expect_pot(view, pool):
    """The expected pool without the own bets. Other players without chips cannot bet."""
    pot = float(view.pools[pool])
    for seat in range(1, SEATS):
        if view.chips[seat] > 0:
            bets = 1
            if view.last_order[0] != NO_CARD:
                bets = view.last_tickets[seat, FIRST[pool] : FIRST[pool + 1]].sum()
            pot += view.minimums[pool] * bets
    return pot


@rule
def agreement(view, pool):
    """The agreement of the others' bets in the last race, from the level of random bets up to 1."""
    bettors, bets, pairs = 0, 0, 0
    for seat in range(1, SEATS):
        bettors += view.last_tickets[seat, FIRST[pool] : FIRST[pool + 1]].sum() > 0
    for bet in range(FIRST[pool], FIRST[pool + 1]):
        same = 0
        for seat in range(1, SEATS):
            same += view.last_tickets[seat, bet] > 0
        bets += same
        pairs += same * (same - 1)
    if bettors < 2:
        return PREDICTABLE
    by_chance = bets / bettors / (FIRST[pool + 1] - FIRST[pool])
    if by_chance >= 1:
        return PREDICTABLE
    return max(PREDICTABLE, (pairs / (bets * (bettors - 1)) - by_chance) / (1 - by_chance))


@rule
def expect_winners(view, bet, predictable):
    """The expected number of other players with this bet."""
    pool = pool_of(bet)
    first, last = FIRST[pool], FIRST[pool + 1]
    likelier = 0
    for other in range(first, last):
        better = view.chances[other] - view.chances[bet]
        likelier += better > 0 or (better == 0 and other < bet)
    winners = 0.0
    for seat in range(1, SEATS):
        if view.chips[seat] > 0:
            different = 1
            if view.last_order[0] != NO_CARD:
                different = 0
                for other in range(first, last):
                    different += view.last_tickets[seat, other] > 0
            winners += predictable * (different > likelier) + (1 - predictable) * different / (last - first)
    return winners


@rule
def guess(state, player, blank_view, views):
    """Guess the others' bets: mostly those of the expert, the others random."""
    worths, counts = arrays.zeros(BETS, np.float64), arrays.zeros(POOLS, np.int64)
    for other in range(state.num_players):
        if betting_place(state, other) < betting_place(state, player) and rng.below(state, STRANGERS) > 0:
            take_back_ticket(state, other)
            views[0] = blank_view[0]
            observe_all(state, other, views[0])
            counts[:] = 0
            fill_plan(views[0], worths, counts)
            for pool in range(POOLS):
                for _ in range(counts[pool]):
                    place_bet(state, other, draw_bet(worths, state.tickets[other], pool, state))


AGENTS = {"novice": novice, "expert": expert}
GUESS = guess
