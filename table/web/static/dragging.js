// Drag and drop of cards by mouse, pen or finger: a picture of the card follows the pointer.

import { isMotionOn } from "./motion.js";

const DRAG_DISTANCE = 8; // pixels from which a press is a drag
const BACK_MS = 200;

// Place of an element of the board; outside of a zone's cards, the zone's top card.
function placeOf(element) {
  const zone = element?.closest("[data-zone]");
  if (!zone) return null;
  const card = element.closest("[data-place]") ?? zone.querySelector(`[data-place="${CSS.escape(`${zone.dataset.zone}/${zone.dataset.top}`)}"]`);
  const place = Number(card ? card.dataset.place.split("/").pop() : zone.dataset.top);
  return { zone: zone.dataset.zone, card: place };
}

// Make the cards of a board draggable.
// canDrag(place): returns whether a card may be dragged; taken(place): called when a drag begins; dropped(from, to,
// after, isMiddle): called when it ends over a place (null outside of all zones); `after` is true behind the middle of
// that card, `isMiddle` in the middle of the table. If it returns false, or a promise of it, the card flies back.
export function enableDragging(board, { canDrag, taken, dropped }) {
  board.addEventListener("pointerdown", (down) => {
    const card = down.target.closest("[data-place]");
    const from = card && placeOf(card);
    if (!from || down.button !== 0 || !down.isPrimary || !canDrag(from)) return;
    const box = card.querySelector("img").getBoundingClientRect();
    let ghost = null;
    const move = (event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_DISTANCE) return;
        ghost = card.querySelector("img").cloneNode();
        ghost.className = "dragged";
        ghost.style.width = `${card.querySelector("img").offsetWidth}px`;
        document.body.append(ghost);
        taken(from);
      }
      event.preventDefault();
      ghost.style.translate = `${event.clientX - (down.clientX - box.left)}px ${event.clientY - (down.clientY - box.top)}px`;
    };
    const stop = (event) => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
      if (!ghost) return;
      window.addEventListener("click", suppress, { capture: true, once: true });
      window.setTimeout(() => window.removeEventListener("click", suppress, { capture: true }), 0);
      const over = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
      const below = over?.closest("[data-place]")?.getBoundingClientRect();
      const isAfter = below ? event.clientX > below.left + below.width / 2 : true;
      const result = dropped(from, board.contains(over) ? placeOf(over) : null, isAfter, board.contains(over) && Boolean(over.closest(".middle")));
      Promise.resolve(result).then((isDone) => (isDone === false && isMotionOn() ? flyBack(ghost, box) : ghost.remove()));
    };
    const listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]];
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
  });
}

// Move the picture of a card back to where it came from.
function flyBack(ghost, box) {
  const there = { translate: `${box.left}px ${box.top}px` };
  ghost.animate([{ translate: ghost.style.translate }, there], { duration: BACK_MS, easing: "ease-out" }).finished.finally(() => ghost.remove());
}

// Suppress the click at the end of a drag.
function suppress(event) {
  event.stopPropagation();
  event.preventDefault();
}
