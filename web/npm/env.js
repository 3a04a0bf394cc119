/* Boards for programs that learn: reset, step, observations, rewards, and legal actions. */
import { FEATURES } from "names.js";
import { Owned } from "../library.js";
import { choose, chooseRules, count, DROP_RULES, listOf, long, optionsOf, ORIENTATIONS, signed, whole } from "./values.js";

const REWARDS = ["lines", "lines-squared", "pieces"]; /* as df_env_reward */

export class Env extends Owned {
  #kinds;

  constructor(library, pieces, wishes = {}) {
    const { width = 10, height = 20, boards = 1, rules = "above", preview = 1, hold = false,
      deal = "uniform", maxPieces = 0, reward = "lines", features, autoreset = true } = wishes;
    if (boards === 0) throw new RangeError("boards is 0; use one at least");
    const shown = listOf("features", features ?? FEATURES);
    const given = pieces.list.readDeal(deal);
    const kept = new Owned(library, "free", library.keepArray(given.pieces));
    /* As env_options in env.c. */
    const numbers = Float64Array.of(whole("width", width, 64), whole("height", height, 1024),
      whole("boards", boards), chooseRules(DROP_RULES, rules), whole("preview", preview),
      hold ? 1 : 0, given.deal,
      count("maxPieces", maxPieces), choose("reward", REWARDS, reward),
      shown.reduce((set, name) => set | (1 << choose("features", FEATURES, name)), 0),
      autoreset ? 1 : 0);
    const made = library.lendArray(numbers, (address) => library.make("env_free", "env_make",
      pieces.address, address, kept.address, given.pieces.length));
    super(library, "env_free", made, [pieces, kept]);
    kept.free(); /* the env keeps it */
    library.ask("env_tell", made);
    const { actions } = library.json;
    Object.assign(this, { pieces: pieces.list, boards, width, height, preview, actions });
    this.features = Object.freeze(FEATURES.filter((name) => shown.includes(name)));
    this.#kinds = this.#layout();
  }

  /* The arrays of df_env_arrays in their order: type and length. */
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
    this.library.call.env_reset(this.address, long("seed", seed));
    return this.observe();
  }

  /* Begins a game on one board. */
  begin(board, seed, number = 0) {
    this.library.ask("env_begin", this.address, whole("board", board), long("seed", seed),
      long("number", number));
    return this.observe();
  }

  /* Takes an action, a number, for each board, and observes. */
  step(actions) {
    const numbers = BigInt64Array.from(typeof actions === "object" && actions?.[Symbol.iterator] ? actions : listOf("actions", actions),
      (action, board) => signed(`actions[${board}]`, action));
    if (numbers.length !== this.boards)
      throw new RangeError(`${numbers.length} actions are not one for each of ${this.boards} boards`);
    this.library.lendArray(numbers, (address) =>
      this.library.ask("env_step", this.address, address));
    return this.observe();
  }

  /* What there is to see, as arrays of df_env_arrays. */
  observe() {
    const { memory } = this.library.call;
    const table = this.library.call.env_observe(this.address);
    const addresses = new Uint32Array(memory.buffer, table, this.#kinds.length);
    return Object.fromEntries(this.#kinds.map(([name, [Kind, length]], i) =>
      [name, new Kind(memory.buffer, addresses[i], length).slice()]));
  }

  /* What an action does on a board. */
  choice(board, action) {
    this.library.ask("env_choice", this.address, whole("board", board), signed("action", action));
    return this.pieces.readChoice(this.library.json);
  }

  /* The number of the action that puts a piece there, legal or not; -1 if there is none. */
  action(choice) {
    const { orientation = "N", x, y = 0, holds = false } = optionsOf(choice, "choice");
    return this.library.call.env_action(this.address,
      choose("orientation", ORIENTATIONS, orientation), whole("x", x, 63), whole("y", y, 1023),
      holds ? 1 : 0);
  }
}
