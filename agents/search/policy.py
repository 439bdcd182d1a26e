"""Policies of a search's simulations: a scripted agent or a model's network, for all seats, in compiled code.

A policy is three compiled functions. In the tree
``favour(state, view, mask, generator, network, memo, priors) -> action`` fills in the policy prior and returns the
likeliest action; beyond it ``choose(state, view, mask, generator, network) -> action`` is the rollout policy.
``value(view, mask, generator, network)`` is the value of what a seat sees, for a simulation that is cut. ``network`` is
a `NetworkArrays`, ``memo`` a `Memo`.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.trained import NetworkArrays, TrainedAgent, asker
from cardzoo.envs.engine import rule
from cardzoo.envs.engine.arrays import copy
from cardzoo.envs.engine.bots import Bot, adviser
from cardzoo.envs.engine.network import choose_legal, value_of

Rule = Callable[..., Any]

FAVOUR = 0.5  # share of the prior for a scripted agent's choice
DOUBT = 0.1  # share of the prior spread evenly over all legal actions besides the network's
REMEMBERED = 1 << 12  # views


class Memo(NamedTuple):
    """The networks' priors of views, since simulations often see the same ones.

    Attributes:
        keys: (n,) uint64, the key of the view whose prior lies in this row; 0 for none.
        priors: (n, A) float64, of which those of illegal actions mean nothing.
    """

    keys: Any
    priors: Any


class Policy(NamedTuple):
    """Compiled functions; see the module."""

    favour: Rule
    choose: Rule
    value: Rule


def make_network(views: np.ndarray, model: TrainedAgent | None) -> NetworkArrays:
    """The network of a model over a (1,) record of a view; an empty one without a model."""
    if model is not None:
        return model.arrays(views)
    nothing = np.zeros(0, np.float32)
    return NetworkArrays(
        numbers=views.view(np.int16).reshape(1, -1),
        layout=np.zeros((0, 6), np.int32),
        factors=nothing,
        parameters=nothing,
        sizes=np.zeros(0, np.int64),
        head=nothing,
        row=np.zeros((1, 0), np.float32),
        hidden=np.zeros((2, 0), np.float32),
    )


def make_memo(actions: int, model: TrainedAgent | None) -> Memo:
    """An empty memo for a model's priors over so many actions; one without rows if there is no model."""
    rows = 0 if model is None else REMEMBERED
    return Memo(keys=np.zeros(rows, np.uint64), priors=np.zeros((rows, actions)))


def make_policy(bot: Bot | None, read: Rule | None, has_prior: bool) -> Policy:
    """The policy of a compiled agent, of networks, or of an agent with networks as prior.

    Args:
        bot: the compiled agent.
        read: reads the networks' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
        has_prior: whether the networks are an agent's prior; else they only give the value.
    """
    if bot is None:
        assert read is not None  # one of the two is needed
        return network_policy(read)
    if read is None:
        return scripted_policy(bot)
    return advised_policy(bot, read) if has_prior else scripted_policy(bot)._replace(value=network_policy(read).value)


@rule
def key_of(numbers):
    """Key of a view's int16 values, never 0."""
    code = np.uint64(0)
    for number in numbers:
        code = append(code, np.uint16(number))
    return max(mix(code), np.uint64(1))


@rule
def no_value(view, mask, generator, network):
    """The value without a network."""
    return 0.0


def scripted_policy(bot: Bot) -> Policy:
    """The policy of a compiled agent: its choice has `FAVOUR` of the prior, all legal actions share the rest."""
    advise = adviser(bot)

    @rule
    def favour(state, view, mask, generator, network, memo, priors):
        favourite = advise(state, state.player, view, mask, generator)
        legal = 0
        for action in range(len(mask)):
            legal += mask[action]
        share = (1 - FAVOUR) / legal
        for action in range(len(mask)):
            priors[action] = share
        priors[favourite] = share + FAVOUR
        return favourite

    @rule
    def choose(state, view, mask, generator, network):
        return advise(state, state.player, view, mask, generator)

    return Policy(favour, choose, no_value)


def network_policy(read: Rule) -> Policy:
    """The policy of networks: the softmax of the legal actions' logits; all legal actions share `DOUBT` of the prior.

    Args:
        read: reads the models' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
    """
    ask = asker(read)

    @rule
    def value(view, mask, generator, network):
        return value_of(network.head, network.hidden[1 - ask(view, mask, generator, network)])

    @rule
    def think(view, mask, generator, network, priors):
        logits = network.hidden[ask(view, mask, generator, network)]
        best, legal, total = choose_legal(logits, mask, True, generator), 0, 0.0
        for action in range(len(mask)):
            if mask[action]:
                legal += 1
                priors[action] = math.exp(np.float64(logits[action]) - logits[best])
                total += priors[action]
        for action in range(len(mask)):
            if mask[action]:
                priors[action] = priors[action] * (1 - DOUBT) / total + DOUBT / legal

    @rule
    def favour(state, view, mask, generator, network, memo, priors):
        key = key_of(network.numbers[0])
        place = key % np.uint64(len(memo.keys))
        if memo.keys[place] != key:
            memo.keys[place] = key
            think(view, mask, generator, network, memo.priors[place])
        copy(memo.priors[place], priors)
        return choose_legal(priors, mask, True, generator)

    @rule
    def choose(state, view, mask, generator, network):
        return choose_legal(network.hidden[ask(view, mask, generator, network)], mask, False, generator)

    return Policy(favour, choose, value)


def advised_policy(bot: Bot, read: Rule) -> Policy:
    """The policy of a compiled agent with networks as prior: its choice has `FAVOUR`, the networks' softmax the rest.

    Args:
        bot: the compiled agent.
        read: reads the models' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
    """
    likely, _, value = network_policy(read)
    choose = scripted_policy(bot).choose

    @rule
    def favour(state, view, mask, generator, network, memo, priors):
        likely(state, view, mask, generator, network, memo, priors)
        for action in range(len(mask)):
            if mask[action]:
                priors[action] *= 1 - FAVOUR
        favourite = choose(state, view, mask, generator, network)
        priors[favourite] += FAVOUR
        return favourite

    return Policy(favour, choose, value)
