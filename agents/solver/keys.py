"""Hashes for the keys of positions: 64-bit numbers that look random.

The sum of such numbers is a key independent of their order, such as that of columns.
"""

import numpy as np

from cardzoo.envs.engine import rule

_SHIFT_1, _SHIFT_2, _SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_FACTOR_1, _FACTOR_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP, _STEP_SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@rule
def append(code, value):
    """The code of a sequence extended by a small value, -1 or greater. The final code has to be mixed.

    The code of the empty sequence is 0. Any other initial code has to be mixed, or small ones collide.
    """
    code = (code + np.uint64(value + 1)) * _STEP
    return code ^ (code >> _STEP_SHIFT)


@rule
def mix(value):
    """A 64-bit number, scrambled (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)."""
    value = (value ^ (value >> _SHIFT_1)) * _FACTOR_1
    value = (value ^ (value >> _SHIFT_2)) * _FACTOR_2
    return value ^ (value >> _SHIFT_3)
