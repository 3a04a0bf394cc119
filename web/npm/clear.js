/* Perfect clears: ways of a queue, and all solutions of the queues of a pattern. */
import { ClearSolver, Pattern, RULES } from "../clear/solver.js";
import { wordsOf } from "./field.js";
import { choose, count, listOf, ORIENTATIONS, whole } from "./values.js";

const OUTCOMES = ["found", "none", "limit"]; /* as df_outcome */
const MAX_WIDTH = 64;
const MINIMAL_NODES = 20000; /* some seconds */

/* Ways to clear `rows` rows with a queue, so that nothing is left: an outcome, nodes, and ways,
   each a list of drops with `hold` where the piece before it is put aside first. */
export function findClears(library, pieces, queue, wishes = {}) {
  const { width = 10, rows = 4, board, hold = false, rules = "hard-drop", most = 1, nodes = 0,
    memory = 0 } = wishes;
  /* As clear_wishes in clear.c. */
  const numbers = Float64Array.of(whole("width", width, 64), whole("rows", rows, 64),
    hold ? 1 : 0, choose("rules", RULES, rules), count("most", most), count("nodes", nodes),
    count("memory", memory));
  const indices = pieces.list.indices(queue);
  library.lendArray(numbers, (address) => library.lendArray(wordsOf(board, width, rows), (field) =>
    library.lendArray(indices, (queued) => library.ask("clear_find", pieces.address, address,
      field, queued, indices.length))));
  const { outcome, nodes: visited, ways } = library.json;
  const drop = ([piece, orientation, x, y, held]) => ({
    piece: pieces.list[piece].name, orientation: ORIENTATIONS[orientation], x, y, hold: held });
  return { outcome: OUTCOMES[outcome], nodes: visited, ways: ways.map((way) => way.map(drop)) };
}

/* Lets `use` have the solver and the queues of a question. */
function ask(library, text, wishes, use) {
  const { width = 10, rows = 4, board, rules = "srs", memory = 0 } = wishes;
  if (typeof text !== "string") throw new TypeError(`pattern: use a text, not ${String(text)}`);
  choose("rules", RULES, rules);
  const words = wordsOf(board, whole("width", width, MAX_WIDTH), whole("rows", rows, MAX_WIDTH));
  const pattern = new Pattern(library, text);
  try {
    const solver = new ClearSolver(library,
      { width, rows, words, rules, memory: count("memory", memory) });
    try {
      return use(solver, pattern);
    } finally {
      solver.free();
    }
  } finally {
    pattern.free();
  }
}

/* How many queues of a pattern clear: { clear, total, tree, failed }. */
export function clearPercent(library, text, wishes = {}) {
  const { hold = true, tree = 0, failed = Infinity, progress } = wishes;
  return ask(library, text, wishes, (solver, pattern) => {
    const shares = solver.ask(pattern, hold, progress);
    return {
      clear: shares.clear,
      total: shares.total,
      tree: shares.tree(whole("tree", tree)),
      failed: shares.failed(failed),
    };
  });
}

/* All solutions of the queues of a pattern, those of most queues first; with `minimal` the fewest that
   build all queues, as far as a search of that many `nodes` finds them. */
export function clearPath(library, text, wishes = {}) {
  const { hold = true, limit = 0, minimal = false, nodes = MINIMAL_NODES } = wishes;
  return ask(library, text, wishes, (solver, pattern) => {
    const max = count("limit", limit);
    const catalog = solver.catalog(pattern, hold, pattern.count === 1 && !minimal ? max : 0);
    try {
      const all = catalog.list();
      const numbers = minimal ? catalog.minimize(count("nodes", nodes)).chosen : [...all.keys()];
      return numbers.slice(0, max || Infinity).map((i) => ({
        drops: all[i].drops.map(({ number, ...drop }) => drop),
        board: solver.draw(all[i]),
        queues: catalog.queuesOf(i).map((queue) => pattern.name(queue)),
        ways: all[i].ways,
        unique: all[i].unique,
      }));
    } finally {
      catalog.free();
    }
  });
}

/* The pieces that queues can keep after a clear: { clear, total, kept }; `keep` are expressions to ask
   for instead of all combinations. */
export function clearSave(library, text, wishes = {}) {
  const { hold = true, keep } = wishes;
  if (keep !== undefined) listOf("keep", keep);
  return ask(library, text, wishes, (solver, pattern) => {
    const catalog = solver.catalog(pattern, hold);
    try {
      const kept = keep?.map((pieces) => ({ pieces, queues: catalog.save(pieces) })) ?? catalog.kept();
      return { clear: catalog.covered, total: pattern.count, kept };
    } finally {
      catalog.free();
    }
  });
}
