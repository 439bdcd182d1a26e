"""A function is at most a page long, so that a reader sees all of it."""

import ast

import pytest

from tests.playing import ROOT

MOST_LINES = 60
LONGER = {
    "commands/benchmark.py:benchmark": "the options of a command",
    "commands/evaluate.py:evaluate": "the options of a command",
    "docs/examples/ppo_on_gpu.py:main": "a learner on one page",
}
"""Longer functions, each with the reason."""

FOLDERS = ("agents", "benchmarks", "commands", "docs", "envs", "results", "table", "testing", "training")


def long_functions(folder: str) -> set[str]:
    """The functions of a folder with more lines, docstrings included."""
    return {
        f"{file.relative_to(ROOT)}:{node.name}"
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_functions_are_at_most_a_page_long(folder):
    assert long_functions(folder) == {name for name in LONGER if name.startswith(f"{folder}/")}
