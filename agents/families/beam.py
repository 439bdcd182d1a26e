"""Beam search for a patience: looks ahead along the best lines by the game's own rules.

Moves are simulated in states filled from the view. A beam holds the best positions after a number of moves, their
costs, and the first action on the way to each of them. A lower cost is better.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game, arrays, rule

Rule = Callable[..., Any]

NONE = -1
KNOWN = 8192  # places for the codes of positions
PRIME = (1 << 31) - 1


@rule
def goes_on(state):
    """The ``ends`` of a game whose cards are all known: no line ends before its last move."""
    return False


def make_look_ahead(
    game: Game, read_view: Rule, narrow: Rule, weigh: Rule, code_of: Rule, ends: Rule = goes_on
) -> Rule:
    """A beam search for a game.

    Args:
        game: the game.
        read_view: ``read_view(view, state)`` fills a fresh state from the view.
        narrow: ``narrow(state, mask)`` removes legal actions that are not to be tried.
        weigh: ``weigh(state) -> int``: the cost of a position; lower is better.
        code_of: ``code_of(state) -> int64``, less than 2^62: a hash of the position.
        ends: ``ends(state) -> bool``: whether a line ends here, as the next move depends on an unknown card. Such a
            position takes no place in a beam.

    Returns:
        ``look_ahead(view, states, worths, firsts, ahead) -> action, gain``: the first action towards the best position
        after up to ``ahead`` moves, -1 if there is none, and the improvement of that position over this one. Scratch
        arguments: (3, width) fresh states, and the costs and first actions of two beams, (2, width) int64.
    """
    legal_actions, apply_action, num_actions = game.legal_actions, game.apply_action, len(game.actions)

    @rule
    def look_ahead(view, states: Any, worths: Any, firsts: Any, ahead: Any) -> Any:
        known, legal = arrays.zeros(KNOWN, np.int64), arrays.zeros(num_actions, np.int8)
        read_view(view, states[0, 0])
        remember(known, code_of(states[0, 0]))
        root_worth = weigh(states[0, 0])
        best, best_worth, kept = NONE, np.int64(1 << 30), 1
        for depth in range(ahead):
            now, later, found = depth % 2, 1 - depth % 2, 0
            for place in range(kept):
                legal[:] = 0
                legal_actions(states[now, place], legal)
                narrow(states[now, place], legal)
                for action in range(num_actions):
                    if legal[action] == 0:
                        continue
                    states[2, 0] = states[now, place]
                    state = states[2, 0]
                    apply_action(state, action)
                    first = action if depth == 0 else firsts[now, place]
                    if state.over and state.reward[0] > 0:
                        return first, root_worth
                    if state.over or not remember(known, code_of(state)):
                        continue
                    worth = weigh(state)
                    if worth < best_worth:
                        best, best_worth = first, worth
                    slot = NONE if ends(state) else find_slot(worths[later], found, worth)
                    if slot != NONE:
                        states[later, slot], worths[later, slot], firsts[later, slot] = state, worth, first
                        found = max(found, slot + 1)
            kept = found
        return best, root_worth - best_worth

    return look_ahead


@rule
def find_slot(worths, found, worth):
    """Index of a position in a beam: behind the last one, in place of the worst one, or none."""
    if found < len(worths):
        return found
    worst = np.argmax(worths)
    return worst if worth < worths[worst] else NONE


@rule
def remember(known, code):
    """Record a position; returns whether it is new. It may overwrite another one, which costs only time."""
    place = code % len(known)
    is_new = known[place] != code
    known[place] = code
    return is_new


@rule
def append(code, value):
    """The hash of a sequence of cards and small numbers, extended by a value of -1 or greater.

    Hashes are less than `PRIME`, so that products do not overflow 64 bits.
    """
    return (code * 128 + value + 1) % PRIME


@rule
def square(code):
    """A hash for sums: plain hashes of different sequences could have the same sum."""
    return code * code % PRIME
