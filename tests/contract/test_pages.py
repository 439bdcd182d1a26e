"""The committed pages are up to date with the modules."""

import json
import re
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from cardzoo.training.config import TrainingConfig
from cardzoo_command import COMMANDS
from docs import build_pages, reference_pages
from results import baselines
from tests.playing import GAMES, ONE_GAME


def test_pages_are_up_to_date():
    assert build_pages.differing(build_pages.build()) == []


def test_pictures_are_up_to_date():
    """One picture is tested; `make check` compares all."""
    assert build_pages.differing(build_pages.build() | build_pages.draw([ONE_GAME])) == []


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """The committed files in a folder of their own, and a run of the command with these arguments, but for pictures."""
    root = build_pages.README.parent
    shutil.copytree(build_pages.DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(build_pages.README, tmp_path)
    monkeypatch.setattr(build_pages, "draw", lambda games: {})
    for name, path in vars(build_pages).copy().items():
        if path == build_pages.README or (isinstance(path, Path) and path.is_relative_to(root / "docs")):
            monkeypatch.setattr(build_pages, name, tmp_path / path.relative_to(root))

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["build_pages.py", *arguments])
        return build_pages.main()

    return tmp_path / "docs/games", run


def test_no_default_of_the_command_line_is_shown_as_a_class():
    cells = [
        cell for part in reference_pages.command_line() if not isinstance(part, str) for row in part[1] for cell in row
    ]
    assert len(cells) > 100
    assert not [cell for cell in cells if "<class" in cell]


@pytest.mark.nightly  # it makes all pages five times; `make check` compares them
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


@pytest.mark.nightly
def test_the_page_of_the_examples_lists_every_program(pages, capsys):
    folder, run = pages
    example = folder.parent / "examples/new_getaway.py"
    example.write_text('"""A new program\n``trains`` an agent.\n\nMore.\n"""\n', encoding="utf-8")
    assert run("--check") == 1
    assert "docs/how-to/other_libraries.md" in capsys.readouterr().err
    assert run() == 0
    page = (folder.parent / "how-to/other_libraries.md").read_text(encoding="utf-8")
    assert "| [new_getaway.py](../examples/new_getaway.py) | A new program `trains` an agent. |\n" in page


def test_the_reference_holds_every_command_and_every_key_of_a_config():
    commands = build_pages.COMMAND_LINE.read_text(encoding="utf-8")
    for words in (*COMMANDS, "replay export"):
        assert f"\n## cardzoo {words}\n" in commands
    assert "\n| `--set` | list of text |" in commands
    config = build_pages.CONFIG.read_text(encoding="utf-8")
    for name, field in TrainingConfig.model_fields.items():
        for key in getattr(field.annotation, "model_fields", {"": None}):
            assert f"\n| `{name}.{key}` |".replace(".`", "`") in config
    assert "\n| `learning.gamma` | number, > 0, ≤ 1 | `1.0` |" in config
    assert "\n| `opponents.self_share` | `0.2` |" in config


def test_measured_figures_are_shown(pages, monkeypatch):
    """Two shares of the same deals add up; the page of strength marks values that are significantly above 0."""
    folder, run = pages
    novice, expert, _ = baselines.pairings(ONE_GAME, {})
    search = baselines.search_pairing(ONE_GAME)
    file = folder.parent / "baselines.jsonl"
    shares = [
        (novice, {"0.25": 40, "0.5": 40}),
        (novice, {"0.25": 20}),
        (expert, {"-1": 9}),
        (search, {"-1": 50, "1": 50}),
    ]
    lines = [
        asdict(pairing) | {"deals": sum(values.values()), "values": values, "seconds": 90.0}
        for pairing, values in shares
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    monkeypatch.setattr(baselines, "FILE", file)
    assert run() == 0
    text = (folder / f"{ONE_GAME.name}.md").read_text(encoding="utf-8")
    assert "| novice | random | +0.350 | +0.325 to +0.375 | 100 |" in text
    assert "| expert | novice |" not in text  # too few deals
    page = (folder.parent / "results/strength.md").read_text(encoding="utf-8")
    assert "Search has used 2 minutes" in page
    index = (folder / "index.md").read_text(encoding="utf-8")
    *_, row = (line for line in index.splitlines() if f"({ONE_GAME.name}.md)" in line)
    assert re.search(r"\| \*\*\+0\.35 ± 0\.0\d\*\* \|  \| \+0\.00 ± 0\.\d\d \| \S+ ± \S+ \|$", row)


def test_sources_can_be_found(game):
    """Each source has an address, or a title and year."""
    sources = build_pages.sections(game)["Sources"]
    assert re.search(r"\]\(https?://[^ ]+\)|\(\d{4}\)", sources)
    assert not re.search(r"\]\((?!https?://)", sources)


def test_a_patience_that_is_played_for_points_shows_points():
    game, lines = next(game for game in GAMES if game.for_points and game.seats == 1), {}
    for pairing in baselines.pairings(game, {}):
        lines[pairing.key] = [asdict(pairing) | {"deals": 200, "values": {"100": 100, "-50": 100}, "seconds": 1.0}]
    novice, expert, search = baselines.summary(game, lines)
    assert re.fullmatch(r"25 points \(1\d to 3\d\)", novice)
    assert (expert, search) == (novice, "")
    title, _, rows = next(baselines.tables(game, lines))
    assert title == "Scores of the agents"
    assert [row["mean score"] for row in rows] == ["25.0"] * 3


def test_mean_scores_of_a_narrow_interval_have_two_digits():
    game, lines = next(game for game in GAMES if game.for_points and game.seats > 1), {}
    for pairing in baselines.pairings(game, {}):
        lines[pairing.key] = [asdict(pairing) | {"deals": 200, "values": {"1": 100, "-0.5": 100}, "seconds": 1.0}]
    assert re.fullmatch(r"0\.25 points \(0\.1\d to 0\.3\d\)", baselines.summary(game, lines)[0])
    assert [row["mean score"] for row in next(baselines.tables(game, lines))[2]] == ["0.25"] * 3


def test_pages_tell_all(game):
    text = build_pages.page(game, baselines.read_lines())
    for heading in (*build_pages.HEADINGS, "Actions", "Observation", "Agents"):
        assert f"## {heading}\n" in text
    for field in (*game.view, *game.options):
        assert f"`{field.name}`" in text
    assert game.id in text
    assert "``" not in text.replace("```", "")
