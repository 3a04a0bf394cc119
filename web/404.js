/* The clock, the keys and the board of text of 404.html. The game itself is 404.c. The bot draws 404
 * before each game, but for the first one of 404.html#seed=7, which is always the same one. */
import packed from "page.wasm";
import { PRINTS } from "./404.prints.js";
import { load } from "./wasm.js";

const WIDTH = 10;
const HEIGHT = 20;
const LETTERS = " IOTSZJL"; /* by the number of a square; 0 is an empty one */

/* Milliseconds. A piece falls a row in SLOW at first, and each line takes LESS off. */
const BOT = { slow: 180, less: 12, least: 28 };
const VISITOR = { slow: 180, less: 3, least: 90 };
const DRAWS = { slow: 14, less: 0, least: 14, between: 50 };
const BETWEEN = 120; /* a drop and the next piece */
const AT_REST = 500; /* in which a visitor can still move the piece */
const FREEZE = 2200; /* after the end of a game */
const STILL = 1000; /* between drops that are not seen falling */

const QUIET_PIECES = 3; /* without a key, and the bot plays on */
const STILL_DROPS = 30; /* that a board has which does not move by itself */

/* The df_input of each key. */
const INPUTS = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 5, " ": 6 };
const SOFT_DROP = INPUTS.ArrowDown;
const HARD_DROP = INPUTS[" "];

const find = (id) => document.getElementById(id);
const hash = new URLSearchParams(location.hash.slice(1));
const seed = hash.has("seed")
  ? Number(hash.get("seed"))
  : crypto.getRandomValues(new Uint32Array(1))[0];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let wasm;
let lines = 0;
let drops = 0;
let falling = false; /* a piece is in the air */
let resting = false; /* it has something below it */
let visitor = false; /* plays, not the bot */
let linesBefore = 0; /* the visitor took over */
let quiet = 0; /* pieces without a key */
let drawing; /* what is left of the print that the bot is making, or none */
let prints = seed; /* that have been begun, and which one is the first */
let paused = false;

/* What happens next, and when. While the page is paused or hidden, nothing does. */
let next;
let delay = 0;
let timer;

function arm() {
  clearTimeout(timer);
  if (next && !paused && !document.hidden) timer = setTimeout(next, delay);
}

function after(milliseconds, step) {
  next = step;
  delay = milliseconds;
  arm();
}

/* One span for each run of squares of one colour. */
function draw() {
  const squares = wasm.bytes(wasm.call.draw(falling), WIDTH * HEIGHT);
  let html = "";
  for (let from = 0; from < squares.length; ) {
    const rowEnd = from - (from % WIDTH) + WIDTH;
    let to = from;
    while (to < rowEnd && squares[to] === squares[from]) to++;
    const kind = squares[from] ? ` class="${LETTERS[squares[from]]}"` : "";
    const text = (kind ? "█" : "·").repeat(to - from);
    html += `<span${kind} style="--n:${to - from}">${text}</span>`;
    if (to === rowEnd && to < squares.length) html += "\n";
    from = to;
  }
  find("board").dataset.drops = drops;
  find("board").innerHTML = html;
  find("score").textContent = lines === 1 ? "1 line." : `${lines} lines.`;
}

function tell(text) {
  find("status").textContent = text;
}

function pace() {
  const by = visitor ? VISITOR : drawing ? DRAWS : BOT;
  return Math.max(by.least, by.slow - by.less * (lines - (visitor ? linesBefore : 0)));
}

function tellWho() {
  tell(visitor ? "You play." : drawing ? "The bot draws." : "The bot plays.");
}

function beginGame() {
  wasm.call.restart();
  drawing = undefined;
  lines = linesBefore = 0;
  tellWho();
  deal();
}

/* Draws 404 with the pieces of a game; all at once where nothing is to move by itself. */
function beginPrint() {
  const [number, moves] = PRINTS[prints++ % PRINTS.length];
  wasm.call.print(number);
  drawing = [...moves];
  lines = linesBefore = 0;
  tellWho();
  if (!calm.matches) return deal();
  while (drawing.length > 0) {
    dealPrint();
    wasm.call.move(HARD_DROP);
    lock();
  }
  draw();
  after(FREEZE, endPrint);
}

/* Who took over meanwhile plays on with the picture. */
function endPrint() {
  if (visitor) deal();
  else beginGame();
}

/* Deals the next piece of the print, above its column. */
function dealPrint() {
  const move = drawing.shift().charCodeAt(0) - "0".charCodeAt(0);
  wasm.call.deal(false);
  wasm.call.place(Math.floor(move / WIDTH), move % WIDTH);
}

/* The board stands as it is, with the piece that had no room. */
function end() {
  tell("Game over.");
  find("board").classList.add("over");
  after(FREEZE, () => {
    find("board").classList.remove("over");
    giveBack();
    beginPrint();
  });
}

/* Makes the drop; false: it ends the game. */
function lock() {
  const cleared = wasm.call.lock();
  falling = false;
  if (cleared < 0) return false;
  drops++;
  lines += cleared;
  return true;
}

function settle() {
  if (!lock()) return end();
  draw();
  const between = drawing && !visitor ? DRAWS.between : BETWEEN;
  after(calm.matches && !visitor ? STILL : between, deal);
}

function fall() {
  if (wasm.call.fall()) {
    resting = false;
    draw();
    after(pace(), fall);
  } else if (visitor && !resting) {
    resting = true;
    after(AT_REST, fall);
  } else {
    settle();
  }
}

function deal() {
  if (visitor && quiet++ === QUIET_PIECES) giveBack();
  if (drawing?.length === 0) return after(FREEZE, endPrint);
  falling = true;
  resting = false;
  if (drawing) dealPrint();
  else wasm.call.deal(!visitor);
  if (calm.matches && !visitor) {
    wasm.call.move(HARD_DROP);
    settle();
  } else {
    fall();
  }
}

function takeOver() {
  visitor = true;
  drawing = undefined; /* the picture stays as far as it is */
  linesBefore = lines;
  tellWho();
}

function giveBack() {
  if (!visitor) return;
  visitor = false;
  tellWho();
}

function pause(on) {
  paused = on;
  find("pause").textContent = on ? "Play" : "Pause";
  arm();
}

function press(input, again) {
  quiet = 0;
  if (!visitor) takeOver();
  if (paused) pause(false);
  if (!falling) return;
  const moved = wasm.call.move(input);
  draw();
  if (input === HARD_DROP || (input === SOFT_DROP && !moved && !again)) settle();
  else if (input === SOFT_DROP && moved) after(pace(), fall);
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") return giveBack();
  const input = INPUTS[event.key];
  /* The space bar on a button or link is theirs. */
  if (input === undefined || (input === HARD_DROP && event.target.closest("a, button"))) return;
  event.preventDefault();
  /* A key that is held down does not drop one piece after the other. */
  if (!event.repeat || input !== HARD_DROP) press(input, event.repeat);
}

/* Plays some drops at once, for a board that does not move. */
function fill() {
  for (let i = 0; i < STILL_DROPS; i++) {
    wasm.call.deal(true);
    wasm.call.move(HARD_DROP);
    lock();
  }
}

async function main() {
  wasm = await load(packed);
  const begin = (name, length) => wasm.call.begin(seed, name, length);
  const status = wasm.lendText(find("game").dataset.player, begin);
  if (status !== 0) throw new Error(`404.c: begin answers ${status}`);
  addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", arm);
  find("pause").addEventListener("click", () => pause(!paused));
  for (const button of document.querySelectorAll("[data-key]"))
    button.addEventListener("click", () => press(INPUTS[button.dataset.key], false));
  find("game").hidden = false;
  if (calm.matches) pause(true);
  if (!hash.has("seed")) return beginPrint();
  if (!calm.matches) return deal();
  fill();
  draw();
  after(0, deal);
}

main();
