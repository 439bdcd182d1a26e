"""The page about adding a game is true: its own module plays in every view and keeps the contract."""

import importlib.util
import re
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test

from cardzoo.envs import Batch, CardEnv
from docs.build_pages import HEADINGS, sections
from tests.contract import (
    test_decks,
    test_encodings,
    test_games,
    test_information,
    test_legality,
    test_scenes,
    test_words,
)
from tests.playing import ROOT, few, scattered, settings_of

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MODULE, TESTS = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)

CONTRACT = [
    test_decks.test_a_written_deck_is_dealt_by_the_last_seat,
    test_encodings.test_flat_decodes_to_the_view,
    test_encodings.test_flat_segments_cover_the_vector,
    test_games.test_cards_are_conserved_after_every_step,
    test_games.test_every_game_ends,
    test_games.test_no_field_leaves_its_range,
    test_games.test_ranks_follow_scores,
    test_games.test_seats_that_are_not_there_stay_blank,
    test_information.test_deals_hide_something_from_everybody,
    test_information.test_redeal_changes_nothing_that_is_seen,
    test_information.test_redeal_is_not_always_the_truth,
    test_legality.test_every_masked_in_action_applies,
    test_legality.test_every_masked_out_action_is_refused,
    test_scenes.test_a_scene_shows_cards_of_the_view_alone_and_none_that_could_lie_otherwise,
    test_scenes.test_every_legal_action_is_told_and_touches_places_that_are_there,
    test_scenes.test_moves_touch_all_that_is_declared_and_to_be_seen,
    test_scenes.test_texts_and_pictures_fit,
    test_words.test_positions_in_words_rebuild_the_table,
]


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """The game of the page's code block, from a file as any game."""
    file = tmp_path_factory.mktemp("games") / "three_rounds.py"
    file.write_text(MODULE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("three_rounds", file)
    module = sys.modules["three_rounds"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module.GAME
    del sys.modules["three_rounds"]


def test_views_of_the_page_s_game_agree(toy):
    env, batch, table = CardEnv(toy), Batch(toy, 1), toy.table(3)
    env.reset(seed=3)
    batch.reset(seed=3)
    policy = scattered(1)
    for _ in range(few(60, 20)):
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


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_page_s_game_keeps_the_contract(toy, check):
    for setting in settings_of(toy):
        check(setting)


@pytest.mark.filterwarnings("ignore:Observation")
def test_the_page_s_game_passes_pettingzoo_s_test(toy):
    api_test(CardEnv(toy), num_cycles=30)


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
    """Every file and make target that the page names exists, for a game that is there."""
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for words in re.findall(r"(?:`|\n)make ([a-z-]+(?: [a-z-]+)*)", PAGE):
        assert set(words.split()) <= set(targets), words
    for path in re.findall(r"`((?:envs|agents|configs|tests|docs)/[^`\s]*)`", PAGE):
        assert (ROOT / path.replace("<game>", "getaway").replace("<id>", "getaway-v0")).exists(), path
