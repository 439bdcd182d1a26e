"""Opponents and results at one table between the learner's decisions.

Each rule is about one table, touches no other, and draws from the table's own generator. These are the arrays, for N
tables, P seats, K opponents and A actions; the first six are the batch's:

- ``players`` (N,) int16, ``actors`` (N, P) int16, ``masks`` (N, A) int8;
- ``rewards`` (N, P) float32, ``terminations`` and ``truncations`` (N,) bool, of the last step;
- ``actions`` (N,) int64: the next action of each table;
- ``generators`` (N,) records;
- ``seats`` (N,) int64: the learner's first seat;
- ``opponents`` (N,) int64: the opponent at each table; ``codes`` (K,) int64: their actor codes; ``edges`` (K,) float64:
  their cumulative probabilities, of which the last is 1;
- ``returns`` (N,) float32 and ``lengths`` (N,) int64: the return of the learner's first seat in the game so far, and
  the learner's decisions in it;
- ``results`` (N, K, 4) float64: `GAMES` to `LENGTHS` of the games against each opponent;
- ``dones`` (N,) bool, ``seat_rewards`` (N, P) float32, ``own_rewards`` (N,) float32: of the last step, whether it ended
  a game, each seat's reward, and the reward of the learner's first seat.

``sides`` is the number of sides: so many seats to the left is the next partner.
"""

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.kernels import RESUME, WAIT, YOURS
from cardzoo.envs.engine.masks import random_legal
from cardzoo.training.tables.every_table import at_every_table

ITSELF = -1  # the last of the opponents: the learner plays all seats
HEAD_START = 512  # largest number of random steps of a table before a run begins
GAMES, WINS, RETURNS, LENGTHS = range(4)  # columns of the results against each opponent


@rule
def find_seat(table: int, actors: np.ndarray, seats: np.ndarray) -> None:
    """Find the learner's first seat; several games may have ended in one step."""
    row = actors[table]
    for seat in range(len(row)):
        if row[seat] == YOURS:
            seats[table] = seat


@rule
def seat_opponent(
    table: int,
    actions: np.ndarray,
    players: np.ndarray,
    actors: np.ndarray,
    generators: np.ndarray,
    seats: np.ndarray,
    opponents: np.ndarray,
    sides: int,
    codes: np.ndarray,
    edges: np.ndarray,
) -> None:
    """Sample an opponent for the seats around the learner; if it is its turn, the table has to be resumed."""
    find_seat(table, actors, seats)
    draw = rng.uniform(generators[table])
    opponent = 0
    while draw >= edges[opponent]:
        opponent += 1
    opponents[table] = opponent
    row = actors[table]
    for place in range(1, len(row)):
        row[(seats[table] + place) % len(row)] = codes[ITSELF] if place % sides == 0 else codes[opponent]
    actions[table] = RESUME if row[players[table]] >= 0 else WAIT


@rule
def settle(
    table: int,
    actions: np.ndarray,
    players: np.ndarray,
    actors: np.ndarray,
    generators: np.ndarray,
    seats: np.ndarray,
    opponents: np.ndarray,
    sides: int,
    codes: np.ndarray,
    edges: np.ndarray,
    rewards: np.ndarray,
    terminations: np.ndarray,
    truncations: np.ndarray,
    returns: np.ndarray,
    lengths: np.ndarray,
    results: np.ndarray,
    seat_rewards: np.ndarray,
    own_rewards: np.ndarray,
    dones: np.ndarray,
) -> None:
    """Record a step's rewards; if it ended a game, count its result and sample the next opponent.

    A table that is resumed no longer holds the step in the batch.
    """
    row, paid = rewards[table], seat_rewards[table]
    for seat in range(len(row)):
        paid[seat] = row[seat]
    own_rewards[table] = row[seats[table]]
    dones[table] = terminations[table] or truncations[table]
    returns[table] += own_rewards[table]
    lengths[table] += 1
    actions[table] = WAIT
    if dones[table]:
        result, total = results[table, opponents[table]], returns[table]
        result[GAMES] += 1
        result[WINS] += 1.0 if total > 0 else 0.5 if total == 0 else 0.0
        result[RETURNS] += total
        result[LENGTHS] += lengths[table]
        returns[table] = 0
        lengths[table] = 0
        seat_opponent(table, actions, players, actors, generators, seats, opponents, sides, codes, edges)


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
"""``seat_opponents(tables, *arrays)``: `seat_opponent`, likewise."""

settle_all = at_every_table(settle)
"""``settle_all(tables, *arrays)``: `settle`, likewise."""

move_all_ahead = at_every_table(move_ahead)
"""``move_all_ahead(tables, left, *arrays)``: `move_ahead`, likewise."""
