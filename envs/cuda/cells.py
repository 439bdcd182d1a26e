"""Encoding on a GPU, cell by cell: the source of each cell of an encoded row.

`cardzoo.envs.engine.encoding` fills a row line by line of the encoder's layout. Here each cell is computed alone, so
that neighbouring threads write neighbouring cells; only the cards of piles are encoded pile by pile. A test compares
the two.
"""

from typing import NamedTuple

import numpy as np

from cardzoo.envs.cuda.lanes import LANES
from cardzoo.envs.encoders import Encoder
from cardzoo.envs.engine.encoding import DEPTHS, ONE_HOT, SCALED, SPREAD, copy_numbers, encode_numbers

NEVER = -(1 << 15)  # no number of a view has this value


class Cells(NamedTuple):
    """Sources of encoded rows of D cells, in squares of 32 cells.

    Attributes:
        places: (D, 2) int32: index of a cell's number in the view, and the number for which a 0/1 cell is 1.
        shares: (D,) float32, factor of the number in a cell; 0 for a 0/1 cell. Both are padded to whole blocks.
        piles: (P, 4) int32, the piles with cells in a square, square by square: index of the height, which comes before
            the cards; the cell of card 0; number of kinds of cards, and of copies of each.
        pile_shares: (P,) float32, one over a pile's capacity.
        starts: (squares + 1,) int32, index of the first pile of each square.
    """

    places: np.ndarray
    shares: np.ndarray
    piles: np.ndarray
    pile_shares: np.ndarray
    starts: np.ndarray


def cells_of(encoder: Encoder, columns: int) -> Cells | None:
    """Cells of an encoder's rows.

    Args:
        encoder: the encoder.
        columns: number of cells of a block.

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
    """Piles with cells in each square, their shares, and the index of each square's first pile."""
    found: list[tuple[tuple[int, ...], float]] = []
    starts = [0]
    for begin in range(0, width, LANES):
        found += [pile for pile in piles if pile[0][1] < begin + LANES and begin < pile[0][1] + pile[0][2] * pile[0][3]]
        starts.append(len(found))
    rows = np.array([row for row, _ in found], np.int32).reshape(-1, 4)
    return rows, np.array([share for _, share in found], np.float32), np.array(starts, np.int32)
