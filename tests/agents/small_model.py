"""A model of getaway with two small hidden layers, for tests."""

from itertools import pairwise
from pathlib import Path

import numpy as np

from cardzoo.agents.models import ModelCard, Network, save_model
from cardzoo.envs import make


def small_model(folder: Path, hidden: tuple[int, ...] = (8,), seed: int = 0) -> Path:
    """Write the folder of a model with drawn weights."""
    env = make("getaway-v0")
    card = ModelCard("getaway-v0", "flat", 4, env.encoder.width, len(env.game.actions), hidden)
    drawn = np.random.default_rng(seed)
    layers = [(drawn.normal(size=(after, before)), drawn.normal(size=after)) for before, after in pairwise(card.sizes)]
    save_model(folder, card, Network(layers))
    return folder
