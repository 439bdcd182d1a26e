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


def play_aec(setting, seed, steps, **more):
    """So many steps of random play, the next game being dealt without a seed when one ends."""
    env, policy = setting.env(**more), scattered(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        while env.table.over:  # a deal may end the game
            env.reset()
        agent = env.agent_selection
        observation = env.observe(agent)
        action = policy(observation["action_mask"])
        env.step(action)
        yield Moment(
            env.possible_agents.index(agent),
            observation["observation"],
            observation["action_mask"],
            action,
            list(env.rewards.values()),
            (env.terminations[agent], env.truncations[agent]),
        )


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_parallel_plays_the_same(key_setting, reward):
    env = key_setting.parallel(reward=reward)
    observations, _ = env.reset(seed=2)
    for moment in play_aec(key_setting, 2, few(300, 30), reward=reward):
        while not env.agents or env.aec.table.over:
            observations, _ = env.reset()
        for player, agent in enumerate(env.possible_agents):
            mask = observations[agent]["action_mask"]
            if player == moment.player:
                assert same(observations[agent]["observation"], moment.observation)
                assert np.array_equal(mask[:-1], moment.mask)
                assert mask[-1] == 0
            else:
                assert mask.tolist() == [0] * env.idle_action + [1]  # an idle seat has exactly one action
        actions = dict.fromkeys(env.agents, env.idle_action) | {env.agents[moment.player]: moment.action}
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


def test_single_seat_with_bots_plays_the_same(key_setting):
    """Your actions and the bots', replayed in an AEC environment, show the seat the same and pay it the same."""
    seat, name = key_setting.num_players - 1, list(bots(key_setting.game))[1]
    single, env, policy = key_setting.single(opponents=name, seat=seat), key_setting.env(), scattered(6)
    observation, info = single.reset(seed=6)
    env.reset(seed=6)
    generator = single.tables.batch._generators.copy()  # the bots', as it was before the deal
    generator["draws"] = 0
    bot = find_agent(name, key_setting.game)
    given: tuple[float, bool, bool] = (0.0, False, False)
    asked = False  # games that end before the seat is asked are passed over
    for agent in env.agent_iter(few(10**4, 60)):
        seen, reward, terminated, truncated, _ = env.last()
        ended = terminated or truncated
        if agent == env.possible_agents[seat] and (asked or not ended):
            asked = True
            assert same(observation, seen["observation"])
            assert (pytest.approx(reward), terminated, truncated) == given
            if not ended:
                assert np.array_equal(info["action_mask"], seen["action_mask"])
                action = policy(info["action_mask"])
                observation, *given, info = single.step(action)
                given = tuple(given)
        elif not ended:
            action = bot.act(env.view(agent), seen["action_mask"], generator)
        env.step(None if ended else action)
        if not env.agents:  # the next game
            if asked:
                observation, info = single.reset()
            given, asked = (0.0, False, False), False
            env.reset()
