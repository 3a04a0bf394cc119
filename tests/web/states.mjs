/* All pages in all their states, on a phone, a tablet and a desk, light and dark: axe finds nothing, and nothing is
 * wider than the window. SCREENSHOTS keeps pictures of all. And the Tab key reaches all controls, and shows where it is.
 *
 * usage: node --test-reporter=tap states.mjs FOLDER */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { addressIn, assertAccessible, assertNoSideways, pageTest, screenshot, variants, visit } from "./harness.mjs";

const ready = (id) => (tab) => tab.waitForSelector(id);
const click = (...ids) => async (tab) => {
  for (const id of ids) await tab.click(id);
};
const seen = (id, words) => (tab) => tab.locator(id, { hasText: words }).first().waitFor({ timeout: 120000 });
const key = (name, times = 1) => async (tab) => {
  for (let i = 0; i < times; i++) await tab.keyboard.press(name);
};
const unfold = (tab) => tab.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = true; });
const begin = [ready("body[data-mode=ready]"), click("#go"), ready("body[data-mode=playing]")];
const fill = (tab) => tab.waitForFunction(() => {
  for (const kind of ["keydown", "keyup"])
    document.getElementById("board").dispatchEvent(new KeyboardEvent(kind, { code: "Space", key: " ", bubbles: true }));
  return document.body.dataset.mode === "over";
}, undefined, { polling: 60 });
const planned = ready("#stage[aria-busy=false]");
const plan = deflateRawSync("dropforge-drops 1\nfield 10 20\nJ N 0 0\nT S 4 0\n").toString("base64url");
const train = [ready("#boards li"), click("#train"), ready("#trainer.playing")];

/* Page, state, the part of its address, and the way to it. */
const STATES = [
  ["dropforge", "planned", "sprite=AQEBAAEiIiIB&method=search", planned, seen("#film-about", "MP4"), unfold],
  ["dropforge", "game", "sprite=AQEBAAEiIiIB&method=search", planned, click("text=Real game"), ready("body.dealt"), planned],
  ["dropforge", "planning", "", planned, click("[aria-label='Sample: Rocket']"), ready("body.coming #working:not([hidden])")],
  ["dropforge", "refused", "sprite=AQEDAAEiIiIF&method=search", ready("#refusal:not([hidden])")],
  ["dropforge", "editor", "sprite=AQEBAAEiIiIB&method=search", planned, click("#draw"), ready("#editor[open]")],
  ["dropforge", "editor-asks", "sprite=AQEBAAEiIiIB&method=search", planned, click("#draw", "[data-part=canvas]", "[data-part=empty]")],
  ["play", "ready", "", ready("body[data-mode=ready]")],
  ["play", "practice", "mode=practice", ready("body[data-mode=ready]")],
  ["play", "draw", "draw=tower&seed=3", ready("body[data-mode=ready]")],
  ["play", "playing", "seed=3", ...begin, key("Space", 3)],
  ["play", "drawing", "draw=tower&seed=3", ...begin, key("h"), seen("#feat", /./)],
  ["play", "paused", "seed=3", ...begin, key("Space", 3), key("p"), ready("body[data-mode=paused]")],
  ["play", "settings", "seed=3", ...begin, click("#open-settings"), ready("#settings[open]")],
  ["play", "bot", "seed=3", ...begin, key("Space", 3), key("b"), ready("#ask-bot[open]")],
  ["play", "over", "seed=3", ...begin, fill],
  ["clear", "solutions", "", ready("#boards li"), unfold],
  ["clear", "refused", "field=&rows=4&queue=IIIIIII", ready("#refusal:not([hidden])")],
  ["clear", "asking", "field=&rows=4&queue=*p7,*p4", ready("#working:not([hidden])")],
  ["clear", "steps", "", ready("#boards li"), click("#boards button"), ready("#steps[open]")],
  ["clear", "trainer", "field=XXX____XXX.XXX____XXX&rows=2&queue=II", ...train],
  ["clear", "trained", "field=XXX____XXX.XXX____XXX&rows=2&queue=II", ...train, key("ArrowLeft"), key("Space"), ready("#trainer-boards li")],
  ["player", "", "", ready("body")],
  ["player", "played", `plan=${plan}`, ready("#bar:not([hidden])")],
  ["404", "", "", ready("body")],
  ["example", "", "", ready("iframe"), (tab) => tab.frameLocator("iframe").first().locator("#bar:not([hidden])").waitFor()],
];

const SIZES = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1180 }, desk: { width: 1440, height: 900 } };
const looks = Object.entries(SIZES).flatMap(([size, viewport]) => ["light", "dark"].map((colorScheme) => ({ size, viewport, colorScheme })));

/* At a push each state has one look, in turn, so that all of them occur; the long tests have all. Those with the same
   look follow each other. */
looks.forEach((look, k) => {
  for (const [page, state, hash, ...way] of STATES.filter((_, i) => variants(looks.map((__, j) => (i + j) % looks.length)).includes(k))) {
    const { size, ...options } = look;
    const name = [page, state, size, options.colorScheme].filter(Boolean).join("-");
    pageTest(name, async (tab) => {
      await visit(tab, hash, addressIn(page));
      for (const step of way) await step(tab);
      await screenshot(tab, name);
      await assertNoSideways(tab);
      await assertAccessible(tab);
    }, { ...options, reducedMotion: "reduce", hasTouch: size !== "desk", isMobile: size !== "desk" });
  }
});

/* In the page: what the Tab key must reach, each with a number. */
function numberControls() {
  const all = [...document.querySelectorAll("a[href], button, select, input, textarea, summary, [tabindex='0']")].filter((one) =>
    !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]") &&
    (one.type !== "radio" || one.checked));
  all.forEach((one, i) => { one.dataset.number = i; });
  return all.map((one) => one.id || one.outerHTML.slice(0, 60));
}

/* In the page: the number of what has the focus, and whether that is seen. */
function readFocus() {
  const one = document.activeElement, around = [one, one.closest("label, .button, fieldset")].filter(Boolean);
  return { number: Number(one.dataset.number ?? NaN), seen: around.some((part) => getComputedStyle(part).outlineStyle !== "none") };
}

for (const [page, state, hash, ...way] of STATES.filter(([page, state], i, all) => all.findIndex(([other]) => other === page) === i ||
  ["paused", "practice", "draw"].includes(state)))
  pageTest(`by keyboard: ${page} ${state}`, async (tab) => {
    await visit(tab, hash, addressIn(page));
    for (const step of way) await step(tab);
    const controls = await tab.evaluate(numberControls), reached = new Set();
    for (let i = 0; i < 2 * controls.length + 9 && reached.size < controls.length; i++) {
      await tab.keyboard.press("Tab");
      const { number, seen } = await tab.evaluate(readFocus);
      if (Number.isNaN(number)) continue;
      reached.add(number);
      assert.ok(seen, `the focus is not seen: ${controls[number]}`);
    }
    assert.deepEqual(controls.filter((_, i) => !reached.has(i)), []);
  }, { viewport: SIZES.desk, reducedMotion: "reduce" });
