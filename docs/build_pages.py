"""Generated pages: the games with their pictures, the leaderboards, the reference, and the tables of other pages.

Run as ``python -m docs.build_pages``; with ``--check`` nothing is written, and files that differ are named. Figures
come from the programs of ``results`` and from ``results/gpu.yaml``, pictures from `docs.pictures` and
`docs.search_curves`, the command line and the keys of a config from `docs.reference_pages`, the table of examples from
the docstrings in docs/examples.
"""

import argparse
import ast
import inspect
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from cardzoo.agents import bots
from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.encoders import Flat, make_encoder
from cardzoo.envs.engine.fields import Card, Cards, Choice, Field, Number, Pile
from cardzoo.training.algorithms import Curve
from docs import reference_pages, search_curves
from docs.pictures import picture
from results import (
    baselines,
    benchmarked,
    bridge_imps,
    bridge_tricks,
    company,
    exploited,
    hanabi_scores,
    other_players,
    ranked,
    search_compared,
    searched,
    solved,
    trained,
)

DOCS = Path(__file__).parent
PAGES = DOCS / "games"
LEADERBOARDS = DOCS / "leaderboard"
README = DOCS.parent / "README.md"
START = DOCS / "index.md"
EXAMPLES = DOCS / "examples"
LIBRARIES = DOCS / "how-to/other_libraries.md"
COMMAND_LINE = DOCS / "reference/command_line.md"
CONFIG = DOCS / "reference/config.md"
STRENGTH = DOCS / "results/strength.md"
TRAINED = DOCS / "results/trained_agents.md"
COMPANY = DOCS / "results/company.md"
SOLVER = DOCS / "results/solver.md"
SEARCH = DOCS / "results/search.md"
OTHERS = DOCS / "results/other_players.md"
CURVES = DOCS / "results/search_curves.svg"
BRIDGE = DOCS / "results/bridge.md"
HANABI = DOCS / "results/hanabi.md"
EXPLOIT = DOCS / "results/exploitability.md"
BENCHMARK = DOCS / "reference/benchmark.md"
GPU = DOCS / "results/gpu.md"
GPU_SPEEDS = DOCS.parent / "results/gpu.yaml"
GPU_COMPARED = DOCS.parent / "results/gpu_compared.jsonl"

IN_README = ("black_hole", "cassino", "chinese_ten", "getaway", "king")
"""The games of the README's table of speeds, of several kinds."""

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
    """The parts of a game module's docstring by heading; what comes before the first is under the empty one.

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
    shipped, speed = trained.read_shipped(), gpu_speeds()
    few = [game for game in games if game.name in IN_README]
    entries, learned = benchmarked.read_agents(), benchmarked.read_algorithms()
    tables = {
        README: filled(README, {"scores": records(benchmarked.few_rows(entries)), "speed": few_speeds(few, speed)}),
        START: filled(START, {"games": gallery(games)}),
        STRENGTH: filled(STRENGTH, {"time": minutes_of_search(lines)}),
        BENCHMARK: filled(
            BENCHMARK,
            {
                "agents": records(benchmarked.agent_rows(entries)),
                "algorithms": scored(learned),
            },
        ),
        TRAINED: filled(TRAINED, {"trained agents": trained_agents()}),
        COMPANY: filled(COMPANY, {"company": in_company(company.read())}),
        OTHERS: filled(OTHERS, {"other players": records(list(other_players.rows()))}),
        LIBRARIES: filled(LIBRARIES, {"examples": examples()}),
        SOLVER: filled(SOLVER, {"solved": records(solved.rows())}),
        SEARCH: filled(
            SEARCH,
            {
                "search compared": compared(search_compared.read_lines()),
                "search with trained agents": searching(thought),
            },
        ),
        BRIDGE: filled(
            BRIDGE,
            {
                "IMPs": records(bridge_imps.rows()) if bridge_imps.read() else "Nothing has been measured yet.",
                "tricks": records(bridge_tricks.rows()),
            },
        ),
        HANABI: filled(HANABI, {"teams": records(hanabi_scores.rows())}),
        EXPLOIT: filled(EXPLOIT, {"exploited": exploits(exploited.read())}),
        GPU: filled(GPU, {"speeds": speeds(games, speed)}),
    }
    reference = {
        COMMAND_LINE: joined(reference_pages.command_line()),
        CONFIG: joined(reference_pages.config()),
    }
    boards = {LEADERBOARDS / name: text for name, text in ranked.pages().items()}
    pictures = {CURVES: search_curves.draw(list(search_curves.read(thought, lines)))}
    overview = index(games, strength(games, lines, shipped))
    return tables | reference | {PAGES / "index.md": overview} | pages | boards | pictures


def draw(games: Iterable[Game]) -> dict[Path, str]:
    """The pictures of games. Rules that are interpreted draw them faster than rules that must be compiled first."""
    return {PAGES / f"{game.name}.svg": picture(game) for game in games}


def filled(file: Path, contents: Mapping[str, str]) -> str:
    """The text of a file, with new content between the marks of each name; links to games fit the file's folder."""
    text, games = file.read_text(encoding="utf-8"), os.path.relpath(PAGES, file.parent)
    for name, content in contents.items():
        begin, end = f"<!-- {name}: written by make docs -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{content.replace('](games/', f']({games}/')}\n\n{end}{after}"
    return text


def joined(parts: Iterable[str | reference_pages.Table]) -> str:
    """The text of a page of paragraphs and tables."""
    return "\n\n".join(part if isinstance(part, str) else table(*part) for part in parts)


def trained_agents() -> str:
    """The tables of trained agents: those in the package, and those of a few minutes on one thread."""
    tables = {"Agents in the package": trained.read_shipped(), "Eight minutes of training": trained.read()}
    return "\n\n".join(f"## {title}\n\n{training(known)}" for title, known in tables.items())


def training(known: trained.Trained) -> str:
    """The verdicts on trained agents, and the table of them."""
    if not known:
        return "Nothing has been measured yet."
    rows = trained.rows(known)
    told = "\n".join(trained.verdicts(known))
    return f"{told}\n\n{records(rows)}"


def in_company(lines: Sequence[company.Row]) -> str:
    """The verdicts on trained agents in each company, and the table of them."""
    return judged(company.verdicts(lines), list(company.rows(lines)))


def compared(lines: baselines.Lines) -> str:
    """The verdicts on the search with trained agents in the same seconds, and the table of them."""
    return judged(search_compared.verdicts(lines), list(search_compared.rows(lines)))


def judged(verdicts: Sequence[str], rows: Sequence[Mapping[str, str]]) -> str:
    """Sentences on figures, and the table of them."""
    return "\n".join(verdicts) + f"\n\n{records(rows)}" if rows else "Nothing has been measured yet."


def searching(lines: baselines.Lines) -> str:
    """The table of searches in games for one, by their simulations."""
    rows = list(searched.rows(lines))
    return records(rows) if rows else "Nothing has been measured yet."


def exploits(lines: Sequence[exploited.Row]) -> str:
    """The tables of exploitability: exact values of two games, and lower bounds of all games."""
    found = (
        "Reward of the best response, the response itself, and the minutes of training; bold where the whole interval "
        "is above 0."
    )
    tables = (
        ("Games with an exact value", "", exploited.exact_rows(lines)),
        ("All games", found, exploited.rows(lines)),
    )
    parts = [part for title, note, rows in tables if rows for part in (f"## {title}", note, records(rows)) if part]
    return "\n\n".join(parts) or "Nothing has been measured yet."


def scored(curves: Sequence[tuple[str, Curve]]) -> str:
    """The table of algorithms in the benchmark."""
    return records(benchmarked.algorithm_rows(curves)) if curves else "Nothing has been measured yet."


def strength(games: Iterable[Game], lines: baselines.Lines, shipped: trained.Trained) -> str:
    """The table of how strong the agents of games are."""
    against_expert = {name: row["`expert`"] for name, row in zip(shipped, trained.rows(shipped), strict=True)}
    rows = [
        [
            f"[{game.title}](games/{game.name}.md)",
            game.players_in_words.replace(" to ", "–"),
            game.family,
            *baselines.summary(game, lines),
            against_expert.get(game.name, ""),
        ]
        for game in games
    ]
    return table(["game", "players", "kind", "novice", "expert", "search", "trained"], rows)


def minutes_of_search(lines: baselines.Lines) -> str:
    """The time that search has used for the table of strength."""
    rows = [row for part in lines.values() for row in part if row["agent"] == baselines.SEARCH]
    return f"Search has used {sum(row['seconds'] for row in rows) / 60:.0f} minutes of one core in all."


def examples() -> str:
    """The table of the examples: each file, and the first sentence of its docstring."""
    rows = []
    for file in sorted(EXAMPLES.glob("*.py")):
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        sentence = " ".join(text.partition("\n\n")[0].split()).replace("``", "`")
        rows.append([f"[{file.name}](../examples/{file.name})", sentence])
    return table(["program", "content"], rows)


def gallery(games: Sequence[Game]) -> str:
    """The games' pictures in rows."""
    cells = [
        f'[<img src="games/{game.name}.svg" width="200" alt=""><br>{game.title}](games/{game.name}.md)'
        for game in games
    ]
    cells += [""] * (-len(cells) % GALLERY)
    rows = [cells[first : first + GALLERY] for first in range(0, len(cells), GALLERY)]
    return table(rows[0], rows[1:])


def gpu_speeds() -> dict[str, float]:
    """The measured speeds on a GPU, by the names of games, in million steps a second."""
    measured: dict[str, float] = yaml.safe_load(GPU_SPEEDS.read_text(encoding="utf-8"))
    return measured


def few_speeds(games: Iterable[Game], measured: Mapping[str, float]) -> str:
    """The README's table of speeds."""
    rows = [[f"[{game.title}](games/{game.name}.md)", f"{measured[game.name]:.1f}"] for game in games]
    return table(["game", "million steps a second"], rows)


def speeds(games: Iterable[Game], measured: Mapping[str, float]) -> str:
    """A table of speeds on a GPU, and of the steps in which each game was equal there and on a CPU."""
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


def index(games: Iterable[Game], strengths: str) -> str:
    """The tables of all games: their sizes, and how strong their agents are."""
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
    sizes = f"{table(header, rows)}\n\nThe observation is the flat one at the default number of players."
    note = "Each agent against the one before it, search and trained against expert; [details](../results/strength.md)."
    return f"# Games\n\n{sizes}\n\n## Strength\n\n{note}\n\n{strengths.replace('](games/', '](')}\n"


def page(game: Game, lines: baselines.Lines) -> str:
    """The page of a game."""
    told = sections(game)
    parts = [
        f"# {game.title}",
        told[""].partition("\n")[2].strip(),
        f"![A position of {game.title}]({game.name}.svg)",
        specification(game),
        *section("Rules", told),
        *section("Sources", told),
        *section("Choices where the text is silent", told),
        "## Options",
        option_table(game),
        re.sub(r"^(?=``)", "- ", told["Options"], flags=re.MULTILINE),
        "## Actions",
        action_table(game),
        "## Observation",
        observation_table(game),
        *section("Rewards", told),
        *section("End", told),
        *section("Written deck", told),
        "## Agents",
        "\n".join(f"- `{name}`: {indented(bot.__doc__)}" for name, bot in bots(game).items()),
        *figures(game, lines),
    ]
    text = re.sub(r"(?<!`)``(?!`)", "`", "\n\n".join(part for part in parts if part))
    source = f"envs/games/{game.file.name}"
    return f"{text}\n\n<!-- Written by docs/build_pages.py from {source}: change that and run `make docs`. -->\n"


def section(heading: str, told: dict[str, str]) -> tuple[str, str]:
    """A part of the docstring as it stands."""
    return f"## {heading}", told[heading]


def specification(game: Game) -> str:
    """The section on using the game."""
    module = game.id.replace("-", "_")
    widths = [make_encoder("flat", game, count).width for count in game.numbers_of_players]
    rows = [
        ["Id", f"`{game.id}`"],
        ["Family", game.family],
        ["Players", f"{game.players_in_words}; {game.default_players} if nothing is said"],
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
    """Ids, words and meaning of the actions."""
    rows, first = [], 0
    for block in game.actions.blocks:
        last = first + len(block) - 1
        words = f"`{block.words[0]}`" + (f" … `{block.words[-1]}`" if len(block) > 1 else "")
        rows.append([span(first, last), words, block.doc])
        first = last + 1
    return table(["Ids", "Words", "When"], rows)


def observation_table(game: Game) -> str:
    """The fields of the view, and where they are in the flat vector."""
    rows = [
        [span(start, stop - 1), f"`{field.name}`", shape(field, game.default_players), values(field), field.doc]
        for field, start, stop in flat(game).segments
    ]
    seen = f"What the seat sees, with the indices in the flat vector for {game.default_players} players."
    if game.players[1] == 1:
        seen = "What the player sees, with the indices in the flat vector."
    return f"{seen}\n\n" + table(["Indices", "Field", "Shape", "Values", "Meaning"], rows)


def figures(game: Game, lines: baselines.Lines) -> list[str]:
    """The section of measured figures."""
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
    """A table of rows that all name the same columns."""
    told = list(rows)
    return table(list(told[0]), [list(row.values()) for row in told])


def differing(pages: dict[Path, str]) -> list[str]:
    """Problems of the files, a line each."""
    problems = [
        f"{file.relative_to(DOCS.parent)} differs from what it is made of; run `make docs`"
        for file, text in pages.items()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    ]
    strays = sorted(file for file in PAGES.iterdir() if file.with_suffix(".md") not in pages)
    strays += sorted(file for file in LEADERBOARDS.iterdir() if file not in pages)
    return problems + [f"{file.relative_to(DOCS.parent)} is of no game" for file in strays]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Write the generated pages.")
    parser.add_argument("--check", action="store_true", help="Write nothing; name the pages that differ.")
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
