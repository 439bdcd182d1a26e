"""Contracts of bridge: denominations, the score of duplicate bridge, and IMPs.

A contract of level n is made with n + `BOOK` tricks or more. All points are those of the declaring side.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import rule

BOOK = 6  # tricks that a bid does not count
LEVELS = 7
MINOR_POINTS, MAJOR_POINTS, NO_TRUMP_EXTRA = 20, 30, 10  # for a trick; the extra for the first one in no trump
ENOUGH_FOR_GAME = 100
PART_SCORE_POINTS = 50
GAME_POINTS = np.array([300, 500])  # not vulnerable, vulnerable
SMALL_SLAM_POINTS = np.array([500, 750])
GRAND_SLAM_POINTS = np.array([1000, 1500])
INSULT = 50  # for a doubled contract that is made; twice that for a redoubled one
SMALL_STEPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600]
LARGE_STEPS = [750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000]
IMP_STEPS = np.array([*SMALL_STEPS, *LARGE_STEPS])
"""Differences in points from which on they are one IMP more."""


class Strain(IntEnum):
    """The denomination of a bid: a trump suit, or no trump. No card is of the suit that stands for no trump."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4


STRAINS = len(Strain)
BIDS = LEVELS * STRAINS


@rule
def trick_points(number, strain):
    """Points for a number of tricks, at least one, in a denomination."""
    if strain == Strain.NO_TRUMP:
        return MAJOR_POINTS * number + NO_TRUMP_EXTRA
    return number * (MINOR_POINTS if strain <= Strain.DIAMONDS else MAJOR_POINTS)


@rule
def contract_points(level, strain, doubled, vulnerable, won):
    """Points for a contract in duplicate bridge.

    Args:
        level: of the contract, 1 to 7.
        strain: its denomination.
        doubled: 0 for a contract that is not doubled, 1 for a doubled and 2 for a redoubled one.
        vulnerable: 1 if the declaring side is vulnerable, 0 if not.
        won: number of tricks that it has won.
    """
    over = won - BOOK - level
    if over < 0:
        return -down_points(-over, doubled, vulnerable)
    points = trick_points(level, strain) << doubled
    if points >= ENOUGH_FOR_GAME:
        points += GAME_POINTS[vulnerable]
    else:
        points += PART_SCORE_POINTS
    each = 100 * doubled * (1 + vulnerable)
    if doubled == 0:
        each = MINOR_POINTS if strain <= Strain.DIAMONDS else MAJOR_POINTS
    return points + slam_points(level, vulnerable) + INSULT * doubled + each * over


@rule
def slam_points(level, vulnerable):
    """The bonus for a slam that was bid and made; 0 for contracts below."""
    if level == LEVELS:
        return GRAND_SLAM_POINTS[vulnerable]
    return SMALL_SLAM_POINTS[vulnerable] if level == LEVELS - 1 else 0


@rule
def down_points(down, doubled, vulnerable):
    """Points that the other side scores for tricks missing to the contract; see `contract_points`."""
    if doubled == 0:
        return 50 * (1 + vulnerable) * down
    if vulnerable:
        return doubled * (300 * down - 100)
    return doubled * (200 * min(down, 3) - 100 + 300 * max(down - 3, 0))


@rule
def imps(points):
    """International match points (IMPs) for a difference in points at two tables."""
    number = 0
    for step in IMP_STEPS:
        number += abs(points) >= step
    return number if points > 0 else -number
