// Small things that the parts of the sheets' page share.

import { make } from "/static/page.js";

export const $ = (selector) => document.querySelector(selector);

/** Replace an element's children; what had the focus (by its `data-key`) has it again. */
export function fill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children);
  if (key !== undefined) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** A player's colour as a dot. */
export function dot(colour) {
  const element = make("span", { class: "dot", "aria-hidden": "true" });
  element.style.setProperty("--colour", colour);
  return element;
}

/** A number with a real minus. */
export const number = (value) => String(value).replace("-", "−");

/** A choice of the reader's, kept in this browser. */
export function remember(element, key) {
  const property = element.type === "checkbox" ? "checked" : "value";
  const saved = localStorage.getItem(`cardzoo-look/${key}`);
  if (saved !== null) element[property] = property === "checked" ? saved === "true" : saved;
  element.addEventListener("change", () => {
    localStorage.setItem(`cardzoo-look/${key}`, element[property]);
  });
}
