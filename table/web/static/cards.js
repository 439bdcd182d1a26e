// Cards in the server's code, their names for screen readers, and their pictures.

import { createElement } from "./page.js";
import { lookOfCard } from "./look.js";

export const BACK = -1;
export const EMPTY = -2;
const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const FRENCH = {
  suits: 4,
  ranks: 13,
  cards: 54,
  names: [...SUITS.flatMap((suit) => RANKS.map((rank) => `${rank} of ${suit}`)), "red joker", "black joker", ...RANKS],
};

export let pack = FRENCH; // of the game that is shown: numbers of suits and ranks, of codes, and names of cards and ranks
let folder = "/cards";
let isByRank = false; // whether the cards of a rank are alike to the game

// Show the cards of a scene's pack; the server sends it for a game with a pack of its own.
export function usePack(scene) {
  pack = scene.pack ?? FRENCH;
  folder = scene.pack ? `/cards/${scene.game}` : "/cards";
  isByRank = scene.by_rank;
}

// A card, or its rank alone where the cards of a rank are alike.
export function asPlayed(card) {
  return isByRank && card >= 0 && card < pack.suits * pack.ranks ? pack.cards + (card % pack.ranks) : card;
}

export function cardName(card) {
  if (card === BACK) return "face-down card";
  if (card === EMPTY) return "empty place";
  return pack.names[card];
}

export function pictureAddress(card) {
  return `${folder}/${card}.svg${lookOfCard(card === BACK)}`;
}

export function picture(card) {
  return createElement("img", { src: pictureAddress(card), alt: "", draggable: "false", width: 100, height: 140 });
}
