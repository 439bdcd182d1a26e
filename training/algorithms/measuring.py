"""Algorithms' track of the benchmark: trains on each game with fixed numbers of decisions, and scores what was learned.

A trainer is one function, which any library can fill::

    def train(env_factory, steps, seed):
        env = env_factory(num_envs=64, opponents="expert")  # a `cardzoo.envs.single.VectorSeats`
        ...
        return act  # act(observation, mask) -> action

An `ActTogether` in place of ``act`` is asked for many games at once, which takes a fraction of the time.

cardzoo's own learner is the trainer of a config (`cardzoo.training.algorithms.config_trainer`). Every budget is a
training run of its own, so that schedules of learning rates fit it.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import version
from math import isnan
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from cardzoo.agents import AnyAgent, find_agent
from cardzoo.envs.engine import Game
from cardzoo.envs.files.lines import add_lines, parse_line, read_continued
from cardzoo.envs.imports import describe, look_here
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.envs.registry import find_game
from cardzoo.training.algorithms.env_factory import ENCODING, EnvFactory
from cardzoo.training.evaluation.benchmark.aggregates import interquartile_mean, resample_runs
from cardzoo.training.evaluation.benchmark.play import play_field
from cardzoo.training.evaluation.benchmark.references import scale_digest, scale_of
from cardzoo.training.evaluation.benchmark.run import Report
from cardzoo.training.evaluation.benchmark.suites import Entry, Suite
from cardzoo.training.evaluation.intervals import Estimate, estimate_resampled
from cardzoo.training.evaluation.keys import key_for
from cardzoo.training.evaluation.machine import commit

POINTS = (0.1, 0.3, 1.0)  # shares of the largest budget at which runs are scored
ASKED = ("act", "act_at", "act_on", "act_on_observations")  # methods of which an agent has one

Act = Callable[[np.ndarray, np.ndarray], int]
"""A learned policy: ``act(observation, mask) -> action``, with a (D,) observation and a (A,) int8 mask."""


@dataclass(frozen=True)
class ActTogether:
    """A learned policy that chooses in n games at once.

    Attributes:
        choose: ``choose(observations, masks) -> actions``, with (n, D) observations and (n, A) int8 masks; gives (n,)
            integers. An action must depend on its own row only.
    """

    choose: Callable[[np.ndarray, np.ndarray], np.ndarray]


Train = Callable[[EnvFactory, int, int], "Act | ActTogether | AnyAgent"]
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


class LearnedTogether:
    """A learned policy for many games at once, as an agent (`cardzoo.training.evaluation.play.ObservingAgent`).

    Args:
        policy: the policy.
    """

    name = "learned"
    encoding = ENCODING

    def __init__(self, policy: ActTogether) -> None:
        self._policy = policy

    def act_on_observations(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose actions."""
        return self._policy.choose(observations, masks)


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
        version: version of cardzoo.
        commit: commit of the checkout; None if cardzoo is installed in another way.
    """

    trainer: str
    suite: str
    suite_digest: str
    scale_digest: str
    split: str
    budgets: list[int]
    seeds: list[int]
    scores: list[list[list[float]]]
    version: str
    commit: str | None

    def interquartile_means(self) -> list[Estimate]:
        """The interquartile mean after each budget, with its interval over runs, which a single run lacks (nan)."""
        found = []
        for scores in map(np.array, self.scores):
            figures = np.concatenate([[interquartile_mean(scores)], interquartile_mean(resample_runs(scores))])
            found.append(estimate_resampled(figures, len(self.seeds)))
        return found

    def as_dict(self) -> dict[str, Any]:
        """All attributes and the interquartile means, for JSON; the ends of an interval are None for a single run."""
        means = [asdict(estimate) for estimate in self.interquartile_means()]
        return asdict(self) | {"iqm": [{key: None if isnan(end) else end for key, end in one.items()} for one in means]}


def find_trainer(name: str) -> Train:
    """The trainer ``module:function``, also of a module in the working directory; or the trainer of a config.

    Args:
        name: ``module:function``, or a config as for `cardzoo.training.algorithms.config_trainer.ConfigTrainer`.

    Raises:
        ValueError: if it cannot be imported.
    """
    if ":" not in name:
        # Here, as it needs torch, which other trainers do not.
        from cardzoo.training.algorithms.config_trainer import ConfigTrainer

        return ConfigTrainer(name)
    look_here()
    try:
        found: Train = resolve_name(name)
    except Exception as problem:
        raise ValueError(f"the trainer {name} cannot be imported: {describe(problem)}") from problem
    if not callable(found):
        raise ValueError(f"trainer must be a function, as module:function, got {name!r}; name another one")
    return found


class Job(NamedTuple):
    """One training run, and its evaluation.

    Attributes:
        trainer: name of the trainer; see `find_trainer`.
        suite: the suite.
        entry: the game of the suite.
        steps: budget of decisions.
        seed: seed of the run.
        split: range of the deals of the evaluation.
        deals: number of deals.
    """

    trainer: str
    suite: Suite
    entry: Entry
    steps: int
    seed: int
    split: str
    deals: int

    def key(self) -> dict[str, Any]:
        """All that its score depends on, for a file of runs."""
        return {
            "trainer": self.trainer,
            "source": _hash_source(self.trainer, find_game(self.entry.game).name),
            "suite_digest": self.suite.digest,
            "scale_digest": scale_digest(self.suite),
            "game": self.entry.game,
            "steps": self.steps,
            "seed": self.seed,
            "split": self.split,
            "deals": self.deals,
            "version": version("cardzoo"),
        }


def _hash_source(trainer: str, game: str) -> str:
    """SHA-256 of the trainer's config for a game, or of its module: an edited trainer's runs are repeated."""
    config = Path(trainer.replace("{game}", game))
    module = sys.modules[find_trainer(trainer).__module__]
    file = config if config.is_file() else Path(module.__file__ or "")
    return hashlib.sha256(file.read_bytes() if file.is_file() else b"").hexdigest()


Hands = Callable[[Callable[[Job], float], Iterable[Job]], Generator[tuple[int, float], None, None]]
"""Workers: ``hands(work, jobs)`` gives the place of each job and its score, in the order in which they are finished."""


def work_here(work: Callable[[Job], float], jobs: Iterable[Job]) -> Generator[tuple[int, float], None, None]:
    """Run jobs in this process."""
    yield from enumerate(map(work, jobs))


def measure_algorithm(
    name: str,
    suite: Suite,
    steps: int,
    seeds: int = 5,
    split: str = "public",
    deals: int | None = None,
    report: Report = lambda *_: None,
    hands: Hands = work_here,
    runs: Path | None = None,
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
        hands: workers; by default the runs follow each other in this process.
        runs: file with a JSON line for each finished run; a run that has one is not repeated. None for no file.

    Raises:
        ValueError: if a number is out of its range, or the trainer cannot be imported, takes more decisions than its
            budget or returns no policy.
    """
    for what, number in (("steps", steps), ("seeds", seeds)):
        if number < 1:
            raise ValueError(f"{what} must be at least 1, got {number:,}; choose a larger number")
    suite.game_seeds(split, deals)  # refuses a number of deals before the first training
    find_trainer(name)
    budgets = [max(round(point * steps), 1) for point in POINTS]
    jobs = [
        Job(name, suite, entry, budget, seed, split, entry.deals if deals is None else deals)
        for budget in budgets
        for seed in range(seeds)
        for entry in suite.games
    ]
    known, keys = _read_runs(runs), [job.key() for job in jobs]
    texts = [json.dumps(key, sort_keys=True) for key in keys]
    left = [place for place, text in enumerate(texts) if text not in known]
    total = sum(job.steps for job in jobs)
    done = total - sum(jobs[place].steps for place in left)
    with closing(hands(score_run, [jobs[place] for place in left])) as found:
        for number, score in found:
            place = left[number]
            job, known[texts[place]] = jobs[place], score
            if runs:
                add_lines(runs, [json.dumps({"run": keys[place], "score": score})])
            done += job.steps
            report(done / total, f"{job.entry.game}, {job.steps:,} decisions, seed {job.seed}")
    scores = np.array([known[text] for text in texts]).reshape(len(budgets), seeds, len(suite.games))
    scale, run_seeds = scale_digest(suite), list(range(seeds))
    measured_with = version("cardzoo"), commit()
    return Curve(name, suite.name, suite.digest, scale, split, budgets, run_seeds, scores.tolist(), *measured_with)


class _Run(BaseModel):
    """A line of a file of runs."""

    model_config = ConfigDict(extra="forbid")

    run: dict[str, JsonValue]
    score: float = Field(allow_inf_nan=False)


_RUNS = TypeAdapter(_Run)


def _read_runs(file: Path | None) -> dict[str, float]:
    """Scores of finished runs by their keys in words; an unfinished last line is cut off.

    Raises:
        ValueError: if the file holds other lines, or cannot be written.
    """
    if file is None:
        return {}
    runs = [parse_line(_RUNS, text, file, number) for number, text in enumerate(read_continued(file), 1)]
    return {json.dumps(run.run, sort_keys=True): run.score for run in runs}


def score_run(job: Job) -> float:
    """Train one policy, and give its score.

    Raises:
        ValueError: if the trainer returns no policy.
    """
    factory = EnvFactory(job.suite, job.entry, job.steps)
    learned = find_trainer(job.trainer)(factory, job.steps, job.seed)
    agent = agent_of(learned, factory, job.trainer)
    field = [find_agent(one, factory.game) for one in job.suite.field]
    seeds, key = job.suite.deal_seeds(job.split, job.deals), key_for([agent], factory.game)
    outcome = play_field(factory.game, agent, field, seeds, job.entry.players, job.entry.options, key)
    return float(scale_of(job.suite, job.entry).score(outcome.values).mean())


def agent_of(learned: Any, factory: EnvFactory, trainer: str = "trainer") -> Any:
    """The agent of what a trainer has returned, in the factory's game.

    Args:
        learned: the returned object.
        factory: the environments of the training.
        trainer: name of the trainer, for an error.

    Raises:
        ValueError: if it is no policy.
    """
    if isinstance(learned, ActTogether):
        return LearnedTogether(learned)
    if callable(learned):
        return LearnedAgent(factory.game, factory.entry.players, learned)
    if not any(callable(getattr(learned, name, None)) for name in ASKED):
        got = "None" if learned is None else type(learned).__name__
        must = "act(observation, mask), an ActTogether or an agent"
        raise ValueError(f"{trainer} must return {must}, got {got}; return the policy from it")
    return learned
