// Tools beside a score sheet: random choices, a countdown and a buzzer.

import { createElement } from "/static/page.js";
import { $, dot, fill } from "/static/sheet_page.js";

/** Random whole number from 0 below `count`, uniformly. */
export function below(count) {
  const limit = Math.floor(2 ** 32 / count) * count;
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0] >= limit);
  return word[0] % count;
}

/** A copy of an array in random order. */
export function shuffled(items) {
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = below(place + 1);
    [mixed[place], mixed[other]] = [mixed[other], mixed[place]];
  }
  return mixed;
}

/** Split items at random into `count` sides whose sizes differ by at most one. */
export function sides(items, count) {
  const found = Array.from({ length: count }, () => []);
  shuffled(items).forEach((item, place) => found[place % count].push(item));
  return found;
}

let audio;

/** Play a tone; browsers allow it after the reader has touched the page once. */
export function buzz(seconds = 0.6) {
  audio ??= new AudioContext();
  audio.resume();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "square";
  tone.frequency.value = 160;
  volume.gain.value = 0.15;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + seconds);
}

/** A countdown that survives a reload. It calls `shown(seconds left, state)`: "idle", "running", "paused" or "over". */
export class Countdown {
  constructor(key, shown) {
    this.key = key;
    this.shown = shown;
    this.timer = setInterval(() => this.tick(), 250);
    this.tick();
  }

  get saved() {
    return JSON.parse(localStorage.getItem(this.key) ?? "null");
  }

  save(value) {
    if (value) localStorage.setItem(this.key, JSON.stringify(value));
    else localStorage.removeItem(this.key);
    this.tick();
  }

  start(seconds) {
    this.save({ end: Date.now() + seconds * 1000 });
  }

  pause() {
    const { end } = this.saved ?? {};
    if (end) this.save({ left: Math.max(0, end - Date.now()) });
  }

  resume() {
    const { left } = this.saved ?? {};
    if (left) this.save({ end: Date.now() + left });
  }

  stop() {
    this.save(null);
  }

  tick() {
    const { end, left } = this.saved ?? {};
    if (left !== undefined) this.shown(Math.ceil(left / 1000), "paused");
    else if (end === undefined) this.shown(0, "idle");
    else if (end > Date.now()) this.shown(Math.ceil((end - Date.now()) / 1000), "running");
    else {
      localStorage.removeItem(this.key);
      this.shown(0, "over");
    }
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Tools of a sheet's page, and its look in this browser. */
export class SheetTools {
  constructor(view, id) {
    this.view = view;
    this.state = "idle";
    view.on("#pick", "click", () => this.pick());
    view.on("#sides", "click", () => this.pick_sides());
    view.on("#pick-deals", "click", () => {
      view.log.add({ kind: "set", dealer: this.picked });
      $("#pick-deals").hidden = true;
    });
    view.on("#buzzer", "click", () => buzz());
    view.on("#timer", "submit", (event) => {
      event.preventDefault();
      $("#timer-told").textContent = "";
      if (this.state === "running") this.countdown.pause();
      else if (this.state === "paused") this.countdown.resume();
      else this.countdown.start(Number($("#minutes").value) * 60);
    });
    view.on("#timer-stop", "click", () => this.countdown.stop());
    fill($("#picked"));
    $("#pick-deals").hidden = true;
    $("#timer-told").textContent = "";
    this.countdown = new Countdown(`cardzoo-timer/${id}`, (left, state) => this.show_clock(left, state));
    for (const key of ["letters", "paper"]) {
      const apply = () => (document.documentElement.dataset[key] = $(`#${key}`).value);
      view.on(`#${key}`, "change", apply);
      apply();
    }
  }

  close() {
    this.countdown.close();
  }

  show() {
    const { players } = this.view.sheet;
    $("#pick").disabled = !players.length;
    $("#sides").disabled = players.length < 2;
    $("#side-count").max = Math.max(2, players.length);
    if (!players.some((player) => player.id === this.picked)) $("#pick-deals").hidden = true;
  }

  pick() {
    const { players } = this.view.sheet;
    const player = players[below(players.length)];
    this.picked = player.id;
    fill($("#picked"), createElement("p", {}, dot(player.colour), createElement("b", {}, player.name)));
    $("#pick-deals").hidden = false;
  }

  pick_sides() {
    const { players } = this.view.sheet;
    const count = Math.min(Math.max(2, Math.floor(Number($("#side-count").value)) || 2), players.length);
    $("#pick-deals").hidden = true;
    fill($("#picked"), createElement("ol", {}, ...sides(players, count).map((side) =>
      createElement("li", {}, side.map((player) => player.name).join(" and ")))));
  }

  show_clock(left, state) {
    $("#clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (state === "over") {
      $("#timer-told").textContent = "Time is up.";
      buzz(1.2);
    }
    this.state = state === "over" ? "idle" : state;
    $("#timer-go").textContent = { idle: "Start", running: "Pause", paused: "Go on" }[this.state];
    $("#clock").hidden = this.state === "idle";
    $("#timer-stop").hidden = this.state === "idle";
    $("#minutes-label").hidden = this.state !== "idle";
    $("#minutes").disabled = this.state !== "idle";
  }
}
