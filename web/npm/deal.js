/* How pieces are dealt, for the printer: wishes as the library takes them, and the deal of a plan. */
import * as lib from "layouts.js";
import { DEALS } from "names.js";
import { rulesWith } from "../library.js";
import { choose, chooseRules, textOf, whole } from "./values.js";

const LETTERS = "IOTSZJL";
export const DEAL_RULES = rulesWith("prints");
const MOST_PREVIEW = 1000;
const PREVIEW_ALL = 0xffff; /* as DF_PREVIEW_ALL */
const EXPORTS = ["keys", "game"];

const queueOf = (letters) => [...textOf("queue", letters)].map((letter) => choose("queue", [...LETTERS], letter));

/* The members `deal` and `rules` of df_print_options for { deal, queue, hold, preview, rules }, or null without a
   deal. */
export function writeDeal({ deal, queue, hold, preview, rules }, seed) {
  const name = deal ?? (queue === undefined ? undefined : "given");
  if (name === undefined) {
    const loose = Object.entries({ hold, preview, rules }).find(
      ([, value]) => value !== undefined && value !== false);
    if (loose) throw new TypeError(`${loose[0]}: this is for pieces that are dealt; add deal`);
    return null;
  }
  const number = choose("deal", DEALS, name);
  if ((name === "given") !== (queue !== undefined))
    throw new TypeError(name === "given" ? "deal: 'given' needs its pieces; add queue"
      : `queue: this gives the pieces that '${name}' would deal; use one of them`);
  const seen = (preview ?? "all") === "all" ? PREVIEW_ALL : whole("preview", preview, MOST_PREVIEW);
  const pieces = Uint16Array.from(queueOf(queue ?? ""));
  return { rules: chooseRules(DEAL_RULES, rules ?? "harddrop"), deal: { deal: number, hold: Boolean(hold), preview: seen,
    seed: name === "given" ? 0n : seed, queue: pieces, count: pieces.length } };
}

/* The deal of a plan: { deal, seed, hold, preview, queue, hands }, or null. Of each drop, `hands` has
   { held, taken }: the letter of the piece in hold while it falls, or null, and how many pieces of the
   queue have been taken by then. */
export function readDeal(library, plan) {
  const { deal: address, drops, count } = library.read(lib.df_plan, plan.address);
  if (address === 0) return null;
  const deal = library.read(lib.df_plan_deal, address), hand = {};
  return {
    deal: DEALS[deal.deal],
    hold: deal.hold,
    queue: library.list("Uint16", deal.queue, deal.count).map((piece) => LETTERS[piece]).join(""),
    seed: deal.seed,
    preview: deal.preview === PREVIEW_ALL ? "all" : deal.preview,
    hands: library.list(lib.df_drop, drops, count).map(({ piece }) => {
      library.ask(lib.df_hand_take, hand, address, piece, null);
      return { held: LETTERS[hand.held - 1] ?? null, taken: hand.taken };
    }),
  };
}

/* A plan as text for other programs: "keys" or "game". */
export function exportPlan(library, plan, kind) {
  return choose("kind", EXPORTS, kind) === 0 ? library.written(lib.df_plan_write, plan.address, lib.DF_PLAN_KEYS)
    : library.written(lib.df_game_write_plan, plan.address, 1);
}
