"""``cardzoo advise``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from cardzoo.commands.terminal import GameName, Json, console, print_json

if TYPE_CHECKING:
    from cardzoo.agents.advice import Advice
    from cardzoo.envs.engine import Game

MOST_ROWS = 12
UNITS = {"match": "points of the hand above the table's mean", "alone": "reward and progress", "other": "reward"}


def advise(
    game: GameName,
    position: Annotated[
        Path | None, Parameter(help="YAML file of the position, with ? for each unknown card; - for standard input.")
    ] = None,
    *,
    agents: Annotated[
        list[str] | None,
        Parameter(
            help="Agent to ask, named as for evaluate; by default expert, trained and search:1000; may be repeated.",
            negative="",
        ),
    ] = None,
    seed: Annotated[int, Parameter(help="Random seed.")] = 0,
    example: Annotated[
        bool,
        Parameter(negative="", help="Print an example: the position of a random deal from the first player's view."),
    ] = False,
    json: Json = False,
) -> None:
    """Show what agents would play in a written position in which other players' cards are unknown."""
    import yaml

    from cardzoo.agents.advice import advise as ask_agents
    from cardzoo.envs import find_game, guess_position, known_position
    from cardzoo.envs.files.settings import ConfigError, parse_yaml, read_text

    found = find_game(game)
    if example:
        fields = known_position(found.table(seed=seed))
        print(yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, default_flow_style=None, width=110), end="")
        return
    if position is None:
        raise ConfigError("the position is missing; name a YAML file, or print one with --example")
    source = "standard input" if str(position) == "-" else str(position)
    fields = parse_yaml(sys.stdin.read() if source == "standard input" else read_text(position), source)
    if not isinstance(fields, dict) or not all(isinstance(name, str) for name in fields):
        raise ConfigError(f"{source}: the file must hold fields of the game, such as 'player: 0'")
    table = guess_position(found, seed, **fields)
    rows = [_describe(found, one) for one in ask_agents(table, agents, seed)]
    if json:
        print_json(rows)
    else:
        _print(found, rows)


def _describe(game: "Game", advice: "Advice") -> dict[str, Any]:
    """An agent's advice, with actions in words and rounded figures."""
    words = game.actions.words
    return {
        "agent": advice.agent,
        "action": words[advice.action],
        "chances": {words[action]: round(chance, 4) for action, chance in advice.chances.items()},
        "values": [
            {
                "action": words[value.action],
                "rounds": value.rounds,
                "value": round(value.value, 5),
                "error": round(value.error, 5),
                "behind": round(value.behind, 5),
                "behind_error": round(value.behind_error, 5),
            }
            for value in advice.values
        ],
    }


def _print(game: "Game", rows: list[dict[str, Any]]) -> None:
    """Print one row for each action that an agent would take or that a search has tried."""
    from cardzoo.training.evaluation.intervals import NORMAL

    unit = UNITS["match" if game.match else "alone" if game.seats == 1 and not game.for_points else "other"]
    has_values = any(row["values"] for row in rows)
    caption = f"value: mean {unit}; behind: less than the search's choice; ± 95 % of the simulations" * has_values
    table = Table(title=f"{game.title}: what agents would do", caption=caption)
    table.add_column("action", no_wrap=True)
    for row in rows:
        table.add_column(row["agent"], justify="right")
        if row["values"]:
            table.add_column("value", justify="right")
            table.add_column("behind", justify="right")
    values = [{value["action"]: value for value in row["values"]} for row in rows]
    names = dict.fromkeys(
        [row["action"] for row in rows]
        + [action for found in values for action in found]
        + [action for row in rows for action in row["chances"]]
    )
    for name in [*names][:MOST_ROWS]:
        cells = []
        for row, found in zip(rows, values, strict=True):
            cells.append(f"{row['chances'][name]:.0%}" if row["chances"].get(name, 0) >= 0.005 else "")
            if row["values"]:
                value = found.get(name)
                if value is None:
                    cells += ["", ""]
                    continue
                cells.append(f"{value['value']:+.3f} ± {NORMAL * value['error']:.3f}")
                behind = f"{value['behind']:.3f} ± {NORMAL * value['behind_error']:.3f}"
                cells.append("" if name == row["action"] else behind)
        table.add_row(name, *cells)
    console.print(table)
    if len(names) > MOST_ROWS:
        console.print(f"{len(names) - MOST_ROWS} more actions; --json has them all")
