"""Scripted agents of Cribbage."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, piles, rule
from cardzoo.envs.engine.cards import JACK, rank_of, suit_of
from cardzoo.envs.families.fifteens import COUNT, SHOWN, VALUES, play_points, rank_points
from cardzoo.envs.games.cribbage import GO, PLAYERS, Phase

WORST = -1000.0

# Mean points, in tenths, of fifteens, pairs and runs in a crib with two cards of these ranks and any others.
CRIB = np.array(
    [
        [55, 44, 45, 54, 57, 42, 40, 41, 40, 39, 39, 38, 37],
        [44, 58, 68, 48, 57, 43, 42, 42, 41, 40, 40, 39, 38],
        [45, 68, 61, 55, 64, 42, 43, 42, 41, 41, 41, 40, 39],
        [54, 48, 55, 61, 70, 49, 41, 43, 42, 41, 41, 40, 39],
        [57, 57, 64, 70, 90, 70, 64, 57, 57, 70, 70, 69, 68],
        [42, 43, 42, 49, 70, 63, 55, 49, 55, 38, 38, 37, 36],
        [40, 42, 43, 41, 64, 55, 61, 67, 43, 37, 37, 36, 35],
        [41, 42, 42, 43, 57, 49, 67, 56, 49, 43, 37, 36, 35],
        [40, 41, 41, 42, 57, 55, 43, 49, 55, 48, 42, 35, 35],
        [39, 40, 41, 41, 70, 38, 37, 43, 48, 54, 48, 41, 34],
        [39, 40, 41, 41, 70, 38, 37, 37, 42, 48, 54, 47, 40],
        [38, 39, 40, 40, 69, 37, 36, 36, 35, 41, 47, 52, 39],
        [37, 38, 39, 39, 68, 36, 35, 35, 35, 34, 40, 39, 50],
    ]
)
CRIB_OF_ONE = (SUITS * CRIB.sum(axis=1) - CRIB.diagonal()) / (CARDS - 1)  # with one such card


@rule
def novice(view, mask, generator):
    """Keeps the four cards with the most points by themselves, and plays the card that scores most, the highest one."""
    return lay_by_points(view, mask) if view.phase == Phase.CRIB else play_by_points(view, mask)


@rule
def expert(view, mask, generator):
    """Looks ahead to starter, crib and the next player's card.

    - Keeps the four cards with the best mean over all starters. Cards that it lays away add their mean in a crib of the
      own side, or cost it in another one.
    - Plays the card with the best balance of its points, those that the next player scores with the best card that may
      be there, and those of its own next card after that.
    """
    return lay_by_mean(view, mask) if view.phase == Phase.CRIB else play_with_foresight(view, mask)


def laying(judge: Callable[..., float]) -> Callable[..., Any]:
    """``lay(view, mask)``: the next card of the best choice, by ``judge(view, one, other)`` of the cards laid away."""

    @rule
    def lay(view, mask) -> Any:
        """The card of the best choice that is laid away now."""
        best, most = NO_CARD, WORST
        before = NO_CARD
        for card in range(CARDS):
            if view.laid[card] > 0:
                before = card
        for card in range(CARDS):
            if mask[card]:
                if view.to_lay == 1:
                    value = judge(view, card, before)
                    if value > most:
                        best, most = card, value
                else:
                    for other in range(card + 1, CARDS):
                        if view.hand[other] > 0:
                            value = judge(view, card, other)
                            if value > most:
                                best, most = card, value
        return best

    return lay


@rule
def judge_points(view, one, other):
    """Points of the cards that are kept, without a starter."""
    ranks = arrays.zeros(RANKS, np.int64)
    count_kept(view, one, other, ranks)
    return float(rank_points(ranks) + suit_points(view, one, other))


@rule
def count_kept(view, one, other, ranks):
    """Count the ranks of the cards that are kept."""
    for card in range(CARDS):
        if view.hand[card] > 0 and card not in (one, other):
            ranks[rank_of(card)] += 1


@rule
def suit_points(view, one, other):
    """Points of a flush of the four cards that are kept."""
    for suit in range(SUITS):
        kept = 0
        for card in range(RANKS * suit, RANKS * (suit + 1)):
            kept += view.hand[card] > 0 and card not in (one, other)
        if kept == SHOWN:
            return SHOWN
    return 0


@rule
def judge_mean(view, one, other):
    """Mean points of the cards that are kept over all starters, and of those laid away in the crib."""
    ranks, suits = arrays.zeros(RANKS, np.int64), arrays.zeros(SUITS, np.int64)
    starters, number = arrays.zeros(RANKS, np.int64), 0
    count_kept(view, one, other, ranks)
    for card in range(CARDS):
        if view.hand[card] == 0 and view.laid[card] == 0:
            starters[rank_of(card)] += 1
            suits[suit_of(card)] += 1
            number += 1
    points = 0.0
    for rank in range(RANKS):
        ranks[rank] += 1
        points += starters[rank] * rank_points(ranks)
        ranks[rank] -= 1
    for suit in range(SUITS):
        jack = RANKS * suit + JACK
        points += suits[suit] * (view.hand[jack] > 0 and jack not in (one, other))
    return points / number + suit_points(view, one, other) + side_of_crib(view) * mean_in_crib(one, other)


@rule
def side_of_crib(view):
    """1 if the crib is the own side's, -1 if it is another one's."""
    is_own = view.dealer[0] > 0 or (view.hand_sizes[PLAYERS - 1] > 0 and view.dealer[2] > 0)
    return 1 if is_own else -1


@rule
def mean_in_crib(one, other):
    """Mean points that cards bring in the crib."""
    return (CRIB_OF_ONE[rank_of(one)] if other == NO_CARD else float(CRIB[rank_of(one), rank_of(other)])) / 10


@rule
def play_by_points(view, mask):
    """The card that scores most now, the highest of equal ones; or a go."""
    best, most = GO, WORST
    for card in range(CARDS):
        if mask[card]:
            piles.push(view.row, card)
            value = 100.0 * play_points(view.row, view.count + VALUES[card]) + rank_of(card)
            piles.draw(view.row)
            if value > most:
                best, most = card, value
    return best


@rule
def play_with_foresight(view, mask):
    """The card with the best balance after the next player's reply and the own next card; or a go."""
    best, most = GO, WORST
    if mask[GO]:
        return GO
    left = arrays.zeros(RANKS, np.int64)
    for card in range(CARDS):
        left[rank_of(card)] += is_unseen(view, card)
    for card in range(CARDS):
        if mask[card]:
            piles.push(view.row, card)
            view.hand[card] = 0
            value = play_points(view.row, view.count + VALUES[card]) - danger(view, view.count + VALUES[card], left)
            value += 0.01 * rank_of(card)
            view.hand[card] = 1
            piles.draw(view.row)
            if value > most:
                best, most = card, value
    return best


@rule
def is_unseen(view, card):
    """Whether a card may be in another hand."""
    seen = view.hand[card] > 0 or view.laid[card] > 0 or card == view.starter
    for seat in range(PLAYERS):
        seen |= view.played[seat, card] > 0
    return not seen


@rule
def danger(view, count, left):
    """Mean points that the next player gains, less those of the own card after that.

    The next player is taken to play the card that scores most, of all that may be there.

    Args:
        view: the seat's view, with the card that it plays now on the row.
        count: the count with this card.
        left: (13,) unseen cards of each rank.
    """
    if count == COUNT:
        return 0.0
    size, least = view.hand_sizes[1], view.least[1]
    total = 0
    for rank in range(RANKS):
        total += left[rank] * (VALUES[rank] >= least)
    if size == 0 or view.gone[1] or total == 0:
        return -best_next(view, count)
    expected, remaining = 0.0, 1.0
    tried = arrays.zeros(RANKS, np.int64)
    for _ in range(RANKS):
        best, most = NO_CARD, 0
        for rank in range(RANKS):
            if left[rank] > 0 and not tried[rank] and VALUES[rank] >= least and count + VALUES[rank] <= COUNT:
                piles.push(view.row, rank)
                points = play_points(view.row, count + VALUES[rank])
                piles.draw(view.row)
                if points > most:
                    best, most = rank, points
        if best == NO_CARD:
            break
        tried[best] = 1
        share = remaining * chance_of(left[best], total, size)
        remaining -= share
        piles.push(view.row, best)
        expected += share * (most - best_next(view, count + VALUES[best]))
        piles.draw(view.row)
    playable = 0
    for rank in range(RANKS):
        playable += left[rank] * (VALUES[rank] >= least and count + VALUES[rank] <= COUNT and not tried[rank])
    goes = remaining * (1 - chance_of(playable, total, size))
    expected -= goes * max(best_next(view, count), 1)
    for rank in range(RANKS):
        if left[rank] > 0 and VALUES[rank] >= least and count + VALUES[rank] <= COUNT and not tried[rank]:
            piles.push(view.row, rank)
            expected -= (remaining - goes) * left[rank] / playable * best_next(view, count + VALUES[rank])
            piles.draw(view.row)
    return expected


@rule
def chance_of(number, total, size):
    """Chance that a hand of this size has one of a number of cards among all that it may hold."""
    without = 1.0
    for place in range(size):
        without *= max(total - number - place, 0) / max(total - place, 1)
    return 1 - without


@rule
def best_next(view, count):
    """The most points that a card of the own hand would score next."""
    most = 0
    for card in range(CARDS):
        if view.hand[card] > 0 and count + VALUES[card] <= COUNT:
            piles.push(view.row, card)
            most = max(most, play_points(view.row, count + VALUES[card]))
            piles.draw(view.row)
    return most


lay_by_points = laying(judge_points)
lay_by_mean = laying(judge_mean)

AGENTS = {"novice": novice, "expert": expert}
