"""Scripted agents of Yukon."""

from cardzoo.agents.families import yukon
from cardzoo.envs.games.yukon import PARENTS

AGENTS = yukon.make_players(__name__, PARENTS, yukon.Weights())
novice, expert = AGENTS.values()
SOLVER = "cardzoo.agents.solver.games.yukon:HINTS"
