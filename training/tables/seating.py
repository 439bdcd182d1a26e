"""Opponents and results at one table between the learner's decisions.

Each rule is about one table, touches no other, and draws from the table's own generator.
"""

from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.kernels import RESUME, WAIT, YOURS
from cardzoo.envs.engine.masks import random_legal
from cardzoo.training.tables.every_table import at_every_table

ITSELF = -1  # the last of the opponents: the learner plays all seats
HEAD_START = 512  # largest number of random steps of a table before a run begins
GAMES, WINS, RETURNS, LENGTHS = range(4)  # columns of the results against each opponent


class Seating(NamedTuple):
    """Arrays of N tables with P seats and K opponents, on a CPU or a GPU.

    Attributes:
        players: (N,) int16, actors: (N, P) int16, paid: (N, P) float32, terminations and truncations: (N,) bool, the
            batch's; ``paid`` are its rewards.
        actions: (N,) int64, the next action of each table.
        generators: (N,) records, random generators.
        seats: (N,) int64, the learner's first seat.
        opponents: (N,) int64, the opponent at each table; with ``by_seat`` the one at the learner's left.
        sides: number of sides: so many seats to the left is the next partner.
        cooperative: True if all seats share one reward, from 0 to 1.
        by_seat: True if each side's opponent is sampled by itself; False if one has all sides.
        codes: (K,) int64, the opponents' actor codes.
        edges: (K,) float64, their cumulative probabilities, of which the last is 1.
        returns: (N,) float32, lengths: (N,) int64, of the game so far: the return of the learner's first seat, and the
            number of the learner's decisions.
        results: (N, K, 4) float64, `GAMES` to `LENGTHS` of the games against each opponent; in a cooperative game with
            each partner, and `WINS` adds up the team's rewards.
        rewards: (N, P) float32, own_rewards: (N,) float32, dones: (N,) bool, of the last step: each seat's reward, that
            of the learner's first seat, and whether a game ended.
    """

    players: Any
    actors: Any
    paid: Any
    terminations: Any
    truncations: Any
    actions: Any
    generators: Any
    seats: Any
    opponents: Any
    sides: int
    cooperative: bool
    by_seat: bool
    codes: Any
    edges: Any
    returns: Any
    lengths: Any
    results: Any
    rewards: Any
    own_rewards: Any
    dones: Any


@rule
def find_seat(table: int, actors: np.ndarray, seats: np.ndarray) -> None:
    """Find the learner's first seat; several games may have ended in one step."""
    row = actors[table]
    for seat in range(len(row)):
        if row[seat] == YOURS:
            seats[table] = seat


@rule
def sample_opponent(table: int, at: Seating, below: float) -> int:
    """An opponent from those whose cumulative probability is not above a bound."""
    draw = below * rng.uniform(at.generators[table])
    opponent = 0
    while draw >= at.edges[opponent]:
        opponent += 1
    return opponent


@rule
def seat_opponent(table: int, at: Seating) -> None:
    """Sample opponents for the seats around the learner; if it is their turn, the table has to be resumed."""
    find_seat(table, at.actors, at.seats)
    opponent = at.opponents[table] = sample_opponent(table, at, 1.0)
    has_itself = opponent == len(at.codes) - 1
    row = at.actors[table]
    for place in range(1, len(row)):
        seat = (at.seats[table] + place) % len(row)
        if place % at.sides == 0:
            row[seat] = at.codes[ITSELF]
        elif place > at.sides:
            row[seat] = row[(seat + len(row) - at.sides) % len(row)]  # as its partner
        else:
            if at.by_seat and place > 1 and not has_itself:
                opponent = sample_opponent(table, at, at.edges[ITSELF - 1])
            row[seat] = at.codes[opponent]
    at.actions[table] = RESUME if row[at.players[table]] >= 0 else WAIT


@rule
def settle(table: int, at: Seating) -> None:
    """Record a step's rewards; if it ended a game, count its result and sample the next opponent.

    A table that is resumed no longer holds the step in the batch.
    """
    paid, rewards = at.paid[table], at.rewards[table]
    for seat in range(len(paid)):
        rewards[seat] = paid[seat]
    at.own_rewards[table] = paid[at.seats[table]]
    at.dones[table] = at.terminations[table] or at.truncations[table]
    at.returns[table] += at.own_rewards[table]
    at.lengths[table] += 1
    at.actions[table] = WAIT
    if at.dones[table]:
        result, total = at.results[table, at.opponents[table]], at.returns[table]
        result[GAMES] += 1
        result[WINS] += total if at.cooperative else 1.0 if total > 0 else 0.5 if total == 0 else 0.0
        result[RETURNS] += total
        result[LENGTHS] += at.lengths[table]
        at.returns[table] = 0
        at.lengths[table] = 0
        seat_opponent(table, at)


@rule
def move_ahead(
    table: int, left: int, actions: np.ndarray, masks: np.ndarray, generators: np.ndarray, ahead: np.ndarray
) -> None:
    """Choose a random action if the table's head start has begun.

    The first call draws the table's number of steps, (N,) int64 ``ahead``; it plays the last ones. ``left`` counts down
    from `HEAD_START` to 1.
    """
    if left == HEAD_START:
        ahead[table] = rng.below(generators[table], HEAD_START + 1)
    actions[table] = random_legal(masks[table], generators[table]) if left <= ahead[table] else WAIT


find_seats = at_every_table(find_seat)
"""``find_seats(tables, *arrays)``: `find_seat` at each of so many tables."""

seat_opponents = at_every_table(seat_opponent)
"""``seat_opponents(tables, seating)``: `seat_opponent`, likewise."""

settle_all = at_every_table(settle)
"""``settle_all(tables, seating)``: `settle`, likewise."""

move_all_ahead = at_every_table(move_ahead)
"""``move_all_ahead(tables, left, *arrays)``: `move_ahead`, likewise."""
