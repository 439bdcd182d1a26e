"""What is measured of the agents, and the tables that show it.

Each line of ``results/baselines.jsonl`` is a share of the deals of one `Pairing`: ``first`` deal and number of
``deals``,
``values``: on how many deals the agent has got how much on average over the seats, ``decisions`` and ``seconds`` that
it took, and what was ``played`` when it was measured, as `results.played` tells. `results.measure` writes them.
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
from cardzoo.envs import Game
from cardzoo.envs.files.whole import write_file
from cardzoo.envs.registry import parts_of
from cardzoo.training.evaluation.intervals import FEW, RESAMPLES, Estimate, estimate_mean, estimate_resampled, wilson

FILE = Path(__file__).parent / "baselines.jsonl"
SEARCH = "search:0.2s"
FEWEST_DEALS = 10  # that are shown

STEPS = [("novice", "random"), ("expert", "novice")]

Lines = Mapping[str, Sequence[Mapping[str, Any]]]
"""Lines by the key of their pairing."""


@dataclass(frozen=True)
class Pairing:
    """What is measured.

    Attributes:
        game: its id.
        agent: who is measured, in one seat.
        against: who holds the other seats; in a game for one nobody, and the agent plays the deals alone.
        figure: ``"reward"``; ``"points"``, an agent's score less the mean of the others'; or for one who plays alone
            ``"won"``, 1 or 0, or ``"score"``.
        options: of the game.
    """

    game: str
    agent: str
    against: str | None
    figure: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """To find its lines by."""
        return json.dumps(asdict(self), sort_keys=True)


def measured_options(game: Game) -> Sequence[Mapping[str, Any]]:
    """The options that are measured: the defaults, and beside the agents ``MEASURED``, where those are not all."""
    return [{}, *(parts_of(game).measured or ())]


def pairings(game: Game, options: Mapping[str, Any]) -> list[Pairing]:
    """What is measured of the scripted agents with some options, the weakest first."""
    if game.seats == 1:
        return [Pairing(game.id, name, None, figure_alone(game), dict(options)) for name in bots(game)]
    return [
        Pairing(game.id, stronger, weaker, "reward", dict(options)) for weaker, stronger in combinations(bots(game), 2)
    ]


def figure_alone(game: Game) -> str:
    """The figure of a `Pairing` in a game for one."""
    return "score" if game.for_points else "won"


def search_pairing(game: Game) -> Pairing:
    """How the searching agent is measured: matches are searched hand by hand, so by points in single hands."""
    if game.seats == 1:
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
    """Write all lines anew."""
    told = (json.dumps(line, ensure_ascii=False) + "\n" for part in lines.values() for line in part)
    write_file(FILE, "".join(told).encode())


def estimate(lines: Sequence[Mapping[str, Any]]) -> Estimate | None:
    """The mean by deal, or the share that was won, with its interval; None for too few deals to be shown."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts.update({float(value): count for value, count in line["values"].items()})
    deals = counts.total()
    if deals < FEWEST_DEALS:
        return None
    if lines[0]["figure"] == "won":
        return Estimate(counts[1] / deals, *wilson(counts[1], deals))
    values, times = np.array(list(counts)), np.array(list(counts.values()))
    if deals < FEW:
        return estimate_mean(np.repeat(values, times))
    drawn = np.random.default_rng(0).multinomial(deals, times / deals, size=RESAMPLES)  # deals drawn with replacement
    return estimate_resampled(np.array([values @ times, *(drawn @ values)]) / deals, deals)


def tables(game: Game, lines: Lines) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    """The tables of a game's page, of those that have been measured: title, note and rows of each."""
    alone = game.seats == 1
    title = "How the agents compare"
    if alone:
        title = "What the agents score" if game.for_points else "How often the agents win"
    seats = f"Each deal is played from every seat, {game.default_players} players; 0 is parity."
    note = "The same deals for each." if alone else seats
    search = search_pairing(game)
    thought = f"`{SEARCH}` has 0.2 seconds a decision."
    for options in measured_options(game):
        yield title + named(options), note, _rows(pairings(game, options), lines)
    yield "How well search plays" + named(search.options), thought, _rows([search], lines)


def named(options: Mapping[str, Any]) -> str:
    """Options as they follow a title; nothing if there are none."""
    return "".join(f", `{name}={value}`" for name, value in options.items())


def _rows(measured: Sequence[Pairing], lines: Lines) -> list[dict[str, str]]:
    rows = []
    for pairing in measured:
        found = estimate(lines.get(pairing.key, ()))
        if found:
            digits = {"won": ".1%", "score": ".1f", "points": "+.2f", "reward": "+.3f"}[pairing.figure]
            headings = {"won": "wins", "score": "mean score", "points": "more points", "reward": "mean reward"}
            row = {"agent": pairing.agent} | ({"against": pairing.against} if pairing.against else {})
            row |= {headings[pairing.figure]: f"{found.value:{digits}}"}
            row |= {"95 % interval": f"{found.low:{digits}} to {found.high:{digits}}"}
            rows.append(row | {"deals": f"{sum(line['deals'] for line in lines[pairing.key]):,}"})
    return rows


def summary(game: Game, lines: Lines) -> list[str]:
    """A game's cells in the README's table, for novice, expert and search: each against the one before it."""
    measured = pairings(game, measured_options(game)[0])
    shown = [pairing for pairing in measured if game.seats == 1 or (pairing.agent, pairing.against) in STEPS]
    return [cell(pairing, lines) for pairing in [*shown[-2:], search_pairing(game)]]


def cell(pairing: Pairing, lines: Lines) -> str:
    """What a pairing has come to, in few words; bold where it is better beyond doubt, nothing of too few deals."""
    found = estimate(lines.get(pairing.key, ()))
    if found is None:
        return ""
    if pairing.figure == "won":
        return f"wins {found.value:.1%} ({100 * found.low:.1f}–{found.high:.1%})"
    if pairing.figure == "score":
        return f"{found.value:.0f} points ({found.low:.0f} to {found.high:.0f})"
    half = (found.high - found.low) / 2
    digits = 1 if half >= 1 else next((digits for digits in (2, 3, 4) if round(half, digits) > 0), 2)
    text = f"{found.value:+.{digits}f} ± {half:.{digits}f}" + (" points" if pairing.figure == "points" else "")
    return f"**{text}**" if found.sign > 0 else text
