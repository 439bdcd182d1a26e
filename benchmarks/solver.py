"""Cardzoo's solver and Solvitaire on the same deals in one run: ``python benchmarks/solver.py --solvitaire PATH``.

Both know all cards, and give up after some seconds. The run stops with an error if their verdicts contradict each
other. README.md describes the build of Solvitaire (Blake and Gent, 2019).
"""

import argparse
import json
import resource
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness import write_json
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cardzoo.agents.solver import Budget, Solver
from cardzoo.envs import Game, find_game
from cardzoo.envs.engine.cards import RANK_WORDS, RANKS, SUIT_WORDS

LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
VERDICTS = {"solved": "won", "unsolvable": "lost"}
STATES = 20_000_000  # states in Solvitaire's cache, some 4 GiB


@dataclass(frozen=True)
class Peer:
    """Game that Solvitaire has too.

    Attributes:
        game: our name.
        options: our options.
        type: Solvitaire's name.
        rules: changes of Solvitaire's rules, as in its JSON.
        face_down: whether all cards of a column but the last are face down.
    """

    game: str
    options: Mapping[str, Any]
    type: str
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    face_down: bool = False


PEERS = (
    Peer("klondike", {}, "klondike", face_down=True),
    Peer("klondike", {"draw": 1}, "klondike-deal-1", face_down=True),
    Peer("freecell", {}, "free-cell"),
    Peer("golf", {}, "golf"),
    Peer("golf", {"kings": "wrap"}, "golf", {"hole": {"build loops": True}}),
    Peer("black_hole", {}, "black-hole"),
    Peer("spider", {}, "spider", face_down=True),
)


@dataclass
class Row:
    """Results of a solver on some deals.

    Attributes:
        verdicts: ``"won"``, ``"lost"`` or ``"open"`` for each deal.
        seconds: CPU seconds for all.
    """

    verdicts: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Decided deals per second; the time of open ones counts."""
        return (len(self.verdicts) - self.verdicts.count("open")) / self.seconds


def name_of(card: int, face_down: bool = False) -> str:
    """Card in Solvitaire's notation, with a small letter for the suit if it is face down."""
    suit, rank = divmod(card, RANKS)
    letter = LETTERS[SUIT_WORDS[suit]]
    return RANK_WORDS[rank] + (letter.lower() if face_down else letter)


def names_of(pile: Any, face_down: bool = False) -> list[str]:
    """Cards of a pile from the bottom to the top, all but the last ``face_down``."""
    cards = pile["cards"][: pile["height"]].tolist()
    return [name_of(card, face_down and place < len(cards) - 1) for place, card in enumerate(cards)]


def deal_of(peer: Peer, state: Any) -> dict[str, Any]:
    """Table after its deal, as Solvitaire's JSON."""
    piles = state["fans"] if "fans" in state.dtype.names else state["columns"]
    deal: dict[str, Any] = {"tableau piles": [names_of(pile, peer.face_down) for pile in piles]}
    if state["stock"]["height"]:
        deal["stock"] = names_of(state["stock"])
    if peer.game == "golf":
        deal["hole"] = names_of(state["waste"])[-1]
    elif peer.game == "black_hole":
        deal["hole"] = "AS"
    return deal


def solve_theirs(program: Path, peer: Peer, deal: Mapping[str, Any], seconds: float) -> tuple[str, float]:
    """Verdict and CPU seconds of Solvitaire.

    It searches in its mode for many deals: for a tenth of the time without some moves that a win may need.

    Raises:
        RuntimeError: if it prints anything else, such as that it cannot read the deal.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, rules = Path(folder, "deal.json"), Path(folder, "rules.json")
        file.write_text(json.dumps(deal))
        rules.write_text(json.dumps(rules_of(program, peer)))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [str(program), "--custom-rules", str(rules), "--classify", "--streamliners", "smart-solvability"]
        limits = ["--timeout", str(round(1000 * seconds)), "--cache-capacity", str(STATES)]
        done = subprocess.run([*command, *limits, str(file)], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    verdict = done.stdout.strip().rpartition(", ")[2]
    if verdict not in (*VERDICTS, "timed-out", "mem-limit"):
        raise RuntimeError(f"Solvitaire printed {done.stdout[-200:]!r} {done.stderr[-200:]!r}")
    return VERDICTS.get(verdict, "open"), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rules_of(program: Path, peer: Peer) -> dict[str, Any]:
    """Rules of Solvitaire's game, with our changes."""
    done = subprocess.run([program, "--describe-game-rules", peer.type], capture_output=True, text=True, check=True)
    rules: dict[str, Any] = json.loads(done.stdout[done.stdout.index("{") : done.stdout.rindex("}") + 1])
    for part, changes in peer.rules.items():
        rules[part] = {**rules.get(part, {}), **changes}
    return rules


def compare(game: Game, peer: Peer, program: Path, deals: int, seconds: float) -> tuple[Row, Row]:
    """Run both solvers on the deals of the first seeds, one after the other.

    Raises:
        RuntimeError: if their verdicts contradict each other.
    """
    ours, theirs = Row(), Row()
    solver = Solver(game, Budget(nodes=1 << 40, seconds=seconds, memory=2048))
    solver.solve(game.table(seed=0, **peer.options))  # compiles
    title = " ".join([game.name, *(f"{name}={value}" for name, value in peer.options.items())])
    for seed in track(range(deals), title, console=Console(stderr=True), transient=True):
        table = game.table(seed=seed, **peer.options)
        verdict, spent = solve_theirs(program, peer, deal_of(peer, table.records[0]), seconds)
        solution = solver.solve(table)
        for row, result, took in ((ours, solution.verdict, solution.seconds), (theirs, verdict, spent)):
            row.verdicts.append(result)
            row.seconds += took
        if {solution.verdict, verdict} == {"won", "lost"}:
            raise RuntimeError(f"{title}, seed {seed}: our verdict is {solution.verdict}, Solvitaire's {verdict}")
    return ours, theirs


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Deals that our solver and Solvitaire decide per second.")
    names = ", ".join(dict.fromkeys(peer.game for peer in PEERS))
    parser.add_argument("games", nargs="*", help=f"games, some of {names}; default: all")
    parser.add_argument("--solvitaire", type=Path, required=True, help="path of Solvitaire's program")
    parser.add_argument("--deals", type=int, default=50, help="number of deals of each game (default 50)")
    parser.add_argument("--seconds", type=float, default=5.0, help="most seconds for a deal (default 5)")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    arguments = parser.parse_args()
    table = Table("game", "solver", "won", "lost", "open", "deals/s", "ratio", title="the same deals, one core")
    rows = []
    for peer in PEERS:
        if arguments.games and peer.game not in arguments.games:
            continue
        ours, theirs = compare(find_game(peer.game), peer, arguments.solvitaire, arguments.deals, arguments.seconds)
        for name, row in (("cardzoo", ours), ("Solvitaire", theirs)):
            counts = {verdict: row.verdicts.count(verdict) for verdict in ("won", "lost", "open")}
            title = " ".join([peer.game, *(f"{option}={value}" for option, value in peer.options.items())])
            ratio = row.rate / theirs.rate if theirs.rate else float("inf")
            table.add_row(title, name, *map(str, counts.values()), f"{row.rate:.3g}", f"{ratio:.2g}")
            rows.append({"game": peer.game, "options": dict(peer.options), "solver": name, **counts, "rate": row.rate})
    Console().print(table)
    if arguments.json:
        write_json({"deals": arguments.deals, "seconds": arguments.seconds, "solvers": rows}, arguments.json)


if __name__ == "__main__":
    main()
