/* Boards for programs that learn: reset, step, observations, rewards, and legal actions. */
import * as lib from "layouts.js";
import { FEATURES } from "names.js";
import { Owned } from "../library.js";
import { choose, chooseRules, count, DROP_RULES, listOf, long, optionsOf, ORIENTATIONS, signed, whole } from "./values.js";

const REWARDS = ["lines", "lines-squared", "pieces"]; /* as df_env_reward */

export class Env extends Owned {
  #kinds;

  constructor(library, pieces, wishes = {}) {
    const { width = 10, height = 20, boards = 1, rules = "above", preview = 1, hold = false,
      deal = "uniform", maxPieces = 0, garbage = 0, reward = "lines", features, autoreset = true } = wishes;
    if (boards === 0) throw new RangeError("boards is 0; use one at least");
    const shown = listOf("features", features ?? FEATURES);
    const given = pieces.list.readDeal(deal);
    const kept = new Owned(library, "free", library.keepArray(given.pieces));
    const options = { set: pieces.address, given: kept.address, givenCount: given.pieces.length,
      width: whole("width", width, 64), height: whole("height", height, 1024), boards: whole("boards", boards),
      rules: chooseRules(DROP_RULES, rules), preview: whole("preview", preview), hold: Boolean(hold), deal: given.deal,
      maxPieces: count("maxPieces", maxPieces), garbage: count("garbage", garbage), reward: choose("reward", REWARDS, reward),
      features: shown.reduce((set, name) => set | (1 << choose("features", FEATURES, name)), 0) >>> 0,
      autoreset: Boolean(autoreset) };
    const made = library.create(lib.df_env_create, options);
    super(library, lib.df_env_free, made, [pieces, kept]);
    kept.free(); /* the env keeps it */
    const actions = Number(library.ask(lib.df_env_actions, made, null));
    Object.assign(this, { pieces: pieces.list, boards, width, height, preview, actions });
    this.features = Object.freeze(FEATURES.filter((name) => shown.includes(name)));
    this.#kinds = this.#layout();
  }

  /* The arrays of df_env_arrays: type and length. */
  #layout() {
    const { boards, width, height, preview, actions, features } = this;
    return Object.entries({
      field: [Uint8Array, boards * height * width],
      pieces: [Int32Array, boards * (1 + preview)],
      held: [Int32Array, boards],
      mask: [Uint8Array, boards * actions],
      features: [Int32Array, boards * actions * features.length],
      rewards: [Int32Array, boards],
      terminated: [Uint8Array, boards],
      truncated: [Uint8Array, boards],
    });
  }

  /* Begins game i of the seed on each board i, and observes. */
  reset(seed = 0) {
    this.library.ask(lib.df_env_reset, this.address, long("seed", seed));
    return this.observe();
  }

  /* Begins a game on one board. */
  begin(board, seed, number = 0) {
    this.library.ask(lib.df_env_begin, this.address, whole("board", board), long("seed", seed),
      long("number", number));
    return this.observe();
  }

  /* Takes an action, a number, for each board, and observes. */
  step(actions) {
    const numbers = BigInt64Array.from(typeof actions === "object" && actions?.[Symbol.iterator] ? actions : listOf("actions", actions),
      (action, board) => signed(`actions[${board}]`, action));
    if (numbers.length !== this.boards)
      throw new RangeError(`${numbers.length} actions are not one for each of ${this.boards} boards`);
    this.library.ask(lib.df_env_step, this.address, numbers);
    return this.observe();
  }

  /* What there is to see, as arrays of df_env_arrays. */
  observe() {
    const { library } = this;
    const sizes = this.#kinds.map(([, [Kind, length]]) => (Kind.BYTES_PER_ELEMENT * length + 3) & ~3);
    const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size));
    return library.lendRoom(ends.at(-1), (room) => {
      const arrays = this.#kinds.map(([name], i) => [name, room + ends[i] - sizes[i]]);
      library.ask(lib.df_env_observe, this.address, Object.fromEntries(arrays));
      return Object.fromEntries(this.#kinds.map(([name, [Kind, length]], i) =>
        [name, library.numbers(Kind, arrays[i][1], length)]));
    });
  }

  /* What an action does on a board. */
  choice(board, action) {
    const found = {};
    this.library.ask(lib.df_env_get_choice, this.address, whole("board", board), signed("action", action), found);
    return this.pieces.readChoice(found);
  }

  /* The number of the action that puts a piece there, legal or not; -1 if there is none. */
  action(choice) {
    const { orientation = "N", x, y = 0, holds = false } = optionsOf(choice, "choice");
    const place = { orientation: choose("orientation", ORIENTATIONS, orientation), x: whole("x", x, 63), y: whole("y", y, 1023) };
    return Number(this.library.ask(lib.df_env_find_action, this.address, { place, holds: Boolean(holds) }));
  }
}
