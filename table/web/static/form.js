// The form of a new game: opponents and their strength, seats, house rules and presets, the deal.

import { byId, createElement } from "./page.js";
import { myName, nameField } from "./people.js";
import { dealOfToday } from "./today.js";

// Kinds of people on seats: the server's words, and those of the page.
const PEOPLE = { me: "me", here: "another player on this device", guest: "a guest" };
const OWN = "my own rules"; // in the list of presets

let chosen = null; // the game
let agents = []; // all words for its seats

const option = (value, words, selected) => createElement("option", { value, selected }, words);

const field = (title, ...inputs) => createElement("label", { class: "field" }, title, ...inputs);

// Show the form of a game.
export function drawForm(game, offered) {
  chosen = game;
  agents = offered;
  for (const part of ["seats", "house", "more"]) byId(part).open = false;
  drawSeats(game.default_players);
  drawRules();
}

// Number of players, strength of the opponents, and who sits where.
function drawSeats(players) {
  const strength = byId("strength")?.dataset.game === chosen.id ? byId("strength").value : chosen.strength;
  const numbers = createElement("select", { id: "players", onchange: () => drawSeats(Number(byId("players").value)) });
  numbers.append(...chosen.players.map((number) => option(number, number, number === players)));
  const opponents = createElement("select", { id: "strength", "data-game": chosen.id, onchange: () => setStrength(opponents.value) });
  opponents.append(...Object.keys(chosen.strengths).map((one) => option(one, one, one === strength)));
  const variants = createElement("select", { id: "preset", onchange: () => fillRules(chosen.presets[variants.value] ?? {}) });
  variants.append(...Object.keys(chosen.presets).map((name) => option(name, name, false)), createElement("option", { value: OWN, hidden: true }, OWN));
  const kept = byId("quick").dataset.game === chosen.id ? byId("preset")?.value : null;
  byId("quick").dataset.game = chosen.id;
  byId("quick").replaceChildren(
    ...(chosen.players.length > 1 ? [field("Players", numbers)] : []),
    ...(players > 1 ? [field(chosen.cooperative ? "Partners" : "Opponents", opponents)] : []),
    ...(Object.keys(chosen.presets).length > 1 ? [field("Variant", variants)] : []),
  );
  if (kept) variants.value = kept;
  byId("sitters").replaceChildren(...Array.from({ length: players }, (_, seat) => drawSeat(seat, players, strength)));
}

function drawSeat(seat, players, strength) {
  const select = createElement("select", { class: "seat", onchange: showNames });
  const people = agents.filter((name) => name in PEOPLE);
  const usual = seat === 0 ? "me" : strength;
  select.append(...people.map((name) => option(name, PEOPLE[name], name === usual)));
  select.append(...Object.entries(chosen.strengths).map(([one, agent]) => createElement("option", { value: one, selected: one === usual, title: agent }, one)));
  select.append(createElement("optgroup", { label: "More: agents" }, ...agents.filter((name) => !(name in PEOPLE)).map((name) => option(name, name, false))));
  const name = nameField({ class: "name", placeholder: `player ${seat + 1}`, "aria-label": `name of player ${seat + 1}`, hidden: true });
  return createElement("div", { class: "sitter" }, field(players === 1 ? "Player" : `Seat ${seat + 1}`, select), name);
}

const seatFields = () => [...document.querySelectorAll("select.seat")];

export const seatChoices = () => seatFields().map((select) => select.value);

function setStrength(strength) {
  for (const select of seatFields()) if (!(select.value in PEOPLE)) select.value = strength;
}

const nameFields = () => [...document.querySelectorAll("input.name")];

// Names of people, by seat; empty for agents and where the page does not ask.
export const seatNames = () => nameFields().map((input) => (input.hidden ? "" : input.value.trim()));

// Several people have names: those on this device type them here, and guests type their own.
function showNames() {
  const seats = seatChoices();
  const areSeveral = seats.includes("here") || seats.includes("guest");
  nameFields().forEach((input, seat) => {
    input.hidden = !areSeveral || !["me", "here"].includes(seats[seat]);
    if (seats[seat] === "me" && !input.value) input.value = myName();
  });
}

function drawRules() {
  const house = chosen.options.filter((entry) => !entry.bound);
  byId("house").hidden = house.length === 0;
  byId("house-rules").replaceChildren(...house.map(drawRule));
  byId("bounds").replaceChildren(
    field("Deal number", createElement("input", { id: "seed", inputmode: "numeric", placeholder: "any", pattern: "[0-9]*" })),
    createElement("button", { type: "button", onclick: () => { byId("seed").value = dealOfToday(); } }, "Today's deal"),
    ...chosen.options.filter((entry) => entry.bound).map(drawRule),
  );
}

function drawRule(entry) {
  const about = { id: `option-${entry.name}`, onchange: showPreset };
  if (entry.kind === "flag") return createElement("label", { class: "rule" }, createElement("input", { ...about, type: "checkbox", checked: entry.default }), entry.title);
  if (entry.kind === "choice") {
    const select = createElement("select", about);
    if (entry.optional) select.append(option("", entry.unset, entry.default === null));
    select.append(...entry.choices.map(([word, called]) => option(word, called, word === entry.default)));
    return field(entry.title, select);
  }
  const input = createElement("input", { ...about, type: "number", min: entry.low, max: entry.high, value: entry.default ?? "" });
  if (entry.optional) input.placeholder = entry.unset;
  else input.required = true;
  return field(entry.title, input);
}

// Set the house rules to the defaults, and to the options of a preset.
function fillRules(preset) {
  for (const entry of chosen.options) {
    const input = byId(`option-${entry.name}`);
    const value = entry.name in preset ? preset[entry.name] : entry.default;
    if (entry.kind === "flag") input.checked = value;
    else input.value = value ?? "";
  }
}

// Show the preset of the present rules.
function showPreset() {
  const given = readOptions();
  const isThis = (preset) => Object.keys({ ...preset, ...given }).every((name) => preset[name] === given[name]);
  byId("preset") && (byId("preset").value = Object.keys(chosen.presets).find((name) => isThis(chosen.presets[name])) ?? OWN);
}

// Options that differ from the defaults.
export function readOptions() {
  const options = {};
  for (const entry of chosen.options) {
    const input = byId(`option-${entry.name}`);
    const text = input.value === "" ? null : entry.kind === "number" ? Number(input.value) : input.value;
    const value = entry.kind === "flag" ? input.checked : text;
    if (value !== entry.default) options[entry.name] = value;
  }
  return options;
}
