// Cards in the server's code, their names for screen readers, and their pictures.

import { createElement } from "./page.js";

export const BACK = -1;
export const EMPTY = -2;
const RANK_ONLY = 54;
const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUITS = ["clubs", "diamonds", "hearts", "spades"];

export function cardName(card) {
  if (card === BACK) return "face-down card";
  if (card === EMPTY) return "empty place";
  if (card >= RANK_ONLY) return RANKS[card - RANK_ONLY];
  if (card >= 52) return card === 52 ? "red joker" : "black joker";
  return `${RANKS[card % 13]} of ${SUITS[Math.floor(card / 13)]}`;
}

export function picture(card) {
  return createElement("img", { src: `/cards/${card}.svg`, alt: "", draggable: "false", width: 100, height: 140 });
}
