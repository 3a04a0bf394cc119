#!/usr/bin/env node
/* `npx dropforge`: starts the program in a worker, and does what has to be done while it works:
   receives signals, reads keys, and removes unfinished files when a signal ends it. */
import { unlinkSync } from "node:fs";
import { constants } from "node:os";
import { Worker } from "node:worker_threads";

import { ASKED, AT_WORK, SHARED_BYTES } from "./shared.mjs";

/* A signal may arrive twice: at the program, and at its group. */
const ECHO_MS = 250;
const shared = new Int32Array(new SharedArrayBuffer(SHARED_BYTES));
const unfinished = new Set();
let asked = 0;

function dieOf(name) {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      /* It may never have been made. */
    }
  }
  /* Node ignores closed pipes, until somebody has listened to them. */
  process.on(name, () => {});
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  /* Where there are no signals. */
  setTimeout(() => process.exit(128 + constants.signals[name]), 100);
}

function receive(name) {
  const now = performance.now();
  if (asked === 0 && Atomics.load(shared, AT_WORK) === 1) {
    asked = now;
    Atomics.store(shared, ASKED, constants.signals[name]);
  } else if (asked === 0 || now - asked >= ECHO_MS) {
    worker.terminate();
    dieOf(name);
  }
}

const answers = {
  keep: (path) => unfinished.add(path),
  forget: (path) => unfinished.delete(path),
  exit: (code) => process.exit(code),
  die: (number) => {
    const found = Object.entries(constants.signals).find((entry) => entry[1] === number);
    dieOf(found[0]);
  },
};

const worker = new Worker(new URL("./program.js", import.meta.url), {
  workerData: { words: process.argv.slice(2), shared },
  /* Recursion needs more than the 4 MB of other workers. */
  resourceLimits: { stackSizeMb: 16 },
});
worker.on("message", ([what, value]) => answers[what](value));
worker.on("error", (error) => {
  process.stderr.write(`dropforge: ${error.message}\n`);
  process.exit(1);
});
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => receive(name));
