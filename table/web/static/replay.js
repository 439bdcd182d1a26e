// The page of a replay: any position of a game that is over, from any seat.

import { ask, attempt, by, make, rove, settleRoving } from "./page.js";
import { drawScene } from "./scene.js";

const id = window.location.pathname.split("/").pop();
const path = `/api/replays/${id}`;
let told = null;
let step = 0;
let asking = false;
let again = false;

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
  drawScene(by("board"), { ...scene, moves: [] });
  by("jump").value = step;
  const action = told.actions[step - 1];
  const words = action ? `${told.names[action.player]}: ${action.words}` : "the deal";
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

function tool(words, label, move) {
  return make("button", { type: "button", "aria-label": label, onclick: () => show(move()) }, words);
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
    tool("▶", "one action on", () => step + 1),
    tool("▶|", "to the end", () => told.actions.length),
    make("a", { class: "button", href: `${path}/file`, download: "" }, "Download"),
  );
  by("log").append(
    ...told.actions.map((action, number) =>
      make("li", {}, make("button", { type: "button", onclick: () => show(number + 1) }, `${told.names[action.player]}: ${action.words}`)),
    ),
  );
  rove(by("log"), "button", false);
  settleRoving(by("log"), "button");
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, #log")) return;
    if (event.key === "ArrowLeft") show(step - 1);
    if (event.key === "ArrowRight") show(step + 1);
  });
  show(0);
}

start();
