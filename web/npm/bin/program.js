/* The worker in which the program runs, or one of its threads. */
import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

import { describe, run, runThread } from "./run.mjs";
import { ASKED } from "./shared.mjs";

const { words, shared, port, thread } = workerData;

/* Calls the main thread, and waits if it is to end everything. */
function post(what, value) {
  port.postMessage([what, value]);
  while (what === "die") Atomics.wait(shared, ASKED, Atomics.load(shared, ASKED));
}

if (thread === undefined) {
  const module = new WebAssembly.Module(readFileSync(new URL("./program.wasm", import.meta.url)));
  post("exit", run(module, words, { shared, post }));
} else {
  try {
    runThread(thread, { shared, post });
  } catch (error) {
    post("fail", describe(error));
  }
}
