// Order of the cards in the own hand: by suit, by rank, by melds, or the player's own order.

import { asPlayed, pack } from "./cards.js";

const SUIT_ORDER = [0, 1, 3, 2]; // clubs, diamonds, spades, hearts: red and black in turn

const suited = () => pack.suits * pack.ranks;
const suit = (real) => {
  const card = asPlayed(real);
  const place = card >= suited() ? pack.suits : Math.floor(card / pack.ranks);
  return place < SUIT_ORDER.length ? SUIT_ORDER.indexOf(place) : place;
};
const rank = (real, aceHigh) => {
  const card = asPlayed(real);
  if (card < 0) return 98;
  if (card >= pack.cards) return card - pack.cards;
  if (card >= suited()) return 20 + card;
  return card % pack.ranks === 0 && aceHigh ? pack.ranks : card % pack.ranks;
};

const MOST_SEARCHED = 16; // largest hand in which melds are searched

// Melds that leave the fewest cards of a hand, as lists of places: three or more of a rank, or of a suit in sequence.
export function findMelds(hand) {
  if (hand.length > MOST_SEARCHED) return [];
  const cards = hand.map(asPlayed);
  const places = cards.map((_, place) => place).filter((place) => cards[place] >= 0 && (cards[place] < suited() || cards[place] >= pack.cards));
  const held = new Map(places.map((place) => [cards[place], place])); // one place for equal cards
  const candidates = [];
  for (const place of places) {
    const same = places.filter((other) => rank(cards[other]) === rank(cards[place]));
    for (const omitted of same.length > 3 ? [null, ...same] : [null]) candidates.push(same.filter((other) => other !== omitted));
    const run = [];
    for (let card = cards[place]; card < suited() && held.has(card) && (card % pack.ranks > 0 || !run.length); card += 1) {
      run.push(held.get(card));
      candidates.push([...run]);
    }
  }
  const melds = candidates.filter((meld) => meld.length >= 3);
  const search = (rest) => {
    if (!rest.length) return { melds: [], count: 0 };
    const [first, ...others] = rest;
    let best = search(others);
    for (const meld of melds.filter((one) => one.includes(first) && one.every((place) => rest.includes(place)))) {
      const found = search(rest.filter((place) => !meld.includes(place)));
      if (found.count + meld.length > best.count) best = { melds: [meld, ...found.melds], count: found.count + meld.length };
    }
    return best;
  };
  return search(places.filter((place) => melds.some((meld) => meld.includes(place)))).melds;
}

export class Sorting {
  // by: "suit", "rank" or "melds"; remembered by the browser.
  constructor() {
    this.by = window.localStorage.getItem("sorted by") === "rank" ? "rank" : "suit";
    this.own = null; // the cards in the player's own order
  }

  // Change to the next order; the order by melds only in games with melds.
  turn(hasMelds) {
    const ways = hasMelds ? ["suit", "rank", "melds"] : ["suit", "rank"];
    this.by = this.own === null ? ways[(ways.indexOf(this.by) + 1) % ways.length] : "suit";
    this.own = null;
    window.localStorage.setItem("sorted by", this.by);
  }

  // Places of the cards that are shown in melds.
  melded(cards) {
    return this.by === "melds" && this.own === null ? findMelds(cards).flat() : [];
  }

  // Places of a zone's cards in display order.
  places(cards, aceHigh) {
    const key = (card) => {
      const keys = [suit(card), rank(card, aceHigh)];
      return this.by === "rank" ? keys[1] * 100 + keys[0] : keys[0] * 100 + keys[1];
    };
    const places = cards.map((_, place) => place);
    const sorted = places.sort((one, other) => key(cards[one]) - key(cards[other]) || one - other);
    const melded = this.melded(cards);
    if (melded.length) return [...melded, ...sorted.filter((place) => !melded.includes(place))];
    if (this.own === null) return sorted;
    const rest = [...sorted];
    const held = [];
    for (const card of this.own) {
      const found = rest.findIndex((place) => cards[place] === card);
      if (found >= 0) held.push(...rest.splice(found, 1));
    }
    return [...held, ...rest];
  }

  // Move a card before or behind the card at another place.
  put(cards, shown, from, to, after) {
    if (from === to) return;
    const order = shown.filter((place) => place !== from);
    order.splice(order.indexOf(to) + (after ? 1 : 0), 0, from);
    this.own = order.map((place) => cards[place]);
  }
}
