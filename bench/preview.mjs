/* How soon dropforge.html shows a preview of a large photograph, and the longest task of its main thread meanwhile:
 *
 *     node bench/preview.mjs build/web/dropforge.html
 *
 * Needs ffmpeg, chromium and the packages of ./bootstrap test. The photographs are drawn by ffmpeg: a fractal, and noise,
 * which is the slowest to decode: of 48 megapixels it has 37 MB, for which libjpeg-turbo alone takes 0.37 CPU s at an
 * eighth of the size, and 0.61 at the whole. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROUNDS = 3;
const PICTURES = [["fractal", "mandelbrot=s=4000x3000"], ["fractal", "mandelbrot=s=4000x3000,scale=8000x6000"],
  ["noise", "color=gray:s=4000x3000,noise=alls=60"], ["noise", "color=gray:s=8000x6000,noise=alls=60"]];

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(path.join(root, "build-npm/"))("playwright-core");
const page = pathToFileURL(path.resolve(process.argv[2])).href;
const folder = mkdtempSync(path.join(os.tmpdir(), "dropforge-preview-"));

/* In the page: notes the longest task, and when the preview gets another size. */
function watch() {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask" });
  const input = document.querySelector("input[type=file]");
  input.addEventListener("change", () => { window.begun = performance.now(); }, { capture: true });
  new MutationObserver(() => { window.shown ??= window.begun && performance.now(); })
    .observe(document.getElementById("preview"), { attributes: true, attributeFilter: ["width"] });
}

async function measure(browser, file) {
  const tab = await browser.newPage();
  await tab.goto(page);
  await tab.waitForFunction(() => document.getElementById("stage").getAttribute("aria-busy") === "false");
  await tab.evaluate(watch);
  await tab.locator("input[type=file]").first().setInputFiles(file);
  await tab.waitForFunction(() => window.shown);
  await tab.waitForFunction(() => document.getElementById("stage").getAttribute("aria-busy") === "false", null,
    { timeout: 120000 });
  const made = await tab.evaluate(() => [window.shown - window.begun, window.longest]);
  await tab.close();
  return made;
}

const program = spawnSync("which", ["chromium-headless-shell", "chromium"], { encoding: "utf8" }).stdout.split("\n")[0];
const browser = await chromium.launch({ executablePath: program, chromiumSandbox: process.getuid() !== 0 });
console.log("picture  megapixels  MB  ms to the preview  ms of the longest task");
for (const [name, source] of PICTURES) {
  const file = path.join(folder, "photograph.jpg");
  execFileSync("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "1", "-q:v", "3", file]);
  const [width, height] = source.match(/.*[=:](\d+)x(\d+)/).slice(1).map(Number);
  for (let round = 0; round < ROUNDS; round++) {
    const [shown, longest] = await measure(browser, file);
    console.log(`${name}  ${width * height / 1e6}  ${(statSync(file).size / 1e6).toFixed(1)}  ${shown.toFixed(0)}  ${longest.toFixed(0)}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
