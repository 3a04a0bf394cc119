/* Pictures: pixels or drawings, made ready for printing. */
import * as lib from "layouts.js";
import { PALETTES } from "names.js";
import { Owned } from "../library.js";
import { bytesOf, choose, optionsOf, ownOf, whole, writeColor } from "./values.js";

const DITHERS = ["none", "ordered", "floyd-steinberg"]; /* as df_dither */
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

/* The members of a step of the preparation: the word auto, the word keep, or what `read` makes of its value. */
function stepOf(name, value, read) {
  const step = value === undefined || value === null ? 0 : STEPS.indexOf(value);
  return step >= 0 ? { [name]: step } : { [name]: STEPS.length, ...read(value) };
}

/* A df_preparation. */
function preparationOf(how, frames) {
  const { transparent, tolerance = 0 } = how;
  const crop = optionsOf(how.crop ?? { x: 0, y: 0, width: 0, height: 0 }, "crop");
  const [cropLeft, cropTop, cropWidth, cropHeight] =
    ["x", "y", "width", "height"].map((name) => whole(`crop.${name}`, crop[name]));
  return {
    frames, exact: Boolean(how.exact), lossy: Boolean(how.lossy), cropLeft, cropTop, cropWidth, cropHeight,
    tile: how.tile === "keep" ? lib.DF_WHOLE_SHEET : whole("tile", how.tile ?? 0),
    clears: Boolean(transparent), clearColor: transparent ? writeColor(transparent) : 0,
    clearTolerance: whole("tolerance", tolerance),
    ...stepOf("enlargement", how.enlarged, (factor) => ({ factor: whole("enlarged", factor) })),
    ...stepOf("background", how.backdrop, (color) => ({ backgroundColor: writeColor(color) })),
    ...stepOf("fit", how.fit, (size) => {
      const { width, height } = optionsOf(size, "fit");
      return { fitWidth: whole("fit.width", width), fitHeight: whole("fit.height", height) };
    }),
    ...stepOf("alpha", how.threshold, (alpha) => ({ alphaThreshold: whole("threshold", alpha) })),
    ...stepOf("colors", how.colors || undefined, (count) => ({ colorCount: whole("colors", count) })),
    dither: choose("dither", DITHERS, how.dither ?? DITHERS[0]),
    ...how.limits,
  };
}

/* The members of a preparation for a built-in palette. */
function readPalette(library, name) {
  const found = library.itemAt(lib.df_palettes, choose("palette", PALETTES, name));
  return { palette: library.member(lib.df_named_palette, "colors", found),
    paletteCount: library.member(lib.df_named_palette, "count", found) };
}

/* What `make` makes of prepared pixels, given their address, width and height; and what was done. */
function prepareBy(library, { width, height, data }, how, frames, make) {
  const bytes = bytesOf("picture.data", data);
  if (bytes.length !== 4 * whole("width", width) * whole("height", height))
    throw new RangeError(`${width} by ${height} pixels are not ${bytes.length} bytes of RGBA`);
  const { palette } = how;
  const own = Array.isArray(palette) ? Uint8Array.from(palette.map(writeColor).flatMap((rgb) =>
    [rgb >> 16, (rgb >> 8) & 255, rgb & 255])) : new Uint8Array(0);
  return library.lend(own, (colors) => library.lend(bytes, (rgba) => {
    const wanted = { ...preparationOf(how, frames), ...palette !== undefined && (Array.isArray(palette)
      ? { palette: colors, paletteCount: palette.length } : readPalette(library, palette)) };
    const columns = Uint32Array.of(width), rows = Uint32Array.of(height), report = {};
    library.ask(lib.df_pixels_prepare, rgba, columns, rows, wanted, report);
    const done = { prepared: library.written(lib.df_prepared_describe, report, wanted),
      anchors: report.emptyRows > 0 && !wanted.exact,
      sheet: report.tiles > 0 ? { tile: report.tile, width: report.tileWidth, height: report.tileHeight, tiles: report.tiles }
        : null,
      exact: Boolean(how.exact || (how.colors && how.colors !== STEPS[0])) };
    return { made: make(rgba, columns[0], rows[0]), done };
  }));
}

/* The width, height and colours of a picture at an address. */
function tell(library, address) {
  const [width, height, count] = ["width", "height", "colorCount"].map((name) =>
    library.member(lib.df_picture, name, address));
  return { width, height, colors: library.list("Color", address + lib.df_picture.members.colors[0], count) };
}

/* The squares of a picture at an address, rows from the top. */
function readCells(library, address, width, height) {
  const upwards = library.bytes(address + lib.df_picture.members.cell[0], width * height);
  const cells = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    cells.set(upwards.subarray((height - 1 - y) * width, (height - y) * width), y * width);
  return cells;
}

/* A picture at an address, which may be borrowed: { width, height, colors, cells }. */
export function readPicture(library, address) {
  const told = tell(library, address);
  return { ...told, cells: readCells(library, address, told.width, told.height) };
}

/* The letters of the pieces that have the colours of a palette; without one "". */
function readLetters(library, address, palette) {
  if (palette !== "guideline") return "";
  const letters = new Uint8Array(lib.DF_TETROMINOES + 1);
  library.ask(lib.df_picture_letters, letters, address);
  return String.fromCharCode(...letters.subarray(0, letters.indexOf(0)));
}

/* The frames of an animation, prepared alike, with the attributes of a Picture, which are those of the first
   frame. Its address is that of the list of their addresses. */
export class PictureFrames extends Owned {
  /* `pixels` are { width, height, data } of all frames, one below the other. */
  static ofPixels(library, pixels, count, how = {}) {
    const { made, done } = prepareBy(library, pixels, how, count, (rgba, width, height) => {
      const frames = new Uint32Array(count);
      library.ask(lib.df_picture_from_rgba, frames, count, rgba, width, height / count);
      return frames;
    });
    return new PictureFrames(library, made, how.palette, { ...done, frames: count });
  }

  constructor(library, frames, palette, done) {
    const owned = Array.from(frames, (frame) => new Owned(library, lib.df_picture_free, frame));
    super(library, "free", library.keepArray(frames), owned);
    for (const frame of owned) frame.free(); /* this keeps them */
    Object.assign(this, done, readPicture(library, frames[0]));
    this.letters = readLetters(library, frames[0], palette);
  }
}

/* A picture in the library's memory: `width`, `height` and `colors`. It was trimmed. */
export class Picture extends Owned {
  /* `pixels` are { width, height, data }, 8-bit RGBA with rows from the top, and stay as they are.
     The pieces of a palette become those of the picture, unless others choose them. */
  static ofPixels(library, pixels, how = {}, choosesPieces = true) {
    const { made, done } = prepareBy(library, pixels, how, 1, (...rgba) =>
      library.create(lib.df_picture_from_rgba, 1, ...rgba));
    return new Picture(library, made, choosesPieces ? how.palette : undefined, done);
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
  /* What was taken of a sheet of tiles: { tile, width, height, tiles }, where tile 0 is all of it; or null. */
  sheet = null;
  /* True if its colours must stay as they are. */
  exact = true;

  constructor(library, made, palette, done = {}) {
    super(library, lib.df_picture_free, made);
    Object.assign(this, done);
    Object.assign(this, tell(library, made));
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
