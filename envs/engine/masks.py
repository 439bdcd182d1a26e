"""Action masks: (A,) int8, 1 for each legal action."""

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources, rule
from cardzoo.envs.engine.kernels import WAIT


@rule
def random_legal(mask, generator):
    """Random legal action of a mask, all equally likely; -1 if there is none."""
    legal = 0
    for action in range(len(mask)):
        legal += mask[action] > 0  # a sum of the mask would overflow int8 in interpreted rules
    choice = rng.below(generator, legal)
    for action in range(len(mask)):
        choice -= mask[action] > 0
        if choice < 0:
            return action
    return -1


def _sample_legal(masks, generators, out):
    for table in range(len(masks)):
        out[table] = random_legal(masks[table], generators[table])


def _first_illegal(masks, actions):
    for table in range(len(actions)):
        action = actions[table]
        if action < WAIT:  # the engine's own codes
            return table
        if action != WAIT and (action >= masks.shape[1] or masks[table, action] == 0):
            for other in range(masks.shape[1]):  # a finished table has an empty mask and accepts any action
                if masks[table, other]:
                    return table
    return -1


_SOURCES = hash_sources(__name__)

sample_legal = entry_point("masks", "sample_legal", _SOURCES, _sample_legal)
"""``sample_legal(masks, generators, out)``: a random legal action for each row of masks, by its own generator."""

first_illegal = entry_point("masks", "first_illegal", _SOURCES, _first_illegal)
"""``first_illegal(masks, actions)``: the first row whose action its mask forbids, or -1."""
