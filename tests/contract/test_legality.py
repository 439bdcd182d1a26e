"""Masks say what is legal, and nothing else is ever played."""

import numpy as np
import pytest

from cardzoo.envs import CardEnv
from cardzoo.envs.engine import IllegalAction
from tests.playing import few, has_choices, illegal_action, play_out, positions, usual, walk

NO_ACTIONS = [-1, -2, -3, 10**6, 2**70, 0.5, float("nan"), None, "draw", [0], np.array([0]), np.float32(1)]


def test_every_masked_in_action_applies(setting):
    for table in positions(setting)[:: few(1, 3)]:
        assert table.mask.any() != table.over
        for action in np.flatnonzero(table.mask):
            after = table.copy()
            player = after.step(int(action))
            assert after.state.steps == table.state.steps + 1
            assert 0 <= player < setting.num_players
            assert after.mask.any() != after.over


def test_mask_is_what_the_rules_say_afresh(setting):
    """The mask that a step leaves is the one of the position, not a remainder of an earlier one."""
    for table in positions(setting):
        fresh = table.copy()
        fresh.mask[:] = 1
        fresh.refresh()
        assert np.array_equal(fresh.mask, table.mask)


def test_every_masked_out_action_is_refused(setting):
    for table in positions(setting)[:: few(1, 3)]:
        before = table.snapshot()
        for action in [*np.flatnonzero(table.mask == 0).tolist(), *NO_ACTIONS]:
            with pytest.raises(IllegalAction) as caught:
                table.step(action)
            assert "\n" not in str(caught.value)
        assert table.snapshot() == before


def test_refusal_tells_action_player_and_legal_ones(game):
    if not has_choices(game):
        pytest.skip("there is one action")
    table = game.table(1)
    while table.mask.all():
        table.step(0)
    wrong = int(table.mask.argmin())
    with pytest.raises(IllegalAction) as caught:
        table.step(wrong)
    for part in (game.name, game.actions.words[wrong], f"player {table.player}", table.legal()[0]):
        assert part in str(caught.value)


def test_finished_table_takes_no_action(setting):
    for table in positions(setting):
        if table.over:
            before = table.snapshot()
            for action in range(len(table.mask)):
                with pytest.raises(IllegalAction, match="over"):
                    table.step(action)
            assert table.snapshot() == before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint64, np.int64])
def test_whole_numbers_of_any_type_are_actions(game, kind):
    """Labels from NumPy arrays play as Python's numbers do, and nothing is compiled anew for them."""
    table, other = game.table(1), game.table(1)
    action = int(table.mask[:100].argmax())
    table.step(action)
    other.step(kind(action))
    assert table.snapshot() == other.snapshot()
    assert len(getattr(game.kernels.step, "signatures", [0])) == 1


def test_raising_environment_changes_nothing(key_setting):
    env = key_setting.env(illegal="raise", reward="score")
    env.reset(seed=1)
    for seen, action in enumerate(walk(key_setting.table(1, reward="score"), most=few(60, 10))):
        before = env.snapshot()
        for wrong in (illegal_action(env.table.mask), -1, None, 0.5):
            with pytest.raises(IllegalAction):
                env.step(wrong)
        after = env.snapshot()
        assert after == before, seen
        env.step(action)


def test_terminating_environment_punishes_the_offender_alone(key_setting):
    for seed in range(few(5, 2)):
        env = key_setting.env()
        env.reset(seed=seed)
        for action in walk(key_setting.table(seed), seed, seed * 3):
            env.step(action)
        if env.table.over:
            continue
        offender = env.agent_selection
        env.step(illegal_action(env.table.mask))
        earned = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert (terminated, truncated) == (True, False)
            assert not observation["action_mask"].any()
            assert ("illegal_action" in info) == (agent == offender)
            earned[agent] = reward
            env.step(None)
        assert earned == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}


def test_game_after_an_illegal_end_is_clean(game):
    env, untouched = CardEnv(game), CardEnv(game)
    env.reset(seed=3)
    env.step(illegal_action(env.table.mask))
    env.reset()
    untouched.reset(seed=3)
    untouched.reset()
    assert env.table.snapshot() == untouched.table.snapshot()
    assert env.snapshot() == untouched.snapshot()
    assert env.observe(env.agent_selection)["action_mask"].any()


def test_parallel_punishes_the_acting_seat_only(key_setting):
    env = key_setting.parallel()
    observations, _ = env.reset(seed=1)
    acting = env.aec.agent_selection
    idle = env.idle_action
    observations, rewards, terminations, _, _ = env.step(dict.fromkeys(env.agents, idle))
    assert rewards == {agent: -1.0 if agent == acting else 0.0 for agent in rewards}
    assert all(terminations.values())
    assert env.agents == []
    observations, _ = env.reset(seed=1)
    assert observations[acting]["action_mask"].any()


@pytest.mark.views
@pytest.mark.parametrize("wrong", ["masked", "beyond", "restart", "resume", "half", "one for all", "too many"])
def test_batch_refuses_and_changes_nothing(game, wrong):
    if wrong == "masked" and not has_choices(game):
        pytest.skip("there is one action")
    batch = usual(game).batch(4, threads=1)
    batch.reset(seed=1)
    while wrong == "masked" and batch.action_masks[2].all():
        batch.step(np.zeros(4, int))
    actions = batch.action_masks.argmax(axis=1)
    bad = {
        "masked": np.where(np.arange(4) == 2, batch.action_masks[2].argmin(), actions),
        "beyond": np.where(np.arange(4) == 2, len(game.actions), actions),
        "restart": np.where(np.arange(4) == 2, -2, actions),
        "resume": np.where(np.arange(4) == 2, -3, actions),
        "half": actions + 0.5,
        "one for all": actions[:1],
        "too many": np.append(actions, 0),
    }[wrong]
    before = batch.snapshot()
    with pytest.raises(ValueError, match=game.name) as caught:
        batch.step(bad)
    assert "\n" not in str(caught.value)
    after = batch.snapshot()
    assert all(np.array_equal(before[name], after[name]) for name in before)
    batch.step(actions)


@pytest.mark.views
def test_finished_tables_of_a_batch_stay_as_they_are(game):
    """Without restart, internal codes such as -2 do not deal anew either."""
    batch = usual(game).batch(1, restart=False)
    batch.records[:] = play_out(game.table(1)).records
    batch.resume()
    before = batch.records.tobytes()
    for action in (0, 10**6):
        batch.step([action])
        assert batch.records.tobytes() == before
    for code in (-2, -3):
        with pytest.raises(IllegalAction):
            batch.step([code])
        assert batch.records.tobytes() == before


@pytest.mark.views
def test_waiting_tables_of_a_batch_stay_as_they_are(key_setting):
    batch = key_setting.batch(2, threads=1)
    batch.reset(seed=1)
    before = {name: part[1].copy() for name, part in batch.snapshot().items()}
    batch.step([int(batch.action_masks[0].argmax()), -1])
    after = batch.snapshot()
    assert all(np.array_equal(before[name], after[name][1]) for name in before)
