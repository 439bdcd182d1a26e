// Choice of a move by touching cards: each move lists its targets in order, and each touch narrows the moves.

// Returns whether two places are the same, or show the same card of the same zone.
function fits(target, touched) {
  if (target.zone !== touched.zone) return false;
  return target.card === null || target.card === touched.card || (target.face >= 0 && target.face === touched.face);
}

export class Choosing {
  // moves: the server's moves; faceAt(zone, place): the card at a place of a zone.
  constructor(moves, faceAt) {
    this.moves = moves.map((move) => ({
      ...move,
      targets: move.targets.map((target) => ({ ...target, face: faceAt(target.zone, target.card) })),
    }));
    this.touched = [];
  }

  // Moves that begin with the touched places.
  get open() {
    return this.moves.filter((move) => this.begins(move, this.touched));
  }

  begins(move, touched) {
    return touched.length <= move.targets.length && touched.every((place, number) => fits(move.targets[number], place));
  }

  // Returns whether a place begins or continues a move.
  isUseful(place) {
    return [[place], [...this.touched, place]].some((path) => this.moves.some((move) => this.begins(move, path)));
  }

  // Returns whether a place is the next target of a begun move.
  isNext(place) {
    return this.touched.length > 0 && this.moves.some((move) => this.begins(move, [...this.touched, place]));
  }

  isTouched(place) {
    return this.touched.some((touched) => touched.zone === place.zone && touched.card === place.card);
  }

  // Touch a place. Returns the chosen move if only one remains, else null.
  touch(place) {
    if (this.isTouched(place) && !this.isNext(place)) {
      this.touched = [];
      return null;
    }
    const longer = [...this.touched, place];
    this.touched = this.moves.some((move) => this.begins(move, longer)) ? longer : [place];
    const open = this.open;
    if (open.length === 0) this.touched = [];
    return open.length === 1 ? open[0] : null;
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
