"""Scripted agents of Russian Solitaire."""

from cardzoo.agents.families import yukon
from cardzoo.envs.games.russian_solitaire import PARENTS

AGENTS = yukon.make_players(__name__, PARENTS, yukon.Weights(whim=0.5))  # little noise: no card moves twice
novice, expert = AGENTS.values()
ENOUGH_DEALS = 20_000  # hardly any can be won
SOLVER = "cardzoo.agents.solver.games.russian_solitaire:HINTS"
