"""Pictures of every game's table, compared with stored ones: small ones, so that letters' edges do not matter.

Words are written in the font that comes with Pillow, independent of the machine's fonts.

``python -m tests.table.web.test_pictures [game ...]`` stores new ones, after the pages have changed on purpose. Each
file of ``kept`` has the four pictures of a game side by side: at a desk and on a phone, light and dark.
"""

import base64
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFont

from tests.browser import LONG_MS, open_chromium
from tests.playing import GAMES, ROOT
from tests.table.web.serving import Server

pytestmark = pytest.mark.slow

KEPT = Path(__file__).parent / "kept"
SCENE = 1  # of the scenes of each game: some moves after the deal
LOOKS = [((1280, 800), "light"), ((1280, 800), "dark"), ((390, 844), "light"), ((390, 844), "dark")]
BY_DAY = (0, 3)  # both sizes and both themes
EACH_LOOK = [
    pytest.param(look, id=f"{size[0]} {theme}", marks=[] if look in BY_DAY else pytest.mark.nightly)
    for look, (size, theme) in enumerate(LOOKS)
]
HIGH = 200  # pixels of a stored picture
SPOT = 5  # pixels of a square whose mean colour is compared
FAR = 26.0  # of 255, between the colours of a spot; a card on the felt is about 100 away
MOST_SPOTS = 1  # spots that may differ

DRAW = """async ([scene, change]) => {
    const { drawScene } = await import("/static/scene.js");
    const { Choosing } = await import("/static/choosing.js");
    const { asPlayed, usePack } = await import("/static/cards.js");
    usePack(scene);
    const zones = new Map(scene.bands.flatMap((band) => band.zones).map((zone) => [zone.id, zone]));
    const faceOf = (zone, card) => asPlayed(zones.get(zone).cards[card]);
    const faceInHand = (zone, card) => (zones.get(zone)?.kind === "hand" ? faceOf(zone, card) : -2);
    const choosing = new Choosing(scene.moves, faceInHand);
    drawScene(document.getElementById("board"), scene, { choosing });
    if (change) document.querySelector('#board .card:not([data-face="-2"])').closest(".zone").classList.add(change);
    await Promise.all([...document.querySelectorAll("#board img")].map((image) => image.decode()));
}"""

BARE = "#problem, #status { display: none } .gone { visibility: hidden } .moved { translate: 40px 30px }"


def font_rule() -> str:
    """Lets a page write all words in Pillow's own font."""
    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow has no FreeType here, and so no font of its own"
    source = base64.b64encode(font.font_bytes).decode()
    face = f"@font-face {{ font-family: kept; src: url(data:font/ttf;base64,{source}) }}"
    return face + "* { font-family: kept !important; font-synthesis: none }"


def width(size: tuple[int, int]) -> int:
    """The width of a stored picture."""
    return round(HIGH * size[0] / size[1])


def find_scenes() -> dict[str, dict[str, Any]]:
    """A scene of every game, made in a process in which nothing is compiled."""
    command = [sys.executable, "-m", "tests.table.web.make_scenes"]
    process = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    return {name: some[min(SCENE, len(some) - 1)] for name, some in json.loads(process.stdout).items()}


def picture(page: Any, scene: Mapping[str, Any], size: tuple[int, int], change: str = "") -> Image.Image:
    """A small picture of a page that shows a scene; a change is applied to the first zone with cards."""
    page.evaluate(DRAW, [scene, change])
    raw = page.screenshot(type="jpeg", quality=90, animations="disabled", caret="hide")
    return Image.open(io.BytesIO(raw)).convert("RGB").resize((width(size), HIGH), Image.Resampling.BOX)


def open_page(chromium: Any, server: Server, size: tuple[int, int], theme: str) -> Any:
    """A page without a table, on which scenes are drawn."""
    screen = {"width": size[0], "height": size[1]}
    context = chromium.new_context(viewport=screen, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(LONG_MS)
    page = context.new_page()
    page.goto(f"{server.url}table/none")
    page.add_style_tag(content=BARE + font_rule())
    assert page.evaluate("document.fonts.load('16px kept').then((found) => found.length)") == 1
    return page


def differing(one: Image.Image, other: Image.Image) -> list[tuple[int, int]]:
    """The spots at which two pictures differ: column and line, in pixels of the small picture."""
    means = [
        np.asarray(image.resize((image.width // SPOT, image.height // SPOT), Image.Resampling.BOX), float)
        for image in (one, other)
    ]
    far = np.abs(means[0] - means[1]).max(axis=2) > FAR
    return [(int(column) * SPOT, int(line) * SPOT) for line, column in np.argwhere(far)]


def part(name: str, look: int) -> Image.Image:
    """One of the stored pictures of a game."""
    left = sum(width(size) for size, _ in LOOKS[:look])
    with Image.open(KEPT / f"{name}.webp") as kept:
        return kept.convert("RGB").crop((left, 0, left + width(LOOKS[look][0]), HIGH))


@pytest.fixture(scope="module")
def scenes() -> dict[str, dict[str, Any]]:
    return find_scenes()


@pytest.fixture(scope="module")
def pages(chromium: Any, server: Server) -> Iterator[list[Any]]:
    """A page for each of the looks."""
    pages = [open_page(chromium, server, size, theme) for size, theme in LOOKS]
    yield pages
    for page in pages:
        page.context.close()


@pytest.mark.parametrize("look", EACH_LOOK)
def test_every_game_looks_as_it_was_kept(pages: Any, scenes: Any, look: int) -> None:
    far = {}
    for name, scene in scenes.items():
        spots = differing(picture(pages[look], scene, LOOKS[look][0]), part(name, look))
        if len(spots) > MOST_SPOTS:
            far[name] = spots
    assert far == {}


def test_cards_taken_in_a_turn_lie_beside_the_player_and_cards_laid_are_marked(pages: Any, scenes: Any) -> None:
    scene = scenes["cassino"]
    other = 1 - scene["player"]
    zone = next(zone for band in scene["bands"] for zone in band["zones"] if zone["id"] == "table")
    turns = {other: {"took": [6, 19, 32], "laid": [["table", zone["cards"][0]]], "ended": [3, 16]}}
    drawn = pages[0].evaluate(
        """async ([scene, turns]) => {
            const { drawScene } = await import("/static/scene.js");
            const board = document.getElementById("board");
            drawScene(board, scene, { turns });
            const taken = [...board.querySelectorAll(".taken")];
            const seats = taken.map((one) => one.closest("[data-seat]").dataset.seat);
            return [seats, taken.map((one) => one.getAttribute("aria-label")),
                [...board.querySelectorAll(".card.laid")].map((card) => Number(card.dataset.face)),
                board.querySelector(".past .zone").ariaLabel];
        }""",
        [scene, turns],
    )
    words = f"{scene['names'][other]} took 7 of clubs, 7 of diamonds, 7 of hearts"
    assert drawn == [[str(other)], [words], [zone["cards"][0]], "end of the last hand, 2 cards"]


@pytest.mark.parametrize("change", ["", "gone", "moved"])
def test_a_zone_that_moves_or_vanishes_is_seen(pages: Any, scenes: Any, change: str) -> None:
    for look in BY_DAY:
        for name in ("gin_rummy", "klondike", "getaway"):
            now = picture(pages[look], scenes[name], LOOKS[look][0], change)
            assert (len(differing(now, part(name, look))) > MOST_SPOTS) == bool(change), (name, LOOKS[look])


def test_there_are_pictures_of_the_games_and_no_others() -> None:
    assert {file.stem for file in KEPT.iterdir()} == {game.name for game in GAMES}
    assert sum(file.stat().st_size for file in KEPT.iterdir()) < 1_500_000


def main() -> None:
    """Store new pictures of some games, or of all."""
    wanted, scenes = sys.argv[1:] or [game.name for game in GAMES], find_scenes()
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_chromium() as chromium:
        server = Server(Path(folder))
        try:
            pages = [(open_page(chromium, server, size, theme), size) for size, theme in LOOKS]
            for name in wanted:
                pictures = [picture(page, scenes[name], size) for page, size in pages]
                strip = Image.new("RGB", (sum(one.width for one in pictures), HIGH))
                left = 0
                for one in pictures:
                    strip.paste(one, (left, 0))
                    left += one.width
                strip.save(KEPT / f"{name}.webp", quality=60, method=6)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
