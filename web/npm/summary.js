/* A plan in figures. */
import * as lib from "layouts.js";

/* Plays the plan at an address: a df_plan_summary, with the size of the playfield. */
export function summarize(library, plan) {
  const [width, height] = ["width", "height"].map((name) => library.member(lib.df_plan, name, plan)), summary = {};
  library.ask(lib.df_plan_play, plan, null, null, null, summary);
  return { width, height, ...summary };
}
