/* The parts of dropforge.html beside planning: the editor, colours, videos.
 *
 * usage: node --test-reporter=tap printer.mjs dropforge.html dropforge.wasm PROGRAM */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync, inflateSync } from "node:zlib";
import { mendsFor } from "../../web/printer/mends.js";
import { assertNoSideways, heard, long, longPageTest, pageTest, recordSound, screenshot, turnSoundOn, variants, visit, waitForSound } from "./harness.mjs";
import {
  download, framesOf, imageSquares, nativePlan, open, planned, print, program, scrub, set, sprite,
  squares, temporary, writePng,
} from "./dropforge_page.mjs";

const CHICK = fileURLToPath(new URL("chick.png", import.meta.url));
const LETTER = sprite("../images/letter"); /* takes little time in a game, too */
const CALM = { reducedMotion: "reduce" };

const plan = async (tab) => (await download(tab, "[data-file=drops]")).bytes;

pageTest("a shorter plan comes while a longer one is played", async (tab) => {
  await print(tab, LETTER, { speed: "0.25" });
  const drops = Number(await tab.getAttribute("#scrub", "max"));
  await scrub(tab, drops - 30);
  await tab.click("#play");
  await tab.click("text=Real game");
  await planned(tab, "letter.png"); /* without a refusal */
  assert.ok(Number(await tab.getAttribute("#scrub", "max")) < drops - 30);
});

const part = (tab, name) => tab.locator(`[data-part=${name}]`);
const cells = async (tab) => {
  const [width, height] = await Promise.all(
    ["width", "height"].map((side) => part(tab, side).inputValue().then(Number)));
  return part(tab, "canvas").evaluate((canvas, [wide, high]) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const size = canvas.width / wide;
    return Array.from({ length: high }, (_, y) => Array.from({ length: wide }, (__, x) => {
      const at = 4 * (Math.floor((y + 0.5) * size) * canvas.width + Math.floor((x + 0.3) * size));
      return data[at] === data[at + 1] || data[at] === 0x9a || data[at] === 0x8d ? "." : "#";
    }).join(""));
  }, [width, height]);
};

pageTest("on a phone the stage and its controls are on the first screen, also of a new picture", async (tab) => {
  await open(tab);
  const measure = (id) => tab.locator(id).evaluate((one) => one.getBoundingClientRect().toJSON());
  const screen = tab.viewportSize().height;
  assert.ok((await measure("#transport")).bottom <= screen);
  assert.ok((await measure("[data-file=gif]")).bottom <= screen + 100);
  await screenshot(tab, "dropforge-phone");
  await tab.locator("#settings").evaluate((one) => one.scrollIntoView());
  await tab.setInputFiles("#file", CHICK);
  await planned(tab, "chick.png");
  const { top } = await measure("#stage"), { bottom } = await measure("#transport");
  assert.ok(top >= 0 && bottom <= screen);
}, { ...CALM, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

pageTest("lines, mirror, fill, undo, redo and the eyedropper", async (tab) => {
  await open(tab);
  await tab.click("#draw");
  await part(tab, "empty").click();
  await part(tab, "clear").click();
  for (const [side, count] of [["width", 6], ["height", 4]]) {
    await part(tab, side).fill(String(count));
    await part(tab, side).dispatchEvent("change");
  }
  const box = await part(tab, "canvas").boundingBox();
  const at = (x, y) => [box.x + ((x + 0.5) * box.width) / 6, box.y + ((y + 0.5) * box.height) / 4];
  await tab.click("[aria-label='Paint with colour 3']");
  await tab.click("[data-tool=line]");
  await part(tab, "mirror").click();
  await tab.mouse.move(...at(0, 3));
  await tab.mouse.down();
  await tab.mouse.move(...at(0, 0)); /* not this way, */
  await tab.mouse.move(...at(2, 1)); /* but this */
  await tab.mouse.up();
  const roof = ["......", "..##..", ".#..#.", "#....#"];
  assert.deepEqual(await cells(tab), roof);
  await tab.click("[data-tool=fill]");
  await tab.mouse.click(...at(2, 3));
  const full = ["......", "..##..", ".####.", "######"];
  assert.deepEqual(await cells(tab), full);
  await part(tab, "undo").click();
  assert.deepEqual(await cells(tab), roof);
  await part(tab, "canvas").focus();
  await tab.keyboard.press("Control+Shift+Z");
  assert.deepEqual(await cells(tab), full);
  assert.ok(await part(tab, "redo").isDisabled());
  await tab.click("[aria-label='Paint with colour 5']");
  await tab.click("[data-tool=pick]");
  await tab.mouse.click(...at(3, 3));
  assert.ok(await tab.isChecked("[aria-label='Paint with colour 3']"));
  assert.equal(await tab.getAttribute("[data-tool=pencil]", "aria-pressed"), "true");
  /* By keys: a line from one end to the other. */
  await tab.keyboard.press("m");
  await part(tab, "canvas").focus();
  for (const key of ["m", "m", "l", "ArrowUp", "ArrowUp", "ArrowUp", "Space", "ArrowRight", "ArrowRight", "Space"])
    await tab.keyboard.press(key);
  assert.deepEqual(await cells(tab), ["...###", ...full.slice(1)]);
  await part(tab, "print").click();
  await planned(tab, "drawing");
  const { bytes } = await download(tab, "[data-file=png]");
  const drawn = (await imageSquares(tab, bytes)).map((row) => row.map((one) => (one ? "#" : ".")).join(""));
  assert.deepEqual(drawn, ["...###", ...full.slice(1)]);
}, CALM);

pageTest("a picture of more than 48 squares is drawn in whole, scrolled", async (tab) => {
  await open(tab);
  const file = await writePng(tab, "strip.png", 90, 60, (x, y) => (x === 89 || y === 59 ? [208, 16, 32, 255] : [16, 32, 208, 255]));
  await tab.setInputFiles("#file", file);
  await set(tab, { "fit-width": 90, "fit-height": 60, method: "best" });
  await tab.waitForFunction(() => document.getElementById("about").textContent.startsWith("strip.png, 90 × 60, "));
  await tab.click("#cancel");
  await tab.click("#draw");
  assert.deepEqual([await part(tab, "width").inputValue(), await part(tab, "height").inputValue()], ["90", "60"]);
  const scrolled = () => part(tab, "canvas").evaluate(({ parentElement: box, clientWidth }) =>
    [clientWidth / 90, box.scrollLeft + box.clientWidth, box.scrollTop + box.clientHeight]);
  const [square, right, bottom] = await scrolled();
  assert.ok(square >= 10 && right < 89 * square && bottom < 59 * square, "a part is seen");
  await part(tab, "canvas").focus();
  for (let i = 0; i < 89; i++) await tab.keyboard.press("ArrowRight");
  for (let i = 0; i < 59; i++) await tab.keyboard.press("ArrowDown");
  assert.match(await part(tab, "status").innerText(), /^column 90, row 60: colour/);
  const [, end, floor] = await scrolled();
  assert.ok(end >= 90 * square - 1 && floor >= 60 * square - 1, "it follows the cursor");
  await assertNoSideways(tab);
  await screenshot(tab, "dropforge-editor-large");
}, CALM);

const about = (tab) => tab.innerText("#about").then((text) => text.split(",")[0]);

pageTest("back and forward lose no picture, with its settings and its plan", async (tab) => {
  await print(tab, CHICK, { width: 23 });
  const text = await plan(tab);
  await tab.click("[aria-label='Sample: Ghost']");
  await tab.waitForFunction(() => document.getElementById("about").textContent.startsWith("ghost"));
  await tab.goBack();
  await planned(tab, "chick.png");
  assert.equal(await tab.inputValue("#width"), "23");
  assert.ok((await plan(tab)).equals(text));
  await tab.goForward();
  await tab.waitForFunction(() => document.getElementById("about").textContent.startsWith("ghost"));
  /* After a failure, too. */
  await tab.setInputFiles("#file", await writePng(tab, "clear.png", 4, 4, () => [0, 0, 0, 0]));
  await tab.waitForSelector("#refusal:not([hidden])");
  await tab.goBack();
  await tab.waitForFunction(() => document.getElementById("about").textContent.startsWith("ghost"));
  await tab.goBack();
  await planned(tab, "chick.png");
  await tab.goBack();
  await planned(tab, "shared");
}, CALM);

pageTest("the editor keeps its drawing: back, after a reload, and when all is cleared", async (tab) => {
  await print(tab, CHICK);
  await tab.click("#draw");
  await part(tab, "canvas").focus();
  for (const key of ["1", "Space", "ArrowRight", "Space"]) await tab.keyboard.press(key);
  const drawn = await cells(tab);
  await tab.goBack();
  await tab.waitForSelector("#editor", { state: "hidden" });
  assert.equal(await about(tab), "chick.png");
  await tab.goForward();
  await tab.waitForSelector("#editor[open]");
  assert.deepEqual(await cells(tab), drawn);
  await tab.reload();
  await tab.waitForSelector("#editor[open]");
  assert.deepEqual(await cells(tab), drawn);
  assert.match(await part(tab, "status").innerText(), /your drawing/);
  await screenshot(tab, "dropforge-drawing");
  await part(tab, "empty").click();
  await part(tab, "stay").click();
  assert.deepEqual(await cells(tab), drawn);
  await part(tab, "empty").click();
  await part(tab, "clear").click();
  assert.ok(!(await cells(tab)).join("").includes("#"));
  await part(tab, "undo").click();
  assert.deepEqual(await cells(tab), drawn);
  await part(tab, "take").click();
  await part(tab, "undo").click();
  assert.deepEqual(await cells(tab), drawn);
  await part(tab, "print").click();
  await planned(tab, "drawing");
  await tab.goBack();
  await planned(tab, "shared"); /* which was loaded anew from the address */
}, CALM);

pageTest("pieces and the background have colours of one's choice", async (tab) => {
  await print(tab, CHICK, { look: "flat", grid: "0" });
  const printed = String(await plan(tab));
  const [, letter, color] = printed.match(/^color ([A-Z]) (#[0-9a-f]{6})$/m);
  await tab.locator("#paints").evaluate((one) => { one.closest("details").open = true; });
  await set(tab, { background: "#0a3050" });
  const field = tab.locator(`#paints [data-letter=${letter}]`);
  await field.fill("#00ff88");
  await field.dispatchEvent("change");
  await tab.click("#last");
  const seen = await squares(tab);
  assert.equal(seen[0][0], "#0a3050");
  assert.ok(seen.flat().includes("#00ff88") && !seen.flat().includes(color));
  const painted = String(await plan(tab));
  assert.equal(painted, printed.replace(`color ${letter} ${color}`, `color ${letter} #00ff88`));
  const hash = new URL(tab.url()).hash.slice(1);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "shared");
  assert.equal(String(await plan(tab)), painted);
  assert.equal(await tab.inputValue("#background"), "#0a3050");
  await tab.locator("#unpaint").evaluate((one) => one.click());
  assert.equal(String(await plan(tab)), printed);
  await screenshot(tab, "dropforge-paints");
}, CALM);

pageTest("an MP4 video is as it was announced", async (tab) => {
  await print(tab, CHICK, { "film-square": 8, motion: "land", "film-frames": 60 });
  if (await tab.isHidden("[data-file=mp4]")) return;
  await tab.waitForFunction(() => /The MP4 has /.test(document.getElementById("film-about").textContent));
  const about = await tab.innerText("#film-about");
  const [, width, height, minutes, seconds, codec, sound] = about.match(
    /^A video has (\d+) × (\d+) pixels, (\d+):(\d+) minutes, up to [\d.]+ [kM]B\. The MP4 has (\S+) and (AAC\.|\w+; some sites want )/);
  /* For another look of that size it asks for no codec again. */
  await tab.evaluate(() => {
    window.kept = VideoEncoder;
    window.VideoEncoder = undefined;
  });
  await set(tab, { grid: "0" });
  await tab.waitForFunction((words) => document.getElementById("film-about").textContent === words, about);
  await tab.evaluate(() => { window.VideoEncoder = window.kept; });
  const { name, bytes } = await download(tab, "[data-file=mp4]");
  assert.equal(name, "chick.mp4");
  assert.equal(bytes.toString("latin1", 4, 8), "ftyp");
  assert.match(await tab.innerText("#status"), /^chick\.mp4 is ready: \d+ drops, \d+ kB$/);
  writeFileSync(temporary(name), bytes);
  const [stream, voice, cover] = JSON.parse(execFileSync("ffprobe", ["-v", "error", "-count_frames", "-show_streams",
    "-of", "json", temporary(name)])).streams;
  const codecs = { h264: "H.264", av1: "AV1", vp9: "VP9", aac: "AAC.", opus: "Opus; some sites want " };
  assert.deepEqual([codecs[stream.codec_name], codecs[voice.codec_name]], [codec, sound]);
  assert.deepEqual([stream.pix_fmt, stream.color_range, stream.color_space, stream.color_transfer, stream.color_primaries],
    ["yuv420p", "tv", "bt709", "bt709", "bt709"]);
  assert.deepEqual([stream.avg_frame_rate, stream.has_b_frames, voice.sample_rate, voice.channels], ["50/1", 0, "48000", 2]);
  assert.equal(cover.disposition.attached_pic, 1);
  assert.deepEqual([cover.width, cover.height], [stream.width, stream.height]);
  assert.deepEqual([stream.width, stream.height], [Number(width), Number(height)]);
  const length = Number(stream.duration);
  assert.equal(Math.floor(length + 0.01), 60 * Number(minutes) + Number(seconds));
  /* Its last picture is the sprite, as far as a codec keeps it. */
  const last = temporary("last.png");
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", temporary(name), "-map", "0:v:0", "-update", "1", last]);
  const field = await squares(tab);
  const shown = await imageSquares(tab, readFileSync(last), { size: [field[0].length, field.length] });
  const parts = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  field.flat().forEach((color, i) => parts(color).forEach((value, j) =>
    assert.ok(Math.abs(value - parts(shown.flat()[i])[j]) < 16, `square ${i}`)));
}, CALM);

pageTest("a film is heard while it plays, once that is asked for", async (tab) => {
  await recordSound(tab);
  await visit(tab);
  await tab.waitForFunction(() => document.getElementById("scrub").valueAsNumber > 0);
  await turnSoundOn(tab);
  await waitForSound(tab);
  /* Parts follow each other without gaps. */
  const parts = await tab.evaluate(() => window.heard);
  const breaks = parts.slice(1).filter(([start], i) => start !== parts[i][0] + parts[i][1]);
  assert.ok(breaks.length < parts.length / 2, JSON.stringify(parts));
  await tab.click("#play");
  const count = await heard(tab);
  await tab.waitForTimeout(200);
  assert.equal(await heard(tab), count);
  /* The browser keeps it, and lets a page be heard when it is touched. */
  await tab.reload();
  await tab.waitForFunction(() => document.getElementById("scrub").valueAsNumber > 0);
  assert.equal(await tab.getAttribute("#sound", "aria-pressed"), "true");
  assert.equal(await heard(tab), 0);
  await tab.keyboard.press("+");
  await waitForSound(tab);
  await tab.click("#sound");
  assert.equal(await tab.getAttribute("#sound", "aria-pressed"), "false");
  const before = await heard(tab);
  await tab.waitForTimeout(200);
  assert.equal(await heard(tab), before);
});

/* Fields of the page, and the same as options of the program. */
const DRESSES = [
  [{ theme: "gameboy", hud: "1", size: "post", motion: "full", loop: true, duration: 4, "film-frames": 12 },
    ["--theme", "gameboy", "--hud", "--size", "post", "--motion", "full", "--loop", "--duration", 4,
      "--max-frames", 12, "--speed", 200]],
  [{ size: "", theme: "paper", look: "nes", border: "0", motion: "fall", loop: false, duration: "",
    speed: "4", "film-square": 7, "film-frames": 90 },
  ["--theme", "paper", "--look", "nes", "--no-border", "--hud", "--motion", "fall", "--speed", 400,
    "--square", 7, "--max-frames", 90]],
  [{ theme: "", look: "", hud: "", border: "", title: "A chick: 100 %", "end-card": "That’s all",
    ground: "none", motion: "land", speed: "4", "film-square": 7, "film-frames": 40 },
  ["--title", "A chick: 100 %", "--end-card", "That’s all", "--background", "none", "--motion", "land",
    "--speed", 400, "--square", 7, "--max-frames", 40]],
];

/* A skin whose squares all differ, with clear corners. */
const writeSkin = (tab, name, side = 6) => writePng(tab, name, 10 * side, side, (x, y) =>
  [25 * Math.floor(x / side), 40 * y, 200 - 20 * (x % side), x % side + y > 0 ? 255 : 0]);

pageTest("films are the program's, frame by frame, with a theme and what is beside the playfield", async (tab) => {
  await print(tab, CHICK);
  writeFileSync(temporary("dressed.drops"), await plan(tab));
  for (const [fields, words] of variants(DRESSES.toReversed()).toReversed()) {
    await set(tab, fields);
    const { bytes } = await download(tab, "[data-file=gif]");
    const native = program("replay", "dressed.drops", ...words, "-o", "-", "-f", "gif");
    const frames = await framesOf(tab, bytes);
    assert.deepEqual(frames, await framesOf(tab, native));
    assert.ok(new Set(frames.map(([, , , hash]) => hash)).size > 5);
  }
  assert.match(tab.url(), /title=A\+chick.*end-card=That.*background=none/);
  await tab.click("[data-file=mp4]");
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /MP4 has no transparency; use WebM or a GIF/);
  if (await tab.isHidden("[data-file=webm]")) return;
  writeFileSync(temporary("clear.webm"), (await download(tab, "[data-file=webm]")).bytes);
  /* What is clear and what is not in its frames, as another decoder has it. */
  const alphas = execFileSync("ffmpeg", ["-v", "error", "-c:v", "libvpx-vp9", "-i", temporary("clear.webm"),
    "-vf", "alphaextract", "-pix_fmt", "gray", "-f", "rawvideo", "-"], { maxBuffer: 1e9 });
  let clear = 0, full = 0;
  for (const alpha of alphas) clear += alpha < 64, full += alpha > 191;
  assert.ok(full > 0 && clear > full && clear + full > 0.95 * alphas.length, `${clear} and ${full} of ${alphas.length}`);
}, CALM);

longPageTest("a video for posts has its size, from one button", async (tab) => {
  await print(tab, CHICK, { duration: 1, "film-sound": false });
  if (await tab.isHidden("[data-file=post]")) return;
  const { name, bytes } = await download(tab, "[data-file=post]");
  assert.equal(name, "chick-post.mp4");
  writeFileSync(temporary(name), bytes);
  const size = ["-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0"];
  assert.equal(String(execFileSync("ffprobe", ["-v", "error", ...size, temporary(name)])).trim(), "1080,1080");
}, CALM);

pageTest("what is saved while a better plan is looked for does not end that", async (tab) => {
  await open(tab);
  await set(tab, { effort: 9, "film-square": 4, motion: "land", "film-frames": 20 });
  await tab.click("[aria-label='Sample: Heart']");
  await tab.waitForFunction(() =>
    document.querySelector("figcaption").textContent.startsWith("best so far"));
  const { name } = await download(tab, "[data-file=gif]");
  assert.equal(name, "heart.gif");
  assert.ok(await tab.isVisible("#working"));
  await tab.click("#cancel");
}, CALM);

/* Presses a button that mends, after the refusal that says what is wrong. */
async function mend(tab, words, button) {
  await tab.locator("#refusal p", { hasText: words }).waitFor();
  await tab.click(`#refusal button:text-is("${button}")`);
}

const isEmpty = (tab) => tab.locator("#screen-0 canvas").evaluate((one) => getComputedStyle(one).visibility === "hidden");

pageTest("each failure has a button that mends it, and leaves no other film", async (tab) => {
  await print(tab, CHICK);
  /* A drawing with an empty row. */
  await tab.goto("about:blank");
  await visit(tab, "sprite=AQEDAAEiIiIF&method=search");
  await mend(tab, /row 2 of the picture.* is empty/, "Anchor empty rows");
  await planned(tab, "shared");
  assert.ok(await tab.isChecked("#anchor"));
  await set(tab, { width: 4 });
  await mend(tab, /on width 4/, "Width 7");
  await planned(tab, "shared");
  assert.equal(await tab.inputValue("#width"), "7");
  /* A picture of which nothing can be made. */
  const clear = await writePng(tab, "clear.png", 4, 4, () => [0, 0, 0, 0]);
  await tab.setInputFiles("#file", clear);
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#about"), /^clear\.png, 4 × 4 pixels/);
  assert.ok(await isEmpty(tab));
  assert.ok(await tab.locator("#result").evaluate((one) => one.inert));
  await tab.setInputFiles("#file", CHICK);
  await mend(tab, /width 7 holds 3/, "Width 11");
  await planned(tab, "chick.png");
  assert.ok(!await isEmpty(tab));
  await screenshot(tab, "dropforge-mended");
}, CALM);

test("advice of the library becomes one button for each thing to change", () => {
  const labels = (advice, asked = {}) => mendsFor(advice, { deal: "", width: 0, effort: 1, seed: 0, pieces: "", ...asked })
    .map(({ label, fields }) => `${label}: ${JSON.stringify(fields)}`);
  assert.deepEqual(labels([{ fit: "43x512", alpha_threshold: "128", colors: "6" }]),
    ['Shrink to 43 × 512: {"fit-width":"43","fit-height":"512","threshold":"128","colors":"6"}']);
  assert.deepEqual(labels([{ width: "65" }, { fit: "59x40" }]),
    ['Width 65: {"width":"65"}', 'Shrink to 59 × 40: {"fit-width":"59","fit-height":"40"}']);
  assert.deepEqual(labels([{ fit: "59x40", width: "63" }]),
    ['Width 63, shrink to 59 × 40: {"width":"63","fit-width":"59","fit-height":"40"}']);
  assert.deepEqual(labels([{ width: "auto", pieces: "auto" }]), ['Any width, any choice of pieces: {"width":"","pieces":""}']);
  assert.deepEqual(labels([{ colors: "6" }]), ['At most 6 colours: {"colors":"6"}']);
  assert.deepEqual(labels([{ pieces: "JT", width: "9" }]), ['Pieces JT, width 9: {"pieces":"JT","width":"9"}']);
  assert.deepEqual(labels([{ hold: "on" }, { pieces: "any" }, { seed: "" }, { effort: "" }, { width: "" }, { height: "" },
    { deal: "none" }], { deal: "bag", seed: 4 }), [
    'Allow hold: {"with-hold":true}', 'Print the shape only: {"pieces":"any"}', 'Another seed: {"seed":5}',
    'Search longer: {"effort":2}', 'Width 12: {"width":12}']);
  assert.deepEqual(labels([{ background: "auto" }, { queue: "none" }]),
    ['Usual background: {"ground":""}', 'Deal in bags: {"deal":"bag"}']);
});

longPageTest("a real game has its display in files, unless one wants none", async (tab) => {
  await print(tab, LETTER, { "film-frames": 9, motion: "land", speed: "64" });
  await tab.click("text=Real game");
  await planned(tab, "letter.png");
  writeFileSync(temporary("dealt.drops"), await plan(tab));
  const words = ["replay", "dealt.drops", "--motion", "land", "--speed", 6400, "--max-frames", 9, "-o", "-", "-f", "gif"];
  for (const [hud, more] of [["0", ["--no-hud", "--border"]], ["1", ["--hud"]], ["", []]]) {
    await set(tab, { hud });
    const { bytes } = await download(tab, "[data-file=gif]");
    assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, program(...words, ...more)), `hud ${hud}`);
    assert.equal(await tab.isVisible("#next"), hud === "");
  }
}, CALM);

/* What a file of a game says, whoever has compressed it. */
const said = (bytes, name) => (name === "techmino" ? inflateSync(Buffer.from(bytes.toString(), "base64")) : bytes);

longPageTest("a picture is drawn in the games that people have, as by the program", async (tab) => {
  await print(tab, LETTER, { effort: 0 });
  await tab.click("text=Real game");
  const names = await tab.locator("#game option").evaluateAll((all) => all.map(({ value }) => value).slice(1));
  assert.deepEqual(names, ["nes", "nullpomino", "tetrio", "techmino"]);
  for (const name of variants(names)) {
    await set(tab, { game: name });
    await planned(tab, "letter.png");
    const { name: file, bytes } = await download(tab, "[data-file=real]");
    program("print", LETTER, "--game", name, ...name === "nes" ? [] : ["--effort", 0], "-o", file, "-o", "game.drops");
    assert.ok((await plan(tab)).equals(readFileSync(temporary("game.drops"))), name);
    assert.ok(said(bytes, name).equals(said(readFileSync(temporary(file)), name)), file);
  }
  assert.ok(await tab.isHidden("#deal"));
  await set(tab, { game: "" });
  await planned(tab, "letter.png");
  assert.ok(await tab.isVisible("#deal") && await tab.isHidden("[data-file=real]"));
}, CALM);

longPageTest("the film of the NES game shows what that game shows, as by the program", async (tab) => {
  await print(tab, LETTER, { "film-frames": 9, motion: "land", speed: "64" });
  await tab.click("text=Real game");
  await set(tab, { game: "nes" });
  await planned(tab, "letter.png");
  const { bytes } = await download(tab, "[data-file=gif]");
  writeFileSync(temporary("letter.fm2"), (await download(tab, "[data-file=real]")).bytes);
  const words = ["replay", "letter.fm2", "--motion", "land", "--speed", 6400, "--max-frames", 9, "-o", "-", "-f", "gif"];
  assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, program(...words)));
  await screenshot(tab, "dropforge-nes");
  await tab.check("#compare"); /* whose plan has no scores */
  assert.ok(await tab.isHidden("#refusal"));
  await tab.uncheck("#compare");
  if (long.skip) return;
  await set(tab, { theme: "flat" });
  const flat = (await download(tab, "[data-file=gif]")).bytes;
  assert.deepEqual(await framesOf(tab, flat), await framesOf(tab, program(...words, "--theme", "flat")));
}, CALM);

pageTest("a plan that is refused comes with a button that mends it", async (tab) => {
  await print(tab, LETTER);
  await set(tab, { method: "best", width: 4 });
  await tab.waitForSelector("#mend:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /width 4 cannot end/);
  await tab.click("#mend");
  await planned(tab, "letter.png");
  assert.equal(await tab.inputValue("#width"), "");
  assert.ok((await plan(tab)).equals(program("print", LETTER, "-o", "-", "-f", "drops")));
  assert.match(await tab.innerText("#count"), /^\d+ drops, [\w/ ]+ of what the first program of this kind needed$/);
  await tab.click("text=Real game");
  assert.ok(await tab.isVisible("#shape-only"));
}, CALM);

longPageTest("a skin or a theme dresses any pieces as in the program", async (tab) => {
  await print(tab, CHICK, { pieces: "any", "film-square": 12, "film-frames": 40, motion: "land" });
  writeFileSync(temporary("any.drops"), await plan(tab));
  const words = ["--speed", 200, "--max-frames", 40, "--motion", "land", "--square", 12, "-o", "-", "-f", "gif"];
  await set(tab, { theme: "modern" });
  const assertSame = async (...more) => assert.deepEqual(
    await framesOf(tab, (await download(tab, "[data-file=gif]")).bytes),
    await framesOf(tab, program("replay", "any.drops", ...more, ...words)));
  await assertSame("--theme", "modern");
  await tab.setInputFiles("#skin", await writeSkin(tab, "skin.png"));
  await tab.waitForSelector("#no-skin:enabled");
  await assertSame("--theme", "modern", "--skin", "skin.png");
  await tab.setInputFiles("#skin", CHICK);
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /^a skin has ten squares in a row, .* 300 by 30$/);
  assert.ok(await tab.isDisabled("#no-skin"));
  await set(tab, { theme: "flat" });
  assert.ok(await tab.isHidden("#refusal"));
}, CALM);

longPageTest("a game in the address becomes a film, as the program's", async (tab) => {
  let address;
  for (const words of [["--deal", "bag"], ["--omino", 3]]) {
    program("bot", ...words, "--seed", 7, "--max-pieces", 30, "-o", "game.drops");
    const text = readFileSync(temporary("game.drops"));
    await tab.goto("about:blank");
    await visit(tab, `plan=${deflateRawSync(text).toString("base64url")}&hud=1&theme=flat`);
    await planned(tab, "game");
    assert.ok((await plan(tab)).equals(text));
    assert.ok(await tab.isHidden("[data-file=png]"));
    await set(tab, { "film-square": 12, "film-frames": 120 });
    const { name, bytes } = await download(tab, "[data-file=gif]");
    assert.equal(name, "game.gif");
    const native = program("replay", "game.drops", "--hud", "--theme", "flat", "--square", 12, "--speed", 200,
      "--max-frames", 120, "-o", "-", "-f", "gif");
    assert.deepEqual(await framesOf(tab, bytes), await framesOf(tab, native));
    address = tab.url();
    assert.match(new URL(address).hash, /^#plan=[\w-]+&theme=flat&hud=1$/);
    await screenshot(tab, `dropforge-film-${words[1]}`);
  }
  await tab.goto("about:blank");
  await visit(tab, `plan=${new URL(address).hash.slice(1).replace(/^plan=/, "").replace("theme=flat", "theme=glass&title=")}`);
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /link is damaged: .*: theme, title$/);
  await tab.goto("about:blank");
  await visit(tab, "plan=AAAA");
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /link is damaged: its plan cannot be read/);
  await tab.goto("about:blank");
  await visit(tab, `plan=${deflateRawSync("\n".repeat(5e6)).toString("base64url")}`);
  await tab.waitForSelector("#refusal:not([hidden])");
  assert.match(await tab.innerText("#refusal p"), /^this link has more than 4 MB; open the file/);
}, CALM);

/* The pixels of the stage. */
const stagePixels = (tab) => tab.locator("#screen-0 canvas").evaluate((canvas) =>
  [canvas.width, canvas.height, canvas.toDataURL()]);

pageTest("the stage has the size, the theme and the motion of the film; a link has them, too", async (tab) => {
  const fields = { theme: "modern", hud: "1", size: "wide", motion: "fall", loop: true, duration: 20, grid: "1",
    border: "0", "end-card": "Fin" };
  await print(tab, CHICK, fields);
  await tab.click("#last");
  const shown = await stagePixels(tab);
  assert.deepEqual(shown.slice(0, 2), [1920, 1080]);
  writeFileSync(temporary("wide.drops"), await plan(tab));
  const native = program("replay", "wide.drops", "--theme", "modern", "--hud", "--size", "wide", "--grid",
    "--no-border", "--end-card", "Fin", "-o", "-", "-f", "png");
  const wanted = await tab.evaluate(async (base64) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${base64}` });
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return [canvas.width, canvas.height, canvas.toDataURL()];
  }, native.toString("base64"));
  assert.ok(shown[2] === wanted[2], "the last frame is the program's picture");
  assert.ok(await tab.isDisabled("#speed"));
  const hash = new URL(tab.url()).hash.slice(1);
  await tab.goto("about:blank");
  await visit(tab, hash);
  await planned(tab, "shared");
  for (const [id, value] of Object.entries(fields))
    if (typeof value === "boolean") assert.ok(await tab.isChecked(`#${id}`), id);
    else assert.equal(await tab.inputValue(`#${id}`), String(value));
  await tab.click("#last");
  assert.ok((await stagePixels(tab))[2] === shown[2]);
  await screenshot(tab, "dropforge-wide");
}, CALM);
