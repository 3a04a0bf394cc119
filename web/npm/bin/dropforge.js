#!/usr/bin/env node
/* `npx dropforge`: starts the program in a worker, and does what has to be done while it works:
   receives signals, and removes unfinished files when a signal ends it. */
import { unlinkSync } from "node:fs";
import { constants } from "node:os";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";

import { ASKED, AT_WORK, SHARED_BYTES } from "./shared.mjs";

/* A signal may arrive twice: at the program, and at its group. */
const ECHO_MS = 250;
/* Removes the line of progress. */
const WIPE = "\r\x1b[K";
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
  const asks = name !== "SIGHUP" && Atomics.load(shared, AT_WORK) === 1;
  if (asked === 0 && asks) {
    asked = now;
    Atomics.store(shared, ASKED, constants.signals[name]);
  } else if (asked === 0 || now - asked >= ECHO_MS) {
    worker.terminate().then(() => {
      /* What it has said before it ended. */
      for (let said; (said = receiveMessageOnPort(channel.port1)) !== undefined;) answer(said.message);
      if (process.stderr.isTTY) process.stderr.write(WIPE);
      dieOf(name);
    });
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

/* Node replaces bytes that are no UTF-8, and another file would be meant. */
const odd = process.argv.find((word) => word.includes("\ufffd"));
if (odd !== undefined) {
  process.stderr.write(`dropforge: ${odd}: is not UTF-8; use another name\n`);
  process.exit(1);
}

const answer = ([what, value]) => answers[what](value);
const channel = new MessageChannel();
const worker = new Worker(new URL("./program.js", import.meta.url), {
  workerData: { words: process.argv.slice(2), shared, port: channel.port2 },
  transferList: [channel.port2],
  /* Recursion needs more than the 4 MB of other workers. */
  resourceLimits: { stackSizeMb: 16 },
});
channel.port1.on("message", answer);
worker.on("error", (error) => {
  process.stderr.write(`dropforge: ${error.message}\n`);
  process.exit(1);
});
for (const name of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(name, () => receive(name));
