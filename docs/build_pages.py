"""Writes docs/games, a page and a picture for each game and a table of them all, and the tables of other pages.

It also copies the programs of docs/examples into their page. Run as ``python -m docs.build_pages``; with ``--check``
nothing is written, and files that differ are named. Figures are from `results.baselines`, `results.trained`,
`results.exploited`, `results.ranked`, `results.searched`, `results.solved` and ``results/gpu.yaml``, pictures from
`docs.pictures` and `docs.search_curves`.
"""

import argparse
import inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from cardzoo.agents import bots
from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.encoders import Flat, make_encoder
from cardzoo.envs.engine.fields import Card, Cards, Choice, Field, Number, Pile
from docs import search_curves
from docs.pictures import picture
from results import baselines, exploited, ranked, searched, solved, trained

DOCS = Path(__file__).parent
PAGES = DOCS / "games"
LEADERBOARDS = DOCS / "leaderboard"
README = DOCS.parent / "README.md"
TRAINING = DOCS / "training.md"
EXAMPLES = DOCS / "examples.md"
START = DOCS / "index.md"
SOLVER = DOCS / "solver.md"
ARENA = DOCS / "arena.md"
CURVES = DOCS / "search_curves.svg"
EXPLOIT = DOCS / "exploit.md"
GPU = DOCS / "gpu.md"
GPU_SPEEDS = DOCS.parent / "results/gpu.yaml"
GPU_COMPARED = DOCS.parent / "results/gpu_compared.jsonl"

NOT_RUN = "<!-- not run: the file's own test runs it -->"
GALLERY = 4  # pictures in a row
SPEEDS = 2  # columns of games

HEADINGS = (
    "Rules",
    "Sources",
    "Choices where the text is silent",
    "Options",
    "Rewards",
    "End",
    "Written deck",
)
"""The headings of a game module's docstring, in this order."""


def sections(game: Game) -> dict[str, str]:
    """The parts of a game module's docstring by heading; the text before the first is under the empty one.

    Raises:
        ValueError: if the headings are not `HEADINGS`.
    """
    found = tuple(game.sections)[1:]
    if found != HEADINGS:
        raise ValueError(f"{game.name}: the docstring's headings are {found}; they must be {HEADINGS}")
    return game.sections


def numbered(text: str) -> list[int]:
    """The numbers of a section's list."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, flags=re.MULTILINE)]


def build() -> dict[Path, str]:
    """The texts of all pages."""
    games, lines, thought = [find_game(id) for id in IDS], baselines.read_lines(), searched.read_lines()
    pages = {PAGES / f"{game.name}.md": page(game, lines) for game in games}
    tables = {
        README: filled(README, "games", summary(games, lines, trained.read_shipped())),
        START: filled(START, "games", gallery(games)),
        TRAINING: filled(TRAINING, "trained agents", trained_agents()),
        EXAMPLES: filled(EXAMPLES, "examples", examples()),
        SOLVER: filled(SOLVER, "solved", records(solved.rows())),
        ARENA: filled(ARENA, "search with trained agents", searching(thought)),
        EXPLOIT: filled(EXPLOIT, "exploited", exploits(exploited.read())),
        GPU: filled(GPU, "speeds", speeds(games)),
    }
    boards = {LEADERBOARDS / name: text for name, text in ranked.pages().items()}
    curves = {CURVES: search_curves.draw(list(search_curves.read(thought, lines)))}
    return tables | {PAGES / "index.md": index(games)} | pages | boards | curves


def draw(games: Iterable[Game]) -> dict[Path, str]:
    """The pictures of games; fastest with interpreted rules, which need no compilation."""
    return {PAGES / f"{game.name}.svg": picture(game) for game in games}


def filled(file: Path, name: str, content: str) -> str:
    """A file's text with new content between the marks of a name."""
    begin, end = f"<!-- {name}: written by make docs -->\n", f"<!-- end of {name} -->\n"
    before, _, rest = file.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{content}\n\n{end}{after}"


def trained_agents() -> str:
    """The tables of trained agents: the shipped ones, and those of a few minutes on one thread."""
    tables = {"Shipped agents": trained.read_shipped(), "Agents of a few minutes": trained.read()}
    return "\n\n".join(f"### {title}\n\n{training(known)}" for title, known in tables.items())


def training(known: trained.Trained) -> str:
    """The verdicts on trained agents, and their table."""
    if not known:
        return "Nothing has been measured yet."
    rows = trained.rows(known)
    verdicts = "\n".join(trained.verdicts(known))
    return f"{verdicts}\n\n{records(rows)}"


def searching(lines: baselines.Lines) -> str:
    """The table of searches with trained agents' networks."""
    rows = list(searched.rows(lines))
    return records(rows) if rows else "Nothing has been measured yet."


def exploits(lines: Sequence[exploited.Row]) -> str:
    """The tables of exploitability: of games with exact values, and of all games."""
    found = (
        "The reward of the best response that was found, its name, and the minutes of training; in bold if the whole "
        "interval is above 0."
    )
    tables = (
        ("Games with exact values", "", exploited.exact_rows(lines)),
        ("All games", found, exploited.rows(lines)),
    )
    parts = [part for title, note, rows in tables if rows for part in (f"### {title}", note, records(rows)) if part]
    return "\n\n".join(parts) or "Nothing has been measured yet."


def summary(games: Iterable[Game], lines: baselines.Lines, shipped: trained.Trained) -> str:
    """The README's table of games."""
    against_expert = {name: row["`expert`"] for name, row in zip(shipped, trained.rows(shipped), strict=True)}
    rows = [
        [
            f"[{game.title}](docs/games/{game.name}.md)",
            game.players_in_words.replace(" to ", "–"),
            game.family,
            *baselines.summary(game, lines),
            against_expert.get(game.name, ""),
        ]
        for game in games
    ]
    heading = ["game", "players", "kind", "novice", "expert", "search", "trained"]
    minutes = sum(line["seconds"] for part in lines.values() for line in part if line["agent"] == baselines.SEARCH) / 60
    return f"{table(heading, rows)}\n\nThe search has used {minutes:.0f} minutes of one core in all."


def examples() -> str:
    """The programs of the examples, each below its docstring."""
    parts = []
    for file in sorted(EXAMPLES.with_suffix("").glob("*.py")):
        _, docstring, code = file.read_text(encoding="utf-8").split('"""', 2)
        program = f"{NOT_RUN}\n```python\n{code.strip()}\n```"
        parts += [f"## {file.name}", docstring.strip().replace("``", "`"), program]
    return "\n\n".join(parts)


def gallery(games: Sequence[Game]) -> str:
    """The games' pictures in rows."""
    cells = [
        f'[<img src="games/{game.name}.svg" width="200" alt=""><br>{game.title}](games/{game.name}.md)'
        for game in games
    ]
    cells += [""] * (-len(cells) % GALLERY)
    rows = [cells[first : first + GALLERY] for first in range(0, len(cells), GALLERY)]
    return table(rows[0], rows[1:])


def speeds(games: Iterable[Game]) -> str:
    """A table of speeds on a GPU, and of the steps that were equal there and on a CPU."""
    measured = yaml.safe_load(GPU_SPEEDS.read_text(encoding="utf-8"))
    compared: dict[str, int] = {}
    for line in GPU_COMPARED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["result"] == "equal":
            compared[row["game"]] = max(row["steps"], compared.get(row["game"], 0))
    cells = [
        (game.title, f"{measured[game.name]:.1f}", f"{compared.get(game.name, 0):,}")
        for game in games
        if game.name in measured
    ]
    height = -(-len(cells) // SPEEDS)
    cells += [("", "", "")] * (height * SPEEDS - len(cells))
    rows = [[cell for group in cells[row::height] for cell in group] for row in range(height)]
    return table(["game", "M steps/s", "steps compared"] * SPEEDS, rows)


def index(games: Iterable[Game]) -> str:
    """The table of all games."""
    rows = [
        [
            f"[{game.title}]({game.name}.md)",
            f"`{game.id}`",
            game.family,
            game.players_in_words,
            str(len(game.actions)),
            str(flat(game).width),
        ]
        for game in games
    ]
    header = ["Game", "Id", "Family", "Players", "Actions", "Observation"]
    return f"# Games\n\n{table(header, rows)}\n\nThe observation is the flat one at the default number of players.\n"


def page(game: Game, lines: baselines.Lines) -> str:
    """The page of a game."""
    texts = sections(game)
    parts = [
        f"# {game.title}",
        texts[""].partition("\n")[2].strip(),
        f"![A position of {game.title}]({game.name}.svg)",
        specification(game),
        *section("Rules", texts),
        *section("Sources", texts),
        *section("Choices where the text is silent", texts),
        "## Options",
        option_table(game),
        re.sub(r"^(?=``)", "- ", texts["Options"], flags=re.MULTILINE),
        "## Actions",
        action_table(game),
        "## Observation",
        observation_table(game),
        *section("Rewards", texts),
        *section("End", texts),
        *section("Written deck", texts),
        "## Agents",
        "\n".join(f"- `{name}`: {indented(bot.__doc__)}" for name, bot in bots(game).items()),
        *figures(game, lines),
    ]
    text = re.sub(r"(?<!`)``(?!`)", "`", "\n\n".join(part for part in parts if part))
    source = f"envs/games/{game.file.name}"
    return f"{text}\n\n<!-- Written by docs/build_pages.py from {source}: change that and run `make docs`. -->\n"


def section(heading: str, texts: dict[str, str]) -> tuple[str, str]:
    """A part of the docstring, unchanged."""
    return f"## {heading}", texts[heading]


def specification(game: Game) -> str:
    """The table of a game's properties, and the code to make it."""
    module = game.id.replace("-", "_")
    widths = [make_encoder("flat", game, count).width for count in game.numbers_of_players]
    rows = [
        ["Id", f"`{game.id}`"],
        ["Family", game.family],
        ["Players", f"{game.players_in_words}; {game.default_players} by default"],
        ["Actions", str(len(game.actions))],
        ["Observation", f"{flat(game).width} numbers" + (f"; {widths[0]} to {widths[-1]}" if len(widths) > 1 else "")],
        ["State", f"{game.dtype.itemsize} bytes"],
    ]
    code = f"""```python
import gymnasium

from cardzoo import envs
from cardzoo.envs import {module}

env = {module}.env()  # PettingZoo AEC; also envs.make("{game.id}")
parallel = {module}.parallel_env()
batch = envs.make_batch("{game.id}", num_tables=1024)
single = gymnasium.make("cardzoo/{game.id}", opponents="expert")
```"""
    return f"{table(['', ''], rows)}\n\n{code}"


def option_table(game: Game) -> str:
    """Names, values and defaults of the options, if there are any."""
    rows = []
    for field in game.options:
        assert isinstance(field, (Choice, Number))
        rows.append([f"`{field.name}`", field.allowed, f"`{field.element_to_words(field.blank)!r}`", field.doc])
    return table(["Option", "Values", "Default", "Meaning"], rows) if rows else ""


def action_table(game: Game) -> str:
    """Ids, words and conditions of the actions."""
    rows, first = [], 0
    for block in game.actions.blocks:
        last = first + len(block) - 1
        words = f"`{block.words[0]}`" + (f" … `{block.words[-1]}`" if len(block) > 1 else "")
        rows.append([span(first, last), words, block.doc])
        first = last + 1
    return table(["Ids", "Words", "When"], rows)


def observation_table(game: Game) -> str:
    """The fields of the view, and their indices in the flat vector."""
    rows = [
        [span(start, stop - 1), f"`{field.name}`", shape(field, game.default_players), values(field), field.doc]
        for field, start, stop in flat(game).segments
    ]
    caption = f"The view of a seat, with the indices in the flat vector for {game.default_players} players."
    if game.players[1] == 1:
        caption = "The view of the player, with the indices in the flat vector."
    return f"{caption}\n\n" + table(["Indices", "Field", "Shape", "Values", "Meaning"], rows)


def figures(game: Game, lines: baselines.Lines) -> list[str]:
    """The tables of measured figures."""
    parts = []
    for title, note, rows in baselines.tables(game, lines):
        if rows:
            parts += [f"### {title}", note, records(rows)]
    return ["## Figures", *parts] if parts else []


def flat(game: Game) -> Flat:
    """The flat encoder at the default number of players."""
    encoder = make_encoder("flat", game, game.default_players)
    assert isinstance(encoder, Flat)
    return encoder


def shape(field: Field, num_players: int) -> str:
    """The sizes of a field in the vector."""
    sizes = [num_players if place == 0 and field.by_seat else size for place, size in enumerate(field.shape)]
    if isinstance(field, Pile):
        sizes.append(1 + field.packs * field.codes)
    elif isinstance(field, (Card, Cards)):
        sizes.append(field.codes)
    elif isinstance(field, Choice):
        sizes.append(len(field.choices))
    return " × ".join(map(str, sizes)) or "1"


def values(field: Field) -> str:
    """The meaning of a field's numbers."""
    if isinstance(field, Cards):
        return "copies of each card" + (f" / {field.packs}" if field.packs > 1 else "")
    if isinstance(field, Card):
        return "one-hot"
    if isinstance(field, Pile):
        return f"height / {field.capacity}, then each card's place: 1 on top"
    if isinstance(field, Choice):
        return "one-hot: " + ", ".join(field.choices)
    assert isinstance(field, Number)
    low = -1 if field.optional else field.low
    most = max(abs(low), abs(field.high), 1)
    none = "; -1 for None" if field.optional else ""
    return f"{low} to {field.high}" + (f", / {most}" if most > 1 else "") + none


def span(first: int, last: int) -> str:
    """Consecutive numbers."""
    return f"{first}–{last}" if first < last else str(first)


def indented(text: str | None) -> str:
    """A docstring as an item of a list."""
    return inspect.cleandoc(text or "").replace("\n", "\n  ")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def records(rows: Iterable[Mapping[str, str]]) -> str:
    """A table of rows with the same columns."""
    known = list(rows)
    return table(list(known[0]), [list(row.values()) for row in known])


def differing(pages: dict[Path, str]) -> list[str]:
    """The problems of the files, a line each."""
    problems = [
        f"{file.relative_to(DOCS.parent)} differs from its sources; run `make docs`"
        for file, text in pages.items()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    ]
    strays = sorted(file for file in PAGES.iterdir() if file.with_suffix(".md") not in pages)
    strays += sorted(file for file in LEADERBOARDS.iterdir() if file not in pages)
    return problems + [f"{file.relative_to(DOCS.parent)} is of no game" for file in strays]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Writes the pages of the games and the examples.")
    parser.add_argument("--check", action="store_true", help="name the pages that differ, and write nothing")
    check = parser.parse_args().check
    pages = build() | draw([find_game(id) for id in IDS])
    if check:
        problems = differing(pages)
        print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
        return bool(problems)
    for folder in (PAGES, LEADERBOARDS):
        folder.mkdir(exist_ok=True)
    for file, text in pages.items():
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
