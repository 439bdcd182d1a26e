"""Random policy: uniformly random legal actions."""

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.masks import random_legal


@rule
def random_player(view, mask, generator):  # noqa: ANN001, ANN201 - a compiled agent
    """Any legal action, all equally likely."""
    return random_legal(mask, generator)
