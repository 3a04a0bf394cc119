/* The library as glue with answers shows it (answer.h): calls that throw what is wrong, and
   objects in its memory that are freed with those in JavaScript. */
import { RULES as ALL, RULES_THAT } from "names.js";
import { Wasm } from "./wasm.js";

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
  if (value === "") return `choose another ${name}`;
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

/* The error of an answer: a message, and a line for each way to help. */
function readError(answer, code) {
  const [told, ...ways] = answer.split("\n");
  const readWay = (line) => Object.fromEntries(line.split("\t").map((pair) => pair.split(" ")));
  return new DropforgeError(told, code, ways.map(readWay));
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
    for (const need of this.#needs) need.release();
  }

  get address() {
    return this.#address;
  }

  need(index) {
    return this.#needs[index].address;
  }
}

export class Library extends Wasm {
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

  get answer() {
    return this.bytes(this.call.answer(), this.call.answer_length());
  }

  get text() {
    return new TextDecoder().decode(this.answer);
  }

  get json() {
    return JSON.parse(this.text);
  }

  memoryError() {
    return new DropforgeError("out of memory", "memory");
  }

  /* Frees an object, by the name of the function that does. */
  discard(free, address) {
    super.call[free](address); /* whatever `call` allows at the moment */
  }

  /* The same as lend with the numbers of a typed array. */
  lendArray(array, use) {
    return this.lend(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), use);
  }

  /* A copy that stays until `free` is called with its address. */
  keepArray(array) {
    const address = this.alloc(array.byteLength);
    new Uint8Array(this.call.memory.buffer, address, array.byteLength)
      .set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return address;
  }

  /* Calls a function that gives a df_status. */
  ask(name, ...values) {
    const status = this.call[name](...values);
    if (status !== 0) throw readError(this.text, CODES[status]);
  }

  /* The same of one that makes an object, which `free` names the function to free with. */
  make(free, name, ...values) {
    try {
      this.ask(name, ...values);
    } catch (error) {
      const half = this.call.answer_made();
      if (half !== 0) this.call[free](half);
      throw error;
    }
    return this.call.answer_made();
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
