"""Foreign text on the terminal: control characters and markup in it are shown, not obeyed."""

import json
from dataclasses import replace

import pytest

from cardzoo.commands.arena import _print_forfeits
from cardzoo.commands.terminal import console, print_comparisons, print_json, print_problem
from cardzoo.envs import find_game
from cardzoo.envs.engine.units import REWARD
from cardzoo.envs.imports import describe
from cardzoo.envs.printable import one_line, printable
from cardzoo.envs.replay import ReplayError, record
from cardzoo.training.evaluation.arena.contest import ArenaError, enter
from cardzoo.training.evaluation.arena.results import Record
from cardzoo.training.evaluation.intervals import Estimate
from cardzoo.training.evaluation.report.pages import Page, Picture, as_markdown
from tests.command import command

GAME = find_game("kuhn_poker")
EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202eabc\ud800"
HARMFUL = set("\x1b\x07\x9b\u202e\ud800")
SHOWN = r"\u001b[2J\u001b]0;title\u0007\u009b31m\u202eabc\ud800"


def test_control_characters_are_shown_as_json_writes_them():
    assert printable(EVIL) == SHOWN
    assert printable("a\tb\nc ü 8♣ 👩‍👧") == "a\tb\nc ü 8♣ 👩‍👧"
    assert one_line(f" a\r\n\tb{EVIL}") == f"a b{SHOWN}"
    assert json.loads(printable(json.dumps(EVIL, ensure_ascii=False))) == EVIL


def test_exceptions_are_described_in_printable_words():
    assert describe(ValueError(f"no\n{EVIL}")) == f"ValueError: no {SHOWN}"


def test_reasons_of_forfeits_are_printable():
    forfeits = [{"deal": 0, "game": 0, "seat": 1, "agent": "[red]sly", "kind": EVIL, "reason": EVIL}]
    with console.capture() as printed:
        _print_forfeits(forfeits)
    assert r"[red]sly: \u001b[2J\u001b]0;title" in printed.get()
    assert not HARMFUL & set(printed.get())


def test_names_in_tables_are_printable_and_no_markup():
    row = {"opponent": f"[/red]{EVIL}", "deals": 2, "advantage": 0.1, "low": 0.0, "high": 0.2, "first": 0.5, "score": 1}
    with console.capture() as printed:
        print_comparisons(find_game("getaway"), [row], f"[/red]{EVIL}", REWARD)
    words = "".join(printed.get().split())
    assert words.count("[/red]") == 2
    assert not HARMFUL & set(words)


def test_errors_and_json_are_printable(capsys):
    print_problem(ValueError(EVIL))
    print_json([{"agent": EVIL}])
    captured = capsys.readouterr()
    assert captured.err == f"cardzoo: {SHOWN}\n"
    assert captured.out.strip().isprintable()
    assert json.loads(captured.out) == {"agent": EVIL}


def test_an_unknown_key_of_a_config_is_printable(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text('game: kuhn_poker\n"\\e[2Jkey": 1\n', encoding="utf-8")
    refusal = command("train", "kuhn_poker", "--config", str(config)).refusal
    assert r"\u001b[2Jkey" in refusal


@pytest.mark.parametrize("name", [EVIL, "two\nlines"])
def test_agents_of_an_arena_have_printable_names(tmp_path, name):
    with pytest.raises(ArenaError, match="must be of printable letters"):
        enter(GAME, ["random", name])
    identity = replace(enter(GAME, ["random", "expert"]), agents=("random", name)).identity()
    (tmp_path / "arena.json").write_text(json.dumps(identity).replace(r"\ud800", ""), encoding="utf-8")
    with pytest.raises(ArenaError, match="must be of printable letters") as refused:
        Record(tmp_path)
    assert str(refused.value).isprintable()


def test_pages_in_markdown_are_printable():
    picture = Picture(["sly"], [Estimate(0.0, -1.0, 1.0)], "reward")
    assert SHOWN in as_markdown(Page("page", "Leaderboard", picture, [f"played with {EVIL}"]))


def test_names_in_replays_are_printable():
    text = record(GAME.table(1), 1, [], ["one", "\x1b[2J"]).to_json()
    with pytest.raises(ReplayError, match="'names' does not name each player"):
        type(record(GAME.table(1), 1, [])).from_json(text)
