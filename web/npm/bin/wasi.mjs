/* The part of WASI that the program uses. Node's own is experimental, says so on standard error,
   and keeps files in a sandbox, which paths of Windows and links out of it do not pass. */
import * as fs from "node:fs";
import { randomFillSync } from "node:crypto";
import { isatty } from "node:tty";

import { ERRORS, attempt } from "./errors.mjs";
import { systemPath } from "./paths.mjs";

const ROOT = 3; /* the descriptor of "/" */
const KINDS = { CHARACTER: 2, FOLDER: 3, FILE: 4, STREAM: 6, LINK: 7 };
const RIGHTS = { READ: 2n, WRITE: 64n, ALL: 0x1fffffffn, TERMINAL: 0x1fffffdbn /* it cannot seek */ };
const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8;
const FOLLOW = 1, APPEND = 1;

function kindOf(found) {
  if (found.isFile()) return KINDS.FILE;
  if (found.isDirectory()) return KINDS.FOLDER;
  if (found.isSymbolicLink()) return KINDS.LINK;
  return found.isCharacterDevice() ? KINDS.CHARACTER : KINDS.STREAM;
}

/* An exception that unwinds the program. */
export class Exit {
  constructor(code) {
    this.code = code;
  }
}

/* What to do with pipes that another program has made to answer instead of waiting. */
function patiently(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/* The files that the program has open, by its numbers: each has the system's descriptor, a position
   unless it is a stream, a kind and rights. */
class Files {
  closed = () => {}; /* is called when a reader has closed its pipe */
  #open = new Map();
  #memory;

  constructor(memory, streams) {
    this.#memory = memory;
    for (const [number, fd] of streams.entries()) {
      try {
        const kind = isatty(fd) ? KINDS.CHARACTER : kindOf(fs.fstatSync(fd));
        const rights = kind === KINDS.CHARACTER ? RIGHTS.TERMINAL : RIGHTS.ALL;
        this.#open.set(number, { fd, at: null, kind, rights });
      } catch {
        /* It is closed. */
      }
    }
    this.#open.set(ROOT, { fd: null, at: null, kind: KINDS.FOLDER, rights: RIGHTS.ALL });
  }

  /* Calls a function with a file; gives back the number of an error, or 0. */
  with(number, work) {
    const file = this.#open.get(number);
    return file === undefined ? ERRORS.EBADF : attempt(() => work(file));
  }

  /* The system's descriptor of a file. */
  descriptor(number) {
    return this.#open.get(number)?.fd;
  }

  open(path, how, rights, more) {
    let flags = fs.constants.O_RDONLY;
    if (rights & RIGHTS.WRITE) flags = rights & RIGHTS.READ ? fs.constants.O_RDWR : fs.constants.O_WRONLY;
    if (how & CREATE) flags |= fs.constants.O_CREAT;
    if (how & EXCLUSIVE) flags |= fs.constants.O_EXCL;
    if (how & TRUNCATE) flags |= fs.constants.O_TRUNC;
    if (more & APPEND) flags |= fs.constants.O_APPEND;
    const fd = fs.openSync(path, flags, how & EXCLUSIVE ? 0o600 : 0o666);
    const found = fs.fstatSync(fd);
    const kind = kindOf(found), begin = more & APPEND ? found.size : 0;
    let number = 0;
    while (this.#open.has(number)) number++;
    this.#open.set(number, { fd, at: kind === KINDS.FILE ? begin : null, kind, rights });
    return number;
  }

  close(number) {
    const { fd } = this.#open.get(number);
    this.#open.delete(number);
    if (number >= ROOT) fs.closeSync(fd);
  }

  /* Goes through the parts of a buffer until one is not filled, or not taken whole. */
  transfer(file, vectors, count, result, step) {
    const memory = this.#memory;
    let done = 0;
    for (let i = 0; i < count; i++) {
      const address = memory.view.getUint32(vectors + 8 * i, true);
      const length = memory.view.getUint32(vectors + 8 * i + 4, true);
      if (length === 0) continue;
      const moved = patiently(() => step(file.fd, memory.bytes, address, length, file.at));
      done += moved;
      if (file.at !== null) file.at += moved;
      if (moved < length) break;
    }
    memory.view.setUint32(result, done, true);
  }
}

function putStat(memory, at, found) {
  memory.bytes.fill(0, at, at + 64);
  memory.view.setBigUint64(at, found.dev, true);
  memory.view.setBigUint64(at + 8, found.ino, true);
  memory.view.setUint8(at + 16, kindOf(found));
  memory.view.setBigUint64(at + 24, found.nlink, true);
  memory.view.setBigUint64(at + 32, found.size, true);
  memory.view.setBigUint64(at + 40, found.atimeNs, true);
  memory.view.setBigUint64(at + 48, found.mtimeNs, true);
  memory.view.setBigUint64(at + 56, found.ctimeNs, true);
}

function processCalls(memory, words, environment) {
  const put = (texts) => (addresses, start) => memory.putWords(addresses, start, texts);
  const putSizes = (texts) => (count, size) => memory.putWordSizes(count, size, texts);
  return {
    args_get: put(words),
    args_sizes_get: putSizes(words),
    environ_get: put(environment),
    environ_sizes_get: putSizes(environment),
    clock_time_get: (clock, precision, result) => {
      const now =
        clock === 0 ? BigInt(Date.now()) * 1000000n : BigInt(Math.round(performance.now() * 1e6));
      memory.view.setBigUint64(result, now, true);
      return 0;
    },
    random_get: (address, length) => {
      randomFillSync(memory.bytes, address, length);
      return 0;
    },
    proc_exit: (code) => {
      throw new Exit(code);
    },
  };
}

function fileCalls(memory, files) {
  return {
    fd_close: (number) => files.with(number, () => files.close(number)),
    fd_fdstat_get: (number, result) =>
      files.with(number, (file) => {
        memory.bytes.fill(0, result, result + 24);
        memory.view.setUint8(result, file.kind);
        memory.view.setBigUint64(result + 8, file.rights, true);
        memory.view.setBigUint64(result + 16, RIGHTS.ALL, true);
      }),
    fd_fdstat_set_flags: (number) => files.with(number, () => 0),
    fd_filestat_get: (number, result) =>
      files.with(number, (file) => putStat(memory, result, fs.fstatSync(file.fd, { bigint: true }))),
    fd_prestat_get: (number, result) => {
      if (number !== ROOT) return ERRORS.EBADF;
      memory.view.setUint32(result, 0, true);
      memory.view.setUint32(result + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name: (number, address) => {
      memory.bytes[address] = "/".charCodeAt(0);
      return 0;
    },
    fd_read: (number, vectors, count, result) =>
      files.with(number, (file) => files.transfer(file, vectors, count, result, fs.readSync)),
    fd_write: (number, vectors, count, result) => {
      const error = files.with(number, (file) =>
        files.transfer(file, vectors, count, result, fs.writeSync));
      if (error === ERRORS.EPIPE) files.closed();
      return error;
    },
    fd_seek: (number, offset, whence, result) =>
      files.with(number, (file) => {
        if (file.at === null) return ERRORS.ESPIPE;
        const starts = [0, file.at, whence === 2 ? fs.fstatSync(file.fd).size : 0];
        const at = starts[whence] + Number(offset);
        if (at < 0) return ERRORS.EINVAL;
        file.at = at;
        memory.view.setBigUint64(result, BigInt(at), true);
        return 0;
      }),
    fd_sync: (number) => files.with(number, (file) => fs.fsyncSync(file.fd)),
  };
}

function pathCalls(memory, files) {
  const at = (address, length) => systemPath(memory.text(address, length));
  return {
    path_create_directory: (folder, path, length) => attempt(() => fs.mkdirSync(at(path, length), 0o700)),
    path_filestat_get: (folder, flags, path, length, result) =>
      attempt(() => {
        const look = flags & FOLLOW ? fs.statSync : fs.lstatSync;
        putStat(memory, result, look(at(path, length), { bigint: true }));
      }),
    path_link: (folder, flags, from, fromLength, other, to, toLength) =>
      attempt(() => fs.linkSync(at(from, fromLength), at(to, toLength))),
    path_open: (folder, flags, path, length, how, rights, inherited, more, result) =>
      attempt(() => memory.view.setUint32(result, files.open(at(path, length), how, rights, more), true)),
    path_readlink: (folder, path, length, address, size, result) =>
      attempt(() => {
        const bytes = Buffer.from(fs.readlinkSync(at(path, length))).subarray(0, size);
        memory.bytes.set(bytes, address);
        memory.view.setUint32(result, bytes.length, true);
      }),
    path_rename: (folder, from, fromLength, other, to, toLength) =>
      attempt(() => fs.renameSync(at(from, fromLength), at(to, toLength))),
    path_remove_directory: (folder, path, length) => attempt(() => fs.rmdirSync(at(path, length))),
    path_unlink_file: (folder, path, length) => attempt(() => fs.unlinkSync(at(path, length))),
  };
}

/* The functions, for a Memory, and the files that they use. */
export function wasi(memory, words, environment, streams) {
  const files = new Files(memory, streams);
  const calls = {
    ...processCalls(memory, words, environment),
    ...fileCalls(memory, files),
    ...pathCalls(memory, files),
  };
  return { calls, files };
}
