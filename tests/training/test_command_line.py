import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardzoo.envs import IDS
from cardzoo.envs.encoders import ENCODERS
from cardzoo.envs.extras import EXTRAS
from cardzoo.training.evaluation.bench import Measurement
from cardzoo_command import COMMANDS, make_app
from tests.command import command
from tests.playing import run_python

ROOT = Path(__file__).parents[2]


def cardzoo(*arguments: str, **settings) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardzoo", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **settings)


def test_games_as_json_has_a_line_a_game():
    rows = [json.loads(line) for line in cardzoo("games", "--json").stdout.splitlines()]
    assert [row["id"] for row in rows] == list(IDS)
    getaway = rows[IDS.index("getaway-v0")]
    assert getaway == {
        "name": "Getaway",
        "id": "getaway-v0",
        "family": "trick-taking",
        "players": [3, 4, 5, 6, 7, 8],
        "default_players": 4,
        "actions": 54,
        "observation_size": 561,
        "agents": ["random", "novice", "expert", "trained"],
    }


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["games"], 0, ""),
        (
            ["check", "getaway"],
            2,
            "checks of pictures need Pillow; install it by: pip install 'cardzoo[play]'",
        ),
    ],
)
def test_the_command_begins_where_no_extra_is_installed(words, code, message):
    extras = {"PIL", *(module for _, modules in EXTRAS.values() for module in modules)}
    program = f"import sys; sys.modules.update(dict.fromkeys({extras}))\n"
    program += "from cardzoo.commands.main import main; main()"
    done = run_python(program, *words)
    assert (done.returncode, done.stderr.strip()) == (code, message and f"cardzoo: {message}")


def test_games_as_a_table_names_every_game():
    output = cardzoo("games", env={"COLUMNS": "80", "PATH": ""}).stdout
    assert all(id in output for id in IDS)
    assert "…" not in output


def test_one_game_is_told_with_options_encodings_and_rules():
    (row,) = [json.loads(line) for line in cardzoo("games", "gin_rummy", "--json").stdout.splitlines()]
    assert row["options"]["target"]["default"] == 100
    assert row["options"]["target"]["allowed"] == "a whole number from 1 to 250 or None"
    assert row["encodings"]["flat"] == [row["observation_size"]]
    assert set(row["encodings"]) == set(ENCODERS)
    assert (ROOT / row["page"]).is_file()
    shown = command("games", "gin_rummy").out
    for words in (
        "gin_rummy-v0",
        "novice",
        "planes (",
        "max_upcard_draws",
        row["page"],
        "Two players and the pack of 52",
    ):
        assert words in " ".join(shown.split())


def test_evaluate_prints_json_and_a_table():
    arguments = ("evaluate", "getaway", "novice", "--against", "random", "--deals", "50")
    (row,) = [json.loads(line) for line in cardzoo(*arguments, "--json").stdout.splitlines()]
    assert (row["agent"], row["opponent"], row["deals"]) == ("novice", "random", 50)
    assert row["low"] > 0
    shown = cardzoo(*arguments)
    assert "came first: share of games with the best score" in " ".join(shown.stdout.split())
    (result,) = [line for line in shown.stderr.splitlines() if "against random" in line]  # as soon as it is known
    assert result.startswith("100%")
    assert result.endswith(f"against random: {row['advantage']:+.3f}")


def test_bench_gives_a_figure_for_each_way_to_play():
    output = cardzoo("bench", "yukon", "--seconds", "0.05", "--repeats", "1", "--json")
    rows = [json.loads(line) for line in output.stdout.splitlines()]
    assert len(rows) >= 3, output.stderr
    assert all(row["median"] > 0 for row in rows)


def test_bench_shows_a_row_a_game_and_compares_with_getaway(monkeypatch):
    def measured(id, seconds, repeats):
        speed = {"getaway-v0": 1e6, "yukon-v0": 5e5}[id]
        return [Measurement(id, what, speed, 0.9 * speed, 1.1 * speed, "") for what in ("AEC loop", "batch, 1 thread")]

    monkeypatch.setattr("cardzoo.training.evaluation.bench.measure", measured)
    lines = command("bench", "getaway", "yukon").out.splitlines()
    assert [line.split()[1:-1:2] for line in lines if "-v0" in line] == [
        ["getaway-v0", "1,000,000", "1,000,000", "1.00"],
        ["yukon-v0", "500,000", "500,000", "0.50"],
    ]
    assert "differ by up to 20%" in " ".join(lines)
    assert "Getaway's" not in command("bench", "yukon").out


def test_compile_names_the_game():
    assert "yukon-v0" in cardzoo("compile", "yukon").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("train", "getway"), "did you mean 'getaway'?"),
        (("train",), "name a game"),
        (("train", "getaway", "--set", "tabels=3"), "did you mean 'tables'?"),
        (("train", "getaway", "--set", "options.takers=nobody", "--out", "{out}"), "'leader' or 'anyone'"),
        (("train", "getaway", "--set", "num_players=9", "--out", "{out}"), "must be 3 to 8"),
        (("train", "getaway", "--set", "opponents.scripted=[champion]", "--out", "{out}"), "no opponent 'champion'"),
        (("train", "--resume", "{out}"), "no run that can be resumed"),
        (("train", "--resume", "{out}", "--seed", "1"), "only --steps, --minutes and --ray can be given with it"),
        (("train", "getaway", "--set", "takers=anyone"), "write options.takers=anyone"),
        (("train", "getaway", "--set", "trainer=maskable_ppo", "--ray", "local"), "--ray needs trainer: ppo"),
        (("train", "getaway", "--out", "/dev/null/run"), "cannot be written"),
        (("games", "getway"), "did you mean 'getaway'?"),
        (("evaluate", "getaway", "novise"), "did you mean 'novice'?"),
        (("evaluate", "getaway", "novice", "--players", "2"), "must be 3 to 8"),
        (("evaluate", "getaway", "novice", "--set", "takrs=anyone"), "did you mean 'takers'?"),
        (("evaluate", "getaway", "novice", "--seed", "-1"), "seed must be a whole number from 0 to 2^64 - 1, got -1"),
        (("bench", "yukon", "--seconds", "0"), "seconds must be a number above 0, got 0"),
        (("bench", "yukon", "--seconds", "-1"), "seconds must be a number above 0, got -1"),
        (("bench", "yukon", "--seconds", "nan"), "seconds must be a number above 0, got nan"),
        (("bench", "yukon", "--repeats", "0"), "repeats must be at least 1, got 0"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, words, tmp_path):
    result = command(*[part.format(out=tmp_path / "run") for part in arguments])
    assert result.status == 2
    lines = [line for line in result.err.splitlines() if "compiling" not in line]
    assert len(lines) == 1
    assert words in lines[0]
    assert not (tmp_path / "run").exists()


def test_help_loads_nothing_of_the_package():
    program = "import sys; from cardzoo_command import main; sys.argv = ['cardzoo', '--help']\n"
    done = run_python(program + "try: main()\nfinally: print('loaded', *sys.modules)")
    assert (done.returncode, done.stderr) == (0, "")
    assert not {"cardzoo", "numba", "numpy", "gymnasium", "torch"} & set(done.stdout.partition("loaded")[2].split())


def test_help_of_a_command_loads_neither_the_games_nor_large_libraries():
    program = (
        "import sys; from contextlib import suppress; from cardzoo_command import main\n"
        "for words in sys.argv[1:]:\n"
        "    sys.argv = ['cardzoo', *words.split(), '--help']\n"
        "    with suppress(SystemExit): main()\n"
        "    print('loaded', words, *sys.modules, sep='|')\n"
    )
    commands = [*COMMANDS, "replay export"]
    done = run_python(program, *commands)
    assert (done.returncode, done.stderr) == (0, "")
    assert [words for words in commands if f"Usage: cardzoo {words}" not in done.stdout] == []
    loaded = [line.split("|")[1:] for line in done.stdout.splitlines() if line.startswith("loaded|")]
    assert [words for words, *_ in loaded] == commands
    large = {"numba", "numpy", "gymnasium", "pettingzoo", "pydantic", "torch", "stable_baselines3", "ray", "textual"}
    for words, *modules in loaded:
        assert not (large | {"cardzoo.envs", "cardzoo.agents"}) & set(modules), words


def test_help_after_two_hyphens_is_a_word_like_others():
    result = cardzoo("games", "--", "--help")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--help" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_list_exists_and_describes_itself(name):
    command = make_app([name])[name]
    assert command.help
    assert COMMANDS[name][1].endswith(".")
