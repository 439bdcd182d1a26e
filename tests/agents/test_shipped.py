"""Shipped agents are as good as their cards say, small, and completely described."""

import pytest

from cardzoo.agents import bots, find_agent
from cardzoo.agents.trained import TrainedAgent, shipped, shipped_for
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.policies.models import CARD, WEIGHTS
from cardzoo.envs.policies.shipped import shipped_folders, shipped_players
from cardzoo.training.evaluation.duplicate import compare
from results.ship import MOST, MOST_OF_ALL
from tests.playing import FEW_GAMES, GAMES

FOLDERS = [
    pytest.param(game, folder, id=f"{game.id}-{folder.name}")
    for game in GAMES
    for players in shipped_players(game)
    for folder in shipped_folders(game, players)
]
DEALS, MANY = 8, 1000
APART = 2.0  # 95 % intervals' half widths: two estimates of one mean hardly ever differ by more
TOLD = {"trainer", "imitates", "steps", "seconds", "seed", "options", "config", "commit", "cardzoo", "device"}


def check_claims(game, folder, deals):
    """The card's results against the scripted agents are reproduced on other deals."""
    agent = TrainedAgent.load(folder, game, name="trained")
    players = agent.card.num_players
    claims = {claim["opponent"]: claim for claim in agent.card.results["against"]}
    for name in ("novice", "expert"):
        options, claim = agent.card.options, claims[name]
        found = compare(game, agent, find_agent(name, game), deals, seed=2, num_players=players, options=options)
        half = (claim["high"] - claim["low"]) / 2 * (1 + claim["deals"] / deals) ** 0.5  # of a difference
        assert abs(found.advantage - claim["advantage"]) <= APART * half + 1 / deals, (found, claim)


@pytest.mark.skipif(INTERPRETED, reason="some ten thousand moves are slow as plain Python")
@pytest.mark.parametrize(("game", "folder"), [few for few in FOLDERS if few.values[0] in FEW_GAMES])
def test_an_agent_is_as_good_as_its_card_says(game, folder):
    check_claims(game, folder, DEALS)


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="some hundred thousand moves are slow as plain Python")
@pytest.mark.parametrize(("game", "folder"), FOLDERS)
def test_an_agent_is_as_good_as_its_card_says_on_many_deals(game, folder):
    check_claims(game, folder, MANY)


@pytest.mark.parametrize(("game", "folder"), FOLDERS)
def test_a_card_tells_how_the_agent_was_trained_and_measured(game, folder):
    card = TrainedAgent.load(folder, game).card
    assert card.training.keys() >= TOLD
    assert card.precision == "float16"
    assert card.layout  # which is compared whenever the agent is loaded
    assert [claim["opponent"] for claim in card.results["against"]] == list(bots(game))
    assert all(claim["low"] <= claim["advantage"] <= claim["high"] for claim in card.results["against"])


def test_agents_are_small():
    folders = [parameters.values[1] for parameters in FOLDERS]
    sizes = [(folder / WEIGHTS).stat().st_size + (folder / CARD).stat().st_size for folder in folders]
    assert sum(sizes) <= MOST_OF_ALL
    assert all((folder / WEIGHTS).stat().st_size <= MOST for folder in folders)


def test_a_game_has_trained_agents_for_several_options():
    """Cactus' usual agent plays without the memory aid; another one with it."""
    game = find_game("cactus")
    assert shipped(game).card.options == {"memory_aid": False}
    for aid in (False, True):
        table = game.blank(2, memory_aid=aid)
        agent = find_agent("trained", game, table=table)
        assert agent is shipped_for(game, table)
        assert agent.card.options == {"memory_aid": aid}
        agent.sit_down(table)
