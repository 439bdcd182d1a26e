"""Scripted agents of Fan Tan: simple rules, and simulations with these rules.

A set of cards is a whole number with a bit for each card, by the project's codes.
"""

import numpy as np

from cardzoo.agents.families.rows import choose_play, count_seats, deal_unseen, lowest, six_is_first
from cardzoo.envs.engine import CARDS, arrays, rule
from cardzoo.envs.engine.cards import SEVEN
from cardzoo.envs.families import melds
from cardzoo.envs.families.rows import HIGH, LOW, SEVENS, fitting
from cardzoo.envs.games.fan_tan import PASS, PLAYERS

BUDGET = 20000  # approximate number of simulated turns for a decision
MOST_DEALS = 200
WON = 30.0  # worth of winning a match in chips


@rule
def novice(view, mask, generator):
    """Plays cards that lead to its own cards, and holds sevens back.

    It plays first a card that lies before an own card in its row, the nearest first, then aces and kings. It holds back
    cards that would only help others, sevens the longest.
    """
    if mask[PASS]:
        return PASS
    return choose_card(melds.to_bits(view.hand), melds.to_bits(mask))


@rule
def choose_card(hand, playable):
    """The novice's card."""
    below, above = hand & LOW, hand & HIGH
    for _ in range(SEVEN):
        below, above = below << 1 & (LOW | SEVENS), above >> 1 & (HIGH | SEVENS)
        if playable & (below | above):
            return lowest(playable & (below | above))
        below, above = below & LOW, above & HIGH
    return choose_play(hand, playable)


@rule
def expert(view, mask, generator):
    """Plays the card with the most chips on average in simulations with random deals and novices in all seats.

    - The deals are consistent with the sizes of the hands and with cards that players have shown to lack.
    - It simulates each hand to its end, and counts the chips that it wins or pays from then on. So it holds back a card
      if others have to pay for that.
    - In the last hand winning the match counts as well.
    """
    if mask.sum() == 1:
        return mask.argmax()
    hands, lacks = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    left, paid = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    unseen = arrays.zeros(CARDS, np.int64)
    totals = arrays.zeros(CARDS, np.float64)
    seats, number = count_seats(view), 0
    legal, layout = melds.to_bits(mask), melds.to_bits(view.layout)
    hands[0] = melds.to_bits(view.hand)
    strict = six_is_first(view, layout)
    for card in range(CARDS):
        if not (layout | hands[0]) >> card & 1:
            unseen[number] = card
            number += 1
    for seat in range(1, seats):
        lacks[seat] = melds.to_bits(view.lacks[seat])
    deals = min(MOST_DEALS, 1 + BUDGET // (mask.sum() * (number + view.hand.sum())))
    for _ in range(deals):
        deal_unseen(view, seats, unseen, number, hands, lacks, generator)
        for card in range(CARDS):
            if legal >> card & 1:
                arrays.copy(hands, left)
                paid[:] = 0
                winner = play_out(seats, left, paid, layout, strict, view.price_left, card)
                totals[card] += worth(view, seats, winner, paid)
    best = lowest(legal)
    for card in range(CARDS):
        if legal >> card & 1 and totals[card] > totals[best]:
            best = card
    return best


@rule
def play_out(seats, hands, paid, layout, strict, price_left, card):
    """Simulate the hand with novices after seat 0's card; returns the winner and each seat's payments from now on."""
    seat = 0
    while True:
        layout |= 1 << card
        hands[seat] ^= 1 << card
        if hands[seat] == 0:
            break
        while True:
            seat = seat + 1 if seat + 1 < seats else 0
            playable = hands[seat] & fitting(layout, strict)
            if playable:
                break
            paid[seat] += 1
        card = choose_card(hands[seat], playable)
    for other in range(seats):
        while hands[other]:
            hands[other] &= hands[other] - 1
            paid[other] += price_left
    return seat


@rule
def worth(view, seats, winner, paid):
    """The worth of the end of a hand to seat 0: the chips won from now on, and the match if it is over."""
    pot = view.pot + paid.sum()
    gain = (pot if winner == 0 else 0) - paid[0]
    if view.hands_left > 1:
        return float(gain)
    for other in range(1, seats):
        if view.chips[other] - paid[other] + (pot if winner == other else 0) > view.chips[0] + gain:
            return float(gain)
    return gain + WON


AGENTS = {"novice": novice, "expert": expert}
ROLLOUT = "novice"  # much faster: the search wins more with it
