"""Seven and a Half for cardzoo: the rules, two players, and settings with which training learns it."""

from pathlib import Path

from cardzoo.envs import register
from seven_and_a_half import agents
from seven_and_a_half.rules import GAME

__all__ = ["GAME"]

register(GAME, agents=agents, config=Path(__file__).with_name("training.yaml"))
