"""Actor-critic network: linear layers with ReLU between them, for the policy and the value."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from cardzoo.envs.policies.models import Network
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.tables.streams import Stream, run_seed

TRUST = 4.0  # an advised logit's lead over the others at first: a chance of 86 % among ten actions


class InputLayer(nn.Linear):
    """A linear layer that scales its inputs to -1 to 1.

    Args:
        scales: (inputs,) float32, the factor of each input; see `cardzoo.envs.encoders.Encoder.scales`.
        outputs: size of the layer.
    """

    scales: torch.Tensor

    def __init__(self, scales: np.ndarray, outputs: int) -> None:
        super().__init__(len(scales), outputs)
        self.register_buffer("scales", torch.from_numpy(scales), persistent=False)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The layer's outputs for rows in their own units."""
        return functional.linear(rows, self.plain_weight(), self.bias)

    def plain_weight(self) -> torch.Tensor:
        """(outputs, inputs), the weights for inputs in their own units."""
        return self.weight * self.scales


class ActorCritic(nn.Module):
    """Policy and value: from an encoder's row to the actions' logits and the value.

    The value is learnt in units of a mean and spread that follow the returns (PopArt: van Hasselt et al., "Learning
    values across many orders of magnitude", 2016).

    Args:
        scales: (inputs,) of the encoder; see `InputLayer`.
        whole: length of the value's additional input; with 0 it shares the policy's layers, else it has its own.
        actions: number of actions.
        hidden: sizes of the layers.
        generator: random generator of the initial weights.
        advised: whether the last inputs are an advisor's action, one-hot. Then half of each layer passes it on, so
            that the policy begins by following it, unless the layers are tiny.
    """

    low: torch.Tensor
    high: torch.Tensor
    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(
        self,
        scales: np.ndarray,
        whole: int,
        actions: int,
        hidden: Sequence[int],
        generator: torch.Generator,
        advised: bool = False,
    ) -> None:
        super().__init__()
        inputs = len(scales)
        self.layers = _layers(scales, hidden)
        self.critic = _layers(np.concatenate((scales, np.ones(whole, np.float32))), hidden) if whole else None
        self.logits = nn.Linear(hidden[-1], actions)
        self.value = nn.Linear(hidden[-1], 1)
        gains = dict.fromkeys((*self.layers, *(self.critic or ())), 2**0.5)
        gains |= {self.logits: 0.01, self.value: 1.0}  # a policy that is uniform at first
        for layer, gain in gains.items():
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)
        self.register_buffer("low", torch.full((inputs,), torch.inf))
        self.register_buffer("high", torch.full((inputs,), -torch.inf))
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("spread", torch.ones(()))
        if advised:
            self.low[-actions:], self.high[-actions:] = 0, 1  # of rare actions too
            self._pass_on(actions, min(hidden) // 2)

    @torch.no_grad()
    def _pass_on(self, actions: int, units: int) -> None:
        """Pass each action's advice on to its logit: it is 0 or 1, which ReLU does not change.

        If there are fewer units than actions, each action has two units, and no two actions have the same two.

        Args:
            actions: number of actions.
            units: number of each layer's units that may pass advice on.
        """
        each = torch.arange(actions)
        ways = [each] if actions <= units else [each % units, (each + each // units + 1) % units]
        if actions > units**2 // 2:  # more actions than pairs
            return
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, nn.Linear)
            layer.weight[: min(actions, units)] = 0
            for way in ways:
                layer.weight[way, each + len(self.low) - actions if number == 0 else way] = 1
        for way in ways:
            self.logits.weight[each, way] += TRUST / len(ways)

    def forward(self, rows: torch.Tensor, whole: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values.

        Args:
            rows: (n, inputs), float32, or bfloat16, in which all but the last layers then compute.
            whole: (n, whole) of the same type.

        Returns:
            (n, actions) and (n,) float32; the values in their own units, see `to_returns`.
        """
        narrow = rows.dtype == torch.bfloat16
        with torch.autocast(rows.device.type, torch.bfloat16, narrow, cache_enabled=False):  # threads would share it
            hidden = _feed(self.layers, rows)
            value_hidden = _feed(self.critic, torch.cat((rows, whole), dim=1)) if self.critic is not None else hidden
        return self.logits(hidden.float()), self.value(value_hidden.float()).squeeze(1)

    def to_returns(self, values: torch.Tensor) -> torch.Tensor:
        """Values as returns."""
        return values * self.spread + self.mean

    def from_returns(self, returns: torch.Tensor) -> torch.Tensor:
        """Returns in the value's units."""
        return (returns - self.mean) / self.spread

    @torch.no_grad()
    def scale_values(self, mean: float | torch.Tensor, spread: float | torch.Tensor) -> None:
        """Change the value's units; the values as returns stay the same."""
        self.value.weight *= self.spread / spread
        self.value.bias.copy_((self.value.bias * self.spread + self.mean - mean) / spread)
        self.mean.fill_(mean)
        self.spread.fill_(spread)

    def note_inputs(self, rows: torch.Tensor) -> None:
        """Record the bounds of each input, in all processes; some rows of each rollout are enough.

        Args:
            rows: (n, inputs).
        """
        bounds = torch.stack((-rows.amin(dim=0), rows.amax(dim=0)))
        processes.take_largest(bounds)
        self.low.copy_(torch.minimum(self.low, -bounds[0]))
        self.high.copy_(torch.maximum(self.high, bounds[1]))

    @torch.no_grad()
    def network(self, unit: float = 1.0) -> Network:
        """The policy as a chain of plain layers, with the value as its head if both share their layers.

        Inputs that never changed in training, such as a match's score in single hands, have untrained weights, which
        are set to 0.

        Args:
            unit: the head's value of a return of 1.
        """
        layers = [(layer.weight.clone(), layer.bias.clone()) for layer in (*self.layers, self.logits)]
        first, bias = self.layers[0], layers[0][1]
        assert isinstance(first, InputLayer)
        weight, still = first.plain_weight(), self.low == self.high
        bias += weight[:, still] @ self.low[still]
        weight[:, still] = 0
        layers[0] = (weight, bias)
        plain = [(weight.cpu().numpy(), bias.cpu().numpy()) for weight, bias in layers]
        if self.critic is not None:
            return Network(plain)
        spread, mean = self.spread * unit, self.mean * unit
        head = self.value.weight * spread, self.value.bias * spread + mean
        return Network(plain, (head[0].cpu().numpy(), head[1].cpu().numpy()))

    @torch.no_grad()
    def begin_as(self, network: Network) -> None:
        """Copy the weights of a network of the same sizes; the value starts from its initial weights."""
        tensors = network.tensors()
        for number, layer in enumerate((*self.layers, self.logits)):
            weight = torch.from_numpy(tensors[f"layers.{number}.weight"].copy())
            layer.weight.copy_(weight / layer.scales if isinstance(layer, InputLayer) else weight)
            layer.bias.copy_(torch.from_numpy(tensors[f"layers.{number}.bias"].copy()))


def make_policy(config: TrainingConfig, network_input: NetworkInput, widths: tuple[int, int]) -> ActorCritic:
    """The policy of a run with tables on a CPU.

    Args:
        config: configuration of the run.
        network_input: input of the network.
        widths: width of the value's additional input, and the number of actions.
    """
    generator = torch.Generator().manual_seed(run_seed(config.seed, Stream.WEIGHTS))
    return ActorCritic(network_input.scales, *widths, config.learning.hidden, generator, bool(network_input.advisor))


def _layers(scales: np.ndarray, hidden: Sequence[int]) -> nn.ModuleList:
    others = [nn.Linear(size, next_size) for size, next_size in pairwise(hidden)]
    return nn.ModuleList([InputLayer(scales, hidden[0]), *others])


def _feed(layers: nn.ModuleList, rows: torch.Tensor) -> torch.Tensor:
    for layer in layers:
        rows = torch.relu(layer(rows))
    return rows
