/* Calls everything of the npm package with hostile arguments. Each call returns, or throws an error of a
 * named class; and the library works afterwards. DROPFORGE_TEST_SEED and DROPFORGE_TEST_CASES choose the
 * calls, DROPFORGE_TEST_TRACE=1 prints each one before it is made.
 *
 * usage: node --test-reporter=tap storm.mjs FOLDER */
import assert from "node:assert/strict";
import { writeSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inspect, types } from "node:util";

const { load, DropforgeError, Field } =
  await import(pathToFileURL(path.resolve(process.argv[2], "dropforge.js")).href);
const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 2 ** 31);
const rounds = Number(process.env.DROPFORGE_TEST_CASES ?? (process.env.DROPFORGE_TEST_QUICK ? 250 : 1000));
const trace = process.env.DROPFORGE_TEST_TRACE === "1";
console.error(`# DROPFORGE_TEST_SEED=${seed}`); /* before TAP begins */

let state = seed;
function dice(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const pick = (list) => list[dice(list.length)];

class Mine extends Error {}

let df = await load();
const other = await load();

/* One of each, made anew where a call has freed it. */
const MAKERS = {
  pieces: () => df.pieces("IO"), picture: () => df.picture(["#.#", "###"]),
  plan: () => df.print(["##", "##"], { method: "search", width: 9 }),
  film: () => live("plan").film(), bot: () => df.bot({ width: 6, height: 8 }),
  game: () => live("bot").game({ maxPieces: 20 }),
  env: () => df.env({ width: 5, height: 6, boards: 2, pieces: "IO", rules: "harddrop" }),
  tilings: () => df.tilings(4, 4), play: () => df.play({ seed: 3 }),
};
const KINDS = Object.keys(MAKERS);
const pool = {};
function live(kind) {
  try {
    if (pool[kind]?.address !== undefined) return pool[kind];
  } catch { /* it is freed */ }
  return pool[kind] = MAKERS[kind]();
}
const freeOne = () => pool[pick(KINDS)]?.free();

function resizable() {
  const buffer = new ArrayBuffer(64, { maxByteLength: 256 });
  const bytes = new Uint8ClampedArray(buffer);
  return { width: 4, get height() { buffer.resize(pick([0, 16, 256])); return 4; }, data: bytes };
}

function detached() {
  const bytes = new Uint8Array(16);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

/* An array that says another length each time. */
const liar = () => new Proxy([1, 2, 3], {
  get: (list, key) => (key === "length" ? pick([0, 2, 3, 70, 2 ** 40, -1, NaN, "3"]) : list[key] ?? pick([1, "I", {}])),
});

function cycle() {
  const one = { name: "x" };
  return Object.assign(one, { self: one, board: one, pieces: one });
}

const freed = () => {
  const one = MAKERS[pick(KINDS)]();
  one.free();
  return one;
};

const reenter = () => pick([freeOne, () => df.print(["#"]), () => df.players(), () => live(pick(KINDS)).free(),
  () => { throw new Mine("mine"); }, () => live("play").tick(), () => false, () => df.clearPercent("IOTS", { width: 4 })])();

const HOSTILE = [
  () => undefined, () => null, () => true, () => NaN, () => Infinity, () => -Infinity, () => -0, () => 0.5,
  () => -1, () => 3, () => 2 ** 31, () => 2 ** 32 - 1, () => 2 ** 32, () => 2 ** 53, () => -(2 ** 31), () => 1e308,
  () => 0n, () => -1n, () => 1n << 64n, () => 1n << 5000n, () => Symbol("s"), () => "", () => "X", () => "T",
  () => "\0", () => "\ud800", () => "I".repeat(3000), () => "*p7", () => [], () => ({}), () => Object.create(null), () => reenter,
  () => new Date(), () => [[]], () => [{}], () => [null], () => ["#".repeat(300)], () => [Symbol("t")],
  () => new Array(2 ** 32 - 1), () => new Array(70).fill("I"), () => [1n], () => new DataView(new ArrayBuffer(8)),
  () => new Uint8Array(16), () => BigUint64Array.of(3n, 1n << 63n), () => new Float64Array(9).fill(NaN),
  () => new Uint8Array(new SharedArrayBuffer(16)), () => new Int32Array(new SharedArrayBuffer(16)),
  detached, resizable, liar, cycle, freed, () => other.picture(["#"]), () => other.pieces("I"),
  () => new Proxy(live(pick(KINDS)), {}), () => live(pick(KINDS)),
  () => new Proxy({}, { get: () => pick(HOSTILE)(), has: () => true, ownKeys: () => ["width", "data", "rows"] }),
  () => new Proxy({}, { get() { throw new Mine("mine"); } }),
  () => ({ valueOf() { freeOne(); return 4; }, toString() { freeOne(); return "T"; } }),
  () => ({ [Symbol.toPrimitive]() { freeOne(); return 4; } }),
  () => ({ get width() { freeOne(); return 4; }, height: 4, data: new Uint8Array(64) }),
  () => ({ width: 2, height: 2, data: new Array(16).fill(pick([255, -1, "x", 1n])) }),
  () => ({ width: 2, height: 2, data: { length: 16 } }), () => ({ width: 2 ** 16, height: 2 ** 16, data: [] }),
  () => ({ width: -0, height: 0, data: new Uint8Array(0) }), () => ({ rows: ["#"], piece: null, placed: null }),
  () => ({ rows: [1], piece: { piece: "Q", orientation: "N", x: -1, y: 1e9 }, placed: [null] }),
  () => ({ squares: pick([0, 1, 4, 40, -1, NaN, 2 ** 32]) }),
  () => (function* () { for (;;) yield 1; })(), () => new Set(["I", "O"]), () => new String("IO"),
  () => class { static width = 4; },
];
const hostile = () => pick(HOSTILE)();

const CLEAR = () => ({ width: 4, rows: 4, board: ["...."], hold: true, rules: "srs", memory: 1e6 });
const PREPARE = () => ({ exact: false, crop: { x: 0, y: 0, width: 1, height: 1 }, transparent: "#ffffff", tolerance: 3,
  enlarged: "auto", backdrop: "keep", fit: { width: 4, height: 4 }, threshold: 3, colors: 2, dither: "none", inks: { "#": "#ff0000" } });
const DROPS = () => [{ piece: "O", orientation: "N", x: 0, y: 0 }, { piece: "O", x: 2 }];
const TILING = () => live("tilings").get(0);
const PIXELS = () => ({ width: 2, height: 2, data: new Uint8ClampedArray(16).fill(255) });
const PAGE = () => df.readFumen("v115@vhAAgH")[0];

/* Of each public function: whose it is, its name, and good arguments. */
const CALLS = [
  [null, "picture", () => [pick([PIXELS, () => ["#"]])(), pick([PREPARE, () => ({})])()]], [null, "printMethods", () => []],
  [null, "print", () => [["##", "##"], pick([{ method: "search", effort: 0, width: 9, height: 20, seed: 1, pieces: "O", anchors: true, progress: reenter, prepare: {} },
    { deal: "bag", seed: 1n, hold: true, preview: 3, rules: "srs", width: 9, progress: reenter, effort: 0 }, { queue: "OIOI", deal: "given", progress: reenter, width: 9, effort: 0 },
    { progress: reenter }])]],
  [null, "leastDrops", () => [["##"], { width: 9, pieces: "O", anchors: false, prepare: {} }]],
  [null, "readPlan", () => [String(live("plan"))]],
  [null, "makePlan", () => [{ width: 9, height: 20, rules: "harddrop", pieces: "IO", drops: DROPS() }]],
  [null, "readFumen", () => ["v115@vhAAgH"]], [null, "writeFumen", () => [[["IIII......"], []]]],
  [null, "pieces", () => ["IO"]], [null, "players", () => []], [null, "features", () => []],
  [null, "bot", () => [{ player: pick(["dropforge", { holes: -1 }]), scoreBeforeClear: true, width: 6, height: 8, rules: "above", lookahead: 1, beam: 2, hold: false, pieces: "IO" }]],
  [null, "env", () => [{ width: 5, height: 6, boards: 2, rules: "harddrop", preview: 1, hold: true, deal: "bag", maxPieces: 9, reward: "lines", features: ["holes"], autoreset: true, pieces: "IO" }]],
  [null, "countTilings", () => [4, 4, { pieces: "IO", symmetric: true, memory: 1e6 }]],
  [null, "tilings", () => [4, 4, { pieces: "IO", once: false, droppable: true, memory: 1e6 }]],
  [null, "perfectClears", () => ["IOTS", { ...CLEAR(), rules: "harddrop", most: 2, nodes: 1000, pieces: "IOTS" }]],
  [null, "clearPercent", () => ["IOTS", { ...CLEAR(), tree: 1, failed: 2, progress: reenter }]],
  [null, "clearPath", () => ["IOTS", { ...CLEAR(), limit: 2, minimal: true, nodes: 10 }]],
  [null, "clearSave", () => ["IOTS", { ...CLEAR(), keep: ["T"] }]],
  [null, "clearCover", () => ["IOTS", [["OO", "OO"], [PAGE()]], { hold: true, rules: "srs", memory: 1e6, orders: true, failed: 3 }]],
  [null, "clearSetup", () => ["IOTS", ["OO", "II"], { must: "I", may: "O", limit: 2, memory: 1e6 }]],
  [null, "clearBest", () => ["IOTS", { ...CLEAR(), held: "T", bag: "IO", solutions: 2 }]],
  [null, "omino", () => ["7.2"]], [null, "ominoes", () => [4, { class: "free", symmetries: ["none"], width: [1, 2], limit: 3, path: true }]],
  [null, "countOminoes", () => [4, pick([undefined, { class: "free", holes: 0, width: 3 }])]],
  [null, "randomOminoes", () => [5, { class: "free", method: pick(["grow", "walk", "uniform"]), seed: 2, many: 2 }]],
  [null, "play", () => [{ rules: "nes", squares: 4, level: 1, seed: 1, halfTurns: true, shiftDelay: 2, shiftRepeat: 2 }]],
  ["plan", "toString", () => []], ["plan", "export", () => ["keys"]], ["plan", "summary", () => []],
  ["plan", "steps", () => []], ["plan", "field", () => []], ["plan", "picture", () => []], ["plan", "fumen", () => []],
  ["plan", "check", () => [["##", "##"], { anchors: true }]],
  ["plan", "film", () => [{ fast: true, motion: "land", poster: "auto", loop: true, speed: 10, duration: 100, maxFrames: 9, hold: 3 }]],
  ["film", "setLook", () => [{ size: "post", square: 4, minSide: 0, theme: "nes", look: "flat", grid: true, background: "#123456", title: "a", endCard: "b", skin: PIXELS(), border: true, hud: "goal", scores: [1], even: true }]],
  ["film", "setLook", () => [{ square: 2, title: "a" }]],
  ["film", "draw", () => [0]], ["film", "view", () => [0]], ["film", "viewIndices", () => [0]], ["film", "listen", () => [3]], ["film", "sound", () => []],
  ["bot", "rank", () => [{ board: ["......"], pieces: "IO", held: null }, 3]], ["bot", "choose", () => [{ board: new BigUint64Array(2), pieces: ["T", "O"] }]],
  ["bot", "game", () => [{ deal: pick(["bag", "IO", ["T"]]), seed: 3, number: 1, maxLines: 3, maxPieces: 9 }]],
  ["game", "play", () => [3]], ["game", "plan", () => []], ["game", "finish", () => []],
  ["env", "reset", () => [1]], ["env", "begin", () => [0, 1, 2]], ["env", "step", () => [[0, 1n]]], ["env", "observe", () => []],
  ["env", "choice", () => [0, 1]], ["env", "action", () => [{ orientation: "N", x: 1, y: 0, holds: false }]],
  ["tilings", "list", () => [{ skip: 1, limit: 3n }]], ["tilings", "get", () => [1]], ["tilings", "random", () => [1, 2]],
  ["tilings", "rank", () => [TILING()]], ["tilings", "order", () => [TILING(), { clears: true }]], ["tilings", "draw", () => [TILING()]],
  ["picture", "pixels", () => []], ["play", "press", () => ["left", true]], ["play", "tap", () => ["hard"]], ["play", "release", () => []],
  ["play", "tick", () => []], ["play", "run", () => [3, { bot: true }]], ["play", "actAsBot", () => []],
  ["play", "see", () => []], ["play", "events", () => []], ["play", "plan", () => []], ["play", "record", () => []],
  [null, "Field", () => [2, 2, new Uint16Array(4), [{ name: "I" }]]],
];
const GETTERS = { plan: ["drops", "deal"], film: ["palette", "width"], game: ["result", "board"], picture: ["cells"],
  play: ["field", "scores"], pieces: ["names"] };

/* Numbers that may take as long as they say, by the names of options and the places of arguments. */
const LONG = { many: 99, effort: 1, lookahead: 2, beam: 9, maxPieces: 99, solutions: 3, nodes: 999, tree: 4,
  "run 0": 999, "random 1": 99, "ominoes 0": 6, "countOminoes 0": 6, "randomOminoes 0": 8, squares: 6,
  "countTilings 0": 8, "countTilings 1": 8, "tilings 0": 5, "tilings 1": 5 };

const HARD = [1, "width", "rows", "board", "solutions"];

/* Puts something hostile into arguments, in the place of one or in an object among them. */
function spoil(name, values) {
  for (let times = 1 + dice(2); times > 0 && values.length > 0; times--) {
    let place = values, key = dice(values.length);
    for (let deep = 0; deep < 3 && dice(3) > 0; deep++) {
      const inner = Object.getOwnPropertyDescriptor(place, key)?.value;
      if (typeof inner !== "object" || inner === null || types.isProxy(inner) || ArrayBuffer.isView(inner) || inner.free || inner.prototype) break;
      const keys = Object.keys(inner);
      if (keys.length === 0) break;
      [place, key] = [inner, pick(keys)];
    }
    if (name === "clearBest" && HARD.includes(key)) continue; /* other boards than small ones take minutes */
    let bad = hostile();
    const most = LONG[place === values ? `${name} ${key}` : key];
    if (typeof bad === "number" && bad > most && bad < Infinity) bad = most;
    try {
      if (dice(6) === 0) Object.defineProperty(place, key, { get() { reenter(); return bad; }, configurable: true, enumerable: true });
      else place[key] = bad;
    } catch { /* frozen */ }
  }
}

/* Uses what a call has given. */
function use(made) {
  if (made instanceof Promise) return made.catch(() => {});
  if (typeof made?.next === "function") for (let i = 0; i < 4 && !made.next().done; i++);
  else if (made instanceof Field) assert.ok(made.rows().length <= made.height);
  else if (typeof made?.free === "function" && !Object.values(pool).includes(made)) made.free();
}

function isNamed(error) {
  return error instanceof Mine || error instanceof DropforgeError || error instanceof TypeError || error instanceof RangeError;
}

const words = () => [String(df.print(["#.#", "###"], { method: "search", width: 9, progress: () => {} })),
  df.perfectClears("IOTS", { width: 4 }), df.clearPath("IIII", { width: 4 }), df.countTilings(6, 4)];
const wanted = words();

function pollute() {
  const key = pick(["width", "height", "rows", "data", "pieces", "hold", "board", "progress", "get", "value", "length", "memory", "skin"]);
  const bad = hostile();
  Object.defineProperty(Object.prototype, key, pick([() => ({ get: () => bad, configurable: true }),
    () => ({ value: bad, configurable: true, writable: true, enumerable: true }),
    () => ({ get() { freeOne(); return bad; }, configurable: true })])());
  return () => delete Object.prototype[key];
}

async function round() {
  const [kind, name, good] = pick(CALLS);
  const values = good(), self = kind === null ? df : live(kind);
  spoil(name, values);
  const getter = kind !== null && dice(4) === 0 ? pick(GETTERS[kind] ?? [""]) : "";
  if (dice(12) === 0 && kind !== null) self.free();
  if (trace) writeSync(2, `${kind ?? ""}.${name} ${getter} ${inspect(values, { depth: 3, breakLength: 1e9, maxArrayLength: 4, maxStringLength: 20, showProxy: true })}\n`);
  const clean = dice(10) === 0 ? pollute() : () => {};
  let thrown;
  try {
    if (getter) void self[getter];
    const made = name === "Field" ? new Field(...values) : self[name](...values);
    await use(made);
  } catch (error) {
    thrown = error;
  }
  clean();
  if (thrown !== undefined && !isNamed(thrown))
    assert.fail(`${kind ?? "dropforge"}.${name}: ${thrown?.stack ?? String(thrown)}`);
}

test("hostile arguments are refused, and do no harm", async () => {
  for (let i = 1; i <= rounds; i++) {
    await round();
    if (i % 500 === 0) assert.deepEqual(words(), wanted);
  }
  assert.deepEqual(words(), wanted);
});
