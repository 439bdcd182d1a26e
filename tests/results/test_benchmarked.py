"""Published results of the benchmark are of the suites, references and models of today."""

from pathlib import Path

import pytest

from cardzoo.envs import find_game
from cardzoo.training.algorithms import Curve
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.benchmark.references import scale_digest
from cardzoo.training.evaluation.benchmark.result import read_result
from cardzoo.training.evaluation.benchmark.suites import load_suite
from results import benchmarked

FILES = sorted((Path(__file__).parents[2] / "results/benchmark").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_published_result_is_of_the_held_out_deals_and_the_models_of_today(file):
    result = read_result(file)
    assert file.stem == f"{result.suite}-{result.agent}".replace(":", "_")  # Windows allows no colon in a name
    assert result.split == "held_out"
    assert result.scale_digest == scale_digest(result.content)
    for entry, game in zip(result.content.games, result.games, strict=True):
        assert len(game.values) == entry.deals
        weights = hash_weights(find_game(entry.game), entry.players, [result.agent])
        assert game.weights == weights.get(result.agent, "")


def test_published_curves_are_of_the_held_out_deals_and_the_references_of_today():
    suite = load_suite(benchmarked.SUITE)
    for name, curve in benchmarked.read_algorithms():
        assert (curve.suite, curve.suite_digest, curve.split) == (suite.name, suite.digest, "held_out"), name
        assert curve.scale_digest == scale_digest(suite), name


def curve_of(trainer, budgets, score):
    games = len(load_suite(benchmarked.SUITE).games)
    return Curve(trainer, "", "", "", "", budgets, [0, 1], [[[score] * games] * 2] * len(budgets), "", None)


def test_algorithms_with_other_budgets_share_a_table():
    one, two = benchmarked.algorithm_rows(
        [(f"number_{first}", curve_of(f"{first}", [first], 0.0)) for first in (10, 30)]
    )
    assert list(one) == list(two)
    assert (one["IQM, 10"], one["IQM, 30"], two["IQM, 10"], two["IQM, 30"]) == ("0 ± 0", "", "", "0 ± 0")


def test_runs_of_an_algorithm_with_other_budgets_share_a_row():
    runs = [("made_long", curve_of("made", [30, 90], 7.0)), ("made", curve_of("made", [10, 30], 5.0))]
    other = ("other", curve_of("other", [10], 6.0))
    low, row = benchmarked.algorithm_rows([*runs, other])
    assert (low["algorithm"], row["algorithm"]) == ("other", "made")
    assert [row[f"IQM, {budget}"] for budget in (10, 90)] == ["5 ± 0", "7 ± 0"]
    assert [row[title] for title in benchmarked.titles()] == ["7"] * len(benchmarked.titles())
