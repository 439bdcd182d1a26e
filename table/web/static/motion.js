// Cards travel from where they were to where they are. Nothing travels where the system asks for less motion, or where
// it was switched off on this device.

const LONG_MS = 260;
const LESS = window.matchMedia("(prefers-reduced-motion: reduce)");
const KEY = "cards travel";

export const asksForLess = () => LESS.matches;

export const doTravel = () => !asksForLess() && window.localStorage.getItem(KEY) !== "no";

export function switchMotion() {
  window.localStorage.setItem(KEY, doTravel() ? "no" : "yes");
}

// Where each face-up card of a board lies, by card; one that is there twice cannot be followed.
function facesOf(board) {
  const faces = new Map();
  for (const card of board.querySelectorAll("[data-face]")) {
    const face = Number(card.dataset.face);
    if (face >= 0) faces.set(face, faces.has(face) ? null : card);
  }
  return faces;
}

// What `travel` must know of a board before it is drawn anew; null if nothing will travel.
export function willTravel(board) {
  if (!doTravel()) return null;
  const boxes = new Map();
  for (const [face, card] of facesOf(board)) if (card) boxes.set(face, card.getBoundingClientRect());
  return boxes;
}

// Let the cards of a board travel from where they were; those that were not seen come from the seat of who moved.
export function travel(board, from, player) {
  const seat = board.querySelector(`[data-seat="${player}"] .plate`)?.getBoundingClientRect();
  for (const [face, card] of facesOf(board)) {
    const start = card && (from.get(face) ?? seat);
    if (!start) continue;
    const end = card.getBoundingClientRect();
    const [x, y] = [start.left - end.left, start.top - end.top];
    if (Math.hypot(x, y) < 4) continue;
    card.animate([{ translate: `${x}px ${y}px`, zIndex: 5 }, { translate: "0 0", zIndex: 5 }], { duration: LONG_MS, easing: "ease-out" });
  }
}
