/* What the page asks: a field, a pattern, rules; as a link, and as what is pasted. */
import { CLEAR_RULES, MAX_ROWS } from "./solver.js";
import { Settings } from "../printer/link.js";
import { boardOfPage } from "../npm/fumen.js";

export const WIDTH = 10;
const FULL = (1 << WIDTH) - 1;

/* The field has for each row from the floor bit x for column x. */
export const OPENER = Object.freeze({
  rows: 4,
  field: Object.freeze([0b1000111111, 0b1001111111, 0b1000111111, 0b1000011111, 0, 0]),
  pattern: "*p4", rules: "srs", hold: true,
});

/* A drawing's rows from the top as a field, or null where it is none; the rest is empty. */
function readRows(rows) {
  const lines = rows.map((row) => row.trim()).filter((row) => row !== "");
  const first = lines.findIndex((line) => /[^._]/.test(line));
  const drawn = first < 0 ? [] : lines.slice(first);
  if (lines.length === 0 || drawn.length > MAX_ROWS ||
      lines.some((line) => line.length > WIDTH || !/^[._#XIOTSZJLG]+$/i.test(line)))
    return null;
  return Array.from({ length: MAX_ROWS }, (_, y) => [...(drawn[drawn.length - 1 - y] ?? "")]
    .reduce((bits, letter, x) => (/[._]/.test(letter) ? bits : bits | (1 << x)), 0));
}

/* Full rows clear first. */
const clearRows = (rows) => rows.filter((row) => row.length !== WIDTH || /[._]/.test(row));

const heightOf = (field) => field.findLastIndex((row) => row !== 0) + 1;

/* The rows of a field from the top, without empty ones above. */
export function drawField(field) {
  return Array.from({ length: heightOf(field) }, (_, i) => {
    const row = field[heightOf(field) - 1 - i];
    return Array.from({ length: WIDTH }, (_, x) => ((row >> x) & 1 ? "X" : "_")).join("");
  });
}

/* As many rows as fit: those of the field, and more until the empty squares are a multiple of four. */
export function rowsFor(field, least = 1) {
  for (let rows = Math.max(least, heightOf(field)); rows <= MAX_ROWS; rows++) {
    const empty = field.slice(0, rows).reduce((sum, row) =>
      sum + WIDTH - [...row.toString(2)].filter((bit) => bit === "1").length, 0);
    if (empty % 4 === 0 && empty > 0) return rows;
  }
  return Math.max(least, heightOf(field));
}

/* What is wrong with a field before the library sees it, or "". */
export function findFault({ field, rows }) {
  const full = field.findIndex((row) => row === FULL);
  if (full >= 0) return `row ${full + 1} from the floor is full, and would have cleared; empty a square of it`;
  if (heightOf(field) > rows)
    return `the field has ${heightOf(field)} rows, and ${rows} are to be cleared; choose more rows`;
  return "";
}

/* The part of an address after '#'. */
export function writeLink({ rows, field, pattern, rules, hold }) {
  const link = new URLSearchParams({ field: drawField(field).join("."), rows, queue: pattern });
  if (rules !== "srs") link.set("rules", rules);
  if (!hold) link.set("hold", "0");
  return `#${link}`;
}

/* A question with `damaged`, the names of settings that make no sense; or null if there is none. */
export function readLink(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  if (!link.has("field") && !link.has("queue")) return null;
  const settings = new Settings(link);
  const empty = Array(MAX_ROWS).fill(0);
  const field = settings.take("field", empty, (text) => (text === "" ? empty : readRows(text.split("."))));
  return {
    field,
    rows: settings.number("rows", 1, MAX_ROWS, rowsFor(field, 4)),
    pattern: link.get("queue") ?? OPENER.pattern,
    /* Links of earlier versions call harddrop hard-drop. */
    rules: settings.oneOf("rules", [...CLEAR_RULES, "hard-drop"], "srs").replace("hard-drop", "harddrop"),
    hold: settings.oneOf("hold", ["0", "1"], "1") === "1",
    damaged: settings.damaged,
  };
}

/* What pasted text says: { question }, { fault }, or { field } with `cleared` where full rows have been
   left out and the `pattern` of a quiz. `readFumen` gives the pages of a
   fumen, or throws. */
export function readPasted(text, readFumen) {
  const hash = text.indexOf("#field=") >= 0 ? text.slice(text.indexOf("#field=")) : "";
  if (hash !== "") return { question: readLink(hash.trim().split(/\s/)[0]) };
  if (/[vmd]\d{3}(@|%40)/i.test(text)) {
    try {
      const page = readFumen(text.trim())[0], rows = boardOfPage(page), left = clearRows(rows);
      const field = readRows(["_", ...left]), cleared = left.length < rows.length;
      if (!field) return { fault: `this fumen has more than ${MAX_ROWS} rows` };
      return page.comment.startsWith("#Q=") ? { field, cleared, pattern: page.comment } : { field, cleared };
    } catch (error) {
      return { fault: `this is no fumen: ${error.message}` };
    }
  }
  /* solution-finder's fields begin with the number of rows. */
  const lines = text.trim().split(/\r?\n/);
  const rows = lines.length > 1 && /^\d{1,2}\s*$/.test(lines[0]) ? lines.slice(1) : lines;
  const drawn = rows.map((row) => row.trim()), left = clearRows(drawn);
  const field = readRows(["_", ...left]), cleared = left.length < drawn.length;
  return field && drawn.some((row) => row !== "") ? { field, cleared } : { fault: "this is no fumen, no link, and no drawing such as ##...##### in " +
    `up to ${MAX_ROWS} rows` };
}
