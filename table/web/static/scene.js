// A scene as elements: bands of zones, zones of cards, tables and notes.

import { make } from "./page.js";
import { BACK, EMPTY, cardName, picture } from "./cards.js";

const MOST_COLUMNS = 10; // side by side; more would be too narrow on a small screen
const MOST_ROWS = 4; // of cards in full, such as melds

// Draw a scene into a board.
// choosing: a Choosing, or null; touch(place) and drop(place or null) are called for touches and dropped cards.
export function drawScene(board, scene, choosing = null, touch = null, drop = null) {
  const focused = document.activeElement?.dataset?.place;
  const context = { scene, choosing, touch, drop };
  board.replaceChildren(...scene.bands.map((band) => drawBand(band, context)));
  if (focused) board.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

function drawBand(band, context) {
  const columns = band.zones.length > 1 && band.zones.every((zone) => zone.kind === "column");
  const begin = columns ? sharedWord(band.zones.map((zone) => zone.label)) : "";
  const zones = band.zones.map((zone) => drawZone(zone, zone.label.slice(begin.length), context));
  const inner = make("div", { class: `zones ${band.arrangement}` }, ...zones);
  if (band.arrangement === "grid") {
    const widths = band.zones.map((zone) => zone.at[0] + 2);
    inner.style.setProperty("--halves", Math.max(...widths));
  }
  if (band.arrangement === "line" && band.zones.filter((zone) => zone.kind === "row").length > MOST_ROWS) {
    inner.classList.add("crowded");
  }
  if (columns) {
    inner.classList.add("columns");
    const lines = Math.ceil(zones.length / MOST_COLUMNS);
    inner.style.setProperty("--columns", Math.ceil(zones.length / lines));
  }
  const label = band.label ? make("h3", {}, band.label) : null;
  return make("div", { class: "band", role: "group", "aria-label": band.label || null }, label, inner);
}

// The first word of all labels with its blank, such as "column "; empty if they do not share one.
function sharedWord(labels) {
  const word = labels[0].slice(0, labels[0].indexOf(" ") + 1);
  return labels.every((label) => label.startsWith(word)) ? word : "";
}

function drawZone(zone, label, context) {
  if (zone.kind === "table") return drawTable(zone);
  if (zone.kind === "note") return drawNote(zone);
  const count = zone.cards.filter((card) => card !== EMPTY).length;
  const told = [zone.label, zone.note, `${count} ${count === 1 ? "card" : "cards"}`].filter(Boolean).join(", ");
  const own = zone.seat === context.scene.player && zone.kind === "hand";
  const turn = zone.seat !== null && zone.seat === context.scene.turn && zone.kind === "hand";
  const places = shownPlaces(zone);
  const cards = places.map((place) => drawCard(zone, place, context));
  cards.at(-1)?.classList.add("last");
  if (zone.kind === "pile" && count > 1) cards.push(make("span", { class: "count", "aria-hidden": "true" }, `${count}`));
  const faces = make("div", { class: "cards" }, ...cards);
  faces.style.setProperty("--overlaps", Math.max(1, places.length - 1));
  const words = [label, zone.kind === "hand" && count > 3 ? `(${count})` : "", zone.note].filter(Boolean).join(" ");
  const element = make(
    "div",
    { class: `zone is-${zone.kind}${own ? " own" : ""}${turn ? " turn" : ""}`, role: "group", "aria-label": told },
    make("span", { class: "label", "aria-hidden": "true" }, words),
    faces,
  );
  if (zone.at) {
    element.style.gridColumn = `${zone.at[0] + 1} / span 2`;
    element.style.gridRow = `${zone.at[1] + 1} / span 2`;
  }
  if (context.drop) acceptDrops(element, { zone: zone.id, card: zone.cards.length - 1 }, context, zone);
  return element;
}

// The places of a zone that are shown: the top of a pile, all of any other zone.
function shownPlaces(zone) {
  const all = zone.cards.map((_, place) => place);
  return zone.kind === "pile" ? all.slice(-1) : all;
}

function drawCard(zone, place, context) {
  const card = zone.cards[place];
  const at = { zone: zone.id, card: place, face: card };
  const choosing = context.choosing;
  const id = `${zone.id}/${place}`;
  const name = zone.kind === "pile" || card === EMPTY ? `${cardName(card)}, ${zone.label}` : cardName(card);
  if (!choosing || !choosing.isUseful(at)) {
    return make("span", { class: `card${card === BACK ? " back" : ""}`, role: "img", "aria-label": name }, picture(card));
  }
  const touched = choosing.isTouched(at);
  const state = touched ? " touched" : choosing.isNext(at) ? " next" : "";
  const button = make(
    "button",
    {
      class: `card can${state}`,
      type: "button",
      draggable: "true",
      "data-place": id,
      "aria-label": name,
      "aria-pressed": touched ? "true" : "false",
      onclick: () => context.touch(at),
    },
    picture(card),
  );
  button.addEventListener("dragstart", (event) => {
    event.dataTransfer.setData("text/plain", id);
    event.dataTransfer.effectAllowed = "move";
    if (!choosing.isTouched(at)) context.touch(at, true);
  });
  return button;
}

function acceptDrops(element, top, context, zone) {
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const card = event.target.closest("[data-place]");
    const place = card ? Number(card.dataset.place.split("/").pop()) : top.card;
    context.drop({ zone: zone.id, card: place, face: zone.cards[place] });
  });
}

function drawTable(zone) {
  const [heads, ...rows] = zone.lines;
  const used = heads.map((_, column) => column === 0 || rows.some((row) => row[column]));
  const cells = (line, tag) => line.filter((_, column) => used[column]).map((word) => make(tag, {}, word));
  return make(
    "div",
    { class: "zone is-table scrolls", tabindex: "0", role: "group", "aria-label": zone.id },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...cells(heads, "th"))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row, "td")))),
    ),
  );
}

function drawNote(zone) {
  return make(
    "dl",
    { class: "zone is-note" },
    ...zone.lines.map((words) =>
      make("div", {}, make("dt", {}, words[0]), ...words.slice(1).map((word) => make("dd", {}, word))),
    ),
  );
}
