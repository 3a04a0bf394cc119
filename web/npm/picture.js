/* Pictures: pixels or drawings, made ready for printing. */
import { Owned } from "../library.js";
import { choose, optionsOf, ownOf, whole, writeColor } from "./values.js";

const DITHERS = ["none", "ordered", "floyd-steinberg"]; /* as df_dither */
const PALETTES = ["guideline"];
const NO_COLOR = -1;
const NO_THRESHOLD = 256;

const isDrawing = (source) =>
  Array.isArray(source) && source.every((row) => typeof row === "string");

/* For letters of a drawing to which nobody gives a colour, in the order of their appearance. */
const INKS = ["#e6194b", "#3cb44b", "#4363d8", "#ffe119", "#f58231", "#911eb4"];

/* The pixels of rows of letters; '.' and ' ' are clear. */
function draw(rows, inks = {}) {
  const height = rows.length;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const data = new Uint8ClampedArray(4 * width * height);
  const colors = new Map(Object.entries(inks));
  let next = 0;
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    if (letter === "." || letter === " ") return;
    if (!colors.has(letter)) colors.set(letter, INKS[next++ % INKS.length]);
    const rgb = writeColor(colors.get(letter));
    data.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], 4 * (x + y * width));
  }));
  return { width, height, data };
}

/* A picture in the library's memory: `width`, `height` and `colors`. It was trimmed. */
export class Picture extends Owned {
  /* `pixels` are { width, height, data }, 8-bit RGBA with rows from the top, and stay as they are.
     What is prepared is prepared in this order: a transparent colour, the size, alpha, the number
     of colours, the palette. */
  static ofPixels(library, pixels, how = {}) {
    const { width, height, data } = pixels;
    if (data.length !== 4 * whole("width", width) * whole("height", height))
      throw new RangeError(`${width} by ${height} pixels are not ${data.length} bytes of RGBA`);
    const { transparent, fit, threshold = NO_THRESHOLD, colors = 0, palette } = how;
    const { dither = DITHERS[0] } = how;
    if (palette !== undefined) choose("palette", PALETTES, palette);
    const made = library.lend(data, (address) => library.make("picture_free", "picture_make",
      address, width, height, transparent ? writeColor(transparent) : NO_COLOR,
      fit?.width ?? 0, fit?.height ?? 0, threshold, colors,
      palette === undefined ? 0 : 1, choose("dither", DITHERS, dither)));
    return new Picture(library, made, palette);
  }

  /* Pixels, or rows of letters from the top with the colours of the letters. */
  static of(library, source, how) {
    if (source instanceof Picture) return ownOf(library, "picture", source);
    const { inks, ...preparation } = optionsOf(how, "prepare");
    if (typeof source === "string") source = source.split("\n").filter((row) => row !== "");
    const pixels = isDrawing(source) ? draw(source, inks) : source;
    if (pixels?.data?.length === undefined)
      throw new TypeError("picture: use rows of letters, { width, height, data }, or what " +
        "picture() has made");
    return Picture.ofPixels(library, pixels, preparation);
  }

  /* The same for a while. */
  static lend(library, source, how, use) {
    const picture = Picture.of(library, source, how);
    try {
      return use(picture);
    } finally {
      if (picture !== source) picture.free();
    }
  }

  #letters = "";

  constructor(library, made, palette) {
    super(library, "picture_free", made);
    library.ask("picture_tell", made);
    Object.assign(this, library.json);
    if (palette === undefined) return;
    library.ask("picture_letters", made);
    this.#letters = library.json;
  }

  /* The pieces that have the colours of a palette; without one "". */
  get letters() {
    return this.#letters;
  }

  /* The squares with rows from the top: 0 for a clear one, or 1 + the index of its colour. */
  get cells() {
    const { width, height } = this;
    const upwards = this.library.bytes(this.library.call.picture_cells(this.address),
      width * height);
    const cells = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      cells.set(upwards.subarray((height - 1 - y) * width, (height - y) * width), y * width);
    return cells;
  }

  /* { width, height, data } as for ImageData. */
  pixels() {
    const colors = this.colors.map(writeColor);
    const data = new Uint8ClampedArray(4 * this.width * this.height);
    this.cells.forEach((cell, i) => {
      const rgb = colors[cell - 1];
      if (cell > 0) data.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], 4 * i);
    });
    return { width: this.width, height: this.height, data };
  }
}
