// Review of a sheet: correction and undo of a player's scores, and the history of all events.

import { createElement } from "/static/page.js";
import { undone } from "/static/score_sheet.js";
import { $, fill, number, points_of, PROBLEM } from "/static/sheet_page.js";

const MOST_LINES = 200; // of the history

export class SheetReview {
  constructor(view) {
    this.view = view;
    this.player = null; // the player whose scores are reviewed
    this.row = null; // the reviewed row; null for all rows
    view.on("#review-dialog", "close", () => (this.player = null));
    view.on("#history", "toggle", () => this.show_history());
  }

  /**
   * @param {string} player
   * @param {{label: string, hand: number | null, ids: string[]} | null} row of the table; null for all of them
   */
  open(player, row = null) {
    this.player = player;
    this.row = row;
    fill($("#review-dialog .entries"));
    this.show_review();
    $("#review-dialog").showModal();
  }

  show() {
    this.show_review();
    this.show_history();
  }

  show_review() {
    const { player, row } = this;
    if (player === null) return;
    const { sheet } = this.view;
    if (!sheet.players.some((one) => one.id === player)) { // removed meanwhile by another browser or the table
      $("#review-dialog").close();
      return;
    }
    const here = (entry) => row === null || (row.hand === null ? row.ids.includes(entry.id) : entry.hand === row.hand);
    const entries = sheet.entries.filter((entry) => Object.hasOwn(entry.points, player) && here(entry));
    $("#review-title").textContent = `Scores of ${this.view.name(player)}${row === null ? "" : `, ${row.label}`}`;
    const box = $("#review-dialog .entries");
    const typed = new Map([...box.querySelectorAll("input")].filter((input) => input.value !== input.defaultValue).map((input) => [input.name, input.value]));
    const lines = entries.map((entry, index) => this.line(entry, index, typed.get(entry.id)));
    if (!lines.length) lines.push(createElement("p", { class: "muted" }, "No scores."));
    if (row !== null && row.hand !== null) lines.push(this.new_line(typed.get("new")));
    fill(box, ...lines);
    if ($("#review-dialog").open && document.activeElement === document.body) $("#review-dialog [method=dialog] button").focus();
  }

  /** An entry, with a field to correct its points. */
  line(entry, index, typed) {
    const { log } = this.view;
    const shown = String(entry.points[this.player]);
    const label = [entry.hand ? `hand ${entry.hand}` : `score ${index + 1}`, entry.note, entry.edited && "corrected"].filter(Boolean).join(", ");
    const save = (points) => {
      if (points === entry.points[this.player]) return;
      log.add({ kind: "edit", entry: entry.id, points: { [this.player]: points } });
      this.view.announce(`Corrected. ${this.view.ranking()}`);
    };
    const undo = () => log.add({ kind: "undo", event: entry.id });
    const words = Object.keys(entry.points).length > 1 ? "Undo for all" : "Undo";
    return field(entry.id, label, "Save", shown, typed, save, createElement("button", { type: "button", "data-key": `${entry.id} undo`, onclick: undo }, words));
  }

  /** A field for missing points of a hand. */
  new_line(typed) {
    const { hand } = this.row;
    const save = (points) => {
      this.view.log.add({ kind: "score", points: { [this.player]: points }, hand });
      this.view.announce(`Added. ${this.view.ranking()}`);
    };
    return field("new", `add to hand ${hand}`, "Add", "", typed, save);
  }

  show_history() {
    if (!$("#history").open) return;
    const { log } = this.view;
    const gone = undone(log.events);
    fill($("#history ol"), ...[...log.events].reverse().slice(0, MOST_LINES).map((event) => {
      const time = new Date(event.made ? event.made * 1000 : event.at).toLocaleTimeString([], { timeStyle: "short" });
      const words = describe(this.view, event);
      const undo = () => log.add({ kind: "undo", event: event.id });
      const can = !gone.has(event.id) && event.kind !== "undo" && event !== log.events[0];
      return createElement("li", {}, createElement("small", { class: "muted" }, time), createElement(gone.has(event.id) ? "s" : "span", {}, words),
        can ? createElement("button", { type: "button", "data-key": event.id, "aria-label": `Undo: ${words}`, onclick: undo }, "Undo") : null);
    }));
  }
}

/** A form with one field for points, which `save(points)` receives. */
function field(name, label, verb, shown, typed, save, ...buttons) {
  const input = createElement("input", { name, maxlength: 60, inputmode: "tel", "aria-label": `Points, ${label}`, "data-key": `${name} points` });
  input.defaultValue = shown;
  input.value = typed ?? shown;
  const problem = createElement("span", { class: "problem", role: "alert" });
  const submit = (event) => {
    event.preventDefault();
    const points = points_of(input.value);
    problem.textContent = points === null ? PROBLEM : "";
    if (points === null) return;
    input.defaultValue = input.value; // the typed text is saved
    save(points);
  };
  return createElement("form", { class: "row", autocomplete: "off", onsubmit: submit }, createElement("span", { class: "grow" }, label), input,
    createElement("button", { class: "primary", "data-key": `${name} save` }, verb), ...buttons, problem);
}

/** An event in words. */
export function describe(view, event) {
  const points = () => Object.entries(event.points).map(([id, value]) => `${view.name(id)} ${number(value)}`).join(", ");
  switch (event.kind) {
    case "score": return `${points()}${event.hand ? ` in hand ${event.hand}` : ""}${event.note ? ` (${event.note})` : ""}`;
    case "edit": return `Corrected: ${points()}`;
    case "player": return `player ${event.name}`;
    case "leave": return `removed ${view.name(event.player)}`;
    case "order": return `turn order ${event.players.map((id) => view.name(id)).join(", ")}`;
    case "undo": {
      const other = view.log.events.find((one) => one.id === event.event);
      return other?.kind === "undo" ? "redone" : `undone: ${other ? describe(view, other) : "an entry"}`;
    }
    default: {
      const words = [];
      if (event.name) words.push(`the sheet is called ${event.name}`);
      if (event.low_wins !== undefined) words.push(event.low_wins ? "low score wins" : "high score wins");
      if (event.by_hand !== undefined) words.push(event.by_hand ? "one row for each hand" : "one row for each score");
      if (event.hand) words.push(`on to hand ${event.hand}`);
      if (event.dealer !== undefined) words.push(event.dealer ? `${view.name(event.dealer)} deals` : "nobody deals");
      if (event.target !== undefined) words.push(event.target ? `ends at ${event.target} points` : "no end at a number of points");
      if (event.shelf) words.push({ open: "opened", finished: "finished", removed: "removed" }[event.shelf]);
      return words.join(", ") || "taken back by the table";
    }
  }
}
