"""Rule-of-thumb players of Superfecta."""

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

FIRST = np.array([WIN, EXA, SFC, DONE], np.int64)  # of each pool's bets, and the end of the last one's
PREDICTABLE = 0.25  # how far others are trusted to make the likeliest bets rather than any, at the least
TAKEN = -1.0  # in place of the worth of a bet that is on the ticket
STRANGERS = 4  # one player of so many is not taken for an expert
SHARPNESS = 2.0  # how much likelier the bets are made that are worth more
LEAST_WEIGHT = 1e-12  # of a bet that cannot win

observe_all = GAME.observe  # what a seat sees, with what the view just shows of the state


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
    """The pool's bet with the highest value, the first one of several."""
    best = FIRST[pool]
    for bet in range(FIRST[pool], FIRST[pool + 1]):
        if values[bet] > values[best]:
            best = bet
    return best


@rule
def expert(view, mask, generator):
    """Buys from each pool as many bets as bring most for what they cost, once each, from the exact chances.

    - It expects that each of the others pays as much into a pool as in the last race (at first, the minimum), and makes
      as many different bets: a quarter of the time the likeliest ones, else any; the likeliest ones more often, if the
      others have made the same bets in the last race.
    - A bet is worth its chance, divided by the number of winners to be expected. The pool, with what the others and the
      own bets add, times the worth of all bets bought, is what they bring. To buy nearly all bets of a pool in which
      much has been left by earlier races is all but certain to win it.
    - The pool that promises the largest gain comes first; the next ones get what bets and chips are left. It never bets
      twice on the same, since shares do not depend on stakes; where they do, it plays alike.
    - Which bets it buys is left to chance, the more likely the more they are worth. Who bets as all others do shares
      with all of them.
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
    """How likely a bet is to be made, by what it is worth."""
    return worth**SHARPNESS + LEAST_WEIGHT


@rule
def fill_plan(view, worths, counts):
    """What each bet is worth, and how many of each pool are to be made. It is the same however many are written."""
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
    """What the best number of the pool's bets gains, and this number. The worths of the bets left are used up."""
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
    """What the pool will hold without the own bets. Others without chips cannot bet."""
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
    """How far the others have made the same bets in the last race, from what chance would bring to 1 if all agreed."""
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
    """How many of the others make this bet."""
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
    """Others who have bet have mostly bet as the expert does, the others anything."""
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
