"""Measures agents of bridge in IMPs and points a board: ``python -m results.bridge_imps expert novice``.

Each board is played at two tables with the same cards: at the first one the agent sits north and south, at the other
one east and west. The difference of its points is turned into IMPs. With ``--keep`` the figures become a line of
``results/bridge_imps.jsonl``, with the digest ``played`` of `results.played`; then ``make docs``.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, find_agent
from cardzoo.envs import find_game
from cardzoo.envs.engine import rng
from cardzoo.envs.families.bridge_scores import imps
from results.lines import read_lines, write_lines
from results.played import digest

FILE = Path(__file__).parent / "bridge_imps.jsonl"
GAME = find_game("bridge")
Z_95 = 1.96


def play_board(seed: int, sides: tuple[AnyAgent, AnyAgent]) -> int:
    """Points of north and south on the board of a seed; ``sides`` are the agents of the two sides."""
    table = GAME.table(seed=seed)
    generators = rng.generators(np.arange(seed, seed + 4, dtype=np.uint64))
    while not table.over:
        player = table.player
        agent = sides[player % 2]
        table.step(agent.act(table.view(player), table.mask, generators[player : player + 1]))
    return int(table.state.score[0])


def compare(agent: str, other: str, boards: int, first: int = 0) -> np.ndarray:
    """IMPs and points of an agent against another on each board, (boards, 2)."""
    one, two = find_agent(agent, GAME), find_agent(other, GAME)
    points = np.array(
        [play_board(seed, (one, two)) - play_board(seed, (two, one)) for seed in range(first, first + boards)]
    )
    return np.stack([[imps(difference) for difference in points], points], axis=1)


def read() -> list[dict[str, Any]]:
    """The lines so far."""
    return read_lines(FILE)


def is_stale(line: dict[str, Any]) -> bool:
    """Returns whether an agent of a line plays otherwise by now."""
    return bool(line["played"] != digest(GAME, line["agent"], line["other"], {}))


def rows() -> Iterator[dict[str, str]]:
    """The table: means a board, with 95 % intervals."""
    for line in read():
        yield {
            "agent": f"`{line['agent']}`",
            "against": f"`{line['other']}`",
            "boards": f"{line['boards']:,}",
            "IMPs a board": "{:+.2f} ± {:.2f}".format(*line["IMPs"]),
            "points a board": "{:+.0f} ± {:.0f}".format(*line["points"]),
        }


def keep(line: dict[str, Any]) -> None:
    """Write a line into the file; it replaces the one of the same agents."""
    others = [kept for kept in read() if (kept["agent"], kept["other"]) != (line["agent"], line["other"])]
    write_lines(FILE, [*others, line])


def main() -> None:
    """Print the means with their 95 % intervals."""
    parser = argparse.ArgumentParser(prog="python -m results.bridge_imps", description="Measures in IMPs a board.")
    parser.add_argument("agent", help="name of an agent")
    parser.add_argument("other", help="name of the agent that it plays against")
    parser.add_argument("--boards", type=int, default=1000, help="number of boards")
    parser.add_argument("--first", type=int, default=0, help="seed of the first board")
    parser.add_argument("--keep", action="store_true", help="write the figures into results/bridge_imps.jsonl")
    arguments = parser.parse_args()
    results = compare(arguments.agent, arguments.other, arguments.boards, arguments.first)
    means, widths = results.mean(axis=0), Z_95 * results.std(axis=0, ddof=1) / len(results) ** 0.5
    for name, mean, width in zip(("IMPs", "points"), means, widths, strict=True):
        print(f"{arguments.agent} against {arguments.other}: {mean:+.2f} ± {width:.2f} {name} a board")
    if arguments.keep:
        figures = {"IMPs": [means[0], widths[0]], "points": [means[1], widths[1]]}
        names = {"agent": arguments.agent, "other": arguments.other}
        played = digest(GAME, arguments.agent, arguments.other, {})
        keep({**names, "boards": len(results), **figures, "played": played})


if __name__ == "__main__":
    main()
