"""The committed pages are what the modules say."""

import shutil

import pytest

from docs import build_pages
from tests.playing import GAMES


def test_pages_are_up_to_date():
    assert build_pages.differing(build_pages.build()) == []


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """The committed pages in a folder of their own, and a run of the command with these arguments."""
    shutil.copytree(build_pages.PAGES, tmp_path / "docs/games")
    monkeypatch.setattr(build_pages, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(build_pages, "PAGES", tmp_path / "docs/games")

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["build_pages.py", *arguments])
        return build_pages.main()

    return tmp_path / "docs/games", run


def test_check_finds_pages_that_differ(pages, capsys):
    folder, run = pages
    assert run() == 0
    page = folder / f"{GAMES[0].name}.md"
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    (folder / "nogame.md").write_text("")
    assert run("--check") == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert page.name in lines[0]
    assert "nogame.md" in lines[1]
    (folder / "nogame.md").unlink()
    assert run() == 0
    assert run("--check") == 0


def test_figures_are_shown(pages, monkeypatch):
    folder, run = pages
    figures = folder.parent / "figures.yaml"
    rows = "[{agent: expert, won: 61 %}]"
    figures.write_text(
        f"{GAMES[0].name}:\n- title: Agents\n  note: Duplicate deals.\n  rows: {rows}\n", encoding="utf-8"
    )
    monkeypatch.setattr(build_pages, "FIGURES", figures)
    assert run() == 0
    text = (folder / f"{GAMES[0].name}.md").read_text(encoding="utf-8")
    assert "### Agents\n\nDuplicate deals.\n\n| agent | won |\n| --- | --- |\n| expert | 61 % |" in text


def test_pages_tell_all(game):
    text = build_pages.page(game)
    for heading in (*build_pages.HEADINGS, "Actions", "Observation", "Agents"):
        assert f"## {heading}\n" in text
    for field in (*game.view, *game.options):
        assert f"`{field.name}`" in text
    assert game.id in text
    assert "``" not in text.replace("```", "")
