"""pgx: its games with cards or tiles, on JAX's device. ``python -m benchmarks.contenders.pgx --json`` runs them.

Sparrow mahjong is the closest to a rummy: three hidden hands, a wall, and a draw and a discard each turn. Bridge
bidding deals 52 cards and has the largest observation. Leduc hold'em and Kuhn poker have six cards and three.

Bridge bidding deals from a table of solved deals, which pgx downloads. ``DDS_RESULTS`` names its file; without one the
game is left out. A new deal reads one row of it, so a small table can only make pgx faster.
"""

import os
from functools import partial
from pathlib import Path

import pgx
from pgx.bridge_bidding import BridgeBidding
from pgx.experimental import auto_reset

from .jax_play import Game, main  # noqa: TID252 - runs as contenders.pgx too, as the modules beside it do

DDS_RESULTS = "dds_results/dds_results_10M.npy"  # pgx's own path


def table(env: pgx.Env) -> Game:
    """Game for one table, with pgx's wrapper that restarts ended games."""
    step = auto_reset(env.step, env.init)
    return Game(env.init, step, lambda state: state.observation, lambda state: state.legal_action_mask)


def made(name: str) -> Game:
    """Game of `pgx.make`."""
    return table(pgx.make(name))


def bridge_bidding() -> Game:
    """Bridge bidding, the only part of bridge that pgx has.

    Raises:
        FileNotFoundError: if there is no table of solved deals.
    """
    file = Path(os.environ.get("DDS_RESULTS", DDS_RESULTS))
    if not file.is_file():  # pgx would end the process
        raise FileNotFoundError(f"{file}: set DDS_RESULTS, or run pgx.bridge_bidding.download_dds_results()")
    return table(BridgeBidding(str(file)))


GAMES = {
    "sparrow_mahjong": partial(made, "sparrow_mahjong"),
    "bridge_bidding": bridge_bidding,
    "leduc_holdem": partial(made, "leduc_holdem"),
    "kuhn_poker": partial(made, "kuhn_poker"),
}

if __name__ == "__main__":
    main("pgx", GAMES)
