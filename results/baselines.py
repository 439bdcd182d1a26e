"""Baselines: the measured pairings of agents, and their tables.

Each line of ``results/baselines.jsonl`` is a share of the deals of one `Pairing`: ``first`` deal, number of ``deals``,
``values`` (number of deals by the agent's mean over the seats), its ``decisions`` and ``seconds``, and the digest
``played`` of `results.played`. `results.measure` writes them.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import bots
from cardzoo.agents.solver import can_solve
from cardzoo.envs import Game, find_game
from cardzoo.envs.engine.units import REWARD, Unit
from cardzoo.envs.files.whole import write_file
from cardzoo.envs.registry import parts_of
from cardzoo.training.evaluation.intervals import FEW, RESAMPLES, Estimate, estimate_mean, estimate_resampled, wilson

FILE = Path(__file__).parent / "baselines.jsonl"
SEARCH = "search:0.2s"
SOLVER = "solver"
FEWEST_DEALS = 10  # fewest deals that are shown
NARROW = 1  # width of a score's interval below which it has two digits

STEPS = [("novice", "random"), ("expert", "novice")]

Lines = Mapping[str, Sequence[Mapping[str, Any]]]
"""Lines by the key of their pairing."""


@dataclass(frozen=True)
class Pairing:
    """A measured pairing.

    Attributes:
        game: id of the game.
        agent: the measured agent, in one seat.
        against: the agent in the other seats, or in a game for one the agent whose figure on the same deal is taken
            off; None for the agent alone, and for a team of one kind in a cooperative game.
        figure: ``"reward"``; ``"points"``, the agent's score minus the mean of the others'; or without opponents
            ``"won"``, 1 or 0, or ``"score"``.
        options: options of the game.
    """

    game: str
    agent: str
    against: str | None
    figure: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Key of its lines."""
        return json.dumps(asdict(self), sort_keys=True)


def measured_options(game: Game) -> Sequence[Mapping[str, Any]]:
    """The measured options: the defaults, and those of ``MEASURED`` in the agents' module."""
    return [{}, *(parts_of(game).measured or ())]


def pairings(game: Game, options: Mapping[str, Any]) -> list[Pairing]:
    """The pairings of the scripted agents with some options, the weakest first, and of the solver."""
    if game.plays_alone:
        # If all cards are open, a solver sees no more than other players.
        agents = [*bots(game), SOLVER] if can_solve(game) and not game.hides_cards else bots(game)
        return [Pairing(game.id, name, None, figure_alone(game), dict(options)) for name in agents]
    return [
        Pairing(game.id, stronger, weaker, "reward", dict(options)) for weaker, stronger in combinations(bots(game), 2)
    ]


def figure_alone(game: Game) -> str:
    """The figure of a `Pairing` without another agent."""
    return "score" if game.for_points or game.cooperative else "won"


def search_pairing(game: Game) -> Pairing:
    """The pairing of the search; for matches by points in single hands, because they are searched hand by hand."""
    if game.plays_alone:
        return Pairing(game.id, SEARCH, None, figure_alone(game))
    figure = "points" if game.scores_hands else "reward"
    return Pairing(game.id, SEARCH, "expert", figure, game.shortest)


def key_of(line: Mapping[str, Any]) -> str:
    """The key of a line's pairing."""
    return Pairing(*(line[name] for name in Pairing.__dataclass_fields__)).key


def read_lines(file: Path | None = None) -> defaultdict[str, list[dict[str, Any]]]:
    """The lines so far, by the key of their pairing; those of `FILE` if no file is given."""
    lines, file = defaultdict(list), file or FILE
    for text in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        line = json.loads(text)
        lines[key_of(line)].append(line)
    return lines


def write_lines(lines: Lines) -> None:
    """Rewrite the file with these lines."""
    texts = (json.dumps(line, ensure_ascii=False) + "\n" for part in lines.values() for line in part)
    write_file(FILE, "".join(texts).encode())


def count_values(lines: Sequence[Mapping[str, Any]]) -> Counter[float]:
    """Number of deals by their value, in all lines."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts.update({float(value): count for value, count in line["values"].items()})
    return counts


def estimate(lines: Sequence[Mapping[str, Any]]) -> Estimate | None:
    """The mean by deal, or the share of won deals, with its interval; None for too few deals."""
    counts = count_values(lines)
    deals = counts.total()
    if deals < FEWEST_DEALS:
        return None
    if lines[0]["figure"] == "won":
        return Estimate(counts[1] / deals, *wilson(counts[1], deals))
    values, times = np.array(list(counts)), np.array(list(counts.values()))
    if deals < FEW:
        return estimate_mean(np.repeat(values, times))
    drawn = np.random.default_rng(0).multinomial(deals, times / deals, size=RESAMPLES)  # deals drawn with replacement
    means = np.array([values @ times, *(drawn @ values)]) / deals
    # Processors add in orders of their own: without the last digits a page is the same everywhere.
    return estimate_resampled(means.round(12), deals)


def tables(game: Game, lines: Lines) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    """The tables of a game's page: title, note and measured rows of each."""
    alone = game.plays_alone
    title = "Comparison of the agents"
    if alone:
        title = "Scores of the agents" if figure_alone(game) == "score" else "Wins of the agents"
    seats = f"Each deal is played from every seat, {game.default_players} players; 0 is parity."
    note = "All agents play the same deals." if alone else seats
    if game.cooperative:
        note = f"Teams of one agent in all {game.default_players} seats; all teams play the same deals."
    search = search_pairing(game)
    budget = f"`{SEARCH}` has 0.2 seconds a decision."
    for options in measured_options(game):
        yield title + named(options), note, _rows(pairings(game, options), lines)
    yield "Strength of the search" + named(search.options), budget, _rows([search], lines)


def named(options: Mapping[str, Any]) -> str:
    """Options for the end of a title; empty without options."""
    return "".join(f", `{name}={value}`" for name, value in options.items())


def _rows(measured: Sequence[Pairing], lines: Lines) -> list[dict[str, str]]:
    rows = []
    for pairing in measured:
        found, unit = estimate(lines.get(pairing.key, ())), unit_of(pairing)
        if found:
            found = found.times(unit.per_reward)
            score = ".2f" if found.high - found.low < NARROW else ".1f"
            digits = {"won": ".1%", "score": score, "points": "+.2f", "reward": unit.signed}[pairing.figure]
            headings = {
                "won": "wins",
                "score": "mean score",
                "points": "more points",
                "reward": unit.heading("mean reward"),
            }
            row = {"agent": pairing.agent} | ({"against": pairing.against} if pairing.against else {})
            row |= {headings[pairing.figure]: f"{found.value:{digits}}"}
            row |= {"95 % interval": f"{found.low:{digits}} to {found.high:{digits}}"}
            rows.append(row | {"deals": f"{sum(line['deals'] for line in lines[pairing.key]):,}"})
    return rows


def summary(game: Game, lines: Lines) -> list[str]:
    """A game's cells in the README's table, for novice, expert and search, each against the agent before."""
    measured = pairings(game, measured_options(game)[0])
    steps = [(stronger, None if game.plays_alone else weaker) for stronger, weaker in STEPS]
    shown = [pairing for pairing in measured if (pairing.agent, pairing.against) in steps]
    return [cell(pairing, lines) for pairing in [*shown, search_pairing(game)]]


def unit_of(pairing: Pairing) -> Unit:
    """Unit of the figure of a pairing: the game's for rewards."""
    return find_game(pairing.game).unit_of(**pairing.options) if pairing.figure == "reward" else REWARD


def cell(pairing: Pairing, lines: Lines) -> str:
    """The figure of a pairing, in few words; bold if its interval is above 0, empty for too few deals."""
    found, unit = estimate(lines.get(pairing.key, ())), unit_of(pairing)
    if found is None:
        return ""
    found = found.times(unit.per_reward)
    if pairing.figure == "won":
        return f"wins {found.value:.1%} ({100 * found.low:.1f}–{found.high:.1%})"
    if pairing.figure == "score":
        digits = 2 if found.high - found.low < NARROW else 0
        return f"{found.value:.{digits}f} points ({found.low:.{digits}f} to {found.high:.{digits}f})"
    half = (found.high - found.low) / 2
    digits = 1 if half >= 1 else next((digits for digits in (2, 3, 4) if round(half, digits) > 0), 2)
    digits = min(digits, unit.digits)
    suffix = " points" if pairing.figure == "points" else unit.suffix
    text = f"{found.value:+.{digits}f} ± {half:.{digits}f}{suffix}"
    return f"**{text}**" if found.sign > 0 else text
