/* How pieces are dealt, for the printer: wishes as the library takes them, and the deal of a plan. */
import { DEALS } from "names.js";
import { rulesWith } from "../library.js";
import { choose, chooseRules, textOf, whole } from "./values.js";

const LETTERS = "IOTSZJL";
export const DEAL_RULES = rulesWith("prints");
const MOST_PREVIEW = 1000;
const PREVIEW_ALL = 0xffff; /* as DF_PREVIEW_ALL */
const EXPORTS = ["keys", "game"]; /* as in web/printer_deal.c */

const queueOf = (letters) => [...textOf("queue", letters)].map((letter) => choose("queue", [...LETTERS], letter));

/* The wish `deal` of { deal, queue, hold, preview, rules } as numbers of 16 bits, or null without
   a deal: the deal_wish of web/printer.c. */
export function writeDeal({ deal, queue, hold, preview, rules }) {
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
  return Uint16Array.of(number, hold ? 1 : 0, seen, chooseRules(DEAL_RULES, rules ?? "harddrop"),
    ...queueOf(queue ?? ""));
}

/* The deal of a plan: { deal, seed, hold, preview, queue, hands }, or null. Of each drop, `hands` has
   { held, taken }: the letter of the piece in hold while it falls, or null, and how many pieces of the
   queue have been taken by then. */
export function readDeal(library, plan) {
  library.ask("plan_deal", plan.address);
  const deal = library.json;
  if (deal === null) return null;
  const { seed, preview, hands, ...rest } = deal;
  return {
    ...rest,
    seed: BigInt(seed),
    preview: preview === PREVIEW_ALL ? "all" : preview,
    hands: Array.from({ length: hands.length / 2 }, (_, i) => (
      { held: LETTERS[hands[2 * i]] ?? null, taken: hands[2 * i + 1] })),
  };
}

/* A plan as text for other programs: "keys" or "game". */
export function exportPlan(library, plan, kind) {
  library.ask("plan_export", plan.address, choose("kind", EXPORTS, kind));
  return library.text;
}
