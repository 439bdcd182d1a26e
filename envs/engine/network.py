"""Small networks, compiled: linear layers with ReLU between them, from an encoder's row to the actions.

A network is one vector of float32, layer after layer: the weights as (inputs, outputs), then the biases. ``sizes`` is
(layers + 1,) int64: the length of the row, the sizes of the hidden layers, the number of actions. Both may be padded
with zeros, to be stacked with larger networks.
"""

import math

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources, rule


@rule
def feed_forward(parameters, sizes, row, hidden):
    """Forward pass. It skips the weights of inputs that are 0, as most are.

    Args:
        parameters: the network.
        sizes: its sizes.
        row: (sizes[0],) the encoded view.
        hidden: (2, widest layer) float32, scratch space.

    Returns:
        The row of the scratch space with the last layer's outputs.
    """
    start = 0
    layers = len(sizes) - 1
    while layers > 0 and sizes[layers] == 0:
        layers -= 1
    for layer in range(layers):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        out = hidden[layer % 2]
        biases = parameters[start + inputs * outputs :]
        for j in range(outputs):
            out[j] = biases[j]
        for i in range(inputs):
            value = np.float32(row[i]) if layer == 0 else hidden[(layer + 1) % 2, i]
            if value != 0:
                weights = parameters[start + i * outputs : start + (i + 1) * outputs]
                for j in range(len(weights)):
                    out[j] += value * weights[j]
        if layer < layers - 1:
            for j in range(outputs):
                out[j] = max(out[j], np.float32(0))
        start += (inputs + 1) * outputs
    return (layers - 1) % 2


@rule
def value_of(head, hidden):
    """The value of a view, from a value head beside the network's last layer.

    Args:
        head: (n + 1,) float32, the weights of the last hidden layer's n outputs, then the bias.
        hidden: (widest layer,) float32: the other row of the scratch space than the one that `feed_forward` returns.
    """
    value = np.float64(head[len(head) - 1])
    for i in range(len(head) - 1):
        value += head[i] * hidden[i]
    return value


@rule
def choose_legal(logits, mask, greedy, generator):
    """Legal action with the highest logit, or one sampled by softmax over the legal ones; -1 if there is none."""
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or logits[action] > logits[best]):
            best = action
    if greedy or best < 0:
        return best
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += math.exp(np.float64(logits[action]) - logits[best])
    left = rng.uniform(generator) * total
    for action in range(len(mask)):
        if mask[action]:
            left -= math.exp(np.float64(logits[action]) - logits[best])
            if left < 0:
                return action
    return best


def _act(parameters, sizes, rows, masks, greedy, generators, hidden, out):
    for place in range(len(rows)):
        logits = hidden[feed_forward(parameters, sizes, rows[place], hidden)]
        out[place] = choose_legal(logits, masks[place], greedy, generators[0])


def _logits(parameters, sizes, rows, hidden, out):
    for place in range(len(rows)):
        logits = hidden[feed_forward(parameters, sizes, rows[place], hidden)]
        for action in range(out.shape[1]):
            out[place, action] = logits[action]


_SOURCES = hash_sources(__name__)

act = entry_point("network", "act", _SOURCES, _act)
"""``act(parameters, sizes, rows, masks, greedy, generators, hidden, out)``: an action for each row."""

logits = entry_point("network", "logits", _SOURCES, _logits)
"""``logits(parameters, sizes, rows, hidden, out)``: the outputs, (rows, actions)."""
