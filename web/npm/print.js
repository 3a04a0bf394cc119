/* The printer: pictures become plans. */
import { METHODS } from "names.js";
import { writeDeal } from "./deal.js";
import { long, progressOf, textOf, whole } from "./values.js";

/* Names of the methods, the default first, what they do, and how many colours they print. */
export const listMethods = () => METHODS.map((method) => ({ ...method }));

/* Lends the wish of a deal, or nothing. */
function lendDeal(library, wishes, use) {
  const deal = writeDeal(wishes);
  if (deal === null) return use(0, 0);
  const HEAD = 4;
  return library.lendArray(deal, (address) => use(address, deal.length - HEAD));
}

/* Lends the address of the address of a picture, or of the frames. */
const lendPictures = (library, picture, use) => (picture.frames ? use(picture.list)
  : library.lendArray(Uint32Array.of(picture.address), use));

/* Makes a plan: its address and a report. `wishes` are { method, effort, width, height, pieces,
   seed, anchors, progress, deal, queue, hold, preview, rules }, as in df_print_options. */
export function planPicture(library, picture, wishes = {}) {
  const progress = progressOf(wishes.progress);
  const { method, effort = 1, width = 0, height = 0, seed = 0 } = wishes;
  const pieces = textOf("pieces", wishes.pieces || picture.letters);
  if (method !== undefined && (wishes.deal ?? wishes.queue) !== undefined)
    throw new TypeError("method: dealt pieces are planned in one way; leave it out");
  /* One that is none is refused by the library. */
  const number = method === undefined ? 0 : METHODS.findIndex(({ name }) => name === method);
  const before = library.watcher;
  const watcher = { tell: progress };
  library.watcher = watcher;
  try {
    const plan = library.hold(() => library.lendText(`${pieces}\0`, (letters) =>
      lendPictures(library, picture, (pictures) => lendDeal(library, wishes, (deal, count) => library.make(
        "plan_free", "printer_plan", pictures, picture.frames ?? 0, number, whole("effort", effort),
        whole("width", width), whole("height", height), letters, long("seed", seed),
        (wishes.anchors ?? picture.anchors) ? 1 : 0, (wishes.merges ?? !picture.exact) ? 1 : 0,
        deal, count)))));
    if (watcher.hasThrown) library.call.plan_free(plan);
    else return { plan, report: library.json };
  } catch (error) {
    if (!watcher.hasThrown) throw error;
  } finally {
    library.watcher = before;
  }
  throw watcher.thrown;
}

/* What the library calls while it plans. `library` is a function, since there is none before the
   WebAssembly has started. */
export function progressImport(library) {
  const progress = (nodes, expected, drops) => {
    const { watcher } = library();
    try {
      return watcher.tell && library().tell(watcher.tell, { nodes, expected, drops }) === false ? 0 : 1;
    } catch (error) {
      /* It must not fly through the library, which would leave things half done. */
      Object.assign(watcher, { hasThrown: true, thrown: error });
      return 0;
    }
  };
  return { page: { progress } };
}

/* The drops that every plan takes at least. */
export function leastDrops(library, picture, { width = 0, pieces, anchors }) {
  library.lendText(`${textOf("pieces", pieces || picture.letters)}\0`, (letters) => library.ask(
    "printer_bound", picture.address, whole("width", width), letters,
    (anchors ?? picture.anchors) ? 1 : 0));
  return library.json;
}
