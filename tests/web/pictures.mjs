/* The images that dropforge.html reads: files of all kinds, their frames, photographs.
 *
 * usage: node --test-reporter=tap pictures.mjs dropforge.html dropforge.wasm PROGRAM */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { assertAccessible, longPageTest, pageTest, screenshot, variants, visit } from "./harness.mjs";
import {
  download, framesOf, imageSquares, nativePlan, open, planned, program, set, temporary, writePng,
} from "./dropforge_page.mjs";

const { GIFEncoder } = createRequire(new URL("../../build-npm/", import.meta.url))("gifenc");

const CHICK = fileURLToPath(new URL("chick.png", import.meta.url));
const CALM = { reducedMotion: "reduce" };

const plan = async (tab) => (await download(tab, "[data-file=drops]")).bytes;

/* A film of few colours, whose frames are pictures. */
function writeFilm() {
  writeFileSync(temporary("film.gif"), program("print", CHICK, "-m", "search", "--square", 1, "--look", "flat",
    "--no-grid", "--max-frames", 9, "--background", "#123456", "-o", "-", "-f", "gif"));
  return temporary("film.gif");
}

/* A film of three pictures that a game can print one after the other, played three times. */
function writeDancer() {
  const gif = GIFEncoder();
  for (const [delay, ...rows] of [[200, ".rr.", "rrrr", "r..b"], [0, "r..r", "rrrr", "bbbb"], [730, ".rr.", "r.br", "rrrr"]])
    gif.writeFrame(Uint8Array.from(rows.join(""), (letter) => ".rb".indexOf(letter)), 4, 3,
      { palette: [[0, 0, 0], [208, 16, 32], [16, 32, 208]], transparent: true, delay, dispose: 2, repeat: 2 });
  gif.finish();
  writeFileSync(temporary("dancer.gif"), gif.bytes());
  return temporary("dancer.gif");
}

for (const [name, prepare] of variants([
  ["the browser's decoder", () => {}],
  ["our own decoder", () => {
    window.Blob = class extends Blob { /* which a worker is made of */
      constructor(parts, options) {
        super(options?.type === "text/javascript" ? ["delete self.ImageDecoder;", ...parts] : parts, options);
      }
    };
  }]])) {
  pageTest(`a frame of an animation is chosen: ${name}`, async (tab) => {
    const film = writeFilm();
    await tab.addInitScript(prepare);
    await open(tab);
    await tab.setInputFiles("#file", film);
    await tab.waitForSelector("#frames:not([hidden])");
    assert.equal(await tab.innerText("#frame-count"), "of 9");
    for (const number of [9, 2]) {
      await set(tab, { colors: 3, "transparent-color": "#123456", transparent: true, anchor: true,
        pieces: "any", frame: number, method: "search" });
      await planned(tab, "film.gif");
      const native = nativePlan(film, "--frame", number, "-m", "search", "--colors", 3, "--transparent",
        "#123456", "--anchor", "--pieces", "any", "--alpha-threshold", 128);
      assert.ok((await plan(tab)).equals(native), `frame ${number}`);
    }
    await tab.click("[aria-label='Sample: Ghost']");
    await tab.waitForSelector("#frames", { state: "hidden" });
  }, CALM);
}

/* Whether a film of the finished frames alone is offered, or not. */
const offersFrames = (tab, isOffered) =>
  tab.locator("#frames-only").evaluate((field, offered) => field.parentElement.hidden !== offered, isOffered);

pageTest("all frames of an animation are printed with free pieces, and the finished ones are a film", async (tab) => {
  const film = writeDancer();
  await open(tab);
  await tab.setInputFiles("#file", film);
  await tab.waitForSelector("#frames:not([hidden])");
  await planned(tab, "dancer.gif");
  assert.ok(await offersFrames(tab, false));
  await tab.check("#all-frames");
  await planned(tab, "dancer.gif");
  assert.ok(await tab.isChecked("#kind-free"));
  assert.equal(await tab.inputValue("#method"), "best");
  assert.match(await tab.innerText("#about"), /, 3.frames$/);
  const text = await plan(tab);
  assert.equal(String(text), String(nativePlan(film, "--all-frames")));
  writeFileSync(temporary("free.drops"), text);
  program("check", "free.drops", film, "--all-frames");
  for (const only of [false, true]) {
    await set(tab, { "film-square": 4, motion: "land", "frames-only": only });
    const { name, bytes } = await download(tab, "[data-file=gif]");
    assert.equal(name, "dancer.gif");
    assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, program("replay", "free.drops", "--square", 4,
      "--motion", "land", "--max-frames", 3000, "--speed", 200, ...only ? ["--frames-only"] : [], "-o", "-", "-f", "gif")));
  }
  if (await tab.isVisible("[data-file=mp4]"))
    assert.equal((await download(tab, "[data-file=mp4]")).bytes.toString("latin1", 4, 8), "ftyp");
  await screenshot(tab, "dropforge-all-frames");
  const hash = new URL(tab.url()).hash.slice(1);
  assert.match(hash, /&frames-only=1$/);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "game");
  assert.ok((await plan(tab)).equals(text));
  assert.ok(await tab.isChecked("#frames-only") && await offersFrames(tab, true));
}, CALM);

longPageTest("all frames of an animation are printed in one game, and downloaded as one film", async (tab) => {
  const film = writeDancer();
  await open(tab);
  await tab.setInputFiles("#file", film);
  await tab.waitForSelector("#frames:not([hidden])");
  await tab.check("#all-frames");
  await tab.click("text=Real game");
  await planned(tab, "dancer.gif");
  assert.match(await tab.innerText("#about"), /, 3.frames$/);
  const words = ["--all-frames", "--deal", "bag", "--hold", "--pieces", "any"];
  const text = await plan(tab);
  assert.equal(String(text), String(nativePlan(film, ...words)));
  assert.match(await tab.innerText("#status"), /dancer\.drops is ready/);
  assert.match(await tab.innerText("#figures"), /frames\s+3/);
  await set(tab, { "film-square": 4, motion: "land", "film-frames": 200 });
  const { name, bytes } = await download(tab, "[data-file=gif]");
  assert.equal(name, "dancer.gif");
  writeFileSync(temporary("all.drops"), text);
  assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, program("replay", "all.drops", "--square", 4,
    "--motion", "land", "--max-frames", 200, "--speed", 200, "-o", "-", "-f", "gif")));
  await screenshot(tab, "dropforge-frames");
  /* A link has the plan of all of them. */
  const hash = new URL(tab.url()).hash.slice(1);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "game");
  assert.ok((await plan(tab)).equals(text));
}, CALM);

pageTest("a tile of a sheet is chosen in the grid, or all of them", async (tab) => {
  await open(tab);
  const colors = [[208, 16, 32], [16, 32, 208], [16, 160, 48], [208, 16, 32]];
  const file = await writePng(tab, "sheet.png", 16, 16, (x, y) => {
    const at = Math.floor(x / 8) + 2 * Math.floor(y / 8), isIn = x % 8 > 0 && x % 8 < 6 && y % 8 > at && y % 8 < 7;
    return isIn ? [...colors[at], 255] : [0, 0, 0, 0];
  });
  await tab.setInputFiles("#file", file);
  await tab.waitForSelector("#sheet:not([hidden])");
  assert.equal(await tab.innerText("#frame-count"), "of 4");
  const check = async (tile, message) => {
    await planned(tab, "sheet.png");
    assert.ok((await plan(tab)).equals(nativePlan(file, "-m", "search", "--tile", tile)), message);
  };
  await check(1, "the first");
  const { width, height } = await tab.locator("#sheet").boundingBox();
  await tab.click("#sheet", { position: { x: width / 4, y: 0.75 * height } });
  assert.equal(await tab.inputValue("#frame"), "3");
  await check(3, "of a click");
  await screenshot(tab, "dropforge-sheet");
  await assertAccessible(tab);
  await tab.check("#whole-sheet");
  await check("keep", "all");
  await tab.check("#all-frames");
  assert.ok(!await tab.isChecked("#whole-sheet"));
  await planned(tab, "sheet.png");
  assert.ok((await plan(tab)).equals(nativePlan(file, "--tiles", "8x8", "--all-frames")));
  assert.match(await tab.innerText("#figures"), /frames\s+4/);
}, CALM);

pageTest("a picture has the colours of a palette, built in or of a file", async (tab) => {
  await open(tab);
  await tab.setInputFiles("#file", CHICK);
  await set(tab, { palette: "pico-8" });
  await planned(tab, "chick.png");
  assert.ok((await plan(tab)).equals(nativePlan(CHICK, "-m", "search", "--palette", "pico-8")));
  for (const [name, text] of [["two.hex", "102030\r\nf0e0d0\r\n"], ["two.gpl", "GIMP Palette\nName: two\n#\n 16  32 48\tnight\n240 224 208 day\n"]]) {
    writeFileSync(temporary(name), text);
    await tab.setInputFiles("#palette-file", temporary(name));
    await tab.waitForFunction((wanted) => document.getElementById("palette").selectedOptions[0].text === wanted, name);
    await planned(tab, "chick.png");
    assert.ok((await plan(tab)).equals(nativePlan(CHICK, "-m", "search", "--palette", temporary(name))), name);
  }
  writeFileSync(temporary("none.hex"), "night\n");
  await tab.setInputFiles("#palette-file", temporary("none.hex"));
  await tab.waitForSelector("#refusal:not([hidden])");
}, CALM);

pageTest("a photograph is read in a worker, and what is saved is of it", async (tab) => {
  await open(tab);
  const seen = await tab.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext("2d");
    const sky = context.createLinearGradient(0, 0, 4000, 3000);
    ["#102040", "#e0b060", "#308050"].forEach((color, i) => sky.addColorStop(i / 2, color));
    context.fillStyle = sky;
    context.fillRect(0, 0, 4000, 3000);
    const file = new File([await canvas.convertToBlob({ type: "image/jpeg" })], "photo.jpg");
    for (const name of ["createImageBitmap", "ImageDecoder", "Image"])
      window[name] = () => { throw new Error(`${name} in the page`); };
    const files = new DataTransfer();
    files.items.add(file);
    const field = document.getElementById("file");
    field.files = files.files;
    field.dispatchEvent(new Event("change"));
    return ["about", "result"].map((id) => document.getElementById(id)).map((part) => part.inert || part.textContent);
  });
  assert.deepEqual(seen, ["Reading photo.jpg …", true]);
  await tab.waitForFunction(() => document.getElementById("about").textContent.startsWith("photo.jpg, "));
  await set(tab, { "fit-width": 12, colors: 1, method: "search" });
  await planned(tab, "photo.jpg");
  const { name, bytes } = await download(tab, "[data-file=png]");
  assert.equal(name, "photo.png");
  assert.equal(bytes.readUInt32BE(16), 12, "its width");
}, CALM);

/* Files of other kinds, of blue on red: a PNG would be 3 × 2 squares. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2" shape-rendering="crispEdges">' +
  '<path fill="#d01020" d="M0 0h3v2H0z"/><path fill="#1020d0" d="M1 1h1v1H1z"/></svg>';

pageTest("a drawing in SVG is printed, also one that does not say how large it is", async (tab) => {
  await open(tab);
  const [red, blue] = ["#d01020", "#1020d0"];
  const sizeless = SVG.replace('width="3" height="2"', 'viewBox="0 0 8 4"').replace("h3v2", "h8v4");
  const wide = Array(8).fill(red), flag = [[red, red, red], [red, blue, red]];
  for (const [name, drawing, wanted] of [["flag.svg", SVG, flag],
    ["box.svg", sizeless, [wide, wide.with(1, blue), wide, wide]]]) {
    writeFileSync(temporary(name), drawing);
    await tab.setInputFiles("#file", temporary(name));
    await planned(tab, name);
    const { bytes } = await download(tab, "[data-file=png]");
    assert.deepEqual(await imageSquares(tab, bytes), wanted);
  }
}, CALM);

longPageTest("photographs of all kinds are read", async (tab) => {
  await open(tab);
  for (const [kind, type] of [["jpg", "jpeg"], ["webp", "webp"], ["avif", "avif"], ["bmp", "bmp"]]) {
    const file = temporary(`photo.${kind}`);
    try {
      execFileSync("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=16x8,format=yuv420p",
        "-frames:v", "1", file]);
    } catch {
      continue; /* it writes no such files here */
    }
    await tab.setInputFiles("#file", file);
    await planned(tab, `photo.${kind}`);
    assert.match(await tab.innerText("#about"), /16 × 8, 1.colour$/);
    assert.ok((await tab.getAttribute("#file", "accept")).includes(`image/${type}`));
  }
}, CALM);
