// The first page: choose a game, its options and who sits where; the own tables; replays from a file.

import { ask, attempt, by, make, rove, settleRoving } from "./page.js";
import { explainsFirst, switchFirst } from "./guide.js";
import { keepMyName, myName, nameField } from "./people.js";
import { showRules } from "./rules.js";

const SLOW_MS = 700;
const COMPILING = "The rules are being compiled: the first time in a game this takes up to a minute.";

// Seats of people, as the server calls them, and in words.
const PEOPLE = { me: "me", here: "another one here", guest: "a guest" };

let games = [];
let kind = "all";
let chosen = null;
let agents = [];
let isDealing = false;

function option(value, words, selected) {
  return make("option", { value, selected }, words);
}

// Three cards for each kind of game; a kind that is not here has those of its letters.
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
  const cards = PICTURES[game.family] ?? [letters % 52, (letters >> 3) % 52, (letters >> 6) % 52];
  return make("span", { class: "fan", "aria-hidden": "true" }, ...cards.map((card) => make("img", { src: `/cards/${card}.svg`, alt: "", loading: "lazy" })));
}

function listKinds() {
  const kinds = ["all", ...new Set(games.map((game) => game.family))];
  by("kinds").replaceChildren(
    ...kinds.map((name) =>
      make("button", { type: "button", "aria-pressed": name === kind ? "true" : "false", onclick: () => { kind = name; listKinds(); listGames(); } }, name),
    ),
  );
  settleRoving(by("kinds"), "button");
}

function listGames() {
  const wanted = by("search").value.trim().toLowerCase();
  const isOfKind = (game) => kind === "all" || game.family === kind;
  const found = games.filter((game) => isOfKind(game) && `${game.title} ${game.id} ${game.family}`.toLowerCase().includes(wanted));
  by("games").replaceChildren(
    ...found.map((game) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "game", "aria-pressed": game === chosen ? "true" : "false", onclick: () => choose(game) },
          pictures(game),
          make("strong", {}, game.title),
          make("span", { class: "muted" }, `${game.family}, ${playersInWords(game)}`),
          game.length && make("span", { class: "muted" }, `${game.length}, ${game.level}`),
        ),
      ),
    ),
  );
  if (found.length === 0) by("games").append(make("li", { class: "muted" }, "no game is called so"));
  settleRoving(by("games"), "button");
}

function playersInWords(game) {
  return game.players_in_words === "1" ? "alone" : `${game.players_in_words} players`;
}

async function choose(game) {
  const told = await attempt(() => ask(`/api/games/${game.id}`));
  if (!told) return;
  chosen = game;
  agents = told.agents;
  listGames();
  by("chosen").textContent = game.title;
  by("about").textContent = told.about;
  by("form").hidden = false;
  drawSettings(game.default_players);
  if (window.innerWidth < 900) by("panel").scrollIntoView();
  prepare(game);
}

// Have the rules compiled while the table is being set.
async function prepare(game) {
  by("state").textContent = "";
  const slow = window.setTimeout(() => {
    if (chosen === game) by("state").textContent = COMPILING;
  }, SLOW_MS);
  const ready = await attempt(() => ask(`/api/games/${game.id}/prepare`, "POST"));
  window.clearTimeout(slow);
  if (chosen === game && !isDealing) by("state").textContent = ready ? "The rules are ready." : "";
}

function drawSettings(players) {
  const numbers = make("select", { id: "players", onchange: () => drawSettings(Number(by("players").value)) });
  numbers.append(...chosen.players.map((number) => option(number, number, number === players)));
  const fields = [make("label", { class: "field" }, "Players", numbers)];
  for (let seat = 0; seat < players; seat += 1) {
    const select = make("select", { class: "seat" });
    const usual = seat === 0 ? "me" : "expert";
    select.append(...agents.map((name) => option(name, PEOPLE[name] ?? name, name === usual)));
    select.addEventListener("change", showNames);
    const name = nameField({ class: "name", placeholder: `player ${seat + 1}`, "aria-label": `name of player ${seat + 1}`, hidden: true });
    fields.push(make("div", { class: "sitter" }, make("label", { class: "field" }, players === 1 ? "Who plays" : `Seat ${seat + 1}`, select), name));
  }
  const isBound = (option) => option.name.startsWith("max_");
  fields.push(...chosen.options.filter((option) => !isBound(option)).map(drawOption));
  by("bounds").replaceChildren(
    ...chosen.options.filter(isBound).map(drawOption),
    make("label", { class: "field" }, "Deal number", make("input", { id: "seed", inputmode: "numeric", placeholder: "any", pattern: "[0-9]*" })),
  );
  by("settings").replaceChildren(...fields);
}

const names = () => [...document.querySelectorAll("input.name")];

const sitters = () => [...document.querySelectorAll("select.seat")].map((select) => select.value);

// Among people those at this device have names; guests say theirs themselves.
function showNames() {
  const seats = sitters();
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
  if (entry.kind === "flag") input = make("input", { ...about, type: "checkbox", checked: entry.default });
  else if (entry.kind === "choice") {
    input = make("select", about);
    if (entry.optional) input.append(option("", "none", entry.default === null));
    input.append(...entry.choices.map((word) => option(word, word.replaceAll("_", " "), word === entry.default)));
  } else {
    input = make("input", { ...about, type: "number", min: entry.low, max: entry.high, value: entry.default ?? "" });
    if (entry.optional) input.placeholder = "none";
    else input.required = true;
  }
  return make("label", { class: "field" }, title, input, make("small", { class: "muted" }, entry.doc));
}

function readOptions() {
  const options = {};
  for (const entry of chosen.options) {
    const input = by(`option-${entry.name}`);
    if (entry.kind === "flag") options[entry.name] = input.checked;
    else if (input.value === "") options[entry.name] = null;
    else options[entry.name] = entry.kind === "number" ? Number(input.value) : input.value;
  }
  return options;
}

async function sitDown(event) {
  event.preventDefault();
  if (isDealing) return; // pressed twice
  const seats = sitters();
  const seed = by("seed").value.trim();
  const plan = { game: chosen.id, players: seats.length, seats, options: readOptions() };
  plan.names = names().map((field) => (field.hidden ? "" : field.value.trim()));
  keepMyName(plan.names[seats.indexOf("me")]);
  if (seed) plan.seed = seed; // its digits: a number has no more than 53 bits
  isDealing = true;
  by("state").textContent = by("state").textContent === COMPILING ? `Dealing. ${COMPILING}` : "Dealing …";
  const slow = window.setTimeout(() => { by("state").textContent = `Dealing. ${COMPILING}`; }, SLOW_MS);
  const made = await attempt(() => ask("/api/tables", "POST", plan));
  window.clearTimeout(slow);
  by("state").textContent = "";
  if (made) window.location.href = `/table/${made.id}`;
  else isDealing = false;
}

async function listTables() {
  const tables = (await attempt(() => ask("/api/tables"))) ?? [];
  by("tables").replaceChildren(
    ...tables.map((table) =>
      make(
        "li",
        { class: "row" },
        table.problem ? make("span", {}, table.title) : make("a", { href: `/table/${table.id}` }, table.title),
        make("span", { class: "muted" }, `${table.seats.join(", ")} · ${new Date(table.made * 1000).toLocaleString()}`),
        table.problem ? make("span", { class: "problem" }, table.problem) : make("span", {}, table.status),
        table.own && make(
          "button",
          {
            type: "button",
            "aria-label": `take ${table.title} away`,
            onclick: () => attempt(() => ask(`/api/tables/${table.id}`, "DELETE")).then(listTables),
          },
          "Take away",
        ),
      ),
    ),
  );
  if (tables.length === 0) by("tables").append(make("li", { class: "muted" }, "none yet"));
}

async function upload() {
  const [file] = by("upload").files;
  if (!file) return;
  const kept = await attempt(() => ask("/api/replays", "POST", file));
  by("upload").value = "";
  if (kept) window.location.href = `/replay/${kept.id}`;
}

rove(by("games"), "button", true);
by("search").addEventListener("input", listGames);
by("form").addEventListener("submit", sitDown);
by("explain").checked = explainsFirst();
by("explain").addEventListener("change", (event) => switchFirst(event.target.checked));
by("upload").addEventListener("change", upload);
window.addEventListener("pageshow", () => { // also when the back button shows the page as it was left
  isDealing = false;
  listTables();
});
rove(by("kinds"), "button", true);
by("show-rules").addEventListener("click", () => showRules(by("rules"), chosen.id));
games = (await attempt(() => ask("/api/games"))) ?? [];
listKinds();
listGames();
