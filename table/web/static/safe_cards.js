// Safe cards of a patience: whether they go to the foundations by themselves after a move, as the person likes.

const NAME = "safe cards go to the foundations";

export function isSafeOn() {
  return window.localStorage.getItem(NAME) === "yes";
}

export function switchSafe() {
  window.localStorage.setItem(NAME, isSafeOn() ? "no" : "yes");
}
