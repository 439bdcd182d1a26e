"""The chart of the totals of a match: each line is named, and seen on a light and on a dark page."""

from itertools import combinations
from typing import Any

import pytest

from tests.table.web.serving import Server

pytestmark = pytest.mark.slow

DRAW = """async (names) => {
    const { drawHandEnd } = await import("/static/hand_end.js");
    const totals = names.map((_, seat) => seat);
    const ended = { number: 2, why: "The last trick was played.", gained: totals, totals };
    const panel = document.createElement("p");
    panel.className = "panel";
    const end = drawHandEnd({ names, ended, viewer: "0", hands: [totals, totals], low_wins: false }, null);
    document.querySelector("main").replaceChildren(panel, ...end.filter(Boolean));
    const all = (selector) => [...document.querySelectorAll(`.course ${selector}`)];
    const colours = (property) => (part) => getComputedStyle(part)[property];
    const widths = all("polyline").map((line) => parseFloat(getComputedStyle(line).strokeWidth));
    return {
        names: all("li").map((entry) => entry.textContent),
        lines: all("polyline").map(colours("stroke")),
        marks: all("i").map(colours("backgroundColor")),
        own: widths.map((width) => width === Math.max(...widths)),
        surface: colours("backgroundColor")(panel),
    };
}"""


def light(colour: str) -> float:
    """The relative luminance of a colour such as ``rgb(23, 96, 59)``."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_line_of_a_match_has_a_name_in_its_colour_that_differs_from_the_page(
    page: Any, server: Server, theme: str
) -> None:
    page.emulate_media(color_scheme=theme)
    page.goto(server.url, wait_until="networkidle")  # the first page fills its parts first
    names = ["you", "Clara", "Hugo", "Nora", "Ida", "Otto", "Max", "Emma"]
    drawn = page.evaluate(DRAW, names)
    assert drawn["names"] == names
    assert drawn["lines"] == drawn["marks"]
    assert drawn["own"] == [True, *[False] * 7]
    assert all(one != other for one, other in combinations(drawn["lines"], 2))
    for line in drawn["lines"]:
        low, high = sorted(map(light, (line, drawn["surface"])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, line
