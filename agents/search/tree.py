"""Tree search for all games: compiled, over copies of a table's record, in a preallocated tree.

A *world* is a copy of the table with everything hidden from the searching seat drawn again. A *simulation* takes a
world down the tree from one of the root's actions and adds one node. A rollout with a scripted or trained agent in
every seat follows, and each seat's gain is added to the nodes of the path. Worlds share one tree (Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", 2012). A node is a sequence of actions since the root. It counts
the simulations in which its action was legal, since not every world offers it. Each seat maximises its own gain
(max-n), so that partners, whose gains are equal, help each other; in a cooperative game all seats are partners.

Selection balances gain and exploration as in Rosin, "Multi-armed bandits with episode context" (2011) and AlphaZero. An
action's bound is its mean gain so far, plus ``exploration * spread * prior * sqrt(offers) / (1 + visits)``. The prior
comes from a `Policy`: a scripted agent's choice, or a trained agent's network. ``spread`` is the standard deviation of
the gains so far, so that nothing depends on the scale of rewards.

In single-player games that are rarely won, simulations that are all lost would give no signal. The gain of such a game
is its reward plus the score's share of the maximum, to the power of `PROGRESS`.

The root's actions are not chosen here: see `cardzoo.agents.search.agent`.
"""

from typing import Any, NamedTuple

import numpy as np

from cardzoo.agents.search.policy import Memo, Policy, Rule
from cardzoo.agents.trained import NetworkArrays
from cardzoo.envs.engine import Game, rng, rule
from cardzoo.envs.engine.compiling import inlined_rule

NODE = np.dtype(
    (
        np.record,
        [
            ("child", np.int32),  # the first child
            ("sibling", np.int32),  # the next sibling
            ("offers", np.int32),  # simulations in which its action was legal
            ("visits", np.int32),  # simulations in which its action was taken
            ("action", np.int16),
            ("seat", np.int16),  # the seat that takes the action
            ("gain", np.float64),  # gain of that seat, summed over the visits
        ],
    )
)
SEARCH = np.dtype(
    (
        np.record,
        [
            ("nodes", np.int64),  # in use; the first one is the root
            ("steps", np.int64),  # actions played in all simulations
            ("gains", np.float64),  # of all seats in all simulations: their number, sum and sum of squares
            ("total", np.float64),
            ("squares", np.float64),
            ("cut", np.int64),  # actions after which a simulation is cut; 0 for never
            ("sides", np.int64),  # of the table
            ("value", np.float64),  # of the present simulation where it was cut, for the searching seat
        ],
    )
)


class Tree(NamedTuple):
    """A tree and the scratch space of its simulations.

    Attributes:
        nodes: (most,) records of `NODE`.
        search: (1,) record of `SEARCH`.
        tables, views, mask, priors, gains, generator: scratch: (1,) records of the game's tables and views, (A,) int8,
            (A,) float64, (seats,) float64, (1,) record of `cardzoo.envs.engine.rng.GENERATOR`.
        path: (longest line,) int64, scratch.
        blank_view: (1,) record.
        network: arrays of the trained agent's network over the view.
        memo: priors of that network.
    """

    nodes: Any
    search: Any
    tables: Any
    views: Any
    mask: Any
    priors: Any
    gains: Any
    generator: Any
    path: Any
    blank_view: Any
    network: NetworkArrays
    memo: Memo


NO_NODE = -1
ROOT = 0
PROGRESS = 8  # high, so that a position far from a win is worth almost nothing
LUCK_APART = np.uint64(1 << 62)  # between the seeds of the tables and of the scripted agents


@rule
def new_node(nodes, search, parent, seat, action):
    """Add a node without visits; there must be room."""
    number = search.nodes
    node = nodes[number]
    node.child, node.sibling = NO_NODE, nodes[parent].child
    node.offers, node.visits = 1, 0
    node.action, node.seat, node.gain = action, seat, 0.0
    nodes[parent].child = number
    search.nodes += 1
    return number


@rule
def spread(search):
    """The standard deviation of the gains so far; 1 before the first one."""
    if search.gains == 0:
        return 1.0
    mean = search.total / search.gains
    return np.sqrt(max(search.squares / search.gains - mean * mean, 1e-12))


@rule
def descend(nodes, search, parent, mask, seat, priors, favourite, weight, generator):
    """The child whose action has the best bound; a new node without visits if the action is untried.

    ``mask`` holds the legal actions; the tried ones are cleared. ``favourite`` is the action of the highest prior,
    ``weight`` the weight of exploration: ``exploration`` times `spread`.
    """
    best, best_bound = NO_NODE, -np.inf
    visits, gain = 0, 0.0
    child = nodes[parent].child
    while child != NO_NODE:
        node = nodes[child]
        if mask[node.action]:
            mask[node.action] = 0
            node.offers += 1
            visits += node.visits
            gain += node.gain
            bound = node.gain / node.visits + weight * priors[node.action] * np.sqrt(node.offers) / (1 + node.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = node.sibling
    untried = favourite if mask[favourite] else likeliest(mask, priors, generator)
    if untried < 0:
        return best
    mean = gain / visits if visits > 0 else 0.0
    if best == NO_NODE or mean + weight * priors[untried] * np.sqrt(visits) > best_bound:
        return new_node(nodes, search, parent, seat, untried)
    return best


@rule
def likeliest(mask, priors, generator):
    """The legal action of the highest prior, at random among equal ones; -1 if none is legal."""
    most, equals = -1.0, 0
    for action in range(len(mask)):
        if mask[action]:
            if priors[action] > most:
                most, equals = priors[action], 1
            elif priors[action] == most:
                equals += 1
    if equals == 0:
        return -1
    skipped = rng.below(generator, equals)
    for action in range(len(mask)):
        if mask[action] and priors[action] == most:
            if skipped == 0:
                return action
            skipped -= 1
    return -1


@inlined_rule
def record(tree, length, seats):
    """Add the gains of a simulation to the nodes of its path, and to the sums of the search."""
    search = tree.search[0]
    for place in range(length):
        node = tree.nodes[tree.path[place]]
        node.visits += 1
        node.gain += tree.gains[node.seat]
    for seat in range(seats):
        search.gains += 1
        search.total += tree.gains[seat]
        search.squares += tree.gains[seat] * tree.gains[seat]


def make_simulate(game: Game, policy: Policy) -> Rule:
    """The compiled simulations of a game.

    Args:
        game: the game.
        policy: policy prior in the tree and rollout policy.

    Returns:
        ``simulate(first, last, actions, worlds, seed, tree, exploration, depth, results)``, which runs the rounds
        ``first`` to ``last`` - 1 on a `Tree`. Each round has one simulation from each of the root's ``actions`` (n,).
        All have the same world and the same random numbers, so that their gains may be compared in pairs.
        ``results[action, round]`` is the searching seat's gain. It returns the number of the first round that was not
        run because the tree was full. After ``depth`` actions a simulation ends with the gains so far; after ``cut``
        ones, with those and the value that the policy gives to what the searching seat sees at its next decision.
    """
    play_out, settle = _play_out(game, policy), _settle(game)
    is_common = game.cooperative

    def simulate(first, last, actions, worlds, seed, tree, exploration, depth, results):
        search, generator, state = tree.search[0], tree.generator[0], tree.tables[0]
        player = worlds[0].player
        for number in range(first, last):
            if search.nodes + len(actions) > len(tree.nodes):
                return number
            for action in actions:
                tree.tables[0] = worlds[number % len(worlds)]
                state.seed = seed + np.uint64(number)  # the future is unknown, but the same for all actions
                generator.seed = seed + LUCK_APART + np.uint64(number)
                state.draws = generator.draws = 0
                length = play_out(tree, ROOT + 1 + action, exploration, depth)
                settle(worlds[number % len(worlds)], state, tree.gains, search.cut > 0)
                for seat in range(state.num_players):  # all sides are of one size, and their values add up to 0
                    is_own = is_common or (seat - player) % search.sides == 0
                    tree.gains[seat] += search.value if is_own else -search.value / (search.sides - 1)
                record(tree, length, state.num_players)
                results[action, number] = tree.gains[player]
        return last

    return simulate


def _play_out(game: Game, policy: Policy) -> Rule:
    """``play_out(tree, node, exploration, depth)``: plays a simulation from a child of the root.

    It fills the gains and the path, and returns the path's length.
    """
    legal_actions, observe, apply, hands_over = game.legal_actions, game.observe, game.kernels.apply, game.hands_over
    favour, choose, value = policy

    @inlined_rule
    def play(tree, action):
        state = tree.tables[0]
        apply(state, action)
        for seat in range(state.num_players):
            tree.gains[seat] += state.reward[seat]

    @inlined_rule
    def look(tree):
        state = tree.tables[0]
        tree.mask[:] = 0
        legal_actions(state, tree.mask)
        tree.views[0] = tree.blank_view[0]
        observe(state, state.player, tree.views[0])

    @inlined_rule
    def play_out(tree, node, exploration, depth):
        nodes, path, mask, priors, network = tree.nodes, tree.path, tree.mask, tree.priors, tree.network
        search, state, view, generator = tree.search[0], tree.tables[0], tree.views[0], tree.generator[0]
        hands = hands_over(state)
        tree.gains[:] = 0
        search.value, player = 0.0, nodes[node].seat
        path[0] = node
        length = 1
        play(tree, nodes[node].action)
        while nodes[node].visits > 0 and not state.over and hands_over(state) == hands and length < len(path):
            look(tree)
            favourite = favour(state, view, mask, generator, network, tree.memo, priors)
            weight = exploration * spread(search)
            node = descend(nodes, search, node, mask, state.player, priors, favourite, weight, generator)
            path[length] = node
            length += 1
            play(tree, nodes[node].action)
        steps = length
        while not state.over and hands_over(state) == hands and steps < depth:
            look(tree)
            if search.cut and steps >= search.cut and state.player == player:
                search.value = value(view, mask, generator, network)
                break
            play(tree, choose(state, view, mask, generator, network))
            steps += 1
        search.steps += steps
        return length

    return play_out


def _settle(game: Game) -> Rule:
    """``settle(before, state, gains, is_cut)``: turns the rewards of a simulation into its gains, see the module.

    Simulations that are cut have values of networks, which show progress themselves.
    """
    stakes_of, is_match, is_common = game.stakes_of, game.match is not None, game.cooperative
    counts_progress = game.seats == 1 and not game.for_points

    @rule
    def settle(before, state, gains, is_cut):
        if counts_progress and not is_cut:
            gains[0] += (state.score[0] / state.score_range) ** PROGRESS
        if is_match:  # the gain of a hand is its result, above the table's mean if it is not common
            mean = 0.0
            for seat in range(state.num_players):
                gains[seat] = float(stakes_of(state, seat)) - float(stakes_of(before, seat))
                mean += gains[seat] / state.num_players
            for seat in range(state.num_players):
                gains[seat] -= 0.0 if is_common else mean

    return settle
