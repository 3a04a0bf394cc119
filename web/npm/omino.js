/* Polyominoes. A polyomino is known by its code, such as 7.2 for the T, or by a drawing such as
   .#./###. */
import { Owned, using } from "../library.js";
import { choose, count, listOf, long, textOf, whole } from "./values.js";

const CLASSES = ["fixed", "one-sided", "free"]; /* as df_omino_class */
const METHODS = ["uniform", "grow", "walk"]; /* as drawing_method in omino.c */
const SYMMETRIES = ["none", "axis", "diagonal", "half", "quarter", "axes", "diagonals", "all"];
const RANGES = ["width", "height", "perimeter", "holes"];
const WISHES = ["columnConvex", "rowConvex", "directed", "treeLike", "path"];
const MOST = 2 ** 32 - 1;

function readRange(name, wish) {
  if (wish === undefined) return [0, 0, 0];
  const [least, most = MOST] = Array.isArray(wish) ? wish : [wish, wish];
  return [1, whole(name, least), whole(name, most)];
}

function readWish(wish) {
  if (wish === undefined) return 0;
  return wish ? 1 : 2; /* as df_ominoes_condition */
}

/* As filter_of in omino.c reads it. */
function filterOf({ class: kind = "free", symmetries = [], ...wishes }) {
  return Float64Array.of(choose("class", CLASSES, kind),
    listOf("symmetries", symmetries).reduce((set, name) => set | (1 << choose("symmetries", SYMMETRIES, name)), 0),
    ...RANGES.flatMap((name) => readRange(name, wishes[name])),
    ...WISHES.map((name) => readWish(wishes[name])));
}

/* Everything about one polyomino: names, codes, size, features, squares. */
export function study(library, code) {
  library.lendText(textOf("code", code), (...bytes) => library.ask("omino_study", ...bytes));
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(library.json)
    .map(([name, value]) => [camel(name), value]));
}

/* The codes of all that a filter lets through, in their order; they are made as they are asked
   for, some thousands at a time. */
export function* list(library, size, { limit = 0, ...wishes } = {}) {
  const filter = filterOf(wishes);
  const parts = library.call.ominoes_parts(whole("size", size));
  let rest = limit > 0 ? count("limit", limit) : Infinity;
  for (let part = 0; part < Math.max(parts, 1) && rest > 0; part++) {
    library.lendArray(filter, (address) => library.ask("ominoes_list", size, address, part,
      rest === Infinity ? 0 : rest));
    const codes = library.text.split("\n").slice(0, -1);
    rest -= codes.length;
    yield* codes;
  }
}

/* A BigInt: how many these are, found by making each of them. */
export function countListed(library, size, wishes = {}) {
  library.lendArray(filterOf(wishes), (address) =>
    library.ask("ominoes_count", whole("size", size), address));
  return BigInt(library.json);
}

/* The numbers of fixed, one-sided and free ones, and of the free ones by symmetry, all BigInts; far
   beyond what can be listed. */
export function countAll(library, size, { memory = 0 } = {}) {
  library.ask("omino_counts", whole("size", size), count("memory", memory));
  const { symmetric, ...counts } = library.json;
  const big = (numbers) =>
    Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, BigInt(number)]));
  return { ...big(counts), symmetric: big(symmetric) };
}

/* The codes of `many` at random. */
export function draw(library, size, wishes = {}) {
  const { class: kind = "free", method = "uniform", seed = 0, many = 1 } = wishes;
  const made = library.make("drawer_free", "drawer_make", whole("size", size),
    choose("method", METHODS, method), choose("class", CLASSES, kind), long("seed", seed));
  return using(new Owned(library, "drawer_free", made), (drawer) =>
    Array.from({ length: whole("many", many) }, () => {
      library.ask("drawer_draw", drawer.address);
      return library.text;
    }));
}
