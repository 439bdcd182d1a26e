// Cards are dragged by mouse, pen or finger: a picture of the card follows the pointer.

const FAR = 8; // pixels from which a press is a drag

// The place that an element of the board shows; for a zone beside its cards, its top.
function placeOf(element) {
  const zone = element?.closest("[data-zone]");
  if (!zone) return null;
  const card = element.closest("[data-place]") ?? zone.querySelector(`[data-place="${CSS.escape(`${zone.dataset.zone}/${zone.dataset.top}`)}"]`);
  const place = Number(card ? card.dataset.place.split("/").pop() : zone.dataset.top);
  return { zone: zone.dataset.zone, card: place, face: Number(card?.dataset.face ?? -2) };
}

// Let the cards of a board be dragged.
// canDrag(place): whether a card may be; taken(place): one is dragged; dropped(from, to, after): it was let go over a
// place (null beside all zones); `after` tells whether behind the middle of the card there.
export function letDrag(board, { canDrag, taken, dropped }) {
  board.addEventListener("pointerdown", (down) => {
    const card = down.target.closest("[data-place]");
    const from = card && placeOf(card);
    if (!from || down.button !== 0 || !down.isPrimary || !canDrag(from)) return;
    const box = card.querySelector("img").getBoundingClientRect();
    let ghost = null;
    const move = (event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
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
      ghost.remove();
      window.addEventListener("click", swallow, { capture: true, once: true });
      window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
      const over = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
      const below = over?.closest("[data-place]")?.getBoundingClientRect();
      dropped(from, board.contains(over) ? placeOf(over) : undefined, below ? event.clientX > below.left + below.width / 2 : true);
    };
    const listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]];
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
  });
}

// A click that ends a drag is none.
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
