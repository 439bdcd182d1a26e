"""The search itself, one for all games: compiled, over copies of a table's record in a tree allocated beforehand.

A *world* is a copy of the table in which all that the searching seat cannot know has been drawn again. A *simulation*
takes a world down the tree, adds one node to it, plays the game on with a scripted agent in every seat, and adds what
each seat has gained to the nodes on its way. Worlds share one tree, as Cowling, Powley and Whitehouse, "Information
Set Monte Carlo Tree Search" (2012) have it: a node is what has been done since the root, and counts how often its
action was legal when its parent was left, since not every world offers it. Each seat is taken to seek its own gain
(max-n), so that partners, who gain alike, help each other.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game, rng, rule

Rule = Callable[..., Any]

NODE = np.dtype(
    (
        np.record,
        [
            ("child", np.int32),  # the first one
            ("sibling", np.int32),  # the next one
            ("offers", np.int32),  # simulations in which its action was legal
            ("visits", np.int32),  # simulations in which its action was taken
            ("action", np.int16),
            ("seat", np.int16),  # who takes the action
            ("gain", np.float64),  # of that seat, summed over the visits
        ],
    )
)
SEARCH = np.dtype(
    (
        np.record,
        [
            ("nodes", np.int64),  # in use; the first one is the root
            ("simulations", np.int64),
            ("steps", np.int64),  # actions played in all of them
            ("least", np.float64),  # gain of any seat so far
            ("most", np.float64),
        ],
    )
)
NO_NODE = -1
ROOT = 0


@rule
def new_node(nodes, search, seat, action):
    """A node without visits; the caller knows that there is room."""
    number = search.nodes
    node = nodes[number]
    node.child = node.sibling = NO_NODE
    node.offers = node.visits = 0
    node.action, node.seat, node.gain = action, seat, 0.0
    search.nodes += 1
    return number


@rule
def choose_child(nodes, search, parent, mask, exploration):
    """The legal child with the best upper confidence bound, `NO_NODE` without any; their offers are counted.

    Gains are scaled to 0 .. 1 by the least and the most that any seat has had in this search.
    """
    best, best_bound = NO_NODE, -1.0
    span = max(search.most - search.least, 1e-9)
    child = nodes[parent].child
    while child != NO_NODE:
        node = nodes[child]
        if mask[node.action]:
            node.offers += 1
            mean = (node.gain / node.visits - search.least) / span
            bound = mean + exploration * np.sqrt(np.log(node.offers) / node.visits)
            if bound > best_bound:
                best, best_bound = child, bound
            mask[node.action] = 2
        child = node.sibling
    return best


@rule
def draw_untried(mask, generator):
    """A random legal action that no child stands for, -1 without any; marks of `choose_child` are taken back."""
    chosen, number = -1, 0
    for action in range(len(mask)):
        if mask[action] == 1:
            number += 1
            if rng.below(generator, number) == 0:
                chosen = action
        elif mask[action] == 2:
            mask[action] = 1
    return chosen


def make_simulate(game: Game, bot: Rule) -> Rule:
    """The search for a game.

    Args:
        game: the game.
        bot: the compiled agent that plays on from a new node.

    Returns:
        ``simulate(count, worlds, table, blank_view, views, mask, nodes, path, gains, generators, search, exploration,
        depth)``, which runs up to ``count`` simulations and stops early when ``nodes`` are used up. ``worlds`` are
        taken in turn; ``table`` and ``views`` are (1,) scratch records, ``path`` (longest line,), ``gains`` (seats,).
        Beyond ``depth`` actions a simulation ends as it stands.
    """
    legal_actions, observe, apply = game.legal_actions, game.observe, game.kernels.apply
    hands_over = game.hands_over

    @rule
    def play_on(state, blank_view, views, mask, generator, gains, hands, steps, depth):
        while not state.over and hands_over(state) == hands and steps < depth:
            mask[:] = 0
            legal_actions(state, mask)
            views[0] = blank_view[0]
            observe(state, state.player, views[0])
            apply(state, bot(views[0], mask, generator))
            steps += 1
            for seat in range(state.num_players):
                gains[seat] += state.reward[seat]
        return steps

    def simulate(
        count,
        worlds,
        table,
        blank_view,
        views,
        mask,
        nodes,
        path,
        gains,
        generators,
        searches,
        exploration,
        depth,
    ):
        search, generator = searches[0], generators[0]
        hands = hands_over(worlds[0])
        for _ in range(count):
            if search.nodes == len(nodes):
                return
            table[0] = worlds[search.simulations % len(worlds)]
            state = table[0]
            state.seed = rng.draw(generator) << np.uint64(32) | rng.draw(generator)  # what is to come is not known
            state.draws = 0
            gains[:] = 0
            node, steps, length = ROOT, 0, 0
            growing = True
            while growing and not state.over and hands_over(state) == hands and length < len(path):
                mask[:] = 0
                legal_actions(state, mask)
                child = choose_child(nodes, search, node, mask, exploration)
                action = draw_untried(mask, generator)
                if action >= 0:
                    child = new_node(nodes, search, state.player, action)
                    nodes[child].offers = 1
                    nodes[child].sibling = nodes[node].child
                    nodes[node].child = child
                    growing = False
                node = path[length] = child
                length += 1
                apply(state, nodes[node].action)
                steps += 1
                for seat in range(state.num_players):
                    gains[seat] += state.reward[seat]
            steps = play_on(state, blank_view, views, mask, generator, gains, hands, steps, depth)
            for place in range(length):
                node = path[place]
                nodes[node].visits += 1
                nodes[node].gain += gains[nodes[node].seat]
            for seat in range(state.num_players):
                search.least = min(search.least, gains[seat])
                search.most = max(search.most, gains[seat])
            search.simulations += 1
            search.steps += steps

    return simulate
