"""Every game's board fits: no part is off the screen, and the own hand is visible."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.playing import GAMES, ROOT
from tests.table.web.serving import Server

pytestmark = pytest.mark.slow

DRAW = """async (scene) => {
    const { drawScene } = await import("/static/scene.js");
    const { Choosing } = await import("/static/choosing.js");
    const { asPlayed, usePack } = await import("/static/cards.js");
    usePack(scene);
    const zones = new Map(scene.bands.flatMap((band) => band.zones).map((zone) => [zone.id, zone]));
    const faceOf = (zone, card) => asPlayed(zones.get(zone).cards[card]);
    const faceInHand = (zone, card) => (zones.get(zone)?.kind === "hand" ? faceOf(zone, card) : -2);
    const choosing = new Choosing(scene.moves, faceInHand);
    const board = document.getElementById("board");
    const said = scene.names.map(() => "declares full house 9s over Qs");
    const laid = scene.bands.flatMap((band) => band.zones).flatMap((zone) => zone.cards.map((card) => [zone.id, card]));
    const turn = { took: [0, 14, 28, 42, 51, 12, 25], laid, ended: [3, 16] };
    const turns = { [(scene.player + 1) % scene.names.length]: turn };
    drawScene(board, scene, { choosing, said, ...(scene.names.length > 1 ? { turns } : {}) });
    const felt = board.getBoundingClientRect();
    const sides = { left: -1, top: -1, right: 1, bottom: 1 };
    const found = (selector) => [...board.querySelectorAll(selector)].filter((part) => {
        const box = part.getBoundingClientRect();
        return Object.entries(sides).some(([side, sign]) => sign * (box[side] - felt[side]) > 2);
    }).map((part) => `${selector} ${part.textContent} lies beside the board`);
    const overlaps = (one, other) => {
        const shared = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]);
        const boxes = (seat) => [...seat.querySelectorAll(".plate, img")].map((part) => part.getBoundingClientRect());
        const share = (a, b) => shared(a, b, "left", "right") > 2 && shared(a, b, "top", "bottom") > 2;
        return boxes(one).some((a) => boxes(other).some((b) => share(a, b)));
    };
    const seats = [...board.querySelectorAll(".others, .seat.west, .seat.east, .mine")];
    const crowded = seats.filter((one, place) => seats.slice(0, place).some((other) => overlaps(one, other)));
    const piles = [...board.querySelectorAll(".middle .is-pile img")].filter((card) => card.width < 24);
    const middle = board.querySelector(".middle");
    const drawn = (zone) => board.querySelector(`[data-zone="${CSS.escape(zone)}"]`) !== null;
    const touched = scene.moves.flatMap((move) => move.targets.map((target) => target.zone));
    return [
        ...[".own img", ".plate", ".facts", ".seat", ".mine", ".taken"].flatMap(found),
        ...crowded.map((seat) => `${seat.ariaLabel} lies on another one`),
        ...piles.map((card) => `a pile is ${card.width} pixels wide`),
        ...(middle.scrollWidth > middle.clientWidth + 2 ? ["the middle is too wide"] : []),
        ...(middle.scrollHeight > middle.clientHeight + 2 ? ["the middle is too high"] : []),
        ...touched.filter((zone) => !drawn(zone)).map((zone) => `${zone} is not drawn`),
    ];
}"""


@pytest.fixture(scope="module")
def scenes() -> dict[str, list[dict[str, Any]]]:
    """Scenes of every game, made in a process in which nothing is compiled."""
    command = [sys.executable, "-m", "tests.table.web.make_scenes"]
    process = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    return dict(json.loads(process.stdout))


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_every_game_fits_the_screen(page: Any, server: Server, scenes: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.url}table/none")
    expect(page.locator("#problem")).to_have_text("This table no longer exists.")  # which takes a line of the page
    assert set(scenes) == {game.name for game in GAMES}
    wrong = [(name, page.evaluate(DRAW, scene)) for name, some in scenes.items() for scene in some]
    assert [(name, faults) for name, faults in wrong if faults] == []
