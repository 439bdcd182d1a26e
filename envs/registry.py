"""The one list of games, and how they are made by their ids."""

import re
from functools import cache
from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.parallel import ParallelCardEnv

IDS = (
    "black_hole-v0",
    "bridge_solitaire-v0",
    "cactus-v0",
    "cassino-v0",
    "chinese_ten-v0",
    "commune-v0",
    "diloti-v0",
    "forty_thieves-v0",
    "getaway-v0",
    "gin_rummy-v0",
    "king-v0",
    "king_weirdo-v0",
    "kuhn_poker-v0",
    "leduc_poker-v0",
    "lorum-v0",
    "mate-v0",
    "pishe_pasha-v0",
    "pyramid-v0",
    "ristiseiska-v0",
    "salute_the_king-v0",
    "speculation-v0",
    "stop_the_bus-v0",
    "superfecta-v0",
    "the_clock-v0",
    "the_kings-v0",
    "triple_play-v0",
    "turnover_bridge-v0",
    "umtali-v0",
    "vazhushal-v0",
    "yukon-v0",
)
"""Every game: the module of `cardzoo.envs.games` and the version, in the order of the pages."""

_VERSION = re.compile(r"-v(\d+)$")


def game_names() -> tuple[str, ...]:
    """All games, without versions."""
    return tuple(_VERSION.sub("", id) for id in IDS)


@cache
def find_game(id: str) -> Game:
    """The game of an id.

    Args:
        id: such as ``"getaway-v0"``, ``"cardzoo/getaway-v0"``, or ``"getaway"`` for the newest version.

    Raises:
        ValueError: if there is no such game or version.
    """
    wanted = id.removeprefix("cardzoo/")
    name = _VERSION.sub("", wanted)
    if name not in game_names():
        raise ValueError(f"there is no game {id!r}; {suggest(name, game_names())}")
    game: Game = import_module(f"cardzoo.envs.games.{name}").GAME
    if wanted not in (name, game.id):
        raise ValueError(f"there is no {id!r}; the version of {name} is {game.id!r}")
    return game


def make(id: str, **settings: Any) -> CardEnv:
    """A game as a PettingZoo AEC environment.

    Args:
        id: such as ``"getaway-v0"``.
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
        **settings: as for `Batch`.

    Raises:
        ValueError: for an unknown game or setting, or if there is no such device.
    """
    if device == "cpu":
        return Batch(find_game(id), num_tables, **settings)
    from cardzoo.envs.cuda import CudaBatch

    return CudaBatch(find_game(id), num_tables, device, **settings)


def register() -> None:
    """Tell Gymnasium and PettingZoo about the games, under ``"cardzoo/getaway-v0"`` and so on."""
    for id in IDS:
        full = f"cardzoo/{id}"
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                entry_point="cardzoo.envs.single:SingleSeat",
                vector_entry_point="cardzoo.envs.single:VectorSeats",
                kwargs={"game": id},
                disable_env_checker=True,  # the checker samples actions without the mask
                order_enforce=False,
            )
        if hasattr(pettingzoo, "register"):
            pettingzoo.register("aec", full, entry_point="cardzoo.envs.registry:make", kwargs={"id": id})
            pettingzoo.register("parallel", full, entry_point="cardzoo.envs.registry:make_parallel", kwargs={"id": id})
