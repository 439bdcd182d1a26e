"""Rules under one id do not change: the game in the file is reproduced word for word."""

import json
import re

import pytest

from tests.golden import write
from tests.playing import GAMES


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request):
    return request.param


def test_golden_game_comes_out_the_same(game):
    text = write.golden_file(game).read_text(encoding="utf-8")
    assert write.replay(game, text) == text


def test_golden_game_is_short_and_names_only_what_is_not_the_default(game):
    file = write.golden_file(game)
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"game: {game.id}\nplayers: {game.default_players}\n")
    named = json.loads(re.search(r"^options: (.*)$", text, flags=re.MULTILINE)[1])
    usual = game.options.to_words(game.blank()[0]["options"], game.default_players)
    assert not named.items() & usual.items()
    assert file.stat().st_size < write.MOST_BYTES


def test_writing_keeps_files_of_unchanged_ids(game, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(write, "FOLDER", tmp_path)
    file = write.golden_file(game)
    file.write_text("kept")
    monkeypatch.setattr("sys.argv", ["write.py", game.name])
    assert write.main() == 1
    assert file.read_text() == "kept"
    assert "raise the version" in capsys.readouterr().out
    text = (write.Path(write.__file__).parent / file.name).read_text(encoding="utf-8")
    monkeypatch.setattr(write, "record", lambda game, seed, options: text)
    monkeypatch.setattr("sys.argv", ["write.py", game.name, "--force"])
    assert write.main() == 0
    assert file.read_text(encoding="utf-8") == text


def test_every_golden_game_is_of_a_known_name():
    """Files of older versions may stay for reference; other files may not."""
    names = {game.name for game in GAMES}
    assert {file.stem.rpartition("-v")[0] for file in write.FOLDER.glob("*.txt")} <= names
