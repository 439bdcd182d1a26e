// Animations: cards move from their old to their new positions. There are none if the system asks for reduced motion, or
// if they were switched off on this device.

const DURATION_MS = 260;
const LESS = window.matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "cards travel";

export const prefersLessMotion = () => LESS.matches;

export const isMotionOn = () => !prefersLessMotion() && window.localStorage.getItem(KEY) !== "no";

export function switchMotion() {
  window.localStorage.setItem(KEY, isMotionOn() ? "no" : "yes");
}

// Elements of the face-up cards of a board, by card; null for a card that is there twice.
function facesOf(board) {
  const faces = new Map();
  for (const card of board.querySelectorAll("[data-face]")) {
    const face = Number(card.dataset.face);
    if (face >= 0) faces.set(face, faces.has(face) ? null : card);
  }
  return faces;
}

// Positions of a board's cards, for `animateCards` after the next drawing; null without animations.
export function recordPositions(board) {
  if (!isMotionOn()) return null;
  const boxes = new Map();
  for (const [face, card] of facesOf(board)) if (card) boxes.set(face, card.getBoundingClientRect());
  return boxes;
}

// Animate the cards of a board from their old positions; cards that were hidden come from the seat of the player.
export function animateCards(board, from, player) {
  const seat = board.querySelector(`[data-seat="${player}"] .plate`)?.getBoundingClientRect();
  for (const [face, card] of facesOf(board)) {
    const start = card && (from.get(face) ?? seat);
    if (!start) continue;
    const end = card.getBoundingClientRect();
    const [x, y] = [start.left - end.left, start.top - end.top];
    if (Math.hypot(x, y) < 4) continue;
    card.animate([{ translate: `${x}px ${y}px`, zIndex: 5 }, { translate: "0 0", zIndex: 5 }], { duration: DURATION_MS, easing: "ease-out" });
  }
}
