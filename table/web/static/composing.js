// Composition of a move from a long list in steps: first the verb, then its objects, word by word.

const SHORT_LIST = 12; // longest list that is shown at once
const CARD = /^(10|[2-9AJQK])?[♣♦♥♠]?(s)?$|^\d+$/u; // a word that names a rank, a suit, a card or a number

// Number of words in the next step: all plain words up to a card or number, or one such word.
function firstStep(words) {
  if (words.length === 0) return 0;
  const named = words.findIndex((word) => CARD.test(word));
  return named > 0 ? named : named === 0 ? 1 : words.length;
}

// Content of the list: single moves, and groups of moves with the same next step.
// moves: the server's moves; path: the chosen steps.
export function compose(moves, path) {
  if (moves.length <= SHORT_LIST) return { moves, groups: [] };
  let remaining = moves.map((move) => ({ move, steps: stepsOf(move) }));
  let depth = 0;
  for (; ; depth += 1) {
    if (depth < path.length) remaining = remaining.filter(({ steps }) => steps[depth] === path[depth]);
    if (remaining.length <= SHORT_LIST) return { moves: remaining.map(({ move }) => move), groups: [] };
    const next = new Map();
    if (depth >= path.length) {
      for (const one of remaining) next.set(one.steps[depth], [...(next.get(one.steps[depth]) ?? []), one.move]);
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
