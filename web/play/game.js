/* The game, as web/play.c has it, with JavaScript's own types. */
import { GAMES, MODES as ALL_MODES } from "names.js";
import { Owned, RULES as MOVES, rulesWith } from "../library.js";
import { readPicture } from "../npm/picture.js";

export const TICKS_PER_SECOND = 60;

export const RULES = GAMES;
export const LEAST_LEVEL = [1, 0];
export const MOST_LEVEL = [20, 29]; /* to begin with */
export const MOST_SQUARES = 32;
export const MOST_LISTED = 9; /* beyond that they are made at random */
/* By their numbers, with their titles; the last one is the page's own. */
export const MODE_TITLES = [...ALL_MODES.map(({ title }) => title), "Draw a picture"];
export const MODES = [...ALL_MODES.map(({ name }) => name), "draw"];

export const BUTTONS = Object.freeze({
  left: 0, right: 1, soft: 2, hard: 3, clockwise: 4, anticlockwise: 5, half: 6, hold: 7,
}); /* as df_game_button */

export const TURNS = rulesWith("games");

const rulesOf = (turns) => MOVES.indexOf(TURNS[turns]);
export const GOAL = 4; /* as df_game_end */
export const PHASE = Object.freeze({ falling: 0, waiting: 1, over: 2 }); /* as df_game_phase */
export const HAPPENS = Object.freeze({
  spawn: 0, shift: 1, turn: 2, hold: 3, land: 4, lock: 5, level: 6, over: 7,
}); /* as df_game_event_kind */

/* The numbers of the tables in web/play.c and play_drawing.c, in their order. */
const VIEW = [
  "kinds", "rows", "width", "height", "hasHold", "goalLines", "goalTicks", "goalGarbage",
  "phase", "end", "tick", "piece", "orientation", "x", "y", "ghost", "held", "canHold", "score", "lines", "pieces",
  "level", "toNextLevel", "lastPiece", "lastOrientation", "lastX", "lastY", "lastCleared", "garbage",
  "split1", "split2", "split3", "split4", "nextCount",
];
const DRAWING = [
  "squares", "fit", "wrong", "rowsToClear", "isFinished", "ticks", "hints", "takenBack", "hasHint", "hintState",
  "uneven", "holds", "toGo", "piece", "orientation", "x", "y", "printerPieces", "printerEnded", "printerFinished",
];
const EVENT = ["kind", "rows", "spin", "perfect", "backToBack", "combo", "points", "level", "piece"];

const MOST_NAME = 12;
const TICK_SAMPLES = 800; /* 48000 a second */

/* As df_live_mark. */
export const MARK = Object.freeze({ free: 0, wanted: 1, fits: 2, wrong: 3, gap: 4 });

/* Makes a game in which a picture is drawn. */
function makeDrawing(library, { drawing, seed, turns = 0, shiftDelay, shiftRepeat, softFactor = 0 }) {
  const { sample, pixels, any, hold, preview } = drawing;
  const { width, height, rgba } = pixels ?? { width: 0, height: 0, rgba: new Uint8Array(4) };
  return library.lendArray(rgba, (address) => library.make("game_free", "begin_drawing", sample, address, width,
    height, any, hold, preview, BigInt(seed), rulesOf(turns), shiftDelay, shiftRepeat, softFactor));
}

export class Game extends Owned {
  #draws;
  #looks = new Map(); /* of pieces in orientations */

  /* `rules`, `turns` and `mode` are indices of RULES, TURNS and MODES; the delays of shifts are ticks, or -1; a factor of
     0 is the usual one. Or `record` is a text in the format dropforge-game: it is played on from after
     `from` pieces, or without it its buttons are pressed by themselves. Or `drawing` is a picture that
     is drawn: { sample, pixels, any, hold, preview }, of which the sample is below 0 with pixels. */
  constructor(library, wishes) {
    const { record, from = -1, rules, squares, level, seed, turns = 0, shiftDelay, shiftRepeat, softFactor = 0,
      mode = 0, allSpins = false } = wishes;
    const made = wishes.drawing !== undefined ? makeDrawing(library, wishes) : record === undefined
      ? library.make("game_free", "begin", rules, squares, level, BigInt(seed), rulesOf(turns),
        shiftDelay, shiftRepeat, softFactor, mode, allSpins)
      : library.lendText(record, (...text) => library.make("game_free", "begin_record", ...text, from));
    super(library, "game_free", made);
    this.#draws = wishes.drawing !== undefined;
  }

  get #call() {
    return this.library.call;
  }

  press(button, on) {
    this.library.ask("press", this.address, button, on);
  }

  tap(button) {
    this.press(button, true);
    this.press(button, false);
  }

  release() {
    this.library.ask("release", this.address);
  }

  tick() {
    this.library.ask("tick", this.address);
  }

  /* Lets the bot press buttons, before each tick while it plays. */
  actAsBot() {
    this.library.ask("act_as_bot", this.address);
  }

  /* True once a record has no more ticks. */
  get hasEnded() {
    return this.#call.has_ended(this.address) !== 0;
  }

  /* Takes back the last piece that locked. */
  takeBack() {
    this.library.ask("take_back", this.address);
  }

  forgetBot() {
    this.#call.forget_bot(this.address);
  }

  #numbers(address, names, more = 0) {
    const { buffer } = this.#call.memory;
    const numbers = new Float64Array(buffer, address, names.length + more);
    const named = Object.fromEntries(names.map((name, i) => [name, numbers[i]]));
    return { named, rest: numbers.subarray(names.length) };
  }

  /* All that there is to see besides the squares. */
  see() {
    const { named, rest } = this.#numbers(this.#call.see(this.address), VIEW, 16);
    const next = [...rest.subarray(0, named.nextCount)];
    if (!this.#draws) return { ...named, next };
    return { ...named, next, drawing: this.#numbers(this.#call.see_drawing(this.address), DRAWING).named };
  }

  /* Asks for a hint, which see() then has. */
  hint() {
    this.library.ask("hint", this.address);
  }

  /* Lets the printer make one more drop of its own game. */
  compare() {
    this.library.ask("compare", this.address);
  }

  /* What the squares are to the picture, row by row from the floor: a MARK and a colour of the picture, from 1,
     one after the other; gone with the next call. */
  marks(count) {
    return new Uint8Array(this.#call.memory.buffer, this.#call.drawing_squares(this.address), 2 * count);
  }

  /* The picture: { width, height, colors, cells }, rows from the top, cells 0 or 1 + the colour. */
  get picture() {
    return readPicture(this.library, this.#call.drawing_picture(this.address));
  }

  /* The squares row by row from the floor: 0, or 1 + the piece; gone with the next call. */
  squares(count, before = false) {
    return new Uint16Array(this.#call.memory.buffer, this.#call.squares(this.address, before), count);
  }

  /* A piece in an orientation: {width, height, color, rows}, rows from the bottom up with bit x
     for column x; without an orientation, as the piece is spawned. */
  look(piece, orientation = 4) {
    const key = piece * 5 + orientation;
    if (!this.#looks.has(key)) this.#looks.set(key, this.#readLook(piece, orientation));
    return this.#looks.get(key);
  }

  #readLook(piece, orientation) {
    const address = this.#call.look(this.address, piece, orientation);
    const [width, height, rgb, ...rows] = new Uint32Array(this.#call.memory.buffer, address, 35);
    const color = `#${rgb.toString(16).padStart(6, "0")}`;
    return { width, height, color, rows: rows.slice(0, height) };
  }

  name(piece) {
    const bytes = this.library.bytes(this.#call.name(this.address, piece), MOST_NAME);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(bytes.slice(0, end < 0 ? MOST_NAME : end));
  }

  /* How often a piece was spawned. */
  spawned(piece) {
    return this.#call.spawned(this.address, piece);
  }

  /* The oldest event that was not taken, or null. */
  poll() {
    const address = this.#call.poll(this.address);
    return address === 0 ? null : this.#numbers(address, EVENT).named;
  }

  /* The sound of the next tick, 16-bit samples, valid until the next call. It is that of the events
     that were polled. */
  sound() {
    return new Int16Array(this.#call.memory.buffer, this.#call.sound_tick(this.address), TICK_SAMPLES);
  }

  /* The drops so far as a drop list. */
  plan() {
    this.library.ask("write_plan", this.address);
    return this.library.text;
  }

  /* The score before the first drop and after each. */
  get scores() {
    const count = this.#call.count_scores(this.address);
    return [...new Float64Array(this.#call.memory.buffer, this.#call.read_scores(this.address), count)];
  }

  /* The buttons so far, in the format dropforge-game. */
  record() {
    this.library.ask("write_record", this.address);
    return this.library.text;
  }
}
