// Which move is meant by touching cards: a move names what it touches in order, and touches narrow the moves.

// Whether two places are the same, or show the same card of the same zone.
function fits(target, touched) {
  if (target.zone !== touched.zone) return false;
  return target.card === null || target.card === touched.card || (target.face >= 0 && target.face === touched.face);
}

export class Choosing {
  // moves: as the server sends them; faces: what lies at a place of a zone.
  constructor(moves, faceAt) {
    this.moves = moves.map((move) => ({
      ...move,
      targets: move.targets.map((target) => ({ ...target, face: faceAt(target.zone, target.card) })),
    }));
    this.touched = [];
  }

  // The moves that begin with what was touched.
  get open() {
    return this.moves.filter((move) => this.begins(move, this.touched));
  }

  begins(move, touched) {
    return touched.length <= move.targets.length && touched.every((place, number) => fits(move.targets[number], place));
  }

  // Whether a move begins or goes on with touching a place.
  isUseful(place) {
    return [[place], [...this.touched, place]].some((path) => this.moves.some((move) => this.begins(move, path)));
  }

  // Whether a place is the next of what was begun.
  isNext(place) {
    return this.touched.length > 0 && this.moves.some((move) => this.begins(move, [...this.touched, place]));
  }

  isTouched(place) {
    return this.touched.some((touched) => touched.zone === place.zone && touched.card === place.card);
  }

  // Touch a place; gives the one move that is meant now, if it is one.
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

  // The one move that ends with what was touched, if it is one.
  get complete() {
    const ending = this.open.filter((move) => move.targets.length === this.touched.length);
    return ending.length === 1 ? ending[0] : null;
  }

  clear() {
    this.touched = [];
  }
}
