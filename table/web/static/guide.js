// The first game of a kind is explained: what lies on the table, once; then at each turn what may be done, by which rule.

import { ask, attempt, by, make, suited } from "./page.js";

// Kept on this device: whether first games are explained, whether one game is, and which of its parts are known.
const FIRST = "first games are explained";
const ofGame = (game) => `${game} is explained`;
const known = (game) => `${game}: known parts`;

export const explainsFirst = () => window.localStorage.getItem(FIRST) !== "no";

export const switchFirst = (isOn) => window.localStorage.setItem(FIRST, isOn ? "yes" : "no");

export const explains = (game) => (window.localStorage.getItem(ofGame(game)) ?? (explainsFirst() ? "yes" : "no")) === "yes";

export const switchExplaining = (game, isOn) => window.localStorage.setItem(ofGame(game), isOn ? "yes" : "no");

export class Guide {
  #words = null; // as the server tells them of the game
  #drawn = "";

  // hint(agent): asks an agent for a hint.
  constructor(hint) {
    this.hint = hint;
  }

  async draw(told) {
    const { game } = told.scene;
    const isOwn = !told.watching && !told.curtain && (told.people.length ? told.here : [told.me]).map(String).includes(told.viewer);
    if (told.over && isOwn && window.localStorage.getItem(ofGame(game)) === null) switchExplaining(game, false); // it was the first one
    const isShown = isOwn && !told.over && explains(game);
    if (isShown && !this.#words) {
      this.#words = attempt(() => ask(`/api/games/${game}`)).then((found) => (this.#words = found?.guide ?? null));
    }
    if (isShown && this.#words instanceof Promise) await this.#words; // what is told meanwhile is drawn behind it
    const parts = isShown && this.#words ? this.#parts(told.scene) : [];
    const moves = isShown && this.#words ? this.#moves(told) : [];
    const wanted = JSON.stringify([parts, moves.map((move) => move.first), told.hints]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    by("guide").hidden = !parts.length && !moves.length;
    const close = () => {
      const before = JSON.parse(window.localStorage.getItem(known(game)) ?? "[]");
      window.localStorage.setItem(known(game), JSON.stringify([...before, ...parts.map((part) => part.start)]));
      this.draw(told);
      by("guide-words").focus();
    };
    const expert = told.hints.includes("expert") ? "expert" : told.hints[0];
    by("guide-words").replaceChildren(
      ...(parts.length ? [make("h2", {}, "What lies on the table"), make("dl", {}, ...parts.flatMap(drawPart)), make("button", { type: "button", onclick: close }, "Got it")] : []),
      ...(moves.length ? [make("h2", {}, "What you may do"), make("dl", {}, ...moves.flatMap(drawMove))] : []),
      moves.length && expert ? make("button", { type: "button", onclick: () => this.hint(expert) }, `What would ${expert} do, and why?`) : "",
    );
  }

  // The parts of the table that have not been explained yet, as soon as anything lies there or is to come there.
  #parts(scene) {
    const before = JSON.parse(window.localStorage.getItem(known(scene.game)) ?? "[]");
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

  // The kinds of moves that are legal now.
  #moves(told) {
    const legal = told.mine ? told.scene.moves.map((move) => move.action) : [];
    return this.#words.moves.filter(({ first, count }) => legal.some((action) => action >= first && action < first + count));
  }
}

const drawMove = ({ is, does, rules }) => [
  make("dt", {}, suited(is)),
  make("dd", {}, suited(does), ...rules.map(([number, text]) => make("span", { class: "rule" }, `Rule ${number}: `, suited(text)))),
];

const drawPart = ({ called, words }) => [make("dt", {}, `${called[0].toUpperCase()}${called.slice(1)}`), make("dd", {}, suited(words))];
