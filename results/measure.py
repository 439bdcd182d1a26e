"""Measures the baselines of all games on duplicate deals, for the README and the pages.

Run as ``python -m results.measure [game ...] [--minutes 120] [--workers 2]``; then ``make docs``. Results are lines of
``results/baselines.jsonl``, a share of the deals each; the same command resumes. ``python -m results.played --drop``
removes outdated lines. Scripted agents play all their deals first, fewer in long games. Then the search plays as many
as the minutes allow, first in the game with the least time so far. Deals have the seeds of `deal_seeds` with the number
of the share's first deal, so that a share can be repeated; but a search with a time limit is stronger on a faster
machine.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, agent_generator, ask, find_agent, memory_of
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluation.duplicate import seat_alone, seat_around
from cardzoo.training.evaluation.play import Played, play_games
from cardzoo.training.evaluation.schedule import deal_seeds
from cardzoo.training.evaluation.workers import work_beside
from results.baselines import FILE, Pairing, key_of, measured_options, pairings, read_lines, search_pairing
from results.played import digest

DEALS = 5000
ALONE = 20_000
AT_ONCE = 500  # deals
LONGEST = 120.0  # processor seconds after which scripted agents begin no more deals
SHARE_SECONDS = 30.0  # seconds of the search's deals in a share
AHEAD = 2  # shares that wait or run, for each worker

Share = tuple[Pairing, int, int]
"""A pairing, its first deal, the number of deals."""


def play(share: Share) -> dict[str, Any]:
    """Play a share of the deals, as far as the time allows; gives its line."""
    pairing, first, deals = share
    game = find_game(pairing.game)
    players = int(game.blank(**pairing.options)["num_players"][0])
    agents = [find_agent(name, game) for name in (pairing.agent, pairing.against) if name]
    played_digest = digest(game, pairing.agent, pairing.against, pairing.options)
    for agent in agents:
        compile_all(agent, game, pairing.options)
    counts: Counter[float] = Counter()
    decisions, thought, start = 0, 0.0, time.process_time()
    sides = [[agent] for agent in agents] if game.plays_alone else [agents]
    for seeds in np.array_split(deal_seeds(first, deals), -(-deals // AT_ONCE)):
        if counts and time.process_time() - start > LONGEST:
            break
        done = [play_deals(pairing, side, seeds, players) for side in sides]
        values = done[0][0] - done[1][0] if len(done) > 1 else done[0][0]
        counts.update(round(float(value), 4) + 0.0 for value in values)
        decisions += int(done[0][1].decisions[0])
        thought += sum(float(games.seconds.sum()) for _, games in done)
    return asdict(pairing) | {
        "first": first,
        "deals": counts.total(),
        "values": {f"{value:g}": counts[value] for value in sorted(counts)},
        "decisions": decisions,
        "seconds": round(thought or time.process_time() - start, 2),
        "played": played_digest,
    }


def play_deals(
    pairing: Pairing, agents: Sequence[AnyAgent], seeds: np.ndarray, players: int
) -> tuple[np.ndarray, Played]:
    """Play some deals, with the first agent in each seat in turn.

    Args:
        pairing: the game, its options and the figure.
        agents: the agent, and the one in the other seats if there is one.
        seeds: (D,) seeds of the deals.
        players: number of players at the table.

    Returns:
        The figure of each deal, (D,) floats, and the games.
    """
    game, options = find_game(pairing.game), pairing.options
    games, mine, seats = seat_around(len(seeds), players) if len(agents) > 1 else seat_alone(len(seeds), players)
    around = len(games) // len(seeds)
    played = play_games(game, agents, seats, seeds.repeat(around), options=options, threads=1)
    if pairing.figure == "points":
        own = played.scores[games, mine]
        values = own - (played.scores.sum(axis=1) - own) / (players - 1)
    elif pairing.figure == "score":
        values = played.scores[games, mine]
    else:
        values = played.rewards[games, mine]
    if pairing.figure == "won":
        values = values > 0
    return values.astype(np.float64).reshape(-1, around).mean(axis=1), played


def compile_all(agent: AnyAgent, game: Game, options: Mapping[str, Any]) -> None:
    """Compile an agent by its first real choice, before the clock runs."""
    table = game.table(seed=0, **options)
    while not table.over and table.mask.sum() == 1:
        table.step(int(table.mask.argmax()))
    if not table.over:
        ask(agent, game, table.records, table.player, table.mask.copy(), agent_generator(0), memory_of(agent))


def shares(games: Sequence[Game], lines: dict[str, list[dict[str, Any]]], seconds: float) -> Iterator[Share]:
    """The remaining shares, while ``lines`` grow."""
    for game in games:
        deals = ALONE if game.plays_alone else DEALS
        for options in measured_options(game):
            for pairing in pairings(game, options):
                if not lines[pairing.key]:
                    yield pairing, 0, deals
    yield from least_measured([search_pairing(game) for game in games], lines, seconds)


def never(lines: Sequence[Mapping[str, Any]]) -> bool:
    """False: a pairing with these lines needs further deals."""
    return False


def least_measured(
    searched: Sequence[Pairing],
    lines: Mapping[str, Sequence[Mapping[str, Any]]],
    seconds: float,
    is_over: Callable[[Sequence[Mapping[str, Any]]], bool] = never,
) -> Iterator[Share]:
    """Shares of the searches' deals, first of the search with the least time, until all have used these seconds.

    Args:
        searched: the searches.
        lines: their lines by key, which grow meanwhile.
        seconds: time of all searches.
        is_over: ``is_over(lines)``: whether a search needs no further deals.
    """
    given = {one.key: sum(line["deals"] for line in lines[one.key]) for one in searched}

    def pace(key: str) -> float:
        played = sum(line["deals"] for line in lines[key])
        return sum(line["seconds"] for line in lines[key]) / played if played else SHARE_SECONDS

    def spent(key: str) -> float:
        return given[key] * pace(key)

    while sum(map(spent, given)) < seconds:
        left = [one for one in searched if not is_over(lines[one.key])]
        if not left:
            return
        pairing = min(left, key=lambda one: spent(one.key))
        deals = max(round(SHARE_SECONDS / max(pace(pairing.key), 1e-3)), 1)
        yield pairing, given[pairing.key], deals
        given[pairing.key] += deals


def main() -> None:
    """Measure, and append lines to the file."""
    parser = argparse.ArgumentParser(description="Measures the agents of games against each other.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--minutes", type=float, default=0.0, help="minutes of the search, in all runs together")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    arguments = parser.parse_args()
    lines, games = read_lines(), [find_game(name) for name in arguments.games]
    for line in work_beside(play, shares(games, lines, arguments.minutes * 60), arguments.workers, AHEAD):
        lines[key_of(line)].append(line)
        with FILE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        print(f"{line['game']}: {line['agent']}, {line['deals']:,} deals, {line['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
