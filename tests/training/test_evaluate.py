import json

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.models import ModelCard, Network
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import IDS, find_game, make
from cardzoo.training.arena.games import Games, first_places
from cardzoo.training.arena.play import play_games
from cardzoo.training.arena.ratings import rank
from cardzoo.training.arena.schedule import deal_seeds
from cardzoo.training.evaluate import check_names, compare, play_deals, seat_around
from cardzoo.training.intervals import bootstrap
from tests.command import exit_status


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
    assert np.allclose(first.sum(axis=1), 1)


@pytest.mark.parametrize(("name", "times"), [("kuhn_poker", 1), ("pyramid", 2)])
def test_deals_that_are_told_of_in_shares_give_the_same_figures(name, times):
    """In a game for one the opponent plays them after the agent."""
    game, told = find_game(name), []
    agents = [untrained(game), find_agent("random", game)]
    assert compare(game, *agents, deals=13, seed=3, tell=told.append) == compare(game, *agents, deals=13, seed=3)
    assert told == [(1 + share) / 2 / times for share in range(2 * times)]


def test_deals_are_played_in_twenty_shares_at_most():
    game, told = find_game("kuhn_poker"), []
    compare(game, *[find_agent("random", game)] * 2, deals=200, tell=told.append)
    assert told == [(1 + share) / 20 for share in range(20)]


def test_who_plays_in_parallel_does_so_in_each_share():
    game, told = find_game("kuhn_poker"), []
    agents = [find_agent(name, game) for name in ("random", "expert")]
    agents[0] = Parallel(agents[0])
    compare(game, *agents, deals=96, tell=told.append)
    assert told == [1 / 3, 2 / 3, 1]  # of 32 deals, 64 games, 16 at a time


class Parallel:
    """An agent that is asked for 16 games at a time."""

    parallel = 16

    def __init__(self, agent):
        self.name = "parallel"
        self.act = agent.act


def test_first_places_are_shared_by_sides_and_lost_by_forfeits():
    scores = np.array([[3, 1, 3, 1], [2, 2, 2, 2], [5, 0, 0, 0]])
    rewards, forfeits = np.sign(scores), np.array([-1, -1, 0])
    alone = first_places(scores, rewards, forfeits)
    assert np.allclose(alone, [[1 / 2, 0, 1 / 2, 0], [1 / 4] * 4, [0, 1 / 3, 1 / 3, 1 / 3]])
    partners = first_places(scores, rewards, forfeits, sides=2)
    assert np.allclose(partners, [[1, 0, 1, 0], [1 / 2] * 4, [0, 1, 0, 1]])
    won = first_places(scores[:, :1], np.array([[1.0], [0.0], [-1.0]]), np.full(3, -1))
    assert won.ravel().tolist() == [1, 0, 0]


def test_an_arena_of_the_same_games_tells_the_same_first_places():
    """Where the reward tells only who has lost, as in Getaway, nearly everybody has the best one."""
    game = find_game("getaway")
    agents = [find_agent(name, game) for name in ("expert", "random")]
    first = play_deals(game, *agents, deals=20)[2]
    seats = seat_around(20, 4)[2]
    played = play_games(game, agents, seats, deal_seeds(0, 20).repeat(4))
    games = Games(np.arange(20).repeat(4), seats, played.rewards, played.scores, played.forfeits)
    (expert,) = [standing for standing in rank(games, ["expert", "random"]).standings if standing.agent == "expert"]
    assert expert.first == pytest.approx(first.mean())
    assert first.mean() < 0.6 < (played.rewards[:, 0] > 0).mean()


def test_evaluate_and_arena_tell_the_same_first_places_of_the_same_games(tmp_path, monkeypatch, capsys):
    """For two players both commands play each deal once from every seat; these agents draw nothing."""
    monkeypatch.chdir(tmp_path)
    exit_status("evaluate", "chinese_ten", "expert", "--against", "novice", "--deals", "10", "--json")
    evaluated = json.loads(capsys.readouterr().out)["first"]
    exit_status("arena", "chinese_ten", "--agents", "expert,novice", "--deals", "10", "--json", "-")
    standings = json.loads(capsys.readouterr().out)["standings"]
    (expert,) = [standing for standing in standings if standing["agent"] == "expert"]
    assert 0 < evaluated < 1
    assert evaluated == pytest.approx(expert["first"], abs=1e-4)


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


def test_who_is_misspelled_as_an_opponent_is_told_the_nearest_name_the_trained_agent_s_too():
    with pytest.raises(ValueError, match=r"there is no opponent 'traned'; did you mean 'trained'\?"):
        check_names(["traned"], find_game("kuhn_poker"))
