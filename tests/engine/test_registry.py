import json
import re
import sys
from importlib import reload
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

from cardzoo import envs
from cardzoo.agents import agent_generator, best_of, bots, find_agent
from cardzoo.agents.solver import SolverError, can_solve, hints_of
from cardzoo.envs import IDS, find_game, game_ids, game_names, register, registry
from cardzoo.envs.games import getaway
from cardzoo.envs.policies.bots import rollout_of
from cardzoo.envs.registry import parts_of, reference_of, registered_game, usable_games
from cardzoo.envs.replay import record
from cardzoo.envs.scene import Layout, find_layout
from cardzoo.training.config import load_config
from tests.command import command
from tests.playing import ROOT, run_python

PACKAGE = ROOT / "docs/examples/seven_and_a_half"
NAME = "seven_and_a_half"

PLAIN = f"""\
from dataclasses import replace
from {NAME}.rules import *

GAME = replace(GAME, name="plain")
"""


@pytest.fixture
def others(monkeypatch, tmp_path):
    """Games from outside, in modules that are removed afterwards: a package, and ``plain`` with only a game.

    Returns:
        The working directory.
    """
    before = set(sys.modules)
    known = {name: one for name, one in registry._known.items() if one.id in IDS}  # without those of other tests
    monkeypatch.setattr(registry, "_known", known)
    monkeypatch.setattr(registry, "_left_out", [])
    monkeypatch.setattr(sys, "path", [*sys.path, str(PACKAGE)])
    monkeypatch.chdir(tmp_path)
    Path("plain.py").write_text(PLAIN, encoding="utf-8")
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith((str(tmp_path), str(PACKAGE))):
            del sys.modules[name]


@pytest.mark.parametrize("id", IDS)
def test_a_game_has_several_names(id):
    game = find_game(id)
    assert game.id == id
    assert find_game(game.name) is find_game(f"cardzoo/{id}") is game
    assert find_game(f"cardzoo.envs.games.{game.name}:GAME") is game
    assert game.name in game_names()
    assert reference_of(game) == id


@pytest.mark.parametrize("id", IDS)
def test_versioned_modules_are_what_pettingzoo_users_expect(id):
    module = getattr(envs, id.replace("-", "_"))
    assert module.env().game is module.parallel_env().aec.game is find_game(id)
    assert module.raw_env().game.id == id


@pytest.mark.parametrize("id", IDS)
def test_games_are_registered_with_gymnasium_and_pettingzoo(id):
    assert f"cardzoo/{id}" in gymnasium.registry
    if hasattr(pettingzoo, "register"):
        assert pettingzoo.make("aec", f"cardzoo/{id}").unwrapped.game.id == id


def test_unknown_names_come_with_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'getaway'"):
        find_game("getway-v0")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        envs.nothing  # noqa: B018


def test_a_game_from_outside_is_found_by_all_names(others):
    game = find_game(f"{NAME}:GAME")
    assert find_game(NAME) is find_game(game.id) is find_game(f"cardzoo/{game.id}") is game
    assert find_game(f"{NAME}:{game.id}") is game
    assert game_ids() == (*IDS, game.id)
    assert envs.seven_and_a_half_v0.env().game is game
    assert envs.make(NAME).game is envs.make_parallel(NAME).aec.game is envs.make_batch(NAME, 1).game is game
    assert gymnasium.make(f"cardzoo/{game.id}").unwrapped.game is game


def test_a_game_is_found_by_what_other_processes_are_told(others):
    reference = reference_of(find_game("plain:GAME"))
    assert reference == "plain:plain-v0"
    done = run_python(
        f"from cardzoo.envs import find_game; print(find_game({reference!r}).id)", PYTHONPATH=f"{others}:{PACKAGE}"
    )
    assert done.stdout == "plain-v0\n", done.stderr


def test_importing_a_module_that_registers_its_game_tells_gymnasium(others):
    assert gymnasium.make(f"{NAME}:cardzoo/{NAME}-v0").unwrapped.game is find_game(NAME)


def test_parts_of_a_game_are_given_when_it_is_registered(others):
    game = find_game(f"{NAME}:GAME")
    assert list(bots(game)) == ["random", "novice", "expert"]
    assert find_layout(game) is sys.modules[f"{NAME}.rules"].LAYOUT
    assert load_config(NAME).tables == 256  # as in training.yaml
    register(game, agents={"calm": getaway.GAME.observe}, layout=Layout(), config={"tables": 64})
    assert list(bots(game)) == ["random", "calm"]
    assert find_layout(game) == Layout()
    config = load_config(NAME)
    assert (config.tables, config.opponents.scripted) == (64, ("calm",))


def test_constants_beside_a_game_do_where_nothing_is_told(others):
    more = f"from {NAME}.agents import AGENTS\nCONFIG = {{'tables': 32}}\nSOLVER = 'plain:HINTS'\n"
    Path("plain.py").write_text(PLAIN + more, encoding="utf-8")
    game = find_game("plain:GAME")
    assert best_of(game) == "expert"
    assert load_config("plain").tables == 32
    assert parts_of(game).guess is None
    assert can_solve(game)
    with pytest.raises(
        SolverError, match="plain: SOLVER must be Hints or a name such as module:HINTS, got 'plain:HINTS'"
    ):
        hints_of(game)


@pytest.mark.parametrize("slow", ["'expert'", "('epxert',)", "('random', 'novice', 'expert')"])
def test_wrong_names_of_slow_agents_are_refused(others, slow):
    more = f"from {NAME}.agents import AGENTS\nSLOW = {slow}\n"
    Path("plain.py").write_text(PLAIN + more, encoding="utf-8")
    must = "plain: SLOW must be a tuple with some of random, novice, expert, not all, got "
    with pytest.raises(ValueError, match=re.escape(f"{must}{slow}; correct it beside AGENTS")):
        rollout_of(find_game("plain:GAME"))


def test_the_best_agent_that_is_not_slow_plays_on(others):
    more = f"from {NAME}.agents import AGENTS\nSLOW = ('expert',)\n"
    Path("plain.py").write_text(PLAIN + more, encoding="utf-8")
    assert rollout_of(find_game("plain:GAME")) == "novice"
    assert rollout_of(find_game(f"{NAME}:GAME")) == "expert"


def test_a_game_without_agents_is_played_at_random(others):
    game = find_game("plain:GAME")
    assert best_of(game) == "random"
    config = load_config("plain:GAME")
    assert config.game == "plain:plain-v0"
    assert config.opponents.scripted == config.evaluation.opponents == ("random",)
    with pytest.raises(ValueError, match="there is no agent 'expert' for plain"):
        find_agent("expert", game)
    with pytest.raises(SolverError, match="there is no solver for plain"):
        find_agent("solver", game)
    with pytest.raises(ValueError, match="search: plain has no scripted agent 'expert'"):
        find_agent("search:10:guide=expert", game)
    table = game.table(seed=1)
    assert find_agent("random", game).act(table.view(0), table.mask, agent_generator(0)) in (0, 1)
    find_agent("search:10", game)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere:GAME", "there is no module 'nowhere', neither installed nor in "),
        ("plain:GAM", "plain:GAM: 'GAM' is not there; did you mean 'GAME'?"),
        ("plain:LIMIT", "plain:LIMIT: 'LIMIT' is 15, not a Game; known: GAME"),
        ("plain:", "plain:: '' is not there; known: GAME"),
        ("plain:plain-v1", "there is no 'plain-v1' in plain; there is plain-v0"),
        (
            "broken:GAME",
            "the module 'broken' cannot be imported: ZeroDivisionError: division by zero (broken.py, line 1)",
        ),
        ("needing:GAME", "the module 'needing' cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("leaving:GAME", "the module 'leaving' cannot be imported: SystemExit: 3 (leaving.py, line 2)"),
        (
            "taken:GAME",
            "taken: there is another game 'getaway' in cardzoo.envs.games.getaway; give this one another name",
        ),
        ("odd:GAME", "a game's name must be of letters, digits and _, as in 'twenty_one', got 'a b'"),
    ],
)
def test_a_wrong_module_is_told_in_one_line(others, name, message):
    Path("broken.py").write_text("1 / 0\n")
    Path("needing.py").write_text("import nowhere\n")
    Path("leaving.py").write_text("import sys\nsys.exit(3)\n")
    for module, taken in (("taken", "getaway"), ("odd", "a b")):
        Path(f"{module}.py").write_text(PLAIN.replace('"plain"', repr(taken)), encoding="utf-8")
    with pytest.raises(ValueError, match=r"\A.*\Z") as refused:
        find_game(name)
    assert str(refused.value).startswith(message)


def test_a_game_may_be_registered_again_but_its_name_is_its_own(others):
    Path("plain.py").write_text("from cardzoo.envs import register\n" + PLAIN + "register(GAME)\n", encoding="utf-8")
    game = find_game("plain:GAME")
    again = reload(sys.modules["plain"]).GAME  # like a notebook's cell that is run twice
    assert find_game("plain") is again is not game
    Path("other.py").write_text(PLAIN, encoding="utf-8")
    with pytest.raises(ValueError, match="other: there is another game 'plain' in"):
        find_game("other:GAME")
    with pytest.raises(ValueError, match="game must be a Game, got 3"):
        register(3)


def test_invalid_agents_and_layouts_are_refused(others):
    game = find_game("plain:GAME")
    register(game, agents={"calm": 3}, layout=4, config=5)
    with pytest.raises(ValueError, match=r"plain: AGENTS must be compiled agents by their names, got \{'calm': 3\}"):
        bots(game)
    with pytest.raises(ValueError, match=r"plain: LAYOUT must be a Layout of .*, got 4"):
        find_layout(game)
    register(game, agents=3, config=5)
    with pytest.raises(ValueError, match="plain: AGENTS must be compiled agents by their names, got 3"):
        bots(game)
    with pytest.raises(ValueError, match="plain's config is 5; settings or the name of a YAML file"):
        load_config("plain")
    register(game, agents="nowhere")
    assert parts_of(game).config is None  # agents are not imported for it
    with pytest.raises(ValueError, match="there is no module 'nowhere'"):
        bots(game)


@pytest.mark.parametrize("name", [None, 3, ["getaway"]])
def test_a_game_is_found_by_a_name_only(name):
    with pytest.raises(
        ValueError, match=f"game must be the name of a game, such as 'getaway', got {re.escape(repr(name))}"
    ):
        find_game(name)


def test_names_from_files_and_browsers_import_nothing(others):
    Path("harm.py").write_text("open('harm', 'w')\n")
    for name in ("harm:GAME", "harm:harm-v0", "cardzoo/harm:GAME"):
        with pytest.raises(ValueError, match="there is no game"):
            registered_game(name)
    assert not Path("harm").exists()


DIVISION = "ZeroDivisionError: division by zero"

INSTALLED = f"""\
[cardzoo.games]
{NAME}-v0 = {NAME}:GAME
crash-v0 = crash:GAME
versionless = {NAME}:GAME
getaway-v9 = {NAME}:GAME
misnamed-v0 = {NAME}:GAME
"""


def test_packages_games_are_there_and_a_broken_one_takes_none_down(tmp_path):
    info = tmp_path / "games_of_others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: games-of-others\nVersion: 1\n")
    (info / "entry_points.txt").write_text(INSTALLED)
    (tmp_path / "crash.py").write_text("1 / 0\n")
    done = run_python(
        f"import sys, gymnasium, cardzoo\n"
        f"from cardzoo.envs import IDS, registry\n"
        f"print('{NAME}' in sys.modules, registry.game_ids()[len(IDS):])\n"
        f"print(gymnasium.make('cardzoo/{NAME}-v0').unwrapped.game.id, cardzoo.envs.{NAME}_v0.game.id)\n"
        f"game = registry.find_game('{NAME}:GAME')\n"
        f"print(game is registry.find_game('{NAME}'), registry.reference_of(game))\n"
        f"games, problems = registry.usable_games()\n"
        f"print(len(games) - len(IDS), *problems, sep='\\n')\n",
        PYTHONPATH=f"{tmp_path}:{PACKAGE}",
    )
    assert done.stderr == ""
    cannot = "of the package games-of-others cannot be imported"
    assert done.stdout.splitlines() == [
        f"False ('{NAME}-v0', 'crash-v0', 'misnamed-v0')",
        f"{NAME}-v0 {NAME}-v0",
        f"True {NAME}-v0",
        "1",
        "package games-of-others: a game's id must be such as 'x-v0', got 'versionless'",
        "the game 'getaway-v9' of the package games-of-others is left out, as cardzoo has a game of that name",
        f"the game 'crash-v0' {cannot}: the module 'crash' cannot be imported: {DIVISION} (crash.py, line 1)",
        f"the game 'misnamed-v0' {cannot}: its id is '{NAME}-v0'",
    ]


def test_all_games_of_cardzoo_can_be_had():
    games, problems = usable_games()
    assert [game.id for game in games][: len(IDS)] == list(IDS)
    assert problems == []


def test_commands_take_the_game_of_a_module(others, capsys):
    assert command("games", "plain:GAME", "--json").status == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["id"], row["agents"], row["page"]) == ("plain-v0", ["random"], None)
    assert "there is no solver for plain; there is one for" in command("solve", "plain:GAME").refusal
    assert "there is no module 'nowhere'" in command("evaluate", "nowhere:GAME", "random").refusal


def test_a_replay_s_game_is_named_beside_it(others, monkeypatch):
    game = find_game("plain:GAME")
    table = game.table(seed=1)
    table.play("stop")
    Path("game.json").write_text(record(table, 1, [game.actions.words.index("stop")]).to_json(), encoding="utf-8")
    monkeypatch.delitem(registry._known, "plain")
    assert "there is no game 'plain-v0'" in command("replay", "export", "game.json", "game.gif").refusal
    assert command("replay", "export", "game.json", "game.gif", "--game", "plain:GAME", "--width", "112").status == 0
    assert Path("game.gif").stat().st_size > 0


def test_the_list_of_games_tells_of_those_that_cannot_be_had(others, monkeypatch):
    monkeypatch.setattr(registry, "_left_out", ["a game is broken"])
    listed = command("games")
    assert IDS[0] in listed.out
    assert listed.err == "cardzoo: a game is broken\n"
