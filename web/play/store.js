/* What is kept in the browser: settings and high scores. Where nothing can be kept, or what is
   kept is damaged, the page works as if there were nothing; damaged scores are set aside. */

const SCORES = "dropforge-play-scores";
const SETTINGS = "dropforge-play-settings";
const DAILY = "dropforge-play-daily";
const MOST_SCORES = 10;

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    /* No room, or not allowed: it lasts as long as the page. */
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

const isScore = (entry) =>
  isObject(entry) && isCount(entry.score) && isCount(entry.lines) && isCount(entry.level) &&
  isCount(entry.pieces) && typeof entry.date === "string" && isCount(entry.ticks ?? 0);

const areTables = (value) =>
  isObject(value) && value.version === 1 && isObject(value.tables) &&
  Object.values(value.tables).every((table) => Array.isArray(table) && table.every(isScore));

/* The high scores: a table for each kind of game. */
export class Scores {
  #tables = {};

  constructor() {
    const text = read(SCORES);
    if (text === null) return;
    const value = parse(text);
    if (areTables(value)) this.#tables = value.tables;
    else write(`${SCORES}-damaged`, text);
  }

  /* The best games of a kind, best first: {score, lines, level, pieces, date}, in races with ticks. */
  of(kind) {
    return Object.hasOwn(this.#tables, kind) ? this.#tables[kind] : [];
  }

  /* Enters a game; its place from 1, or 0 where it has none. */
  enter(kind, entry) {
    const table = [...this.of(kind)];
    const found = table.findIndex((other) =>
      (entry.ticks === undefined ? other.score < entry.score : other.ticks > entry.ticks));
    const at = found < 0 ? table.length : found;
    if ((entry.score === 0 && entry.ticks === undefined) || at >= MOST_SCORES) return 0;
    table.splice(at, 0, entry);
    this.#tables = { ...this.#tables, [kind]: table.slice(0, MOST_SCORES) };
    write(SCORES, JSON.stringify({ version: 1, tables: this.#tables }));
    return at + 1;
  }
}

/* How many days in a row, up to this one, the picture of the day was finished; `isDone` says that it is now. */
export function streakOf(day, isDone) {
  const kept = parse(read(DAILY) ?? "null");
  const { last, days } = isObject(kept) && isCount(kept.last) && isCount(kept.days) ? kept : { last: -1, days: 0 };
  const before = day - last <= 1 ? days : 0;
  if (!isDone || last === day) return before;
  write(DAILY, JSON.stringify({ last: day, days: before + 1 }));
  return before + 1;
}

/* The settings: what is kept and of the same type as in `defaults`, the rest from there. */
export function readSettings(defaults) {
  const kept = parse(read(SETTINGS) ?? "null");
  const settings = structuredClone(defaults);
  if (!isObject(kept)) return settings;
  for (const [name, value] of Object.entries(defaults)) {
    if (!isObject(value) && typeof kept[name] === typeof value) settings[name] = kept[name];
  }
  for (const action of Object.keys(defaults.keys)) {
    const keys = isObject(kept.keys) ? kept.keys[action] : undefined;
    if (Array.isArray(keys) && keys.every((key) => typeof key === "string"))
      settings.keys[action] = keys;
  }
  return settings;
}

export function writeSettings(settings) {
  write(SETTINGS, JSON.stringify(settings));
}
