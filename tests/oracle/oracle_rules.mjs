// The rules of play of docs/format/rules.md: pieces, the playfield, and which drops can be made.
// Written from that document alone, plainly and slowly; nothing here is shared with src/ or
// with tests/oracle/oracle.py. x goes to the right, y up. A square is [x, y].

import { readFileSync } from "node:fs";

import { KickTable } from "./oracle_kicks.mjs";

export const ORIENTATIONS = ["N", "E", "S", "W"];
export const MOST_SQUARES = 32;

const DRAWINGS = {
  I: "####", O: "##/##", T: ".#./###", S: ".##/##.", Z: "##./.##", J: "#../###", L: "..#/###",
};

const DOCUMENT = readFileSync(new URL("../../docs/format/rules.md", import.meta.url), "utf8");

/** The parts of a block of the document, each as its lines. */
const blockOf = (name) => new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\``, "ms").exec(DOCUMENT)[1]
  .split("\n\n").map((part) => part.trimEnd().split("\n"));

// By rules and turn: the places of J, L, S, T and Z, and those of I, without the first, 0,0.
const KICKS = {};
for (const [head, ...lines] of blockOf("kicks")) {
  const [name, base] = head.split(" from ");
  KICKS[name] = { ...KICKS[base] };
  for (const line of lines) {
    const turn = line.slice(0, 2);
    KICKS[name][turn] = line.slice(2).split("|")
      .map((cell, index) => cell.trim() || KICKS[name][turn][index]);
  }
}

// The boxes by the rules ars: N, E, S, W, rows from the top.
const ARS_BOXES = Object.fromEntries(blockOf("boxes").map((rows) => [rows[0][0],
  [0, 1, 2, 3].map((side) => rows.map((row) => row.slice(1).trim().split(/ +/)[side]).join("/"))]));

const isNintendo = (rules) => ["nes", "nes-console", "gameboy"].includes(rules);
const hasHalfTurns = (rules) => (rules instanceof KickTable ? rules.hasHalfTurns
  : KICKS[rules]?.NS !== undefined);

/** A shape: its squares with least x and y 0, and the size of its bounding box. */
class Shape {
  constructor(squares) {
    const left = Math.min(...squares.map(([x]) => x));
    const bottom = Math.min(...squares.map(([, y]) => y));
    this.squares = squares.map(([x, y]) => [x - left, y - bottom])
      .sort(([x, y], [u, v]) => v - y || x - u);
    this.w = 1 + Math.max(...this.squares.map(([x]) => x));
    this.h = 1 + Math.max(...this.squares.map(([, y]) => y));
    this.key = this.squares.join(" ");
  }

  turned() {
    return new Shape(this.squares.map(([x, y]) => [y, -x]));
  }

  /** Rows from the top, with a slash between them. */
  draw() {
    const rows = Array.from({ length: this.h }, () => Array(this.w).fill("."));
    for (const [x, y] of this.squares) rows[this.h - 1 - y][x] = "#";
    return rows.map((row) => row.join("")).join("/");
  }

  hangsTogether() {
    const left = new Set(this.squares.map(String));
    const visit = (x, y) => {
      if (!left.delete(`${x},${y}`)) return;
      visit(x + 1, y), visit(x - 1, y), visit(x, y + 1), visit(x, y - 1);
    };
    visit(...this.squares[0]);
    return left.size === 0;
  }
}

/** The shape of a drawing such as ".#./###", or null if it is no piece. */
export function shapeOf(drawing) {
  if (!/^[#./]*$/.test(drawing)) return null;
  const squares = [];
  drawing.split("/").forEach((row, number) => {
    [...row].forEach((sign, x) => sign === "#" && squares.push([x, -number]));
  });
  if (squares.length < 1 || squares.length > MOST_SQUARES) return null;
  const shape = new Shape(squares);
  return shape.hangsTogether() ? shape : null;
}

/** A piece: a name, its four orientations, and the first of those that look alike. */
export class Piece {
  constructor(name, north) {
    this.name = name;
    this.shapes = [north];
    while (this.shapes.length < 4) this.shapes.push(this.shapes.at(-1).turned());
    this.first = this.shapes.map((shape) => this.shapes.findIndex(({ key }) => key === shape.key));
    this.tallest = Math.max(...this.shapes.map(({ h }) => h));
  }

  /** All orientations that look like this one. */
  alike(orientation) {
    return [0, 1, 2, 3].filter((other) => this.first[other] === this.first[orientation]);
  }
}

export function tetrominoes() {
  return Object.entries(DRAWINGS).map(([name, drawing]) => new Piece(name, shapeOf(drawing)));
}

/** Occupancy: 0, or 1 and the number of the piece that a square came from. */
export class Field {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.squares = new Int32Array(width * height);
    this.top = 0; // how many rows there are up to the highest that is not empty
    this.cleared = 0;
  }

  /** Fills it with rows from the top, of squares as it has them. */
  fill(rows) {
    rows.forEach((row, index) => this.row(rows.length - 1 - index).set(row));
    const highest = rows.findIndex((row) => row.some((square) => square !== 0));
    this.top = highest < 0 ? 0 : rows.length - highest;
  }

  at(x, y) {
    return this.squares[y * this.width + x];
  }

  /** Whether a shape can be there, wholly inside. */
  hasRoom(shape, x, y) {
    return this.isFree(shape, x, y) && y + shape.h <= this.height;
  }

  /** The same, but that all above the playfield is free and the walls go on. */
  isFree(shape, x, y) {
    if (x < 0 || y < 0 || x + shape.w > this.width) return false;
    if (y >= this.top) return true; // from there up all is empty
    return shape.squares.every(([a, b]) => y + b >= this.height || this.at(x + a, y + b) === 0);
  }

  /** Makes it occupied, and removes full rows; returns these rows, the highest first. */
  lock(shape, x, y, number, rules) {
    const end = Math.min(y + shape.h, this.height); // what stands out of the top is lost
    for (const [a, b] of shape.squares) {
      if (y + b < end) this.squares[(y + b) * this.width + x + a] = number + 1;
    }
    this.top = Math.max(this.top, end);
    const full = [];
    for (let row = end - 1; row >= y; row--) {
      if (this.row(row).every((square) => square !== 0)) full.push(row);
    }
    const hasTop = rules === "nes-console" && full[0] === this.height - 1;
    const spared = hasTop ? full.indexOf(this.height - 4) : -1;
    if (spared >= 0) full.splice(spared, 1);
    for (const row of full) this.remove(row);
    if (hasTop) this.remove(0);
    this.cleared += full.length;
    while (this.top > 0 && this.row(this.top - 1).every((square) => square === 0)) this.top--;
    return full;
  }

  row(y) {
    return this.squares.subarray(y * this.width, (y + 1) * this.width);
  }

  remove(row) {
    this.squares.copyWithin(row * this.width, (row + 1) * this.width);
    this.row(this.height - 1).fill(0);
  }

  /** Rows from the top without the empty ones above, drawn by the first letters of names. */
  draw(pieces) {
    const letter = (square) => (square === 0 ? "." : pieces[square - 1]?.name[0] ?? "X");
    const rows = [];
    for (let y = this.top - 1; y >= 0; y--) rows.push([...this.row(y)].map(letter).join(""));
    return rows;
  }
}

/** Where a drop straight from above comes to rest, or -1 if it cannot be made. */
export function fall(field, piece, orientation, x) {
  const shape = piece.shapes[orientation];
  if (x + shape.w > field.width) return -1;
  const way = [[0], [0, 1], [0, 1, 2], [0, 3]][orientation];
  const appears = (turned) => Math.floor((field.width - turned.w) / 2);
  for (const turn of way) {
    const turned = piece.shapes[turn];
    if (!field.hasRoom(turned, appears(turned), field.height - turned.h)) return -1;
  }
  let y = field.height - shape.h;
  const step = Math.sign(x - appears(shape));
  for (let at = appears(shape); at !== x; at += step) {
    if (!field.hasRoom(shape, at + step, y)) return -1;
  }
  y = Math.min(y, field.top); // from there up all is empty
  while (field.hasRoom(shape, x, y - 1)) y--;
  return y;
}

function placesOf(text) {
  return [[0, 0], ...text.split(" ").map((place) => place.split(",").map(Number))];
}

/** Where the squares of a drawing begin: from the left, and from below. */
function cornerOf(drawing) {
  const rows = drawing.split("/");
  return [Math.min(...rows.map((row) => row.indexOf("#")).filter((x) => x >= 0)),
    rows.length - 1 - rows.findLastIndex((row) => row.includes("#"))];
}

/** How pieces turn by rules of this name. */
class Turns {
  constructor(piece, rules) {
    this.piece = piece;
    this.rules = rules;
    this.like = Object.keys(DRAWINGS)
      .find((name) => shapeOf(DRAWINGS[name]).key === piece.shapes[0].key);
    this.hasMiddle = rules === "ars" && ["J", "L", "T"].includes(this.like);
    this.boxes = this.#boxes();
    this.side = Math.max(piece.shapes[0].w, piece.shapes[0].h);
    this.from = this.#turns();
  }

  /** Where the bounding box of each orientation lies in the box: [x, y] of its lower left. */
  #boxes() {
    const { piece, rules } = this;
    const [north] = piece.shapes;
    if (rules === "ars" && ARS_BOXES[this.like]) return ARS_BOXES[this.like].map(cornerOf);
    const side = Math.max(north.w, north.h);
    const above = (isNintendo(rules) ? Math.ceil : Math.floor)((side - north.h) / 2);
    let squares = north.squares.map(([x, y]) =>
      [x + Math.floor((side - north.w) / 2), y + side - above - north.h]);
    const boxes = [];
    for (let orientation = 0; orientation < 4; orientation++) {
      boxes.push([0, 1].map((axis) => Math.min(...squares.map((square) => square[axis]))));
      squares = squares.map(([x, y]) => [y, side - 1 - x]);
    }
    if (isNintendo(rules) && piece.first[2] === 0) {
      boxes[2] = boxes[0];
      if (rules === "gameboy") boxes[3] = boxes[1];
      else boxes[1] = boxes[3];
    }
    return boxes;
  }

  /** The places of a turn such as "NE". */
  #places(turn) {
    const { like, piece, rules } = this;
    const isRound = piece.first[1] === 0;
    if (rules instanceof KickTable && (like === "O" || !isRound)) return rules.movesOf(like)[turn];
    if (rules === "ars" && !isRound && like && like !== "I") return placesOf("+1,0 -1,0");
    return isRound || !KICKS[rules] ? [[0, 0]] : placesOf(KICKS[rules][turn][like === "I" ? 1 : 0]);
  }

  /** Of each orientation the turns from it: to which, and the places that are tried. */
  #turns() {
    const { rules } = this;
    const turns = [[], [], [], []];
    for (const turn of Object.keys(KICKS["srs+180"])) {
      const [from, to] = [...turn].map((letter) => ORIENTATIONS.indexOf(letter));
      if ((to - from) % 2 !== 0 || hasHalfTurns(rules)) turns[from].push([to, this.#places(turn)]);
    }
    return turns;
  }

  /** Whether by ars the middle column keeps a piece, at x, y, from being kicked. */
  isHeld(field, orientation, x, y) {
    const shape = this.piece.shapes[orientation];
    const first = shape.squares.find(([a, b]) => x + a < 0 || x + a >= field.width || y + b < 0 ||
      (y + b < field.height && field.at(x + a, y + b) !== 0));
    return this.hasMiddle && first !== undefined && first[0] + this.boxes[orientation][0] === 1;
  }
}

const turnsKnown = new WeakMap();

function turnsOf(piece, rules) {
  if (!turnsKnown.has(piece)) turnsKnown.set(piece, new Map());
  const known = turnsKnown.get(piece);
  if (!known.has(rules)) known.set(rules, new Turns(piece, rules));
  return known.get(rules);
}

/** Things of which the nearest comes first. */
class Queue {
  #at = []; // things by how far they are
  #nearest = 0;

  push(far, thing) {
    (this.#at[far] ??= []).push(thing);
    this.#nearest = Math.min(this.#nearest, far);
  }

  /** The next, or undefined. */
  pop() {
    while (this.#nearest < this.#at.length && !this.#at[this.#nearest]?.length) this.#nearest++;
    return this.#at[this.#nearest]?.pop();
  }
}

/** Whether moves by these rules, a name or a table of kicks, bring a piece to rest there. */
export function isReached(field, piece, orientation, x, y, rules) {
  const shape = piece.shapes[orientation];
  const canBe = (row) => (rules === "nes-console" ? row < field.height && field.isFree(shape, x, row)
    : field.hasRoom(shape, x, row));
  if (!canBe(y) || canBe(y - 1)) return false;
  if (rules === "nes-console") return true;
  const turns = turnsOf(piece, rules);
  // Above the playfield all heights are alike: three turns lead to any orientation, and whatever is
  // higher than them and one more turn can fall to there.
  const longest = Math.max(...turns.from.flat().flatMap(([, places]) => places)
    .map(([, up]) => Math.abs(up)));
  const highest = field.height + turns.side + 4 * longest;
  const seen = new Uint8Array(4 * field.width * (highest + 1));
  const goals = piece.alike(orientation);
  const waiting = new Queue();
  const visit = (to, u, height) => {
    const v = Math.min(height, highest);
    if (!field.isFree(piece.shapes[to], u, v)) return false;
    const place = (v * field.width + u) * 4 + to;
    if (seen[place] === 0) waiting.push(Math.abs(u - x) + Math.abs(v - y), [to, u, v]);
    seen[place] = 1;
    return true;
  };
  visit(0, Math.floor((field.width - piece.shapes[0].w) / 2), field.height);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, u, v] = next;
    if (u === x && v === y && goals.includes(from)) return true;
    for (const [to, places] of turns.from[from]) {
      const [a, b] = turns.boxes[from];
      const [c, d] = turns.boxes[to];
      places.some(([right, up], test) => (test === 1 && turns.isHeld(field, to, u - a + c, v - b + d)) ||
        visit(to, u - a + c + right, v - b + d + up));
    }
    visit(from, u, v - 1);
    visit(from, u + 1, v);
    visit(from, u - 1, v);
  }
  return false;
}
