"""Cooperative games: teams in self-play and cross-play, with figures that are known exactly."""

import json
import re

import numpy as np
import pytest

from cardzoo.agents import agent_generator, ask, find_agent
from cardzoo.envs import find_game
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import enter
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.duplicate import compare
from cardzoo.training.evaluation.games import Failure
from cardzoo.training.evaluation.leaderboard.board_pages import make_pages
from cardzoo.training.evaluation.leaderboard.boards import TeamBoard, make_board
from cardzoo.training.evaluation.play import _forfeit_together
from cardzoo.training.evaluation.report.pages import Table
from cardzoo.training.evaluation.schedule import deal_seeds
from cardzoo.training.evaluation.teams import all_teams, evaluate_teams, rank_teams, team_seatings
from cardzoo.training.exploit.found import AS_IT_IS, Response
from cardzoo.training.exploit.probe import Probe
from cardzoo.training.tables.streams import Stream, run_seed
from tests.command import command, exit_status
from tests.training.small_run import start

RELAY = "tests.training.relay:GAME"
GAME = find_game(RELAY)


def kinds(*names):
    return [find_agent(name, GAME) for name in names]


def blacks(deals, seed=0, num_players=2):
    """For each deal whether the card is black."""
    tables = [GAME.table(seed=int(one), num_players=num_players) for one in deal_seeds(seed, deals)]
    return np.array([table.state.hands.sum(axis=0).argmax() // 13 in (0, 3) for table in tables])


def play(folder, names, deals=40, num_players=2):
    """The games of an arena."""
    contest = enter(GAME, names, num_players)
    run = Arena(Results(folder, contest), deals, local_hands(contest, 1))
    list(run.play())
    return run.results.games(deals)


def test_a_team_of_one_kind_has_one_seating_and_one_of_two_kinds_all_that_have_both():
    assert team_seatings([(1, 1)], 3).tolist() == [[1, 1, 1]]
    mixed = team_seatings([(0, 2)], 3)
    assert mixed.tolist() == [[0, 0, 2], [0, 2, 0], [0, 2, 2], [2, 0, 0], [2, 0, 2], [2, 2, 0]]
    assert all_teams(3) == [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
    assert len(team_seatings(all_teams(3), 5)) == 3 + 3 * 30


@pytest.mark.parametrize(("players", "points", "reward"), [(2, 0, 0), (3, 2 / 3, 1 / 3)])
def test_kinds_with_opposite_conventions_make_all_points_alone_and_few_together(players, points, reward):
    """With three players a follower makes a point if its kind is the leader's: of six seatings, on average 2/3."""
    alone, mixed, other = evaluate_teams(GAME, *_one_and_more("straight", "crooked"), deals=10, num_players=players)
    for team in (alone, other):
        assert (team.reward.value, team.points.value, team.full) == (1, players - 1, 1)
    assert (mixed.agent, mixed.partner, mixed.games) == ("straight", "crooked", 10 * (2**players - 2))
    assert (mixed.reward.value, mixed.points.value) == pytest.approx((reward, points), abs=1e-5)
    assert (mixed.reward.low, mixed.reward.high, mixed.full) == (mixed.reward.value, mixed.reward.value, 0)


def _one_and_more(first, *others):
    agent, *partners = kinds(first, *others)
    return agent, partners


def test_two_teams_are_compared_on_the_same_deals():
    """A deaf team makes the point if the card is black, and the other team always: they differ by the red cards."""
    red = 1 - blacks(200).mean()
    result = compare(GAME, *kinds("straight", "deaf"), deals=200)
    assert (result.reward, result.first, result.score) == (1, 1, 1)
    assert result.advantage == pytest.approx(red)
    assert result.low < red < result.high
    assert compare(GAME, *kinds("deaf", "deaf"), deals=50).estimate.range == "95 % interval +0.000 to +0.000"


def test_a_leader_who_is_understood_and_a_follower_who_is_deaf_make_half_each():
    """Straight leads: the deaf follower has black right. Deaf leads: the straight follower has all right."""
    black = blacks(60).mean()
    _, mixed, deaf = evaluate_teams(GAME, *_one_and_more("straight", "deaf"), deals=60)
    assert mixed.reward.value == pytest.approx((1 + black) / 2, abs=1e-5)
    assert deaf.reward.value == pytest.approx(black, abs=1e-5)


def test_an_arena_ranks_by_self_play_and_shows_every_pair_once(tmp_path):
    names = ["deaf", "crooked", "straight"]
    ranking = rank_teams(play(tmp_path, names), names)
    black = blacks(40).mean()
    assert [standing.agent for standing in ranking.standings] == ["crooked", "straight", "deaf"]
    assert (ranking.deals, ranking.games) == (40, 40 * (3 + 3 * 2))
    crooked, straight, deaf = ranking.standings
    assert straight.lead.value == pytest.approx(1 - black, abs=1e-5)
    assert (crooked.lead.value, deaf.lead) == (0, None)
    assert ranking.score(crooked, straight) is ranking.score(straight, crooked)
    assert ranking.score(crooked, straight).points.value == 0
    assert straight.cross_play.value == pytest.approx((0 + (1 + black) / 2) / 2, abs=1e-5)
    assert ranking.verdict.startswith("crooked makes 1.00 points a game in self-play, but these deals do not separate")


def test_a_kind_is_ranked_by_self_play_even_if_it_is_worse_with_others(tmp_path):
    """Crooked makes nothing with straight, and deaf makes more with it than alone."""
    names = ["deaf", "straight", "crooked"]
    ranking = rank_teams(play(tmp_path, names), names)
    by_name = {standing.agent: standing for standing in ranking.standings}
    assert by_name["crooked"].cross_play.value < by_name["deaf"].cross_play.value
    assert by_name["crooked"].rank < by_name["deaf"].rank


def test_a_forfeit_gives_the_whole_team_nothing():
    rewards, scores = np.ones((2, 3), np.float32), np.full((2, 3), 2, np.int32)
    _forfeit_together(rewards, scores, [Failure(1, 2, "stall", "")])
    assert (rewards.tolist(), scores.tolist()) == ([[1] * 3, [0] * 3], [[2] * 3, [0] * 3])


def test_the_arena_prints_teams_and_neither_ratings_nor_wins(tmp_path):
    report = tmp_path / "report.html"
    arguments = ("arena", RELAY, "--agents", "deaf,crooked,straight", "--deals", "40", "--out", str(tmp_path / "run"))
    result = command(*arguments, "--html", str(report), "--json", str(tmp_path / "figures.json"))
    assert result.status == 0, result.err
    page = re.sub("<style>.*?</style>", "", report.read_text(encoding="utf-8"), flags=re.DOTALL)
    for text in (result.out, page):
        assert "self-play" in text.lower()
        assert "cross-play" in text.lower()
        assert not re.search("openskill|plackett|payoff|came first", text, re.IGNORECASE)
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert [team["agent"] + " " + team["partner"] for team in figures["teams"]][3:] == [
        "deaf crooked",
        "deaf straight",
        "crooked straight",
    ]
    assert command(*arguments[:-1], str(tmp_path / "early"), "--until-decided", "--json", "-").status == 0


def test_evaluate_prints_self_play_and_cross_play_in_points_and_reward(capsys):
    result = command("evaluate", RELAY, "straight", "--against", "crooked", "--deals", "20")
    assert result.status == 0, result.err
    rows = [[cell.strip() for cell in line.strip("│ ").split("│")] for line in result.out.splitlines() if "│" in line]
    assert rows == [
        ["straight", "20", "1.00 ± 0.00", "1.000 ± 0.000", "100.0%"],
        ["straight with crooked", "40", "0.00 ± 0.00", "0.000 ± 0.000", "0.0%"],
        ["crooked", "20", "1.00 ± 0.00", "1.000 ± 0.000", "100.0%"],
    ]
    assert "better" not in result.out
    arguments = ("evaluate", RELAY, "straight", "--deals", "20", "--json")
    assert exit_status(*arguments, "--against", "crooked") == exit_status(*arguments) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["reward"]["value"] for line in lines] == [1, 0, 1, 1]
    assert (lines[1]["partner"], lines[3]["partner"]) == ("crooked", "straight")


def test_the_best_partner_of_an_agent_is_measured_by_its_gain_over_the_agents_own_team():
    """Deaf follows with black. A partner who repeats the leader's word is right in half of the games, if it follows."""
    probe = Probe(GAME, find_agent("deaf", GAME), 0.001, ["scratch"], deals=200, settings=["threads=1", "tables=16"])
    trial = probe._trial(Response(AS_IT_IS, find_agent("straight", GAME)), Stream.FRESH)
    trial.play(200, lambda done: None)
    red = 1 - blacks(200, run_seed(0, Stream.FRESH)).mean()
    assert trial.comparison().advantage == pytest.approx(red / 2, abs=1e-5)
    own = probe._trial(Response(AS_IT_IS, find_agent("deaf", GAME)), Stream.FRESH)
    own.play(20, lambda done: None)
    assert (own.comparison().advantage, own.comparison().low) == (0, 0)


def test_exploit_prints_partners_and_gains(tmp_path):
    arguments = ("exploit", RELAY, "deaf", "--minutes", "0.01", "--deals", "100", "--recipes", "scratch")
    result = command(*arguments, "--out", str(tmp_path / "out"))
    assert result.status == 0, result.err
    assert "partners of deaf" in result.out
    assert "as one partner of deaf changes the team's reward by +0." in result.out
    assert not re.search("exploit|beaten|against", result.out.split("response: ")[0])
    kept = json.loads((tmp_path / "out" / "exploit.json").read_text(encoding="utf-8"))
    assert "reward" not in kept
    assert kept["gain"] == kept["tried"][0]["gain"] or kept["gain"] > 0


def test_a_learner_whose_opponents_are_partners_learns_a_convention(tmp_path):
    settings = ["tables=64", "learning.steps=16", "learning.batch_size=256", "learning.hidden=[32]", "threads=1"]
    settings += ["total_steps=49152", "learning.learning_rate=1e-2", "learning.final_learning_rate=1e-3"]
    settings += ["opponents.scripted=[straight]", "opponents.pool_share=0.2", "opponents.warm_up=2048"]
    settings += ["evaluation.opponents=[deaf]", "evaluation.quick_deals=40", "evaluation.every=32768"]
    run = start(tmp_path, load_config(RELAY, None, settings))
    assert run.run()
    last = run.folder.read_metrics()[-1]
    assert last["reward_with"]["straight"] > 0.8
    assert last["partners_in_pool"] > 0
    assert not {"won", "opponents_in_pool"} & last.keys()
    (result,) = run.evaluate(100)
    assert result.reward > 0.9
    assert result.advantage == pytest.approx(result.reward - blacks(100).mean(), abs=1e-5)


def test_the_search_maximises_the_teams_reward():
    """A leader says the colour of the card that it sees, since its partner repeats it."""
    game, agent = GAME, find_agent("search:64:guide=deaf:rollout=straight", GAME)
    for seed in range(6):
        table = game.table(seed=seed)
        red = int(table.state.hands.sum(axis=0).argmax() // 13 not in (0, 3))
        action = ask(agent, game, table.records, table.player, table.mask.copy(), agent_generator(seed), None)
        assert action == red


def test_a_leaderboard_ranks_by_self_play_and_shows_mean_cross_play_without_a_rating(tmp_path):
    names = ["deaf", "crooked", "straight"]
    play(tmp_path / "run", names)
    board = make_board(tmp_path / "run")
    assert isinstance(board, TeamBoard)
    assert board.best == ["crooked", "straight"]
    assert TeamBoard.model_validate_json(board.line()) == board
    result = command("leaderboard", str(tmp_path / "run"), "--out", str(tmp_path / "pages"))
    assert result.status == 0, result.err
    page = (tmp_path / "pages" / "relay.md").read_text(encoding="utf-8")
    black = blacks(40).mean()
    assert f"| 3 | `deaf` | **{black:.2f}** |" in page
    assert "| `crooked` | 1.00 ± 0.00 | 0.00 ± 0.00 |" in page
    for text in (result.out, page):
        assert "cross-play" in text
        assert not re.search("exploit|came first|ahead", text)
    play_others(tmp_path / "other")
    pages = make_pages([board, make_board(tmp_path / "other")], [])
    assert [one.name for one in pages] == ["index", "relay", "kuhn_poker"]
    ratings = next(part for part in pages[0].parts if isinstance(part, Table))
    assert sorted(row[1].text for row in ratings.rows) == ["expert", "novice"]


def play_others(folder):
    """An arena of a game that is not cooperative."""
    contest = enter(find_game("kuhn_poker"), ["novice", "expert"])
    list(Arena(Results(folder, contest), 10, local_hands(contest, 1)).play())
