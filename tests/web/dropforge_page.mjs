/* What the tests of the printer's page share: the page's parts, its canvases as squares, image
 * files, and the native program beside it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { files, visit } from "./harness.mjs";

const PLAN_LIMIT = 120000; /* milliseconds; only a page that hangs needs them */
const ONE_SQUARE = "sprite=AQEBAAEiIiIB&method=search&effort=0";

const folder = mkdtempSync(path.join(os.tmpdir(), "dropforge-printer-"));
after(() => rmSync(folder, { recursive: true }));

/* The file of this name that the tests write. */
export const temporary = (name) => path.join(folder, name);

export const sprite = (name) =>
  fileURLToPath(new URL(`../data/sprites/${name}.png`, import.meta.url));

/* Runs the native program. */
export const program = (...words) => execFileSync(path.resolve(files[2]), words.map(String), { cwd: folder });

/* The plan that the native program makes with the effort of the page that is opened, as text. */
export const nativePlan = (...words) => program("print", ...words, "--effort", 0, "-o", "-", "-f", "drops");

/* Waits until what is on the stage is the plan of the picture of this name, as it was asked for
 * last. */
export async function planned(tab, name) {
  await tab.waitForFunction((wanted) =>
    document.getElementById("about").textContent.startsWith(`${wanted},`) &&
    document.getElementById("stage").getAttribute("aria-busy") === "false",
  name, { timeout: PLAN_LIMIT });
  await tab.locator("#numbers").evaluate((one) => { one.open = true; });
  const refusal = tab.locator("#refusal");
  assert.ok(await refusal.isHidden(), await refusal.innerText());
}

/* Sets fields of the form by their ids, as soon as they can be reached. */
export async function set(tab, fields) {
  for (const [id, value] of Object.entries(fields)) {
    const field = tab.locator(`#${id}`);
    await field.evaluate((one) => { one.closest("details")?.setAttribute("open", ""); });
    await tab.waitForFunction((name) => document.getElementById(name).closest("[inert]") === null, id,
      { timeout: PLAN_LIMIT });
    if (typeof value === "boolean") await field.setChecked(value);
    else if ((await field.evaluate((one) => one.tagName)) === "SELECT")
      await field.selectOption(value);
    else {
      await field.fill(String(value));
      await field.dispatchEvent("change");
    }
  }
}

/* Opens the page with a picture that takes no time, with the method search and with no effort. */
export async function open(tab) {
  await visit(tab, ONE_SQUARE);
  await planned(tab, "shared");
}

/* Opens the page, chooses an image file, and sets fields; the name is the file's. */
export async function print(tab, file, fields = {}) {
  const name = path.basename(file);
  await open(tab);
  await tab.setInputFiles("#file", file);
  await tab.waitForFunction((wanted) =>
    document.getElementById("about").textContent.startsWith(`${wanted},`), name);
  await set(tab, fields);
  await planned(tab, name);
  return name;
}

/* What a click on a button downloads, as bytes. */
export async function download(tab, button) {
  const [file] = await Promise.all([
    tab.waitForEvent("download", { timeout: PLAN_LIMIT }), tab.click(button)]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/* Goes to a drop by the slider. */
export async function scrub(tab, drop) {
  await tab.locator("#scrub").fill(String(drop));
  assert.equal(await tab.inputValue("#scrub"), String(drop));
}

/* The colours in the middle of all squares of a canvas, '#rrggbb' or '' for clear, rows from the
 * top. */
async function readSquares(tab, columns, rows, handle) {
  return handle.evaluate((canvas, [width, height]) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const [x, y] = [canvas.width / width, canvas.height / height];
    return Array.from({ length: height }, (_, row) => Array.from({ length: width }, (__, column) => {
      const place = 4 * (Math.floor((row + 0.5) * y) * canvas.width + Math.floor((column + 0.5) * x));
      const [red, green, blue, alpha] = data.slice(place, place + 4);
      const hex = ((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0");
      return alpha === 0 ? "" : `#${hex}`;
    }));
  }, [columns, rows]);
}

/* The playfield as it is seen; screen 0 is the page's own plan, 1 the article's. */
export async function squares(tab, screen = 0) {
  const canvas = await tab.$(`#screen-${screen} canvas`);
  const [, width, height] = (await canvas.getAttribute("aria-label")).match(/(\d+) by (\d+)/);
  return readSquares(tab, Number(width), Number(height), canvas);
}

/* An image file, each of its pixels a square; or the last frame of a GIF, of so many columns and
 * rows. */
export async function imageSquares(tab, bytes, { type = "image/png", size } = {}) {
  const handle = await tab.evaluateHandle(async ([base64, kind]) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: kind });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const frameIndex = decoder.tracks.selectedTrack.frameCount - 1;
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    canvas.getContext("2d").drawImage(image, 0, 0);
    image.close();
    decoder.close();
    return canvas;
  }, [bytes.toString("base64"), type]);
  const whole = await handle.evaluate((canvas) => [canvas.width, canvas.height]);
  return readSquares(tab, ...(size ?? whole), handle);
}

/* Each frame of a GIF: how long it is shown, and a hash of its pixels; and how often all are repeated. */
export const framesOf = (tab, bytes) => tab.evaluate(async (base64) => {
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: "image/gif" });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const frames = [[decoder.tracks.selectedTrack.repetitionCount]];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const pixels = new Uint32Array(image.displayWidth * image.displayHeight);
    await image.copyTo(pixels, { format: "RGBA" });
    const hash = pixels.reduce((sum, pixel) => (Math.imul(sum, 31) + pixel) | 0, 0);
    frames.push([image.displayWidth, image.displayHeight, image.duration, hash]);
    image.close();
  }
  return frames;
}, bytes.toString("base64"));

/* A picture without its clear border. */
export function trimmed(rows) {
  const full = rows.filter((row) => row.some((color) => color !== ""));
  const columns = full[0].map((_, x) => full.some((row) => row[x] !== ""));
  const [left, right] = [columns.indexOf(true), columns.lastIndexOf(true)];
  return full.map((row) => row.slice(left, right + 1));
}

/* The playfield has exactly this picture, on its floor, and nothing else. */
export function assertPrinted(field, picture) {
  const empty = field[0][0];
  const seen = trimmed(field.map((row) => row.map((color) => (color === empty ? "" : color))));
  assert.deepEqual(seen, trimmed(picture));
  assert.ok(field.at(-1).some((color) => color !== empty), "it stands on the floor");
}

/* A PNG file of pixels, each [red, green, blue, alpha] of `pixelAt(x, y)`. What a browser writes
 * need not be these very pixels where they are partly transparent, but it is a file. */
export async function writePng(tab, name, width, height, pixelAt) {
  const rgba = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgba.push(...pixelAt(x, y));
  const bytes = await tab.evaluate(async ([wide, high, pixels]) => {
    const canvas = new OffscreenCanvas(wide, high);
    const image = new ImageData(Uint8ClampedArray.from(pixels), wide, high);
    canvas.getContext("2d").putImageData(image, 0, 0);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }, [width, height, rgba]);
  writeFileSync(temporary(name), Buffer.from(bytes));
  return temporary(name);
}
