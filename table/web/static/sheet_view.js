// View of one sheet: players, quick and typed points, standings and the table.

import { createElement, whenReleased } from "/static/page.js";
import { drawCourse } from "/static/course.js";
import { cell, course, fold, negated, rows, standings, steps, winners } from "/static/score_sheet.js";
import { $, dot, fill, is_sum, number, points_of, PROBLEM } from "/static/sheet_page.js";
import { SheetReview, describe } from "/static/sheet_review.js";
import { SheetSettings } from "/static/sheet_settings.js";
import { Log } from "/static/sheet_sync.js";
import { SheetTools } from "/static/sheet_tools.js";

const QUICK = [1, 5, 10, 50, 100];
const MOST_HANDS = 999;

export class SheetView {
  constructor(id, known) {
    this.known = known;
    this.selected = "";
    this.was_away = "";
    this.listening = new AbortController();
    this.log = new Log(id, () => whenReleased("sheet", () => this.log.closed || this.show()));
    this.tools = new SheetTools(this, id);
    this.settings = new SheetSettings(this);
    this.reviews = new SheetReview(this);
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
    this.on("#review", "click", () => this.reviews.open(this.selected));
    this.on("#hand-back", "click", () => this.log.add({ kind: "set", ...this.hand_by(-1) }));
    this.on("#hand-on", "click", () => this.log.add({ kind: "set", ...this.hand_by(1) }));
    this.on("#typed", "submit", (event) => this.enter_typed(event));
    this.on("#whole form", "submit", (event) => this.enter_whole(event));
    this.on("#plus", "click", () => this.retype((text) => (/\d\s*$/.test(text) ? `${text}+` : text)));
    this.on("#negate", "click", () => this.retype(negated));
    this.on("#points", "input", () => ($("#points-problem").textContent = ""));
    this.on("#order", "change", () => this.show());
    fill($("#quick"), ...[1, -1].flatMap((sign) => QUICK.map((points) => {
      const text = `${sign > 0 ? "+" : "−"}${points}`;
      return createElement("button", { type: "button", onclick: () => this.score({ [this.selected]: sign * points }) }, text);
    })));
  }

  // Writing

  /** Write a score; `more` holds further keys of the event. */
  score(points, more = {}) {
    const hand = this.sheet.by_hand ? { hand: this.sheet.hand } : {};
    this.log.add({ kind: "score", points, ...hand, ...more });
    const changes = Object.entries(points).map(([id, value]) => `${this.name(id)} ${value < 0 ? "minus " : "plus "}${Math.abs(value)}`);
    this.announce(`${changes.join(", ")}. ${this.ranking()}`);
  }

  /** Change the typed points, which keep the focus and so the phone's keyboard. */
  retype(change) {
    const input = $("#points");
    input.value = change(input.value);
    input.focus();
  }

  enter_typed(event) {
    event.preventDefault();
    const input = $("#points");
    const points = points_of(input.value);
    $("#points-problem").textContent = points === null ? PROBLEM : "";
    if (points !== null) {
      const goes_on = $("#go-on").checked;
      const note = is_sum(input.value) ? { note: input.value.trim() } : {};
      this.score({ [this.selected]: points }, { ...note, ...(goes_on && this.ends_hand(this.selected) ? this.next_hand() : {}) });
      input.value = "";
      if (goes_on) this.step(1);
    }
    input.focus();
  }

  enter_whole(event) {
    event.preventDefault();
    const points = {};
    const inputs = [...event.target.querySelectorAll("input")];
    for (const input of inputs) input.removeAttribute("aria-invalid");
    for (const input of inputs.filter((one) => one.value.trim())) {
      points[input.name] = points_of(input.value);
      input.setAttribute("aria-invalid", points[input.name] === null);
    }
    const wrong = Object.keys(points).find((id) => points[id] === null);
    const problem = wrong ? `${this.name(wrong)}: ${PROBLEM}` : Object.keys(points).length ? "" : "Type points for at least one player.";
    $("#whole .problem").textContent = problem;
    if (problem) {
      inputs.find((input) => input.name === wrong)?.focus();
      return;
    }
    this.score(points, this.sheet.by_hand ? this.next_hand() : {});
    for (const input of inputs) input.value = "";
    inputs[0].focus();
  }

  /** Number and dealer of the hand some steps forward or back. */
  hand_by(distance) {
    const { hand, dealer } = this.sheet;
    return { hand: hand + distance, ...(dealer ? { dealer: this.neighbour(dealer, distance) } : {}) };
  }

  /** Keys of a score that is followed by the next hand. */
  next_hand() {
    if (this.sheet.hand === MOST_HANDS) return {};
    const { hand, ...dealer } = this.hand_by(1);
    return { next_hand: hand, ...dealer };
  }

  /** Returns whether this player is the only one without a score in this hand. */
  ends_hand(player) {
    const { by_hand, hand, entries, players } = this.sheet;
    const here = entries.filter((entry) => entry.hand === hand);
    const without = players.filter((one) => cell(here, one.id) === null);
    return by_hand && without.length === 1 && without[0].id === player;
  }

  /** Undo the last valid event. */
  undo() {
    const last = steps(this.log.events).undo;
    const players = last.kind === "score" ? Object.keys(last.points) : [];
    if (players.length === 1) this.selected = players[0];
    this.log.add({ kind: "undo", event: last.id });
    this.announce(`Undone: ${describe(this, last)}. ${this.ranking()}`);
  }

  redo() {
    this.log.add({ kind: "undo", event: steps(this.log.events).redo.id });
    this.announce(`Redone. ${this.ranking()}`);
  }

  // Players

  name(id) {
    const called = (player) => player.kind === "player" && player.player === id; // removed players keep their names
    return (this.sheet.players.find((player) => player.id === id) ?? this.log.events.findLast(called))?.name ?? "somebody";
  }

  neighbour(id, distance) {
    const ids = this.sheet.players.map((player) => player.id);
    return ids[(ids.indexOf(id) + distance + ids.length) % ids.length];
  }

  step(distance) {
    this.selected = this.neighbour(this.selected, distance);
    this.show();
  }

  announce(text) {
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
    if (log.loaded && before !== undefined && before !== this.ranking() && !log.waiting.length) this.announce(this.ranking());

    const name = sheet.name || (log.loaded ? "There is no such sheet" : "…");
    $("#name").textContent = name;
    document.title = `${name} · score sheet`;
    const waiting = log.waiting.length;
    const kept = waiting === 1 ? "1 entry is kept in this browser" : `${waiting} entries are kept in this browser`;
    $("#saved").textContent = log.away ? `${log.away}; ${waiting ? kept : "trying again"}.` : waiting ? "Saving …" : log.loaded ? "Saved" : "";
    $("#saved").classList.toggle("problem", Boolean(log.away));
    if (log.away !== this.was_away) this.announce(log.away ? $("#saved").textContent : "");
    this.was_away = log.away;
    const { undo, redo } = steps(log.events);
    $("#undo").disabled = !undo;
    $("#redo").disabled = !redo;
    $("#finish").textContent = sheet.shelf === "open" ? "Finish" : "Reopen";
    $("#again").hidden = sheet.shelf === "open";
    $("#entry").hidden = !sheet.players.length || sheet.shelf !== "open";
    $("#nobody").hidden = sheet.players.length > 0;
    this.show_refused();
    this.show_reached();
    this.show_players();
    this.show_entry();
    this.show_table();
    this.reviews.show();
    this.tools.show();
    this.settings.show();
  }

  show_refused() {
    const { refused } = this.log;
    $("#refused").hidden = !refused.length;
    const lines = refused.map(({ event, problem }) => createElement("li", {}, `${describe(this, event)}: ${problem}`));
    fill($("#refused"), createElement("p", {}, "The server did not accept:"), createElement("ul", {}, ...lines),
      createElement("button", { type: "button", "data-key": "seen", onclick: () => this.log.forget_refused() }, "Got it"));
  }

  /** The line about a target that has been reached, until the sheet is finished. */
  show_reached() {
    const { sheet } = this;
    const names = winners(sheet).map((id) => this.name(id));
    $("#reached").hidden = !names.length;
    const words = `${number(sheet.target)} points are reached: ${names.join(" and ")} ${names.length > 1 ? "share the win" : "wins"}. `;
    const finish = () => this.log.add({ kind: "set", shelf: "finished" });
    fill($("#reached"), words, sheet.shelf === "open" ? createElement("button", { type: "button", class: "primary", "data-key": "finish", onclick: finish }, "Finish the sheet") : "");
  }

  show_players() {
    const order = $("#order").value;
    const by_place = order === "last" ? [...this.standings].reverse() : this.standings;
    const ids = order === "turn" ? this.sheet.players.map((player) => player.id) : by_place.map((one) => one.player);
    fill($("#players"), ...ids.map((id) => {
      const player = this.sheet.players.find((one) => one.id === id);
      const { total, rounds, place } = this.standings.find((one) => one.player === id);
      const chosen = id === this.selected && this.sheet.shelf === "open";
      const choose = () => {
        this.selected = id;
        this.show();
        if (this.sheet.shelf === "open") $("#entry").scrollIntoView({ block: "nearest" });
        else this.reviews.open(id);
      };
      return createElement("li", {}, createElement("button", { type: "button", "aria-pressed": String(chosen), "data-key": id, onclick: choose },
        createElement("span", { class: "place" }, `${place}.`), dot(player.colour), createElement("span", { class: "name" }, player.name),
        this.sheet.dealer === id ? createElement("span", { class: "dealer", title: "dealer" }, "D", createElement("span", { class: "unseen" }, " (dealer)")) : null,
        createElement("small", { class: "muted" }, rounds === 1 ? "1 round" : `${rounds} rounds`), createElement("b", {}, number(total))));
    }));
    fill($("#standings"), ...this.standings.map((one) => {
      const player = this.sheet.players.find((other) => other.id === one.player);
      return createElement("li", {}, createElement("span", { class: "place" }, `${one.place}.`), dot(player.colour), createElement("span", { class: "name" }, player.name), createElement("b", {}, number(one.total)));
    }));
    $("#who-wins").textContent = this.sheet.low_wins ? "low score wins" : "high score wins";
  }

  show_entry() {
    const mine = this.standings.find((one) => one.player === this.selected);
    $("#entry-title").textContent = `Points for ${this.name(this.selected)}${mine ? `, who has ${number(mine.total)}` : ""}`;
    $("#review").setAttribute("aria-label", `Review the scores of ${this.name(this.selected)}`);
    $("#hands").hidden = !this.sheet.by_hand;
    $("#hand").textContent = `Hand ${this.sheet.hand}`;
    $("#hand-back").disabled = this.sheet.hand <= 1;
    $("#hand-on").disabled = this.sheet.hand >= MOST_HANDS;
    $("#whole summary").textContent = this.sheet.by_hand ? `Enter all of hand ${this.sheet.hand}` : "Enter points for all";
    const fields = $("#whole-fields");
    const seats = JSON.stringify(this.sheet.players);
    if (fields.dataset.seats === seats && fields.children.length) return; // keep half-typed points
    fields.dataset.seats = seats;
    const typed = new Map([...fields.querySelectorAll("input")].map((input) => [input.name, input.value]));
    fill(fields, ...this.sheet.players.map((player) => createElement("label", {}, dot(player.colour), createElement("span", { class: "name" }, player.name),
      createElement("input", { name: player.id, value: typed.get(player.id) ?? "", maxlength: 60, inputmode: "tel", "data-key": player.id, autocapitalize: "off" }))));
  }

  show_table() {
    const { players } = this.sheet;
    const table = rows(this.sheet);
    fill($("#table thead"), createElement("tr", {}, createElement("th", { scope: "col" }, "Row"), ...players.map((player) =>
      createElement("th", { scope: "col", class: "number" }, dot(player.colour), player.name))));
    fill($("#table tbody"), ...table.map(({ label, hand, entries }) => {
      const note = hand === null && entries[0].note ? createElement("small", { class: "muted" }, entries[0].note) : null;
      return createElement("tr", {}, createElement("th", { scope: "row" }, label, note), ...players.map((player) => {
        const points = cell(entries, player.id);
        const open = () => this.reviews.open(player.id, { label, hand, ids: entries.map((entry) => entry.id) });
        const key = `${label} ${player.id}`;
        if (points === null) {
          if (hand === null) return createElement("td", { class: "number" });
          const words = `${player.name}, ${label}: nothing; add`;
          return createElement("td", { class: "number" }, createElement("button", { type: "button", class: "cell", "data-key": key, "aria-label": words, onclick: open }));
        }
        const edited = entries.some((entry) => entry.edited);
        return createElement("td", { class: "number" }, createElement("button", {
          type: "button", class: edited ? "cell edited" : "cell", "data-key": key,
          "aria-label": `${player.name}, ${label}: ${points}${edited ? ", corrected" : ""}; review`, onclick: open,
        }, number(points)));
      }));
    }));
    const total = (player) => this.standings.find((one) => one.player === player.id).total;
    const totals = course(this.sheet);
    const lines = players.map(({ name, colour }) => ({ name, colour, isMine: false }));
    fill($("#course"), totals.length > 2 && players.length ? drawCourse(totals, lines, this.sheet.low_wins) : "");
    fill($("#table tfoot"), createElement("tr", {}, createElement("th", { scope: "row" }, "Total"), ...players.map((player) =>
      createElement("td", { class: "number" }, createElement("b", {}, number(total(player)))))));
  }
}
