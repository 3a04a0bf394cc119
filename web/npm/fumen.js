/* Fumens: boards as players pass them to one another. */
import { choose, fileTextOf, listOf, optionsOf, ORIENTATIONS, textOf, whole } from "./values.js";

export const FUMEN_WIDTH = 10;
const HEIGHT = 23;
const SQUARES = FUMEN_WIDTH * HEIGHT;
const PAGE = 2 * SQUARES + 8; /* without its comment */
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

/* A page of readFumen with its piece, as npm_build_ask reads it. */
export function bytesOfPage({ rows, piece }) {
  const { piece: letter, orientation, x, y } = optionsOf(piece, "piece");
  return Uint8Array.of(...boardOf(rows), choose("piece", [...LETTERS], letter),
    choose("orientation", ORIENTATIONS, orientation), whole("x", x, 255), whole("y", y, 255));
}

/* A page as fumen_write reads it: of rows, or one of readFumen. */
function bytesToWrite(board) {
  if (board?.rows === undefined) return [...boardOf(board), 0, 0, 0, 0, 0, 0];
  const { rows, piece, lock, comment = "" } = board;
  if (/[\0-\x1f\x7f-\x9f]/.test(textOf("comment", comment)))
    throw new RangeError("comment: it has control characters, such as ends of lines; leave them out");
  const shown = piece ? bytesOfPage(board) : [...boardOf(rows), 0, 0, 0, 0];
  return [...shown, lock ? 1 : 0, ...new TextEncoder().encode(comment), 0];
}

/* A fumen of boards, each rows of letters from the top: IOTSZJL, X or # for grey, '.' for empty; or of pages
   with their pieces and comments. */
export function writeFumen(library, boards) {
  const bytes = Uint8Array.from(listOf("boards", boards).flatMap(bytesToWrite));
  library.lend(bytes, (address) => library.ask("fumen_write", address, boards.length));
  return library.text;
}

/* Squares as rows from the top, without those that are empty above all others. */
function drawSquares(squares) {
  const letters = Array.from(squares, (square) => LETTERS[square]);
  const rows = Array.from({ length: HEIGHT }, (_, i) =>
    letters.slice((HEIGHT - 1 - i) * FUMEN_WIDTH, (HEIGHT - i) * FUMEN_WIDTH).join(""));
  const full = rows.findIndex((row) => /[^.]/.test(row));
  return full < 0 ? [] : rows.slice(full);
}

function readPage(bytes, comment) {
  const [piece, orientation, x, y, lock, fits] = bytes.subarray(2 * SQUARES);
  return {
    rows: drawSquares(bytes.subarray(0, SQUARES)),
    piece: piece === 0 ? null
      : { piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y },
    lock: lock !== 0,
    placed: fits ? drawSquares(bytes.subarray(SQUARES, 2 * SQUARES)) : null,
    comment,
  };
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
  library.lendText(fileTextOf("fumen", text), (...bytes) => library.ask("fumen_read", ...bytes));
  const all = library.answer.slice(), pages = [];
  for (let at = 0; at < all.length;) {
    const end = at + PAGE, length = all[end - 2] + 256 * all[end - 1];
    pages.push(readPage(all.subarray(at, end), new TextDecoder().decode(all.subarray(end, end + length))));
    at = end + length;
  }
  return pages;
}
