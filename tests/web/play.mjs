/* Plays play.html: by keys, by fingers, by the bot, with polyominoes.
 *
 * usage: node --test-reporter=tap play.mjs play.html play.wasm [PROGRAM]
 *
 * What is on the playfield is read from the canvas, and what was played is judged by PROGRAM. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { assertNoSideways, files, heard, long, page, pageTest, recordSound, screenshot, turnSoundOn, variants, visit, waitForSound } from "./harness.mjs";
import { framesOf } from "./dropforge_page.mjs";
import { importFromWeb } from "./modules.mjs";
import "./play_drawing.mjs";
import "./play_modes.mjs";
import { begin, download, FILM, full, letBotPlay, load, loseAll, makeFilm, number, PHONE, press, readBoard, run, runTicks, withFiles } from "./play_page.mjs";

const [, wasmFile, program] = files;
const noProgram = !program && "there is no program";

const GUIDELINE = 0;
const NES = 1;
const [I, , , , , J, L] = "IOTSZJL".split("").keys();

const OVER = 2;
const BUTTONS = 8;

const made = path.dirname(wasmFile);
const { PIECE_COLORS } = await importFromWeb(made, "names.js");
const { Game } = await importFromWeb(made, "play/game.js");
const { Library } = await importFromWeb(made, "library.js");
const { load: loadWasm } = await importFromWeb(made, "wasm.js");
const library = await loadWasm(new WebAssembly.Module(readFileSync(wasmFile)), Library);
const makeGame = (rules, squares, level, seed, turns = 0) =>
  new Game(library, { rules, squares, level, seed, turns });

/* A seed with which the first pieces are as `wanted` says. */
function findSeed(wanted) {
  for (let seed = 0; seed < 1000; seed++) {
    const { piece, next } = makeGame(GUIDELINE, 4, 1, seed).see();
    if (wanted([piece, ...next])) return seed;
  }
  throw new Error("no game of a thousand begins with such pieces");
}

/* Numbers below `bound`, the same for the same seed (an LCG). */
function dice(seed) {
  return (bound) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
}

test("its WebAssembly asks its page alone", () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(wasmFile)));
  assert.deepEqual(imports.filter(({ module }) => module !== "page"), []);
});

test("whatever is pressed is a plan", { skip: noProgram }, (context) => {
  const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 2 ** 31);
  context.diagnostic(`DROPFORGE_TEST_SEED=${seed}`);
  const next = dice(seed);
  for (const squares of variants([[1, 5, 10, 32], [2, 4, 7, 9, 12, 17]]).flat()) {
    const rules = next(2);
    const game = makeGame(rules, squares, 1, seed + squares, next(2));
    for (let tick = 0; tick < 1500 && game.see().phase !== OVER; tick++) {
      if (next(3) === 0) game.press(next(BUTTONS), next(2) === 1);
      game.tick();
    }
    const plan = game.plan(), { pieces } = game.see();
    withFiles({ "game.drops": plan, "game.game": game.record() }, (drops, record) => {
      assert.equal(JSON.parse(run(["replay", drops, "--json"])).drops, pieces);
      const watched = run(["play", "--watch", record, "-o", "-", "-f", "drops"]);
      assert.deepEqual(moves(watched), moves(plan));
      assert.equal(moves(plan).length, pieces);
    });
  }
});

/* The drops of a drop list. */
function moves(list) {
  return list.split("\n").filter((line) => /^\S+ [NESW] \d/.test(line));
}

/* Up to nine squares pieces are listed, then drawn, then grown. */
test("the same seed is the same game as the program's", { skip: noProgram }, () => {
  for (const squares of [4, 5, 8, 12, 20]) {
    const game = makeGame(GUIDELINE, squares, 1, 7);
    for (let i = 0; i < 60; i++) game.tick();
    withFiles({ "game.game": "" }, (file) => {
      const pieces = squares === 4 ? [] : ["--omino", squares];
      run(["play", "--seed", 7, ...pieces, "--script", "-", "--log", file], "60 end\n");
      assert.equal(game.record(), readFileSync(file, "utf8"));
    });
  }
});

test("there are as many pieces as there should be", () => {
  for (const [squares, kinds] of [[1, 1], [2, 1], [3, 2], [4, 7], [5, 18], [6, 60], [8, 704]])
    assert.equal(makeGame(GUIDELINE, squares, 1, 7).see().kinds, kinds);
  for (const [rules, squares, level] of [[0, 0, 1], [0, 33, 1], [0, 4, 0], [1, 4, 1000]])
    assert.throws(() => makeGame(rules, squares, level, 7), { code: "argument" });
});

test("games do not fill the memory", long, () => {
  const play = (games) => {
    for (let i = 0; i < games; i++) {
      const game = makeGame(GUIDELINE, [4, 5, 12][i % 3], 1, i);
      for (let tick = 0; tick < 100; tick++) game.actAsBot(), game.tick();
      assert.ok(game.plan().length > 0);
      game.free();
    }
  };
  /* The same games again and again. The first times may want another page for the gaps. */
  for (let i = 0; i < 5; i++) play(30);
  const size = library.call.memory.buffer.byteLength;
  for (let i = 0; i < 4; i++) play(30);
  assert.equal(library.call.memory.buffer.byteLength, size);
});

const columns = async (tab) => [...new Set((await full(tab)).map((at) => Number(at.split(",")[0])))];

const firstIs = (piece) => findSeed(([first]) => first === piece);

pageTest("the game is heard once that is asked for", async (tab) => {
  await recordSound(tab);
  await begin(tab, "seed=7");
  await turnSoundOn(tab);
  await tab.focus("#board");
  for (let i = 0; i < 60 && (await heard(tab)) < 10; i++) {
    await tab.keyboard.press("ArrowUp");
    await runTicks(tab, 2); /* some pass until the browser plays anything */
  }
  await waitForSound(tab);
});

pageTest("pieces are moved, and turn with a kick", async (tab) => {
  await begin(tab, `seed=${firstIs(I)}`);
  await runTicks(tab, 90);
  assert.deepEqual(await columns(tab), [3, 4, 5, 6]);
  await press(tab, "ArrowRight");
  assert.deepEqual(await columns(tab), [4, 5, 6, 7]);
  await press(tab, "ArrowUp");
  assert.equal((await columns(tab)).length, 1);
  /* Held, it shifts again and again. */
  await tab.keyboard.down("ArrowLeft");
  await runTicks(tab, 40);
  await tab.keyboard.up("ArrowLeft");
  assert.deepEqual(await columns(tab), [0]);
  /* The box is half outside: without the kick there is no room. */
  await press(tab, "ArrowUp");
  assert.deepEqual(await columns(tab), [0, 1, 2, 3]);
  assert.equal(await number(tab, "pieces"), 0);
});

pageTest("hold exchanges the piece, once", async (tab) => {
  await begin(tab, `seed=${findSeed(([first, second]) => first === I && second === J)}`);
  assert.equal(await tab.getAttribute("#hold", "aria-label"), "Hold: empty");
  await press(tab, "c");
  assert.equal(await tab.getAttribute("#hold", "aria-label"), "Hold: I");
  await press(tab, "c");
  assert.equal(await tab.getAttribute("#hold", "aria-label"), "Hold: I");
  await press(tab, "Space");
  assert.equal(await number(tab, "pieces"), 1);
  const squares = await full(tab);
  for (const at of ["3,0", "4,0", "5,0", "3,1"]) assert.ok(squares.includes(at), at);
  await tab.click("#hold");
  const label = await tab.getAttribute("#hold", "aria-label");
  assert.notEqual(label, "Hold: I");
  /* The space bar is the game's, not the button's. */
  await press(tab, "Space");
  assert.equal(await number(tab, "pieces"), 2);
  assert.equal(await tab.getAttribute("#hold", "aria-label"), label);
});

pageTest("a line is cleared", async (tab) => {
  const wanted = [I, J, L].join();
  const seed = findSeed((pieces) => pieces.slice(0, 3).join() === wanted);
  await begin(tab, `seed=${seed}`);
  assert.match(await tab.getAttribute("#next", "aria-label"), /^Next: J, L, /);
  for (const [key, times] of [["ArrowLeft", 3], ["ArrowRight", 1], ["ArrowRight", 4]]) {
    await press(tab, key, times);
    await press(tab, "Space");
    await runTicks(tab, 2);
  }
  await screenshot(tab, "play-clear");
  await runTicks(tab, 30);
  assert.equal(await number(tab, "lines"), 1);
  assert.match(await tab.innerText("#feat"), /^Single \+100$/);
  const floor = (await full(tab)).filter((at) => at.endsWith(",0"));
  assert.deepEqual(floor, ["4,0", "9,0"]);
});

pageTest("it pauses, by a key and when it is hidden", async (tab) => {
  await begin(tab, "seed=7");
  const still = async () => {
    const before = await readBoard(tab);
    await runTicks(tab, 300);
    assert.deepEqual(await readBoard(tab), before);
    assert.equal(await tab.innerText("#cover-title"), "Paused");
  };
  await tab.keyboard.press("p");
  await still();
  await screenshot(tab, "play-paused");
  await tab.keyboard.press("p");
  await runTicks(tab, 60);
  assert.ok(await tab.isHidden("#cover"));
  await tab.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await still();
  await tab.click("text=Go on >> visible=true");
  const before = await full(tab);
  await runTicks(tab, 120);
  assert.notDeepEqual(await full(tab), before);
});

/* The page's playfield as an image, a pixel for each square, but for the top row, where the
 * next piece comes in. */
async function pictureOf(tab) {
  const address = await tab.evaluate(() => {
    const rows = window.readBoard().slice(1);
    const canvas = Object.assign(document.createElement("canvas"),
      { width: rows[0].length, height: rows.length });
    const context = canvas.getContext("2d");
    rows.forEach((row, y) => row.forEach((color, x) => {
      context.fillStyle = color;
      if (color) context.fillRect(x, y, 1, 1);
    }));
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(address.split(",")[1], "base64");
}

for (const [name, hash, pieces] of variants([
  ["guideline", "seed=7", 30],
  ["nes", "seed=7&rules=nes&level=9", 12],
  ["N-tris", "seed=7&squares=5", 25],
  ["large", "seed=7&squares=11", 6],
])) {
  pageTest(`the program agrees with a game that the bot plays: ${name}`, async (tab) => {
    await begin(tab, hash);
    await letBotPlay(tab, pieces);
    await screenshot(tab, `play-${name}`);
    const picture = await pictureOf(tab);
    await tab.keyboard.press("p");
    const { name: file, text } = await download(tab, "#save");
    assert.match(file, /^dropforge-(guideline|nes)-\d+\.drops$/);
    const record = await download(tab, "#save-record");
    assert.match(record.text, /^dropforge-game 1\n/);
    const film = await tab.getAttribute("#film", "href");
    const [, packed, more] = film.match(/^dropforge\.html#plan=([\w-]+)&scores=([\da-z.]+)&hud=1$/);
    const points = more.split(".").map((one) => parseInt(one, 36));
    assert.deepEqual([points.length, points.reduce((a, b) => a + b)], [pieces + 1, await number(tab, "score")]);
    assert.equal(String(inflateRawSync(Buffer.from(packed, "base64url"))), text);
    if (!program) return;
    /* Tetrominoes have the colours of the theme, which the plan leaves to it. */
    const themed = Object.entries(PIECE_COLORS).map(([piece, color]) => `color ${piece} ${color}\n`).join("");
    assert.equal(/^color /m.test(text), /squares/.test(hash));
    const painted = /squares/.test(hash) ? text : text.replace(/^\w \w \d/m, `${themed}$&`);
    withFiles({ "game.drops": painted, "field.png": picture }, (drops, image) =>
      assert.match(run(["check", drops, image]), new RegExp(`^ok: ${pieces} drops`)));
    const printer = new URL("dropforge.html", page); /* there is none without its npm packages */
    if (name === "large" || !existsSync(printer)) return; /* a large film takes long */
    const bytes = await makeFilm(tab.context(), film.split("#")[1], printer.href);
    const native = withFiles({ "a.game": record.text }, (game) => {
      run(["play", "--watch", game, ...FILM, "-o", `${game}.gif`]);
      return readFileSync(`${game}.gif`);
    });
    assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, native));
  }, { reducedMotion: "reduce" });
}

pageTest("the bot is no player of the high scores, and gives back", async (tab) => {
  await begin(tab, "seed=7");
  await letBotPlay(tab, 3);
  assert.equal(await tab.getAttribute("#bot", "aria-pressed"), "true");
  await tab.keyboard.press("b");
  assert.equal(await tab.innerText("#status"), "You play.");
  await loseAll(tab);
  assert.ok(await tab.isHidden("#scores"));
});

pageTest("a game ends, and its score is kept", async (tab) => {
  await begin(tab, "seed=7");
  await loseAll(tab);
  await screenshot(tab, "play-over");
  const list = () => tab.locator("#score-list li").allInnerTexts();
  assert.equal((await list()).length, 1);
  const [first] = await list();
  await press(tab, "Space", 3);
  assert.equal(await tab.innerText("#cover-title"), "Game over");
  await press(tab, "r");
  await press(tab, "Space", 3);
  await loseAll(tab);
  assert.equal((await list()).length, 2);
  await tab.reload();
  await tab.waitForSelector("body[data-mode=ready]");
  assert.ok((await list()).includes(first));
  await tab.fill("#squares", "5");
  assert.ok(await tab.isHidden("#scores"));
});

pageTest("damaged scores are set aside", async (tab) => {
  await load(tab);
  const wrong = ["{", "null", "[]", '{"version":1,"tables":{"guideline-4":[{"score":-1}]}}'];
  for (const damaged of wrong) {
    await tab.evaluate((text) => {
      localStorage.setItem("dropforge-play-scores", text);
      localStorage.setItem("dropforge-play-settings", text);
    }, damaged);
    await tab.reload();
    await tab.waitForSelector("body[data-mode=ready]");
    const aside = await tab.evaluate(() => localStorage.getItem("dropforge-play-scores-damaged"));
    assert.equal(aside, damaged);
  }
  await tab.click("#go");
  await loseAll(tab);
  assert.equal(await tab.locator("#score-list li").count(), 1);
});

pageTest("it works where nothing can be kept", async (tab) => {
  await tab.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } });
  });
  await begin(tab, "seed=7");
  await loseAll(tab);
  assert.equal(await tab.locator("#score-list li").count(), 1);
});

pageTest("a browser that lacks something is told so", async (tab) => {
  await tab.addInitScript(() => delete window.DecompressionStream);
  await visit(tab);
  await tab.waitForSelector("text=This does not work here: DecompressionStream");
  assert.ok(await tab.isDisabled("#go"));
});

pageTest("keys can be chosen", async (tab) => {
  await load(tab, `seed=${firstIs(I)}`);
  await tab.click("#open-settings");
  await tab.click("[data-key=left]");
  await screenshot(tab, "play-settings");
  await tab.keyboard.press("j");
  assert.equal(await tab.innerText("[data-key=left]"), "J, Pad ←");
  await tab.click("text=Done");
  await tab.reload();
  await tab.waitForSelector("body[data-mode=ready]");
  await tab.click("#go");
  await runTicks(tab, 90);
  await press(tab, "ArrowLeft");
  assert.deepEqual(await columns(tab), [3, 4, 5, 6]);
  await press(tab, "j");
  assert.deepEqual(await columns(tab), [2, 3, 4, 5]);
});

pageTest("one key does not lose a game", async (tab) => {
  await begin(tab, "seed=7");
  await tab.keyboard.press(" ");
  await runTicks(tab, 2);
  await tab.keyboard.press("r");
  await runTicks(tab, 2);
  assert.equal(await number(tab, "pieces"), 1);
  await tab.keyboard.press("p");
  await tab.keyboard.press("r");
  await runTicks(tab, 2);
  assert.equal(await number(tab, "pieces"), 0);
  await press(tab, "Space");
  assert.equal(await number(tab, "pieces"), 1);
  await tab.keyboard.down("r");
  await runTicks(tab, 60);
  await tab.keyboard.up("r");
  assert.equal(await number(tab, "pieces"), 0, "it was held");
});

pageTest("Enter begins a game at the level that is told", async (tab) => {
  await load(tab, "level=3");
  assert.equal(await number(tab, "level"), 3);
  await tab.keyboard.press("Enter");
  assert.equal(await tab.getAttribute("body", "data-mode"), "playing");
});

pageTest("rules and levels go together", async (tab) => {
  await load(tab, "rules=nes&level=9");
  assert.equal(await tab.inputValue("#start-level"), "9");
  await tab.fill("#start-level", "25");
  await tab.selectOption("#rules", "0");
  assert.equal(await tab.inputValue("#start-level"), "20");
  await tab.click("#go");
  assert.equal(await number(tab, "level"), 20);
});

pageTest("only rules with a hold have one", async (tab) => {
  for (const [hash, hold, few] of [["rules=nes", "There is no hold", true], ["", "Hold: empty", false]]) {
    await begin(tab, hash);
    assert.equal(await tab.getAttribute("#hold", "aria-label"), hold);
    assert.equal(await tab.isDisabled("#hold"), few);
    assert.equal((await tab.getAttribute("#next-box", "data-few")) !== null, few);
  }
});

/* A finger that goes along points within so many milliseconds, or taps one. */
async function swipe(tab, points, milliseconds) {
  const client = await tab.context().newCDPSession(tab);
  const start = Date.now() / 1000;
  const send = (type, point, part) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: point ? [{ x: point[0], y: point[1] }] : [],
      timestamp: start + (part * milliseconds) / 1000,
    });
  await send("touchStart", points[0], 0);
  for (let i = 1; i < points.length; i++)
    await send("touchMove", points[i], (0.9 * i) / (points.length - 1));
  await send("touchEnd", null, 1);
  await client.detach();
  await runTicks(tab, 1);
}

/* Points on a line. */
const line = ([x, y], [dx, dy], steps = 8) =>
  Array.from({ length: steps + 1 }, (_, i) => [x + (dx * i) / steps, y + (dy * i) / steps]);


pageTest("fingers play", async (tab) => {
  await begin(tab, `seed=${firstIs(I)}`);
  await runTicks(tab, 90);
  const box = await tab.locator("#board").boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await assertNoSideways(tab);
  await swipe(tab, line(middle, [2.5 * (box.width / 10), 0]), 400);
  assert.deepEqual(await columns(tab), [5, 6, 7, 8]);
  await swipe(tab, [middle], 50);
  assert.equal((await columns(tab)).length, 1);
  await swipe(tab, [[box.x + 10, middle[1]]], 50);
  assert.deepEqual(await columns(tab), [5, 6, 7, 8]);
  const lowest = async () => Math.min(...(await full(tab)).map((at) => at.split(",")[1]));
  const before = await lowest();
  await swipe(tab, line([middle[0], box.y + 60], [0, 120]), 1200);
  assert.ok((await lowest()) < before);
  assert.equal(await number(tab, "pieces"), 0);
  await swipe(tab, line(middle, [0, -150]), 100);
  assert.equal(await tab.getAttribute("#hold", "aria-label"), "Hold: I");
  await swipe(tab, line(middle, [0, 200]), 100);
  assert.equal(await number(tab, "pieces"), 1);
  await tab.tap("[data-action=left]");
  await runTicks(tab, 30);
  await tab.tap("[data-action=hard]");
  assert.equal(await number(tab, "pieces"), 2);
  await tab.tap("#hold");
  assert.notEqual(await tab.getAttribute("#hold", "aria-label"), "Hold: I");
}, PHONE);

for (const [name, options] of variants([["phone", PHONE],
  ["small phone", { ...PHONE, viewport: { width: 360, height: 640 }, colorScheme: "dark" }],
  ["phone on its side", { ...PHONE, viewport: { width: 844, height: 390 } }], ["desk", {}]])) {
  pageTest(`nothing covers the buttons, and pieces are whole: ${name}`, async (tab) => {
    await begin(tab, `seed=${firstIs(J)}`);
    assert.equal((await readBoard(tab, true)).flat().filter((color) => color === PIECE_COLORS.J).length, 4);
    if (options.hasTouch) {
      await tab.tap("[data-action=hold]");
      assert.equal(await tab.getAttribute("#hold", "aria-label"), "Hold: J");
    }
    await press(tab, "Space");
    await tab.waitForSelector("#film-now[href^='dropforge.html#plan=']");
    await loseAll(tab);
    assert.ok(await tab.isVisible("#film"));
    assert.equal(await tab.innerText("#film"), "Make a film of this game");
    await tab.waitForFunction(() => ["board", "cover"].every((id) => {
      const element = document.getElementById("pad"), pad = element.getBoundingClientRect();
      return pad.height === 0 || getComputedStyle(element).visibility === "hidden" || document.getElementById(id).getBoundingClientRect().bottom <= pad.top;
    }));
    await tab.selectOption("#mode", "4");
  }, options);
}

/* A record in which a plan with dealt pieces is played, by PROGRAM, and what the plan leaves. */
function recordPlan(folder) {
  const sprite = path.join(import.meta.dirname, "chick.png");
  const files = ["plan.game", "plan.drops"].map((name) => path.join(folder, name));
  run(["print", sprite, "--deal", "bag", "--hold", "--pieces", "any", "-o", files[0], "-o", files[1]]);
  const drops = readFileSync(files[1], "utf8").split("\n").filter((one) => /^[IOTSZJL] [NESW]/.test(one));
  return { file: files[0], drops: drops.map((one) => one.split(" ").slice(0, 4).join(" ")) };
}

/* The drops of a saved plan, without the marks of holds. */
const dropsOf = (text) => text.toString().split("\n").filter((one) => /^[IOTSZJL] [NESW]/.test(one))
  .map((one) => one.split(" ").slice(0, 4).join(" "));

pageTest("a recorded game is watched", async (tab) => {
  if (noProgram) return;
  const folder = mkdtempSync(path.join(tmpdir(), "dropforge-watch-"));
  try {
    await load(tab);
    const { file, drops } = recordPlan(folder);
    await tab.setInputFiles("#open-game", path.join(folder, "plan.drops"));
    await tab.waitForSelector("text=This is no record of a game");
    await tab.setInputFiles("#open-game", file);
    await tab.waitForSelector("text=Watch a game");
    await tab.click("#go");
    await tab.keyboard.press("Space"); /* has no effect */
    await runTicks(tab, 60);
    await screenshot(tab, "play-watch");
    for (let i = 0; i < 200 && (await tab.getAttribute("body", "data-mode")) === "playing"; i++)
      await runTicks(tab, 60);
    assert.equal(await tab.innerText("#cover-title"), "The end");
    assert.equal(await number(tab, "pieces"), drops.length);
    const [saved] = await Promise.all([tab.waitForEvent("download"), tab.click("#save")]);
    assert.deepEqual(dropsOf(readFileSync(await saved.path())), drops);
    await tab.click("#go");
    assert.equal(await tab.getAttribute("body", "data-mode"), "playing");
    await tab.keyboard.press("p");
    await tab.click("#again");
    assert.ok(await tab.isEnabled("#bot"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

pageTest("a recorded game comes in the address", async (tab) => {
  const record = "dropforge-game 1\nrules guideline\ndeal given\ngiven I O\n5 +hard\n6 -hard\nend 30\n";
  await load(tab, `game=${deflateRawSync(record).toString("base64url")}`);
  await tab.click("#go >> text=Watch");
  await runTicks(tab, 40);
  assert.equal(await tab.innerText("#cover-title"), "The end");
  assert.equal(await number(tab, "pieces"), 1);
  await tab.goto("about:blank");
  await visit(tab, "game=AAAA");
  await tab.waitForSelector("text=This is no record of a game");
  await tab.goto("about:blank");
  await visit(tab, `game=${deflateRawSync("\n".repeat(5e6)).toString("base64url")}`);
  await tab.waitForSelector("text=this link has more than 4 MB; open the file");
});

const TO_LOOK_AT = [
  ["wide-light", { colorScheme: "light" }],
  ["phone-dark", { ...PHONE, colorScheme: "dark" }],
];

for (const [name, options] of variants([
  ...(process.env.SCREENSHOTS ? TO_LOOK_AT : []),
  ["wide-dark", { colorScheme: "dark", reducedMotion: "reduce" }],
  ["phone-light", PHONE],
  ["narrow", { ...PHONE, viewport: { width: 320, height: 568 } }],
  ["sideways", { ...PHONE, viewport: { width: 844, height: 390 } }],
  ["small-sideways", { ...PHONE, viewport: { width: 568, height: 320 } }],
])) {
  pageTest(`it fits: ${name}`, async (tab) => {
    await load(tab, "seed=7&squares=5");
    await assertNoSideways(tab);
    await screenshot(tab, `play-${name}-ready`);
    await tab.click("#go");
    await letBotPlay(tab, 4);
    await assertNoSideways(tab);
    const box = await tab.locator("#board").boundingBox();
    const { width, height } = tab.viewportSize();
    assert.ok(box.width > 80 && box.x >= 0 && box.x + box.width <= width);
    assert.ok(box.y + box.height <= height, "the playfield is below the window");
    const pad = await tab.locator("#pad").boundingBox();
    assert.ok(!pad || pad.y + pad.height <= height, "the buttons are below the window");
    await screenshot(tab, `play-${name}`);
  }, options);
}
