/* Films: a plan as frames, any of which can be drawn at once. */
import * as lib from "layouts.js";
import { Owned } from "../library.js";
import { makeLook } from "./look.js";
import { choose, whole } from "./values.js";

export const MOTIONS = ["auto", "full", "fall", "land"]; /* as df_motion */
export const POSTERS = ["none", "finished", "start", "auto"];

/* The shorter sides of films that are posted, as in raster.h. */
export const GIF_SIDE = 400;
export const VIDEO_SIDE = 720;

export const SOUND_RATE = 48000; /* samples a second */
const SOUND_SAMPLES = SOUND_RATE / 10;

const WHOLE_EVERY = 256; /* frames */
const AUTO = 3; /* a poster that suits the plan */

/* The film of a plan, played once: each frame's df_frame and the squares that change in it, with all squares now and
   then, so that any frame can be had at once. */
class Tape {
  heads = [];
  starts = [0];
  drops = [];
  #changes = []; /* of each frame its places and squares by turns */
  #wholes = [];
  #at = 0;

  constructor(library, film) {
    Object.assign(this, library.ask(lib.df_film_measure, film));
    this.squares = new Uint32Array(this.width * this.height);
    library.ask(lib.df_film_play, film, (frame) => {
      const { square, centiseconds, drops } = library.read(lib.df_frame, frame);
      this.#record(library.numbers(Uint32Array, square, this.squares.length));
      this.heads.push(library.numbers(Uint8Array, frame, lib.df_frame.size));
      this.starts.push(this.starts.at(-1) + centiseconds);
      this.drops.push(drops);
    }, null);
  }

  #record(squares) {
    const frame = this.heads.length, changes = [];
    if (frame % WHOLE_EVERY === 0) this.#wholes.push(squares);
    else for (let place = 0; place < squares.length; place++)
      if (squares[place] !== this.squares[place]) changes.push(place, squares[place]);
    this.#changes.push(Uint32Array.from(changes));
    this.squares = squares;
    this.#at = frame;
  }

  /* Makes `squares` those of a frame. */
  seek(frame) {
    const whole = Math.floor(frame / WHOLE_EVERY);
    if (frame < this.#at || this.#at < whole * WHOLE_EVERY) {
      this.squares = this.#wholes[whole].slice();
      this.#at = whole * WHOLE_EVERY;
    }
    while (this.#at < frame) {
      const changes = this.#changes[++this.#at];
      for (let i = 0; i < changes.length; i += 2) this.squares[changes[i]] = changes[i + 1];
    }
  }
}

export class Film extends Owned {
  #tape;
  #room; /* an Owned for a df_frame, squares, and a df_sound with its samples */
  #places;
  #look;
  #drawn = {}; /* its width, height and palette */
  #colors; /* of the palette, as in #pixels */
  #pixels;
  #indices;
  #heard = 0; /* the next frame whose sound has not begun */
  #time = 0; /* of the sound, in centiseconds */
  #silentRows = 0; /* cleared before the sound began */

  /* `starts` has one number more than there are frames, in centiseconds; `drops` says how many
     drops have begun in each. */
  constructor(library, plan, wishes = {}) {
    const { fast = false, motion = fast ? "land" : "auto", poster = "none", loop = false, speed = 100, duration = 0, framesOnly = false,
      maxFrames = 0, endPause } = wishes;
    const posterNumber = choose("poster", POSTERS, poster), usual = library.ask(lib.df_film_defaults, plan.address);
    super(library, lib.df_film_free, library.create(lib.df_film_create, plan.address, { motion: choose("motion", MOTIONS, motion), framesOnly: Boolean(framesOnly),
      poster: posterNumber === AUTO ? usual.poster : posterNumber, loop: Boolean(loop), isGame: usual.isGame,
      speedPercent: whole("speed", speed), durationCentiseconds: whole("duration", duration),
      maxFrames: whole("maxFrames", maxFrames), endCentiseconds: endPause === undefined ? usual.endCentiseconds : whole("endPause", endPause) }), [plan]);
    const tape = this.#tape = new Tape(library, this.address);
    Object.assign(this, { frames: tape.heads.length, rows: tape.height, starts: Uint32Array.from(tape.starts), drops: Uint32Array.from(tape.drops) });
    const sizes = [lib.df_sound.size, lib.df_frame.size, 4 * tape.squares.length, 2 * SOUND_SAMPLES];
    this.#room = new Owned(library, "free", library.keepArray(new Uint8Array(sizes.reduce((sum, size) => sum + size))));
    this.#places = sizes.map((_, i) => this.#room.address + sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
  }

  free() {
    super.free();
    this.#room.free();
    this.#look?.free();
    this.#indices?.free();
  }

  /* Chooses how frames are drawn, and has `width` and `height` in pixels then. */
  setLook(wishes = {}) {
    const { library } = this, look = makeLook(library, this.need(0), this.address, this.rows, wishes);
    const before = [this.#look, this.#indices];
    const { width, height, palette, paletteCount, options: { transparent } } = library.read(lib.df_raster, look.address);
    this.#indices = new Owned(library, "free", library.alloc(width * height));
    this.#look = look;
    Object.assign(this.#drawn, { width, height, palette: palette.slice(0, paletteCount).map((color) =>
      [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16))) });
    this.#pixels = new Int32Array(width * height);
    this.#colors = Int32Array.from(this.#drawn.palette, ([red, green, blue], i) =>
      red | green << 8 | blue << 16 | (transparent && i === lib.DF_RASTER_BACKGROUND ? 0 : 255 << 24));
    for (const one of before) one?.free();
    return this;
  }

  get width() {
    return this.#drawn.width;
  }

  get height() {
    return this.#drawn.height;
  }

  /* The colours of drawIndices, each [red, green, blue]. */
  get palette() {
    return this.#drawn.palette;
  }

  /* Puts a frame into the library's memory: its address. */
  #show(frame) {
    const { library } = this, [, head, squares] = this.#places;
    this.#tape.seek(frame);
    library.bytes(head, lib.df_frame.size).set(this.#tape.heads[frame]);
    new Uint32Array(library.call.memory.buffer, squares, this.#tape.squares.length).set(this.#tape.squares);
    library.poke(lib.df_frame, head, { square: squares });
    return head;
  }

  /* RGBA, valid until the next call. */
  view(frame) {
    const indices = this.viewIndices(frame), pixels = this.#pixels, colors = this.#colors;
    for (let i = 0; i < pixels.length; i++) pixels[i] = colors[indices[i]];
    return new Uint8ClampedArray(pixels.buffer);
  }

  /* Indices into the palette, valid until the next call. */
  viewIndices(frame) {
    if (this.#look === undefined) this.setLook();
    const { library } = this, shown = this.#show(whole("frame", frame, this.frames - 1));
    library.call.df_raster_draw(this.#look.address, 0, shown, this.#indices.address, 0);
    return library.bytes(this.#indices.address, this.#pixels.length);
  }

  /* Begins the sound anew at a time in centiseconds. */
  listen(time = 0) {
    this.library.bytes(this.#places[0], lib.df_sound.size).fill(0);
    this.#time = whole("time", time);
    this.#heard = this.starts.subarray(0, this.frames).findIndex((start) => start >= time);
    if (this.#heard < 0) this.#heard = this.frames;
    this.#silentRows = this.#heard > 0 ? this.#rowsCleared(this.#show(this.#heard - 1)) : 0;
  }

  #rowsCleared(frame) {
    return this.library.member(lib.df_frame, "rowsCleared", frame);
  }

  /* The frame that begins now, as it is heard, or 0. */
  #follow() {
    if (this.#heard >= this.frames || this.starts[this.#heard] > this.#time) return 0;
    const frame = this.#show(this.#heard++);
    this.library.poke(lib.df_frame, frame, { rowsCleared: Math.max(0, this.#rowsCleared(frame) - this.#silentRows) });
    return frame;
  }

  /* The next tenth of a second of the sound, valid until the next call; silent after the end. */
  sound() {
    const { call } = this.library, [sound, , , samples] = this.#places;
    for (let at = 0; at < SOUND_SAMPLES; at += lib.DF_SOUND_CENTISECOND, this.#time++) {
      call.df_sound_mix(sound, this.#follow(), samples + 2 * at, lib.DF_SOUND_CENTISECOND);
    }
    return new Int16Array(call.memory.buffer, samples, SOUND_SAMPLES);
  }

  /* { width, height, data } as for ImageData. */
  draw(frame) {
    const data = this.view(frame).slice();
    return { width: this.width, height: this.height, data };
  }
}
