"""Turning point of a finished game, found in its history of scores.

The turning point of a match is the hand in which the winners gained most on the best of the others. In a game of one
hand it is such an action, perhaps the last one, where points are counted at the end. Of equal gains, it is the one with
which the winners took the lead for good. A draw or a game for one player has no turning point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Scores = Sequence[int]


@dataclass(frozen=True)
class Decision:
    """Turning point of a game.

    Attributes:
        action: number of the action, from 0; None for a whole hand.
        hand: number of the hand, from 1; None for an action.
        gained: change of each seat's score.
        at_the_end: True if the scores never changed before the last action.
        for_good: True if other gains were equal, and with this one the winners took the lead for good.
    """

    action: int | None
    hand: int | None
    gained: tuple[int, ...]
    at_the_end: bool
    for_good: bool


def what_decided(scores: Sequence[Scores], hands: Sequence[int], ranks: Sequence[int]) -> Decision | None:
    """Find the turning point of a game; None if there is none.

    Args:
        scores: each seat's score, before the first action and after each.
        hands: number of finished hands at the same times.
        ranks: each seat's final place, the best being 1.
    """
    if set(ranks) == {1}:
        return None
    is_match = hands[-1] > 1
    last = range(1, len(scores))
    ends = [0, *(step for step in last if hands[step] > hands[step - 1])] if is_match else [0, *last]
    ends[-1] = len(scores) - 1  # points after the last hand of a match count for that hand
    leads = [lead(scores[step], ranks) for step in ends]
    if leads[-1] <= 0:
        return None  # the rewards alone have decided, as of a hand that is stopped
    gains = [after - before for before, after in pairwise(leads)]
    for_good = gains.count(max(gains)) > 1
    behind = max(step for step, ahead in enumerate(leads) if ahead <= 0)  # at the deal all are level
    place = 1 + (behind if for_good else gains.index(max(gains)))
    before, after = ends[place - 1], ends[place]
    gained = tuple(int(now - then) for then, now in zip(scores[before], scores[after], strict=True))
    changes = sum(tuple(now) != tuple(then) for then, now in pairwise(scores))
    at_the_end = changes == 1 and after == len(scores) - 1
    return Decision(None if is_match else after - 1, place if is_match else None, gained, at_the_end, for_good)


def lead(scores: Scores, ranks: Sequence[int]) -> int:
    """Lead of the weakest winner over the best of the others."""
    of_winners = (score for score, rank in zip(scores, ranks, strict=True) if rank == 1)
    return min(of_winners) - max(score for score, rank in zip(scores, ranks, strict=True) if rank > 1)
