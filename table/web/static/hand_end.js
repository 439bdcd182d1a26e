// The end of a hand of a match: its points, the totals and the course of the match, until the next hand.

import { drawCourse } from "./course.js";
import { createElement, signed, suited } from "./page.js";

const COLOURS = 8; // of lines in a chart, in base.css

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
    createElement("div", { class: "totals" }, createElement("table", {}, createElement("thead", {}, createElement("tr", {}, ...heads)), createElement("tbody", {}, ...rows)), message.hands.length > 1 ? drawTotals(message) : null),
    lowWins(message),
  ];
}

// Remark below points of which the fewest win.
export const lowWins = (message) => (message.low_wins ? createElement("p", { class: "muted" }, "The lowest score wins.") : "");

const withSign = (points) => (points > 0 ? `+${points}` : points < 0 ? signed(points) : "±0");

// Chart of the totals after each hand, the viewer's own line thicker.
function drawTotals({ hands, names, viewer, low_wins }) {
  const players = names.map((name, seat) => ({ name, colour: `var(--line-${seat % COLOURS})`, isMine: String(seat) === viewer }));
  return drawCourse([names.map(() => 0), ...hands], players, low_wins);
}
