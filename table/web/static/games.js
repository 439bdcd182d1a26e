// The list of games on the first page: favourites, recent games, then all by family, each with its picture.

import { byId, capitalized, createElement, updateRovingFocus } from "./page.js";

const FAVOURITES = "favourites"; // key on this device
const MOST_RECENT = 6;

// Three cards for a game without a picture of its own, by the letters of its family.
function fan(game) {
  const letters = [...game.family].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  const cards = [letters, letters >> 3, letters >> 6].map((card) => card % game.codes);
  return createElement("span", { class: "fan", "aria-hidden": "true" }, ...cards.map((card) => createElement("img", { src: `${game.pictures}/${card}.svg`, alt: "", loading: "lazy" })));
}

const picture = (game) => (game.tile ? createElement("img", { class: "tile", src: game.tile, alt: "", loading: "lazy", width: 288, height: 190 }) : fan(game));

const favourites = () => JSON.parse(window.localStorage.getItem(FAVOURITES) ?? "[]");

function switchFavourite(id) {
  const before = favourites();
  const after = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  window.localStorage.setItem(FAVOURITES, JSON.stringify(after));
}

const playersInWords = (game) => `${game.players_in_words} player${game.players_in_words === "1" ? "" : "s"}`;

export class GameList {
  #games = [];
  #recent = []; // ids, the latest first
  #kind = "all";
  #chosen = null;

  // choose(game): called with the game that is touched.
  constructor(choose) {
    this.choose = choose;
    byId("search").addEventListener("input", () => this.#draw());
  }

  show(games) {
    this.#games = games;
    this.#drawKinds();
    this.#draw();
  }

  showRecent(ids) {
    this.#recent = [...new Set(ids)].slice(0, MOST_RECENT);
    this.#draw();
  }

  mark(game) {
    this.#chosen = game;
    this.#draw();
  }

  #drawKinds() {
    const kinds = ["all", ...new Set(this.#games.map((game) => game.family))];
    const pick = (name) => { this.#kind = name; this.#drawKinds(); this.#draw(); };
    byId("kinds").replaceChildren(
      ...kinds.map((name) => createElement("button", { type: "button", "aria-pressed": `${name === this.#kind}`, onclick: () => pick(name) }, name)),
    );
    updateRovingFocus(byId("kinds"), "button");
  }

  #draw() {
    const focused = document.activeElement?.dataset?.name;
    const wanted = byId("search").value.trim().toLowerCase();
    const fits = (game) => `${game.title} ${game.id} ${game.family}`.toLowerCase().includes(wanted);
    const shown = this.#games.filter((game) => (this.#kind === "all" || game.family === this.#kind) && fits(game));
    const named = (ids) => ids.map((id) => this.#games.find((game) => game.id === id)).filter(Boolean);
    const isWhole = !wanted && this.#kind === "all";
    const families = isWhole ? [...new Set(shown.map((game) => game.family))] : [];
    const sections = isWhole
      ? [["Favourites", named(favourites())], ["Recent", named(this.#recent)], ...families.map((family) => [capitalized(family), shown.filter((game) => game.family === family)])]
      : [["", shown]];
    byId("games").replaceChildren(...sections.filter(([, games]) => games.length).flatMap(([head, games]) => this.#section(head, games)));
    if (shown.length === 0) byId("games").append(createElement("p", { class: "muted" }, "No game found"));
    updateRovingFocus(byId("games"), "button");
    if (focused) byId("games").querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  #section(head, games) {
    const list = createElement("ul", { class: "games", "aria-label": head || "games found" }, ...games.map((game) => this.#entry(game, head)));
    return head ? [createElement("h3", {}, head), list] : [list];
  }

  #entry(game, head) {
    const isFavourite = favourites().includes(game.id);
    const toggle = () => { switchFavourite(game.id); this.#draw(); };
    const entry = createElement(
      "button",
      { type: "button", class: "game", "aria-pressed": `${game === this.#chosen}`, "data-name": `${head} ${game.id}`, onclick: () => this.choose(game) },
      picture(game),
      createElement("strong", {}, game.title),
      createElement("span", { class: "muted" }, `${game.family}, ${playersInWords(game)}`),
      game.length && createElement("span", { class: "muted" }, [game.length, game.level].filter(Boolean).join(", ")),
    );
    const star = createElement("button", { type: "button", class: "star", "aria-pressed": `${isFavourite}`, "aria-label": `${game.title} is a favourite`, "data-name": `star ${head} ${game.id}`, onclick: toggle }, isFavourite ? "★" : "☆");
    return createElement("li", {}, entry, star);
  }
}
