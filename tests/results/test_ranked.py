"""The leaderboards of the site: the games played, their end, and the kept results."""

import json

import pytest

from cardzoo.agents import bots
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.training.evaluation.leaderboard import boards
from results import played, ranked

GAME = find_game("kuhn_poker")  # quick to play, in every mode
BOARDS = list(ranked.read().values())


class Played:
    """An arena that takes some seconds a deal, by its own clock."""

    def __init__(self, clock, deals, seconds):
        self.clock, self.deals, self.seconds, self.counted = clock, deals, seconds, 0

    def play(self):
        yield 0
        for deals in range(1, self.deals + 1):
            self.clock[0] += self.seconds
            self.counted = deals
            yield deals


@pytest.fixture
def clock(monkeypatch):
    seconds = [0.0]
    monkeypatch.setattr(ranked.time, "process_time", lambda: seconds[0])
    return seconds


@pytest.mark.parametrize(
    ("deals", "seconds", "counted"),
    [
        (30, 1, 30),  # all wanted deals
        (100, 1, 62),  # as many as fit; the first one includes compilation
        (100, 30, 2),  # too few would fit
        (1, 1, 1),
    ],
)
def test_games_are_played_as_long_as_there_is_time_and_enough_of_them_fit(deals, seconds, counted, clock):
    arena = Played(clock, deals, seconds)
    ranked._play_on(arena, 60)
    assert arena.counted == counted


@pytest.fixture
def files(monkeypatch, tmp_path):
    monkeypatch.setattr(ranked, "FILE", tmp_path / "ranked.jsonl")
    monkeypatch.setattr(ranked, "ENTRANTS", tmp_path / "entrants.jsonl")
    monkeypatch.setattr(ranked, "RUNS", tmp_path / "runs")
    return tmp_path


@pytest.mark.skipif(INTERPRETED, reason="an arena takes long")
def test_a_game_s_board_has_all_its_agents_and_is_told_when_they_play_otherwise(files, monkeypatch, capsys):
    monkeypatch.setattr(ranked, "SEARCH", "search:2")
    monkeypatch.setattr(boards, "decisions_a_second", lambda *question: None)
    board = ranked.Ranked.model_validate_json(ranked.play((GAME.id, ranked.FEWEST, 1.0)))
    assert set(bots(GAME)) | {"search:2"} <= set(board.agents)
    assert board.deals == ranked.FEWEST
    ranked.write({GAME.id: board})
    assert ranked.read() == {GAME.id: board}
    assert not ranked.is_stale(GAME)
    ranked.write({GAME.id: board.model_copy(update={"played": "another game"})})
    monkeypatch.setattr("sys.argv", ["played.py", GAME.name])
    monkeypatch.setattr(played.baselines, "FILE", files / "baselines.jsonl")
    assert played.main() == 1
    assert "the leaderboard is outdated: an agent has changed" in capsys.readouterr().out


def test_submitted_agents_take_part_with_the_checked_players(files):
    lines = [
        {"game": GAME.id, "agent": "sly", "players": [2, 3]},
        {"game": "getaway-v0", "agent": "other", "players": [2]},
    ]
    ranked.ENTRANTS.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert [ranked.entrants(GAME, players) for players in (2, 4)] == [["sly"], []]


def test_a_board_is_replaced_by_more_deals_or_by_other_agents():
    board = BOARDS[0]
    fewer = board.model_copy(update={"deals": board.deals - 1})
    assert ranked.replaces(board, None)
    assert ranked.replaces(board, fewer)
    assert not ranked.replaces(fewer, board)
    assert ranked.replaces(fewer.model_copy(update={"played": "another game"}), board)
    assert ranked.replaces(fewer.model_copy(update={"agents": ["random"]}), board)


def test_lines_that_others_have_added_meanwhile_stay(files, monkeypatch):
    own, other = BOARDS[:2]

    def work(*_):
        ranked.write({other.game: other})  # during the games
        yield own.line()

    monkeypatch.setattr(ranked, "work_beside", work)
    monkeypatch.setattr("sys.argv", ["ranked.py", own.game])
    ranked.main()
    assert ranked.read() == {own.game: own, other.game: other}


@pytest.mark.parametrize("options", [{}, {"memory_aid": True}])
def test_a_page_leads_to_its_game_s_page_whatever_the_options(options, files):
    other, board = (next(board for board in BOARDS if board.game == id) for id in ("kuhn_poker-v0", "cactus-v0"))
    ranked.write({one.game: one for one in (other, board.model_copy(update={"options": options}))})
    texts = [text for name, text in ranked.pages().items() if name.startswith("cactus") and name.endswith(".md")]
    assert ["(../games/cactus.md)" in text for text in texts] == [True]
