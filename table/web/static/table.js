// The page of one table: what the server tells of it, and what a person does there.

import { ask, attempt, by, make, rove, settleRoving, signed, suited, whenReleased } from "./page.js";
import { cardName } from "./cards.js";
import { Choosing } from "./choosing.js";
import { compose } from "./composing.js";
import { letDrag } from "./dragging.js";
import { Guide, explains, switchExplaining } from "./guide.js";
import { asksForLess, doTravel, switchMotion, travel, willTravel } from "./motion.js";
import { PeoplePanel, awaited, drawCurtain, greet, personAt, veil } from "./people.js";
import { showRules } from "./rules.js";
import { drawScene } from "./scene.js";
import { doSound, letHear, switchSounds } from "./sounds.js";
import { Sorting } from "./sorting.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/tables/${id}`;
const LONG_LIST = 12; // moves from which a list can be narrowed
const SLOW_MS = 2500; // after which an agent that has not moved may be compiling
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

let told = null;
let seat = new URLSearchParams(window.location.search).get("seat"); // that the page looks from, where one may choose
let stream = null;
let choosing = new Choosing([], () => 0);
let chosen = []; // steps of a move that is composed in the list
let sending = false;
let leaving = false; // for another table
let heard = "";
let drawnTools = "";
let lastFocus = ""; // where the keyboard was before the table was drawn anew
let waiting = 0;
const sorting = new Sorting();
const people = new PeoplePanel(id, path, act);
const guide = new Guide(hint);

// Open the stream of events. A hidden page closes its own: browsers open only six connections to a server.
function listen() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(seat === null ? `${path}/events` : `${path}/events?seat=${seat}`);
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.onopen = () => {
    sending = false; // an answer that was awaited may have been lost; a deed that comes late is refused by its number
    by("problem").textContent = "";
  };
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

const show = (sent) => whenReleased("news", () => showNow(sent));

function showNow(sent) {
  const message = veil(sent);
  if (JSON.stringify(message) === JSON.stringify(told)) return; // sent again after a break
  const before = told;
  told = message;
  sending = false; // the stream may bring the result of a deed before its answer comes
  for (const place of ["board", "moves"]) if (by(place).contains(document.activeElement)) lastFocus = place;
  if (document.activeElement !== document.body && !by(lastFocus || "board").contains(document.activeElement)) lastFocus = "";
  const seen = ({ scene, mine }) => JSON.stringify([scene, mine]);
  if (!before || seen(before) !== seen(told)) { // else, such as with another pace, what was begun goes on
    const zones = new Map(told.scene.bands.flatMap((band) => band.zones).map((zone) => [zone.id, zone]));
    choosing = new Choosing(told.mine ? told.scene.moves : [], (zone, card) => zones.get(zone)?.cards[card] ?? -2);
    chosen = [];
    by("hint").hidden = true;
    by("filter").value = "";
  }
  by("problem").textContent = "";
  by("deal-chosen").hidden = !told.deal_chosen;
  by("title").textContent = told.scene.title;
  document.title = `${told.mine ? "● " : ""}${told.scene.title}: cardzoo`;
  const last = told.log.at(-1);
  const from = before && last ? willTravel(by("board")) : null;
  drawBoard();
  if (from) travel(by("board"), from, last.player);
  if (before) letHear(before, told);
  drawLog();
  drawHands();
  drawEnd();
  drawTools();
  people.draw(told);
  guide.draw(told);
  if (!before) greet(path, told);
  showStatus();
  if (lastFocus && document.activeElement === document.body) by(lastFocus).querySelector("button")?.focus();
  const end = told.over ? `: ${ranking().map((line) => `${line.rank}. ${line.name} (${line.score})`).join(", ")}` : "";
  const news = [last ? lineInWords(last) : "", statusInWords() + end].filter(Boolean).join(". ");
  if (news !== heard) by("live").textContent = heard = news;
}

// Tell whose turn it is; if an agent takes long, why that may be.
function showStatus() {
  window.clearTimeout(waiting);
  by("status").textContent = statusInWords();
  by("status").classList.toggle("mine", told.mine);
  const person = personAt(told, told.turn);
  if (told.over || told.mine || told.paused || awaited(told).length || (person && !person.stand_in)) return;
  waiting = window.setTimeout(() => {
    by("status").textContent = `${statusInWords()} … thinking, or being compiled: the first time in a game that takes up to a minute`;
  }, SLOW_MS);
}

const lineInWords = (line) => `${told.names[line.player]} ${line.words}`;

function statusInWords() {
  if (told.trouble) return told.trouble;
  if (told.over) return "The game is over";
  if (awaited(told).length) return `Waiting for ${awaited(told).map((one) => one.name).join(" and ")}`;
  if (told.curtain) return `Hand the device to ${told.curtain.name}`;
  if (told.mine) return `Your turn: ${told.scene.asks[0].toLowerCase()}${told.scene.asks.slice(1)}`;
  return `${told.names[told.turn]} to play${told.paused ? "; paused" : ""}`;
}

function ranking() {
  const { scores, ranks } = told.result;
  const order = ranks.map((rank, player) => ({ rank, player, name: told.names[player], score: scores[player] }));
  return order.sort((one, other) => one.rank - other.rank);
}

const pastTrick = () => told.log.findLast((line) => line.trick.length)?.trick ?? [];

// What each other seat has done since the person's last move.
function saidBySeat() {
  const lines = told.log.slice(told.log.findLastIndex((line) => String(line.player) === told.viewer && told.scene.moves.length + told.moved > 0) + 1);
  return Object.fromEntries(lines.slice(-told.names.length).map((line) => [line.player, line.words]));
}

const hasTricks = () => told.scene.bands.some((band) => band.arrangement === "ring");

function handOrder(zone) {
  return sorting.places(zone.cards, hasTricks());
}

function ownHand() {
  return told.scene.bands.flatMap((band) => band.zones).find((zone) => zone.kind === "hand" && zone.seat === told.scene.player);
}

function drawBoard() {
  const hand = ownHand();
  const isSorted = hand && hand.cards.length > 2 && new Set(hand.cards).size > 1 && told.viewer !== "public";
  const sort = make("button", { type: "button", class: "small", onclick: () => { sorting.turn(told.family === "rummy"); drawBoard(); } }, "Sort");
  drawScene(by("board"), told.scene, {
    choosing: told.mine ? choosing : null,
    touch,
    order: handOrder,
    melded: (zone) => sorting.melded(zone.cards),
    past: told.log.at(-1)?.trick ?? [], // until the next move
    said: saidBySeat(),
    turns: told.turns,
    tools: isSorted ? [sort] : [],
  });
  if (told.curtain) by("board").append(drawCurtain(told.curtain, lookFrom));
  settleRoving(by("board"), "button.card");
  drawMoves();
}

function touch(place) {
  if (told.names.length === 1 && choosing.isTouched(place)) {
    const home = choosing.open.find((move) => move.targets.length === 1 || isHome(move.targets.at(-1).zone));
    if (home) {
      play(home.action);
      return;
    }
  }
  const move = choosing.touch(place);
  if (move) play(move.action);
  else drawBoard();
}

const isHome = (id) => told.scene.bands.some((band) => band.zones.some((zone) => zone.id === id && zone.home));

// A card that cannot be played was touched: tell why.
async function tried(place) {
  const found = await attempt(() => ask(`${path}/why`, "POST", { zone: place.zone, card: place.card }));
  if (found?.words) by("problem").textContent = found.words;
}

const isOwnHand = (place) => ownHand()?.id === place?.zone;

letDrag(by("board"), {
  canDrag: (place) => (told.mine && choosing.isUseful(place)) || (isOwnHand(place) && told.viewer !== "public"),
  taken: (place) => {
    if (!told.mine || !choosing.isUseful(place)) return;
    if (!choosing.isTouched(place)) choosing.touch(place);
    drawBoard();
  },
  // Dropped on a place a card plays a move that ends there, or the only one; within the own hand it is put there.
  dropped: (from, place, after) => {
    const started = told.mine && choosing.touched.length > 0;
    const move = started && place && choosing.isNext(place) ? choosing.touch(place) : null;
    if (move) play(move.action);
    else if (place && isOwnHand(place) && isOwnHand(from)) {
      const hand = ownHand();
      sorting.put(hand.cards, handOrder(hand), from.card, place.card, after);
      choosing.clear();
    } else if (started && place !== undefined && choosing.complete && !(place && choosing.isTouched(place))) play(choosing.complete.action);
    else if (!(started && place && choosing.isTouched(place))) choosing.clear();
    drawBoard();
  },
});

function drawMoves() {
  const isNarrowed = by("filter").value.trim() !== "";
  const open = narrowed(choosing.open);
  const { moves, groups } = isNarrowed || choosing.touched.length ? { moves: open, groups: [] } : compose(open, chosen);
  by("choices").hidden = !told.mine;
  by("filter-field").hidden = told.scene.moves.length <= LONG_LIST;
  const back = make("button", { type: "button", class: "back", onclick: () => step(chosen.slice(0, -1)) }, "‹ back");
  const buttons = [
    ...(chosen.length && !isNarrowed && !choosing.touched.length ? [back] : []),
    ...groups.map(({ step: next, count }) => make("button", { type: "button", class: "group", onclick: () => step([...chosen, next]) }, `${next} (${count})`)),
    ...moves.map((move) => make("button", { type: "button", "data-action": move.action, onclick: () => play(move.action) }, suited(move.says))),
  ];
  by("moves").replaceChildren(...buttons.map((button) => make("li", {}, button)));
  settleRoving(by("moves"), "button");
}

// Go to a step of a move that is composed.
function step(steps) {
  chosen = steps;
  drawMoves();
  by("moves").querySelector("button:not(.back)")?.focus();
}

function narrowed(moves) {
  const parts = by("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const card = (part) => part.replace(/^(10|[2-9ajqk]|t)([cdhs])$/, (_, rank, suit) => (rank === "t" ? "10" : rank) + SUITS[suit]);
  const has = (move, word) => `${move.words} ${move.says}`.toLowerCase().includes(word);
  return moves.filter((move) => parts.every((part) => [part, card(part)].some((word) => has(move, word))));
}

function drawLog() {
  const log = by("log");
  const lines = told.log.map((line) => make("li", {}, make("b", {}, told.names[line.player]), suited(` ${line.words}`)));
  const [before, isAtEnd] = [log.scrollTop, log.scrollTop + log.clientHeight >= log.scrollHeight - 2];
  log.replaceChildren(...lines);
  if (!lines.length) log.append(make("li", { class: "muted" }, "nothing yet"));
  log.scrollTop = isAtEnd ? log.scrollHeight : before; // a reader who has scrolled back stays there
  const trick = pastTrick();
  by("last-trick").hidden = !trick.length;
  const cards = trick.map(([player, card]) => make("figure", {}, make("img", { src: `/cards/${card}.svg`, alt: cardName(card) }), make("figcaption", {}, told.names[player])));
  by("last-trick").replaceChildren(make("h2", {}, "Last trick"), make("div", { class: "row" }, ...cards));
}

function drawHands() {
  by("hands").hidden = told.hands.length === 0;
  const rows = told.hands.map((scores, number) =>
    make("tr", {}, make("th", { scope: "row" }, `${number + 1}`), ...scores.map((score) => make("td", { class: "number" }, signed(score)))),
  );
  const heads = told.names.map((name) => make("th", { scope: "col" }, name));
  by("scores").replaceChildren(make("table", {}, make("tr", {}, make("th", {}, "hand"), ...heads), ...rows));
}

function tool(words, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, words);
}

// Draw the tools only if they change: replacing a button loses a click, replacing a list closes it.
function drawTools() {
  const { mine, undo, hints, over, viewer, viewers, watching, names, pace, paused, sheet, sheet_problem, host } = told;
  const agentsPlay = watching || names.length > Math.max(1, told.people.filter((one) => !one.stand_in).length);
  const wanted = JSON.stringify([mine, undo, hints, over, viewer, viewers, agentsPlay, names, pace, paused, sheet, sheet_problem, host, asksForLess()]);
  if (wanted === drawnTools) return;
  drawnTools = wanted;
  const focused = document.activeElement?.dataset?.tool;
  const tools = [];
  if (told.mine && !told.people.length) {
    tools.push(tool("Take back", () => act("undo", { moved: told.moved }), { disabled: !told.undo, "data-tool": "undo" }));
    tools.push(...told.hints.map((agent) => tool(`Hint: ${agent}`, () => hint(agent), { "data-tool": `hint-${agent}` })));
  }
  if (!told.over && told.host && agentsPlay) {
    const pace = make("select", { "aria-label": "seconds between agents' moves", "data-tool": "pace", onchange: (event) => setPace(Number(event.target.value), told.paused) });
    const paces = [...new Set([0, 0.3, 0.7, 1.5, 3, told.pace])].sort((one, other) => one - other);
    pace.append(...paces.map((value) => make("option", { value, selected: value === told.pace }, `${value} s`)));
    tools.push(make("label", { class: "row" }, "Pace", pace));
    tools.push(tool(told.paused ? "Go on" : "Pause", () => setPace(told.pace, !told.paused), { "data-tool": "pause" }));
    if (told.paused && !told.mine) tools.push(tool("Step", () => act("step"), { "data-tool": "step" }));
  }
  if (!asksForLess()) {
    const turn = () => { switchMotion(); drawnTools = ""; drawTools(); };
    tools.push(tool(doTravel() ? "Motion: on" : "Motion: off", turn, { "data-tool": "motion" }));
  }
  if (!told.over && told.viewer !== "public" && !told.watching) {
    const isOn = explains(told.scene.game);
    const turn = () => { switchExplaining(told.scene.game, !isOn); drawnTools = ""; drawTools(); guide.draw(told); };
    tools.push(tool(isOn ? "Explain: on" : "Explain: off", turn, { "data-tool": "explain" }));
  }
  const turn = () => { switchSounds(); drawnTools = ""; drawTools(); };
  tools.push(tool(doSound() ? "Sounds: on" : "Sounds: off", turn, { "data-tool": "sounds" }));
  if (told.over) {
    tools.push(make("a", { class: "button", href: `/replay/${id}` }, "Replay"));
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
  const targets = told.scene.moves.find((move) => move.action === found.action)?.targets ?? [];
  for (const target of targets) {
    by("board").querySelector(`[data-place="${CSS.escape(`${target.zone}/${target.card}`)}"]`)?.classList.add("advised");
  }
  place.append(
    make("strong", {}, `${agent} advises: ${found.words}`),
    found.reason ? make("p", {}, `How ${agent} plays: `, suited(found.reason)) : "",
    make("ul", {}, ...found.chances.map(([words, chance]) => make("li", {}, `${(100 * chance).toFixed(0)} %: ${words}`))),
  );
  by("live").textContent = `${agent} advises: ${found.words}`;
}

// How the game has ended, and what may come next.
function drawEnd() {
  by("end").hidden = !told.over;
  if (!told.over) return;
  const order = ranking();
  const best = order.filter((line) => line.rank === 1);
  const isMe = (line) => line.player === told.me;
  const alone = told.names.length === 1;
  const names = best.map((line) => (line.name === "you" ? "You" : line.name)).join(" and ");
  const title = alone ? `Your score: ${signed(order[0].score)}` : best.length === order.length ? "A draw" : best.some(isMe) && best.length === 1 ? "You have won" : `${names} ${best.length > 1 ? "have" : "has"} won`;
  const rows = order.map((line) =>
    make("tr", { class: isMe(line) ? "me" : null }, make("td", {}, `${line.rank}.`), make("th", { scope: "row" }, line.name), make("td", { class: "number" }, signed(line.score))),
  );
  const deed = (words, content, kind = null) => make("button", { type: "button", class: kind, onclick: () => again(content) }, words);
  const deeds = [
    deed("Play again", {}, "primary"),
    deed("Same deal again", { same: true }),
    ...(alone ? [] : [deed("Same deal, next seat", { same: true, next_seat: true })]),
  ];
  by("end").replaceChildren(
    make("h2", { id: "end-head" }, title),
    alone ? "" : make("table", {}, make("tbody", {}, ...rows)),
    told.decided ? make("p", { class: "decided" }, suited(told.decided)) : "",
    told.again ? make("div", { class: "row" }, ...deeds) : "",
    told.next && !told.again ? make("a", { class: "button primary", href: `/table/${told.next}` }, "Play again with the others") : "",
  );
}

// Sit down at another table like this one.
async function again(content) {
  if (leaving) return; // pressed twice
  leaving = true;
  const made = await attempt(() => ask(`${path}/again`, "POST", content));
  if (made) window.location.href = `/table/${made.id}`;
  else leaving = false;
}

rove(by("board"), "button.card", true);
rove(by("moves"), "button", false);
by("board").addEventListener("click", (event) => {
  const card = event.target.closest("span.card[data-place]");
  if (!card || !told?.mine) return;
  const zone = card.closest("[data-zone]").dataset.zone;
  tried({ zone, card: Number(card.dataset.place.split("/").pop()) });
});
by("filter").addEventListener("input", drawMoves);
by("filter").addEventListener("keydown", (event) => {
  if (event.key === "Enter") by("moves").querySelector("button")?.click();
  if (event.key === "ArrowDown") by("moves").querySelector("button")?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && told) {
    choosing.clear();
    chosen = [];
    by("filter").value = "";
    drawBoard();
  }
});
by("show-rules").addEventListener("click", () => told && showRules(by("rules"), told.scene.game));
for (const part of ["history", "guide"]) by(part).open = window.innerWidth > 900;
window.addEventListener("resize", () => told && drawBoard());
document.addEventListener("visibilitychange", listen);
window.addEventListener("pageshow", () => { leaving = false; }); // also when the back button shows the page as it was left
listen();
