/* The worker in which the program runs. */
import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

import { run } from "./run.mjs";
import { ASKED } from "./shared.mjs";

const { words, shared, port } = workerData;

/* Calls the main thread, and waits if it is to end everything. */
function post(what, value) {
  port.postMessage([what, value]);
  while (what === "die") Atomics.wait(shared, ASKED, Atomics.load(shared, ASKED));
}

const module = new WebAssembly.Module(readFileSync(new URL("./program.wasm", import.meta.url)));
post("exit", run(module, words, { shared, post }));
