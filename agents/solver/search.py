"""The search itself, one for all games: compiled, best first, over copies of a table's record.

What it knows of a position is a *node*: the position it came from and the action that led from there, 12 bytes in all.
The positions of the current line of play are kept as records, `states[0]` being the root. To go to another node is to
walk back to where the two lines part and to play on from there, so that memory grows with nodes, not with records, and
a node near the current one is near at hand. Where `Hints.turn` may come before an action, its number is kept with it:
``turns * actions + action``.

Which node is next is told by its *worth*, a small number that a game's `Hints.judge` gives, smaller being better; of
equal ones the latest is next. So a judge that counts the cards still to be played makes it a depth-first search.

A position is known by a 64-bit key, and two positions with the same key are taken for one. Among n positions that
happens with a probability of about n²/2⁶⁵: 3 in 100 million deals of a million positions each. Nothing but such an
accident, which moreover has to hide the only way to win, can make a lost deal of one that can be won; a won deal is
always one, as its moves are played again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import rule

Rule = Callable[..., Any]

RUNNING, WON, LOST, OPEN = range(4)  # what `advance` answers

HOPELESS = -1  # in place of a worth: the position cannot be won
WORTHS = 4096  # a worth is less

NODE = np.dtype((np.record, [("parent", np.int32), ("following", np.int32), ("action", np.int16), ("depth", np.int16)]))
PROGRESS = np.dtype(
    (
        np.record,
        [
            ("known", np.int64),  # positions seen: the entries of the table
            ("nodes", np.int64),  # those of them that may be won
            ("best", np.int64),  # no waiting node has a smaller worth
            ("node", np.int64),  # whose successors were looked at last
            ("depth", np.int64),  # of that node
            ("action", np.int64),  # the last of its actions that was tried, with its turns
            ("cut", np.int64),  # whether anything was left out: then the search cannot show that a deal is lost
        ],
    )
)
NO_NODE = NO_ACTION = -1


@dataclass(frozen=True)
class Hints:
    """What the search has to be told about a game. All but `key` and `judge` has a default.

    Attributes:
        key: ``key(state) -> uint64``: equal for positions that can be won in the same way, such as those that differ
            only in the order of columns; else different, but for accidents.
        judge: ``judge(state, weights, scratch) -> int``: how far a position is from being won, 0 .. `WORTHS` - 1, or
            `HOPELESS`, but only if it surely cannot be won.
        narrow: ``narrow(state, mask)``: takes actions out of the legal ones, never all that win if any does.
        weights: rows of small numbers that `judge` may use. The search starts anew with each of them in turn, since
            what one does not find another one may.
        turn: an action that may come any number of times before another one, without a position of its own for each:
            what is legal before it stays legal and leads to the same. Such is to turn a card of the stock, where it
            comes again.
        turns: ``turns(state) -> int``: how many times in a row it may bring anything new.
        scratch: how many int64 `judge` needs to work with.
        moves: a bound on the moves of a game, unless an option ``max_steps`` tells it.
        nodes: positions that a deal may take by default.
        widths: of the beams that look for a way to win, with each row of weights; see `beam`. Only without ``turn``.
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
    """What `Hints.narrow` is where all legal actions are tried."""


@rule
def never(state):
    """What `Hints.turns` is where there is no such action."""
    return 0


@rule
def remember(table, value):
    """Enter a key into the table (open addressing, never full); whether it is new."""
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
    """Let a position wait for its turn, before all others of its worth."""
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
    """Take the best waiting node, or `NO_NODE`."""
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
        weights, scratch: what the game's hints judge by.
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
    """The search for a game.

    Args:
        legal_actions: of the game.
        apply: ``apply(state, action)``: a full step of the engine.
        hints: about the game.

    Returns:
        ``advance(most, search)``, which looks at up to ``most`` nodes of a `Search` and answers `RUNNING`, `WON`,
        `LOST` or `OPEN`. When it is won, ``progress.action`` wins after ``progress.node``.
    """
    key, judge, narrow = hints.key, hints.judge, hints.narrow or leave_all
    turn, turns = hints.turn, hints.turns or never

    @rule
    def go_to(node, states, line, nodes, actions, progress):
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

    def advance(most, search):
        states, turned, line, mask, tried, table, nodes, heads, weights, scratch, progresses = search
        progress = progresses[0]
        if progress.known == 0:
            progress.known = 1
            remember(table, key(states[0]))
            worth = judge(states[0], weights, scratch)
            if worth != HOPELESS:
                line[0] = 0
                add_node(nodes, heads, progress, NO_NODE, 0, 0, worth)
        for _ in range(most):
            node = next_node(nodes, heads, progress)
            if node == NO_NODE:
                return OPEN if progress.cut else LOST
            depth = go_to(node, states, line, nodes, len(mask), progress)
            if depth + 1 == len(states):
                progress.cut = 1
                continue
            tried[:] = 0
            turned[0] = states[depth]
            for number in range(turns(states[depth]) + 1):
                if number > 0:
                    if mask[turn] == 0:
                        break
                    apply(turned[0], turn)
                    if turned[0].over:
                        progress.cut |= turned[0].truncated
                        break
                mask[:] = 0
                legal_actions(turned[0], mask)
                narrow(turned[0], mask)
                for action in range(len(mask)):
                    if mask[action] == 0 or tried[action] or action == turn:
                        continue
                    tried[action] = 1
                    states[depth + 1] = turned[0]
                    state = states[depth + 1]
                    apply(state, action)
                    made = number * len(mask) + action
                    if state.over:
                        if state.truncated:
                            progress.cut = 1
                        elif state.reward[0] > 0:
                            progress.action = made
                            return WON
                        continue
                    if progress.known == len(nodes):
                        return OPEN
                    if remember(table, key(state)):
                        progress.known += 1
                        worth = judge(state, weights, scratch)
                        if worth != HOPELESS:
                            add_node(nodes, heads, progress, node, made, depth + 1, worth)
        return RUNNING

    return advance
