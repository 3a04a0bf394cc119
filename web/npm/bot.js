/* Bots: what they choose, and the games that they play. */
import * as lib from "layouts.js";
import { FEATURES } from "names.js";
import { DropforgeError, Owned } from "../library.js";
import { wordsOf } from "./field.js";
import { Plan } from "./plan.js";
import { choose, chooseRules, count, DROP_RULES, fileTextOf, long, optionsOf, show, textOf, whole } from "./values.js";

const ENDS = ["unplayed", "over", "capped", "dealt"]; /* as df_bot_game_end */
const ALL = 0xffffffff;
const AT_ONCE = 4096; /* drops of a game, between which others of the thread have their turn */

/* A weight in units of 1 / DF_WEIGHT_ONE as a decimal. */
function decimal(weight) {
  const digits = String(weight < 0n ? -weight : weight).padStart(13, "0");
  const size = Number(`${digits.slice(0, -12)}.${digits.slice(-12)}`);
  return weight < 0n ? -size : size;
}

/* The built-in players: name, source, weights by feature, scoreBeforeClear. */
export function listPlayers(library) {
  return Array.from({ length: lib.DF_PLAYERS }, (_, i) => {
    const { name, source, weights: { weight, scoreBeforeClear } } = library.item(lib.df_players, i);
    const named = FEATURES.map((feature, f) => [feature, decimal(weight[f])]).filter(([, one]) => one !== 0);
    return { name, source, scoreBeforeClear, weights: Object.fromEntries(named) };
  });
}

/* Weights by feature as a text. */
function writeWeights(weights, scoreBeforeClear) {
  const lines = Object.entries(weights)
    .map(([name, weight]) => {
      if (typeof weight !== "number") throw new TypeError(`player.${name}: use a number, not ${show(weight)}`);
      return `feature ${name} ${weight.toFixed(12)}`;
    });
  if (scoreBeforeClear) lines.push("score-before-clear");
  return `dropforge-weights 1\n${lines.join("\n")}\n`;
}

/* A df_weights; `player` is a name, a text in the format dropforge-weights 1, or weights by feature. */
function makeWeights(library, player, scoreBeforeClear) {
  const text = typeof player === "string" ? fileTextOf("player", player)
    : writeWeights(optionsOf(player, "player"), scoreBeforeClear);
  const weights = {};
  if (text.startsWith("dropforge-weights")) {
    library.ask(lib.df_weights_read, weights, text);
    return weights;
  }
  const found = library.ask(lib.df_player_find, text);
  if (found === 0) throw new DropforgeError("no player is called so; players() lists them", "argument");
  return library.member(lib.df_player, "weights", found);
}

/* A game that a bot plays: an iterator of its drops. */
export class BotGame extends Owned {
  #bot;
  #set; /* the address of the pieces, which the bot keeps */
  #drops = [];

  constructor(bot, options, wishes) {
    const { deal = "uniform", seed = 0, number = 0, maxLines = 0, maxPieces = 0 } = wishes;
    const { library, pieces } = bot, given = pieces.readDeal(deal);
    const kept = new Owned(library, "free", library.keepArray(given.pieces));
    const made = library.create(lib.df_bot_game_create, { bot: options, deal: given.deal, given: kept.address,
      givenCount: given.pieces.length, seed: long("seed", seed), maxLines: count("maxLines", maxLines),
      maxPieces: count("maxPieces", maxPieces) });
    super(library, lib.df_bot_game_free, made, [bot, kept]);
    kept.free(); /* the game keeps it */
    library.ask(lib.df_bot_game_reset, made, long("number", number));
    this.#bot = bot;
    this.#set = options.set;
  }

  /* Lets the bot make up to `most` drops, and gives them: fewer where the game is at its end. */
  play(most = ALL) {
    const { library, address } = this, { pieces } = this.#bot, { call } = library, { size } = lib.df_drop, drops = [];
    const atOnce = Math.min(whole("most", most), AT_ONCE);
    /* As ask() does, but many times a millisecond. */
    library.lendRoom(atOnce * size + 4, (room) => {
      for (let count = atOnce; count === atOnce && drops.length < most;) {
        const end = Math.min(atOnce, most - drops.length), outcome = room + atOnce * size;
        for (count = 0; count < end; count++) {
          const status = call.df_bot_game_step(address, room + count * size, outcome);
          if (status !== 0) throw library.errorOf(status, null);
          if (library.view.getUint32(outcome, true) !== 0) break;
        }
        for (const drop of pieces.readDrops(library.list(lib.df_drop, room, count))) drops.push(drop);
      }
    });
    for (const drop of drops) this.#drops.push(drop);
    return drops;
  }

  *[Symbol.iterator]() {
    for (let [drop] = this.play(1); drop; [drop] = this.play(1)) yield drop;
  }

  /* Plays to the end without keeping the thread to itself. */
  async finish() {
    while (this.play(AT_ONCE).length === AT_ONCE) await new Promise((next) => setTimeout(next));
    return this.result;
  }

  /* What was played so far: end, pieces, lines, placements, clears (by number of rows),
     fingerprint. */
  get result() {
    const { library } = this;
    const { end, clears, fingerprint, ...result } =
      library.read(lib.df_bot_game_result, library.ask(lib.df_bot_game_get_result, this.address, null));
    const numbers = Object.entries(result).map(([name, number]) => [name, Number(number)]);
    return { ...Object.fromEntries(numbers), end: ENDS[end], fingerprint,
      clears: clears.slice(0, clears.findLastIndex((drops) => drops > 0n) + 1).map(Number) };
  }

  /* The rows of the board from the floor, bit x for column x. */
  get board() {
    const position = {};
    this.library.ask(lib.df_bot_game_get_result, this.address, position);
    return this.library.numbers(BigUint64Array, position.rows, this.#bot.height);
  }

  /* All drops so far as a plan. */
  plan() {
    const { pieces, width, height, rules } = this.#bot;
    return Plan.make(this, this.#set, pieces, { width, height, rules, drops: this.#drops });
  }
}

export class Bot extends Owned {
  #options;

  constructor(library, pieces, wishes = {}) {
    const { player = "dropforge", width = 10, height = 20, rules = "above", beam = 0 } = wishes;
    const { hold = false, scoreBeforeClear = false } = wishes;
    const { lookahead = hold ? 2 : 1 } = wishes;
    const options = { set: pieces.address, weights: makeWeights(library, player, scoreBeforeClear),
      width: whole("width", width, 64), height: whole("height", height, 1024), rules: chooseRules(DROP_RULES, rules),
      lookahead: whole("lookahead", lookahead), beam: whole("beam", beam), hold: Boolean(hold) };
    super(library, lib.df_bot_free, library.create(lib.df_bot_create, options), [pieces]);
    Object.assign(this, { pieces: pieces.list, width, height, rules });
    this.#options = options;
  }

  /* The best `most` choices, best first. `known` are names of pieces, the current one first; a text
     of letters will do. `held` is the name of the piece in hold, or null. */
  rank(seen, most = 10) {
    const { board, pieces: known, held = null } = optionsOf(seen, "position");
    const { library, pieces, width, height } = this;
    const indices = pieces.indices(known);
    const hand = held === null ? -1 : pieces.index(textOf("held", held));
    const position = { rows: wordsOf(board, width, height), pieces: indices, count: indices.length, held: hand };
    return library.lendRoom(whole("most", most, 65535) * lib.df_choice.size, (choices) => {
      const found = Uint32Array.of(0);
      library.ask(lib.df_bot_rank, this.address, position, choices, most, found);
      return library.list(lib.df_choice, choices, found[0]).map((choice) => pieces.readChoice(choice));
    });
  }

  /* The best choice, or null where all end the game. */
  choose(position) {
    return this.rank(position, 1)[0] ?? null;
  }

  /* Begins a game. `deal` is one of uniform, bag and nes, or the names of the pieces in order. */
  game(wishes) {
    return new BotGame(this, this.#options, optionsOf(wishes));
  }
}
