// The page of one table: shows the server's messages and sends a person's actions.

import { addRovingFocus, ask, attempt, byId, capitalized, createElement, signed, suited, updateRovingFocus, whenReleased } from "./page.js";
import { asPlayed, cardName, pictureAddress, usePack } from "./cards.js";
import { Choosing, Picking } from "./choosing.js";
import { compose } from "./composing.js";
import { enableDragging } from "./dragging.js";
import { closeDrawer, enableDrawers, openTools } from "./drawers.js";
import { Guide } from "./guide.js";
import { celebrate, drawGameEnd } from "./game_end.js";
import { drawHandEnd, lowWins, stopAtEnd } from "./hand_end.js";
import { HintPanel, hintInWords } from "./hint.js";
import { Menu } from "./menu.js";
import { animateCards, recordPositions } from "./motion.js";
import { PeoplePanel, askForName, awaited, drawCurtain, hideFromNext, personAt } from "./people.js";
import { showRules } from "./rules.js";
import { isSafeOn } from "./safe_cards.js";
import { drawScene } from "./scene.js";
import { playSounds } from "./sounds.js";
import { Sorting } from "./sorting.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/tables/${id}`;
const LONG_LIST = 12; // longest list of moves without a filter
const SLOW_MS = 2500; // after which an agent without a move may be compiling
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

let message = null; // the message that is shown
let seat = new URLSearchParams(window.location.search).get("seat"); // the requested seat to look from
let stream = null;
let choosing = new Choosing([], () => 0);
let chosen = []; // steps of a move composed in the list
let sending = false;
let leaving = false; // for another table
let announced = ""; // last text for screen readers
let drawnTools = "";
let lastFocus = ""; // the part with the keyboard focus before the table was redrawn
let lastCard = null; // the place of the card that had the keyboard focus last
let waiting = 0;
const sorting = new Sorting();
const people = new PeoplePanel(id, path, act);
const hints = new HintPanel(path, drawTools);
const guide = new Guide(() => { closeDrawer("guide"); hints.show(message); });
const menu = new Menu({ setPace: (pace) => setPace(pace, message.paused), lookFrom, changed: redraw });

// Open the stream of events. A hidden page closes its own: browsers open only six connections to a server.
function listen() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(seat === null ? `${path}/events` : `${path}/events?seat=${seat}`);
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.onopen = () => {
    setSending(false); // a response may have been lost; the server rejects a late request by its number
    byId("problem").textContent = "";
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) attempt(showRefusal);
    else byId("problem").textContent = "the server does not answer; trying again";
  };
}

// Look from another seat. The address holds the seat, so that a reload keeps it.
function lookFrom(player) {
  seat = player;
  window.history.replaceState(null, "", `?seat=${player}`);
  listen();
}

// Show why the stream was refused: the server's reason, or a lost connection.
async function showRefusal() {
  await ask(path);
  throw new Error("Connection lost. Reload.");
}

// Mark the board while a move is on its way.
function setSending(isOn) {
  sending = isOn;
  byId("board").classList.toggle("sending", isOn);
  byId("board").setAttribute("aria-busy", `${isOn}`);
}

// Send a request. The stream shows its result; the response is shown only without a stream, since it may be older.
async function act(request, content = {}) {
  if (sending) return;
  setSending(true);
  const answer = await attempt(() => ask(`${path}/${request}`, "POST", { ...content, seat }));
  setSending(false);
  if (answer && stream.readyState !== EventSource.OPEN) show(answer);
}

function play(move) {
  const safe = message.has_safe && isSafeOn();
  act("play", { action: [move.action, ...move.then], moved: message.moved, safe, touched: choosing.touched });
}

function setPace(pace, paused) {
  act("pace", { pace, paused });
}

const show = (sent) => whenReleased("news", () => showNow(sent));

function showNow(sent) {
  const next = sent.ended ? stopAtEnd(sent) : hideFromNext(sent);
  if (JSON.stringify(next) === JSON.stringify(message)) return; // repeated after a break
  const before = message;
  message = next;
  setSending(false); // the stream may bring the result of a request before its response arrives
  for (const place of ["board", "moves"]) if (byId(place).contains(document.activeElement)) lastFocus = place;
  if (document.activeElement !== document.body && !byId(lastFocus || "board").contains(document.activeElement)) lastFocus = "";
  lastCard = document.activeElement?.dataset?.place ?? lastCard;
  const choices = ({ scene, mine }) => JSON.stringify([scene, mine]);
  if (!before || choices(before) !== choices(message)) { // otherwise, such as after a change of pace, a begun move stays
    usePack(message.scene);
    const zones = new Map(message.scene.bands.flatMap((band) => band.zones).map((zone) => [zone.id, zone]));
    const faceInHand = (zone, card) => (zones.get(zone)?.kind === "hand" ? asPlayed(zones.get(zone).cards[card]) : -2);
    choosing = message.scene.pick && message.mine ? new Picking(message.scene.moves, faceInHand, message.scene.pick) : new Choosing(message.mine ? message.scene.moves : [], faceInHand);
    chosen = [];
    hints.clear();
    byId("filter").value = "";
  }
  byId("problem").textContent = "";
  byId("deal-chosen").hidden = !message.deal_chosen;
  byId("title").textContent = message.scene.title;
  document.title = `${message.mine ? "● " : ""}${message.scene.title}: cardzoo`;
  const last = message.log.at(-1);
  const from = before && last ? recordPositions(byId("board")) : null;
  drawBoard();
  if (from) animateCards(byId("board"), from, message.log.findLast((line) => line.player !== null)?.player ?? "");
  if (before) playSounds(before, message);
  drawLog();
  drawHands();
  drawEnd();
  if (before && !before.over && message.outcome === "won") celebrate(byId("board"));
  drawTools();
  menu.draw(message);
  people.draw(message);
  guide.draw(message);
  if (!before) askForName(path, message);
  showStatus();
  if (lastFocus && document.activeElement === document.body) returnFocus();
  const end = message.result ? `: ${ranking().map((line) => `${line.rank}. ${line.name} (${line.score})`).join(", ")}` : "";
  const news = [last ? lineInWords(last) : "", statusInWords() + end].filter(Boolean).join(". ");
  if (news !== announced) byId("live").textContent = announced = news;
}

// Give the focus back: to the playable card nearest to the one that had it, or to the first move of the list.
function returnFocus() {
  const [zone, place] = (lastCard ?? "").split("/");
  const cards = [...byId("board").querySelectorAll("button.card")];
  const distance = (card) => {
    const [there, number] = card.dataset.place.split("/");
    return there === zone ? Math.abs(number - place) : Infinity;
  };
  const nearest = cards.sort((one, other) => distance(one) - distance(other) || 0).at(0);
  const card = lastFocus === "board" ? nearest : null;
  (byId("next-hand") ?? card ?? byId("moves").querySelector("button:not(:disabled)"))?.focus();
}

// Show whose turn it is; if an agent takes long, show a reason.
function showStatus() {
  window.clearTimeout(waiting);
  byId("status").textContent = statusInWords();
  byId("status").classList.toggle("mine", message.mine);
  const person = personAt(message, message.turn);
  if (message.over || message.ended || message.mine || message.paused || awaited(message).length || (person && !person.stand_in)) return;
  waiting = window.setTimeout(() => {
    byId("status").textContent = `${statusInWords()} … thinking, or preparing the table: up to a minute the first time`;
  }, SLOW_MS);
}

// Buttons to leave the game of a person alone: resign, or for a patience another deal, or the same one.
function leaveTools() {
  const { over, host, people: others, me, names } = message;
  if (over || !host || others.length || me === null) return [];
  if (names.length > 1) return [tool("Resign", () => window.confirm("Resign this game?") && act("resign"), { "data-tool": "resign" })];
  const leave = (words, question, content) => tool(words, () => (!message.moved || window.confirm(question)) && again(content), { "data-tool": words });
  return [
    leave("New deal", "Give up this deal and get a new one?", {}),
    leave("Restart this deal", "Begin this deal again?", { same: true }),
    message.finish ? tool("Finish for me", () => act("finish", { moved: message.moved }), { class: "primary", "data-tool": "finish" }) : null,
  ].filter(Boolean);
}

const lineInWords = (line) => (line.player === null ? line.words : `${message.names[line.player]} ${line.words}`);

function statusInWords() {
  if (message.trouble) return message.trouble;
  if (message.over) return message.resigned ? "You resigned" : "The game is over";
  if (message.ended) return `Hand ${message.ended.number} is over`;
  if (awaited(message).length) return `Waiting for ${awaited(message).map((one) => one.name).join(" and ")}`;
  if (message.curtain) return `Hand the device to ${message.curtain.name}`;
  if (message.mine) return `Your turn: ${message.scene.asks[0].toLowerCase()}${message.scene.asks.slice(1)}`;
  return `${message.names[message.turn]} to play${message.paused ? "; paused" : ""}`;
}

// The seats by rank; none after a resignation.
function ranking() {
  const { scores, ranks } = message.result ?? { scores: [], ranks: [] };
  const order = ranks.map((rank, player) => ({ rank, player, name: message.names[player], score: scores[player] }));
  return order.sort((one, other) => one.rank - other.rank);
}

const pastTrick = () => message.log.findLast((line) => line.trick.length)?.trick ?? [];

// Words for each seat's actions since the person's last move, by seat.
function saidBySeat() {
  const all = message.log.filter((line) => line.player !== null);
  const lines = all.slice(all.findLastIndex((line) => String(line.player) === message.viewer && message.scene.moves.length + message.moved > 0) + 1);
  return Object.fromEntries(lines.slice(-message.names.length).map((line) => [line.player, line.words]));
}

const hasTricks = () => message.scene.bands.some((band) => band.arrangement === "ring");

function handOrder(zone) {
  return sorting.places(zone.cards, hasTricks());
}

function ownHand() {
  return message.scene.bands.flatMap((band) => band.zones).find((zone) => zone.kind === "hand" && zone.seat === message.scene.player);
}

function sortHand() {
  sorting.turn(message.family === "rummy");
  drawBoard();
  byId("board").querySelector("button.small")?.focus();
}

function drawBoard() {
  const hand = ownHand();
  const isSorted = hand && hand.cards.length > 2 && new Set(hand.cards).size > 1 && message.viewer !== "public";
  const sort = createElement("button", { type: "button", class: "small", onclick: sortHand }, "Sort");
  drawScene(byId("board"), message.scene, {
    choosing: message.mine ? choosing : null,
    touch,
    order: handOrder,
    melded: (zone) => sorting.melded(zone.cards),
    past: message.ended?.trick ?? message.log.at(-1)?.trick ?? [], // until the next move
    said: message.ended ? {} : saidBySeat(),
    turns: message.turns,
    tools: isSorted ? [sort] : [],
  });
  if (message.curtain) byId("board").append(drawCurtain(message.curtain, lookFrom));
  updateRovingFocus(byId("board"), "button.card");
  drawMoves();
}

function touch(place) {
  if (message.names.length === 1 && choosing.isTouched(place)) {
    const home = choosing.open.find((move) => move.targets.length === 1 || isHome(move.targets.at(-1).zone));
    if (home) {
      play(home);
      return;
    }
  }
  const move = choosing.touch(place);
  if (move) play(move);
  else drawBoard();
}

const isHome = (name) => message.scene.bands.some((band) => band.zones.some((zone) => zone.id === name && zone.home));

// Show why a touched card cannot be played.
async function explainIllegal(place) {
  const found = await attempt(() => ask(`${path}/why`, "POST", { zone: place.zone, card: place.card }));
  if (found?.words) byId("problem").textContent = found.words;
}

let touchedBefore = []; // places that were touched before a drag

const isOwnHand = (place) => ownHand()?.id === place?.zone;

enableDragging(byId("board"), {
  canDrag: (place) => (message.mine && choosing.isUseful(place)) || (isOwnHand(place) && message.viewer !== "public"),
  taken: (place) => {
    touchedBefore = [...choosing.touched];
    if (!message.mine || !choosing.isUseful(place)) return;
    if (!choosing.isTouched(place)) choosing.touch(place);
    drawBoard();
  },
  // A card dropped where its move ends plays it; within the own hand it changes its place. Any other drop does nothing.
  dropped: async (from, place, after, isMiddle) => {
    const isStarted = message.mine && choosing.touched.length > 0;
    if (place && isOwnHand(place) && isOwnHand(from)) {
      const hand = ownHand();
      if (place.card !== from.card) choosing.touched = touchedBefore;
      sorting.put(hand.cards, handOrder(hand), from.card, place.card, after);
    } else if (isStarted && place && choosing.isNext(place)) {
      const move = choosing.touch(place);
      if (move) play(move);
    } else if (isStarted && place && choosing.isTouched(place)) {
      return drawBoard(); // put back to where it was: a touch
    } else {
      const action = isStarted && !message.scene.pick ? await meantBy(from, place, isMiddle) : null;
      if (action) play(action);
      else choosing.touched = touchedBefore;
      drawBoard();
      return action !== null;
    }
    return drawBoard();
  },
});

// The move of a card that was dropped over a place which no move names, or null. A trick lies anywhere in the middle.
async function meantBy(from, place, isMiddle) {
  if (isMiddle && hasTricks()) return choosing.complete;
  if (!place) return null;
  const found = await attempt(() => ask(`${path}/drop`, "POST", { zone: from.zone, card: from.card, onto: place.zone, seat }));
  return message.scene.moves.find((move) => move.action === found?.action && !move.then.length) ?? null;
}

function drawMoves() {
  if (message.mine && message.scene.pick) {
    drawPick();
    return;
  }
  const isNarrowed = byId("filter").value.trim() !== "";
  const open = narrowed(choosing.open);
  const { moves, groups } = isNarrowed || choosing.touched.length ? { moves: open, groups: [] } : compose(open, chosen);
  byId("choices").hidden = !message.mine;
  byId("filter-field").hidden = message.scene.moves.length <= LONG_LIST;
  const back = createElement("button", { type: "button", class: "back", onclick: () => step(chosen.slice(0, -1)) }, "‹ back");
  const buttons = [
    ...(chosen.length && !isNarrowed && !choosing.touched.length ? [back] : []),
    ...groups.map(({ step: next, count }) => createElement("button", { type: "button", class: "group", onclick: () => step([...chosen, next]) }, `${groupName(next)} (${count})`)),
    ...moves.map((move) => createElement("button", { type: "button", class: choosing.touched.length && move === choosing.complete ? "primary" : null, "data-action": move.action, onclick: () => play(move) }, suited(move.says))),
  ];
  byId("moves").replaceChildren(...buttons.map((button) => createElement("li", {}, button)));
  updateRovingFocus(byId("moves"), "button");
}

// Name of a group of moves, from the words that they begin with: "Pair" for "a pair of".
const groupName = (words) => capitalized(words.replace(/^(an?|the) /, "").replace(/( of|:)$/, ""));

// The button of a choice of several cards.
function drawPick() {
  byId("choices").hidden = false;
  byId("filter-field").hidden = true;
  const { says, count } = message.scene.pick;
  const missing = count - choosing.touched.length;
  const button = createElement("button", { type: "button", class: "primary", disabled: missing > 0, onclick: () => play(choosing.complete) }, says);
  const state = createElement("span", { class: "muted" }, missing ? `${choosing.touched.length} of ${count} chosen` : "Touch a card again to take it back.");
  byId("moves").replaceChildren(createElement("li", {}, button), createElement("li", {}, state));
}

// Go to a step of a composed move.
function step(steps) {
  chosen = steps;
  drawMoves();
  byId("moves").querySelector("button:not(.back)")?.focus();
}

function narrowed(moves) {
  const parts = byId("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const card = (part) => part.replace(/^(10|[2-9ajqk]|t)([cdhs])$/, (_, rank, suit) => (rank === "t" ? "10" : rank) + SUITS[suit]);
  const has = (move, word) => `${move.words} ${move.says}`.toLowerCase().includes(word);
  return moves.filter((move) => parts.every((part) => [part, card(part)].some((word) => has(move, word))));
}

function drawLog() {
  const log = byId("log");
  const lines = message.log.map((line) => (line.player === null ? createElement("li", { class: "hand-end" }, suited(line.words)) : createElement("li", {}, createElement("b", {}, message.names[line.player]), suited(` ${line.words}`))));
  const [position, isAtEnd] = [log.scrollTop, log.scrollTop + log.clientHeight >= log.scrollHeight - 2];
  log.replaceChildren(...lines);
  if (!lines.length) log.append(createElement("li", { class: "muted" }, "nothing yet"));
  log.scrollTop = isAtEnd ? log.scrollHeight : position; // a reader who has scrolled back stays there
  const trick = pastTrick();
  byId("last-trick").hidden = !trick.length;
  const cards = trick.map(([player, card]) => createElement("figure", {}, createElement("img", { src: pictureAddress(card), alt: cardName(card) }), createElement("figcaption", {}, message.names[player])));
  byId("last-trick").replaceChildren(createElement("h2", {}, "Last trick"), createElement("div", { class: "row" }, ...cards));
}

function drawHands() {
  byId("hands").hidden = message.hands.length === 0;
  const rows = message.hands.map((scores, number) =>
    createElement("tr", {}, createElement("th", { scope: "row" }, `${number + 1}`), ...scores.map((score) => createElement("td", { class: "number" }, signed(score)))),
  );
  const heads = message.names.map((name) => createElement("th", { scope: "col" }, name));
  byId("scores").replaceChildren(createElement("table", {}, createElement("tr", {}, createElement("th", {}, "hand"), ...heads), ...rows), lowWins(message));
}

function tool(words, onclick, attributes = {}) {
  return createElement("button", { type: "button", onclick, ...attributes }, words);
}

function sheetLink() {
  return createElement("a", { class: "button", href: `/sheets#${message.sheet}` }, "Score sheet");
}

// Redraw the tools only if they change: replacing a button loses a click, and replacing a list closes it.
function drawTools() {
  const { mine, undo, over, watching, names, paused, sheet, sheet_problem, host } = message;
  const agentsPlay = watching || names.length > Math.max(1, message.people.filter((one) => !one.stand_in).length);
  const hint = mine && !message.people.length && message.hints.length ? hintInWords(message) : "";
  const wanted = JSON.stringify([mine, undo, hint, over, agentsPlay, names, paused, sheet, sheet_problem, host, message.finish, message.moved > 0]);
  if (wanted === drawnTools) return;
  drawnTools = wanted;
  const focused = document.activeElement?.dataset?.tool;
  const tools = [];
  if (mine && !message.people.length) tools.push(tool("Take back", () => act("undo", { moved: message.moved }), { disabled: !undo, "data-tool": "undo" }));
  if (hint) tools.push(tool(hint, () => { closeDrawer("tools"); hints.show(message); }, { "data-tool": "hint" }));
  tools.push(...leaveTools());
  if (!over && host && agentsPlay) {
    tools.push(tool(paused ? "Go on" : "Pause", () => setPace(message.pace, !message.paused), { "data-tool": "pause" }));
    if (paused && !mine) tools.push(tool("Step", () => act("step"), { "data-tool": "step" }));
  }
  if (sheet && !over) tools.push(sheetLink());
  if (sheet_problem) tools.push(createElement("p", { class: "problem" }, sheet_problem));
  byId("tools").replaceChildren(...tools);
  if (over) closeDrawer("tools"); // it would cover the result
  else if (watching) openTools();
  if (focused) byId("tools").querySelector(`[data-tool="${CSS.escape(focused)}"]`)?.focus();
}

// Draw everything that the menu may have changed.
function redraw() {
  drawBoard();
  drawLog();
  guide.draw(message);
}

// The result of the game, buttons for another game, and links to its replay and its sheet.
function drawEnd() {
  byId("end").hidden = !message.over && !message.ended;
  if (byId("end").hidden) byId("end").replaceChildren();
  if (message.ended && !message.over) {
    const isLooking = !message.watching && message.viewer !== "public";
    byId("end").replaceChildren(...drawHandEnd(message, isLooking ? () => act("next_hand") : null));
  }
  if (!message.over) return;
  const button = (words, content, kind = null) => createElement("button", { type: "button", class: kind, onclick: () => again(content) }, words);
  const alone = message.names.length === 1;
  const buttons = [
    ...(message.deals_on && message.result ? [createElement("button", { type: "button", id: "deal-on", class: "primary", onclick: dealOn }, "Next deal")] : []),
    button(message.result ? "Play again" : "New deal", {}, message.deals_on && message.result ? null : "primary"),
    button("Same deal again", { same: true }),
    ...(alone ? [] : [button("Same deal, next seat", { same: true, next_seat: true })]),
  ];
  const follow = createElement("a", { class: "button primary", href: `/table/${message.next}` }, "Play again with the others");
  const replay = [
    createElement("a", { class: "button", href: `/replay/${id}` }, "Replay"),
    createElement("a", { class: "button", href: `/api/replays/${id}/file`, download: "" }, "Download"),
  ];
  const links = [
    ...(message.result ? replay : []), // only of a finished game
    ...(message.sheet ? [sheetLink()] : []),
  ];
  byId("end").replaceChildren(...drawGameEnd(message, ranking(), [...(message.again ? buttons : message.next ? [follow] : []), ...links]));
}

// Deal the next hand at this table.
async function dealOn() {
  if (await attempt(() => ask(`${path}/deal_on`, "POST"))) listen();
}

// Go to another table with the same settings.
async function again(content) {
  if (leaving) return; // pressed twice
  leaving = true;
  const made = await attempt(() => ask(`${path}/again`, "POST", content));
  if (made) window.location.href = `/table/${made.id}`;
  else leaving = false;
}

addRovingFocus(byId("board"), "button.card", true);
addRovingFocus(byId("moves"), "button", false);
byId("board").addEventListener("click", (event) => {
  const card = event.target.closest("span.card[data-place]");
  if (!card || !message?.mine) return;
  const zone = card.closest("[data-zone]").dataset.zone;
  explainIllegal({ zone, card: Number(card.dataset.place.split("/").pop()) });
});
byId("filter").addEventListener("input", drawMoves);
byId("filter").addEventListener("keydown", (event) => {
  const found = byId("moves").querySelectorAll("button");
  if (event.key === "Enter" && byId("filter").value.trim() && found.length === 1) found[0].click();
  if (event.key === "ArrowDown") byId("moves").querySelector("button")?.focus();
});
document.addEventListener("keydown", (event) => {
  const isWriting = event.target.matches?.("input, textarea, select");
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isWriting && message?.undo) {
    event.preventDefault();
    act("undo", { moved: message.moved });
  }
  if (event.key === "Escape" && message) {
    choosing.clear();
    chosen = [];
    byId("filter").value = "";
    drawBoard();
  }
});
byId("show-rules").addEventListener("click", () => message && showRules(byId("rules"), message.scene.game));
enableDrawers();
window.addEventListener("resize", () => message && drawBoard());
document.addEventListener("visibilitychange", listen);
window.addEventListener("online", listen);
window.addEventListener("pageshow", () => { leaving = false; }); // also when the back button restores the page
listen();
