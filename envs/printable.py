"""Foreign text, such as agents' names, reasons and keys of files, made harmless for a terminal."""

import re

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but for tabs and ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the direction of writing
    "\u2028\u2029\ud800-\udfff]"  # separators, and halves of letters, which cannot be encoded
)


def printable(text: str) -> str:
    r"""Text with control characters escaped as in JSON, such as ``\u001b`` for Escape.

    Tabs and ends of lines stay. JSON remains JSON of the same content.
    """
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """`printable` text in one line, with one blank for each run of white space."""
    return printable(" ".join(text.split()))
