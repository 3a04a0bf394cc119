/* The module that users import: dropforge, one object for each WebAssembly that is started. */
import { DropforgeError, Library } from "../library.js";
import { Bot, listPlayers } from "./bot.js";
import { clearBest, clearCover, clearPath, clearPercent, clearSave, clearSetup, findClears } from "./clear.js";
import { Env, listFeatures } from "./env.js";
import { Field } from "./field.js";
import { readFumen, writeFumen } from "./fumen.js";
import { Play } from "./game.js";
import * as omino from "./omino.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { Plan } from "./plan.js";
import { leastDrops, listMethods, planPicture, progressImport } from "./print.js";
import { start } from "./start.js";
import { countTilings, findRecurrence, Tilings } from "./tile.js";
import { optionsOf } from "./values.js";

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
    const { pieces, ...rest } = optionsOf(options);
    const own = Pieces.of(this.#library, pieces);
    try {
      return use(own, rest);
    } finally {
      if (own !== pieces) own.free(); /* whoever needs them keeps them */
    }
  }

  picture(source, options) {
    return Picture.of(this.#library, source, options);
  }

  printMethods() {
    return listMethods(this.#library);
  }

  print(source, options) {
    const wishes = optionsOf(options);
    return Picture.lend(this.#library, source, wishes.prepare, (picture) => {
      const { plan, report } = planPicture(this.#library, picture, wishes);
      const { rows_cleared: rowsCleared, max_height: maxHeight, ...rest } = report;
      return new PrintedPlan(this.#library, plan, { ...rest, rowsCleared, maxHeight });
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
    return listFeatures(this.#library);
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

  tilingRecurrence(height, options) {
    return this.#with(options, (own, rest) => findRecurrence(this.#library, own, height, rest));
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

/* Starts the library; each has a memory of its own. `wasm` is its WebAssembly where that is not
   beside this module: an address, a Response, bytes or a WebAssembly.Module. */
export async function load({ wasm = new URL("dropforge.wasm", import.meta.url) } = {}) {
  let library;
  library = new Library(await start(wasm, progressImport(() => library)));
  return new Dropforge(library);
}
