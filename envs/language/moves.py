"""Legal moves on few lines: moves that differ in one word are grouped."""

import re
from collections.abc import Sequence

import numpy as np

from cardzoo.envs.engine.actions import Actions

_RANKED = re.compile(r"(10|[2-9AJQK]|\d+)(\D*)")
_VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}
MOST_CHARACTERS = 1200  # of a line
LEAST_RUN = 4  # minimum of words in a run that is written by its ends


def group_moves(actions: Actions, mask: np.ndarray, most: int = MOST_CHARACTERS) -> list[str]:
    """The legal moves, a line for each verb.

    Args:
        actions: the game's actions.
        mask: (A,) int8, the legal actions.
        most: maximum of characters of a line; the other moves are counted.

    Returns:
        Lines such as ``play {3♣..7♣, K♥}`` or ``meld: 4♣ 4♦ 4♥; 5♠ 6♠ {7♠, A♠}``. Each word between braces makes its
        own move, ``3♣..7♣`` stands for all cards from 3♣ to 7♣, and the verb before a colon belongs to each move after
        it.
    """
    lines, action = [], 0
    for block in actions.blocks:
        groups: list[list[list[str]]] = []
        for words in block.words:
            if mask[action]:
                parts = words.removeprefix(block.verb).split()
                if groups and _place([*groups[-1], parts]) is not None:
                    groups[-1].append(parts)
                else:
                    groups.append([parts])
            action += 1
        if groups:
            lines.append(_line(block.verb, groups, most))
    return lines


def _line(verb: str, groups: Sequence[Sequence[Sequence[str]]], most: int) -> str:
    """The moves of a verb."""
    if len(groups) == 1:
        return f"{verb} {_write(groups[0])}".rstrip()
    line = f"{verb}: {_write(groups[0])}"
    for place, group in enumerate(groups[1:], 1):
        written = _write(group)
        if len(line) + len(written) > most:
            return f"{line}; and {sum(map(len, groups[place:]))} more, as the rules say"
        line += f"; {written}"
    return line


def _place(group: Sequence[Sequence[str]]) -> int | None:
    """The one place at which moves differ; None if there are several."""
    if len({len(words) for words in group}) > 1:
        return None
    places = [place for place, words in enumerate(zip(*group, strict=True)) if len(set(words)) > 1]
    return places[0] if len(places) == 1 else None


def _write(group: Sequence[Sequence[str]]) -> str:
    if len(group) == 1:
        return " ".join(group[0])
    place = _place(group)
    assert place is not None  # groups differ at one place
    before, after = group[0][:place], group[0][place + 1 :]
    return " ".join([*before, "{" + ", ".join(_runs([words[place] for words in group])) + "}", *after])


def _runs(words: Sequence[str]) -> list[str]:
    """Words, with runs of ranks or numbers written by their ends."""
    written: list[str] = []
    run: list[str] = []
    for word in [*words, ""]:
        past_ace = len(run) > 1 and run[-1].startswith("A")  # an ace ends a run unless it begins one
        if run and (past_ace or not _follows(run[-1], word)):
            written += [f"{run[0]}..{run[-1]}"] if len(run) >= LEAST_RUN else run
            run = []
        run.append(word)
    return written


def _follows(word: str, after: str) -> bool:
    """True if a word is the next rank or number after another one, with the same suit or ending."""
    one, other = _RANKED.fullmatch(word), _RANKED.fullmatch(after)
    if not one or not other or one[2] != other[2]:
        return False
    low, high = (_VALUES.get(part[1]) or int(part[1]) for part in (one, other))
    return high == low + 1 or (one[1], other[1]) == ("K", "A")
