// State of a score sheet after some events: the same fold as in score_sheet.py, so that an entry shows at once.
// A test compares both on the same events.

/** Ids of undone events. */
export function undone(events) {
  const ids = new Set();
  for (const event of [...events].reverse()) {
    if (event.kind === "undo" && !ids.has(event.id)) ids.add(event.event);
  }
  return ids;
}

/**
 * The event for the next Undo, and the undo for the next Redo; undefined for none.
 *
 * Undo goes back event by event. An undo of an earlier event, from the history or a review, is an event of its own.
 */
export function steps(events) {
  const done = [];
  let back = []; // undone events with their undos
  for (const event of events.slice(1)) {
    const target = event.kind === "undo" ? event.event : null;
    if (target !== null && target === done.at(-1)?.id) back.push({ event: done.pop(), undo: event });
    else if (target !== null && target === back.at(-1)?.undo.id) done.push(back.pop().event);
    else {
      done.push(event);
      back = [];
    }
  }
  return { undo: done.at(-1), redo: back.at(-1)?.undo };
}

/** The sheet: settings, `players` in turn order, and the valid `entries`. */
export function fold(events) {
  const sheet = { name: "", low_wins: false, by_hand: false, hand: 1, dealer: "", target: 0, shelf: "open" };
  let players = new Map();
  const entries = new Map();
  const gone = undone(events);
  for (const event of events) {
    if (gone.has(event.id)) continue;
    if (event.kind === "set") {
      for (const key of Object.keys(sheet)) sheet[key] = event[key] ?? sheet[key];
    } else if (event.kind === "player") {
      players.set(event.player, { id: event.player, name: event.name, colour: event.colour });
    } else if (event.kind === "leave") {
      players.delete(event.player);
    } else if (event.kind === "order") {
      const named = event.players.filter((id) => players.has(id));
      const rest = [...players.keys()].filter((id) => !named.includes(id));
      players = new Map([...named, ...rest].map((id) => [id, players.get(id)]));
    } else if (event.kind === "score") {
      const entry = { id: event.id, points: { ...event.points }, hand: event.hand ?? null, note: event.note ?? "" };
      entries.set(event.id, { ...entry, edited: false });
      sheet.hand = event.next_hand ?? sheet.hand;
      sheet.dealer = event.dealer ?? sheet.dealer;
    } else if (event.kind === "edit" && entries.has(event.entry)) {
      Object.assign(entries.get(event.entry).points, event.points);
      entries.get(event.entry).edited = true;
    }
  }
  for (const entry of entries.values()) {
    for (const id of Object.keys(entry.points)) if (!players.has(id)) delete entry.points[id];
  }
  sheet.players = [...players.values()];
  sheet.entries = [...entries.values()].filter((entry) => Object.keys(entry.points).length);
  if (!players.has(sheet.dealer)) sheet.dealer = "";
  return sheet;
}

/** Rows of the table, `{label, hand, entries}`: hands by number, then every other entry in a row of its own, with hand null. */
export function rows(sheet) {
  const hands = new Map();
  for (const entry of sheet.entries) {
    if (entry.hand !== null) hands.set(entry.hand, [...(hands.get(entry.hand) ?? []), entry]);
  }
  const loose = sheet.entries.filter((entry) => entry.hand === null);
  return [
    ...[...hands.keys()].sort((a, b) => a - b).map((hand) => ({ label: `hand ${hand}`, hand, entries: hands.get(hand) })),
    ...loose.map((entry, index) => ({ label: `score ${index + 1}`, hand: null, entries: [entry] })),
  ];
}

/** Points of a player in some entries; null without any. */
export function cell(entries, player) {
  const points = entries.filter((entry) => Object.hasOwn(entry.points, player)).map((entry) => entry.points[player]);
  return points.length ? points.reduce((total, one) => total + one, 0) : null;
}

/** `{player, total, place, rounds}` of all players, the leader first; equal totals share the better place. */
export function standings(sheet) {
  const table = rows(sheet).map((row) => sheet.players.map((player) => cell(row.entries, player.id)));
  const sign = sheet.low_wins ? 1 : -1;
  const all = sheet.players.map((player, column) => {
    const points = table.map((row) => row[column]).filter((one) => one !== null);
    return { player: player.id, total: points.reduce((total, one) => total + one, 0), rounds: points.length };
  });
  for (const one of all) one.place = 1 + all.filter((other) => sign * (other.total - one.total) < 0).length;
  return all.sort((a, b) => a.place - b.place);
}

/** Totals after each row, a list in turn order for each; they begin with zeros. */
export function course(sheet) {
  const totals = [sheet.players.map(() => 0)];
  for (const { entries } of rows(sheet)) totals.push(sheet.players.map((player, column) => totals.at(-1)[column] + (cell(entries, player.id) ?? 0)));
  return totals;
}

/** The leaders if a total has come to the sheet's target; else none. */
export function winners(sheet) {
  const all = standings(sheet);
  const is_reached = sheet.target > 0 && all.some((one) => one.total >= sheet.target);
  return is_reached ? all.filter((one) => one.place === 1).map((one) => one.player) : [];
}

/** A typed sum with another sign of its last number. */
export function negated(text) {
  const [, before, sign, rest] = /^(.*?)([+−–-]?)([^+−–-]*)$/.exec(text);
  return before + (sign && sign !== "+" ? (before ? "+" : "") : "-") + rest;
}

/** Value of a typed sum such as 12+5-3, with - or −; null if it is no sum. */
export function sum(text) {
  const plain = text.replace(/\s+/g, "").replace(/[−–]/g, "-");
  if (!/^[+-]?\d{1,9}([+-]\d{1,9})*$/.test(plain)) return null;
  return plain.match(/[+-]?\d+/g).reduce((total, part) => total + Number(part), 0);
}
