/* The library, compiled to WebAssembly: what web/printer.c and web/printer_film.c export, with
   JavaScript's own types. One engine has one picture, one plan and its film. */
import { load } from "../wasm.js";

export const NO_THRESHOLD = 256;
const DITHERS = ["none", "ordered", "floyd-steinberg"]; /* as df_dither */
export const LOOKS = ["flat", "bevel", "nes"]; /* as df_look */

/* The settings that the program has without options. */
export const PRINTING = Object.freeze(
  { method: "best", effort: 1, width: 0, pieces: "", seed: 0, anchors: false });
const PREPARATION = Object.freeze(
  { transparent: null, fit: null, threshold: NO_THRESHOLD, colors: 0, dither: "none" });

/* What the library says is wrong, and what to do. */
export class Refusal extends Error {}

export class Engine {
  #wasm;
  #call;

  /* `packed` is what `import packed from "page.wasm"` gives. `progress` is called while a plan
     is made; planning stops when it answers false. */
  static async open(packed, progress = () => true) {
    const page = {
      progress: (nodes, expected, drops) => (progress({ nodes, expected, drops }) ? 1 : 0),
    };
    return new Engine(await load(packed, { page }));
  }

  constructor(wasm) {
    this.#wasm = wasm;
    this.#call = wasm.call;
  }

  #answer() {
    const { printer_answer: address, printer_answer_length: length } = this.#call;
    return new TextDecoder().decode(this.#wasm.bytes(address(), length()));
  }

  #check(status) {
    if (status !== 0) throw new Refusal(this.#answer());
  }

  methods() {
    this.#check(this.#call.printer_methods());
    return JSON.parse(this.#answer()).map(([name, summary]) => ({ name, summary }));
  }

  /* Prepares pixels ({ width, height, rgba }, which stay as they are) and makes a picture of
     them: { width, height, colors, cells }, where a cell is 0 for clear or 1 + its colour, rows
     from the top. */
  takePixels(pixels, how = PREPARATION) {
    const transparent = how.transparent ? parseInt(how.transparent.slice(1), 16) : -1;
    const fit = how.fit ?? { width: 0, height: 0 };
    this.#wasm.lend(pixels.rgba, (address) => this.#check(this.#call.printer_take_pixels(
      address, pixels.width, pixels.height, transparent, fit.width, fit.height,
      how.threshold, how.colors, DITHERS.indexOf(how.dither))));
    const { width, height, colors } = JSON.parse(this.#answer());
    const upwards = this.#wasm.bytes(this.#call.printer_cells(), width * height);
    const cells = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      cells.set(upwards.subarray((height - 1 - y) * width, (height - y) * width), y * width);
    return { width, height, colors, cells };
  }

  /* Plans the picture: a df_print_report. */
  plan(printing) {
    const method = this.methods().findIndex(({ name }) => name === printing.method);
    this.#wasm.lendText(`${printing.pieces}\0`, (pieces) => this.#check(this.#call.printer_plan(
      method, printing.effort, printing.width, pieces, printing.seed,
      printing.anchors ? 1 : 0)));
    return JSON.parse(this.#answer());
  }

  /* The drops that every plan takes at least. */
  bound(printing) {
    this.#wasm.lendText(`${printing.pieces}\0`, (pieces) => this.#check(this.#call.printer_bound(
      printing.width, pieces, printing.anchors ? 1 : 0)));
    return JSON.parse(this.#answer()).drops;
  }

  writePlan() {
    this.#check(this.#call.printer_write_plan());
    return this.#answer();
  }

  readPlan(text) {
    this.#wasm.lendText(text, (address, length) => this.#check(
      this.#call.printer_read_plan(address, length)));
  }

  /* Plays the plan. `starts` has one number more than there are frames, in centiseconds; `drops`
     says how many drops have begun in each. */
  openFilm({ fast = false, speed = 100, mostFrames = 0, hold = 300 } = {}) {
    const call = this.#call;
    this.#check(call.film_open(fast ? 1 : 0, speed, mostFrames, hold));
    const count = call.film_frames();
    const numbers = (address, length) =>
      new Uint32Array(call.memory.buffer, address, length).slice();
    return {
      starts: numbers(call.film_starts(), count + 1),
      drops: numbers(call.film_drops(), count),
    };
  }

  /* Chooses how frames are drawn: { width, height } in pixels, and the palette. */
  setLook({ square, look, grid }) {
    const call = this.#call;
    this.#check(call.film_look(square, LOOKS.indexOf(look), grid ? 1 : 0));
    const bytes = this.#wasm.bytes(call.film_palette(), 3 * call.film_palette_count());
    const palette = [];
    for (let i = 0; i < bytes.length; i += 3) palette.push([...bytes.subarray(i, i + 3)]);
    return { width: call.film_width(), height: call.film_height(), palette };
  }

  /* RGBA, valid until the next call. */
  draw(frame) {
    const address = this.#call.film_draw(frame);
    const size = 4 * this.#call.film_width() * this.#call.film_height();
    return new Uint8ClampedArray(this.#call.memory.buffer, address, size);
  }

  /* Indices into the palette, valid until the next call. */
  drawIndices(frame) {
    const address = this.#call.film_draw_indices(frame);
    return this.#wasm.bytes(address, this.#call.film_width() * this.#call.film_height());
  }
}
