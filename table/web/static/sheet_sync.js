// Synchronization of a sheet's events with the server. New events count at once and wait in localStorage until the
// server has them: a reload, a crash or a missing server loses nothing. Their ids make repeated messages harmless.

const POLL_MS = 2000;
const RETRY_MS = [500, 1000, 2000, 5000, 10000];

/** Make a unique id; crypto.randomUUID is missing on pages over plain HTTP from another machine. */
export function fresh_id() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Request JSON from the server; null if nothing is new. For an error response the Error has `answered` set, and `refused` if the request must not be repeated. */
export async function ask(url, options = {}) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(10000) });
  if (response.status === 304) return null;
  const type = response.headers.get("Content-Type") ?? "";
  const value = type.startsWith("application/json") ? await response.json() : {};
  if (response.ok) return value;
  throw Object.assign(new Error(value.problem ?? `the server answers ${response.status}`), {
    answered: true,
    refused: response.status === 400 && Boolean(value.problem),
  });
}

const reason_of = (problem) => problem.answered ? problem.message : "The server does not answer";

/** Ids of sheets with waiting events in this browser. */
export function waiting_sheets() {
  const keys = Object.keys(localStorage).map((key) => key.match(/^cardzoo-sheet\/([^/]+)\/waiting\//)?.[1]);
  return new Set(keys.filter(Boolean));
}

export class Log {
  /**
   * @param {string} id of the sheet
   * @param {() => void} changed is called after every change
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.confirmed = []; // in the server's order
    this.under_way = new Map(); // waiting events, and those that another window has sent since the last read
    this.away = ""; // why the last call failed
    this.loaded = false; // whether the server has been read once
    this.failures = 0;
    this.sending = false;
    this.closed = false;
  }

  open() {
    this.on_wake = () => document.visibilityState === "visible" && (this.read(), this.send());
    this.on_storage = (event) => event.key?.startsWith(this.prefix("")) && this.changed();
    document.addEventListener("visibilitychange", this.on_wake);
    addEventListener("online", this.on_wake);
    addEventListener("storage", this.on_storage); // another window of this browser
    this.poll();
    this.send();
  }

  close() {
    this.closed = true;
    clearTimeout(this.poll_timer);
    clearTimeout(this.send_timer);
    document.removeEventListener("visibilitychange", this.on_wake);
    removeEventListener("online", this.on_wake);
    removeEventListener("storage", this.on_storage);
  }

  /** All events, unconfirmed ones at the end. */
  get events() {
    for (const event of this.waiting) this.under_way.set(event.id, event);
    for (const { id } of [...this.confirmed, ...this.refused]) this.under_way.delete(id);
    return [...this.confirmed, ...[...this.under_way.values()].sort((a, b) => a.at - b.at)];
  }

  get waiting() {
    return this.stored("waiting");
  }

  /** Events that the server has refused, `{event, problem}`, until the reader has seen them. */
  get refused() {
    return this.stored("refused");
  }

  /** Write events on the sheet. */
  add(...events) {
    for (const event of events) this.put("waiting", { id: fresh_id(), ...event });
    this.changed();
    this.send();
  }

  forget_refused() {
    for (const { event } of this.refused) this.drop("refused", event.id);
    this.changed();
  }

  async send() {
    if (this.sending || this.closed) return;
    this.sending = true;
    clearTimeout(this.send_timer);
    try {
      for (let event = this.waiting[0]; event && !this.closed; event = this.waiting[0]) {
        const { at, ...body } = event;
        try {
          const headers = { "Content-Type": "application/json" };
          const { number } = await ask(`/api/sheets/${this.id}`, { method: "POST", headers, body: JSON.stringify(body) });
          // It joins the confirmed events before it leaves the queue, so that it never vanishes from the page.
          if (number === this.confirmed.length + 1) this.confirmed.push({ ...body, number, made: Math.floor(at / 1000) });
          else await this.read();
        } catch (problem) {
          if (!problem.refused) throw problem;
          this.put("refused", { id: event.id, event, problem: problem.message });
        }
        this.drop("waiting", event.id);
        this.failures = 0;
        this.away = "";
        this.changed();
      }
    } catch (problem) {
      this.away = reason_of(problem);
      const delay = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)];
      this.send_timer = setTimeout(() => this.send(), delay);
      this.changed();
    } finally {
      this.sending = false;
    }
  }

  async poll() {
    try {
      if (document.visibilityState === "visible" || !this.loaded) await this.read();
    } catch (problem) {
      if (!this.away) {
        this.away = reason_of(problem);
        this.changed();
      }
    }
    if (!this.closed) this.poll_timer = setTimeout(() => this.poll(), POLL_MS);
  }

  /** Read events from the server. */
  async read() {
    const after = this.confirmed.length;
    const { events, last } = await ask(`/api/sheets/${this.id}?after=${after}`);
    if (this.closed) return;
    if (last < after && after === this.confirmed.length) {
      this.confirmed = []; // the server has a new database
      await this.read();
      return;
    }
    let fresh = events.filter((event) => event.number > this.confirmed.length);
    if (fresh.length && fresh[0].number !== this.confirmed.length + 1) fresh = []; // a late response; read again
    const news = fresh.length > 0 || (this.away && !this.waiting.length) || !this.loaded;
    this.confirmed.push(...fresh);
    this.loaded = true;
    if (!this.waiting.length) this.away = ""; // waiting events may fail for another reason
    if (news) this.changed();
  }

  // Every waiting event has a key of its own, so that two windows never overwrite each other's queue.

  prefix(list) {
    return `cardzoo-sheet/${this.id}/${list}`;
  }

  stored(list) {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix(`${list}/`)));
    const values = keys.map((key) => JSON.parse(localStorage.getItem(key))).filter(Boolean);
    return values.sort((a, b) => a.at - b.at);
  }

  put(list, value) {
    last_at = Math.max(Date.now(), last_at + 0.001); // two events in one millisecond keep their order
    localStorage.setItem(this.prefix(`${list}/${value.id}`), JSON.stringify({ at: last_at, ...value }));
  }

  drop(list, id) {
    localStorage.removeItem(this.prefix(`${list}/${id}`));
  }
}

let last_at = 0;
