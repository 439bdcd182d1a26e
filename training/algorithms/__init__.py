"""Algorithms' track of the benchmark: what a trainer's module imports, and its measurement."""

from cardzoo.training.algorithms.env_factory import BudgetError, EnvFactory
from cardzoo.training.algorithms.measuring import (
    POINTS,
    Act,
    ActTogether,
    Curve,
    Hands,
    LearnedAgent,
    LearnedTogether,
    Train,
    agent_of,
    find_trainer,
    measure_algorithm,
    work_here,
)

__all__ = [
    "POINTS",
    "Act",
    "ActTogether",
    "BudgetError",
    "Curve",
    "EnvFactory",
    "Hands",
    "LearnedAgent",
    "LearnedTogether",
    "Train",
    "agent_of",
    "find_trainer",
    "measure_algorithm",
    "work_here",
]
