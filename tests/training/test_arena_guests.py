"""Third parties' agents: found, asked in processes of their own, and removed from the game if they misbehave."""

import multiprocessing
import sys
from functools import partial
from multiprocessing.connection import wait

import numpy as np
import pytest

from cardzoo.agents import StateAgent, find_agent
from cardzoo.agents.third_party import AgentError
from cardzoo.envs import find_game
from cardzoo.training.evaluation import guests
from cardzoo.training.evaluation.guests import invite
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.schedule import deal_seeds

GAME = find_game("getaway")
MODULE = '''
import ctypes, os, sys, time
import numpy as np


def draw(generator, bound):
    """A number below a bound; the game's own function would take a second to be compiled."""
    generator["draws"] += 1
    return np.random.default_rng((int(generator["seed"][0]), int(generator["draws"][0]))).integers(bound)


class Draws:
    """Any legal action."""

    def __init__(self, game):
        self.game = game

    def act(self, view, mask, generator):
        legal = np.flatnonzero(mask)
        return legal[draw(generator, len(legal))]


class Table(Draws):
    def act_at(self, table, player, mask, generator):
        assert table["player"][0] == player
        return self.act(None, mask, generator)


def make(game):
    return Draws(game)


class Remembers(Draws):
    """Its first legal action, or its last one in every third turn."""

    memory = np.full(1, 2, [("turns", np.int16)])

    def act(self, view, mask, generator, memory):
        memory["turns"] += 1
        return int(np.flatnonzero(mask)[-1 if memory["turns"][0] % 3 == 0 else 0])


class Raises(Draws):
    def act(self, view, mask, generator):
        raise KeyError("no\\nidea")


class Leaves(Draws):
    def act(self, view, mask, generator):
        sys.exit("bye")


class Stalls(Draws):
    def act(self, view, mask, generator):
        time.sleep(1000)


class Exits(Draws):
    def act(self, view, mask, generator):
        os._exit(3)


class Falters(Draws):
    """Exits at one decision in a hundred and fifty."""

    def act(self, view, mask, generator):
        if draw(generator, 150) == 0:
            os._exit(3)
        return super().act(view, mask, generator)


class Crashes(Draws):
    def act(self, view, mask, generator):
        ctypes.string_at(0)


class SaysNothing(Draws):
    def act(self, view, mask, generator):
        return None


class SaysMuch(Draws):
    def act(self, view, mask, generator):
        return 1.0 * mask.argmax()


class OutOfRange(Draws):
    def act(self, view, mask, generator):
        return -1


class Masked(Draws):
    def act(self, view, mask, generator):
        mask[:] = 1 - mask
        return int(mask.argmax())


class Broken:
    def __init__(self, game):
        raise OSError("weights.bin is missing")


class Gone:
    def __init__(self, game):
        os._exit(4)


class NoAgent:
    def __init__(self, game):
        pass
'''


@pytest.fixture
def guest(tmp_path, monkeypatch, quick_processes):
    """Starts guests, and ends them."""
    monkeypatch.setattr(guests, "PROCESSES", quick_processes)
    (tmp_path / "visitors.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    started = []

    def start(name, limit=60.0):
        started.append(find_agent(f"visitors:{name}", GAME, partial(invite, limit=limit)))
        return started[-1]

    yield start
    for one in started:
        one.process.close()
    sys.modules.pop("visitors", None)


def play(agent, games=2):
    """Games in which the agent has seat 2, against random players."""
    seats = np.zeros((games, 4), int)
    seats[:, 2] = 1
    return play_games(GAME, [find_agent("random", GAME), agent], seats, deal_seeds(0, games))


@pytest.mark.parametrize("name", ["Draws", "Table", "Remembers", "make"])
def test_a_guest_plays_as_it_would_in_this_process(guest, name):
    there, here = play(guest(name)), play(find_agent(f"visitors:{name}", GAME))
    assert not there.failures
    assert np.array_equal(there.rewards, here.rewards)
    assert np.array_equal(there.moves, here.moves)
    assert (there.decisions == here.decisions).all()
    assert there.seconds[1] > 0


def test_a_guest_with_act_at_gets_tables(guest):
    assert isinstance(guest("Table"), StateAgent)
    assert not isinstance(guest("Draws"), StateAgent)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Raises", "exception", "KeyError: 'no\\nidea' (visitors.py, line "),
        ("Leaves", "exception", "SystemExit: bye (visitors.py, line "),
        ("Exits", "crash", "its process ended with exit status 3"),
        ("Crashes", "crash", "its process was ended by SIGSEGV"),
        ("SaysNothing", "illegal", "answered None; actions are whole numbers from 0 to 53"),
        ("SaysMuch", "illegal", "; actions are whole numbers from 0 to 53"),
        ("OutOfRange", "illegal", "answered -1; actions are whole numbers from 0 to 53"),
        ("Masked", "illegal", "; legal: "),
    ],
)
def test_a_guest_that_misbehaves_loses_its_game_and_plays_the_next(guest, name, kind, words):
    played = play(guest(name))
    assert [(one.game, one.seat, one.kind) for one in played.failures] == [(0, 2, kind), (1, 2, kind)]
    assert words in played.failures[0].reason
    assert "\n" not in played.failures[0].reason
    assert played.rewards.tolist() == [[0, 0, -1, 0]] * 2


def test_a_guest_that_stalls_loses_its_game_and_is_started_again(guest):
    stalling = guest("Stalls", limit=1.0)
    played = play(stalling)
    assert {(one.kind, one.reason) for one in played.failures} == {("stall", "no answer within 1 s")}
    assert played.rewards.tolist() == [[0, 0, -1, 0]] * 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Broken", "visitors:Broken cannot be made: OSError: weights.bin is missing (visitors.py, line "),
        ("Gone", "visitors:Gone cannot be made: its process ended with exit status 4"),
        ("NoAgent", "visitors:NoAgent cannot play: NoAgent has neither act(view, mask, generator) nor act_at("),
        ("Missing", "visitors:Missing cannot be made: AttributeError"),
    ],
)
def test_a_guest_that_cannot_be_made_is_refused_in_one_line(guest, name, words):
    with pytest.raises(AgentError) as refused:
        guest(name)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_guest_that_is_too_slow_to_start_is_refused(guest, monkeypatch):
    monkeypatch.setattr(guests, "START_LIMIT", 0.0)
    with pytest.raises(AgentError, match="no answer within 0 s"):
        guest("Draws")


def test_a_guest_whose_arena_is_killed_ends_in_silence(guest, monkeypatch, capfd):
    monkeypatch.setattr(guests, "PROCESSES", multiprocessing.get_context("spawn"))  # others have another stderr
    agent = guest("Draws")
    one, served = agent.process, agent.process._process

    def die(kind, limit, question):
        one._pipe.sendall(question)
        assert wait([one._pipe], limit)
        one._pipe.close()  # an unread answer breaks the pipe
        raise KeyboardInterrupt

    monkeypatch.setattr(one, "_hear", die)
    with pytest.raises(KeyboardInterrupt):
        play(agent)
    served.join(60)
    assert served.exitcode == 0
    assert "Traceback" not in capfd.readouterr().err


def test_installed_agents_are_found_by_name(tmp_path, monkeypatch, guest):
    information = tmp_path / "visitors-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: visitors\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[cardzoo.agents]\nsly = visitors:Draws\n", encoding="utf-8")
    agent = find_agent("sly", GAME)
    assert (agent.name, type(agent).__name__) == ("sly", "Draws")
    assert find_agent("sly", GAME, partial(invite, limit=60.0)).process.takes_tables is False
    with pytest.raises(ValueError, match=r"there is no agent 'slyy' for getaway .* did you mean 'sly'\?"):
        find_agent("slyy", GAME)
