/* A solution as a plan: the drops one after another, with the keys that a player presses. */
import * as lib from "layouts.js";
import { Owned, RULES, rulesWith, using } from "../library.js";
import { writeFumen } from "../npm/fumen.js";
import { drop } from "./pieces.js";
import { drawField, WIDTH } from "./question.js";
import { LETTERS, ORIENTATIONS } from "./solver.js";

const HEIGHT = 20;
const INPUTS = ["left", "right", "clockwise", "anticlockwise", "half-turn", "soft-drop",
  "hard-drop"]; /* as df_input */

/* The rules of a drop list that has the moves of these: others of its kicks it does not know. */
function rulesOfPlan(rules) {
  if (rules === "harddrop") return "";
  if (rulesWith("plans").includes(rules)) return `rules ${rules}\n`;
  return rulesWith("halfTurns").includes(rules) ? "rules srs+180\n" : "rules srs\n";
}

/* The queue with another piece at its end: a plan drops a held piece only where one comes after it.
   That one is not the last piece that is dropped, or nothing would have to be held. */
function lengthen(queue, drops) {
  if (queue.length > drops.length) return queue;
  return queue + [...LETTERS].find((letter) => letter !== drops.at(-1).piece);
}

/* A drop list. */
function writePlan({ drops, field, rules, hold, queue }) {
  const rows = drawField(field).map((row) => `row ${row.replaceAll("_", ".")}\n`);
  const lines = drops.map(({ piece, orientation, x, y }) => `${piece} ${orientation} ${x} ${y}\n`);
  return `dropforge-drops 1\nfield 10 ${HEIGHT}\n${rulesOfPlan(rules)}deal given${hold ? " hold" : ""}\n` +
    `queue ${lengthen(queue, drops)}\n${rows.join("")}${lines.join("")}`;
}

/* The plan as text and fumen; null where its rules do not have all the moves. */
function makePlan(library, wishes) {
  const text = writePlan(wishes);
  try {
    const plan = new Owned(library, lib.df_plan_free, library.create(lib.df_plan_read, library.tetrominoes, lib.DF_PLAN_DROPS, text));
    return using(plan, ({ address }) => ({ text, fumen: library.written(lib.df_plan_write, address, lib.DF_PLAN_FUMEN) }));
  } catch {
    return null;
  }
}

/* The field before each drop: rows from the floor, each an array of marks. */
function playField({ field, drops }, rows) {
  let board = field.slice(0, rows).map((bits) =>
    Array.from({ length: WIDTH }, (_, x) => ((bits >> x) & 1 ? "X" : "")));
  return drops.map((one) => {
    const before = board;
    board = drop(board, one, one.piece).after;
    return before;
  });
}

/* How pieces turn by some rules. Those without kicks of their own have keys of SRS. */
function turningOf(library, rules) {
  if (library.ask(lib.df_rules_have, rules, lib.DF_TRAIT_OPEN)) return lib.DF_RULES_NOKICKS;
  return library.ask(lib.df_rules_have, rules, lib.DF_TRAIT_MOVES) ? rules : lib.DF_RULES_SRS;
}

function findKeys({ library, width }, rules, board, { piece, orientation, x, y, hold }) {
  const words = BigUint64Array.from(board, (row) =>
    row.reduce((bits, mark, column) => (mark === "" ? bits : bits | (1n << BigInt(column))), 0n));
  const shape = library.tetrominoes + lib.df_piece_set.members.pieces[0] + LETTERS.indexOf(piece) * lib.df_piece.size;
  const made = library.create(lib.df_mover_create, shape, width, turningOf(library, RULES.indexOf(rules)));
  const keys = using(new Owned(library, lib.df_mover_free, made), () => {
    const left = Int32Array.of(0), bottom = Int32Array.of(0), outcome = Uint32Array.of(0), path = {};
    library.ask(lib.df_mover_spawn, made, HEIGHT, left, bottom);
    library.ask(lib.df_inputs_find, path, outcome, made, words, words.length, left[0], bottom[0],
      { orientation: ORIENTATIONS.indexOf(orientation), x, y }, lib.DF_SPINS);
    const inputs = library.list("Uint8", path.bytes, path.length);
    library.call.free(path.bytes);
    return inputs.map((input) => INPUTS[input]);
  });
  return [...(hold ? ["hold"] : []), ...keys];
}

/* The drops of a solution with their keys; its plan as `text`, or null; and a `fumen` with a page for
   each drop. */
export function describeSteps(solver, wishes) {
  const boards = playField(wishes, solver.rows);
  const plan = makePlan(solver.library, wishes);
  const draw = (board) => board.map((row) => row.map((mark) => mark || ".").join("")).reverse();
  return {
    text: plan?.text ?? null,
    fumen: plan?.fumen ?? writeFumen(solver.library, boards.map(draw)),
    drops: wishes.drops.map((one, i) => ({ ...one, keys: findKeys(solver, wishes.rules, boards[i], one) })),
  };
}
