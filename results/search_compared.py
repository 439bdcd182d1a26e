"""Compares the search with the trained agent's network with other agents, and makes its table.

Run as ``python -m results.search_compared [game ...] --minutes 60 [--workers 2]``, then ``make docs``. `AGENT` plays
each of `OTHERS`; the search without the network has the same seconds a decision. In games for several they play
duplicate deals, a match by points in single hands. In games for one both play the same deals, and the figure is the
difference.

It is a sequential test: a comparison ends as soon as its interval is on one side of 0, else after `MOST` deals. The
intervals hold at every moment of stopping; see `cardzoo.training.evaluation.intervals.estimate_anytime`. Lines of
``results/search_compared.jsonl`` are those of `results.measure`, with a hash of the ``model`` and a digest of the
``search``. Lines of an older model do not count. Those of an older search, which a test finds, and those against an
agent that plays otherwise by now, which `results.played` names, must be deleted. The same command resumes with the
comparison that has had the least time.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from cardzoo.agents import TRAINED
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluation.intervals import FEW, Estimate, estimate_anytime
from results import baselines, measure, searched
from results.baselines import Lines, Pairing

FILE = Path(__file__).parent / "search_compared.jsonl"
PLAIN = "search:0.05s"
AGENT = f"{PLAIN}:{TRAINED}"
OTHERS = ("expert", TRAINED, PLAIN)
MOST = 2000  # deals


def pairings(game: Game) -> list[Pairing]:
    """The comparisons of a game; none without a trained agent for its usual number of players."""
    if not searched.has_model(game):
        return []
    usual = baselines.search_pairing(game)
    return [Pairing(game.id, AGENT, other, usual.figure, usual.options) for other in OTHERS]


def read_lines() -> Lines:
    """The lines of the present models, by the key of their pairing."""
    return searched.read_present(FILE)


def stale_games(games: Iterable[Game]) -> list[str]:
    """The names of the games with lines of another search.

    Args:
        games: the games that are looked at.
    """
    lines = [line for part in read_lines().values() for line in part]
    return [
        game.name
        for game in games
        if any(line.get("search") != searched.digest_of_search(game) for line in lines if line["game"] == game.id)
    ]


def estimate(lines: Sequence[Mapping[str, Any]]) -> Estimate | None:
    """The mean by deal with its interval; None for fewer than `FEW` deals."""
    counts = baselines.count_values(lines)
    deals = counts.total()
    if deals < FEW:
        return None
    mean = sum(value * count for value, count in counts.items()) / deals
    square = sum((value - mean) ** 2 * count for value, count in counts.items()) / (deals - 1)
    return estimate_anytime(mean, sqrt(square), deals)


def is_over(lines: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether a comparison is decided, or has had all its deals."""
    found = estimate(lines)
    return found is not None and (found.sign != 0 or sum(line["deals"] for line in lines) >= MOST)


def rows(lines: Lines) -> Iterator[dict[str, str]]:
    """The table: the figure against each of `OTHERS`, by game."""
    for game in map(find_game, IDS):
        found = {pairing.against: _cell(pairing, lines.get(pairing.key, ())) for pairing in pairings(game)}
        if any(found.values()):
            yield {"game": f"[{game.title}](games/{game.name}.md)"} | {
                f"against `{other}`": found[other] for other in OTHERS
            }


def _cell(pairing: Pairing, lines: Sequence[Mapping[str, Any]]) -> str:
    """A figure with its interval and the number of deals; bold if it is above 0."""
    found = estimate(lines)
    if found is None:
        return ""
    deals = sum(line["deals"] for line in lines)
    if pairing.figure == "won":
        text = f"{found.times(100):+.1f} % of deals"
    elif pairing.figure == "reward":
        unit = baselines.unit_of(pairing)
        text = f"{found.times(unit.per_reward):{unit.signed}}{unit.suffix}"
    else:
        text = f"{found:+.2f} points"
    return f"**{text}**, {deals:,}" if found.sign > 0 else f"{text}, {deals:,}"


def verdicts(lines: Lines) -> list[str]:
    """A sentence for each claim, with the games in which it holds."""
    signs = {}
    for game in map(find_game, IDS):
        found = {pairing.against: estimate(lines.get(pairing.key, ())) for pairing in pairings(game)}
        if any(found.values()):
            signs[game.title] = {other: one.sign if one else 0 for other, one in found.items()}
    claims = (("both `expert` and `trained`", ("expert", TRAINED)), (f"`{PLAIN}`", (PLAIN,)))
    sentences = []
    for words, others in claims:
        holds = [title for title, sign in signs.items() if all(sign[other] > 0 for other in others)]
        names = f": {', '.join(holds)}" if holds else ""
        sentences.append(f"- `{AGENT}` beats {words} in {len(holds)} of {len(signs)} games{names}.")
    return sentences


def main() -> None:
    """Measure, and append lines to the file."""
    parser = argparse.ArgumentParser(description="Compares the search with trained agents with other agents.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--minutes", type=float, required=True, help="minutes of the searches, in all runs together")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    arguments = parser.parse_args()
    games = list(map(find_game, arguments.games))
    if stale := ", ".join(stale_games(games)):
        parser.error(f"lines of {FILE.name} must be of the present search, got others of {stale}; delete those")
    wanted = [pairing for game in games for pairing in pairings(game)]
    lines: dict[str, list[Any]] = {pairing.key: [] for pairing in wanted} | dict(read_lines())
    shares = measure.least_measured(wanted, lines, arguments.minutes * 60, is_over)
    for line in searched.play_shares(shares, lines, FILE, arguments.workers):
        found = estimate(lines[baselines.key_of(line)])
        figure = f"{found:+.3f}, " if found else ""
        print(f"{line['game']}: {figure}against {line['against']}, {line['deals']:,} deals more", flush=True)


if __name__ == "__main__":
    main()
