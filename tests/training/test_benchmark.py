import errno
import itertools
import json
import re
from dataclasses import asdict, replace

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs import find_game
from cardzoo.envs.files.lines import LineError
from cardzoo.training.evaluation.benchmark import aggregates, run
from cardzoo.training.evaluation.benchmark.outputs import BOUNDS, latex, profile_picture, profiles, rows
from cardzoo.training.evaluation.benchmark.play import play_field, play_in_parts, seat_field
from cardzoo.training.evaluation.benchmark.references import HUNDRED, ZERO, digest, key_of, read_references, setting
from cardzoo.training.evaluation.benchmark.result import GameResult, Result, check_output, read_result
from cardzoo.training.evaluation.benchmark.run import run_benchmark, verify
from cardzoo.training.evaluation.benchmark.submission import check_result
from cardzoo.training.evaluation.benchmark.suites import SPLITS, digest_of, load_suite, suite_names
from cardzoo.training.evaluation.intervals import RESAMPLES
from tests.command import command, exit_status

MINI = load_suite("cardzoo-mini-v1")
DIGESTS = {
    "cardzoo-compendium-v1": "fafa3ceb70aa6a2e",
    "cardzoo-fishing-v1": "0b555776049796c6",
    "cardzoo-mini-v1": "e83d8371d1c4d4a5",
    "cardzoo-patience-v1": "b01415ab09fdfed8",
    "cardzoo-poker-v1": "8b4ab07277b6e465",
    "cardzoo-rummy-v1": "d81e32d04ba01d1e",
    "cardzoo-tricks-v1": "90c6c0a4aca617b5",
    "cardzoo-v1": "a409d0da418e345f",
}
TEN_RUNS = np.array(
    [
        [13.6, 36.8, 87.0, 118.4, 77.0, 31.0],
        [15.6, 42.2, 99.0, 142.7, 64.1, 18.9],
        [12.3, 66.0, 92.4, 75.4, 58.7, 19.5],
        [15.0, 45.1, 81.4, 121.1, 59.1, 24.7],
        [23.3, 58.3, 70.3, 104.9, 45.3, 28.4],
        [9.7, 50.2, 89.5, 103.9, 44.3, 26.4],
        [11.3, 36.4, 92.7, 87.8, 77.6, 36.4],
        [4.0, 52.7, 76.8, 110.7, 60.7, 12.1],
        [18.1, 47.4, 101.5, 86.4, 71.1, 20.1],
        [17.3, 41.6, 107.4, 121.4, 96.5, 35.8],
    ]
)
SCORES = np.array([[10.0, 40, 90, 120, 55], [20, 35, 95, 100, 60], [0, 45, 80, 130, 65]])


@pytest.fixture(scope="module")
def poker():
    """The mini suite's poker alone, as a suite for quick runs."""
    return replace(MINI, games=tuple(entry for entry in MINI.games if entry.game == "leduc_poker-v0"))


def made(agent="made", shift=0.0, deals=40) -> Result:
    """A result with made-up values."""
    generator = np.random.default_rng(0)
    games = []
    for entry in MINI.games:
        values = (generator.normal(size=deals) + shift).tolist()
        seeds = MINI.deal_seeds("public", deals)
        games.append(GameResult(entry.game, digest_of(seeds.tobytes()), "", "", 0, values))
    return Result(agent, MINI.name, MINI.digest, "", "public", "0", None, tuple(games))


def test_suites_never_change():
    assert {name: load_suite(name).digest for name in suite_names()} == DIGESTS


@pytest.mark.parametrize("name", suite_names())
def test_a_suite_is_of_games_that_exist_with_players_and_options_that_they_allow(name):
    for entry in load_suite(name).games:
        game = find_game(entry.game)
        assert game.id == entry.game
        assert game.blank(entry.players, **entry.options)["num_players"][0] == entry.players


def test_the_mini_suite_has_six_games_of_different_families():
    assert len({find_game(entry.game).family for entry in MINI.games}) == len(MINI.games) == 6


def test_ranges_of_deals_are_apart():
    ranges = sorted(MINI.seeds[split] for split in SPLITS)
    assert all(first[1] < second[0] for first, second in itertools.pairwise(ranges))
    assert MINI.deal_seeds("held_out", 3).tolist() == [MINI.seeds["held_out"][0] + deal for deal in range(3)]


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (4, 4), (4, 2), (5, 5)])
def test_each_deal_is_played_from_each_side_with_each_agent_of_the_field_at_each_place(players, sides):
    seats = seat_field(players, sides, field=3)
    assert len({tuple(row) for row in seats}) == len(seats) == 3 * sides
    for side in range(sides):
        mine = seats[(seats[:, side] == 0)]
        assert (mine[:, side::sides] == 0).all()
        for seat in set(range(players)) - set(range(side, players, sides)):
            assert sorted(mine[:, seat]) == [1, 2, 3]
    assert ((seats == 0).sum(axis=1) == players // sides).all()


def test_sides_to_the_left_hold_the_agents_of_the_field_in_turn():
    assert seat_field(4, 4, field=3)[:3].tolist() == [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    assert seat_field(4, 4, field=3)[3].tolist() == [3, 0, 1, 2]


def test_in_a_game_for_one_each_deal_is_played_once_and_a_win_counts_1():
    game = find_game("black_hole")
    agents = [find_agent(name, game) for name in MINI.field]
    values = play_field(game, agents[2], agents, MINI.deal_seeds("public", 40), 1, {}).values
    assert set(values) == {0.0, 1.0}
    assert seat_field(1, 1, 3).tolist() == [[0]]


def test_values_do_not_depend_on_the_shares_in_which_deals_are_played(poker):
    game = find_game("leduc_poker")
    field = [find_agent(name, game) for name in poker.field]
    seeds = poker.deal_seeds("public", 50)
    whole = play_field(game, field[1], field, seeds, 2, {})
    parts = list(play_in_parts(lambda part: play_field(game, field[1], field, part, 2, {}), seeds))
    assert len(parts) > 2
    assert whole.values.tolist() == [value for part in parts for value in part.values.tolist()]


@pytest.mark.parametrize("entry", MINI.games, ids=lambda entry: entry.game)
@pytest.mark.parametrize("agent", [ZERO, HUNDRED])
def test_references_are_of_the_rules_and_agents_of_today(entry, agent):
    line = read_references()[key_of(setting(MINI, entry), agent)]
    assert line["played"] == digest(MINI, entry, agent)
    assert line["low"] <= line["mean"] <= line["high"]


def test_aggregates_are_those_of_rliable():
    """The figures are of `rliable.metrics` 1.2.0 for the same scores."""
    other = SCORES[:2, ::-1]
    assert float(aggregates.interquartile_mean(SCORES)) == pytest.approx(62.77777777777778)
    assert float(aggregates.median(SCORES)) == pytest.approx(60)
    assert float(aggregates.mean(SCORES)) == pytest.approx(63)
    assert float(aggregates.probability_of_improvement(SCORES, other)) == pytest.approx(0.4666666666666667)
    assert aggregates.performance_profile(SCORES, [30, 60, 100]).tolist() == pytest.approx([12 / 15, 7 / 15, 2 / 15])


def test_intervals_over_runs_are_those_of_rliable():
    """The bounds are of rliable 1.2.0's ``get_interval_estimates`` with 200,000 resamples for the same scores."""
    runs = aggregates.resample_runs(TEN_RUNS)
    for figure, low, high in (
        (aggregates.interquartile_mean, 52.08, 59.49),
        (aggregates.median, 51.29, 62.11),
        (aggregates.mean, 55.25, 61.32),
    ):
        assert np.percentile(figure(runs), [2.5, 97.5]) == pytest.approx([low, high], abs=0.5)


def test_the_interquartile_mean_leaves_out_a_quarter_at_each_end():
    assert aggregates.interquartile_mean(np.array([[-50.0, 0, 1, 2, 3, 4, 90, 500]])) == 2.5


def test_the_share_above_expert_counts_games_by_their_mean():
    assert aggregates.share_above(SCORES) == 0.2  # one of five: the means are 10, 40, 88.3, 116.7 and 60


def test_resamples_draw_deals_within_their_own_game():
    means = aggregates.resample_deals([np.zeros(30), np.full(40, 5.0), np.arange(50.0)])
    assert means.shape == (RESAMPLES, 1, 3)
    assert (means[..., 0] == 0).all()
    assert np.allclose(means[..., 1], 5)
    assert means[..., 2].std() == pytest.approx(np.arange(50.0).std() / 50**0.5, rel=0.1)


def test_resamples_draw_runs_within_their_own_game():
    drawn = aggregates.resample_runs(SCORES)
    assert drawn.shape == (RESAMPLES, *SCORES.shape)
    assert all(set(drawn[..., game].ravel()) == set(SCORES[:, game]) for game in range(5))


def test_random_is_0_and_expert_is_100():
    """By its own references, within the intervals of some deals."""
    for agent, score in ((ZERO, 0), (HUNDRED, 100)):
        result = run_benchmark(agent, MINI, deals=60)
        assert [estimate for estimate in result.estimates().values() if abs(estimate.value - score) > 60] == []
        assert abs(result.summary()["iqm"].value - score) < 15


def test_a_result_is_the_same_again_from_its_file(tmp_path):
    result = made()
    result.write(tmp_path / "result.json")
    again = read_result(tmp_path / "result.json")
    assert again == result
    assert again.line() == result.line()
    assert json.loads(json.dumps(again.line()))["iqm"]["low"] < again.line()["iqm"]["value"]


def damaged(values=None, forfeits=0) -> str:
    content = json.loads(json.dumps(asdict(made())))
    content["games"][2] |= {"values": values, "forfeits": forfeits}
    return json.dumps(content)


@pytest.mark.parametrize(
    ("text", "got"),
    [
        (json.dumps({"trainer": "lowest_trainer:train", "scores": []}), "a curve of --train"),
        ("[]", "other content"),
        ("[" * 100_000, "other content"),
        (damaged([]), "other content"),
        (damaged([0.5, float("nan")]), "other content"),
        (damaged(["much"]), "other content"),
        (damaged([0.5], forfeits=-1), "other content"),
    ],
    ids=["curve", "list", "deep", "no values", "not finite", "no number", "negative forfeits"],
)
def test_a_file_of_something_else_is_no_result(tmp_path, text, got):
    file = tmp_path / "result.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=rf"must be the result of an agent, got {got}; write one with"):
        read_result(file)


def test_a_result_of_another_version_of_its_suite_is_refused(tmp_path):
    replace(made(), suite_digest="0" * 16).write(tmp_path / "result.json")
    with pytest.raises(ValueError, match="must be of this version of cardzoo-mini-v1"):
        read_result(tmp_path / "result.json")


def test_a_better_result_improves_on_another_with_probability_1():
    better, worse = made(shift=5.0), made()
    assert better.improvement_on(worse).value == 1
    assert worse.improvement_on(better).high == 0
    assert better.improvement_on(better).value == 0.5
    few = tuple(replace(game, values=game.values[1:]) for game in worse.games)
    for changes in ({"split": "held_out"}, {"scale_digest": "0" * 16}, {"games": few}):
        with pytest.raises(ValueError, match="of both results must be the same"):
            better.improvement_on(replace(worse, **changes))


def test_the_table_has_a_row_for_each_figure_and_game_and_latex_has_the_same():
    results = [made("a_b"), made("c")]
    header, *others = rows(results)
    assert header == ["score", "a_b", "c"]
    assert [row[0] for row in others] == ["IQM", "median", "mean", "above expert", *[each.game for each in MINI.games]]
    text = latex(results)
    assert text.count(r"\\") == len(others) + 1
    assert r"a\_b" in text
    assert "±" not in text


def test_a_profile_is_the_share_of_games_above_each_score_with_its_interval():
    result = made()
    shares = [row[0] for row in profiles([result, made(shift=5.0)])]
    assert [share.value for share in shares] == [
        pytest.approx((result.scores > bound).mean(), abs=1e-4) for bound in BOUNDS
    ]
    assert all(share.low <= share.value <= share.high for share in shares)
    assert any(share.low < share.high for share in shares)


def test_the_picture_of_profiles_names_each_result():
    svg = profile_picture([made("one"), made("two")])
    assert "one" in svg
    assert "two" in svg
    assert "share of games above" in svg


@pytest.fixture
def only_poker(poker, monkeypatch):
    """The mini suite as one game, so that commands are quick."""
    monkeypatch.setattr("cardzoo.training.evaluation.benchmark.suites.load_suite", lambda name: poker)
    monkeypatch.setattr("cardzoo.training.evaluation.benchmark.result.load_suite", lambda name: poker)
    return poker


def test_a_result_is_verified_and_a_changed_value_is_found(only_poker, tmp_path):
    file, changed = tmp_path / "result.json", tmp_path / "changed.json"
    command("benchmark", "novice", "--deals", "20", "--out", str(file))
    assert exit_status("benchmark", "--verify", file, "--sample", "20") == 0
    content = json.loads(file.read_text())
    content["games"][0]["values"][3] += 1
    changed.write_text(json.dumps(content))
    assert exit_status("benchmark", "--verify", changed, "--sample", "20") == 1


@pytest.mark.parametrize(("sample", "replayed"), [("3", 3), ("10", 4)])
def test_verify_reports_the_number_of_deals_that_it_has_replayed(
    only_poker, tmp_path, capsys, monkeypatch, sample, replayed
):
    file, played = tmp_path / "result.json", []
    run_benchmark("novice", only_poker, deals=4).write(file)
    monkeypatch.setattr(run, "play_field", lambda *args: played.extend(args[3].tolist()) or play_field(*args))
    assert exit_status("benchmark", "--verify", file, "--sample", sample) == 0
    assert len(played) == replayed
    assert capsys.readouterr().out.endswith(f"deals replayed of each game: {replayed}.\n")


@pytest.mark.parametrize("sample", ["0", "-1"])
def test_a_sample_without_deals_verifies_nothing(tmp_path, sample):
    file = tmp_path / "result.json"
    made().write(file)
    refusal = command("benchmark", "--verify", str(file), "--sample", sample).refusal
    assert f"sample must be at least 1, got {sample}; choose a larger number" in refusal


OF_AGENTS = [
    ["novice"],
    ["--key", "0" * 32],
    *([name, "file"] for name in ("--compare", "--latex", "--picture", "--profile")),
]


@pytest.mark.parametrize(
    ("mode", "other"),
    [
        *(("--train", other) for other in OF_AGENTS),
        *(("--verify", other) for other in (*OF_AGENTS, ["--train", "low:train"], ["--deals", "2"], ["--out", "file"])),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_an_option_that_would_have_no_effect_is_refused(mode, other):
    name, value = other if len(other) == 2 else ["AGENT", *other]
    refusal = command("benchmark", mode, "nothing:here", *other).refusal
    assert f"{name} must be left out with {mode}, got {value}" in refusal


def test_nobody_knows_which_deals_are_replayed(only_poker):
    """Values that are changed outside the sample of one seed are found by others."""
    result = run_benchmark("novice", only_poker, deals=40)
    known = np.sort(np.random.default_rng(0).permutation(40)[:10])
    values = (np.array(result.games[0].values) + ~np.isin(np.arange(40), known)).tolist()
    forged = replace(result, games=(replace(result.games[0], values=values),))
    assert verify(forged, seed=0) == []
    assert verify(forged) != []


def test_an_agent_of_ten_lines_has_a_score_and_its_key_repeats_it(only_poker, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lowest.py").write_text(
        "class Low:\n    def __init__(self, game):\n        pass\n\n"
        "    def act(self, view, mask, generator):\n        return int(mask.argmax())\n"
    )
    result = run_benchmark("lowest:Low", only_poker, deals=20)
    assert result.games[0].key
    assert result.games[0].forfeits == 0
    assert verify(result) == []
    other = replace(result, games=(replace(result.games[0], key="0" * 32),))
    assert verify(other, sample=20) != []


EDITED = """
class Last:
    name = "last"

    def __init__(self, game):
        pass

    def act(self, view, mask, generator):
        return int(mask.nonzero()[0][-1])
"""


class Stop(Exception):
    """A stop after some deals."""


def stop_after(share):
    def report(done, game):
        if done >= share:
            raise Stop

    return report


def test_a_stopped_benchmark_goes_on_with_the_deals_that_are_left(only_poker, tmp_path, monkeypatch):
    file = tmp_path / "result.parts.jsonl"
    whole = run_benchmark("novice", only_poker, deals=40)
    with pytest.raises(Stop):
        run_benchmark("novice", only_poker, deals=40, report=stop_after(0.1), kept=file)
    kept = sum(len(json.loads(line)["values"]) for line in file.read_text().splitlines())
    assert 0 < kept < 40
    played = []
    monkeypatch.setattr(run, "play_field", lambda *args: played.append(len(args[3])) or play_field(*args))
    assert run_benchmark("novice", only_poker, deals=40, kept=file) == whole
    assert sum(played) == 40 - kept
    command("benchmark", "novice", "--deals", "40", "--out", str(tmp_path / "result.json"))
    assert sum(played) == 40 - kept
    assert read_result(tmp_path / "result.json") == whole
    assert not file.exists()


@pytest.mark.parametrize("option", ["--out", "--latex", "--picture", "--profile"])
@pytest.mark.parametrize("place", [".", "file/result"], ids=["folder", "file as a folder"])
def test_a_file_that_cannot_be_written_is_refused_before_the_first_deal(tmp_path, monkeypatch, option, place):
    (tmp_path / "file").touch()
    monkeypatch.setattr(run, "_play", lambda *_: pytest.fail("a deal is played"))
    refusal = command("benchmark", "novice", option, str(tmp_path / place)).refusal
    assert re.search("cannot be written: .*; choose another file", refusal)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert [file.name for file in tmp_path.parent.iterdir() if file.name.startswith(f"{tmp_path.name}.")] == []


def test_a_file_that_can_be_written_is_not_refused_and_not_made(tmp_path):
    (tmp_path / "old").write_text("old")
    for name in ("old", "new", "new/folder/result.json"):
        check_output(tmp_path / name)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("deals", ["0", "1", "-1"])
def test_fewer_than_two_deals_are_refused_before_the_first(tmp_path, deals):
    words = command("benchmark", "novice", "--deals", deals, "--out", str(tmp_path / "result.json"))
    assert f"deals must be 2 to 1,000,000, got {deals}" in words.refusal
    assert list(tmp_path.iterdir()) == []


def test_deals_are_kept_until_the_result_is_written(only_poker, tmp_path, monkeypatch):
    def fail(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("cardzoo.training.evaluation.benchmark.result.write_file", fail)
    assert exit_status("benchmark", "novice", "--deals", "10", "--out", tmp_path / "result.json") == 2
    assert len((tmp_path / "result.parts.jsonl").read_text().splitlines()) > 1


def test_deals_of_another_agent_or_of_an_edited_one_are_played_again(only_poker, tmp_path, monkeypatch):
    file, module = tmp_path / "result.parts.jsonl", tmp_path / "edited_agent.py"
    monkeypatch.chdir(tmp_path)
    module.write_text(EDITED)
    for agent in ("novice", "edited_agent:Last"):
        with pytest.raises(Stop):
            run_benchmark(agent, only_poker, deals=10, report=stop_after(1), kept=file)
    before = file.read_text().splitlines()
    module.write_text(EDITED + "# edited\n")
    with pytest.raises(Stop):
        run_benchmark("edited_agent:Last", only_poker, deals=10, report=stop_after(1), kept=file)
    runs = [json.loads(line)["run"] for line in file.read_text().splitlines()]
    assert len(runs) == len(before) + 1
    assert runs[-1]["source"] != runs[-2]["source"]


def test_no_guest_can_read_the_key_of_a_game_that_it_plays(only_poker, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edited_agent.py").write_text(EDITED)
    file, seen = tmp_path / "result.parts.jsonl", []
    run_benchmark("edited_agent:Last", only_poker, deals=10, report=lambda *_: seen.append(file.read_text()), kept=file)
    assert seen[:-1] == [""] * (len(seen) - 1)
    assert json.loads(seen[-1])["key"]


def test_a_file_of_other_lines_is_not_continued(only_poker, tmp_path):
    file = tmp_path / "result.parts.jsonl"
    file.write_text('{"values": "none"}\n')
    with pytest.raises(LineError, match=r"result\.parts\.jsonl, line 1"):
        run_benchmark("novice", only_poker, deals=10, kept=file)
    assert file.read_text() == '{"values": "none"}\n'


def test_results_are_compared_in_one_table(only_poker, tmp_path, capsys):
    file = tmp_path / "result.json"
    command("benchmark", "random", "--deals", "20", "--out", str(file))
    shown = command("benchmark", "expert", "--deals", "20", "--compare", str(file), "--latex", str(tmp_path / "t.tex"))
    assert "expert improves on random with probability" in " ".join(shown.out.split())
    assert "IQM" in (tmp_path / "t.tex").read_text()
    command("benchmark", "expert", "--deals", "20", "--compare", str(file), "--json")
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert [first["agent"], second["agent"]] == ["expert", "random"]
    assert second["improvement"]["value"] > 0.5
    assert "improvement" not in first


def test_results_of_other_deals_are_refused_before_a_deal_is_played(only_poker, tmp_path, monkeypatch):
    file = tmp_path / "result.json"
    command("benchmark", "random", "--deals", "20", "--out", str(file))
    monkeypatch.setattr("cardzoo.training.evaluation.benchmark.run.run_benchmark", lambda *_: pytest.fail("it plays"))
    refused = command("benchmark", "expert", "--deals", "21", "--compare", str(file)).refusal
    assert "numbers of deals of both results must be the same, got [21] and [20]; compare others" in refused


@pytest.fixture
def sent(only_poker, tmp_path, monkeypatch):
    """A result of the held-out deals of a small suite, as a file."""
    few = replace(only_poker, games=tuple(replace(entry, deals=20) for entry in only_poker.games))
    for module in ("suites", "result"):
        monkeypatch.setattr(f"cardzoo.training.evaluation.benchmark.{module}.load_suite", lambda name: few)
    file = tmp_path / "sent.json"
    replace(run_benchmark("novice", few, "held_out"), commit="0" * 12).write(file)
    return file


def test_a_result_that_is_sent_is_accepted_in_one_line(sent):
    shown = command("submit", str(sent), "--check")
    (line,) = shown.out.splitlines()
    assert line.startswith("accepted: novice has IQM ")
    assert shown.status == 0


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"split": "public"}, "deals must be held_out, got public"),
        ({"version": "0.0.1"}, "got 0.0.1; run the benchmark with this version"),
        ({"commit": "0123-dirty"}, "commit must be clean"),
        ({"suite_digest": "0" * 16}, "must be of this version of"),
        ({"scale_digest": "0" * 16}, "the scale has other reference values"),
        ({"agent": "nobody"}, "nobody"),
    ],
)
def test_a_result_with_another_setting_is_not_accepted(sent, changes, problem):
    content = json.loads(sent.read_text()) | changes
    sent.write_text(json.dumps(content))
    shown = command("submit", str(sent), "--check")
    assert shown.out.startswith("not accepted yet: ")
    assert problem in shown.out
    assert shown.status == 1


def test_a_result_with_fewer_deals_or_another_value_is_not_accepted(sent):
    content = json.loads(sent.read_text())
    content["games"][0]["values"][3] += 1
    sent.write_text(json.dumps(content))
    assert "the replayed value differs" in check_result(sent, sample=20)[1][0]
    del content["games"][0]["values"][3]
    sent.write_text(json.dumps(content))
    assert check_result(sent)[1] == ["deals of leduc_poker-v0 must be 20, got 19; run it without --deals"]


def test_a_result_is_only_checked_by_submit(sent):
    assert "must be checked by --check" in command("submit", str(sent)).refusal
