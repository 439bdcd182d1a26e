"""Scripted agents of Alaska."""

from cardzoo.agents.families import yukon
from cardzoo.envs.games.alaska import PARENTS

AGENTS = yukon.make_players(__name__, PARENTS, yukon.Weights(hidden=30.0, home=0.0, uncovers=8.0))
novice, expert = AGENTS.values()
SOLVER = "cardzoo.agents.solver.games.alaska:HINTS"
