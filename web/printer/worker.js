/* The long work, in a thread of its own: one job for each worker, which the page ends when it is
   done or no longer wanted; the one that prepares has several. The message in is { job, wasm, ... }; messages out are { progress }
   from 0 to 1 (null: unknown), perhaps with the best plan so far as `better`, and at last { done }
   or { failed, advice }. */
import { Engine, Refusal } from "./engine.js";
import { encodeGif } from "./film/gif.js";
import { openImage } from "./intake/decode.js";
import { encodeVideo } from "./film/video.js";

const TELL_EVERY = 100; /* milliseconds */

/* Tells the page now and then how far the job is; `better` gives a plan to go with it, or null. */
function teller(better = () => null) {
  let told = 0;
  return (part, drops) => {
    const now = performance.now();
    if (now - told < TELL_EVERY) return;
    told = now;
    postMessage({ progress: part, drops, better: better() });
  };
}

const MOST_PIXELS = 2 ** 26; /* of all frames, for which there is memory */

/* The tiles of a sheet that are not clear, as frames one below the other. */
function cutTiles({ width, height, rgba }, size) {
  const tiles = [];
  const row = 4 * size.width, length = row * size.height;
  for (let top = 0; top + size.height <= height; top += size.height)
    for (let left = 0; left + size.width <= width; left += size.width) {
      const tile = new Uint8Array(length);
      for (let y = 0; y < size.height; y++) {
        const at = 4 * ((top + y) * width + left);
        tile.set(rgba.subarray(at, at + row), row * y);
      }
      if (tile.some((part, i) => i % 4 === 3 && part > 0)) tiles.push(tile);
    }
  const all = new Uint8Array(length * tiles.length);
  tiles.forEach((tile, i) => all.set(tile, i * length));
  return { ...size, rgba: all, frames: tiles.length };
}

/* All frames, one below the other, with their `times` in milliseconds and how often they are played. */
async function readAll({ count, read, plays }) {
  const first = await read(0);
  const { width, height, rgba: { length } } = first;
  if (width * height * count > MOST_PIXELS)
    throw new Error(`${count} frames of ${width} × ${height} pixels are too many; scale the animation down`);
  const rgba = new Uint8Array(count * length), times = [];
  for (let i = 0; i < count; i++) {
    const frame = i === 0 ? first : await read(i);
    rgba.set(frame.rgba, i * length);
    times.push(frame.milliseconds);
  }
  return { width, height, rgba, frames: count, times, plays };
}

/* The pixels of a frame, by its number, or of "all"; `tile` is the size of tiles which are the frames, null: they are none. */
async function readFrame(image, frame, tile) {
  if (tile !== null) return frame === "all" ? cutTiles(await image.read(0), tile) : image.read(0);
  return frame === "all" ? readAll(image) : image.read(frame);
}

/* Which tile is taken, as Picture has it. */
const tileOf = (frame, tile) => (tile === null || frame === "all" ? {} : { tile: frame === "whole" ? "keep" : frame + 1 });

let opened; /* the image that pictures are made of */
let preparing; /* a promise of an Engine */
const show = (better) => postMessage({ better }, [better]);

async function prepare({ wasm, image, frame, tile, how }) {
  preparing ??= Engine.open(wasm); /* while the image is decoded */
  if (image !== undefined) {
    opened?.close();
    opened = await openImage(image, show);
  }
  const { count, lossy } = opened;
  const pixels = await readFrame(opened, frame, tile), engine = await preparing;
  const about = { count, lossy, width: pixels.width, height: pixels.height, color: pixels.rgba.slice(0, 3) };
  try {
    return { ...about, picture: engine.takePixels(pixels, { lossy, ...tileOf(frame, tile), ...how }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...about, failed: error.told, advice: error.advice };
  }
}

async function plan({ wasm, image, frame, tile, how, printing }) {
  const tell = teller(() => engine.takeBetter());
  const engine = await Engine.open(wasm, ({ nodes, expected, drops }) => {
    tell(expected > 0 ? Math.min(nodes / expected, 1) : null, drops);
    return true;
  });
  const pixels = await readFrame(await openImage(image), frame, tile);
  engine.takePixels(pixels, how);
  const report = engine.print(printing);
  if (pixels.times) engine.markFrames(pixels);
  return { report, text: engine.writePlan(), ...await engine.finish?.() };
}

async function bound({ wasm, image, printing }) {
  const engine = await Engine.open(wasm);
  engine.takePixels(image);
  return engine.bound(printing);
}

/* A film as a file; `encode` makes its bytes. */
async function film(encode, { wasm, text, look, film: options, sound }) {
  const engine = await Engine.open(wasm);
  engine.readPlan(text);
  return encode(engine, { look, film: options, sound }, teller());
}

const jobs = {
  prepare,
  read: async ({ image }) => (await openImage(image)).read(0),
  plan,
  bound,
  gif: (message) => film(encodeGif, message),
  mp4: (message) => film((...rest) => encodeVideo("mp4", ...rest), message),
  webm: (message) => film((...rest) => encodeVideo("webm", ...rest), message),
};

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ done: await jobs[data.job](data) });
  } catch (error) {
    if (error instanceof Refusal) postMessage({ failed: error.told, advice: error.advice });
    else postMessage({ failed: `this did not work: ${error.message}`, advice: [] });
  }
});
