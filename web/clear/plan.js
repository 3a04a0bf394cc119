/* A solution as a plan: the drops one after another, with the keys that a player presses. */
import { Owned } from "../library.js";
import { exportPlan } from "../npm/deal.js";
import { LETTERS } from "./solver.js";
import { drawField } from "./question.js";

const HEIGHT = 20;
const MOVEMENTS = { srs: "rules srs\n", "srs+180": "rules srs+180\n", "hard-drop": "" };

/* The queue with another piece at its end: a plan drops a held piece only where one comes after it.
   That one is not the last piece that is dropped, or nothing would have to be held. */
function lengthen(queue, drops) {
  if (queue.length > drops.length) return queue;
  return queue + [...LETTERS].find((letter) => letter !== drops.at(-1).piece);
}

/* A drop list. */
export function writePlan({ drops, field, rules, hold, queue }) {
  const rows = drawField(field).map((row) => `row ${row.replaceAll("_", ".")}\n`);
  const lines = drops.map(({ piece, orientation, x, y }) => `${piece} ${orientation} ${x} ${y}\n`);
  return `dropforge-drops 1\nfield 10 ${HEIGHT}\n${MOVEMENTS[rules]}deal given${hold ? " hold" : ""}\n` +
    `queue ${lengthen(queue, drops)}\n${rows.join("")}${lines.join("")}`;
}

/* The plan of a solution, as text and fumen, and for each drop its keys. */
export function describeSteps(library, wishes) {
  const text = writePlan(wishes);
  const plan = new Owned(library, "plan_free", library.lendText(text, (...bytes) =>
    library.make("plan_free", "plan_read", ...bytes)));
  try {
    const { drops } = JSON.parse(exportPlan(library, plan, "keys"));
    library.ask("plan_fumen", plan.address);
    return {
      text,
      fumen: library.text,
      drops: wishes.drops.map((drop, i) => ({ ...drop, keys: drops[i].keys })),
    };
  } finally {
    plan.free();
  }
}
