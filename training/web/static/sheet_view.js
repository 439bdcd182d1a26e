// One sheet on the page: players, quick and typed points, standings, the table, and how to mend what was written.

import { cell, fold, rows, standings, sum, undone } from "/static/score_sheet.js";
import { SheetTools } from "/static/sheet_tools.js";
import { make } from "/static/page.js";
import { $, dot, fill, number } from "/static/sheet_page.js";
import { SheetSettings } from "/static/sheet_settings.js";
import { Log } from "/static/sheet_sync.js";

const QUICK = [1, 5, 10, 50, 100];
const HISTORY = 200;

export class SheetView {
  constructor(id, known) {
    this.known = known;
    this.selected = "";
    this.reviewed = null; // what the review shows: a player, and the ids of entries or null for all
    this.listening = new AbortController();
    this.log = new Log(id, () => this.show());
    this.tools = new SheetTools(this, id);
    this.settings = new SheetSettings(this);
    this.listen();
    $("#csv").href = `/api/sheets/${id}/csv`;
    $("#whole").open = false;
    $("#told").textContent = "";
    fill($("#whole-fields"));
    this.log.open();
    this.show();
    $("#name").focus();
  }

  close() {
    this.listening.abort();
    this.log.close();
    this.tools.close();
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    delete document.documentElement.dataset.letters;
    delete document.documentElement.dataset.paper;
  }

  on(selector, kind, listener) {
    $(selector).addEventListener(kind, listener, { signal: this.listening.signal });
  }

  listen() {
    this.on("#undo", "click", () => this.undo());
    this.on("#redo", "click", () => this.redo());
    this.on("#finish", "click", () => {
      this.log.add({ kind: "set", shelf: this.sheet.shelf === "open" ? "finished" : "open" });
    });
    this.on("#previous", "click", () => this.step(-1));
    this.on("#next", "click", () => this.step(1));
    this.on("#review", "click", () => this.review(this.selected, null));
    this.on("#hand-back", "click", () => this.log.add({ kind: "set", hand: this.sheet.hand - 1 }));
    this.on("#hand-on", "click", () => this.log.add(this.next_hand()));
    this.on("#typed", "submit", (event) => this.enter_typed(event));
    this.on("#whole form", "submit", (event) => this.enter_whole(event));
    this.on("#points", "input", () => ($("#points-problem").textContent = ""));
    this.on("#review-dialog", "close", () => (this.reviewed = null));
    this.on("#history", "toggle", () => this.show());
    this.on("#order", "change", () => this.show());
    fill($("#quick"), ...[1, -1].flatMap((sign) => QUICK.map((points) => {
      const text = `${sign > 0 ? "+" : "−"}${points}`;
      return make("button", { type: "button", onclick: () => this.score({ [this.selected]: sign * points }) }, text);
    })));
  }

  // Writing

  score(points, note = "") {
    const hand = this.sheet.by_hand ? { hand: this.sheet.hand } : {};
    this.log.add({ kind: "score", points, ...hand, ...(note ? { note } : {}) });
    const told = Object.entries(points).map(([id, value]) => `${this.name(id)} ${value < 0 ? "minus " : "plus "}${Math.abs(value)}`);
    this.tell(`${told.join(", ")}. ${this.ranking()}`);
  }

  enter_typed(event) {
    event.preventDefault();
    const input = $("#points");
    const points = points_of(input.value);
    $("#points-problem").textContent = points === null ? PROBLEM : "";
    if (points !== null) {
      this.score({ [this.selected]: points }, is_sum(input.value) ? input.value.trim() : "");
      input.value = "";
      if ($("#go-on").checked) this.step(1);
    }
    input.focus();
  }

  enter_whole(event) {
    event.preventDefault();
    const points = {};
    const inputs = [...event.target.querySelectorAll("input")];
    for (const input of inputs.filter((one) => one.value.trim())) {
      points[input.name] = points_of(input.value);
      input.setAttribute("aria-invalid", points[input.name] === null);
    }
    const wrong = Object.keys(points).find((id) => points[id] === null);
    const problem = wrong ? `${this.name(wrong)}: ${PROBLEM}` : Object.keys(points).length ? "" : "Type somebody's points.";
    $("#whole .problem").textContent = problem;
    if (problem) {
      inputs.find((input) => input.name === wrong)?.focus();
      return;
    }
    this.score(points);
    if (this.sheet.by_hand) this.log.add(this.next_hand());
    for (const input of inputs) input.value = "";
    inputs[0].focus();
  }

  next_hand() {
    const dealer = this.sheet.dealer ? { dealer: this.neighbour(this.sheet.dealer, 1) } : {};
    return { kind: "set", hand: this.sheet.hand + 1, ...dealer };
  }

  /** Take back the last thing that counts. */
  undo() {
    const last = this.undoable();
    this.log.add({ kind: "undo", event: last.id });
    this.tell(`Undone: ${this.describe(last)}. ${this.ranking()}`);
  }

  redo() {
    this.log.add({ kind: "undo", event: this.redoable().id });
    this.tell(`Done again. ${this.ranking()}`);
  }

  undoable() {
    const events = this.log.events;
    const gone = undone(events);
    return events.slice(1).reverse().find((event) => event.kind !== "undo" && !gone.has(event.id));
  }

  /** The last undo, if nothing was written after it but undos. */
  redoable() {
    const events = this.log.events;
    const gone = undone(events);
    const live = events.filter((event) => !gone.has(event.id) && !(event.kind === "undo" && is_undo(events, event.event)));
    return live.at(-1)?.kind === "undo" ? live.at(-1) : undefined;
  }

  // Who is who

  name(id) {
    return this.sheet.players.find((player) => player.id === id)?.name ?? "somebody";
  }

  neighbour(id, steps) {
    const ids = this.sheet.players.map((player) => player.id);
    return ids[(ids.indexOf(id) + steps + ids.length) % ids.length];
  }

  step(steps) {
    this.selected = this.neighbour(this.selected, steps);
    this.show();
  }

  tell(text) {
    $("#told").textContent = text;
  }

  ranking() {
    return this.standings.slice(0, 3).map((one) => `${one.place}. ${this.name(one.player)} ${one.total}`).join(", ");
  }

  // Showing

  show() {
    const { log } = this;
    const before = this.standings && this.ranking();
    this.sheet = fold(log.events);
    this.standings = standings(this.sheet);
    const { sheet } = this;
    if (!sheet.players.some((player) => player.id === this.selected)) this.selected = sheet.players[0]?.id ?? "";
    if (log.loaded && before !== undefined && before !== this.ranking() && !log.waiting.length) this.tell(this.ranking());

    const name = sheet.name || (log.loaded ? "There is no such sheet" : "…");
    $("#name").textContent = name;
    document.title = `${name} · score sheet`;
    const waiting = log.waiting.length;
    const kept = waiting === 1 ? "1 entry is kept in this browser" : `${waiting} entries are kept in this browser`;
    $("#saved").textContent = log.away ? `The server is away; ${waiting ? kept : "trying again"}.` : waiting ? "Saving …" : log.loaded ? "Saved" : "";
    $("#saved").classList.toggle("problem", log.away);
    $("#undo").disabled = !this.undoable();
    $("#redo").disabled = !this.redoable();
    $("#finish").textContent = sheet.shelf === "open" ? "Finish" : "Reopen";
    $("#entry").hidden = !sheet.players.length || sheet.shelf !== "open";
    $("#nobody").hidden = sheet.players.length > 0;
    this.show_refused();
    this.show_players();
    this.show_entry();
    this.show_table();
    this.show_history();
    this.show_review();
    this.tools.show();
    this.settings.show();
  }

  show_refused() {
    const { refused } = this.log;
    $("#refused").hidden = !refused.length;
    const lines = refused.map(({ event, problem }) => make("li", {}, `${this.describe(event)}: ${problem}`));
    fill($("#refused"), make("p", {}, "The server did not accept:"), make("ul", {}, ...lines),
      make("button", { type: "button", "data-key": "seen", onclick: () => this.log.forget_refused() }, "I have seen it"));
  }

  show_players() {
    const order = $("#order").value;
    const by_place = order === "last" ? [...this.standings].reverse() : this.standings;
    const ids = order === "turn" ? this.sheet.players.map((player) => player.id) : by_place.map((one) => one.player);
    fill($("#players"), ...ids.map((id) => {
      const player = this.sheet.players.find((one) => one.id === id);
      const { total, rounds } = this.standings.find((one) => one.player === id);
      const chosen = id === this.selected && this.sheet.shelf === "open";
      const choose = () => {
        this.selected = id;
        if (this.sheet.shelf !== "open") this.review(id, null);
        this.show();
      };
      return make("li", {}, make("button", { type: "button", "aria-pressed": String(chosen), "data-key": id, onclick: choose },
        dot(player.colour), make("span", { class: "name" }, player.name),
        this.sheet.dealer === id ? make("span", { class: "dealer", title: "dealer" }, "D", make("span", { class: "unseen" }, " (dealer)")) : null,
        make("small", { class: "muted" }, rounds === 1 ? "1 round" : `${rounds} rounds`), make("b", {}, number(total))));
    }));
    fill($("#standings"), ...this.standings.map((one) => {
      const player = this.sheet.players.find((other) => other.id === one.player);
      return make("li", {}, make("span", { class: "place" }, `${one.place}.`), dot(player.colour), make("span", { class: "name" }, player.name), make("b", {}, number(one.total)));
    }));
    $("#who-wins").textContent = this.sheet.low_wins ? "low score wins" : "high score wins";
  }

  show_entry() {
    $("#entry-title").textContent = `Points for ${this.name(this.selected)}`;
    $("#hands").hidden = !this.sheet.by_hand;
    $("#hand").textContent = `Hand ${this.sheet.hand}`;
    $("#hand-back").disabled = this.sheet.hand <= 1;
    $("#whole summary").textContent = this.sheet.by_hand ? `Enter all of hand ${this.sheet.hand}` : "Enter points for all";
    const fields = $("#whole-fields");
    const seats = JSON.stringify(this.sheet.players);
    if (fields.dataset.seats === seats && fields.children.length) return; // keep what is half typed
    fields.dataset.seats = seats;
    const typed = new Map([...fields.querySelectorAll("input")].map((input) => [input.name, input.value]));
    fill(fields, ...this.sheet.players.map((player) => make("label", {}, dot(player.colour), make("span", { class: "name" }, player.name),
      make("input", { name: player.id, value: typed.get(player.id) ?? "", maxlength: 60, "data-key": player.id, autocapitalize: "off" }))));
  }

  show_table() {
    const { players } = this.sheet;
    const table = rows(this.sheet);
    fill($("#table thead"), make("tr", {}, make("th", { scope: "col" }, "Row"), ...players.map((player) =>
      make("th", { scope: "col", class: "number" }, dot(player.colour), player.name))));
    fill($("#table tbody"), ...table.map(({ label, entries }) => {
      const note = entries[0].hand === null && entries[0].note ? make("small", { class: "muted" }, entries[0].note) : null;
      return make("tr", {}, make("th", { scope: "row" }, label, note), ...players.map((player) => {
        const points = cell(entries, player.id);
        if (points === null) return make("td", { class: "number" });
        const ids = entries.map((entry) => entry.id);
        const edited = entries.some((entry) => entry.edited);
        return make("td", { class: "number" }, make("button", {
          type: "button", class: edited ? "cell edited" : "cell", "data-key": `${label} ${player.id}`,
          "aria-label": `${player.name}, ${label}: ${points}${edited ? ", mended" : ""}; review`, onclick: () => this.review(player.id, ids),
        }, number(points)));
      }));
    }));
    const total = (player) => this.standings.find((one) => one.player === player.id).total;
    fill($("#table tfoot"), make("tr", {}, make("th", { scope: "row" }, "Total"), ...players.map((player) =>
      make("td", { class: "number" }, make("b", {}, number(total(player)))))));
  }

  show_history() {
    if (!$("#history").open) return;
    const { events } = this.log;
    const gone = undone(events);
    fill($("#history ol"), ...[...events].reverse().slice(0, HISTORY).map((event) => {
      const time = new Date(event.made ? event.made * 1000 : event.at).toLocaleTimeString([], { timeStyle: "short" });
      const back = gone.has(event.id);
      const words = make(back ? "s" : "span", {}, this.describe(event));
      const undo = () => this.log.add({ kind: "undo", event: event.id });
      const can = !back && event.kind !== "undo" && event !== events[0];
      return make("li", {}, make("small", { class: "muted" }, time), " ", words, " ",
        can ? make("button", { type: "button", "data-key": event.id, "aria-label": `Undo: ${this.describe(event)}`, onclick: undo }, "Undo") : null);
    }));
  }

  describe(event) {
    const points = () => Object.entries(event.points).map(([id, value]) => `${this.name(id)} ${number(value)}`).join(", ");
    switch (event.kind) {
      case "score": return `${points()}${event.hand ? ` in hand ${event.hand}` : ""}${event.note ? ` (${event.note})` : ""}`;
      case "edit": return `mended to ${points()}`;
      case "player": return `player ${event.name}`;
      case "order": return `turn order ${event.players.map((id) => this.name(id)).join(", ")}`;
      case "undo": {
        const other = this.log.events.find((one) => one.id === event.event);
        return other?.kind === "undo" ? "redone" : `undone: ${other ? this.describe(other) : "an entry"}`;
      }
      default: {
        const said = [];
        if (event.name) said.push(`the sheet is called ${event.name}`);
        if (event.low_wins !== undefined) said.push(event.low_wins ? "low score wins" : "high score wins");
        if (event.by_hand !== undefined) said.push(event.by_hand ? "one row for each hand" : "one row for each score");
        if (event.hand) said.push(`hand ${event.hand}`);
        if (event.dealer !== undefined) said.push(event.dealer ? `${this.name(event.dealer)} deals` : "nobody deals");
        if (event.shelf) said.push({ open: "opened", finished: "finished", removed: "removed" }[event.shelf]);
        return said.join(", ");
      }
    }
  }

  // Mending

  review(player, ids) {
    this.reviewed = { player, ids };
    fill($("#review-dialog .entries"));
    this.show_review();
    $("#review-dialog").showModal();
  }

  show_review() {
    if (!this.reviewed) return;
    const { player, ids } = this.reviewed;
    const entries = this.sheet.entries.filter((entry) => Object.hasOwn(entry.points, player) && (!ids || ids.includes(entry.id)));
    $("#review-title").textContent = `Scores of ${this.name(player)}`;
    const box = $("#review-dialog .entries");
    const typed = new Map([...box.querySelectorAll("input")].filter((input) => input.value !== input.defaultValue).map((input) => [input.name, input.value]));
    const lines = entries.map((entry, index) => this.review_line(entry, player, index, typed.get(entry.id)));
    fill(box, ...(lines.length ? lines : [make("p", { class: "muted" }, "No scores.")]));
  }

  review_line(entry, player, index, typed) {
    const shown = String(entry.points[player]);
    const what = [entry.hand ? `hand ${entry.hand}` : `score ${index + 1}`, entry.note, entry.edited && "mended"].filter(Boolean).join(", ");
    const input = make("input", { name: entry.id, value: typed ?? shown, maxlength: 60, "aria-label": `Points, ${what}`, "data-key": `${entry.id} points` });
    input.defaultValue = shown;
    input.value = typed ?? shown;
    const problem = make("span", { class: "problem", role: "alert" });
    const save = (event) => {
      event.preventDefault();
      const points = points_of(input.value);
      problem.textContent = points === null ? PROBLEM : "";
      if (points === null || points === entry.points[player]) return;
      input.defaultValue = input.value;
      this.log.add({ kind: "edit", entry: entry.id, points: { [player]: points } });
      this.tell(`Mended. ${this.ranking()}`);
    };
    const others = Object.keys(entry.points).length > 1 ? " for all" : "";
    return make("form", { class: "row", autocomplete: "off", onsubmit: save }, make("span", { class: "grow" }, what), input,
      make("button", { class: "primary", "data-key": `${entry.id} save` }, "Save"),
      make("button", { type: "button", "data-key": `${entry.id} undo`, onclick: () => this.log.add({ kind: "undo", event: entry.id }) }, `Undo${others}`), problem);
  }
}

const PROBLEM = "Type a whole number up to a million, or a sum such as 12+5-3.";

function points_of(text) {
  const points = sum(text);
  return points === null || Math.abs(points) > 1_000_000 ? null : points;
}

const is_sum = (text) => /\d\s*[+−–-]/.test(text);

const is_undo = (events, id) => events.find((event) => event.id === id)?.kind === "undo";
