"""The compiled losses equal those of automatic differentiation."""

from functools import partial
from unittest.mock import patch

import pytest
import torch

from cardzoo.training.learners.losses import imitation_loss, ppo_loss

ROWS, ACTIONS = 400, 30


def positions():
    """Logits, legal actions, only one in some rows, and an action of each row."""
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn((ROWS, ACTIONS), generator=generator) * 3
    legal = torch.rand((ROWS, ACTIONS), generator=generator) < 0.1
    legal[torch.arange(ROWS), torch.randint(ACTIONS, (ROWS,), generator=generator)] = True
    actions = torch.multinomial(legal.float(), 1, generator=generator).squeeze(1)
    return logits, legal, actions


def draw_weights():
    """Weights of a mean that includes rows of others."""
    return torch.rand(ROWS, generator=torch.Generator().manual_seed(3)) / ROWS


def both_ways(loss, logits):
    """Loss, metrics and gradient: compiled, and by automatic differentiation."""
    for is_cpu in (True, False):
        inputs = logits.clone().requires_grad_()
        with patch.object(torch.Tensor, "is_cpu", new=is_cpu):
            value, metrics = loss(inputs)
        (2 * value).backward()
        yield value.detach(), metrics, inputs.grad


@pytest.mark.parametrize("clip_range", [0.0, 0.2])
@pytest.mark.parametrize("entropy_weight", [0.0, 0.5])
def test_the_clipped_objective(clip_range, entropy_weight):
    logits, legal, actions = positions()
    log_probs = logits.masked_fill(~legal, -1e9).log_softmax(dim=1)[torch.arange(ROWS), actions]
    old = log_probs + torch.randn(ROWS, generator=torch.Generator().manual_seed(1)) * 0.3
    advantages = torch.randn(ROWS, generator=torch.Generator().manual_seed(2))
    loss = partial(
        ppo_loss,
        legal=legal,
        actions=actions,
        old=old,
        advantages=advantages,
        weights=draw_weights(),
        clip_range=clip_range,
        entropy_weight=entropy_weight,
    )
    compiled, derived = both_ways(loss, logits)
    torch.testing.assert_close(compiled, derived, rtol=1e-4, atol=1e-7)
    assert not compiled[2][~legal].any()


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_imitation(smoothing):
    logits, legal, actions = positions()
    loss = partial(imitation_loss, legal=legal, actions=actions, weights=draw_weights(), smoothing=smoothing)
    compiled, derived = both_ways(loss, logits)
    torch.testing.assert_close(compiled, derived, rtol=1e-4, atol=1e-7)
    assert not compiled[2][~legal].any()
