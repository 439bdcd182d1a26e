"""Every game keeps the contract: each check of `cardzoo.testing` is a test here, with all of its settings."""

import os

import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing import CHECKS
from cardzoo.testing.checks.encodings import check_batch_observations_are_the_encoder_s_rows
from cardzoo.testing.checks.gymnasium import check_gymnasium_s_checker_passes
from cardzoo.testing.checks.same_episode import check_batch_plays_the_same
from tests.playing import ENCODED, GAMES, ONE_GAME

EVERY_SETTING = "EVERY_SETTING" in os.environ  # set by `make test-settings`


def cases(check):
    """The settings of all games; with interpreted rules, the views are checked in one game only."""
    return [
        pytest.param(setting, id=str(setting))
        for game in GAMES
        for setting in check.settings(game, with_views=not INTERPRETED or game is ONE_GAME, every=EVERY_SETTING)
    ]


def make_test(check):
    @pytest.mark.parametrize("setting", cases(check))
    def test(setting):
        __tracebackhide__ = True
        check(setting)

    test.__doc__ = check.function.__doc__
    return pytest.mark.slow(test) if check.is_slow else test


globals().update({f"test_{check.name}": make_test(check) for check in CHECKS if cases(check)})


@pytest.mark.parametrize(
    "check",
    [check_batch_observations_are_the_encoder_s_rows, check_batch_plays_the_same, check_gymnasium_s_checker_passes],
    ids=lambda check: check.name,
)
@pytest.mark.parametrize(("setting", "encoding"), ENCODED)
def test_other_encodings_do_too(check, setting, encoding):
    check.function(setting, encoding)
