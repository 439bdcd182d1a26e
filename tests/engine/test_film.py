"""Games as films, and the command that writes them."""

import io
import sys
from dataclasses import replace

import av
import numpy as np
import pytest
from PIL import Image, ImageColor

from cardzoo.commands.main import main
from cardzoo.envs import find_game
from cardzoo.envs.drawing.blocks import Tone
from cardzoo.envs.drawing.film import LAST, MOST_PICTURES, film, gif, mp4
from cardzoo.envs.drawing.paint import card_picture
from cardzoo.envs.drawing.pixels import scene_picture
from cardzoo.envs.engine import FRENCH
from cardzoo.envs.replay import record
from cardzoo.envs.scene import table_scene

ACTIONS = 4


@pytest.fixture(scope="module")
def replay():
    """A game of Getaway up to its fourth action."""
    table, actions = find_game("getaway").table(1), []
    for _ in range(ACTIONS):
        actions.append(int(table.mask.argmax()))
        table.step(actions[-1])
    return record(table, 1, actions)


@pytest.fixture
def command(replay, tmp_path, monkeypatch, capsys):
    """A run of `cardzoo replay export` on that game; returns its status, its output and the file of the film."""
    file = tmp_path / "game.json"
    file.write_text(replay.to_json(), encoding="utf-8")

    def run(out, *arguments):
        monkeypatch.setattr(sys, "argv", ["cardzoo", "replay", "export", str(file), str(tmp_path / out), *arguments])
        try:
            main()
        except SystemExit as end:
            return end.code or 0, capsys.readouterr(), tmp_path / out
        return 0, capsys.readouterr(), tmp_path / out

    return run


def test_a_film_shows_each_position_to_one_seat(replay):
    shown = list(film(replay, seat=2, width=960, first=1))
    assert len(shown) == ACTIONS
    for played, picture in enumerate(shown, 1):
        expected = scene_picture(table_scene(replay.table(played), 2, replay.names, for_people=True))
        assert np.array_equal(np.array(picture), np.array(expected))


def test_a_film_follows_whoever_is_to_move(replay):
    last = list(film(replay, width=960))[-1]
    table = replay.table()
    expected = scene_picture(table_scene(table, table.player, replay.names, for_people=True))
    assert np.array_equal(np.array(last), np.array(expected))


def test_a_gif_shows_all_pictures_and_its_last_one_longer(replay):
    with Image.open(io.BytesIO(gif(film(replay, 0, 320), seconds=0.5))) as read:
        assert (read.size, read.n_frames, read.info["loop"]) == ((320, 240), ACTIONS + 1, 0)
        times = []
        for place in range(read.n_frames):
            read.seek(place)
            times.append(read.info["duration"])
    assert times == [500] * ACTIONS + [500 * LAST]


def test_a_gif_keeps_the_colours_of_the_four_suits(replay):
    """They would otherwise be mixed with similar ones where they are rare."""
    first = scene_picture(replace(table_scene(next(replay.tables()), 0), bands=()))
    aces = [Image.new("RGB", first.size, Tone.FELT) for _ in range(4)]
    for suit, picture in enumerate(aces):
        picture.paste(card_picture(13 * suit, 300).convert("RGB"))
    shown = Image.open(io.BytesIO(gif([first, *aces, *[first] * 6], 0.1)))
    for suit in range(4):
        shown.seek(1 + suit)
        middle = np.asarray(shown.convert("RGB"), int)[210, 150]
        assert abs(middle - ImageColor.getrgb(FRENCH.suits[suit].colour)).max() < 5


def test_an_mp4_shows_all_pictures_and_its_last_one_longer(replay):
    with av.open(io.BytesIO(mp4(film(replay, 0, 320), seconds=0.5))) as read:
        pictures = [frame.to_ndarray(format="rgb24") for frame in read.decode(video=0)]
        assert float(read.duration / av.time_base) == 0.5 * (ACTIONS + LAST)
    assert len(pictures) == ACTIONS + LAST
    (first, *_) = film(replay, 0, 320)
    assert np.abs(pictures[0].astype(int) - np.array(first)).mean() < 8


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seat": 4}, "from 0 to 3"),
        ({"width": 1000}, "a multiple of 8 from"),
        ({"width": 322}, "a multiple of 8 from"),
        ({"first": 3, "last": 2}, "from 0 to 4"),
        ({"last": 5}, "from 0 to 4"),
    ],
)
def test_replays_that_a_film_cannot_show_are_refused(replay, settings, words):
    with pytest.raises(ValueError, match=words):
        film(replay, **settings)


def test_a_film_is_not_longer_than_memory_allows():
    table = find_game("getaway").table(1)
    long = record(table, 1, [0] * MOST_PICTURES)
    with pytest.raises(ValueError, match=f"at most {MOST_PICTURES}"):
        film(long)


@pytest.mark.parametrize("name", ["game.gif", "game.mp4"])
def test_the_command_writes_a_film(command, name):
    status, said, out = command(name, "--width", "160", "--last", "1")
    assert status == 0
    assert f"{out}: {out.stat().st_size:,} bytes" in said.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("game.avi",), ".gif or .mp4"),
        (("nowhere/game.gif",), "No such file"),
        (("game.gif", "--seconds", "0"), "from 0.02 to 60"),
        (("game.gif", "--seat", "9"), "from 0 to 3"),
    ],
)
def test_the_command_tells_in_a_line_what_is_wrong(command, arguments, words):
    status, said, out = command(*arguments)
    assert status == 2
    assert words in said.err
    assert said.err.count("\n") == 1
    assert not out.exists()


def test_a_film_s_library_that_is_missing_is_told(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    status, said, _ = command("game.mp4")
    assert status == 2
    assert "a film needs PyAV; install it by: pip install 'cardzoo[film]'" in said.err
    assert command("game.gif", "--width", "160", "--last", "1")[0] == 0
    monkeypatch.setitem(sys.modules, "PIL", None)
    status, said, _ = command("game.gif")
    assert status == 2
    assert "a film needs Pillow; install it by: pip install 'cardzoo[film]'" in said.err
