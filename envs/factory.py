"""Games made by their names: as PettingZoo environments, or many tables in a batch."""

from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import Batch
from cardzoo.envs.deals import make_tables
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import find_game


def make(id: str, **settings: Any) -> CardEnv:
    """A game as a PettingZoo AEC environment.

    Args:
        id: such as ``"getaway-v0"``; see `find_game`.
        **settings: as for `CardEnv`: ``num_players``, ``encoding``, ``reward``, ``illegal``, ``render_mode`` and the
            game's own options.

    Raises:
        ValueError: for an unknown game or setting.
    """
    return CardEnv(find_game(id), **settings)


def make_parallel(id: str, **settings: Any) -> ParallelCardEnv:
    """A game as a PettingZoo parallel environment; see `make`."""
    return ParallelCardEnv(find_game(id), **settings)


def make_batch(id: str, num_tables: int, device: str = "cpu", **settings: Any) -> Batch:
    """Many tables of a game at once; see `Batch`.

    Args:
        id: such as ``"getaway-v0"``.
        num_tables: how many.
        device: ``"cpu"``; or ``"cuda"`` for a GPU, see `cardzoo.envs.cuda.CudaBatch`.
        **settings: as for `Batch`; and ``deals``, in a patience deals to be played in place of random ones, as for
            `CardEnv`.

    Raises:
        ValueError: for an unknown game or setting, or if there is no such device.
    """
    if device == "cpu":
        return make_tables(find_game(id), num_tables, **settings)
    if settings.pop("deals", None) is not None:
        raise ValueError(f"device must be 'cpu' for chosen deals, got {device!r}")
    from cardzoo.envs.cuda import CudaBatch

    return CudaBatch(find_game(id), num_tables, device, **settings)
