"""What a seat sees, as data that a screen can show: `make_scene` makes a `Scene` of a view, for every game."""

from cardzoo.envs.scene.build import make_scene, table_scene
from cardzoo.envs.scene.scene import (
    BACK,
    EMPTY,
    RANK_ONLY,
    Arrangement,
    Band,
    Kind,
    Move,
    Scene,
    Target,
    Zone,
    card_name,
)

__all__ = [
    "BACK",
    "EMPTY",
    "RANK_ONLY",
    "Arrangement",
    "Band",
    "Kind",
    "Move",
    "Scene",
    "Target",
    "Zone",
    "card_name",
    "make_scene",
    "table_scene",
]
