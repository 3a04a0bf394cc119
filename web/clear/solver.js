/* Perfect clears, as web/clear.c has them: a board, patterns of queues, and what is asked of
   them. */
import { DropforgeError, Owned, RULES, rulesWith } from "../library.js";

export const LETTERS = "IOTSZJL"; /* as DF_I … DF_L */
export const CLEAR_RULES = rulesWith("clears");
export const MAX_ROWS = 6;

export const ORIENTATIONS = ["N", "E", "S", "W"];
const DROP_BYTES = 6;
const NUMBER_BYTES = 8;
/* Queues are asked in growing portions, so that progress is seen where each takes long. */
const FIRST_PORTION = 64;
const GROWTH = 8;
const PATIENCE = 50; /* milliseconds for a portion, above which they grow no more */

/* Reports progress; where it answers false, the question is given up. */
function goOn(progress, done, of) {
  if (progress(done, of) === false) throw new DropforgeError("stopped by progress", "stopped");
}

/* The queues of a pattern, sorted. Too many or too long ones are cut to `most` pieces if that is more
   than 0. */
export class Pattern extends Owned {
  constructor(library, text, most = 0) {
    super(library, "pattern_free", library.lendText(text, (...bytes) =>
      library.make("pattern_free", "pattern_make", ...bytes, most)));
    this.count = library.call.pattern_count(this.address);
    this.length = library.call.pattern_length(this.address);
  }

  /* The first `length` letters of a queue. */
  name(queue, length = this.length) {
    let name = "";
    for (let i = 0; i < length; i++)
      name += LETTERS[this.library.call.pattern_piece(this.address, queue, i)];
    return name;
  }

  /* The first queue from `begin` on, before `end`, that has another piece at `place`. */
  #nextPiece(begin, end, place) {
    const { address, library: { call } } = this;
    const piece = call.pattern_piece(address, begin, place);
    let low = begin + 1, high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (call.pattern_piece(address, middle, place) === piece) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* The queues from `begin` to `end`, which have their first `place` pieces in common, by the next
     one: [{ begin, end }]. */
  groups(begin, end, place) {
    const found = [];
    while (place < this.length && begin < end) {
      const next = this.#nextPiece(begin, end, place);
      found.push({ begin, end: next });
      begin = next;
    }
    return found;
  }
}

/* Which queues of a pattern clear: `clears` has 1 for each that does. */
export class Shares {
  constructor(pattern, clears) {
    Object.assign(this, { pattern, clears, total: clears.length });
    this.clear = this.count(0, this.total);
  }

  count(begin, end) {
    let count = 0;
    for (let i = begin; i < end; i++) count += this.clears[i];
    return count;
  }

  /* The shares by the first pieces, down to `depth` of them: [{ pieces, clear, total, next }]. */
  tree(depth, begin = 0, end = this.total, place = 0) {
    if (place === depth) return [];
    return this.pattern.groups(begin, end, place).map((group) => ({
      pieces: this.pattern.name(group.begin, place + 1),
      clear: this.count(group.begin, group.end),
      total: group.end - group.begin,
      next: this.tree(depth, group.begin, group.end, place + 1),
    }));
  }

  /* The first queues that do not clear. */
  failed(limit = Infinity) {
    const found = [];
    for (let i = 0; i < this.total && found.length < limit; i++)
      if (!this.clears[i]) found.push(this.pattern.name(i));
    return found;
  }
}

/* All solutions of the queues of a pattern, those that most queues build first. They are numbered from
   0. */
export class Catalog extends Owned {
  #solver;
  #pattern;

  /* `target`: { must, may } as df_clear_target; nothing: everything is to be cleared. */
  constructor(solver, pattern, hold, max = 0, target = null) {
    const { library } = solver;
    const make = (squares) => library.make("catalog_free", "catalog_make", solver.address,
      pattern.address, hold ? 1 : 0, max, squares);
    super(library, "catalog_free", target === null ? make(0) : library.lendArray(
      BigUint64Array.of(target.must, target.may), make), [solver, pattern]);
    this.#solver = solver;
    this.#pattern = pattern;
    this.count = library.call.catalog_count(this.address);
    this.covered = library.call.catalog_covered(this.address); /* queues that have a solution */
  }

  /* As ClearSolver.find(), from solution `begin` on, at most `limit` of them. */
  list(begin = 0, limit = this.count) {
    this.library.ask("catalog_list", this.address, this.#solver.address, begin, limit);
    return this.#solver.readSolutions();
  }

  /* The queues that build a solution, by their numbers in the pattern. */
  queuesOf(solution) {
    const bits = this.library.bytes(this.library.call.catalog_built(this.address, solution),
      Math.ceil(this.#pattern.count / 8));
    const found = [];
    for (let queue = 0; queue < this.#pattern.count; queue++)
      if ((bits[queue >> 3] >> (queue & 7)) & 1) found.push(queue);
    return found;
  }

  /* The pieces that can be kept after a clear: [{ pieces, queues }], those of most queues first. */
  kept() {
    this.library.ask("catalog_save", this.address, this.#solver.address, this.#pattern.address, 0);
    return this.library.json;
  }

  /* How many queues can keep pieces for which an expression such as "T&&!I" is true. */
  save(expression) {
    return this.library.lendText(`${expression}\0`, (text) => {
      this.library.ask("catalog_save", this.address, this.#solver.address, this.#pattern.address, text);
      return this.library.json;
    });
  }

  /* The fewest solutions that build all queues which have one: { chosen, least }, their numbers and
     how many are proven to be needed. The search stops after `nodes`; 0: never. */
  minimize(nodes) {
    const { library } = this;
    return library.lendRoom(this.count + 1, (address) => {
      library.ask("catalog_minimize", this.address, nodes, address);
      const least = library.json;
      const flags = library.bytes(address, this.count);
      return { chosen: [...flags.keys()].filter((i) => flags[i]), least };
    });
  }
}

/* A board. `rows` and `words` (rows from the floor, bit x for column x) say what is filled. One that
   is open is asked for targets alone. */
export class ClearSolver extends Owned {
  constructor(library, { width, rows, words, rules, memory = 0, open = false }) {
    super(library, "web_clear_free", library.lendArray(words, (field) => library.make(
      "web_clear_free", "web_clear_make", width, rows, RULES.indexOf(rules), memory, field,
      open ? 1 : 0)));
    Object.assign(this, { width, rows, words, drops: library.call.web_clear_drops(this.address) });
  }

  /* Sees that the queues can fill the board at all. */
  check(pattern) {
    if (this.drops === 0)
      throw new DropforgeError("pieces of four squares cannot fill the empty squares of " +
        `${this.rows} rows; take another number of rows`, "input");
    if (pattern.length < this.drops)
      throw new DropforgeError(`${this.drops} pieces fill this board, and the queue has ` +
        `${pattern.length}; give more`, "input");
  }

  /* Asks all queues of a pattern. `progress` is called with how many of them are done. */
  ask(pattern, hold, progress = () => {}) {
    this.check(pattern);
    const { library } = this;
    return library.lendRoom(pattern.count, (address) => {
      let portion = FIRST_PORTION;
      for (let first = 0; first < pattern.count;) {
        const count = Math.min(portion, pattern.count - first);
        const began = performance.now();
        library.ask("web_clear_ask", this.address, pattern.address, first, count, hold ? 1 : 0,
          address + first);
        first += count;
        if (performance.now() - began < PATIENCE) portion *= GROWTH;
        goOn(progress, first, pattern.count);
      }
      return new Shares(pattern, library.bytes(address, pattern.count).slice());
    });
  }

  /* True if a queue of a pattern clears. */
  clears(pattern, queue, hold) {
    this.check(pattern);
    return this.library.lend(new Uint8Array(1), (address) => {
      this.library.ask("web_clear_ask", this.address, pattern.address, queue, 1, hold ? 1 : 0, address);
      return this.library.bytes(address, 1)[0] === 1;
    });
  }

  /* Reads a solution from bytes; `at` is moved behind it. */
  #readSolution(bytes, at) {
    const take = (count) => bytes.subarray(at.begin, at.begin += count);
    const squares = take(this.width * this.rows);
    const drops = Array.from({ length: take(1)[0] }, () => {
      const [number, piece, orientation, x, y, hold] = take(DROP_BYTES);
      return { number, piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y,
        hold: hold !== 0 };
    });
    const numbers = take(3 * NUMBER_BYTES);
    const view = new DataView(numbers.buffer, numbers.byteOffset);
    const [ways, queues, unique] = [0, 1, 2].map((i) => view.getFloat64(i * NUMBER_BYTES, true));
    return { squares, drops, ways, queues, unique: unique !== 0 };
  }

  /* The solutions of the library's answer. */
  readSolutions() {
    const bytes = this.library.answer.slice();
    const found = [], at = { begin: 0 };
    while (at.begin < bytes.length) found.push(this.#readSolution(bytes, at));
    return found;
  }

  /* The chance by best play of the pieces seen (numbers, the first of them held if `held`): { clear,
     total, most, moves }, and the first drops with a chance, the best ones first. `bag` has a bit for each
     piece that comes before the next bag; `solutions` of each continuation are played for, 0: the usual number. */
  best(queue, { hold, held, bag, solutions = 0 }) {
    if (this.drops === 0) this.check({ length: 0 });
    this.library.lendArray(Uint16Array.from(queue), (address) => this.library.ask("web_clear_best",
      this.address, address, queue.length, hold ? 1 : 0, held ? 1 : 0, bag, solutions));
    const { moves, ...shares } = this.library.json;
    return { ...shares, moves: moves.map(([piece, orientation, x, y, holds, clear]) => ({
      piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y, hold: holds, clear })) };
  }

  /* The solutions of one queue of a pattern: { squares, drops, ways, queues, unique }, where
     squares has for each square of the board, row by row from the floor, the `number` of its drop, or 0;
     queues is how many build it, and unique if one of these builds no other (of a Catalog). */
  find(pattern, queue, hold) {
    this.check(pattern);
    this.library.ask("web_clear_find", this.address, pattern.address, queue, hold ? 1 : 0);
    return this.readSolutions();
  }

  /* The Catalog of a pattern; the caller frees it. */
  catalog(pattern, hold, max, target = null) {
    if (target === null) this.check(pattern);
    return new Catalog(this, pattern, hold, max, target);
  }

  /* A solution as rows of letters from the top: of pieces, X where the board was filled before, and
     '.' where it stays empty. */
  draw({ squares, drops }) {
    const letters = [];
    for (const { number, piece } of drops) letters[number] = piece;
    return Array.from({ length: this.rows }, (_, i) => {
      const y = this.rows - 1 - i;
      return Array.from(squares.subarray(y * this.width, (y + 1) * this.width), (n, x) =>
        n > 0 ? letters[n] : (this.words[y] >> BigInt(x)) & 1n ? "X" : ".").join("");
    });
  }
}
