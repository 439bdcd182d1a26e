"""Which games are played with a deal: who sits where, and the seeds."""

import numpy as np

HELD_OUT = np.uint64(1 << 63)  # the first seed of the range that `held_out_seeds` draws from; it ends with 2^64 - 1
MOST_ROTATIONS = 4  # of a line-up on one deal


def deal_seeds(seed: int, deals: int) -> np.ndarray:
    """The seeds of duplicate deals, far from those that training uses: (deals,) uint64."""
    return np.random.Generator(np.random.Philox(seed)).integers(1 << 63, size=deals, dtype=np.uint64)


def held_out_seeds(seed: int, deals: int) -> np.ndarray:
    """The seeds of duplicate deals that no training and no other evaluation plays: (deals,) uint64.

    All other seeds are below `HELD_OUT`. `results.ship` alone plays these, once an agent is finished, so that what is
    told of it is not flattered by the choices that made it.
    """
    return deal_seeds(seed, deals) | HELD_OUT


def agent_seeds(deal: int, seed: int, games: int) -> np.ndarray:
    """The seeds of what agents draw in each game of a deal, so that its games differ in chance: (games,) uint64."""
    return np.random.default_rng((seed, deal, 1)).integers(1 << 63, size=games, dtype=np.uint64)


def seatings(deal: int, seed: int, num_agents: int, num_players: int, sides: int | None = None) -> np.ndarray:
    """The games of a deal.

    The entrants stand in a random circle. Where there are more of them than sides, every run of neighbours in the
    circle makes a line-up, so that all play equally often. Where there are not, there is one line-up in which they
    repeat as evenly as can be; who plays once more goes round with the deals. Each line-up is played in all its
    rotations, or in four of them, evenly spaced, the first of which goes round with the deals. In a game for one player
    each entrant plays alone.

    Args:
        deal: its number.
        seed: of the arena.
        num_agents: how many entrants.
        num_players: players at the table.
        sides: how many sides there are where players sit in partnerships, whose members are one entrant: player k is of
            side ``k % sides``.

    Returns:
        (games, num_players) int16, the number of the entrant at each seat.
    """
    sides = sides or num_players
    generator = np.random.default_rng((seed, deal, 0))
    if num_players == 1:
        return np.arange(num_agents, dtype=np.int16)[:, None]
    places = np.arange(sides)
    if num_agents > sides:
        circle = generator.permutation(num_agents)
        line_ups = circle[(np.arange(num_agents)[:, None] + places) % num_agents]
    else:
        once_more = deal * (sides % num_agents) + np.arange(sides % num_agents)
        entrants = np.concatenate([np.tile(np.arange(num_agents), sides // num_agents), once_more % num_agents])
        line_ups = generator.permutation(entrants)[None]
    count = min(sides, MOST_ROTATIONS)
    rotations = (deal if sides > count else 0) + np.arange(count) * sides // count
    around = (np.arange(num_players) + rotations[:, None]) % sides
    games: np.ndarray = line_ups[:, around].reshape(-1, num_players).astype(np.int16)
    return games
