"""The exponential function, bit-identical on all devices.

Compilers for CPUs and GPUs round theirs differently in the last place, so that agents that weigh probabilities would
sometimes decide differently.
"""

import math

from cardzoo.envs.engine import rule

PER_DOUBLING = 1 / math.log(2)
LN2_HIGH = math.floor(math.log(2) * 2**32) / 2**32  # few digits, so that small multiples are exact
LN2_LOW = 1.9082149292705877e-10  # the rest
TERMS = 16  # of the series: double precision up to ln 2 / 2
LEAST = -745.0  # below it the result is 0


@rule
def exp(number):
    """The power of e, by its Taylor series near 0 and doublings."""
    if number < LEAST:
        return 0.0
    doublings = math.floor(number * PER_DOUBLING + 0.5)
    rest = number - doublings * LN2_HIGH - doublings * LN2_LOW
    term, total = 1.0, 1.0
    for order in range(1, TERMS):
        term *= rest / order
        total += term
    for _ in range(abs(doublings)):
        total *= 2.0 if doublings > 0 else 0.5
    return total
