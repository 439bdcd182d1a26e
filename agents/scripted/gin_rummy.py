"""Rule-of-thumb players of Gin Rummy."""

import numpy as np

from cardzoo.envs.engine import CARDS, rule
from cardzoo.envs.families import melds
from cardzoo.envs.games.gin_rummy import DRAW_STOCK, DRAW_UPCARD, HAND_SIZE, KNOCK, MELD, PASS, Phase, layoffs

DANGER = 6.0  # points that a meld given to the other player is worth
LATE = 14  # stock cards below which a knock should be safer than the rules ask
LATE_KNOCK = 6
TRIOS = np.array([meld for meld, words in enumerate(melds.MELD_WORDS) if len(words.split()) == 3])


@rule
def novice(view, mask, generator):
    """Takes an upcard that fits a meld, keeps the least deadwood, knocks as soon as possible, lays off what it can."""
    hand = melds.to_bits(view.hand)
    if view.phase == Phase.UPCARD or view.phase == Phase.DRAW:
        return draw(mask, mask[DRAW_UPCARD] and upcard_melds(hand, view.upcard))
    if mask[KNOCK]:
        return KNOCK
    if view.phase == Phase.MELD or view.phase == Phase.DEFEND:
        return best_meld(hand, np.int64(0), np.int64(0), mask)
    best, fewest = PASS, 1000
    for card in range(CARDS):
        if mask[card]:
            count = 10 * melds.deadwood(hand ^ melds.bit(card)) - melds.CARD_POINTS[card]
            if count < fewest:
                best, fewest = card, count
    return best


@rule
def expert(view, mask, generator):
    """Looks one draw ahead, watches what the other player may want, knocks early and later goes for gin.

    - Takes an upcard that fits a meld, or with which it can knock.
    - Discards the card without which the next draw is expected to leave the least deadwood. A card costs more if
      the other player may hold two cards that make a meld with it; cards known to be there weigh most.
    - Knocks with 10 points or less early in the deal, later with few only, when the other player may be close.
    - As defender melds and lays off so that the least deadwood is left in the end.
    """
    hand = melds.to_bits(view.hand)
    if view.phase == Phase.UPCARD or view.phase == Phase.DRAW:
        return draw(mask, mask[DRAW_UPCARD] and (upcard_melds(hand, view.upcard) or upcard_knocks(hand, view.upcard)))
    if view.phase == Phase.MELD:
        return best_meld(hand, np.int64(0), np.int64(0), mask)
    if view.phase == Phase.DEFEND:
        if view.known[1].sum() == 0:  # gin
            return best_meld(hand, np.int64(0), np.int64(0), mask)
        return best_meld(hand, melds.to_bits(view.runs), melds.to_bits(view.sets), mask)
    if view.phase == Phase.DISCARD and mask[KNOCK]:
        points = melds.deadwood_after_discard(hand, legal_cards(mask))
        if points == 0 or view.stock_size >= LATE or points <= LATE_KNOCK:
            return KNOCK
    if view.phase == Phase.DISCARD:
        return best_discard(view, hand, mask)
    if mask[KNOCK]:
        return KNOCK
    return novice(view, mask, generator)


@rule
def draw(mask, wanted):
    """Take the upcard if it is wanted, otherwise pass or draw from the stock."""
    if wanted:
        return DRAW_UPCARD
    return PASS if mask[PASS] else DRAW_STOCK


@rule
def upcard_melds(hand, upcard):
    """Whether the best arrangement melds the upcard and becomes better by it."""
    bit = melds.bit(upcard)
    left = melds.unmelded(hand | bit, hand)
    return left & bit == 0 and melds.points(left) - melds.highest(left) < melds.deadwood(hand)


@rule
def upcard_knocks(hand, upcard):
    """Whether the upcard allows a knock."""
    return melds.deadwood_after_discard(hand | melds.bit(upcard), hand) <= HAND_SIZE


@rule
def legal_cards(mask):
    """The cards that may be discarded."""
    bits = np.int64(0)
    for card in range(CARDS):
        bits |= np.int64(mask[card]) << card
    return bits


@rule
def best_meld(hand, runs, sets, mask):
    """The meld after which the least is left, laying off on runs and sets included; or to pass."""
    best, fewest = PASS, 1000
    if mask[PASS]:
        fewest = melds.points(lay_off_all(hand, runs, sets))
    for meld in range(len(melds.MELD_BITS)):
        if mask[MELD + meld]:
            left = melds.unmelded(hand ^ melds.MELD_BITS[meld], np.int64(0))
            count = melds.points(lay_off_all(left, runs, sets))
            if count < fewest:
                best, fewest = MELD + meld, count
    return best


@rule
def lay_off_all(hand, runs, sets):
    """What is left of the hand after laying off all that fits."""
    fitting = hand & layoffs(runs, sets)
    while fitting:
        hand ^= fitting
        runs |= fitting & melds.next_to_runs(runs)
        fitting = hand & layoffs(runs, sets)
    return hand


@rule
def best_discard(view, hand, mask):
    """The discard with the least deadwood to be expected after one more draw, and danger."""
    unseen = unseen_cards(view, hand)
    number = 0
    for card in range(CARDS):
        number += unseen >> card & 1
    best, fewest = -1, 1000.0
    for card in range(CARDS):
        if mask[card]:
            count = expected_deadwood(hand ^ melds.bit(card), unseen) + DANGER * danger(view, card, unseen, number)
            if count < fewest:
                best, fewest = card, count
    return best


@rule
def unseen_cards(view, hand):
    """Cards that are in the stock or not known to be in the other hand."""
    seen = hand | melds.to_bits(view.known[1])
    for place in range(view.discard_pile.height):
        seen |= melds.bit(view.discard_pile.cards[place])
    return (np.int64(1) << CARDS) - 1 & ~seen


@rule
def expected_deadwood(hand, unseen):
    """The mean deadwood after drawing an unseen card and discarding the best one."""
    total = number = 0
    for card in range(CARDS):
        bit = melds.bit(card)
        if unseen & bit:
            total += melds.deadwood_after_discard(hand | bit, hand | bit)
            number += 1
    return total / number


@rule
def danger(view, card, unseen, number):
    """How many melds of three, about, the other player could make with the card."""
    known = melds.to_bits(view.known[1])
    share = 0.0
    if number > 0:
        share = (HAND_SIZE - view.known[1].sum()) / number
    total = 0.0
    for trio in TRIOS:
        others = melds.MELD_BITS[trio] ^ melds.bit(card)
        if others & melds.MELD_BITS[trio] == others and others & ~(known | unseen) == 0:
            chance = 1.0
            for other in range(CARDS):
                if others & unseen & melds.bit(other):
                    chance *= share
            total += chance
    return total


AGENTS = {"novice": novice, "expert": expert}
