"""x."""
from cardzoo.envs.engine import rule
@rule
def novice(view, mask, generator):
    """x."""
    for a in range(len(mask)):
        if mask[a]: return a
    return 0
AGENTS = {"novice": novice, "expert": novice}
