"""A training run of four updates, for tests."""

from cardzoo.training.config import TrainingConfig, load_config

SMALL = (
    "tables=16",
    "threads=1",
    "total_steps=2048",
    "checkpoint_every=512",
    "learning.steps=32",
    "learning.batch_size=128",
    "learning.hidden=[16, 16]",
    "opponents.warm_up=512",
    "opponents.snapshot_every=512",
    "opponents.pool_size=2",
    "evaluation.every=1024",
    "evaluation.quick_deals=4",
    "evaluation.deals=8",
)


def small_config(game: str = "getaway", *settings: str) -> TrainingConfig:
    """A run of four updates."""
    return load_config(game, None, [*SMALL, *settings])
