// Fumens, read as docs/format/fumen.md has it. Written from that document alone.

import { PlanError } from "./oracle_text.mjs";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const WIDTH = 10;
const ROWS = 24; // with the garbage row, the last
const SQUARES = WIDTH * ROWS;
const KINDS = " ILOZTJS"; // of pieces, by number; 8 is gray
const [RISE, MIRROR, COMMENT, NO_LOCK] = [1, 2, 8, 16];

// Each piece as spawned, and the column and row (from the left and from the top) of the square
// about which it turns.
const PIECES = {
  I: ["####", 1, 0], L: ["..#/###", 1, 1], O: ["##/##", 0, 1], Z: ["##./.##", 1, 1],
  T: [".#./###", 1, 1], J: ["#../###", 1, 1], S: [".##/##.", 1, 1],
};
// By how much the place of a piece is moved, right and up.
const MOVED = {
  OS: [-1, 0], IS: [-1, 0], OW: [-1, 1], IW: [0, 1], ON: [0, 1], SN: [0, 1], ZN: [0, 1],
  SE: [1, 0], ZW: [-1, 0],
};
const ORIENTATIONS = "SENW";

/** The digits of a fumen, taken from left to right. */
class Digits {
  constructor(text) {
    const start = /[vmd]115@/.exec(text);
    if (!start) throw new PlanError(1, 1, "no fumen of version 115");
    this.values = [];
    let line = text.slice(0, start.index).split("\n").length;
    let column = start.index - text.lastIndexOf("\n", start.index) + start[0].length;
    for (const sign of text.slice(start.index + start[0].length)) {
      if (!"? \t\r\n".includes(sign)) {
        const value = DIGITS.indexOf(sign);
        if (value < 0) throw new PlanError(line, column, "no digit");
        this.values.push([value, line, column]);
      }
      [line, column] = sign === "\n" ? [line + 1, 1] : [line, column + 1];
    }
    this.end = [line, column];
    this.next = 0;
  }

  isAtEnd() {
    return this.next === this.values.length;
  }

  /** A number of so many digits, and what to throw if it is wrong. */
  take(count) {
    const digits = this.values.slice(this.next, this.next + count);
    const [line, column] = digits[0]?.slice(1) ?? this.end;
    const fail = (message) => {
      throw new PlanError(line, column, message);
    };
    if (digits.length < count) fail("it ends within a page");
    this.next += count;
    return [digits.reduceRight((sum, [value]) => sum * 64 + value, 0), fail];
  }
}

/** Part 1: changes the board; returns how many further pages do not change it. */
function readBoard(digits, board) {
  let unchanged = false;
  for (let at = 0; at < SQUARES;) {
    const [number, fail] = digits.take(2);
    const grown = Math.floor(number / SQUARES) - 8;
    const length = (number % SQUARES) + 1;
    if (at + length > SQUARES) fail("more than 240 squares");
    for (const end = at + length; at < end; at++) {
      board[at] += grown;
      if (board[at] < 0 || board[at] > 8) fail("no kind of square");
    }
    unchanged = grown === 0 && length === SQUARES;
  }
  return unchanged ? digits.take(1)[0] : 0;
}

/** The numbers of the squares that a piece covers. */
function squaresOf(kind, orientation, place) {
  const [drawing, column, row] = PIECES[kind];
  const turns = "NESW".indexOf(orientation);
  const [right, up] = MOVED[kind + orientation] ?? [0, 0];
  return drawing.split("/").flatMap((signs, y) => [...signs].flatMap((sign, x) => {
    if (sign !== "#") return [];
    let [dx, dy] = [x - column, y - row]; // dy grows downwards
    for (let turn = 0; turn < turns; turn++) [dx, dy] = [-dy, dx];
    const to = (place % WIDTH) - right + dx;
    return [to < 0 || to >= WIDTH ? -1 : (Math.floor(place / WIDTH) + up + dy) * WIDTH + to];
  }));
}

/** Part 2: the flags and the piece with its squares, or null. */
function readPiece(digits) {
  const [number, fail] = digits.take(3);
  if (number >= 245760) fail("no piece");
  const kind = number % 8;
  const orientation = ORIENTATIONS[Math.floor(number / 8) % 4];
  const place = Math.floor(number / 32) % SQUARES;
  const flags = Math.floor(number / 32 / SQUARES);
  if (kind === 0) return { flags, piece: null };
  const squares = squaresOf(KINDS[kind], orientation, place);
  const lowest = SQUARES - WIDTH;
  if (squares.some((at) => at < 0 || at >= lowest)) fail("a piece not wholly in the 23 rows");
  return { flags, piece: { name: KINDS[kind], orientation, kind, squares } };
}

/** Part 3. */
function skipComment(digits) {
  const [length] = digits.take(2);
  for (let seen = 0; seen < length; seen += 4) digits.take(5);
}

/** What happens between a page and the next. */
function finishPage(board, flags, piece) {
  if ((flags & NO_LOCK) !== 0) return board;
  for (const at of piece?.squares ?? []) board[at] = piece.kind;
  const all = Array.from({ length: ROWS }, (_, row) => board.slice(row * WIDTH, (row + 1) * WIDTH));
  const empty = () => Array(WIDTH).fill(0);
  let garbage = all.pop();
  let rows = all.filter((row) => row.includes(0));
  while (rows.length < ROWS - 1) rows.unshift(empty());
  if ((flags & RISE) !== 0) {
    rows = [...rows.slice(1), garbage];
    garbage = empty();
  }
  if ((flags & MIRROR) !== 0) rows.forEach((row) => row.reverse());
  return [...rows, garbage].flat();
}

function draw(board) {
  const signs = [...board].map((kind) => ".ILOZTJSX"[kind]).join("");
  return signs.match(/.{10}/g);
}

/** The pages of a fumen: the rows of each from the top, the garbage row last, without its piece;
 * and the piece, if there is one, with the numbers of its squares. */
export function readFumen(text) {
  const digits = new Digits(text);
  const pages = [];
  let board = Array(SQUARES).fill(0);
  let unchanged = 0;
  do {
    if (unchanged > 0) unchanged -= 1;
    else unchanged = readBoard(digits, board);
    const { flags, piece } = readPiece(digits);
    if ((flags & COMMENT) !== 0) skipComment(digits);
    pages.push({ rows: draw(board), piece: piece && [piece.name, ...piece.squares.sort((a, b) => a - b)] });
    board = finishPage(board, flags, piece);
  } while (!digits.isAtEnd() || unchanged > 0);
  return pages;
}
