"""Simulated games of entrants with known strengths."""

import numpy as np

from cardzoo.training.evaluation.games import Games


def simulate(strengths, num_players, deals, seed=0, sides=None, levels=None, repeat=False) -> Games:
    """Rankings drawn from the Plackett-Luce model.

    Args:
        strengths: strengths of the entrants.
        num_players: seats of a table; 1 for games that each entrant plays alone.
        deals: number of deals. Each is played by one line-up in all rotations, or by every entrant alone.
        seed: seed of all draws.
        sides: sides of partnerships, whose members are one entrant.
        levels: number of different rewards; fewer than parties give ties, None gives none.
        repeat: let an entrant sit at several seats.
    """
    generator = np.random.default_rng(seed)
    entrants = len(strengths)
    parties = sides or num_players
    rows, seats = [], []
    for deal in range(deals):
        if num_players == 1:
            tables = np.arange(entrants)[:, None]
        else:
            line_up = generator.choice(entrants, parties, replace=repeat)
            tables = np.array([np.tile(np.roll(line_up, turn), num_players // parties) for turn in range(parties)])
        rows += [deal] * len(tables)
        seats.append(tables)
    seats = np.concatenate(seats)
    table = seats.reshape(-1, entrants) if num_players == 1 else seats[:, :parties]
    luck = np.log(np.asarray(strengths))[table] + generator.gumbel(size=table.shape)
    places = luck.argsort(axis=1).argsort(axis=1) / max(table.shape[1] - 1, 1)
    if levels:
        places = np.minimum(np.floor(places * levels), levels - 1) / (levels - 1)
    rewards = (2 * places - 1).astype(np.float32)
    rewards = rewards.reshape(-1, 1) if num_players == 1 else np.tile(rewards, (1, num_players // parties))
    scores = np.round(100 * rewards).astype(np.int32)
    return Games(np.array(rows), seats.astype(np.int16), rewards, scores, np.full(len(rows), -1, np.int16))
