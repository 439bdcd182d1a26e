"""Actions and advantages of the learner at one table."""

import math

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import rule
from cardzoo.training.tables.every_table import at_every_table


@rule
def draw_action(
    row: int,
    logits: np.ndarray,
    masks: np.ndarray,
    generators: np.ndarray,
    actions: np.ndarray,
    log_probs: np.ndarray,
) -> None:
    """Sample a row's action by softmax over the legal ones, and record its log-probability."""
    scores, mask = logits[row], masks[row]
    top = -math.inf
    for action in range(len(mask)):
        if mask[action]:
            top = max(top, scores[action])
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += math.exp(scores[action] - top)
    left = rng.uniform(generators[row]) * total
    for action in range(len(mask)):
        if mask[action]:
            actions[row] = action
            left -= math.exp(scores[action] - top)
            if left < 0:
                break
    log_probs[row] = scores[actions[row]] - top - math.log(total)


@rule
def estimate(
    table: int,
    players: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    values: np.ndarray,
    gamma: float,
    gae_lambda: float,
    advantages: np.ndarray,
    valid: np.ndarray,
) -> None:
    """Fill in a table's advantages, seat by seat; see `cardzoo.training.learners.rollout.Rollout`."""
    steps, _, seats = rewards.shape
    for seat in range(seats):
        reward, later, advantage = 0.0, 0.0, 0.0
        has_later = players[steps, table] == seat
        if has_later:
            later = values[steps, table]
        for step in range(steps - 1, -1, -1):
            if dones[step, table]:
                reward, later, advantage = 0.0, 0.0, 0.0
                has_later = True
            reward += rewards[step, table, seat]
            if players[step, table] == seat:
                if has_later:
                    error = reward + gamma * later - values[step, table]
                    advantage = error + gamma * gae_lambda * advantage
                advantages[step, table] = advantage
                valid[step, table] = has_later
                reward = 0.0
                later = values[step, table]
                has_later = True


draw_actions = at_every_table(draw_action)
"""``draw_actions(rows, *arrays)``: `draw_action` for each of so many rows."""

estimate_all = at_every_table(estimate)
"""``estimate_all(tables, *arrays)``: `estimate` at each of so many tables."""
