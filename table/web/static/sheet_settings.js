// Dialog of a sheet's players and settings. Every change is written at once.

import { createElement } from "/static/page.js";
import { $, fill } from "/static/sheet_page.js";
import { fresh_id } from "/static/sheet_sync.js";

export class SheetSettings {
  constructor(view) {
    this.view = view;
    const form = $("#settings-form");
    view.on("#settings-open", "click", () => {
      this.free_colour();
      form.elements.name.value = view.sheet.name;
      this.busy = false; // true while a name or colour is edited, when updates must not redraw the field
      $("#settings").showModal();
      this.show();
    });
    view.on("#settings-form", "submit", (event) => event.preventDefault());
    view.on("#settings-form", "change", ({ target }) => {
      const typed = target.type === "number" ? Number(target.value) : target.value.trim();
      const value = target.type === "checkbox" ? target.checked : typed;
      if (target.name === "name" && !value) target.value = view.sheet.name;
      else view.log.add({ kind: "set", [target.name]: value });
    });
    view.on("#join", "submit", (event) => {
      event.preventDefault();
      const { name, colour } = event.target.elements;
      if (!name.value.trim()) return;
      view.log.add({ kind: "player", player: fresh_id(), name: name.value.trim(), colour: colour.value });
      name.value = "";
      this.free_colour();
      name.focus();
    });
    view.on("#join [name=name]", "input", ({ target }) => {
      const player = view.known.players.find((one) => one.name === target.value);
      if (player) $("#join [name=colour]").value = player.colour;
    });
    view.on("#remove-sheet", "click", () => {
      view.log.add({ kind: "set", shelf: view.sheet.shelf === "removed" ? "open" : "removed" });
    });
    this.form = form;
  }

  free_colour() {
    const used = new Set(this.view.sheet.players.map((player) => player.colour));
    const { colours } = this.view.known;
    $("#join [name=colour]").value = colours.find((colour) => !used.has(colour)) ?? colours[used.size % colours.length];
  }

  show() {
    if (!$("#settings").open) return;
    const { sheet, known } = this.view;
    const { name, low_wins, by_hand, target, dealer } = this.form.elements;
    if (document.activeElement !== target) target.value = sheet.target || "";
    if (document.activeElement !== name) name.value = sheet.name;
    low_wins.checked = sheet.low_wins;
    by_hand.checked = sheet.by_hand;
    fill(dealer, createElement("option", { value: "" }, "nobody"), ...sheet.players.map((player) => createElement("option", { value: player.id }, player.name)));
    dealer.value = sheet.dealer;
    $("#remove-sheet").textContent = sheet.shelf === "removed" ? "Restore the sheet" : "Remove the sheet";
    const here = new Set(sheet.players.map((player) => player.name));
    fill($("#known-names"), ...known.players.filter((player) => !here.has(player.name)).map((player) => createElement("option", { value: player.name })));
    if (!this.busy) fill($("#seats"), ...sheet.players.map((player, seat) => this.seat(player, seat)));
  }

  seat(player, seat) {
    const { log } = this.view;
    const done = (changes) => {
      this.busy = false;
      if (changes) log.add({ kind: "player", player: player.id, name: player.name, colour: player.colour, ...changes });
      else this.show();
    };
    const rename = ({ target }) => {
      const name = target.value.trim();
      done(name && name !== player.name ? { name } : null);
    };
    const input = createElement("input", {
      value: player.name,
      maxlength: 40,
      "aria-label": `Name of player ${seat + 1}`,
      "data-key": `${player.id} name`,
      oninput: () => { this.busy = true; },
      onchange: rename,
      onblur: (event) => this.busy && rename(event), // unchanged
    });
    const colour = createElement("input", {
      type: "color",
      value: player.colour,
      "aria-label": `Colour of ${player.name}`,
      "data-key": `${player.id} colour`,
      onclick: () => { this.busy = true; },
      onchange: ({ target }) => done({ colour: target.value }),
      onblur: () => this.busy && done(null), // cancelled
    });
    const button = (key, words, label, disabled, onclick) => createElement("button", { type: "button", "data-key": `${player.id} ${key}`, "aria-label": `${label} ${player.name}`, disabled, onclick }, words);
    const last = this.view.sheet.players.length - 1;
    return createElement("li", { class: "row" }, input, colour,
      button("up", "↑", "Earlier turn for", seat === 0, () => this.move(seat, seat - 1)),
      button("down", "↓", "Later turn for", seat === last, () => this.move(seat, seat + 1)),
      button("remove", `Remove ${player.name}`, "Remove", false, () => log.add({ kind: "leave", player: player.id })));
  }

  move(from, to) {
    const players = this.view.sheet.players.map((player) => player.id);
    players.splice(to, 0, ...players.splice(from, 1));
    this.view.log.add({ kind: "order", players });
  }

}
