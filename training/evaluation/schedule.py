"""Schedule of a deal's games: the agents at the seats, and the seeds."""

import numpy as np

from cardzoo.envs.engine.rng import check_seed

HELD_OUT = np.uint64(1 << 63)  # first seed of the range of `held_out_seeds`, which ends with 2^64 - 1
MOST_ROTATIONS = 4  # rotations of a line-up on one deal


def deal_seeds(seed: int, deals: int) -> np.ndarray:
    """Seeds of duplicate deals, far from those of training: (deals,) uint64.

    Raises:
        ValueError: if the seed is no whole number from 0 to 2^64 - 1.
    """
    return np.random.Generator(np.random.Philox(check_seed(seed))).integers(1 << 63, size=deals, dtype=np.uint64)


def held_out_seeds(seed: int, deals: int) -> np.ndarray:
    """Seeds of duplicate deals that no training and no other evaluation uses: (deals,) uint64.

    All other seeds are below `HELD_OUT`. Only `results.ship` uses these, for finished agents, so that the figures have
    no selection bias.
    """
    return deal_seeds(seed, deals) | HELD_OUT


def agent_seeds(deal: int, seed: int, games: int) -> np.ndarray:
    """Seeds of the agents' draws in each game of a deal, different for each game: (games,) uint64."""
    return np.random.default_rng((seed, deal, 1)).integers(1 << 63, size=games, dtype=np.uint64)


def seatings_alone(num_agents: int, num_players: int) -> np.ndarray:
    """The games of a deal of a game in which no seat plays against another: each entrant in all seats.

    Returns:
        (num_agents, num_players) int16, the number of the entrant at each seat.
    """
    return np.tile(np.arange(num_agents, dtype=np.int16)[:, None], num_players)


def seatings(deal: int, seed: int, num_agents: int, num_players: int, sides: int | None = None) -> np.ndarray:
    """The games of a deal.

    The entrants are arranged in a random circle. If there are more entrants than sides, every run of neighbours in the
    circle is a line-up, so that all play equally often. Otherwise there is one line-up, in which they repeat as evenly
    as possible; the entrants that play once more change from deal to deal. Each line-up is played in all its rotations,
    or in four of them, evenly spaced, of which the first changes from deal to deal.

    Args:
        deal: number of the deal.
        seed: seed of the arena.
        num_agents: number of entrants.
        num_players: number of players at the table.
        sides: number of sides in a partnership game, where a side is one entrant: player k is of side ``k % sides``.

    Returns:
        (games, num_players) int16, the number of the entrant at each seat.
    """
    sides = sides or num_players
    generator = np.random.default_rng((seed, deal, 0))
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
