"""What goes on at one table between the learner's decisions: who sits there, what a game came to, who comes next.

Each rule is about one table, and touches no other: what is drawn there comes from the table's own generator.
These are the arrays, for N tables, P seats, K opponents and A actions; the first six are the batch's:

- ``players`` (N,) int16, ``actors`` (N, P) int16, ``masks`` (N, A) int8;
- ``rewards`` (N, P) float32, ``terminations`` and ``truncations`` (N,) bool, of the last step;
- ``actions`` (N,) int64: what shall be done next at each table;
- ``generators`` (N,) records;
- ``seats`` (N,) int64: the learner's first seat;
- ``opponents`` (N,) int64: who sits around it; ``codes`` (K,) int64: their actor codes; ``edges`` (K,) float64: how
  likely each is drawn, added up, so that the last is 1;
- ``returns`` (N,) float32 and ``lengths`` (N,) int64: what the learner's first seat has earned in the game so far, and
  the learner's decisions in it;
- ``results`` (N, K, 4) float64: `GAMES` to `LENGTHS` of the games against each opponent;
- ``done`` (N,) bool, ``earned`` (N, P) float32, ``own_rewards`` (N,) float32: whether the last step ended a game, what
  each seat earned in it, and what the learner's first seat did.

``sides`` is how many play for themselves: so many seats to the left is the next partner.
"""

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.kernels import RESUME, WAIT, YOURS
from cardzoo.envs.engine.masks import random_legal
from cardzoo.training.tables.every_table import at_every_table

ITSELF = -1  # the last of the opponents: the learner plays all seats
HEAD_START = 512  # decisions by which tables may be apart when a run begins
GAMES, WINS, RETURNS, LENGTHS = range(4)  # what is counted of games against each opponent


@rule
def find_seat(table: int, actors: np.ndarray, seats: np.ndarray) -> None:
    """Find the learner's first seat, after games that may have come and gone in one step."""
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
    """Draw an opponent, and seat it around the learner; where it is its turn now, the table has to be resumed."""
    find_seat(table, actors, seats)
    luck = rng.uniform(generators[table])
    opponent = 0
    while luck >= edges[opponent]:
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
    earned: np.ndarray,
    own_rewards: np.ndarray,
    done: np.ndarray,
) -> None:
    """Note what a step has come to; if it ended a game, count that, and let the next opponent sit down.

    The batch forgets the step where it resumes.
    """
    row, paid = rewards[table], earned[table]
    for seat in range(len(row)):
        paid[seat] = row[seat]
    own_rewards[table] = row[seats[table]]
    done[table] = terminations[table] or truncations[table]
    returns[table] += own_rewards[table]
    lengths[table] += 1
    actions[table] = WAIT
    if done[table]:
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
    """Draw an action blindly, where the table's head start has begun.

    It plays so many of the last steps, (N,) int64 ``ahead``, as are drawn in the first; ``left`` counts them down from
    `HEAD_START` to 1.
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
