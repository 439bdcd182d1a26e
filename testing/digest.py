"""Digests of random games, one for each setting: equal in every mode that runs the rules."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardzoo.envs.encoders import make_encoder
from cardzoo.testing.playing import scattered
from cardzoo.testing.setting import Setting

GAMES_A_SETTING = 2
STEPS = 50
LOOKS = 12  # steps between two observations by all seats; every second time, the player's hidden cards are redealt


def digest(setting: Setting, encodings: Sequence[str] = ("flat",), with_batch: bool = False) -> str:
    """The digest of some random games of a setting.

    Args:
        setting: the setting.
        encodings: the encodings of the observations.
        with_batch: whether to play a batch too, which is slow to compile.

    Returns:
        64 hexadecimal digits, of records, masks, views, redeals and encoded rows.
    """
    game, total = setting.game, hashlib.sha256()
    encoders: list[Any] = [make_encoder(name, game, setting.num_players) for name in encodings]
    blank_view, views = game.view.blank(), game.view.blank()
    numbers = views.view(np.int16).reshape(1, -1)
    for seed in range(GAMES_A_SETTING):
        table, policy = setting.table(seed, reward="score"), scattered(seed)
        for step in range(STEPS):
            total.update(table.records.tobytes() + table.mask.tobytes())
            if step % LOOKS == 0:
                if (step // LOOKS - seed) % 2 == 0:  # redeals of some games are slow when interpreted
                    total.update(table.redeal(table.player, step).records.tobytes())
                for player in range(setting.num_players):
                    for encoder in encoders:
                        row = encoder.empty(1)[0]
                        game.kernels.encode(encoder.function)(
                            table.records,
                            player,
                            blank_view,
                            views,
                            numbers,
                            encoder.layout,
                            encoder.factors,
                            row,
                        )
                        total.update(views.tobytes() + row.tobytes())
            if table.over:
                table.reset()
            else:
                table.step(policy(table.mask))
    if with_batch:
        batch = setting.batch(2, threads=1)
        batch.reset(seed=1)
        for _ in range(STEPS):
            batch.step(batch.action_masks.argmax(axis=1))
        for part in batch.arrays().values():
            total.update(part.tobytes())
    return total.hexdigest()
