// The order in which the own hand is held: by suit, by rank, or as its holder has put it.

const SUIT_ORDER = [0, 1, 3, 2]; // clubs, diamonds, spades, hearts: red and black in turn
const RANK_ONLY = 54;

const suit = (card) => (card >= 52 ? 4 : SUIT_ORDER.indexOf(Math.floor(card / 13)));
const rank = (card, aceHigh) => {
  if (card < 0) return 98;
  if (card >= RANK_ONLY) return card - RANK_ONLY;
  if (card >= 52) return 20 + card;
  return card % 13 === 0 && aceHigh ? 13 : card % 13;
};

export class Sorting {
  // by: "suit" or "rank"; remembered by the browser.
  constructor() {
    this.by = window.localStorage.getItem("sorted by") === "rank" ? "rank" : "suit";
    this.own = null; // the cards in the holder's order
  }

  turn() {
    this.by = this.own === null && this.by === "suit" ? "rank" : "suit";
    this.own = null;
    window.localStorage.setItem("sorted by", this.by);
  }

  // The places of a zone's cards in the order in which they are shown.
  places(cards, aceHigh) {
    const key = (card) => {
      const keys = [suit(card), rank(card, aceHigh)];
      return this.by === "suit" ? keys[0] * 100 + keys[1] : keys[1] * 100 + keys[0];
    };
    const places = cards.map((_, place) => place);
    const sorted = places.sort((one, other) => key(cards[one]) - key(cards[other]) || one - other);
    if (this.own === null) return sorted;
    const rest = [...sorted];
    const held = [];
    for (const card of this.own) {
      const found = rest.findIndex((place) => cards[place] === card);
      if (found >= 0) held.push(...rest.splice(found, 1));
    }
    return [...held, ...rest];
  }

  // Put the card at a place before or behind the one at another place.
  put(cards, shown, from, to, after) {
    if (from === to) return;
    const order = shown.filter((place) => place !== from);
    order.splice(order.indexOf(to) + (after ? 1 : 0), 0, from);
    this.own = order.map((place) => cards[place]);
  }
}
