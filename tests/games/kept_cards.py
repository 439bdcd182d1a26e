"""Shared by tests of fishing games: the card that the owner of a build or a declaration keeps for it."""

from collections import Counter

import numpy as np

from cardzoo.envs import Table
from tests.playing import count

TENS = ["10♣", "10♦", "10♥", "10♠"]


def assert_any_ten_is_kept(table: Table) -> None:
    """Player 0 sees no 10, and knows only that player 1 holds one: each is equally likely."""
    hands, stock = table.words("hands", "stock").values()
    number, hidden = len(hands[1].split()), len(" ".join([stock, *hands[1:]]).split())
    without = np.prod([(hidden - len(TENS) - place) / (hidden - place) for place in range(number)])
    share = number / hidden / (1 - without)  # the probability of each ten in a hand with a ten
    draws, found = count(compiled=3000, interpreted=200), Counter()
    for seed in range(draws):
        found.update({*TENS} & {*table.redeal(0, seed).words("hands")["hands"][1].split()})
    assert max(abs(found[ten] / draws - share) for ten in TENS) < 5 * np.sqrt(share * (1 - share) / draws)
