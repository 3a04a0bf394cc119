/* The game, df_game, with JavaScript's own types. Who calls it keeps the time: presses buttons, and calls tick sixty
   times a second. */
import * as lib from "layouts.js";
import { GAMES, MODES as ALL_MODES, PIECE_COLORS } from "names.js";
import { Owned, RULES as MOVES, rulesWith } from "../library.js";

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

const TICK_SAMPLES = 800; /* 48000 a second */
const THINKING_TICKS = 8; /* before the bot begins with a piece */
const CLEAR_TICKS = 12; /* for which cleared rows are seen; the NES game has its own time */
const PLAYER = "lee4";
export const GUIDELINE = 0; /* as DF_GAME_GUIDELINE */
export const TETROMINO = 4;
const MOST_COLORS = 64; /* of pieces that are made at random */
const SOUNDS = { 2: 4, 5: 5, 7: 7 }; /* of HAPPENS the df_frame_event: turn, lock, over */

/* As df_live_mark. */
export const MARK = Object.freeze({ free: 0, wanted: 1, fits: 2, wrong: 3, gap: 4 });

/* The pieces of a game: all one-sided polyominoes of a size, listed, or made one by one where there are too many; the
   tetrominoes are those of the rules. Further pieces have the same colours again. */
export function makePieces(library, kind, squares, own) {
  if (squares < 1 || squares > MOST_SQUARES) throw library.errorOf(lib.DF_ERROR_ARGUMENT, null);
  if (squares > MOST_LISTED) {
    const source = own(lib.df_omino_pieces_free, library.create(lib.df_omino_pieces_create, squares, false));
    const colors = Array(MOST_COLORS).fill(0);
    library.ask(lib.df_omino_colors, colors, 0, MOST_COLORS);
    return { set: 0, source, colors };
  }
  const { tetrominoes } = library.read(lib.df_game_traits, library.item(lib.df_games, kind));
  const set = own(lib.df_piece_set_free, squares === TETROMINO && tetrominoes !== 0
    ? library.create(lib.df_piece_set_create, tetrominoes, lib.DF_TETROMINOES)
    : squares === TETROMINO ? library.create(lib.df_piece_set_tetrominoes)
    : library.create(lib.df_ominoes_piece_set, squares, { kind: lib.DF_OMINO_ONE_SIDED }));
  return { set, source: 0, colors: colorsOf(library, set) };
}

const pieceAt = (set, piece) => set + lib.df_piece_set.members.pieces[0] + piece * lib.df_piece.size;

/* The colours that the theme has for a set of tetrominoes; undefined where some piece is none. */
function themeColors(library, set) {
  const colors = Array.from({ length: library.member(lib.df_piece_set, "count", set) }, (_, i) => {
    const [size, name] = ["size", "name"].map((member) => library.member(lib.df_piece, member, pieceAt(set, i)));
    return size === TETROMINO ? PIECE_COLORS[name[0]] : undefined;
  });
  return colors.includes(undefined) ? undefined : colors;
}

function colorsOf(library, set) {
  const themed = themeColors(library, set);
  if (themed) return themed;
  const colors = Array(library.member(lib.df_piece_set, "count", set)).fill(0);
  library.ask(lib.df_omino_colors, colors, set, colors.length);
  return colors;
}

/* How fast buttons repeat in games of a kind, where nobody chooses: ticks, and a factor. */
export function usualHandling(library, kind) {
  const { shiftDelay, shiftRepeat, softFactor } = library.ask(lib.df_game_defaults, kind, 0, TETROMINO);
  return { shiftDelay, shiftRepeat, softFactor };
}

/* The df_game_options of what all games can choose. */
export function optionsFor(library, kind, { set, source }, { squares = 0, seed, turns = 0, shiftDelay = -1, shiftRepeat = -1, softFactor = 0 }) {
  const traits = library.item(lib.df_games, kind);
  const options = library.ask(lib.df_game_defaults, kind, set, squares), rules = MOVES.indexOf(TURNS[turns]);
  const canTurn = library.member(lib.df_game_traits, "turns", traits);
  if (rules >= 0 && canTurn && library.ask(lib.df_rules_have, rules, lib.DF_TRAIT_GAMES)) options.rules = rules;
  if (source !== 0) Object.assign(options, { supply: lib.df_omino_pieces_draw, supplyContext: source });
  if (library.member(lib.df_game_traits, "delays", traits)) options.clearDelay = CLEAR_TICKS;
  if (shiftDelay >= 0) options.shiftDelay = shiftDelay;
  if (shiftRepeat >= 0) options.shiftRepeat = shiftRepeat;
  if (softFactor > 0) options.softFactor = softFactor;
  return { ...options, seed };
}

function begin(library, wishes, own) {
  const { rules, squares, level, mode = 0, allSpins = false } = wishes;
  if (!(rules in RULES && mode in ALL_MODES)) throw library.errorOf(lib.DF_ERROR_ARGUMENT, null);
  const pieces = makePieces(library, rules, squares, own);
  const options = optionsFor(library, rules, pieces, wishes);
  const { goalLines, goalTicks, garbage } = library.item(lib.df_game_modes, mode);

  const chosen = { ...options, level, allSpins: Boolean(allSpins), goalLines, goalTicks, garbage };
  return { game: library.create(lib.df_game_create, chosen), colors: pieces.colors };
}

function beginRecord(library, { record: text, from = -1 }, own) {
  const record = own(lib.df_game_record_free, library.create(lib.df_game_record_read, text));
  const { ticks, set } = library.read(lib.df_game_record, record), colors = colorsOf(library, set);
  if (from >= 0) return { game: library.create(lib.df_game_replay, record, from), colors };
  return { game: library.create(lib.df_game_create, record + lib.df_game_record.members.options[0]), colors,
    watched: { record, ticks } };
}

/* All members of a struct as numbers, but for lists. */
export const numbersOf = (struct) => Object.fromEntries(Object.entries(struct).map(([name, value]) =>
  [name, typeof value === "object" ? value : Number(value)]));

function freeGame(call, at) {
  call.df_game_free(new DataView(call.memory.buffer).getUint32(at, true));
  call.free(at);
}

export class Game extends Owned {
  #state; /* where it is */
  #bot;
  #colors; /* of the pieces */
  #watched; /* a record whose buttons are pressed, and its end; undefined: nobody's */
  #sound; /* a df_sound with the samples of a tick */
  #rowsHeard = 0; /* cleared since the game began */
  #looks = new Map(); /* of pieces in orientations */

  /* `rules`, `turns` and `mode` are indices of RULES, TURNS and MODES; the delays of shifts are ticks, or -1; a factor of
     0 is the usual one. Or `record` is a text in the format dropforge-game: it is played on from after
     `from` pieces, or without it its buttons are pressed by themselves. `make` begins the game. */
  constructor(library, wishes, make = wishes.record === undefined ? begin : beginRecord) {
    const needs = [];
    try {
      const own = (free, address) => {
        needs.push(new Owned(library, free, address));
        return address;
      };
      const player = library.ask(lib.df_player_find, PLAYER) + lib.df_player.members.weights[0];
      const bot = own(lib.df_match_bot_free, library.create(lib.df_match_bot_create, player, THINKING_TICKS));
      const sound = own("free", library.keepArray(new Uint8Array(lib.df_sound.size + 2 * TICK_SAMPLES)));
      const { game, colors, watched } = make(library, wishes, own);
      /* Its address is where that of the game is, which another one takes when a piece is taken back. */
      super(library, freeGame, library.keepArray(Uint32Array.of(game)), needs);
      [this.#colors, this.#watched, this.#bot, this.#sound] = [colors, watched, bot, sound];
      this.#state = library.ask(lib.df_game_get_state, game);
      this.#repeat();
    } finally {
      for (const need of needs) need.free(); /* the game keeps them */
    }
  }

  /* Where the game is, and its bot. */
  get game() {
    return this.library.view.getUint32(this.address, true);
  }

  get bot() {
    return this.#bot;
  }

  #member(name) {
    return this.library.member(lib.df_game_state, name, this.#state);
  }

  /* One of PHASE. */
  get phase() {
    return this.#member("phase");
  }

  /* Sees what buttons and ticks have done. */
  follow() {}

  /* Presses the buttons of a record. */
  #repeat() {
    if (this.#watched) this.library.ask(lib.df_game_record_press, this.#watched.record, this.game);
  }

  press(button, on) {
    this.library.ask(lib.df_game_press, this.game, button, Boolean(on));
    this.follow();
  }

  tap(button) {
    this.press(button, true);
    this.press(button, false);
  }

  release() {
    this.library.ask(lib.df_game_press, this.game, lib.DF_GAME_BUTTONS, false);
  }

  tick() {
    if (this.hasEnded) return;
    this.library.ask(lib.df_game_tick, this.game);
    this.#repeat();
    this.follow();
  }

  /* Lets the bot press buttons, before each tick while it plays. */
  actAsBot() {
    this.library.ask(lib.df_match_bot_act, this.#bot, this.game);
    this.follow();
  }

  /* True once a record has no more ticks. */
  get hasEnded() {
    return this.#watched !== undefined && this.#member("tick") >= this.#watched.ticks;
  }

  /* Takes back the last piece that locked. */
  takeBack() {
    this.undo();
    this.#state = this.library.ask(lib.df_game_get_state, this.game);
  }

  undo() {
    this.library.ask(lib.df_game_take_back, this.address);
  }

  /* All that there is to see besides the squares. */
  see() {
    const { library } = this, state = numbersOf(library.read(lib.df_game_state, this.#state));
    const options = numbersOf(library.read(lib.df_game_options, state.options)), { drop, cleared } = state.last;
    const { width, height, hold, goalLines, goalTicks, garbage: goalGarbage, hidden } = options;
    return {
      ...state, width, height, hasHold: hold, goalLines, goalTicks, goalGarbage,
      kinds: library.member(lib.df_piece_set, "count", state.set),
      rows: height + Math.floor((hidden + 1) / 2), /* a piece is spawned above the playfield */
      ghost: state.ghostY, lastCleared: cleared, lastPiece: drop.piece, lastOrientation: drop.orientation, lastX: drop.x, lastY: drop.y,
      ...Object.fromEntries(state.splits.map((ticks, i) => [`split${i + 1}`, Number(ticks)])),
      next: state.next.slice(0, state.nextCount),
    };
  }

  /* The squares row by row from the floor: 0, 1 + the piece, or one more than that of the last piece for garbage; before
     the last piece locked, or now; gone with the next call. */
  squares(count, before = false) {
    const address = this.library.member(lib.df_field, "square", this.#member(before ? "before" : "field"));
    return new Uint16Array(this.library.call.memory.buffer, address, count);
  }

  /* A piece in an orientation: {width, height, color, rows}, rows from the bottom up with bit x
     for column x; without an orientation, as the piece is spawned. */
  look(piece, orientation = 4) {
    const key = piece * 5 + orientation;
    if (!this.#looks.has(key)) this.#looks.set(key, this.#readLook(piece, orientation));
    return this.#looks.get(key);
  }

  #pieceAt(piece) {
    return pieceAt(this.#member("set"), piece);
  }

  #readLook(piece, orientation) {
    const { library } = this, at = this.#pieceAt(piece), rules = library.member(lib.df_game_options, "rules", this.#member("options"));
    const turn = orientation < 4 ? orientation : library.ask(lib.df_piece_spawn, at, rules);
    const shape = at + lib.df_piece.members.shape[0] + turn * lib.df_shape.size;
    const { width, height, row } = library.read(lib.df_shape, shape);
    return { width, height, color: this.#colors[piece % this.#colors.length], rows: row.slice(0, height) };
  }

  name(piece) {
    return this.library.member(lib.df_piece, "name", this.#pieceAt(piece));
  }

  /* How often a piece was spawned. */
  spawned(piece) {
    return Number(this.library.read("BigUint64", this.#member("spawned") + 8 * piece));
  }

  /* The oldest event that was not taken, or null. Its sound begins. */
  poll() {
    const event = {};
    if (!this.library.ask(lib.df_game_poll, this.game, event)) return null;
    const { tick: _, drop: { piece }, cleared: __, difficult: ___, ...seen } = event;
    if (seen.kind === HAPPENS.lock) this.#rowsHeard += seen.rows;
    this.library.ask(lib.df_sound_mix, this.#sound, { event: SOUNDS[seen.kind] ?? 0, rowsCleared: this.#rowsHeard }, 0, 0);
    return numbersOf({ ...seen, piece });
  }

  /* The sound of the next tick, 16-bit samples, valid until the next call. It is that of the events
     that were polled. */
  sound() {
    const { library } = this, samples = this.#sound + lib.df_sound.size;
    library.ask(lib.df_sound_mix, this.#sound, null, samples, TICK_SAMPLES);
    return new Int16Array(library.call.memory.buffer, samples, TICK_SAMPLES);
  }

  /* The drops so far as a drop list with the colours of the pieces, but for those of the theme. */
  plan() {
    const { library } = this, plan = this.#member("plan"), colors = library.member(lib.df_plan, "colors", plan);
    const set = library.member(lib.df_plan, "set", plan), themed = themeColors(library, set);
    const isThemed = themed?.every((color, i) => color === this.#colors[i]);
    const count = isThemed ? 0 : library.member(lib.df_piece_set, "count", set);
    for (let i = 0; i < count; i++)
      library.poke(lib.df_plan_color, colors + i * lib.df_plan_color.size, { given: true, color: this.#colors[i % this.#colors.length] });
    return library.written(lib.df_plan_write, plan, lib.DF_PLAN_DROPS);
  }

  /* The score before the first drop and after each. */
  get scores() {
    const count = this.library.member(lib.df_plan, "count", this.#member("plan")) + 1;
    return this.library.list("BigUint64", this.#member("scores"), count).map(Number);
  }

  /* The buttons so far, in the format dropforge-game. */
  record() {
    return this.library.written(lib.df_game_write, this.game);
  }
}
