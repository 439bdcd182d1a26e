// Other people at a table: invitations, missing people, and the curtain between people on one device.

import { ask, attempt, byId, createElement } from "./page.js";

const NAME = "my name"; // key on this device
const LONGEST_NAME = 20; // the server's limit

export const myName = () => window.localStorage.getItem(NAME) ?? "";

export const keepMyName = (name) => name && window.localStorage.setItem(NAME, name);

// Field for a person's name.
export const nameField = (attributes) => createElement("input", { maxlength: LONGEST_NAME, ...attributes });

// People who have not arrived yet; the game begins when they have.
export const awaited = (message) => message.people.filter((one) => one.open && !one.stand_in);

export const personAt = (message, seat) => message.people.find((one) => one.seat === seat);

// Message with everything hidden that the next player on this device must not see.
export function hideFromNext(message) {
  const next = personAt(message, message.turn);
  const isTheirs = next && !next.stand_in && message.here.length > 1 && message.here.includes(next.seat);
  if (!isTheirs || message.viewer === String(next.seat) || awaited(message).length) return message;
  return { ...message, curtain: next, mine: false, log: [], scene: { ...message.scene, bands: [], moves: [] } };
}

// Name of the person who gets the device, and a button to continue.
export function drawCurtain({ seat, name }, lookFrom) {
  const go = createElement("button", { type: "button", class: "primary", onclick: () => lookFrom(String(seat)) }, `I am ${name}: show my cards`);
  return createElement("div", { class: "curtain" }, createElement("p", {}, "Hand the device to ", createElement("b", {}, name)), go);
}

// Panel of missing people, with invitations and stand-in agents.
export class PeoplePanel {
  #drawn = "";
  #requested = new Set(); // seats for which a link was requested

  constructor(table, path, act) {
    this.table = table;
    this.path = path;
    this.act = act;
  }

  // Redraws only if something has changed, so that clicks and choices are not lost.
  draw(message) {
    const shown = message.people.filter((one) => !message.over && (one.open || one.away || one.stand_in));
    const wanted = JSON.stringify([shown, message.host, message.here, message.helpers, shown.map((one) => this.#kept(one))]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    byId("people").hidden = shown.length === 0;
    const rows = shown.map((one) => createElement("li", {}, createElement("p", {}, this.#state(one, message)), ...this.#tools(one, message)));
    byId("people").replaceChildren(createElement("ul", { "aria-label": "missing people" }, ...rows));
  }

  #state({ seat, name, open, stand_in, asked_by }, message) {
    const person = message.here.includes(seat) ? "you" : name;
    if (stand_in) return `${stand_in} plays for ${person}${asked_by ? `, requested by ${asked_by}` : ""}`;
    return open ? `Waiting for ${name}` : `${name} is away`;
  }

  #tools(one, message) {
    const button = (words, onclick, kind = null) => createElement("button", { type: "button", class: kind, onclick }, words);
    if (message.here.includes(one.seat)) return one.stand_in ? [button("Take my seat back", () => this.act("back"), "primary")] : [];
    const stand = (agent) => this.act("stand_in", { away: one.seat, agent });
    if (!message.host && (one.stand_in || !one.long_away || !message.here.length)) return [];
    const tools = one.open ? [this.#link(one, message, button)] : [];
    if (one.stand_in) return [...tools, button(`Wait for ${one.name}`, () => stand(null))];
    const agents = createElement("select", { "aria-label": `agent for ${one.name}` }, ...message.helpers.map((agent) => createElement("option", {}, agent)));
    return [...tools, createElement("div", { class: "row" }, agents, button(`Let it play for ${one.name}`, () => stand(agents.value)))];
  }

  #link(one, message, button) {
    const link = this.#kept(one);
    if (!link) this.#ask(one, message);
    const field = createElement("input", { readonly: true, value: link, "aria-label": `invitation for ${one.name}`, onfocus: () => field.select() });
    const copy = button("Copy", () => {
      field.select();
      if (navigator.clipboard) navigator.clipboard.writeText(link);
      else document.execCommand("copy"); // a page without TLS has no clipboard
      copy.textContent = "Copied";
    });
    const renew = button("New link", () => { this.#requested.delete(one.seat); this.#ask(one, message); });
    return createElement("div", { class: "row link" }, field, copy, renew);
  }

  // The server stores only a hash of an invitation; the link stays on this device.
  #key = (seat) => `invitation ${this.table} ${seat}`;

  #kept = ({ seat }) => window.localStorage.getItem(this.#key(seat)) ?? "";

  async #ask(one, message) {
    if (this.#requested.has(one.seat)) return;
    this.#requested.add(one.seat);
    const made = await attempt(() => ask(`${this.path}/invite`, "POST", { invited: one.seat }));
    if (!made) return;
    const access = made.access ? `?token=${encodeURIComponent(made.access)}` : "";
    window.localStorage.setItem(this.#key(one.seat), `${window.location.origin}/table/${this.table}${access}#${made.invitation}`);
    this.draw(message);
  }
}

// Ask a person who opens an invitation for a name. The stream shows the table from the seat as soon as it is taken.
export async function askForName(path, message) {
  const invitation = window.location.hash.slice(1);
  if (!invitation) return;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  if (message.here.length) return;
  const problem = createElement("p", { class: "problem", role: "alert" });
  const join = async (name) => {
    try {
      await ask(`${path}/join`, "POST", { invitation, name });
      return true;
    } catch (refusal) {
      problem.textContent = refusal.message;
      return false;
    }
  };
  const head = createElement("h2", { id: "join-head" }, `You are invited to play ${message.scene.title}`);
  const isValid = await join(undefined);
  byId("join").replaceChildren(...(isValid ? [head, problem] : [problem]));
  byId("join").hidden = false;
  if (!isValid) return;
  const field = nameField({ required: true, value: myName(), autocomplete: "nickname" });
  const takeSeat = async (event) => {
    event.preventDefault();
    if (!(await join(field.value))) return;
    keepMyName(field.value);
    byId("join").hidden = true;
  };
  const form = createElement("form", { class: "row", onsubmit: takeSeat }, createElement("label", { class: "field" }, "Your name", field), createElement("button", { class: "primary" }, "Take the seat"));
  byId("join").append(form);
  field.focus();
}
