"""The vector environment for Stable-Baselines3: games in one batch, equal to its own vector of single environments."""

import gymnasium
import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from cardzoo.envs import find_game
from cardzoo.envs.sb3 import VecEnv
from tests.agents.small_model import drawn_model
from tests.playing import count, illegal_action, run_python, same, scattered

SETTINGS = {"opponents": "novice", "seat": 1}


def both(n=3, **more):
    """The batch, and Stable-Baselines3's own vector of as many single environments."""
    settings = SETTINGS | more
    return VecEnv("getaway-v0", n, **settings), DummyVecEnv(
        [lambda: gymnasium.make("cardzoo/getaway-v0", **settings)] * n
    )


@pytest.mark.parametrize("more", [{}, {"encoding": "view"}, {"reward": "score"}, {"max_episode_steps": 3}])
@pytest.mark.filterwarnings("ignore:Your observation .* has an unconventional shape")
def test_it_gives_what_a_vector_of_single_environments_gives(more):
    native, other = (VecMonitor(env) for env in both(**more))
    assert native.observation_space == other.observation_space
    assert native.action_space == other.action_space
    policy, slips, ended = scattered(5), np.random.default_rng(5), 0
    for env in (native, other):
        env.seed(11)
    assert same(native.reset(), other.reset())
    for _ in range(count(compiled=120, interpreted=30)):
        masks = get_action_masks(native)
        assert np.array_equal(masks, get_action_masks(other))
        assert masks.shape == (3, native.action_space.n)
        wrong = slips.random(3) < 0.1
        actions = np.array(
            [illegal_action(mask) if bad else policy(mask) for mask, bad in zip(masks, wrong, strict=True)]
        )
        mine, its = (
            native.step(np.minimum(actions, masks.shape[1] - 1)),
            other.step(np.minimum(actions, masks.shape[1] - 1)),
        )
        assert same(mine[0], its[0])
        assert np.allclose(mine[1], its[1])
        assert np.array_equal(mine[2], its[2])
        for k in np.flatnonzero(mine[2]):
            my_info, its_info = mine[3][k], its[3][k]
            assert same(my_info.pop("terminal_observation"), its_info.pop("terminal_observation"))
            for name in ("TimeLimit.truncated", "score", "rank", "illegal_action"):
                assert my_info[name] == its_info[name], name
            assert my_info["episode"]["l"] == its_info["episode"]["l"]
            assert my_info["episode"]["r"] == pytest.approx(its_info["episode"]["r"])
            ended += 1
    assert ended > 3


def test_masks_of_some_environments_are_given_in_their_order():
    env = VecEnv("getaway-v0", 4, **SETTINGS)
    env.seed(1)
    env.reset()
    assert is_masking_supported(env)
    masks = env.action_masks()
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert len(env.get_attr("game")) == 4
    assert env.env_is_wrapped(gymnasium.Wrapper, indices=1) == [False]


def test_seeds_and_options_are_for_the_next_reset_alone():
    env, again = (VecEnv("getaway-v0", 2, **SETTINGS) for _ in range(2))
    for one in (env, again):
        one.seed(3)
        one.set_options({"dealer": 2})
    assert same(env.reset(), again.reset())
    assert env.tables.tables.batch.records["dealer"].tolist() == [2, 2]
    assert same(env.reset(), again.reset())  # its numbering continues
    assert env.tables.tables.batch.records["seed"].tolist() == [3, 4]
    env.set_options([{"dealer": 1}, {}])
    with pytest.raises(ValueError, match="options must be the same for all environments"):
        env.reset()


def test_opponents_are_set_as_in_the_view_behind_it():
    game = find_game("getaway")
    env = VecEnv("getaway-v0", 2, **SETTINGS)
    env.set_opponents(drawn_model(game)[1])
    env.reset()
    assert set(env.tables.tables.batch.actors.ravel().tolist()) == {-1, 64}
    assert env.env_method("set_opponents", "random") == [None, None]
    with pytest.raises(ValueError, match="there is no agent 'nobody'"):
        VecMonitor(env).env_method("set_opponents", "nobody")


def test_tables_are_rendered_as_one_picture():
    pytest.importorskip("PIL")
    env = VecEnv("getaway-v0", 2, render_mode="rgb_array", **SETTINGS)
    env.reset()
    (one, other), whole = env.get_images(), env.render()
    assert whole.shape[0] * whole.shape[1] >= one.shape[0] * one.shape[1] + other.shape[0] * other.shape[1]


def test_environments_do_not_need_stable_baselines3_unless_it_is_used():
    done = run_python("import sys, cardzoo; print('stable_baselines3' in sys.modules, 'torch' in sys.modules)")
    assert done.stdout == "False False\n", done.stderr
