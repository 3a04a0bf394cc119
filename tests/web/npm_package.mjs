/* Uses the npm package in Node, as it is installed, and compares it with the native program.
 *
 * usage: node --test-reporter=tap npm_package.mjs FOLDER PROGRAM */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { testClears } from "./npm_clears.mjs";
import { testOptions } from "./npm_options.mjs";
import { long } from "./harness.mjs";
import { install, temporary, write } from "./npm_packed.mjs";
import { testProgram } from "./npm_program.mjs";

const [source, programFile] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const { files, place, description } = install(source);
const module = pathToFileURL(path.join(place, "dropforge.js")).href;
const { load, DropforgeError } = await import(module);
const df = await load();
const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 2 ** 31);
console.log(`# DROPFORGE_TEST_SEED=${seed}`);

/* Numbers below `bound`, the same for the same seed (an LCG). */
let state = seed;
function dice(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

const run = (...words) => execFileSync(path.resolve(programFile), words.map(String),
  { cwd: temporary("."), encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 28 });
const json = (...words) => JSON.parse(run(...words, "--json"));
const drops = (...words) => run(...words, "-o", "-", "-f", "drops");
const moves = (list) => list.split("\n").filter((line) => /^\S+ [NESW] \d/.test(line));
const lineOf = ({ piece, orientation, x, y, hold }) => `${hold ? "hold " : ""}${piece} ${orientation} ${x} ${y}`;

/* A BMP file of pixels. */
function bitmap({ width, height, data }) {
  const stride = (3 * width + 3) & ~3;
  const bytes = Buffer.alloc(54 + stride * height);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let part = 0; part < 3; part++)
        bytes[54 + (height - 1 - y) * stride + 3 * x + part] = data[4 * (y * width + x) + 2 - part];
  return bytes;
}

/* Opaque pixels of a picture in which every row has a square; what is black is to be clear. */
function randomPixels(width, height, colors) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    const color = i % width === 1 ? 1 : dice(colors + 1);
    data.set([color * 40, color * 20, color * 10], 4 * i);
  }
  return { width, height, data };
}

test("the archive holds what belongs to it", () => {
  const program = ["bin/dropforge.js", "bin/licences.txt", "bin/program.js", "bin/program.wasm"];
  assert.deepEqual(files, ["LICENSE", "README.md", ...(description.bin.dropforge ? program : []),
    "dropforge.d.ts", "dropforge.js", "dropforge.wasm", "package.json"]);
  assert.match(run("--version"), new RegExp(`^dropforge ${description.version}\n`));
  assert.equal(description.dependencies, undefined);
});

testOptions(df, place);
testProgram(description, { run, drops });

test("plans are the program's", () => {
  const cases = [{ method: "search" }, { method: "table", width: 21, pieces: "JTL" }, {},
    { seed: 2n ** 64n - 1n, width: 13 }];
  for (const options of long.skip ? cases.slice(0, 3) : cases) {
    const pixels = randomPixels(4 + dice(4), 3 + dice(3), options.method ? 3 : 2);
    const file = write("picture.bmp", bitmap(pixels));
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const prepare = { transparent: "#000000" };
    const native = drops("print", file, "--transparent", "#000000", ...words);
    const plan = df.print(pixels, { ...options, prepare });
    assert.equal(String(plan), native);
    assert.equal(plan.report.drops, moves(native).length);
    assert.deepEqual(plan.check(df.picture(pixels, prepare)), { same: true });
    assert.equal(df.leastDrops(pixels, { prepare }),
      json("print", file, "--transparent", "#000000", "--lower-bound").least_drops);
  }
});

test("plans with dealt pieces are the program's", long, () => {
  const cases = [
    [{ deal: "bag", hold: true, pieces: "any" }, "--deal", "bag", "--hold", "--pieces", "any"],
    [{ deal: "nes", rules: "srs+180", pieces: "any", seed: 2n ** 64n - 1n }, "--deal", "nes", "--rules",
      "srs+180", "--pieces", "any", "--seed", 2n ** 64n - 1n],
    [{ queue: "TIZJLOS".repeat(20), hold: true, preview: 2, pieces: "any" }, "--queue",
      "TIZJLOS".repeat(20), "--hold", "--preview", 2, "--pieces", "any"],
    [{ deal: "uniform", hold: true, pieces: "JLT,SZI" }, "--deal", "uniform", "--hold", "--pieces",
      "JLT,SZI"],
    [{ deal: "tetrio", hold: true, prepare: { palette: "guideline" } }, "--deal", "tetrio",
      "--hold", "--palette", "guideline"],
  ];
  const inks = { "#": "#ff2010", o: "#702090", "-": "#000000" };
  const pixels = df.picture(["-##--", "####-", "-#o##"], { inks }).pixels();
  const file = write("picture.bmp", bitmap(pixels));
  for (const [{ prepare, ...options }, ...words] of cases) {
    const ends = { drops: "drops", keys: "keys.json", game: "game" };
    run("print", file, "--transparent", "#000000", ...words,
      ...Object.values(ends).flatMap((end) => ["-o", `dealt.${end}`]));
    const native = (kind) => readFileSync(temporary(`dealt.${ends[kind]}`), "utf8");
    const plan = df.print(pixels, { ...options, prepare: { ...prepare, transparent: "#000000" } });
    assert.equal(String(plan), native("drops"));
    for (const kind of ["keys", "game"])
      assert.equal(plan.export(kind), native(kind), kind);
    const { deal, queue, hands, ...rest } = plan.deal;
    assert.deepEqual([deal, rest.hold], [options.deal ?? "given", options.hold ?? false]);
    assert.equal(rest.seed, options.seed ?? 0n);
    assert.equal(rest.preview, options.preview ?? "all");
    assert.deepEqual(hands.length, plan.drops.length);
    /* What was taken is dropped or held. */
    hands.forEach(({ held, taken }, i) => {
      const gone = plan.drops.slice(0, i + 1).map(({ piece }) => piece);
      assert.deepEqual([...gone, held ?? ""].join("").split("").sort(), [...queue.slice(0, taken)].sort());
    });
    assert.equal(df.readPlan(String(plan)).deal.queue, queue);
  }
  assert.equal(df.print(["#"], { method: "search" }).deal, null);
  assert.throws(() => df.print(["#"], { hold: true }), /add deal/);
  assert.throws(() => df.print(["#"], { deal: "given" }), /add queue/);
  assert.throws(() => df.print(["#"], { deal: "bag", queue: "T" }), /use one of them/);
  assert.throws(() => df.print(["#"], { deal: "bag", method: "search" }), /leave it out/);
  assert.throws(() => df.print(["#"], { queue: "TX" }), /use one of I, O/);
  assert.throws(() => df.print(["#"], { deal: "bag", rules: "nes" }), /use one of harddrop/);
  assert.throws(() => df.print(["#"], { prepare: { palette: "vga" } }), /guideline, pico-8/);
});

test("a sprite of a file is printed the same", () => {
  const file = path.join(root, "tests/data/sprites/gbs_duck.png");
  const native = drops("print", file, "--method", "search");
  const picture = df.readPlan(native).picture();
  assert.equal(String(df.print(picture, { method: "search" })), native);
  assert.deepEqual(df.picture(picture.pixels()).cells, picture.cells);
});

test("planning tells how far it is, and can be stopped", () => {
  const pixels = randomPixels(16, 16, 3);
  const prepare = { transparent: "#000000" };
  let calls = 0;
  const plan = df.print(pixels, { prepare, progress: ({ drops }) => ++calls < 40 || drops === 0 });
  assert.ok(calls >= 40 && calls < 1000, `${calls} calls`);
  assert.throws(() => df.print(pixels, { prepare, progress: () => { throw new Error("mine"); } }), /^Error: mine$/);
  assert.equal(plan.report.stopped, true);
  assert.ok(plan.check(df.picture(pixels, prepare)).same);
});

test("plans are played", () => {
  const plan = df.print(["..##..", ".#OO#.", "#OOOO#", "######"], { method: "search", pieces: "JT" });
  const told = json("replay", write("plan.drops", String(plan)));
  const summary = plan.summary();
  assert.equal(summary.drops, told.drops);
  assert.equal(summary.rowsCleared, told.rows_cleared);
  assert.deepEqual(moves(String(plan)), plan.drops.map(lineOf));
  const steps = [...plan.steps()];
  assert.equal(steps.reduce((sum, { cleared }) => sum + cleared.length, 0), summary.rowsCleared);
  assert.deepEqual(steps.at(-1).field.squares, plan.field().squares);
  const rows = plan.field().rows();
  const left = rows.at(-1).indexOf("J");
  assert.deepEqual(rows.map((row) => row.slice(left, left + 6)), ["..JJ..", ".JTTJ.", "JTTTTJ", "JJJJJJ"]);
  assert.deepEqual(plan.check([".#.", "###"]).same, false);
  const again = df.makePlan({ width: plan.width, height: plan.height, drops: plan.drops });
  assert.deepEqual(moves(String(again)), moves(String(plan)));
});

test("films end with the picture", () => {
  const plan = df.print([".#.", "###"], { width: 5 });
  const film = plan.film({ maxFrames: 20 }).setLook({ square: 1, look: "flat", grid: false });
  assert.equal(film.frames, film.drops.length);
  assert.equal(film.starts.length, film.frames + 1);
  const { width, height, data } = film.draw(film.frames - 1);
  assert.deepEqual([width, height], [plan.width, film.rows]);
  const field = plan.field();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * ((height - 1 - y) * width + x);
      const isInk = data[at] === 0xe6 && data[at + 1] === 0x19 && data[at + 2] === 0x4b;
      assert.equal(isInk, field.at(x, y) !== null, `${x}, ${y}`);
    }
});

/* The Y'CbCr of a colour by BT.709 in the limited range, as the program's videos have it. */
function convert(rgb) {
  const round = (number, by) => Math.sign(number) * Math.floor((Math.abs(number) + by / 2) / by);
  const [red, green, blue] = rgb;
  const luma = 2126 * red + 7152 * green + 722 * blue;
  return [16 + round(219 * luma, 255 * 10000),
    128 + round(224 * (10000 * blue - luma), 255 * 2 * 9278),
    128 + round(224 * (10000 * red - luma), 255 * 2 * 7874)];
}

test("films are those of the program, frame by frame", () => {
  const plan = df.print(["#.##.#", "######", ".####."], { width: 9 });
  const plain = { square: 1, look: "flat", grid: false };
  const plainly = ["--square", "1", "--look", "flat", "--no-grid"];
  for (const [wishes, look, words] of [[{}, plain, plainly],
    [{ fast: true, endPause: 10 }, plain, ["--fast", "--end-pause", "0.1", ...plainly]],
    [{ speed: 300, maxFrames: 50 }, { square: 5, theme: "modern", border: true, hud: true },
      ["--speed", "300", "--max-frames", "50", "--square", "5", "--theme", "modern", "--hud"]],
    [{ motion: "full", loop: true, duration: 400 },
      { square: 3, theme: "paper", border: true, hud: true },
      ["--motion", "full", "--loop", "--duration", "4", "--square", "3", "--theme", "paper", "--hud"]],
    [{ fast: true, endPause: 10 }, { square: 6, border: true, title: "Öl", endCard: "Fertig" },
      ["--fast", "--end-pause", "0.1", "--square", "6", "--title", "Öl", "--end-card", "Fertig"]],
    [{ duration: 30, endPause: 10, maxFrames: 2 }, { size: "post", theme: "gameboy", border: true },
      ["--duration", "0.3", "--end-pause", "0.1", "--max-frames", "2", "--size", "post", "--theme", "gameboy"]]]) {
    const film = plan.film({ poster: "auto", ...wishes }).setLook(look);
    const video = execFileSync(path.resolve(programFile), ["replay", "-", "-f", "y4m", "--fps", "100",
      ...words], { input: String(plan), stdio: "pipe", maxBuffer: 1 << 28 });
    const size = film.width * film.height, head = video.indexOf("\n") + 1;
    assert.equal(video.length - head, film.starts.at(-1) * (6 + 3 * size));
    for (let frame = 0; frame < film.frames; frame++) {
      const pixels = film.view(frame);
      const wanted = Buffer.alloc(3 * size);
      for (let i = 0; i < size; i++)
        convert(pixels.subarray(4 * i, 4 * i + 3)).forEach((part, plane) => {
          wanted[plane * size + i] = part;
        });
      for (const time of [film.starts[frame], film.starts[frame + 1] - 1]) {
        const at = head + time * (6 + 3 * size) + 6;
        assert.ok(video.subarray(at, at + 3 * size).equals(wanted), `frame ${frame}`);
      }
    }
    const wav = execFileSync(path.resolve(programFile), ["replay", "-", "-f", "wav", ...words],
      { input: String(plan), stdio: "pipe", maxBuffer: 1 << 28 }).subarray(44);
    film.listen();
    const parts = Array.from({ length: Math.ceil(film.starts.at(-1) / 10) }, () => film.sound().slice());
    const heard = Int16Array.from(parts.flatMap((part) => [...part].flatMap((sample) => [sample, sample])));
    assert.ok(Buffer.from(heard.buffer).subarray(0, wav.length).equals(wav), "its sound on both channels");
  }
});

test("films are dressed by themes", () => {
  const film = df.print([".#.", "###"], { width: 5 }).film({ maxFrames: 20 });
  const seen = new Set();
  for (const theme of ["guideline", "nes", "gameboy", "flat", "modern", "mono", "paper"]) {
    film.setLook({ square: 6, theme, border: true, hud: true });
    seen.add(String(film.draw(film.frames - 1).data));
    assert.ok(film.width > 30 + 60);
  }
  assert.equal(seen.size, 7);
  assert.throws(() => film.setLook({ theme: "shiny" }), /guideline/);
  assert.ok(film.setLook({ square: 3 }).width % 2 === 1);
  assert.equal(film.setLook({ square: 3, even: true }).width % 2, 0);
  assert.deepEqual([film.setLook({ size: "story" }).width, film.height], [1080, 1920]);
  const drops = Array.from({ length: 505 }, (_, i) => ({ piece: "O", x: 0, y: 2 * i }));
  const tower = df.makePlan({ width: 4, height: 1020, drops }).film({ motion: "land" });
  assert.throws(() => tower.setLook({ size: "post", hud: true }), /does not fit into 1080x1080 pixels; leave out size$/);
});

test("fumens go to and fro", (context) => {
  const game = df.bot().game({ seed: 3, maxPieces: 60 });
  game.play();
  const plan = game.plan();
  const pages = df.readFumen(plan.fumen());
  assert.equal(pages.length, 61);
  assert.deepEqual(pages.at(-1).rows, plan.field().rows());
  const boards = [["X........X", "XXIIIIOO.."], ["TTTT......"]];
  assert.deepEqual(df.readFumen(df.writeFumen(boards)).map(({ rows }) => rows), boards);
  const [shown] = df.readFumen("http://fumen.zui.jp/?d115@9gwhIewhIewhRpBeR4CewhRpAeR4NesKJ#1:1");
  assert.deepEqual(shown.placed, ["I.........", "I...Z.....", "IOOZZSS...", "IOOZSS...."]);
  assert.equal(df.clearPercent("*p7", { board: shown }).clear, 4736);
  assert.throws(() => df.clearPercent("*p7", { board: df.readFumen("v115@bhD8PeTJJ")[0] }), /filled squares/);
  assert.equal(df.clearPercent("T,*p3", { board: ["XXXXXX____", "XXXXX_____", "XXXXXXXXXX", "XXXXXX___X"] }).clear, 190);
  const begun = { board: ["####....##", "####...###", "####..####", "####...###"] };
  assert.equal(df.clearPercent("#Q=[S](Z)I*JOT", begun).total, df.clearPercent("SZI*JOT", begun).total);
  const modules = path.join(root, "build-npm/");
  if (!existsSync(path.join(modules, "node_modules/tetris-fumen")))
    return context.diagnostic("tetris-fumen is not there; run tests/npm/install");
  /* It plays the drops itself: pages follow from one another. */
  const { decoder } = createRequire(modules)("tetris-fumen");
  const draw = (page) => page.field.str({ reduced: true, garbage: false }).replace(/_/g, ".");
  decoder.decode(plan.fumen()).forEach((page, i) => {
    assert.equal(draw(page).split("\n").filter((row) => /[^.]/.test(row)).join("\n"), pages[i].rows.join("\n"));
    const cells = page.operation && page.mino().positions().map(({ x, y }) => `${x},${y}`).sort();
    const drop = plan.drops[i];
    if (drop)
      assert.deepEqual(cells, plan.pieces.squares(drop.piece, drop.orientation)
        .map(({ x, y }) => `${x + drop.x},${y + drop.y}`).sort());
  });
});

test("bots play the program's games", async () => {
  const cases = [[{}, {}], [{ player: "lee4" }, { deal: "bag" }], [{ rules: "srs" }, {}],
    [{ width: 8, height: 12 }, { deal: "nes" }], [{ lookahead: 2, hold: true }, {}]];
  for (const [bot, wishes] of cases) {
    const options = { ...bot, ...wishes };
    const { width = 10, height = 20, hold, ...rest } = options;
    const words = Object.entries(rest).flatMap(([name, value]) => [`--${name}`, value]);
    if (hold) words.push("--hold");
    words.push("--board", `${width}x${height}`, "--seed", seed, "--max-pieces", 150);
    const game = df.bot(bot).game({ ...wishes, seed, maxPieces: 150 });
    const result = await game.finish();
    const told = json("bot", ...words);
    assert.equal(result.lines, told.lines);
    assert.equal(result.placements, told.placements);
    assert.equal(String(game.plan()), drops("bot", ...words), JSON.stringify(options));
  }
  const five = df.bot({ pieces: { squares: 5 }, width: 12 }).game({ seed, maxPieces: 50 });
  await five.finish();
  assert.equal(String(five.plan()),
    drops("bot", "--omino", 5, "--board", "12x20", "--seed", seed, "--max-pieces", 50));
});

test("players are weights, and weights players", () => {
  for (const { name, weights, scoreBeforeClear } of df.players()) {
    const [one, other] = [{ player: name }, { player: weights, scoreBeforeClear }]
      .map((player) => df.bot(player).game({ seed, maxPieces: 40 }));
    assert.deepEqual(other.play(), one.play(), name);
  }
});

test("boards for learners are games", () => {
  const bot = df.bot({ player: "dellacherie" });
  const env = df.env({ deal: "bag", preview: 1 });
  const game = bot.game({ deal: "bag", seed });
  let seen = env.reset(seed);
  let lines = 0;
  for (const drop of game.play(80)) {
    const board = Array.from({ length: 20 }, (_, i) =>
      [...seen.field.subarray(10 * (19 - i), 10 * (20 - i))].map((full) => ".#"[full]).join(""));
    const choice = bot.choose({ board, pieces: [bot.pieces[seen.pieces[0]].name] });
    const action = env.action({ ...choice, y: 0 });
    assert.equal(lineOf(env.choice(0, action)), lineOf(drop));
    assert.equal(seen.mask[action], 1);
    seen = env.step([action]);
    lines += seen.rewards[0];
  }
  assert.equal(lines, game.result.lines);
  assert.throws(() => env.step([-1]), { code: "argument" });
});

/* Half a gigabyte for the boards, and 2^32 numbers and more to look at. */
test("more boards than arrays can show", { skip: !process.env.DROPFORGE_TEST_LONG }, () => {
  assert.throws(() => df.env({ width: 64, height: 1024, rules: "srs", boards: 1024 }), { code: "memory" });
});

test("fillings are the program's", () => {
  for (const [width, height] of [[10, 4], [7, 8], [3, 5], [200, 4]])
    assert.equal(String(df.countTilings(width, height)), run("tile", "count", `${width}x${height}`).trim());
  const tilings = df.tilings(10, 4);
  const number = dice(796558 - 300);
  const draw = (list) => `${[...list].map((one) => tilings.draw(one).join("\n")).join("\n\n")}\n`;
  assert.equal(draw(tilings.list({ skip: number, limit: 300 })),
    run("tile", "list", "10x4", "--skip", number, "--limit", 300));
  assert.equal(draw(tilings.random(seed, 5)), run("tile", "list", "10x4", "--random", 5, "--seed", seed));
  assert.equal(tilings.rank(tilings.get(number).reverse()), BigInt(number));
  const order = tilings.order(tilings.get(number));
  const plan = df.makePlan({ width: 11, height: 10, drops: order });
  assert.deepEqual(plan.drops.map(lineOf), order.map(lineOf));
  const box = df.tilings(5, 4, { pieces: { squares: 5 }, once: true });
  assert.equal(`${box.count}\n`, run("tile", "list", "5x4", "--omino", 5, "--once", "--count"));
  assert.deepEqual([...df.tilings(1, 2)], []);
});

testClears({ df, run, json, write, lineOf, long });

test("polyominoes are the program's", () => {
  const codes = (...words) => run("omino", ...words, "--json").trim().split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual([...df.ominoes(7)], codes("list", 7).map(({ code }) => code));
  assert.deepEqual([...df.ominoes(9, { holes: [1], limit: 20 })],
    codes("list", 9, "--holes", "1..", "--limit", 20).map(({ code }) => code));
  for (const [method, size] of [["uniform", 12], ["grow", 20], ["walk", 15]])
    assert.deepEqual(df.randomOminoes(size, { method, seed, many: 5 }),
      codes("random", size, "--method", method, "--seed", seed, "--limit", 5).map(({ code }) => code));
  assert.equal(df.countOminoes(16).free, 13079255n);
  assert.equal(df.countOminoes(8, { class: "one-sided" }), 704n);
  const { shifts, squares, ...rest } = codes("show", "3.6.2")[0];
  for (const [name, value] of Object.entries(rest))
    assert.deepEqual(df.omino("3.6.2")[name.replace(/_(.)/g, (_, c) => c.toUpperCase())], value, name);
});

test("the game is the program's", () => {
  for (const [rules, squares] of [["guideline", 4], ["nes", 4], ["guideline", 5]]) {
    const play = df.play({ rules, squares, seed });
    assert.equal(play.see().phase, "falling");
    play.tap("left");
    play.run(900, { bot: true });
    const plan = play.plan();
    assert.equal(plan.drops.length, play.see().pieces);
    assert.equal(play.scores.length, plan.drops.length + 1);
    assert.ok(play.scores[0] === 0 && play.scores.at(-1) > 0 && play.scores.at(-1) <= play.see().score);
    assert.throws(() => plan.film().setLook({ scores: play.scores }).setLook({ hud: true, scores: [1, 2] }), /there are 2 scores for \d+ drops/);
    assert.ok([...play.events()].some(({ kind }) => kind === "lock"));
    const record = write("game.game", play.record());
    assert.deepEqual(moves(drops("play", "--watch", record)), moves(String(plan)));
  }
});

test("what is wrong is told", () => {
  const fails = (code, message, what) => assert.throws(what, (error) => {
    assert.ok(error instanceof DropforgeError, error);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
  fails("picture", /row 2 of the picture/, () => df.print(["#", "", "#"]));
  fails("input", /^row 3, column 5: /, () => df.readPlan("dropforge-drops 1\nfield 4 9\nS N 9 0\n"));
  fails("argument", /no player/, () => df.bot({ player: "nobody" }));
  fails("argument", /./, () => df.tilings(0, 4));
  fails("input", /./, () => df.readFumen("v115@!"));
  fails("input", /./, () => df.omino("x"));
  fails("argument", /./, () => df.pieces("IXI"));
  fails("argument", /method/, () => df.print(["#"], { method: "none" }));
  fails("move", /drop 1/, () => df.makePlan({ width: 4, height: 9, rules: "srs",
    drops: [{ piece: "O", x: 0, y: 5 }] }));
  for (const what of [() => df.bot({ width: 2.5 }), () => df.bot({ rules: "none" }),
    () => df.bot().choose({ pieces: "X" }), () => df.print({ width: 2, height: 2, data: [1] }),
    () => df.bot().choose({ pieces: "T", board: ["##########"] }),
    () => df.bot().choose({ pieces: "T", board: BigUint64Array.of(1n << 10n) }),
    () => df.play({ seed: -1 })])
    assert.throws(what, RangeError);
});

test("arguments of another type are told by name", () => {
  const position = { pieces: "T" };
  for (const [name, what] of [["picture", () => df.print()], ["picture", () => df.print(null)],
    ["picture", () => df.picture([1, 2])],
    ["picture", () => df.leastDrops({ width: 1, height: 1 })],
    ["picture", () => df.print(df.print(["#"]))], ["picture", () => df.print(["#"]).check(5)],
    ["options", () => df.print(["#"], null)], ["prepare", () => df.print(["#"], { prepare: 3 })],
    ["progress", () => df.print(["#"], { progress: 5 })], ["options", () => df.bot(null)],
    ["options", () => df.bot("IJ")], ["options", () => df.env(null)], ["options", () => df.play(1)],
    ["options", () => df.tilings(4, 4, null)], ["options", () => df.countTilings(4, 4, 1)],
    ["options", () => df.perfectClears("I", null)], ["options", () => df.ominoes(4, null)],
    ["options", () => df.countOminoes(4, null)], ["options", () => df.randomOminoes(4, 2)],
    ["pieces", () => df.bot({ pieces: ["I", "J"] })], ["pieces", () => df.pieces(null)],
    ["pieces", () => df.bot().choose({})], ["position", () => df.bot().choose(null)],
    ["options", () => df.bot().game(7)], ["drops", () => df.makePlan({ width: 4, height: 9 })],
    ["pieces", () => df.perfectClears()], ["pattern", () => df.clearPath()], ["boards", () => df.writeFumen()],
    ["rows of a board", () => df.writeFumen([null])]])
    assert.throws(what, { name: "TypeError", message: new RegExp(`^${name}: `) }, String(what));
  assert.equal(df.bot().rank(position, 1).length, 1);
  assert.equal(df.print(["#"], { progress: undefined }).drops.length > 0, true);
});

test("nothing of another library is taken", async () => {
  const other = await load();
  const picture = df.picture(["#"]);
  const pieces = df.pieces("IJ");
  for (const what of [() => other.print(picture), () => other.picture(picture),
    () => other.leastDrops(picture), () => other.print(["#"]).check(picture),
    () => other.bot({ pieces }), () => other.env({ pieces }), () => other.pieces(pieces),
    () => other.tilings(4, 4, { pieces }), () => other.countTilings(4, 4, { pieces }),
    () => other.perfectClears("I", { pieces }),
    () => other.makePlan({ pieces, width: 4, height: 9, drops: [] })])
    assert.throws(what, { name: "TypeError", message: /belongs to another library/ }, String(what));
  assert.equal(picture.width, 1); /* they are not freed */
  assert.equal(df.bot({ pieces }).pieces.length, 2);
});

test("it starts from anything, and each by itself", async () => {
  const url = pathToFileURL(path.join(place, "dropforge.wasm"));
  const bytes = readFileSync(url);
  for (const wasm of [url, url.href, bytes, new WebAssembly.Module(bytes), new Response(bytes)]) {
    const other = await load({ wasm });
    assert.equal(other.countTilings(10, 4), 796558n);
  }
});

/* Bytes that the library has taken from the system. */
async function memoryOf(use) {
  const memories = [];
  const started = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...values) => {
    const made = await started.apply(WebAssembly, values);
    memories.push((made.instance ?? made).exports.memory);
    return made;
  };
  const own = await load();
  WebAssembly.instantiate = started;
  await use(own, () => memories[0].buffer.byteLength);
}

/* One of everything. */
function useAll(own) {
  const bot = own.bot();
  const game = bot.game({ maxPieces: 20 });
  game.play();
  const plan = own.print(["##", "##"], { method: "search", width: 9 });
  const made = [plan, plan.film(), plan.picture(), game.plan(), game, bot, own.tilings(10, 4),
    own.env({ boards: 4 }), own.play(), own.pieces({ squares: 6 }), own.picture(["#"])];
  own.perfectClears("IOTS", { width: 4 });
  own.clearPath("IOTS", { width: 4 });
  assert.throws(() => own.clearPercent("I", { width: 4 }), DropforgeError);
  own.randomOminoes(8);
  assert.throws(() => own.bot({ height: 0 }), DropforgeError);
  assert.throws(() => own.print(["#", "", "#"]), DropforgeError);
  return made;
}

test("what is freed is used again", () => memoryOf(async (own, size) => {
  const turns = (count) => {
    for (let i = 0; i < count; i++) for (const one of useAll(own)) one.free();
  };
  turns(16); /* until all that is free lies as it stays */
  const before = size();
  turns(12);
  assert.equal(size(), before);
  const plan = own.print(["#"]);
  const film = plan.film();
  plan.free();
  assert.equal(film.draw(0).width > 0, true); /* it keeps what it needs */
  assert.throws(() => plan.drops, /freed/);
  plan.free();
  const bot = own.bot();
  const game = bot.game({ maxPieces: 5 });
  bot.free();
  assert.equal(game.play().length, game.plan().drops.length);
}));

test("a progress that throws leaves nothing behind", () => memoryOf((own, size) => {
  const wanted = String(own.print(["#"]));
  const turns = (count) => {
    for (let i = 0; i < count; i++) {
      let calls = 0;
      const progress = () => { if (++calls > i % 9) throw new Error("mine"); };
      assert.throws(() => own.print(["#"], { progress }), /^Error: mine$/);
    }
  };
  turns(9);
  const before = size();
  turns(50);
  assert.equal(size(), before);
  assert.equal(String(own.print(["#"])), wanted);
}));

test("what is forgotten is freed", () => memoryOf(async (own, size) => {
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc");
  const turns = async (count) => {
    for (let i = 0; i < count; i++) {
      useAll(own);
      collect();
      await new Promise((next) => setTimeout(next, 20));
    }
  };
  await turns(5);
  const before = size();
  await turns(12);
  assert.ok(size() <= before * 1.2, `${before} bytes became ${size()}`);
}));

test("its types are true", long, (context) => {
  const tsc = path.join(root, "build-npm/node_modules/typescript/bin/tsc");
  if (!existsSync(tsc)) return context.skip("typescript is not there; run tests/npm/install");
  write("sample.ts", readFileSync(new URL("npm_types.ts", import.meta.url)));
  try {
    execFileSync("node", [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
      "--lib", "es2022,dom", "sample.ts"], { cwd: temporary("."), encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test("the README's examples run", long, async () => {
  const text = readFileSync(path.join(place, "README.md"), "utf8");
  const examples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.ok(examples.length >= 5);
  for (const [i, code] of examples.entries()) {
    if (/new Worker|document\.|addEventListener/.test(code)) continue; /* of browsers */
    const head = code.includes("await load") ? "" : `import { load } from "dropforge";\nconst df = await load();\n`;
    const shown = execFileSync("node", [write(`example${i}.js`, head + code)], { encoding: "utf8" });
    const told = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, line]) => line);
    const lines = shown.trimEnd().split("\n");
    for (const line of told) assert.ok(lines.includes(line), `'${line}' in\n${shown}`);
  }
});
