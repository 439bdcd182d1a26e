"""Encoding on a GPU, number by number: what stands in each cell of an encoded row, and where that comes from.

`cardzoo.envs.engine.encoding` fills a row line by line of the encoder's layout. Here each cell is a number's own
business, so that neighbouring threads write neighbouring cells. A test holds the two against each other.
"""

from typing import Any

import numpy as np

from cardzoo.envs.encoders import Encoder
from cardzoo.envs.engine import rule
from cardzoo.envs.engine.encoding import DEPTHS, ONE_HOT, SCALED, SPREAD, copy_numbers, encode_numbers

# What a cell is: whether a number is a certain one, a number, a number's share, the height of a card in a pile.
IS, NUMBER, SHARE, DEPTH = range(4)
NEVER = -(1 << 15)  # no number of a view is that

ONE = np.float32(1)


def cells_of(encoder: Encoder) -> tuple[np.ndarray, np.ndarray] | None:
    """The cells of an encoder's rows.

    Returns:
        (D, 4) int32: kind, the view's number from which it comes, and of `IS` what that must be, of `DEPTH` the card
        and how many of its kind lie below it; and (D,) float32, what one counts. None if cells depend on each other.
    """
    cells = np.tile(np.array((IS, 0, NEVER, 0), np.int32), (encoder.width, 1))
    shares = np.zeros(encoder.width, np.float32)
    if encoder.function is copy_numbers:
        cells[:, 0], cells[:, 1] = NUMBER, np.arange(encoder.width)
        return cells, shares
    if encoder.function is not encode_numbers:
        return None
    for (kind, source, count, stride, target, width), factor in zip(
        encoder.layout.tolist(), encoder.factors, strict=True
    ):
        if kind == DEPTHS:
            cells[target] = SHARE, source, 0, 0
            copies = width // stride * stride  # the height may lie outside, as in card planes
            cells[target + 1 : target + 1 + copies] = [(DEPTH, source, k % stride, k // stride) for k in range(copies)]
            shares[target : target + 1 + copies] = factor
            continue
        for k in range(count):
            for choice in range(1 if kind in (SCALED, ONE_HOT, SPREAD) else stride):
                first = target + (k if kind in (SCALED, ONE_HOT, SPREAD) else k * stride + choice) * width
                part = slice(first, first + width)
                shares[part] = factor
                if kind == ONE_HOT:
                    cells[part] = [(IS, source + k, value, 0) for value in range(width)]
                else:
                    cells[part] = (SHARE if kind in (SCALED, SPREAD) else IS), source + k, choice, 0
    return cells, shares


@rule
def depth(numbers: Any, group: Any, lane: Any, source: Any, card: Any, below: Any, share: Any) -> Any:
    """How high a card lies in a pile: 1 on top, less with each card above it, 0 if it is not there.

    Args:
        numbers: (groups, numbers of a view, 32) int16.
        group: of the table.
        lane: the table's place there.
        source: the number that is the pile's height, before its cards.
        card: the card.
        below: how many copies of it lie below this one.
        share: one over the pile's capacity.
    """
    height = numbers[group, source, lane]
    for place in range(height):
        if numbers[group, source + 1 + place, lane] == card:
            if below == 0:
                return ONE - np.float32(height - 1 - place) * share
            below -= 1
    return np.float32(0)
