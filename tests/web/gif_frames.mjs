/* The page's own reader of GIFs beside files whose frames are known, and damaged files.
 *
 * usage: node --test-reporter=tap gif_frames.mjs PYTHON PROGRAM */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { readGif, readGifFrame } from "../../web/printer/intake/gif_frames.js";

const [given, name] = process.argv.slice(2);
const program = resolve(name);
const root = fileURLToPath(new URL("../..", import.meta.url));
const seed = Number(process.env.DROPFORGE_TEST_SEED ?? Date.now() % 1000000);

const run = (file, ...words) => execFileSync(file, words, { cwd: root, maxBuffer: 1 << 28 });

/* Debian's Python has Debian's packages, whichever is the first on the path. */
const python = [given, "/usr/bin/python3"].find((path) => spawnSync(path, ["-c", "import PIL"]).status === 0);
const missing = python === undefined && "python3-pil is missing; run ./bootstrap test";
if (missing && process.env.CI === "true") throw new Error(missing);

/* As tests/support/image_samples.py makes them; those are read by other decoders, too. */
const samples = missing ? [] : JSON.parse(run(python, "-c", `
import json, random
from tests.support import image_samples
print(json.dumps([[one.name, list(one.data), one.width, one.height, [list(frame) for frame in one.frames]]
                  for one in image_samples.gifs(random.Random(${seed}))]))`))
  .map(([name, data, width, height, frames]) => ({ name, data: Uint8Array.from(data), width, height, frames }));

test("frames are as they were made", { skip: missing }, (context) => {
  context.diagnostic(`seed ${seed}, ${samples.length} files`);
  for (const { name, data, width, height, frames } of samples) {
    const gif = readGif(data);
    assert.deepEqual([gif.width, gif.height, gif.frames.length], [width, height, frames.length], name);
    frames.forEach((frame, i) => assert.deepEqual([...readGifFrame(gif, i)], frame, `${name}, frame ${i}`));
  }
});

/* Codes that grow, and tables that are full. */
test("a film of the program shows what it prints", { skip: missing }, () => {
  const film = new Uint8Array(run(program, "print", "-m", "search", "--square", "4", "--max-frames",
    "40", "-o", "-", "-f", "gif"));
  const gif = readGif(film);
  assert.ok(gif.frames.length > 20 && gif.frames.length <= 40);
  /* Pillow reads it, too. */
  const other = JSON.parse(execFileSync(python, ["-c", `
import hashlib, io, json, sys, PIL.Image
film = PIL.Image.open(io.BytesIO(sys.stdin.buffer.read()))
hashes = []
for number in range(film.n_frames):
    film.seek(number)
    hashes.append(hashlib.sha1(film.convert("RGBA").tobytes()).hexdigest())
print(json.dumps(hashes))`], { input: film }));
  assert.deepEqual(gif.frames.map((_, i) =>
    createHash("sha1").update(readGifFrame(gif, i)).digest("hex")), other);
});

test("damaged files are refused, or give pixels", { skip: missing }, () => {
  let random = seed + 1;
  const below = (most) => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  let refused = 0;
  const attempt = (data, width) => {
    try {
      const gif = readGif(data);
      if (gif.width * gif.height > 1 << 16) return; /* the page refuses large ones before */
      const pixels = readGifFrame(gif, gif.frames.length - 1);
      assert.equal(pixels.length, 4 * gif.width * gif.height);
      assert.ok(width > 0);
    } catch (error) {
      assert.match(error.message, /^the GIF is damaged: /);
      refused++;
    }
  };
  for (const { data, width } of samples) {
    for (let i = 0; i < 20; i++) attempt(data.subarray(0, below(data.length)), width);
    for (let i = 0; i < 20; i++) {
      const copy = data.slice();
      copy[below(copy.length)] = below(256);
      attempt(copy, width);
    }
  }
  assert.ok(refused > 100, `${refused} are refused`);
});
