"""What trained agents have come to, and the page that shows it.

``results/training.yaml`` holds a part for each game, which `results.train_games` writes. The cards of the agents that
games bring along hold the same of these; `results.ship` writes them.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from cardzoo.envs import IDS, find_game
from cardzoo.envs.policies.models import CARD, parse_card
from cardzoo.envs.policies.shipped import shipped_folder, shipped_players
from cardzoo.training.evaluation.intervals import FEW
from results.baselines import named

FILE = Path(__file__).parent / "training.yaml"
VERDICTS = ("better", "level", "worse")

Trained = dict[str, dict[str, Any]]
"""By name of the game: its ``id``, ``players``, ``options``, ``seconds`` and ``steps`` of training, and results
``against`` each; of agents that games bring along their ``aim`` too, what they were trained for.

The ``device`` is told where it is not the same for all.
"""


def read() -> Trained:
    """What is in the file; nothing if there is none."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def read_shipped() -> Trained:
    """The same of the agents that the games bring along, by the game's name, from their cards."""
    games = [(game, players) for game in map(find_game, IDS) for players in shipped_players(game)]
    folders = {game.name: shipped_folder(game, players) for game, players in games}
    cards = {name: parse_card((folder / CARD).read_bytes(), folder) for name, folder in folders.items()}
    return {
        name: card.training
        | card.results
        | {"id": card.game, "players": card.num_players, "options": card.options, "advisor": card.advisor}
        | {"aim": _aim(card.training)}
        for name, card in cards.items()
    }


def rows(trained: Trained) -> list[dict[str, str]]:
    """The page's table: a row for each game, a column for each opponent."""
    opponents = list(dict.fromkeys(result["opponent"] for told in trained.values() for result in told["against"]))
    return [
        {
            "Game": f"[{find_game(told['id']).title}](games/{name}.md){named(told['options'])}",
            "Players": f"{told['players']}",
            "Minutes": f"{told['seconds'] / 60:.1f}",
            "Decisions": _decisions(told),
            "Imitates first": told["imitates"] or "",
        }
        | ({"Advisor": told["advisor"]} if "advisor" in told else {})
        | ({"Trained for": told["aim"]} if "aim" in told else {})
        | ({"Trained on": told["device"]} if "device" in told else {})
        | _cells(told["against"], opponents)
        for name, told in trained.items()
    ]


def _aim(training: Mapping[str, Any]) -> str:
    """The reward that a run was for, and the options of its games that are not the usual ones."""
    return ("points" if training["config"]["reward"] == "score" else "outcome") + named(training["options"])


def verdicts(trained: Trained) -> list[str]:
    """A sentence for each opponent: in how many games the trained agents are better, and where they are not."""
    found: dict[str, dict[str, list[str]]] = {}
    for told in trained.values():
        for result in filter(_is_told, told["against"]):
            lists = found.setdefault(result["opponent"], {verdict: [] for verdict in VERDICTS})
            lists[_verdict(result)].append(find_game(told["id"]).title)
    return [
        f"- Against `{opponent}`: better in {len(lists['better'])} of {sum(map(len, lists.values()))} games"
        + "".join(f"; {verdict} in {', '.join(lists[verdict])}" for verdict in VERDICTS[1:] if lists[verdict])
        + "."
        for opponent, lists in found.items()
    ]


def _decisions(told: Mapping[str, Any]) -> str:
    """Those of the run, and of the agent that it went on from, if there is one."""
    text, origin = f"{told['steps'] / 1e6:.1f} M", told.get("goes_on_from")
    return f"{text} after {_decisions(origin)}" if origin else text


def _verdict(result: Mapping[str, Any]) -> str:
    """Better or worse where the whole interval says so."""
    return "better" if result["low"] > 0 else "worse" if result["high"] < 0 else "level"


def _is_told(result: Mapping[str, Any]) -> bool:
    """Whether there are deals enough: their interval is kept, not they, and by bootstrap it is too narrow for few."""
    return int(result["deals"]) >= FEW


def _cells(results: Iterable[Mapping[str, Any]], opponents: Iterable[str]) -> dict[str, str]:
    """A cell for each opponent, an empty one for whom the agent did not meet."""
    met = {result["opponent"]: _cell(result) for result in results}
    return {f"`{opponent}`": met.get(opponent, "") for opponent in opponents}


def _cell(result: Mapping[str, Any]) -> str:
    if not _is_told(result):
        return ""
    text = f"{result['advantage']:+.3f} ± {(result['high'] - result['low']) / 2:.3f}"
    return f"**{text}**" if _verdict(result) == "better" else text
