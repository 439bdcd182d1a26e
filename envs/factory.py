"""Environments made by a game's id: PettingZoo environments, or many tables in a batch."""

from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import Batch
from cardzoo.envs.deals import make_tables
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import find_game


def make(id: str, **settings: Any) -> CardEnv:
    """PettingZoo AEC environment of a game.

    Args:
        id: such as ``"getaway-v0"``; see `find_game`.
        **settings: as for `CardEnv`: ``num_players``, ``encoding``, ``reward``, ``illegal``, ``render_mode`` and the
            game's own options.

    Raises:
        ValueError: for an unknown game or setting.
    """
    return CardEnv(find_game(id), **settings)


def make_parallel(id: str, **settings: Any) -> ParallelCardEnv:
    """PettingZoo parallel environment of a game; see `make`."""
    return ParallelCardEnv(find_game(id), **settings)


def make_batch(id: str, num_tables: int, device: str = "cpu", **settings: Any) -> Batch:
    """Batch of tables of a game, stepped together; see `Batch`.

    Args:
        id: such as ``"getaway-v0"``.
        num_tables: number of tables.
        device: ``"cpu"``; or ``"cuda"`` for a GPU, see `cardzoo.envs.cuda.CudaBatch`.
        **settings: as for `Batch`; and ``deals``, which replace a patience's random deals, as for `CardEnv`.

    Raises:
        ValueError: for an unknown game or setting, or if there is no such device.
    """
    if device == "cpu":
        return make_tables(find_game(id), num_tables, **settings)
    if settings.pop("deals", None) is not None:
        raise ValueError(f"device must be 'cpu' for chosen deals, got {device!r}")
    from cardzoo.envs.cuda import CudaBatch

    return CudaBatch(find_game(id), num_tables, device, **settings)
