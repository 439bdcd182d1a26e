// The first page: choice of a game, its options and its seats; the own tables; replays from a file.

import { addRovingFocus, ask, attempt, byId, createElement, updateRovingFocus } from "./page.js";
import { explainsFirst, switchFirst } from "./guide.js";
import { keepMyName, myName, nameField } from "./people.js";
import { showRules } from "./rules.js";

const SLOW_MS = 700;
const COMPILING = "Preparing the table, up to a minute the first time.";

// Kinds of people on seats: the server's words, and those of the page.
const PEOPLE = { me: "me", here: "another player on this device", guest: "a guest" };

let games = [];
let kind = "all";
let chosen = null;
let agents = [];
let isDealing = false;

function option(value, words, selected) {
  return createElement("option", { value, selected }, words);
}

// Three cards for each kind of game; other kinds get cards that depend on their letters.
const PICTURES = {
  betting: [51, 38, 25],
  bluffing: [-1, 38, -1],
  compendium: [12, 24, 36],
  exchange: [32, 45, 19],
  fishing: [22, 1, 40],
  patience: [51, 37, 49],
  poker: [39, 51, 50],
  racing: [0, 1, 2],
  reaction: [12, 25, 38],
  rummy: [32, 33, 34],
  shedding: [6, 19, 32],
  "trick-taking": [39, 13, 26],
};

function pictures(game) {
  const letters = [...game.family].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  const cards = PICTURES[game.family] ?? [letters, letters >> 3, letters >> 6];
  return createElement("span", { class: "fan", "aria-hidden": "true" }, ...cards.map((card) => createElement("img", { src: `${game.pictures}/${card < 0 ? card : card % game.codes}.svg`, alt: "", loading: "lazy" })));
}

function listKinds() {
  const kinds = ["all", ...new Set(games.map((game) => game.family))];
  byId("kinds").replaceChildren(
    ...kinds.map((name) =>
      createElement("button", { type: "button", "aria-pressed": name === kind ? "true" : "false", onclick: () => { kind = name; listKinds(); listGames(); } }, name),
    ),
  );
  updateRovingFocus(byId("kinds"), "button");
}

function listGames() {
  const wanted = byId("search").value.trim().toLowerCase();
  const isOfKind = (game) => kind === "all" || game.family === kind;
  const found = games.filter((game) => isOfKind(game) && `${game.title} ${game.id} ${game.family}`.toLowerCase().includes(wanted));
  byId("games").replaceChildren(
    ...found.map((game) =>
      createElement(
        "li",
        {},
        createElement(
          "button",
          { type: "button", class: "game", "aria-pressed": game === chosen ? "true" : "false", onclick: () => choose(game) },
          pictures(game),
          createElement("strong", {}, game.title),
          createElement("span", { class: "muted" }, `${game.family}, ${playersInWords(game)}`),
          game.length && createElement("span", { class: "muted" }, `${game.length}, ${game.level}`),
        ),
      ),
    ),
  );
  if (found.length === 0) byId("games").append(createElement("li", { class: "muted" }, "No game found"));
  updateRovingFocus(byId("games"), "button");
}

function playersInWords(game) {
  return `${game.players_in_words} player${game.players_in_words === "1" ? "" : "s"}`;
}

async function choose(game) {
  const content = await attempt(() => ask(`/api/games/${game.id}`));
  if (!content) return;
  chosen = game;
  agents = content.agents;
  listGames();
  byId("chosen").textContent = game.title;
  byId("about").textContent = content.about;
  byId("form").hidden = false;
  drawSettings(game.default_players);
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

function drawSettings(players) {
  const numbers = createElement("select", { id: "players", onchange: () => drawSettings(Number(byId("players").value)) });
  numbers.append(...chosen.players.map((number) => option(number, number, number === players)));
  const fields = [createElement("label", { class: "field" }, "Players", numbers)];
  for (let seat = 0; seat < players; seat += 1) {
    const select = createElement("select", { class: "seat" });
    const usual = seat === 0 ? "me" : "expert";
    select.append(...agents.map((name) => option(name, PEOPLE[name] ?? name, name === usual)));
    select.addEventListener("change", showNames);
    const name = nameField({ class: "name", placeholder: `player ${seat + 1}`, "aria-label": `name of player ${seat + 1}`, hidden: true });
    fields.push(createElement("div", { class: "sitter" }, createElement("label", { class: "field" }, players === 1 ? "Player" : `Seat ${seat + 1}`, select), name));
  }
  const isBound = (setting) => setting.name.startsWith("max_");
  fields.push(...chosen.options.filter((setting) => !isBound(setting)).map(drawOption));
  byId("bounds").replaceChildren(
    ...chosen.options.filter(isBound).map(drawOption),
    createElement("label", { class: "field" }, "Deal number", createElement("input", { id: "seed", inputmode: "numeric", placeholder: "any", pattern: "[0-9]*" })),
    createElement("button", { type: "button", onclick: () => { byId("seed").value = dealOfToday(); } }, "Today's deal"),
  );
  byId("settings").replaceChildren(...fields);
}

// Number of the deal that everybody gets today, such as 20260131.
const dealOfToday = () => new Date().toLocaleDateString("sv").replaceAll("-", "");

const names = () => [...document.querySelectorAll("input.name")];

const seatChoices = () => [...document.querySelectorAll("select.seat")].map((select) => select.value);

// Several people have names: those on this device type them here, and guests type their own.
function showNames() {
  const seats = seatChoices();
  const areSeveral = seats.includes("here") || seats.includes("guest");
  names().forEach((field, seat) => {
    field.hidden = !areSeveral || !["me", "here"].includes(seats[seat]);
    if (seats[seat] === "me" && !field.value) field.value = myName();
  });
}

function drawOption(entry) {
  const id = `option-${entry.name}`;
  const title = entry.name.replaceAll("_", " ");
  const about = { id, "data-option": entry.name };
  let input;
  if (entry.kind === "flag") input = createElement("input", { ...about, type: "checkbox", checked: entry.default });
  else if (entry.kind === "choice") {
    input = createElement("select", about);
    if (entry.optional) input.append(option("", "none", entry.default === null));
    input.append(...entry.choices.map((word) => option(word, word.replaceAll("_", " "), word === entry.default)));
  } else {
    input = createElement("input", { ...about, type: "number", min: entry.low, max: entry.high, value: entry.default ?? "" });
    if (entry.optional) input.placeholder = "none";
    else input.required = true;
  }
  return createElement("label", { class: "field" }, title, input, createElement("small", { class: "muted" }, entry.doc));
}

function readOptions() {
  const options = {};
  for (const entry of chosen.options) {
    const input = byId(`option-${entry.name}`);
    if (entry.kind === "flag") options[entry.name] = input.checked;
    else if (input.value === "") options[entry.name] = null;
    else options[entry.name] = entry.kind === "number" ? Number(input.value) : input.value;
  }
  return options;
}

async function startGame(event) {
  event.preventDefault();
  if (isDealing) return; // pressed twice
  const seats = seatChoices();
  const seed = byId("seed").value.trim();
  const plan = { game: chosen.id, players: seats.length, seats, options: readOptions() };
  plan.names = names().map((field) => (field.hidden ? "" : field.value.trim()));
  keepMyName(plan.names[seats.indexOf("me")]);
  if (seed) plan.seed = seed; // a string of digits, since a number has only 53 bits
  isDealing = true;
  byId("state").textContent = byId("state").textContent === COMPILING ? `Dealing. ${COMPILING}` : "Dealing …";
  const slow = window.setTimeout(() => { byId("state").textContent = `Dealing. ${COMPILING}`; }, SLOW_MS);
  const made = await attempt(() => ask("/api/tables", "POST", plan));
  window.clearTimeout(slow);
  byId("state").textContent = "";
  if (made) window.location.href = `/table/${made.id}`;
  else isDealing = false;
}

async function listTables() {
  const tables = (await attempt(() => ask("/api/tables"))) ?? [];
  byId("tables").replaceChildren(
    ...tables.map((table) =>
      createElement(
        "li",
        { class: "row" },
        table.problem ? createElement("span", {}, table.title) : createElement("a", { href: `/table/${table.id}` }, table.title),
        createElement("span", { class: "muted" }, `${table.seats.join(", ")} · ${new Date(table.made * 1000).toLocaleString()}`),
        table.problem ? createElement("span", { class: "problem" }, table.problem) : createElement("span", {}, table.status),
        table.own && createElement(
          "button",
          {
            type: "button",
            "aria-label": `delete ${table.title}`,
            onclick: () => attempt(() => ask(`/api/tables/${table.id}`, "DELETE")).then(listTables),
          },
          "Delete",
        ),
      ),
    ),
  );
  if (tables.length === 0) byId("tables").append(createElement("li", { class: "muted" }, "none yet"));
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
byId("search").addEventListener("input", listGames);
byId("form").addEventListener("submit", startGame);
byId("explain").checked = explainsFirst();
byId("explain").addEventListener("change", (event) => switchFirst(event.target.checked));
byId("upload").addEventListener("change", upload);
byId("delete-records").addEventListener("click", deleteRecords);
window.addEventListener("pageshow", () => { // also when the back button restores the page
  isDealing = false;
  listTables();
});
addRovingFocus(byId("kinds"), "button", true);
byId("show-rules").addEventListener("click", () => showRules(byId("rules"), chosen.id));
games = (await attempt(() => ask("/api/games"))) ?? [];
listKinds();
listGames();
