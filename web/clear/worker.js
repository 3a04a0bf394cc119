/* Answers one question after another, in a thread of its own. Messages in and out have the `id` of the
   question. In: { ask: { rows, field, pattern, rules, hold, seen }, wasm }, or { deal } instead of ask;
   then one of `replies` about the answer. Out: { progress }, { shares }, { chance } if `seen` has the seen pieces,
   { solutions } or { dealt }, and { done } or { failed }; and { reply } or { refusal } with the `ticket` of what was
   asked. */
import { Library, using } from "../library.js";
import { writeFumen } from "../npm/fumen.js";
import { load } from "../wasm.js";
import { describeSteps } from "./plan.js";
import { WIDTH } from "./question.js";
import { ClearSolver, Pattern } from "./solver.js";

const PAGE = 60; /* solutions at once */
const MAX_FAILED = 500; /* queues that are sent */
const MAX_BUILDERS = 300;
const MAX_PAGES = 5000; /* of a fumen */
const MAX_KEEPING = 15; /* as DF_CLEAR_KEPT_MAX_LENGTH */
const MAX_DEALS = 500;
const TELL_EVERY = 100; /* milliseconds */
const FEWEST_NODES = 3000; /* some seconds at most */

let library;
let asked; /* the id of the question */
let answer = {};

const post = (message) => postMessage({ id: asked, ...message });

/* The queues from `begin` to `end` by the piece at `place`. */
function groups({ begin, end, place }) {
  const { pattern, shares } = answer;
  return pattern.groups(begin, end, place).map((group) => ({
    ...group,
    place: place + 1,
    piece: pattern.name(group.begin, place + 1).at(-1),
    clear: shares.count(group.begin, group.end),
    isLeaf: place + 1 === pattern.length,
  }));
}

/* Solutions with their numbers: of those that are chosen the ones from `begin` on. */
function page(begin) {
  return answer.chosen.slice(begin, begin + PAGE).map((number) =>
    ({ number, ...answer.catalog.list(number, 1)[0] }));
}

/* Chooses all solutions, or the fewest for all queues. */
function choose(fewest) {
  const { catalog } = answer;
  if (!fewest) {
    answer.chosen = Array.from({ length: catalog.count }, (_, i) => i);
    return { count: catalog.count, least: 0, page: page(0) };
  }
  const { chosen, least } = catalog.minimize(FEWEST_NODES);
  answer.chosen = chosen;
  return { count: chosen.length, least, page: page(0) };
}

async function ask({ rows, field, pattern: text, rules, hold, seen }) {
  const words = BigUint64Array.from(field.slice(0, rows), BigInt);
  const pattern = new Pattern(library, text);
  const solver = new ClearSolver(library, { width: WIDTH, rows, words, rules });
  const tell = (what) => {
    let told = 0;
    return (done, of) => {
      const now = performance.now();
      if (now - told < TELL_EVERY) return;
      told = now;
      post({ progress: { what, done, of } });
    };
  };
  const shares = solver.ask(pattern, hold, tell("Chance: queue"));
  answer = { solver, pattern, shares, hold, field, rules };
  post({ shares: {
    clear: shares.clear, total: shares.total,
    groups: groups({ begin: 0, end: pattern.count, place: 0 }),
    failed: shares.failed(MAX_FAILED),
  } });
  if (seen) {
    const { clear, total } = solver.best(seen.queue, { hold, ...seen });
    post({ chance: { clear, total } });
  }
  answer.catalog = solver.catalog(pattern, hold, 0, null, tell("Solutions:"));
  const canKeep = pattern.length > solver.drops && pattern.length <= MAX_KEEPING;
  post({ solutions: { ...choose(false), canKeep } });
}

/* Draws a queue of the pattern that clears. */
async function deal({ rows, field, pattern: text, rules, hold }) {
  const words = BigUint64Array.from(field.slice(0, rows), BigInt);
  const pattern = new Pattern(library, text);
  const solver = new ClearSolver(library, { width: WIDTH, rows, words, rules });
  for (let i = 0; i < MAX_DEALS; i++) {
    const queue = Math.floor(Math.random() * pattern.count);
    if (solver.clears(pattern, queue, hold)) return post({ dealt: pattern.name(queue), drops: solver.drops });
  }
  throw new Error(`none of ${MAX_DEALS} queues of this pattern clears this field`);
}

/* The steps of a solution, for one of the queues that build it. */
function steps({ number, queue }) {
  const { solver, catalog, pattern, hold, field, rules } = answer;
  const [solution] = catalog.list(number, 1);
  const queues = catalog.queuesOf(number);
  const builder = queue ?? queues[0];
  const { drops } = using(new Pattern(library, pattern.name(builder)), (one) =>
    using(solver.catalog(one, hold), (found) => found.list().find(({ squares }) =>
      squares.every((square, i) => square === solution.squares[i]))));
  return {
    ...describeSteps(solver, { drops, field, rules, hold, queue: pattern.name(builder) }),
    queue: builder,
    builders: queues.slice(0, MAX_BUILDERS).map((one) => ({ queue: one, name: pattern.name(one) })),
    builderCount: queues.length,
  };
}

/* A fumen of the chosen solutions, a page for each. */
function fumen() {
  const { solver, catalog, chosen } = answer;
  return writeFumen(library, chosen.slice(0, MAX_PAGES).map((number) =>
    solver.draw(catalog.list(number, 1)[0])));
}

/* The pieces that can be kept. */
const kept = () => answer.catalog.kept();

const replies = { groups, kept, more: page, choose, steps, fumen };

addEventListener("message", async ({ data }) => {
  if (data.ask || data.deal) {
    asked = data.id;
    try {
      library = await load(data.wasm, Library);
      await (data.ask ? ask(data.ask) : deal(data.deal));
      post({ done: true });
    } catch (error) {
      post({ failed: error.message });
    }
    return;
  }
  const name = Object.keys(replies).find((one) => one in data);
  try {
    post({ ticket: data.ticket, reply: replies[name](data[name]) });
  } catch (error) {
    post({ ticket: data.ticket, refusal: error.message });
  }
});
