/* The names of all options, as index.d.ts has them; others are refused. */
const DEAL = "deal queue hold preview rules";
const BOUND = "width pieces anchors prepare";
const CLEAR = "hold rules memory";
const CLEAR_BOARD = `${CLEAR} width rows board`;
const FILTER = "class symmetries width height perimeter holes columnConvex rowConvex directed treeLike path";

const OPTIONS = {
  load: "wasm",
  prepare: "exact lossy crop tile transparent tolerance enlarged backdrop fit threshold colors palette dither inks",
  print: `${BOUND} ${DEAL} method effort height seed progress`,
  leastDrops: BOUND,
  makePlan: "pieces width height rules drops",
  check: "anchors",
  film: "fast motion poster loop speed duration framesOnly maxFrames endPause",
  look: "size square minSide theme look grid background title endCard skin border hud scores levels even",
  bot: "pieces player scoreBeforeClear width height rules lookahead beam hold",
  position: "board pieces held",
  botGame: "deal seed number maxLines maxPieces",
  env: "pieces width height boards rules preview hold deal maxPieces garbage reward features autoreset",
  countTilings: "pieces symmetric memory",
  tilings: "pieces once droppable memory",
  listTilings: "skip limit",
  orderTiling: "clears",
  perfectClears: `pieces ${CLEAR_BOARD} most nodes`,
  clearPercent: `${CLEAR_BOARD} tree failed progress`,
  clearPath: `${CLEAR_BOARD} limit minimal nodes`,
  clearSave: `${CLEAR_BOARD} keep`,
  clearCover: `${CLEAR} orders failed`,
  clearSetup: `${CLEAR} must may limit minimal nodes`,
  clearBest: `${CLEAR_BOARD} held bag solutions`,
  ominoes: `${FILTER} limit`,
  countOminoes: FILTER,
  randomOminoes: "class method seed many",
  play: "rules squares level seed halfTurns turns allSpins shiftDelay shiftRepeat softFactor mode",
  run: "bot",
};

/* How many letters differ: those to add, to leave out or to change. */
function distanceOf(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter === other[j] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}

/* Refuses options of a kind that have a name which none of them has. */
export function refuseUnknown(name, options, kind) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return;
  const known = OPTIONS[kind].split(" ");
  for (const given of Object.keys(options)) {
    if (known.includes(given)) continue;
    const near = known.map((one) => [distanceOf(given.slice(0, 64), one), one])
      .reduce((best, next) => (next[0] < best[0] ? next : best));
    throw new TypeError(`${name}: '${given}' is no option; did you mean '${near[1]}'?`);
  }
  if (known.includes("prepare")) refuseUnknown("prepare", options.prepare, "prepare");
}
