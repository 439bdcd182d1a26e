"""Replays play again bit for bit, and changed ones are refused."""

import json
import re

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.replay import Replay, ReplayError, record
from tests.playing import ONE_GAME, ROOT, walk


def played(actions: int | None = None) -> tuple[Replay, bytes]:
    """A replay of a game of getaway, and the table at its end."""
    table = ONE_GAME.table(11, num_players=3, takers="anyone")
    chosen = list(walk(table, seed=2, most=actions or 10_000))
    return record(table, 11, chosen, ("ann", "ben", "cy")), table.snapshot()


def changed(replay: Replay, **values: object) -> str:
    """A replay's text after a replacement."""
    return json.dumps(json.loads(replay.to_json()) | values)


def test_a_replay_plays_the_same_game_bit_for_bit():
    replay, end = played()
    read = Replay.from_json(replay.to_json())
    assert read == replay
    assert read.table().snapshot() == end
    assert read.scores
    assert read.options == {"takers": "anyone", "max_tricks": 500}


def test_a_replay_of_an_open_game_tells_no_scores_and_goes_as_far_as_it_goes():
    replay, end = played(2)
    assert (len(replay.actions), replay.scores) == (2, ())
    assert Replay.from_json(replay.to_json()).table().snapshot() == end
    assert replay.table(0).snapshot() == replay.deal().snapshot()
    with pytest.raises(ReplayError, match="has 2 actions, not 3"):
        replay.table(3)


def test_a_written_deck_is_replayed():
    deck = [CARD_WORDS[card] for card in ONE_GAME.pack_of(4)]
    table = ONE_GAME.table(3, deck=deck)
    replay = record(table, 3, [], deck=deck)
    assert Replay.from_json(replay.to_json()).table().snapshot() == table.snapshot()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seed": 12}, "was changed"),
        ({"actions": []}, "was changed"),
        ({"names": ["a", "b", "d"]}, "was changed"),
        ({"sha256": "0"}, "was changed"),
        ({"format": 2}, "format 2"),
        ({"actions": [1.5]}, "numbers"),
        ({"actions": "12"}, "not a list"),
        ({"seed": True}, "not a int"),
        ({"names": ["ann"]}, "name each player"),
        ({"names": ["ann", "ben", "\ud800"]}, "not JSON"),
        ({"options": {"takers": [[]]}}, "words and numbers"),
        ({"scores": [[]]}, "not a list of numbers"),
        ({"more": 1}, "'more' is unknown"),
    ],
)
def test_a_replay_that_was_changed_is_refused_in_one_line(values, message):
    with pytest.raises(ReplayError, match=message) as problem:
        Replay.from_json(changed(played(2)[0], **values))
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 100_000, b"\xff"])
def test_texts_that_are_no_replays_are_refused(text):
    with pytest.raises(ReplayError):
        Replay.from_json(text)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"game": "getaway-v99"}, "the version of getaway is"),
        ({"game": "whist-v0"}, "there is no game"),
        ({"game": "antigravity:GAME"}, "there is no game"),
        ({"num_players": 99, "names": [""] * 99}, "number of players must be 3 to 8, got 99"),
        ({"options": {"takers": "nobody", "max_tricks": 500}}, "takers"),
        ({"seed": -1}, "seed"),
        ({"actions": [100_000]}, "action 1"),
        ({"scores": [1, 2, 3]}, "other rules"),
    ],
)
def test_a_well_signed_replay_that_cannot_be_played_is_refused(values, message):
    content = json.loads(changed(played(2)[0], **values))
    lists = {name: tuple(content[name]) for name in ("actions", "names", "scores")}
    forged = Replay(**content | lists)
    with pytest.raises(ReplayError, match=message) as problem:
        Replay.from_json(forged.to_json())
    assert "\n" not in str(problem.value)


def test_the_digest_is_of_the_content_and_not_of_how_it_is_written():
    replay, _ = played(2)
    content = json.loads(replay.to_json())
    turned = dict(reversed(content.items()))
    assert Replay.from_json(json.dumps(turned, indent=4)) == replay


def test_the_guide_s_program_records_a_game_and_plays_it_again(capsys):
    guide = (ROOT / "docs/how-to/table.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0], {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 2
    assert printed[-1] == "[]"


def test_find_game_gives_the_rules():
    assert played(1)[0].find_game() is find_game("getaway")
