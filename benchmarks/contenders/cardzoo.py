"""Cardzoo: the loops of `cardzoo.training.evaluation.bench`."""

from functools import partial
from typing import Any

from cardzoo.training.evaluation.bench import aec_loop, batch_loop
from contenders import Contender

PACKAGES = ("cardzoo", "pettingzoo")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "getaway": ("getaway-v0", {}),
    "gin_rummy, one deal": ("gin_rummy-v0", {"target": None}),
    "gin_rummy, match": ("gin_rummy-v0", {}),
    "yukon": ("yukon-v0", {}),
    "texas_holdem, limit": ("texas_holdem-v0", {"betting": "limit"}),
    "dou_dizhu": ("dou_dizhu-v0", {}),
    "hanabi": ("hanabi-v0", {}),
    "uno": ("uno-v0", {}),
}


def _contenders(game: str, game_id: str, settings: dict[str, Any]) -> tuple[Contender, ...]:
    loop = "make() loop with observation and mask, choice by one random number"
    batch = "4,096 tables: observations, masks, new deals, and random choices made by sample_actions()"
    return (
        Contender(f"{game}, AEC", loop, partial(aec_loop, game_id, **settings)),
        Contender(f"{game}, batch", batch, partial(batch_loop, game_id, **settings)),
        Contender(f"{game}, batch, 2 threads", batch, partial(batch_loop, game_id, threads=2, **settings), cores=2),
    )


CONTENDERS = tuple(
    contender for game, (game_id, settings) in GAMES.items() for contender in _contenders(game, game_id, settings)
)
