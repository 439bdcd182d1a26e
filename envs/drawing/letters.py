"""Widths of words on a picture, by a table of letters: layout needs no font."""

import re
from functools import cache
from unicodedata import normalize

from cardzoo.envs.engine.cards import SUIT_WORDS

TEXT = 14  # height of letters
LINE = TEXT + 4  # height of a line of text
BLANK = 4  # width of a space, wider than in the font's own table
WIDTHS = {
    letter: width
    for width, letters in {
        3: "!',.:;ijl·",
        4: "-/I\\]`fr{|",
        5: "()[t}",
        6: '"',
        7: "_ksvxy",
        8: "#0123456789<=>?FJSY^acehnuz~",
        9: "$&*+AEKLPTVXZbdgopq",
        10: "BCGHNRU",
        11: "%DOQmw",
        12: "@M",
        13: "W",
    }.items()
    for letter in letters
} | dict.fromkeys(SUIT_WORDS, TEXT)
"""The widths in pixels of letters of Pillow's own font, ``TEXT`` high; suits are as high as letters."""


def pieces(words: str) -> list[str]:
    """A text split before and after each suit sign and space, with the letters of the table."""
    plain = normalize("NFKD", words.replace("×", "x").replace("“", '"').replace("”", '"'))
    plain = "".join(letter for letter in plain if letter in WIDTHS or letter == " ")
    return [piece for piece in re.split(f"([ {''.join(SUIT_WORDS)}])", plain) if piece]


@cache
def text_width(words: str) -> float:
    """The width of a text in pixels."""
    return sum(map(piece_width, pieces(words)))


def piece_width(piece: str) -> float:
    """The width of a suit sign, a space or a word in pixels."""
    return BLANK if piece == " " else sum(WIDTHS[letter] for letter in piece)
