#!/usr/bin/env node
/* `npx dropforge`: starts the program in a worker, and does what has to be done while it works:
   starts its threads, receives signals, and removes unfinished files when a signal ends it. */
import { unlinkSync } from "node:fs";
import { constants } from "node:os";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";

import { ASKED, AT_WORK, SHARED_BYTES } from "./shared.mjs";

/* A signal may arrive twice: at the program, and at its group. */
const ECHO_MS = 250;
/* Removes the line of progress. */
const WIPE = "\r\x1b[K";
/* Work that is done sooner is not worth a thread. */
const THREAD_MS = 100;
const shared = new Int32Array(new SharedArrayBuffer(SHARED_BYTES));
const unfinished = new Set();
const begun = new Set(); /* threads */
let asked = 0, firstThread = 0;

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
      for (let said; (said = receiveMessageOnPort(port)) !== undefined;) answer(said.message);
      if (process.stderr.isTTY) process.stderr.write(WIPE);
      dieOf(name);
    });
  }
}

function fail(text) {
  process.stderr.write(text);
  process.exit(1);
}

function answer([what, value]) {
  answers[what](value);
}

/* Starts a worker with the program or one of its threads. */
function startWorker(data) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("./program.js", import.meta.url), {
    workerData: { ...data, shared, port: port2 },
    transferList: [port2],
    /* Recursion needs more than the 4 MB of other workers. */
    resourceLimits: { stackSizeMb: 16 },
  });
  port1.on("message", answer);
  return { worker, port: port1 };
}

/* The program does without a thread that does not begin. */
function startThread(thread) {
  try {
    startWorker({ thread }).worker.on("error", (error) => {
      if (begun.has(thread.slot)) fail(`dropforge: ${error.message}\n`);
    });
  } catch {
    /* There are too many. */
  }
}

const answers = {
  keep: (path) => unfinished.add(path),
  forget: (path) => unfinished.delete(path),
  exit: (code) => process.exit(code),
  thread: (thread) => {
    firstThread ||= performance.now();
    setTimeout(startThread, firstThread + THREAD_MS - performance.now(), thread);
  },
  begun: (slot) => begun.add(slot),
  fail,
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

const { worker, port } = startWorker({ words: process.argv.slice(2) });
worker.on("error", (error) => fail(`dropforge: ${error.message}\n`));
for (const name of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(name, () => receive(name));
