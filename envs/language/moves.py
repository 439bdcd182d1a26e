"""Legal moves on few lines: those that differ in one word stand together, as in ``play {3♣..7♣, K♥}``."""

import re
from collections.abc import Sequence

import numpy as np

from cardzoo.envs.engine.actions import Actions

_RANKED = re.compile(r"(10|[2-9AJQK]|\d+)(\D*)")
_VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}
LEAST_RUN = 4  # words from which on a run is written by its ends


def group_moves(actions: Actions, mask: np.ndarray) -> list[str]:
    """The legal moves, on as few lines as their words allow.

    Args:
        actions: of the game.
        mask: (A,) int8, the legal actions.

    Returns:
        A line for each group. In one with braces each word between them makes a move, and ``3♣..7♣`` stands for all
        from the one to the other.
    """
    groups: list[list[list[str]]] = []
    for action in np.flatnonzero(mask):
        words = actions.words[action].split(" ")
        if groups and _place([*groups[-1], words]) is not None:
            groups[-1].append(words)
        else:
            groups.append([words])
    return [_write(group) for group in groups]


def _place(group: Sequence[Sequence[str]]) -> int | None:
    """The one place, behind the first word, at which moves differ; None if there are several."""
    if len({len(words) for words in group}) > 1:
        return None
    places = [place for place, words in enumerate(zip(*group, strict=True)) if len(set(words)) > 1]
    return places[0] if len(places) == 1 and places[0] > 0 else None


def _write(group: Sequence[Sequence[str]]) -> str:
    if len(group) == 1:
        return " ".join(group[0])
    place = _place(group)
    assert place is not None  # it is what made them a group
    before, after = group[0][:place], group[0][place + 1 :]
    return " ".join([*before, "{" + ", ".join(_runs([words[place] for words in group])) + "}", *after])


def _runs(words: Sequence[str]) -> list[str]:
    """Words, with runs of ranks or numbers written by their ends."""
    written: list[str] = []
    run: list[str] = []
    for word in [*words, ""]:
        if run and not _follows(run[-1], word):
            written += [f"{run[0]}..{run[-1]}"] if len(run) >= LEAST_RUN else run
            run = []
        run.append(word)
    return written


def _follows(word: str, after: str) -> bool:
    """Whether a word is the next rank or number after another one, with the same suit or ending."""
    one, other = _RANKED.fullmatch(word), _RANKED.fullmatch(after)
    if not one or not other or one[2] != other[2]:
        return False
    low, high = (_VALUES.get(part[1]) or int(part[1]) for part in (one, other))
    return high == low + 1 or (one[1], other[1]) == ("K", "A")
