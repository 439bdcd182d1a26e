"""What one does with masks of legal actions: (A,) int8, 1 for each legal action."""

from pathlib import Path

import numpy as np
from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources, rule
from cardzoo.envs.engine.kernels import WAIT


@rule
def random_legal(mask, generator):
    """A random legal action of a mask that has one, all equally likely."""
    legal = 0
    for action in range(len(mask)):
        legal += mask[action]
    choice = rng.below(generator, legal)
    for action in range(len(mask)):
        choice -= mask[action]
        if choice < 0:
            return action
    return -1


def _sample_legal(masks, generators, out):
    for table in range(len(masks)):
        out[table] = random_legal(masks[table], generators[0])


def _first_illegal(masks, actions):
    for table in range(len(actions)):
        action = actions[table]
        if action < WAIT:  # the engine's own codes
            return table
        if action != WAIT and (action >= masks.shape[1] or masks[table, action] == 0):
            for other in range(masks.shape[1]):  # a finished table has an empty mask and takes any action
                if masks[table, other]:
                    return table
    return -1


def _choose_legal(logits, masks, greedy, generators, out):
    for row in range(len(logits)):
        best = -1
        for action in range(logits.shape[1]):
            if masks[row, action] and (best < 0 or logits[row, action] > logits[row, best]):
                best = action
        if not greedy:
            likeliest = logits[row, best]
            total = 0.0
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    total += np.exp(logits[row, action] - likeliest)
            left = rng.uniform(generators[0]) * total
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    left -= np.exp(logits[row, action] - likeliest)
                    if left < 0:
                        best = action
                        break
        out[row] = best


_SOURCES = hash_sources(Path(__file__).parent)

sample_legal = entry_point("masks", "sample_legal", _SOURCES, _sample_legal)
"""``sample_legal(masks, generators, out)``: a random legal action for each row of masks."""

first_illegal = entry_point("masks", "first_illegal", _SOURCES, _first_illegal)
"""``first_illegal(masks, actions)``: the first row whose action its mask forbids, or -1."""

choose_legal = entry_point("masks", "choose_legal", _SOURCES, _choose_legal)
"""``choose_legal(logits, masks, greedy, generators, out)``: for each row the likeliest legal action, or a drawn one."""
