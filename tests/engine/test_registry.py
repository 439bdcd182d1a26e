import gymnasium
import pettingzoo
import pytest

from cardzoo import envs
from cardzoo.envs import IDS, find_game, game_names


@pytest.mark.parametrize("id", IDS)
def test_a_game_has_several_names(id):
    game = find_game(id)
    assert game.id == id
    assert find_game(game.name) is find_game(f"cardzoo/{id}") is game
    assert game.name in game_names()


@pytest.mark.parametrize("id", IDS)
def test_versioned_modules_are_what_pettingzoo_users_expect(id):
    module = getattr(envs, id.replace("-", "_"))
    assert module.env().game is module.parallel_env().aec.game is find_game(id)
    assert module.raw_env().game.id == id


@pytest.mark.parametrize("id", IDS)
def test_games_are_registered_with_gymnasium_and_pettingzoo(id):
    assert f"cardzoo/{id}" in gymnasium.registry
    if hasattr(pettingzoo, "register"):
        assert pettingzoo.make("aec", f"cardzoo/{id}").unwrapped.game.id == id


def test_importing_twice_registers_once(recwarn):
    envs.registry.register()
    assert not [warning for warning in recwarn if "gymnasium" in str(warning.filename)]


def test_unknown_names_come_with_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'getaway'"):
        find_game("getway-v0")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        envs.nothing  # noqa: B018
