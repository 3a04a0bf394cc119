/* Fillings of rectangles. */
import * as lib from "layouts.js";
import { naturalOf } from "../calls.js";
import { Owned } from "../library.js";
import { count, listOf, long, optionsOf, whole } from "./values.js";

const AT_ONCE = 256; /* tilings that are fetched together */
const MANY = 1n << 4096n; /* above all counts */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* A BigInt: in how many ways pieces fill a rectangle. */
export function countTilings(library, pieces, width, height, wishes = {}) {
  const { symmetric = false, memory = 0 } = wishes, number = {};
  library.ask(lib.df_tile_count, number, pieces.address, whole("width", width), whole("height", height),
    Boolean(symmetric), { memory: count("memory", memory) }, null);
  return library.takeNatural(number);
}

/* All tilings of a rectangle, in their order. A tiling is a list of drops. */
export class Tilings extends Owned {
  constructor(library, pieces, width, height, wishes = {}) {
    const { once = false, droppable = false, memory = 0 } = wishes;
    super(library, lib.df_tilings_free, library.create(lib.df_tilings_create, pieces.address, whole("width", width),
      whole("height", height), { once: Boolean(once), mirrored: pieces.turnsOver, droppable: Boolean(droppable), memory: whole("memory", memory) }), [pieces]);
    const number = {};
    library.ask(lib.df_tilings_count, this.address, null, number);
    Object.assign(this, { pieces: pieces.list, width, height, count: library.takeNatural(number) });
  }

  #fetch(first, limit) {
    const { library, pieces } = this, tilings = [];
    library.ask(lib.df_tilings_list, this.address, naturalOf(first), limit, (at) => {
      const { head, headCount, tail, tailCount } = library.read(lib.df_tiling, at);
      tilings.push(pieces.readDrops([...library.list(lib.df_drop, head, headCount), ...library.list(lib.df_drop, tail, tailCount)]));
    }, null);
    return tilings;
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
    const { library, pieces } = this, state = {}, most = this.width * this.height;
    library.ask(lib.df_random_seed, state, long("seed", seed), 0);
    return library.lendRoom(most * lib.df_drop.size, (room) => Array.from({ length: whole("many", many) }, () => {
      const length = Uint32Array.of(0);
      library.ask(lib.df_tilings_random, this.address, state, room, length);
      return pieces.readDrops(library.list(lib.df_drop, room, length[0]));
    }));
  }

  /* Its number, and its pieces as the library has them. */
  #rank(tiling) {
    const head = this.pieces.writeDrops(tiling), number = {}, { width, height } = this;
    const one = { width, height, set: this.need(0), head, headCount: head.length };
    this.library.ask(lib.df_tilings_rank, this.address, one, number);
    return { one, number: this.library.takeNatural(number) };
  }

  /* The number of a tiling, whose pieces are in any order. */
  rank(tiling) {
    return this.#rank(tiling).number;
  }

  /* Its pieces in an order in which they can be dropped, or null. With `clears` rows clear as they
     fill, and the rows of the drops are those at that time. */
  order(tiling, options) {
    const { clears = false } = optionsOf(options), { one } = this.#rank(tiling);
    const drops = one.head.map((drop) => ({ ...drop })), outcome = Uint32Array.of(lib.DF_NONE);
    this.library.ask(lib.df_tiling_order, one, Boolean(clears), drops, outcome);
    return outcome[0] === lib.DF_NONE ? null : this.pieces.readDrops(drops);
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
