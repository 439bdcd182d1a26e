"""Measures the search in games for one, with the trained agents' networks and without, and makes its table.

Run as ``python -m results.searched [game ...] --minutes 60 --workers 2``, then ``make docs``. Both searches play the
same deals, with several budgets. Lines of ``results/searched.jsonl`` are those of `results.measure`, with a hash of the
``model``; lines of an older model do not count. The same command resumes with the pairing that has had the least time.
`results.search_compared` compares searches in the same seconds, in games for several too.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cardzoo.agents import TRAINED, agent_generator
from cardzoo.agents.search import SearchAgent, SearchSettings
from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.policies.shipped import shipped_players
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.workers import work_beside
from results import baselines, measure
from results.baselines import Lines, Pairing

FILE = Path(__file__).parent / "searched.jsonl"
BUDGETS = (25, 50, 100, 200)  # simulations a decision
HASH = 12  # digits of a model's hash
SIMULATIONS, DECISIONS = 60, 6  # of a search in its digest


def pairings(game: Game, budgets: Sequence[int] = BUDGETS) -> list[Pairing]:
    """The pairings of a game for one with a trained agent; none of other games.

    Args:
        game: the game.
        budgets: budgets of the search.
    """
    if not game.plays_alone or not has_model(game):
        return []
    figure = baselines.figure_alone(game)
    names = [name for budget in budgets for name in (f"search:{budget}", f"search:{budget}:trained")]
    return [Pairing(game.id, name, None, figure) for name in names]


def has_model(game: Game) -> bool:
    """Returns whether the game has a trained agent for its usual number of players."""
    return game.default_players in shipped_players(game)


def model_of(game: Game) -> str:
    """A hash of the game's trained agent."""
    return hash_weights(game, game.default_players, [TRAINED])[TRAINED][:HASH]


@cache
def digest_of_search(game: Game) -> str:
    """Digest of the first choices of a game's search with its trained agent, and of the steps of their simulations.

    It changes with the rules of the search, with the agents that it asks, and with who plays on in its simulations.

    Returns:
        16 hexadecimal digits.
    """
    agent = SearchAgent(game, SearchSettings(simulations=SIMULATIONS, model=TRAINED))
    table, source, searched = game.table(seed=0), agent_generator(0), []
    while table.mask.any() and len(searched) < DECISIONS:
        action = agent.act_at(table.records.copy(), table.player, table.mask, source)
        if table.mask.sum() > 1:
            searched.append((action, agent.steps))
        table.step(action)
    return hashlib.sha256(str(searched).encode()).hexdigest()[:16]


def read_lines() -> Lines:
    """The lines of the present models, by the key of their pairing."""
    return read_present(FILE)


def read_present(file: Path) -> Lines:
    """The lines of a file whose model is the game's present one, by the key of their pairing."""
    models = {id: model_of(find_game(id)) for id in IDS if has_model(find_game(id))}
    lines = baselines.read_lines(file)
    return {key: [line for line in part if line["model"] == models.get(line["game"])] for key, part in lines.items()}


def play_shares(
    shares: Iterable[measure.Share], lines: Mapping[str, list[Any]], file: Path, workers: int
) -> Iterator[dict[str, Any]]:
    """Play shares of deals; their lines go into ``lines`` and to the end of the file.

    Args:
        shares: the shares.
        lines: the lines so far, by the key of their pairing.
        file: the file.
        workers: number of processes.

    Yields:
        The new lines.
    """
    for line in work_beside(measure.play, shares, workers, measure.AHEAD):
        game = find_game(line["game"])
        line |= {"model": model_of(game), "search": digest_of_search(game)}
        lines[baselines.key_of(line)].append(line)
        with file.open("a", encoding="utf-8") as appended:
            appended.write(json.dumps(line, ensure_ascii=False) + "\n")
        yield line


def rows(lines: Lines) -> Iterator[dict[str, str]]:
    """The table: the search with the network and without, by game and budget."""
    for game in map(find_game, IDS):
        found = {pairing.agent: baselines.cell(pairing, lines) for pairing in pairings(game)}
        for name in (name for name in found if name.endswith(":trained") and found[name]):
            plain = name.removesuffix(":trained")
            yield {
                "game": f"[{game.title}](games/{game.name}.md)",
                "without": f"`{plain}`" + (f" {found[plain]}" if found.get(plain) else ""),
                "with the trained agent": found[name],
            }


def main() -> None:
    """Measure, and append lines to the file."""
    parser = argparse.ArgumentParser(description="Measures the search with trained agents' networks.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--minutes", type=float, required=True, help="minutes of the searches, in all runs together")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--budgets",
        type=int,
        nargs="+",
        choices=BUDGETS,
        default=BUDGETS,
        help="simulations a decision",
    )
    arguments = parser.parse_args()
    games = map(find_game, arguments.games)
    wanted = [pairing for game in games for pairing in pairings(game, arguments.budgets)]
    lines: dict[str, list[Any]] = {pairing.key: [] for pairing in wanted} | dict(read_lines())
    shares = measure.least_measured(wanted, lines, arguments.minutes * 60)
    for line in play_shares(shares, lines, FILE, arguments.workers):
        print(f"{line['game']}: {line['agent']}, {line['deals']:,} deals, {line['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
