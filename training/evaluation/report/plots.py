"""Pictures of the report, as SVG with the colours and fonts of the page around it."""

import io
import re
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardzoo.training.evaluation.intervals import Estimate

INK = "#010203"  # placeholder of the page's text colour
COLOURS = ("#3a86c8", "#d9731a", "#2f9e6e", "#c2519a", "#8a6fd1", "#b0850a", "#5f8a8b", "#d05050")
WIDTH = 4.3  # inches: letters keep about their size on a phone
LONGEST_NAME = 20
STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK),
}


def draw_estimates(names: Sequence[str], figures: Sequence[Estimate], label: str) -> str:
    """A row for each entrant: the figure and its interval.

    Args:
        names: names of the entrants, from the top.
        figures: figure of each.
        label: label of the axis.
    """
    with _style(label):
        figure, axes = _start(0.7 + 0.3 * len(names))
        for row, estimate in enumerate(figures):
            axes.plot(
                [estimate.low, estimate.high],
                [row, row],
                color=_colour(row),
                linewidth=6,
                alpha=0.45,
                solid_capstyle="butt",
            )
            axes.plot([estimate.value], [row], color=_colour(row), marker="o", markersize=4)
        axes.axvline(0, color=INK, linewidth=0.8, alpha=0.6)
        _name_rows(axes, names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(label)
        return _as_svg(figure)


def draw_course(
    names: Sequence[str], course: Sequence[tuple[float, Sequence[Estimate]]], label: str, axis: str = "deals"
) -> str:
    """Figures over deals or over another number, each with its band.

    Args:
        names: names of the entrants.
        course: the numbers, and the entrants' figures for them.
        label: label of the axis of figures.
        axis: label of the axis of the numbers.
    """
    with _style("course"):
        figure, axes = _start(3.2 + 0.1 * len(names))
        numbers = [number for number, _ in course]
        lines = []
        for row in range(len(names)):
            payoffs = [estimates[row] for _, estimates in course]
            lines += axes.plot(numbers, [payoff.value for payoff in payoffs], color=_colour(row), linewidth=1.4)
            low, high = [payoff.low for payoff in payoffs], [payoff.high for payoff in payoffs]
            axes.fill_between(numbers, low, high, color=_colour(row), alpha=0.2, linewidth=0)
        axes.axhline(0, color=INK, linewidth=0.8, alpha=0.6)
        axes.set_xlabel(axis)
        axes.set_ylabel(label)
        legend = figure.legend(lines, ["-"] * len(names), loc="outside lower center", ncols=2, frameon=False)
        for text, name in zip(legend.get_texts(), names, strict=True):
            text.set_text(_label(name))  # because a legend leaves out labels that begin with an underscore
        return _as_svg(figure)


def draw_scores(names: Sequence[str], edges: np.ndarray, shares: np.ndarray) -> str:
    """A histogram of scores for each entrant.

    Args:
        names: names of the entrants, from the top.
        edges: edges of the bars, (B + 1,).
        shares: heights of the bars, (E, B).
    """
    with _style("scores"):
        figure, axes = _start(0.7 + 0.45 * len(names))
        heights = 0.85 * shares / max(float(shares.max()), 1e-9)
        for row, height in enumerate(heights):
            axes.stairs(row - height, edges, baseline=row, fill=True, color=_colour(row), alpha=0.75)
            axes.axhline(row, color=INK, linewidth=0.6, alpha=0.5)
        _name_rows(axes, names)
        axes.set_ylim(len(names) - 0.8, -1)
        axes.set_xlabel("score")
        return _as_svg(figure)


def _style(salt: str) -> AbstractContextManager[None]:
    """Style of the pictures. The salt, one for each picture of a page, makes the ids of its parts reproducible."""
    return rc_context(STYLE | {"svg.hashsalt": salt})


def _start(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    axes.grid(axis="x", alpha=0.15, color=INK)
    return figure, axes


def _colour(row: int) -> str:
    return COLOURS[row % len(COLOURS)]


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_label(name) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _label(name: str) -> str:
    """A name, shortened to fit, with dollar signs escaped."""
    half = LONGEST_NAME // 2
    short = name if len(name) <= LONGEST_NAME else f"{name[: half - 1]}…{name[-half:]}"
    return short.replace("$", r"\$")


def _as_svg(figure: Figure) -> str:
    """The picture as SVG for a page."""
    file = io.StringIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # letters that are missing in matplotlib's font
        figure.savefig(file, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return re.sub(r'<g id="[^"]*"', "<g", svg)
