// The page of a replay: any position of a game that is over, from any seat.

import { ask, attempt, by, make, rove, settleRoving } from "./page.js";
import { travel, willTravel } from "./motion.js";
import { showRules } from "./rules.js";
import { drawScene } from "./scene.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/replays/${id}`;
const asked = new URLSearchParams(window.location.search); // the address keeps the step and the seat
const PAUSE_MS = 1000; // between steps, when the replay plays
let told = null;
let step = 0;
let drawn = -1; // the step that is shown
let asking = false;
let again = false;
let playing = 0; // the timer of the next step

// Show a position. While one is being fetched, only the last position wanted is fetched after it.
async function show(wanted) {
  step = Math.max(0, Math.min(told.actions.length, wanted));
  again = asking;
  if (asking) return;
  asking = true;
  const scene = await attempt(() => ask(`${path}/${step}?seat=${by("seat").value}`));
  asking = false;
  if (again) {
    show(step);
    return;
  }
  if (!scene) return;
  const action = told.actions[step - 1];
  const from = step === drawn + 1 ? willTravel(by("board")) : null;
  drawn = step;
  drawScene(by("board"), { ...scene, moves: [] }, {
    said: action ? { [action.player]: action.words } : {},
    turns: scene.turns,
    past: told.actions.slice(0, step).findLast((one) => one.trick.length)?.trick ?? [],
  });
  if (from && action) travel(by("board"), from, action.player);
  by("jump").value = step;
  window.history.replaceState(null, "", `?step=${step}&seat=${by("seat").value}`);
  const words = action ? `${told.names[action.player]} ${action.words}` : "the deal";
  const last = step === told.actions.length && told.scores.length;
  const scores = last ? `. The end: ${told.names.map((name, seat) => `${name} ${told.scores[seat]}`).join(", ")}` : "";
  by("status").textContent = `${step} of ${told.actions.length}: ${words}${scores}`;
  by("live").textContent = by("status").textContent;
  for (const [number, line] of [...by("log").querySelectorAll("button")].entries()) {
    line.setAttribute("aria-current", number + 1 === step ? "step" : "false");
    const log = by("log");
    if (number + 1 === step) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  }
}

// Go on by itself, or stop; stops at the end.
function setPlaying(goes) {
  window.clearTimeout(playing);
  playing = 0;
  by("play").textContent = goes ? "Pause" : "Play";
  if (!goes) return;
  playing = window.setTimeout(async () => {
    await show(step + 1);
    setPlaying(step < told.actions.length);
  }, PAUSE_MS);
}

function tool(words, label, move) {
  return make("button", { type: "button", "aria-label": label, onclick: () => { setPlaying(false); show(move()); } }, words);
}

async function start() {
  told = await attempt(() => ask(path));
  if (!told) return;
  by("title").textContent = told.title;
  document.title = `${told.title}: cardzoo replay`;
  by("seat").append(...told.names.map((name, seat) => make("option", { value: seat }, name)));
  by("seat").addEventListener("change", () => show(step));
  by("jump").max = told.actions.length;
  by("jump").addEventListener("input", () => show(Number(by("jump").value)));
  by("tools").append(
    tool("|◀", "to the deal", () => 0),
    tool("◀", "one action back", () => step - 1),
    make("button", { type: "button", id: "play", class: "primary", onclick: () => { if (step === told.actions.length) step = 0; setPlaying(!playing); } }, "Play"),
    tool("▶", "one action on", () => step + 1),
    tool("▶|", "to the end", () => told.actions.length),
    make("a", { class: "button", href: `${path}/file`, download: "" }, "Download"),
  );
  by("log").append(
    ...told.actions.map((action, number) =>
      make("li", {}, make("button", { type: "button", onclick: () => show(number + 1) }, `${told.names[action.player]} ${action.words}`)),
    ),
  );
  rove(by("log"), "button", false);
  settleRoving(by("log"), "button");
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, #log")) return;
    if (event.key === "ArrowLeft") show(step - 1);
    if (event.key === "ArrowRight") show(step + 1);
  });
  by("seat").value = told.names[asked.get("seat")] ? asked.get("seat") : "0";
  window.addEventListener("resize", () => show(step));
  by("show-rules").addEventListener("click", () => showRules(by("rules"), told.game));
  show(Number(asked.get("step")) || 0);
}

start();
