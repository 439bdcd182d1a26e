// The end of a game: its headline and a short celebration, the ranking, and statistics of the person's games like it.

import { createElement, signed, suited } from "./page.js";
import { lowWins } from "./hand_end.js";
import { isMotionOn } from "./motion.js";

const SUITS = ["♠", "♥", "♣", "♦"];
const FALLING = 28; // suits that fall at a celebration
const CELEBRATION_MS = 3500;

// Content of the panel. order: the seats by rank; buttons: elements for another game, and links.
export function drawGameEnd(message, order, buttons) {
  const isMe = (line) => line.player === message.me;
  const alone = message.names.length === 1;
  const rows = order.map((line) =>
    createElement("tr", { class: isMe(line) ? "me" : null }, createElement("td", {}, `${line.rank}.`), createElement("th", { scope: "row" }, line.name), createElement("td", { class: "number" }, signed(line.score))),
  );
  const isScored = alone && !message.headline.includes(":");
  return [
    createElement("h2", { id: "end-head", class: message.outcome === "won" ? "won" : null }, message.headline),
    isScored ? createElement("p", {}, `Score: ${signed(order[0].score)}`) : "",
    alone || message.together || !message.result ? "" : createElement("table", {}, createElement("tbody", {}, ...rows)),
    message.result ? lowWins(message) : "",
    drawRecord(message.record),
    message.decided ? createElement("p", { class: "decided" }, suited(message.decided)) : "",
    createElement("div", { class: "row" }, ...buttons),
  ];
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;

// The game's moves and time, and the person's statistics.
function drawRecord(record) {
  if (!record.played) return "";
  const own = `${record.moves} move${record.moves === 1 ? "" : "s"} in ${clock(record.seconds)}`;
  const all = `Won ${record.won} of ${record.played}`;
  const streak = record.streak > 1 ? `${record.streak} in a row` : "";
  const best = record.best_streak > 1 ? `best streak ${record.best_streak}` : "";
  const fastest = record.fastest === null ? "" : `fastest ${clock(record.fastest)}`;
  return createElement("p", { class: "record" }, [own, all, streak, best, fastest].filter(Boolean).join(" · "));
}

// Let suits fall over the board for a moment; nothing for people who want less motion.
export function celebrate(board) {
  if (!isMotionOn()) return;
  const falling = Array.from({ length: FALLING }, (_, number) => {
    const suit = createElement("span", { class: number % 2 ? "red" : null }, SUITS[number % SUITS.length]);
    suit.style.setProperty("--left", `${(number * 37) % 100}%`);
    suit.style.setProperty("--wait", `${((number * 53) % 100) / 100}s`);
    return suit;
  });
  const layer = createElement("div", { class: "celebration", "aria-hidden": "true" }, ...falling);
  board.append(layer);
  window.setTimeout(() => layer.remove(), CELEBRATION_MS);
}
