"""Scripted agents of Ristiseiska: simple rules, and simulations with these rules.

A set of cards is a number with a bit for each card, by the engine's codes.
"""

import numpy as np

from cardzoo.agents.families.rows import choose_play, count_seats, deal_unseen, lowest, six_is_first
from cardzoo.envs.engine import CARDS, arrays, rule
from cardzoo.envs.engine.cards import SEVEN
from cardzoo.envs.families import melds
from cardzoo.envs.families.rows import ACES, fitting
from cardzoo.envs.games.ristiseiska import GIVE, PASS, SEATS, Phase

BUDGET = 4500  # approximate number of simulated turns for a decision: 40 microseconds
MOST_DEALS = 100
WON = 2.0  # worth of a win, if each card left costs 1
LONGEST = 150  # maximum of turns of a simulation
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs

RINGS = np.array([ACES << SEVEN - far | ACES << SEVEN + far for far in range(SEVEN + 1)], np.int64)  # by distance


@rule
def novice(view, mask, generator):
    """Plays cards that lead to its own cards, and holds sevens back.

    - It plays first a card with an own card right behind it, then aces and kings, then other cards but sevens.
    - It gives the card farthest from the sevens, and never begs falsely.
    """
    if view.phase != Phase.TURN:
        return GIVE + choose_gift(melds.to_bits(view.hand))
    if mask[PASS]:
        return PASS
    return choose_play(melds.to_bits(view.hand), melds.to_bits(mask))


@rule
def choose_gift(hand):
    """The novice's gift."""
    for far in range(SEVEN, 0, -1):
        if hand & RINGS[far]:
            return lowest(hand & RINGS[far])
    return lowest(hand)


@rule
def expert(view, mask, generator):
    """Plays or gives the card with the best mean result in simulations with random deals and novices in all seats.

    - The deals are consistent with the sizes of the hands, and with the cards that players are known to hold or to
      lack.
    - The deals ignore the likelihood of gifts, except for cards known to be or not to be somewhere.
    - The result of a game is 2 for a win, and otherwise -1 for each card left. Blocking others pays by itself, as they
      beg from the player to their right. It never begs falsely.
    """
    if mask.sum() == 1:
        return mask.argmax()
    hands, lacks = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    left, sizes = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    unseen = arrays.zeros(CARDS, np.int64)
    totals = arrays.zeros(CARDS, np.float64)
    seats = count_seats(view)
    first = 0 if view.phase == Phase.TURN else GIVE
    legal, layout, number = 0, melds.to_bits(view.layout), 0
    hands[0] = melds.to_bits(view.hand)
    strict = six_is_first(view, layout)
    for card in range(CARDS):
        if mask[first + card]:
            legal |= 1 << card
        if not (layout | hands[0]) >> card & 1:
            unseen[number] = card
            number += 1
    for seat in range(1, seats):
        lacks[seat] = melds.to_bits(view.lacks[seat]) & ~melds.to_bits(view.known[seat])
        for other in range(1, seats):
            if other != seat:
                lacks[seat] |= melds.to_bits(view.known[other])
    on_turn = view.on_turn.argmax()
    deals = min(MOST_DEALS, 1 + BUDGET // (mask.sum() * (CARDS - view.layout.sum())))
    for _ in range(deals):
        deal_unseen(view, seats, unseen, number, hands, lacks, generator)
        for card in range(CARDS):
            if legal >> card & 1:
                arrays.copy(hands, left)
                arrays.copy(view.hand_sizes, sizes)
                totals[card] += play_out(seats, left, sizes, layout, strict, on_turn, view.turns, card)
    best = lowest(legal)
    for card in range(CARDS):
        if legal >> card & 1 and totals[card] > totals[best]:
            best = card
    return first + best


@rule
def play_out(seats, hands, sizes, layout, strict, on_turn, turns, card):
    """Simulate the game with novices after seat 0 plays or gives a card; returns seat 0's result."""
    seat = 0
    if on_turn != 0:
        give(hands, sizes, 0, on_turn, card)
    else:
        layout |= 1 << card
        hands[0] ^= 1 << card
        sizes[0] -= 1
    seat = on_turn
    for turn in range(turns + 1, turns + LONGEST):
        if sizes[seat] == 0:
            break
        seat = (seat + 1) % seats
        playable = hands[seat] & fitting(layout, strict)
        if playable:
            played = choose_play(hands[seat], playable)
            layout |= 1 << played
            hands[seat] ^= 1 << played
            sizes[seat] -= 1
        elif turn >= seats:
            giver = seat
            for _ in range(seats - 1):
                giver = giver - 1 if giver > 0 else seats - 1
                if sizes[giver] > 1:
                    give(hands, sizes, giver, seat, choose_gift(hands[giver]))
                    break
    return WON if sizes[0] == 0 else -float(sizes[0])


@rule
def give(hands, sizes, giver, taker, card):
    """Move a card from one hand to another."""
    hands[giver] ^= 1 << card
    hands[taker] ^= 1 << card
    sizes[giver] -= 1
    sizes[taker] += 1


AGENTS = {"novice": novice, "expert": expert}
ROLLOUT = "novice"  # much faster: the search wins more with it
