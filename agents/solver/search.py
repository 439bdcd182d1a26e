"""Best-first search for all games: compiled, over copies of a table's record.

A position is stored as a *node*: its parent and the action that led from there, 12 bytes in all. The positions of the
current line are kept as records; `states[0]` is the root. To visit another node, the search returns to the last common
position and plays the actions from there. So memory grows with nodes, not with records, and nearby nodes are quick to
visit. If `Hints.turn` may come before an action, the number of turns is kept with it: ``turns * actions + action``.

The next node is the one of the smallest *worth*, a small number from the game's `Hints.judge`; of equal ones the
latest. So a judge that counts the cards still to be played makes it a depth-first search.

A position is identified by a 64-bit key, and two positions with the same key count as one. Among n positions such a
collision has a probability of about n²/2⁶⁵: 3 in 100 million deals of a million positions each. A deal that can be won
is reported as lost only if a collision hides the only winning line. A won deal is always won, as its moves are
replayed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.compiling import inlined_rule

Rule = Callable[..., Any]

RUNNING, WON, LOST, OPEN = range(4)  # results of `advance`

HOPELESS = -1  # instead of a worth: the position cannot be won
WORTHS = 4096  # exclusive bound of worths

NODE = np.dtype((np.record, [("parent", np.int32), ("following", np.int32), ("action", np.int16), ("depth", np.int16)]))
PROGRESS = np.dtype(
    (
        np.record,
        [
            ("known", np.int64),  # positions seen: the entries of the table
            ("nodes", np.int64),  # positions among them that may be won
            ("best", np.int64),  # lower bound of the waiting nodes' worths
            ("node", np.int64),  # the node expanded last
            ("depth", np.int64),  # its depth
            ("action", np.int64),  # its last tried action, with its turns
            ("cut", np.int64),  # 1 if the search was cut anywhere: then it cannot prove that a deal is lost
        ],
    )
)
NO_NODE = NO_ACTION = -1


@dataclass(frozen=True)
class Hints:
    """A game's hints for the search. All but `key` and `judge` have defaults.

    Attributes:
        key: ``key(state) -> uint64``: equal for positions that can be won in the same way, such as those that differ
            only in the order of columns; else different, except for collisions.
        judge: ``judge(state, weights, scratch) -> int``: distance of a position from a win, 0 .. `WORTHS` - 1, or
            `HOPELESS` if it certainly cannot be won.
        narrow: ``narrow(state, mask)``: removes legal actions, but never all winning ones.
        weights: rows of small numbers that `judge` may use. The search restarts with each row in turn, since one may
            find a win that another misses.
        turn: an action that may come any number of times before another one, without a node for each. Actions that are
            legal before it stay legal and have the same effect. An example is to turn a card of a stock with several
            passes.
        turns: ``turns(state) -> int``: number of successive turns that may bring anything new.
        scratch: number of int64 in `judge`'s scratch space.
        moves: bound on the moves of a game without an option ``max_steps``.
        nodes: default maximum of positions for a deal.
        widths: widths of the beam searches, with each row of weights; see `beam`. Only without ``turn``.
        stage: ``stage(state) -> int``, for beams: positions of a later stage wait for those of the present one.
    """

    key: Rule
    judge: Rule
    narrow: Rule | None = None
    weights: tuple[tuple[int, ...], ...] = ((),)
    turn: int = NO_ACTION
    turns: Rule | None = None
    scratch: int = 1
    moves: int = 1000
    nodes: int = 1_000_000
    widths: tuple[int, ...] = ()
    stage: Rule | None = None


@rule
def leave_all(state, mask):
    """Default of `Hints.narrow`: all legal actions are tried."""


@rule
def never(state):
    """Default of `Hints.turns`: there is no such action."""
    return 0


@rule
def remember(table, value):
    """Enter a key into the table (open addressing, never full); returns whether it is new."""
    if value == 0:
        value = np.uint64(1)  # 0 marks a free place
    last = np.uint64(len(table) - 1)
    place = value & last
    while table[place] != 0:
        if table[place] == value:
            return False
        place = (place + np.uint64(1)) & last
    table[place] = value
    return True


@rule
def add_node(nodes, heads, progress, parent, action, depth, worth):
    """Add a position to the queue, before all others of its worth."""
    node = nodes[progress.nodes]
    node.parent = parent
    node.action = action
    node.depth = depth
    node.following = heads[worth]
    heads[worth] = progress.nodes
    progress.nodes += 1
    progress.best = min(progress.best, worth)


@rule
def next_node(nodes, heads, progress):
    """Remove the best waiting node and return it, or `NO_NODE`."""
    while progress.best < WORTHS and heads[progress.best] == NO_NODE:
        progress.best += 1
    if progress.best == WORTHS:
        return np.int64(NO_NODE)
    node = np.int64(heads[progress.best])
    heads[progress.best] = nodes[node].following
    return node


class Search(NamedTuple):
    """A search for a way to win.

    Attributes:
        states: (longest line + 1,) tables' records, the root first.
        turned: (1,) table's record, scratch.
        line: (longest line + 1,) int64, the node of each state; at first `NO_NODE`.
        mask, tried: (A,) int8, scratch.
        table: (a power of two,) uint64, the keys of known positions; at first 0.
        nodes: (most,) records of `NODE`.
        heads: (worths,) the first open node of each worth; at first `NO_NODE`.
        weights, scratch: arguments of the game's judge.
        progress: (1,) record of `PROGRESS`; at first 0.
    """

    states: Any
    turned: Any
    line: Any
    mask: Any
    tried: Any
    table: Any
    nodes: Any
    heads: Any
    weights: Any
    scratch: Any
    progress: Any


def make_advance(legal_actions: Rule, apply: Rule, hints: Hints) -> Rule:
    """The compiled search for a game.

    Args:
        legal_actions: the game's rule.
        apply: ``apply(state, action)``: a full step of the engine.
        hints: the game's hints.

    Returns:
        ``advance(most, search)``, which expands up to ``most`` nodes of a `Search` and returns `RUNNING`, `WON`,
        `LOST` or `OPEN`. When it is won, ``progress.action`` wins after ``progress.node``.
    """
    enter = _enter(hints)
    expand = _expand(legal_actions, apply, hints, enter)

    def advance(most, search):
        progress = search.progress[0]
        if progress.known == 0:
            search.line[0] = 0
            enter(search, NO_NODE, 0, 0)
        for _ in range(most):
            node = next_node(search.nodes, search.heads, progress)
            if node == NO_NODE:
                return OPEN if progress.cut else LOST
            answer = expand(search, node)
            if answer != RUNNING:
                return answer
        return RUNNING

    return advance


def _enter(hints: Hints) -> Rule:
    """``enter(search, parent, action, depth)``: adds the position at a depth, if it is new and may be won."""
    key, judge = hints.key, hints.judge

    @inlined_rule
    def enter(search, parent, action, depth):
        state, progress = search.states[depth], search.progress[0]
        if remember(search.table, key(state)):
            progress.known += 1
            worth = judge(state, search.weights, search.scratch)
            if worth != HOPELESS:
                add_node(search.nodes, search.heads, progress, parent, action, depth, worth)

    return enter


def _go_to(apply: Rule, turn: int) -> Rule:
    """``go_to(search, node)``: plays to a node from the last common position; returns its depth."""

    @inlined_rule
    def go_to(search, node):
        states, line, nodes, progress = search.states, search.line, search.nodes, search.progress[0]
        actions = len(search.mask)
        depth = np.int64(nodes[node].depth)
        shared, at = depth, node
        while shared > progress.depth or line[shared] != at:
            line[shared] = at
            at = np.int64(nodes[at].parent)
            shared -= 1
        while shared < depth:
            states[shared + 1] = states[shared]
            action = np.int64(nodes[line[shared + 1]].action)
            for _ in range(action // actions):
                apply(states[shared + 1], turn)
            apply(states[shared + 1], action % actions)
            shared += 1
        progress.node = node
        progress.depth = depth
        return depth

    return go_to


def _expand(legal_actions: Rule, apply: Rule, hints: Hints, enter: Rule) -> Rule:
    """``expand(search, node)``: enters all positions after a node; returns `RUNNING`, `WON` or `OPEN`."""
    narrow, turn, turns = hints.narrow or leave_all, hints.turn, hints.turns or never
    go_to = _go_to(apply, turn)

    @inlined_rule
    def take_turn(search):
        state = search.turned[0]
        if search.mask[turn] == 0:
            return False
        apply(state, turn)
        if state.over:
            search.progress[0].cut |= state.truncated
        return not state.over

    @inlined_rule
    def visit(search, node, depth, made):
        state, progress = search.states[depth], search.progress[0]
        search.states[depth] = search.turned[0]
        apply(state, made % len(search.mask))
        if state.over:
            if state.truncated:
                progress.cut = 1
            elif state.reward[0] > 0:
                progress.action = made
                return WON
            return RUNNING
        if progress.known == len(search.nodes):
            return OPEN
        enter(search, node, made, depth)
        return RUNNING

    @inlined_rule
    def expand(search, node):
        mask, tried, turned = search.mask, search.tried, search.turned
        depth = go_to(search, node)
        if depth + 1 == len(search.states):
            search.progress[0].cut = 1
            return RUNNING
        tried[:] = 0
        turned[0] = search.states[depth]
        for number in range(turns(search.states[depth]) + 1):
            if number > 0 and not take_turn(search):
                break
            mask[:] = 0
            legal_actions(turned[0], mask)
            narrow(turned[0], mask)
            for action in range(len(mask)):
                if mask[action] and not tried[action] and action != turn:
                    tried[action] = 1
                    answer = visit(search, node, depth + 1, number * len(mask) + action)
                    if answer != RUNNING:
                        return answer
        return RUNNING

    return expand
