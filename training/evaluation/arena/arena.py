"""Run of an arena: shares of deals for workers, resumable, with an early end."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import count, takewhile

from cardzoo.training.evaluation.arena.contest import ArenaError, Contest, Share, dismiss_guests, play_share
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.games import Games
from cardzoo.training.evaluation.progress import next_share
from cardzoo.training.evaluation.workers import check_workers, work_beside

Span = tuple[int, int]
"""Deals from the first number up to the second, exclusive."""

Hands = Callable[[Callable[[Span], Share], Iterable[Span]], Generator[Share, None, None]]
"""Workers: ``hands(play, spans)`` gives the shares in the order of the spans, and may take some spans ahead."""

FIRST_SHARE = 1  # deal
AHEAD = 4  # shares that wait or run, for each worker
FIRST_LOOK = 32  # deals after which the order may be decided; then after twice as many, and so on


class Arena:
    """The run of a contest.

    Args:
        results: results of the contest; earlier ones stay, new ones are added.
        deals: number of deals.
        hands: workers; they have no influence on the results.
        is_decided: ``is_decided(games, looks)``: whether the order is clear from these games. It is called at most
            `looks` times: after 32 deals, 64, 128 and so on. Deals beyond that number are kept, but do not count.

    Attributes:
        counted: number of deals that count, from the first one on.
        decided: True if the order was clear before the last deal.

    Raises:
        ArenaError: if there are too few deals.
    """

    def __init__(
        self, results: Results, deals: int, hands: Hands, is_decided: Callable[[Games, int], bool] | None = None
    ) -> None:
        if deals < 2:
            raise ArenaError(f"deals must be at least 2 for an interval, got {deals}")
        self.results = results
        self.deals = deals
        self.counted = min(deals, len(results))
        self.decided = False
        self._hands = hands
        self._is_decided = is_decided
        self._share = FIRST_SHARE

    def play(self) -> Iterator[int]:
        """Play the deals that the results do not hold yet.

        Yields:
            The number of deals that count so far, beginning with the earlier ones.
        """
        yield self.counted
        looks = list(takewhile(lambda look: look < self.deals, (FIRST_LOOK << k for k in count())))
        with closing(self._hands(partial(_play_span, self.results.contest), self._spans())) as shares:
            for look in [*looks, self.deals] if self._is_decided else [self.deals]:
                while len(self.results) < look:
                    self._add(next(shares))
                    self.counted = min(self.deals, len(self.results))
                    yield self.counted
                if look < self.deals and self._is_decided and self._is_decided(self.results.games(look), len(looks)):
                    self.counted, self.decided = look, True
                    return

    def _spans(self) -> Iterator[Span]:
        first = len(self.results)
        while first < self.deals:
            last = min(first + self._share, self.deals)
            yield first, last
            first = last

    def _add(self, share: Share) -> None:
        """Keep a share, and set the size of the next ones by its pace."""
        self.results.add(share)
        self._share = next_share(share.deals, share.seconds)


def _play_span(contest: Contest, span: Span) -> Share:
    return play_share(contest, *span)


def _work_here(play: Callable[[Span], Share], spans: Iterable[Span]) -> Generator[Share, None, None]:
    for span in spans:
        yield play(span)


def local_hands(contest: Contest, workers: int) -> Hands:
    """Workers of an arena: this process, or several others.

    Args:
        contest: the contest; with other workers its guests end in this process.
        workers: number of processes; with 1 it is this process.

    Raises:
        ValueError: if there are less than 1.
    """
    check_workers(workers)
    if workers == 1:
        return _work_here
    dismiss_guests(contest)
    return partial(work_beside, workers=workers, ahead=AHEAD)
