"""Scripted agents of Gin Rummy."""

import numpy as np

from cardzoo.envs.engine import CARDS, rng, rule
from cardzoo.envs.families import melds
from cardzoo.envs.games.gin_rummy import (
    DRAW_STOCK,
    DRAW_UPCARD,
    HAND_SIZE,
    KNOCK,
    KNOCK_POINTS,
    LAY_OFF,
    MELD,
    NOBODY,
    PASS,
    SEATS,
    Phase,
    layoffs,
)

# Tuned over some thousand duplicate deals against the novice.
HORIZON = 1.3  # draws that a discard looks ahead
DANGER = 2.0  # cost in points of a meld given to the other player
BARGAIN = 2.0  # points by which an upcard without a meld must beat a draw from the stock
LATE = 14  # with fewer stock cards the other player may have little deadwood too
LATE_KNOCK_POINTS = 6

NO_CARDS = np.int64(0)
ALL_CARDS = np.int64((1 << CARDS) - 1)
TRIOS = melds.MELD_BITS[[len(words.split()) == 3 for words in melds.MELD_WORDS]]


@rule
def novice(view, mask, generator):
    """Takes an upcard that fits a meld, keeps the least deadwood, knocks as soon as possible, lays off all it can."""
    hand = melds.to_bits(view.hand)
    if view.phase == Phase.UPCARD or view.phase == Phase.DRAW:
        return draw(mask, mask[DRAW_UPCARD] and upcard_melds(hand, view.upcard))
    if view.phase == Phase.MELD or view.phase == Phase.DEFEND:
        return best_meld(hand, NO_CARDS, NO_CARDS, mask)
    if view.phase == Phase.LAY_OFF:
        card = least_deadwood(hand, melds.to_bits(mask[LAY_OFF : LAY_OFF + CARDS]))
        return card if card == PASS else LAY_OFF + card
    return KNOCK if mask[KNOCK] else least_deadwood(hand, melds.to_bits(mask[:CARDS]))


@rule
def expert(view, mask, generator):
    """Looks beyond the next draw, avoids discards that the other player may want, and knocks early in a deal.

    - Takes an upcard that fits a meld, lets it knock, or leaves clearly less deadwood than a draw from the stock.
    - Discards the card without which the expected deadwood after the next draws is least. A card costs more if the
      other player may hold two cards that make a meld with it, most of all known ones.
    - Knocks as soon as possible early in the deal, with few points only later on.
    - Melds and lays off as defender so that the least deadwood is left.
    """
    hand = melds.to_bits(view.hand)
    if view.phase == Phase.UPCARD or view.phase == Phase.DRAW:
        return draw(mask, mask[DRAW_UPCARD] and wants_upcard(view, hand))
    if view.phase == Phase.DISCARD:
        is_few = melds.deadwood_after_discard(hand, hand) <= points_to_knock(view)
        return KNOCK if mask[KNOCK] and is_few else best_discard(view, hand, mask)
    if view.phase == Phase.DEFEND and view.known[1].sum() > 0:  # no gin
        return best_meld(hand, melds.to_bits(view.runs), melds.to_bits(view.sets), mask)
    return novice(view, mask, generator)


@rule
def draw(mask, wanted):
    """Take the upcard if it is wanted, otherwise pass or draw from the stock."""
    if wanted:
        return DRAW_UPCARD
    return PASS if mask[PASS] else DRAW_STOCK


@rule
def upcard_melds(hand, upcard):
    """True if the upcard is melded in the best arrangement, and reduces the deadwood."""
    bit = melds.bit(upcard)
    left = melds.unmelded(hand | bit, hand)
    return left & bit == 0 and melds.points(left) - melds.highest(left) < melds.deadwood(hand)


@rule
def best_meld(hand, runs, sets, mask):
    """The meld with the least deadwood after laying off on runs and sets; or a pass."""
    best, fewest = PASS, 1000
    if mask[PASS]:
        fewest = melds.points(lay_off_all(hand, runs, sets))
    for meld in range(len(melds.MELD_BITS)):
        if mask[MELD + meld]:
            left = melds.unmelded(hand ^ melds.MELD_BITS[meld], NO_CARDS)
            points = melds.points(lay_off_all(left, runs, sets))
            if points < fewest:
                best, fewest = MELD + meld, points
    return best


@rule
def lay_off_all(hand, runs, sets):
    """The rest of the hand after laying off all that fits."""
    fitting = hand & layoffs(runs, sets)
    while fitting:
        hand ^= fitting
        runs |= fitting & melds.next_to_runs(runs)
        fitting = hand & layoffs(runs, sets)
    return hand


@rule
def least_deadwood(hand, spare):
    """The highest spare card without which the least deadwood is left; a pass if there is none."""
    best, fewest = PASS, 10000
    for card in range(CARDS):
        if spare & melds.bit(card):
            count = 100 * melds.deadwood(hand ^ melds.bit(card)) - melds.CARD_POINTS[card]
            if count < fewest:
                best, fewest = card, count
    return best


@rule
def wants_upcard(view, hand):
    """True if the upcard is to be taken."""
    points = melds.deadwood_after_discard(hand | melds.bit(view.upcard), hand)
    if points <= points_to_knock(view) or upcard_melds(hand, view.upcard):
        return True
    return points + BARGAIN < expected_deadwood(hand, unseen_cards(view, hand))


@rule
def points_to_knock(view):
    """The maximum of points for a knock."""
    return KNOCK_POINTS if view.stock_size >= LATE else LATE_KNOCK_POINTS


@rule
def best_discard(view, hand, mask):
    """The discard with the least expected deadwood and danger."""
    unseen = unseen_cards(view, hand)
    best, fewest = PASS, 1000.0
    for card in range(CARDS):
        if mask[card]:
            kept = hand ^ melds.bit(card)
            now = melds.deadwood(kept)
            points = now + HORIZON * (expected_deadwood(kept, unseen) - now) + DANGER * melds_given(view, card, unseen)
            if points < fewest:
                best, fewest = card, points
    return best


@rule
def unseen_cards(view, hand):
    """Cards in the stock, or in the other hand without being known."""
    seen = hand | melds.to_bits(view.known[1])
    for place in range(view.discard_pile.height):
        seen |= melds.bit(view.discard_pile.cards[place])
    return ALL_CARDS & ~seen


@rule
def expected_deadwood(hand, unseen):
    """The mean deadwood after drawing an unseen card and discarding the best card."""
    total = number = 0
    for card in range(CARDS):
        bit = melds.bit(card)
        if unseen & bit:
            total += melds.deadwood_after_discard(hand | bit, hand | bit)
            number += 1
    return total / number


@rule
def melds_given(view, card, unseen):
    """The approximate number of melds of three that the other player could make with the card."""
    known = view.known[1].sum()
    share = (HAND_SIZE - known) / (HAND_SIZE - known + view.stock_size)  # the chance that an unseen card is there
    possible = unseen | melds.to_bits(view.known[1]) | melds.bit(card)
    total = 0.0
    for trio in TRIOS:
        if trio & melds.bit(card) and trio & ~possible == 0:
            hidden = trio & unseen
            if hidden == 0:
                total += 1
            elif hidden & (hidden - 1) == 0:
                total += share
            else:
                total += share * share
    return total


@rule
def guess(state, player, blank_view, views):
    """Guess the other hand: the better cards were kept, but its points were too many to knock."""
    other = 1 - player
    if state.knocker != NOBODY or state.stock.height == 0:
        return
    hand, known = melds.to_bits(state.hands[other]), melds.to_bits(state.known[other])
    for _ in range(state.discard_pile.height // SEATS):
        place = rng.below(state, state.stock.height)
        drawn = melds.bit(state.stock.cards[place])
        out = least_deadwood(hand | drawn, hand & ~known | drawn)
        if melds.deadwood(hand ^ drawn ^ melds.bit(out)) > KNOCK_POINTS:
            state.stock.cards[place] = out
            hand ^= drawn ^ melds.bit(out)
    melds.from_bits(hand, 0, state.hands[other])


AGENTS = {"novice": novice, "expert": expert}
GUESS = guess
MEASURED = ({"target": None},)
