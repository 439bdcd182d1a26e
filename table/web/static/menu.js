// The menu of the table: opponents, pace, sounds, animations, tutorial, looks, and the agents behind opponents and hints.

import { byId, createElement } from "./page.js";
import { explains, switchExplaining } from "./guide.js";
import { hintAgent, setHintAgent } from "./hint.js";
import { choose, lookOf, looks } from "./look.js";
import { isMotionOn, prefersLessMotion, switchMotion } from "./motion.js";
import { isSafeOn, switchSafe } from "./safe_cards.js";
import { isSoundOn, switchSounds } from "./sounds.js";

const PACES = { 0: "at once", 0.3: "fast", 0.7: "normal", 1.5: "slow", 3: "very slow" }; // by seconds between moves

function choice(title, pairs, chosen, onchange, name) {
  const select = createElement("select", { "data-tool": name, onchange: () => onchange(select.value) });
  select.append(...pairs.map(([value, words]) => createElement("option", { value, selected: `${value}` === `${chosen}` }, words)));
  return createElement("label", { class: "field" }, title, select);
}

function toggle(title, isOn, onchange) {
  return createElement("label", { class: "rule" }, createElement("input", { type: "checkbox", checked: isOn, "data-tool": title, onchange }), title);
}

export class Menu {
  #drawn = "";

  // act: setPace(seconds), lookFrom(seat), and changed(), called when the table must be drawn again.
  constructor(act) {
    this.act = act;
    byId("show-menu").addEventListener("click", () => byId("menu").showModal());
    byId("close-menu").addEventListener("click", () => byId("menu").close());
  }

  // Redraws only if something has changed, so that an open list stays open.
  draw(message) {
    const { over, host, pace, viewer, viewers, names, strengths, hints, watching, people, has_safe } = message;
    const wanted = JSON.stringify([over, host, pace, viewer, viewers, names, strengths, hints, watching, people, has_safe, prefersLessMotion()]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const focused = document.activeElement?.dataset?.tool;
    byId("menu-content").replaceChildren(...this.#settings(message), ...this.#looks(), ...this.#agents(message));
    if (focused) byId("menu-content").querySelector(`[data-tool="${CSS.escape(focused)}"]`)?.focus();
  }

  #settings(message) {
    const { scene, host, over, pace, strengths, viewer, viewers, names } = message;
    const paces = pace in PACES ? PACES : { ...PACES, [pace]: `${pace} s` };
    const isExplained = explains(scene.game);
    const changed = this.act.changed;
    const agentsPlay = strengths.some(Boolean) || message.people.some((one) => one.stand_in);
    const pairs = Object.entries(paces).sort(([one], [other]) => one - other);
    return [
      !over && host && agentsPlay && choice("Pace of the others", pairs, pace, (value) => this.act.setPace(Number(value)), "pace"),
      viewers.length > 1 && choice("View as", viewers.map((seat) => [seat, names[seat]]), viewer, this.act.lookFrom, "seat"),
      toggle("Sounds", isSoundOn(), () => { switchSounds(); changed(); }),
      !prefersLessMotion() && toggle("Animations", isMotionOn(), () => { switchMotion(); changed(); }),
      message.has_safe && !over && toggle("Safe cards go to the foundations by themselves", isSafeOn(), () => { switchSafe(); changed(); }),
      !over && viewer !== "public" && !message.watching && toggle("Tutorial", isExplained, () => { switchExplaining(scene.game, !explains(scene.game)); changed(); }),
    ].filter(Boolean);
  }

  #looks() {
    return looks.map(({ name, title, choices }) => choice(title, Object.entries(choices), lookOf(name), (value) => { choose(name, value); this.act.changed(); }, name));
  }

  // Strengths of the opponents, and under "More" the agents behind them and behind the hints.
  #agents({ strengths, agents, names, hints, ...message }) {
    const seats = names.map((_, seat) => seat).filter((seat) => strengths[seat]);
    const row = (seat) => createElement("li", {}, createElement("b", {}, names[seat]), `: ${strengths[seat]}`);
    const behind = seats.map((seat) => createElement("li", {}, `${names[seat]}: ${agents[seat]}`));
    const pick = hints.length > 1 && choice("Hints by", hints.map((name) => [name, name]), hintAgent({ hints, ...message }), (value) => { setHintAgent(value); this.act.changed(); }, "hints");
    if (!seats.length && !pick) return [];
    return [
      seats.length > 0 && createElement("ul", { class: "opponents", "aria-label": "opponents" }, ...seats.map(row)),
      createElement("details", {}, createElement("summary", {}, "More"), createElement("ul", { class: "opponents" }, ...behind), pick),
    ].filter(Boolean);
  }
}

