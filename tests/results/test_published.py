"""Published figures are of the shipped agents: each line has the hashes of the current weights."""

import hashlib
import json

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.policies.models import CARD, WEIGHTS, parse_card
from cardzoo.envs.policies.shipped import shipped_folders, shipped_players
from cardzoo.training.evaluation.arena.contest import hash_weights
from results import baselines, exploited, other_players, ranked, searched, trained
from tests.playing import GAMES


def stale_leaderboards():
    boards = ranked.read().items()
    return [f"leaderboard of {id}" for id, board in boards if ranked.has_other_weights(board) or is_short(board)]


def is_short(board):
    """Boards of fewer deals are older than their intervals by Student's t."""
    return board.deals < ranked.FEWEST


def stale_probes():
    rows = exploited.read()
    return [f"{row['game']}: {row['agent']}" for row in rows if row["weights"] != exploited.weights_of_row(row)]


def stale_searches():
    """The stale lines that count; a line without a model cannot be stale."""
    lines = [line for group in searched.read_lines().values() for line in group]
    return [line["agent"] for line in lines if line["model"] != searched.model_of(find_game(line["game"]))]


def stale_other_players():
    """The agents that met OpenSpiel's players."""
    lines = [(line, find_game(line["game"])) for line in other_players.read()]
    weights = [(line, hash_weights(game, game.default_players, [line["agent"]])) for line, game in lines]
    return [f"{line['agent']} against {line['player']}" for line, now in weights if line["weights"] != now]


def stale_baselines():
    """No agent of these lines has a model, so they have no hashes."""
    lines = [group[0] for group in baselines.read_lines().values()]
    met = [(line["game"], [name for name in (line["agent"], line["against"]) if name]) for line in lines]
    met += [(row["id"], [result["opponent"] for result in row["against"]]) for row in trained.read().values()]
    games = [(find_game(id), names) for id, names in met]
    return [names for game, names in games if hash_weights(game, game.default_players, names)]


def stale_cards():
    """The shipped cards name the weights beside them."""
    games = [(game, players) for game in GAMES for players in shipped_players(game)]
    folders = [folder for game, players in games for folder in shipped_folders(game, players)]
    return [
        str(folder)
        for folder in folders
        if parse_card((folder / CARD).read_bytes(), folder).sha256
        != hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    ]


@pytest.mark.parametrize(
    "stale",
    [stale_leaderboards, stale_probes, stale_searches, stale_other_players, stale_baselines, stale_cards],
)
def test_published_figures_are_of_the_weights_that_are_shipped(stale):
    assert stale() == []


def test_hashes_are_those_of_the_models_that_agents_are_or_ask():
    game = find_game("leduc_poker")
    names = ["expert", "trained", "search:50", "search:50,trained", "search:20:trained"]
    found = hash_weights(game, 2, names)
    card = json.loads((shipped_folders(game, 2)[0] / CARD).read_text(encoding="utf-8"))
    assert found == dict.fromkeys(["trained", "search:50,trained", "search:20:trained"], card["sha256"])


def test_a_probe_keeps_the_hashes_of_the_agent_and_of_the_trained_response():
    """A line becomes stale as soon as a stronger response is shipped."""
    row = {"game": "leduc_poker-v0", "agent": "expert", "options": {}, "players": 2, "minutes": 1}
    row |= {"weights": exploited.weights_of_row(row), "played": exploited.digest_of_row(row)}
    assert row["weights"].keys() == {"trained"}
    assert exploited.holds(row, 1)
    assert not exploited.holds(row | {"weights": {"trained": "another"}}, 1)
    aided = row | {"game": "cactus-v0", "options": {"memory_aid": True}}
    unaided = aided | {"options": {"memory_aid": False}}
    assert exploited.weights_of_row(aided) != exploited.weights_of_row(unaided)  # each has a trained agent of its own
