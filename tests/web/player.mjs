/* The player in frames of other pages, the example of that, and all pages as one site: their header, and
 * without a network.
 *
 * usage: node --test-reporter=tap player.mjs player.html player.wasm PROGRAM */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { assertNoSideways, files, pageTest, recordSound, screenshot, turnSoundOn, visit, waitForSound } from "./harness.mjs";

const folder = path.dirname(path.resolve(files[0]));
const CHICK = fileURLToPath(new URL("chick.png", import.meta.url));
const CALM = { reducedMotion: "reduce" };
const PAGES = ["dropforge", "play", "example", "player", "404"];

const address = (name) => pathToFileURL(path.join(folder, `${name}.html`)).href;
const program = (...words) => execFileSync(path.resolve(files[2]), words.map(String));
const drops = program("print", CHICK, "-m", "search", "-o", "-", "-f", "drops");
const packed = deflateRawSync(drops).toString("base64url");
const count = String(drops).match(/^[IOTSZJL] [NESW] /gm).length;

const isPlaying = (tab) => tab.waitForFunction(() =>
  document.getElementById("scrub").valueAsNumber > 0 &&
  document.getElementById("play").getAttribute("aria-label") === "Pause");

/* The colours of the canvas, each once, the most frequent first. */
const colors = (tab) => tab.locator("#field").evaluate((canvas) => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const key = `#${[0, 1, 2].map((j) => data[i + j].toString(16).padStart(2, "0")).join("")}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([key]) => key);
});

/* The folder of the pages from a server, which is there before the first test begins. */
const types = { ".html": "text/html", ".js": "text/javascript" };
const server = http.createServer((request, response) => {
  const name = path.basename(new URL(request.url, "http://localhost").pathname);
  try {
    const bytes = readFileSync(path.join(folder, name));
    response.writeHead(200, { "content-type": types[path.extname(name)] ?? "application/octet-stream" });
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
after(() => server.close());
const origin = `http://localhost:${server.address().port}`;

pageTest("a plan in the address is played", async (tab) => {
  await recordSound(tab);
  await visit(tab, `plan=${packed}&speed=0.25`);
  await isPlaying(tab);
  await turnSoundOn(tab);
  await waitForSound(tab);
  assert.equal(await tab.getAttribute("#scrub", "max"), String(count));
  await tab.click("#play");
  assert.equal(await tab.getAttribute("#play", "aria-label"), "Play");
}, { viewport: { width: 320, height: 600 } });

pageTest("it shows the end where nothing is to move, in the look that was asked for", async (tab) => {
  const wishes = new URLSearchParams({ drops: String(drops), look: "flat", grid: "0", background: "0a3050" });
  await visit(tab, String(wishes));
  await tab.waitForSelector("#bar:not([hidden])");
  assert.equal(await tab.inputValue("#scrub"), String(count));
  const wanted = [...String(drops).matchAll(/^color [A-Z] (#[0-9a-f]{6})$/gm)].map(([, color]) => color);
  const seen = await colors(tab);
  assert.equal(seen[0], "#0a3050");
  for (const color of wanted) assert.ok(seen.includes(color));
  await assertNoSideways(tab);
  await tab.keyboard.press("Home");
  assert.equal(await tab.inputValue("#scrub"), "0");
  assert.deepEqual(await colors(tab), ["#0a3050"]);
}, { ...CALM, viewport: { width: 240, height: 320 } });

pageTest("what cannot be played is told", async (tab) => {
  const head = "dropforge-drops 1\nfield 10 20\n", link = (text) => `plan=${deflateRawSync(text).toString("base64url")}`;
  for (const [hash, words] of [[link(head + "#".repeat(6e7)), /more than 4 MB; open the file/],
    [link(head + "I N 0 0\n".repeat(200001)), /more than 200,000 drops;/], ["", /there is no plan/], ["plan=AAAA", /damaged/], ["drops=x", /first line|begin|header/i],
    [`drops=${encodeURIComponent(String(drops).replace(/^J . \d+/m, "J N 99"))}`, /./]]) {
    await tab.goto("about:blank");
    await visit(tab, hash);
    await tab.waitForSelector("#refusal:not([hidden])");
    assert.match(await tab.innerText("#refusal"), words);
    assert.ok(await tab.isHidden("#bar"));
    const box = await tab.locator("#refusal").boundingBox();
    assert.ok(Math.abs(2 * box.y + box.height - tab.viewportSize().height) <= 2, "it is in the middle");
  }
});

pageTest("the example plays its plans in frames and elements", async (tab) => {
  await visit(tab, "", address("example"));
  const frames = async () => tab.frames().slice(1);
  await tab.locator("dropforge-player").scrollIntoViewIfNeeded();
  await tab.waitForFunction(() => document.querySelector("dropforge-player").shadowRoot !== null);
  for (let i = 0; i < 100 && (await frames()).length < 2; i++) await tab.waitForTimeout(50);
  for (const frame of await frames()) {
    await frame.waitForSelector("#bar:not([hidden])");
    assert.ok(Number(await frame.getAttribute("#scrub", "max")) > 10);
    assert.ok(await frame.evaluate(() =>
      document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  }
  await assertNoSideways(tab);
  await screenshot(tab, "example");
}, CALM);

pageTest("the line of HTML that the printer copies plays the plan", async (tab) => {
  await visit(tab, "", address("dropforge"));
  await tab.waitForSelector("body.ready");
  const text = await tab.evaluate(async () => {
    const copied = new Promise((resolve) => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (line) => resolve(line) } });
    });
    document.getElementById("embed").click();
    return copied;
  });
  assert.ok(text.length < 2000, `${text.length} letters`);
  assert.match(await tab.innerText("#status"), /clipboard/);
  await tab.evaluate((html) => {
    document.body.insertAdjacentHTML("afterbegin", html.replace('loading="lazy"', ""));
  }, text);
  const frame = await (await tab.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("#bar:not([hidden])");
  assert.equal(await frame.getAttribute("#scrub", "max"), "115");
  const [wide, room] = await frame.evaluate(() => [document.getElementById("field").clientWidth, innerWidth]);
  assert.equal(wide, room, "the frame is as large as the film");
}, CALM);

pageTest("pages let in nothing but what is theirs", async (tab) => {
  for (const name of ["clear", ...PAGES]) {
    await tab.goto("about:blank");
    await visit(tab, name === "player" ? `plan=${packed}` : "", address(name));
    const policy = await tab.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /;script-src 'wasm-unsafe-eval'( 'self' file:)?( 'sha256-[\w+/=]{44}')+$/);
  }
}, CALM);

pageTest("pages have one header that links them", async (tab) => {
  const headers = [];
  for (const name of ["dropforge", "play", "clear", "example"]) {
    await visit(tab, "", address(name));
    const links = await tab.locator(".pages a").evaluateAll((all) =>
      all.map((one) => [one.getAttribute("href"), one.textContent]));
    assert.equal(await tab.getAttribute(".pages [aria-current=page]", "href"), `${name}.html`);
    headers.push(links);
  }
  assert.deepEqual(headers[0].map(([href]) => href), ["dropforge.html", "play.html", "clear.html", "example.html"]);
  for (const other of headers) assert.deepEqual(other, headers[0]);
}, CALM);

pageTest("from a server pages can be installed, and work without a network", async (tab) => {
  await visit(tab, "", `${origin}/dropforge.html`);
  await tab.waitForSelector("body.ready");
  const { href } = await tab.locator("link[rel=manifest]").evaluate((one) => ({ href: one.href }));
  const manifest = JSON.parse(decodeURIComponent(href.slice(href.indexOf(",") + 1)));
  assert.equal(manifest.start_url, `${origin}/dropforge.html`);
  assert.equal(manifest.display, "standalone");
  assert.match(manifest.icons[0].src, /^data:image\/svg\+xml,/);
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let kept = 0; kept < 6; await new Promise((resolve) => setTimeout(resolve, 50)))
      kept = (await (await caches.open("dropforge")).keys()).length;
  });
  await tab.context().setOffline(true);
  for (const name of ["dropforge", "play", "clear", "example"]) {
    await visit(tab, "", `${origin}/${name}.html`);
    assert.equal(await tab.getAttribute(".pages [aria-current=page]", "href"), `${name}.html`);
  }
}, { ...CALM, origin });
