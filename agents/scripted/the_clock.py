"""Scripted agents of The Clock, a game without choices."""

from cardzoo.envs.engine import rule


@rule
def only_action(view, mask, generator):
    """Turns up the next card, as every player must."""
    return 0


AGENTS = {"novice": only_action, "expert": only_action}
