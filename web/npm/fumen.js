/* Fumens: boards as players pass them to one another. */
import { listOf, ORIENTATIONS } from "./values.js";

const WIDTH = 10;
const HEIGHT = 23;
const SQUARES = WIDTH * HEIGHT;
const PAGE = SQUARES + 5;
const LETTERS = ".ILOZTJSX"; /* as df_fumen_square */

function boardOf(rows) {
  const squares = new Uint8Array(SQUARES);
  if (listOf("rows of a board", rows).length > HEIGHT)
    throw new RangeError(`a fumen has ${HEIGHT} rows, not ${rows.length}`);
  rows.forEach((row, i) => [...row].forEach((letter, x) => {
    const square = LETTERS.indexOf(letter === "_" || letter === " " ? "." : letter);
    if (x >= WIDTH || square < 0)
      throw new RangeError(`'${row}' is no row of a fumen: ${WIDTH} of ${LETTERS}`);
    squares[(rows.length - 1 - i) * WIDTH + x] = square;
  }));
  return squares;
}

/* A fumen of boards, each rows of letters from the top: IOTSZJL, X for grey, '.' for empty. */
export function writeFumen(library, boards) {
  const bytes = new Uint8Array(listOf("boards", boards).length * SQUARES);
  boards.forEach((rows, i) => bytes.set(boardOf(rows), i * SQUARES));
  library.lend(bytes, (address) => library.ask("fumen_write", address, boards.length));
  return library.text;
}

function readPage(bytes) {
  const letters = Array.from(bytes.subarray(0, SQUARES), (square) => LETTERS[square]);
  const rows = Array.from({ length: HEIGHT }, (_, i) =>
    letters.slice((HEIGHT - 1 - i) * WIDTH, (HEIGHT - i) * WIDTH).join(""));
  const full = rows.findIndex((row) => /[^.]/.test(row));
  const [piece, orientation, x, y, lock] = bytes.subarray(SQUARES);
  return {
    rows: full < 0 ? [] : rows.slice(full),
    piece: piece === 0 ? null
      : { piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y },
    lock: lock !== 0,
  };
}

/* The pages of a fumen: rows from the top without those that are empty above all squares; the piece
   that is shown, at the square that it turns about, or null; and whether it locks. */
export function readFumen(library, text) {
  library.lendText(text, (...bytes) => library.ask("fumen_read", ...bytes));
  const all = library.answer.slice();
  return Array.from({ length: all.length / PAGE }, (_, i) =>
    readPage(all.subarray(i * PAGE, (i + 1) * PAGE)));
}
