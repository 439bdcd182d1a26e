// Helpers of the score sheets' page.

import { createElement } from "/static/page.js";
import { sum } from "/static/score_sheet.js";

const MOST_POINTS = 1_000_000;
export const PROBLEM = "Type a whole number up to a million, or a sum such as 12+5-3.";

export const $ = (selector) => document.querySelector(selector);

/** Replace an element's children; the child with the same `data-key` gets the focus and the selection back. */
export function fill(element, ...children) {
  const before = element.contains(document.activeElement) ? document.activeElement : null;
  const { selectionStart, selectionEnd } = before ?? {};
  element.replaceChildren(...children);
  if (before?.dataset.key === undefined) return;
  const after = element.querySelector(`[data-key="${CSS.escape(before.dataset.key)}"]`);
  after?.focus();
  if (Number.isInteger(selectionStart)) after?.setSelectionRange(selectionStart, selectionEnd);
}

/** A player's colour as a dot. */
export function dot(colour) {
  const element = createElement("span", { class: "dot", "aria-hidden": "true" });
  element.style.setProperty("--colour", colour);
  return element;
}

/** A number with a real minus. */
export const number = (value) => String(value).replace("-", "−");

/** Points from a typed number or sum; null if they are invalid. */
export function points_of(text) {
  const points = sum(text);
  return points === null || Math.abs(points) > MOST_POINTS ? null : points;
}

export const is_sum = (text) => /\d\s*[+−–-]/.test(text);

/** Keep a person's choice in this browser. */
export function remember(element, key) {
  const property = element.type === "checkbox" ? "checked" : "value";
  const saved = localStorage.getItem(`cardzoo-look/${key}`);
  if (saved !== null) element[property] = property === "checked" ? saved === "true" : saved;
  element.addEventListener("change", () => {
    localStorage.setItem(`cardzoo-look/${key}`, element[property]);
  });
}
