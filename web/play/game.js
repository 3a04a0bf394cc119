/* The game, as web/play.c has it, with JavaScript's own types. */
import { load } from "../wasm.js";

export const TICKS_PER_SECOND = 60;

export const RULES = ["guideline", "nes"]; /* as df_play_rules */
export const LEAST_LEVEL = [1, 0];
export const MOST_LEVEL = [20, 29]; /* to begin with */
export const MOST_SQUARES = 32;

/* As df_play_button. */
export const BUTTONS = Object.freeze({
  left: 0, right: 1, soft: 2, hard: 3, clockwise: 4, anticlockwise: 5, half: 6, hold: 7,
});

export const PHASE = Object.freeze({ falling: 0, waiting: 1, over: 2 });
export const HAPPENS = Object.freeze({
  spawn: 0, shift: 1, turn: 2, hold: 3, land: 4, lock: 5, level: 6, over: 7,
});

/* The numbers of the structs in web/play.c, in their order. */
const VIEW = [
  "width", "height", "phase", "end", "tick", "piece", "orientation", "x", "y", "ghost", "held",
  "canHold", "score", "lines", "pieces", "level", "toNextLevel", "lastPiece", "lastOrientation",
  "lastX", "lastY", "lastCleared", "kinds", "nextCount",
];
const EVENT = ["kind", "rows", "spin", "perfect", "backToBack", "combo", "points", "level"];

const OK = 0;
const MOST_NAME = 12;

export class Game {
  #wasm;
  #call;
  #looks = new Map(); /* of pieces in orientations */

  /* `packed` is what `import packed from "page.wasm"` gives. */
  static async open(packed) {
    return new Game(await load(packed));
  }

  constructor(wasm) {
    this.#wasm = wasm;
    this.#call = wasm.call;
  }

  #check(status) {
    if (status !== OK) throw new Error(`the game answers ${status}`);
  }

  /* Begins another game. `rules` is an index of RULES; the delays of shifts are ticks, or -1. */
  begin({ rules, squares, level, seed, halfTurns, shiftDelay, shiftRepeat }) {
    this.#check(this.#call.begin(rules, squares, level, seed, halfTurns, shiftDelay, shiftRepeat));
    this.#looks.clear();
  }

  press(button, on) {
    this.#check(this.#call.press(button, on));
  }

  tap(button) {
    this.press(button, true);
    this.press(button, false);
  }

  release() {
    this.#check(this.#call.release());
  }

  tick() {
    this.#check(this.#call.tick());
  }

  /* Lets the bot press buttons, before each tick while it plays. */
  actAsBot() {
    this.#check(this.#call.act_as_bot());
  }

  forgetBot() {
    this.#call.forget_bot();
  }

  #numbers(address, names, more = 0) {
    const { buffer } = this.#call.memory;
    const numbers = new Float64Array(buffer, address, names.length + more);
    const named = Object.fromEntries(names.map((name, i) => [name, numbers[i]]));
    return { named, rest: numbers.subarray(names.length) };
  }

  /* All that there is to see besides the squares. */
  see() {
    const { named, rest } = this.#numbers(this.#call.see(), VIEW, 16);
    return { ...named, next: [...rest.subarray(0, named.nextCount)] };
  }

  /* The squares row by row from the floor: 0, or 1 + the piece; gone with the next call. */
  squares(count, before = false) {
    return new Uint16Array(this.#call.memory.buffer, this.#call.squares(before), count);
  }

  /* A piece in an orientation: {width, height, color, rows}, rows from the bottom up with bit x
     for column x. */
  look(piece, orientation = 0) {
    const key = piece * 4 + orientation;
    if (!this.#looks.has(key)) this.#looks.set(key, this.#readLook(piece, orientation));
    return this.#looks.get(key);
  }

  #readLook(piece, orientation) {
    const address = this.#call.look(piece, orientation);
    const [width, height, rgb, ...rows] = new Uint32Array(this.#call.memory.buffer, address, 35);
    const color = `#${rgb.toString(16).padStart(6, "0")}`;
    return { width, height, color, rows: rows.slice(0, height) };
  }

  name(piece) {
    const bytes = this.#wasm.bytes(this.#call.name(piece), MOST_NAME);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(bytes.slice(0, end < 0 ? MOST_NAME : end));
  }

  /* How often a piece was spawned. */
  spawned(piece) {
    return this.#call.spawned(piece);
  }

  /* The oldest event that was not taken, or null. */
  poll() {
    const address = this.#call.poll();
    return address === 0 ? null : this.#numbers(address, EVENT).named;
  }

  #text(status) {
    this.#check(status);
    return new TextDecoder().decode(this.#wasm.bytes(this.#call.text(), this.#call.text_length()));
  }

  /* The drops so far as a drop list. */
  plan() {
    return this.#text(this.#call.write_plan());
  }

  /* The buttons so far, in the format dropforge-game. */
  record() {
    return this.#text(this.#call.write_record());
  }
}
