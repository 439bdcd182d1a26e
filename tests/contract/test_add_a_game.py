"""The page on adding a game is true: its own module plays in every view and keeps the contract."""

import ast
import importlib.util
import re
import sys

import numpy as np
import pytest

from cardzoo.envs import Batch, CardEnv, register, registry
from cardzoo.testing import CHECKS
from docs.build_pages import HEADINGS, sections
from tests.playing import ROOT, count, scattered

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MODULE, TESTS = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """The game of the page's code block, loaded from a file like any game."""
    file = tmp_path_factory.mktemp("games") / "three_rounds.py"
    file.write_text(MODULE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("three_rounds", file)
    module = sys.modules["three_rounds"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_known", dict(registry._known))
        register(module.GAME)
        yield module.GAME
    del sys.modules["three_rounds"]


def lines_of(text):
    """Lines of code of a module of a game, and those of them that are its imports and its `Game`."""
    parts = ast.parse(text).body[1:]
    ceremony = [
        part
        for part in parts
        if isinstance(part, ast.Import | ast.ImportFrom) or ast.unparse(part).startswith("GAME = Game(")
    ]
    return parts[-1].end_lineno - parts[0].lineno + 1, sum(part.end_lineno - part.lineno + 1 for part in ceremony)


@pytest.mark.parametrize("file", sorted((ROOT / "envs/games").glob("[!_]*.py")), ids=lambda file: file.stem)
def test_a_short_game_has_at_most_25_lines_that_are_no_rules(file):
    lines, ceremony = lines_of(file.read_text(encoding="utf-8"))
    assert ceremony <= 25 or lines > 200


def test_the_page_s_game_has_at_most_25_lines_that_are_no_rules():
    assert lines_of(MODULE)[1] <= 25


def test_views_of_the_page_s_game_agree(toy):
    env, batch, table = CardEnv(toy), Batch(toy, 1), toy.table(3)
    env.reset(seed=3)
    batch.reset(seed=3)
    policy = scattered(1)
    for _ in range(count(compiled=60, interpreted=20)):
        if table.over:
            table.reset()
            env.reset()
        observation = env.observe(env.agent_selection)
        assert np.array_equal(observation["observation"], batch.observations[0])
        assert np.array_equal(observation["action_mask"], batch.action_masks[0])
        assert env.table.snapshot() == table.snapshot()
        action = policy(table.mask)
        table.step(action)
        env.step(action)
        batch.step([action])
        assert np.array_equal(batch.rewards[0], np.float32(list(env.rewards.values())))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_page_s_game_keeps_the_contract(toy, check):
    for setting in check.settings(toy):
        check(setting)


def test_the_page_s_own_tests_pass(toy):
    names = {"GAME": toy}
    exec(compile(TESTS, "<CONTRIBUTING.md>", "exec"), names)
    tests = [test for name, test in names.items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()


def test_the_page_has_the_headings(toy):
    assert tuple(sections(toy))[1:] == HEADINGS


def test_the_page_names_what_there_is():
    """The page's files and make targets exist, for an existing game."""
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for words in re.findall(r"(?:`|\n)make ([a-z-]+(?: [a-z-]+)*)", PAGE):
        assert set(words.split()) <= set(targets), words
    for path in re.findall(r"`((?:envs|agents|configs|tests|docs)/[^`\s]*)`", PAGE):
        assert (ROOT / path.replace("<game>", "getaway").replace("<id>", "getaway-v0")).exists(), path
