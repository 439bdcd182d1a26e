"""The network that learns: linear layers with ReLU between them, for the policy and the value."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import nn

from cardzoo.agents.models import Network


class ActorCritic(nn.Module):
    """From an encoder's row to the actions' logits and the value.

    The value is learnt in units of its own mean and spread, which follow the returns that are met (PopArt: van Hasselt
    et al., "Learning values across many orders of magnitude", 2016).

    Args:
        inputs: length of the row.
        whole: length of what the value alone sees besides; with 0 it shares the policy's layers, else it has its own.
        actions: number of actions.
        hidden: sizes of the layers.
        generator: of the first weights.
    """

    low: torch.Tensor
    high: torch.Tensor
    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(
        self, inputs: int, whole: int, actions: int, hidden: Sequence[int], generator: torch.Generator
    ) -> None:
        super().__init__()
        self.layers = _layers(inputs, hidden)
        self.critic = _layers(inputs + whole, hidden) if whole else None
        self.logits = nn.Linear(hidden[-1], actions)
        self.value = nn.Linear(hidden[-1], 1)
        gains = dict.fromkeys((*self.layers, *(self.critic or ())), 2**0.5)
        gains |= {self.logits: 0.01, self.value: 1.0}  # a policy that is even at first
        for layer, gain in gains.items():
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)
        self.register_buffer("low", torch.full((inputs,), torch.inf))
        self.register_buffer("high", torch.full((inputs,), -torch.inf))
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("spread", torch.ones(()))

    def forward(self, rows: torch.Tensor, whole: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values.

        Args:
            rows: (n, inputs), float32, or bfloat16, in which all but the last layers then compute.
            whole: (n, whole) of the same type.

        Returns:
            (n, actions) and (n,) float32; the values in their own units, see `to_returns`.
        """
        with torch.autocast(rows.device.type, torch.bfloat16, enabled=rows.dtype == torch.bfloat16):
            hidden = _feed(self.layers, rows)
            judged = _feed(self.critic, torch.cat((rows, whole), dim=1)) if self.critic is not None else hidden
        return self.logits(hidden.float()), self.value(judged.float()).squeeze(1)

    def to_returns(self, values: torch.Tensor) -> torch.Tensor:
        """Values as returns."""
        return values * self.spread + self.mean

    def from_returns(self, returns: torch.Tensor) -> torch.Tensor:
        """Returns in the value's units."""
        return (returns - self.mean) / self.spread

    @torch.no_grad()
    def scale_values(self, mean: float | torch.Tensor, spread: float | torch.Tensor) -> None:
        """Change the value's units, so that the values as returns stay the same."""
        self.value.weight *= self.spread / spread
        self.value.bias.copy_((self.value.bias * self.spread + self.mean - mean) / spread)
        self.mean.fill_(mean)
        self.spread.fill_(spread)

    def note_inputs(self, rows: torch.Tensor) -> None:
        """Remember between which bounds each input lies; some rows of each rollout are enough.

        Args:
            rows: (n, inputs).
        """
        self.low.copy_(torch.minimum(self.low, rows.amin(dim=0)))
        self.high.copy_(torch.maximum(self.high, rows.amax(dim=0)))

    @torch.no_grad()
    def network(self) -> Network:
        """The policy as a chain of plain layers.

        Inputs that never changed in training, such as a match's score in single hands, have weights that nothing has
        taught: the network does without them.
        """
        layers = [(layer.weight.clone(), layer.bias.clone()) for layer in (*self.layers, self.logits)]
        weight, bias = layers[0]
        still = self.low == self.high
        bias += weight[:, still] @ self.low[still]
        weight[:, still] = 0
        return Network([(weight.cpu().numpy(), bias.cpu().numpy()) for weight, bias in layers])


def _layers(inputs: int, hidden: Sequence[int]) -> nn.ModuleList:
    return nn.ModuleList([nn.Linear(size, next_size) for size, next_size in pairwise((inputs, *hidden))])


def _feed(layers: nn.ModuleList, rows: torch.Tensor) -> torch.Tensor:
    for layer in layers:
        rows = torch.relu(layer(rows))
    return rows
