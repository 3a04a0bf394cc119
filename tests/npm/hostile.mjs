/* Arguments of the npm package that lie about their size, or change while it works.
 *
 * usage: node --test-reporter=tap hostile.mjs FOLDER */
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { load, DropforgeError, Field } =
  await import(pathToFileURL(path.resolve(process.argv[2], "dropforge.js")).href);
const df = await load();
const print = (options) => df.print(["#.#", "###"], { method: "search", width: 9, ...options });
const plan = print();

test("the skin of a film has the bytes that it says", () => {
  const film = plan.film();
  const skin = { width: 10, height: 1, data: new Uint8Array(40).fill(200) };
  const view = () => [...film.setLook({ skin, square: 2 }).view(film.frames - 1)];
  const wanted = view();
  skin.data = Array(40).fill(200);
  assert.deepEqual(view(), wanted);
  skin.data = { length: 40 };
  assert.throws(view, { name: "TypeError", message: /^skin\.data: use a Uint8Array/ });
  skin.data = new Float64Array(40);
  assert.throws(view, { name: "TypeError", message: /^skin\.data: / });
});

test("texts that make one character together are of the length that they have", () => {
  const film = plan.film();
  assert.ok(film.setLook({ minSide: 700, title: "a\ud83d", endCard: "\ude00b" }).width > 0);
});

test("lengths and elements are read once", () => {
  let reads = 0;
  const drops = new Proxy([{ piece: "O", x: 0 }], {
    get: (list, key) => (key === "length" ? (reads++ === 0 ? 1 : 1000) : list[key]) });
  assert.equal(df.makePlan({ width: 4, height: 9, drops }).drops.length, 1);
  assert.equal(reads, 1);
  const buffer = new ArrayBuffer(16, { maxByteLength: 64 });
  const pixels = { get width() { return 2; }, get height() { buffer.resize(64); return 2; }, data: new Uint8Array(buffer) };
  assert.throws(() => df.print(pixels), { name: "RangeError", message: /2 by 2 pixels are not 64 bytes/ });
  const rows = ["I.", "O"];
  const boards = new Proxy([rows], { get: (list, key) => (key === "length" ? ++reads % 2 + 1 : list[key]) });
  assert.throws(() => { for (;;) df.writeFumen(boards); }, { name: "TypeError", message: /^rows of a board: / });
  assert.throws(() => df.writeFumen(new Proxy([], { get: () => 2 ** 40 })), { name: "RangeError", message: /^boards: / });
});

test("bytes that are gone, shared or shrunk are told by name", () => {
  const data = new Uint8Array(4);
  structuredClone(data, { transfer: [data.buffer] });
  assert.throws(() => df.print({ width: 1, height: 1, data }), { name: "TypeError", message: /^picture\.data: its bytes cannot be read/ });
  const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
  const part = new Uint8Array(buffer, 4, 4);
  buffer.resize(2);
  assert.throws(() => df.print({ width: 1, height: 1, data: part }),
    { name: "TypeError", message: /^picture\.data: / });
  const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(9);
  assert.equal(df.picture({ width: 1, height: 1, data: shared }).colors[0], "#090909");
});

test("what sizes arrays cannot be set", () => {
  const bot = df.bot(), env = df.env({ boards: 2 }), film = plan.film().setLook();
  for (const [object, name] of [[bot, "height"], [bot, "width"], [bot, "pieces"], [env, "boards"], [env, "features"],
    [env, "height"], [film, "frames"], [film, "width"], [film, "height"], [plan, "width"], [plan, "height"],
    [df.tilings(4, 4), "count"], [df.picture(["#"]), "width"], [bot.game(), "bot"], [df.pieces(), "list"],
    [bot, "address"], [plan.field(), "width"], [bot.pieces, "length"], [bot.pieces[0], "name"]])
    assert.throws(() => { object[name] = 1e9; }, TypeError, name);
  assert.throws(() => env.features.push("holes"), TypeError);
  assert.throws(() => bot.pieces[0].shapes[0].rows.push(1), TypeError);
  assert.equal(bot.game({ maxPieces: 1 }).board.length, 20);
});

test("objects may be freed by what a call reads", () => {
  const pieces = df.pieces("IO"), picture = df.picture(["##"]);
  assert.throws(() => df.bot({ pieces, get width() { pieces.free(); return 6; } }), { code: "argument", message: /freed/ });
  assert.throws(() => df.print(picture, { get width() { picture.free(); return 9; } }), { code: "argument", message: /freed/ });
  const game = df.bot().game({ maxPieces: 2 });
  game.play();
  game.free();
  assert.throws(() => game.plan(), { code: "argument", message: /freed/ });
});

test("progress may free what is printed, and calls nothing of its library", async () => {
  const picture = df.picture(["#.#", "###"]), other = await load(), print = (options) => df.print(["#.#", "###"], options), wanted = String(print());
  let calls = 0;
  const free = () => { calls++; picture.free(); };
  assert.equal(String(df.print(picture, { progress: free, prepare: {} })), wanted);
  assert.ok(calls > 0);
  assert.throws(() => picture.cells, /freed/);
  const nested = () => print({ progress: nested });
  assert.throws(nested, { name: "DropforgeError", code: "argument", message: /^progress was called in the middle/ });
  assert.throws(() => df.clearPercent("IOTS", { width: 4, progress: () => df.players() }), { code: "argument" });
  assert.equal(String(print({ progress: () => { other.players(); } })), wanted);
  assert.equal(String(print()), wanted);
});

test("what is wrong is told by name", () => {
  for (const [message, what] of [[/^skip: /, () => df.tilings(4, 4).list({ skip: "x" }).next()],
    [/^number: /, () => df.tilings(4, 4).get("x")], [/^seed: /, () => df.play({ seed: "x" })],
    [/^actions\[0\]: /, () => df.env().step(["x"])], [/^actions\[0\] is /, () => df.env().step([1n << 64n])],
    [/^player\.holes: /, () => df.bot({ player: { holes: "x" } })], [/^code: /, () => df.omino(7.2)],
    [/^plan: /, () => df.readPlan()], [/^title: /, () => plan.film().setLook({ title: Symbol("t") })],
    [/^shiftDelay is a/, () => df.play({ shiftDelay: {} })], [/^queue: /, () => df.print(["#"], { queue: 5 })],
    [/^drops\[0\]: /, () => df.makePlan({ width: 4, height: 9, drops: [null] })], [/^ticks is Infinity/, () => df.play().run(Infinity)],
    [/^choice: /, () => df.env().action(null)], [/^rules is an object/, () => df.bot({ rules: {} })],
    [/^board\[0\]: /, () => df.clearPath("I", { board: [1] })], [/^squares: /, () => new Field(2, 2, [1], [])]])
    assert.throws(what, (error) => (error instanceof TypeError || error instanceof RangeError) && message.test(error.message), String(what));
  assert.equal(new DropforgeError("x", "argument").name, "DropforgeError");
});
