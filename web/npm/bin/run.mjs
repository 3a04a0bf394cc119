/* Runs the program's WebAssembly. */
import * as fs from "node:fs";
import { availableParallelism } from "node:os";

import { ERRORS, attempt } from "./errors.mjs";
import { Memory } from "./memory.mjs";
import { programPath, systemPath } from "./paths.mjs";
import { ASKED, AT_WORK } from "./shared.mjs";
import { Exit, wasi } from "./wasi.mjs";

const SIGPIPE = 13;
/* The memory of the program, in pages of 64 KB: at first, as in meson.build, and at most. */
const FIRST_PAGES = 256, MOST_PAGES = 65536;

/* The path at an address; the program has made it absolute, or it is relative. */
function pathAt(memory, address) {
  const path = memory.word(address);
  return systemPath(path.startsWith("/") ? path.slice(1) : `${folder().slice(1)}/${path}`);
}

const folder = () => programPath(process.cwd());

/* The functions of cli/wasi/host.h. `post` calls the main thread, which shares some numbers. */
function hostCalls(memory, files, { shared, post, start }) {
  const at = (address) => pathAt(memory, address);
  return {
    realpath: (path, real, size) =>
      attempt(() => {
        const found = programPath(fs.realpathSync.native(at(path)));
        return memory.putWord(real, found, size) ? 0 : ERRORS.ENAMETOOLONG;
      }),
    access: (path, mode) => attempt(() => fs.accessSync(at(path), mode)),
    mode: (path) => {
      try {
        return fs.statSync(at(path)).mode & 0o777;
      } catch {
        return 0;
      }
    },
    chmod: (file, mode) => attempt(() => fs.fchmodSync(files.descriptor(file), mode)),
    umask: () => process.umask(),
    keep: (path) => post("keep", at(path)),
    forget: (path) => post("forget", at(path)),
    work: (isAtWork) => Atomics.store(shared, AT_WORK, isAtWork),
    asked: () => Atomics.load(shared, ASKED),
    die: (number) => post("die", number),
    processors: () => availableParallelism(),
    thread: (slot, stackEnd) => start(slot, stackEnd),
    wait: (address, value, milliseconds) => {
      Atomics.wait(memory.words, address >>> 2, value, milliseconds < 0 ? Infinity : milliseconds);
    },
    quiet: () => {
      files.closed = () => post("die", SIGPIPE);
    },
  };
}

/* The folder as a variable; a folder that has been removed has no name. */
function startedIn() {
  try {
    return [`PWD=${folder()}`];
  } catch {
    return [];
  }
}

/* The variables that the program asks for, and where it was started. */
function environment() {
  const names = ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "XDG_DATA_HOME"];
  const found = names.filter((name) => process.env[name] !== undefined);
  return [...startedIn(), ...found.map((name) => `${name}=${process.env[name]}`)];
}

/* Takes as much as there may be, or less where the system does not give that. */
function makeMemory() {
  for (let maximum = MOST_PAGES;; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (maximum <= FIRST_PAGES) throw error;
    }
  }
}

/* The WebAssembly on a memory. */
function instantiate(module, shared, words, streams, host) {
  const memory = new Memory(shared);
  const { calls, files } = wasi(memory, words, environment(), streams);
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory: shared },
    wasi_snapshot_preview1: calls,
    dropforge: hostCalls(memory, files, host),
  });
  return exports;
}

/* What to say of an error that ended WebAssembly. */
export function describe(error) {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  return `dropforge: out of memory, or a defect of dropforge: ${error.message}\n`;
}

/* Runs a module with command line words, and gives its exit code. `streams` are the descriptors of
   standard input, output and error; `post` is asked for threads. */
export function run(module, words, { shared, post, streams = [0, 1, 2] }) {
  const memory = makeMemory();
  const start = (slot, stackEnd) => post("thread", { module, memory, slot, stackEnd });
  const { _start } = instantiate(module, memory, ["dropforge", ...words], streams, { shared, post, start });
  try {
    _start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    fs.writeSync(streams[2], describe(error));
    return 1;
  }
}

/* Runs a thread of a program: what that has posted. It never ends. */
export function runThread({ module, memory, slot, stackEnd }, { shared, post }) {
  const host = { shared, post, start: () => {} };
  const { __stack_pointer, run_thread } = instantiate(module, memory, [], [0, 1, 2], host);
  __stack_pointer.value = stackEnd;
  post("begun", slot);
  run_thread(slot);
}
