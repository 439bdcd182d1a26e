"""Outputs of benchmark results: the rows of the table, a LaTeX table, and pictures."""

from collections.abc import Sequence

import numpy as np

from cardzoo.training.evaluation.benchmark.aggregates import performance_profile
from cardzoo.training.evaluation.benchmark.result import Result
from cardzoo.training.evaluation.intervals import Estimate, estimate_resampled

TITLES = {"iqm": "IQM", "median": "median", "mean": "mean", "above_expert": "above expert"}
BOUNDS = tuple(range(-20, 161, 2))
"""Bounds of the performance profiles."""

ESCAPED = str.maketrans({letter: rf"\{letter}" for letter in "&%$#_{}"} | {"\\": r"\textbackslash{}"})


def rows(results: Sequence[Result]) -> list[list[str]]:
    """Rows of the table: the header, a row for each figure, and a row for each game, with a column a result."""
    found = [["score", *[result.agent for result in results]]]
    for name, title in TITLES.items():
        found.append([title, *[_cell(name, result.summary()[name]) for result in results]])
    estimates = [result.estimates() for result in results]
    for game in estimates[0]:
        found.append([game, *[_cell("", one[game]) for one in estimates]])
    return found


def latex(results: Sequence[Result]) -> str:
    """The table in LaTeX, for the package booktabs."""
    header, *others = [[cell.translate(ESCAPED) for cell in row] for row in rows(results)]
    lines = [rf"\begin{{tabular}}{{l{'r' * len(results)}}}", r"\toprule", " & ".join(header) + r" \\", r"\midrule"]
    for number, row in enumerate(others):
        lines += [r"\midrule"] if number == len(TITLES) else []
        lines.append(" & ".join([row[0], *[cell.replace("±", r"$\pm$") for cell in row[1:]]]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def picture(result: Result) -> str:
    """An SVG with the score of each game and their interquartile mean; it needs matplotlib."""
    from cardzoo.training.evaluation.report.plots import draw_estimates

    figures = {"IQM": result.summary()["iqm"]} | result.estimates()
    return draw_estimates(list(figures), list(figures.values()), "score: random is 0, expert is 100")


def profiles(results: Sequence[Result]) -> list[list[Estimate]]:
    """Performance profiles: for each of `BOUNDS`, the share of games in which each result has a higher score."""
    columns = []
    for result in results:
        figures = np.concatenate(
            [performance_profile(part, BOUNDS) for part in (result.scores[None], result.resamples)]
        )
        columns.append([estimate_resampled(drawn, result.fewest) for drawn in figures.T])
    return [list(row) for row in zip(*columns, strict=True)]


def profile_picture(results: Sequence[Result]) -> str:
    """An SVG with the performance profile of each result; it needs matplotlib."""
    from cardzoo.training.evaluation.report.plots import draw_course

    names = [result.agent for result in results]
    course = list(zip(BOUNDS, profiles(results), strict=True))
    return draw_course(names, course, "share of games above", "score: random is 0, expert is 100")


def _cell(name: str, estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f}%" if name == "above_expert" else f"{estimate:.1f}"
