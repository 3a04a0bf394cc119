/* Uses the npm package in a browser, as it is installed: in a page and in a worker.
 *
 * usage: node --test-reporter=tap npm.mjs FOLDER PROGRAM */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { install, temporary, write } from "./npm_packed.mjs";
import { files, pageTest } from "./harness.mjs";

const ORIGIN = "http://dropforge.test/";
const [source, program] = files;
install(source);
write("index.html", `<!doctype html><title>dropforge</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "dropforge": "/node_modules/dropforge/dropforge.js" } }</script>
<canvas></canvas>`);
write("worker.js", `import { load } from "/node_modules/dropforge/dropforge.js";
const df = await load();
addEventListener("message", ({ data }) => {
  const progress = (come) => postMessage({ come });
  postMessage({ plan: df.print(data.image, { ...data.options, progress }).toString() });
});
postMessage({ ready: true });`);

/* The folder of the project as a site, without a server. */
async function visit(tab) {
  await tab.route(`${ORIGIN}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: temporary(pathname === "/" ? "index.html" : `.${pathname}`) });
  });
  await tab.goto(ORIGIN);
}

const run = (...words) =>
  execFileSync(path.resolve(program), words.map(String), { encoding: "utf8", stdio: "pipe" });

pageTest("it is imported, and draws on a canvas", async (tab) => {
  await visit(tab);
  const seen = await tab.evaluate(async () => {
    const { load } = await import("dropforge");
    const df = await load();
    const plan = df.print(["#.#", "###"], { width: 5, prepare: { inks: { "#": "#a040c0" } } });
    const film = plan.film().setLook({ square: 1, look: "flat", grid: false });
    const { width, height, data } = film.draw(film.frames - 1);
    const canvas = Object.assign(document.querySelector("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.putImageData(new ImageData(data, width, height), 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    let ink = 0;
    for (let i = 0; i < pixels.length; i += 4) ink += pixels[i] === 0xa0 && pixels[i + 1] === 0x40;
    return { ink, count: String(df.countTilings(10, 4)), same: plan.check(["#.#", "###"]).same };
  });
  assert.deepEqual(seen, { ink: 5, count: "796558", same: false });
}, { origin: ORIGIN });

pageTest("games are the program's", async (tab) => {
  await visit(tab);
  const plan = await tab.evaluate(async () => {
    const { load } = await import("dropforge");
    const df = await load({ wasm: fetch("/node_modules/dropforge/dropforge.wasm") });
    const game = df.bot().game({ seed: 7, maxPieces: 100 });
    await game.finish();
    return game.plan().toString();
  });
  assert.equal(plan, run("bot", "--seed", 7, "--max-pieces", 100, "-o", "-", "-f", "drops"));
}, { origin: ORIGIN });

pageTest("a worker plans, and tells how far it is", async (tab) => {
  await visit(tab);
  const { plan, came } = await tab.evaluate(() => new Promise((done, failed) => {
    const canvas = new OffscreenCanvas(12, 8);
    const context = canvas.getContext("2d");
    context.fillStyle = "#30a060";
    context.fillRect(2, 0, 8, 8);
    const image = context.getImageData(0, 0, 12, 8);
    const worker = new Worker("/worker.js", { type: "module" });
    let came = 0;
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.ready) worker.postMessage({ image, options: { width: 11 } });
      if (data.come) came++;
      if (data.plan) done({ plan: data.plan, came });
    };
  }));
  assert.ok(came > 0);
  const native = JSON.parse(run("replay", write("plan.drops", plan), "--json"));
  assert.equal(native.drops, plan.split("\n").filter((line) => /^[IOTSZJL] /.test(line)).length);
}, { origin: ORIGIN });
