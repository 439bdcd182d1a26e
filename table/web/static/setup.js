// The first page: games that go on, today's deals, the choice of a game, its form; finished games and replays from a file.

import { addRovingFocus, ask, attempt, byId, createElement } from "./page.js";
import { drawForm, readOptions, seatChoices, seatNames } from "./form.js";
import { GameList } from "./games.js";
import { explainsFirst, switchFirst } from "./guide.js";
import { keepMyName } from "./people.js";
import { showRules } from "./rules.js";
import { dealOfToday, drawToday } from "./today.js";

const SLOW_MS = 700;
const COMPILING = "Preparing the table, up to a minute the first time.";

let chosen = null;
let isDealing = false;
let games = [];
let tables = []; // of this browser
const list = new GameList(choose);

async function choose(game) {
  const content = await attempt(() => ask(`/api/games/${game.id}`));
  if (!content) return;
  chosen = game;
  list.mark(game);
  byId("chosen").textContent = game.title;
  byId("about").textContent = content.about;
  byId("form").hidden = false;
  drawForm(game, content.agents);
  if (window.innerWidth < 900) byId("panel").scrollIntoView();
  prepare(game);
}

// Compile the rules while the person chooses the settings.
async function prepare(game) {
  byId("state").textContent = "";
  const slow = window.setTimeout(() => {
    if (chosen === game) byId("state").textContent = COMPILING;
  }, SLOW_MS);
  const ready = await attempt(() => ask(`/api/games/${game.id}/prepare`, "POST"));
  window.clearTimeout(slow);
  if (chosen === game && !isDealing) byId("state").textContent = ready ? "Ready." : "";
}

async function startGame(event) {
  event.preventDefault();
  const seats = seatChoices();
  const seed = byId("seed").value.trim();
  const plan = { game: chosen.id, players: seats.length, seats, options: readOptions(), names: seatNames() };
  keepMyName(plan.names[seats.indexOf("me")]);
  if (seed) plan.seed = seed; // a string of digits, since a number has only 53 bits
  await deal(plan, byId("state"));
}

// Start today's deal of a patience.
async function startToday(game) {
  const state = byId("today-games").querySelector(`[data-today="${game.id}"] .muted`);
  await deal({ game: game.id, players: 1, seats: ["me"], seed: dealOfToday() }, state);
  showToday();
}

// Make a table and go to it. state: the element that shows how far this is.
async function deal(plan, state) {
  if (isDealing) return; // pressed twice
  isDealing = true;
  state.textContent = state.textContent === COMPILING ? `Dealing. ${COMPILING}` : "Dealing …";
  const slow = window.setTimeout(() => { state.textContent = `Dealing. ${COMPILING}`; }, SLOW_MS);
  const made = await attempt(() => ask("/api/tables", "POST", plan));
  window.clearTimeout(slow);
  state.textContent = "";
  if (made) window.location.href = `/table/${made.id}`;
  else isDealing = false;
}

const askAll = async (address) => (await attempt(() => ask(address))) ?? [];

async function listTables() {
  tables = await askAll("/api/tables");
  drawTables();
}

function drawTables() {
  const going = tables.filter((table) => table.status === "playing" && !table.problem);
  const finished = tables.filter((table) => !going.includes(table));
  byId("going-on").hidden = going.length === 0;
  byId("tables").replaceChildren(...going.map(drawTable));
  byId("finished").replaceChildren(...finished.map(drawTable));
  if (finished.length === 0) byId("finished").append(createElement("li", { class: "muted" }, "none yet"));
  list.showRecent(tables.map((table) => table.game));
  showToday();
}

const showToday = () => drawToday(games, tables, startToday);

function drawTable(table) {
  const others = table.seats.filter((name) => name !== "you");
  const day = new Date(table.made * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const remove = () => attempt(() => ask(`/api/tables/${table.id}`, "DELETE")).then(listTables);
  return createElement(
    "li",
    { class: "row" },
    table.problem ? createElement("span", {}, table.title) : createElement("a", { href: `/table/${table.id}` }, table.title),
    createElement("span", { class: "muted" }, [others.length ? `with ${others.join(", ")}` : "", day].filter(Boolean).join(" · ")),
    table.problem && createElement("span", { class: "problem" }, table.problem),
    table.own && createElement("button", { type: "button", "aria-label": `delete ${table.title}`, onclick: remove }, "Delete"),
  );
}

async function deleteRecords() {
  if (window.confirm("Delete the results and statistics of all your games?")) await attempt(() => ask("/api/records", "DELETE"));
}

async function upload() {
  const [file] = byId("upload").files;
  if (!file) return;
  const kept = await attempt(() => ask("/api/replays", "POST", file));
  byId("upload").value = "";
  if (kept) window.location.href = `/replay/${kept.id}`;
}

addRovingFocus(byId("games"), "button", true);
addRovingFocus(byId("kinds"), "button", true);
byId("form").addEventListener("submit", startGame);
byId("explain").checked = explainsFirst();
byId("explain").addEventListener("change", (event) => switchFirst(event.target.checked));
byId("upload").addEventListener("change", upload);
byId("delete-records").addEventListener("click", deleteRecords);
byId("show-rules").addEventListener("click", () => showRules(byId("rules"), chosen.id));
window.addEventListener("pageshow", (event) => {
  isDealing = false;
  if (event.persisted) listTables(); // the back button shows the page as it was left
});
// All is drawn at once: a game that moved between press and release would not be chosen.
[games, tables] = await Promise.all([askAll("/api/games"), askAll("/api/tables")]);
list.show(games);
drawTables();
