/* Drives clear.html: fields that are drawn and pasted, and answers beside the program's.
 *
 * usage: node --test-reporter=tap clear.mjs clear.html clear.wasm [PROGRAM] */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inflateRawSync } from "node:zlib";
import { assertNoSideways, files, pageTest, screenshot, visit } from "./harness.mjs";

const [, wasmFile, program] = files;
const FIELD = ["XXXXX____X", "XXXXXX___X", "XXXXXXX__X", "XXXXXX___X"];
const OPENER = `field=${FIELD.join(".")}&rows=4`;
const PHONE = { width: 390, height: 844 };

const run = (words, input = "") =>
  execFileSync(path.resolve(program), words, { encoding: "utf8", input, stdio: ["pipe", "pipe", "pipe"] });
const drawing = (rows) => `${rows.join("\n")}\n`;

/* Waits for the whole answer. */
const settle = (tab) => tab.waitForFunction(() =>
  document.getElementById("working").hidden && document.getElementById("share").textContent !== "…");

async function load(tab, hash = "") {
  await visit(tab, hash);
  await settle(tab);
}

const read = (tab, id) => tab.innerText(`#${id}`);
const readField = (tab) => tab.evaluate(() => Array.from({ length: 6 }, (_, i) =>
  Array.from({ length: 10 }, (_, x) => {
    const cell = document.querySelector(`#field [data-x="${x}"][data-y="${5 - i}"]`);
    return cell.getAttribute("aria-pressed") === "true" ? "X" : "_";
  }).join("")).filter((row) => row !== "_".repeat(10)));

/* Does something that asks a new question, and waits for its answer. */
async function change(tab, act) {
  await tab.evaluate(() => { document.getElementById("share").textContent = "…"; });
  await act();
  await settle(tab);
}

const put = (tab, text) => change(tab, () => tab.fill("#paste", text));

test("its WebAssembly asks its page alone", () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(wasmFile)));
  assert.deepEqual(imports.filter(({ module }) => module !== "page"), []);
});

pageTest("the answers are the program's, whatever is drawn", async (tab) => {
  await load(tab);
  assert.deepEqual(await readField(tab), FIELD);
  const compare = async (pattern, rows, ...words) => {
    const field = ["--field", "-", "--rows", "4", ...words];
    const all = JSON.parse(run(["clear", "percent", pattern, "--json", "--tree", "2", "--failed", "9",
      ...field], drawing(rows)));
    const shown = await tab.locator("#shares > li > .share .hint").allInnerTexts();
    const tree = all.tree.filter(({ pieces }) => pieces.length === 1);
    assert.equal((await read(tab, "of")).replaceAll(",", ""), `${all.clear} of ${all.total} queues clear`);
    assert.deepEqual(shown, tree.map(({ clear, total }) => `${clear} of ${total}`));
    assert.ok((await tab.textContent("#failed")).startsWith(all.failed.join(" ")));
    const solutions = run(["clear", "path", pattern, ...field], drawing(rows)).trim().split("\n");
    assert.equal(await read(tab, "found"), String(solutions.length));
    assert.deepEqual(await tab.locator("#boards li span").allInnerTexts(),
      solutions.map((line) => `${parseInt(line, 10)} queues`));
    return all;
  };
  const { tree } = await compare("*p4", FIELD);
  await tab.click("#keeping summary");
  const { kept } = JSON.parse(run(["clear", "save", "*p4", "--field", "-", "--json"], drawing(FIELD)));
  await tab.waitForFunction((wanted) => document.getElementById("kept").textContent === wanted,
    kept.map(({ pieces, queues }) => `${pieces} ${queues}`).join(" · "));
  await tab.click("#fewest");
  await tab.waitForFunction(() => document.getElementById("found").textContent === "16");
  assert.equal(await tab.locator("#boards li").count(), 16);
  /* The next piece after T. */
  await tab.click("#shares > li:nth-child(3) button");
  await tab.waitForSelector("#shares ul");
  assert.deepEqual(await tab.locator("#shares ul .hint").allInnerTexts(),
    tree.filter(({ pieces }) => /^T./.test(pieces)).map(({ clear, total }) => `${clear} of ${total}`));
  await change(tab, () => tab.click("#hold"));
  await compare("*p4", FIELD, "--no-hold");
  await change(tab, () => tab.click("#hold"));
  await change(tab, () => tab.selectOption("#rules", "harddrop"));
  await compare("*p4", FIELD, "--rules", "harddrop");
  /* By mouse, with one stroke, and by keys. */
  const box = (x, y) => tab.locator(`#field [data-x="${x}"][data-y="${y}"]`).boundingBox();
  await change(tab, async () => {
    const [from, to] = [await box(5, 3), await box(8, 3)];
    await tab.mouse.move(from.x + 5, from.y + 5);
    await tab.mouse.down();
    await tab.mouse.move(to.x + 5, to.y + 5, { steps: 8 });
    await tab.mouse.up();
  });
  assert.match(await read(tab, "refusal"), /row 4 from the floor is full/);
  await change(tab, async () => {
    for (const key of ["ArrowRight", " "]) await tab.keyboard.press(key);
  });
  assert.match(await read(tab, "refusal"), /cannot fill/);
  await change(tab, async () => {
    for (let i = 0; i < 2; i++) await tab.click("#undo");
  });
  await compare("*p4", FIELD, "--rules", "harddrop");
  await change(tab, () => tab.fill("#pattern", "[TI"));
  assert.match(await read(tab, "refusal"), /wrong at character 4/);
  assert.equal(await tab.locator("#boards li").count(), 0);
});

pageTest("fumens, drawings and links are pasted", async (tab) => {
  await load(tab, `${OPENER}&queue=%5BTISL%5D%21&rules=hard-drop&hold=0`);
  assert.equal(await tab.inputValue("#pattern"), "[TISL]!");
  const link = new URL(tab.url()).hash;
  const fumen = run(["clear", "path", "*p4", "--field", "-", "--limit", "1", "-f", "fumen"],
    drawing(FIELD.map((row) => row.replace(/X$/, "_"))));
  await put(tab, drawing(["_".repeat(9) + "X", ...FIELD.slice(1)]));
  assert.equal((await readField(tab))[0], `${"_".repeat(9)}X`);
  await put(tab, link);
  assert.deepEqual(await readField(tab), FIELD);
  assert.equal(await tab.inputValue("#rules"), "harddrop");
  assert.equal(await tab.isChecked("#hold"), false);
  await put(tab, `https://fumen.zui.jp/?${fumen}`);
  assert.deepEqual(await readField(tab), [], "full rows clear first");
  await put(tab, "http://fumen.zui.jp/?d115@9gwhIewhIewhRpBeR4CewhRpAeR4NesKJ");
  assert.deepEqual(await readField(tab), ["X_________", "X___X_____", "XXXXXXX___", "XXXXXX____"],
    "with the piece of the page");
  await put(tab, "4\n#####....#\n######...#\n#######..#\n######...#\n");
  assert.equal((await readField(tab))[0], "XXXXX____X");
  await change(tab, () => tab.click("#undo"));
  await change(tab, () => tab.click("#undo"));
  await change(tab, () => tab.click("#undo"));
  await tab.fill("#paste", "what is this?");
  assert.match(await read(tab, "paste-fault"), /no drawing/);
  assert.deepEqual(await readField(tab), FIELD);
  assert.equal(new URL(tab.url()).hash, link);
  await change(tab, () => visit(tab, "field=nonsense&queue=*p4&rules=none"));
  assert.match(await read(tab, "paste-fault"), /field, rules/);
});

pageTest("a solution is stepped through", async (tab) => {
  await tab.addInitScript(() => Object.defineProperty(navigator, "clipboard",
    { value: { writeText: async (text) => { window.copied = text; } } }));
  await load(tab, `${OPENER}&queue=*p3`);
  const copied = () => tab.evaluate(() => window.copied);
  await tab.click("#boards li:first-child button");
  await tab.waitForSelector("#steps[open]");
  const queues = await tab.locator("#steps-queue option").allInnerTexts();
  assert.equal(`${queues.length} queues`, await tab.locator("#boards li:first-child span").innerText());
  assert.equal(await read(tab, "steps-place"), "1 of 3: I");
  const values = await tab.locator("#steps-queue option").evaluateAll((all) => all.map((one) => one.value));
  for (const value of values) {
    await tab.selectOption("#steps-queue", value);
    await tab.waitForFunction((wanted) => wanted === document.getElementById("steps").dataset.queue, value);
    const packed = new URL(await tab.getAttribute("#steps-film", "href"), "file:///x").hash;
    const plan = inflateRawSync(Buffer.from(new URLSearchParams(packed.slice(1)).get("plan"), "base64url"));
    assert.equal(JSON.parse(run(["replay", "-", "--json"], plan)).rows_cleared, 4);
    const keys = JSON.parse(run(["replay", "-", "-o", "-", "-f", "keys"], plan));
    /* In a playfield of another height: how far pieces are lowered differs. */
    const shown = await tab.locator("#steps-list button").evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(shown.map((line) => [line[0], line.includes("hold")]),
      keys.drops.map(({ piece, keys: [first] }) => [piece, first === "hold"]));
  }
  await tab.keyboard.press("End");
  assert.match(await read(tab, "steps-place"), /^3 of 3/);
  assert.equal(await tab.isDisabled("#steps-on"), true);
  await tab.click("#steps-fumen");
  await tab.waitForFunction(() => window.copied);
  assert.match(await copied(), /^v115@/);
  await tab.keyboard.press("Escape");
  const before = await copied();
  await tab.click("#copy-all");
  await tab.waitForFunction((old) => window.copied !== old, before);
  assert.equal(await copied(), run(["clear", "path", "*p3", "--field", "-", "-f", "fumen"], drawing(FIELD)).trim());
});

pageTest("an empty field gets a queue that clears it", async (tab) => {
  await load(tab);
  for (const [rows, wanted] of [["4", "IJLOSZTIJL"], ["2", "IJLOO"], ["5", "IJLOSZTIJL"]]) {
    await change(tab, () => tab.selectOption("#rows", rows));
    await change(tab, () => tab.click("#empty"));
    assert.deepEqual([await readField(tab), await tab.inputValue("#pattern"), await read(tab, "share")],
      [[], wanted, "Yes"]);
    await change(tab, () => tab.fill("#pattern", "I"));
  }
  await change(tab, () => tab.fill("#pattern", "OOOOOOOOOOO"));
  await change(tab, () => tab.click("#empty"));
  assert.equal(await tab.inputValue("#pattern"), "OOOOOOOOOOO", "it is long enough");
});

pageTest("on a phone the answer is right below the queue", async (tab) => {
  await load(tab);
  const measure = (id) => tab.evaluate((name) => {
    const { top, bottom } = document.getElementById(name).getBoundingClientRect();
    return { top, bottom };
  }, id);
  const { bottom } = await measure("pattern");
  const palette = await measure("palette"), answer = await measure("chance");
  assert.ok(answer.top - bottom <= 16 && answer.bottom - bottom <= 72, `${answer.bottom - bottom} pixels`);
  await change(tab, () => tab.fill("#pattern", "[TI"));
  const refusal = await measure("refusal");
  assert.ok(refusal.top - bottom <= 16);
  assert.deepEqual(await measure("palette"), palette, "it stays in its place");
}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

pageTest("what takes long is cancelled, and replaced by the next question", async (tab) => {
  await visit(tab, "field=&rows=4&queue=IIIIIII");
  await tab.waitForSelector("#refusal:not([hidden])");
  await tab.fill("#pattern", "*p7,*p4");
  await tab.waitForSelector("#working:not([hidden])");
  assert.ok(await tab.isHidden("#refusal"), "it was of another question");
  await tab.waitForFunction(() => / to go$/.test(document.getElementById("working-text").textContent));
  await tab.click("#cancel");
  assert.equal(await tab.isHidden("#working"), true);
  await change(tab, () => tab.fill("#pattern", "TIZLISOZJTO"));
  assert.deepEqual([await read(tab, "share"), await read(tab, "found")], ["Yes", "1,636"]);
  assert.equal(await tab.locator("#boards li").count(), 60);
  await tab.click("#more");
  await tab.waitForFunction(() => document.querySelectorAll("#boards li").length === 120);
  await tab.fill("#pattern", "*p7,*p4");
  await tab.waitForSelector("#working:not([hidden])");
  await tab.fill("#pattern", "OOOOOOOOOO");
  await tab.waitForFunction(() => document.getElementById("of").textContent === "this queue clears" &&
    document.getElementById("working").hidden);
});

pageTest("the trainer deals, and shows what was possible", async (tab) => {
  await load(tab, "field=XXX____XXX.XXX____XXX&rows=2&queue=II");
  await tab.click("#train");
  const begun = () => tab.waitForSelector("#trainer.playing");
  const end = async (text) => {
    await tab.waitForFunction((wanted) => document.getElementById("trainer-text").textContent.startsWith(wanted) &&
      !document.getElementById("trainer-end").hidden, text);
    assert.equal(await tab.locator("#trainer.playing").count(), 0);
    return read(tab, "trainer-tally");
  };
  /* The second piece comes when the row has cleared. */
  const drop = async () => {
    await tab.keyboard.press(" ");
    await tab.waitForFunction(() => document.getElementById("trainer-next").getAttribute("aria-label").length < 10);
    await tab.waitForTimeout(300);
    await tab.keyboard.press(" ");
  };
  await begun();
  for (const key of ["ArrowLeft", " "]) await tab.keyboard.press(key);
  assert.equal(await end("No clear is possible any more. Before this piece there was 1 solution"), "0 of 1 cleared");
  assert.equal(await tab.locator("#trainer-boards li").count(), 1);
  await screenshot(tab, "clear-trainer");
  await tab.click("#trainer-boards button");
  await tab.waitForSelector("#steps[open]");
  assert.equal(await tab.locator("#steps-list li").count(), 2);
  await tab.keyboard.press("Escape");
  await tab.click("#trainer-back");
  await begun();
  await drop();
  assert.equal(await end("Cleared!"), "1 of 2 cleared");
  await tab.click("#trainer-link");
  await tab.waitForFunction(() => /^The link is .* train this queue\.$/.test(document.getElementById("trainer-status").textContent));
  await tab.click("#trainer-next-queue");
  await begun();
  await assertNoSideways(tab);
  await drop();
  assert.equal(await end("Cleared!"), "2 of 3 cleared");
  await tab.click("#trainer-close");
  assert.equal(await tab.locator("#trainer[open]").count(), 0);
}, { viewport: PHONE });

pageTest("the trainer tells the chance of a drop", async (tab) => {
  await load(tab, "field=XXX_______.XXX_______.XXX_______.XXX_______&rows=4&queue=IOTSZJLT");
  await tab.click("#train");
  await tab.waitForSelector("#trainer.playing");
  await tab.keyboard.press(" ");
  await tab.waitForFunction(() => document.getElementById("trainer-status").textContent.startsWith("Best play"));
  const field = "XXX_______\nXXX_______\nXXX_______\nXXXXXXX___\n";
  const { clear, total } = JSON.parse(run(["clear", "best", "OTSZJL", "--bag", "IOTSZJL", "--field", "-", "--json"], field));
  assert.equal(await read(tab, "trainer-status"), `Best play now clears ${clear} of ${total} continuations.`);
});

pageTest("the end of the trainer ignores the finger that brought it", async (tab) => {
  await load(tab, "field=XXX____XXX.XXX____XXX&rows=2&queue=II");
  await tab.click("#train");
  await tab.waitForSelector("#trainer.playing");
  const finger = (type, what) => tab.locator(what).evaluate((one, name) => one.dispatchEvent(
    new PointerEvent(name, { pointerType: "touch", pointerId: 7, bubbles: true, cancelable: true })), type);
  await finger("pointerdown", "#trainer-title");
  for (const key of ["ArrowLeft", " "]) await tab.keyboard.press(key);
  await tab.waitForSelector("#trainer-boards li");
  await tab.waitForTimeout(400);
  await finger("click", "#trainer-back");
  assert.ok(await tab.isVisible("#trainer-end"), "it is still down");
  await finger("pointerup", "#trainer-title");
  await finger("click", "#trainer-back");
  assert.ok(await tab.isVisible("#trainer-end"), "it has just been lifted");
  await tab.waitForTimeout(400);
  await finger("click", "#trainer-back");
  await tab.waitForSelector("#trainer.playing");
}, { viewport: PHONE, hasTouch: true });
