"""PettingZoo's own tests, any warning being an error but for the two about dictionaries as observations."""

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


@pytest.mark.filterwarnings("ignore:Environment's m.* state space value is .*infinity")
def test_state_space(key_setting):
    env = key_setting.env()
    env.reset(seed=1)
    check_state_space(env)
    for _ in range(20):
        state = env.state()
        assert state in env.state_space
        if not env.table.mask.any():
            break
        env.step(int(env.table.mask.argmax()))
