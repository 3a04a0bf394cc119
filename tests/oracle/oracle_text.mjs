// Drop lists and lists of pieces, read and written as docs/format has it, and what they
// share with packed blocks. Written from that document alone. Texts are strings of bytes
// ("latin1"), so that a column is an index.

import { Field, ORIENTATIONS, Piece, fall, isReached, shapeOf, tetrominoes } from "./oracle_rules.mjs";
import { Deal, isDeal } from "./oracle_deal.mjs";
import { KickTable } from "./oracle_kicks.mjs";

const KEYWORDS = ["field", "rules", "piece", "color"];
const RULES = ["srs", "srs+180", "nes", "nes-console", "gameboy", "tetrio", "ars", "nokicks"];
const MOST_PIECES = 65533;

/** What is wrong with a text, and where; lines and columns count from 1. */
export class PlanError extends Error {
  constructor(line, column, message) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** The lines without what ends them. */
export function linesOf(text) {
  const lines = text.split("\n");
  const last = lines.pop();
  const ended = lines.map((line) => line.replace(/\r$/, ""));
  return last === "" ? ended : [...ended, last];
}

export function colorOf(digits) {
  return /^[0-9a-f]{6}$/i.test(digits) ? digits.toLowerCase() : null;
}

/** A line as words that are taken from left to right. */
class Line {
  constructor(text, number) {
    this.text = text;
    this.number = number;
    this.words = [...text.matchAll(/[^ \t]+/g)].map((found) => [found[0], found.index + 1]);
    this.next = 0;
  }

  fail(column, message) {
    throw new PlanError(this.number, column, message);
  }

  /** The column of the word that was taken, or that is missing. */
  column() {
    return this.words[this.next - 1]?.[1] ?? this.text.length + 1;
  }

  /** The next word as read, or an error at its place if read(word) is null; word may be "". */
  take(read, message) {
    const word = this.words[this.next]?.[0] ?? "";
    this.next += 1;
    const value = word === "" ? null : read(word);
    if (value === null) this.fail(this.column(), message);
    return value;
  }

  numberIn(least, most, what) {
    const read = (word) => {
      if (!/^[0-9]+$/.test(word)) return null;
      const value = Number(word);
      return value >= least && value <= most ? value : null;
    };
    return this.take(read, `${what} is no number of ${least} to ${most}`);
  }

  /** Takes the next word if it is this one. */
  takeWord(wanted) {
    const is = this.words[this.next]?.[0] === wanted;
    if (is) this.next += 1;
    return is;
  }

  end() {
    if (this.next < this.words.length) this.fail(this.words[this.next][1], "one word too many");
  }
}

/** Pieces by name with their colours: those of a plan, or of a list. */
class Pieces {
  constructor() {
    this.list = [];
    this.byName = new Map();
    this.colors = new Map();
  }

  add(piece) {
    this.byName.set(piece.name, this.list.length);
    this.list.push(piece);
  }

  readPiece(line) {
    const name = line.take((word) => (this.isNewName(word) ? word : null), "no name of a new piece");
    if (this.list.length === MOST_PIECES) line.fail(line.column(), "too many pieces");
    const shape = line.take(shapeOf, "no drawing of a piece");
    line.end();
    this.add(new Piece(name, shape));
  }

  isNewName(word) {
    return /^[!-"$-~]{1,11}$/.test(word) && !KEYWORDS.includes(word) && !this.byName.has(word);
  }

  readColor(line) {
    const number = line.take((word) => this.byName.get(word) ?? null, "no piece");
    if (this.colors.has(number)) line.fail(line.column(), "a second colour");
    const read = (word) => (word[0] === "#" ? colorOf(word.slice(1)) : null);
    this.colors.set(number, line.take(read, "no colour"));
    line.end();
  }

  /** The lines of a drop list that tell of them. */
  write() {
    const usual = tetrominoes();
    const isUsual = this.list.every(({ name, shapes }) =>
      usual.some((piece) => piece.name === name && piece.shapes[0].key === shapes[0].key));
    const pieces = isUsual ? []
      : this.list.map(({ name, shapes }) => `piece ${name} ${shapes[0].draw()}`);
    const colors = (isUsual ? usual : this.list)
      .map(({ name }) => [name, this.colors.get(this.byName.get(name))])
      .filter(([, color]) => color !== undefined)
      .map(([name, color]) => `color ${name} #${color}`);
    return [...pieces, ...colors];
  }
}

/** A plan: its playfield as the drops so far left it, pieces, rules and drops. */
export class Plan {
  constructor(width, height) {
    this.field = new Field(width, height);
    this.pieces = new Pieces();
    this.rules = null;
    this.deal = null;
    this.begin = []; // rows from the top
    this.frames = []; // numbers of drops, and the numbers of the mark
    this.drops = [];
  }

  bringTetrominoes() {
    tetrominoes().forEach((piece) => this.pieces.add(piece));
  }

  /** Plays a drop; returns the row where it comes to rest and the rows that clear, or null. */
  play(number, orientation, x, y, block) {
    const piece = this.pieces.list[number];
    const first = piece.first[orientation];
    if (this.rules) {
      if (!isReached(this.field, piece, first, x, y, this.rules)) return null;
    } else {
      y = fall(this.field, piece, first, x);
      if (y < 0) return null;
    }
    this.drops.push({ number, orientation: first, x, y, block });
    return { y, full: this.field.lock(piece.shapes[first], x, y, number, this.rules) };
  }

  /** The drop list that a program writes. */
  write() {
    const { field, pieces, rules } = this;
    const lines = ["dropforge-drops 1", `field ${field.width} ${field.height}`];
    const named = rules instanceof KickTable ? rules.write() : rules ? [rules] : [];
    lines.push(...named.map((name) => `rules ${name}`));
    if (this.deal) lines.push(...this.deal.write());
    const highest = this.begin.findIndex((row) => /[^.]/.test(row));
    if (highest >= 0) lines.push(...this.begin.slice(highest).map((row) => `row ${row}`));
    lines.push(...pieces.write());
    const frames = [...this.frames];
    const markFrames = (drops) => {
      for (; frames[0]?.drops === drops; frames.shift()) {
        const numbers = frames.length > 1 ? frames[0].numbers.slice(0, 1) : frames[0].numbers;
        lines.push(["# frame", ...numbers].join(" "));
      }
    };
    this.drops.forEach(({ number, orientation, x, y, block }, drops) => {
      markFrames(drops);
      if (block) lines.push("# block");
      lines.push([pieces.list[number].name, ORIENTATIONS[orientation], x, y].join(" "));
    });
    markFrames(this.drops.length);
    return lines.join("\n") + "\n";
  }
}

/** Goes through the lines of a text whose first line names its format. */
function readLines(text, magic, readLine) {
  if (text === "") throw new PlanError(1, 1, "the text is empty");
  const lines = linesOf(text);
  lines.forEach((words, index) => {
    const line = new Line(words, index + 1);
    const nul = words.indexOf("\0");
    if (nul >= 0) line.fail(nul + 1, "a NUL byte");
    if (index === 0) {
      if (line.words[0]?.[0] !== magic || line.words[0][1] !== 1) line.fail(1, `no ${magic}`);
      line.next = 1;
      line.take((word) => (word === "1" ? 1 : null), "the version is not 1");
      line.end();
    } else {
      readLine(line);
    }
  });
  return lines.length + 1;
}

/** A drop list, line by line. */
class DropList {
  plan = null;
  block = false;
  hasOwn = false; // pieces of its own

  readLine(line) {
    if (line.text === "# block") this.block = true;
    const mark = /^# frame(?: (\d+)(?: (\d+))?)?$/.exec(line.text);
    const numbers = mark?.slice(1).filter((digits) => digits !== undefined).map(Number);
    if (mark && numbers.every((number, i) => number >= 1 && number <= [600000, 65535][i]))
      this.plan?.frames.push({ drops: this.plan.drops.length, numbers });
    const first = line.words[0]?.[0];
    if (first === undefined || first[0] === "#") return;
    if (first !== "field" && !this.plan) line.fail(line.words[0][1], "no field before this");
    const readers = { field: "readField", rules: "readRules", piece: "readPiece", color: "readColor" };
    // A plan with pieces of its own has no deal, and nothing lies there.
    if (this.plan && !this.hasOwn) {
      Object.assign(readers, { deal: "readDeal", queue: "readQueue", row: "readRow" });
    }
    if (Object.hasOwn(readers, first)) {
      line.next = 1;
      this[readers[first]](line);
    } else {
      this.readDrop(line);
    }
  }

  readField(line) {
    if (this.plan) line.fail(line.column(), "a second field");
    const width = line.numberIn(1, 256, "W");
    const height = line.numberIn(1, 1024, "H");
    line.end();
    this.plan = new Plan(width, height);
  }

  readRules(line) {
    const { plan } = this;
    const isTable = line.words[line.next]?.[0][1] === ".";
    if ((plan.rules && !(isTable && plan.rules instanceof KickTable)) || plan.drops.length > 0) {
      line.fail(line.column(), "rules too late");
    }
    if (plan.field.width > 64) line.fail(line.column(), "rules for too wide a playfield");
    if (isTable) {
      plan.rules ??= new KickTable();
      plan.rules.read(line);
      return;
    }
    const rules = line.take((word) => (RULES.includes(word) ? word : null), "no rules");
    line.end();
    plan.rules = rules;
  }

  readPiece(line) {
    const { plan } = this;
    if (plan.pieces.colors.size > 0 || plan.drops.length > 0) {
      line.fail(line.column(), "a piece too late");
    }
    if (plan.deal || /[^.X]/.test(plan.begin.join(""))) line.fail(line.column(), "only tetrominoes here");
    plan.pieces.readPiece(line);
    this.hasOwn = true;
  }

  readDeal(line) {
    const { plan } = this;
    if (plan.deal || plan.drops.length > 0) line.fail(line.column(), "a deal too late");
    const name = line.take((word) => (isDeal(word) ? word : null), "no deal");
    let seed = null;
    if (name !== "given") {
      line.take((word) => (word === "seed" ? word : null), "no seed");
      const read = (word) => {
        const value = /^[0-9]+$/.test(word) ? BigInt(word) : 1n << 64n;
        return value < 1n << 64n ? value : null;
      };
      seed = line.take(read, "no number of 64 bits");
    }
    const hold = line.takeWord("hold");
    const preview = line.takeWord("preview") ? line.numberIn(0, 1000, "N") : null;
    line.end();
    plan.deal = new Deal(name, seed, hold, preview);
  }

  readQueue(line) {
    const { plan } = this;
    if (!plan.deal || plan.drops.length > 0) line.fail(line.column(), "a queue out of place");
    do {
      const word = line.take((found) => found, "no pieces");
      const wrong = [...word].findIndex((letter) => !plan.deal.add(letter));
      if (wrong >= 0) line.fail(line.column() + wrong, "not the piece that is dealt");
    } while (line.next < line.words.length);
  }

  readRow(line) {
    const { plan } = this;
    const { width, height } = plan.field;
    if (plan.drops.length > 0 || plan.begin.length === height) line.fail(line.column(), "no row");
    const row = line.take((word) => (word.length === width ? word : null), "of another width");
    const wrong = [...row].findIndex((sign) => !".IOTSZJLX".includes(sign));
    if (wrong >= 0) line.fail(line.column() + wrong, "no square");
    if (!row.includes(".")) line.fail(line.column(), "a full row");
    line.end();
    plan.begin.push(row);
  }

  /** Ends a table of kicks, and lays what is there at first into the playfield. */
  layBegin(line, column) {
    const { field, begin, drops, rules } = this.plan;
    if (drops.length > 0) return;
    const flaw = rules instanceof KickTable ? rules.flaw([line, column]) : null;
    if (flaw) throw new PlanError(...flaw, "no whole table");
    const other = this.settlePieces().pieces.list.length + 1;
    field.fill(begin.map((row) => [...row].map((sign) => (sign === "X" ? other : ".IOTSZJL".indexOf(sign)))));
  }

  /** The pieces are known from the first colour or drop on. */
  settlePieces() {
    if (this.plan.pieces.list.length === 0) this.plan.bringTetrominoes();
    return this.plan;
  }

  readColor(line) {
    if (this.plan.drops.length > 0) line.fail(line.column(), "a colour too late");
    this.settlePieces().pieces.readColor(line);
  }

  readDrop(line) {
    const plan = this.settlePieces();
    this.layBegin(line.number, line.words[0][1]);
    const { field, pieces } = plan;
    const number = line.take((word) => pieces.byName.get(word) ?? null, "no piece");
    const place = line.column();
    const orientation = line.take((word) => {
      const index = ORIENTATIONS.indexOf(word);
      return index < 0 ? null : index;
    }, "no orientation");
    const x = line.numberIn(0, field.width - 1, "X");
    const y = line.numberIn(0, field.height - 1, "Y");
    const last = line.column();
    line.end();
    if (plan.deal && !plan.deal.take(pieces.list[number].name)) {
      line.fail(place, "a piece that cannot be taken");
    }
    const played = plan.play(number, orientation, x, y, this.block);
    if (!played) line.fail(place, "a drop that cannot be made");
    if (played.y !== y) line.fail(last, "it does not come to rest there");
    this.block = false;
  }
}

/** The plan of a drop list. */
export function readDrops(text) {
  const list = new DropList();
  const after = readLines(text, "dropforge-drops", (line) => list.readLine(line));
  if (!list.plan) throw new PlanError(after, 1, "no field");
  list.layBegin(after, 1);
  return list.settlePieces();
}

/** The pieces of a list of pieces, with their colours. */
export function readPieces(text) {
  const pieces = new Pieces();
  const after = readLines(text, "dropforge-pieces", (line) => {
    const first = line.words[0]?.[0];
    if (first === undefined || first[0] === "#") return;
    line.next = 1;
    if (first === "piece" && pieces.colors.size === 0) pieces.readPiece(line);
    else if (first === "color" && pieces.list.length > 0) pieces.readColor(line);
    else line.fail(line.column(), "neither a piece nor a colour in its place");
  });
  if (pieces.list.length === 0) throw new PlanError(after, 1, "no piece");
  return pieces;
}
