"""References of the benchmark: measures random and expert in the field of each game of a suite.

Run as ``python -m results.references [suite ...] [--seconds 60]``. Quick games come first, and each line is written as
soon as it is measured, so a run that is stopped continues at the next start. Each line of ``references.jsonl`` in
`cardzoo.training.evaluation.benchmark` has the settings, the number of ``deals``, the ``mean`` with its 95 % interval
``low`` to ``high``, and the digest ``played``. Lines that are there stay. A suite's scores change with its references,
so they are measured once, before the suite is published.
"""

import argparse
import json
import time

import numpy as np

from cardzoo.agents import find_agent, is_search
from cardzoo.envs import find_game
from cardzoo.training.evaluation.benchmark.play import play_field
from cardzoo.training.evaluation.benchmark.references import (
    FILE,
    HUNDRED,
    ZERO,
    digest,
    key_of,
    read_references,
    setting,
)
from cardzoo.training.evaluation.benchmark.suites import REFERENCE, Entry, Suite, load_suite
from cardzoo.training.evaluation.intervals import estimate_mean
from results import baselines

MOST_DEALS = 100_000
FIRST_DEALS = 50


def measure(suite: Suite, entry: Entry, agent: str, seconds: float) -> dict[str, object]:
    """The line of an agent, from as many deals as the processor seconds allow, and at least `FIRST_DEALS`."""
    game = find_game(entry.game)
    played = digest(suite, entry, agent)
    field = [find_agent(name, game) for name in suite.field]
    seeds = suite.deal_seeds(REFERENCE, MOST_DEALS)
    values: list[np.ndarray] = []
    start, done = time.process_time(), 0
    while done < MOST_DEALS and (not done or time.process_time() - start < seconds):
        part = seeds[done : 2 * done or FIRST_DEALS][:1000]
        values.append(play_field(game, find_agent(agent, game), field, part, entry.players, entry.options).values)
        done += len(part)
    found = estimate_mean(np.concatenate(values))
    figures = {"deals": done, "mean": found.value, "low": found.low, "high": found.high, "played": played}
    return setting(suite, entry) | {"agent": agent} | figures


def pace(game: str) -> float:
    """Seconds that the slowest scripted agent has needed for a deal; 0 if it has not been measured.

    Args:
        game: id of the game.
    """
    lines = [line for part in baselines.read_lines().values() for line in part if line["game"] == game]
    return max((line["seconds"] / line["deals"] for line in lines if not is_search(line["agent"])), default=0.0)


def main() -> None:
    """Measure, and append lines to the file."""
    parser = argparse.ArgumentParser(description="Measures the values of 0 and 100 of the benchmark's score.")
    parser.add_argument("suites", nargs="*", default=["cardzoo-mini-v1", "cardzoo-v1"], help="names of suites")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor seconds of each agent and game")
    arguments = parser.parse_args()
    known = set(read_references())
    for suite in map(load_suite, arguments.suites):
        for entry in sorted(suite.games, key=lambda entry: pace(entry.game)):
            for agent in (ZERO, HUNDRED):
                key = key_of(setting(suite, entry), agent)
                if key in known:
                    continue
                known.add(key)
                line = measure(suite, entry, agent, arguments.seconds)
                with FILE.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                print(f"{entry.game}: {agent} {line['mean']} ({line['low']} to {line['high']})", flush=True)


if __name__ == "__main__":
    main()
