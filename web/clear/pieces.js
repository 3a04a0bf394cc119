/* The tetrominoes as they are drawn. */
import { PIECE_COLORS } from "names.js";

/* X is a square that was filled before. */
export const COLORS = Object.freeze({ ...PIECE_COLORS, X: "#7d859c" });

const NORTH = { I: ["####"], O: ["##", "##"], T: [".#.", "###"], S: [".##", "##."],
  Z: ["##.", ".##"], J: ["#..", "###"], L: ["..#", "###"] };

const ORIENTATIONS = "NESW";

/* The squares of a piece, from the lower left corner of its bounding box: [x, y]. */
export function squaresOf(piece, orientation = "N") {
  const drawing = NORTH[piece];
  let width = drawing[0].length, height = drawing.length;
  let squares = drawing.flatMap((row, i) => [...row].flatMap((letter, x) =>
    (letter === "#" ? [[x, height - 1 - i]] : [])));
  for (let turns = ORIENTATIONS.indexOf(orientation); turns > 0; turns--) {
    squares = squares.map(([x, y]) => [y, width - 1 - x]);
    [width, height] = [height, width];
  }
  return squares;
}

/* Rows from the floor, each an array of marks ("" for an empty square), with a drop in them: `placed`,
   and `after` full rows have cleared; and the squares of the drop. A mark begins with the letter of its
   piece. */
export function drop(rows, { piece, orientation, x, y }, mark) {
  const placed = rows.map((row) => [...row]);
  const squares = squaresOf(piece, orientation).map(([dx, dy]) => [x + dx, y + dy]);
  for (const [column, row] of squares) placed[row][column] = mark;
  const left = placed.filter((row) => row.includes(""));
  const empty = Array.from({ length: placed.length - left.length }, () => rows[0].map(() => ""));
  return { placed, squares, after: [...left, ...empty] };
}
