"""What has decided a game that is over, found in its record of scores.

A match is decided by the hand in which its winners have gained most on the best of the others; a game of one hand by
the action that did so, which may be the last one, where points are counted at the end. If several gained as much, it is
the one with which the winners took the lead for good. Nothing has decided a draw, or a game for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Scores = Sequence[int]


@dataclass(frozen=True)
class Decision:
    """What has decided a game.

    Attributes:
        action: the number of the action, from 0; None if it was a whole hand.
        hand: the number of the hand, from 1; None if it was an action.
        gained: what each seat's score has changed.
        at_the_end: whether the scores never changed before the last action.
        for_good: whether others gained as much, and this one took the lead for good.
    """

    action: int | None
    hand: int | None
    gained: tuple[int, ...]
    at_the_end: bool
    for_good: bool


def what_decided(scores: Sequence[Scores], hands: Sequence[int], ranks: Sequence[int]) -> Decision | None:
    """What has decided a game; None if nothing has.

    Args:
        scores: each seat's score, before the first action and after each.
        hands: how many hands were over then.
        ranks: each seat's place in the end, the best being 1.
    """
    if set(ranks) == {1}:
        return None
    is_match = hands[-1] > 1
    last = range(1, len(scores))
    ends = [0, *(step for step in last if hands[step] > hands[step - 1])] if is_match else [0, *last]
    ends[-1] = len(scores) - 1  # what a match brings after its last hand belongs to that one
    leads = [lead(scores[step], ranks) for step in ends]
    gains = [after - before for before, after in pairwise(leads)]
    for_good = gains.count(max(gains)) > 1
    behind = max(step for step, ahead in enumerate(leads) if ahead <= 0)  # as all are at first
    place = 1 + (behind if for_good else gains.index(max(gains)))
    before, after = ends[place - 1], ends[place]
    gained = tuple(int(now - then) for then, now in zip(scores[before], scores[after], strict=True))
    changes = sum(tuple(now) != tuple(then) for then, now in pairwise(scores))
    at_the_end = changes == 1 and after == len(scores) - 1
    return Decision(None if is_match else after - 1, place if is_match else None, gained, at_the_end, for_good)


def lead(scores: Scores, ranks: Sequence[int]) -> int:
    """By how much the winners, the least of them, are ahead of the best of the others."""
    of_winners = (score for score, rank in zip(scores, ranks, strict=True) if rank == 1)
    return min(of_winners) - max(score for score, rank in zip(scores, ranks, strict=True) if rank > 1)
