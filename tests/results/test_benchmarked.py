"""Published results of the benchmark are of the suites, references and models of today."""

from pathlib import Path

import pytest

from cardzoo.envs import find_game
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.benchmark.references import scale_digest
from cardzoo.training.evaluation.benchmark.result import read_result

FILES = sorted((Path(__file__).parents[2] / "results/benchmark").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_published_result_is_of_the_held_out_deals_and_the_models_of_today(file):
    result = read_result(file)
    assert file.stem == f"{result.suite}-{result.agent}"
    assert result.split == "held_out"
    assert result.scale_digest == scale_digest(result.content)
    for entry, game in zip(result.content.games, result.games, strict=True):
        assert len(game.values) == entry.deals
        weights = hash_weights(find_game(entry.game), entry.players, [result.agent])
        assert game.weights == weights.get(result.agent, "")
