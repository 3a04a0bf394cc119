/* The printer: pictures become plans. */
import * as lib from "layouts.js";
import { METHODS } from "names.js";
import { writeDeal } from "./deal.js";
import { long, progressOf, textOf, whole } from "./values.js";

/* Names of the methods, the default first, what they do, and how many colours they print. */
export const listMethods = () => METHODS.map((method) => ({ ...method }));

/* The pieces of the colours as the library takes them; "" is the method's choice. */
const piecesOf = (pieces, picture) => textOf("pieces", pieces || picture.letters) || null;

/* A df_print_report as the pages have it. */
export function readReport({ nodes, frames, ...report }) {
  return { ...report, nodes: Number(nodes), ...(frames > 0 ? { frames } : {}) };
}

/* Makes a plan: its address and a report. `wishes` are { method, effort, width, height, pieces,
   seed, anchors, progress, deal, queue, hold, preview, rules }, as in df_print_options; `better` is called with the
   addresses of each better plan and its report. `by`, where it is given, plans instead of df_print. */
export function planPicture(library, picture, wishes = {}, better = null, by = null) {
  const progress = progressOf(wishes.progress);
  const { method, effort = 1, width = 0, height = 0 } = wishes, seed = long("seed", wishes.seed ?? 0);
  if (method !== undefined && (wishes.deal ?? wishes.queue) !== undefined)
    throw new TypeError("method: dealt pieces are planned in one way; leave it out");
  /* One that is none is refused by the library. */
  const chosen = METHODS.some(({ name }) => name === method) ? method : method === undefined ? METHODS[0].name : "";
  const watch = progress && ((at) => {
    const { done, of, drops } = library.read(lib.df_progress, at);
    return library.tell(progress, { nodes: Number(done), expected: Number(of), drops: Number(drops) });
  });
  const options = { effort: whole("effort", effort), width: whole("width", width), height: whole("height", height), seed,
    pieces: piecesOf(wishes.pieces, picture), quick: effort === 0, merges: Boolean(wishes.merges ?? !picture.exact),
    anchors: Boolean(wishes.anchors ?? picture.anchors), ...(writeDeal(wishes, seed) ?? { method: chosen }), watch, better };
  const made = Uint32Array.of(0), report = {}, rest = [library.tetrominoes, options, report];
  try {
    library.hold(() => {
      if (by) by(made, picture.address, ...rest);
      else if (picture.frames) library.ask(lib.df_print_frames, made, picture.address, picture.frames, ...rest);
      else library.ask(lib.df_print, made, picture.address, ...rest);
      if (options.pieces === "any") paintPlan(library, made[0]);
    });
  } catch (error) {
    library.ask(lib.df_plan_free, made[0]);
    throw error;
  }
  return { plan: made[0], report: readReport(report) };
}

/* Gives the pieces of a plan colours of their own. */
export function paintPlan(library, plan) {
  library.ask(lib.df_omino_plan_colors, plan + lib.df_plan.members.colors[0], library.member(lib.df_plan, "set", plan));
}

/* The drops that every plan takes at least. */
export function leastDrops(library, picture, { width = 0, pieces, anchors }) {
  const bound = {};
  library.ask(lib.df_print_bound, bound, picture.address, library.tetrominoes,
    { width: whole("width", width), pieces: piecesOf(pieces, picture), anchors: Boolean(anchors ?? picture.anchors) });
  return bound.drops;
}
