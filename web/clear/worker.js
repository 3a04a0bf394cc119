/* Answers one question after another, in a thread of its own. Messages in and out have the `id` of the
   question. In: { ask: { rows, field, pattern, rules, hold }, wasm }; then { groups }, { more },
   { steps } or { fumen } about its answer. Out: { shares }, { solutions }, { progress }, { failed },
   { done }, and the answers to the others with their `ticket`. */
import { Library } from "../library.js";
import { writeFumen } from "../npm/fumen.js";
import { load } from "../wasm.js";
import { WIDTH } from "./question.js";
import { ClearSolver, Listing, Pattern } from "./solver.js";
import { describeSteps } from "./plan.js";

const SLICE = 30; /* milliseconds between looks at the messages */
const TELL_EVERY = 250;
const PAGE = 60; /* solutions at once */
const MAX_FAILED = 500; /* queues that are sent */
const MAX_BUILDERS = 300;
const MAX_PAGES = 5000; /* of a fumen */

let library;
let asked; /* the id of the question */
let answer = {};

const post = (message) => postMessage({ id: asked, ...message });

/* Lets messages come in. */
const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

function tellShares({ shares, pattern, solver }) {
  post({ shares: {
    clear: shares.clear, total: shares.total, length: pattern.length, drops: solver.drops,
    groups: groups({ begin: 0, end: pattern.count, place: 0 }),
    failed: shares.failed(MAX_FAILED),
  } });
}

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

/* Solutions from number `begin` on, with the number of queues that build each. */
function page(begin) {
  return answer.sorted.slice(begin, begin + PAGE).map(({ squares, drops, ways, queues }) =>
    ({ squares, drops, ways, queues: queues.length, key: Listing.key({ squares }) }));
}

function tellSolutions(listing, done, isDone) {
  answer.sorted = listing.sorted();
  post({ solutions: { count: listing.count, isDone, ...done, page: page(0) } });
}

async function list({ solver, pattern, shares, hold }) {
  const listing = new Listing();
  let sliced = performance.now(), told = sliced;
  for (let queue = 0; queue < pattern.count; queue++) {
    if (shares.clears[queue]) listing.add(queue, solver.find(pattern, queue, hold));
    const now = performance.now();
    if (now - sliced < SLICE) continue;
    sliced = now;
    if (now - told > TELL_EVERY) {
      told = now;
      tellSolutions(listing, { queue: queue + 1, of: pattern.count }, false);
    }
    await pause();
  }
  tellSolutions(listing, {}, true);
}

async function ask({ rows, field, pattern: text, rules, hold }) {
  const words = BigUint64Array.from(field.slice(0, rows), BigInt);
  const pattern = new Pattern(library, text);
  const solver = new ClearSolver(library, { width: WIDTH, rows, words, rules });
  const shares = solver.ask(pattern, hold, (done, of) => post({ progress: { done, of } }));
  answer = { solver, pattern, shares, hold, field, rules, sorted: [] };
  tellShares(answer);
  await list(answer);
}

/* The steps of the solution with this key, for one of the queues that build it. */
function steps({ key, queue }) {
  const { solver, pattern, hold, field, rules, sorted } = answer;
  const solution = sorted.find((one) => Listing.key(one) === key);
  const builder = queue ?? solution.queues[0];
  const { drops } = solver.find(pattern, builder, hold).find((one) => Listing.key(one) === key);
  return {
    ...describeSteps(library, { drops, field, rules, hold, queue: pattern.name(builder) }),
    queue: builder,
    builders: solution.queues.slice(0, MAX_BUILDERS).map((one) => ({ queue: one, name: pattern.name(one) })),
    builderCount: solution.queues.length,
  };
}

/* A fumen of all solutions so far, a page for each. */
function fumen() {
  const { solver, sorted } = answer;
  return writeFumen(library, sorted.slice(0, MAX_PAGES).map((solution) => solver.draw(solution)));
}

const replies = { groups, more: page, steps, fumen };

addEventListener("message", async ({ data }) => {
  if (data.ask) {
    asked = data.id;
    try {
      library = await load(data.wasm, {}, Library);
      await ask(data.ask);
      post({ done: true });
    } catch (error) {
      post({ failed: error.message });
    }
    return;
  }
  const [name] = Object.keys(replies).filter((one) => one in data);
  try {
    post({ ticket: data.ticket, reply: replies[name](data[name]) });
  } catch (error) {
    post({ ticket: data.ticket, refusal: error.message });
  }
});
