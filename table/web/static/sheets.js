// The page of score sheets: the shelves, or the sheet whose id follows the # of the address.

import { SheetView } from "/static/sheet_view.js";
import { createElement, whenReleased } from "/static/page.js";
import { $, dot, fill, number, remember } from "/static/sheet_page.js";
import { Log, ask, fresh_id, waiting_sheets } from "/static/sheet_sync.js";

const POLL_MS = 5000;
const MOST_LINKS = 8;
const OF_TABLES = "table-"; // the ids of sheets that tables write begin so

let view = null;
let timer;
let finished_shown = 50;
const known = { players: [], colours: ["#2e86ab"] };
const tags = new Map();
const unseen = new Map(); // logs of hidden sheets with events to send

/** Returns whether a response differs from the last one, by its ETag. */
async function changed(url) {
  const headers = tags.has(url) ? { "If-None-Match": tags.get(url) } : {};
  const response = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(10000) });
  if (response.status === 304) return false;
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  tags.set(url, response.headers.get("ETag"));
  return true;
}

const is_of_table = (sheet) => sheet.id.startsWith(OF_TABLES);

function card(sheet) {
  const players = sheet.players.map((player) =>
    createElement("li", {}, createElement("span", { class: "place" }, `${player.place}.`), dot(player.colour), createElement("span", { class: "name" }, player.name), createElement("b", {}, number(player.total))),
  );
  const many = players.length > 6 ? [createElement("li", { class: "muted" }, `and ${players.length - 6} more`)] : [];
  return createElement("li", { class: "panel" },
    createElement("a", { href: `#${sheet.id}`, "data-key": sheet.id }, sheet.name),
    createElement("small", { class: "muted" }, new Date(sheet.changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    createElement("ol", {}, ...players.slice(0, 6), ...many),
  );
}

/** Up to `shown` sheets of a shelf, and whether there are more. */
async function shelf_sheets(shelf, shown) {
  const sheets = [];
  let more = true;
  while (sheets.length < shown && more) {
    const answer = await ask(`/api/sheets?shelf=${shelf}&offset=${sheets.length}`);
    sheets.push(...answer.sheets);
    more = answer.more;
  }
  return { sheets, more };
}

async function show_shelves() {
  clearTimeout(timer);
  if (view) return;
  try {
    if (await changed("/api/sheets?shelf=open")) {
      const open = await shelf_sheets("open", Infinity);
      const finished = await shelf_sheets("finished", finished_shown);
      const [own, ended] = [open, finished].map(({ sheets }) => sheets.filter((sheet) => !is_of_table(sheet)));
      const played = [...open.sheets, ...finished.sheets].filter(is_of_table);
      if (!own.length) $("#new-box").open = true;
      Object.assign(known, await ask("/api/sheet-players"));
      if (view) return;
      const none = (text) => createElement("li", { class: "muted" }, text);
      whenReleased("shelves", () => {
        fill($("#open"), ...(own.length ? own.map(card) : [none("No open sheets.")]));
        fill($("#finished"), ...(ended.length ? ended.map(card) : [none("None yet.")]));
        fill($("#played"), ...(played.length ? played.map(card) : [none("None yet. Games at the table write their scores here.")]));
        $("#more").hidden = !finished.more;
        show_known();
      });
    }
    $("#saved").textContent = "";
  } catch {
    $("#saved").textContent = "The server does not answer; trying again.";
  }
  if (!view) timer = setTimeout(show_shelves, POLL_MS);
}

function show_known() {
  const box = $("#known .row");
  const chosen = new Set([...box.querySelectorAll("input:checked")].map((input) => input.value));
  $("#known").hidden = !known.players.length;
  fill(box, ...known.players.slice(0, 24).map((player) =>
    createElement("label", { class: "chip" },
      createElement("input", { type: "checkbox", value: player.name, checked: chosen.has(player.name), "data-key": player.name }),
      dot(player.colour), player.name)));
}

/** Open a new sheet with these settings and names; players keep their earlier colours if these are free. */
function begin(settings, names) {
  const id = fresh_id();
  const used = new Set();
  const colour_of = (name) => {
    const usual = known.players.find((player) => player.name.toLowerCase() === name.toLowerCase())?.colour;
    const free = known.colours.find((colour) => !used.has(colour)) ?? known.colours[used.size % known.colours.length];
    const colour = usual && !used.has(usual) ? usual : free;
    used.add(colour);
    return colour;
  };
  new Log(id, () => {}).add(
    { kind: "set", ...settings },
    ...names.map((name) => ({ kind: "player", player: fresh_id(), name, colour: colour_of(name) })),
  );
  location.hash = id;
}

$("#again").addEventListener("click", () => {
  const { name, low_wins, by_hand, target, players } = view.sheet;
  begin({ name, low_wins, by_hand, target }, players.map((player) => player.name));
});

/** Links to the other open sheets. */
async function show_others(id) {
  fill($("#others"), createElement("a", { href: "#" }, "‹ All sheets"));
  const { sheets } = await ask("/api/sheets?shelf=open");
  if (view?.log.id !== id) return;
  const others = sheets.filter((sheet) => sheet.id !== id && !is_of_table(sheet)).slice(0, MOST_LINKS);
  $("#others").append(...others.map((sheet) => createElement("a", { href: `#${sheet.id}` }, sheet.name)));
}

$("#new").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const typed = form.elements.players.value.split(/[,;\n]/).map((name) => name.trim().slice(0, 40)).filter(Boolean);
  const chosen = [...$("#known").querySelectorAll("input:checked")].map((input) => input.value);
  const names = [...new Map([...chosen, ...typed].map((name) => [name.toLowerCase(), name])).values()].slice(0, 99);
  const { name, low_wins, by_hand, target } = form.elements;
  if (!name.value.trim()) return;
  begin({ name: name.value.trim(), low_wins: low_wins.checked, by_hand: by_hand.checked, target: Number(target.value) }, names);
  form.reset();
  for (const input of $("#known").querySelectorAll("input")) input.checked = false;
  $("#new-box").open = false;
});

$("#more").addEventListener("click", () => {
  finished_shown += 50;
  tags.clear();
  show_shelves();
});

/** Send waiting events of sheets that are not shown. */
function send_rest() {
  for (const id of waiting_sheets()) {
    if (id === view?.log.id) continue;
    if (!unseen.has(id)) unseen.set(id, new Log(id, () => {}));
    unseen.get(id).send();
  }
}

function route() {
  view?.close();
  view = null;
  const id = location.hash.slice(1);
  const sheet = /^[A-Za-z0-9_-]{8,64}$/.test(id);
  $("#shelves").hidden = sheet;
  $("#sheet").hidden = !sheet;
  $("#saved").textContent = "";
  document.title = "Score sheets";
  if (sheet) {
    view = new SheetView(id, known);
    show_others(id).catch(() => {}); // the sheet itself shows without the server
  } else {
    tags.clear();
    show_shelves();
  }
  send_rest();
}

for (const key of ["go-on", "order", "letters", "paper"]) remember($(`#${key}`), key);
addEventListener("hashchange", route);
ask("/api/sheet-players").then((answer) => Object.assign(known, answer)).catch(() => {});
route();
