"""Ships models of `cardzoo train` as the games' trained agents: ``python -m results.ship runs/* --workers 2``.

A run's model is kept as float16 in ``agents/shipped/GAME/PLAYERS``, followed by the options that are not
the defaults, as in ``2,memory_aid=True``. This model is measured against the game's compiled
agents, on held-out deals (`cardzoo.training.evaluation.schedule.held_out_seeds`). Its card records the training and the
results. If the game has a trained agent already, or several runs are of the same game and number of players, all of
them first play the best compiled agent on other deals, and the best one stays. Then ``make docs`` shows the table.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from cardzoo.agents import TRAINED, best_of, bots, find_agent
from cardzoo.agents.trained import TrainedAgent
from cardzoo.commands.terminal import print_comparisons, print_json
from cardzoo.envs import Game
from cardzoo.envs.policies.models import (
    CARD,
    WEIGHTS,
    ModelCard,
    ModelError,
    Network,
    check_fit,
    digest_layout,
    load_model,
    save_model,
    unusual_options,
)
from cardzoo.envs.registry import SHIPPED
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.duplicate import compare
from cardzoo.training.evaluation.machine import commit
from cardzoo.training.evaluation.progress import RunProgress
from cardzoo.training.evaluation.schedule import HELD_OUT, deal_seeds, held_out_seeds
from cardzoo.training.evaluation.workers import work_beside
from cardzoo.training.run_folder import RunFolder
from results import played

MOST = 2**20  # bytes of an agent
MOST_OF_ALL = 25 * 2**20  # bytes
SEED = 1  # seed of both kinds of deals
AHEAD = 2  # measurements that wait or run, for each worker

DRAWS: dict[str, Callable[[int, int], np.ndarray]] = {"choice": deal_seeds, "held out": held_out_seeds}
"""The deals for the choice of an agent, and those for its published results."""


@dataclass(frozen=True)
class Candidate:
    """A run's model, packed as float16.

    Attributes:
        run: folder of the run.
        packed: folder of the model as float16.
        card: card of the packed model.
        deals: number of deals of each measurement.
    """

    run: Path
    packed: Path
    card: ModelCard
    deals: int

    @property
    def game(self) -> Game:
        """The game."""
        return check_fit(self.card, self.run)

    @property
    def place(self) -> Path:
        """The folder of the shipped agent."""
        own = [f"{name}={value}" for name, value in unusual_options(self.card, self.game).items()]
        return SHIPPED / self.game.name / ",".join([str(self.card.num_players), *own])


@dataclass(frozen=True)
class Measurement:
    """A model's games against one opponent."""

    folder: Path
    opponent: str
    deals: int
    draw: str


def runs_of(folders: Sequence[Path]) -> list[Path]:
    """The folders of runs among these and right below them.

    Raises:
        ModelError: for a folder without any.
    """
    found = []
    for folder in folders:
        runs = [folder] if (folder / CARD).is_file() else sorted(card.parent for card in folder.glob(f"*/{CARD}"))
        if not runs:
            raise ModelError(f"{folder} holds no model; name folders that `cardzoo train` has written")
        found += runs
    return found


def pack(run: Path, packed: Path, further: dict[str, Any], deals: int | None) -> Candidate:
    """Write a run's model as float16, with a card that records its training.

    Args:
        run: folder of the run.
        packed: folder to be made.
        further: further entries of the card's training.
        deals: number of deals of each measurement; None for that of the run's config.

    Raises:
        ModelError: if the model cannot be used, or is too large.
    """
    card, layers = load_model(run)
    game = check_fit(card, run)
    training = card.training | {"cardzoo": version("cardzoo")} | further
    file = RunFolder(run).config
    config = load_config(game.name, file if file.is_file() else None)
    if file.is_file():
        training["config"] = config.model_dump(mode="json")
    layout = digest_layout(game, card.encoding, card.num_players)
    packed_card = replace(card, precision="float16", training=training, results={}, layout=layout)
    save_model(packed, packed_card, Network.from_tensors(layers))
    size = (packed / WEIGHTS).stat().st_size
    if size > MOST:
        raise ModelError(f"{run}: the model takes {size:,} bytes as float16; at most {MOST:,} are shipped")
    return Candidate(run, packed, load_model(packed)[0], deals or config.evaluation.deals)


def measure(one: Measurement) -> dict[str, Any]:
    """Play a measurement."""
    agent = TrainedAgent.load(one.folder, name=TRAINED)
    players, options = agent.card.num_players, agent.card.options
    opponent = find_agent(one.opponent, agent.game)
    draw = DRAWS[one.draw]
    return compare(agent.game, agent, opponent, one.deals, SEED, players, options, draw=draw).as_dict()


def measure_all(wanted: Sequence[Measurement], workers: int, called: str) -> Iterator[dict[str, Any]]:
    """Play measurements in parallel; gives their results in order."""
    with RunProgress(Console(stderr=True), 0.0) as progress:
        for number, result in enumerate(work_beside(measure, wanted, workers, AHEAD), 1):
            words = f"{called}: {number} of {len(wanted)}, {result['opponent']} {result['advantage']:+.3f}"
            progress.tell(number / len(wanted), words, is_due=True)
            yield result


def better_ones(candidates: Sequence[Candidate], workers: int, force: bool = False) -> Iterator[Candidate]:
    """The candidate of each place with the largest advantage over the best compiled agent, if the shipped one is worse.

    Args:
        candidates: some may be for the same place.
        workers: number of processes.
        force: whether to replace shipped agents without a comparison.
    """
    rivals: dict[Path, dict[Path, Candidate | None]] = {}
    for one in candidates:
        is_taken = not force and (one.place / CARD).is_file()
        rivals.setdefault(one.place, {one.place: None} if is_taken else {})[one.packed] = one
    best = {one.place: (best_of(one.game), one.deals) for one in candidates}
    contested = {place: folders for place, folders in rivals.items() if len(folders) > 1}
    wanted = [Measurement(folder, *best[place], "choice") for place, folders in contested.items() for folder in folders]
    results = measure_all(wanted, workers, "choosing")
    for place, folders in rivals.items():
        chosen = next(iter(folders))
        if place in contested:
            found = {folder: next(results)["advantage"] for folder in folders}
            chosen = max(found, key=found.__getitem__)  # the shipped one if it is as good
            for folder, one in folders.items():
                name = one.run if one else "the shipped agent"
                print(f"{name}: {found[folder]:+.3f} against {best[place][0]}", file=sys.stderr)
        if (winner := folders[chosen]) is not None:
            yield winner
        else:
            print(f"{place}: the shipped agent stays; --force replaces it", file=sys.stderr)


def ship(candidates: Sequence[Candidate], workers: int) -> Iterator[tuple[Candidate, list[dict[str, Any]]]]:
    """Measure agents on the held-out deals, and write each of them into its place."""
    wanted = [Measurement(one.packed, name, one.deals, "held out") for one in candidates for name in bots(one.game)]
    results = measure_all(wanted, workers, "measuring")
    for one in candidates:
        against = [next(results) for _ in bots(one.game)]
        row = {"id": one.card.game, "players": one.card.num_players, "options": one.card.options}
        results_entry: dict[str, Any] = {
            "deals_from": int(HELD_OUT),
            "deals_seed": SEED,
            "played": played.digest_of_row(row),
            "against": against,
        }
        network = Network.from_tensors(load_model(one.packed)[1])
        save_model(one.place, replace(one.card, results=results_entry), network)
        yield one, against


def total_bytes() -> int:
    """Size of all shipped agents."""
    return sum(file.stat().st_size for file in SHIPPED.rglob("*") if file.is_file())


def main() -> int:
    """The command line; returns 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Ships the models of runs as the games' trained agents.")
    parser.add_argument("runs", nargs="+", type=Path, help="folders of runs, or folders that contain some")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument("--deals", type=int, help="number of deals of each measurement; by default the run's config's")
    parser.add_argument("--device", help="device of the training, such as 'NVIDIA H100', for cards without one")
    parser.add_argument("--commit", help="commit of the training's code, for cards without one; HEAD by default")
    parser.add_argument("--force", action="store_true", help="replace agents without a comparison")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each agent, and no tables")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            candidates = []
            for number, run in enumerate(runs_of(arguments.runs)):
                try:
                    known = load_model(run)[0].training
                    further = {"commit": arguments.commit or known.get("commit") or commit()}
                    if device := arguments.device or known.get("device"):
                        further["device"] = device
                    candidates.append(pack(run, Path(folder) / str(number), further, arguments.deals))
                except ValueError as problem:
                    print(f"ship: {problem}", file=sys.stderr)
                    failed += 1
            chosen = list(better_ones(candidates, arguments.workers, arguments.force))
            for one, against in ship(chosen, arguments.workers):
                if arguments.json:
                    print_json([{"game": one.card.game, "players": one.card.num_players, "against": against}])
                else:
                    players = one.card.num_players
                    title, unit = f"{one.game.title} for {players}: the trained agent", one.game.unit_of(players)
                    print_comparisons(one.game, against, title, unit)
        except ValueError as problem:
            print(f"ship: {problem}", file=sys.stderr)
            return 1
    if (size := total_bytes()) > MOST_OF_ALL:
        print(f"ship: all agents must have at most {MOST_OF_ALL:,} bytes together, got {size:,}", file=sys.stderr)
        return 1
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
