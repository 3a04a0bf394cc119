/* What the tests of all pages share: Debian's chromium, or the one that CHROMIUM names, driven by
 * playwright-core from npm, opens a page from its file. A page that asks the network for anything,
 * or that writes an error to the console, fails its test.
 *
 * A test script is run as  node --test-reporter=tap SCRIPT PAGE.html…  and begins
 *
 *     import { pageTest, page } from "./harness.mjs";
 *     pageTest("it opens", async (tab) => { … }); */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test, { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/* The files that the script was started with. */
export const files = process.argv.slice(2);

/* The first of them, as an address. */
export const page = pathToFileURL(path.resolve(files[0])).href;

/* The address of a page of this name in the folder that is the first of them. */
export const addressIn = (name) => pathToFileURL(path.resolve(files[0], `${name}.html`)).href;

/* The programs of each browser, and how they are started. */
const BROWSERS = {
  /* Without windows it takes two thirds of the time. */
  chromium: { programs: process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium-headless-shell", "chromium"],
    options: { args: ["--disable-dev-shm-usage", "--renderer-process-limit=1"], chromiumSandbox: process.getuid() !== 0 } }, /* root cannot have one */
  /* Of this channel playwright drives an unchanged Firefox. */
  firefox: { programs: ["firefox-esr", "firefox"], options: { channel: "moz-firefox" } },
};

/* What there is to test with, or a word about what is missing. With CI=true it must be there. */
function findBrowser(name) {
  const { programs } = BROWSERS[name];
  try {
    const require = createRequire(path.join(root, "build-npm/"));
    const kind = require("playwright-core")[name];
    /* It may tell that it did not find the others. */
    const [first] = spawnSync("which", programs, { encoding: "utf8" }).stdout.split("\n");
    if (!first) throw new Error(`no ${programs.join(" or ")}`);
    return { kind, program: first };
  } catch (error) {
    if (process.env.CI === "true") throw error;
    return { missing: `${name} or playwright-core is missing; run ./bootstrap test` };
  }
}

const found = {}; /* by name */
const running = {};
let kept = null; /* { key, context, tab } of the last test, for others with the same options */

async function open(name, options) {
  running[name] ??= await found[name].kind.launch({ executablePath: found[name].program, ...BROWSERS[name].options });
  return running[name].newContext({ viewport: { width: 1280, height: 800 }, ...options });
}

/* In a page from a file: takes away what pages from files have kept. */
async function forget() {
  localStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject, onblocked: reject }));
}

/* The context of the last test, if it had the same options, with nothing in it but a tab, which keeps the process of
   the pages and their compiled scripts: they open in two thirds of the time. Or another one. */
async function openAgain(name, options) {
  const key = JSON.stringify([name, options]);
  if (kept?.key !== key) {
    await kept?.context.close();
    const context = await open(name, options);
    kept = { key, context, tab: await context.newPage() };
    await kept.tab.goto(new URL("chick.png", import.meta.url).href);
  }
  for (const other of kept.context.pages()) if (other !== kept.tab) await other.close();
  await kept.tab.evaluate(forget);
  return kept.context;
}

after(() => Promise.all(Object.values(running).map((browser) => browser.close())));

/* Collects what a page must not do; it may ask its own `origin`. */
function watch(tab, wrongs, origin) {
  tab.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrongs.push(message.text());
  });
  tab.on("pageerror", (error) => wrongs.push(String(error)));
  tab.on("request", (request) => {
    const url = request.url();
    if (!/^(file|data|blob):/.test(url) && !(origin && url.startsWith(origin)))
      wrongs.push(`asks for ${url}`);
  });
}

/* A test case with a fresh tab (playwright's Page). `options` are those of a browser context,
 * such as {viewport, colorScheme, reducedMotion, hasTouch}, the `origin` of its requests, and the browser. */
export function pageTest(name, run, { origin, browser = "chromium", ...options } = {}) {
  found[browser] ??= findBrowser(browser);
  test(name, { skip: found[browser].missing }, async () => {
    /* What a server's pages keep is more: service workers. */
    const context = origin ? await open(browser, options) : await openAgain(browser, options);
    try {
      const tab = await context.newPage();
      const wrongs = [];
      watch(tab, wrongs, origin);
      await run(tab);
      assert.deepEqual(wrongs, []);
    } finally {
      if (origin) await context.close();
    }
  });
}

/* The options of a case that `make test` leaves to `make test-long`, */
export const long = process.env.DROPFORGE_TEST_QUICK ? { skip: "make test-long has it" } : {};

/* and such a case with a tab. */
export const longPageTest = long.skip ? (name) => test(name, long) : pageTest;

/* Variants of a case: `make test` tries the first one, `make test-long` all. */
export const variants = (all) => process.env.DROPFORGE_TEST_QUICK ? all.slice(0, 1) : all;

/* Opens a page and waits until nothing more is loaded; `hash` without the #. */
export async function visit(tab, hash = "", address = page) {
  await tab.goto(hash ? `${address}#${hash}` : address);
}

/* The page must not be wider than its window. */
export async function assertNoSideways(tab) {
  const [wide, seen] = await tab.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(wide <= seen, `the page is ${wide} pixels wide in a window of ${seen}`);
}

/* Nothing of what is shown is out of reach for those who see or hear little. Pages in frames are states of their own.
   Pages let in no scripts but their own. */
export async function assertAccessible(tab) {
  await tab.evaluate(readFileSync(path.join(root, "build-npm/node_modules/axe-core/axe.min.js"), "utf8"));
  const found = await tab.evaluate(async () => (await window.axe.run({ iframes: false })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`));
  assert.deepEqual(found, []);
}

/* A picture of the window for a person to look at, in the folder SCREENSHOTS, if that is set. */
export async function screenshot(tab, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await tab.screenshot({ path: path.join(folder, `${name}.png`) });
}

/* Notes what the page plays, from its next load on. */
export const recordSound = (tab) => tab.addInitScript(() => {
  window.heard = []; /* of each part its time and length in samples, and its greatest one */
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function startHeard(time) {
    const samples = this.buffer.getChannelData(0);
    window.heard.push([Math.round(time * 48000), samples.length, Math.max(...samples)]);
    return start.call(this, time);
  };
});

/* How many parts have been played. */
export const heard = (tab) => tab.evaluate(() => window.heard.length);

/* Turns the sound on by its button, and says that it was off. */
export async function turnSoundOn(tab) {
  assert.equal(await tab.getAttribute("#sound", "aria-pressed"), "false");
  assert.equal(await heard(tab), 0);
  await tab.click("#sound");
  assert.equal(await tab.getAttribute("#sound", "aria-pressed"), "true");
}

/* Waits for sound that is neither silent nor louder than the library makes it. */
export async function waitForSound(tab) {
  await tab.waitForFunction(() => window.heard.some(([, , peak]) => peak > 0));
  const peak = await tab.evaluate(() => Math.max(...window.heard.map(([, , level]) => level)));
  assert.ok(peak <= 29204 / 32768, `a peak of ${peak}`);
}
