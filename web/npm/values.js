/* Values of options and arguments, as the library's C code wants them. */
import { Owned, RULES, rulesWith } from "../library.js";
import { refuseUnknown } from "./known.js";

const MAX_DEPTH = 4; /* of objects in objects that anything is made of */
const MAX_COUNT = 2 ** 24; /* of an array */
const MAX_STEPS = 2 ** 16; /* of anything else that is iterated */
const MAX_KEYS = 4096;
const KINDS = new Map([Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array].map((Kind) => [Kind.name, Kind]));
const kindOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const NOTHING = Object.freeze(Object.create(null));

/* Objects of the package that hold no memory of the library and cannot be changed. */
export const FIXED = new WeakSet();

/* A value in a message, without calling anything of it. */
export function show(value) {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return ArrayBuffer.isView(value) ? "a typed array" : Array.isArray(value) ? "an array" : "an object";
}

function readView(name, view) {
  const Kind = KINDS.get(kindOf.call(view));
  if (Kind === undefined) throw new TypeError(`${name}: use an array of whole numbers, not a DataView or the like`);
  try {
    return new Kind(view);
  } catch {
    throw new TypeError(`${name}: its bytes cannot be read; they may have been transferred or cut`);
  }
}

function readList(name, list, depth) {
  const copy = [];
  const add = (value) => {
    copy.push(typeof value === "object" ? readOnce(`${name}[${copy.length}]`, value, depth + 1) : value);
  };
  if (!Array.isArray(list)) {
    for (const value of list) {
      if (copy.length === MAX_STEPS) throw new RangeError(`${name}: use at most ${MAX_STEPS} elements, or an array`);
      add(value);
    }
    return copy;
  }
  const { length } = list;
  if (!Number.isInteger(length) || length < 0 || length > MAX_COUNT)
    throw new RangeError(`${name}: use at most ${MAX_COUNT} elements, not ${show(length)}`);
  for (let i = 0; i < length; i++) add(list[i]);
  return copy;
}

function readObject(name, object, depth) {
  const copy = Object.create(null);
  for (let at = object, step = 0; at !== null && step < 8; step++) {
    const next = Object.getPrototypeOf(at), keys = Reflect.ownKeys(at);
    /* Whoever has changed Object.prototype has not given that. */
    if (next === null && keys.includes("hasOwnProperty")) break;
    if (keys.length > MAX_KEYS) throw new RangeError(`${name}: use at most ${MAX_KEYS} properties`);
    for (const key of keys) {
      if (typeof key !== "string" || key === "constructor" || key in copy) continue;
      const value = object[key];
      copy[key] = typeof value === "object" ? readOnce(`${name}.${key}`, value, step > 0 ? MAX_DEPTH - 1 : depth + 1) : value;
    }
    at = next;
  }
  return copy;
}

/* Reads an argument once into plain values, arrays and objects without a prototype, so that nothing of
   the caller's runs, or changes, while the library works. Objects of the package stay. */
export function readOnce(name, value, depth = 0) {
  if (typeof value !== "object" || value === null || Owned.is(value) || FIXED.has(value)) return value;
  if (ArrayBuffer.isView(value)) return readView(name, value);
  if (depth >= MAX_DEPTH) return undefined;
  return Array.isArray(value) || typeof value[Symbol.iterator] === "function"
    ? readList(name, value, depth) : readObject(name, value, depth);
}

/* Makes methods read their arguments, whose names are given, before they begin, and give objects whose
   properties nobody can set. 'options:print' are options of that kind. */
export function publish(Class, methods) {
  for (const [method, names] of Object.entries(methods)) {
    const call = Class.prototype[method];
    const value = function (...values) {
      const made = call.apply(this, values.slice(0, names.length).map((given, i) => {
        const [name, kind] = names[i].split(":"), read = readOnce(name, given);
        if (kind !== undefined) refuseUnknown(name, read, kind);
        return read;
      }));
      return Owned.is(made) ? Object.freeze(made) : made;
    };
    Object.defineProperty(Class.prototype, method, { value, configurable: true, writable: true });
  }
}

/* The index of a name among those that an option can have. */
export function choose(option, names, name) {
  const index = names.indexOf(name);
  if (index < 0)
    throw new RangeError(`${option} is ${typeof name === "string" ? `'${name}'` : show(name)}; use one of ${names.join(", ")}`);
  return index;
}

/* The number of rules out of these, as df_rules. */
export function chooseRules(names, name) {
  return RULES.indexOf(names[choose("rules", names, name)]);
}

export function textOf(name, text) {
  if (typeof text !== "string") throw new TypeError(`${name}: use a text, not ${show(text)}`);
  return text;
}

/* A text as files have it; the name of a file is refused. */
export function fileTextOf(name, text) {
  if (/^[^\n@]+\.[A-Za-z]\w*$/.test(textOf(name, text)))
    throw new TypeError(`${name} is '${text}', the name of a file; read it, and give its text`);
  return text;
}

/* '#rrggbb' as a number. */
export function writeColor(text) {
  if (typeof text !== "string" || !/^#[0-9a-f]{6}$/i.test(text))
    throw new RangeError(`'${show(text)}' is no colour; use one like '#30a0ff'`);
  return parseInt(text.slice(1), 16);
}

/* Bytes as they are, or numbers as such. */
export function bytesOf(name, data) {
  if (Array.isArray(data) && data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Uint8Array.from(data);
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) return data;
  throw new TypeError(`${name}: use a Uint8Array or Uint8ClampedArray, not ${show(data)}`);
}

/* A whole number of 0 … `most`. */
export function whole(option, value, most = 2 ** 32 - 1) {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${option} is ${show(value)}; use a whole number up to ${most}`);
  return value;
}

/* The same of a number that may be long, such as a limit. */
export function count(option, value) {
  return whole(option, value, Number.MAX_SAFE_INTEGER);
}

/* A whole number or BigInt as a BigInt, from `least` on and below `end`. */
export function long(option, value, least = 0n, end = 1n << 64n) {
  if (typeof value !== "bigint" && typeof value !== "number")
    throw new TypeError(`${option}: use a whole number or a BigInt, not ${show(value)}`);
  const number = typeof value === "bigint" || Number.isInteger(value) ? BigInt(value) : null;
  if (number === null || number < least || number >= end)
    throw new RangeError(`${option} is ${value}; use a whole number from ${least} to ${end - 1n}`);
  return number;
}

/* The number of an action. */
export function signed(option, value) {
  return long(option, value, -(1n << 63n), 1n << 63n);
}

/* Options, which nobody has to give. */
export function optionsOf(options = NOTHING, name = "options") {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${name}: use an object, not ${show(options)}`);
  return options;
}

/* A list that must be given. */
export function listOf(name, list) {
  if (!Array.isArray(list)) throw new TypeError(`${name}: use an array, not ${show(list)}`);
  return list;
}

/* A function that is told how far the library has come, if there is one. */
export function progressOf(progress) {
  if (progress !== undefined && progress !== null && typeof progress !== "function")
    throw new TypeError(`progress: use a function, not ${show(progress)}`);
  return progress;
}

/* An object of the package as an argument; that of another load() is in another memory. */
export function ownOf(library, name, object) {
  if (object.library !== library)
    throw new TypeError(`${name}: this belongs to another library; make it anew in this one`);
  return object;
}

export const ORIENTATIONS = ["N", "E", "S", "W"];
/* Of bots and environments, and of plans. */
export const DROP_RULES = rulesWith("bots");
export const PLAN_RULES = rulesWith("plans").filter((name) => name !== "table"); /* which is only read */
