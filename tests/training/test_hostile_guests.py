"""Guests that attack the arena through their end of the pipe: each forfeits, and none hangs or ends the arena."""

import json
import multiprocessing
import subprocess
import sys
from functools import partial

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.third_party import AgentError
from cardzoo.envs import find_game
from cardzoo.training.evaluation import guests, replies
from cardzoo.training.evaluation.guests import invite
from cardzoo.training.evaluation.play import play_games

GAME = find_game("getaway")
MODULE = '''
import os, signal, sys, time


def wire():
    """This process' end of the pipe, which no agent is given."""
    frame = sys._getframe()
    while "pipe" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["pipe"]


class Agent:
    def __init__(self, game):
        pass

    def act(self, view, mask, generator):
        return int(mask.argmax())


class Writes(Agent):
    """Writes its message to the pipe and does nothing more."""

    def act(self, view, mask, generator):
        wire().sendall(self.message)
        time.sleep(1000)


class Announces(Agent):
    """Writes its message when it is made."""

    def __init__(self, game):
        wire().sendall(self.message)
        time.sleep(1000)


class NeverEnds(Agent):
    def act(self, view, mask, generator):
        while True:
            wire().sendall(b" " * 65536)


class Drips(Agent):
    def act(self, view, mask, generator):
        while True:
            wire().sendall(b" ")
            time.sleep(0.01)


class ClosesThePipe(Agent):
    def act(self, view, mask, generator):
        wire().close()
        time.sleep(1000)


class ForksAndExits(Agent):
    def act(self, view, mask, generator):
        if os.fork() == 0:
            time.sleep(3)  # with the pipe in its hands
        os._exit(5)


class UnknownSignal(Agent):
    def act(self, view, mask, generator):
        os.kill(os.getpid(), signal.SIGRTMIN + 6)
        time.sleep(1000)


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


class RaisesMutely(Agent):
    def act(self, view, mask, generator):
        raise Mute


class RaisesEscapes(Agent):
    def act(self, view, mask, generator):
        raise ValueError("\\x1b[2J\\u202e\\nforfeits: expert \\ud800")


class AnswersMutely(Agent):
    def act(self, view, mask, generator):
        return Mute()


class AnswersHugely(Agent):
    def act(self, view, mask, generator):
        return 10**6000


class BreaksTheGenerator(Agent):
    def act(self, view, mask, generator):
        print("\\x1b[2J")
        generator.dtype = "uint64"
        return 0


class Forgets(Agent):
    def __init__(self, game):
        import numpy

        self.memory = numpy.zeros(100_000)
'''


def written(**changes):
    """A reply with some changed content."""
    content = {"exception": "", "action": 0, "words": "", "draws": 0, "memory": "", "spent": 0.0}
    return json.dumps(content | changes).encode() + b"\n"


MESSAGES = {
    "Nothing": b"",
    "HalfAReply": written()[:20],
    "OldHeader": b"\x7f\xff\xff\xff",
    "NoObject": b"[]\n",
    "Empty": b"{}\n",
    "NoJson": b"\x80\x04K\x00.\n",
    "NoText": b'{"words": "\xff"}\n',
    "Deep": b"[" * 100_000 + b"\n",
    "TwoReplies": written() * 2,
    "NegativeDraws": written(draws=-5),
    "TooManyDraws": written(draws=1 << 64),
    "TrueAction": written(action=True),
    "NegativeAction": written(action=-1),
    "WordsForTime": written(spent="x"),
    "EndlessTime": written(spent=float("inf")),
    "ObjectAsException": written(exception={"type": "KeyError"}),
    "LongException": written(exception="x" * 1000),
    "UnwantedMemory": written(memory="00ff"),
    "MoreThanAReply": written(more=1),
    "ActionOutOfRange": written(action=99),
}
FIRST_MESSAGES = {
    "NoFirstReply": (b"[]\n", "hostile:NoFirstReply cannot be made: its process sent what is no reply: "),
    "MemoryOfNoBytes": (b'{"memory": "zz"}\n', "its process sent what is no reply: 'memory': 'zz' is not allowed"),
    "ProblemWithEscapes": (b'{"problem": "\\u001b[2J\\nfine"}\n', r"\u001b[2J fine"),
}


@pytest.fixture
def guest(tmp_path, monkeypatch, quick_processes):
    """Starts guests, and ends them."""
    text = MODULE
    for name, message in MESSAGES.items():
        text += f"\n\nclass {name}(Writes):\n    message = {message!r}\n"
    for name, (message, _) in FIRST_MESSAGES.items():
        text += f"\n\nclass {name}(Announces):\n    message = {message!r}\n"
    (tmp_path / "hostile.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(guests, "PROCESSES", quick_processes)
    monkeypatch.setattr(replies, "MOST_REPLY", 1 << 17)
    started = []

    def start(name, limit):
        started.append(find_agent(f"hostile:{name}", GAME, partial(invite, limit=limit)))
        return started[-1]

    yield start
    for one in started:
        one.process.close()


def play(agent):
    """A game in which the agent has seat 2, against random players."""
    return play_games(GAME, [find_agent("random", GAME), agent], np.array([[0, 0, 1]]), np.array([3], np.uint64))


def test_an_ordinary_guest_of_these_processes_plays_on(guest):
    agent = guest("Agent", 60.0)
    assert not play(agent).failures


AT_ONCE, SOON = 60.0, 0.3  # seconds a decision: the duration of a test that waits for the guest


@pytest.mark.parametrize(
    ("name", "limit", "kind", "words"),
    [
        ("Nothing", SOON, "stall", "no answer within 0.3 s"),
        ("HalfAReply", SOON, "stall", "no answer within 0.3 s"),
        ("OldHeader", SOON, "stall", "no answer within 0.3 s"),
        ("Drips", SOON, "stall", "no answer within 0.3 s"),
        ("NeverEnds", AT_ONCE, "garbled", "more than the 131,072 bytes that a reply may have"),
        ("NoObject", AT_ONCE, "garbled", "[] is not allowed"),
        ("Empty", AT_ONCE, "garbled", "this key is missing"),
        ("NoJson", AT_ONCE, "garbled", "Invalid JSON"),
        ("NoText", AT_ONCE, "garbled", "Invalid JSON"),
        ("Deep", AT_ONCE, "garbled", "recursion limit exceeded"),
        ("TwoReplies", AT_ONCE, "garbled", "trailing characters"),
        ("NegativeDraws", AT_ONCE, "garbled", "'draws': -5 is not allowed"),
        ("TooManyDraws", AT_ONCE, "garbled", "'draws': 18446744073709551616 is not allowed"),
        ("TrueAction", AT_ONCE, "garbled", "'action': True is not allowed"),
        ("NegativeAction", AT_ONCE, "garbled", "'action': -1 is not allowed"),
        ("WordsForTime", AT_ONCE, "garbled", "'spent': 'x' is not allowed"),
        ("EndlessTime", AT_ONCE, "garbled", "'spent': inf is not allowed"),
        ("ObjectAsException", AT_ONCE, "garbled", "'exception': {'type': 'KeyError'} is not allowed"),
        ("LongException", AT_ONCE, "garbled", "at most 200 characters"),
        ("UnwantedMemory", AT_ONCE, "garbled", "a memory of 2 bytes instead of 0"),
        ("MoreThanAReply", AT_ONCE, "garbled", "there is no key 'more'"),
        ("ActionOutOfRange", AT_ONCE, "illegal", "answered 99; actions are whole numbers from 0 to 53"),
        ("ClosesThePipe", SOON, "crash", "its process does not answer any more"),
        ("ForksAndExits", AT_ONCE, "crash", "its process ended with exit status 5"),
        ("UnknownSignal", AT_ONCE, "crash", "its process was ended by signal "),
        ("RaisesMutely", AT_ONCE, "exception", "Mute (hostile.py, line "),
        ("RaisesEscapes", AT_ONCE, "exception", r"ValueError: \u001b[2J\u202e forfeits: expert \ud800 (hostile.py"),
        ("AnswersMutely", AT_ONCE, "illegal", "answered a value that cannot be shown, of type Mute"),
        ("AnswersHugely", AT_ONCE, "illegal", "answered a value that cannot be shown, of type int"),
        ("BreaksTheGenerator", AT_ONCE, "crash", "its process ended with exit status 1"),
    ],
)
def test_a_hostile_guest_forfeits_at_once_and_the_game_goes_on(guest, name, limit, kind, words):
    agent = guest(name, limit)
    played = play(agent)
    assert [(one.game, one.seat, one.kind) for one in played.failures] == [(0, 2, kind)]
    reason = played.failures[0].reason
    assert words in reason
    assert reason.isprintable()
    assert len(reason) < 400
    assert played.rewards.tolist() == [[0, 0, -1]]
    assert (agent.process._process is None) == (kind not in ("exception", "illegal"))


def test_a_guest_that_breaks_its_process_ends_in_one_line_and_prints_no_escapes(guest, monkeypatch, capfd):
    monkeypatch.setattr(guests, "PROCESSES", multiprocessing.get_context("spawn"))  # others have another stderr
    (failure,) = play(guest("BreaksTheGenerator", AT_ONCE)).failures
    assert failure.reason == "its process ended with exit status 1"
    end = "cardzoo: the process of hostile:BreaksTheGenerator was ended by IndexError"
    assert capfd.readouterr().err.splitlines() == [r"\u001b[2J", end]


@pytest.mark.parametrize("name", FIRST_MESSAGES)
def test_a_guest_whose_first_reply_is_none_cannot_be_made(guest, name):
    with pytest.raises(AgentError) as refused:
        guest(name, AT_ONCE)
    assert FIRST_MESSAGES[name][1] in str(refused.value)
    assert str(refused.value).isprintable()


def test_a_memory_has_a_size_limit(guest):
    with pytest.raises(AgentError, match="has a memory of 800,000 bytes; at most 65,536"):
        guest("Forgets", AT_ONCE)


def test_a_question_that_is_not_read_is_a_stall(guest):
    process = guest("Drips", SOON).process
    with pytest.raises(guests.Forfeit, match="no answer within"):
        process._hear(replies.Answer, SOON, bytes(1 << 24))


def test_a_guest_that_ignores_sigterm_does_not_hold_up_the_end(tmp_path):
    (tmp_path / "deaf.py").write_text(
        "import signal\n\n\nclass Deaf:\n    def __init__(self, game):\n"
        "        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n\n"
        "    def act(self, view, mask, generator):\n        return int(mask.argmax())\n",
        encoding="utf-8",
    )
    program = "from cardzoo.agents.third_party import find_entry; from cardzoo.envs import find_game\n"
    program += "from cardzoo.training.evaluation.guests import invite\n"
    program += "guest = invite(find_entry('deaf:Deaf'), find_game('getaway'), 30); print('made')"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "made\n"), done.stderr
