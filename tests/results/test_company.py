"""Trained agents in three companies: seats, figures, and the kept lines."""

import json

import numpy as np
import pytest

from cardzoo.envs import find_game
from results import company, played
from results.company import BEST, EXPERT, FIELD
from tests.playing import nightly

GAME = find_game("kuhn_poker")  # quick to play, in every mode


def line(**changes):
    figures = {"alone": (0.1, 0.05, 0.15), "majority": (-0.1, -0.15, -0.05), "lead": (0.0, -0.05, 0.05)}
    mixed = dict.fromkeys(FIELD, (0.0, -0.1, 0.1))
    setting = {"game": "getaway-v0", "players": 4, "deals": 200, "seconds": 2.0, "rival": "expert"}
    return setting | figures | {"mixed": mixed, "weights": {"trained": "one"}, "played": "so"} | changes


@pytest.mark.parametrize("name", ["getaway", "gin_rummy", "hand_and_foot"])
def test_the_seats_are_those_of_the_three_companies(name):
    """One agent changes its seat and the others are alike; in the mixed field all sit equally often, as partners."""
    game = find_game(name)
    count = company.players(game)
    for seats in company.line_ups(game, range(8)):
        alone, majority, mixed = np.split(seats, [count, 2 * count])
        for games, one, other in ((alone, BEST, EXPERT), (majority, EXPERT, BEST)):
            assert (np.flatnonzero(games == one) % (count + 1) == 0).all()
            assert ((games == one).sum(axis=1) == 1).all()
            assert set(games.ravel().tolist()) == {one, other}
        assert len(set(np.bincount(mixed.ravel()).tolist())) == 1
        sides = game.sides_of(count)
        assert (mixed == mixed[:, np.arange(count) % sides]).all()


def test_figures_are_mean_rewards_of_the_seats():
    rewards, done = company.play(GAME, range(3, 9))
    seats = company.line_ups(GAME, range(3, 9))
    by_game = done.rewards.reshape(seats.shape)
    for deal in range(len(seats)):
        alone, majority, mixed = np.split(seats[deal], [2, 4])
        first, second, third = np.split(by_game[deal], [2, 4])
        assert rewards.alone[deal] == pytest.approx(first[alone == BEST].mean())
        assert rewards.majority[deal] == pytest.approx(second[majority == EXPERT].mean())
        assert rewards.mixed[deal] == pytest.approx([third[mixed == agent].mean() for agent in range(len(FIELD))])


def test_a_measurement_ends_with_its_deals_or_its_seconds(monkeypatch):
    monkeypatch.setattr(company, "FIRST_DEALS", 4)
    row = company.measure((GAME.id, 10, 1e9))
    assert (row["deals"], company.measure((GAME.id, 10, 0.0))["deals"]) == (10, 4)
    parts = [company.play(GAME, part)[0] for part in (range(4), range(4, 8), range(8, 10))]
    mixed = np.concatenate([part.mixed for part in parts])
    best = max(mixed[:, :BEST].mean(axis=0))
    assert row["mixed"][row["rival"]][0] == pytest.approx(best, abs=1e-5)
    assert row["lead"][0] == pytest.approx(mixed[:, BEST].mean() - best, abs=1e-5)
    assert not company.is_stale(row)
    assert company.is_stale(row | {"weights": {"trained": "another"}})
    assert company.is_stale(row | {"played": "another game"})


def test_a_line_replaces_one_of_other_agents_or_of_fewer_deals(monkeypatch, tmp_path):
    monkeypatch.setattr(company, "FILE", tmp_path / "company.jsonl")
    company.keep(line(game="hearts-v0"))
    for row, kept in ((line(), 200), (line(deals=100), 200), (line(deals=300), 300), (line(deals=9, played="x"), 9)):
        company.keep(row)
        assert [(one["game"], one["deals"]) for one in company.read()] == [("getaway-v0", kept), ("hearts-v0", 200)]


def test_verdicts_count_what_holds_for_the_trained_agent():
    bad = line(game="hearts-v0", alone=(0.1, -0.01, 0.2), majority=(0.1, 0.01, 0.2), lead=(-0.2, -0.3, -0.1))
    found = company.verdicts([line(), bad])
    assert len(found) == 3
    assert all(one.endswith("in 1 of 2 games; not in Hearts.") for one in found)
    table = list(company.rows([line(), bad]))
    assert table[0]["`trained` among `expert`"] == "**+0.100 ± 0.050**"
    assert table[0]["`expert` among `trained`"] == "**-0.100 ± 0.050**"
    assert not any("**" in cell for cell in table[1].values())
    assert table[0]["ms a deal"] == "10.0"


def test_only_games_with_a_trained_agent_and_opponents_are_measured():
    known = {game.name for game in company.games()}
    assert {"getaway", "kuhn_poker", "superfecta"} <= known
    assert not {"klondike", "hanabi", "blackjack"} & known


def test_outdated_lines_are_named(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(company, "FILE", tmp_path / "company.jsonl")
    company.FILE.write_text(json.dumps(line(game=GAME.id, players=2)) + "\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["played.py", GAME.name])
    assert played.main() == 1
    assert "kuhn_poker-v0: the figures in other company are outdated: an agent has changed\n" in capsys.readouterr().out


@pytest.mark.parametrize("row", company.read(), ids=lambda row: row["game"])
def test_kept_lines_are_of_the_weights_that_are_shipped(row):
    game = find_game(row["game"])
    assert row["weights"] == company.weights_of(game)
    assert row["players"] == company.players(game)


@pytest.mark.parametrize(
    "row",
    [row if row["game"] == GAME.id else nightly(row) for row in company.read()],
    ids=lambda row: row["game"],
)
def test_kept_lines_are_of_the_play_of_today(row):
    assert row["played"] == company.digest_of(find_game(row["game"]))
