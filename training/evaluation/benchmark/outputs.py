"""Outputs of benchmark results: the rows of the table, a LaTeX table, and a picture."""

from collections.abc import Sequence

from cardzoo.training.evaluation.benchmark.result import Result
from cardzoo.training.evaluation.intervals import Estimate

TITLES = {"iqm": "IQM", "median": "median", "mean": "mean", "above_expert": "above expert"}
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


def _cell(name: str, estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f}%" if name == "above_expert" else f"{estimate:.1f}"
