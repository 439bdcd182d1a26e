"""Picture of searches in games for one: the share of deals won by simulations a decision.

It shows the lines of the table of `results.searched`, a field for each game with two measured budgets.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardzoo.agents import best_of
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluation.intervals import Estimate
from results import baselines, searched

COLUMNS = 2
WIDTH, HEIGHT = 320, 220  # of a field
LEFT, RIGHT, TOP, BOTTOM = 44, 16, 30, 40  # margins of a field
LEGEND = 28  # height of the legend
KEYS = (44, 234, 494)  # starts of the legend's parts
SCALES = (0.1, 0.2, 0.5, 1.0)  # shares at the top of a field; the smallest that holds all curves is used
STEPS = 5  # of a scale
ASIDE = 3  # shift of the points, so that intervals do not cover each other
PLAIN, TRAINED = ("without the network", "#3a86c8"), ("with the trained agent's network", "#d9731a")
STYLE = (
    "<style>.curves text{font:13px system-ui,sans-serif;fill:#1d2126}.curves .name{font-weight:600}"
    ".curves .axis{stroke:#8a929b;stroke-width:0.4}.curves .expert{stroke:#8a929b;stroke-dasharray:5 4}"
    "@media(prefers-color-scheme:dark){.curves text{fill:#e6e8ea}}</style>"
)


class Curves(NamedTuple):
    """The curves of a game: shares of deals won.

    Attributes:
        game: the game.
        expert: share of the expert alone.
        plain, trained: shares of the search without the network and with it, by simulations.
    """

    game: Game
    expert: Estimate
    plain: dict[int, Estimate]
    trained: dict[int, Estimate]


def read(lines: baselines.Lines, alone: baselines.Lines) -> Iterator[Curves]:
    """The curves of all games with two measured budgets.

    Args:
        lines: lines of `searched.read_lines`.
        alone: lines of `baselines.read_lines`.
    """
    for game in map(find_game, IDS):
        if game.seats > 1 or game.for_points:
            continue
        found = {
            one.agent: share for one in searched.pairings(game) if (share := baselines.estimate(lines.get(one.key, ())))
        }
        (scripted,) = (pairing for pairing in baselines.pairings(game, {}) if pairing.agent == best_of(game))
        expert = baselines.estimate(alone.get(scripted.key, ()))
        plain, trained = (
            {budget: found[name] for budget in searched.BUDGETS if (name := f"search:{budget}{model}") in found}
            for model in ("", ":trained")
        )
        if expert and len(plain | trained) > 1:
            yield Curves(game, expert, plain, trained)


def draw(curves: Sequence[Curves]) -> str:
    """The picture, as SVG, for light and dark pages."""
    width, rows = COLUMNS * WIDTH, -(-len(curves) // COLUMNS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="curves" viewBox="0 0 {width} {LEGEND + rows * HEIGHT}">',
        STYLE,
    ]
    *keys, last = KEYS
    for x, (words, colour) in zip(keys, (PLAIN, TRAINED), strict=True):
        parts.append(f'<circle cx="{x}" cy="14" r="4.5" fill="{colour}"/><text x="{x + 10}" y="18.5">{words}</text>')
    parts.append(f'<path class="expert" d="M{last} 14h28"/><text x="{last + 34}" y="18.5">expert alone</text>')
    for place, one in enumerate(curves):
        x, y = place % COLUMNS * WIDTH, LEGEND + place // COLUMNS * HEIGHT
        parts += [f'<g transform="translate({x} {y})">', *_field(one), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _field(curves: Curves) -> Iterator[str]:
    """A game's field: the axes, the expert's line, and a curve for each search."""
    right, middle = WIDTH - RIGHT, (LEFT + WIDTH - RIGHT) / 2
    highest = max(one.high for one in (curves.expert, *curves.plain.values(), *curves.trained.values()))
    scale = next(scale for scale in SCALES if scale >= highest)

    def height(share: float) -> str:
        return f"{HEIGHT - BOTTOM - share / scale * (HEIGHT - TOP - BOTTOM):.1f}"

    yield f'<text class="name" x="{LEFT}" y="{TOP - 14}">{curves.game.title}</text>'
    for step in range(STEPS + 1):
        share = scale * step / STEPS
        yield f'<path class="axis" d="M{LEFT} {height(share)}H{right}"/>'
        yield f'<text x="{LEFT - 6}" y="{float(height(share)) + 4.5:.1f}" text-anchor="end">{share:.0%}</text>'
    yield f'<path class="expert" d="M{LEFT} {height(curves.expert.value)}H{right}"/>'
    apart = (right - LEFT) / len(searched.BUDGETS)
    places = {budget: LEFT + (place + 0.5) * apart for place, budget in enumerate(searched.BUDGETS)}
    for budget, x in places.items():
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{budget}</text>'
    yield f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">simulations a decision</text>'
    for (_, colour), shares, aside in ((PLAIN, curves.plain, -ASIDE), (TRAINED, curves.trained, ASIDE)):
        points = [(f"{places[budget] + aside:.1f}", share) for budget, share in shares.items()]
        line = "L".join(f"{x} {height(share.value)}" for x, share in points)
        if len(points) > 1:
            yield f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.4"/>'
        for x, share in points:
            ends = f'd="M{x} {height(share.low)}V{height(share.high)}"'
            yield f'<path {ends} stroke="{colour}" stroke-width="5" stroke-opacity="0.4"/>'
            yield f'<circle cx="{x}" cy="{height(share.value)}" r="4" fill="{colour}"/>'
