/* Playfields, which live in JavaScript alone. */
import { boardOfPage } from "./fumen.js";
import { FIXED, listOf, readOnce, show, textOf, whole } from "./values.js";

const MAX_SIDE = 1024;

/* The squares of a playfield, row by row from the floor: 0, or 1 + the index of the piece that it
   was a square of. */
export class Field {
  constructor(width, height, squares, pieces) {
    const copy = readOnce("squares", squares);
    if (copy?.length !== whole("width", width, MAX_SIDE) * whole("height", height, MAX_SIDE))
      throw new RangeError(`squares: use a number for each of ${width} by ${height} squares`);
    Object.assign(this, { width, height, pieces, squares: Uint16Array.from(copy, (square) => whole("squares", square, 65535)) });
    FIXED.add(Object.freeze(this));
  }

  /* The name of the piece in a square, X for one of none, or null; (0, 0) is at the bottom left. */
  at(x, y) {
    const inside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && x < this.width && y >= 0 && y < this.height;
    const square = inside ? this.squares[x + y * this.width] : 0;
    return square > 0 ? this.pieces[square - 1]?.name ?? "X" : null;
  }

  /* How many rows there are up to the highest square. */
  get top() {
    const last = this.squares.findLastIndex((square) => square > 0);
    return Math.floor(last / this.width) + 1;
  }

  /* A drawing: rows from the top, without those that are empty above all squares. A square is the
     first letter of the name of its piece. */
  rows() {
    const row = (y) => Array.from({ length: this.width }, (_, x) => this.at(x, y)?.[0] ?? ".");
    return Array.from({ length: this.top }, (_, i) => row(this.top - 1 - i).join(""));
  }

  toString() {
    return this.rows().join("\n");
  }
}

const isEmpty = (letter) => letter === "." || letter === " " || letter === "_";

/* Rows that are full have cleared. */
function checkRows(words, width) {
  const full = (1n << BigInt(width)) - 1n;
  const wrong = words.findIndex((word) => word >= full);
  if (wrong >= 0)
    throw new RangeError(`row ${wrong} from the floor is full, or wider than the board`);
  return words;
}

/* The rows of a Field, or of a page of a fumen with its piece in its place, or rows as they are. */
export function rowsOf(board) {
  if (FIXED.has(board)) return board.rows();
  const rows = Array.isArray(board) || board?.placed === undefined ? board ?? [] : boardOfPage(board);
  listOf("board", rows).forEach((row, i) => textOf(`board[${i}]`, row));
  return rows;
}

/* A board without its full rows, and the rows that are left of so many. */
export function clearFullRows(board, width, rows) {
  if (board instanceof BigUint64Array) return { board, rows };
  const all = rowsOf(board);
  const left = all.filter((row) => row.length !== width || [...row].some(isEmpty));
  if (all.length > 0 && left.length === 0) throw new RangeError("every row of the board is full");
  return { board: left, rows: rows - all.length + left.length };
}

/* A board as words from the floor, bit x for column x. It is a Field, rows of letters from the top
   (of which '.', '_' and ' ' are empty), a page of a fumen, or such words. */
export function wordsOf(board, width, height) {
  whole("width", width, 64);
  whole("rows", height, MAX_SIDE);
  const words = new BigUint64Array(height);
  const refuse = (what) => {
    throw new RangeError(`${what} are more than the board of ${width} by ${height} has`);
  };
  if (board instanceof BigUint64Array) {
    if (board.length > height) refuse(`${board.length} rows`);
    words.set(board);
    return checkRows(words, width);
  }
  const rows = rowsOf(board);
  if (rows.length > height) refuse(`${rows.length} rows`);
  rows.forEach((row, i) => {
    if (row.length > width) refuse(`${row.length} columns`);
    [...row].forEach((letter, x) => {
      if (!isEmpty(letter)) words[rows.length - 1 - i] |= 1n << BigInt(x);
    });
  });
  return checkRows(words, width);
}
