"""Pages of texts, tables and a picture of intervals, as Markdown or HTML; agents' names are escaped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from math import floor, log10

from cardzoo.envs.printable import printable
from cardzoo.training.evaluation.intervals import Estimate

MINUS = "\N{MINUS SIGN}"


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
    lines = [f"# {page.title}", f"![{_caption(page.picture)}]({page.name}.svg)"]
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
    return text if text.replace(" ", "").replace("%", "").isalnum() or text in ("", "#") else _markdown_code(text)


def _markdown_code(text: str) -> str:
    """A name as code, without backticks, line ends and bars."""
    plain = " ".join(text.replace("`", "'").split()).replace("|", "\\|")
    return f"`{plain}`"


def _markdown_cell(cell: Cell) -> str:
    text = _markdown_code(cell.text) if cell.code else cell.text
    text = f"**{text}**" if cell.strong and text else text
    return f"[{text}]({cell.link}.md)" if cell.link else text


def as_html(pages: Sequence[Page]) -> str:
    """All pages in one self-contained page."""
    style = (files("cardzoo.training.evaluation.report") / "style.html").read_text(encoding="utf-8")
    body = "\n".join(_html_section(page, "h1" if number == 0 else "h2") for number, page in enumerate(pages))
    title = escape(pages[0].title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n{style}</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _html_section(page: Page, heading: str) -> str:
    caption = escape(_caption(page.picture), quote=True)
    lines = [f'<section id="{escape(page.name, quote=True)}">', f"<{heading}>{escape(page.title)}</{heading}>"]
    lines.append(f'<figure role="img" aria-label="{caption}">{draw_intervals(page.picture)}</figure>')
    for part in page.parts:
        if isinstance(part, Table):
            lines += _html_rows(part)
        elif isinstance(part, tuple):
            lines.append(f"<p><code>{escape(part[0])}</code></p>")
        elif part.startswith("## "):
            lines.append(f"<h3>{escape(part[3:])}</h3>")
        else:
            lines.append(f"<p>{escape(part)}</p>")
    return "\n".join([*lines, "</section>"])


def _html_rows(table: Table) -> Iterator[str]:
    kinds = [' class="name"' if column < table.words else "" for column in range(len(table.headings))]
    yield '<div class="scroll" tabindex="0"><table><thead><tr>'
    yield "".join(f'<th scope="col"{k}>{escape(h)}</th>' for k, h in zip(kinds, table.headings, strict=True))
    yield "</tr></thead><tbody>"
    for row in table.rows:
        named = table.words - 1  # the column that names the row
        cells = []
        for column, cell in enumerate(row):
            tag = 'th scope="row" class="name"' if column == named else "td"
            cells.append(f"<{tag}>{_html_cell(cell)}</{tag.partition(' ')[0]}>")
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _html_cell(cell: Cell) -> str:
    text = escape(cell.text)
    text = f"<code>{text}</code>" if cell.code else text
    text = f"<strong>{text}</strong>" if cell.strong else text
    return f'<a href="#{escape(cell.link, quote=True)}">{text}</a>' if cell.link else text


def _caption(picture: Picture) -> str:
    """The picture in words."""
    return f"The agents by their {picture.label}, with 95 % intervals"


# Sizes of the picture, in its own units.
LEFT, WIDTH, ROW, TOP, BOTTOM, RIGHT = 190, 640, 28, 8, 44, 20
MOST_TICKS = 6


def draw_intervals(picture: Picture) -> str:
    """A row for each agent, the figure and its interval, as SVG, for light and dark pages."""
    ends = [end for figure in picture.figures for end in (figure.low, figure.high)] + [0.0]
    ticks = _ticks(min(ends), max(ends))
    low, span = ticks[0], ticks[-1] - ticks[0]
    digits = max(-floor(log10(ticks[1] - ticks[0]) + 1e-9), 0)
    bottom = TOP + ROW * len(picture.names)

    def at(figure: float) -> str:
        return f"{LEFT + (figure - low) / span * (WIDTH - LEFT - RIGHT):.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="intervals" viewBox="0 0 {WIDTH} {bottom + BOTTOM}">',
        "<style>.intervals text{font:13px system-ui,sans-serif;fill:#1d2126}.intervals path{stroke:#8a929b}",
        "@media(prefers-color-scheme:dark){.intervals text{fill:#e6e8ea}}</style>",
    ]
    for tick in ticks:
        weight, words = ("0.4", signed(tick, digits)) if tick else ("1.2", "0")
        lines.append(f'<path d="M{at(tick)} {TOP}V{bottom}" stroke-width="{weight}"/>')
        lines.append(f'<text x="{at(tick)}" y="{bottom + 16}" text-anchor="middle">{words}</text>')
    for row, (name, figure) in enumerate(zip(picture.names, picture.figures, strict=True)):
        middle = TOP + ROW * row + ROW / 2
        width = max(float(at(figure.high)) - float(at(figure.low)), 0.0)
        lines.append(f'<text x="{LEFT - 12}" y="{middle + 4.5:g}" text-anchor="end">{escape(short(name))}</text>')
        lines.append(
            f'<rect x="{at(figure.low)}" y="{middle - 5:g}" width="{width:.1f}" height="10" rx="2" fill="#3a86c8" '
            'fill-opacity="0.45"/>'
        )
        lines.append(f'<circle cx="{at(figure.value)}" cy="{middle:g}" r="4.5" fill="#3a86c8"/>')
    middle_x = (LEFT + WIDTH - RIGHT) / 2
    lines.append(f'<text x="{middle_x:g}" y="{bottom + 36}" text-anchor="middle">{escape(picture.label)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, at even distances, that span all figures."""
    rough = max(high - low, 1e-6) / (MOST_TICKS - 2)
    power = 10.0 ** floor(log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    first, last = floor(low / step), -floor(-high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
