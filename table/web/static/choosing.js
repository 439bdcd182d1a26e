// Choice of a move by touching cards: each touch narrows the moves.

const NO_FACE = -2;

const isSame = (one, other) => one.zone === other.zone && one.card === other.card;

export class Choosing {
  // moves: the server's moves; faceInHand(zone, place): the card at a place of a hand, in which equal cards are alike;
  // any other place has none, -2.
  constructor(moves, faceInHand) {
    this.faceInHand = faceInHand;
    this.moves = moves.map((move) => {
      const targets = move.targets.map((target) => ({ ...target, face: faceInHand(target.zone, target.card) }));
      return { ...move, targets, isSet: move.then.length > 0 || (targets.length > 1 && targets.every(({ face }) => face !== NO_FACE)) };
    });
    this.touched = [];
  }

  // Returns whether two places are the same, or show the same card of the same hand.
  fits(target, touched) {
    if (target.zone !== touched.zone) return false;
    if (target.card === null || target.card === touched.card) return true;
    return target.face >= 0 && target.face === this.faceInHand(touched.zone, touched.card);
  }

  // Moves that begin with the touched places.
  get open() {
    return this.moves.filter((move) => this.begins(move, this.touched));
  }

  // Returns whether a move begins with some places. Cards of a hand, and the targets of several actions, have no order.
  begins(move, touched) {
    if (touched.length > move.targets.length) return false;
    if (!move.isSet) return touched.every((place, number) => this.fits(move.targets[number], place));
    const left = [...move.targets];
    return touched.every((place) => {
      const found = left.findIndex((target) => this.fits(target, place));
      return found >= 0 && left.splice(found, 1);
    });
  }

  // Returns whether a place begins or continues a move.
  isUseful(place) {
    return [[place], [...this.touched, place]].some((path) => this.moves.some((move) => this.begins(move, path)));
  }

  // Returns whether a place is the next target of a begun move.
  isNext(place) {
    return this.touched.length > 0 && !this.isTouched(place) && this.moves.some((move) => this.begins(move, [...this.touched, place]));
  }

  isTouched(place) {
    return this.touched.some((touched) => isSame(touched, place));
  }

  // Touch a place; a second touch takes the first one back. Returns the move that is chosen by it, else null.
  touch(place) {
    if (this.isTouched(place)) {
      this.touched = this.open.every((move) => move.isSet) ? this.touched.filter((touched) => !isSame(touched, place)) : [];
      return null;
    }
    const longer = [...this.touched, place];
    this.touched = this.moves.some((move) => this.begins(move, longer)) ? longer : [place];
    const open = this.open;
    if (open.length === 0) this.touched = [];
    return open.length === 1 && (!open[0].isSet || open[0].targets.length === this.touched.length) ? open[0] : null;
  }

  // The only move that ends with the touched places, or null.
  get complete() {
    const ending = this.open.filter((move) => move.targets.length === this.touched.length);
    return ending.length === 1 ? ending[0] : null;
  }

  clear() {
    this.touched = [];
  }
}

// Choice of several cards in any order.
export class Picking extends Choosing {
  // moves: the server's cards to choose from; pick: their number, and the choice in words.
  constructor(moves, faceInHand, pick) {
    super(moves, faceInHand);
    this.pick = pick;
  }

  isUseful(place) {
    return this.moves.some((move) => this.fits(move.targets[0], place));
  }

  isNext() {
    return false;
  }

  // Touch a card, or take it back. More cards than wanted cannot be touched.
  touch(place) {
    if (this.isTouched(place)) this.touched = this.touched.filter((touched) => !isSame(touched, place));
    else if (this.isUseful(place) && this.touched.length < this.pick.count) this.touched = [...this.touched, place];
    return null;
  }

  // The choice as one move, or null while cards are missing.
  get complete() {
    if (this.touched.length !== this.pick.count) return null;
    const [action, ...then] = this.touched.map((place) => this.moves.find((move) => this.fits(move.targets[0], place)).action).sort((one, other) => one - other);
    return { action, then };
  }
}
