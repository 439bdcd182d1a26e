// A long list of moves in steps: first what is done, then to what, word by word.

const SHORT_LIST = 12; // moves that are listed one by one
const CARD = /^(10|[2-9AJQK])?[♣♦♥♠]?(s)?$|^\d+$/u; // a word that names a rank, a suit, a card or a number

// The first step of what is left of a move's words: plain words as far as they go, or one that names something.
function firstStep(words) {
  if (words.length === 0) return 0;
  const named = words.findIndex((word) => CARD.test(word));
  return named > 0 ? named : named === 0 ? 1 : words.length;
}

// What a list shows: moves, and groups of moves of which the next step is to be chosen.
// moves: as the server sends them; path: the steps that were chosen.
export function compose(moves, path) {
  if (moves.length <= SHORT_LIST) return { moves, groups: [] };
  let left = moves.map((move) => ({ move, steps: stepsOf(move) }));
  let depth = 0;
  for (; ; depth += 1) {
    if (depth < path.length) left = left.filter(({ steps }) => steps[depth] === path[depth]);
    if (left.length <= SHORT_LIST) return { moves: left.map(({ move }) => move), groups: [] };
    const next = new Map();
    if (depth >= path.length) {
      for (const one of left) next.set(one.steps[depth], [...(next.get(one.steps[depth]) ?? []), one.move]);
      if (next.size > 1 || next.has(undefined)) return split(next);
    }
  }
}

function stepsOf(move) {
  const [before, after] = move.kind.split("…");
  if (after === undefined) return [move.says];
  let words = move.says.slice(before.length, after ? -after.length : undefined).trim().split(/\s+/);
  const steps = [move.kind];
  while (words.length) {
    const count = firstStep(words);
    steps.push(words.slice(0, count).join(" "));
    words = words.slice(count);
  }
  return steps;
}

function split(next) {
  const moves = [];
  const groups = [];
  for (const [step, some] of next) {
    if (some.length === 1 || step === undefined) moves.push(...some);
    else groups.push({ step, count: some.length });
  }
  return { moves, groups };
}
