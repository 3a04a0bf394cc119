/* Plays the modes of play.html; see play.mjs, which runs this. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { assertNoSideways, files, pageTest, screenshot, variants } from "./harness.mjs";
import { begin, download, full, load, loseAll, number, PHONE, press, run, runTicks, withFiles } from "./play_page.mjs";

const [, , program] = files;

/* Plays until the game is over, by the bot. */
async function letBotEnd(tab) {
  await tab.keyboard.press("b");
  await tab.evaluate(() => {
    for (let i = 0; i < 20000 && document.body.dataset.mode === "playing"; i++) window.runTicks(1);
  });
}

for (const [mode, figures, end] of variants([
  ["lines40", ["Time", "Level", "Lines"], /^4\d lines, \d+ pieces in 0:\d\d\.\d{3}\. Splits: (0:\d\d\.\d{3}(, )?){4}\.$/],
  ["ultra", ["Score", "Left", "Lines"], /^[1-9]\d* points, [1-9]\d* lines\.$/],
  ["dig", ["Time", "Level", "Rows left"], /^\d+ lines, \d+ pieces in 0:\d\d\.\d{3}\.$/],
])) {
  pageTest(`a mode is played to its goal: ${mode}`, async (tab) => {
    await begin(tab, `seed=7&mode=${mode}`);
    assert.deepEqual((await tab.locator("#figures dt").allInnerTexts()).slice(0, 3), figures);
    if (mode === "dig") assert.equal((await full(tab)).length >= 90, true);
    await screenshot(tab, `play-${mode}`);
    await letBotEnd(tab);
    assert.equal(await tab.innerText("#cover-title"), "Done");
    assert.match(await tab.innerText("#cover-text"), end);
    await screenshot(tab, `play-${mode}-done`);
    /* A game in which the bot has played is no record; and one that is lost is no race. */
    assert.ok(await tab.isHidden("#scores"));
    await press(tab, "r");
    await loseAll(tab);
    assert.equal(await tab.isHidden("#scores"), mode !== "ultra");
    if (!program) return;
    const record = await download(tab, "#save-record");
    withFiles({ "a.game": record.text }, (game) =>
      assert.equal(JSON.parse(run(["play", "--watch", game, "--json"])).mode, mode));
  }, PHONE);
}

/* Garbage goes with all pieces that are listed; more squares are not to be had in this mode. */
for (const [address, squares] of variants([["squares=12", "9"], ["squares=5", "5"], ["rules=nes", "4"]])) {
  pageTest(`garbage with other pieces: ${address}`, async (tab) => {
    await begin(tab, `seed=7&mode=dig&${address}`);
    assert.equal(await tab.inputValue("#squares"), squares);
    assert.equal((await full(tab)).length >= 90, true);
    await press(tab, "Space", 3);
  });
}

pageTest("a recorded game is played on", async (tab) => {
  const record = "dropforge-game 1\nrules guideline\ndeal given\ngiven I O T S\n5 +hard\n6 -hard\n30 +hard\nend 90\n";
  await load(tab, `game=${deflateRawSync(record).toString("base64url")}`);
  await tab.click("#go >> text=Watch");
  await runTicks(tab, 20);
  assert.equal(await number(tab, "pieces"), 1);
  await press(tab, "p");
  await tab.click("#play-on");
  await press(tab, "Space");
  await runTicks(tab, 2);
  assert.equal(await number(tab, "pieces"), 2);
  assert.match(await tab.getAttribute("#next", "aria-label"), /^Next: S$/);
  await press(tab, "u", 2);
  assert.equal(await number(tab, "pieces"), 0);
});

/* In the page: a game pad, whose buttons the test presses. */
function addPad() {
  const pad = { buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0, 0, 0] };
  navigator.getGamepads = () => [null, pad];
  window.pad = pad;
  window.pressPad = (number, pressed = true) => (pad.buttons[number].pressed = pressed);
}

pageTest("a game pad plays, and its buttons can be chosen", async (tab) => {
  const hold = async (number, ticks) => {
    await tab.evaluate((button) => window.pressPad(button), number);
    await runTicks(tab, ticks);
    await tab.evaluate((button) => window.pressPad(button, false), number);
    await runTicks(tab, 2);
  };
  const columns = async () => [...new Set((await full(tab)).map((at) => Number(at.split(",")[0])))];
  await tab.addInitScript(addPad);
  await load(tab, "seed=7");
  await tab.evaluate(() => dispatchEvent(new Event("gamepadconnected")));
  await hold(9, 2); /* start */
  assert.equal(await tab.getAttribute("body", "data-mode"), "playing");
  await runTicks(tab, 90);
  await hold(14, 40); /* held, it shifts to the wall */
  assert.equal(Math.min(...await columns()), 0);
  await tab.evaluate(() => (window.pad.axes[0] = 1)); /* and the stick to the other */
  await runTicks(tab, 40);
  assert.equal(Math.max(...await columns()), 9);
  await tab.evaluate(() => (window.pad.axes[0] = 0));
  await hold(12, 2);
  assert.equal(await number(tab, "pieces"), 1);
  await hold(9, 2);
  assert.equal(await tab.innerText("#cover-title"), "Paused");
  await tab.click("#open-settings");
  await tab.click("[data-key=hard]");
  await hold(7, 2);
  assert.equal(await tab.innerText("[data-key=hard]"), "Space, Pad 7");
  await screenshot(tab, "play-pad");
  await tab.click("[data-key=hard]");
  await tab.keyboard.press("k");
  assert.equal(await tab.innerText("[data-key=hard]"), "K, Pad 7");
  await tab.fill("#soft-factor", "40");
  await tab.click("text=Done");
  await hold(9, 2);
  await hold(12, 2);
  assert.equal(await number(tab, "pieces"), 1);
  await hold(7, 2);
  assert.equal(await number(tab, "pieces"), 2);
  await press(tab, "p");
  await tab.click("#again");
  assert.match(await saveRecord(tab), /\nsoft-factor 40\n/);
}, PHONE);

/* Pauses, and saves the buttons so far. */
async function saveRecord(tab) {
  await press(tab, "p");
  return (await download(tab, "#save-record")).text;
}

pageTest("a held key is not broken by another one", async (tab) => {
  await begin(tab, "seed=7");
  await runTicks(tab, 60);
  await tab.keyboard.down("ArrowLeft");
  await runTicks(tab, 3);
  await tab.keyboard.down("ArrowRight");
  await runTicks(tab, 3);
  await tab.keyboard.press("x");
  await tab.keyboard.up("ArrowRight");
  await runTicks(tab, 40);
  const columns = (await full(tab)).map((at) => Number(at.split(",")[0]));
  assert.equal(Math.min(...columns), 0);
  await tab.keyboard.up("ArrowLeft");
  const strokes = (await saveRecord(tab)).match(/[+-](left|right|clockwise)/g);
  assert.deepEqual(strokes, ["+left", "+right", "+clockwise", "-clockwise", "-right", "-left"]);
});

pageTest("a race that is won is kept with its time", async (tab) => {
  const one = { lines: 40, level: 5, pieces: 101, date: "2026-01-01" };
  await load(tab, "mode=lines40");
  await tab.evaluate((table) => localStorage.setItem("dropforge-play-scores",
    JSON.stringify({ version: 1, tables: { "guideline-4-lines40": table } })),
  [{ ...one, score: 7, ticks: 2593 }, { ...one, score: 900, ticks: 3600 }]);
  await tab.reload();
  await tab.waitForSelector("body[data-mode=ready]");
  const list = await tab.locator("#score-list li").allInnerTexts();
  assert.match(list[0], /^0:43\.216 /);
  assert.match(list[1], /^1:00\.000 /);
});

pageTest("a position is practised, and pieces are taken back", async (tab) => {
  await load(tab, "mode=practice");
  await tab.fill("#start-field", "v115@vhDxOJzrBVyBAAe");
  await screenshot(tab, "play-practice-ready");
  await tab.fill("#start-field", "X....XXXXX\nXX...XXXXX\nXXXXXXXXXX");
  await tab.fill("#start-queue", "tij");
  await tab.click("#go");
  assert.equal((await full(tab)).filter((at) => /,[01]$/.test(at)).length, 13);
  assert.match(await tab.getAttribute("#next", "aria-label"), /^Next: I, J$/);
  await runTicks(tab, 2);
  await tab.setViewportSize({ width: 320, height: 568 });
  await assertNoSideways(tab);
  await screenshot(tab, "play-practice");
  await tab.setViewportSize(PHONE.viewport);
  const before = await full(tab);
  await press(tab, "ArrowRight", 4);
  await press(tab, "Space");
  assert.equal(await number(tab, "pieces"), 1);
  await press(tab, "u");
  assert.equal(await number(tab, "pieces"), 0);
  await runTicks(tab, 2);
  assert.deepEqual(await full(tab), before);
  for (let i = 0; i < 3; i++) {
    await press(tab, "Space");
    await runTicks(tab, 30);
  }
  assert.equal(await tab.innerText("#cover-title"), "Game over");
  await tab.click("#take-back");
  assert.equal(await number(tab, "pieces"), 2);
  assert.equal(await tab.getAttribute("body", "data-mode"), "playing");
  await press(tab, "Space");
  await press(tab, "r");
  assert.equal(await number(tab, "pieces"), 0);
  assert.ok(await tab.isHidden("#scores"));
  await press(tab, "p");
  await tab.click("#again");
  await tab.reload();
  await tab.waitForSelector("body[data-mode=ready]");
  await tab.fill("#start-field", "X..\nXX");
  await tab.waitForSelector("text=This cannot be played: ");
}, PHONE);

pageTest("the bot asks before a game is not the player's any more", async (tab) => {
  await begin(tab, "seed=7");
  await press(tab, "Space");
  for (const [button, pressed] of [["I play on", "false"], ["Let it play", "true"]]) {
    await tab.keyboard.press("b");
    await tab.click(`#ask-bot >> text=${button}`);
    await tab.waitForSelector("body[data-mode=playing]"); /* dialogs say later that they have closed */
    assert.equal(await tab.getAttribute("#bot", "aria-pressed"), pressed);
  }
});

pageTest("what opens under a finger ignores it, and those that come at once", async (tab) => {
  await begin(tab, "seed=7");
  const finger = (type, id = "board") => tab.evaluate(([name, what]) => document.getElementById(what).dispatchEvent(
    new PointerEvent(name, { pointerType: "touch", pointerId: 7, bubbles: true, cancelable: true })), [type, id]);
  await finger("pointerdown", "status");
  await loseAll(tab);
  await finger("click", "go");
  assert.equal(await tab.getAttribute("body", "data-mode"), "over");
  await finger("pointerup", "status");
  await tab.waitForTimeout(400);
  await finger("click", "go");
  assert.equal(await tab.getAttribute("body", "data-mode"), "playing");
}, PHONE);

pageTest("effects come with clears, and can be turned off", async (tab) => {
  const shown = () => tab.locator(".effect").evaluateAll((all) => all.map(({ id }) => id));
  await load(tab, "mode=practice");
  await tab.fill("#start-field", Array(4).fill("#########.").join("\n"));
  await tab.fill("#start-queue", "IIII");
  await tab.click("#go");
  await runTicks(tab, 2);
  const clear = async () => {
    for (const key of ["ArrowUp", ...Array(6).fill("ArrowRight"), "Space"]) await press(tab, key);
    assert.match(await tab.innerText("#feat"), /^Tetris/);
  };
  assert.deepEqual(await shown(), []);
  await clear();
  assert.deepEqual(await shown(), ["feat", "board"]);
  await tab.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await tab.locator("#board").evaluate((board) => getComputedStyle(board).animationName), "none");
  await tab.click("#open-settings");
  await tab.uncheck("#effects");
  await tab.click("text=Done");
  await tab.click("#again");
  await runTicks(tab, 2);
  await clear();
  assert.deepEqual(await shown(), []);
});

/* Positions, pieces, and steps: keys, ticks that the last of them is held, what is said then and what shows it. */
const FEATS = {
  "a spin": ["####......\n###...####\n####.#####", "TOO",
    [[["ArrowUp", "ArrowDown"], 65, /^$/, []], [["ArrowUp", "Space"], 1, /^T-spin Double/, ["feat", "board"]]]],
  "a combo": [Array(4).fill("######....").join("\n"), "IIIII", [[/^Single \+/, ["feat"]], [/^Single, combo 1/, ["feat"]],
    [/^Single, combo 2/, ["feat", "board"]]].map((seen) => [[...Array(3).fill("ArrowRight"), "Space"], 1, ...seen])],
  "a clear": ["#########.\n.#########", "IOO", [[["ArrowUp", ...Array(6).fill("ArrowRight"), "Space"], 1, /^Single \+/, ["feat"]]]],
};

for (const [name, [field, queue, steps]] of Object.entries(FEATS))
  pageTest(`effects can be turned off: ${name}`, async (tab) => {
    await load(tab, "mode=practice");
    await tab.fill("#start-field", field);
    await tab.fill("#start-queue", queue);
    for (const isOn of [true, false]) {
      if (!isOn) {
        await tab.click("#open-settings");
        await tab.uncheck("#effects");
        await tab.click("text=Done");
      }
      await tab.click(isOn ? "#go" : "#again");
      await runTicks(tab, 2);
      for (const [keys, ticks, words, shown] of steps) {
        await press(tab, keys[0]);
        for (const key of keys.slice(1)) {
          await tab.keyboard.down(key);
          await runTicks(tab, key === keys.at(-1) ? ticks : 1);
          await tab.keyboard.up(key);
          await runTicks(tab, 1);
        }
        assert.match(await tab.innerText("#feat"), words);
        if (shown.length === 0) continue; /* nothing has locked */
        assert.deepEqual(await tab.locator(".effect").evaluateAll((all) => all.map(({ id }) => id)), isOn ? shown : []);
        await runTicks(tab, 40); /* while rows clear */
      }
    }
  });

pageTest("a link has the same pieces, and the result to beat", async (tab) => {
  await begin(tab, "seed=7");
  await loseAll(tab);
  const score = await number(tab, "score");
  const next = await tab.getAttribute("#next", "aria-label");
  await tab.click("#copy-link");
  await tab.waitForFunction(() => /The link is/.test(document.getElementById("cover-text").textContent), undefined,
    { polling: 50 }); /* the test keeps the frames */
  const hash = new URL(tab.url()).hash;
  assert.equal(hash, `#rules=guideline&squares=4&level=1&mode=endless&seed=7&beat=${score}`);
  await tab.goto("about:blank");
  await load(tab, hash.slice(1));
  assert.match(await tab.innerText("#cover-text"), new RegExp(`^To beat: ${score.toLocaleString("en")} points\\.`));
  await tab.click("#go");
  await loseAll(tab);
  assert.equal(await tab.getAttribute("#next", "aria-label"), next);
  assert.match(await tab.innerText("#cover-text"), /points were to beat\.$/);
});

pageTest("a game counts down, and the times are as the game has them", async (tab) => {
  await load(tab, "seed=7");
  await tab.click("#open-settings");
  assert.equal(await tab.getAttribute("#shift-repeat", "placeholder"), "33.3");
  await tab.fill("#shift-delay", "100");
  assert.match(await tab.innerText("#handling"), /DAS 6 ticks, 100 ms; ARR 2 ticks, 33\.3 ms/);
  await screenshot(tab, "play-settings");
  await tab.check("#countdown-on");
  await tab.click("text=Done");
  await tab.click("#go");
  const before = await full(tab);
  await runTicks(tab, 40);
  assert.equal(await tab.innerText("#countdown"), "2");
  await screenshot(tab, "play-countdown");
  assert.deepEqual(await full(tab), before);
  await runTicks(tab, 200);
  assert.equal(await tab.innerText("#countdown"), "");
  assert.notDeepEqual(await full(tab), before);
});
