// Helpers of all pages: elements, requests, error messages and keyboard focus.

export const byId = (id) => document.getElementById(id);

// Create an element with attributes, listeners (onclick and so on) and children; texts are never read as HTML.
export function createElement(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SUITS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };

// Element of a text with its cards in the colours of their suits.
export function suited(text) {
  const parts = text.split(/((?:10|[2-9AJQK])?[♣♦♥♠])/u);
  return createElement("span", {}, ...parts.map((part, place) => (place % 2 ? createElement("span", { class: `suit ${SUITS[part.at(-1)]}` }, part) : part)));
}

// Text with a true minus sign before negative numbers, as in the rest of the page.
export const signed = (text) => `${text}`.replace(/(^|\s)-(?=\d)/g, "$1−");

// Send a request. Returns the JSON of the response, or throws an error with the server's line.
export async function ask(path, method = "GET", body = undefined) {
  let answer;
  try {
    const raw = body instanceof Blob ? body : body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, body: raw, headers: { "Content-Type": "application/json" } });
  } catch {
    throw new Error("the server does not answer");
  }
  const text = await answer.text();
  let content = {};
  try {
    content = JSON.parse(text);
  } catch {
    content = { problem: text };
  }
  if (!answer.ok) throw new Error(content.problem || `the server answers ${answer.status}`);
  return content;
}

// Run a task; if it fails, show the error. A problem that was shown meanwhile stays.
export async function attempt(task) {
  const place = byId("problem");
  const before = place.textContent;
  try {
    const result = await task();
    if (place.textContent === before) place.textContent = "";
    return result;
  } catch (problem) {
    place.textContent = problem.message;
    return undefined;
  }
}

// Words with a capital letter first.
export const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

// Add a roving focus: arrow keys move the focus among the selected elements, and tab reaches one of them only.
export function addRovingFocus(container, selector, horizontal) {
  const back = horizontal ? ["ArrowLeft", "ArrowUp"] : ["ArrowUp"];
  const on = horizontal ? ["ArrowRight", "ArrowDown"] : ["ArrowDown"];
  container.addEventListener("keydown", (event) => {
    const items = [...container.querySelectorAll(selector)];
    const place = items.indexOf(document.activeElement);
    if (place < 0) return;
    let next;
    if (on.includes(event.key)) next = (place + 1) % items.length;
    else if (back.includes(event.key)) next = (place + items.length - 1) % items.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = items.length - 1;
    else return;
    event.preventDefault();
    items[next].focus();
  });
  container.addEventListener("focusin", (event) => {
    if (!event.target.matches(selector)) return;
    for (const item of container.querySelectorAll(selector)) item.tabIndex = item === event.target ? 0 : -1;
  });
}

// Make one of the selected elements reachable by tab: the focused one, or the first.
export function updateRovingFocus(container, selector) {
  const items = [...container.querySelectorAll(selector)];
  const chosen = items.includes(document.activeElement) ? document.activeElement : items[0];
  for (const item of items) item.tabIndex = item === chosen ? 0 : -1;
}

// Redrawing under a pressed pointer would lose the click or drag, so drawing waits for its end.
let isPressed = false;
const late = new Map();

// Draw now, or when the pointer is up; of several drawings with one name only the last one is done.
export function whenReleased(name, draw) {
  if (isPressed) late.set(name, draw);
  else draw();
}

window.addEventListener("pointerdown", (event) => {
  isPressed = event.button === 0 && event.isPrimary && !event.target.closest?.("input, select, textarea");
}, true);
window.addEventListener("click", () => { isPressed = false; }, true); // its effect is drawn at once
for (const end of ["pointerup", "pointercancel", "blur"]) {
  window.addEventListener(end, () => window.setTimeout(() => { // the click comes after the pointer is up
    isPressed = false;
    const draws = [...late.values()];
    late.clear();
    for (const draw of draws) draw();
  }, 0));
}
