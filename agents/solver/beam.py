"""Beam search: the best positions after a number of moves are kept, all others are dropped.

It finds wins that are many moves away, as in Spider, where the best-first search exhausts the early moves. A dropped
position may win too, so it never proves that a deal is lost.

A game may have stages with incomparable worths, such as the rows that Spider's stock deals. Positions of the next stage
wait until the present one finds nothing better; then the best of them form the beam.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cardzoo.agents.solver.search import HOPELESS, Hints, leave_all, remember
from cardzoo.envs.engine import Game, rule

Rule = Callable[..., Any]

PATIENCE = 30  # moves without a better position after which a stage is over
NOBODY = -1  # parent of the first position


class Found(NamedTuple):
    """Positions found by a step of the beam.

    Attributes:
        parents: (most,) int32: the beam's position before each.
        actions: (most,) int16: the action that leads to it.
        worths: (most,) int32: its worth; smaller is better.
        later: (most,) bool: True if it is of a later stage.
    """

    parents: np.ndarray
    actions: np.ndarray
    worths: np.ndarray
    later: np.ndarray


class Beam(NamedTuple):
    """Positions kept in a beam.

    Attributes:
        states: (n,) tables' records.
        worths: (n,) int32, their worths.
        numbers: (n,) int64, their numbers in `Line`.
    """

    states: np.ndarray
    worths: np.ndarray
    numbers: np.ndarray


class Line:
    """Parents and actions of all positions that were ever in a beam."""

    def __init__(self) -> None:
        self._parents = [np.array([NOBODY])]
        self._actions = [np.array([NOBODY])]
        self._known = 1  # the first position

    def add(self, parents: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Add positions by their parents' numbers; returns their own numbers."""
        self._parents.append(parents)
        self._actions.append(actions)
        self._known += len(parents)
        return np.arange(self._known - len(parents), self._known)

    def actions(self, number: int) -> list[int]:
        """The actions from the first position to one of the others."""
        parents, actions, made = np.concatenate(self._parents), np.concatenate(self._actions), []
        while parents[number] != NOBODY:
            made.append(int(actions[number]))
            number = parents[number]
        return made[::-1]


@rule
def no_stage(state):
    """Default of `Hints.stage`: all positions are comparable."""
    return 0


class BeamSearch:
    """Beam searches in one game.

    Args:
        game: the game.
        hints: the game's hints, without ``turn``.
    """

    def __init__(self, game: Game, hints: Hints) -> None:
        modules = sorted({hint.__module__ for hint in (hints.key, hints.judge, hints.narrow, hints.stage) if hint})
        functions = _make_extend(game, hints), _make_follow(game)
        self._extend, self._follow = (
            game.kernels.compile(f"solve-{function.__name__}", function, __name__, *modules) for function in functions
        )
        self._dtype = game.dtype
        self._actions = len(game.actions)
        self._scratch = np.zeros(hints.scratch, np.int64)

    def search(
        self, records: np.ndarray, weights: np.ndarray, width: int, most: int, enough: Callable[[], bool]
    ) -> tuple[list[int], int]:
        """Look for a way to win.

        Args:
            records: (1,) the table's record.
            weights: weights of the judge.
            width: number of positions that are kept.
            most: maximum of positions.
            enough: called from time to time; True stops the search.

        Returns:
            The winning actions, none if it found no way, and the number of positions visited.
        """
        known = np.zeros(1 << (2 * most - 1).bit_length(), np.uint64)
        found = Found(*(np.zeros(most, kind) for kind in (np.int32, np.int16, np.int32, np.bool_)))
        mask, tried = np.zeros(self._actions, np.int8), np.zeros(1, self._dtype)
        line, looked_at = Line(), 0
        beam = waiting = Beam(records.copy(), np.zeros(1, np.int32), np.zeros(1, np.int64))
        while len(beam.states):  # a stage
            waiting, best, waited = self._none(), np.iinfo(np.int32).max, 0
            while len(beam.states) and waited < PATIENCE:
                room = most - looked_at
                count, winner = self._extend(beam.states, room, mask, tried, known, weights, self._scratch, *found)
                looked_at += count
                if winner >= 0:
                    numbers = line.add(beam.numbers[[winner]], found.actions[[count]])
                    return line.actions(numbers[0]), looked_at
                if count == room or enough():
                    return [], looked_at
                later = self._step(beam, found, np.flatnonzero(found.later[:count]), width, line)
                waiting = _best_of(width, waiting, later)
                beam = self._step(beam, found, np.flatnonzero(~found.later[:count]), width, line)
                least = beam.worths.min(initial=best)
                waited = waited + 1 if least == best else 0
                best = least
            beam = waiting
        return [], looked_at

    def _none(self) -> Beam:
        return Beam(np.zeros(0, self._dtype), np.zeros(0, np.int32), np.zeros(0, np.int64))

    def _step(self, beam: Beam, found: Found, places: np.ndarray, width: int, line: Line) -> Beam:
        """The beam of the best positions found at some places."""
        best = places[np.argsort(found.worths[places], kind="stable")[:width]]
        parents, actions = found.parents[best], found.actions[best]
        states = np.zeros(len(best), self._dtype)
        self._follow(beam.states, parents, actions, states)
        return Beam(states, found.worths[best], line.add(beam.numbers[parents], actions))


def _best_of(width: int, *beams: Beam) -> Beam:
    """The best positions of some beams, in one."""
    states, worths, numbers = (np.concatenate(parts) for parts in zip(*beams, strict=True))
    best = np.argsort(worths, kind="stable")[:width]
    return Beam(states[best], worths[best], numbers[best])


def _make_extend(game: Game, hints: Hints) -> Rule:
    """``extend(states, most, mask, tried, known, weights, scratch, parents, actions, worths, later) -> count, winner``.

    It finds up to ``most`` new positions one move after some states; ``known`` is the table of keys. If a move wins,
    the winner is the state before it and the move stands in ``actions`` behind the others; else the winner is -1.
    """
    key, judge, narrow, stage = hints.key, hints.judge, hints.narrow or leave_all, hints.stage or no_stage
    legal_actions, apply = game.legal_actions, game.kernels.apply

    def extend(states, most, mask, tried, known, weights, scratch, parents, actions, worths, later):
        count = 0
        for parent in range(len(states)):
            mask[:] = 0
            legal_actions(states[parent], mask)
            narrow(states[parent], mask)
            for action in range(len(mask)):
                if mask[action] == 0 or count == most:
                    continue
                tried[0] = states[parent]
                state = tried[0]
                apply(state, action)
                if state.over:
                    if state.reward[0] > 0:
                        actions[count] = action
                        return count, parent
                    continue
                if not remember(known, key(state)):
                    continue
                worth = judge(state, weights, scratch)
                if worth == HOPELESS:
                    continue
                parents[count] = parent
                actions[count] = action
                worths[count] = worth
                later[count] = stage(state) > stage(states[parent])
                count += 1
        return count, -1

    return extend


def _make_follow(game: Game) -> Rule:
    """``follow(states, parents, actions, out)``: the positions after one action from each of some states."""
    apply = game.kernels.apply

    def follow(states, parents, actions, out):
        for place in range(len(parents)):
            out[place] = states[parents[place]]
            apply(out[place], actions[place])

    return follow
