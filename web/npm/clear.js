/* Perfect clears: ways of a queue, and all solutions of the queues of a pattern. */
import * as lib from "layouts.js";
import { CLEAR_RULES, ClearSolver, LETTERS, makeField, MAX_ROWS, Pattern } from "../clear/solver.js";
import { using } from "../library.js";
import { FUMEN_WIDTH, writePage } from "./fumen.js";
import { clearFullRows, rowsOf, wordsOf } from "./field.js";
import { chooseRules, count, listOf, progressOf, textOf, whole } from "./values.js";

const OUTCOMES = ["found", "none", "limit"]; /* as df_outcome */
const MAX_WIDTH = 64;
const MAX_SQUARES = 60; /* as DF_CLEAR_SOLVER_MAX_SQUARES */
const MINIMAL_NODES = 20000; /* some seconds */
const BUILD_ROWS = 24; /* as DF_CLEAR_BUILD_MAX_ROWS */

/* Ways to clear `rows` rows with a queue, so that nothing is left: an outcome, nodes, and ways,
   each a list of drops with `hold` where the piece before it is put aside first. */
export function findClears(library, pieces, queue, wishes = {}) {
  const { width = 10, hold = false, rules = "srs", most = 1, nodes = 0, memory = 0 } = wishes;
  const { board, rows } = clearFullRows(wishes.board, width, wishes.rows ?? 4);
  const list = pieces.list, indices = list.indices(queue), report = {}, ways = [];
  whole("width", width, 64);
  whole("rows", rows, 64);
  const request = { set: pieces.address, rows, queue: indices, count: indices.length, hold: Boolean(hold),
    rules: chooseRules(CLEAR_RULES, rules), max: count("most", most), nodes: count("nodes", nodes), memory: count("memory", memory) };
  using(makeField(library, width, rows, wordsOf(board, width, rows)), ({ address }) =>
    library.ask(lib.df_clear_find, { ...request, field: address }, (drops, length) => {
      ways.push(library.list(lib.df_clear_drop, drops, length).map(({ drop, hold: held }) =>
        ({ ...list.readDrops([drop])[0], hold: held })));
    }, null, report));
  return { outcome: OUTCOMES[report.outcome], nodes: Number(report.nodes), ways };
}

/* Lets `use` have the solver and the queues of a question; a drawing with its target may be the board.
   The queues are cut where `cuts` is true. */
function ask(library, text, wishes, use, drawn, cuts = true) {
  const { width = 10, hold = true, rules = "srs", memory = 0 } = wishes;
  const { board, rows } = clearFullRows(wishes.board, width, wishes.rows ?? 4);
  textOf("pattern", text);
  chooseRules(CLEAR_RULES, rules);
  const place = drawn ?? { width, rows,
    words: wordsOf(board, whole("width", width, MAX_WIDTH), whole("rows", rows, MAX_WIDTH)) };
  return using(new ClearSolver(library, { ...place, rules, memory: count("memory", memory),
    open: drawn !== undefined }), (solver) => {
    const drops = drawn === undefined ? solver.drops : drawn.drops;
    return using(new Pattern(library, text, cuts ? drops + (hold ? 1 : 0) : 0),
      (pattern) => use(solver, pattern));
  });
}

/* How many queues of a pattern clear: { clear, total, tree, failed }. */
export function clearPercent(library, text, wishes = {}) {
  const { hold = true, tree = 0, failed = Infinity } = wishes;
  const tell = progressOf(wishes.progress);
  const progress = tell && ((...come) => library.tell(tell, ...come));
  return ask(library, text, wishes, (solver, pattern) => {
    const shares = solver.ask(pattern, hold, progress ?? undefined);
    return {
      clear: shares.clear,
      total: shares.total,
      tree: shares.tree(whole("tree", tree)),
      failed: shares.failed(limitOf("failed", failed)),
    };
  });
}

/* All solutions of the queues of a pattern, those of most queues first; with `minimal` the fewest that
   build all queues, as far as a search of that many `nodes` finds them. */
export function clearPath(library, text, wishes = {}) {
  return listSolutions(library, text, wishes);
}

/* A number, or Infinity for all. */
const limitOf = (name, limit) => (limit === Infinity ? limit : count(name, limit));

function listSolutions(library, text, wishes, drawn) {
  const { hold = true, limit = 0, minimal = false, nodes = MINIMAL_NODES } = wishes;
  return ask(library, text, wishes, (solver, pattern) => {
    const max = count("limit", limit);
    return using(solver.catalog(pattern, hold, pattern.count === 1 && !minimal ? max : 0,
      drawn?.target), (catalog) => {
      const all = catalog.list();
      const numbers = minimal ? catalog.minimize(count("nodes", nodes)).chosen : [...all.keys()];
      return numbers.slice(0, max || Infinity).map((i) => ({
        drops: all[i].drops.map(({ number, ...drop }) => drop),
        board: solver.draw(all[i]),
        queues: catalog.queuesOf(i).map((queue) => pattern.name(queue)),
        ways: all[i].ways,
        unique: all[i].unique,
      }));
    });
  }, drawn);
}

/* The pieces that queues can keep after a clear: { clear, total, kept }; `keep` are expressions to ask
   for instead of all combinations. */
export function clearSave(library, text, wishes = {}) {
  const { hold = true, keep } = wishes;
  if (keep !== undefined) listOf("keep", keep).forEach((pieces, i) => textOf(`keep[${i}]`, pieces));
  return ask(library, text, wishes, (solver, pattern) => {
    return using(solver.catalog(pattern, hold), (catalog) => {
      const kept = keep?.map((pieces) => ({ pieces, queues: catalog.save(pieces) })) ?? catalog.kept();
      return { clear: catalog.covered, total: pattern.count, kept };
    });
  });
}

function measure(drawing, maxRows, maxSquares) {
  const letters = listOf("drawing", rowsOf(drawing));
  const rows = letters.length, width = Math.max(0, ...letters.map((row) => row.length));
  if (rows > maxRows || width * rows > maxSquares)
    throw new RangeError(`a drawing of ${width} by ${rows}; it may have ${maxRows} rows and ` +
      `${maxSquares} squares`);
  return { letters, rows, width };
}

/* Reads rows of letters, or a field, into the words and the target of ClearSolver: what has a letter of
   `must` has to be filled, of `may` can be; anything else stays as it is. */
function readDrawing(drawing, must, may) {
  const { letters, rows, width } = measure(drawing, MAX_ROWS, MAX_SQUARES);
  const target = { must: 0n, may: 0n };
  let squares = 0;
  const others = letters.map((row, i) => Array.from(row, (letter, x) => {
    const square = (rows - 1 - i) * width + x, piece = LETTERS.indexOf(letter.toUpperCase());
    if (piece < 0) return letter;
    if (must.includes(LETTERS[piece])) target.must |= 1n << BigInt(square);
    else if (may.includes(LETTERS[piece])) target.may |= 1n << BigInt(square);
    else return "X";
    squares++;
    return ".";
  }).join(""));
  if (target.must === 0n) throw new RangeError("no square of the drawing is to be filled");
  return { width, rows, words: wordsOf(others, width, rows), target, drops: squares >> 2 };
}

/* The pieces of a drawing, or of the pages of a fumen, with the starting field. */
function readBuild(drawing) {
  const pages = Array.isArray(drawing) && drawing.length > 0 && drawing.every((page) => page?.rows)
    ? drawing : null;
  if (pages !== null) {
    const shown = pages.filter(({ piece }) => piece !== null);
    if (shown.length === 0) throw new RangeError("no square of the drawing is to be filled");
    return { width: FUMEN_WIDTH, rows: BUILD_ROWS, squares: null, count: shown.length, pages: shown.map(writePage),
      words: wordsOf(pages[0].rows, FUMEN_WIDTH, BUILD_ROWS) };
  }
  const { letters, rows, width } = measure(drawing, BUILD_ROWS, BUILD_ROWS * MAX_WIDTH);
  const squares = new Uint8Array(width * rows).fill(LETTERS.length);
  const others = letters.map((row, i) => Array.from(row, (letter, x) => {
    const piece = LETTERS.indexOf(letter.toUpperCase());
    if (piece < 0) return letter;
    squares[(rows - 1 - i) * width + x] = piece;
    return ".";
  }).join(""));
  const filled = squares.filter((piece) => piece < LETTERS.length).length;
  if (filled === 0) throw new RangeError("no square of the drawing is to be filled");
  return { width, rows, squares, count: filled >> 2,
    words: wordsOf(others, width, rows) };
}

/* The drop of the piece of a df_fumen_page. */
function findDrop(library, page) {
  const drop = {}, { piece, x, y } = page;
  if (piece > lib.DF_TETROMINOES || x >= FUMEN_WIDTH || y >= lib.DF_FUMEN_HEIGHT)
    throw library.errorOf(lib.DF_ERROR_ARGUMENT, null);
  library.ask(lib.df_fumen_find_drop, drop, library.tetrominoes, page);
  return drop;
}

/* Which queues of a pattern build a drawing, a byte for each, and the orders that do. */
function askBuild(library, pattern, build, { hold = true, rules = "srs", memory = 0 }) {
  const { width, rows, words, squares, pages } = build, able = new Uint8Array(pattern.count), orders = [];
  const board = { set: library.tetrominoes, rules: chooseRules(CLEAR_RULES, rules), memory: count("memory", memory) };
  using(makeField(library, width, rows, words), ({ address }) => {
    const asked = { board: { ...board, field: address }, pieces: squares, count: squares === null ? build.count : 0,
      drops: squares === null ? pages.map((page) => findDrop(library, page)) : null };
    library.ask(lib.df_clear_build_ask, asked, { ...pattern.list(), hold: Boolean(hold) }, able, (pieces, length) => {
      orders.push(library.list("Uint16", pieces, length).map((piece) => LETTERS[piece]).join(""));
    }, null);
  });
  return { able, orders };
}

/* How many queues of a pattern build each of the drawings: { drawings, any, all, total, failed }. */
export function clearCover(library, text, drawings, wishes = {}) {
  const { hold = true, orders = false } = wishes, failed = limitOf("failed", wishes.failed ?? Infinity);
  const builds = listOf("drawings", drawings).map(readBuild);
  if (builds.length === 0) throw new RangeError("drawings: give at least one");
  textOf("pattern", text);
  const most = Math.max(...builds.map((build) => build.count)) + (hold ? 1 : 0);
  return using(new Pattern(library, text, most), (pattern) => {
    const answers = builds.map((build) => askBuild(library, pattern, build, wishes));
    const many = Array.from({ length: pattern.count }, (_, queue) =>
      answers.reduce((sum, { able }) => sum + able[queue], 0));
    return {
      drawings: answers.map((answer) => ({ queues: answer.able.reduce((sum, one) => sum + one, 0),
        ...(orders ? { orders: answer.orders } : {}) })),
      any: many.filter((times) => times > 0).length,
      all: many.filter((times) => times === builds.length).length, total: many.length,
      failed: [...many.keys()].filter((queue) => many[queue] === 0).slice(0, failed)
        .map((queue) => pattern.name(queue)) };
  });
}

/* All ways to fill squares of a drawing, as clearPath. */
export function clearSetup(library, text, drawing, wishes = {}) {
  const must = textOf("must", wishes.must ?? "I"), may = textOf("may", wishes.may ?? "O");
  return listSolutions(library, text, wishes, readDrawing(drawing, must.toUpperCase(), may.toUpperCase()));
}

/* Different letters of pieces as bits. */
function bitsOf(option, letters) {
  const pieces = Array.from(textOf(option, letters).toUpperCase(), (letter) => LETTERS.indexOf(letter));
  if (pieces.includes(-1) || new Set(pieces).size < pieces.length)
    throw new RangeError(`${option} is '${letters}'; use different letters of ${LETTERS}`);
  return pieces.reduce((bits, piece) => bits | 1 << piece, 0);
}

/* The pieces that a bag still holds after a queue that begins with a new one. */
function findBag(queue) {
  const full = (1 << LETTERS.length) - 1;
  return queue.reduce((bag, piece) => {
    const left = bag || full;
    if (!(left >> piece & 1))
      throw new RangeError("this queue does not begin with a new bag; say what the bag still holds " +
        "after it with `bag`");
    return left & ~(1 << piece);
  }, 0);
}

/* The chance of a clear by best play when the pieces of a queue are seen: { clear, total, most, moves }.
   It plays for so many `solutions` of each continuation, by default for as many as end in seconds. */
export function clearBest(library, text, wishes = {}) {
  const { hold = true, held, bag, solutions = 0 } = wishes;
  return ask(library, text, wishes, (solver, pattern) => {
    if (pattern.count !== 1) throw new RangeError("give one queue, the pieces that are seen");
    if (held !== undefined && (textOf("held", held).length !== 1 || !hold))
      throw new RangeError(hold ? `held is '${held}'; use one letter of ${LETTERS}`
        : "held is for games with hold");
    const seen = Array.from(pattern.name(0), (letter) => LETTERS.indexOf(letter));
    const first = held === undefined ? [] : [Math.log2(bitsOf("held", held))];
    return solver.best([...first, ...seen],
      { hold, held: held !== undefined, bag: bag === undefined ? findBag(seen) : bitsOf("bag", bag),
        solutions: count("solutions", solutions) });
  }, undefined, false);
}
