"""Gymnasium's own checker on the single-seat view, and the vector view beside it."""

import copy

import gymnasium
import numpy as np
import pytest

from cardzoo.envs.engine import IllegalAction
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.testing.checks.gymnasium import alike, both_vectors, play_alike
from tests.playing import ONE_GAME, count, same, usual

pytestmark = pytest.mark.views


@pytest.mark.parametrize("more", [{}, {"max_episode_steps": 4}, {"encoding": "view"}, {"reward": "score", "seat": 1}])
def test_vector_of_seats_ends_games_as_gymnasium_s_own(more):
    """Games end by an illegal action, by a bound and by the rules, with the same last observation and infos."""
    vectors = both_vectors(usual(ONE_GAME), **more)
    for vector in vectors:
        vector.reset(seed=2)
    assert play_alike(vectors, count(compiled=200, interpreted=60), wrong=0.1) > 5


def test_vector_of_seats_resets_as_gymnasium_s_own():
    """All environments are reset, with seeds for some, with options, or only some environments."""
    vectors = both_vectors(usual(ONE_GAME))
    deck = list(ONE_GAME.pack_of(4))[::-1]
    some = np.array([True, False, True])
    for reset in (
        {"seed": 5},
        {},
        {"seed": [1, None, 3]},
        {"seed": [None, None, None]},
        {"options": {"deck": deck}},
        {"seed": 9, "options": {"dealer": 2}},
        {"options": {"reset_mask": some}},
        {"seed": 4, "options": {"reset_mask": some, "deck": deck}},
        {"seed": [7, 8, None], "options": {"reset_mask": some}},
    ):
        starts = [vector.reset(**copy.deepcopy(reset)) for vector in vectors]
        assert same(starts[0][0], starts[1][0]), reset
        assert alike(starts[0][1], starts[1][1]), reset
        play_alike(vectors, count(compiled=20, interpreted=7), wrong=0.05)


def test_nothing_of_the_last_game_is_left_to_one_that_options_begin():
    """Neither rewards due to seats nor memories of agents are left."""
    env = SingleSeat("cactus", opponents="expert")
    env.reset(seed=1)
    batch = env.tables.batch
    fresh = batch._fresh_memory[0].tobytes()
    for _ in range(3):
        env.step(int(env.action_masks().argmax()))
    assert any(memory.tobytes() != fresh for memory in batch._memories[0])
    batch._owed[:] = 0.5
    env.reset(seed=1, options={"dealer": env.tables.batch.num_players - 1})  # seat 0 begins: no other has seen anything
    assert all(memory.tobytes() == fresh for memory in batch._memories[0])
    assert not batch._owed.any()


def test_a_vector_seeds_some_of_its_tables():
    vectors = [VectorSeats("getaway", 2, opponents="random") for _ in range(2)]
    for k, vector in enumerate(vectors):
        vector.reset(seed=[1, None])
        assert vector.tables.batch.records["seed"][0] == 1, k
    first, second = (vector.tables.batch.records["seed"][1] for vector in vectors)
    assert first != second  # drawn


def test_vectors_are_rendered(capsys):
    native, other = both_vectors(usual(ONE_GAME), render_mode="ansi")
    for vector in (native, other):
        vector.reset(seed=1)
    assert native.render() == other.render()
    native = VectorSeats("getaway", 2, render_mode="human")
    native.reset(seed=1)
    native.step(native.action_masks().argmax(axis=1))
    assert capsys.readouterr().out.count("Getaway") == 2


def test_a_vector_that_raises_changes_nothing():
    vector = VectorSeats("getaway", 3, illegal="raise")
    vector.reset(seed=1)
    actions = vector.action_masks().argmax(axis=1)
    before = vector.tables.batch.records.tobytes()
    with pytest.raises(IllegalAction, match=r"^getaway: .* is not legal .*\(environment 1\)$"):
        vector.step(np.where(np.arange(3) == 1, vector.action_masks().argmin(axis=1), actions))
    assert vector.tables.batch.records.tobytes() == before
    vector.step(actions)


def test_a_seeded_vector_seats_its_players_as_at_first():
    vector = VectorSeats("getaway", 4, opponents="random", seat="rotate", max_episode_steps=3)
    sat = []
    for _ in range(2):
        vector.reset(seed=1)
        sat.append(vector.tables.batch.actors.tolist())
        for _ in range(count(compiled=30, interpreted=8)):
            vector.step(vector.action_masks().argmax(axis=1))
    assert sat[0] == sat[1]
    vector.reset()
    assert vector.tables.batch.actors.tolist() != sat[0]


@pytest.mark.parametrize("number", [0, -1, 2.5, "2", True])
@pytest.mark.parametrize("name", ["max_episode_steps", "num_envs"])
def test_a_vector_has_at_least_one_game_of_at_least_one_step(name, number):
    with pytest.raises(ValueError, match=f"^getaway: {name} must be at least 1 and a whole number, got {number!r}$"):
        VectorSeats("getaway", **{name: number})


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["flat", "view"])
@pytest.mark.filterwarnings("ignore:Your observation .* has an unconventional shape")
def test_stable_baselines3_takes_it(encoding):
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env as sb3_check_env

    env = gymnasium.make("cardzoo/getaway-v0", encoding=encoding, opponents="random")
    sb3_check_env(env)
    model = PPO("MlpPolicy" if encoding == "flat" else "MultiInputPolicy", env, n_steps=16, batch_size=16)
    action, _ = model.predict(env.reset(seed=1)[0])
    assert action in env.action_space
