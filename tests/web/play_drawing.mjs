/* Draws pictures in play.html; see play.mjs, which runs this. */
import assert from "node:assert/strict";
import { assertNoSideways, pageTest, screenshot, variants, visit } from "./harness.mjs";
import { begin, download, full, load, number, PHONE, press, runTicks } from "./play_page.mjs";

const HEART = "draw=heart&shape=1&seed=0";

/* Lets the printer draw to the end. */
async function watchEnd(tab) {
  await tab.keyboard.press("b");
  await tab.evaluate(() => {
    for (let i = 0; i < 6000 && document.body.dataset.mode === "playing"; i++) window.runTicks(1);
  });
  assert.equal(await tab.innerText("#cover-title"), "The picture is finished");
}

const parts = (seen) => seen.map((square) => square.split(",").map(Number));

pageTest("the picture is faint, and what is wrong lifts it", async (tab) => {
  await begin(tab, HEART);
  assert.equal(await tab.innerText("#score"), "0/16");
  const before = parts(await full(tab)).filter(([, y]) => y < 6);
  assert.equal(before.length, 16);
  assert.equal(Math.min(...before.map(([, y]) => y)), 0);
  await press(tab, "ArrowLeft", 6);
  await press(tab, "Space");
  assert.equal(await number(tab, "lines"), 2); /* rows to clear */
  await screenshot(tab, "play-drawing-wrong");
  await press(tab, "u");
  assert.equal(await number(tab, "pieces"), 0);
  assert.deepEqual(parts(await full(tab)).filter(([, y]) => y < 6), before);
});

pageTest("hints alone lead to the picture, and the printer plays the same pieces", async (tab) => {
  await begin(tab, HEART);
  await press(tab, "h");
  assert.match(await tab.innerText("#feat"), /to go\.|fits well/);
  await screenshot(tab, "play-drawing-hint");
  await watchEnd(tab);
  await tab.waitForFunction(() => /The printer takes \d+ pieces/.test(document.getElementById("cover-text").textContent), undefined, { polling: 50 });
  const text = await tab.innerText("#cover-text");
  const [, pieces] = text.match(/^(\d+) pieces/);
  const [, printer] = text.match(/takes (\d+) pieces/);
  assert.equal(pieces, printer); /* it drew both */
  assert.match(text, /1 hint\./);
  assert.equal(await tab.isVisible("#scores"), false);
  await screenshot(tab, "play-drawing-end");
  const { text: plan } = await download(tab, "#save");
  assert.match(plan, /^dropforge-drops/);
  assert.match(await tab.getAttribute("#film", "href"), /^dropforge\.html#plan=/);
});

pageTest("a hint that is asked for while rows clear comes with the next piece", async (tab) => {
  await begin(tab, HEART);
  await press(tab, "ArrowLeft", 6);
  await press(tab, "Space");
  await tab.keyboard.press("b");
  await tab.click("#ask-bot >> text=Let it play");
  await tab.evaluate(() => {
    const left = () => Number(document.getElementById("lines").textContent);
    for (let i = 0, before = left(); i < 3000 && left() >= before; i++) {
      before = left();
      window.runTicks(1);
    }
  });
  await tab.keyboard.press("b");
  await tab.keyboard.press("h");
  await runTicks(tab, 30);
  assert.match(await tab.innerText("#feat"), /to go\.|fits well/);
});

pageTest("a picture of one's own goes into a link", async (tab) => {
  await load(tab, "mode=practice");
  await tab.selectOption("#mode", "5");
  const png = await tab.evaluate(async () => {
    const canvas = new OffscreenCanvas(4, 2);
    const context = canvas.getContext("2d");
    context.fillStyle = "#3366cc";
    context.fillRect(0, 0, 4, 1);
    context.fillStyle = "#cc3333";
    context.fillRect(0, 1, 2, 1);
    context.fillRect(3, 1, 1, 1);
    context.fillRect(2, 1, 1, 1);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await tab.setInputFiles("#own-picture", { name: "mine.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await tab.waitForFunction(() => document.getElementById("picture").value === "own", undefined, { polling: 50 });
  await tab.waitForFunction(() => document.getElementById("score").textContent === "0/8", undefined, { polling: 50 });
  await tab.click("#go");
  await runTicks(tab, 2);
  await tab.evaluate(() => {
    window.copied = "";
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => (window.copied = text) } });
  });
  await press(tab, "p");
  await tab.click("#copy-link");
  const link = await tab.evaluate(() => window.copied);
  assert.match(link, /#draw=own&preview=5&seed=\d+&sprite=/);
  const other = await tab.context().newPage();
  await visit(other, link.split("#")[1]);
  await other.waitForSelector("body[data-mode=ready]");
  assert.equal(await other.innerText("#score"), "0/8");
  await other.close();
  /* Where there is no clipboard, as on pages that are not secure. */
  await tab.evaluate(() => {
    delete navigator.clipboard;
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
  await tab.click("#copy-link");
  await tab.waitForSelector("#cover-text >> text=The link is in the address bar");
  assert.equal(new URL(tab.url()).hash, `#${link.split("#")[1]}`);
});

pageTest("a photograph is read in a worker", async (tab) => {
  await load(tab, "draw=heart");
  const told = await tab.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000), context = canvas.getContext("2d");
    const sky = context.createLinearGradient(0, 0, 4000, 3000);
    ["#102040", "#e0b060", "#308050"].forEach((color, i) => sky.addColorStop(i / 2, color));
    context.fillStyle = sky;
    context.fillRect(0, 0, 4000, 3000);
    const files = new DataTransfer(), field = document.getElementById("own-picture");
    files.items.add(new File([await canvas.convertToBlob({ type: "image/jpeg" })], "photo.jpg"));
    for (const name of ["createImageBitmap", "ImageDecoder", "Image"])
      window[name] = () => { throw new Error(`${name} in the page`); };
    field.files = files.files;
    field.dispatchEvent(new Event("change"));
    return document.getElementById("cover-text").textContent;
  });
  assert.equal(told, "Reading photo.jpg …");
  await tab.waitForFunction(() => document.getElementById("picture").value === "own" &&
    document.getElementById("score").textContent !== "0/16", undefined, { polling: 50 });
  assert.equal(await tab.locator("#picture-view").getAttribute("width"), "10");
});

pageTest("the picture of the day, without hold and without a preview", async (tab) => {
  await begin(tab, "draw=daily&hold=0&preview=0");
  assert.equal(await tab.isEnabled("#hold"), false);
  assert.match(await tab.getAttribute("#next", "aria-label"), /^Next: *$/);
  assert.match(await tab.innerText("#score"), /^0\/\d+$/);
});

for (const [name, options] of variants([["phone", PHONE], ["desktop", {}], ["dark", { colorScheme: "dark" }]])) {
  pageTest(`a drawing fits: ${name}`, async (tab) => {
    await load(tab, "draw=tower&seed=3");
    await screenshot(tab, `play-drawing-${name}-ready`);
    await assertNoSideways(tab);
    await tab.click("#go");
    await runTicks(tab, 2);
    for (const key of ["ArrowLeft", "ArrowLeft", "Space", "Space", "h"]) await press(tab, key);
    await assertNoSideways(tab);
    const box = await tab.locator("#board").boundingBox();
    assert.ok(box.y + box.height <= tab.viewportSize().height, "the playfield is below the window");
    await screenshot(tab, `play-drawing-${name}`);
  }, options);
}
