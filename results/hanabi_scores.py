"""Measures teams of Hanabi by their number of players: ``python -m results.hanabi_scores novice hats expert``.

A team has one agent in all seats. With each number of players it plays the same deals twice: where the score after the
last life token is zero, and where the points are kept. A line of ``results/hanabi_scores.jsonl`` is an agent with a
number of players, with the digest ``played`` of `results.played`; then ``make docs``.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardzoo.agents import TRAINED, find_agent
from cardzoo.envs import find_game
from cardzoo.training.evaluation.teams import TeamScore, evaluate_teams
from results.lines import read_lines, write_lines
from results.played import digest

FILE = Path(__file__).parent / "hanabi_scores.jsonl"
GAME = find_game("hanabi")
PLAYERS = range(GAME.players[0], GAME.players[1] + 1)
DEALS = 20_000
MOST = 25  # points

Line = dict[str, Any]


def score(agent: str, players: int, deals: int, lost: str) -> TeamScore:
    """The score of a team; ``lost`` is the game's option."""
    options = {"lost": lost}
    team = find_agent(agent, GAME, table=GAME.blank(players, **options))
    return evaluate_teams(GAME, team, (), deals, num_players=players, options=options)[0]


def measure(agent: str, players: int, deals: int) -> Line:
    """The line of an agent with a number of players."""
    scores = {lost: score(agent, players, deals, lost) for lost in ("zero", "keep")}
    points = {lost: [team.points.value, team.points.low, team.points.high] for lost, team in scores.items()}
    names = {"agent": agent, "players": players, "deals": deals}
    return names | points | {"full": scores["zero"].full, "played": digest(GAME, agent, None, {}, players)}


def read() -> list[Line]:
    """The lines so far."""
    return read_lines(FILE)


def keep(line: Line) -> None:
    """Write a line into the file; it replaces the one of the same team."""
    others = [kept for kept in read() if (kept["agent"], kept["players"]) != (line["agent"], line["players"])]
    write_lines(FILE, [*others, line])


def is_stale(line: Line) -> bool:
    """Returns whether the agent of a line plays otherwise by now."""
    return bool(line["played"] != digest(GAME, line["agent"], None, {}, line["players"]))


def rows() -> Iterator[dict[str, str]]:
    """The table: mean points with 95 % intervals, the best agent of each number of players last."""
    for line in sorted(read(), key=lambda line: (line["players"], line["zero"][0])):
        yield {
            "players": str(line["players"]),
            "agent": f"`{line['agent']}`",
            "points": in_words(line["zero"]),
            f"games with {MOST} points": f"{line['full']:.1%}",
            'points with `lost="keep"`': in_words(line["keep"]),
            "deals": f"{line['deals']:,}",
        }


def in_words(points: list[float]) -> str:
    """A mean with half of its interval."""
    mean, low, high = points
    return f"{mean:.2f} ± {(high - low) / 2:.2f}"


def main() -> None:
    """Measure agents with each number of players, and keep their lines."""
    parser = argparse.ArgumentParser(prog="python -m results.hanabi_scores", description="Measures teams of Hanabi.")
    parser.add_argument("agents", nargs="+", help=f"names of agents; {TRAINED} plays with two players only")
    parser.add_argument("--deals", type=int, default=DEALS, help="number of deals of a team")
    arguments = parser.parse_args()
    for agent in arguments.agents:
        for players in [GAME.default_players] if agent == TRAINED else PLAYERS:
            line = measure(agent, players, arguments.deals)
            keep(line)
            print(line, flush=True)


if __name__ == "__main__":
    main()
