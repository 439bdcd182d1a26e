"""Every rule of a game's page, and every choice on which the text is silent, has a test that cites it."""

import ast

import pytest

from docs.build_pages import numbered, sections
from tests.playing import ROOT


def clauses(game):
    """The numbers of the rules, and of the choices as "c1" and so on."""
    parts = sections(game)
    return [
        *numbered(parts["Rules"]),
        *(f"c{number}" for number in numbered(parts["Choices where the text is silent"])),
    ]


def cited(game):
    """The clauses that each test of the game's rules cites."""
    return citations_in(f"tests.games.test_{game.name}")


def citations_in(module):
    """The clauses cited by the tests of a module, including those shared with other games' tests."""
    found = {}
    for node in ast.walk(ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("tests.games."):
            found |= citations_in(node.module)
        elif isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    found.setdefault(node.name, []).extend(ast.literal_eval(part) for part in mark.args)
    return found


def test_every_clause_has_a_test(game):
    clauses_cited = {clause for citation in cited(game).values() for clause in citation}
    missing = [clause for clause in clauses(game) if clause not in clauses_cited]
    assert not missing, f"{game.name}: no test in tests/games/test_{game.name}.py cites: {missing}"


def test_every_citation_is_of_a_clause(game):
    numbers = clauses(game)
    wrong = {test: [c for c in citation if c not in numbers] for test, citation in cited(game).items()}
    assert not {test: citation for test, citation in wrong.items() if citation}


@pytest.mark.parametrize("heading", ["Rules", "Choices where the text is silent"])
def test_clauses_are_numbered_from_one(game, heading):
    numbers = numbered(sections(game)[heading])
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers
