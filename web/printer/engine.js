/* The library, compiled to WebAssembly, with the settings of the page. One engine has one picture,
   one plan and its film. */
import * as lib from "layouts.js";
import { DropforgeError, Library } from "../library.js";
import { exportPlan, readDeal } from "../npm/deal.js";
import { Picture, PictureFrames } from "../npm/picture.js";
import { leastDrops, planPicture, readReport } from "../npm/print.js";
import { load } from "../wasm.js";
import { PlanEngine } from "./plan_engine.js";
import { RealGame } from "./real_game.js";

export { DropforgeError as Refusal };

/* The settings that the program has without options. */
export const PRINTING = Object.freeze({
  method: "best", effort: 1, width: 0, pieces: "", seed: 0, anchors: false,
  game: "", deal: "", queue: "", hold: false, preview: "all", rules: "harddrop", /* no game and no deal: free pieces */
});
const EXACT = Object.freeze({ exact: true });

/* The settings as the package takes them. */
function wishesOf({ method, deal, queue, hold, preview, rules, ...rest }) {
  if (deal === "") return { method, ...rest };
  if (deal !== "given") return { deal, hold, preview, rules, ...rest };
  if (queue === "")
    throw new DropforgeError("the queue is empty; write the letters of its pieces, such as TIZJ", "input", [{ queue: "none" }]);
  return { deal, queue, hold, preview, rules, ...rest };
}

export class Engine extends PlanEngine {
  #picture;
  #better = null; /* { report, text } of the best plan so far that has not been taken */

  /* `packed` is what `import packed from "page.wasm"` gives. `progress` is called while a plan
     is made; planning stops when it answers false. */
  static async open(packed, progress) {
    const engine = new Engine(await load(packed, Library));
    engine.progress = progress;
    return engine;
  }

  /* Prepares pixels ({ width, height, rgba }, which stay as they are) and makes a picture of
     them: { width, height, colors, cells, anchors, prepared, sheet }, where a cell is 0 for clear or 1 + its
     colour, rows from the top. Pixels may have several `frames`, one below the other, each with that height;
     then the picture is the first of them, and has `frames`, too. */
  takePixels({ width, height, rgba, frames }, { game, anchor, ...how } = EXACT) {
    const pixels = { width, height: height * (frames ?? 1), data: rgba };
    const real = game && frames === undefined ? new RealGame(this.library, game) : null;
    const made = real ? real.prepare(pixels, how) : frames === undefined ? Picture.ofPixels(this.library, pixels, how)
      : PictureFrames.ofPixels(this.library, pixels, frames, how);
    this.#picture?.free();
    this.#picture = made;
    real?.fit(made, anchor || made.anchors);
    const { colors, cells, anchors, prepared, sheet } = made;
    return { width: made.width, height: made.height, colors, cells, anchors, prepared, sheet, frames };
  }

  /* Plans the picture: a df_print_report, and of a game that people have what RealGame says of it. */
  print(printing) {
    const { progress } = this, { game, anchors, seed } = printing;
    if (game && this.#picture.frames)
      throw new DropforgeError("a game that people have draws one picture; choose a frame", "argument");
    if (game) {
      const real = new RealGame(this.library, game);
      real.fit(this.#picture, anchors);
      const { plan, report } = planPicture(this.library, this.#picture, { ...printing, deal: undefined, queue: undefined,
        hold: undefined, preview: undefined, rules: undefined, progress }, null, (...rest) => real.print(seed > 0, ...rest));
      this.takePlan(plan);
      this.finish = () => real.finish(plan, report.drops);
      return report;
    }
    const wishes = { ...wishesOf(printing), progress };
    const { plan, report } = planPicture(this.library, this.#picture, wishes, (better, about) => {
      this.#better = this.#keep(better, about, printing.pieces === "any");
    });
    this.takePlan(plan);
    return report;
  }

  /* While a plan is made: { report, text } of the best so far, or null if none is new. */
  takeBetter() {
    const better = this.#better;
    this.#better = null;
    return better;
  }

  /* A plan and its report while they are made; null where memory is short. */
  #keep(plan, report, isAny) {
    const { library } = this, colors = Uint32Array.of(0), painted = library.read(lib.df_plan, plan);
    try {
      if (isAny) library.ask(lib.df_omino_plan_colors, colors, painted.set);
      const text = library.written(lib.df_plan_write, isAny ? { ...painted, colors: colors[0] } : plan, lib.DF_PLAN_DROPS);
      return { report: readReport(library.read(lib.df_print_report, report)), text };
    } catch {
      return null;
    } finally {
      library.call.free(colors[0]);
    }
  }

  /* The drops that every plan takes at least. */
  bound(printing) {
    return leastDrops(this.library, this.#picture, printing);
  }

  /* Says for how many milliseconds an animation shows its frames, and how often it is played. */
  markFrames({ times, plays }) {
    const { library, plan: { address } } = this, { frames, frameCount } = library.read(lib.df_plan, address);
    times.slice(0, frameCount).forEach((milliseconds, i) =>
      library.poke(lib.df_plan_frame, frames + i * lib.df_plan_frame.size, { milliseconds }));
    library.poke(lib.df_plan, address, { plays });
  }

  writePlan() {
    return this.library.written(lib.df_plan_write, this.plan.address, lib.DF_PLAN_DROPS);
  }

  /* The plan for other programs: "keys" or "game". */
  exportPlan(kind) {
    return exportPlan(this.library, this.plan, kind);
  }

  /* How the pieces of the plan were dealt, or null. */
  deal() {
    return readDeal(this.library, this.plan);
  }
}
