"""Compiled functions of the encoders: they fill a row of numbers from a view, line by line of a layout.

A layout has a line for each field or element: (kind, first number of the view, elements, numbers an element or
choices, first output, outputs an element). `cardzoo.envs.encoders` lays them out.
"""

import numpy as np

from cardzoo.envs.engine import arrays
from cardzoo.envs.engine.compiling import entry_point, hash_sources, rule

# Kinds of lines in a layout.
SCALED, ONE_HOT, DEPTHS, SPREAD, SPREAD_ONE_HOT, COUNTED, LISTED, STACKED = range(8)

ONE = np.float32(1)  # keeps results float32, compiled and interpreted


@rule
def encode_numbers(numbers, layout, factors, out):
    """Fill a float32 row for ``flat`` and ``planes``.

    Args:
        numbers: (V,) int16, the view's record as numbers.
        layout: (lines, 6) int32: kind, first number, elements, numbers an element, first output, outputs an element.
        factors: (lines,) float32, factor of the numbers in the output.
        out: (D,) float32.
    """
    out[:] = 0
    for line in range(len(layout)):
        kind, source, count, stride, target, width = layout[line]
        factor = factors[line]
        if kind == SCALED:
            inputs = numbers[source : source + count]
            outputs = out[target : target + count]
            for k in range(len(outputs)):  # over slices, so that the compiler can use vector instructions
                outputs[k] = inputs[k] * factor
        elif kind == ONE_HOT:
            for k in range(count):
                value = numbers[source + k]
                if value >= 0:
                    out[target + k * width + value] = 1
        elif kind == DEPTHS:  # one pile; factor is 1 / capacity, and a stride lies between copies of a card
            height = numbers[source]
            out[target] = height * factor
            for place in range(height):
                card = numbers[source + 1 + place]
                if card >= 0:
                    cell = target + 1 + card
                    while out[cell] > 0:
                        cell += stride
                    out[cell] = ONE - np.float32(height - 1 - place) * factor
        elif kind == SPREAD:
            for k in range(count):
                value = numbers[source + k] * factor
                for cell in range(width):
                    out[target + k * width + cell] = value
        else:  # SPREAD_ONE_HOT, stride choices of one plane each
            for k in range(count):
                value = numbers[source + k]
                if value >= 0:
                    for cell in range(width):
                        out[target + (k * stride + value) * width + cell] = 1


@rule
def encode_tokens(numbers, layout, factors, out):
    """Fill an int32 row with pairs of word and field element; the arguments are those of `encode_numbers`."""
    out[:] = 0
    position = 0
    for line in range(len(layout)):
        kind, source, count, stride, element, first = layout[line]
        for k in range(count):
            if kind == COUNTED:
                for card in range(stride):
                    for _ in range(numbers[source + k * stride + card]):
                        if position < len(out):
                            out[position] = 1 + card
                            out[position + 1] = element + k
                            position += 2
            elif kind == STACKED:
                for place in range(numbers[source + k * stride]):
                    card = numbers[source + k * stride + 1 + place]
                    if position < len(out):
                        out[position] = 1 + card if card >= 0 else first
                        out[position + 1] = element + k
                        position += 2
            else:  # LISTED: one token each, none for a missing value
                value = numbers[source + k]
                if value >= stride and position < len(out):
                    out[position] = first + value - stride
                    out[position + 1] = element + k
                    position += 2


@rule
def copy_numbers(numbers, layout, factors, out):
    """Copy the view's numbers, for ``text`` and ``view``."""
    arrays.copy(numbers, out)


def _encode_rows(numbers, layout, factors, out):
    for row in range(len(numbers)):
        encode_numbers(numbers[row], layout, factors, out[row])


encode_rows = entry_point("encoding", "encode_rows", hash_sources(__name__), _encode_rows)
"""``encode_rows(numbers, layout, factors, out)``: `encode_numbers` for each row."""
