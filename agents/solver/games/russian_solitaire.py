"""Russian Solitaire: Yukon's hints with its own table of what a card may be moved onto."""

from cardzoo.agents.solver.games.yukon import make_hints
from cardzoo.envs.games.russian_solitaire import PARENTS

HINTS = make_hints(PARENTS)
