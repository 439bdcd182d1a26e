// The page of one table: what the server tells of it, and what a person does there.

import { ask, attempt, by, make, rove, settleRoving } from "./page.js";
import { Choosing } from "./choosing.js";
import { drawScene } from "./scene.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/tables/${id}`;
const LONG_LIST = 12; // moves from which a list can be narrowed
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

let told = null;
let seat = new URLSearchParams(window.location.search).get("seat"); // that the page looks from, where one may choose
let stream = null;
let choosing = new Choosing([], () => 0);
let sending = false;
let heard = "";
let drawnTools = "";
let lastFocus = ""; // where the keyboard was before the table was drawn anew

// Open the stream of events. A hidden page closes its own: browsers open only six connections to a server.
function listen() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(seat === null ? `${path}/events` : `${path}/events?seat=${seat}`);
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.onopen = () => { by("problem").textContent = ""; };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) attempt(tellRefusal);
    else by("problem").textContent = "the server does not answer; trying again";
  };
}

// Look from another seat. The address keeps the seat, so that a reload does too.
function lookFrom(player) {
  seat = player;
  window.history.replaceState(null, "", `?seat=${player}`);
  listen();
}

// Show why the stream was refused: the server's reason, or that too many watch.
async function tellRefusal() {
  await ask(path);
  throw new Error("this page hears no news of the table; load it again");
}

// Send a deed. The stream shows its result; the answer is shown only without a stream, for it may be older.
async function act(deed, content = {}) {
  if (sending) return;
  sending = true;
  const answer = await attempt(() => ask(`${path}/${deed}`, "POST", { ...content, seat }));
  sending = false;
  if (answer && stream.readyState !== EventSource.OPEN) show(answer);
}

function play(action) {
  act("play", { action, moved: told.moved });
}

function setPace(pace, paused) {
  act("pace", { pace, paused });
}

function show(message) {
  if (JSON.stringify(message) === JSON.stringify(told)) return; // sent again after a break
  told = message;
  sending = false; // the stream may bring the result of a deed before its answer comes
  for (const place of ["board", "moves"]) if (by(place).contains(document.activeElement)) lastFocus = place;
  if (document.activeElement !== document.body && !by(lastFocus || "board").contains(document.activeElement)) lastFocus = "";
  const zones = new Map(told.scene.bands.flatMap((band) => band.zones).map((zone) => [zone.id, zone]));
  choosing = new Choosing(told.mine ? told.scene.moves : [], (zone, card) => zones.get(zone)?.cards[card] ?? -2);
  by("hint").hidden = true;
  by("filter").value = "";
  by("title").textContent = told.scene.title;
  document.title = `${told.mine ? "● " : ""}${told.scene.title}: cardzoo`;
  drawBoard();
  drawLog();
  drawHands();
  drawTools();
  by("status").textContent = statusInWords();
  if (lastFocus && document.activeElement === document.body) by(lastFocus).querySelector("button")?.focus();
  const last = told.log.at(-1);
  const news = [last ? `${told.names[last.player]}: ${last.words}` : "", statusInWords()].filter(Boolean).join(". ");
  if (news !== heard) by("live").textContent = heard = news;
}

function statusInWords() {
  if (told.trouble) return told.trouble;
  if (told.over) {
    const { scores, ranks } = told.result;
    const order = ranks.map((rank, player) => ({ rank, name: told.names[player], score: scores[player] }));
    order.sort((one, other) => one.rank - other.rank);
    return `The game is over: ${order.map((line) => `${line.rank}. ${line.name} (${line.score})`).join(", ")}`;
  }
  if (told.mine) return "Your turn";
  return `${told.names[told.turn]} to play${told.paused ? "; paused" : ""}`;
}

function drawBoard() {
  drawScene(by("board"), told.scene, told.mine ? choosing : null, touch, drop);
  settleRoving(by("board"), "button.card");
  drawMoves();
}

function touch(place, dragging = false) {
  const move = choosing.touch(place);
  if (dragging) {
    drawMoves();
    return;
  }
  if (move) play(move.action);
  else drawBoard();
}

// A card was dropped on a place: it counts as a touch of the place, or ends a move of one touch.
function drop(place) {
  if (!choosing.touched.length) return;
  if (choosing.isNext(place)) touch(place);
  else if (choosing.complete && !choosing.isTouched(place)) play(choosing.complete.action);
  else {
    choosing.clear();
    drawBoard();
  }
}

function drawMoves() {
  const moves = narrowed(choosing.open);
  by("choices").hidden = !told.mine;
  by("filter-field").hidden = told.scene.moves.length <= LONG_LIST;
  by("moves").replaceChildren(
    ...moves.map((move) =>
      make("li", {}, make("button", { type: "button", "data-action": move.action, onclick: () => play(move.action) }, move.words)),
    ),
  );
  settleRoving(by("moves"), "button");
}

function narrowed(moves) {
  const parts = by("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const card = (part) => part.replace(/^(10|[2-9ajqk]|t)([cdhs])$/, (_, rank, suit) => (rank === "t" ? "10" : rank) + SUITS[suit]);
  return moves.filter((move) => parts.every((part) => [part, card(part)].some((word) => move.words.toLowerCase().includes(word))));
}

function drawLog() {
  const log = by("log");
  const lines = told.log.map((line) => make("li", {}, make("b", {}, told.names[line.player]), ` ${line.words}`));
  const [before, isAtEnd] = [log.scrollTop, log.scrollTop + log.clientHeight >= log.scrollHeight - 2];
  log.replaceChildren(...lines);
  if (!lines.length) log.append(make("li", { class: "muted" }, "nothing yet"));
  log.scrollTop = isAtEnd ? log.scrollHeight : before; // a reader who has scrolled back stays there
}

function drawHands() {
  by("hands").hidden = told.hands.length === 0;
  const rows = told.hands.map((scores, number) =>
    make("tr", {}, make("th", { scope: "row" }, `${number + 1}`), ...scores.map((score) => make("td", { class: "number" }, `${score}`))),
  );
  const heads = told.names.map((name) => make("th", { scope: "col" }, name));
  by("scores").replaceChildren(make("table", {}, make("tr", {}, make("th", {}, "hand"), ...heads), ...rows));
}

function tool(words, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, words);
}

// Draw the tools only if they change: replacing a button loses a click, replacing a list closes it.
function drawTools() {
  const { mine, undo, hints, over, viewer, viewers, watching, names, pace, paused, sheet, sheet_problem } = told;
  const wanted = JSON.stringify([mine, undo, hints, over, viewer, viewers, watching, names, pace, paused, sheet, sheet_problem]);
  if (wanted === drawnTools) return;
  drawnTools = wanted;
  const focused = document.activeElement?.dataset?.tool;
  const tools = [];
  if (told.mine) {
    tools.push(tool("Take back", () => act("undo"), { disabled: !told.undo, "data-tool": "undo" }));
    tools.push(...told.hints.map((agent) => tool(`Hint: ${agent}`, () => hint(agent), { "data-tool": `hint-${agent}` })));
  }
  if (!told.over && told.viewer !== "public" && (told.watching || told.names.length > 1)) {
    const pace = make("select", { "aria-label": "seconds between agents' moves", "data-tool": "pace", onchange: (event) => setPace(Number(event.target.value), told.paused) });
    const paces = [...new Set([0, 0.3, 0.7, 1.5, 3, told.pace])].sort((one, other) => one - other);
    pace.append(...paces.map((value) => make("option", { value, selected: value === told.pace }, `${value} s`)));
    tools.push(make("label", { class: "row" }, "Pace", pace));
    tools.push(tool(told.paused ? "Go on" : "Pause", () => setPace(told.pace, !told.paused), { "data-tool": "pause" }));
    if (told.paused && !told.mine) tools.push(tool("Step", () => act("step"), { "data-tool": "step" }));
  }
  if (told.over) {
    tools.push(make("a", { class: "button primary", href: `/replay/${id}` }, "Replay"));
    tools.push(make("a", { class: "button", href: `/api/replays/${id}/file`, download: "" }, "Download"));
  }
  if (told.sheet) tools.push(make("a", { class: "button", href: `/sheets#${told.sheet}` }, "Score sheet"));
  if (told.sheet_problem) tools.push(make("p", { class: "problem" }, told.sheet_problem));
  if (told.viewers.length > 1) {
    const select = make("select", { "aria-label": "seen from", "data-tool": "seat", onchange: (event) => lookFrom(event.target.value) });
    select.append(...told.viewers.map((one) => make("option", { value: one, selected: one === told.viewer }, told.names[one])));
    tools.push(make("label", { class: "row" }, "Seen from", select));
  }
  by("tools").replaceChildren(...tools);
  if (focused) by("tools").querySelector(`[data-tool="${CSS.escape(focused)}"]`)?.focus();
}

async function hint(agent) {
  const place = by("hint");
  place.hidden = false;
  place.textContent = `${agent} thinks ...`;
  const found = await attempt(() => ask(`${path}/hint`, "POST", { agent }));
  place.textContent = "";
  if (!found) return;
  place.append(
    make("strong", {}, `${agent} would play: ${found.words}`),
    make("ul", {}, ...found.chances.map(([words, chance]) => make("li", {}, `${(100 * chance).toFixed(0)} %: ${words}`))),
  );
  by("live").textContent = `${agent} would play ${found.words}`;
}

rove(by("board"), "button.card", true);
rove(by("moves"), "button", false);
by("board").addEventListener("dragover", (event) => event.preventDefault());
by("board").addEventListener("drop", (event) => {
  event.preventDefault();
  if (choosing.complete) play(choosing.complete.action);
});
by("board").addEventListener("dragend", () => drawBoard());
by("filter").addEventListener("input", drawMoves);
by("filter").addEventListener("keydown", (event) => {
  if (event.key === "Enter") by("moves").querySelector("button")?.click();
  if (event.key === "ArrowDown") by("moves").querySelector("button")?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && told) {
    choosing.clear();
    by("filter").value = "";
    drawBoard();
  }
});
document.addEventListener("visibilitychange", listen);
listen();
