// Chart of the totals after each hand of a match, or each row of a score sheet.

import { createElement } from "./page.js";

const WIDTH = 240; // in its own units
const HEIGHT = 60;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {number[][]} totals of each player after each hand, beginning with zeros
 * @param {{ name: string, colour: string, isMine: boolean }[]} players the players with the colours of their lines
 * @param {boolean} low_wins whether the lowest total wins
 */
export function drawCourse(totals, players, low_wins) {
  const [low, high] = [Math.min(...totals.flat()), Math.max(...totals.flat())];
  const point = (score, hand) => `${((WIDTH * hand) / (totals.length - 1)).toFixed(1)},${(HEIGHT * (1 - (score - low) / Math.max(1, high - low))).toFixed(1)}`;
  const chart = document.createElementNS(SVG, "svg");
  chart.setAttribute("viewBox", `-2 -3 ${WIDTH + 4} ${HEIGHT + 6}`);
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", `totals after each hand${low_wins ? "; the lowest wins" : ""}`);
  const names = players.map(({ name, colour, isMine }, player) => {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("points", totals.map((scores, hand) => point(scores[player], hand)).join(" "));
    const entry = createElement("li", {}, createElement("i", {}), name);
    for (const part of [line, entry]) {
      part.style.setProperty("--line-colour", colour);
      part.classList.toggle("me", isMine);
    }
    chart.append(line);
    return entry;
  });
  return createElement("figure", { class: "course" }, chart, createElement("ul", { "aria-hidden": "true" }, ...names));
}
