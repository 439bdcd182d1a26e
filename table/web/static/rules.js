// A game's page of rules, drawn as elements.

import { ask, attempt, createElement, suited } from "./page.js";

// Show the rules of a game in a dialog.
export async function showRules(dialog, game) {
  if (dialog.dataset.game !== game) {
    const content = await attempt(() => ask(`/api/games/${game}`));
    if (!content) return;
    const close = createElement("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close");
    dialog.replaceChildren(close, createElement("div", { class: "text" }, ...drawPage(content.page)));
    dialog.dataset.game = game;
  }
  dialog.showModal();
}

// Sections for programmers, which players do not see.
const FOR_PROGRAMS = ["Options", "Written deck", "Observation", "Actions", "Agents", "Sources"];
const CALLED = { "Choices where the text is silent": "Where the rules are silent", Rewards: "Scoring", End: "The end" };
const UNDERLINE = /^-{3,}\s*$/;
const ITEM = /^\s*([-*]|\d+\.)\s/;

// Elements of a game's page: underlined titles, paragraphs, lists and tables.
export function drawPage(text) {
  const lines = text.split("\n");
  const elements = [createElement("h1", {}, lines[0].replace(/\.$/, ""))];
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
      element = createElement("h2", {}, CALLED[lines[at].trim()] ?? lines[at]);
      at += 2;
    } else if (lines[at].trim().startsWith("|")) element = drawTable(take((line) => line.trim().startsWith("|")));
    else if (ITEM.test(lines[at])) element = drawList(take((line) => ITEM.test(line) || line.startsWith(" ")));
    else element = createElement("p", {}, ...inline(take((line) => !ITEM.test(line)).join(" ")));
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
  return createElement(Number.isNaN(first) ? "ul" : "ol", { start: Number.isNaN(first) ? null : first }, ...items.map((item) => createElement("li", {}, ...inline(item))));
}

function drawTable(lines) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const isRule = (row) => row.every((cell) => /^:?-+:?$/.test(cell));
  const [head, ...body] = rows.filter((row) => !isRule(row));
  return createElement(
    "div",
    { class: "scrolls", tabindex: "0" },
    createElement("table", {}, createElement("tr", {}, ...head.map((cell) => createElement("th", {}, ...inline(cell)))), ...body.map((row) => createElement("tr", {}, ...row.map((cell) => createElement("td", {}, ...inline(cell)))))),
  );
}

// Inline elements: code, strong words, the text of links, and red suits in red.
function inline(text) {
  const parts = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(``?[^`]*``?|\*\*[^*]+\*\*)/);
  return parts.filter(Boolean).flatMap((part) => {
    if (part.startsWith("`")) return createElement("code", {}, part.replaceAll("`", ""));
    if (part.startsWith("**")) return createElement("strong", {}, suited(part.slice(2, -2)));
    return suited(part);
  });
}
