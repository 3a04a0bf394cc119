/* A picture in a game that people have, whose file makes the drops. */
import * as lib from "layouts.js";
import { REAL_GAMES } from "names.js";
import { zlib } from "../packed.js";
import { Picture } from "../npm/picture.js";

const DEALT_COLORS = 4; /* as the program */
const ANY_LEVEL = 255;

const emptyRows = ({ cells, width, height }) =>
  Array.from({ length: height }, (_, y) => cells.subarray(y * width, (y + 1) * width)).filter((row) => !row.some(Boolean)).length;

export class RealGame {
  #library;
  #choice;

  constructor(library, name) {
    const index = REAL_GAMES.findIndex((one) => one.name === name);
    this.#library = library;
    this.#choice = { game: index, level: ANY_LEVEL };
    Object.assign(this, REAL_GAMES[index]);
  }

  /* Makes a picture of pixels for the game. */
  prepare(pixels, how) {
    const { name, width, height, colors, dealt } = this;
    const palette = how.palette ?? (name === "nes" ? undefined : "guideline");
    const limits = { maxColors: colors, maxWidth: width, scaledWidth: width, avoidsFull: !how.fit, ...dealt && { reducedColors: DEALT_COLORS } };
    return Picture.ofPixels(this.#library, pixels, { ...how, palette, limits, fit: how.fit ?? { width, height } }, false);
  }

  /* Leaves out what the game cannot show. */
  fit(picture, anchors) {
    this.#library.ask(lib.df_real_game_fit, this.#choice, picture.address, anchors ? emptyRows(picture) : 0, false);
  }

  /* Plans as df_print does. */
  print(hasSeed, ...rest) {
    this.#choice.hasSeed = hasSeed;
    this.#library.ask(lib.df_real_game_print, this.#choice, ...rest);
  }

  /* What became of it, and the file of a plan: { scores, levels, leftOut, tried, frames, file }. */
  async finish(plan, drops) {
    const { game, level, leftOut, seedsTried, end: { frames, scores, levels } } = this.#choice;
    const file = this.#library.writtenBytes(lib.df_real_game_write, game, plan, level, null);
    const list = (type, at) => {
      const items = at === 0 ? undefined : this.#library.list(type, at, drops + 1).map(Number);
      this.#library.call.free(at);
      return items;
    };
    return { scores: list("BigUint64", scores), levels: list("Uint8", levels), leftOut, tried: seedsTried, frames,
      file: this.ending === "techmino" ? `${btoa(String.fromCharCode(...await zlib(file)))}\n` : file };
  }
}
