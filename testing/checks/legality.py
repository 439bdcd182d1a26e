"""Masks hold exactly the legal actions, and all other actions are refused."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from cardzoo.envs import CardEnv
from cardzoo.envs.engine import IllegalAction
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, illegal_action, play_out, positions, some_positions, take, walk
from cardzoo.testing.setting import Setting, count, has_choices

NO_ACTIONS = [-1, -2, -3, 10**6, 2**70, 0.5, float("nan"), None, "draw", [0], np.array([0]), np.float32(1)]


def refusal(call: Callable[..., Any], *arguments: Any) -> str:
    """The one line with which an action is refused; empty if it is accepted."""
    try:
        call(*arguments)
    except IllegalAction as problem:
        assert "\n" not in str(problem), f"the refusal has several lines: {problem}"
        return str(problem)
    return ""


@check(Each.SETTING)
def check_every_masked_in_action_applies(setting: Setting) -> None:
    """Every legal action can be played: it counts as a step, and a player is to act or the game is over."""
    for table in some_positions(setting):
        assert table.mask.any() != table.over, at(table, f"over is {table.over}, and legal are {table.legal()}")
        for action in np.flatnonzero(table.mask):
            after, words = table.copy(), repr(table.game.actions.words[action])
            take(after, int(action))
            player = after.player
            assert after.state.steps == table.state.steps + 1, at(table, f"{words} makes {after.state.steps} steps")
            assert 0 <= player < setting.num_players, at(table, f"after {words} it is the turn of player {player}")
            assert after.mask.any() != after.over, at(
                table, f"after {words} over is {after.over}, and legal are {after.legal()[:3]}"
            )


@check(Each.SETTING)
def check_mask_is_what_the_rules_say_afresh(setting: Setting) -> None:
    """The mask after a step is that of the position, not a remainder of an earlier one."""
    for table in positions(setting):
        fresh = table.copy()
        fresh.mask[:] = 1
        fresh.refresh()
        assert np.array_equal(fresh.mask, table.mask), at(table, f"legal are {fresh.legal()}, not {table.legal()}")


@check(Each.SETTING)
def check_every_masked_out_action_is_refused(setting: Setting) -> None:
    """Every masked-out action is refused, and changes nothing."""
    for table in some_positions(setting):
        before = table.snapshot()
        for action in [*np.flatnonzero(table.mask == 0).tolist(), *NO_ACTIONS]:
            assert refusal(table.step, action), at(table, f"the action {action!r} is not refused")
        assert table.snapshot() == before, at(table, "a refused action has changed the table")


@check(Each.GAME, concerns=has_choices)
def check_refusal_tells_action_player_and_legal_ones(setting: Setting) -> None:
    """The refusal names the game, the action, the player and a legal action in one line."""
    game = setting.game
    for table in positions(setting):
        if not table.over and not table.mask.all():
            wrong = int(table.mask.argmin())
            words = refusal(table.step, wrong)
            for part in (game.name, game.actions.words[wrong], f"player {table.player}", table.legal()[0]):
                assert part in words, at(table, f"{part!r} is not in the refusal: {words}")


@check(Each.SETTING)
def check_finished_table_takes_no_action(setting: Setting) -> None:
    """After the end every action is refused."""
    for table in positions(setting):
        if table.over:
            before = table.snapshot()
            for action in range(len(table.mask)):
                assert "over" in refusal(table.step, action), at(table, f"the action {action} is not refused as over")
            assert table.snapshot() == before, at(table, "an action after the end has changed the table")


@check(Each.GAME)
def check_whole_numbers_of_any_type_are_actions(setting: Setting) -> None:
    """Integers of NumPy play like Python's, and nothing is compiled anew for them."""
    game = setting.game
    for kind in (np.int8, np.int32, np.uint64, np.int64):
        table, other = game.table(1), game.table(1)
        action = int(table.mask.argmax())
        if action > np.iinfo(kind).max:
            continue
        table.step(action)
        other.step(kind(action))  # type: ignore[arg-type]
        assert table.snapshot() == other.snapshot(), at(table, f"{action} plays otherwise as {kind.__name__}")
        assert len(getattr(game.kernels.step, "signatures", [0])) == 1, f"the step is compiled anew for {kind.__name__}"


@check(Each.FEW_SETTINGS)
def check_raising_environment_changes_nothing(setting: Setting) -> None:
    """With ``illegal="raise"``, an illegal action changes nothing."""
    env = setting.env(illegal="raise", reward="score")
    env.reset(seed=1)
    for action in walk(setting.table(1, reward="score"), most=count(compiled=60, interpreted=10)):
        before = env.snapshot()
        for wrong in (illegal_action(env.table.mask), -1, None, 0.5):
            assert refusal(env.step, wrong), at(env.table, f"the action {wrong!r} is not refused")
        assert env.snapshot() == before, at(env.table, "a refused action has changed the environment")
        env.step(action)


@check(Each.FEW_SETTINGS)
def check_terminating_environment_punishes_the_offender_alone(setting: Setting) -> None:
    """A player who plays an illegal action loses, and the others do not; in a cooperative game all do."""
    for seed in range(count(compiled=5, interpreted=2)):
        env = setting.env()
        env.reset(seed=seed)
        for action in walk(setting.table(seed), seed, seed * 3):
            env.step(action)
        if env.table.over:
            continue
        offender = env.agent_selection
        env.step(illegal_action(env.table.mask))
        rewards = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert (terminated, truncated) == (True, False), at(env.table, f"{agent} is not terminated")
            assert not observation["action_mask"].any(), at(env.table, f"{agent} has legal actions after the end")
            assert info["illegal_action"] == (agent == offender), at(env.table, f"the info of {agent} is {info}")
            assert env.illegal_reason, at(env.table, "illegal_reason is empty")
            rewards[agent] = reward
            env.step(None)
        expected = penalties(setting, offender, env.possible_agents)
        assert rewards == expected, at(env.table, f"the rewards are {rewards}, not {expected}")


def penalties(setting: Setting, offender: str, agents: Iterable[str]) -> dict[str, float]:
    """The rewards after an agent's illegal action."""
    return {agent: -1.0 if agent == offender or setting.game.cooperative else 0.0 for agent in agents}


@check(Each.GAME)
def check_game_after_an_illegal_end_is_clean(setting: Setting) -> None:
    """The next game is the one that would have been dealt anyway."""
    env, untouched = CardEnv(setting.game), CardEnv(setting.game)
    env.reset(seed=3)
    env.step(illegal_action(env.table.mask))
    env.reset()
    untouched.reset(seed=3)
    untouched.reset()
    assert env.table.snapshot() == untouched.table.snapshot(), at(env.table, "the next game is another one")
    assert env.snapshot() == untouched.snapshot(), at(env.table, "something is left of the last game")
    is_playable = env.observe(env.agent_selection)["action_mask"].any()
    assert is_playable != env.table.over, at(env.table, "nothing is legal in the next game")


@check(Each.FEW_SETTINGS)
def check_parallel_punishes_the_acting_seat_only(setting: Setting) -> None:
    """If all agents wait, only the seat on turn has played an illegal action; it costs all in a cooperative game."""
    env = setting.parallel()
    env.reset(seed=1)
    acting = env.aec.agent_selection
    _, rewards, terminations, _, _ = env.step(dict.fromkeys(env.agents, env.idle_action))
    expected = penalties(setting, acting, rewards)
    assert rewards == expected, at(env.aec.table, f"the rewards are {rewards}, not {expected}")
    assert all(terminations.values()), at(env.aec.table, f"not all are terminated: {terminations}")
    assert env.agents == [], at(env.aec.table, f"{env.agents} are left")
    observations, _ = env.reset(seed=1)
    assert observations[acting]["action_mask"].any(), at(env.aec.table, "nothing is legal in the next game")


@check(Each.GAME, views=True)
def check_batch_refuses_and_changes_nothing(setting: Setting) -> None:
    """If one action is illegal or invalid, no table changes."""
    batch = setting.batch(4, threads=1)
    batch.reset(seed=1)
    while has_choices(setting) and batch.action_masks[2].all():
        batch.step(batch.action_masks.argmax(axis=1))
    actions = batch.action_masks.argmax(axis=1)
    third = np.arange(4) == 2
    wrongs = {
        "beyond": np.where(third, len(setting.game.actions), actions),
        "restart": np.where(third, -2, actions),
        "resume": np.where(third, -3, actions),
        "half": actions + 0.5,
        "one for all": actions[:1],
        "too many": np.append(actions, 0),
    }
    if has_choices(setting):
        wrongs["masked"] = np.where(third, batch.action_masks[2].argmin(), actions)
    for kind, wrong in wrongs.items():
        before = batch.arrays()
        try:
            batch.step(wrong)
        except ValueError as problem:
            assert setting.game.name in str(problem), f"{kind}: {problem}"
            assert "\n" not in str(problem), f"{kind}: {problem}"
        else:
            raise AssertionError(f"a batch takes actions of this kind: {kind}")
        after = batch.arrays()
        changed = [name for name in before if not np.array_equal(before[name], after[name])]
        assert not changed, f"{kind}: a refused step has changed {changed}"
    batch.step(actions)


@check(Each.GAME, views=True)
def check_finished_tables_of_a_batch_stay_as_they_are(setting: Setting) -> None:
    """Without restart, finished tables do not change, and internal codes such as -2 do not deal a new game."""
    batch = setting.batch(1, restart=False)
    batch.records[:] = play_out(setting.game.table(1)).records
    batch.resume()
    before = batch.records.tobytes()
    for action in (0, 10**6):
        batch.step([action])
        assert batch.records.tobytes() == before, f"the action {action} after the end has changed the table"
    for code in (-2, -3):
        assert refusal(batch.step, [code]), f"the action {code} is not refused"
        assert batch.records.tobytes() == before, f"the action {code} after the end has changed the table"


@check(Each.FEW_SETTINGS, views=True)
def check_waiting_tables_of_a_batch_stay_as_they_are(setting: Setting) -> None:
    """An action of -1 leaves a table alone."""
    batch = setting.batch(2, threads=1)
    batch.reset(seed=1)
    before = {name: part[1].copy() for name, part in batch.arrays().items()}
    batch.step([int(batch.action_masks[0].argmax()), -1])
    after = batch.arrays()
    changed = [name for name in before if not np.array_equal(before[name], after[name][1])]
    assert not changed, f"a table that waits has changed in {changed}"
