"""Whole arrays in rules."""

from typing import Any

import numpy as np
from numba.extending import overload

from cardzoo.envs.engine.compiling import rule


def copy(source, target):
    """Copy the source into the target, an array of the same shape, element by element.

    Numba turns ``target[:] = source`` into code that checks and reports shapes: it runs ten times slower, and every
    entry point with such a line takes two seconds longer to compile.
    """
    for place, element in enumerate(source.flat):
        target.flat[place] = element


@overload(copy)
def _copy(source, target):
    return copy


@rule
def largest(values):
    """The largest element of an array that has one. Numba's own ``max`` is not for the strided arrays of a GPU."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return most


def zeros(shape: Any, dtype: Any) -> np.ndarray:
    """Scratch space of an agent: an array of zeros, on a GPU in the thread's own memory.

    Args:
        shape: numbers, or names of numbers in the module: a GPU's compiler must know them, and computes none.
        dtype: of the elements.
    """
    return np.zeros(shape, dtype)


@overload(zeros)
def _zeros(shape, dtype):
    return lambda shape, dtype: np.zeros(shape, dtype)
