// Small screens: a phone, upright or on its side. There the guide, the log and the tools are drawers above their buttons.

import { byId } from "./page.js";

export const NARROW = window.matchMedia("(max-width: 900px), (max-height: 500px)");
export const UPRIGHT = window.matchMedia("(max-width: 600px)");

const isOpen = (drawer) => (drawer.id === "tools" ? drawer.classList.contains("open") : drawer.open);

function setOpen(drawer, isOn) {
  if (drawer.id !== "tools") {
    drawer.open = isOn;
    return;
  }
  drawer.classList.toggle("open", isOn);
  byId("more").setAttribute("aria-expanded", `${isOn}`);
}

// Open the tools where they are a drawer: nothing else can be done where agents play alone.
export function openTools() {
  if (NARROW.matches) setOpen(byId("tools"), true);
}

// Close a drawer that covers what has been asked for in it, such as a hint.
export function closeDrawer(id) {
  if (NARROW.matches) setOpen(byId(id), false);
}

// Make the drawers of a page open one at a time; a touch beside them or Escape closes them.
export function enableDrawers() {
  const drawers = ["guide", "history", "tools"].map(byId);
  const close = (except) => NARROW.matches && drawers.filter((drawer) => drawer !== except).forEach((drawer) => setOpen(drawer, false));
  for (const drawer of drawers) if (drawer.id !== "tools") drawer.open = !NARROW.matches;
  byId("more").addEventListener("click", () => setOpen(byId("tools"), !isOpen(byId("tools"))));
  window.addEventListener("pointerdown", (event) => {
    const inside = drawers.find((drawer) => drawer.contains(event.target));
    close(event.target === byId("more") ? byId("tools") : inside);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(null));
  NARROW.addEventListener("change", () => drawers.forEach((drawer) => setOpen(drawer, drawer.id !== "tools" && !NARROW.matches)));
}
