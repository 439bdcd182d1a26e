// The hint: an agent's move in the person's place, the time that it takes, and a button to stop it.

import { ask, attempt, byId, createElement, suited } from "./page.js";

const AGENT = "hints by"; // key on this device
const timeKey = (game, agent) => `seconds of a hint: ${game} ${agent}`;

// Agent that gives the hints: the chosen one, or the first of those that can.
export const hintAgent = ({ hints }) => {
  const kept = window.localStorage.getItem(AGENT);
  return hints.includes(kept) ? kept : hints[0];
};

export const setHintAgent = (agent) => window.localStorage.setItem(AGENT, agent);

// Words of the button, with the time that the last hint in this game took.
export function hintInWords(message) {
  const seconds = window.localStorage.getItem(timeKey(message.scene.game, hintAgent(message)));
  return seconds === null ? "Hint" : `Hint (${seconds} s)`;
}

export class HintPanel {
  #number = 0; // of the last request; answers to earlier ones are not shown
  #clock = 0;

  // path: the table's address; changed(): called when the time of a hint is known.
  constructor(path, changed) {
    this.path = path;
    this.changed = changed;
  }

  clear() {
    this.#number += 1;
    window.clearInterval(this.#clock);
    byId("hint").hidden = true;
  }

  async show(message) {
    this.clear();
    const [number, agent, start] = [this.#number, hintAgent(message), Date.now()];
    const seconds = () => Math.max(1, Math.round((Date.now() - start) / 1000));
    const words = createElement("span", {}, "Thinking …");
    this.#clock = window.setInterval(() => { words.textContent = `Thinking … ${seconds()} s`; }, 1000);
    const stop = () => { this.clear(); attempt(() => ask(`${this.path}/stop_hint`, "POST")); };
    byId("hint").replaceChildren(createElement("p", { class: "row" }, words, createElement("button", { type: "button", onclick: stop }, "Stop")));
    byId("hint").hidden = false;
    const found = await attempt(() => ask(`${this.path}/hint`, "POST", { agent }));
    if (number !== this.#number) return;
    this.clear();
    if (!found) return;
    window.localStorage.setItem(timeKey(message.scene.game, agent), seconds());
    this.changed();
    this.#draw(message, found);
  }

  #draw(message, found) {
    const targets = message.scene.moves.find((move) => move.action === found.action)?.targets ?? [];
    for (const target of targets) {
      byId("board").querySelector(`[data-place="${CSS.escape(`${target.zone}/${target.card}`)}"]`)?.classList.add("advised");
    }
    const others = found.chances.length > 1 ? found.chances : [];
    byId("hint").replaceChildren(
      createElement("strong", {}, "Hint: ", suited(found.words)),
      found.reason ? createElement("p", {}, suited(found.reason)) : "",
      createElement("ul", {}, ...others.map(([words, chance]) => createElement("li", {}, `${(100 * chance).toFixed(0)} %: `, suited(words)))),
    );
    byId("hint").hidden = false;
    byId("live").textContent = `Hint: ${found.words}`;
  }
}
