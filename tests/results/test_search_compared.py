"""The sequential comparisons of the search with trained agents, and the table made of them."""

import json

import numpy as np
import pytest

from cardzoo.envs import IDS, find_game
from cardzoo.training.evaluation.intervals import estimate_anytime
from results import baselines, measure, search_compared, searched
from tests.playing import nightly

DUEL, ALONE = find_game("leduc_poker"), find_game("black_hole")


def lines_of(*values):
    return [{"values": {f"{value:g}": values.count(value) for value in set(values)}, "deals": len(values)}]


@pytest.fixture
def write(monkeypatch, tmp_path):
    """Writes lines of the present search: a pairing, the hash of its model, and the deals that brought 1 and -1."""
    monkeypatch.setattr(search_compared, "FILE", tmp_path / "compared.jsonl")

    def write_lines(*entries, search=None):
        marks = {"search": search or searched.digest_of_search(DUEL)}
        lines = [
            vars(pairing) | marks | {"model": model, "values": {"1": good, "-1": bad}, "deals": good + bad}
            for pairing, model, good, bad in entries
        ]
        search_compared.FILE.write_text("".join(json.dumps(line) + "\n" for line in lines))

    return write_lines


def test_the_search_plays_the_expert_the_trained_agent_and_itself_without_the_network():
    met = [(one.agent, one.against) for one in search_compared.pairings(DUEL)]
    assert met == [("search:0.05s:trained", other) for other in ("expert", "trained", "search:0.05s")]


def test_an_interval_that_holds_at_all_times_seldom_leaves_the_mean_at_any():
    """A usual interval, looked at after each deal, leaves it in more than a third of these runs."""
    runs = np.random.default_rng(0).normal(size=(400, 1000))
    left = np.zeros((2, len(runs)), bool)
    for count in range(30, 1000, 10):
        for run, values in enumerate(runs[:, :count]):
            mean, deviation = values.mean(), values.std(ddof=1)
            left[0, run] |= estimate_anytime(mean, deviation, count).sign != 0
            left[1, run] |= abs(mean) > 1.96 * deviation / count**0.5
    assert left[0].mean() < 0.05
    assert left[1].mean() > 0.3


def test_a_comparison_ends_when_it_is_decided():
    assert not search_compared.is_over(lines_of(*[1, 1, 0] * 5))  # too few deals
    assert search_compared.is_over(lines_of(*[1, 1, 0] * 20))
    assert search_compared.is_over(lines_of(*[-1, -1, 0] * 20))
    assert not search_compared.is_over(lines_of(*[1, -1] * 30))
    assert search_compared.is_over(lines_of(*[1, -1] * (search_compared.MOST // 2)))


def test_a_comparison_that_is_over_gets_no_more_deals():
    over, open_one = search_compared.pairings(DUEL)[:2]
    lines = {over.key: lines_of(*[1, 1, 0] * 20), open_one.key: lines_of(*[1, -1] * 20)}
    for part in lines.values():
        part[0]["seconds"] = 1.0
    lines[open_one.key][0]["seconds"] = 50.0
    shares = measure.least_measured([over, open_one], lines, 100, search_compared.is_over)
    assert {pairing.key for pairing, _, _ in shares} == {open_one.key}
    assert not list(measure.least_measured([over], lines, 100, search_compared.is_over))


def test_alone_the_figure_is_the_difference_on_the_same_deal():
    """`novice` never takes more than itself off, and `expert` more often wins."""
    pairing = baselines.Pairing(ALONE.id, "novice", "novice", "won")
    assert measure.play((pairing, 0, 20))["values"] == {"0": 20}
    pairing = baselines.Pairing(ALONE.id, "expert", "novice", "won")
    values = measure.play((pairing, 0, 40))["values"]
    assert sum(values.values()) == 40
    assert values["1"] > values.get("-1", 0)


def test_the_table_shows_figures_of_the_present_models_alone(write):
    model = searched.model_of(DUEL)
    expert, trained, plain = search_compared.pairings(DUEL)
    write((expert, model, 60, 0), (trained, model, 30, 30), (plain, "0" * 12, 60, 0))
    lines = search_compared.read_lines()
    (row,) = search_compared.rows(lines)
    assert row["game"] == "[Leduc Poker](games/leduc_poker.md)"
    assert row["against `expert`"] == "**+13.000 ± 0.000 chips/hand**, 60"  # 13 times the reward
    assert row["against `trained`"].endswith("chips/hand, 60")
    assert not row["against `trained`"].startswith("**")
    assert row["against `search:0.05s`"] == ""
    assert [line.split(" in ")[1] for line in search_compared.verdicts(lines)] == ["0 of 1 games.", "0 of 1 games."]
    write((expert, model, 60, 0), (trained, model, 60, 0), (plain, model, 0, 60))
    both, other = search_compared.verdicts(search_compared.read_lines())
    assert both.endswith("in 1 of 1 games: Leduc Poker.")
    assert other.endswith("in 0 of 1 games.")


def test_lines_of_another_search_are_found(write):
    entry = (search_compared.pairings(DUEL)[0], searched.model_of(DUEL), 60, 0)
    write(entry)
    assert search_compared.stale_games([DUEL, ALONE]) == []
    write(entry, search="0" * 16)
    assert search_compared.stale_games([DUEL, ALONE]) == ["leduc_poker"]
    assert search_compared.stale_games([ALONE]) == []


def test_a_digest_is_of_the_agent_that_plays_on_too(monkeypatch):
    before = searched.digest_of_search(DUEL)
    monkeypatch.setattr("cardzoo.agents.search.agent.rollout_of", lambda game: "random")
    assert searched.digest_of_search.__wrapped__(DUEL) != before


COMPARED = [find_game(id) for id in IDS if searched.has_model(find_game(id))]
BY_DAY = ("black_hole", "cassino", "getaway")


@pytest.mark.parametrize(
    "game", [game if game.name in BY_DAY else nightly(game) for game in COMPARED], ids=lambda game: game.name
)
def test_kept_lines_are_of_the_search_of_today(game):
    """After a change of the search's choices: delete them, and measure again."""
    assert search_compared.stale_games([game]) == []
