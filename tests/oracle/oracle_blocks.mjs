// Packed blocks, read as docs/format/blocks.md has it. Written from that document alone.

import { Plan, PlanError, colorOf, linesOf } from "./oracle_text.mjs";
import { shapeOf } from "./oracle_rules.mjs";

const MOST_HEIGHT = 1024;
const MOST_WIDTH = 256;
const LETTERS = 62;

/** The first line: the colours of J, T and L. */
function readColors(line) {
  const colors = [...line.matchAll(/[^ \t]+/g)].map((found, index) => {
    const color = index < 3 ? colorOf(found[0]) : null;
    if (color === null) throw new PlanError(1, found.index + 1, "not one of three colours");
    return color;
  });
  if (colors.length === 0) throw new PlanError(1, 1, "no colour");
  return colors;
}

/** A row must fit; numbers are those of lines, count is how many rows its block has already. */
function checkRow(row, line, width, count) {
  const strange = row.search(/[^.A-~]/);
  if (strange >= 0) throw new PlanError(line, strange + 1, "no square");
  if (row.length > MOST_WIDTH) throw new PlanError(line, MOST_WIDTH + 1, "more than 256 squares");
  if (row.length !== width) throw new PlanError(line, 1, "another width than the first row");
  if (count === MOST_HEIGHT) throw new PlanError(line, 1, "more than 1024 rows");
}

/** The letters of a block: of each its squares [x, row], row counted from the lowest, and place. */
function lettersOf(rows, firstLine) {
  const letters = Array.from({ length: LETTERS }, () => []);
  rows.forEach((row, down) => {
    [...row].forEach((sign, x) => {
      if (sign === ".") return;
      letters[sign.charCodeAt(0) - 65].push([x, rows.length - 1 - down, firstLine + down]);
    });
  });
  const made = [];
  letters.forEach((found, index) => {
    if (found.length === 0) return;
    const [x, , line] = found[0];
    const fail = (message) => {
      throw new PlanError(line, x + 1, message);
    };
    if (index > 0 && letters[index - 1].length === 0) fail("the letter before it is missing");
    if (found.length !== 4) fail("not four squares");
    made.push({ squares: found, fail });
  });
  if (made.length === 0) throw new PlanError(firstLine, 1, "a block without a letter");
  return made;
}

/** Which piece, orientation, column and drawn row a letter is. */
function placeOf(pieces, { squares, fail }) {
  const left = Math.min(...squares.map(([x]) => x));
  const low = Math.min(...squares.map(([, row]) => row));
  const top = Math.max(...squares.map(([, row]) => row));
  const rows = [];
  for (let row = top; row >= low; row--) {
    const signs = Array(MOST_WIDTH).fill(".");
    squares.filter((square) => square[1] === row).forEach(([x]) => (signs[x - left] = "#"));
    rows.push(signs.join(""));
  }
  const shape = shapeOf(rows.join("/"));
  for (const [number, { shapes }] of pieces.entries()) {
    const orientation = shapes.findIndex(({ key }) => key === shape?.key);
    if (orientation >= 0) return { number, orientation, x: left, row: low };
  }
  return fail("not a tetromino");
}

class Blocks {
  constructor(width, colors) {
    this.plan = new Plan(width, MOST_HEIGHT);
    this.plan.bringTetrominoes();
    const { byName, colors: known } = this.plan.pieces;
    colors.forEach((color, index) => known.set(byName.get("JTL"[index]), color));
    this.height = 2 * width;
  }

  /** Plays the letters of a block. numbers[row] is the playfield's row, or null if it is gone. */
  playBlock(rows, firstLine) {
    let numbers = null;
    for (const letter of lettersOf(rows, firstLine)) {
      const { number, orientation, x, row } = placeOf(this.plan.pieces.list, letter);
      const { field } = this.plan;
      const room = field.top + this.plan.pieces.list[number].tallest;
      const played = this.plan.play(number, orientation, x, 0, numbers === null);
      if (!played) letter.fail("it cannot be dropped there");
      this.height = Math.max(this.height, room);
      if (numbers === null) {
        numbers = rows.map((_, index) => played.y + index - row);
      } else {
        if (letter.squares.some((square) => numbers[square[1]] === null)) letter.fail("a row is gone");
        if (numbers[row] !== played.y) letter.fail("it does not come to rest there");
      }
      for (const full of played.full) {
        numbers = numbers.map((at) => {
          if (at === null || at < full) return at;
          return at === full ? null : at - 1;
        });
      }
    }
  }

  /** The plan, in a playfield of the height that belongs to it. */
  finish() {
    const { field } = this.plan;
    field.height = Math.min(this.height, MOST_HEIGHT);
    field.squares = field.squares.slice(0, field.width * field.height);
    return this.plan;
  }
}

/** The plan of a text of packed blocks. */
export function readBlocks(text) {
  if (text === "") throw new PlanError(1, 1, "the text is empty");
  const lines = linesOf(text).map((line) => line.replace(/ +$/, ""));
  const colors = readColors(lines[0]);
  if (lines.length > 1 && lines[1] !== "") throw new PlanError(2, 1, "the second line is not empty");
  let blocks = null;
  let rows = [];
  for (let index = 2; index <= lines.length; index++) {
    if (index < lines.length && lines[index] !== "") {
      const width = blocks?.plan.field.width ?? lines[index].length;
      checkRow(lines[index], index + 1, width, rows.length);
      blocks ??= new Blocks(width, colors);
      rows.push(lines[index]);
    } else if (rows.length > 0) {
      blocks.playBlock(rows, index + 1 - rows.length);
      rows = [];
    }
  }
  if (!blocks) throw new PlanError(lines.length + 1, 1, "no block");
  return blocks.finish();
}
