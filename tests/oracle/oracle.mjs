#!/usr/bin/env node
// Replays plans and reads lists of pieces and fumens by docs/format: an independent implementation, for
// node without packages, that was written from that document alone.
//
// usage: oracle.mjs [--write] [--picture DRAWING] FILE...
//
// Says in a line of JSON for each file what it is and what it leaves: its playfield, the number of
// drops and cleared rows, and the rows of the playfield from the top without empty ones above. With
// --write there is also the drop list that a program writes for the plan, or of a list of pieces the
// lines of such a drop list. Of a text that is to be
// refused it says the line, the column and why, here and as FILE:LINE:COLUMN on standard error. The
// drawing is a file with rows of a playfield as the document draws them, which each plan must leave.
// A file "-" is a list of files on standard input, one a line. Ends with 1 if a text is refused or
// leaves something else.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readBlocks } from "./oracle_blocks.mjs";
import { readFumen } from "./oracle_fumen.mjs";
import { PlanError, readDrops, readPieces } from "./oracle_text.mjs";

/** What a text is and comes to. */
function look(text, write) {
  if (text.startsWith("dropforge-pieces")) {
    const pieces = readPieces(text);
    const count = pieces.list.length;
    return { format: "pieces", pieces: count, text: write ? pieces.write().join("\n") : undefined };
  }
  const isDrops = text.startsWith("dropforge-drops");
  if (!isDrops && /[vmd]115@/.test(text)) return { format: "fumen", pages: readFumen(text) };
  const plan = (isDrops ? readDrops : readBlocks)(text);
  return {
    format: isDrops ? "drops" : "blocks",
    width: plan.field.width,
    height: plan.field.height,
    rules: plan.rules ?? undefined,
    drops: plan.drops.length,
    cleared: plan.field.cleared,
    field: plan.field.draw(plan.pieces.list),
    text: write ? plan.write() : undefined,
  };
}

/** Whether a drawing is that of a playfield; rows above both are empty. */
function isSame(drawing, { width, field }) {
  const empty = ".".repeat(width);
  const rows = [...drawing];
  while (rows[0] === empty) rows.shift();
  return rows.length === field.length && rows.every((row, index) => row === field[index]);
}

/** The line of one file, and whether all is well with it. */
function report(file, write, drawing) {
  try {
    const found = look(readFileSync(file, "latin1"), write);
    const same = drawing === null || (found.field && isSame(drawing, found));
    if (!same) process.stderr.write(`${file}: it leaves another playfield\n`);
    console.log(JSON.stringify({ file, ok: same, ...found }));
    return same;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const { line, column, message } = error;
    process.stderr.write(`${file}:${line}:${column}: ${message}\n`);
    console.log(JSON.stringify({ file, ok: false, line, column, message }));
    return false;
  }
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false }, picture: { type: "string" } },
  });
  const listed = () => readFileSync(0, "utf8").split("\n").filter((name) => name !== "");
  const files = positionals.flatMap((name) => (name === "-" ? listed() : [name]));
  const drawing = values.picture === undefined ? null
    : readFileSync(values.picture, "latin1").split("\n").filter((row) => row !== "");
  const wrong = files.filter((file) => !report(file, values.write, drawing));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

main();
