// A scene as elements. At a table the seats lie around what is common, the own one at the bottom; alone, what lies on
// the table takes all of it.

import { make, signed } from "./page.js";
import { BACK, EMPTY, cardName, picture } from "./cards.js";

const MOST_COLUMNS = 10; // side by side; more would be too narrow on a small screen
const MOST_ROWS = 4; // of cards in full, such as melds
const MANY_ROWS = 7; // on the table, which makes them small
const LONG_LIST = 6; // rows below each other; more stand in two halves
const MOST_ENDED = 24; // cards of the end of a hand; more would be in the way of the next one
const MOST_OWN_ROWS = 2; // of a seat, in full
const MOST_ROW_CARDS = 3; // in them
const MOST_TAKEN = 6; // cards of a turn that are shown beside its player
const MOST_FANNED = 14; // cards in one line of a hand
const SMALLER = [0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3]; // of a card's width, where the middle holds too many in full
const watched = new WeakSet(); // boards whose cards are fitted when their size changes
const NARROW = window.matchMedia("(max-width: 900px)");
const TURNED = 26; // degrees between the first and the last card of a hand

// Draw a scene into a board.
// options:
//   choosing: a Choosing, or null; touch(place) is called for touched cards, tried(place) for those that cannot be.
//   order(cards): the order in which the cards of the own hand are shown, as their places.
//   melded(zone): the places of its cards that are parts of melds, which stand out.
//   past: the seats and cards of the trick before, shown while no card of the next one lies.
//   said: what each seat has just done, by seat.
//   turns: what each seat's last turn has changed, by seat: the cards it took, the zones and cards that it laid,
//     and the cards with which it ended a hand.
//   tools: elements that stand beside the own hand.
export function drawScene(board, scene, options = {}) {
  const focused = document.activeElement?.dataset?.place;
  const context = { choosing: null, past: [], said: {}, turns: {}, tools: [], ...options, scene };
  const words = scene.bands.filter((band) => ["table", "note"].includes(band.zones[0].kind));
  const lying = scene.bands.filter((band) => !words.includes(band));
  const felt = make("div", { class: `felt${scene.names.length > 1 ? "" : " alone"}` });
  felt.append(...drawFacts(words), ...drawSeats(lying, words, context), drawMiddle(lying, context));
  const own = drawOwn(lying, words, context);
  if (own) felt.append(own);
  board.replaceChildren(felt);
  if (!watched.has(board)) {
    watched.add(board);
    new ResizeObserver(() => fit(board)).observe(board); // also when what stands beside it grows
  }
  fit(board);
  if (focused) board.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

// What is told in words and belongs to no player: a table of the sides, and notes.
function drawFacts(bands) {
  const zones = bands.flatMap((band) => band.zones);
  const sides = zones.filter((zone) => zone.kind === "table" && zone.id !== "players").map(drawSides);
  const notes = zones.filter((zone) => zone.kind === "note").flatMap((zone) => zone.lines);
  if (!sides.length && !notes.length) return [];
  const told = notes.map(([title, ...words]) => make("div", {}, make("dt", {}, title), make("dd", {}, signed(words.join(" ")))));
  return [make("div", { class: "facts", role: "group", "aria-label": "the state of the game" }, ...sides, told.length ? make("dl", {}, ...told) : null)];
}

// A line for each side, and a column for all that is told of any.
function drawSides({ lines }) {
  const [heads, ...rows] = lines;
  const shown = heads.map((_, column) => column).filter((column) => column === 0 || rows.some((row) => row[column]));
  const head = shown.map((column) => (column && heads[column] ? make("th", { scope: "col" }, heads[column]) : make("td", {})));
  const body = rows.map((row) => make("tr", {}, ...shown.map((column) => (column ? make("td", {}, signed(row[column])) : make("th", { scope: "row" }, row[0])))));
  return make("table", { class: "sides" }, make("tr", {}, ...head), ...body);
}

// What is told of a seat in words: pairs of a title and a value, and marks such as who deals.
function factsOf(bands, seat, scene) {
  const zone = bands.flatMap((band) => band.zones).find((one) => one.kind === "table" && one.id === "players");
  if (!zone) return [];
  const [heads, ...rows] = zone.lines;
  const chair = (seat - scene.player + scene.names.length) % scene.names.length;
  return rows[chair].slice(1).map((cell, place) => [heads[place + 1], cell]).filter(([, cell]) => cell);
}

function drawPlate(seat, bands, { scene, said }, ...more) {
  const marks = factsOf(bands, seat, scene).map(([title, cell]) =>
    make("span", { class: title ? "fact" : "mark" }, title ? `${title} ` : "", title ? make("b", {}, signed(cell)) : cell),
  );
  const words = said[seat] ? make("span", { class: "said" }, said[seat]) : null;
  const name = make("span", { class: "name" }, scene.names[seat]);
  return make("div", { class: "plate" }, name, ...marks, ...more, words);
}

// The cards that a seat has taken in its last turn, such as those that it has captured and the one that did it.
function drawTaken(seat, { scene, turns }) {
  const took = turns[seat]?.took ?? [];
  if (!took.length) return null;
  const shown = took.slice(0, took.length > MOST_TAKEN ? MOST_TAKEN - 1 : MOST_TAKEN);
  const more = took.length > shown.length ? make("span", {}, `+${took.length - shown.length}`) : null;
  const told = `${scene.names[seat]} took ${took.map(cardName).join(", ")}`;
  return make("span", { class: "taken", role: "img", "aria-label": told, title: told }, ...shown.map(picture), more);
}

// The other seats, clockwise from the left of the own one.
function drawSeats(bands, words, context) {
  const { scene } = context;
  const others = scene.names.map((_, chair) => (scene.player + chair) % scene.names.length).slice(1);
  const around = others.length > 2 && !NARROW.matches;
  const seats = others.map((seat, place) => {
    const where = around && place === 0 ? "west" : around && place === others.length - 1 ? "east" : "north";
    const zones = bands.filter((band) => band.arrangement !== "ring").flatMap((band) => zonesOf(band, seat));
    return make(
      "section",
      { class: `seat ${where}${seat === scene.turn ? " turn" : ""}`, "aria-label": scene.names[seat], "data-seat": seat },
      drawPlate(seat, words, context),
      drawTaken(seat, context),
      make("div", { class: `lies${areMany(zones, others.length > 1) ? " many" : ""}` }, ...zones.filter(({ zone }) => holds(zone) || zone.kind === "pile").map(({ zone, label }) => drawZone(zone, label, context))),
    );
  });
  const north = seats.filter((seat) => seat.classList.contains("north"));
  return [
    ...(north.length ? [make("div", { role: "group", "aria-label": "the others", class: `others many-${Math.min(north.length, 9)}` }, ...north)] : []),
    ...seats.filter((seat) => !north.includes(seat)),
  ];
}

// Whether a seat's rows are too many to be shown in full, or too long to stand with a hand where several seats share the room.
function areMany(zones, shares) {
  const rows = zones.filter(({ zone }) => zone.kind === "row" && holds(zone));
  const isLong = rows.flatMap(({ zone }) => zone.cards).length > MOST_ROW_CARDS;
  return rows.length > MOST_OWN_ROWS || (shares && isLong && rows.length < zones.length);
}

const holds = (zone) => zone.cards.some((card) => card !== EMPTY);

// A band's zones that belong to a seat (null: to nobody), each with what is to be written beside it.
function zonesOf(band, seat) {
  return band.zones.filter((zone) => zone.seat === seat).map((zone) => ({ zone, label: [band.label, zone.label].filter(Boolean).join(" ") }));
}

// Whether a move touches a zone, so that it is shown though it is empty.
function isTarget(zone, { choosing }) {
  return Boolean(choosing?.moves.some((move) => move.targets.some((target) => target.zone === zone.id)));
}

function drawMiddle(bands, context) {
  const { scene } = context;
  const parts = [];
  for (const band of bands) {
    if (band.arrangement === "ring" && scene.names.length > 1) parts.push(drawRing(band, context));
    else {
      const zones = scene.names.length > 1 ? band.zones.filter((zone) => zone.seat === null) : band.zones.filter((zone) => zone.kind !== "hand");
      const shown = zones.filter((zone) => band.arrangement !== "line" || zone.kind !== "row" || holds(zone) || isTarget(zone, context));
      if (shown.length) parts.push(drawBand(band, shown, context));
    }
  }
  const ended = Object.values(context.turns).flatMap((turn) => turn.ended);
  if (ended.length && ended.length <= MOST_ENDED) parts.push(drawEnded(ended, context));
  const middle = make("div", { class: "middle", role: "group", "aria-label": "the middle of the table" }, ...parts);
  middle.style.setProperty("--bands", parts.length);
  if (parts.flatMap((part) => [...part.querySelectorAll(".line > .is-row")]).length > MANY_ROWS) middle.classList.add("packed");
  return middle;
}

// The cards with which the hand before has ended, until the next move.
function drawEnded(cards, context) {
  const zone = { id: "ended", label: "end of the last hand", kind: "row", cards, seat: null, note: "" };
  const shown = drawZone(zone, zone.label, { ...context, choosing: null });
  return make("div", { class: "band past" }, make("div", { class: "zones line" }, shown));
}

// Let all be seen in the room that there is now, and what must be scrolled for that be scrolled by keyboard too.
function fit(board) {
  const middle = board.querySelector(".middle");
  if (middle) shrink(middle);
  for (const part of board.querySelectorAll(".middle, .others, .facts")) {
    if (part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

// Make the cards in the middle smaller until all of them are seen.
function shrink(middle) {
  middle.style.removeProperty("--card");
  middle.style.removeProperty("--part");
  const width = parseFloat(window.getComputedStyle(middle).getPropertyValue("--card"));
  for (const part of SMALLER) {
    if (middle.scrollHeight <= middle.clientHeight) return;
    middle.style.setProperty("--card", `${width * part}px`);
    middle.style.setProperty("--part", part);
  }
}

// A trick: each card before its player. While the next one is empty, the last one lies there.
function drawRing(band, context) {
  const { scene, past } = context;
  const seats = scene.names.length;
  const isNew = band.zones.some(holds);
  const cards = new Map(isNew ? band.zones.map((zone) => [zone.seat, zone.cards.at(-1)]) : past);
  const ring = make("div", {
    class: `ring${isNew ? "" : " past"}${seats === 2 ? " of-two" : ""}`,
    role: "group",
    "aria-label": isNew || !past.length ? "trick" : "the last trick",
  });
  for (let chair = 0; chair < seats; chair += 1) {
    const seat = (scene.player + chair) % seats;
    const card = cards.get(seat) ?? EMPTY;
    if (card === EMPTY) continue;
    const angle = Math.PI / 2 + (2 * Math.PI * chair) / seats;
    const zone = { ...band.zones.find((one) => one.seat === seat), cards: [card] };
    const element = drawZone(zone, zone.label, isNew ? context : { ...context, choosing: null });
    element.style.setProperty("--x", Math.cos(angle).toFixed(3));
    element.style.setProperty("--y", Math.sin(angle).toFixed(3));
    ring.append(element);
  }
  if (!isNew && past.length) ring.append(make("span", { class: "ring-label" }, "last trick"));
  return ring;
}

// What is the looker's own: what lies open, then the hand.
function drawOwn(bands, words, context) {
  const { scene, tools } = context;
  const alone = scene.names.length === 1;
  const zones = bands.filter((band) => band.arrangement !== "ring").flatMap((band) => zonesOf(band, scene.player));
  const hand = zones.filter(({ zone }) => zone.kind === "hand");
  const lying = alone ? [] : zones.filter(({ zone }) => zone.kind !== "hand" && (holds(zone) || zone.kind === "pile"));
  if (alone && !hand.length) return null;
  const more = hand.some(({ zone }) => holds(zone)) ? tools : [];
  return make(
    "section",
    { class: `mine${scene.turn === scene.player ? " turn" : ""}${hand.length ? "" : " open"}`, "aria-label": "your side", "data-seat": scene.player },
    lying.length ? make("div", { class: `zones${areMany(lying, false) ? " many" : ""}` }, ...lying.map(({ zone, label }) => drawZone(zone, label, context))) : null,
    drawPlate(scene.player, words, { ...context, said: {} }, ...more, drawTaken(scene.player, context)),
    ...hand.filter(({ zone }) => holds(zone)).map(({ zone, label }) => drawZone(zone, label, context)),
  );
}

function drawBand(band, shown, context) {
  const columns = shown.length > 1 && shown.every((zone) => zone.kind === "column");
  const begin = columns ? sharedWord(shown.map((zone) => zone.label)) : "";
  const zones = shown.map((zone) => drawZone(zone, zone.label.slice(begin.length), context));
  const inner = make("div", { class: `zones ${band.arrangement}` }, ...zones);
  inner.style.setProperty("--count", Math.max(4, zones.length));
  if (band.arrangement === "grid") {
    inner.style.setProperty("--halves", Math.max(...shown.map((zone) => zone.at[0])) + 2);
    inner.style.setProperty("--halves-down", Math.max(...shown.map((zone) => zone.at[1])) + 2);
  }
  const rows = shown.filter((zone) => zone.kind === "row").length;
  if (band.arrangement === "line" && rows > MOST_ROWS) inner.classList.add("crowded");
  if (band.arrangement === "list") {
    inner.style.setProperty("--most", Math.max(...shown.map((zone) => zone.cards.length)));
    const halves = shown.length > LONG_LIST && !NARROW.matches ? 2 : 1;
    inner.style.setProperty("--halves", halves);
    inner.style.setProperty("--lines", Math.ceil(shown.length / halves));
  }
  if (columns) {
    inner.classList.add("columns");
    const lines = Math.ceil(zones.length / MOST_COLUMNS);
    inner.style.setProperty("--columns", Math.ceil(zones.length / lines));
    inner.style.setProperty("--lines", lines);
    inner.style.setProperty("--longest", Math.max(2, ...shown.map((zone) => zone.cards.length)));
  }
  const label = band.label ? make("div", { class: "label", "aria-hidden": "true" }, band.label) : null;
  const kind = columns ? " has-columns" : band.arrangement === "grid" ? " has-grid" : "";
  return make("div", { class: `band${kind}`, role: "group", "aria-label": band.label || null }, label, inner);
}

// The first word of all labels with its blank, such as "column "; empty if they do not share one.
function sharedWord(labels) {
  const word = labels[0].slice(0, labels[0].indexOf(" ") + 1);
  return labels.every((label) => label.startsWith(word)) ? word : "";
}

function drawZone(zone, label, context) {
  const { scene } = context;
  const count = zone.cards.filter((card) => card !== EMPTY).length;
  const told = [zone.label, zone.note, `${count} ${count === 1 ? "card" : "cards"}`].filter(Boolean).join(", ");
  const own = zone.seat === scene.player && zone.kind === "hand";
  const places = own && context.order ? context.order(zone) : shownPlaces(zone);
  const cards = places.map((place) => drawCard(zone, place, context));
  cards.at(-1)?.classList.add("last");
  if (own) fan(cards);
  for (const face of laidIn(zone, context)) {
    cards.findLast((card) => Number(card.dataset.face) === face && !card.classList.contains("laid"))?.classList.add("laid");
  }
  const melded = own && context.melded ? context.melded(zone) : [];
  places.forEach((place, number) => cards[number].classList.toggle("melded", melded.includes(place)));
  if (count > 1 && !zone.home && (zone.kind === "pile" || (zone.kind === "hand" && !own))) cards.push(make("span", { class: "count", "aria-hidden": "true" }, `${count}`));
  const faces = make("div", { class: "cards" }, ...cards);
  faces.style.setProperty("--overlaps", Math.max(1, places.length - 1));
  const isHand = zone.kind === "hand";
  const name = scene.names[zone.seat] ?? "";
  const short = zone.seat === null ? label : label === name ? "" : label.replace(name, "").replace(/[\s:]+$/, "");
  const words = [isHand ? "" : short, zone.note].filter(Boolean).join(" ");
  const element = make(
    "div",
    {
      class: `zone is-${zone.kind}${own ? " own" : ""}${zone.home ? " home" : ""}`,
      role: "group",
      "aria-label": told,
      "data-zone": zone.id,
      "data-top": zone.cards.length - 1,
    },
    make("span", { class: "label", "aria-hidden": "true" }, words),
    faces,
  );
  if (zone.at) {
    element.style.gridColumn = `${zone.at[0] + 1} / span 2`;
    element.style.gridRow = `${zone.at[1] + 1} / span 2`;
  }
  return element;
}

// The cards that the last turns have laid in a zone.
function laidIn(zone, { turns }) {
  return Object.values(turns).flatMap(({ laid }) => laid.filter(([id]) => id === zone.id).map(([, card]) => card));
}

// The places of a zone that are shown: the top of a pile, all of any other zone.
function shownPlaces(zone) {
  const all = zone.cards.map((_, place) => place);
  return zone.kind === "pile" ? all.slice(-1) : all;
}

// Turn the cards of a hand as they are held.
function fan(cards) {
  if (cards.length < 3 || cards.length > MOST_FANNED) return;
  const middle = (cards.length - 1) / 2;
  cards.forEach((card, place) => {
    const away = (place - middle) / middle;
    card.style.setProperty("--turned", `${((away * TURNED) / 2) * Math.min(1, cards.length / 10)}deg`);
    card.style.setProperty("--down", `${(away * away * 16 * Math.min(1, cards.length / 10)).toFixed(1)}px`);
  });
}

function drawCard(zone, place, context) {
  const card = zone.cards[place];
  const at = { zone: zone.id, card: place, face: card };
  const choosing = context.choosing;
  const id = `${zone.id}/${place}`;
  const name = zone.kind === "pile" || card === EMPTY ? `${cardName(card)}, ${zone.label}` : cardName(card);
  const data = { "data-place": id, "data-face": card, "aria-label": name };
  if (!choosing || !choosing.isUseful(at)) {
    const kind = card === BACK ? " back" : card === EMPTY ? " none" : "";
    return make("span", { class: `card${kind}`, role: "img", ...data }, picture(card));
  }
  const touched = choosing.isTouched(at);
  const state = touched ? " touched" : choosing.isNext(at) ? " next" : "";
  return make(
    "button",
    {
      class: `card can${card === BACK ? " back" : ""}${state}`,
      type: "button",
      ...data,
      "aria-pressed": touched ? "true" : "false",
      onclick: () => context.touch(at),
    },
    picture(card),
  );
}

NARROW.addEventListener("change", () => window.dispatchEvent(new Event("resize")));
