"""Checks the words that people read: ``python -m docs.words`` prints a line for each that is banned.

It reads docstrings, comments, errors, help, descriptions of fields, and pages.

The list holds words that readers stumbled over, and openings of sentences that hide their subject. Code, names in
backquotes, and lines in code blocks are left out.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = re.compile(r"^(docs/(games|leaderboard)/|tests/golden/|(tests/)?docs/(test_)?words\.py)")

OPENINGS = "Who|Whom|Whose|What|Where|Whoever|Whomever|Whatever|Wherever"
"""No sentence begins with one of these, unless it is a question."""

BANNED = {
    r"told|tell|tells|telling": "show, report, record, return, receive, describe",
    r"whom it meets|whom the learner": "opponents",
    r"play(?:s|ed|ing)? on in thought|in thought": "simulate, rollout policy",
    r"by lot": "at random",
    r"yardsticks?": "baseline",
    r"sat down|sits? down": "take a seat",
    r"shines?": "is strong",
    r"chases?": "follow, collect",
    r"nobody is left behind": "no orphans",
    r"those that have learned to do just that": "a trained best response",
    r"thinks? ahead": "search",
    r"lets? be seen": "show",
    r"of everything that is drawn": "random seed",
    r"goes? by the name": "is named",
    r"be had": "be found, be imported",
    r"fares?": "results",
    r"hangs? on": "depends on",
    r"makes? of it": "results in",
    r"whosever": "the player whose",
    r"betwixt|thereby|hereby|thereof|wherein|whereby": "a plain word",
    r"utilize[sd]?|utilise[sd]?": "use",
    r"in order to": "to",
    r"leverages?|leveraging": "use",
    r"seamless(?:ly)?": "a fact",
    r"simply|obviously|of course": "nothing",
}
"""A pattern of whole words, and the words to use instead."""

_WORDS = [(re.compile(rf"\b(?:{words})\b", re.IGNORECASE), instead) for words, instead in BANNED.items()]
_SENTENCE = re.compile(rf"(?:^|[.!?:]\s+)((?:{OPENINGS})\b[^.!?]*[.!?]?)")
_CODE = re.compile(r"```.*?```|``.*?``|`.*?`|\"[^\"\n]*\"|^ {4,}.*$|^>>>.*$", re.DOTALL | re.MULTILINE)

_PARTS = re.compile(r"\n\s*\n|\n(?=\s*[-*\d]+[. ]|\s+\w+(?:, \w+)*: )")
"""Between the paragraphs, entries and arguments of a docstring."""

_MARKS = re.compile(r"^[\s\-*|#>\d.]*(?:\w+: )?")
"""Before the first sentence of a part."""


def find_banned(text: str) -> Iterator[str]:
    """The banned words of a text, each with the words to use instead."""
    plain = _CODE.sub("", text)
    for pattern, instead in _WORDS:
        for found in pattern.finditer(plain):
            yield f"{found[0]!r}: write {instead}"
    for found in _SENTENCE.finditer(plain):
        if not found[1].endswith("?"):
            yield f"{' '.join(found[1].split())[:40]!r}: begin with the subject"


def texts_of(file: Path) -> Iterator[tuple[int, str]]:
    """The texts of a file that people read, each with its line: lines of a page, or docstrings and comments."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        plain = re.sub(
            r"^```.*?^```", lambda found: "\n" * found[0].count("\n"), source, flags=re.DOTALL | re.MULTILINE
        )
        yield from ((number, _MARKS.sub("", line)) for number, line in enumerate(plain.splitlines(), 1))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((node.lineno, _MARKS.sub("", part)) for part in _PARTS.split(node.value.value))
        elif isinstance(node, ast.Raise):
            yield from ((node.lineno, text) for text in _strings_in(node))
        elif isinstance(node, ast.keyword) and node.arg in ("help", "doc", "description"):
            yield from ((node.value.lineno, text) for text in _strings_in(node.value))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def _strings_in(node: ast.AST) -> Iterator[str]:
    """The texts in an expression: of an error, of the command line's help, or of a field's description."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def main() -> int:
    """Check all files of the repository; returns the exit status."""
    names = subprocess.run(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    problems = [
        f"{name}:{line}: {problem}"
        for name in names.stdout.splitlines()
        if not LEFT_OUT.match(name) and not (ROOT / name).is_symlink()
        for line, text in texts_of(ROOT / name)
        for problem in find_banned(text)
    ]
    print("\n".join(problems) or "no banned words")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
