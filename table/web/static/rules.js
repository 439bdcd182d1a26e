// A game's page, as the server sends it, as elements.

import { ask, attempt, make, suited } from "./page.js";

// Show the rules of a game in a dialog.
export async function showRules(dialog, game) {
  if (dialog.dataset.game !== game) {
    const told = await attempt(() => ask(`/api/games/${game}`));
    if (!told) return;
    const close = make("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close");
    dialog.replaceChildren(close, make("div", { class: "text" }, ...drawPage(told.page)));
    dialog.dataset.game = game;
  }
  dialog.showModal();
}

// What is for those who write programs.
const FOR_PROGRAMS = ["Options", "Written deck", "Observation", "Actions", "Agents", "Sources"];
const CALLED = { "Choices where the text is silent": "Where the rules are silent", Rewards: "Scoring", End: "The end" };
const UNDERLINE = /^-{3,}\s*$/;
const ITEM = /^\s*([-*]|\d+\.)\s/;

// A game's page for players: titles are underlined, then come paragraphs, lists and tables.
export function drawPage(text) {
  const lines = text.split("\n");
  const elements = [make("h1", {}, lines[0].replace(/\.$/, ""))];
  let isShown = true;
  let at = 1;
  const take = (fits) => {
    const found = [];
    while (at < lines.length && lines[at].trim() && fits(lines[at])) found.push(lines[at++]);
    return found;
  };
  while (at < lines.length) {
    let element = null;
    if (!lines[at].trim()) at += 1;
    else if (UNDERLINE.test(lines[at + 1] ?? "")) {
      isShown = !FOR_PROGRAMS.includes(lines[at].trim());
      element = make("h2", {}, CALLED[lines[at].trim()] ?? lines[at]);
      at += 2;
    } else if (lines[at].trim().startsWith("|")) element = drawTable(take((line) => line.trim().startsWith("|")));
    else if (ITEM.test(lines[at])) element = drawList(take((line) => ITEM.test(line) || line.startsWith(" ")));
    else element = make("p", {}, ...inline(take((line) => !ITEM.test(line)).join(" ")));
    if (element && isShown) elements.push(element);
  }
  return elements;
}

function drawList(lines) {
  const [, sign] = /^\s*([-*]|\d+\.)/.exec(lines[0]);
  const items = [];
  for (const line of lines) {
    const begin = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line);
    if (begin) items.push(begin[1]);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const first = Number.parseInt(sign, 10);
  return make(Number.isNaN(first) ? "ul" : "ol", { start: Number.isNaN(first) ? null : first }, ...items.map((item) => make("li", {}, ...inline(item))));
}

function drawTable(lines) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const isRule = (row) => row.every((cell) => /^:?-+:?$/.test(cell));
  const [head, ...body] = rows.filter((row) => !isRule(row));
  return make(
    "div",
    { class: "scrolls", tabindex: "0" },
    make("table", {}, make("tr", {}, ...head.map((cell) => make("th", {}, ...inline(cell)))), ...body.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, ...inline(cell)))))),
  );
}

// Code as words, strong and emphasised words; of links the words; red suits in red.
function inline(text) {
  const parts = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(``?[^`]*``?|\*\*[^*]+\*\*)/);
  return parts.filter(Boolean).flatMap((part) => {
    if (part.startsWith("`")) return make("code", {}, part.replaceAll("`", ""));
    if (part.startsWith("**")) return make("strong", {}, suited(part.slice(2, -2)));
    return suited(part);
  });
}
