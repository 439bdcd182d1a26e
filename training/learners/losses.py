"""Masked losses of PPO and of behaviour cloning, with their gradients.

Losses and metrics are sums over rows, each by its weight. If the weights add up to 1, they are means.

On a CPU one compiled pass over the logits gives loss and gradient. Of hundreds of actions few are legal, but automatic
differentiation would go over all of them a dozen times, longer than the network takes. Elsewhere PyTorch derives it.
"""

from typing import Any

import numpy as np
import torch

from cardzoo.envs.engine.compiling import entry_point, hash_sources, rule

ILLEGAL = -1e9  # in place of an illegal action's logit
METRICS = 3  # how many a loss reports


def ppo_loss(
    logits: torch.Tensor,
    legal: torch.Tensor,
    actions: torch.Tensor,
    old: torch.Tensor,
    advantages: torch.Tensor,
    weights: torch.Tensor,
    clip_range: float,
    entropy_weight: float | torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """PPO's clipped objective and the entropy bonus (Schulman et al., "Proximal policy optimization algorithms", 2017).

    Args:
        logits: (n, A) float32.
        legal: (n, A) bool.
        actions: (n,) int64.
        old: (n,) float32, their log-probabilities in the rollout.
        advantages: (n,) float32.
        weights: (n,) float32.
        clip_range: clip range of the ratio of new to old probabilities.
        entropy_weight: weight of the bonus; on a GPU it may be a tensor, (), that changes within a graph.

    Returns:
        The loss; and its metrics, (3,): mean entropy in nats, mean policy loss, approximate KL divergence.
    """
    if logits.is_cpu:
        arguments = (legal, actions, old, advantages, weights, clip_range, entropy_weight)
        loss, metrics = _Compiled.apply(ppo_gradient, logits, *arguments)  # type: ignore[no-untyped-call]
        return loss, metrics
    log_probs, entropies = _log_probs(logits, legal)
    difference = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1) - old
    ratio = difference.exp()
    clipped = ratio.clamp(1 - clip_range, 1 + clip_range)
    policy_loss, entropy = -torch.minimum(ratio * advantages, clipped * advantages) @ weights, entropies @ weights
    kl = (ratio - 1 - difference) @ weights  # Schulman, "Approximating KL divergence", 2020
    return policy_loss - entropy_weight * entropy, torch.stack((entropy, policy_loss, kl)).detach()


def imitation_loss(
    logits: torch.Tensor, legal: torch.Tensor, actions: torch.Tensor, weights: torch.Tensor, smoothing: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Behaviour-cloning loss: cross-entropy to an agent's actions, smoothed over all legal actions.

    Args:
        logits: (n, A) float32.
        legal: (n, A) bool.
        actions: (n,) int64, the agent's.
        weights: (n,) float32.
        smoothing: share of the target that all legal actions have alike (Szegedy et al., "Rethinking the Inception
            architecture", 2016).

    Returns:
        The loss; and its metrics, (3,): mean entropy in nats, the loss, the share of likeliest actions that are the
        agent's.
    """
    if logits.is_cpu:
        loss, metrics = _Compiled.apply(imitation_gradient, logits, legal, actions, weights, smoothing)  # type: ignore[no-untyped-call]
        return loss, metrics
    log_probs, entropies = _log_probs(logits, legal)
    uniform = log_probs.sum(dim=1) / legal.sum(dim=1)
    log_likelihood = (1 - smoothing) * log_probs.gather(1, actions.unsqueeze(1)).squeeze(1) + smoothing * uniform
    loss = -log_likelihood @ weights
    likeliest = logits.masked_fill(~legal, -torch.inf).argmax(dim=1)
    metrics = torch.stack((entropies @ weights, loss, (likeliest == actions).float() @ weights)).detach()
    return loss, metrics


def _log_probs(logits: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Log-probabilities of the legal actions, 0 for the others, and the entropies."""
    log_probs = torch.log_softmax(logits.masked_fill(~legal, ILLEGAL), dim=1).masked_fill(~legal, 0.0)
    return log_probs, -(log_probs.exp() * log_probs).sum(dim=1)  # illegal ones add nothing


class _Compiled(torch.autograd.Function):
    """A loss whose gradient is computed with it."""

    @staticmethod
    def forward(ctx: Any, kernel: Any, logits: torch.Tensor, *arguments: Any) -> tuple[torch.Tensor, ...]:
        gradient, metrics = torch.zeros_like(logits), np.zeros(METRICS)
        places = np.empty(logits.shape[1], np.int64)
        arrays = [value.numpy() if isinstance(value, torch.Tensor) else value for value in arguments]
        loss = kernel(logits.detach().numpy(), *arrays, places, gradient.numpy(), metrics)
        ctx.save_for_backward(gradient)
        summary = torch.from_numpy(metrics).float()
        ctx.mark_non_differentiable(summary)
        return logits.new_tensor(loss), summary

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[torch.Tensor | None, ...]:
        (gradient,) = ctx.saved_tensors
        others = len(ctx.needs_input_grad) - 2
        return None, gradient.mul_(gradients[0]), *[None] * others


@rule
def softmax(logits: np.ndarray, legal: np.ndarray, places: np.ndarray, probs: np.ndarray) -> tuple[int, float, float]:
    """Fill in the probabilities of the legal actions, whose numbers are written into the first of (A,) places.

    Returns:
        The number of legal actions, the difference of their logits and log-probabilities, and the entropy.
    """
    count = 0
    for action in range(len(legal)):
        places[count] = action
        count += legal[action]
    top, total, weighted = -np.inf, 0.0, 0.0
    for action in places[:count]:
        top = max(top, logits[action])
    for action in places[:count]:
        above = logits[action] - top
        probs[action] = np.exp(above)
        total += probs[action]
        weighted += probs[action] * above
    for action in places[:count]:
        probs[action] /= total
    return count, top + np.log(total), np.log(total) - weighted / total


def _ppo_gradient(
    logits: np.ndarray,
    legal: np.ndarray,
    actions: np.ndarray,
    old: np.ndarray,
    advantages: np.ndarray,
    weights: np.ndarray,
    clip_range: float,
    entropy_weight: float,
    places: np.ndarray,
    gradient: np.ndarray,
    metrics: np.ndarray,
) -> float:
    for row in range(len(logits)):
        probs, chosen, advantage, weight = gradient[row], actions[row], advantages[row], weights[row]
        count, shift, entropy = softmax(logits[row], legal[row], places, probs)
        difference = logits[row, chosen] - shift - old[row]
        ratio = np.exp(difference)
        clipped = min(max(ratio, 1 - clip_range), 1 + clip_range)
        objective = min(ratio * advantage, clipped * advantage)
        slope = ratio * advantage if objective == ratio * advantage else 0.0  # of the objective, by the log-probability
        for action in places[:count]:
            bonus = entropy_weight * (logits[row, action] - shift + entropy)
            probs[action] *= (slope + bonus) * weight
        probs[chosen] -= slope * weight
        metrics[0] += entropy * weight
        metrics[1] -= objective * weight
        metrics[2] += (ratio - 1 - difference) * weight
    return float(metrics[1] - entropy_weight * metrics[0])


def _imitation_gradient(
    logits: np.ndarray,
    legal: np.ndarray,
    actions: np.ndarray,
    weights: np.ndarray,
    smoothing: float,
    places: np.ndarray,
    gradient: np.ndarray,
    metrics: np.ndarray,
) -> float:
    for row in range(len(logits)):
        probs, chosen, weight = gradient[row], actions[row], weights[row]
        count, shift, entropy = softmax(logits[row], legal[row], places, probs)
        best, total = chosen, 0.0
        for action in places[:count]:
            total += logits[row, action] - shift
            if logits[row, action] > logits[row, best]:
                best = action
            probs[action] = (probs[action] - smoothing / count) * weight
        probs[chosen] -= (1 - smoothing) * weight
        metrics[0] += entropy * weight
        metrics[1] -= ((1 - smoothing) * (logits[row, chosen] - shift) + smoothing * total / count) * weight
        metrics[2] += (best == chosen) * weight
    return float(metrics[1])


_SOURCES = hash_sources(__name__)

ppo_gradient = entry_point("losses", "ppo", _SOURCES, _ppo_gradient)
"""``ppo_gradient(*arguments of ppo_loss, places, gradient, metrics)``: fills (n, A) and (3,) zeros, returns the loss.

``places`` are (A,) int64, scratch.
"""

imitation_gradient = entry_point("losses", "imitation", _SOURCES, _imitation_gradient)
"""``imitation_gradient(*arguments of imitation_loss, places, gradient, metrics)``, likewise."""
