"""Imports of `import cardzoo` and `import cardzoo.envs`, and the ways to import them."""

import importlib
import pickle
from importlib.metadata import version

import pytest

from cardzoo import envs
from tests.playing import GAMES, run_python


def test_environments_load_neither_learning_nor_drawing_libraries():
    done = run_python("import sys, cardzoo, cardzoo.agents; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    modules = set(done.stdout.split())
    assert not modules & {"cardzoo.envs.scene", "cardzoo.envs.drawing"}
    loaded = {name.partition(".")[0] for name in modules}
    assert "cardzoo" in loaded
    assert not loaded & {
        "torch",
        "ray",
        "matplotlib",
        "PIL",
        "pygame",
        "textual",
        "stable_baselines3",
        "tensorboard",
        "tensorflow",
    }


def test_importing_says_nothing():
    done = run_python("import cardzoo.envs")
    assert (done.stdout, done.stderr) == ("", "")


def test_gymnasium_imports_the_package_by_an_environment_s_name():
    done = run_python("import gymnasium; print(gymnasium.make('cardzoo:cardzoo/getaway-v0').unwrapped.game.name)")
    assert done.stdout == "getaway\n", done.stderr


def test_the_package_knows_its_version_and_its_games():
    done = run_python("import cardzoo; print(cardzoo.__version__, cardzoo.envs.make('getaway').game.name)")
    assert done.stdout == f"{version('cardzoo')} getaway\n", done.stderr


def test_the_package_shows_what_it_offers_and_nothing_else():
    done = run_python("import cardzoo; print(*dir(cardzoo), cardzoo.make is cardzoo.envs.make)")
    assert done.stdout == "__version__ agents envs make True\n", done.stderr


def test_opponents_are_found_where_gymnasium_alone_is_imported():
    program = "import gymnasium; gymnasium.make('cardzoo:cardzoo/kuhn_poker-v0', opponents='search:2'); print('made')"
    done = run_python(program)
    assert done.stdout == "made\n", done.stderr


def test_a_folder_that_is_called_cardzoo_does_not_stand_before_the_package(tmp_path):
    (tmp_path / "cardzoo" / "envs").mkdir(parents=True)
    done = run_python("import cardzoo.agents; print(cardzoo.envs.IDS[0])", PYTHONPATH=str(tmp_path))
    assert done.stdout == f"{envs.IDS[0]}\n", done.stderr


@pytest.mark.parametrize(
    "statement", ["import cardzoo.envs.yukon_v0 as module", "from cardzoo.envs import yukon_v0 as module"]
)
def test_a_game_is_a_module_for_every_import_statement(statement):
    done = run_python(f"{statement}; print(module.__name__, module.game.id)")
    assert done.stdout == "cardzoo.envs.yukon_v0 yukon-v0\n", done.stderr


def test_a_game_s_module_is_found_by_name():
    for game in GAMES:
        name = f"{game.name}_v{game.version}"
        assert importlib.import_module(f"cardzoo.envs.{name}") is getattr(envs, name)
        assert name in dir(envs)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("cardzoo.envs.yukon_v99")


def test_parts_of_a_game_go_to_other_processes():
    for game in GAMES:
        module = getattr(envs, f"{game.name}_v{game.version}")
        for make in (module.env, module.raw_env, module.parallel_env):
            assert pickle.loads(pickle.dumps(make)) is make
    written = pickle.dumps(envs.yukon_v0.env)
    done = run_python(f"import pickle; print(pickle.loads({written!r})().game.name)")
    assert done.stdout == "yukon\n", done.stderr
