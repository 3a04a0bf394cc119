/* The long work, in a thread of its own: one job for each worker, which the page ends when it is
   done or no longer wanted. The message in is { job, wasm, ... }; messages out are { progress }
   from 0 to 1 (null: unknown), perhaps with the best plan so far as `better`, and at last { done }
   or { failed, advice }. */
import { Engine, Refusal } from "./engine.js";
import { encodeGif } from "./gif.js";
import { encodeVideo } from "./video.js";

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

async function plan({ wasm, pixels, how, printing }) {
  const tell = teller(() => engine.takeBetter());
  const engine = await Engine.open(wasm, ({ nodes, expected, drops }) => {
    tell(expected > 0 ? Math.min(nodes / expected, 1) : null, drops);
    return true;
  });
  engine.takePixels(pixels, how);
  const report = engine.print(printing);
  return { report, text: engine.writePlan() };
}

async function bound({ wasm, pixels, printing }) {
  const engine = await Engine.open(wasm);
  engine.takePixels(pixels);
  return engine.bound(printing);
}

/* A film as a file; `encode` makes its bytes. */
async function film(encode, { wasm, text, look, film: options, sound }) {
  const engine = await Engine.open(wasm);
  engine.readPlan(text);
  return encode(engine, { look, film: options, sound }, teller());
}

const jobs = {
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
