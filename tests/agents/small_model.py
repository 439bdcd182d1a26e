"""Models with random weights, for tests."""

from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from cardzoo.envs import find_game
from cardzoo.envs.engine import Game
from cardzoo.envs.policies.models import ModelCard, Network, save_model
from cardzoo.envs.policies.network_input import NetworkInput


def drawn_model(
    game: Game,
    hidden: tuple[int, ...] = (8,),
    seed: int = 0,
    advisor: str = "",
    encoding: str = "flat",
    num_players: int | None = None,
    value: Literal["", "outcome", "score"] = "",
) -> tuple[ModelCard, Network]:
    """A card, and a network with random weights, also in its value head, if it has one."""
    players = num_players or game.default_players
    width = NetworkInput(game, players, encoding, advisor).width
    card = ModelCard(game.id, encoding, players, width, len(game.actions), hidden, advisor=advisor, value=value)
    normal = np.random.default_rng(seed).normal
    layers = [(normal(size=(after, before)), normal(size=after)) for before, after in pairwise(card.sizes)]
    return card, Network(layers, (normal(size=(1, hidden[-1])), normal(size=1)) if value else None)


def small_model(folder: Path, hidden: tuple[int, ...] = (8,), seed: int = 0) -> Path:
    """Write the folder of a model of getaway with random weights."""
    save_model(folder, *drawn_model(find_game("getaway"), hidden, seed))
    return folder
