"""All views play the same games for the same seed and actions."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from cardzoo.agents import bots, find_agent
from tests.playing import few, row_of, same, scattered, usual

pytestmark = pytest.mark.views


@dataclass
class Moment:
    """What an AEC loop sees at one turn and what the step brings."""

    player: int
    observation: Any
    mask: np.ndarray
    action: int
    rewards: list[float]
    over: tuple[bool, bool]
    at_once: bool


def play_aec(setting, seed, steps, **more):
    """So many steps of random play, the next game being dealt without a seed when one ends.

    A game that a deal has ended counts as a step, for which every action is legal.
    """
    env, policy = setting.env(**more), scattered(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        player, at_once = env.table.player, env.table.over
        agent = env.possible_agents[player]
        observation = env.observe(agent)
        mask = np.ones_like(observation["action_mask"]) if at_once else observation["action_mask"]
        action = policy(mask)
        if not at_once:
            env.step(action)
        yield Moment(
            player,
            observation["observation"],
            mask,
            action,
            list(env.rewards.values()),
            (env.terminations[agent], env.truncations[agent]),
            at_once,
        )
        if env.table.over:
            env.reset()


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_parallel_plays_the_same(key_setting, reward):
    env = key_setting.parallel(reward=reward)
    observations, _ = env.reset(seed=2)
    for moment in play_aec(key_setting, 2, few(300, 30), reward=reward):
        if not env.agents:
            observations, _ = env.reset()
        for player, agent in enumerate(env.possible_agents):
            mask = observations[agent]["action_mask"]
            if player == moment.player and not moment.at_once:
                assert same(observations[agent]["observation"], moment.observation)
                assert np.array_equal(mask[:-1], moment.mask)
                assert mask[-1] == 0
            else:
                assert mask.tolist() == [0] * env.idle_action + [1]  # an idle seat has exactly one action
        actions = dict.fromkeys(env.agents, env.idle_action)
        if not moment.at_once:
            actions[env.agents[moment.player]] = moment.action
        observations, rewards, terminations, truncations, _ = env.step(actions)
        assert list(rewards.values()) == moment.rewards
        assert set(zip(terminations.values(), truncations.values(), strict=True)) == {moment.over}


def test_batch_plays_the_same(encoded):
    """Table k with seed s plays as an AEC environment with seed s + k; a restart is its `reset` without a seed."""
    setting, encoding = encoded
    num_tables, seed, steps = 3, 20, few(300, 20)
    batch = setting.batch(num_tables, encoding=encoding, reward="score")
    batch.reset(seed=seed)
    games = [play_aec(setting, seed + k, steps, encoding=encoding, reward="score") for k in range(num_tables)]
    for moments in zip(*games, strict=True):
        observations = batch.observe()
        for k, moment in enumerate(moments):
            assert batch.players[k] == moment.player
            assert np.array_equal(batch.action_masks[k], moment.mask)
            assert same(row_of(observations, k), moment.observation)
        batch.step([moment.action for moment in moments])
        for k, moment in enumerate(moments):
            assert np.array_equal(batch.rewards[k], np.float32(moment.rewards))
            assert (batch.terminations[k], batch.truncations[k]) == moment.over


def test_threads_do_not_matter(game):
    batches = [usual(game).batch(few(128, 70), threads=threads) for threads in (1, 2)]
    policies = [scattered(1) for _ in batches]
    for batch in batches:
        batch.reset(seed=9)
    for _ in range(few(60, 5)):
        for batch, policy in zip(batches, policies, strict=True):
            batch.step([policy(mask) for mask in batch.action_masks])
        one, two = (batch.snapshot() for batch in batches)
        assert all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_single_seat_with_bots_plays_the_same(key_setting, reward):
    """Your actions and the bots', replayed in an AEC environment, show the seat the same and pay it the same.

    What the seat earns before its first turn comes with its first step. A game that is over by then ends with it.
    """
    seat, name = key_setting.num_players - 1, list(bots(key_setting.game))[1]
    single = key_setting.single(opponents=name, seat=seat, reward=reward)
    env, policy = key_setting.env(reward=reward), scattered(6)
    table, agent, bot = env.table, env.possible_agents[seat], find_agent(name, key_setting.game)
    generator = np.zeros(0)
    for step in range(few(2000, 30)):
        if step == 0 or table.over:  # and the single seat has been told
            observation, info = single.reset(seed=6 if step == 0 else None)
            env.reset(seed=6 if step == 0 else None)
            expected = env.rewards[agent]
            if step == 0:
                generator = single.tables.batch._generators.copy()  # the bots', as it was before the deal
                generator["draws"] = 0
            expected += play_bots(env, bot, seat, generator)
        assert same(observation, env.observe(agent)["observation"])
        assert np.array_equal(info["action_mask"], np.ones_like(table.mask) if table.over else table.mask)
        action = policy(info["action_mask"])
        if not table.over:
            env.step(action)
            expected += env.rewards[agent] + play_bots(env, bot, seat, generator)
        observation, earned, terminated, truncated, info = single.step(action)
        assert earned == pytest.approx(expected, abs=1e-6)
        assert (terminated, truncated) == (env.terminations[agent], env.truncations[agent])
        expected = 0.0


def play_bots(env, bot, seat, generator):
    """Let bots play up to the seat's turn or the end; gives what the seat earns meanwhile."""
    earned = 0.0
    while not env.table.over and env.table.player != seat:
        agent = env.agent_selection
        env.step(bot.act(env.view(agent), env.table.mask, generator))
        earned += env.rewards[env.possible_agents[seat]]
    return earned
