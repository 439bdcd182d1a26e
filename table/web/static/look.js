// Looks of the table that a person chooses, kept on this device: colours of the suits, backs of the cards, and the felt.

const LOOKS = {
  suits: { title: "Suits", choices: { four: "four colours", two: "two colours" } },
  back: { title: "Backs", choices: { blue: "blue", red: "red", green: "green" } },
  felt: { title: "Felt", choices: { green: "green", blue: "blue", red: "red" } },
};

const key = (name) => `look: ${name}`;

// Chosen look; the first one is the usual one.
export function lookOf(name) {
  const kept = window.localStorage.getItem(key(name));
  return kept in LOOKS[name].choices ? kept : Object.keys(LOOKS[name].choices)[0];
}

export const looks = Object.entries(LOOKS).map(([name, look]) => ({ name, ...look }));

export function choose(name, value) {
  window.localStorage.setItem(key(name), value);
  apply();
}

// End of the address of a card's picture in the chosen look; empty for the usual one.
export function lookOfCard(isBack) {
  const [name, usual] = isBack ? ["back", "blue"] : ["suits", "four"];
  return lookOf(name) === usual ? "" : `?${name}=${lookOf(name)}`;
}

function apply() {
  for (const { name } of looks) document.documentElement.dataset[name] = lookOf(name);
}

apply();
