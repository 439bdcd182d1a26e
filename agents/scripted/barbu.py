"""Players of Barbu."""

from cardzoo.envs.engine import rule


@rule
def novice(view, mask, generator):
    """x."""
    return mask.argmax()


AGENTS = {"novice": novice}
