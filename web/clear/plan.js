/* A solution as a plan: the drops one after another, with the keys that a player presses. */
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
    return using(new Owned(library, "plan_free", library.lendText(text, (...bytes) =>
      library.make("plan_free", "plan_read", ...bytes))), (plan) => {
      library.ask("plan_fumen", plan.address);
      return { text, fumen: library.text };
    });
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

function findKeys(solver, rules, board, { piece, orientation, x, y, hold }) {
  const { library } = solver;
  const words = BigUint64Array.from(board, (row) =>
    row.reduce((bits, mark, column) => (mark === "" ? bits : bits | (1n << BigInt(column))), 0n));
  library.lendArray(words, (rows) => library.ask("web_clear_inputs", solver.address,
    RULES.indexOf(rules), HEIGHT, rows, words.length, LETTERS.indexOf(piece),
    ORIENTATIONS.indexOf(orientation), x, y));
  return [...(hold ? ["hold"] : []), ...library.json.map((input) => INPUTS[input])];
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
