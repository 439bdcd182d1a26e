"""Lacks of matching games, against all hands that a history allows."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.families import shedding

CODES = 3
SETS = ([0], [1], [2], [0, 1], [1, 2])


def all_hands(size):
    """All hands of a size, as counts of each card."""
    return {tuple(np.bincount(hand, minlength=CODES)) for hand in combinations_with_replacement(range(CODES), size)}


def change(hand, card, number):
    """A hand with more or fewer cards of a kind."""
    return tuple(count + number * (code == card) for code, count in enumerate(hand))


def random_history(generator):
    """Yields, after each event, the hands that are possible by enumeration, and the lacks."""
    hand = np.bincount(generator.integers(CODES, size=3), minlength=CODES)
    state = find_game("uno").blank()[0]
    state["hands"][0, :CODES] = hand
    hand, lacks = state["hands"][0, :CODES], state["lacks"][0, :CODES]
    possible = all_hands(3)
    for _ in range(40):
        event, card = generator.integers(3), int(generator.integers(CODES))
        shown = SETS[generator.integers(len(SETS))]
        if event == 0 and hand.sum() < 6:
            hand[card] += 1
            possible = {change(other, drawn, 1) for other in possible for drawn in range(CODES)}
        elif event == 1 and hand[card] > 0 and hand.sum() > 1:
            shedding.play_card(state, card)
            possible = {change(other, card, -1) for other in possible if other[card] > 0}
        elif event == 2 and not hand[shown].any():
            lacks[shown] = hand.sum()
            possible = {other for other in possible if not any(other[code] for code in shown)}
        yield possible, hand.sum(), lacks


@pytest.mark.parametrize("seed", range(20))
def test_the_lacks_allow_a_hand_if_and_only_if_its_history_does(seed):
    for possible, size, lacks in random_history(np.random.default_rng(seed)):
        assert possible == {hand for hand in all_hands(size) if shedding.may_hold(np.array(hand), lacks)}
