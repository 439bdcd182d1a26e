"""A stream whose encoding lacks the suits, such as a pipe on Windows, gets letters instead of an error."""

import io
from contextlib import redirect_stdout

import pytest

from cardzoo import envs
from cardzoo.envs import find_game
from cardzoo.envs.printing import printable
from tests.command import exit_status

ENCODINGS = pytest.mark.parametrize("encoding", ["cp1252", "ascii"])


class Pipe(io.TextIOWrapper):
    """Standard output in some encoding."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding)

    def text(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


@ENCODINGS
def test_suits_become_letters_that_are_read_again_and_other_signs_question_marks(encoding):
    pipe, actions = Pipe(encoding), find_game("getaway").actions
    assert printable("10♥ → 9♦", pipe) == "10H ? 9D"
    assert [actions.parse(printable(words, pipe)) for words in actions.words] == list(range(len(actions)))


def test_a_stream_of_text_takes_every_sign():
    assert printable("A♠", io.StringIO()) == "A♠"


@ENCODINGS
def test_an_environment_draws_the_table_and_plays_on(encoding):
    env = envs.make("kuhn_poker-v0", render_mode="human")
    with redirect_stdout(Pipe(encoding)) as pipe:
        env.reset(seed=1)
        env.step(0)
    assert "player 0: QC" in pipe.text()


@ENCODINGS
def test_a_command_prints_what_it_has_to_say(encoding):
    with redirect_stdout(Pipe(encoding)) as pipe:
        assert exit_status("games", "hearts") == 0
    assert "whether QS breaks hearts" in pipe.text()
