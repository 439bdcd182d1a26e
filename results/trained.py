"""Results of trained agents, and their tables.

``results/training.yaml`` holds a part for each game, which `results.train_games` writes. The cards of the shipped
agents hold the same data; `results.ship` writes them.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from cardzoo.envs import IDS, find_game
from cardzoo.envs.engine.units import Unit
from cardzoo.envs.policies.models import CARD, parse_card
from cardzoo.envs.policies.shipped import shipped_folders, shipped_players
from cardzoo.training.evaluation.intervals import FEW, Estimate
from results.baselines import named

FILE = Path(__file__).parent / "training.yaml"
VERDICTS = ("better", "level", "worse")

Trained = dict[str, dict[str, Any]]
"""Data by name of the game: its ``id``, ``players``, ``options``, ``seconds`` and ``steps`` of training, and results
``against`` each opponent; for shipped agents also their ``aim``, the reward signal and options of training.

``device`` is there if it is not the same for all.
"""


def read() -> Trained:
    """The content of the file; empty if there is none."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def read_shipped() -> Trained:
    """The same data of the shipped agents, from their cards, by `key_of` their folders."""
    games = [(game, players) for game in map(find_game, IDS) for players in shipped_players(game)]
    folders = [folder for game, players in games for folder in shipped_folders(game, players)]
    cards = {key_of(folder): parse_card((folder / CARD).read_bytes(), folder) for folder in folders}
    return {
        name: card.training
        | card.results
        | {"id": card.game, "players": card.num_players, "options": card.options, "advisor": card.advisor}
        | {"aim": _aim(card.training)}
        for name, card in cards.items()
    }


def key_of(folder: Path) -> str:
    """The key of a shipped agent's data: the game's name, and options if it is not the usual agent."""
    _, comma, options = folder.name.partition(",")
    return f"{folder.parent.name}{comma}{options}"


def rows(trained: Trained) -> list[dict[str, str]]:
    """The page's table: a row for each game, a column for each opponent."""
    opponents = list(dict.fromkeys(result["opponent"] for row in trained.values() for result in row["against"]))
    return [
        {
            "Game": f"[{find_game(row['id']).title}](games/{find_game(row['id']).name}.md){named(row['options'])}",
            "Players": f"{row['players']}",
            "Minutes": f"{row['seconds'] / 60:.1f}",
            "Decisions": _decisions(row),
            "Warm start": row["imitates"] or "",
        }
        | ({"Advisor": row["advisor"]} if "advisor" in row else {})
        | ({"Trained for": row["aim"]} if "aim" in row else {})
        | ({"Trained on": row["device"]} if "device" in row else {})
        | _cells(row["against"], opponents, find_game(row["id"]).unit_of(row["players"], **row["options"]))
        for row in trained.values()
    ]


def _aim(training: Mapping[str, Any]) -> str:
    """The reward signal of a run, and the options of its games that are not the usual ones."""
    return ("points" if training["config"]["reward"] == "score" else "outcome") + named(training["options"])


def verdicts(trained: Trained) -> list[str]:
    """A sentence for each opponent: the number of games in which the trained agents are better, and the others."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in _usual(trained):
        for result in filter(_has_enough_deals, row["against"]):
            lists = found.setdefault(result["opponent"], {verdict: [] for verdict in VERDICTS})
            lists[_verdict(result)].append(find_game(row["id"]).title)
    return [
        f"- Against `{opponent}`: better in {len(lists['better'])} of {sum(map(len, lists.values()))} games"
        + "".join(f"; {verdict} in {', '.join(lists[verdict])}" for verdict in VERDICTS[1:] if lists[verdict])
        + "."
        for opponent, lists in found.items()
    ]


def _usual(trained: Trained) -> Iterator[Mapping[str, Any]]:
    """The data of each game's usual agent."""
    return (row for key, row in trained.items() if "," not in key)


def _decisions(row: Mapping[str, Any]) -> str:
    """The decisions of the run, and of the agent from which it started, if there is one."""
    text, origin = f"{row['steps'] / 1e6:.1f} M", row.get("goes_on_from")
    return f"{text} after {_decisions(origin)}" if origin else text


def _verdict(result: Mapping[str, Any]) -> str:
    """The verdict: better or worse if the whole interval is, else level."""
    return "better" if result["low"] > 0 else "worse" if result["high"] < 0 else "level"


def _has_enough_deals(result: Mapping[str, Any]) -> bool:
    """Returns whether there are enough deals: for few of them a bootstrap interval is too narrow."""
    return int(result["deals"]) >= FEW


def _cells(results: Iterable[Mapping[str, Any]], opponents: Iterable[str], unit: Unit) -> dict[str, str]:
    """A cell for each opponent, empty for one without games."""
    cells = {result["opponent"]: _cell(result, unit) for result in results}
    return {f"`{opponent}`": cells.get(opponent, "") for opponent in opponents}


def _cell(result: Mapping[str, Any], unit: Unit) -> str:
    if not _has_enough_deals(result):
        return ""
    found = Estimate(result["advantage"], result["low"], result["high"]).times(unit.per_reward)
    text = f"{found:{unit.signed}}{unit.suffix}"
    return f"**{text}**" if _verdict(result) == "better" else text
