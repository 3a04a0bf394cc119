/* Fumens: boards as players pass them to one another. */
import * as lib from "layouts.js";
import { Owned, using } from "../library.js";
import { choose, fileTextOf, listOf, optionsOf, ORIENTATIONS, textOf, whole } from "./values.js";

export const FUMEN_WIDTH = 10;
const HEIGHT = 23;
const SQUARES = FUMEN_WIDTH * HEIGHT;
const LETTERS = ".ILOZTJSX"; /* as df_fumen_square */
const DRAWN = { "_": ".", " ": ".", "#": "X" };

function boardOf(rows) {
  const squares = new Uint8Array(SQUARES);
  if (listOf("rows of a board", rows).length > HEIGHT)
    throw new RangeError(`a fumen has ${HEIGHT} rows, not ${rows.length}`);
  rows.forEach((row, i) => [...textOf("a row of a board", row)].forEach((letter, x) => {
    const square = LETTERS.indexOf(DRAWN[letter] ?? letter);
    if (x >= FUMEN_WIDTH || square < 0)
      throw new RangeError(`'${row}' is no row of a fumen: ${FUMEN_WIDTH} of ${LETTERS}`);
    squares[(rows.length - 1 - i) * FUMEN_WIDTH + x] = square;
  }));
  return squares;
}

/* The df_fumen_page of a page of readFumen with its piece. */
export function writePage({ rows, piece }) {
  const { piece: letter, orientation, x, y } = optionsOf(piece, "piece");
  return { square: boardOf(rows), piece: choose("piece", [...LETTERS], letter),
    orientation: choose("orientation", ORIENTATIONS, orientation), x: whole("x", x, 255), y: whole("y", y, 255) };
}

/* That of rows, or of a page. */
function pageOf(board) {
  if (board?.rows === undefined) return { square: boardOf(board), comment: "" };
  const { rows, piece, lock, comment = "" } = board;
  if (/[\0-\x1f\x7f-\x9f]/.test(textOf("comment", comment)))
    throw new RangeError("comment: it has control characters, such as ends of lines; leave them out");
  return { ...(piece ? writePage(board) : { square: boardOf(rows) }), lock: Boolean(lock), comment };
}

/* A fumen of boards, each rows of letters from the top: IOTSZJL, X or # for grey, '.' for empty; or of pages
   with their pieces and comments. */
export function writeFumen(library, boards) {
  const pages = listOf("boards", boards).map(pageOf);
  return library.written(lib.df_fumen_write, pages, pages.length);
}

/* Squares as rows from the top, without those that are empty above all others. */
function drawSquares(squares) {
  const letters = Array.from(squares, (square) => LETTERS[square]);
  const rows = Array.from({ length: HEIGHT }, (_, i) =>
    letters.slice((HEIGHT - 1 - i) * FUMEN_WIDTH, (HEIGHT - i) * FUMEN_WIDTH).join(""));
  const full = rows.findIndex((row) => /[^.]/.test(row));
  return full < 0 ? [] : rows.slice(full);
}

/* The page at an address, one of `pages`. */
function readPage(library, pages, i) {
  const { square, piece, orientation, x, y, lock, comment } = library.read(lib.df_fumen_page, pages + i * lib.df_fumen_page.size);
  const shown = { square: Uint8Array.from(square.flat()), piece, orientation, x, y };
  return {
    rows: drawSquares(shown.square),
    piece: piece === 0 ? null : { piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y },
    lock,
    placed: place(library, shown) ? drawSquares(shown.square.flat()) : null,
    comment,
  };
}

/* Puts the piece of a page into its squares; false where it lies on filled squares. */
function place(library, page) {
  try {
    library.ask(lib.df_fumen_place, page);
    return true;
  } catch (error) {
    if (error.code !== "move") throw error;
    return false;
  }
}

/* The board that a page of readFumen means: its rows with the piece in its place. */
export function boardOfPage(page) {
  if (page.placed === null)
    throw new RangeError(`the piece ${textOf("piece", page.piece?.piece)} of the page lies on filled squares; move it`);
  return page.placed;
}

/* The pages of a fumen: rows from the top without those that are empty above all squares; the piece
   that is shown, at the square that it turns about, or null; whether it locks; the rows with the piece
   in its place, or null if it lies on filled squares; and the comment. */
export function readFumen(library, text) {
  const made = Uint32Array.of(0), count = Uint32Array.of(0);
  library.ask(lib.df_fumen_read, made, count, fileTextOf("fumen", text));
  return using(new Owned(library, lib.df_fumen_free, made[0]), ({ address }) =>
    Array.from({ length: count[0] }, (_, i) => readPage(library, address, i)));
}
