/* Pictures: pixels or drawings, made ready for printing. */
import { Owned } from "../library.js";
import { bytesOf, choose, optionsOf, ownOf, whole, writeColor } from "./values.js";

const DITHERS = ["none", "ordered", "floyd-steinberg"]; /* as df_dither */
const PALETTES = ["guideline"];
const STEPS = ["auto", "keep"]; /* as df_step; what else there is, is given */

const isDrawing = (source) =>
  Array.isArray(source) && source.every((row) => typeof row === "string");

/* For letters of a drawing to which nobody gives a colour, in the order of their appearance. */
const INKS = ["#e6194b", "#3cb44b", "#4363d8", "#ffe119", "#f58231", "#911eb4"];

/* The pixels of rows of letters; '.' and ' ' are clear. */
function draw(rows, inks) {
  const height = rows.length;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const data = new Uint8ClampedArray(4 * width * height);
  const colors = new Map(Object.entries(optionsOf(inks, "inks")));
  let next = 0;
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    if (letter === "." || letter === " ") return;
    if (!colors.has(letter)) colors.set(letter, INKS[next++ % INKS.length]);
    const rgb = writeColor(colors.get(letter));
    data.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], 4 * (x + y * width));
  }));
  return { width, height, data };
}

/* A step of the preparation and its value: the word auto, the word keep, or what `read` makes
   numbers of. */
function writeStep(value, count, read) {
  const step = value === undefined || value === null ? 0 : STEPS.indexOf(value);
  return step >= 0 ? [step, ...Array(count).fill(0)] : [STEPS.length, ...read(value)];
}

/* The numbers of preparation_members in web/printer.c. */
function writePreparation(how) {
  const { transparent, tolerance = 0 } = how;
  const crop = optionsOf(how.crop ?? { x: 0, y: 0, width: 0, height: 0 }, "crop");
  return Float64Array.from([
    how.exact ? 1 : 0, how.lossy ? 1 : 0,
    ...["x", "y", "width", "height"].map((name) => whole(`crop.${name}`, crop[name])),
    ...(transparent ? [1, writeColor(transparent)] : [0, 0]), whole("tolerance", tolerance),
    ...writeStep(how.enlarged, 1, (factor) => [whole("enlarged", factor)]),
    ...writeStep(how.backdrop, 1, (color) => [writeColor(color)]),
    ...writeStep(how.fit, 2, (size) => {
      const { width, height } = optionsOf(size, "fit");
      return [whole("fit.width", width), whole("fit.height", height)];
    }),
    ...writeStep(how.threshold, 1, (alpha) => [whole("threshold", alpha)]),
    ...writeStep(how.colors || undefined, 1, (count) => [whole("colors", count)]),
    choose("dither", DITHERS, how.dither ?? DITHERS[0]),
    how.palette === undefined ? 0 : 1,
  ]);
}

/* Makes what `name` does of pixels and `numbers`, which `free` frees: its address, and what was done. */
function prepareBy(library, free, name, { width, height, data }, how, ...numbers) {
  const bytes = bytesOf("picture.data", data);
  if (bytes.length !== 4 * whole("width", width) * whole("height", height))
    throw new RangeError(`${width} by ${height} pixels are not ${bytes.length} bytes of RGBA`);
  if (how.palette !== undefined) choose("palette", PALETTES, how.palette);
  return library.lendArray(writePreparation(how), (wish) => library.lend(bytes, (address) => {
    const made = library.make(free, name, address, width, height, ...numbers, wish);
    const exact = Boolean(how.exact || (how.colors && how.colors !== STEPS[0]));
    return { made, done: { ...library.json, exact } };
  }));
}

/* The squares of a picture at an address, rows from the top. */
function readCells(library, address, width, height) {
  const upwards = library.bytes(library.call.picture_cells(address), width * height);
  const cells = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    cells.set(upwards.subarray((height - 1 - y) * width, (height - y) * width), y * width);
  return cells;
}

/* A picture at an address, which may be borrowed: { width, height, colors, cells }. */
export function readPicture(library, address) {
  library.ask("picture_tell", address);
  const { width, height, colors } = library.json;
  return { width, height, colors, cells: readCells(library, address, width, height) };
}

/* The letters of the pieces that have the colours of a palette; without one "". */
function readLetters(library, address, palette) {
  if (palette === undefined) return "";
  library.ask("picture_letters", address);
  return library.json;
}

/* The frames of an animation, prepared alike, with the attributes of a Picture, which are those of the first
   frame. */
export class PictureFrames extends Owned {
  /* `pixels` are { width, height, data } of all frames, one below the other. */
  static ofPixels(library, pixels, count, how = {}) {
    const { made, done } = prepareBy(library, "frames_free", "frames_make", pixels, how, count);
    return new PictureFrames(library, made, how.palette, { ...done, frames: count });
  }

  constructor(library, made, palette, done) {
    super(library, "frames_free", made);
    this.list = library.call.frames_list(made);
    const [first] = new Uint32Array(library.call.memory.buffer, this.list, 1);
    library.ask("picture_tell", first);
    Object.assign(this, done, library.json);
    this.cells = readCells(library, first, this.width, this.height);
    this.letters = readLetters(library, first, palette);
  }
}

/* A picture in the library's memory: `width`, `height` and `colors`. It was trimmed. */
export class Picture extends Owned {
  /* `pixels` are { width, height, data }, 8-bit RGBA with rows from the top, and stay as they are.
   */
  static ofPixels(library, pixels, how = {}) {
    const { made, done } = prepareBy(library, "picture_free", "picture_make", pixels, how);
    return new Picture(library, made, how.palette, done);
  }

  /* Pixels, or rows of letters from the top with the colours of the letters. */
  static of(library, source, how) {
    if (Owned.is(source) && source instanceof Picture) return ownOf(library, "picture", source);
    const { inks, ...preparation } = optionsOf(how, "prepare");
    if (typeof source === "string" && !source.includes("\n"))
      throw new TypeError(`picture: '${source}' is a text; use a list of rows of letters, or for a file its decoded ` +
        "pixels, { width, height, data }");
    if (typeof source === "string") source = source.split("\n").filter((row) => row !== "");
    const pixels = isDrawing(source) ? draw(source, inks) : source;
    if (Owned.is(pixels) || pixels?.data?.length === undefined)
      throw new TypeError("picture: use rows of letters, { width, height, data }, or what " +
        "picture() has made");
    /* A drawing is exactly what is wanted. */
    return Picture.ofPixels(library, pixels, { exact: isDrawing(source), ...preparation });
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

  /* What was done to make it, in words; "": nothing. */
  prepared = "";
  /* True if it has empty rows that are to be anchored. */
  anchors = false;
  /* True if its colours must stay as they are. */
  exact = true;

  constructor(library, made, palette, done = {}) {
    super(library, "picture_free", made);
    Object.assign(this, done);
    library.ask("picture_tell", made);
    Object.assign(this, library.json);
    this.#letters = readLetters(library, made, palette);
  }

  /* The pieces that have the colours of a palette; without one "". */
  get letters() {
    return this.#letters;
  }

  /* The squares with rows from the top: 0 for a clear one, or 1 + the index of its colour. */
  get cells() {
    return readCells(this.library, this.address, this.width, this.height);
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
