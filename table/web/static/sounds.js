// Sounds, synthesized by the browser; they are off until a person switches them on for this device.

const KEY = "sounds";
const LOUD = 0.12;
const AFTER = 0.18; // seconds between a card's sound and the sound of the turn or the end

// Tones of each sound: frequency in hertz, start and duration in seconds.
const TONES = {
  placed: [[420, 0, 0.07]],
  taken: [[330, 0, 0.08], [220, 0.06, 0.12]],
  turn: [[660, 0, 0.1], [880, 0.1, 0.16]],
  end: [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.35]],
};

let context = null;

export const isSoundOn = () => window.localStorage.getItem(KEY) === "yes";

export function switchSounds() {
  window.localStorage.setItem(KEY, isSoundOn() ? "no" : "yes");
  if (isSoundOn()) sound("turn");
}

function sound(name, after = 0) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // a browser is silent until the page has been touched
  for (const [hertz, from, duration] of TONES[name]) {
    const [tone, loudness, start] = [context.createOscillator(), context.createGain(), context.currentTime + after + from];
    tone.type = "triangle";
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(LOUD, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + duration);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + duration);
  }
}

const held = (message, player) => message.scene.bands.flatMap((band) => band.zones).find((zone) => zone.id === `hand.${player}`)?.cards.length ?? 0;

// Play the sounds of a new message: a card was placed or taken, the own turn begins, or the game ends.
export function playSounds(before, message) {
  if (!isSoundOn()) return;
  const last = message.log.at(-1);
  const isNew = last && JSON.stringify(message.log) !== JSON.stringify(before.log);
  if (isNew) sound(last.trick.length || held(message, last.player) > held(before, last.player) ? "taken" : "placed");
  if (message.over && !before.over) sound("end", AFTER);
  else if (message.mine && !before.mine) sound("turn", AFTER);
}
