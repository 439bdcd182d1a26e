// A game's page, as the server sends it in Markdown, as elements.

import { ask, attempt, make } from "./page.js";

// Show the rules of a game in a dialog.
export async function showRules(dialog, game) {
  if (dialog.dataset.game !== game) {
    const told = await attempt(() => ask(`/api/games/${game}`));
    if (!told) return;
    const close = make("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close");
    dialog.replaceChildren(close, make("div", { class: "text", tabindex: "0" }, ...drawMarkdown(told.page)));
    dialog.dataset.game = game;
  }
  dialog.showModal();
}

// The parts of Markdown that games' pages use: headings, paragraphs, lists, tables and blocks of code.
export function drawMarkdown(text) {
  const elements = [];
  const lines = text.split("\n");
  let at = 0;
  const take = (pattern) => {
    const found = [];
    while (at < lines.length && pattern.test(lines[at])) found.push(lines[at++]);
    return found;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    if (!line.trim()) at += 1;
    else if (heading) {
      at += 1;
      elements.push(make(`h${Math.min(4, heading[1].length + 1)}`, {}, ...inline(heading[2])));
    } else if (/^```/.test(line)) {
      at += 1;
      const code = take(/^(?!```)/);
      at += 1;
      elements.push(make("pre", { tabindex: "0" }, code.join("\n")));
    } else if (/^\s*\|/.test(line)) elements.push(drawTable(take(/^\s*\|/)));
    else if (/^\s*([-*]|\d+\.)\s/.test(line)) elements.push(drawList(take(/^\s*([-*]|\d+\.)\s|^\s+\S/)));
    else elements.push(make("p", {}, ...inline(take(/^(?!#|```|\s*\||\s*$|\s*[-*]\s|\s*\d+\.\s)/).join(" ") || lines[at++])));
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

// Code, strong and emphasised words; of links the words.
function inline(text) {
  const parts = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(`[^`]*`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/);
  return parts.filter(Boolean).map((part) => {
    if (part.startsWith("`")) return make("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return make("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return make("em", {}, part.slice(1, -1));
    return part;
  });
}
