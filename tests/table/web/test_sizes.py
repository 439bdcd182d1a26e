"""Every card can be read and touched on every screen: on a phone, upright and on its side, and at a desk."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import LONG_MS
from tests.playing import GAMES, ROOT
from tests.table.web.serving import Server

pytestmark = pytest.mark.slow

SIZES = {"phone": (390, 844), "landscape": (844, 390), "desk": (1280, 800)}
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

MEASURE = """(narrowest) => {
    const board = document.querySelector("#board");
    const inside = (box, frame) => box.left >= frame.left - 2 && box.top >= frame.top - 2 && box.right <= frame.right + 2 && box.bottom <= frame.bottom + 2;
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    const cutting = (element) => {
        const found = [];
        for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
            const style = getComputedStyle(part);
            if (style.overflowX !== "visible" || style.overflowY !== "visible") found.push(part.getBoundingClientRect());
        }
        return found;
    };
    const faults = new Map();
    const blame = (what, where) => faults.set(`${what}: ${where}`, (faults.get(`${what}: ${where}`) ?? 0) + 1);
    const cards = [...board.querySelectorAll(".card:not(.none) img, .taken img")].filter((image) => image.getClientRects().length);
    for (const image of cards) {
        const box = image.getBoundingClientRect();
        const where = image.closest("[data-zone]")?.dataset.zone.split(".")[0] ?? "taken";
        if (image.offsetWidth < narrowest) blame(`${image.offsetWidth} pixels wide`, where);
        const turned = image.closest(".own") ? 6 : 0; // a fan's corners
        const shrunk = { left: box.left + turned, top: box.top + turned, right: box.right - turned, bottom: box.bottom - turned };
        if (!inside(shrunk, board.getBoundingClientRect())) blame("outside the felt", where);
        else if (cutting(image).some((frame) => !inside(shrunk, frame))) blame("cut off", where);
    }
    const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
    for (const button of [...document.querySelectorAll("button:not(.card), a.button, summary, select")].filter(seen)) {
        const box = button.getBoundingClientRect();
        const frames = cutting(button);
        const list = button.closest(".moves, .words, .choices, .end, .side");
        const isListed = list && list.scrollHeight > list.clientHeight + 2; // it scrolls downwards
        const frame = isListed ? { ...screen, top: -1e6, bottom: 1e6 } : screen;
        if (!inside(box, frame)) blame("a button outside the screen", button.textContent.slice(0, 30));
    }
    const boxes = [...board.querySelectorAll(".zone .cards, .plate")].filter(seen);
    const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 6 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
    const drawn = boxes.map((part) => {
        const images = part.classList.contains("plate") ? [part] : [...part.querySelectorAll("img")];
        const all = images.filter(seen).map((image) => image.getBoundingClientRect());
        if (!all.length) return null;
        return { left: Math.min(...all.map((b) => b.left)), right: Math.max(...all.map((b) => b.right)), top: Math.min(...all.map((b) => b.top)), bottom: Math.max(...all.map((b) => b.bottom)) };
    });
    for (const [place, one] of drawn.entries()) {
        for (const [other, two] of drawn.entries()) {
            if (other <= place || !one || !two) continue;
            const names = [boxes[place], boxes[other]].map((part) => part.closest("[data-zone]")?.dataset.zone.split(".")[0] ?? "plate");
            if (covers(one, two) && !boxes[place].closest(".grid") && !boxes[place].contains(boxes[other])) blame("covers", names.join(" and "));
        }
    }
    const end = document.querySelector("#end");
    if (!end.hidden && !inside(end.getBoundingClientRect(), screen)) blame("outside the screen", "the result");
    return [...faults].map(([fault, count]) => (count > 1 ? `${fault} (${count})` : fault));
}"""
