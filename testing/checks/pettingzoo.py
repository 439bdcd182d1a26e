"""PettingZoo's own tests. Every warning is an error, except the two about dictionaries as observations."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from io import StringIO
from typing import Any

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import test_state_space

from cardzoo.envs import CardEnv
from cardzoo.testing.check import Each, check
from cardzoo.testing.setting import Setting, count


@contextmanager
def strictly() -> Iterator[StringIO]:
    """Turn warnings into errors, and collect the printed text."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()) as printed:
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield printed


def playable(env: CardEnv) -> CardEnv:
    """Environment that deals again after a deal that is over at once: ``api_test`` expects no rewards of a deal."""
    reset = env.reset

    def reset_to_play(seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        reset(seed, options)
        while env.table.over:
            reset()

    env.reset = reset_to_play  # type: ignore[method-assign]
    return env


@check(Each.FEW_SETTINGS, views=True)
def check_pettingzoo_s_test_passes(setting: Setting) -> None:
    """``pettingzoo.test.api_test``."""
    with strictly():
        api_test(playable(setting.env()), num_cycles=count(compiled=200, interpreted=20))


@check(Each.GAME, views=True)
def check_pettingzoo_s_test_passes_in_other_encodings(setting: Setting) -> None:
    """``api_test`` passes with planes and tokens; the other checks use the flat encoding."""
    with strictly():
        for encoding in ("planes", "tokens"):
            api_test(playable(setting.env(encoding=encoding)), num_cycles=count(compiled=50, interpreted=10))


@check(Each.FEW_SETTINGS, views=True)
def check_pettingzoo_s_test_of_seeds_passes(setting: Setting) -> None:
    """``seed_test``."""
    with strictly():
        seed_test(setting.env, num_cycles=count(compiled=60, interpreted=10))


@check(Each.FEW_SETTINGS, views=True)
def check_pettingzoo_s_test_of_pictures_passes(setting: Setting) -> None:
    """``render_test``; with ``render_mode="human"`` the game is named."""
    with strictly() as printed:
        render_test(setting.env, custom_tests={"ansi": lambda picture: "\n" in picture})
    assert setting.game.title in printed.getvalue(), f"{setting.game.title!r} is not printed"


@check(Each.FEW_SETTINGS, views=True)
def check_pettingzoo_s_parallel_tests_pass(setting: Setting) -> None:
    """``parallel_api_test`` and ``parallel_seed_test``."""
    with strictly():
        parallel_api_test(setting.parallel(), num_cycles=count(compiled=200, interpreted=20))
        parallel_seed_test(setting.parallel, num_cycles=count(compiled=60, interpreted=10))


@check(Each.FEW_SETTINGS, views=True)
def check_pettingzoo_s_test_of_states_passes(setting: Setting) -> None:
    """``test_state_space``."""
    with strictly():
        env = setting.env()
        env.reset(seed=1)
        test_state_space(env)


@check(Each.GAME, views=True)
def check_pettingzoo_s_tests_pass_with_masks_in_infos(setting: Setting) -> None:
    """With masks in infos, as in PettingZoo's documentation, observations are plain arrays and cause no warning."""
    env, parallel = (partial(view, mask="info") for view in (setting.env, setting.parallel))
    with warnings.catch_warnings(), redirect_stdout(StringIO()):
        warnings.simplefilter("error")
        api_test(playable(env()), num_cycles=count(compiled=100, interpreted=20))
        seed_test(env, num_cycles=count(compiled=60, interpreted=10))
        parallel_api_test(parallel(), num_cycles=count(compiled=100, interpreted=20))
        parallel_seed_test(parallel, num_cycles=count(compiled=60, interpreted=10))
