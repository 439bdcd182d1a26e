// The end of a hand of a match: its points, the totals and the course of the match, until the next hand.

import { createElement, signed, suited } from "./page.js";

const WIDTH = 240; // of the chart, in its own units
const HEIGHT = 60;
const SVG = "http://www.w3.org/2000/svg";

// Message as the page shows it while the viewer still looks at a finished hand: nothing can be played.
export function stopAtEnd(message) {
  if (!message.ended || message.over) return message;
  return { ...message, mine: false, undo: false, hints: [], turns: {}, scene: message.ended.scene, current: message.scene };
}

// Content of the panel; next() goes on to the next hand, and is null for those who only watch.
export function drawHandEnd(message, next) {
  const { number, why, gained, totals } = message.ended;
  const rows = message.names.map((name, seat) =>
    createElement("tr", { class: String(seat) === message.viewer ? "me" : null }, createElement("th", { scope: "row" }, name), createElement("td", { class: "number" }, withSign(gained[seat])), createElement("td", { class: "number" }, signed(totals[seat]))),
  );
  const go = next ? createElement("button", { type: "button", class: "primary", id: "next-hand", onclick: next }, "Next hand") : "";
  const heads = ["", "hand", "total"].map((word) => createElement("th", { scope: "col" }, word));
  return [
    createElement("div", { class: "row" }, createElement("h2", { id: "end-head" }, `Hand ${number}`), go),
    createElement("p", {}, suited(why)),
    createElement("table", {}, createElement("thead", {}, createElement("tr", {}, ...heads)), createElement("tbody", {}, ...rows)),
    message.hands.length > 1 ? drawCourse(message) : "",
    lowWins(message),
  ];
}

// Remark below points of which the fewest win.
export const lowWins = (message) => (message.low_wins ? createElement("p", { class: "muted" }, "The lowest score wins.") : "");

const withSign = (points) => (points > 0 ? `+${points}` : points < 0 ? signed(points) : "±0");

// Chart of the totals after each hand, a line for each player, the viewer's own thicker.
function drawCourse({ hands, names, viewer, low_wins }) {
  const all = [names.map(() => 0), ...hands];
  const [low, high] = [Math.min(...all.flat()), Math.max(...all.flat())];
  const point = (score, hand) => `${((WIDTH * hand) / (all.length - 1)).toFixed(1)},${(HEIGHT * (1 - (score - low) / Math.max(1, high - low))).toFixed(1)}`;
  const chart = document.createElementNS(SVG, "svg");
  chart.setAttribute("viewBox", `-2 -3 ${WIDTH + 4} ${HEIGHT + 6}`);
  chart.setAttribute("class", "course");
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", `totals after each hand${low_wins ? "; the lowest wins" : ""}`);
  names.forEach((_, seat) => {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("points", all.map((scores, hand) => point(scores[seat], hand)).join(" "));
    line.setAttribute("class", String(seat) === viewer ? "me" : `seat-${seat}`);
    chart.append(line);
  });
  return chart;
}
