// Other people at a table: invitations, who is awaited or away, and the curtain between people at one device.

import { ask, attempt, by, make } from "./page.js";

const NAME = "my name"; // kept on this device
const LONGEST_NAME = 20; // as the server has it

export const myName = () => window.localStorage.getItem(NAME) ?? "";

export const keepMyName = (name) => name && window.localStorage.setItem(NAME, name);

// A field for what somebody is called.
export const nameField = (attributes) => make("input", { maxlength: LONGEST_NAME, ...attributes });

// The people without whom the game does not begin.
export const awaited = (told) => told.people.filter((one) => one.open && !one.stand_in);

export const personAt = (told, seat) => told.people.find((one) => one.seat === seat);

// What this device may show of the news. If it is to be handed to somebody, nothing that its last holder knows.
export function veil(news) {
  const next = personAt(news, news.turn);
  const isTheirs = next && !next.stand_in && news.here.length > 1 && news.here.includes(next.seat);
  if (!isTheirs || news.viewer === String(next.seat) || awaited(news).length) return news;
  return { ...news, curtain: next, mine: false, log: [], scene: { ...news.scene, bands: [], moves: [] } };
}

// Who is to have the device now, and a button to go on.
export function drawCurtain({ seat, name }, lookFrom) {
  const go = make("button", { type: "button", class: "primary", onclick: () => lookFrom(String(seat)) }, `I am ${name}: show my cards`);
  return make("div", { class: "curtain" }, make("p", {}, "Hand the device to ", make("b", {}, name)), go);
}

// The panel of those who are awaited or away, with what can be done about it.
export class PeoplePanel {
  #drawn = "";
  #asked = new Set(); // seats for which a link was asked

  constructor(table, path, act) {
    this.table = table;
    this.path = path;
    this.act = act;
  }

  // Buttons, lists and links stay as they are unless something else is told, so that clicks and choices are not lost.
  draw(told) {
    const shown = told.people.filter((one) => !told.over && (one.open || one.away || one.stand_in));
    const wanted = JSON.stringify([shown, told.host, told.here, told.helpers, shown.map((one) => this.#kept(one))]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    by("people").hidden = shown.length === 0;
    const rows = shown.map((one) => make("li", {}, make("p", {}, this.#state(one, told)), ...this.#tools(one, told)));
    by("people").replaceChildren(make("ul", { "aria-label": "who is not there" }, ...rows));
  }

  #state({ seat, name, open, stand_in, asked_by }, told) {
    const who = told.here.includes(seat) ? "you" : name;
    if (stand_in) return `${stand_in} plays for ${who}${asked_by ? `; ${asked_by} has asked for it` : ""}`;
    return open ? `${name} is invited` : `${name} is away`;
  }

  #tools(one, told) {
    const button = (words, deed, kind = null) => make("button", { type: "button", class: kind, onclick: deed }, words);
    if (told.here.includes(one.seat)) return one.stand_in ? [button("Take my seat back", () => this.act("back"), "primary")] : [];
    const stand = (agent) => this.act("stand_in", { away: one.seat, agent });
    if (!told.host && (one.stand_in || !one.long_away || !told.here.length)) return [];
    const tools = one.open ? [this.#link(one, told, button)] : [];
    if (one.stand_in) return [...tools, button(`Wait for ${one.name}`, () => stand(null))];
    const agents = make("select", { "aria-label": `agent for ${one.name}` }, ...told.helpers.map((agent) => make("option", {}, agent)));
    return [...tools, make("div", { class: "row" }, agents, button("plays meanwhile", () => stand(agents.value)))];
  }

  #link(one, told, button) {
    const link = this.#kept(one);
    if (!link) this.#ask(one, told);
    const field = make("input", { readonly: true, value: link, "aria-label": `invitation for ${one.name}`, onfocus: () => field.select() });
    const copy = button("Copy", () => {
      field.select();
      if (navigator.clipboard) navigator.clipboard.writeText(link);
      else document.execCommand("copy"); // a page without TLS has no clipboard
      copy.textContent = "Copied";
    });
    const renew = button("New link", () => { this.#asked.delete(one.seat); this.#ask(one, told); });
    return make("div", { class: "row link" }, field, copy, renew);
  }

  // The server keeps no invitation, only how to know it again; the link stays on this device.
  #key = (seat) => `invitation ${this.table} ${seat}`;

  #kept = ({ seat }) => window.localStorage.getItem(this.#key(seat)) ?? "";

  async #ask(one, told) {
    if (this.#asked.has(one.seat)) return;
    this.#asked.add(one.seat);
    const made = await attempt(() => ask(`${this.path}/invite`, "POST", { invited: one.seat }));
    if (!made) return;
    const access = made.access ? `?token=${encodeURIComponent(made.access)}` : "";
    window.localStorage.setItem(this.#key(one.seat), `${window.location.origin}/table/${this.table}${access}#${made.invitation}`);
    this.draw(told);
  }
}

// Ask whoever opens an invitation for a name. The stream shows the table from the seat as soon as it is taken.
export async function greet(path, told) {
  const invitation = window.location.hash.slice(1);
  if (!invitation) return;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  if (told.here.length) return;
  const problem = make("p", { class: "problem", role: "alert" });
  const join = async (name) => {
    try {
      await ask(`${path}/join`, "POST", { invitation, name });
      return true;
    } catch (refusal) {
      problem.textContent = refusal.message;
      return false;
    }
  };
  by("join").replaceChildren(make("h2", { id: "join-head" }, `You are invited to play ${told.scene.title}`), problem);
  by("join").hidden = false;
  if (!(await join(undefined))) return;
  const field = nameField({ required: true, value: myName(), autocomplete: "nickname" });
  const sitDown = async (event) => {
    event.preventDefault();
    if (!(await join(field.value))) return;
    keepMyName(field.value);
    by("join").hidden = true;
  };
  const form = make("form", { class: "row", onsubmit: sitDown }, make("label", { class: "field" }, "Your name", field), make("button", { class: "primary" }, "Take the seat"));
  by("join").append(form);
  field.focus();
}
