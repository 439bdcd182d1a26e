// Sounds made by the browser itself; there are none until somebody switches them on for this device.

const KEY = "sounds";
const LOUD = 0.12;
const AFTER = 0.18; // seconds between a card's sound and that of the turn or the end

// Each sound as tones: hertz, when they begin and how long they last, in seconds.
const TONES = {
  placed: [[420, 0, 0.07]],
  taken: [[330, 0, 0.08], [220, 0.06, 0.12]],
  turn: [[660, 0, 0.1], [880, 0.1, 0.16]],
  end: [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.35]],
};

let context = null;

export const doSound = () => window.localStorage.getItem(KEY) === "yes";

export function switchSounds() {
  window.localStorage.setItem(KEY, doSound() ? "no" : "yes");
  if (doSound()) sound("turn");
}

function sound(name, after = 0) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // a browser is silent until the page has been touched
  for (const [hertz, from, long] of TONES[name]) {
    const [tone, loudness, start] = [context.createOscillator(), context.createGain(), context.currentTime + after + from];
    tone.type = "triangle";
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(LOUD, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + long);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}

const held = (told, player) => told.scene.bands.flatMap((band) => band.zones).find((zone) => zone.id === `hand.${player}`)?.cards.length ?? 0;

// Let what is new be heard: a card that was placed or taken, that it is the own turn, the end.
export function letHear(before, told) {
  if (!doSound()) return;
  const last = told.log.at(-1);
  const isNew = last && JSON.stringify(told.log) !== JSON.stringify(before.log);
  if (isNew) sound(last.trick.length || held(told, last.player) > held(before, last.player) ? "taken" : "placed");
  if (told.over && !before.over) sound("end", AFTER);
  else if (told.mine && !before.mine) sound("turn", AFTER);
}
