/* How the frames of a film are drawn, as by the options of the program (cli/formats/render.c). */
import * as lib from "layouts.js";
import { SIZES, THEMES } from "names.js";
import { DropforgeError, Owned } from "../library.js";
import { bytesOf, choose, count, listOf, optionsOf, textOf, whole, writeColor } from "./values.js";

export const LOOKS = ["flat", "bevel", "nes", "tile", "inset", "gloss", "ink"]; /* as df_look */

const MAX = 2 ** 31 - 1;

/* The size of a skin, and its bytes; null without one. */
function readSkin(skin) {
  if (skin === undefined) return null;
  const { width, height, data } = optionsOf(skin, "skin"), pixels = bytesOf("skin.data", data);
  if (pixels.length !== 4 * whole("skin.width", width, 2 ** 15) * whole("skin.height", height, 2 ** 15))
    throw new RangeError(`skin.data has ${pixels.length} bytes; use 4 for each of ${width} x ${height} pixels`);
  if (width === 0) return null;
  if (width !== lib.DF_SKIN_SQUARES * height || height > lib.DF_RASTER_MAX_SQUARE)
    throw new DropforgeError(`a skin has ten squares in a row, of at most ${lib.DF_RASTER_MAX_SQUARE} pixels, not ${width} by ` +
      `${height} pixels; give one such as 300 by 30`, "input");
  return { size: height, pixels };
}

/* The scores of a game of so many drops; null without them. */
function readScores(scores, drops) {
  const points = BigUint64Array.from(listOf("scores", scores), (score) => BigInt(count("a score", score)));
  if (points.length === 0) return null;
  if (points.length !== drops + 1)
    throw new DropforgeError(`there are ${points.length} scores for ${drops} drops; give one before the first drop and one ` +
      "after each", "input");
  return points;
}

/* What is drawn differently from the theme, where it is given. */
const usual = (wish, otherwise) => (wish ?? null) === null ? otherwise : Boolean(wish);

/* Gives the pieces of a plan without colours of its own those of a theme. */
function paint(library, plan, theme, background) {
  const made = Array.from({ length: library.member(lib.df_piece_set, "count", plan.set) }, (_, i) =>
    library.ask(lib.df_raster_piece_color, plan, i, theme, background));
  made.forEach((color, i) =>
    library.poke(lib.df_plan_color, plan.colors + i * lib.df_plan_color.size, { given: true, color }));
}

/* The df_raster_options; `keep` gives the address of a copy of an array. */
function optionsFor(library, plan, hasColors, film, wishes, keep) {
  const { size, minSide = 0, square = size === undefined && minSide === 0 ? 8 : 0, theme, look, grid, background, border, hud,
    even = false, title = "", endCard, scores = [], levels } = optionsOf(wishes);
  const keepText = (text) => keep(new TextEncoder().encode(`${text}\0`));
  const skin = readSkin(wishes.skin), points = readScores(scores, plan.count);
  const canvas = size !== undefined && library.item(lib.df_canvases, choose("size", SIZES, size));
  const isClear = background === "none", ground = background && !isClear ? writeColor(background) : null;
  const named = theme !== undefined || ground !== null ? library.itemAt(lib.df_themes, theme === undefined ? 0 : choose("theme", THEMES, theme)) : 0;
  const themeAt = library.ask(lib.df_raster_defaults, plan, named).theme, usually = library.read(lib.df_theme, themeAt);
  const isBare = (theme !== undefined || skin !== null) && library.ask(lib.df_omino_plan_undress, plan.colors, plan.set);
  const options = {
    squareSize: whole("square", square, MAX), minSide: whole("minSide", minSide, MAX), film, theme: themeAt,
    look: look === undefined ? usually.look : choose("look", LOOKS, look),
    skin: skin && keep(skin.pixels), skinSize: skin?.size ?? 0,
    grid: usual(grid, usually.grid), border: usual(border, plan.deal !== 0), hud: hud === "goal" || usual(hud, plan.deal !== 0),
    picture: hud === "goal" && hasColors, scores: points && keep(points), transparent: isClear,
    levels: levels && points?.length === levels.length ? keep(Uint8Array.from(levels)) : 0,
    title: textOf("title", title) === "" ? 0 : keepText(title),
    endCard: endCard === undefined ? 0 : keepText(textOf("endCard", endCard)), even: Boolean(even),
    outlines: !isClear, reveal: true, background: ground ?? usually.background,
    surround: ground ?? usually.surround,
    ...(canvas && { canvas }),
  };
  if (isBare && skin === null) paint(library, plan, themeAt, usually.background);
  return options;
}

/* The error of what does not fit. */
function tooLarge({ width }, rows, { hud, title, endCard, canvas, squareSize }) {
  const around = hud || title !== 0 || endCard !== 0 ? " with what is around it" : "";
  return new DropforgeError(`a playfield of ${width} by ${rows} squares${around} does not fit into ${canvas.width}x${canvas.height} ` +
    `pixels${squareSize > 1 ? "; use smaller squares" : ""}`, "limit", [{ size: "auto" }]);
}

/* An Owned df_raster for the frames of a film of a plan, both at their addresses, `rows` high, with what it borrows. */
export function makeLook(library, plan, film, rows, wishes) {
  const needs = [];
  const keep = (array) => {
    needs.push(new Owned(library, "free", library.keepArray(array)));
    return needs.at(-1).address;
  };
  try {
    const given = library.read(lib.df_plan, plan), count = library.member(lib.df_piece_set, "count", given.set);
    const painted = { ...given, colors: keep(library.numbers(Uint8Array, given.colors, count * lib.df_plan_color.size)) };
    const options = optionsFor(library, painted, library.ask(lib.df_film_defaults, plan).poster === lib.DF_POSTER_FINISHED, film, wishes, keep);
    const raster = keep(new Uint8Array(lib.df_raster.size));
    try {
      library.ask(lib.df_raster_begin, raster, painted, options);
    } catch (error) {
      throw error.code === "argument" && options.canvas ? tooLarge(given, rows, options) : error;
    }
    return new Owned(library, lib.df_raster_free, raster, needs);
  } finally {
    for (const need of needs) need.free(); /* the raster keeps them */
  }
}
