"""Scripted agents of Goofspiel: bids near the prize, and the equilibrium of a round and of the last rounds."""

from collections.abc import Callable

import numpy as np

from cardzoo.envs.engine import RANKS, arrays, rng, rule
from cardzoo.envs.engine.piles import top
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST
from cardzoo.envs.games.goofspiel import SIXTIETHS

ROUNDS = 200  # of regret matching, for each matrix
MOST_EXACT = 4  # cards in each hand
SQUARE = MOST_EXACT * MOST_EXACT
HIGHER = 0.6  # chance of a bid one place above that of the prize
SHARE_OF_CARRIED = 2  # points that lie there for each rank of a higher bid
ANY_ORDER, FALLING, RISING = range(3)


@rule
def novice(view, mask, generator):
    """Bids the card that is nearest to the prize in rank, of two the higher one."""
    prize, best = top(view.prizes), -1
    for rank in range(RANKS):
        if mask[rank] and (best < 0 or abs(rank - prize) <= abs(best - prize)):
            best = rank
    return best


@rule
def expert(view, mask, generator):
    """Mixes its bids so that they cannot be foreseen.

    - Of two players with open bids and four cards or fewer, it solves the rest of the game as matrix games by regret
      matching, and samples a bid of this equilibrium. Equal bids carry the prize over if points of earlier prizes
      lie there, and else are taken to discard it.
    - Otherwise it bids the card whose place in its hand is that of the prize among those left, or rather the next
      higher one: a card that is just higher wins most. For the highest prize it then gives up its lowest card.
      Half of the points of earlier prizes that lie there raise the prize, and then it does not give up that card.

    It beats `novice`, whose bids can be foreseen. From `random`, whose bids cannot, it wins less than `novice` does.
    """
    mine, others = to_bits(view.hand), 0
    for seat in range(1, len(view.left)):
        others += to_bits(view.left[seat]) > 0
    if others == 1 and COUNT[mine] <= MOST_EXACT:
        return bid_of_round(view, mine, to_bits(view.left[1]), generator)
    return near_place(view, mine, generator)


@rule
def to_bits(counts):
    """A set of cards as bits."""
    bits = 0
    for rank in range(RANKS):
        bits |= int(counts[rank] > 0) << rank
    return bits


@rule
def card_at(cards, place):
    """The card at a place in a set, the lowest being 0."""
    for _ in range(place):
        cards &= cards - 1
    return LOWEST[cards]


@rule
def near_place(view, mine, generator):
    """The card at the prize's place among the prizes left, or one place above; above the highest is the lowest.

    Half of the points that lie there raise the prize; then it does not give up the lowest.
    """
    size, prize = COUNT[mine], min(top(view.prizes) + view.carried // SHARE_OF_CARRIED, RANKS)
    place = COUNT[to_bits(view.to_come) & ((1 << prize) - 1)]
    if rng.uniform(generator) < HIGHER:
        place = min(place + 1, size - 1) if view.carried > 0 else (place + 1) % size
    return card_at(mine, place)


@rule
def bid_of_round(view, mine, theirs, generator):
    """A bid sampled from the equilibrium of the round between two players."""
    coming, lead = to_bits(view.to_come), lead_of(view)
    order = ANY_ORDER
    if view.row.height > 0:
        order = FALLING if top(view.row) == HIGHEST[coming] else RISING
    stake = view.carried + top(view.prizes) + 1
    carries = int(view.carried > 0)
    size = COUNT[mine]
    matrix, sums = arrays.zeros(SQUARE, np.float64), arrays.zeros(MOST_EXACT, np.float64)
    for one in range(size):
        for two in range(size):
            left, right = mine & ~(1 << card_at(mine, one)), theirs & ~(1 << card_at(theirs, two))
            winner = sign(card_at(mine, one) - card_at(theirs, two))
            pot = carries * stake * (winner == 0)
            matrix[size * one + two] = judge(left, right, coming, order, lead + stake * winner, pot, carries)
    solve(matrix, size, sums)
    chance = rng.uniform(generator)
    for one in range(size):
        chance -= sums[one]
        if chance < 0:
            return card_at(mine, one)
    return HIGHEST[mine]


@rule
def lead_of(view):
    """The lead in whole points. Only shared prizes bring more units than the prizes have points."""
    earlier = 0
    for place in range(view.prizes.height - 1):
        earlier += view.prizes.cards[place] + 1
    unit = SIXTIETHS if view.points[0] + view.points[1] > earlier else 1
    return (view.points[0] - view.points[1]) / unit


@rule
def sign(number):
    """1, 0 or -1."""
    return int(number > 0) - int(number < 0)


@rule
def judge(mine, theirs, coming, order, lead, pot, carries):
    """The expected outcome with these hands, prizes to come, lead and points that lie there: from -1 to 1."""
    size = COUNT[mine]
    if size <= 1:
        return judge_last(mine, theirs, coming, order, lead, pot, carries)
    if size == 2:
        return judge_two(mine, theirs, coming, order, lead, pot, carries)
    return judge_three(mine, theirs, coming, order, lead, pot, carries)


@rule
def sum_of(cards):
    """Points of a set of cards."""
    points = 0
    for rank in range(RANKS):
        points += (rank + 1) * (cards >> rank & 1)
    return points


@rule
def judge_last(mine, theirs, coming, order, lead, pot, carries):
    """`judge` with one card each, or none."""
    return float(sign(lead + (pot + sum_of(coming)) * sign(sum_of(mine) - sum_of(theirs))))


def judge_with(size: int, judge_rest: Callable[..., float]) -> Callable[..., float]:
    """`judge` with so many cards each, as a rule; ``judge_rest`` judges with one card less."""
    cells = size * size

    @rule
    def judge_size(mine, theirs, coming, order, lead, pot, carries) -> float:
        """The mean of the rounds' values over the prizes that may come next."""
        matrix, sums = arrays.zeros(cells, np.float64), arrays.zeros(size, np.float64)
        value, number = 0.0, 0
        for prize in range(RANKS):
            if may_come(prize, coming, order):
                stake = pot + prize + 1
                for cell in range(cells):
                    one, two = card_at(mine, cell // size), card_at(theirs, cell % size)
                    left, right = mine & ~(1 << one), theirs & ~(1 << two)
                    after, kept = lead + stake * sign(one - two), carries * stake * (one == two)
                    matrix[cell] = judge_rest(left, right, coming & ~(1 << prize), order, after, kept, carries)
                value += value_of_four(matrix) if size == 2 else solve(matrix, size, sums)
                number += 1
        return value / number

    return judge_size


@rule
def may_come(prize, coming, order):
    """Returns whether a prize may be the next one."""
    if order == ANY_ORDER:
        return (coming >> prize & 1) == 1
    return prize == (HIGHEST[coming] if order == FALLING else LOWEST[coming])


@rule
def value_of_four(matrix):
    """The value of a matrix game of two rows and two columns."""
    sure = max(min(matrix[0], matrix[1]), min(matrix[2], matrix[3]))
    most = min(max(matrix[0], matrix[2]), max(matrix[1], matrix[3]))
    if sure >= most:
        return sure
    both = matrix[0] + matrix[3] - matrix[1] - matrix[2]
    return (matrix[0] * matrix[3] - matrix[1] * matrix[2]) / both


@rule
def solve(matrix, size, sums):
    """Solves a matrix game by regret matching with positive regrets, and later rounds weighing more.

    Args:
        matrix: row player's results, row by row.
        size: number of rows, and of columns.
        sums: filled with the row player's probabilities.

    Returns:
        The value for the row player, between what both strategies make sure of.
    """
    rows, columns = arrays.zeros(MOST_EXACT, np.float64), arrays.zeros(MOST_EXACT, np.float64)
    row_chances, column_chances = arrays.zeros(MOST_EXACT, np.float64), arrays.zeros(MOST_EXACT, np.float64)
    others = arrays.zeros(MOST_EXACT, np.float64)
    for one in range(size):
        sums[one] = 0
        row_chances[one] = column_chances[one] = 1 / size
    for turn in range(ROUNDS):
        learn(matrix, size, 1, size, 1.0, column_chances, row_chances, rows)
        learn(matrix, 1, size, size, -1.0, row_chances, column_chances, columns)
        for one in range(size):
            sums[one] += (turn + 1) * row_chances[one]
            others[one] += (turn + 1) * column_chances[one]
    most, least = -1.0, 1.0
    total = ROUNDS * (ROUNDS + 1) / 2
    for one in range(size):
        sums[one] /= total
        others[one] /= total
    for one in range(size):
        gain = loss = 0.0
        for two in range(size):
            gain += matrix[size * one + two] * others[two]
            loss += matrix[size * two + one] * sums[two]
        most, least = max(most, gain), min(least, loss)
    return (most + least) / 2


@rule
def learn(matrix, step, stride, size, side, against, chances, regrets):
    """One player's regrets against the other's chances, and new chances in proportion to them."""
    mean = 0.0
    for one in range(size):
        for two in range(size):
            mean += side * matrix[step * one + stride * two] * against[two] * chances[one]
    total = 0.0
    for one in range(size):
        gain = -mean
        for two in range(size):
            gain += side * matrix[step * one + stride * two] * against[two]
        regrets[one] = max(regrets[one] + gain, 0.0)
        total += regrets[one]
    for one in range(size):
        chances[one] = regrets[one] / total if total > 0 else 1 / size


judge_two = judge_with(2, judge_last)
judge_three = judge_with(3, judge_two)

AGENTS = {"novice": novice, "expert": expert}
