/* Runs the program's WebAssembly. */
import * as fs from "node:fs";

import { ERRORS, attempt } from "./errors.mjs";
import { Memory } from "./memory.mjs";
import { programPath, systemPath } from "./paths.mjs";
import { ASKED, AT_WORK } from "./shared.mjs";
import { Exit, wasi } from "./wasi.mjs";

const SIGPIPE = 13;

/* The path at an address; the program has made it absolute, or it is relative. */
function pathAt(memory, address) {
  const path = memory.word(address);
  return systemPath(path.startsWith("/") ? path.slice(1) : `${folder().slice(1)}/${path}`);
}

const folder = () => programPath(process.cwd());

/* The functions of cli/wasi/host.h. `post` calls the main thread, which shares some numbers. */
function hostCalls(memory, files, shared, post) {
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

/* Runs a module with command line words, and gives its exit code. `streams` are the descriptors of
   standard input, output and error. */
export function run(module, words, { shared, post, streams = [0, 1, 2] }) {
  const memory = new Memory();
  const { calls, files } = wasi(memory, ["dropforge", ...words], environment(), streams);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: calls,
    dropforge: hostCalls(memory, files, shared, post),
  });
  memory.set(instance.exports.memory);
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    fs.writeSync(streams[2], `dropforge: out of memory, or a defect of dropforge: ${error.message}\n`);
    return 1;
  }
}
