// Prints what the npm package tetris-fumen reads in each of the files that standard input lists,
// in the form of oracle_fumen.mjs, as lines of JSON; null where it cannot be read.
const { readFileSync } = require("node:fs");
const { decoder } = require("tetris-fumen");

const HEIGHT = 23;

function readPage(page) {
  const { field } = page;
  const rows = [];
  for (let y = HEIGHT - 1; y >= -1; y--) {
    rows.push(Array.from({ length: 10 }, (_, x) => field.at(x, y).replace("_", ".")).join(""));
  }
  const piece = page.operation ? page.mino() : null;
  const squares = piece && piece.positions().map(({ x, y }) => (HEIGHT - 1 - y) * 10 + x);
  return { rows, piece: piece ? [piece.type, ...squares.sort((a, b) => a - b)] : null };
}

for (const file of readFileSync(0, "utf8").split("\n").filter((name) => name !== "")) {
  let pages = null;
  try {
    pages = decoder.decode(readFileSync(file, "latin1").trim()).map(readPage);
  } catch {
    // It is told by the line.
  }
  console.log(JSON.stringify(pages));
}
