"""Prints what random games of the key settings come to, a line each: the same however the rules are run.

Run as ``python -m tests.contract.digest``; `test_modes` compares the lines of several processes.
"""

import hashlib
from functools import cache

import numpy as np

from cardzoo.envs.encoders import ENCODERS, make_encoder
from tests.playing import KEY_SETTINGS, ONE_GAME, Setting, scattered

GAMES_A_SETTING = 2
STEPS = 50
LOOKS = 12  # every so many steps all seats look, and what the one on turn cannot know is drawn again


def digest(setting: Setting) -> str:
    """Records, masks, views, redeals and encoded rows of some games; batches and all encoders of `ONE_GAME`."""
    game, total = setting.game, hashlib.sha256()
    names = ENCODERS if game is ONE_GAME else ["flat"]
    encoders = [make_encoder(name, game, setting.num_players) for name in names]
    views = game.view.blank()
    numbers = views.view(np.int16).reshape(1, -1)
    for seed in range(GAMES_A_SETTING):
        table, policy = setting.table(seed, reward="score"), scattered(seed)
        for step in range(STEPS):
            total.update(table.snapshot() + table.mask.tobytes())
            if step % LOOKS == 0:
                total.update(table.redeal(table.player, seed=step).snapshot())
                for player in range(setting.num_players):
                    total.update(table.view(player).tobytes())
                    for encoder in encoders:
                        row = encoder.empty(1)[0]
                        game.kernels.encode(encoder.function)(
                            table.records,
                            player,
                            game.view.blank(),
                            views,
                            numbers,
                            encoder.layout,
                            encoder.factors,
                            row,
                        )
                        total.update(row.tobytes())
            if table.over:
                table.reset()
            else:
                table.step(policy(table.mask))
    if game is ONE_GAME:
        batch = setting.batch(2, threads=1)
        batch.reset(seed=1)
        for _ in range(STEPS):
            batch.step(batch.action_masks.argmax(axis=1))
        for part in batch.snapshot().values():
            total.update(part.tobytes())
    return total.hexdigest()


@cache
def lines() -> list[str]:
    """A line for each setting."""
    return [f"{setting} {digest(setting)}" for setting in KEY_SETTINGS]


if __name__ == "__main__":
    print("\n".join(lines()))
