"""A whole arena: equal results for all ways to run it, resuming after a stop, and an early end."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.policies.models import save_model
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import ArenaError, Contest, enter, play_share
from cardzoo.training.evaluation.arena.results import Results
from tests.training.interrupts import heed_interrupts
from tests.training.test_arena_guests import MODULE
from tests.training.test_arena_play import untrained

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about processes, not about rules")

GAME = find_game("getaway")
LIMIT = 300.0  # seconds a decision: on a busy machine a guest may not run for a while
FILES = ("arena.json", "games.jsonl")  # constant fields


def arena(folder, names, deals, workers=1, is_decided=None, **settings) -> Arena:
    """A finished arena."""
    contest = enter(GAME, names, time_limit=LIMIT, **settings)
    run = Arena(Results(folder, contest), deals, local_hands(contest, workers), is_decided)
    states = list(run.play())
    assert states == sorted(states)
    assert states[-1] == run.counted or run.decided
    return run


def content(folder):
    return [(folder / name).read_bytes() for name in FILES]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Names of agents of every kind."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "callers.py").write_text(MODULE, encoding="utf-8")
    for number, hidden in ((1, ()), (2, (8,))):
        model = untrained(number, hidden=hidden)
        save_model(folder / str(number), model.card, model.network)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", str(folder))
        yield ["random", "expert", str(folder / "1"), str(folder / "2"), "search:4", "callers:Table", "callers:Falters"]


def test_results_do_not_depend_on_the_number_of_workers_or_of_deals_at_once(mixed, tmp_path):
    """Two workers run from the first deal; one continues from two deals to four, and is killed in a line."""
    keys = [f"{deal:032x}" for deal in range(20, 24)]  # with it, an agent that rarely fails does so
    arena(tmp_path / "two", mixed, 4, workers=2, keys=keys)
    arena(tmp_path / "one", mixed, 2, keys=keys)
    with (tmp_path / "one" / "games.jsonl").open("a") as file:
        file.write('{"deal":2,"sea')
    before = (tmp_path / "one" / "games.jsonl").read_bytes().splitlines()[:2]
    run = arena(tmp_path / "one", mixed, 4, keys=keys)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert (tmp_path / "one" / "games.jsonl").read_bytes().splitlines()[:2] == before
    games = run.results.games(4)
    assert games.seats.shape == games.rewards.shape == games.scores.shape == (4 * 7 * 4, 4)
    assert np.bincount(games.seats.ravel()).tolist() == [4 * 16] * 7
    lost = games.forfeits >= 0
    assert lost.sum() == len(run.results.forfeits(4)) > 0
    assert (games.rewards[lost, games.forfeits[lost]] == -1).all()
    assert {(one["agent"], one["kind"]) for one in run.results.forfeits(4)} == {("callers:Falters", "crash")}
    tallies = run.results.tallies(4)
    assert tallies["callers:Falters"].forfeits == {"crash": lost.sum()}
    assert [name for name in mixed if tallies[name].decisions] == mixed[3:]  # the others play in the batch step
    speed = run.results.speed()
    assert (speed.deals, speed.moves > 1000, speed.seconds > 0) == (4, True, True)


def test_more_deals_extend_a_run_and_fewer_take_its_beginning(tmp_path):
    names = ["random", "novice", "expert"]
    arena(tmp_path / "grown", names, 5)
    arena(tmp_path / "grown", names, 40)
    whole = arena(tmp_path / "whole", names, 40)
    assert content(tmp_path / "grown") == content(tmp_path / "whole")
    part = arena(tmp_path / "whole", names, 7)
    assert part.counted == 7
    assert np.array_equal(part.results.games(7).rewards, whole.results.games(40).rewards[: 7 * 4])


def test_an_early_end_depends_on_the_deals_before_it_alone(tmp_path):
    asked = []

    def is_decided(games, looks):
        asked.append((len(np.unique(games.deals)), looks))
        return asked[-1][0] >= 64

    names = ["novice", "expert"]
    first = arena(tmp_path / "first", names, 200, is_decided=is_decided)
    assert (first.counted, first.decided, asked) == (64, True, [(32, 3), (64, 3)])
    arena(tmp_path / "whole", names, 200)
    asked.clear()
    again = arena(tmp_path / "whole", names, 200, is_decided=is_decided)
    assert (again.counted, again.decided, asked) == (64, True, [(32, 3), (64, 3)])
    assert np.array_equal(first.results.games(64).rewards, again.results.games(64).rewards)
    assert len(again.results) == 200
    never = arena(tmp_path / "whole", names, 200, is_decided=lambda games, looks: False)
    assert (never.counted, never.decided) == (200, False)


def test_shares_grow_with_the_pace_and_hands_may_run_ahead(tmp_path):
    contest = enter(GAME, ["novice", "expert"], time_limit=LIMIT)
    spans = []

    def ahead(play, wanted):
        waiting = []
        for span in wanted:
            spans.append(span)
            waiting.append(span)
            if len(waiting) == 3:
                yield play(waiting.pop(0))
        yield from map(play, waiting)

    run = Arena(Results(tmp_path / "ahead", contest), 100, ahead)
    assert list(run.play())[-1] == 100
    assert [first for first, _ in spans] == [0, *[last for _, last in spans[:-1]]]
    lengths = [last - first for first, last in spans]
    assert lengths[0] == 1 < max(lengths)
    arena(tmp_path / "plain", ["novice", "expert"], 100)
    assert content(tmp_path / "ahead") == content(tmp_path / "plain")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_run_that_is_killed_again_and_again_loses_nothing_and_leaves_nobody(mixed, tmp_path):
    names, deals = [*mixed[:4], mixed[5]], 60
    keys = arena(tmp_path / "whole", names, deals).results.keys()
    wanted = (tmp_path / "whole" / "games.jsonl").read_bytes()
    file = tmp_path / "killed" / "games.jsonl"
    words = ["getaway", "--agents", ",".join(names), "--deals", str(deals), "--workers", "2"]
    words += ["--time-limit", str(LIMIT), "--out", file.parent, "--keys", tmp_path / "whole"]
    chance = random.Random(1)
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        before = file.read_bytes() if file.exists() else b""
        process = subprocess.Popen(
            [sys.executable, "-m", "cardzoo", "arena", *map(str, words)],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            preexec_fn=heed_interrupts,
        )
        more = len(before) + chance.randrange(1, 20_000)
        while process.poll() is None:
            if file.exists() and file.stat().st_size > more:
                os.kill(process.pid, number)
                break
            time.sleep(0.01)
        errors = process.communicate(timeout=600)[1].decode()  # it ends once all possible writers have ended
        assert "Traceback" not in errors
        after = file.read_bytes()
        assert after.startswith(before[: before.rfind(b"\n") + 1])
        assert wanted.startswith(after)
    arena(tmp_path / "killed", names, deals, keys=keys)
    assert content(tmp_path / "killed") == content(tmp_path / "whole")


@pytest.mark.parametrize(
    ("names", "settings", "words"),
    [
        (["expert"], {}, "an arena needs at least 2 agents"),
        (["expert", "random", "expert"], {}, "the agent expert is named twice"),
        (["expert", "experd"], {}, "there is no agent 'experd' for getaway"),
        (["expert", "random"], {"num_players": 2}, "number of players must be 3 to 8, got 2"),
        (["expert", "random"], {"options": {"takrs": 1}}, "did you mean 'takers'?"),
        (["expert", "random"], {"time_limit": 0}, "time limit must be above 0 s, got 0 s"),
        (["expert", "random"], {"time_limit": float("nan")}, "time limit must be above 0 s, got nan s"),
    ],
)
def test_unfit_contests_are_refused(names, settings, words):
    with pytest.raises(ValueError, match=words):
        enter(GAME, names, **settings)


def test_models_decide_the_number_of_players_and_options_but_must_agree(tmp_path):
    for number, options in ((1, {"takers": "anyone"}), (2, {"takers": "leader"})):
        model = untrained(number)
        card = type(model.card)(**{**model.card.__dict__, "options": options})
        save_model(tmp_path / str(number), card, model.network)
    first, second = str(tmp_path / "1"), str(tmp_path / "2")
    contest = enter(GAME, ["expert", first])
    assert (contest.num_players, contest.options) == (4, (("takers", "anyone"),))
    with pytest.raises(ValueError, match=r"^getaway: takers must be anyone for 1, got leader; set takers=anyone"):
        enter(GAME, ["expert", first], options={"takers": "leader"})
    with pytest.raises(ArenaError, match=r"trained with takers of \['anyone', 'leader'\]; choose one by --set"):
        enter(GAME, [first, second])
    with pytest.raises(ValueError, match="plays with 4 players, not 5"):
        enter(GAME, ["expert", first], num_players=5)


@pytest.mark.parametrize(
    ("names", "settings", "words"),
    [
        (["expert", "random"], {"seed": 1}, "seed must be 0, got 1; choose another --out"),
        (["random", "expert"], {}, "agents must be expert, random, got random, expert; choose another --out"),
        (["expert", "random"], {"options": {"takers": "anyone"}}, "options must be the defaults, got takers=anyone; "),
        (["expert", "random"], {"num_players": 5}, "number of players must be 4, got 5; "),
    ],
)
def test_results_of_another_arena_are_not_mixed_in(names, settings, words, tmp_path):
    arena(tmp_path, ["expert", "random"], 2)
    before = content(tmp_path)
    with pytest.raises(ArenaError, match=words):
        Results(tmp_path, enter(GAME, names, time_limit=LIMIT, **settings))
    assert content(tmp_path) == before


def test_a_folder_without_games_belongs_to_nobody(tmp_path):
    Results(tmp_path, enter(GAME, ["expert", "random"]))
    arena(tmp_path, ["expert", "novice"], 2)


def test_a_model_that_has_changed_is_another_arena(tmp_path):
    model = untrained(1)
    save_model(tmp_path / "model", model.card, model.network)
    contest = enter(GAME, ["expert", str(tmp_path / "model")], time_limit=LIMIT)
    arena(tmp_path / "run", contest.agents, 2)
    other = untrained(5)
    save_model(tmp_path / "model", other.card, other.network)
    with pytest.raises(ArenaError, match="of another arena: weights must be "):
        Results(tmp_path / "run", contest)


def test_the_model_that_a_search_asks_belongs_to_the_arena(tmp_path):
    model = untrained(1)
    save_model(tmp_path, model.card, model.network)
    asks = f"search:2:{tmp_path}"
    contest = Contest(GAME.id, ("expert", "search:2", str(tmp_path), asks), 4, (), 0, LIMIT)
    weights = contest.identity()["weights"]
    assert weights.keys() == {str(tmp_path), asks}
    assert weights[asks] == weights[str(tmp_path)]


def test_folders_that_cannot_be_used_are_told_in_one_line(tmp_path):
    contest = enter(GAME, ["expert", "random"], time_limit=LIMIT)
    (tmp_path / "file.txt").touch()
    with pytest.raises(ArenaError, match=r"cannot be written: .*; choose another --out"):
        Results(tmp_path / "file.txt", contest)
    (tmp_path / "games.jsonl").write_text("{}", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"holds games, but not arena\.json"):
        Results(tmp_path, contest)
    arena(tmp_path / "run", ["expert", "random"], 3)
    lines = (tmp_path / "run" / "games.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "run" / "games.jsonl").write_text(lines[0] + lines[2], encoding="utf-8")
    with pytest.raises(ArenaError, match=r"games\.jsonl, line 2 is not that of deal 1"):
        Results(tmp_path / "run", contest)


def test_an_arena_without_keys_gives_none_to_another_one(tmp_path):
    run = arena(tmp_path, ["expert", "random"], 2)
    assert not run.results.has_keys
    with pytest.raises(ArenaError, match=r"has no key for each deal: its seed repeats its games; leave --keys away"):
        run.results.keys()


def test_a_line_tells_all_of_a_deal():
    (line,) = play_share(enter(GAME, ["novice", "random"], seed=3), 5, 6).lines
    row = json.loads(line)
    assert row["deal"] == 5
    assert len(row["seats"]) == len(row["rewards"]) == len(row["scores"]) == 4
    assert row["forfeits"] == []
