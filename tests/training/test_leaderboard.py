"""Leaderboards: ratings from arenas, and their pages."""

import json
import re
import time
from xml.etree import ElementTree

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import ArenaError, enter
from cardzoo.training.evaluation.arena.pace import decisions_a_second
from cardzoo.training.evaluation.arena.results import Record, Results
from cardzoo.training.evaluation.intervals import Estimate
from cardzoo.training.evaluation.leaderboard import boards as boards_module
from cardzoo.training.evaluation.leaderboard.board_pages import make_pages, markdown_files, pace_in_words, write_pages
from cardzoo.training.evaluation.leaderboard.boards import (
    FEWEST_BOARDS,
    PACES,
    Board,
    Bound,
    Entry,
    bound_of,
    make_board,
    rate_over_boards,
    read_bounds,
)
from cardzoo.training.evaluation.ratings.ratings import rank
from tests.command import command

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about arenas, not about rules")

GAME = find_game("getaway")
HOSTILE = ["<script>x</script>", "a|b`c\nd", "$_*[]()", "牌" * 40]
BOUND = {"game": "getaway-v0", "players": 4, "agent": "novice", "reward": 0.25, "low": 0.2, "high": 0.3, "more": 1}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of an arena."""
    folder = tmp_path_factory.mktemp("arena")
    contest = enter(GAME, ["random", "novice", "expert"])
    for _ in Arena(Results(folder, contest), 6, local_hands(contest, 1)).play():
        pass
    return folder


@pytest.fixture(autouse=True)
def _quick_paces(monkeypatch):
    monkeypatch.setattr(boards_module, "decisions_a_second", lambda *question: 123_456.0)


def board(shares, game="getaway-v0", payoffs=None):
    """A board on which the row's agent is ahead of the column's in such a share of their games."""
    names = list(dict.fromkeys(name for pair in shares for name in pair))
    ahead = {name: {} for name in names}
    for (one, other), share in shares.items():
        ahead[one][other], ahead[other][one] = share, 1 - share
    entries = [
        Entry(
            agent=name,
            points=Estimate(10.0 - place, 8.0 - place, 12.0 - place),
            payoff=Estimate(*3 * [(payoffs or {}).get(name, -place)]),
            first=0.5,
            games=10,
            forfeits=place,
            ahead=ahead[name],
            pace=1234.0,
        )
        for place, name in enumerate(names)
    ]
    summary = {"players": 4, "options": {}, "seed": 0, "deals": 5, "games": 10, "time_limit": 10.0, "weights": {}}
    return Board(game=game, agents=names, cardzoo="0.1.0", machine="a <machine>", entries=entries, **summary)


def test_a_board_tells_what_its_arena_has_come_to(played):
    made, record = make_board(played), Record(played)
    ranking = rank(record.games(6), record.contest.agents)
    assert [entry.agent for entry in made.entries] == [standing.agent for standing in ranking.standings]
    for entry, standing in zip(made.entries, ranking.standings, strict=True):
        assert entry.points.value == pytest.approx(standing.points.value, abs=0.06)
        assert entry.payoff.low == pytest.approx(standing.payoff.low, abs=1e-4)
        assert entry.pace == 120_000
        for other in made.entries:
            if other is not entry:
                assert entry.ahead[other.agent] + other.ahead[entry.agent] == pytest.approx(1, abs=1e-4)
    assert (made.contest, made.deals, made.games, made.best) == (record.contest, 6, 24, [made.entries[0].agent])


def test_a_board_is_the_same_from_its_line(played):
    made = make_board(played)
    assert Board.model_validate_json(made.line()) == made


def test_paces_are_measured_once_and_again_if_what_was_kept_is_none(played, monkeypatch):
    make_board(played)
    monkeypatch.setattr(boards_module, "decisions_a_second", lambda *question: 5.0)
    assert {entry.pace for entry in make_board(played).entries} == {120_000}
    for damaged in ("[]", '{"machine": "a", "paces": {"random": -1, "novice": 1, "expert": 1}}'):
        (played / PACES).write_text(damaged, encoding="utf-8")
        assert {entry.pace for entry in make_board(played).entries} == {5}


def test_a_folder_that_cannot_be_written_is_shown_all_the_same(played, tmp_path):
    for file in played.iterdir():
        if file.name != PACES:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / PACES).mkdir()  # in the way of the file
    assert make_board(tmp_path).deals == 6


def test_an_arena_that_is_being_played_can_be_read_and_is_left_as_it_is(played, tmp_path):
    for file in played.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "games.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"deal": 6, "se')
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(Record(tmp_path)) == 6
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "getway-v0"}, "did you mean 'getaway'"),
        ({"players": 2}, "number of players must be 3 to 8, got 2"),
        ({"agents": "random"}, "agents"),
        ({"extra": 1}, "there is no key 'extra'"),
    ],
)
def test_settings_that_tell_no_arena_are_refused_in_one_line(change, message, played, tmp_path):
    for file in played.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    settings = json.loads((tmp_path / "arena.json").read_text(encoding="utf-8")) | change
    (tmp_path / "arena.json").write_text(json.dumps(settings), encoding="utf-8")
    with pytest.raises(ArenaError) as refused:
        Record(tmp_path)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_each_game_counts_the_same_and_better_agents_are_rated_higher():
    one = board({("a", "b"): 0.8, ("a", "c"): 0.9, ("b", "c"): 0.6})
    two = board({("b", "c"): 0.7})
    rated = rate_over_boards([one, two])
    assert [agent.agent for agent in rated] == ["a", "b", "c"]
    assert [agent.boards for agent in rated] == [1, 2, 2]
    assert [agent.best for agent in rated] == [1, 1, 0]
    more = one.model_copy(update={"games": 10_000})
    assert rate_over_boards([more, two]) == rated


def test_an_interval_over_games_needs_some_games():
    one, other = board({("a", "b"): 0.9}), board({("a", "b"): 0.4})
    few, more = rate_over_boards([one, other]), rate_over_boards([one, other] * FEWEST_BOARDS)
    assert all(agent.points.low == agent.points.value == agent.points.high for agent in few)
    assert all(agent.points.low < agent.points.value < agent.points.high for agent in more)


def test_an_agent_on_few_boards_has_no_interval():
    """With any number of others' boards, resamples without its own say nothing about it."""
    usual = [board({("a", "b"): share}) for share in (0.9, 0.8, 0.7, 0.6, 0.4)]
    rated = {one.agent: one for one in rate_over_boards([*usual, board({("a", "new"): 0.1})])}
    assert rated["new"].points.low == rated["new"].points.value == rated["new"].points.high
    assert [name for name, one in rated.items() if one.has_interval] == ["a", "b"]
    assert rated["b"].points.low < rated["b"].points.value < rated["b"].points.high


def test_agents_with_the_same_reward_share_the_first_place():
    alike = board({("a", "b"): 0.5}, payoffs={"a": 0.1, "b": 0.1})
    assert alike.best == ["a", "b"]
    assert "2 alike" in markdown_files(make_pages([alike, alike], {}))["index.md"]


def test_names_cannot_break_pages(tmp_path):
    crafted = board({(HOSTILE[0], HOSTILE[1]): 0.7, (HOSTILE[2], HOSTILE[3]): 0.6})
    other = crafted.model_copy(update={"game": "kuhn_poker-v0", "players": 2})
    page = write_pages(tmp_path, [crafted, other], {}).read_text(encoding="utf-8")
    assert "<script" not in page
    assert "src=" not in page
    for file in tmp_path.glob("*.svg"):
        drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
        assert len([part for part in drawn if part.tag.endswith("circle")]) == len(HOSTILE)
    for file in tmp_path.glob("*.md"):
        text = file.read_text(encoding="utf-8")
        outside_code = re.sub(r"^```sh\n.*\n```$|`[^`\n]*`", "", text, flags=re.MULTILINE)
        assert not {"<script", "牌", "$_*"} & set(re.findall(r"<script|牌|\$_\*", outside_code))
        for table in text.split("\n\n"):
            if table.startswith("|"):
                assert len({line.replace("\\|", "").count("|") for line in table.splitlines()}) == 1


def test_pages_show_bounds_where_they_are_known_and_forfeits_where_there_are_some(tmp_path):
    """The last of several bounds is shown, as the highest is biased; none of another game, table or options is."""
    file, shares = tmp_path / "bounds.jsonl", {("expert", "novice"): 0.6}
    lines = [BOUND | {"reward": 0.5}, BOUND | {"minutes": 2}]
    lines += [BOUND | {"players": 3}, BOUND | {"options": {"max_tricks": 400}}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    text = markdown_files(make_pages([board(shares)], read_bounds(file)))["getaway.md"]
    assert "+0.250 (+0.200 to +0.300) in 2 min" in text
    assert "forfeits" in text
    other = markdown_files(make_pages([board(shares, "kuhn_poker-v0")], read_bounds(file)))["kuhn_poker-4-players.md"]
    assert "exploitability" not in other


def test_an_option_that_is_set_to_the_usual_is_no_other_one():
    usual = Bound(**{name: value for name, value in BOUND.items() if name != "more"}, options={"max_tricks": 500})
    assert bound_of(board({("expert", "novice"): 0.6}), "novice", [usual]) is usual


@pytest.mark.parametrize(
    ("pace", "words"), [(None, ""), (234_567.0, "230,000"), (98.7, "99"), (3.24, "3.2"), (0.036, "0.036")]
)
def test_paces_are_told_with_two_digits(pace, words):
    assert pace_in_words(pace) == words


class Sleeper:
    """Waits, and then answers at once; by the clock it takes 500 decisions a second at most."""

    name = "sleeper"

    def act(self, view, mask, generator):
        time.sleep(0.002)
        return int(np.flatnonzero(mask)[0])


def test_a_pace_counts_the_processor_s_time_and_not_the_clock_s():
    assert decisions_a_second(GAME, Sleeper(), seconds=0.005) > 600
    assert decisions_a_second(GAME, find_agent("novice", GAME), seconds=0.02) > 10_000


def test_the_command_writes_pages_and_prints_tables_or_lines(played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bounds.jsonl").write_text(json.dumps(BOUND) + "\n", encoding="utf-8")
    done = command("leaderboard", str(played), "--exploited", "bounds.jsonl")
    assert done.status == 0, done.err
    assert "Getaway: 24 games of 6 deals" in done.out
    assert "+0.250" in done.out
    assert {file.name for file in (tmp_path / "leaderboard").iterdir()} == {"getaway.md", "getaway.svg", "index.html"}


def test_the_command_s_lines_are_boards(played, tmp_path, capsys):
    assert command("leaderboard", str(played), "--out", str(tmp_path / "pages"), "--json").status == 0
    assert Board.model_validate_json(capsys.readouterr().out).deals == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name the folder of an arena, such as runs/arena-getaway"),
        (("nowhere",), "nowhere is no folder of an arena: arena.json cannot be read: No such file or directory"),
        (("PLAYED", "PLAYED"), "are both of Getaway; name one of them"),
        (("PLAYED", "--out", "/dev/null/pages"), "/dev/null/pages cannot be written"),
        (("PLAYED", "--exploited", "nowhere"), "nowhere cannot be read"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, message, played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = command("leaderboard", *(str(played) if word == "PLAYED" else word for word in words))
    *_, error = done.err.splitlines()
    assert done.status == 2
    assert error.startswith("cardzoo: ")
    assert message in error


def test_the_page_of_a_poker_board_is_in_its_unit():
    played = board({("a", "b"): 0.5}, "texas_holdem-v0", {"a": 0.01, "b": -0.01})
    page = markdown_files(make_pages([played.model_copy(update={"players": 2})], {}))["texas_holdem.md"]
    assert "| mean reward, mbb/hand |" in page
    assert "**+1000**" in page
