/* Films: a plan as frames, any of which can be drawn at once. */
import { SIZES, THEMES } from "names.js";
import { Owned } from "../library.js";
import { bytesOf, choose, count, listOf, optionsOf, textOf, whole, writeColor } from "./values.js";

export const LOOKS = ["flat", "bevel", "nes", "tile", "inset", "gloss", "ink"]; /* as df_look */

export const MOTIONS = ["auto", "full", "fall", "land"]; /* as df_motion */
export const POSTERS = ["none", "finished", "start", "auto"];

/* The shorter sides of films that are posted, as in raster.h. */
export const GIF_SIDE = 400;
export const VIDEO_SIDE = 720;

export const SOUND_RATE = 48000; /* samples a second */
const SOUND_SAMPLES = SOUND_RATE / 10;

const AS_USUAL = -1; /* as in look_wishes, web/printer_look.h */
const TRANSPARENT = -2;
const GOAL = 2;
const NONE = -1;

const MAX = 2 ** 31 - 1;

/* The width and height of a skin, and its bytes. */
function readSkin(skin) {
  if (skin === undefined) return { width: 0, height: 0, pixels: new Uint8Array(1) };
  const { width, height, data } = optionsOf(skin, "skin"), pixels = bytesOf("skin.data", data);
  if (pixels.length !== 4 * whole("skin.width", width, 2 ** 15) * whole("skin.height", height, 2 ** 15))
    throw new RangeError(`skin.data has ${pixels.length} bytes; use 4 for each of ${width} x ${height} pixels`);
  return { width, height, pixels };
}

export class Film extends Owned {
  #colors;
  #width;
  #height;

  /* `starts` has one number more than there are frames, in centiseconds; `drops` says how many
     drops have begun in each. */
  constructor(library, plan, wishes = {}) {
    const { fast = false, motion = fast ? "land" : "auto", poster = "none", loop = false, speed = 100, duration = 0,
      maxFrames = 0, endPause = 300 } = wishes;
    super(library, "film_free", library.make("film_free", "film_open", plan.address,
      choose("motion", MOTIONS, motion), choose("poster", POSTERS, poster), loop ? 1 : 0, whole("speed", speed),
      whole("duration", duration), whole("maxFrames", maxFrames), whole("endPause", endPause)), [plan]);
    const { call } = library;
    const numbers = (address, count) =>
      new Uint32Array(call.memory.buffer, address, count).slice();
    this.frames = call.film_frames(this.address);
    this.rows = call.film_rows(this.address);
    this.starts = numbers(call.film_starts(this.address), this.frames + 1);
    this.drops = numbers(call.film_drops(this.address), this.frames);
  }

  get width() {
    return this.#width;
  }

  get height() {
    return this.#height;
  }

  /* Chooses how frames are drawn, and has `width` and `height` in pixels then. */
  setLook(wishes = {}) {
    const { size, minSide = 0, square = size === undefined && minSide === 0 ? 8 : 0, theme, look, grid, background,
      border, hud, even = false, title = "", endCard, scores = [] } = optionsOf(wishes);
    const skin = readSkin(wishes.skin);
    const [head, card] = [textOf("title", title), textOf("endCard", endCard ?? "")]
      .map((text) => new TextEncoder().encode(text));
    const { library } = this;
    const { call } = library;
    const index = (option, names, name) => (name === undefined ? AS_USUAL : choose(option, names, name));
    const usual = (wish) => (wish ?? null) === null ? AS_USUAL : wish ? 1 : 0;
    const numbers = Int32Array.of(index("theme", THEMES, theme), index("size", SIZES, size),
      whole("square", square, MAX), whole("minSide", minSide, MAX), index("look", LOOKS, look), usual(grid),
      background === "none" ? TRANSPARENT : background ? writeColor(background) : AS_USUAL,
      usual(border), hud === "goal" ? GOAL : usual(hud), even ? 1 : 0, skin.width, skin.height,
      head.length, endCard === undefined ? NONE : card.length, listOf("scores", scores).length); /* as in look_wishes */
    const points = BigUint64Array.from(scores, (score) => BigInt(count("a score", score)));
    library.lendArray(numbers, (wanted) => library.lend([...head, ...card], (texts) =>
      library.lend(skin.pixels, (pixels) => library.lendArray(points, (given) =>
        library.ask("film_look", this.address, wanted, texts, pixels, given)))));
    this.#width = call.film_width(this.address);
    this.#height = call.film_height(this.address);
    this.#colors = call.film_palette_count(this.address);
    return this;
  }

  /* The colours of drawIndices, each [red, green, blue]. */
  get palette() {
    const bytes = this.library.bytes(this.library.call.film_palette(this.address),
      3 * this.#colors);
    return Array.from({ length: this.#colors }, (_, i) => [...bytes.subarray(3 * i, 3 * i + 3)]);
  }

  #check(frame) {
    if (this.#colors === undefined) this.setLook();
    whole("frame", frame, this.frames - 1);
  }

  /* RGBA, valid until the next call. */
  view(frame) {
    this.#check(frame);
    const address = this.library.call.film_draw(this.address, frame);
    return new Uint8ClampedArray(this.library.call.memory.buffer, address,
      4 * this.width * this.height);
  }

  /* Indices into the palette, valid until the next call. */
  viewIndices(frame) {
    this.#check(frame);
    const address = this.library.call.film_draw_indices(this.address, frame);
    return this.library.bytes(address, this.width * this.height);
  }

  /* Begins the sound anew at a time in centiseconds. */
  listen(time = 0) {
    this.library.call.film_listen(this.address, whole("time", time));
  }

  /* The next tenth of a second of the sound, valid until the next call; silent after the end. */
  sound() {
    const { call } = this.library;
    return new Int16Array(call.memory.buffer, call.film_sound(this.address), SOUND_SAMPLES);
  }

  /* { width, height, data } as for ImageData. */
  draw(frame) {
    const data = this.view(frame).slice();
    return { width: this.width, height: this.height, data };
  }
}
