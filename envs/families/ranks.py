"""The cards of one suit as a number of 13 bits, and tables by that number: how many, the lowest, the highest."""

import numpy as np

from cardzoo.envs.engine import RANKS

SUIT = (1 << RANKS) - 1
"""All cards of a suit."""

COUNT = np.array([cards.bit_count() for cards in range(SUIT + 1)], np.int64)
LOWEST = np.array([(cards & -cards).bit_length() - 1 for cards in range(SUIT + 1)], np.int64)
"""The lowest bit; -1 of no cards."""
HIGHEST = np.array([cards.bit_length() - 1 for cards in range(SUIT + 1)], np.int64)
"""The highest bit; -1 of no cards."""
