"""Copies and snapshots are whole, and independent of what they were taken from."""

import copy
import pickle

import numpy as np
import pytest

from tests.playing import HIDING_SEED, few, illegal_action, play_out, positions, same, scattered, usual, walk


def test_copies_of_tables_go_their_own_way(setting):
    for table in positions(setting):
        before, mask = table.snapshot(), table.mask.copy()
        play_out(table.copy(), most=few(40, 5))
        assert table.snapshot() == before
        assert np.array_equal(table.mask, mask)


def test_copies_play_on_alike(setting):
    """The generator is part of the copy, so shuffles to come are the same."""
    for table in positions(setting)[:: few(1, 3)]:
        one, other = (play_out(table.copy(), seed=3, most=few(60, 10)) for _ in range(2))
        assert one.snapshot() == other.snapshot()
        assert np.array_equal(one.mask, other.mask)


def test_tables_restore(setting):
    table = setting.table(1)
    for kept in positions(setting):
        table.restore(kept.snapshot())
        assert table.snapshot() == kept.snapshot()
        assert np.array_equal(table.mask, kept.mask)
        assert table.over == kept.over


def test_records_have_no_bytes_of_their_own(game):
    """Bytes that belong to no field would differ between equal records."""
    assert sum(dtype.itemsize for dtype, *_ in game.dtype.fields.values()) == game.dtype.itemsize


def watch(env, policy, steps):
    """What an agent loop sees, as a list."""
    seen = []
    for _ in range(steps if env.agents else 0):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((env.agent_selection, observation, reward, terminated, truncated, dict(info), dict(env.rewards)))
        if not env.agents:
            break
        env.step(None if terminated or truncated else policy(observation["action_mask"]))
        if not env.agents:
            break
    return seen


def alike(one, other):
    return len(one) == len(other) and all(
        a[0] == b[0] and same(a[1], b[1]) and a[2:] == b[2:] for a, b in zip(one, other, strict=True)
    )


@pytest.mark.views
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_environments_restore(key_setting, reward):
    """An environment goes on from a snapshot as the one it was taken from, which it leaves alone."""
    env, other = key_setting.env(reward=reward), key_setting.env(reward=reward)
    for start in range(0, few(80, 9), few(1, 4)):
        env.reset(seed=1)
        watch(env, scattered(1), start)
        if not env.agents:
            break
        snapshot = env.snapshot()
        first = watch(env, scattered(2), few(20, 5))
        other.restore(snapshot)
        assert alike(first, watch(other, scattered(2), few(20, 5))), start
        env.restore(snapshot)
        assert alike(first, watch(env, scattered(2), few(20, 5))), start


@pytest.mark.views
def test_environment_restores_an_illegal_end(key_setting):
    env, other = key_setting.env(), key_setting.env()
    env.reset(seed=1)
    env.step(illegal_action(env.table.mask))
    other.restore(env.snapshot())
    first, second = watch(env, None, 20), watch(other, None, 20)
    assert alike(first, second)
    assert all(not moment[1]["action_mask"].any() for moment in second)


def pickled(env):
    return pickle.loads(pickle.dumps(env))


@pytest.mark.views
@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
def test_environments_are_duplicated(game, duplicate):
    env = usual(game).env()
    env.reset(seed=5)
    watch(env, scattered(5), 4)
    other = duplicate(env)
    before = env.table.snapshot()
    seen = watch(other, scattered(1), 10)
    assert env.table.snapshot() == before
    assert alike(seen, watch(env, scattered(1), 10))


@pytest.mark.views
def test_batches_restore(key_setting):
    batch, other = (key_setting.batch(4, threads=1, reward="score") for _ in range(2))
    batch.reset(seed=1)
    play_batch(batch, scattered(1), few(30, 4))
    snapshot = batch.snapshot()
    play_batch(batch, scattered(2), few(30, 4))
    other.restore(snapshot)
    play_batch(other, scattered(2), few(30, 4))
    one, two = batch.snapshot(), other.snapshot()
    assert all(np.array_equal(one[name], two[name]) for name in one)


def play_batch(batch, policy, steps):
    for _ in range(steps):
        batch.step([policy(mask) for mask in batch.action_masks])


def test_snapshots_of_other_settings_are_refused(setting):
    table = setting.table(1)
    other = setting.table(1, reward="score")
    with pytest.raises(ValueError, match="snapshot"):
        table.restore(other.snapshot())
    with pytest.raises(ValueError, match="snapshot"):
        table.restore(other.snapshot()[:-1])


def test_state_is_everything(key_setting):
    """`state()` shows hidden cards, if there are any: it tells apart what some seat cannot."""
    env = key_setting.env()
    env.reset(seed=HIDING_SEED)
    before = env.state()
    assert before.dtype == np.float32
    assert before.shape == env.state_space.shape
    assert np.array_equal(before, env.state())
    table, hides_cards = env.table, False
    for seed in range(8):
        env.table = table.redeal(0, seed)
        hides_cards |= not np.array_equal(before, env.state())
    assert hides_cards == key_setting.game.hides_cards


def test_state_changes_with_every_step(key_setting):
    env = key_setting.env()
    env.reset(seed=1)
    for action in walk(key_setting.table(1), most=few(50, 10)):
        before = env.state()
        env.step(action)
        assert not np.array_equal(before, env.state())
