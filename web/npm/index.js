/* The module that users import: dropforge, one object for each WebAssembly that is started. */
import { FEATURES } from "names.js";
import { DropforgeError } from "../library.js";
import { Bot, BotGame, listPlayers } from "./bot.js";
import { clearBest, clearCover, clearPath, clearPercent, clearSave, clearSetup, findClears } from "./clear.js";
import { Env } from "./env.js";
import { Field } from "./field.js";
import { Film } from "./film.js";
import { readFumen, writeFumen } from "./fumen.js";
import { Play } from "./game.js";
import { Guarded } from "./guarded.js";
import { refuseUnknown } from "./known.js";
import * as omino from "./omino.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { Plan } from "./plan.js";
import { leastDrops, listMethods, planPicture } from "./print.js";
import { start } from "./start.js";
import { countTilings, Tilings } from "./tile.js";
import { optionsOf, publish } from "./values.js";

export { DropforgeError, Field };

/* A plan with the report of the printer that made it. */
class PrintedPlan extends Plan {
  constructor(library, made, report) {
    super(library, made);
    this.report = report;
  }
}

class Dropforge {
  #library;

  constructor(library) {
    this.#library = library;
  }

  /* The pieces of options, and the rest of them. */
  #with(options, use) {
    const wishes = optionsOf(options);
    const own = Pieces.of(this.#library, wishes.pieces);
    try {
      return use(own, wishes);
    } finally {
      if (own !== wishes.pieces) own.free(); /* whoever needs them keeps them */
    }
  }

  picture(source, options) {
    return Picture.of(this.#library, source, options);
  }

  printMethods() {
    return listMethods();
  }

  print(source, options) {
    const wishes = optionsOf(options);
    return Picture.lend(this.#library, source, wishes.prepare, (picture) => {
      const { plan, report } = planPicture(this.#library, picture, wishes);
      return new PrintedPlan(this.#library, plan, report);
    });
  }

  leastDrops(source, options) {
    const wishes = optionsOf(options);
    return Picture.lend(this.#library, source, wishes.prepare, (picture) =>
      leastDrops(this.#library, picture, wishes));
  }

  readPlan(text) {
    return Plan.read(this.#library, text);
  }

  makePlan(options) {
    return this.#with(options, (own, rest) => Plan.make(own, own.address, own.list, rest));
  }

  readFumen(text) {
    return readFumen(this.#library, text);
  }

  writeFumen(boards) {
    return writeFumen(this.#library, boards);
  }

  pieces(what) {
    return Pieces.of(this.#library, what);
  }

  players() {
    return listPlayers(this.#library);
  }

  features() {
    return [...FEATURES];
  }

  bot(options) {
    return this.#with(options, (own, rest) => new Bot(this.#library, own, rest));
  }

  env(options) {
    return this.#with(options, (own, rest) => new Env(this.#library, own, rest));
  }

  countTilings(width, height, options) {
    return this.#with(options, (own, rest) =>
      countTilings(this.#library, own, width, height, rest));
  }

  tilings(width, height, options) {
    return this.#with(options, (own, rest) => new Tilings(this.#library, own, width, height, rest));
  }

  perfectClears(queue, options) {
    return this.#with(options, (own, rest) => findClears(this.#library, own, queue, rest));
  }

  clearPercent(pattern, options) {
    return clearPercent(this.#library, pattern, optionsOf(options));
  }

  clearPath(pattern, options) {
    return clearPath(this.#library, pattern, optionsOf(options));
  }

  clearSave(pattern, options) {
    return clearSave(this.#library, pattern, optionsOf(options));
  }

  clearCover(pattern, drawings, options) {
    return clearCover(this.#library, pattern, drawings, optionsOf(options));
  }

  clearSetup(pattern, drawing, options) {
    return clearSetup(this.#library, pattern, drawing, optionsOf(options));
  }

  clearBest(queue, options) {
    return clearBest(this.#library, queue, optionsOf(options));
  }

  omino(code) {
    return omino.study(this.#library, code);
  }

  ominoes(size, options) {
    return omino.list(this.#library, size, optionsOf(options));
  }

  countOminoes(size, options) {
    return options === undefined ? omino.countAll(this.#library, size)
      : omino.countListed(this.#library, size, optionsOf(options));
  }

  randomOminoes(size, options) {
    return omino.draw(this.#library, size, optionsOf(options));
  }

  play(options) {
    return new Play(this.#library, optionsOf(options));
  }
}

/* What users call, and the names of its arguments. */
publish(Dropforge, { picture: ["picture", "prepare:prepare"], printMethods: [], print: ["picture", "options:print"],
  leastDrops: ["picture", "options:leastDrops"], readPlan: ["plan"], makePlan: ["options:makePlan"],
  readFumen: ["fumen"], writeFumen: ["boards"], pieces: ["pieces"], players: [], features: [],
  bot: ["options:bot"], env: ["options:env"], countTilings: ["width", "height", "options:countTilings"],
  tilings: ["width", "height", "options:tilings"],
  perfectClears: ["queue", "options:perfectClears"], clearPercent: ["pattern", "options:clearPercent"],
  clearPath: ["pattern", "options:clearPath"], clearSave: ["pattern", "options:clearSave"],
  clearCover: ["pattern", "drawings", "options:clearCover"],
  clearSetup: ["pattern", "drawing", "options:clearSetup"], clearBest: ["queue", "options:clearBest"],
  omino: ["code"], ominoes: ["size", "options:ominoes"], countOminoes: ["size", "options:countOminoes"],
  randomOminoes: ["size", "options:randomOminoes"], play: ["options:play"] });
publish(Bot, { rank: ["position:position", "most"], choose: ["position:position"], game: ["options:botGame"] });
publish(BotGame, { play: ["most"], plan: [] });
publish(Env, { reset: ["seed"], begin: ["board", "seed", "number"], step: ["actions"],
  choice: ["board", "action"], action: ["choice"] });
publish(Film, { setLook: ["options:look"], draw: ["frame"], view: ["frame"], viewIndices: ["frame"], listen: ["time"] });
publish(Plan, { export: ["kind"], picture: [], check: ["picture", "options:check"], film: ["options:film"] });
publish(Play, { press: ["button", "on"], tap: ["button"], run: ["ticks", "options:run"], plan: [] });
publish(Tilings, { list: ["options:listTilings"], get: ["number"], random: ["seed", "many"], rank: ["tiling"],
  order: ["tiling", "options:orderTiling"], draw: ["tiling"] });

/* Starts the library; each has a memory of its own. `wasm` is its WebAssembly where that is not
   beside this module: an address, a Response, bytes or a WebAssembly.Module. */
export async function load(options) {
  refuseUnknown("options", options, "load");
  const { wasm = new URL("dropforge.wasm", import.meta.url) } = optionsOf(options);
  let library;
  library = new Guarded(await start(wasm, Guarded.importsOf(() => library)));
  return Object.freeze(new Dropforge(library));
}
