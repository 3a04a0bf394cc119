/* Calls of the library's own functions (web/calls.js): what would not fit is refused, and nothing is lost in memory.
 *
 * usage: node --test-reporter=tap calls.mjs FOLDER */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { importFromWeb } from "./modules.mjs";

const folder = process.argv[2];
const { Library } = await importFromWeb(folder, "library.js");
const { naturalOf } = await importFromWeb(folder, "calls.js");
const { load } = await importFromWeb(folder, "wasm.js");
const lib = await importFromWeb(folder, "layouts.js");
const library = await load(new WebAssembly.Module(readFileSync(`${folder}/npm.wasm`)), Library);
const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 2 ** 31);
console.error(`# DROPFORGE_TEST_SEED=${seed}`); /* before TAP begins */

test("numbers out of range, unknown members and arrays of other elements are refused", () => {
  const board = (change) => () => library.create(lib.df_bot_create, { width: 4, height: 4, set: library.tetrominoes, ...change });
  library.ask(lib.df_bot_free, board({})());
  for (const [change, message] of [[{ width: -1 }, /^width is -1/], [{ width: 2 ** 32 }, /^width is 4294967296/], [{ width: 0.5 }, /^width is 0.5/],
    [{ width: NaN }, /^width is NaN/], [{ breadth: 4 }, /breadth is no member/], [{ set: new Uint32Array(2) }, /other elements/]])
    assert.throws(board(change), { message });
  assert.throws(() => library.ask(lib.df_tilings_count, 0, null, new Map()), { message: /give its address/ });
  assert.throws(() => library.ask(lib.df_random_seed, {}, 1n << 64n, 0), RangeError);
});

test("an error has the words of the library, and of what a callback throws", () => {
  assert.throws(() => library.create(lib.df_plan_read, library.tetrominoes, lib.DF_PLAN_DROPS, "nonsense"), { code: "input", message: /; / });
  class Mine extends Error {}
  const tilings = library.create(lib.df_tilings_create, library.tetrominoes, 4, 4, null);
  assert.throws(() => library.ask(lib.df_tilings_list, tilings, naturalOf(0n), 9, () => { throw new Mine(); }, null), Mine);
  library.ask(lib.df_tilings_free, tilings);
});

test("random structs come back as they were, and leave no memory behind", () => {
  let state = seed;
  const dice = (bound) => Math.floor((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 * bound);
  const round = () => {
    const page = { square: new Uint8Array(230).map(() => dice(2) && dice(9)), garbage: Array.from({ length: 10 }, () => dice(9)),
      piece: dice(7) + 1, orientation: dice(4), x: dice(4) + 3, y: dice(16) + 3, lock: dice(2) === 1, rise: dice(2) === 1, mirror: false,
      comment: "\u00e4".repeat(1 + dice(9)) };
    const made = Uint32Array.of(0), count = Uint32Array.of(0);
    library.ask(lib.df_fumen_read, made, count, library.written(lib.df_fumen_write, [page], 1));
    const again = library.read(lib.df_fumen_page, made[0]);
    library.ask(lib.df_fumen_free, made[0]);
    assert.deepEqual({ ...again, square: again.square.flat() }, { ...page, square: [...page.square] });
    assert.throws(() => library.create(lib.df_plan_create, 0, dice(99), library.tetrominoes), { code: "argument" });
  };
  for (let i = 0; i < 200; i++) round();
  const size = library.call.memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) round();
  assert.equal(library.call.memory.buffer.byteLength, size);
});
