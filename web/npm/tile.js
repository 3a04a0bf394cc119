/* Fillings of rectangles. */
import { Owned } from "../library.js";
import { count, listOf, long, optionsOf, whole } from "./values.js";

const AT_ONCE = 256; /* tilings that are fetched together */
const MANY = 1n << 4096n; /* above all counts */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* A BigInt: in how many ways pieces fill a rectangle. */
export function countTilings(library, pieces, width, height, wishes = {}) {
  const { symmetric = false, memory = 0 } = wishes;
  library.ask("tile_count", pieces.address, whole("width", width), whole("height", height),
    symmetric ? 1 : 0, count("memory", memory));
  return BigInt(library.json);
}

/* A number as words of 64 bits, the lowest first. */
function wordsOfNumber(number) {
  const words = [];
  for (let rest = number; rest > 0n; rest >>= 64n) words.push(rest & (2n ** 64n - 1n));
  return BigUint64Array.from(words);
}

/* All tilings of a rectangle, in their order. A tiling is a list of drops. */
export class Tilings extends Owned {
  constructor(library, pieces, width, height, wishes = {}) {
    const { once = false, droppable = false, memory = 0 } = wishes;
    super(library, "tilings_free", library.make("tilings_free", "tilings_make", pieces.address,
      whole("width", width), whole("height", height), once ? 1 : 0, droppable ? 1 : 0,
      whole("memory", memory)), [pieces]);
    library.ask("tilings_count", this.address);
    Object.assign(this, { pieces: pieces.list, width, height, count: BigInt(library.json) });
  }

  /* The tilings of the library's answer. */
  #read() {
    const bytes = this.library.answer.slice();
    const view = new DataView(bytes.buffer);
    const tilings = [];
    for (let at = 0; at < bytes.length;) {
      const end = at + 4 + 8 * view.getUint32(at, true);
      tilings.push(this.pieces.readDrops(bytes.subarray(at + 4, end)));
      at = end;
    }
    return tilings;
  }

  #fetch(first, limit) {
    const words = wordsOfNumber(first);
    this.library.lendArray(words, (address) =>
      this.library.ask("tilings_list", this.address, address, words.length, limit));
    return this.#read();
  }

  /* From number `skip` on, at most `limit` of them. */
  *list(options) {
    const { skip = 0, limit = this.count } = optionsOf(options);
    const first = long("skip", skip, 0n, MANY), wanted = first + long("limit", limit, 0n, MANY);
    const end = wanted < this.count ? wanted : this.count;
    for (let at = first; at < end; at += BigInt(AT_ONCE)) {
      const rest = end - at;
      yield* this.#fetch(at, rest < BigInt(AT_ONCE) ? Number(rest) : AT_ONCE);
    }
  }

  [Symbol.iterator]() {
    return this.list();
  }

  /* Tiling `number`, from 0. */
  get(number) {
    const index = long("number", number, 0n, MANY);
    if (index >= this.count)
      throw new RangeError(`there is no tiling ${number}; there are ${this.count}`);
    return this.#fetch(index, 1)[0];
  }

  /* So many at random, each as likely as any other. */
  random(seed = 0, many = 1) {
    this.library.call.tilings_seed(this.address, long("seed", seed));
    return Array.from({ length: whole("many", many) }, () => {
      this.library.ask("tilings_random", this.address);
      return this.#read()[0];
    });
  }

  #ask(name, tiling, ...more) {
    const numbers = this.pieces.writeDrops(tiling);
    this.library.lendArray(numbers, (address) =>
      this.library.ask(name, this.address, address, tiling.length, ...more));
  }

  /* The number of a tiling, whose pieces are in any order. */
  rank(tiling) {
    this.#ask("tilings_rank", tiling);
    return BigInt(this.library.json);
  }

  /* Its pieces in an order in which they can be dropped, or null. With `clears` rows clear as they
     fill, and the rows of the drops are those at that time. */
  order(tiling, options) {
    const { clears = false } = optionsOf(options);
    this.#ask("tilings_order", tiling, clears ? 1 : 0);
    const { answer } = this.library;
    return answer.length > 0 ? this.pieces.readDrops(answer) : null;
  }

  /* A drawing: rows from the top, with another letter for each of the pieces. */
  draw(tiling) {
    const rows = Array.from({ length: this.height }, () => Array(this.width).fill("."));
    listOf("tiling", tiling).forEach((drop, i) => {
      const { piece, orientation, x, y } = optionsOf(drop, `tiling[${i}]`);
      for (const square of this.pieces.squares(piece, orientation)) {
        const row = rows[this.height - 1 - whole("y", y) - square.y], column = whole("x", x) + square.x;
        if (row?.[column] === undefined)
          throw new RangeError(`tiling[${i}]: this is not in ${this.width} by ${this.height} squares`);
        row[column] = LETTERS[i % LETTERS.length];
      }
    });
    return rows.map((row) => row.join(""));
  }
}
