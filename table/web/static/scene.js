// Drawing of a scene. At a table the seats are around the middle, the own seat at the bottom. For one player the middle
// takes the whole table.

import { createElement, signed } from "./page.js";
import { BACK, EMPTY, cardName, picture, usePack } from "./cards.js";
import { NARROW, UPRIGHT } from "./drawers.js";

const MOST_COLUMNS = 10; // side by side; more would be too narrow on a small screen
const MOST_UPRIGHT = 6; // columns side by side on a phone, if one line cannot hold all
const MOST_ROWS = 4; // of cards in full, such as melds
const MANY_ROWS = 7; // on the table; more are drawn small
const LONG_LIST = 6; // rows below each other; more are drawn in two halves
const MOST_ENDED = 24; // cards of the end of a hand; more would cover the next hand
const MOST_OWN_ROWS = 2; // of a seat, in full
const MOST_ROW_CARDS = 3; // in them
const MOST_BESIDE = 6; // zones of a seat beside the middle; seats with more are above it
const MOST_TAKEN = 6; // cards of a turn that are shown beside its player
const BACK_STEP = 0.6; // of a column's card face down, in steps of its open cards
const MOST_FANNED = 14; // cards in one line of a hand
const NARROWEST = 28; // pixels of a card
const SNUG_FROM = 2; // place in the list below from which the hands are smaller, too
const SMALLER = [0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3]; // shares of a card's width, if the middle holds too many cards in full
const TIGHTER = ["tight", "dense", "brief"]; // classes: piles without words, melds of a side in one line, facts that scroll
const CHIPS = new Set(["pot", "stake"]); // titles of facts that are chips
const MOST_CHIPS = 5; // in a stack
const watched = new WeakSet(); // boards whose cards are fitted when their size changes
const TURNED = 26; // degrees between the first and the last card of a hand

// Draw a scene into a board.
// options:
//   choosing: a Choosing, or null; touch(place) is called for touched cards.
//   order(zone): the places of the own hand's cards in display order.
//   melded(zone): the places of cards in melds, which are highlighted.
//   past: the seats and cards of the last trick, shown until the next trick begins.
//   said: words for each seat's latest actions, by seat.
//   turns: changes by each seat's last turn, by seat: the cards it took, the zones and cards that it laid, and the
//     cards with which it ended a hand.
//   tools: elements beside the own hand.
export function drawScene(board, scene, options = {}) {
  usePack(scene);
  const focused = document.activeElement?.dataset?.place;
  const context = { choosing: null, past: [], said: {}, turns: {}, tools: [], ...options, scene };
  const words = scene.bands.filter((band) => ["table", "note"].includes(band.zones[0].kind));
  const lying = scene.bands.filter((band) => !words.includes(band));
  const felt = createElement("div", { class: `felt${scene.names.length > 1 ? "" : " alone"}` });
  felt.append(...drawFacts(words), ...drawSeats(lying, words, context), drawMiddle(lying, context));
  const own = drawOwn(lying, words, context);
  if (own) felt.append(own);
  board.replaceChildren(felt);
  if (!watched.has(board)) {
    watched.add(board);
    new ResizeObserver(() => fit(board)).observe(board); // also when its neighbours grow
  }
  fit(board);
  if (focused) board.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

// Facts in words that belong to no player: a table of the sides, and notes.
function drawFacts(bands) {
  const zones = bands.flatMap((band) => band.zones);
  const sides = zones.filter((zone) => zone.kind === "table" && zone.id !== "players").map(drawSides);
  const notes = zones.filter((zone) => zone.kind === "note").flatMap((zone) => zone.lines);
  if (!sides.length && !notes.length) return [];
  const entries = notes.map(([title, ...words]) => createElement("div", {}, createElement("dt", {}, title), createElement("dd", {}, drawChips(title, words.join(" ")), signed(words.join(" ")))));
  return [createElement("div", { class: "facts", role: "group", "aria-label": "the state of the game" }, ...sides, entries.length ? createElement("dl", {}, ...entries) : null)];
}

// Chips before a number of them, up to a small stack; null for other facts.
function drawChips(title, words) {
  if (!CHIPS.has(title) || !(Number(words) > 0)) return null;
  const stack = Array.from({ length: Math.min(Number(words), MOST_CHIPS) }, () => createElement("i", {}));
  return createElement("span", { class: "chips", "aria-hidden": "true" }, ...stack);
}

// Table with a row for each side, and a column for each fact that any side has. On a phone each side is a line of facts,
// since the titles of the columns would take more lines than the facts.
function drawSides({ lines }) {
  const [heads, ...rows] = lines;
  const shown = heads.map((_, column) => column).filter((column) => column === 0 || rows.some((row) => row[column]));
  if (NARROW.matches) {
    const fact = (row, column) => row[column] && createElement("span", { class: "fact" }, `${heads[column]} `, createElement("b", {}, signed(row[column])));
    const line = (row) => createElement("div", {}, createElement("b", { class: "name" }, row[0]), ...shown.slice(1).map((column) => fact(row, column)));
    return createElement("div", { class: "sides" }, ...rows.map(line));
  }
  const head = shown.map((column) => (column && heads[column] ? createElement("th", { scope: "col" }, heads[column]) : createElement("td", {})));
  const body = rows.map((row) => createElement("tr", {}, ...shown.map((column) => (column ? createElement("td", {}, signed(row[column])) : createElement("th", { scope: "row" }, row[0])))));
  return createElement("table", { class: "sides" }, createElement("tr", {}, ...head), ...body);
}

// Facts of a seat in words: pairs of a title and a value, and marks such as the dealer's.
function factsOf(bands, seat, scene) {
  const zone = bands.flatMap((band) => band.zones).find((one) => one.kind === "table" && one.id === "players");
  if (!zone) return [];
  const [heads, ...rows] = zone.lines;
  const chair = (seat - scene.player + scene.names.length) % scene.names.length;
  return rows[chair].slice(1).map((cell, place) => [heads[place + 1], cell]).filter(([, cell]) => cell);
}

function drawPlate(seat, bands, { scene, said }, ...more) {
  const marks = factsOf(bands, seat, scene).map(([title, cell]) =>
    createElement("span", { class: title ? "fact" : "mark" }, title ? `${title} ` : "", title ? createElement("b", {}, drawChips(title, cell), signed(cell)) : cell),
  );
  const words = said[seat] ? createElement("span", { class: "said" }, said[seat]) : null;
  const name = createElement("span", { class: "name" }, scene.names[seat]);
  return createElement("div", { class: "plate" }, name, ...marks, ...more, words);
}

// Cards that a seat has taken in its last turn, such as captured cards and the capturing card.
function drawTaken(seat, { scene, turns }) {
  const took = turns[seat]?.took ?? [];
  if (!took.length) return null;
  const shown = took.slice(0, took.length > MOST_TAKEN ? MOST_TAKEN - 1 : MOST_TAKEN);
  const more = took.length > shown.length ? createElement("span", {}, `+${took.length - shown.length}`) : null;
  const words = `${scene.names[seat]} took ${took.map(cardName).join(", ")}`;
  return createElement("span", { class: "taken", role: "img", "aria-label": words, title: words }, ...shown.map(picture), more);
}

// The other seats, clockwise from the left of the own seat.
function drawSeats(bands, words, context) {
  const { scene } = context;
  const others = scene.names.map((_, chair) => (scene.player + chair) % scene.names.length).slice(1);
  const lying = new Map(others.map((seat) => [seat, bands.filter((band) => band.arrangement !== "ring").flatMap((band) => zonesOf(band, seat))]));
  const around = others.length > 2 && !NARROW.matches && [...lying.values()].every((zones) => zones.length <= MOST_BESIDE);
  const seats = others.map((seat, place) => {
    const side = around && place === 0 ? "west" : around && place === others.length - 1 ? "east" : "north";
    const zones = lying.get(seat);
    return createElement(
      "section",
      { class: `seat ${side}${seat === scene.turn ? " turn" : ""}`, "aria-label": scene.names[seat], "data-seat": seat },
      drawPlate(seat, words, context),
      drawTaken(seat, context),
      createElement("div", { class: `lies${areMany(zones, others.length > 1) ? " many" : ""}` }, ...zones.filter(({ zone }) => holds(zone) || zone.kind === "pile").map(({ zone, label }) => drawZone(zone, label, context))),
    );
  });
  const north = seats.filter((seat) => seat.classList.contains("north"));
  return [
    ...(north.length ? [createElement("div", { role: "group", "aria-label": "the others", class: `others many-${Math.min(north.length, 9)}` }, ...north)] : []),
    ...seats.filter((seat) => !north.includes(seat)),
  ];
}

// Returns whether a seat has too many rows to show in full, or rows too long beside a hand where seats share the space.
function areMany(zones, shares) {
  const rows = zones.filter(({ zone }) => zone.kind === "row" && holds(zone));
  const isLong = rows.flatMap(({ zone }) => zone.cards).length > MOST_ROW_CARDS;
  return rows.length > MOST_OWN_ROWS || (shares && isLong && rows.length < zones.length);
}

const holds = (zone) => zone.cards.some((card) => card !== EMPTY);

// Zones of a band that belong to a seat (null: to nobody), each with its label.
function zonesOf(band, seat) {
  return band.zones.filter((zone) => zone.seat === seat).map((zone) => ({ zone, label: [band.label, zone.label].filter(Boolean).join(" ") }));
}

// Returns whether a zone is the target of a move, so that it is shown even if it is empty.
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
  const middle = createElement("div", { class: "middle", role: "group", "aria-label": "the middle of the table" }, ...parts);
  middle.style.setProperty("--bands", parts.length);
  const columns = bands.find(areColumns);
  if (columns) layTableau(middle, columns.zones);
  if (parts.flatMap((part) => [...part.querySelectorAll(".line > .is-row")]).length > MANY_ROWS) middle.classList.add("packed");
  return middle;
}

const areColumns = (band) => band.zones.length > 1 && band.zones.every((zone) => zone.kind === "column");

// Lay out a patience's columns: sizes for all cards, and the foundations over the last columns.
function layTableau(middle, columns) {
  const inOneLine = columns.length <= MOST_COLUMNS;
  const lines = inOneLine ? 1 : Math.ceil(columns.length / (UPRIGHT.matches ? MOST_UPRIGHT : MOST_COLUMNS));
  const inLine = Math.ceil(columns.length / lines);
  middle.classList.add("tableau");
  middle.style.setProperty("--columns", inLine);
  middle.style.setProperty("--lines", lines);
  const length = ({ cards }) => cards.reduce((sum, card) => sum + (card === BACK ? BACK_STEP : 1), 0);
  middle.style.setProperty("--longest", Math.max(2, ...columns.map(length)).toFixed(1));
  for (const row of middle.querySelectorAll(".zones.line:has(> .home)")) {
    row.classList.add("over");
    [...row.querySelectorAll(":scope > .home")].forEach((home, place, homes) => {
      home.style.gridColumn = `${inLine - homes.length + place + 1}`;
      home.style.gridRow = "1";
    });
  }
}

// The cards with which the previous hand has ended, until the next move.
function drawEnded(cards, context) {
  const zone = { id: "ended", label: "end of the last hand", kind: "row", cards, seat: null, note: "" };
  const shown = drawZone(zone, zone.label, { ...context, choosing: null });
  return createElement("div", { class: "band past" }, createElement("div", { class: "zones line" }, shown));
}

// Fit the board into the available space, and make parts that still scroll reachable by keyboard.
function fit(board) {
  const middle = board.querySelector(".middle");
  if (middle) shrink(middle);
  for (const part of board.querySelectorAll(".middle, .others, .facts")) {
    if (part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

// Make the cards in the middle smaller until all of them are visible, or are as narrow as can be read. From a place of
// the list on the hands are smaller, too; then the parts of the felt are, one step after another.
function shrink(middle) {
  const felt = middle.parentElement;
  const isTooHigh = () => middle.scrollHeight > middle.clientHeight;
  felt.classList.remove("snug", ...TIGHTER);
  for (const name of ["--card", "--part"]) middle.style.removeProperty(name);
  const width = parseFloat(window.getComputedStyle(middle).getPropertyValue("--card"));
  for (const [place, part] of SMALLER.entries()) {
    if (!isTooHigh()) return;
    middle.style.setProperty("--card", `${Math.max(NARROWEST, width * part)}px`);
    middle.style.setProperty("--part", part);
    felt.classList.toggle("snug", place >= SNUG_FROM);
  }
  const isTooSmall = () => [...middle.querySelectorAll(".ring img")].some((card) => card.offsetWidth < NARROWEST);
  for (const name of TIGHTER) felt.classList.toggle(name, isTooHigh() || isTooSmall());
}

// A trick: each card in front of its player. Before the next trick begins, the last one is shown.
function drawRing(band, context) {
  const { scene, past } = context;
  const seats = scene.names.length;
  const isNew = band.zones.some(holds);
  const cards = new Map(isNew ? band.zones.map((zone) => [zone.seat, zone.cards.at(-1)]) : past);
  const ring = createElement("div", {
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
  if (!isNew && past.length) ring.append(createElement("span", { class: "ring-label" }, "last trick"));
  return ring;
}

// The viewer's own side: open cards, then the hand.
function drawOwn(bands, words, context) {
  const { scene, tools } = context;
  const alone = scene.names.length === 1;
  const zones = bands.filter((band) => band.arrangement !== "ring").flatMap((band) => zonesOf(band, scene.player));
  const hand = zones.filter(({ zone }) => zone.kind === "hand");
  const lying = alone ? [] : zones.filter(({ zone }) => zone.kind !== "hand" && (holds(zone) || zone.kind === "pile"));
  if (alone && !hand.length) return null;
  const more = hand.some(({ zone }) => holds(zone)) ? tools : [];
  return createElement(
    "section",
    { class: `mine${scene.turn === scene.player ? " turn" : ""}${hand.length ? "" : " open"}`, "aria-label": "your side", "data-seat": scene.player },
    lying.length ? createElement("div", { class: `zones${areMany(lying, false) ? " many" : ""}` }, ...lying.map(({ zone, label }) => drawZone(zone, label, context))) : null,
    drawPlate(scene.player, words, { ...context, said: {} }, ...more, drawTaken(scene.player, context)),
    ...hand.filter(({ zone }) => holds(zone)).map(({ zone, label }) => drawZone(zone, label, context)),
  );
}

function drawBand(band, shown, context) {
  const columns = areColumns({ zones: shown });
  const begin = columns ? sharedWord(shown.map((zone) => zone.label)) : "";
  const zones = shown.map((zone) => drawZone(zone, zone.label.slice(begin.length), context));
  const inner = createElement("div", { class: `zones ${band.arrangement}` }, ...zones);
  inner.style.setProperty("--count", Math.max(4, zones.length));
  if (band.arrangement === "grid") {
    inner.style.setProperty("--halves", Math.max(...shown.map((zone) => zone.at[0])) + 2);
    inner.style.setProperty("--halves-down", Math.max(...shown.map((zone) => zone.at[1])) + 2);
  }
  const rows = shown.filter((zone) => zone.kind === "row").length;
  if (band.arrangement === "line" && rows > MOST_ROWS) inner.classList.add("crowded");
  if (band.arrangement === "list") {
    inner.style.setProperty("--most", Math.max(...shown.map((zone) => zone.cards.length)));
    const halves = shown.length > LONG_LIST && !UPRIGHT.matches ? 2 : 1;
    inner.style.setProperty("--halves", halves);
    inner.style.setProperty("--lines", Math.ceil(shown.length / halves));
  }
  if (columns) inner.classList.add("columns");
  const label = band.label ? createElement("div", { class: "label", "aria-hidden": "true" }, band.label) : null;
  const kind = columns ? " has-columns" : band.arrangement === "grid" ? " has-grid" : "";
  return createElement("div", { class: `band${kind}`, role: "group", "aria-label": band.label || null }, label, inner);
}

// The first word of all labels with its space, such as "column "; empty if they differ.
function sharedWord(labels) {
  const word = labels[0].slice(0, labels[0].indexOf(" ") + 1);
  return labels.every((label) => label.startsWith(word)) ? word : "";
}

function drawZone(zone, label, context) {
  const { scene } = context;
  const count = zone.cards.filter((card) => card !== EMPTY).length;
  const description = [zone.label, zone.note, `${count} ${count === 1 ? "card" : "cards"}`].filter(Boolean).join(", ");
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
  const isCounted = zone.kind === "pile" ? !zone.home : zone.kind === "hand" ? !own : zone.kind === "row" && count >= MOST_ROW_CARDS;
  if (count > 1 && isCounted) cards.push(createElement("span", { class: "count", "aria-hidden": "true" }, `${count}`));
  const faces = createElement("div", { class: "cards" }, ...cards);
  faces.style.setProperty("--overlaps", Math.max(1, places.length - 1));
  const isHand = zone.kind === "hand";
  const name = scene.names[zone.seat] ?? "";
  const short = zone.seat === null ? label : label === name ? "" : label.replace(name, "").replace(/[\s:]+$/, "");
  const words = [isHand ? "" : short, zone.note].filter(Boolean).join(" ");
  const element = createElement(
    "div",
    {
      class: `zone is-${zone.kind}${own ? " own" : ""}${zone.home ? " home" : ""}${zone.fan > 1 ? " fanned" : ""}`,
      role: "group",
      "aria-label": description,
      "data-zone": zone.id,
      "data-top": zone.cards.length - 1,
    },
    createElement("span", { class: "label", "aria-hidden": "true" }, words),
    faces,
  );
  if (zone.fan > 1) element.style.gridColumn = "span 2";
  if (zone.at) {
    element.style.gridColumn = `${zone.at[0] + 1} / span 2`;
    element.style.gridRow = `${zone.at[1] + 1} / span 2`;
  }
  return element;
}

// Cards that the last turns have laid in a zone.
function laidIn(zone, { turns }) {
  return Object.values(turns).flatMap(({ laid }) => laid.filter(([id]) => id === zone.id).map(([, card]) => card));
}

// Visible places of a zone: the top of a pile, or its fanned top cards; all places of any other zone.
function shownPlaces(zone) {
  const all = zone.cards.map((_, place) => place);
  return zone.kind === "pile" ? all.slice(-zone.fan) : all;
}

// Turn the cards of a hand into a fan.
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
  const at = { zone: zone.id, card: place };
  const choosing = context.choosing;
  const id = `${zone.id}/${place}`;
  const name = zone.kind === "pile" || card === EMPTY ? `${cardName(card)}, ${zone.label}` : cardName(card);
  const data = { "data-place": id, "data-face": card, "aria-label": name };
  if (!choosing || !choosing.isUseful(at)) {
    const kind = card === BACK ? " back" : card === EMPTY ? " none" : "";
    return createElement("span", { class: `card${kind}`, role: "img", ...data }, picture(card));
  }
  const touched = choosing.isTouched(at);
  const state = touched ? " touched" : choosing.isNext(at) ? " next" : "";
  return createElement(
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

