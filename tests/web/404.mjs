/* Watches 404.html play, takes over, hides and calms it.
 *
 * usage: node --test-reporter=tap 404.mjs 404.html 404.wasm [PROGRAM]
 *
 * The text board is read after every step of the game, and judged by rules written here anew. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { PRINTS } from "../../web/404.prints.js";
import { assertNoSideways, files, pageTest, screenshot, variants, visit } from "./harness.mjs";
import { importFromWeb } from "./modules.mjs";

const WIDTH = 10;
const HEIGHT = 20;
const EMPTY = ".".repeat(WIDTH);
const MOST_BYTES = 40 * 1024;

const TETROMINOES = {
  I: ["####"],
  O: ["##", "##"],
  T: [".#.", "###"],
  S: [".##", "##."],
  Z: ["##.", ".##"],
  J: ["#..", "###"],
  L: ["..#", "###"],
};

/* What the bot draws between its games: fours of pieces with warm colours, and a cold nought. */
const DRAWING = [
  "4.40004.4",
  "4.40.04.4",
  "4.40.04.4",
  "4440.0444",
  "..40.0..4",
  "..40.0..4",
  "..4000..4",
];

/* True if rows from the top, of letters, are that drawing on the floor. */
function isDrawn(rows) {
  const digits = rows.map((row) => row.replace(/[ILJ]/g, "4").replace(/[TSZO]/g, "0"));
  const left = Math.min(...digits.map((row) => row.search(/[04]/)).filter((x) => x >= 0));
  const wanted = DRAWING.map((row) => (".".repeat(left) + row).padEnd(WIDTH, "."));
  return digits.join() === [...Array(HEIGHT - wanted.length).fill(EMPTY), ...wanted].join();
}

const turned = (rows) => [...rows[0]].map((_, x) => rows.map((row) => row[x]).reverse().join(""));

/* All drawings of each tetromino, whichever way it is turned. */
const SHAPES = Object.fromEntries(
  Object.entries(TETROMINOES).map(([letter, rows]) => {
    const all = [rows];
    while (all.length < 4) all.push(turned(all.at(-1)));
    return [letter, new Set(all.map((drawing) => drawing.join("/")))];
  }),
);

/* In the page: a clock that stands still until the test lets it run, and notes of the board
 * after every change. */
function prepare() {
  let now = 0, timers = [], count = 0;
  window.setTimeout = (run, delay) => {
    timers.push({ run, id: ++count, time: now + delay });
    return count;
  };
  window.clearTimeout = (id) => (timers = timers.filter((timer) => timer.id !== id));
  window.runFor = async (milliseconds, drops = Infinity) => {
    const end = now + milliseconds;
    while (window.seen.at(-1).drops < drops) {
      const first = Math.min(...timers.map((timer) => timer.time));
      if (first > end) return void (now = end);
      now = first;
      timers.splice(timers.findIndex((timer) => timer.time === first), 1)[0].run();
      await null; /* the observer comes before */
    }
  };
  window.seen = [];
  let last;
  new MutationObserver(() => {
    const board = document.getElementById("board");
    if (!board?.firstChild || board.innerHTML + board.dataset.drops === last) return;
    last = board.innerHTML + board.dataset.drops;
    const letters = [...board.childNodes].map((node) =>
      node.nodeType === Node.TEXT_NODE
        ? node.textContent
        : (node.className || ".").repeat(node.textContent.length),
    );
    window.seen.push({
      time: now,
      drops: Number(board.dataset.drops),
      lines: parseInt(document.getElementById("score").textContent),
      text: board.textContent,
      letters: letters.join(""),
    });
  }).observe(document, { subtree: true, childList: true });
}

/* Opens the page; it has drawn the board once. */
async function watch(tab, hash) {
  await tab.addInitScript(prepare);
  await visit(tab, hash);
  await waitForBoard(tab);
}

/* By animation frames, which the clock lets alone. */
const waitForBoard = (tab) => tab.waitForFunction(() => window.seen.length > 0);
const seen = (tab) => tab.evaluate(() => window.seen);
const last = (tab) => tab.evaluate(() => window.seen.at(-1));
const runFor = (tab, milliseconds) => tab.evaluate((time) => window.runFor(time), milliseconds);

/* Lets the clock run until there are so many drops. */
const playTo = (tab, drops) => tab.evaluate((count) => window.runFor(Infinity, count), drops);

/* The squares of `now` that are empty in `before`, by row and column. */
function added(before, now) {
  const squares = [];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (before[y][x] === now[y][x]) continue;
      assert.equal(before[y][x], ".", "a square that was full has changed");
      squares.push({ x, y, letter: now[y][x] });
    }
  }
  return squares;
}

function drawing(squares) {
  const left = Math.min(...squares.map((square) => square.x));
  const top = squares[0].y;
  const rows = [];
  for (const { x, y } of squares) {
    rows[y - top] ??= [];
    rows[y - top][x - left] = "#";
  }
  const width = Math.max(...rows.map((row) => row.length));
  return rows
    .map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ".").join(""))
    .join("/");
}

/* A whole tetromino in its colour, on the floor or on something. */
function assertAtRest(before, squares) {
  assert.ok(SHAPES[squares[0].letter].has(drawing(squares)), drawing(squares));
  assert.equal(new Set(squares.map((square) => square.letter)).size, 1);
  const held = ({ x, y }) => y + 1 === HEIGHT || before[y + 1][x] !== ".";
  assert.ok(squares.some(held), "the piece hangs in the air");
}

function cleared(rows) {
  const left = rows.filter((row) => row.includes("."));
  return [...Array(HEIGHT - left.length).fill(EMPTY), ...left];
}

/* In the air a piece goes down row by row; it may come in from above. */
function assertFalls(from, to) {
  const down = from.map(({ x, y }) => `${x},${y + 1}`);
  const there = new Set(to.map(({ x, y }) => `${x},${y}`));
  assert.ok(down.every((square) => there.has(square)), "it does not fall straight");
  assert.ok(to.length === from.length || to.some(({ y }) => y === 0), "it grows in the air");
}

/* Judges frames of a game that the bot plays. */
function judge(frames) {
  let settled = Array(HEIGHT).fill(EMPTY);
  let before, piece;
  for (const frame of frames) {
    const rows = frame.letters.split("\n");
    assert.deepEqual(rows.map((row) => row.length), Array(HEIGHT).fill(WIDTH));
    assert.equal(frame.text, frame.letters.replaceAll(".", "·").replace(/[A-Z]/g, "█"));
    if (before && frame.drops > before.drops) {
      assert.equal(frame.drops, before.drops + 1);
      assertAtRest(settled, piece);
      const full = before.letters.split("\n").filter((row) => !row.includes("."));
      assert.equal(frame.lines, before.lines + full.length);
      settled = cleared(before.letters.split("\n"));
      assert.deepEqual(rows, settled);
      piece = undefined;
    } else {
      const now = added(settled, rows);
      if (piece) assertFalls(piece, now);
      piece = now;
    }
    before = frame;
  }
}

test("it is small", () => {
  const { size } = statSync(files[0]);
  assert.ok(size < MOST_BYTES, `${size} bytes`);
});

test("its WebAssembly asks for nothing", () => {
  const module = new WebAssembly.Module(readFileSync(files[1]));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

/* The functions of 404.c, after begin with a seed and a player's name. */
function begin(seed, player) {
  const module = new WebAssembly.Module(readFileSync(files[1]));
  const call = new WebAssembly.Instance(module).exports;
  const name = new TextEncoder().encode(player);
  const address = call.alloc(name.length);
  new Uint8Array(call.memory.buffer, address, name.length).set(name);
  const status = call.begin(seed, address, name.length);
  call.free(address);
  return { call, status };
}

const run = (...words) => execFileSync(files[2], words, { encoding: "utf8" });

test("the game is that of the program", { skip: !files[2] && "there is no program" }, () => {
  const words = ["--player", "lee4", "--deal", "bag", "--seed", "7", "--json"];
  const wanted = JSON.parse(run("bot", ...words));
  const { call, status } = begin(7, "lee4");
  assert.equal(status, 0);
  const memory = call.memory.buffer.byteLength;
  let pieces = 0, lines = 0;
  for (;;) {
    call.deal(1);
    while (call.fall());
    const cleared = call.lock();
    if (cleared < 0) break;
    pieces++;
    lines += cleared;
  }
  assert.deepEqual([pieces, lines], [wanted.pieces, wanted.lines]);
  assert.equal(call.memory.buffer.byteLength, memory);
});

/* The squares of a game as letters, rows from the top. */
function letters(call, withPiece) {
  const squares = new Uint8Array(call.memory.buffer, call.draw(withPiece), WIDTH * HEIGHT);
  const text = Array.from(squares, (square) => ".IOTSZJL"[square]).join("");
  return Array.from({ length: HEIGHT }, (_, y) => text.slice(y * WIDTH, (y + 1) * WIDTH));
}

test("404 is drawn with the pieces of a bag", { skip: !files[2] && "there is no program" }, () => {
  const { call } = begin(1, "lee4");
  for (const [seed, moves] of PRINTS) {
    const words = ["--deal", "bag", "--seed", seed, "--max-pieces", moves.length];
    const text = run("bot", ...words.map(String), "--player", "dellacherie", "-o", "-");
    const dealt = [...text.matchAll(/^([IOTSZJL]) [NESW] /gm)].map((found) => found[1]);
    const placed = [];
    assert.equal(call.print(seed), 0);
    for (const letter of moves) {
      const move = letter.charCodeAt(0) - 48;
      call.deal(0);
      call.place(Math.floor(move / 10), move % 10);
      while (call.fall());
      placed.push(added(letters(call, 0), letters(call, 1))[0].letter);
      assert.ok(call.lock() >= 0);
    }
    assert.deepEqual(placed, dealt);
    assert.ok(isDrawn(letters(call, 0)), letters(call, 0).join("\n"));
  }
});

/* Numbers below `bound`, the same for the same seed (mulberry32). */
function dice(seed) {
  return (bound) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/* What a visitor can do, the simulator can: a drop ends the game only if some of the piece is
 * above the playfield. */
test("whatever is pressed is played", (context) => {
  const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 2 ** 31);
  context.diagnostic(`DROPFORGE_TEST_SEED=${seed}`);
  const next = dice(seed);
  const { call } = begin(seed, "lee4");
  const count = (withPiece) =>
    new Uint8Array(call.memory.buffer, call.draw(withPiece), WIDTH * HEIGHT).filter(Boolean).length;
  for (let drop = 0; drop < 3000; drop++) {
    call.deal(next(2));
    for (let i = next(60); i > 0; i--) call.move(next(6));
    while (call.fall()) if (next(2)) call.move(next(4));
    const before = count(0), inside = count(1) - before;
    const cleared = call.lock();
    if (cleared < 0) {
      assert.ok(inside < 4, `drop ${drop} was refused`);
      call.restart();
    } else {
      assert.equal(inside, 4);
      assert.equal(count(0), before + 4 - WIDTH * cleared);
    }
  }
});

test("its players are those of the program", { skip: !files[2] && "there is no program" }, () => {
  const options = readFileSync(new URL("../../meson_options.txt", import.meta.url), "utf8");
  const [, choices] = options.match(/'web_404_player'[^)]*choices: \[(.*)\]/);
  const names = [...choices.matchAll(/'([\w-]+)'/g)].map((found) => found[1]);
  assert.deepEqual(names, run("bot", "--players").match(/^[a-z][\w-]*/gm));
  for (const name of names) assert.equal(begin(1, name).status, 0);
  assert.notEqual(begin(1, "nobody").status, 0);
});

pageTest("the bot plays a hundred pieces by the rules", async (tab) => {
  await watch(tab, "seed=7");
  await playTo(tab, 100);
  const frames = await seen(tab);
  judge(frames);
  /* How long the board stood still, between two rows and between two pieces. */
  const rows = [], pieces = [];
  for (let i = 1; i + 1 < frames.length; i++) {
    const delay = frames[i + 1].time - frames[i].time;
    (frames[i].drops > frames[i - 1].drops ? pieces : rows).push(delay);
  }
  assert.equal(rows[0], 180);
  assert.equal(rows.at(-1), 28);
  rows.slice(1).forEach((delay, i) => assert.ok(delay <= rows[i]));
  assert.deepEqual(new Set(pieces), new Set([120]));
  await screenshot(tab, "404-dark");
}, { colorScheme: "dark" });

pageTest("the same seed is the same game", async (tab) => {
  const boards = [];
  await watch(tab, "seed=5");
  for (const seed of [5, 5, 6]) {
    await tab.evaluate((value) => (location.hash = `seed=${value}`), seed);
    await tab.reload();
    await waitForBoard(tab);
    await playTo(tab, 3);
    boards.push((await seen(tab)).find((frame) => frame.drops === 3).text);
  }
  assert.equal(boards[0], boards[1]);
  assert.notEqual(boards[0], boards[2]);
});

pageTest("pieces have the colours of the theme", async (tab) => {
  const { PIECE_COLORS } = await importFromWeb(path.dirname(files[1]), "names.js");
  await visit(tab);
  assert.deepEqual(await tab.evaluate(() => [..."IOTSZJL"].map((piece) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${piece}`).trim())), Object.values(PIECE_COLORS));
});

pageTest("it says what it is told to say, and links", async (tab) => {
  await visit(tab);
  assert.match(await tab.innerText("header"), /404\s+There is no such page\.\s+Home/);
  assert.equal(await tab.getAttribute("a", "href"), "/");
});

/* The leftmost column with a square. */
async function leftmost(tab) {
  const rows = (await last(tab)).letters.split("\n").filter((row) => row !== EMPTY);
  return Math.min(...rows.map((row) => row.search(/[A-Z]/)));
}

pageTest("a visitor takes over, and the bot goes on", async (tab) => {
  await watch(tab, "seed=7");
  for (let i = 0; i < WIDTH; i++) await tab.keyboard.press("ArrowLeft");
  assert.equal(await leftmost(tab), 0);
  assert.equal(await tab.innerText("#status"), "You play.");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await leftmost(tab), 1);
  await runFor(tab, 1000);
  const before = (await last(tab)).letters;
  await tab.keyboard.press("ArrowUp");
  const turned = (await last(tab)).letters;
  assert.notEqual(turned, before);
  await tab.keyboard.press("ArrowDown");
  assert.equal((await last(tab)).letters, [EMPTY, ...turned.split("\n").slice(0, -1)].join("\n"));
  await tab.keyboard.press("Space");
  const { drops, letters } = await last(tab);
  assert.equal(drops, 1);
  assert.equal(letters.match(/[A-Z]/g).length, 4);
  await screenshot(tab, "404-light");
  await tab.keyboard.press("Escape");
  assert.equal(await tab.innerText("#status"), "The bot plays.");
  await playTo(tab, 4);
}, { colorScheme: "light" });

pageTest("what lies is moved until it locks", async (tab) => {
  await watch(tab, "seed=7");
  await tab.keyboard.press("ArrowLeft");
  const bottom = async () => (await last(tab)).letters.split("\n").at(-1);
  while ((await bottom()) === EMPTY) await tab.keyboard.press("ArrowDown");
  const before = await leftmost(tab);
  await tab.keyboard.press("ArrowRight");
  assert.equal(await leftmost(tab), before + 1);
  assert.equal((await last(tab)).drops, 0);
  await runFor(tab, 1000);
  assert.ok((await last(tab)).drops > 0);
});

pageTest("the bot goes on when no key is pressed", async (tab) => {
  await watch(tab, "seed=7");
  await tab.keyboard.press("ArrowLeft");
  const status = () => tab.innerText("#status");
  while ((await status()) === "You play.") await runFor(tab, 1000);
  assert.equal(await status(), "The bot plays.");
  assert.equal((await last(tab)).drops, 4);
});

pageTest("a game ends, and another begins", async (tab) => {
  await watch(tab, "seed=7");
  const over = () => tab.evaluate(() => !!document.querySelector(".over"));
  for (let i = 0; i < 100 && !(await over()); i++) {
    await tab.keyboard.press("Space");
    await runFor(tab, 120);
  }
  assert.equal(await tab.innerText("#status"), "Game over.");
  await screenshot(tab, "404-over");
  const { length } = await seen(tab);
  await runFor(tab, 2000);
  assert.equal((await seen(tab)).length, length);
  await runFor(tab, 400);
  const { letters, lines } = await last(tab);
  assert.ok(letters.match(/[A-Z]/g).length <= 4);
  assert.equal(lines, 0);
  assert.equal(await tab.innerText("#status"), "The bot draws.");
});

/* Lets the clock run until it is said that somebody else plays. */
async function runUntil(tab, status) {
  while ((await tab.innerText("#status")) !== status) await runFor(tab, 1000);
}

pageTest("the bot draws 404, and then plays", async (tab) => {
  await watch(tab, "");
  assert.equal(await tab.innerText("#status"), "The bot draws.");
  await runUntil(tab, "The bot plays.");
  const frames = await seen(tab);
  const end = frames.findIndex((frame) => isDrawn(frame.letters.split("\n")));
  assert.ok(end > 0);
  judge(frames.slice(0, end + 1));
  await playTo(tab, frames[end].drops + 1);
  assert.equal((await last(tab)).letters.match(/[A-Z]/g).length, 4);
});

pageTest("a visitor takes over what is drawn", async (tab) => {
  await watch(tab, "");
  await playTo(tab, 10);
  await tab.keyboard.press("Space");
  assert.equal(await tab.innerText("#status"), "You play.");
  const { drops, letters } = await last(tab);
  assert.ok(letters.match(/[A-Z]/g).length > 8);
  await tab.keyboard.press("Escape");
  assert.equal(await tab.innerText("#status"), "The bot plays.");
  await playTo(tab, drops + 5);
});

/* No more frames, as long as some pieces would take. */
async function assertStill(tab) {
  const before = (await seen(tab)).length;
  await runFor(tab, 10000);
  assert.equal((await seen(tab)).length, before);
}

pageTest("it pauses when it is hidden", async (tab) => {
  await watch(tab, "seed=7");
  const hide = (hidden) =>
    tab.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await assertStill(tab);
  await hide(false);
  await playTo(tab, 1);
});

pageTest("it can be paused", async (tab) => {
  await watch(tab, "seed=7");
  await tab.click("text=Pause");
  await assertStill(tab);
  await tab.click("text=Play");
  await playTo(tab, 1);
  await tab.click("text=Pause");
  await tab.keyboard.press("ArrowLeft");
  assert.equal(await tab.innerText("#pause"), "Pause");
  await playTo(tab, 2);
});

pageTest("it does not move by itself where that is not wanted", async (tab) => {
  await watch(tab, "seed=7");
  assert.equal((await last(tab)).drops, 30);
  await assertStill(tab);
  await screenshot(tab, "404-calm");
  await tab.click("text=Play");
  await playTo(tab, 33);
  /* One frame for each drop: nothing is seen falling. */
  const frames = await seen(tab);
  assert.deepEqual(frames.map((frame) => frame.drops), frames.map((_, i) => 30 + i));
}, { reducedMotion: "reduce" });

pageTest("404 is there at once where nothing is to move", async (tab) => {
  await watch(tab, "");
  assert.ok(isDrawn((await last(tab)).letters.split("\n")));
  await assertStill(tab);
  await screenshot(tab, "404-drawn");
  await tab.click("text=Play");
  await runUntil(tab, "The bot plays.");
}, { reducedMotion: "reduce" });

for (const [name, width, height] of variants([["phone", 390, 844], ["narrow", 320, 568],
  ["sideways", 844, 390]])) {
  pageTest(`it fits and is played by touch: ${name}`, async (tab) => {
    await watch(tab, "seed=7");
    await playTo(tab, 20);
    await assertNoSideways(tab);
    await screenshot(tab, `404-${name}`);
    const { drops } = await last(tab);
    await tab.tap("[aria-label=Drop]");
    assert.equal(await tab.innerText("#status"), "You play.");
    await playTo(tab, drops + 1);
  }, { viewport: { width, height }, hasTouch: true, isMobile: true });
}
