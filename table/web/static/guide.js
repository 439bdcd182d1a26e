// Guide to a first game: the parts of the table, once; then at each turn the legal kinds of moves with their rules.

import { ask, attempt, byId, capitalized, createElement, suited } from "./page.js";

// Keys on this device: whether first games are explained, whether one game is, and its known parts.
const FIRST = "first games are explained";
const explainedKey = (game) => `${game} is explained`;
const knownKey = (game) => `${game}: known parts`;

export const explainsFirst = () => window.localStorage.getItem(FIRST) !== "no";

export const switchFirst = (isOn) => window.localStorage.setItem(FIRST, isOn ? "yes" : "no");

export const explains = (game) => (window.localStorage.getItem(explainedKey(game)) ?? (explainsFirst() ? "yes" : "no")) === "yes";

export const switchExplaining = (game, isOn) => window.localStorage.setItem(explainedKey(game), isOn ? "yes" : "no");

export class Guide {
  #words = null; // the server's guide to the game
  #drawn = "";

  // hint(): shows a hint.
  constructor(hint) {
    this.hint = hint;
  }

  async draw(message) {
    const { game } = message.scene;
    const isOwn = !message.watching && !message.curtain && (message.people.length ? message.here : [message.me]).map(String).includes(message.viewer);
    if (message.over && isOwn && window.localStorage.getItem(explainedKey(game)) === null) switchExplaining(game, false); // it was the first game
    const isShown = isOwn && !message.over && explains(game);
    if (isShown && !this.#words) {
      this.#words = attempt(() => ask(`/api/games/${game}`)).then((found) => (this.#words = found?.guide ?? null));
    }
    if (isShown && this.#words instanceof Promise) await this.#words; // later messages are drawn after it
    const parts = isShown && this.#words ? this.#parts(message.scene) : [];
    const moves = isShown && this.#words ? this.#moves(message) : [];
    const wanted = JSON.stringify([parts, moves.map((move) => move.first), message.hints]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    byId("guide").hidden = !parts.length && !moves.length;
    const close = () => {
      const before = JSON.parse(window.localStorage.getItem(knownKey(game)) ?? "[]");
      window.localStorage.setItem(knownKey(game), JSON.stringify([...before, ...parts.map((part) => part.start)]));
      this.draw(message);
      byId("guide-words").focus();
    };
    byId("guide-words").replaceChildren(
      ...(parts.length ? [createElement("h2", {}, "The table"), createElement("dl", {}, ...parts.flatMap(drawPart)), createElement("button", { type: "button", onclick: close }, "Got it")] : []),
      ...(moves.length ? [createElement("h2", {}, "Your options"), createElement("dl", {}, ...moves.flatMap(drawMove))] : []),
      moves.length && message.hints.length ? createElement("button", { type: "button", onclick: () => this.hint() }, "What would an expert do, and why?") : "",
    );
  }

  // Parts of the table that have not been explained yet, if they hold cards or will.
  #parts(scene) {
    const before = JSON.parse(window.localStorage.getItem(knownKey(scene.game)) ?? "[]");
    const found = new Map();
    for (const band of scene.bands) {
      for (const zone of band.zones) {
        const [field] = zone.id.split(".");
        const isOthers = field === "hand" && zone.seat !== scene.player;
        const start = isOthers ? "hands" : field;
        const words = this.#words.parts[start];
        if (!words || before.includes(start) || (zone.cards.every((card) => card === -2) && zone.kind !== "pile" && zone.kind !== "column")) continue;
        const several = band.zones.filter((one) => one.id.split(".")[0] === field).length > 1;
        const called = isOthers ? "the other hands" : field === "hand" ? "your hand" : several ? band.label || start.replaceAll("_", " ") : zone.label || start;
        found.set(start, { start, called, words });
      }
    }
    return [...found.values()];
  }

  // Kinds of moves that are legal now.
  #moves(message) {
    const legal = message.mine ? message.scene.moves.flatMap((move) => [move.action, ...move.then]) : [];
    return this.#words.moves.filter(({ first, count }) => legal.some((action) => action >= first && action < first + count));
  }
}

const drawMove = ({ is, does, rules }) => [
  createElement("dt", {}, suited(is)),
  createElement("dd", {}, suited(does), ...rules.map(([number, text]) => createElement("span", { class: "rule" }, `Rule ${number}: `, suited(text)))),
];

const drawPart = ({ called, words }) => [createElement("dt", {}, capitalized(called)), createElement("dd", {}, suited(words))];
