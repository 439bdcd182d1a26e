"""Every game keeps the contract: each check of `cardzoo.testing` is a test of each game, with its settings."""

import pytest

from cardzoo.testing import CHECKS, Fault
from cardzoo.testing.checks.encodings import check_batch_observations_are_the_encoder_s_rows
from cardzoo.testing.checks.gymnasium import check_gymnasium_s_checker_passes
from cardzoo.testing.checks.same_episode import check_batch_plays_the_same
from cardzoo.testing.setting import AS_USERS_RUN
from tests.playing import ENCODED, EVERY, GAMES, SHARED_CODE


def chosen_settings(check, game):
    """By day the key settings of one game a family, and the first or the last one of each other game; nightly all.

    A check takes the first one of every other game and the last one of those between, the next check the other way
    round: so each check sees both kinds of settings, and so does each game.
    """
    settings = check.settings(game, with_views=game in SHARED_CODE, every=EVERY)
    is_whole = game in SHARED_CODE or AS_USERS_RUN
    first_or_last = slice(1) if (CHECKS.index(check) + GAMES.index(game)) % 2 else slice(-1, None)
    return settings if is_whole else settings[first_or_last]


def cases(check):
    """The games that a check is made of, each with its settings."""
    found = {game: chosen_settings(check, game) for game in GAMES}
    return [pytest.param(game, settings, id=game.id) for game, settings in found.items() if settings]


def make_test(check):
    # The settings are a loop in a test, since as tests of their own they would be thousands.
    @pytest.mark.parametrize(("played", "settings"), cases(check))
    def test(played, settings):
        __tracebackhide__ = True
        problems = []
        for setting in settings:
            try:
                check(setting)
            except Fault as problem:
                problems.append(str(problem))
        assert not problems, "\n".join(problems)

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
