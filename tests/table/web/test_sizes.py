"""Every card can be read and touched on every screen: on a phone, upright and on its side, and at a desk."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import LONG_MS
from tests.playing import GAMES, ROOT, nightly
from tests.table.web.serving import Server

pytestmark = pytest.mark.slow

SIZES = {"phone": (390, 844), "small": (360, 640), "landscape": (844, 390), "desk": (1280, 800)}
NARROWEST = 28  # pixels of a card

WITHOUT_SERVER = """
window.EventSource = class {
    static OPEN = 1;
    static CLOSED = 2;
    readyState = 1;
    constructor() { window.stream = this; }
    close() {}
};
"""

SHOW = """async (message) => {
    window.stream.onmessage({ data: JSON.stringify(message) });
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (let count = 0; count < 3; count += 1) await frame();
}"""

# Returns the faults: narrow cards, cards that are cut off or outside the felt, zones that cover each other, melds that
# do not say whose they are, facts of a side that are cut off, buttons outside the screen unless their list scrolls, and
# a result that is out of view or covered.
MEASURE = """(narrowest) => {
    const board = document.querySelector("#board");
    const felt = board.getBoundingClientRect();
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    const signs = { left: 1, top: 1, right: -1, bottom: -1 };
    const sides = (side) => Object.fromEntries(Object.keys(signs).map((name) => [name, side(name)]));
    const inside = (box, frame) => Object.entries(signs).every(([name, sign]) => sign * (box[name] - frame[name]) > -2);
    const seen = (part) => part.getClientRects().length > 0 && getComputedStyle(part).visibility === "visible";
    const around = (part) => (part.parentElement ? [part.parentElement, ...around(part.parentElement)] : []);
    const cuts = (part) => ["overflowX", "overflowY"].some((way) => getComputedStyle(part)[way] !== "visible");
    const faults = new Map();
    const blame = (fault) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
    const field = (part) => part.closest("[data-zone]")?.dataset.zone.split(".")[0] ?? "plate";
    for (const image of [...board.querySelectorAll(".card:not(.none) img, .taken img")].filter(seen)) {
        const box = image.getBoundingClientRect();
        const corner = image.closest(".own") ? 6 : 0; // of a card that is turned in a hand
        const card = sides((name) => box[name] + signs[name] * corner);
        const frames = around(image).filter((part) => part !== document.body && cuts(part));
        const isCut = frames.some((frame) => !inside(card, frame.getBoundingClientRect()));
        if (image.offsetWidth < narrowest) blame(`${image.offsetWidth} pixels wide: ${field(image)}`);
        if (!inside(card, felt)) blame(`outside the felt: ${field(image)}`);
        else if (isCut) blame(`cut off: ${field(image)}`);
    }
    const frame = board.querySelector(".middle").getBoundingClientRect();
    for (const label of board.querySelectorAll(".middle .band > .label")) {
        const melds = label.parentElement.querySelector(".line > .is-row .card:not(.none)");
        const isSeen = seen(label) && inside(label.getBoundingClientRect(), frame);
        if (melds && !isSeen) blame(`no label: ${label.textContent}`);
    }
    const facts = board.querySelector(".facts:has(.sides)");
    const canScroll = facts && getComputedStyle(facts).overflowY === "auto";
    for (const fact of facts?.querySelectorAll(".sides td, .sides th, .sides span, .sides b") ?? []) {
        const place = { ...facts.getBoundingClientRect().toJSON(), ...(canScroll ? { bottom: Infinity } : {}) };
        if (!inside(fact.getBoundingClientRect(), place)) blame(`cut off: ${fact.textContent}`);
    }
    for (const button of [...document.querySelectorAll("button:not(.card), a.button, summary, select")].filter(seen)) {
        const list = button.closest(".moves, .words, .choices, .end, .side");
        const scrolls = list && list.scrollHeight > list.clientHeight + 2; // downwards
        const frame = scrolls ? { ...screen, top: -Infinity, bottom: Infinity } : screen;
        if (!inside(button.getBoundingClientRect(), frame)) blame(`outside the screen: ${button.textContent}`);
    }
    const parts = [...board.querySelectorAll(":not(.grid) > .zone .cards, .plate")].filter(seen);
    const extents = parts.map((part) => {
        const images = part.matches(".plate") ? [part] : [...part.querySelectorAll("img")].filter(seen);
        const boxes = images.map((image) => image.getBoundingClientRect());
        return sides((name) => signs[name] * Math.min(...boxes.map((box) => signs[name] * box[name])));
    });
    const shared = (one, two, low, high) => Math.min(one[high], two[high]) - Math.max(one[low], two[low]);
    for (const [place, one] of extents.entries()) {
        for (const [before, two] of extents.slice(0, place).entries()) {
            const isCovered = shared(one, two, "left", "right") > 6 && shared(one, two, "top", "bottom") > 6;
            if (isCovered) blame(`covered: ${field(parts[before])} and ${field(parts[place])}`);
        }
    }
    const end = document.querySelector("#end");
    if (!end.hidden && !inside(end.getBoundingClientRect(), screen)) blame("outside the screen: the result");
    const head = end.querySelector("h2")?.getBoundingClientRect();
    const above = head && document.elementFromPoint((head.left + head.right) / 2, (head.top + head.bottom) / 2);
    if (!end.hidden && head && !end.contains(above)) blame("covered: the result");
    return [...faults].map(([fault, count]) => (count > 1 ? `${fault} (${count})` : fault));
}"""


@pytest.fixture(scope="module")
def messages() -> dict[str, list[dict[str, Any]]]:
    """Messages of every game, made in a process of their own."""
    command = [sys.executable, "-m", "tests.table.web.make_messages"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return {name: found for name, *found in map(json.loads, process.stdout.splitlines())}


@pytest.fixture
def table_page(chromium: Any, server: Server, size: str) -> Iterator[Any]:
    """The page of a table that gets no messages from the server."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", bypass_csp=True
    )
    context.set_default_timeout(LONG_MS)
    page = context.new_page()
    page.add_init_script(WITHOUT_SERVER)
    page.goto(f"{server.url}table/none")
    yield page
    context.close()


def faults_of(page: Any, message: dict[str, Any]) -> list[str]:
    """The faults of a page that shows a message."""
    page.evaluate(SHOW, message)
    return list(page.evaluate(MEASURE, NARROWEST))


@pytest.mark.parametrize("size", ["phone", "desk", nightly("small"), nightly("landscape")])
def test_every_card_is_wide_enough_and_whole_and_every_button_on_the_screen(table_page: Any, messages: Any) -> None:
    assert set(messages) == {game.name for game in GAMES}
    found = [(name, faults_of(table_page, one)) for name, both in messages.items() for one in both]
    assert [(name, faults) for name, faults in found if faults] == []


# Returns the shares of the felt's width and height that the cards take, and the width of the narrowest card.
USED = """() => {
    const felt = document.querySelector("#board").getBoundingClientRect();
    const boxes = [...document.querySelectorAll("#board .card img")].map((image) => image.getBoundingClientRect());
    const sides = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
    const ends = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
    const narrowest = Math.min(...boxes.map((box) => box.width));
    return [(ends[0] - sides[0]) / felt.width, (ends[1] - felt.top) / felt.height, narrowest];
}"""


@pytest.mark.parametrize(
    ("size", "name", "least"),
    [
        ("phone", "klondike", (0.94, 0.7, 46)),
        ("phone", "black_hole", (0.94, 0.6, 50)),
        ("desk", "the_kings", (0.9, 0.88, 70)),
    ],
)
def test_the_cards_of_a_patience_use_the_felt(
    table_page: Any, messages: Any, name: str, least: tuple[float, float, float]
) -> None:
    faults_of(table_page, messages[name][0])
    used = table_page.evaluate(USED)
    assert [found >= wanted for found, wanted in zip(used, least, strict=True)] == [True] * 3, used


BROKEN = [
    ("klondike", ".middle img { width: 20px }", "20 pixels wide: waste"),
    ("klondike", ".middle { translate: 0 70% }", "outside the felt: columns"),
    ("klondike", ".zones.columns { max-height: 90px; overflow: hidden }", "cut off: columns"),
    ("klondike", ".zones.columns { translate: 0 -60px }", "covered: stock and columns"),
    ("klondike", "#more { translate: 900px }", "outside the screen: More"),
    ("klondike", ".board { flex: none !important; height: 100vh }", "outside the screen: the result"),
    ("klondike", "#tools { position: fixed; inset: 0; z-index: 99 }", "covered: the result"),
    ("canasta", ".band > .label { display: none }", "no label: you and Hugo"),
    ("canasta", ".facts { height: 1.3rem; overflow: hidden !important }", "cut off: Clara and Nora"),
]


@pytest.mark.parametrize("size", ["phone"])
def test_the_measure_sees_cards_and_buttons_in_wrong_places(table_page: Any, messages: Any) -> None:
    for name, rule, fault in BROKEN:
        style = table_page.add_style_tag(content=rule)
        faults = [words for one in messages[name] for words in faults_of(table_page, one)]
        assert [words for words in faults if words.startswith(fault)], (rule, faults)
        style.evaluate("(style) => style.remove()")
