"""Encoding on a GPU, number by number: what stands in each cell of an encoded row, and where that comes from.

`cardzoo.envs.engine.encoding` fills a row line by line of the encoder's layout. Here each cell is a number's own
business, so that neighbouring threads write neighbouring cells; cards of piles alone are looked for pile by pile. A
test holds the two against each other.
"""

from typing import NamedTuple

import numpy as np

from cardzoo.envs.cuda.lanes import LANES
from cardzoo.envs.encoders import Encoder
from cardzoo.envs.engine.encoding import DEPTHS, ONE_HOT, SCALED, SPREAD, copy_numbers, encode_numbers

NEVER = -(1 << 15)  # no number of a view is that


class Cells(NamedTuple):
    """What makes encoded rows of D cells, in squares of 32 cells.

    Attributes:
        places: (D, 2) int32: the view's number from which a cell comes, and what that must be for the cell to be 1.
        shares: (D,) float32, what one counts in a cell; 0 in one that is 0 or 1. Both go on to whole blocks.
        piles: (P, 4) int32, the piles with cells in a square, square by square: the number that is the height, before
            the cards; the cell of card 0; how many kinds of cards there are, and copies of each.
        pile_shares: (P,) float32, one over a pile's capacity.
        starts: (squares + 1,) int32, where the piles of each square begin.
    """

    places: np.ndarray
    shares: np.ndarray
    piles: np.ndarray
    pile_shares: np.ndarray
    starts: np.ndarray


def cells_of(encoder: Encoder, columns: int) -> Cells | None:
    """The cells of an encoder's rows.

    Args:
        encoder: the encoder.
        columns: cells of a block.

    Returns:
        None if cells depend on each other.
    """
    width = -(-encoder.width // columns) * columns
    places, shares = np.tile(np.array((0, NEVER), np.int32), (width, 1)), np.zeros(width, np.float32)
    if encoder.function is copy_numbers:
        places[: encoder.width, 0], shares[: encoder.width] = np.arange(encoder.width), 1
        return Cells(places, shares, *_by_squares([], width))
    if encoder.function is not encode_numbers:
        return None
    piles: list[tuple[tuple[int, ...], float]] = []
    for (kind, source, count, stride, target, width_each), factor in zip(
        encoder.layout.tolist(), encoder.factors.tolist(), strict=True
    ):
        if kind == DEPTHS:
            places[target], shares[target] = (source, NEVER), factor
            piles.append(((source, target + 1, stride, width_each // stride), factor))
            continue
        for k in range(count):
            for choice in range(1 if kind in (SCALED, ONE_HOT, SPREAD) else stride):
                first = target + (k if kind in (SCALED, ONE_HOT, SPREAD) else k * stride + choice) * width_each
                part = slice(first, first + width_each)
                if kind in (SCALED, SPREAD):
                    places[part], shares[part] = (source + k, NEVER), factor
                else:
                    places[part, 0], shares[part] = source + k, 0
                    places[part, 1] = np.arange(width_each) if kind == ONE_HOT else choice
    return Cells(places, shares, *_by_squares(piles, width))


def _by_squares(piles: list[tuple[tuple[int, ...], float]], width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The piles with cells in each square, their shares, and where those of each square begin."""
    found: list[tuple[tuple[int, ...], float]] = []
    starts = [0]
    for begin in range(0, width, LANES):
        found += [pile for pile in piles if pile[0][1] < begin + LANES and begin < pile[0][1] + pile[0][2] * pile[0][3]]
        starts.append(len(found))
    rows = np.array([row for row, _ in found], np.int32).reshape(-1, 4)
    return rows, np.array([share for _, share in found], np.float32), np.array(starts, np.int32)
