"""Measures each game's trained agent in three companies, and makes the table of it.

Run as ``python -m results.company [game ...] [--deals 4000] [--minutes 5] [--workers 2]``; then ``make docs``. On each
deal, with the seats rotated, it plays

- ``alone``: `trained` in one seat, `expert` in all others; the figure is the reward of `trained`;
- ``majority``: `expert` in one seat, `trained` in all others; the figure is the reward of `expert`;
- ``mixed``: `FIELD`, seated by `cardzoo.training.evaluation.schedule.seatings`; the figure is each agent's reward, and
  ``lead`` that of `trained` minus the reward of the best other one, its ``rival``.

A line of ``results/company.jsonl`` has these figures with their 95 % intervals by deal, the number of ``deals``, the
processor ``seconds``, the hash of the ``weights``, and the digest ``played`` of the first deals. It replaces an older
line of other agents or of no more deals. Deals have the same seeds each time, so a line can be made again.
"""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import TRAINED, find_agent
from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.engine.units import Unit
from cardzoo.envs.policies.shipped import own_agents
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.duplicate import count_players, seat_around
from cardzoo.training.evaluation.intervals import Estimate, estimate_mean
from cardzoo.training.evaluation.play import Played, play_games
from cardzoo.training.evaluation.schedule import deal_seeds, seatings
from cardzoo.training.evaluation.workers import work_beside
from results import played
from results.lines import outweighs, read_lines, write_lines

FILE = Path(__file__).parent / "company.jsonl"
FIELD = ("random", "novice", "expert", TRAINED)
EXPERT, BEST = FIELD.index("expert"), FIELD.index(TRAINED)
SEED = 2  # of the deals: those of the leaderboards are of seed 0, those for the choice of an agent of seed 1
DEALS = 4000
FIRST_DEALS, AT_ONCE = 10, 200  # deals in the first part, and in later ones at most
AHEAD = 2  # games that wait or run, for each worker

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Rewards:
    """Mean rewards on each deal.

    Attributes:
        alone: (D,) float64, of `trained` in one seat.
        majority: (D,) float64, of `expert` in one seat.
        mixed: (D, 4) float64, of each agent of `FIELD`.
    """

    alone: np.ndarray
    majority: np.ndarray
    mixed: np.ndarray


def read() -> list[dict[str, Any]]:
    """The lines so far."""
    return read_lines(FILE)


def games() -> list[Game]:
    """The games whose seats play against each other, and whose usual table has a trained agent."""
    found = (find_game(id) for id in IDS)
    return [game for game in found if not game.plays_alone and set(FIELD) <= set(own_agents(game, players(game)))]


def players(game: Game) -> int:
    """Number of players at the usual table."""
    return count_players(game, None, None)


def line_ups(game: Game, deals: Sequence[int]) -> np.ndarray:
    """Seats of the games of some deals, (deals, G, P) int16: numbers of `FIELD`.

    The first P games are those of ``alone``, the next P of ``majority``, the others of ``mixed``.

    Args:
        game: the game.
        deals: numbers of the deals.
    """
    count = players(game)
    _, _, around = seat_around(1, count)
    duels = [np.where(around == 0, one, other) for one, other in ((BEST, EXPERT), (EXPERT, BEST))]
    fields = [seatings(deal, SEED, len(FIELD), count, game.sides_of(count)) for deal in deals]
    return np.array([np.concatenate([*duels, field]) for field in fields], np.int16)


def play(game: Game, deals: range) -> tuple[Rewards, Played]:
    """Play some deals.

    Args:
        game: the game.
        deals: numbers of the deals.
    """
    count, line_up = players(game), line_ups(game, deals)
    seeds = deal_seeds(SEED, deals.stop)[deals.start :]
    agents = [find_agent(name, game, table=game.blank(count)) for name in FIELD]
    seats = line_up.reshape(-1, count)
    done = play_games(game, agents, seats, seeds.repeat(line_up.shape[1]), threads=1)
    rewards, ends = done.rewards.astype(np.float64).reshape(line_up.shape), (0, count, 2 * count, line_up.shape[1])
    alone, majority, mixed = (
        np.stack(
            [_mean_of(rewards[:, begin:end], line_up[:, begin:end] == agent) for agent in range(len(FIELD))], axis=1
        )
        for begin, end in pairwise(ends)
    )
    return Rewards(alone[:, BEST], majority[:, EXPERT], mixed), done


def _mean_of(rewards: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(D,) mean reward of some seats, on each deal; nan without any."""
    counts = seats.sum(axis=(1, 2))
    return np.divide((rewards * seats).sum(axis=(1, 2)), counts, out=np.full(len(counts), np.nan), where=counts > 0)


def measure(job: tuple[str, int, float]) -> dict[str, Any]:
    """Measure a game on so many deals, or as many as the seconds allow; gives its line."""
    id, most, seconds = job
    game = find_game(id)
    digest = digest_of(game)  # after it all is compiled
    parts: list[Rewards] = []
    start, done = time.process_time(), 0
    while done < most and (not done or time.process_time() - start < seconds):
        part = range(done, min(done + min(done or FIRST_DEALS, AT_ONCE), most))
        parts.append(play(game, part)[0])
        done = part.stop
    spent = round(time.process_time() - start, 2)
    alone, majority, mixed = (
        np.concatenate([getattr(part, name) for part in parts]) for name in Rewards.__dataclass_fields__
    )
    rival = max((agent for agent in range(len(FIELD)) if agent != BEST), key=lambda agent: mixed[:, agent].mean())
    figures = {"alone": alone, "majority": majority, "lead": mixed[:, BEST] - mixed[:, rival]}
    return {
        "game": game.id,
        "players": players(game),
        "deals": done,
        "seconds": spent,
        **{name: astuple(estimate_mean(values)) for name, values in figures.items()},
        "rival": FIELD[rival],
        "mixed": {name: astuple(estimate_mean(mixed[:, agent])) for agent, name in enumerate(FIELD)},
        "weights": weights_of(game),
        "played": digest,
    }


def digest_of(game: Game) -> str:
    """The digest of the first deals of all companies."""
    return played.hash_games(play(game, range(played.DEALS))[1])


def weights_of(game: Game) -> dict[str, str]:
    """Hash of the trained agent's weights."""
    return hash_weights(game, players(game), list(FIELD))


def is_stale(row: Row) -> bool:
    """Returns whether an agent or its weights have changed since the measurement."""
    game = find_game(row["game"])
    return bool(row["weights"] != weights_of(game) or row["played"] != digest_of(game))


def keep(row: Row) -> None:
    """Write a line into the file as it is now, if it replaces the older one; lines are in the order of the games."""
    known = {line["game"]: line for line in read()}
    if outweighs(known.get(row["game"]), row):
        return
    known[row["game"]] = dict(row)
    write_lines(FILE, [known[id] for id in IDS if id in known])


def rows(lines: Sequence[Row]) -> Iterator[dict[str, str]]:
    """The table: a row for each game."""
    for line in lines:
        game = find_game(line["game"])
        unit = game.unit_of(line["players"])
        yield {
            "Game": f"[{game.title}](games/{game.name}.md)",
            "Players": str(line["players"]),
            "Deals": f"{line['deals']:,}",
            "ms a deal": f"{1000 * line['seconds'] / line['deals']:.1f}",
            "`trained` among `expert`": _cell(line["alone"], unit, 1),
            "`expert` among `trained`": _cell(line["majority"], unit, -1),
            "`trained` minus the best other in the mixed field": f"{_cell(line['lead'], unit, 1)}, `{line['rival']}`",
        } | {
            f"mixed: `{name}`": f"{value * unit.per_reward:{unit.signed}}"
            for name, (value, *_) in line["mixed"].items()
        }


def _cell(figures: Sequence[float], unit: Unit, good: int) -> str:
    """A figure, bold if its sign is the good one for the trained agent."""
    found = Estimate(*figures)
    text = f"{found.times(unit.per_reward):{unit.signed}}{unit.suffix}"
    return f"**{text}**" if found.sign == good else text


def verdicts(lines: Sequence[Row]) -> list[str]:
    """A sentence for each company: the games in which trained agents hold what is expected of them, and the others."""
    claims = (
        ("above `expert` alone among experts", lambda line: Estimate(*line["alone"]).sign > 0),
        ("never behind as the majority", lambda line: Estimate(*line["majority"]).sign <= 0),
        ("first or level in the mixed field", lambda line: Estimate(*line["lead"]).sign >= 0),
    )
    found = []
    for words, holds in claims:
        others = [find_game(line["game"]).title for line in lines if not holds(line)]
        end = f"; not in {', '.join(others)}" if others else ""
        found.append(f"- `trained` is {words} in {len(lines) - len(others)} of {len(lines)} games{end}.")
    return found


def main() -> None:
    """Measure, and write lines into the file."""
    parser = argparse.ArgumentParser(description="Measures trained agents in three companies.")
    known = {game.id: game for game in games()}
    parser.add_argument("games", nargs="*", default=list(known), help="names or ids of games; all by default")
    parser.add_argument("--deals", type=int, default=DEALS, help="number of deals of each game")
    parser.add_argument("--minutes", type=float, default=5.0, help="processor minutes after which no deals begin")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    arguments = parser.parse_args()
    wanted = [find_game(name).id for name in arguments.games]
    for id in (id for id in wanted if id not in known):
        print(f"{id}: no trained agent that plays against others", flush=True)
    jobs = [(id, arguments.deals, arguments.minutes * 60) for id in wanted if id in known]
    for row in work_beside(measure, jobs, arguments.workers, AHEAD):
        keep(row)
        found = " ".join(f"{name} {row[name][0]:+.3f}" for name in ("alone", "majority", "lead"))
        print(f"{row['game']}: {found}, {row['deals']:,} deals, {row['seconds']:.0f} s", flush=True)


if __name__ == "__main__":
    main()
