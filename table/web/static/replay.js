// The page of a replay: every position of a finished game, from every seat.

import { addRovingFocus, ask, attempt, byId, createElement, suited, updateRovingFocus } from "./page.js";
import { animateCards, recordPositions } from "./motion.js";
import { showRules } from "./rules.js";
import { drawScene } from "./scene.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/replays/${id}`;
const parameters = new URLSearchParams(window.location.search); // the address holds the step and the seat
const PAUSE_MS = 1000; // between steps of the playback
let replay = null;
let step = 0;
let drawn = -1; // the step that is shown
let isFetching = false;
let isOutdated = false; // another position was requested while one was being fetched
let playing = 0; // the timer of the next step

// Show a position. While one is being fetched, only the last requested position is fetched after it.
async function show(wanted) {
  step = Math.max(0, Math.min(replay.actions.length, wanted));
  isOutdated = isFetching;
  if (isFetching) return;
  isFetching = true;
  const scene = await attempt(() => ask(`${path}/${step}?seat=${byId("seat").value}`));
  isFetching = false;
  if (isOutdated) {
    show(step);
    return;
  }
  if (!scene) return;
  const action = replay.actions[step - 1];
  const from = step === drawn + 1 ? recordPositions(byId("board")) : null;
  drawn = step;
  drawScene(byId("board"), { ...scene, moves: [] }, {
    said: action ? { [action.player]: action.words } : {},
    turns: scene.turns,
    past: replay.actions.slice(0, step).findLast((one) => one.trick.length)?.trick ?? [],
  });
  if (from && action) animateCards(byId("board"), from, action.player);
  byId("jump").value = step;
  window.history.replaceState(null, "", `?step=${step}&seat=${byId("seat").value}`);
  const words = action ? `${replay.names[action.player]} ${action.words}` : "the deal";
  const last = step === replay.actions.length && replay.scores.length;
  const scores = last ? `. The end: ${replay.names.map((name, seat) => `${name} ${replay.scores[seat]}`).join(", ")}` : "";
  byId("status").textContent = `${step} of ${replay.actions.length}: ${words}${scores}`;
  byId("live").textContent = byId("status").textContent;
  for (const [number, line] of [...byId("log").querySelectorAll("button")].entries()) {
    line.setAttribute("aria-current", number + 1 === step ? "step" : "false");
    const log = byId("log");
    if (number + 1 === step) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  }
}

// Start or stop the playback, which stops at the end.
function setPlaying(isOn) {
  window.clearTimeout(playing);
  playing = 0;
  byId("play").textContent = isOn ? "Pause" : "Play";
  if (!isOn) return;
  playing = window.setTimeout(async () => {
    await show(step + 1);
    setPlaying(step < replay.actions.length);
  }, PAUSE_MS);
}

function tool(words, label, move) {
  return createElement("button", { type: "button", "aria-label": label, onclick: () => { setPlaying(false); show(move()); } }, words);
}

async function start() {
  replay = await attempt(() => ask(path));
  if (!replay) return;
  byId("title").textContent = replay.title;
  document.title = `${replay.title}: cardzoo replay`;
  byId("seat").append(...replay.names.map((name, seat) => createElement("option", { value: seat }, name)));
  byId("seat").addEventListener("change", () => show(step));
  byId("jump").max = replay.actions.length;
  byId("jump").addEventListener("input", () => show(Number(byId("jump").value)));
  byId("tools").append(
    tool("|◀", "to the deal", () => 0),
    tool("◀", "one action back", () => step - 1),
    createElement("button", { type: "button", id: "play", class: "primary", onclick: () => { if (step === replay.actions.length) step = 0; setPlaying(!playing); } }, "Play"),
    tool("▶", "one action forward", () => step + 1),
    tool("▶|", "to the end", () => replay.actions.length),
    createElement("a", { class: "button", href: `${path}/file`, download: "" }, "Download"),
  );
  byId("log").append(
    ...replay.actions.map((action, number) =>
      createElement("li", {}, createElement("button", { type: "button", onclick: () => show(number + 1) }, suited(`${replay.names[action.player]} ${action.words}`))),
    ),
  );
  addRovingFocus(byId("log"), "button", false);
  updateRovingFocus(byId("log"), "button");
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, #log")) return;
    if (event.key === "ArrowLeft") show(step - 1);
    if (event.key === "ArrowRight") show(step + 1);
  });
  byId("seat").value = replay.names[parameters.get("seat")] ? parameters.get("seat") : "0";
  window.addEventListener("resize", () => show(step));
  byId("show-rules").addEventListener("click", () => showRules(byId("rules"), replay.game));
  show(Number(parameters.get("step")) || 0);
}

start();
