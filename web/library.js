/* The library with its errors, and objects in its memory that are freed with those in JavaScript. */
import * as lib from "layouts.js";
import { RULES as ALL, RULES_THAT } from "names.js";
import { Calls } from "./calls.js";

/* As df_status. */
const CODES = ["ok", "memory", "argument", "input", "move", "picture", "limit", "stopped", "defect"];

/* How pieces move. */
export const RULES = ALL.map(({ name }) => name); /* as df_rules */

/* The names of those that have a trait. */
export const rulesWith = (trait) => RULES_THAT[trait];

/* Appends rules to a select, which has their names, or their places among these. */
export function listRules(select, names, valueOf = (name) => name) {
  select.append(...names.map((name, i) => new Option(ALL[RULES.indexOf(name)].title, valueOf(name, i))));
}

/* What the library says is wrong, and what to do. `code` is one of CODES. */
/* `advice` is a list of ways to help, the best first: each an object of options with values that help if all
   of them are used, as df_advice gives them. `told` is the message without it. */
export class DropforgeError extends Error {
  constructor(told, code, advice = []) {
    super(withAdvice(told, advice));
    this.name = "DropforgeError";
    this.code = code;
    this.told = told;
    this.advice = advice;
  }
}

/* An option as the npm package takes it. */
function optionWords([name, value]) {
  if (value === "on") return `${name}: true`;
  if (name === "alpha_threshold") return `threshold: ${value}`;
  if (name === "fit") return `fit: { width: ${value.replace("x", ", height: ")} }`;
  return /^\d+$/.test(value) ? `${name}: ${value}` : `${name}: "${value}"`;
}

const WAYS = { anchors: "allow an anchor", hold: "allow hold", fit: "scale it down", colors: "reduce the colours" };

function wayWords(way) {
  const [[name, value]] = Object.entries(way);
  if (value === "") return `${name === "memory" ? "allow more" : "choose another"} ${name}`;
  if (value === "none" || value === "auto") return `leave out ${Object.keys(way).join(" and ")}`;
  const words = Object.entries(way).map(optionWords).join(", ");
  return name in WAYS ? `${WAYS[name]} (${words})` : `use ${words}`;
}

function withAdvice(told, advice) {
  if (advice.length === 0) return told;
  const words = advice.map(wayWords);
  const last = words.pop();
  const all = words.length > 0 ? `${words.join(", ")} or ${last}` : last;
  if (!told.includes("; ")) return `${told}; ${all}`;
  return `${told}${words.length > 0 ? "," : " or"} ${all}`;
}

/* An object in the library's memory, with those that it needs to live. It is freed when nobody
   keeps it any more. */
class Handle {
  #keepers = 1;
  #free;
  #address;
  #needs;

  constructor(free, address, needs) {
    this.#free = free;
    this.#address = address;
    this.#needs = needs;
    for (const need of needs) need.#keepers++;
  }

  release() {
    if (--this.#keepers > 0) return;
    this.#free(this.#address);
    for (const need of [...this.#needs].reverse()) need.release();
  }

  get address() {
    return this.#address;
  }

  need(index) {
    return this.#needs[index].address;
  }
}

export class Library extends Calls {
  #tetrominoes;
  /* Frees what JavaScript has forgotten. */
  #forgotten = new FinalizationRegistry((handle) => handle.release());

  /* Does work in which objects are borrowed. */
  hold(use) {
    return use();
  }

  /* Calls a function in the middle of a call. */
  tell(progress, ...values) {
    return progress(...values);
  }

  /* The error of a status; `error` is a df_error, or null. */
  errorOf(status, error) {
    if (!error?.text) return new DropforgeError(this.item(lib.df_status_names, status), CODES[status]);
    const { line, column, text, advice, adviceCount } = error;
    const ways = [];
    for (const { option, value, joinsLast } of advice.slice(0, adviceCount)) {
      if (!joinsLast || ways.length === 0) ways.push({});
      ways.at(-1)[this.item(lib.df_option_names, option)] = value;
    }
    return new DropforgeError(line !== 0 && column !== 0 ? `row ${line}, column ${column}: ${text}` : text, CODES[status], ways);
  }

  /* The seven tetrominoes, made once. */
  get tetrominoes() {
    this.#tetrominoes ??= this.create(lib.df_piece_set_tetrominoes);
    return this.#tetrominoes;
  }

  memoryError() {
    return new DropforgeError("out of memory", "memory");
  }

  /* Frees an object, by the function that does. */
  discard(free, address) {
    const call = super.call; /* whatever `call` allows at the moment */
    if (typeof free === "function") free(call, address);
    else call[free.name ?? free](address);
  }

  /* A copy that stays until `free` is called with its address. */
  keepArray(array) {
    const address = this.alloc(array.byteLength);
    new Uint8Array(this.call.memory.buffer, address, array.byteLength)
      .set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return address;
  }

  watch(owned, handle) {
    this.#forgotten.register(owned, handle, handle);
  }

  unwatch(handle) {
    this.#forgotten.unregister(handle);
  }
}

/* A JavaScript object with one in the library's memory. Where it is not freed it is so when it is
   collected as garbage. */
export class Owned {
  #handle;
  #library;

  /* `needs` are others that must live as long. */
  constructor(library, free, address, needs = []) {
    this.#library = library;
    this.#handle = new Handle((made) => library.discard(free, made), address, needs.map((need) => need.#kept));
    library.watch(this, this.#handle);
  }

  /* True of one that has its own memory, and not of a Proxy of one. */
  static is(object) {
    return typeof object === "object" && object !== null && #handle in object;
  }

  get #kept() {
    if (!this.#handle) throw new DropforgeError("this has been freed; make another", "argument");
    return this.#handle;
  }

  get library() {
    void this.#kept; /* else it may have freed what it needs */
    return this.#library;
  }

  get address() {
    return this.#kept.address;
  }

  /* The address of one of those that this needs. */
  need(index) {
    return this.#kept.need(index);
  }

  free() {
    if (!this.#handle) return;
    this.#library.unwatch(this.#handle);
    this.#handle.release();
    this.#handle = null;
  }
}

/* What `use` makes of one that is freed then. */
export function using(owned, use) {
  try {
    return use(owned);
  } finally {
    owned.free();
  }
}

if (Symbol.dispose) Owned.prototype[Symbol.dispose] = Owned.prototype.free;
