/* Perfect clears: a board, patterns of queues, and what is asked of them. */
import * as lib from "layouts.js";
import { DropforgeError, Owned, RULES, rulesWith, using } from "../library.js";

export const LETTERS = "IOTSZJL"; /* as DF_I … DF_L */
export const CLEAR_RULES = rulesWith("clears");
export const MAX_ROWS = 6;

export const ORIENTATIONS = ["N", "E", "S", "W"];
const CODE_BITS = 3; /* as in df_clear_pattern_piece */
/* Queues are asked in growing portions, so that progress is seen where each takes long. */
const FIRST_PORTION = 64;
const GROWTH = 8;
const PATIENCE = 50; /* milliseconds for a portion, above which they grow no more */

/* Reports progress; where it answers false, the question is given up. */
function goOn(progress, done, of) {
  if (progress(done, of) === false) throw new DropforgeError("stopped by progress", "stopped");
}

/* A df_clear_pattern; too many or too long queues are cut to `most` pieces if that is more than 0. */
function readQueues(library, text, most) {
  const read = (first) => {
    const made = {};
    library.ask(lib.df_clear_pattern_read, made, text, first, false);
    return made;
  };
  try {
    return read(0);
  } catch (error) {
    if (most === 0 || !["input", "limit"].includes(error.code)) throw error;
    try {
      return read(Math.min(most, lib.DF_CLEAR_PATTERN_MAX_LENGTH));
    } catch {
      throw error;
    }
  }
}

/* The playfield of rows from the floor, bit x for column x. */
export function makeField(library, width, height, words) {
  const field = new Owned(library, lib.df_field_free, library.create(lib.df_field_create, width, height));
  words.forEach((word, y) => {
    for (let x = 0; x < width; x++)
      if (word >> BigInt(x) & 1n) library.ask(lib.df_field_set, field.address, x, y, 1);
  });
  return field;
}

/* A drop with letters. */
const nameDrop = ({ drop: { piece, orientation, x, y }, hold }) =>
  ({ piece: LETTERS[piece], orientation: ORIENTATIONS[orientation], x, y, hold });

/* The queues of a pattern, sorted. Too many or too long ones are cut to `most` pieces if that is more
   than 0. */
export class Pattern extends Owned {
  constructor(library, text, most = 0) {
    const { codes, count, length } = readQueues(library, text, most);
    super(library, "free", codes);
    Object.assign(this, { count, length });
  }

  /* The pieces of queues, one after the other. */
  pieces(first = 0, count = this.count) {
    const { length } = this, pieces = new Uint16Array(count * length);
    const words = new Uint32Array(this.library.call.memory.buffer, this.address + 8 * first, 2 * count);
    for (let at = 0, queue = 0; queue < count; queue++) {
      const low = words[2 * queue], high = words[2 * queue + 1];
      for (let bit = CODE_BITS * (length - 1); bit >= 0; bit -= CODE_BITS)
        pieces[at++] = (bit >= 32 ? high >>> (bit - 32) : bit === 30 ? low >>> 30 | high << 2 : low >>> bit) & 7;
    }
    return pieces;
  }

  /* Some of them as df_clear_queues. */
  list(first = 0, count = this.count) {
    return { pieces: this.pieces(first, count), count, length: this.length };
  }

  /* The first `length` letters of a queue. */
  name(queue, length = this.length) {
    return Array.from(this.pieces(queue, 1).subarray(0, length), (piece) => LETTERS[piece]).join("");
  }

  /* The first queue from `begin` on, before `end`, that has another piece at `place`. */
  #nextPiece(begin, end, place) {
    const pieceOf = (queue) => this.pieces(queue, 1)[place], piece = pieceOf(begin);
    let low = begin + 1, high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (pieceOf(middle) === piece) low = middle + 1;
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
  #items;

  /* `target`: { must, may } as in df_clear_queues; nothing: everything is to be cleared. `progress` is called with what is
     done, and of how much. */
  constructor(solver, pattern, hold, max = 0, target = null, progress = null) {
    const { library } = solver;
    const watch = progress && ((at) => {
      const { done, of } = library.read(lib.df_progress, at);
      progress(Number(done), Number(of));
    });
    super(library, lib.df_clear_catalog_free, library.create(lib.df_clear_catalog_create, solver.address,
      { ...pattern.list(), hold: Boolean(hold), ...target, max, watch }), [solver, pattern]);
    this.#solver = solver;
    this.#pattern = pattern;
    /* `covered`: queues that have a solution. */
    const { items, count, covered } = library.read(lib.df_clear_catalog, this.address);
    this.#items = items;
    Object.assign(this, { count, covered });
  }

  /* Its solutions from `begin` on, at most `limit` of them: { squares, drops, ways, queues, unique }, where
     squares has for each square of the board, row by row from the floor, the `number` of its drop, or 0;
     queues is how many build it, and unique if one of these builds no other. */
  list(begin = 0, limit = this.count) {
    const { library } = this, { size, members } = lib.df_clear_catalog_item;
    return Array.from({ length: Math.max(0, Math.min(limit, this.count - begin)) }, (_, i) => {
      const at = this.#items + (begin + i) * size;
      return { ...this.#solver.readSolution(at + members.solution[0]), queues: library.member(lib.df_clear_catalog_item, "queues", at),
        unique: library.member(lib.df_clear_catalog_item, "isUnique", at) };
    });
  }

  /* The queues that build a solution, by their numbers in the pattern. */
  queuesOf(solution) {
    const built = this.library.member(lib.df_clear_catalog_item, "built", this.#items + solution * lib.df_clear_catalog_item.size);
    const bits = this.library.bytes(built, Math.ceil(this.#pattern.count / 8));
    const found = [];
    for (let queue = 0; queue < this.#pattern.count; queue++)
      if ((bits[queue >> 3] >> (queue & 7)) & 1) found.push(queue);
    return found;
  }

  /* The pieces that can be kept after a clear: [{ pieces, queues }], those of most queues first. */
  kept() {
    const { library } = this, made = Uint32Array.of(0), count = Uint32Array.of(0);
    library.ask(lib.df_clear_catalog_list_kept, this.address, this.#pattern.list(), made, count);
    return using(new Owned(library, "free", made[0]), ({ address }) =>
      library.list(lib.df_clear_kept, address, count[0]).map(({ counts, queues }) =>
        ({ pieces: Array.from(LETTERS, (letter, piece) => letter.repeat(counts[piece])).join(""), queues })));
  }

  /* How many queues can keep pieces for which an expression such as "T&&!I" is true. */
  save(expression) {
    const saves = new Uint8Array(this.#pattern.count);
    this.library.ask(lib.df_clear_catalog_save, this.address, this.#pattern.list(), this.library.tetrominoes, expression, saves);
    return saves.filter((one) => one).length;
  }

  /* The fewest solutions that build all queues which have one: { chosen, least }, their numbers and
     how many are proven to be needed. The search stops after `nodes`; 0: never. */
  minimize(nodes) {
    const flags = new Uint8Array(this.count), chosen = Uint32Array.of(0), least = Uint32Array.of(0);
    this.library.ask(lib.df_clear_catalog_minimize, this.address, nodes, flags, chosen, least);
    return { chosen: [...flags.keys()].filter((i) => flags[i]), least: least[0] };
  }
}

/* A board. `rows` and `words` (rows from the floor, bit x for column x) say what is filled. One that
   is open is asked for targets alone. */
export class ClearSolver extends Owned {
  constructor(library, { width, rows, words, rules, memory = 0, open = false }) {
    const field = makeField(library, width, rows, words);
    const request = { set: library.tetrominoes, field: field.address, rows, rules: RULES.indexOf(rules), memory };
    const drops = Uint32Array.of(0), made = library.create(lib.df_clear_solver_create, request, Boolean(open), drops);
    super(library, lib.df_clear_solver_free, made, [field]);
    field.free(); /* the solver keeps it */
    Object.assign(this, { width, rows, words, drops: drops[0] });
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
    const clears = new Uint8Array(pattern.count);
    let portion = FIRST_PORTION;
    for (let first = 0; first < pattern.count;) {
      const count = Math.min(portion, pattern.count - first), began = performance.now();
      this.#ask(pattern, first, hold, clears.subarray(first, first + count));
      first += count;
      if (performance.now() - began < PATIENCE) portion *= GROWTH;
      goOn(progress, first, pattern.count);
    }
    return new Shares(pattern, clears);
  }

  /* Sets clears[i] for queue first + i. */
  #ask(pattern, first, hold, clears) {
    this.library.ask(lib.df_clear_solver_ask, this.address, { ...pattern.list(first, clears.length), hold: Boolean(hold) }, clears);
  }

  /* True if a queue of a pattern clears. */
  clears(pattern, queue, hold) {
    this.check(pattern);
    const clears = new Uint8Array(1);
    this.#ask(pattern, queue, hold, clears);
    return clears[0] === 1;
  }

  /* A df_clear_solution at an address: { squares, drops, ways }. Pieces are numbered by their lowest squares. */
  readSolution(at) {
    const solution = this.library.read(lib.df_clear_solution, at);
    const squares = new Uint8Array(this.width * this.rows), numbers = [];
    const bits = solution.squares.slice(0, solution.count).map((word) => [...word.toString(2)].reverse());
    [...bits.keys()].sort((a, b) => bits[a].indexOf("1") - bits[b].indexOf("1")).forEach((k, i) => {
      numbers[k] = i + 1;
      bits[k].forEach((bit, square) => {
        if (bit === "1") squares[square] = i + 1;
      });
    });
    const drops = solution.drops.slice(0, solution.count).map((drop, k) => ({ number: numbers[k], ...nameDrop(drop) }));
    return { squares, drops, ways: Number(solution.ways) };
  }

  /* The chance by best play of the pieces seen (numbers, the first of them held if `held`): { clear,
     total, most, moves }, and the first drops with a chance, the best ones first. `bag` has a bit for each
     piece that comes before the next bag; `solutions` of each continuation are played for, 0: the usual number. */
  best(queue, { hold, held, bag, solutions = 0 }) {
    if (this.drops === 0) this.check({ length: 0 });
    const { library } = this, made = Uint32Array.of(0), count = Uint32Array.of(0), tally = {};
    const request = { queue: Uint16Array.from(queue), count: queue.length, hold: Boolean(hold), held: Boolean(held), bag };
    const max = solutions || lib.DF_CLEAR_BEST_USUAL;
    library.ask(lib.df_clear_solver_best, this.address, { ...request, max }, made, count, tally);
    const moves = using(new Owned(library, "free", made[0]), ({ address }) =>
      library.list(lib.df_clear_choice, address, count[0]).map(({ drop, clear }) => ({ ...nameDrop(drop), clear: Number(clear) })));
    return { clear: Number(tally.clear), total: Number(tally.total), most: Number(tally.most), moves };
  }

  /* The Catalog of a pattern; the caller frees it. */
  catalog(pattern, hold, max, target = null, progress = null) {
    if (target === null) this.check(pattern);
    return new Catalog(this, pattern, hold, max, target, progress);
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
