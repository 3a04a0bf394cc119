/* The pages in Firefox: each opens without an error at three sizes, which the long tests try, and does its work once.
 *
 * usage: node --test-reporter=tap firefox.mjs FOLDER */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { addressIn, assertAccessible, assertNoSideways, longPageTest, pageTest, screenshot, visit } from "./harness.mjs";

const FIREFOX = { browser: "firefox", reducedMotion: "reduce" };
const CHICK = fileURLToPath(new URL("chick.png", import.meta.url));

for (const [width, height] of [[390, 844], [820, 1180], [1440, 900]])
  longPageTest(`all pages open, ${width} pixels wide`, async (tab) => {
    for (const [page, ready] of [["dropforge", "body.ready"], ["play", "body[data-mode=ready]"], ["clear", "#boards li"],
      ["player", "body"], ["example", "iframe"], ["404", "h1"]]) {
      await visit(tab, "", addressIn(page));
      await tab.waitForSelector(ready);
      await screenshot(tab, `firefox-${page}-${width}`);
      await assertNoSideways(tab);
      if (page !== "example") await assertAccessible(tab);
    }
  }, { ...FIREFOX, viewport: { width, height } });

longPageTest("a picture is printed", async (tab) => {
  await visit(tab, "sprite=AQEBAAEiIiIB&method=search", addressIn("dropforge"));
  await tab.waitForSelector("body.ready");
  await tab.setInputFiles("#file", CHICK);
  await tab.waitForFunction(() => /^planned: \d+ drops/.test(document.getElementById("status").textContent) &&
    document.getElementById("about").textContent.startsWith("chick.png"));
  await tab.waitForFunction(() => /^A video has /.test(document.getElementById("film-about").textContent));
}, FIREFOX);

pageTest("the game is played, and a field is cleared", async (tab) => {
  await visit(tab, "seed=7", addressIn("play"));
  await tab.waitForSelector("body[data-mode=ready]");
  await tab.click("#go");
  await tab.keyboard.press("Space");
  await tab.waitForFunction(() => document.getElementById("pieces").textContent === "1");
  await visit(tab, "field=XXX____XXX.XXX____XXX&rows=2&queue=II", addressIn("clear"));
  await tab.waitForFunction(() => document.getElementById("share").textContent === "Yes");
  assert.equal(await tab.locator("#boards li").count(), 1);
}, FIREFOX);
