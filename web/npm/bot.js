/* Bots: what they choose, and the games that they play. */
import { Owned } from "../library.js";
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
  library.ask("players_tell");
  return library.json.map(({ weights, ...player }) => ({
    ...player,
    weights: Object.fromEntries(Object.entries(weights)
      .map(([name, weight]) => [name, decimal(BigInt(weight))])),
  }));
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

/* `player` is a name, a text in the format dropforge-weights 1, or weights by feature. */
function makeWeights(library, player, scoreBeforeClear) {
  const text = typeof player === "string" ? fileTextOf("player", player)
    : writeWeights(optionsOf(player, "player"), scoreBeforeClear);
  const name = text.startsWith("dropforge-weights") ? "weights_read" : "weights_find";
  return new Owned(library, "weights_free", library.lendText(text, (...bytes) =>
    library.make("weights_free", name, ...bytes)));
}

/* A game that a bot plays: an iterator of its drops. */
export class BotGame extends Owned {
  #bot;
  #set; /* the address of the pieces, which the bot keeps */
  #drops = [];

  constructor(bot, weights, asked, wishes) {
    const { deal = "uniform", seed = 0, number = 0, maxLines = 0, maxPieces = 0 } = wishes;
    const { library, pieces } = bot;
    const given = pieces.readDeal(deal);
    const kept = new Owned(library, "free", library.keepArray(given.pieces));
    const made = library.lendArray(asked, (numbers) => library.make("contest_free",
      "contest_make", bot.need(0), weights.address, numbers, given.deal, kept.address,
      given.pieces.length, long("seed", seed), long("number", number), count("maxLines", maxLines),
      count("maxPieces", maxPieces)));
    super(library, "contest_free", made, [bot, kept]);
    kept.free(); /* the game keeps it */
    this.#bot = bot;
    this.#set = bot.need(0);
  }

  /* Lets the bot make up to `most` drops, and gives them: fewer where the game is at its end. */
  play(most = ALL) {
    this.library.ask("contest_play", this.address, whole("most", most));
    const drops = this.#bot.pieces.readDrops(this.library.answer);
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
    this.library.ask("contest_tell", this.address);
    const { end, fingerprint, clears, ...result } = this.library.json;
    const most = clears.findLastIndex((drops) => drops > 0);
    return { ...result, end: ENDS[end], clears: clears.slice(0, most + 1),
      fingerprint: BigInt(fingerprint) };
  }

  /* The rows of the board from the floor, bit x for column x. */
  get board() {
    const address = this.library.call.contest_rows(this.address);
    return new BigUint64Array(this.library.call.memory.buffer, address, this.#bot.height).slice();
  }

  /* All drops so far as a plan. */
  plan() {
    const { pieces, width, height, rules } = this.#bot;
    return Plan.make(this, this.#set, pieces, { width, height, rules, drops: this.#drops });
  }
}

export class Bot extends Owned {
  #weights;
  #numbers;

  constructor(library, pieces, wishes = {}) {
    const { player = "dropforge", width = 10, height = 20, rules = "above", beam = 0 } = wishes;
    const { hold = false, scoreBeforeClear = false } = wishes;
    const { lookahead = hold ? 2 : 1 } = wishes;
    const weights = makeWeights(library, player, scoreBeforeClear);
    /* As options_of in bot.c reads them. */
    const numbers = Float64Array.of(whole("width", width, 64), whole("height", height, 1024),
      chooseRules(DROP_RULES, rules), whole("lookahead", lookahead), whole("beam", beam),
      hold ? 1 : 0);
    const made = library.lendArray(numbers, (address) =>
      library.make("bot_free", "bot_make", pieces.address, weights.address, address));
    super(library, "bot_free", made, [pieces]);
    Object.assign(this, { pieces: pieces.list, width, height, rules });
    this.#weights = weights;
    this.#numbers = numbers;
  }

  free() {
    super.free();
    this.#weights.free();
  }

  /* The best `most` choices, best first. `known` are names of pieces, the current one first; a text
     of letters will do. `held` is the name of the piece in hold, or null. */
  rank(position, most = 10) {
    const { board, pieces: known, held = null } = optionsOf(position, "position");
    const { library, pieces, width, height } = this;
    const indices = pieces.indices(known);
    const hand = held === null ? -1 : pieces.index(textOf("held", held));
    library.lendArray(wordsOf(board, width, height), (rows) =>
      library.lendArray(indices, (address) => library.ask("bot_rank", this.address,
        this.need(0), rows, address, indices.length, hand, whole("most", most, 65535))));
    return library.json.map((choice) => pieces.readChoice(choice));
  }

  /* The best choice, or null where all end the game. */
  choose(position) {
    return this.rank(position, 1)[0] ?? null;
  }

  /* Begins a game. `deal` is one of uniform, bag and nes, or the names of the pieces in order. */
  game(wishes) {
    return new BotGame(this, this.#weights, this.#numbers, optionsOf(wishes));
  }
}
