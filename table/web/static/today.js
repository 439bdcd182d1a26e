// Today's deals on the first page: patiences of which everybody gets the same deal on a day.

import { byId, createElement } from "./page.js";

const GAMES = ["klondike-v0", "freecell-v0"];

// Number of the deal that everybody gets today, such as 20260131.
export const dealOfToday = () => new Date().toLocaleDateString("sv").replaceAll("-", "");

/**
 * @param {object[]} games all games
 * @param {object[]} tables the browser's tables, the newest first
 * @param {(game: object) => void} start deals a game's deal of today
 */
export function drawToday(games, tables, start) {
  const shown = GAMES.map((id) => games.find((game) => game.id === id)).filter(Boolean);
  const focused = document.activeElement?.dataset?.today;
  byId("today").hidden = shown.length === 0;
  byId("today-games").replaceChildren(...shown.map((game) => createElement("li", {}, drawDeal(game, tables, start))));
  if (focused) byId("today-games").querySelector(`[data-today="${focused}"]`)?.focus();
}

// A deal of today: a link to its table while that goes on, a button otherwise.
function drawDeal(game, tables, start) {
  const mine = tables.filter((table) => table.game === game.id && table.deal === dealOfToday() && !table.problem);
  const going = mine.find((table) => table.status === "playing");
  const state = going ? "Continue" : mine.length ? "✓ played today" : "Play";
  const content = [
    createElement("img", { src: game.tile, alt: "", width: 288, height: 190 }),
    createElement("span", {}, createElement("strong", {}, game.title), createElement("span", { class: "muted" }, state)),
  ];
  if (going) return createElement("a", { class: "button", href: `/table/${going.id}`, "data-today": game.id }, ...content);
  return createElement("button", { type: "button", "data-today": game.id, onclick: () => start(game) }, ...content);
}
