"""Printing to streams whose encoding lacks the suits, such as a pipe on Windows: ``A♠`` is printed as ``AS``."""

import codecs
import sys
from io import TextIOWrapper
from typing import TextIO

from cardzoo.envs.engine.cards import SUIT_WORDS

LETTERS = "cardzoo.letters"
"""Name of the codecs' error handler: letters for suits, question marks for other characters."""

_LETTERS = {**dict(zip(SUIT_WORDS, "CDHS", strict=True)), "×": "x", "·": "-"}


def _replace(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    return "".join(_LETTERS.get(sign, "?") for sign in lacking), problem.end


codecs.register_error(LETTERS, _replace)


def printable(text: str, stream: TextIO) -> str:
    """Text as a stream can print it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"  # a stream of text alone has none
    return text.encode(encoding, LETTERS).decode(encoding)


def replace_unprintable() -> None:
    """Set this process's standard streams to replace characters that they cannot encode, instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=LETTERS)
