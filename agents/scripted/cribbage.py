"""Scripted agents of Cribbage."""

from cardzoo.envs.engine import rng, rule


@rule
def novice(view, mask, generator):
    """Plays any card."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


expert = novice
AGENTS = {"novice": novice, "expert": expert}
