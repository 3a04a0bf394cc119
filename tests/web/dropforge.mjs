/* Prints with dropforge.html as a visitor does, and compares with the native program.
 *
 * usage: node --test-reporter=tap dropforge.mjs dropforge.html dropforge.wasm PROGRAM
 *
 * The page's plans must be the program's, byte by byte; what is seen must be the sprite. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync, inflateRawSync } from "node:zlib";
import { assertNoSideways, files, longPageTest, pageTest, screenshot, variants, visit } from "./harness.mjs";
import {
  assertPrinted, download, imageSquares, nativePlan, open, planned, print, program, scrub,
  set, sprite, squares, temporary, trimmed, writePng,
} from "./dropforge_page.mjs";

/* Three colours, and so small that the method best takes no time. */
const GROUND = "#161822"; /* another plan may suit another one */
const CHICK = fileURLToPath(new URL("chick.png", import.meta.url));
const LETTER = sprite("../images/letter"); /* takes little time in a game, too */
const DUCK = sprite("gbs_duck"); /* few squares, three colours */
const STAR = sprite("xbm_star"); /* one colour */

const CALM = { reducedMotion: "reduce" }; /* it shows the end at once, and does not play */

const MOST_BYTES = 260000; /* compressed */

test("it is small", () => {
  const { length } = gzipSync(readFileSync(files[0]), { level: 9 });
  assert.ok(length < MOST_BYTES, `${length} bytes`);
});

const read = (tab, file) => imageSquares(tab, readFileSync(file));
const place = (tab) => tab.inputValue("#scrub").then(Number);
const last = (tab) => tab.getAttribute("#scrub", "max").then(Number);
const plan = async (tab) => (await download(tab, "[data-file=drops]")).bytes;

pageTest("a sprite is printed, and its plan is the program's", async (tab) => {
  await visit(tab);
  await tab.setInputFiles("#file", LETTER);
  await planned(tab, "letter.png");
  await tab.click("#last");
  assertPrinted(await squares(tab), await read(tab, LETTER));
  const { name, bytes } = await download(tab, "[data-file=drops]");
  assert.equal(name, "letter.drops");
  assert.ok(bytes.equals(program("print", LETTER, "-o", "-", "-f", "drops")));
  writeFileSync(temporary("letter.drops"), bytes);
  program("check", "letter.drops", LETTER);
  await tab.waitForSelector(".bar.least");
  const least = program("print", LETTER, "--lower-bound", "--json");
  assert.equal(await tab.innerText(".bar.least b"), String(JSON.parse(least).least_drops));
  await screenshot(tab, "dropforge-light");
}, { ...CALM, colorScheme: "light", viewport: { width: 1280, height: 900 } });

/* The playfield after so many drops of a plan, by the native program. */
async function nativeSquares(tab, text, drops) {
  const lines = text.toString().split("\n");
  const isDrop = (line) => /^[IOTSZJL] [NESW] /.test(line);
  const end = lines.findIndex((_, i) => lines.slice(0, i).filter(isDrop).length === drops);
  writeFileSync(temporary("cut.drops"), `${lines.slice(0, end).join("\n")}\n`);
  const image = program("replay", "cut.drops", "--square", 1, "--look", "flat", "--background", GROUND,
    "--no-grid", "-o", "-", "-f", "png");
  return imageSquares(tab, image);
}

/* A plan of fewer drops may need fewer rows. */
function assertSquares(seen, wanted, message) {
  assert.deepEqual(seen.slice(-wanted.length), wanted, message);
  assert.ok(new Set(seen.slice(0, -wanted.length).flat()).size <= 1);
}

pageTest("it is scrubbed back and forth", async (tab) => {
  await print(tab, CHICK, { look: "flat", grid: "0", background: GROUND, duration: 60 });
  const text = await plan(tab);
  const drops = await last(tab);
  const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 1000000);
  console.log(`# seed ${seed}`);
  const places = Array.from({ length: 6 }, (_, i) => (seed * 7919 + i * i * 104729) % drops);
  for (const drop of [drops, 0, 1, ...places, drops]) {
    await scrub(tab, drop);
    const seen = await squares(tab);
    if (drop === 0) {
      assert.equal(new Set(seen.flat()).size, 1);
      continue;
    }
    assertSquares(seen, await nativeSquares(tab, text, drop), `after drop ${drop}`);
  }
});

pageTest("keys play, step and jump", async (tab) => {
  await print(tab, CHICK);
  await tab.keyboard.press("Home");
  assert.equal(await place(tab), 0);
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await place(tab), 2);
  const two = await squares(tab);
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowLeft");
  assert.deepEqual(await squares(tab), two);
  await tab.keyboard.press("Space");
  assert.equal(await tab.getAttribute("#play", "aria-label"), "Pause");
  await tab.waitForFunction(() => document.getElementById("scrub").valueAsNumber > 3);
  await tab.keyboard.press("Space");
  assert.equal(await tab.getAttribute("#play", "aria-label"), "Play");
  assert.match(await tab.innerText("#status"), /^paused at drop \d+ of \d+$/);
  await tab.keyboard.press("End");
  assert.equal(await place(tab), await last(tab));
  await tab.keyboard.press("+");
  assert.equal(await tab.inputValue("#speed"), "4");
  /* Fields keep their keys. */
  await tab.focus("#effort");
  await tab.keyboard.press("Home");
  assert.equal(await place(tab), await last(tab));
});

pageTest("it plays to the end by itself", async (tab) => {
  await print(tab, CHICK, { speed: "64" });
  await tab.waitForFunction(() => {
    const { value, max } = document.getElementById("scrub");
    return max !== "0" && value === max &&
      document.getElementById("play").getAttribute("aria-label") === "Play";
  });
  assertPrinted(await squares(tab), await read(tab, CHICK));
});

pageTest("a GIF ends with the sprite", async (tab) => {
  await print(tab, CHICK, { "film-square": 4, "film-frames": 60 });
  const { name, bytes } = await download(tab, "[data-file=gif]");
  assert.equal(name, "chick.gif");
  await tab.click("#last");
  const field = await squares(tab);
  const size = [field[0].length, field.length];
  const shown = await imageSquares(tab, bytes, { type: "image/gif", size });
  assertPrinted(shown, await read(tab, CHICK));
  assert.deepEqual(shown, field);
}, CALM);

/* The greatest difference of a colour's parts. */
function difference(one, other) {
  const parts = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return Math.max(...parts(one).map((part, i) => Math.abs(part - parts(other)[i])));
}

longPageTest("a WebM video ends with the sprite", async (tab) => {
  await print(tab, CHICK, { "film-square": 8, motion: "land", "film-frames": 60, "film-sound": false });
  if (await tab.isHidden("[data-file=webm]")) return;
  const { name, bytes } = await download(tab, "[data-file=webm]");
  assert.equal(name, "chick.webm");
  assert.ok(!bytes.includes("A_OPUS"), "it is silent");
  await tab.click("#last");
  const field = await squares(tab);
  const shown = await tab.evaluate(async ([base64, columns, rows]) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video");
    const happened = (what) => new Promise((resolve, reject) => {
      video.addEventListener(what, resolve, { once: true });
      video.addEventListener("error", () => reject(new Error(video.error.message)));
    });
    const loaded = happened("loadeddata");
    video.src = URL.createObjectURL(new Blob([data], { type: "video/webm" }));
    await loaded;
    const sought = happened("seeked");
    video.currentTime = video.duration - 0.1;
    await sought;
    const context = new OffscreenCanvas(columns, rows)
      .getContext("2d", { willReadFrequently: true });
    context.imageSmoothingEnabled = false; /* of each square the middle */
    let pixels;
    do { /* until it is decoded, it is black */
      await new Promise(requestAnimationFrame);
      context.drawImage(video, 0, 0, columns, rows);
      pixels = context.getImageData(0, 0, columns, rows).data;
    } while (pixels[0] + pixels[1] + pixels[2] === 0);
    return [video.videoWidth, video.videoHeight, [...pixels]];
  }, [bytes.toString("base64"), field[0].length, field.length]);
  const [width, height, pixels] = shown;
  assert.deepEqual([width, height], [8 * field[0].length, 8 * field.length]);
  /* After a codec that loses something. */
  field.flat().forEach((color, i) => {
    const [red, green, blue] = pixels.slice(4 * i, 4 * i + 3);
    const hex = ((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0");
    assert.ok(difference(color, `#${hex}`) < 48, `square ${i}: ${hex}, not ${color}`);
  });
}, CALM);

pageTest("a PNG is the sprite", async (tab) => {
  await print(tab, DUCK);
  const { name, bytes } = await download(tab, "[data-file=png]");
  assert.equal(name, "gbs_duck.png");
  assert.deepEqual(await imageSquares(tab, bytes), trimmed(await read(tab, DUCK)));
}, CALM);

pageTest("a link brings the sprite and the settings", async (tab) => {
  const settings = { width: 23, seed: 5, look: "nes" };
  await print(tab, DUCK, settings);
  const own = await plan(tab);
  assert.ok(own.equals(nativePlan(DUCK, "-m", "search", "--width", 23, "--seed", 5)));
  const hash = new URL(tab.url()).hash.slice(1);
  assert.ok(hash.length < 250, `${hash.length} letters`);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "shared");
  assert.ok((await plan(tab)).equals(own));
  for (const [id, value] of Object.entries(settings))
    assert.equal(await tab.inputValue(`#${id}`), String(value));
  await tab.click("#last");
  assertPrinted(await squares(tab), await read(tab, DUCK));
}, CALM);

pageTest("a damaged link says so", async (tab) => {
  for (const hash of ["sprite=AAAA", "sprite=%%%", "sprite=AQQEAAH_AAAB&width=99999", "x"]) {
    await tab.goto("about:blank");
    await visit(tab, hash);
    await tab.waitForFunction(() => document.getElementById("about").textContent !== "");
    assert.match(await tab.innerText("#about"), /^anvil, 16 × 16/);
    assert.equal(await tab.isVisible("#refusal"), hash !== "x");
    if (hash !== "x")
      assert.match(await tab.innerText("#refusal p"), /link is damaged: its sprite cannot be read/);
  }
  await tab.goto("about:blank");
  await visit(tab, "sprite=AQEBAAEiIiIB&method=search&width=999&seed=7&deal=poker&look=glass");
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /link is damaged: .*: width, deal, look$/);
  assert.equal(await tab.inputValue("#seed"), "7");
  assert.equal(await tab.inputValue("#look"), "");
}, CALM);

pageTest("the first sample is played at once, by a plan that is in the page", async (tab) => {
  await visit(tab);
  await tab.waitForFunction(() => document.getElementById("scrub").valueAsNumber > 0);
  assert.ok(await tab.isHidden("#working"));
  const { name, bytes } = await download(tab, "[data-file=png]");
  assert.equal(name, "anvil.png");
  writeFileSync(temporary(name), bytes);
  writeFileSync(temporary("anvil.drops"), await plan(tab));
  program("check", "anvil.drops", "anvil.png");
  const summary = JSON.parse(program("replay", "anvil.drops", "--json"));
  const { drops, rows_cleared: cleared, max_height: height } = summary;
  await tab.click("#count");
  const figures = await tab.innerText("#figures");
  assert.equal(await last(tab), drops);
  for (const words of [`rows cleared\n${cleared}\n`, `highest stack\n${height} rows`])
    assert.ok(figures.includes(words), `${words} in ${figures}`);
});

pageTest("the best plan so far is shown; a method that cannot print the colours gives way", async (tab) => {
  await open(tab);
  assert.equal(await tab.inputValue("#method"), "search");
  await set(tab, { effort: 9 });
  await tab.click("[aria-label='Sample: Heart']");
  await tab.waitForFunction(() =>
    document.querySelector("figcaption").textContent.startsWith("best so far"));
  assert.equal(await tab.inputValue("#method"), "best");
  assert.ok(await tab.isHidden("#refusal"));
  assert.deepEqual(await tab.locator("#method option").evaluateAll((all) =>
    all.map(({ value, disabled }) => [value, disabled])),
  [["best", false], ["search", true], ["table", true]]);
  await tab.click("#cancel");
  assert.equal(await tab.innerText("#status"), "cancelled: this is the best plan so far");
  writeFileSync(temporary("heart.png"), (await download(tab, "[data-file=png]")).bytes);
  writeFileSync(temporary("heart.drops"), await plan(tab));
  program("check", "heart.drops", "heart.png");
}, CALM);

pageTest("settings are the program's", async (tab) => {
  await print(tab, CHICK);
  const name = "chick.png";
  await set(tab, { method: "table", width: 19 });
  await planned(tab, name);
  assert.ok((await plan(tab)).equals(nativePlan(CHICK, "-m", "table", "--width", 19)));
  await set(tab, { pieces: "own" });
  await planned(tab, name);
  for (const [color, piece] of [[0, "L"], [0, "S"], [1, "O"]]) await carry(tab, color, piece);
  await planned(tab, name);
  const letters = await carriers(tab);
  assert.equal(letters[0], "SL");
  assert.match(letters[1], /O/);
  assert.equal(new Set(letters.join("")).size, letters.join("").length);
  const words = ["-m", "table", "--width", 19, "--pieces", letters.join()];
  assert.ok((await plan(tab)).equals(nativePlan(CHICK, ...words)));
}, CALM);

/* Presses the letter of a piece for a colour. */
const carry = (tab, color, piece) =>
  tab.click(`#carriers [data-color="${color}"][data-piece="${piece}"]`);

/* The letters of each colour that are pressed. */
const carriers = (tab) => tab.locator(".carrier").evaluateAll((rows) =>
  rows.map((row) => [...row.querySelectorAll("[aria-pressed=true]")]
    .map((button) => button.dataset.piece).join("")));

/* Opens the page again by its address. */
async function reopen(tab) {
  const hash = new URL(tab.url()).hash.slice(1);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "shared");
}

longPageTest("a colour has several pieces, or any", async (tab) => {
  await print(tab, CHICK, { pieces: "any" });
  const any = nativePlan(CHICK, "-m", "search", "--pieces", "any");
  assert.ok((await plan(tab)).equals(any));
  await reopen(tab);
  assert.equal(await tab.inputValue("#pieces"), "any");
  assert.ok((await plan(tab)).equals(any));
  await set(tab, { pieces: "own" });
  for (let color = 0; color < 3; color++) await carry(tab, color, "TJL"[color]);
  for (const piece of "SZ") await carry(tab, 1, piece);
  await planned(tab, "shared");
  assert.deepEqual(await carriers(tab), ["T", "SZJ", "L"]);
  const groups = nativePlan(CHICK, "-m", "search", "--pieces", "T,JSZ,L");
  assert.ok((await plan(tab)).equals(groups));
  await reopen(tab);
  assert.deepEqual(await carriers(tab), ["T", "SZJ", "L"]);
  assert.ok((await plan(tab)).equals(groups));
}, CALM);

const hand = (tab, part) => tab.getAttribute(`#${part} canvas`, "aria-label");

pageTest("a sprite is printed in a real game", async (tab) => {
  await print(tab, LETTER, { seed: 3 });
  await tab.click("text=Real game");
  await planned(tab, "letter.png");
  const words = ["--deal", "bag", "--hold", "--seed", 3, "--pieces", "any", "--effort", 0];
  const ends = ["drops", "game", "keys.json"];
  program("print", LETTER, ...words, ...ends.flatMap((end) => ["-o", `native.${end}`]));
  const [drops, game, keys] = ends.map((end) => readFileSync(temporary(`native.${end}`)));
  const text = await plan(tab);
  assert.ok(text.equals(drops));
  for (const [kind, end, native] of [["game", "game", game], ["keys", "keys.json", keys]]) {
    const { name, bytes } = await download(tab, `[data-file=${kind}]`);
    assert.equal(name, `letter.${end}`);
    assert.ok(bytes.equals(native), kind);
  }
  /* The page of the game gets the same record. */
  const [, packed] = (await tab.getAttribute("#watch", "href")).match(/^play\.html#game=([\w-]+)$/);
  assert.ok(inflateRawSync(Buffer.from(packed, "base64url")).equals(game));
  /* Hold and next are those of the queue. */
  const lines = [...text.toString().matchAll(/^queue ([A-Z ]+)$/gm)];
  const queue = lines.map((found) => found[1]).join("").replaceAll(" ", "");
  await tab.keyboard.press("Home");
  assert.equal(await hand(tab, "hold"), "Hold: nothing");
  assert.equal(await hand(tab, "next"), `Next: ${[...queue.slice(0, 5)].join(" ")}`);
  const pieces = [...text.toString().matchAll(/^([IOTSZJL]) [NESW] /gm)].map((found) => found[1]);
  let taken = 0, held = null;
  for (const piece of pieces.slice(0, 12)) {
    await tab.keyboard.press("ArrowRight");
    if (queue[taken] !== piece) {
      if (held === null) taken++;
      held = queue[taken - (held === null ? 1 : 0)];
    }
    taken++;
    assert.equal(await hand(tab, "hold"), `Hold: ${held ?? "nothing"}`);
    assert.equal(await hand(tab, "next"), `Next: ${[...queue.slice(taken, taken + 5)].join(" ") || "nothing"}`);
  }
  await reopen(tab);
  assert.ok(await tab.isChecked("#kind-game"));
  assert.ok((await plan(tab)).equals(text));
  await screenshot(tab, "dropforge-game");
  await tab.click("text=Free pieces");
  await set(tab, { method: "search" });
  await planned(tab, "shared");
  assert.ok(await tab.isHidden("#hold"));
  assert.ok(await tab.isHidden("[data-file=game]"));
}, CALM);

longPageTest("pieces come from a queue, in their colours", async (tab) => {
  await print(tab, CHICK);
  const queue = "TLJSZIO".repeat(30);
  await tab.click("text=Real game");
  await set(tab, { "with-hold": false, deal: "given", pieces: "any" });
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /the queue is empty/);
  await set(tab, { queue: queue.toLowerCase(), rules: "srs" });
  await planned(tab, "chick.png");
  assert.ok((await plan(tab)).equals(
    nativePlan(CHICK, "--queue", queue, "--rules", "srs", "--pieces", "any")));
  await set(tab, { deal: "tetrio", "with-hold": true, ahead: 3, palette: "guideline" });
  await planned(tab, "chick.png");
  const words = ["--deal", "tetrio", "--hold", "--preview", 3, "--rules", "srs"];
  const text = nativePlan(CHICK, ...words, "--palette", "guideline", "--pieces", "any");
  assert.ok((await plan(tab)).equals(text));
  await reopen(tab);
  assert.equal(await tab.inputValue("#ahead"), "3");
  assert.equal(await tab.inputValue("#palette"), "guideline");
  assert.ok((await plan(tab)).equals(text));
}, CALM);

pageTest("an image is prepared as by the program", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "photo.png", 90, 70, (x, y) =>
    [x * 2, y * 3, (x * y) % 256, x > 10 && y > 5 ? 255 - ((x * 3 + y) % 200) : 0]);
  await print(tab, file, {
    width: 21, "fit-width": 16, "fit-height": 12, threshold: 130, colors: 3, dither: "floyd-steinberg",
    anchor: true, method: "search", /* which gave way to the six colours that it had at first */
  });
  const native = nativePlan(file, "-m", "search", "--width", 21, "--fit", "16x12", "--alpha-threshold", 130,
    "--colors", 3, "--dither", "floyd-steinberg", "--anchor");
  assert.ok((await plan(tab)).equals(native));
}, CALM);

/* Six squares by five, each of 4 x 4 pixels, on white, with a shade of each colour. */
const enlarged = (x, y) => {
  const [column, row] = [Math.floor(x / 4) - 1, Math.floor(y / 4) - 1];
  if (column < 0 || column > 5 || row < 0 || row > 4) return [255, 255, 255, 255];
  const shade = (column * 5 + row * 3) % 9;
  return [20 + shade, 60 * ((column + row) % 3), 200 - 4 * shade, 255];
};

longPageTest("what an image needs is done by itself, as by the program", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "enlarged.png", 32, 28, enlarged);
  await print(tab, file);
  assert.match(await tab.innerText("#about"), /4x enlarged: 32x28 -> 8x7; background #ffffff removed; 6 of 18 colours/);
  assert.ok((await plan(tab)).equals(nativePlan(file)));
}, CALM);

pageTest("a colour becomes transparent", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "sheet.png", 8, 6, (x, y) =>
    (x + y) % 7 < 4 ? [200, 30, 40, 255] : [1, 2, 3, 255]);
  await print(tab, file, { "transparent-color": "#010203", transparent: true });
  const native = nativePlan(file, "-m", "search", "--transparent", "#010203");
  assert.ok((await plan(tab)).equals(native));
}, CALM);

longPageTest("the article's tables play beside it", async (tab) => {
  await print(tab, CHICK);
  const words = ["-m", "table", "--width", 21, "--pieces", "JTL", "--json"];
  const native = JSON.parse(program("print", CHICK, ...words, "-o", "table.drops"));
  const shown = await tab.innerText(".bar.article b");
  assert.equal(shown.replaceAll(",", ""), String(native.drops));
  await tab.check("#compare");
  await tab.click("#last");
  const picture = await read(tab, CHICK);
  for (const screen of [0, 1]) assertPrinted(await squares(tab, screen), picture);
  assert.equal(await last(tab), native.drops);
  await scrub(tab, 30);
  assertSquares(await squares(tab, 1),
    await nativeSquares(tab, readFileSync(temporary("table.drops")), 30));
  await screenshot(tab, "dropforge-compare");
}, CALM);

pageTest("a wide picture is printed, and seen without most of the empty rows above", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "wide.png", 80, 3, (x, y) =>
    [30, 90, 200, (x + y) % 9 > 2 || y === 2 ? 255 : 0]);
  await print(tab, file, { method: "best", pieces: "any" });
  assert.ok((await plan(tab)).equals(nativePlan(file, "--pieces", "any")));
  const [, rows] = (await tab.innerText("#figures")).match(/(\d+) rows/);
  const [width, height] = await tab.locator("#screen-0 canvas").evaluate((one) => [one.width, one.height]);
  assert.equal(Math.round((80 * height) / width), Number(rows) + 4);
}, CALM);

pageTest("an image is dropped on the page", async (tab) => {
  await open(tab);
  const file = await tab.evaluateHandle((base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([data], "star.png", { type: "image/png" }));
    return carried;
  }, readFileSync(STAR).toString("base64"));
  await tab.dispatchEvent("main", "dragenter", { dataTransfer: file });
  assert.ok(await tab.isVisible("#veil"));
  await tab.dispatchEvent("main", "drop", { dataTransfer: file });
  assert.ok(await tab.isHidden("#veil"));
  await planned(tab, "star.png");
  assert.ok((await plan(tab)).equals(nativePlan(STAR, "-m", "search")));
}, CALM);

pageTest("every control has a name", async (tab) => {
  await open(tab);
  const nameless = await tab.evaluate(() =>
    [...document.querySelectorAll("button, input, select, canvas, progress")]
      .filter((one) => !one.ariaLabel && !one.labels?.length && !one.textContent.trim() &&
        !one.hasAttribute("aria-labelledby") && !one.closest("button"))
      .map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
}, CALM);

pageTest("one draws a sprite", async (tab) => {
  await open(tab);
  await tab.click("#draw");
  const part = (name) => tab.locator(`[data-part=${name}]`);
  await part("empty").click();
  await part("clear").click();
  await part("width").fill("6");
  await part("height").fill("4");
  await part("height").dispatchEvent("change");
  const box = await part("canvas").boundingBox();
  const at = (x, y) => [box.x + ((x + 0.5) * box.width) / 6, box.y + ((y + 0.5) * box.height) / 4];
  await tab.mouse.move(...at(0, 3));
  await tab.mouse.down();
  await tab.mouse.move(...at(5, 3));
  await tab.mouse.up();
  await part("canvas").focus();
  await tab.keyboard.press("3"); /* the third colour, one row up from where the pointer was */
  await tab.keyboard.press("ArrowUp");
  await tab.keyboard.press("Space");
  assert.match(await part("status").innerText(), /^column 6, row 3: colour 3$/);
  await screenshot(tab, "dropforge-editor");
  await part("print").click();
  await planned(tab, "drawing");
  const { bytes } = await download(tab, "[data-file=png]");
  const drawn = await imageSquares(tab, bytes);
  assert.deepEqual(drawn.map((row) => row.map((color) => (color ? 1 : 0)).join("")),
    ["000001", "111111"]);
  assert.notEqual(drawn[0][5], drawn[1][5]);
}, CALM);

pageTest("what cannot be printed is told", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "gap.png", 5, 5, (x, y) => [9, 9, 9, y === 2 ? 0 : 255]);
  await print(tab, file);
  assert.match(await tab.innerText("#about"), /1 empty row with an anchor/);
  assert.ok((await plan(tab)).equals(nativePlan(file, "-m", "search")));
  await set(tab, { width: 4 });
  await tab.waitForSelector("#refusal:not([hidden])");
  const told = await tab.innerText("#refusal p");
  assert.match(told, /on width 4/);
  assert.match(await tab.innerText("#mends"), /Width 9/);
  assert.doesNotMatch(told, /--/);
  await set(tab, { width: "" });
  await planned(tab, "gap.png");
  assert.ok(await tab.isHidden("#refusal"));
  const words = temporary("words.png");
  writeFileSync(words, "no image");
  await tab.setInputFiles("#file", words);
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /the browser cannot read this image/);
}, CALM);

pageTest("what takes long is cancelled", async (tab) => {
  await print(tab, STAR, { effort: 9 });
  await set(tab, { method: "best" });
  await tab.waitForSelector("#working:not([hidden])");
  await tab.waitForFunction(() => document.getElementById("progress").value > 0);
  await tab.click("#cancel");
  await tab.waitForSelector("#working", { state: "hidden" });
  assert.match(await tab.innerText("#status"), /^cancelled/);
  writeFileSync(temporary("star.drops"), await plan(tab));
  program("check", "star.drops", STAR);
  await tab.click("[data-file=gif]");
  await tab.waitForSelector("#working:not([hidden])");
  await tab.keyboard.press("Escape");
  await tab.waitForSelector("#working", { state: "hidden" });
}, CALM);

/* Planning to the end would take most of the time of all tests. */
longPageTest("samples are printed, as the first plan of each shows", async (tab) => {
  await open(tab);
  for (const sample of await tab.locator("#samples button").all()) {
    const name = (await sample.getAttribute("title")).toLowerCase();
    await sample.click();
    await tab.waitForFunction((wanted) =>
      document.getElementById("about").textContent.startsWith(`${wanted},`) &&
      !document.getElementById("result").inert, name);
    assert.ok(await tab.isHidden("#refusal"));
    const { bytes } = await download(tab, "[data-file=png]");
    writeFileSync(temporary(`${name}.png`), bytes);
    writeFileSync(temporary(`${name}.drops`), await plan(tab));
    program("check", `${name}.drops`, `${name}.png`);
  }
}, CALM);

pageTest("it does not move by itself where that is not wanted", async (tab) => {
  await print(tab, CHICK);
  assert.equal(await tab.getAttribute("#play", "aria-label"), "Play");
  assert.equal(await place(tab), await last(tab));
  assertPrinted(await squares(tab), await read(tab, CHICK));
}, { reducedMotion: "reduce" });

for (const [name, width, height] of variants([["phone", 390, 844], ["narrow", 360, 640]])) {
  pageTest(`it fits: ${name}`, async (tab) => {
    await print(tab, CHICK);
    await assertNoSideways(tab);
    await tab.tap("#back");
    assert.equal(await tab.getAttribute("#play", "aria-label"), "Play");
    await tab.check("#compare");
    await assertNoSideways(tab);
    const [wide, room] = await tab.locator("#screens").evaluate((one) =>
      [one.scrollWidth, one.parentElement.parentElement.clientWidth]);
    assert.ok(wide <= room, `the playfields take ${wide} pixels of ${room}`);
    await tab.locator("#screens").scrollIntoViewIfNeeded();
    await screenshot(tab, `dropforge-${name}`);
    await tab.tap("#draw");
    await assertNoSideways(tab);
    await screenshot(tab, `dropforge-${name}-editor`);
  }, { viewport: { width, height }, hasTouch: true, isMobile: true, colorScheme: "dark" });
}
