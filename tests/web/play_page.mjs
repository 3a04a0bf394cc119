/* The page of the game as its tests drive it: a clock that they keep, and the playfield as squares. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { download as downloadFilm, planned, set } from "./dropforge_page.mjs";
import { files, visit } from "./harness.mjs";

export const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/* Runs the program; its standard output. */
export const run = (words, input = "") => execFileSync(files[2], words, { encoding: "utf8", input });

/* In the page: frames come when the test says so, one for each tick. */
function prepare() {
  let frames = new Map(), now = 0, count = 0;
  window.requestAnimationFrame = (run) => {
    frames.set(++count, run);
    return count;
  };
  window.cancelAnimationFrame = (id) => frames.delete(id);
  window.runTicks = (ticks) => {
    for (let i = 0; i < ticks; i++) {
      const due = frames;
      frames = new Map();
      now += 1000 / 60;
      for (const run of due.values()) run(now);
    }
  };
  /* The colours of the squares, row by row from the top; "" for an empty one. With `spawning`
     begins with the rows above the playfield. */
  window.readBoard = (spawning = false) => {
    const canvas = document.getElementById("board");
    const copy = Object.assign(document.createElement("canvas"),
      { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const [columns, rows] = canvas.getAttribute("aria-label").match(/\d+/g).map(Number);
    const size = canvas.width / columns;
    const above = canvas.height / size - rows;
    const first = spawning ? 0 : above;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const ground = getComputedStyle(canvas).getPropertyValue("--stage").trim();
    return Array.from({ length: rows + above - first }, (_, y) =>
      Array.from({ length: columns }, (_, x) => {
        const at = 4 * (Math.floor((first + y + 0.5) * size) * canvas.width + Math.floor((x + 0.5) * size));
        const rgb = [...data.slice(at, at + 3)];
        const color = `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
        return color === ground ? "" : color;
      }));
  };
}

export const runTicks = (tab, count) => tab.evaluate((ticks) => window.runTicks(ticks), count);
export const readBoard = (tab, spawning) => tab.evaluate((whole) => window.readBoard(whole), spawning);
export const number = async (tab, id) => Number((await tab.innerText(`#${id}`)).replaceAll(",", ""));

export async function load(tab, hash = "") {
  await tab.addInitScript(prepare);
  await visit(tab, hash);
  await tab.waitForSelector("body[data-mode=ready]");
}

/* Opens the page and begins; the first piece has come in from above. */
export async function begin(tab, hash) {
  await load(tab, hash);
  await tab.click("#go");
  await runTicks(tab, 2);
}

/* The same of the program. */
export const FILM =
  "--theme modern --square 10 --motion land --duration 1 --end-card Ende".split(" ");

/* Makes a film of a game on the printer's page: a GIF of one second. The page has a tab of its own,
 * where frames come by themselves; playwright waits by them. */
export async function makeFilm(context, hash, address) {
  const tab = await context.newPage();
  await visit(tab, hash, address);
  await planned(tab, "game");
  await set(tab, { theme: "modern", motion: "land", duration: 1, "film-frames": "", "film-square": 10,
    "end-card": "Ende" });
  const { bytes } = await downloadFilm(tab, "[data-file=gif]");
  await tab.close();
  return bytes;
}

/* Writes files into a folder that is there as long as `use` runs, which has their paths. */
export function withFiles(contents, use) {
  const folder = mkdtempSync(path.join(tmpdir(), "dropforge-play-"));
  try {
    const paths = Object.entries(contents).map(([name, content]) => {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    });
    return use(...paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/* The squares that are full, as "column,row" from the floor. */
export async function full(tab) {
  const rows = (await readBoard(tab)).reverse();
  return rows.flatMap((row, y) => row.flatMap((color, x) => (color ? [`${x},${y}`] : [])));
}

export async function press(tab, key, times = 1) {
  for (let i = 0; i < times; i++) {
    await tab.keyboard.press(key);
    await runTicks(tab, 1);
  }
}

/* Lets the bot play so many pieces; the next one has just come in. */
export async function letBotPlay(tab, pieces) {
  await tab.keyboard.press("b");
  await tab.evaluate((count) => {
    const now = () => Number(document.getElementById("pieces").textContent.replaceAll(",", ""));
    for (let i = 0; i < 20000 && now() < count; i++) window.runTicks(1);
  }, pieces);
  assert.equal(await number(tab, "pieces"), pieces);
}

export async function loseAll(tab) {
  await tab.focus("#board");
  for (let i = 0; i < 60 && !(await tab.isVisible("#cover")); i++) await press(tab, "Space");
  assert.equal(await tab.innerText("#cover-title"), "Game over");
}

/* Saves a file by a button of the page, and its text. */
export async function download(tab, button) {
  const [file] = await Promise.all([tab.waitForEvent("download"), tab.click(button)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}
