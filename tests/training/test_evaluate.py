import io
import itertools
import json
import re

import numpy as np
import pytest
from rich.console import Console

from cardzoo.agents import find_agent
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game, make
from cardzoo.envs.policies.models import ModelCard, Network
from cardzoo.training.evaluation import progress
from cardzoo.training.evaluation.duplicate import (
    Comparison,
    check_names,
    check_teacher,
    compare,
    compare_all,
    play_deals,
    seat_around,
)
from cardzoo.training.evaluation.games import Games, first_places
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.progress import RunProgress
from cardzoo.training.evaluation.ratings.ratings import rank
from cardzoo.training.evaluation.schedule import deal_seeds
from tests.command import command, exit_status
from tests.playing import SHARED_CODE


def untrained(game, num_players=None) -> TrainedAgent:
    env = make(game.id, num_players=num_players)
    size, actions = env.encoder.width, len(game.actions)
    generator = np.random.default_rng(0)
    weights = generator.normal(size=(actions, size)).astype(np.float32)
    card = ModelCard(game.id, "flat", env.table.num_players, size, actions, ())
    return TrainedAgent("untrained", game, card, Network([(weights, np.zeros(actions, np.float32))]))


@pytest.mark.parametrize("game", SHARED_CODE, ids=lambda game: game.id)
def test_an_agent_against_itself_has_no_advantage(game):
    """The seats' rewards of a deal sum to zero when all agents play alike."""
    novice = find_agent("novice", game)
    result = compare(game, novice, novice, deals=20)
    assert abs(result.advantage) < 1e-6
    assert result.low - 1e-6 <= 0 <= result.high + 1e-6


def test_games_and_agents_are_given_by_themselves_or_by_their_names():
    game = find_game("kuhn_poker")
    by_name = compare("kuhn_poker", "expert", "random", deals=20)
    assert by_name == compare(game, find_agent("expert", game), find_agent("random", game), deals=20)


def test_an_agent_of_another_game_is_refused():
    kuhn, hearts = find_game("kuhn_poker"), find_game("hearts")
    with pytest.raises(ValueError, match="agent must be one for kuhn_poker, got expert for hearts; take find_agent"):
        compare(kuhn, find_agent("expert", hearts), "random", deals=20)


def test_seats_that_play_for_themselves_are_compared_with_the_opponent_in_the_same_place():
    """The opponent plays the same deals in all seats."""
    game = find_game("blackjack")
    expert, novice = find_agent("expert", game), find_agent("novice", game)
    result = compare(game, expert, novice, deals=200, num_players=3)
    rewards, others = (play_deals(game, agent, novice, 200, num_players=3)[0] for agent in (expert, novice))
    assert result.advantage == pytest.approx(float(rewards.mean() - others.mean()), abs=1e-5)
    assert result.reward == pytest.approx(float(rewards.mean()), abs=1e-5)


def test_every_deal_is_played_from_every_seat():
    game = find_game("getaway")
    novice = find_agent("novice", game)
    rewards, scores, first = play_deals(game, novice, novice, deals=30, num_players=5)
    assert rewards.shape == scores.shape == first.shape == (30, 5)
    assert np.allclose(rewards.sum(axis=1), 0, atol=1e-5)
    assert ((rewards == -1).sum(axis=1) == 1).all()
    assert np.allclose(first.sum(axis=1), 1)


@pytest.mark.parametrize(("name", "times"), [("kuhn_poker", 1), ("pyramid", 2)])
def test_deals_that_are_told_of_in_shares_give_the_same_figures(name, times, monkeypatch):
    """In a game for one, the opponent plays them after the agent. Shares grow if they take no time."""
    monkeypatch.setattr("cardzoo.training.evaluation.duplicate.time.perf_counter", lambda: 0.0)
    game, reported = find_game(name), []
    agents = [untrained(game), find_agent("random", game)]
    assert compare(game, *agents, deals=13, seed=3, tell=reported.append) == compare(game, *agents, deals=13, seed=3)
    shares = [1 / 13, 3 / 13, 7 / 13, 1]
    assert reported == pytest.approx([(time + share) / times for time in range(times) for share in shares])


def test_there_is_news_after_every_deal_that_takes_long(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("cardzoo.training.evaluation.duplicate.time.perf_counter", lambda: next(clock))
    game, reported = find_game("kuhn_poker"), []
    compare(game, *[find_agent("random", game)] * 2, deals=5, tell=reported.append)
    assert reported == pytest.approx([0.2, 0.4, 0.6, 0.8, 1])


def test_parallel_agents_play_in_parallel_in_each_share(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("cardzoo.training.evaluation.duplicate.time.perf_counter", lambda: next(clock))
    game, reported = find_game("kuhn_poker"), []
    agents = [find_agent(name, game) for name in ("random", "expert")]
    agents[0] = Asked(agents[0])
    agents[0].parallel = 16
    compare(game, *agents, deals=96, tell=reported.append)
    assert sorted(set(reported)) == pytest.approx([0, 1 / 3, 2 / 3, 1])  # of 32 deals, 64 games, 16 at a time


class Asked:
    """An agent that is asked outside of the batch step."""

    def __init__(self, agent):
        self.name = "asked"
        self.act = agent.act


def test_evaluate_tells_how_far_it_is_while_the_first_deal_is_being_played(monkeypatch):
    monkeypatch.setattr(progress, "LINE_S", 0)
    game, console = find_game("kuhn_poker"), Console(file=io.StringIO())
    agents = [find_agent(name, game) for name in ("random", "expert")]
    with RunProgress(console, 0.0) as bar:
        compare_all(game, Asked(agents[0]), agents[1:], 20, tell=bar.tell)
    lines = console.file.getvalue().splitlines()
    assert lines[:2] == ["0%  against expert"] * 2
    assert all(character.isprintable() for line in lines for character in line)
    assert re.fullmatch(r"100%  0:00 left  against expert  \S+ (deals/s|s a deal)", lines[-2])
    assert re.fullmatch(r"100%  0:00 left  against expert: [+-]\d\.\d{3}", lines[-1])


def test_the_first_part_of_the_work_is_not_in_the_pace(monkeypatch):
    times = iter([90.0, 90.5, 92.0])
    monkeypatch.setattr("cardzoo.training.evaluation.progress.time.perf_counter", lambda: next(times))
    pace = progress.Pace("deal")
    assert [pace.words(done) for done in (1, 2, 3)] == ["", "2.0 deals/s", "1.0 deals/s"]


@pytest.mark.parametrize(
    ("words", "news"),
    [
        ("evaluate kuhn_poker random --against novice --deals 2", "against novice"),
        ("arena kuhn_poker --agents random,novice --deals 2", "2 of 2 deals"),
        ("solve pyramid --deals 2 --nodes 1", "0 won, 0 lost, 2 open"),
    ],
)
def test_long_commands_write_their_progress_into_a_file(words, news, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "LINE_S", 0)
    lines = [line for line in command(*words.split()).err.splitlines() if news in line]
    assert any(re.fullmatch(rf"\d+%  \d+:\d\d left  {news}  \S+ (deals/s|s a deal)", line) for line in lines), lines


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
    """If the reward shows only the loser, as in Getaway, nearly everybody has the best one."""
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
    """For two players, both commands play each deal once from every seat; these agents draw nothing."""
    monkeypatch.chdir(tmp_path)
    exit_status("evaluate", "chinese_ten", "expert", "--against", "novice", "--deals", "10", "--json")
    evaluated = json.loads(capsys.readouterr().out)["first"]
    exit_status("arena", "chinese_ten", "--agents", "expert,novice", "--deals", "10", "--json", "-")
    standings = json.loads(capsys.readouterr().out)["standings"]
    (expert,) = [standing for standing in standings if standing["agent"] == "expert"]
    assert 0 < evaluated < 1
    assert evaluated == pytest.approx(expert["first"], abs=1e-4)


@pytest.mark.parametrize("game", SHARED_CODE, ids=lambda game: game.id)
def test_any_agent_plays_as_its_compiled_or_batched_self(game):
    """Through `Agent.act`, one view at a time, an agent plays the same games as in the batch."""
    novice = find_agent("novice", game)
    fast = play_deals(game, untrained(game), novice, deals=5, seed=2)
    slow = play_deals(game, Asked(untrained(game)), novice, deals=5, seed=2)
    assert all(np.array_equal(a, b) for a, b in zip(fast, slow, strict=True))


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ((0.2, 0.1, 0.3), "a is better than b: its advantage is +0.200 a game (95 % interval +0.100 to +0.300)."),
        ((-0.2, -0.3, -0.1), "a is worse than b: its advantage is -0.200 a game (95 % interval -0.300 to -0.100)."),
        (
            (0.2, 0.0, 0.4),
            "These deals do not separate a from b: its advantage is +0.200 a game (95 % interval +0.000 to +0.400).",
        ),
        ((0.2, 0.2, 0.2), "In all 40 deals a leads b by +0.200 a game, which gives no interval."),
    ],
)
def test_a_comparison_says_in_a_sentence_whether_the_agent_is_better(figures, words):
    assert Comparison("a", "b", 40, *figures, 0.0, 0.5, 0.0).verdict == words


def test_the_command_prints_that_sentence_for_each_opponent():
    arguments = ("kuhn_poker", "expert", "--against", "random", "--against", "novice", "--deals", "300", "--seed", "1")
    out = " ".join(command("evaluate", *arguments).out.split())
    game = find_game("kuhn_poker")
    agents = [find_agent(name, game) for name in ("expert", "random", "novice")]
    for opponent in agents[1:]:
        assert compare(game, agents[0], opponent, 300, 1).verdict in out


def test_a_trained_agent_for_another_number_of_players_is_refused():
    game = find_game("getaway")
    with pytest.raises(ValueError, match="plays with 4 players, not 3"):
        compare(game, untrained(game), find_agent("novice", game), deals=2, num_players=3)


def test_one_deal_is_too_few():
    game = find_game("getaway")
    novice = find_agent("novice", game)
    with pytest.raises(ValueError, match="at least 2"):
        compare(game, novice, novice, deals=1)


def test_a_misspelled_opponent_is_refused_with_the_nearest_name_the_trained_agent_s_too():
    with pytest.raises(ValueError, match=r"there is no opponent 'traned'; did you mean 'trained'\?"):
        check_names(["traned"], find_game("kuhn_poker"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("expart", "cannot be imitated; did you mean 'expert'"),
        ("search:0", "simulations must be at least 1, got 0"),
        ("solver", "cannot be imitated; known: random, novice, expert, trained, search:200"),
    ],
)
def test_agents_that_cannot_be_imitated_are_refused_in_one_line(name, words):
    with pytest.raises(ValueError, match=words) as error:
        check_teacher(name, find_game("yukon"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", [None, "expert", "trained", "search:50", "search:50,trained"])
def test_scripted_agents_the_trained_one_and_searches_can_be_imitated(name):
    check_teacher(name, find_game("yukon"))
