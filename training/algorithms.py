"""Algorithms' track of the benchmark: trains on each game with fixed numbers of decisions, and scores what was learned.

A trainer is one function, which any library can fill::

    def train(env_factory, steps, seed):
        env = env_factory(num_envs=64, opponents="expert")  # a `cardzoo.envs.single.VectorSeats`
        ...
        return act  # act(observation, mask) -> action

cardzoo's own learner is the trainer of a config (`cardzoo.training.config_trainer`). Every budget is a training run of
its own, so that schedules of learning rates fit it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pkgutil import resolve_name
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, find_agent
from cardzoo.envs.engine import Game
from cardzoo.envs.imports import describe, look_here
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.training.env_factory import ENCODING, EnvFactory
from cardzoo.training.evaluation.benchmark.aggregates import interquartile_mean, resample_runs
from cardzoo.training.evaluation.benchmark.play import play_field
from cardzoo.training.evaluation.benchmark.references import scale_digest, scale_of
from cardzoo.training.evaluation.benchmark.run import Report
from cardzoo.training.evaluation.benchmark.suites import Entry, Suite
from cardzoo.training.evaluation.intervals import Estimate, estimate_resampled
from cardzoo.training.evaluation.keys import key_for

POINTS = (0.1, 0.3, 1.0)  # shares of the largest budget at which runs are scored

Act = Callable[[np.ndarray, np.ndarray], int]
"""A learned policy: ``act(observation, mask) -> action``, with a (D,) observation and a (A,) int8 mask."""


Train = Callable[[EnvFactory, int, int], "Act | AnyAgent"]
"""A trainer: ``train(env_factory, steps, seed) -> act``; it may also return an agent."""


class LearnedAgent:
    """A learned policy as an agent.

    Args:
        game: the game.
        players: number of players.
        act: the policy.
    """

    name = "learned"

    def __init__(self, game: Game, players: int, act: Act) -> None:
        self._input = NetworkInput(game, players, ENCODING)
        self._act = act

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.Agent`."""
        return int(self._act(self._input.row(view, mask, generator), mask))


@dataclass(frozen=True)
class Curve:
    """Scores over decisions.

    Attributes:
        trainer: name of the trainer.
        suite: name of the suite.
        suite_digest: hash of the suite.
        scale_digest: hash of its references.
        split: range of the deals of the evaluation.
        budgets: numbers of decisions.
        seeds: seeds of the runs.
        scores: scores by budget, seed and game.
    """

    trainer: str
    suite: str
    suite_digest: str
    scale_digest: str
    split: str
    budgets: list[int]
    seeds: list[int]
    scores: list[list[list[float]]]

    def interquartile_means(self) -> list[Estimate]:
        """The interquartile mean after each budget, with its interval over runs."""
        found = []
        for scores in map(np.array, self.scores):
            figures = np.concatenate([[interquartile_mean(scores)], interquartile_mean(resample_runs(scores))])
            found.append(estimate_resampled(figures, len(self.seeds)))
        return found

    def as_dict(self) -> dict[str, Any]:
        """All attributes and the interquartile means, for JSON."""
        return asdict(self) | {"iqm": [asdict(estimate) for estimate in self.interquartile_means()]}


def find_trainer(name: str) -> Train:
    """The trainer ``module:function``, also of a module in the working directory; or the trainer of a config.

    Args:
        name: ``module:function``, or a config as for `cardzoo.training.config_trainer.ConfigTrainer`.

    Raises:
        ValueError: if it cannot be imported.
    """
    if ":" not in name:
        from cardzoo.training.config_trainer import ConfigTrainer  # it needs torch, which other trainers do not

        return ConfigTrainer(name)
    look_here()
    try:
        found: Train = resolve_name(name)
    except Exception as problem:
        raise ValueError(f"the trainer {name} cannot be imported: {describe(problem)}") from problem
    if not callable(found):
        raise ValueError(f"trainer must be a function, as module:function, got {name!r}; name another one")
    return found


def measure_algorithm(
    name: str,
    suite: Suite,
    steps: int,
    seeds: int = 5,
    split: str = "public",
    deals: int | None = None,
    report: Report = lambda *_: None,
) -> Curve:
    """Train with each budget and seed on each game of a suite, and score the policies.

    Args:
        name: the trainer; see `find_trainer`.
        suite: the suite.
        steps: the largest budget of decisions; the others are shares of it, `POINTS`.
        seeds: number of runs with each budget, with the seeds from 0 on.
        split: range of the deals of the evaluation.
        deals: number of deals of each game; None for the suite's own.
        report: receives the progress.

    Raises:
        ValueError: if the trainer cannot be imported, or takes more decisions than its budget.
    """
    train, scale = find_trainer(name), scale_digest(suite)
    budgets = [max(round(point * steps), 1) for point in POINTS]
    total, done = seeds * sum(budgets) * len(suite.games), 0
    scores = np.zeros((len(budgets), seeds, len(suite.games)))
    for place, budget in enumerate(budgets):
        for seed in range(seeds):
            for number, entry in enumerate(suite.games):
                report(done / total, f"{entry.game}, {budget:,} decisions, seed {seed}")
                scores[place, seed, number] = _score(train, suite, entry, budget, seed, split, deals)
                done += budget
    return Curve(name, suite.name, suite.digest, scale, split, budgets, list(range(seeds)), scores.tolist())


def _score(train: Train, suite: Suite, entry: Entry, steps: int, seed: int, split: str, deals: int | None) -> float:
    """Train one policy, and give its score."""
    factory = EnvFactory(suite, entry, steps)
    learned = train(factory, steps, seed)
    agent = LearnedAgent(factory.game, entry.players, learned) if callable(learned) else learned
    field = [find_agent(one, factory.game) for one in suite.field]
    seeds, key = suite.deal_seeds(split, deals or entry.deals), key_for([agent], factory.game)
    outcome = play_field(factory.game, agent, field, seeds, entry.players, entry.options, key)
    return float(scale_of(suite, entry).score(outcome.values).mean())
