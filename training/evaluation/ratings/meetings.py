"""Meetings: parties that are ranked together, in a game, or on a deal of a game for one."""

from dataclasses import dataclass

import numpy as np

from cardzoo.training.evaluation.games import Games
from cardzoo.training.evaluation.intervals import DIGITS

NOBODY = -1


@dataclass(frozen=True)
class Meetings:
    """Parties that were ranked together: M meetings of up to W parties of up to K members.

    Attributes:
        deals: (M,) int64, the deal's place among all deals, from 0.
        members: (M, W, K) int16, the entrants of each party; -1: nobody.
        rewards: (M, W) float64, reward of a member of the party; nan: there is no such party.
    """

    deals: np.ndarray
    members: np.ndarray
    rewards: np.ndarray


def meetings(games: Games, sides: int | None = None) -> Meetings:
    """Arrange games as meetings.

    Args:
        games: the games. In a game for one player, all entrants on a deal meet as if they had sat at one table.
        sides: number of sides in a partnership game: player k is of side ``k % sides``.
    """
    deals = np.unique(games.deals, return_inverse=True)[1]
    rewards = round_rewards(games)
    if games.seats.shape[1] == 1:
        return _meet_over_deals(deals, games.seats[:, 0], rewards[:, 0])
    parties = sides or games.seats.shape[1]
    members = games.seats.reshape(len(deals), -1, parties).transpose(0, 2, 1)
    return Meetings(deals, members, rewards[:, :parties])


def round_rewards(games: Games) -> np.ndarray:
    """Rewards without rounding errors, so that equal ones are equal: (G, P) float64."""
    return games.rewards.astype(np.float64).round(DIGITS)


def _meet_over_deals(deals: np.ndarray, entrants: np.ndarray, rewards: np.ndarray) -> Meetings:
    order = np.argsort(deals, kind="stable")
    first = np.searchsorted(deals[order], np.arange(deals.max() + 1))
    column = np.arange(len(deals)) - first[deals[order]]
    shape = (len(first), int(column.max()) + 1)
    members, got = np.full(shape, NOBODY, np.int16), np.full(shape, np.nan)
    members[deals[order], column] = entrants[order]
    got[deals[order], column] = rewards[order]
    return Meetings(np.arange(len(first)), members[:, :, None], got)


def ranks(meetings: Meetings) -> np.ndarray:
    """Number of parties with a better reward: (M, W) int; undefined for a party that is not there."""
    rewards = meetings.rewards
    return np.asarray((rewards[:, None, :] > rewards[:, :, None]).sum(axis=2))
