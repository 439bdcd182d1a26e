"""PettingZoo's own tests, any warning being an error but for the two about dictionaries as observations."""

from functools import partial

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space

from tests.playing import few, usual

pytestmark = [
    pytest.mark.views,
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def test_api(key_setting):
    api_test(key_setting.env(), num_cycles=few(200, 20))


@pytest.mark.parametrize("encoding", ["planes", "tokens"])
def test_api_of_other_encodings(game, encoding):
    api_test(usual(game).env(encoding=encoding), num_cycles=few(50, 10))


def test_seed(key_setting):
    seed_test(key_setting.env, num_cycles=few(60, 10))


def test_render(key_setting, capsys):
    render_test(key_setting.env, custom_tests={"ansi": lambda picture: "\n" in picture})
    assert key_setting.game.title in capsys.readouterr().out  # mode "human"


def test_parallel_api(key_setting):
    parallel_api_test(key_setting.parallel(), num_cycles=few(200, 20))


def test_parallel_seed(key_setting):
    parallel_seed_test(key_setting.parallel, num_cycles=few(60, 10))


def test_state_space(key_setting):
    env = key_setting.env()
    env.reset(seed=1)
    check_state_space(env)


def test_with_masks_in_infos(game):
    """Where PettingZoo's documents read them; observations are plain arrays then, and no warning is left."""
    setting, settings = usual(game), {"mask": "info"}
    api_test(setting.env(**settings), num_cycles=few(100, 20))
    seed_test(partial(setting.env, **settings), num_cycles=few(60, 10))
    parallel_api_test(setting.parallel(**settings), num_cycles=few(100, 20))
    parallel_seed_test(partial(setting.parallel, **settings), num_cycles=few(60, 10))
