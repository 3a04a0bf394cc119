/* Calls of the library's functions, as layouts.js describes them: JavaScript's values become arguments, and
   what the library writes becomes JavaScript's again. Numbers out of range and unknown members are refused, so
   that nothing is cut on its way. */
import * as lib from "layouts.js";
import { Wasm } from "./wasm.js";

const SIZES = { Bool: 1, Char: 1, Color: 3, Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, BigInt64: 8, BigUint64: 8, Float64: 8 };
const VIEWS = { Bool: "Uint8", Char: "Uint8", Status: "Int32" };
const encoder = new TextEncoder(), decoder = new TextDecoder(), room = new DataView(new ArrayBuffer(8));

const viewOf = (type) => (SIZES[type] ? VIEWS[type] ?? type : VIEWS[type] ?? (type === "Int32" ? type : "Uint32"));

export const sizeOf = (type) => (Array.isArray(type) ? type[1] * sizeOf(type[0]) : type.size ?? SIZES[type] ?? 4);

/* True of what is passed by its address. */
const isStruct = (type) => type?.members !== undefined || type === "Color";

/* How numbers are read and written, by the names of DataView. */
const ACCESS = Object.fromEntries(["Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "BigInt64", "BigUint64", "Float64"]
  .map((view) => [view, { get: DataView.prototype[`get${view}`], set: DataView.prototype[`set${view}`] }]));

/* A number as a type has it. */
function numberOf(type, value, name) {
  const view = viewOf(type), { get, set } = ACCESS[view], number = view.startsWith("Big") ? BigInt(value) : Number(value);
  set.call(room, 0, number, true);
  if (get.call(room, 0, true) !== number) throw new RangeError(`${name} is ${value}, which is out of range`);
  return number;
}

const hex = (view, at) => view.getUint8(at).toString(16).padStart(2, "0");

/* The function that reads a type: (calls, view, address). Pointers are addresses, but for texts. */
function makeReader(type) {
  if (type[0] === "Char") return (calls, view, at) => calls.textAt(at);
  if (Array.isArray(type)) {
    const [one, size] = [readerOf(type[0]), sizeOf(type[0])];
    return (calls, view, at) => Array.from({ length: type[1] }, (_, i) => one(calls, view, at + i * size));
  }
  if (type.members) {
    const parts = Object.entries(type.members).map(([key, [offset, kind]]) => [key, offset, readerOf(kind)]);
    return (calls, view, at) => {
      const made = {};
      for (const [key, offset, read] of parts) made[key] = read(calls, view, at + offset);
      return made;
    };
  }
  if (type === "Color") return (calls, view, at) => `#${hex(view, at)}${hex(view, at + 1)}${hex(view, at + 2)}`;
  const { get } = ACCESS[viewOf(type)], read = (calls, view, at) => get.call(view, at, true);
  if (type === "Text") return (...at) => (read(...at) === 0 ? null : at[0].textAt(read(...at)));
  return type === "Bool" ? (...at) => read(...at) !== 0 : read;
}

const readers = new Map();

function readerOf(type) {
  if (!readers.has(type)) readers.set(type, makeReader(type));
  return readers.get(type);
}

export class Calls extends Wasm {
  /* The functions of calls.c that are JavaScript's; `made` gives the object of this class. */
  static importsOf(made) {
    const call = (shim) => (...values) => made().called(shim, ...values);
    return { page: { visit: call("visit"), visit_many: call("visit_many"), hear: call("hear") } };
  }

  #lent = [];
  #visitors = {};
  #places = {}; /* of functions in the table */
  #view;

  /* The memory; gone as soon as any function is called that allocates. */
  get view() {
    const { buffer } = this.call.memory;
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /* The text that ends with a NUL at an address. */
  textAt(address) {
    const bytes = new Uint8Array(this.call.memory.buffer, address);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /* What is at an address. */
  read(type, at) {
    return readerOf(type)(this, this.view, at);
  }

  /* A member of a struct at an address. */
  member(type, name, at) {
    const [offset, kind] = type.members[name];
    return this.read(kind, at + offset);
  }

  /* The address of an item of one of the library's tables, and what is there. */
  itemAt({ name, table: [type] }, index) {
    return this.call[name].value + index * sizeOf(type);
  }

  item(table, index) {
    return this.read(table.table[0], this.itemAt(table, index));
  }

  list(type, at, count) {
    const read = readerOf(type), size = sizeOf(type), { view } = this;
    return Array.from({ length: count }, (_, i) => read(this, view, at + i * size));
  }

  /* A copy of numbers at an address as a typed array. */
  numbers(Kind, at, count) {
    return new Kind(this.call.memory.buffer, at, count).slice();
  }

  /* Sets members, which are numbers, of a struct at an address. */
  poke(type, at, members) {
    this.#write(type, at, members, "");
  }

  #write(type, at, value, name) {
    if (value === undefined || value === null) return;
    if (Array.isArray(type) && value.byteLength === sizeOf(type)) {
      this.bytes(at, value.byteLength).set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    } else if (Array.isArray(type)) {
      const list = type[0] === "Char" ? encoder.encode(value) : value;
      if (list.length > type[1]) throw new RangeError(`${name}: use at most ${type[1]}`);
      list.forEach((one, i) => this.#write(type[0], at + i * sizeOf(type[0]), one, name));
    } else if (type.members) {
      if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) throw new TypeError(`${name}: give its address`);
      for (const [key, one] of Object.entries(value)) {
        if (!Object.hasOwn(type.members, key)) throw new TypeError(`${name}: ${key} is no member`);
        this.#write(type.members[key][1], at + type.members[key][0], one, key);
      }
    } else if (type === "Color") {
      const rgb = typeof value === "string" ? parseInt(value.slice(1), 16) : value;
      this.bytes(at, 3).set([rgb >> 16, rgb >> 8 & 255, rgb & 255]);
    } else {
      const number = numberOf(type, this.#plain(type, value, name), name);
      ACCESS[viewOf(type)].set.call(this.view, at, number, true);
    }
  }

  /* Room until the end of the call, all zero. */
  #lend(size) {
    const at = this.alloc(size);
    this.#lent.push(at);
    this.bytes(at, size).fill(0);
    return at;
  }

  #lendBytes(bytes) {
    const at = this.#lend(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  #lendText(text) {
    return this.#lendBytes(encoder.encode(`${text}\0`));
  }

  /* A value as a number: what is no address is lent to the library until the end of the call. */
  #plain(type, value, name) {
    if (value === undefined || value === null || typeof value === "number") return value ?? 0;
    if (type.calls !== undefined) return value.takes ? this.#place(value.name) : this.#watch(type, value);
    if (type === "Text" || (type.to && typeof value === "string")) return this.#lendText(value);
    if (ArrayBuffer.isView(value)) {
      if (type.to.members || value.BYTES_PER_ELEMENT !== sizeOf(type.to)) throw new TypeError(`${name}: use an array of other elements`);
      return this.#lendBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    }
    if (!type.to) return value;
    const list = Array.isArray(value) ? value : [value];
    const at = this.#lend(sizeOf(type.to) * list.length);
    list.forEach((one, i) => this.#write(type.to, at + i * sizeOf(type.to), one, name));
    return at;
  }

  /* The number of a function in the table. */
  #place(name) {
    if (this.#places[name] === undefined) {
      const table = this.call.__indirect_function_table;
      this.#places[name] = table.grow(1);
      table.set(this.#places[name], this.call[name]);
    }
    return this.#places[name];
  }

  #watch({ calls, gives }, visit) {
    const shim = gives === null ? "hear" : calls === 2 ? "visit" : "visit_many"; /* of calls.c */
    this.#visitors[shim] = { visit, gives };
    return this.#place(shim);
  }

  /* What the library calls. An error must not fly through it, which would leave things half done. */
  called(shim, ...values) {
    const { visit, gives } = this.#visitors[shim];
    try {
      const result = visit(...values.map((address) => address >>> 0));
      return gives === "Bool" ? result !== false : 0;
    } catch (error) {
      this.#visitors.thrown ??= [error];
      return gives === "Bool" ? 0 : lib.DF_ERROR_CANCELLED;
    }
  }

  /* Calls a function. Objects, lists, typed arrays and texts are copied, and what the library may change is copied
     back; functions are called during the call. A df_error need not be given, and a status is thrown. */
  ask({ name, takes, gives, fails }, ...values) {
    const [lent, visitors] = [this.#lent, this.#visitors];
    this.#lent = [];
    this.#visitors = {};
    const back = [];
    try {
      const result = isStruct(gives) ? [this.#lend(sizeOf(gives))] : [];
      const numbers = takes.flatMap((type, i) => {
        const value = values[i];
        if (type === "Bytes") {
          const bytes = typeof value === "string" ? encoder.encode(value) : value;
          return [this.#lendBytes(bytes), bytes.length];
        }
        if (isStruct(type)) return this.#plain({ to: type }, [value], name);
        const number = numberOf(type, this.#plain(type, value, name), name);
        if (type.to && !type.fixed && typeof value === "object" && value !== null) back.push([type.to, value, number]);
        return number;
      });
      const error = fails ? [this.#lend(lib.df_error.size)] : [];
      const got = this.call[name](...result, ...numbers, ...error);
      const failed = gives === "Status" && got !== 0;
      if (!failed) for (const one of back) this.#takeBack(...one);
      if (this.#visitors.thrown) throw this.#visitors.thrown[0];
      if (failed) throw this.errorOf(got, fails ? this.read(lib.df_error, error[0]) : null);
      return result.length > 0 ? this.read(gives, result[0]) : this.#resultOf(gives, got);
    } finally {
      for (const at of this.#lent) super.call.free(at);
      [this.#lent, this.#visitors] = [lent, visitors];
    }
  }

  #takeBack(type, value, at) {
    if (ArrayBuffer.isView(value))
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength).set(this.bytes(at, value.byteLength));
    else if (Array.isArray(value)) value.splice(0, Infinity, ...this.list(type, at, value.length));
    else Object.assign(value, this.read(type, at));
  }

  #resultOf(type, got) {
    if (type === "Text") return got === 0 ? null : this.textAt(got);
    if (type === "Bool") return got !== 0;
    if (type === "BigUint64") return BigInt.asUintN(64, got);
    return type === null || type === "Status" ? undefined : viewOf(type) === "Uint32" ? got >>> 0 : got;
  }

  /* What a function makes whose first argument is the address of it. */
  create(maker, ...values) {
    const made = Uint32Array.of(0);
    this.ask(maker, made, ...values);
    return made[0];
  }

  /* The text that a function writes. */
  written(writer, ...values) {
    return decoder.decode(this.writtenBytes(writer, ...values));
  }

  writtenBytes(writer, ...values) {
    const text = {};
    try {
      this.ask(writer, text, ...values);
      if (text.status !== 0) throw this.errorOf(text.status, null);
      return this.bytes(text.bytes, text.length).slice();
    } finally {
      this.call.free(text.bytes ?? 0);
    }
  }

  /* The BigInt of a df_natural, which is freed; wordsOf makes one. */
  takeNatural({ words, count }) {
    const number = this.list("BigUint64", words, count).reduceRight((sum, word) => sum << 64n | word, 0n);
    this.call.free(words);
    return number;
  }
}

/* A BigInt as a df_natural. */
export function naturalOf(number) {
  const words = [];
  for (let rest = number; rest > 0n; rest >>= 64n) words.push(rest & (2n ** 64n - 1n));
  return { count: words.length, words: BigUint64Array.from(words) };
}
