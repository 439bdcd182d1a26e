"""Environments made by a game's id: PettingZoo environments, or many tables in a batch."""

from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import Batch
from cardzoo.envs.deals import make_tables
from cardzoo.envs.engine import Game
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import find_game


def _find(id: str) -> Game:
    """Game of an id; see `find_game`.

    Raises:
        ValueError: if there is no such game or version, or ``id`` is no string.
    """
    if not isinstance(id, str):
        raise ValueError(f"id must be a game's id, such as 'getaway-v0', got {id!r:.60}")
    return find_game(id)


def make(id: str, **settings: Any) -> CardEnv:
    """PettingZoo AEC environment of a game.

    Args:
        id: such as ``"getaway-v0"``; see `find_game`.
        **settings: as for `CardEnv`: ``num_players``, ``encoding``, ``reward``, ``illegal``, ``render_mode`` and the
            game's own options.

    Raises:
        ValueError: for an unknown game or setting.
    """
    return CardEnv(_find(id), **settings)


def make_parallel(id: str, **settings: Any) -> ParallelCardEnv:
    """PettingZoo parallel environment of a game; see `make`."""
    return ParallelCardEnv(_find(id), **settings)


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
        return make_tables(_find(id), num_tables, **settings)
    if settings.pop("deals", None) is not None:
        raise ValueError(f"device must be 'cpu' for chosen deals, got {device!r}")
    from cardzoo.envs.cuda import CudaBatch

    return CudaBatch(_find(id), num_tables, device, **settings)
