"""Language models as agents, with a stand-in for their servers."""

import json
import threading

import numpy as np
import pytest

from cardzoo.agents import CompiledAgent, ReadingAgent, agent_generator, find_agent
from cardzoo.agents.language import server as language_server
from cardzoo.agents.language.usage import Usage
from cardzoo.envs import find_game
from cardzoo.envs.language import TextTable, introduce
from cardzoo.envs.policies.random import random_player
from cardzoo.table.terminal.session import Session
from cardzoo.training.evaluation.play import play_games
from tests.agents.stand_in import KEY, Answer, first_move, serving
from tests.command import command

GAME = find_game("kuhn_poker")


@pytest.fixture(autouse=True)
def quick_and_keyed(monkeypatch):
    monkeypatch.setattr(language_server, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def serve(monkeypatch):
    """Starts a server; ``serve(answer)`` returns it."""
    with_server = []

    def start(answer):
        context = serving(answer)
        server = context.__enter__()
        with_server.append(context)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        return server

    yield start
    for context in with_server:
        context.__exit__(None, None, None)


def decide(agent, seed=1, game=GAME):
    """An agent's action at the first turn of a game, and its notes."""
    table = TextTable(game, seed=seed)
    action = agent.act_on(table.prompt(), table.table.mask, agent_generator(7))
    assert table.table.mask[action]
    return game.actions.words[action], agent.take_notes()


def test_a_model_is_asked_with_rules_and_prompt_and_its_tokens_are_counted(serve):
    server = serve(first_move)
    agent = find_agent("llm:tiny:3b:temperature=0.5:max_tokens=99:input_price=2:output_price=10", GAME)
    assert isinstance(agent, ReadingAgent)
    move, notes = decide(agent)
    (question,) = server.questions
    assert question["path"] == "/v1/chat/completions"
    assert (question["model"], question["temperature"], question["max_tokens"]) == ("tiny:3b", 0.5, 99)
    assert question["headers"]["Authorization"] == f"Bearer {KEY}"
    assert [part["role"] for part in question["messages"]] == ["system", "user"]
    assert question["messages"][0]["content"] == introduce(GAME)
    assert move == TextTable(GAME, seed=1).table.legal()[0]
    assert agent.take_notes() == []
    assert KEY not in json.dumps(notes)
    usage = Usage.of(notes)
    assert (usage.decisions, usage.answers, usage.input_tokens, usage.output_tokens) == (1, 1, 1000, 10)
    assert usage.cost == pytest.approx((1000 * 2 + 10 * 10) / 1e6)
    assert (usage.unfit, usage.late, usage.fallbacks, usage.retries) == (0, 0, 0, 0)


def test_an_illegal_answer_is_told_and_another_one_asked_for(serve):
    server = serve(lambda question, number: Answer("I [surrender]") if number == 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    assert [answer["problem"] is None for answer in note["answers"]] == [False, True]
    *_, mine, reply = server.questions[1]["messages"]
    assert mine == {"role": "assistant", "content": "I [surrender]"}
    assert "'surrender' names no move" in reply["content"]
    assert not note["fallback"]
    assert Usage.of([note]).unfit == 1


def test_after_the_last_unfit_answer_a_legal_move_is_drawn(serve):
    server = serve(lambda question, number: Answer("no idea"))
    agent = find_agent("llm:tiny:attempts=2", GAME)
    moves = {decide(agent, seed=1)[0] for _ in range(2)}
    assert len(moves) == 1  # drawn from the given generator
    table = TextTable(GAME, seed=1)
    agent.act_on(table.prompt(), table.table.mask, agent_generator(7))
    (note,) = agent.take_notes()
    assert note["fallback"]
    assert len(note["answers"]) == 2
    assert len(server.questions) == 6
    assert (Usage.of([note]).fallbacks, Usage.of([note]).unfit) == (1, 2)


@pytest.mark.parametrize(
    "trouble",
    [
        Answer(status=429, headers={"Retry-After": "0"}),
        Answer(status=500, body="oops"),
        Answer(status=503),
        Answer(body="<html>not JSON</html>"),
        Answer(body='{"choices": []}'),
    ],
)
def test_a_server_in_trouble_is_asked_again(serve, trouble):
    serve(lambda question, number: trouble if number <= 2 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    assert note["answers"][0]["retries"] == 2
    assert not note["fallback"]


def test_a_server_that_stays_in_trouble_ends_it_in_one_line(serve):
    server = serve(lambda question, number: Answer(status=500, body='{"error": {"message": "on fire"}}'))
    with pytest.raises(ValueError, match=r"^the server at http://\S+ answers 500: on fire$"):
        decide(find_agent("llm:tiny:retries=2", GAME))
    assert len(server.questions) == 3


def test_a_refusal_is_told_at_once_and_without_the_key(serve):
    server = serve(lambda question, number: Answer(status=401, body=json.dumps({"error": {"message": f"bad {KEY}"}})))
    with pytest.raises(ValueError, match=r"answers 401: bad \*\*\*$"):
        decide(find_agent("llm:tiny", GAME))
    assert len(server.questions) == 1


def test_a_server_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(ValueError, match=r"http://127\.0\.0\.1:9/v1 cannot be reached"):
        decide(find_agent("llm:tiny:retries=1", GAME))


@pytest.mark.parametrize("slow", [{"wait": 60.0}, {"trickle": 0.02}, {"drips": True}])
def test_answers_that_take_too_long_are_counted_as_late(serve, slow):
    serve(lambda question, number: Answer("[bet]", **slow) if number == 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny:timeout=0.3:attempts=100", GAME))  # a busy machine may need more
    *late, _ = note["answers"]
    assert {(answer["text"], answer["problem"]) for answer in late} == {(None, "no answer within 0.3 s")}
    assert Usage.of([note]).late == len(late)
    assert not note["fallback"]


ENDLESS = json.dumps({"choices": [{"message": {"content": "[bet]"}}], "usage": {"prompt_tokens": 7}})
ENDLESS = ENDLESS.replace("7", "7" * 5000)  # more digits than Python converts


@pytest.mark.parametrize(
    ("odd", "problem"),
    [
        (
            {"usage": {"prompt_tokens": -5}},
            "numbers of tokens must be from 0 to 4,294,967,296, got {'prompt_tokens': -5.0}",
        ),
        ({"usage": {"prompt_tokens": float("inf")}}, "got {'prompt_tokens': inf}"),
        ({"body": ENDLESS}, "got {'prompt_tokens': inf}"),
        ({"usage": {"completion_tokens": [1]}}, "got {'completion_tokens': [1.0]}"),
        ({"usage": [1]}, "got [1.0]"),
        ({"body": "[" * 200_000}, "the answer cannot be read: it is nested too deeply"),
        ({"headers": {"Content-Encoding": "gzip"}}, "the answer cannot be unpacked"),
        ({"text": "[bet]" * 100_000}, "the answer is too long: it has 500,000 characters; at most 262,144 are read"),
        ({"text": "[bet]" * 2_000_000}, "the answer is too long: it has more than 8,388,608 bytes"),
        ({"text": "<think>[bet]"}, "the answer ends within <think>, before it names a move"),
        ({"text": ""}, "the answer is empty"),
    ],
)
def test_an_odd_answer_is_refused_in_one_line_and_another_one_asked_for(serve, odd, problem):
    answer = Answer(**{"text": "[bet]", **odd})
    server = serve(lambda question, number: answer if number == 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    refused, accepted = note["answers"]
    assert problem in refused["problem"]
    assert refused["problem"].isprintable()
    assert len(refused["text"]) + len(refused["problem"]) < 2000
    assert accepted["problem"] is None
    assert not note["fallback"]
    assert problem in server.questions[1]["messages"][-1]["content"]
    assert server.questions[1]["messages"][-2]["content"]


def test_a_wait_that_is_no_number_is_not_waited_for(serve):
    trouble = Answer(status=429, headers={"Retry-After": "nan"})
    serve(lambda question, number: trouble if number <= 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    assert note["answers"][0]["retries"] == 1


def test_halves_of_letters_are_replaced_and_can_be_sent_back(serve):
    serve(lambda question, number: Answer("\ud800 dunno") if number == 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    assert note["answers"][0]["text"] == "? dunno"


BROKEN_KEY = "SK - never_to be-WRITTEN"


@pytest.mark.parametrize("key", [f"Authorization: Bearer {KEY}, Bearer {KEY}", BROKEN_KEY])
def test_a_key_that_a_server_repeats_is_masked_in_answers_and_in_what_is_sent_back(serve, key):
    server = serve(lambda question, number: Answer(f"Your key is {key}.") if number == 1 else first_move(question))
    _, notes = decide(find_agent("llm:tiny", GAME))
    (sent_back,) = (part["content"] for part in server.questions[1]["messages"] if part["role"] == "assistant")
    assert "***" in sent_back
    for text in (sent_back, json.dumps(notes)):
        assert KEY not in text
        assert BROKEN_KEY not in text


@pytest.mark.parametrize(
    "answer",
    [Answer(body=f'{{"you": "{KEY}"}}'), Answer(body=f"{BROKEN_KEY}\x1b[2J"), Answer(status=400, body=BROKEN_KEY)],
)
def test_a_key_that_a_server_repeats_is_masked_in_errors(serve, answer):
    serve(lambda question, number: answer)
    with pytest.raises(ValueError, match=r"\*\*\*") as refusal:
        decide(find_agent("llm:tiny:retries=0", GAME))
    assert KEY not in str(refusal.value)
    assert BROKEN_KEY not in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_a_placeholder_for_a_key_hides_no_words(serve, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    serve(lambda question, number: Answer("none of them") if number == 1 else first_move(question))
    _, (note,) = decide(find_agent("llm:tiny", GAME))
    assert note["answers"][0]["text"] == "none of them"


def test_a_password_in_the_address_is_not_printed(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret@127.0.0.1:9/v1")
    with pytest.raises(ValueError, match=r"^the server at http://127\.0\.0\.1:9/v1 cannot be reached"):
        decide(find_agent("llm:tiny:retries=0", GAME))


def test_where_one_move_is_legal_nobody_is_asked(serve):
    server = serve(first_move)
    mask = np.zeros(len(GAME.actions), np.int8)
    mask[1] = 1
    assert find_agent("llm:tiny", GAME).act_on("", mask, agent_generator(1)) == 1
    assert not server.questions


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("llm:", "write llm: and the server's name of the model"),
        ("llm:tiny:attempt=1", "did you mean 'attempts'"),
        ("llm:tiny:attempts=many", "write attempts=NUMBER"),
        ("llm:tiny:attempts=0", "attempts must be from 1 to 1,000,000,000, got 0"),
        ("llm:tiny:input_price=-1", "input_price must be from 0 to 1,000,000,000, got -1"),
        ("llm:tiny:output_price=nan", "output_price must be from 0 to 1,000,000,000, got nan"),
        ("llm:tiny:temperature=inf", "temperature must be from 0 to 1,000,000,000, got inf"),
    ],
)
def test_unfit_names_are_refused_in_one_line(name, message):
    with pytest.raises(ValueError, match=message) as refusal:
        find_agent(name, GAME)
    assert "\n" not in str(refusal.value)


def test_the_usual_server_needs_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ValueError, match="set OPENAI_API_KEY"):
        find_agent("llm:tiny", GAME)


class Reader:
    """Takes its first legal action, and keeps the texts it has read."""

    name = "reader"
    parallel = 2

    def __init__(self):
        self.read = []
        self.together = threading.Barrier(2, timeout=30)

    def act_on(self, prompt, mask, generator):
        self.read.append(prompt)
        return int(mask.argmax())


def test_readers_are_told_what_others_have_done():
    game = find_game("getaway")
    reader, other = Reader(), CompiledAgent("random", random_player, game)
    played = play_games(game, [reader, other], np.array([[0, 1, 1]]), np.array([5], np.uint64))
    assert abs(played.rewards).sum() > 0
    later = reader.read[-1]
    assert "Since your last choice:\nYou chose 'play" in later
    assert "Seat 1 " in later
    assert "Seat 2 " in later


class Together(Reader):
    """A reader that waits until a second one is asked at the same time."""

    def act_on(self, prompt, mask, generator):
        self.together.wait()
        return int(mask.argmax())


def test_slow_readers_are_asked_at_several_tables_at_a_time():
    seats = np.array([[0, 1], [0, 1]])
    seeds = np.array([5, 5], np.uint64)
    first = [Together(), CompiledAgent("random", random_player, GAME)]
    played = play_games(GAME, first, seats, seeds)
    assert np.array_equal(played.rewards[0], played.rewards[1])


def test_an_arena_keeps_what_was_said_and_never_the_key(serve, tmp_path):
    serve(lambda question, number: Answer("hm") if number == 1 else first_move(question))
    folder = tmp_path / "run"
    names = "llm:tiny:input_price=1,random"
    shown = command("arena", "kuhn_poker", "--agents", names, "--deals", "3", "--out", str(folder))
    assert shown.status == 0, shown.err
    notes = [json.loads(line) for line in (folder / "talks.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {note["deal"] for note in notes} <= {0, 1, 2}
    assert {(note["game"], note["seat"]) for note in notes} <= {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert f"{len(notes)} decisions, {len(notes) + 1} answers: 1 no legal" in " ".join(shown.out.split())
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert "Language models" in report
    assert not any(KEY.encode() in file.read_bytes() for file in folder.iterdir())
    again = command("arena", "kuhn_poker", "--agents", names, "--deals", "3", "--out", str(folder))
    assert f"{len(notes)} decisions" in " ".join(again.out.split())


def test_odd_counts_end_no_arena_and_its_folder_can_be_read(serve, tmp_path):
    serve(lambda question, number: Answer("[bet]", usage={"prompt_tokens": -5}))
    wanted = ("arena", "kuhn_poker", "--agents", "llm:tiny:attempts=1,random", "--deals", "2", "--out", str(tmp_path))
    for _ in range(2):
        shown = command(*wanted)
        assert shown.status == 0, shown.err
        assert "moves drawn at random instead" in " ".join(shown.out.split())


def test_an_outage_stops_an_arena_which_goes_on_later(serve, tmp_path):
    """In the same process too, where the agent has answered a question of a game that was not played to its end."""
    server = serve(
        lambda question, number: first_move(question) if number == 1 else Answer(status=401, body="no more money")
    )
    wanted = ("arena", "kuhn_poker", "--agents", "llm:tiny,random", "--deals", "6", "--out", str(tmp_path))
    stopped = command(*wanted)
    assert stopped.status == 2
    assert stopped.err.splitlines()[-1].endswith("answers 401: no more money")
    server.answer = first_move
    assert command(*wanted).status == 0
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 6


def test_an_evaluation_tells_what_it_took(serve):
    serve(first_move)
    shown = command("evaluate", "kuhn_poker", "llm:tiny", "--against", "random", "--deals", "2")
    assert shown.status == 0, shown.err
    assert "tokens in" in " ".join(shown.out.split())


def test_a_model_plays_at_a_person_s_table(serve):
    server = serve(first_move)
    session = Session(find_game("getaway"), ["llm:tiny", "expert", "expert"], seed=3)
    while not session.table.over and len(server.questions) < 3:
        session.play_agent()
    assert "Since your last choice:" in server.questions[-1]["messages"][1]["content"]
