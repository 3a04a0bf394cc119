/* Polyominoes. A polyomino is known by its code, such as 7.2 for the T, or by a drawing such as
   .#./###. */
import * as lib from "layouts.js";
import { DropforgeError, Owned, using } from "../library.js";
import { choose, count, listOf, long, textOf, whole } from "./values.js";

const CLASSES = ["fixed", "one-sided", "free"]; /* as df_omino_class */
const METHODS = ["uniform", "grow", "walk"];
const SYMMETRIES = ["none", "axis", "diagonal", "half", "quarter", "axes", "diagonals", "all"];
const RANGES = ["width", "height", "perimeter", "holes"];
const WISHES = ["columnConvex", "rowConvex", "directed", "treeLike", "path"];
const MOST = 2 ** 32 - 1;

const MAX_WALKS = 100; /* in a row that may lose their way */

function readRange(name, wish) {
  if (wish === undefined) return {};
  const [min, max = MOST] = Array.isArray(wish) ? wish : [wish, wish];
  return { set: true, min: whole(name, min), max: whole(name, max) };
}

const conditionOf = (wish) => (wish === undefined ? 0 : wish ? 1 : 2); /* as df_ominoes_condition */

/* A df_ominoes_filter. */
function filterOf({ class: kind = "free", symmetries = [], ...wishes }) {
  return { kind: choose("class", CLASSES, kind),
    symmetries: listOf("symmetries", symmetries).reduce((set, name) => set | (1 << choose("symmetries", SYMMETRIES, name)), 0),
    ...Object.fromEntries(RANGES.map((name) => [name, readRange(name, wishes[name])])),
    ...Object.fromEntries(WISHES.map((name) => [name, conditionOf(wishes[name])])) };
}

/* Lets `use` have room for a df_omino. */
const lendOmino = (library, use) => library.lendRoom(lib.df_omino.size, use);

/* Everything about one polyomino: names, codes, size, features, squares. */
export function study(library, code) {
  const json = lendOmino(library, (omino) => {
    library.ask(lib.df_omino_code_read, omino, textOf("code", code));
    return library.written(lib.df_omino_write, omino, lib.DF_OMINO_JSON_ALL);
  });
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(JSON.parse(json)).map(([name, value]) => [camel(name), value]));
}

/* The codes of one part of the list, at most `limit` (0: all). */
function listPart(library, size, filter, part, limit) {
  const options = { shard: part, shards: library.ask(lib.df_ominoes_subtrees, size) }, codes = [];
  library.lendRoom(lib.DF_OMINOES_CODE_SIZE, (room) => library.ask(lib.df_ominoes_list, null, size, filter, options, limit, (batch) => {
    const count = library.member(lib.df_ominoes_batch, "count", batch);
    for (let i = 0; i < count; i++)
      codes.push(String.fromCharCode(...library.bytes(room, library.call.df_ominoes_batch_code(batch, i, room))));
  }, null));
  return codes;
}

/* The codes of all that a filter lets through, in their order; they are made as they are asked
   for, some thousands at a time. */
export function* list(library, size, { limit = 0, ...wishes } = {}) {
  const filter = filterOf(wishes), parts = library.ask(lib.df_ominoes_subtrees, whole("size", size));
  let rest = limit > 0 ? count("limit", limit) : Infinity;
  for (let part = 0; part < Math.max(Number(parts), 1) && rest > 0; part++) {
    const codes = listPart(library, size, filter, part, rest === Infinity ? 0 : rest);
    rest -= codes.length;
    yield* codes;
  }
}

/* A BigInt: how many these are, found by making each of them. */
export function countListed(library, size, wishes = {}) {
  const found = BigUint64Array.of(0n);
  library.ask(lib.df_ominoes_count, found, whole("size", size), filterOf(wishes), null, null);
  return found[0];
}

/* The numbers of fixed, one-sided and free ones, and of the free ones by symmetry, all BigInts; far
   beyond what can be listed. */
export function countAll(library, size, { memory = 0 } = {}) {
  const all = Array.from({ length: Math.min(whole("size", size), lib.DF_OMINO_COUNT_MAX) + 1 }, () =>
    Array.from({ length: lib.DF_OMINO_NUMBERS }, () => ({})));
  library.ask(lib.df_omino_count, all, size, true, { memory: count("memory", memory) }, null);
  const [fixed, oneSided, free, ...symmetric] = all.map((numbers) => numbers.map((one) => library.takeNatural(one))).at(-1);
  return { fixed, oneSided, free, symmetric: Object.fromEntries(SYMMETRIES.map((name, i) => [name, symmetric[i]])) };
}

/* A walk that has lost its way begins anew. */
function walk(library, omino, size, random) {
  for (let i = 0; i < MAX_WALKS; i++) {
    const outcome = Uint32Array.of(0);
    library.ask(lib.df_omino_walk, omino, size, 0, random, outcome);
    if (outcome[0] === 0) return;
  }
  throw new DropforgeError("a hundred walks lost their way; use another seed or fewer squares", "limit");
}

/* The codes of `many` at random, each with random numbers of its own: the same as in the program. */
export function draw(library, size, wishes = {}) {
  const { class: name = "free", method = "uniform", many = 1 } = wishes, seed = long("seed", wishes.seed ?? 0);
  const kind = choose("class", CLASSES, name), isUniform = choose("method", METHODS, method) === 0;
  const uniform = new Owned(library, lib.df_omino_uniform_free,
    isUniform ? library.create(lib.df_omino_uniform_create, whole("size", size), null) : 0);
  return using(uniform, ({ address }) => lendOmino(library, (omino) => Array.from({ length: whole("many", many) }, (_, i) => {
    const random = {};
    library.ask(lib.df_random_seed, random, seed, i);
    if (isUniform) library.ask(lib.df_omino_uniform_draw, address, kind, random, omino);
    else if (method === "grow") library.ask(lib.df_omino_grow, omino, whole("size", size), random);
    else walk(library, omino, whole("size", size), random);
    if (!isUniform) library.ask(lib.df_omino_canonical, omino, kind, omino);
    return library.written(lib.df_omino_write, omino, lib.DF_OMINO_CODE);
  })));
}
