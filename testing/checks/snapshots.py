"""Copies and snapshots are complete, and independent of their source."""

import copy
import pickle
from typing import Any

import numpy as np

from cardzoo.envs import Batch, CardEnv
from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.games import REWARDS
from cardzoo.testing.mutated_positions import try_out
from cardzoo.testing.playing import (
    HIDING_SEED,
    Policy,
    at,
    differing,
    illegal_action,
    play_out,
    positions,
    same,
    scattered,
    some_positions,
    walk,
)
from cardzoo.testing.setting import Setting, count


@check(Each.SETTING)
def check_copies_of_tables_go_their_own_way(setting: Setting) -> None:
    """Playing a copy does not change the table."""
    for table in positions(setting):
        before, mask = table.snapshot(), table.mask.copy()
        play_out(table.copy(), most=count(compiled=40, interpreted=5))
        assert table.snapshot() == before, at(table, "playing a copy changes the table")
        assert np.array_equal(table.mask, mask), at(table, "playing a copy changes the table's mask")


@check(Each.SETTING)
def check_copies_play_on_alike(setting: Setting) -> None:
    """The generator is part of the copy, so later shuffles are the same."""
    for table in some_positions(setting):
        one, other = (play_out(table.copy(), seed=3, most=count(compiled=60, interpreted=10)) for _ in range(2))
        message = f"two copies played alike differ in {differing(one, other)}"
        assert one.snapshot() == other.snapshot(), at(table, message)
        assert np.array_equal(one.mask, other.mask), at(table, "two copies played alike differ in what is legal")


@check(Each.SETTING)
def check_tables_restore(setting: Setting) -> None:
    """A snapshot restores the whole table."""
    for kept in positions(setting):
        for snapshot in (kept.snapshot(), bytes(kept.snapshot())):  # from this process, and as if from a file
            table = setting.table(1)
            table.restore(snapshot)
            assert table.snapshot() == snapshot, at(kept, "a restored table is another one")
            assert np.array_equal(table.mask, kept.mask), at(kept, "on a restored table other actions are legal")
            assert table.over == kept.over, at(kept, f"over is {table.over} on a restored table")


@check(Each.GAME)
def check_records_have_no_bytes_of_their_own(setting: Setting) -> None:
    """Records have no padding bytes, which could differ between equal records."""
    dtype = setting.game.dtype
    inside = sum(part[0].itemsize for part in (dtype.fields or {}).values())
    assert inside == dtype.itemsize, f"the fields fill {inside} of the record's {dtype.itemsize} bytes"


def watch(env: CardEnv, policy: Policy, steps: int) -> list[Any]:
    """The observations, rewards, ends and infos of an agent loop, as a list."""
    seen: list[Any] = []
    for _ in range(steps if env.agents else 0):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((env.agent_selection, observation, reward, terminated, truncated, dict(info), dict(env.rewards)))
        if not env.agents:
            break
        env.step(None if terminated or truncated else policy(observation["action_mask"]))
        if not env.agents:
            break
    return seen


def alike(one: list[Any], other: list[Any]) -> bool:
    """Returns whether two agent loops see the same."""
    return len(one) == len(other) and all(
        a[0] == b[0] and same(a[1], b[1]) and a[2:] == b[2:] for a, b in zip(one, other, strict=True)
    )


@check(Each.FEW_SETTINGS, views=True)
def check_environments_restore(setting: Setting) -> None:
    """An environment restored from a snapshot plays on like the original, and does not change it."""
    for reward in REWARDS:
        env, other = setting.env(reward=reward), setting.env(reward=reward)
        for start in range(0, count(compiled=80, interpreted=9), count(compiled=1, interpreted=4)):
            env.reset(seed=1)
            watch(env, scattered(1), start)
            if not env.agents:
                break
            snapshot, message = env.snapshot(), at(env.table, "goes on otherwise from its snapshot")
            first = watch(env, scattered(2), count(compiled=20, interpreted=5))
            other.restore(snapshot)
            assert alike(first, watch(other, scattered(2), count(compiled=20, interpreted=5))), (
                f"another environment: {message}"
            )
            env.restore(snapshot)
            again = watch(env, scattered(2), count(compiled=20, interpreted=5))
            assert alike(first, again), f"the environment: {message}"


@check(Each.FEW_SETTINGS, views=True)
def check_environment_restores_an_illegal_end(setting: Setting) -> None:
    """A loss by an illegal action is part of the snapshot."""
    env, other = setting.env(), setting.env()
    env.reset(seed=1)
    env.step(illegal_action(env.table.mask))
    other.restore(env.snapshot())
    first, second = watch(env, scattered(1), 20), watch(other, scattered(1), 20)
    assert alike(first, second), at(env.table, "an illegal end is restored as something else")
    legal = any(moment[1]["action_mask"].any() for moment in second)
    assert not legal, at(env.table, "something is legal after an illegal end was restored")


def pickled(env: CardEnv) -> CardEnv:
    """A copy by `pickle`."""
    other: CardEnv = pickle.loads(pickle.dumps(env))
    return other


@check(Each.GAME, views=True)
def check_environments_are_duplicated(setting: Setting) -> None:
    """`copy.deepcopy` and `pickle` duplicate an environment."""
    for duplicate in (copy.deepcopy, pickled):
        env = setting.env()
        env.reset(seed=5)
        watch(env, scattered(5), 4)
        other = duplicate(env)
        before = env.table.snapshot()
        seen = watch(other, scattered(1), 10)
        assert env.table.snapshot() == before, at(env.table, f"playing a copy ({duplicate.__name__}) changes the first")
        goes_on = alike(seen, watch(env, scattered(1), 10))
        assert goes_on, at(env.table, f"a copy ({duplicate.__name__}) plays on otherwise")


@check(Each.FEW_SETTINGS, views=True)
def check_batches_restore(setting: Setting) -> None:
    """A batch restored from a snapshot plays on like the original."""
    batch, other = (setting.batch(4, threads=1, reward="score") for _ in range(2))
    batch.reset(seed=1)
    play_batch(batch, scattered(1), count(compiled=30, interpreted=4))
    snapshot = batch.snapshot()
    play_batch(batch, scattered(2), count(compiled=30, interpreted=4))
    other.restore(snapshot)
    play_batch(other, scattered(2), count(compiled=30, interpreted=4))
    one, two = batch.snapshot(), other.snapshot()
    apart = [name for name in one if not np.array_equal(one[name], two[name])]
    assert not apart, f"a restored batch differs after some steps: {apart}"


def play_batch(batch: Batch, policy: Policy, steps: int) -> None:
    """Play so many steps on all tables."""
    for _ in range(steps):
        batch.step([policy(mask) for mask in batch.action_masks])


@check(Each.SETTING)
def check_snapshots_of_other_settings_are_refused(setting: Setting) -> None:
    """Snapshots of other settings are refused, not misread."""
    table, other = setting.table(1), setting.table(1, reward="score")
    for snapshot in (other.snapshot(), bytes(other.snapshot()), table.snapshot()[:-1], other.records.tobytes(), b""):
        try:
            table.restore(snapshot)
        except ValueError as problem:
            assert "snapshot" in str(problem), str(problem)
        else:
            raise AssertionError("the snapshot of a table with other rewards is restored")


@check(Each.GAME)
def check_forged_snapshots_are_refused_or_can_be_played(setting: Setting) -> None:
    """A file of unknown origin damages no memory, even if its checksum is right."""
    counts = try_out(
        setting.game, count(compiled=40, interpreted=6), most=count(compiled=200, interpreted=40), forge=True
    )
    assert counts["refused"], "no impossible record is refused"


@check(Each.FEW_SETTINGS)
def check_state_is_everything(setting: Setting) -> None:
    """`state()` shows hidden cards: it changes with a redeal if the game hides cards."""
    env = setting.env()
    env.reset(seed=HIDING_SEED)
    before = env.state()
    assert before.dtype == np.float32, f"state() is of type {before.dtype}"
    assert before.shape == env.state_space.shape, f"state() is of shape {before.shape}"
    assert np.array_equal(before, env.state()), at(env.table, "state() changes by itself")
    table, tells_apart = env.table, False
    for seed in range(8):
        env.table = table.redeal(0, seed)
        tells_apart |= not np.array_equal(before, env.state())
    hides = setting.game.hides_cards
    assert tells_apart == hides, at(table, f"redeals {'do not change' if hides else 'change'} state()")


@check(Each.FEW_SETTINGS)
def check_state_changes_with_every_step(setting: Setting) -> None:
    """Consecutive positions of a game have different states, so that a critic can distinguish them."""
    env = setting.env()
    env.reset(seed=1)
    for action in walk(setting.table(1), most=count(compiled=50, interpreted=10)):
        before = env.state()
        env.step(action)
        assert not np.array_equal(before, env.state()), at(env.table, "state() is the same as before the step")
