"""All views play the same games for the same seed and actions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardzoo.agents import bots, find_agent
from cardzoo.envs import CardEnv
from cardzoo.envs.engine.rng import GENERATOR
from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.games import REWARDS
from cardzoo.testing.playing import at, row_of, same, scattered
from cardzoo.testing.setting import Setting, count


@dataclass
class Moment:
    """One turn of an AEC loop: the observation, the action and the result of the step."""

    player: int
    observation: Any
    mask: np.ndarray
    action: int
    rewards: list[float]
    over: tuple[bool, bool]
    at_once: bool


def play_aec(setting: Setting, seed: int, steps: int, **more: Any) -> Iterator[Moment]:
    """Yields so many steps of random play; after a game's end the next one is dealt without a seed.

    A game that is over when dealt counts as a step, for which every action is legal.
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


@check(Each.FEW_SETTINGS, views=True)
def check_parallel_plays_the_same(setting: Setting) -> None:
    """The parallel view plays the same games as the turn-by-turn view, and an idle seat has exactly one action."""
    for reward in REWARDS:
        env = setting.parallel(reward=reward)
        observations, _ = env.reset(seed=2)
        table = env.aec.table
        for moment in play_aec(setting, 2, count(compiled=300, interpreted=30), reward=reward):
            if not env.agents:
                observations, _ = env.reset()
            for player, agent in enumerate(env.possible_agents):
                mask = observations[agent]["action_mask"]
                if player == moment.player and not moment.at_once:
                    is_same = same(observations[agent]["observation"], moment.observation)
                    assert is_same, at(table, f"{agent} observes something else in the parallel view")
                    is_same = np.array_equal(mask[:-1], moment.mask) and mask[-1] == 0
                    assert is_same, at(table, f"the mask of {agent} is another one in the parallel view")
                else:
                    is_idle = mask.tolist() == [0] * env.idle_action + [1]
                    assert is_idle, at(table, f"{agent} waits, but has not the idle action alone")
            actions = dict.fromkeys(env.agents, env.idle_action)
            if not moment.at_once:
                actions[env.agents[moment.player]] = moment.action
            observations, rewards, terminations, truncations, _ = env.step(actions)
            message = f"the parallel view's rewards are {list(rewards.values())}, not {moment.rewards}"
            assert list(rewards.values()) == moment.rewards, at(table, message)
            ends = set(zip(terminations.values(), truncations.values(), strict=True))
            assert ends == {moment.over}, at(table, f"the parallel view's ends are {ends}, not {moment.over}")


@check(Each.FEW_SETTINGS, views=True)
def check_batch_plays_the_same(setting: Setting, encoding: str = "flat") -> None:
    """Table k with seed s plays as an AEC environment with seed s + k; a restart is its `reset` without a seed."""
    num_tables, seed, steps = 3, 20, count(compiled=300, interpreted=20)
    batch = setting.batch(num_tables, encoding=encoding, reward="score")
    batch.reset(seed=seed)
    games = [play_aec(setting, seed + k, steps, encoding=encoding, reward="score") for k in range(num_tables)]
    for step, moments in enumerate(zip(*games, strict=True)):
        observations = batch.observe()
        for k, moment in enumerate(moments):
            where = f"seed {seed + k}, step {step} of one game after the other, {encoding!r}: in a batch"
            assert batch.players[k] == moment.player, f"{where} it is the turn of player {batch.players[k]}"
            assert np.array_equal(batch.action_masks[k], moment.mask), f"{where} the mask is another one"
            assert same(row_of(observations, k), moment.observation), f"{where} the observation is another one"
        batch.step([moment.action for moment in moments])
        for k, moment in enumerate(moments):
            where = f"seed {seed + k}, step {step} of one game after the other: in a batch"
            is_same = np.array_equal(batch.rewards[k], np.float32(moment.rewards))
            assert is_same, f"{where} the rewards are {batch.rewards[k].tolist()}, not {moment.rewards}"
            ends = (batch.terminations[k], batch.truncations[k])
            assert ends == moment.over, f"{where} the ends are {ends}, not {moment.over}"


@check(Each.GAME, views=True)
def check_threads_do_not_matter(setting: Setting) -> None:
    """A batch plays the same games with any number of threads."""
    batches = [setting.batch(count(compiled=128, interpreted=70), threads=threads) for threads in (1, 2)]
    policies = [scattered(1) for _ in batches]
    for batch in batches:
        batch.reset(seed=9)
    for step in range(count(compiled=60, interpreted=5)):
        for batch, policy in zip(batches, policies, strict=True):
            batch.step([policy(mask) for mask in batch.action_masks])
        one, two = (batch.arrays() for batch in batches)
        apart = [name for name in one if not np.array_equal(one[name], two[name])]
        assert not apart, f"step {step}: with two threads {apart} are others"


@check(Each.FEW_SETTINGS, views=True)
def check_single_seat_with_bots_plays_the_same(setting: Setting) -> None:
    """The actions of the seat and the bots, replayed in an AEC environment, give the same observations and rewards.

    Rewards before the seat's first turn are added to its first step. A game that is over by then ends with that step.
    """
    for reward in REWARDS:
        seat, name = setting.num_players - 1, list(bots(setting.game))[:2][-1]
        single = setting.single(opponents=name, seat=seat, reward=reward)
        env, policy = setting.env(reward=reward), scattered(6)
        table, agent, bot = env.table, env.possible_agents[seat], find_agent(name, setting.game)
        generator, expected = np.zeros(0, GENERATOR), 0.0
        for step in range(count(compiled=600, interpreted=30)):
            if step == 0 or table.over:  # the single seat has received the end
                observation, info = single.reset(seed=6 if step == 0 else None)
                env.reset(seed=6 if step == 0 else None)
                expected = env.rewards[agent]
                if step == 0:
                    generator = single.tables.batch._generators.copy()  # the bots', as it was before the deal
                    generator["draws"] = 0
                expected += play_bots(env, bot, seat, generator)
            is_same = same(observation, env.observe(agent)["observation"])
            assert is_same, at(table, f"player {seat} observes something else in Gymnasium's view")
            legal = np.ones_like(table.mask) if table.over else table.mask
            is_same = np.array_equal(info["action_mask"], legal)
            assert is_same, at(table, f"player {seat} has another mask in Gymnasium's view")
            action = policy(info["action_mask"])
            if not table.over:
                env.step(action)
                expected += env.rewards[agent] + play_bots(env, bot, seat, generator)
            observation, reward_of_step, terminated, truncated, info = single.step(action)
            message = f"the reward of player {seat} is {reward_of_step} in Gymnasium's view, not {expected}"
            assert abs(reward_of_step - expected) <= 1e-6, at(table, message)
            ends = (terminated, truncated)
            message = f"the ends are {ends} in Gymnasium's view"
            assert ends == (env.terminations[agent], env.truncations[agent]), at(table, message)
            expected = 0.0


def play_bots(env: CardEnv, bot: Any, seat: int, generator: np.ndarray) -> float:
    """Step the bots up to the seat's turn or the end; returns the sum of the seat's rewards meanwhile."""
    total = 0.0
    while not env.table.over and env.table.player != seat:
        agent = env.agent_selection
        env.step(bot.act(env.view(agent), env.table.mask, generator))
        total += env.rewards[env.possible_agents[seat]]
    return total
