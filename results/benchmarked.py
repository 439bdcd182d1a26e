"""Results of the benchmark: the published files, and the tables of agents and of algorithms.

``results/benchmark`` has a file for each agent, from ``cardzoo benchmark``, and ``results/algorithms`` one for each
algorithm, from ``cardzoo benchmark --train``. `docs/reference/benchmark.md` has the commands.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from cardzoo.envs import find_game
from cardzoo.training.algorithms import Curve
from cardzoo.training.evaluation.benchmark import outputs
from cardzoo.training.evaluation.benchmark.result import Result, read_result
from cardzoo.training.evaluation.benchmark.suites import load_suite

AGENTS = Path(__file__).parent / "benchmark"
ALGORITHMS = Path(__file__).parent / "algorithms"
SUITE = "cardzoo-mini-v1"


def read_agents() -> list[Result]:
    """The published results of agents, from the lowest interquartile mean to the highest."""
    results = [read_result(file) for file in sorted(AGENTS.glob(f"{SUITE}-*.json"))]
    return sorted(results, key=lambda result: result.summary()["iqm"].value)


def read_algorithms() -> list[tuple[str, Curve]]:
    """The published curves of algorithms, with the names of their files."""
    found = []
    for file in sorted(ALGORITHMS.glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        found.append((file.stem, Curve(**{name: content[name] for name in Curve.__dataclass_fields__})))
    return found


def titles() -> list[str]:
    """Titles of the suite's games, as links."""
    games = [find_game(entry.game) for entry in load_suite(SUITE).games]
    return [f"[{game.title}](games/{game.name}.md)" for game in games]


def few_rows(results: Sequence[Result]) -> Iterator[dict[str, str]]:
    """The rows of the README: an agent's interquartile mean with its interval, and the score of each game."""
    for result in results:
        cells = [f"{estimate.value:z.0f}" for estimate in result.estimates().values()]
        figure = {"agent": f"`{result.agent}`", "IQM": f"**{result.summary()['iqm']:.1f}**"}
        yield figure | dict(zip(titles(), cells, strict=True))


def agent_rows(results: Sequence[Result]) -> Iterator[dict[str, str]]:
    """The rows of all figures, with a column for each agent; see `outputs.rows`."""
    header, *others = outputs.rows(results)
    named = dict(zip([entry.game for entry in load_suite(SUITE).games], titles(), strict=True))
    for first, *cells in others:
        yield dict(zip(header, [named.get(first, first), *cells], strict=True))


def algorithm_rows(curves: Sequence[tuple[str, Curve]]) -> Iterator[dict[str, str]]:
    """The rows of the algorithms: the interquartile mean after each budget, and each game's mean after its last one.

    The lowest last mean is first. An algorithm's runs with other budgets share its row, under the shortest name of
    their files.
    """
    budgets = sorted({budget for _, curve in curves for budget in curve.budgets})
    runs: dict[str, list[tuple[str, Curve]]] = {}
    for name, curve in curves:
        runs.setdefault(curve.trainer, []).append((name, curve))
    for named in sorted(runs.values(), key=lambda named: _longest(named).interquartile_means()[-1].value):
        last, means = _longest(named), {}
        for _, curve in named:
            means |= dict(zip(curve.budgets, curve.interquartile_means(), strict=True))
        name = min((name for name, _ in named), key=len)
        row = {"algorithm": name.replace("_", " "), "seeds": str(len(last.seeds))}
        row |= {f"IQM, {budget:,}": f"{means[budget]:.0f}" if budget in means else "" for budget in budgets}
        cells = [f"{score:z.0f}" for score in np.array(last.scores[-1]).mean(axis=0)]
        yield row | dict(zip(titles(), cells, strict=True))


def _longest(named: Sequence[tuple[str, Curve]]) -> Curve:
    """The curve with the most decisions."""
    return max((curve for _, curve in named), key=lambda curve: curve.budgets[-1])
