import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.models import ModelCard, Network
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import IDS, find_game, make
from cardzoo.training.evaluate import compare, play_deals
from cardzoo.training.intervals import bootstrap


def untrained(game, num_players=None) -> TrainedAgent:
    env = make(game.id, num_players=num_players)
    size, actions = env.encoder.width, len(game.actions)
    generator = np.random.default_rng(0)
    weights = generator.normal(size=(actions, size)).astype(np.float32)
    card = ModelCard(game.id, "flat", env.table.num_players, size, actions, ())
    return TrainedAgent("untrained", game, card, Network([(weights, np.zeros(actions, np.float32))]))


@pytest.mark.parametrize("id", IDS)
def test_an_agent_against_itself_has_no_advantage(id):
    """The seats of a deal add up to nothing when all play the same way."""
    game = find_game(id)
    novice = find_agent("novice", game)
    result = compare(game, novice, novice, deals=20)
    assert abs(result.advantage) < 1e-6
    assert result.low - 1e-6 <= 0 <= result.high + 1e-6


def test_every_deal_is_played_from_every_seat():
    game = find_game("getaway")
    novice = find_agent("novice", game)
    rewards, scores, first = play_deals(game, novice, novice, deals=30, num_players=5)
    assert rewards.shape == scores.shape == first.shape == (30, 5)
    assert np.allclose(rewards.sum(axis=1), 0, atol=1e-5)
    assert ((rewards == -1).sum(axis=1) == 1).all()


@pytest.mark.parametrize("id", IDS)
def test_any_agent_plays_as_its_compiled_or_batched_self(id):
    """One view at a time, through `Agent.act`, gives the same games as in the batch."""
    game = find_game(id)

    class Slow:
        def __init__(self, agent):
            self.name = "slow"
            self.act = agent.act

    novice = find_agent("novice", game)
    fast = play_deals(game, untrained(game), novice, deals=5, seed=2)
    slow = play_deals(game, Slow(untrained(game)), novice, deals=5, seed=2)
    assert all(np.array_equal(a, b) for a, b in zip(fast, slow, strict=True))


def test_the_interval_covers_the_mean_of_a_known_distribution():
    covered = 0
    for seed in range(40):
        values = np.random.default_rng(seed).normal(1.0, 2.0, size=200)
        low, high = bootstrap(values, seed)
        covered += low <= 1.0 <= high
    assert covered >= 33  # 38 are expected; fewer than 33 once in a thousand


def test_a_trained_agent_for_another_number_of_players_is_refused():
    game = find_game("getaway")
    with pytest.raises(ValueError, match="plays with 4 players, not 3"):
        compare(game, untrained(game), find_agent("novice", game), deals=2, num_players=3)


def test_one_deal_is_too_few():
    game = find_game("getaway")
    novice = find_agent("novice", game)
    with pytest.raises(ValueError, match="at least 2"):
        compare(game, novice, novice, deals=1)
