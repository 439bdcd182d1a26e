"""The engine that plays games: outcomes do not depend on the way of playing."""

from itertools import pairwise

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game
from cardzoo.envs.encoders import make_encoder
from cardzoo.envs.engine import rng
from cardzoo.envs.policies.models import ModelCard, Network
from cardzoo.training.evaluation.play import Forfeit, Stopped, play_games
from cardzoo.training.evaluation.schedule import agent_seeds, deal_seeds, seatings

GAME = find_game("getaway")


def untrained(seed, encoding="flat", hidden=(), greedy=True) -> TrainedAgent:
    """A model with random weights."""
    width, actions = make_encoder(encoding, GAME, 4).width, len(GAME.actions)
    sizes = [width, *hidden, actions]
    drawn = np.random.default_rng(seed)
    layers = [
        (drawn.normal(size=(after, before)).astype(np.float32), drawn.normal(size=after).astype(np.float32))
        for before, after in pairwise(sizes)
    ]
    card = ModelCard(GAME.id, encoding, 4, width, actions, tuple(hidden))
    return TrainedAgent(f"model-{seed}", GAME, card, Network(layers), greedy)


class Slow:
    """An agent asked one view at a time, like a third party's."""

    def __init__(self, agent):
        self.name = "slow"
        self.act = agent.act


class Drawing:
    """Draws from its generator, at a redealt table."""

    name = "drawing"

    def act_at(self, table, player, mask, generator):
        legal = np.flatnonzero(mask)
        return int(legal[rng.below(generator[0], len(legal))])


def play(agents, seats, deals, **more):
    seeds = deal_seeds(1, max(deals) + 1)[deals]
    draws = np.array([agent_seeds(deal, 1, place + 1)[place] for place, deal in enumerate(deals)])
    return play_games(GAME, agents, np.array(seats), seeds, draws, **more)


def test_an_outcome_does_not_depend_on_the_games_around():
    agents = [find_agent("random", GAME), untrained(1), untrained(2, hidden=(8,), greedy=False), Drawing()]
    seats = [seats for deal in range(4) for seats in seatings(deal, 1, len(agents), 4)]
    deals = np.repeat(np.arange(4), 4)
    together = play(agents, seats, deals)
    kept = [13, 2, 7]
    seeds = deal_seeds(1, 4)[deals]
    draws = np.array([agent_seeds(deal, 1, place + 1)[place] for place, deal in enumerate(deals)])
    apart = play_games(GAME, agents, np.array(seats)[kept], seeds[kept], draws[kept], threads=1)
    assert np.array_equal(together.rewards[kept], apart.rewards)
    assert np.array_equal(together.scores[kept], apart.scores)
    assert np.array_equal(together.moves[kept], apart.moves)


def test_models_of_different_shapes_play_as_each_would_alone():
    models = [untrained(1), untrained(2, hidden=(8,)), untrained(3, "planes"), untrained(4)]
    seats = [seats for deal in range(5) for seats in seatings(deal, 1, 4, 4)]
    deals = np.repeat(np.arange(5), 4)
    fast, slow = play(models, seats, deals), play([Slow(model) for model in models], seats, deals)
    assert np.array_equal(fast.rewards, slow.rewards)
    assert np.array_equal(fast.moves, slow.moves)
    assert fast.decisions[[0, 3]].tolist() == [0, 0]  # these two share the batch step
    assert (fast.decisions[[1, 2]] == slow.decisions[[1, 2]]).all()
    assert slow.decisions.sum() == slow.moves.sum()


def test_games_of_a_deal_do_not_share_the_chance_of_agents():
    agents = [find_agent("random", GAME)]
    played = play(agents, np.zeros((8, 4), int), np.zeros(8, int))
    assert len(set(played.moves.tolist())) > 1


@pytest.mark.parametrize(("id", "lost"), [("getaway", [0, -1, 0, 0]), ("diloti", [0, -1, 0, -1])])
def test_an_agent_that_gives_up_loses_with_its_partner_and_the_others_get_nothing(id, lost):
    game = find_game(id)

    class GivesUp:
        name = "gives up"

        def act(self, view, mask, generator):
            raise Forfeit("tired", "enough of it")

    agents = [find_agent("novice", game), GivesUp()]
    seats = np.zeros((3, 4), int)
    seats[1, 1] = 1
    played = play_games(game, agents, seats, deal_seeds(0, 3))
    assert played.rewards[1].tolist() == lost
    assert [(one.game, one.seat, one.kind, one.reason) for one in played.failures] == [(1, 1, "tired", "enough of it")]
    others = play_games(game, agents, np.zeros((3, 4), int), deal_seeds(0, 3))
    assert np.array_equal(played.rewards[[0, 2]], others.rewards[[0, 2]])
    assert np.array_equal(played.scores[[0, 2]], others.scores[[0, 2]])


def test_play_ends_when_it_is_not_wanted_any_more():
    with pytest.raises(Stopped):
        play([Drawing()], np.zeros((1, 4), int), np.zeros(1, int), stop=lambda: True)
