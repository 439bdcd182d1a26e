"""Pages of texts, tables and a picture of intervals, as Markdown or HTML; agents' names are escaped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10

from cardzoo.envs.drawing.svg import element, svg_file, text_element
from cardzoo.envs.printable import printable
from cardzoo.training.evaluation.intervals import Estimate
from cardzoo.training.evaluation.report.templates import MINUS, render


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Attributes:
        text: its text.
        code: whether it is a name in a program.
        link: page of its link; none if empty.
        strong: whether it is bold.
    """

    text: str
    code: bool = False
    link: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Table:
    """A table: column headings, and rows of cells. All but the first ``words`` columns are numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    words: int = 1


@dataclass(frozen=True)
class Picture:
    """Agents' figures with their intervals, one below the other."""

    names: Sequence[str]
    figures: Sequence[Estimate]
    label: str

    @property
    def caption(self) -> str:
        """The picture in words."""
        return f"The agents by their {self.label}, with 95 % intervals"


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes:
        name: name of its file, without an ending.
        title: its heading.
        picture: picture of the figures.
        parts: headings and texts (a heading begins with ``## ``), tables, and commands as tuples of one line.
    """

    name: str
    title: str
    picture: Picture
    parts: Sequence[str | Table | tuple[str]]


def signed(figure: float, digits: int = 0) -> str:
    """A rounded figure with its sign; 0 is never negative."""
    return f"{round(figure, digits) + 0.0:+.{digits}f}".replace("-", MINUS)


LONGEST = 24  # characters of a name in a picture or a heading


def short(name: str) -> str:
    """A name, shortened to fit."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2 - 1]}…{name[-LONGEST // 2 :]}"


def as_markdown(page: Page) -> str:
    """The page as Markdown; its picture is the file beside it of the same name."""
    lines = [f"# {page.title}", f"![{page.picture.caption}]({page.name}.svg)"]
    for part in page.parts:
        if isinstance(part, Table):
            lines.append("\n".join(_markdown_rows(part)))
        elif isinstance(part, tuple):
            lines.append(f"```sh\n{' '.join(part[0].splitlines())}\n```")
        else:
            lines.append(part)
    return printable("\n\n".join(lines)) + "\n"


def _markdown_rows(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(map(_markdown_words, table.headings)) + " |"
    yield "| " + " | ".join("---" if n < table.words else "---:" for n in range(len(table.headings))) + " |"
    for row in table.rows:
        yield "| " + " | ".join(map(_markdown_cell, row)) + " |"


def _markdown_words(text: str) -> str:
    is_plain = all(letter.isalnum() or letter in " %,/" for letter in text)
    return text if is_plain or text == "#" else _markdown_code(text)


def _markdown_code(text: str) -> str:
    """A name as code, without backticks, line ends and bars."""
    plain = " ".join(text.replace("`", "'").split()).replace("|", "\\|")
    return f"`{plain}`"


def _markdown_cell(cell: Cell) -> str:
    text = _markdown_code(cell.text) if cell.code else cell.text
    text = f"**{text}**" if cell.strong and text else text
    return f"[{text}]({cell.link}.md)" if cell.link else text


def as_html(pages: Sequence[Page]) -> str:
    """All pages in one self-contained page.

    Raises:
        ValueError: if Jinja2 is not installed.
    """
    return render("pages.html", {page.name: draw_intervals(page.picture) for page in pages}, pages=pages)


# Sizes of the picture, in its own units.
LEFT, WIDTH, ROW, TOP, BOTTOM, RIGHT = 190, 640, 28, 8, 44, 20
MOST_TICKS = 6
COLOUR = "#3a86c8"
STYLE = """<style>.intervals text{font:13px system-ui,sans-serif;fill:#1d2126}.intervals path{stroke:#8a929b}
@media(prefers-color-scheme:dark){.intervals text{fill:#e6e8ea}}</style>"""


def draw_intervals(picture: Picture) -> str:
    """A row for each agent, the figure and its interval, as SVG, for light and dark pages."""
    ends = [end for figure in picture.figures for end in (figure.low, figure.high)] + [0.0]
    ticks = _ticks(min(ends), max(ends))
    low, span = ticks[0], ticks[-1] - ticks[0]
    digits = max(-floor(log10(ticks[1] - ticks[0]) + 1e-9), 0)
    bottom = TOP + ROW * len(picture.names)

    def at(figure: float) -> str:
        return f"{LEFT + (figure - low) / span * (WIDTH - LEFT - RIGHT):.1f}"

    lines = [STYLE]
    for tick in ticks:
        weight, words = ("0.4", signed(tick, digits)) if tick else ("1.2", "0")
        lines.append(element("path", d=f"M{at(tick)} {TOP}V{bottom}", stroke_width=weight))
        lines.append(text_element(words, x=at(tick), y=bottom + 16, text_anchor="middle"))
    for row, (name, figure) in enumerate(zip(picture.names, picture.figures, strict=True)):
        middle = TOP + ROW * row + ROW / 2
        width = max(float(at(figure.high)) - float(at(figure.low)), 0.0)
        bar = {"x": at(figure.low), "y": f"{middle - 5:g}", "width": f"{width:.1f}", "height": 10, "rx": 2}
        lines.append(text_element(short(name), x=LEFT - 12, y=f"{middle + 4.5:g}", text_anchor="end"))
        lines.append(element("rect", **bar, fill=COLOUR, fill_opacity=0.45))
        lines.append(element("circle", cx=at(figure.value), cy=f"{middle:g}", r=4.5, fill=COLOUR))
    middle_x = (LEFT + WIDTH - RIGHT) / 2
    lines.append(text_element(picture.label, x=f"{middle_x:g}", y=bottom + 36, text_anchor="middle"))
    return svg_file(lines, class_="intervals", viewBox=f"0 0 {WIDTH} {bottom + BOTTOM}")


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, at even distances, that span all figures."""
    rough = max(high - low, 1e-6) / (MOST_TICKS - 2)
    power = 10.0 ** floor(log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    first, last = floor(low / step), -floor(-high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
