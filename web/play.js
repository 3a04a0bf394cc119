/* The game's page: the clock, and who plays. play.html#seed=7&rules=nes&squares=5&level=3&mode=ultra begins
   such a game, always the same one; play.html#game=… has a record, which is watched. */
import { SAMPLES } from "names.js";
import packed from "page.wasm";
import { install } from "./install.js";
import { Library } from "./library.js";
import { packText, unpackText } from "./packed.js";
import { drawBoard } from "./play/draw.js";
import { DrawnGame } from "./play/drawn_game.js";
import { describeHint, drawSmall, hintPlace, PictureForm } from "./play/drawing.js";
import { readFumen } from "./npm/fumen.js";
import { BUTTONS, Game, GOAL, HAPPENS, LEAST_LEVEL, MODE_TITLES, MODES, MOST_LEVEL, MOST_LISTED, MOST_SQUARES, PHASE, RULES,
  TICKS_PER_SECOND, usualHandling } from "./play/game.js";
import { GameSound } from "./play/game_sound.js";
import { isPad, Keyboard } from "./play/keys.js";
import { counts, describeChallenge, describeEnd, isAlone, isRace, readRows, resultOf, writeGame } from "./play/modes.js";
import { watchPads } from "./play/pads.js";
import { Panels } from "./play/panels.js";
import { describeRecord, writeStart } from "./play/record.js";
import { Settings } from "./play/settings.js";
import { Scores, streakOf } from "./play/store.js";
import { ignoreFingers, watchButton, watchFingers, watchOpening } from "./play/touch.js";
import { Speaker } from "./speaker.js";
import { compile, load } from "./wasm.js";
import { save } from "./printer/download.js";
import { writeDress } from "./printer/dress.js";
import { Studio } from "./printer/intake/studio.js";
import { Jobs } from "./printer/job.js";

const TICK = 1000 / TICKS_PER_SECOND;
const MOST_TICKS = 6; /* between two frames; a page that comes too late goes on slower */
const TAIL_TICKS = 80; /* that sound after the end */
const LEAST_FINGER_STEP = 16; /* CSS pixels */
const RESTART_TICKS = 36; /* for which its key is held in a game that counts */
const COUNT_TICKS = 36; /* for each number of a countdown */

const find = (id) => document.getElementById(id);

let library;
let game;
let view; /* what game.see() said last */
let mode = "ready"; /* "playing", "paused", "over" */
let chosen; /* the options of the game */
let botPlays = false;
let botHelped = false;
let size = 1; /* pixels of the screen for a square */
let drawn = ""; /* what is on the canvas; "" to draw it anew */
let loop = 0; /* the frame that is asked for */
let last = null; /* frame's time up to which ticks have passed */
let wantsHint = false; /* as soon as there is a piece */
let restarting = 0; /* ticks until a new game begins, while its key is held; 0: it is not */
let countdown = 0; /* ticks until this one does */
let place = 0; /* of the game that is over among the high scores */
const scores = new Scores();
const panels = new Panels();
const settings = new Settings(find("settings"));
const sound = new GameSound(new Speaker(find("sound")));
let keyboard;
let challenge = null; /* { beat, game }: a result that a link has, and what writeGame gives of its game */
let pictures; /* to draw */
let picture; /* that is drawn */

const playing = () => mode === "playing";
const watching = () => chosen.record !== undefined && chosen.from === undefined;
const practising = () => MODES[chosen.mode] === "practice";
const drawing = () => chosen.drawing !== undefined;
const takesBack = () => practising() || (drawing() && !view.drawing.isFinished);
const kindOf = ({ rules, squares, mode }) => `${RULES[rules]}-${squares}${mode > 0 ? `-${MODES[mode]}` : ""}`;
const kind = () => (drawing() ? pictures.kindOf(chosen.drawing, picture) : kindOf(chosen));

/* What the form says. */
function readChoice() {
  const rules = Number(find("rules").value);
  const mode = Number(find("mode").value);
  if (MODES[mode] === "draw") return { rules, squares: 4, level: 1, mode, drawing: pictures.read() };
  return { rules, squares: Number(find("squares").value), level: Number(find("start-level").value),
    mode, field: find("start-field").value, queue: find("start-queue").value };
}

/* The record of a game from a field and pieces that are given, or undefined. */
function startOf({ mode, field = "", queue = "" }, seed) {
  if (MODES[mode] !== "practice" || field.trim() + queue === "") return undefined;
  return writeStart({ rows: readRows(field, (text) => readFumen(library, text)), queue: queue.toUpperCase(), seed,
    ...settings.gameOptions() });
}

function within(text, least, most, otherwise) {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : otherwise;
}

/* Puts what the address says into the form; the seed, or null. */
function readHash() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const rules = Math.max(0, RULES.indexOf(hash.get("rules")));
  find("rules").value = rules;
  find("squares").value = within(hash.get("squares"), 1, MOST_SQUARES, 4);
  find("mode").value = Math.max(0, MODES.indexOf(pictures.readLink(hash) ? "draw" : hash.get("mode")));
  fitChoice();
  find("start-level").value =
    within(hash.get("level"), LEAST_LEVEL[rules], MOST_LEVEL[rules], LEAST_LEVEL[rules]);
  return within(hash.get("seed"), 0, 2 ** 32 - 1, null);
}

/* Levels of the rules that are chosen, and what only some modes have: garbage is of pieces that can
   be listed, a practice with its own field by the guideline. */
function fitChoice() {
  const mode = MODES[find("mode").value];
  find("start").hidden = mode !== "practice";
  find("draw-choice").hidden = mode !== "draw";
  for (const [id, only] of [["rules", 0], ["squares", 4]]) {
    if (mode === "draw") find(id).value = only;
    find(id).parentElement.hidden = mode === "draw";
  }
  const squares = find("squares");
  squares.max = mode === "dig" ? MOST_LISTED : MOST_SQUARES;
  squares.value = Math.min(squares.value, squares.max);
  find("start-level").parentElement.hidden = mode === "draw";
  const rules = Number(find("rules").value);
  const field = find("start-level");
  field.min = LEAST_LEVEL[rules];
  field.max = MOST_LEVEL[rules];
  field.value = Math.min(MOST_LEVEL[rules], Math.max(LEAST_LEVEL[rules], field.value));
}

/* The playfield is as large as there is room for whole squares. */
function fit() {
  drawn = "";
  find("game").style.setProperty("--ratio", view.width / view.rows);
  const scale = window.devicePixelRatio || 1;
  const { clientWidth, clientHeight } = find("well");
  size = Math.max(1, Math.floor(
    Math.min((clientWidth * scale) / view.width, (clientHeight * scale) / view.rows)));
  const board = find("board");
  board.width = size * view.width;
  board.height = size * view.rows;
  board.style.width = `${board.width / scale}px`;
  board.style.height = `${board.height / scale}px`;
  draw();
  if (mode !== "ready") panels.show(game, view);
}

/* Draws the playfield, unless it is there already. */
function draw() {
  const clearing = view.phase === PHASE.waiting && view.lastCleared !== 0 && !view.drawing?.isFinished;
  const { piece, orientation, x, y, pieces } = view;
  const target = drawing() && { picture, hint: hintPlace(view.drawing) };
  const wanted = [piece, orientation, x, y, pieces, clearing, view.drawing?.hasHint].join();
  if (wanted === drawn) return;
  drawn = wanted;
  drawBoard(find("board"), game, view, { size, ghost: settings.ghost, clearing, drawing: target });
}

/* Takes what has happened, and shows it. */
function update() {
  view = game.see();
  if (wantsHint && view.piece >= 0) takeHint();
  let moved = false, locked = false;
  for (let event = game.poll(); event; event = game.poll()) {
    if (event.kind === HAPPENS.lock && !drawing()) panels.tellClear(event, game.name(event.piece), settings.effects);
    locked ||= event.kind === HAPPENS.lock;
    if (event.kind === HAPPENS.level) panels.tell(`Level ${event.level}.`);
    moved ||= [HAPPENS.spawn, HAPPENS.lock, HAPPENS.hold].includes(event.kind);
  }
  draw();
  panels.showFigures(view);
  if (moved) panels.show(game, view);
  if (locked) offerFilm();
  if (drawing()) panels.tellHint(describeHint(view.drawing));
  if ((view.phase === PHASE.over || view.drawing?.isFinished) && playing()) end();
}

function advance() {
  if (botPlays) game.actAsBot();
  game.tick();
}

function frame(now) {
  loop = requestAnimationFrame(frame);
  last ??= now;
  const due = Math.floor((now - last) / TICK + 1e-6);
  if (due <= 0) return;
  last = due > MOST_TICKS ? now : last + due * TICK;
  const ticks = Math.min(due, MOST_TICKS);
  if (restarting > 0 && (restarting -= ticks) <= 0) return begin(chosen, null);
  for (let i = ticks; i > 0; i--) {
    if (countdown > 0) countdown--;
    else advance();
  }
  find("countdown").textContent = countdown > 0 ? Math.ceil(countdown / COUNT_TICKS) : "";
  update();
  sound.follow(game, playing() ? ticks : TAIL_TICKS);
  if (playing() && game.hasEnded) endRecord();
}

function setMode(next) {
  mode = next;
  last = null;
  restarting = 0;
  cancelAnimationFrame(loop);
  keyboard.forget();
  document.body.dataset.mode = mode;
  document.body.classList.toggle("watching", watching());
  document.body.classList.toggle("practising", practising());
  document.body.classList.toggle("drawing", drawing());
  find("bot").disabled = !playing() || watching();
  find("take-back").hidden = !takesBack() || mode === "ready" || mode === "paused";
  find("hint").hidden = !drawing() || !playing();
  find("copy-link").hidden = watching() || practising();
  find("bot").textContent = drawing() ? "Watch" : "Bot";
  find("pause").disabled = !playing() && mode !== "paused";
  find("pause").textContent = mode === "paused" ? "Go on" : "Pause";
  find("cover").hidden = playing();
  const isFinished = mode === "over" && drawing() && view.drawing.isFinished;
  document.body.classList.toggle("finished", isFinished);
  find("choice").hidden = mode === "paused" || watching() || isFinished;
  find("after").hidden = mode === "ready";
  find("play-on").hidden = !watching();
  find("again").hidden = mode !== "paused" && !watching() && !isFinished;
  if (mode !== "ready") offerFilm();
  if (playing()) {
    find("board").focus({ preventScroll: true });
    loop = requestAnimationFrame(frame);
  } else {
    showCover();
  }
}

function showCover() {
  const words = watching() ? {
    ready: ["Watch a game", "Its buttons are pressed as they were recorded.", "Watch"],
    paused: ["Paused", `${view.pieces} pieces so far.`, "Go on"],
    over: ["The end", `${view.pieces} pieces, ${view.lines} lines.`, "Watch again"],
  }[mode] : {
    ready: ["Play", describeReady(), "Play"],
    paused: ["Paused", settings.describeKeys(drawing()), "Go on"],
    over: [view.drawing?.isFinished ? "The picture is finished" : view.end === GOAL ? "Done" : "Game over", tellEnd(), "Play again"],
  }[mode];
  find("cover-title").textContent = words[0];
  find("cover-text").textContent = words[1];
  find("go").textContent = words[2];
  find("go").disabled = false;
  showScores();
}

const isChallenge = () => challenge !== null && !watching() && !drawing() && String(writeGame(chosen)) === challenge.game;

function describeReady() {
  const keys = settings.describeKeys(drawing());
  return isChallenge() ? `${describeChallenge(challenge.beat, view)} ${keys}` : keys;
}

/* How the game ended, beside what was to beat, or how many days in a row it did. */
function tellEnd() {
  const told = describeEnd(view), { seed } = chosen.drawing ?? {};
  if (isChallenge()) return `${told} ${describeChallenge(challenge.beat, view, Number(resultOf(view) || Infinity))}`;
  if (seed === undefined || !view.drawing.isFinished) return told;
  const days = streakOf(seed, isAlone(view.drawing) && !botHelped);
  return days > 0 ? `${told} Pictures of the day in a row: ${days}.` : told;
}

/* The page of the printer makes films, with any look; it gets the plan and its scores in its address. */
async function offerFilm() {
  const made = game, { pieces } = view;
  const { scores } = game;
  const plan = await packText(game.plan());
  if (made !== game || pieces !== view.pieces) return;
  const link = new URLSearchParams({ plan });
  writeDress(link, { hud: true, scores });
  for (const film of document.querySelectorAll(".film")) film.href = `dropforge.html#${link}`;
}

/* The high scores of what is chosen in the form. */
function showScores() {
  const choice = readChoice();
  const of = choice.drawing ? kind() : kindOf(choice);
  const table = mode === "paused" || watching() ? [] : scores.of(of);
  panels.showScores(table, mode === "over" && of === kind() ? place : 0);
}

/* Makes a game, which has not begun yet; `seed` is null for any. */
function make(choice, seed) {
  settings.showUsual(usualHandling(library, choice.rules));
  const whole = { ...choice,
    seed: choice.drawing?.seed ?? seed ?? crypto.getRandomValues(new Uint32Array(1))[0] };
  const record = choice.record ?? startOf(choice, whole.seed);
  if (choice.record === undefined && record !== undefined) Object.assign(whole, { from: 0, squares: 4, rules: 0 });
  const next = new (choice.drawing ? DrawnGame : Game)(library, { ...whole, record, ...settings.gameOptions() });
  chosen = whole;
  game?.free();
  game = next;
  view = game.see();
  picture = drawing() ? game.picture : undefined;
  if (drawing()) drawSmall(find("picture-view"), picture);
  panels.reset(view, chosen);
  panels.showFigures(view);
}

/* Before the first game: the playfield that there will be. */
function preview() {
  showScores();
  if (mode !== "ready" || !find("cover").checkValidity()) return;
  attempt(() => {
    make(readChoice(), chosen.seed);
    fit();
    find("cover-text").textContent = describeReady();
  });
}

/* Does something that what is chosen may not allow, and says why. */
function attempt(act) {
  try {
    act();
  } catch (error) {
    find("cover-text").textContent = `This cannot be played: ${error.message}.`;
  }
}

function begin(choice, seed) {
  make(choice, seed);
  setBot(false);
  botHelped = wantsHint = false;
  place = 0;
  countdown = settings.countdown && !watching() ? 3 * COUNT_TICKS : 0;
  setMode("playing");
  fit();
  update();
  panels.tell("The game begins.");
}

function end() {
  const { score, lines, level, pieces, tick } = view;
  if (!botHelped && !watching() && !practising() && counts(view)) {
    const date = new Date().toISOString().slice(0, 10);
    place = scores.enter(kind(), { score, lines, level, pieces, date, ...(isRace(view) && { ticks: tick }) });
  }
  setMode("over");
  ignoreFingers();
  comparePrinter();
  panels.tell(`${view.drawing?.isFinished ? "The picture is finished" : "Game over"}: ${isRace(view) ? describeEnd(view) : `${score} points.`}` +
    `${place ? ` Number ${place} of your games.` : ""}`);
  /* Not the button: who still presses the space bar would begin anew. */
  find("cover-title").focus({ preventScroll: true });
}

/* Lets the printer draw the same picture with the same pieces, for comparison. */
function comparePrinter() {
  if (mode !== "over" || !view.drawing?.isFinished || view.drawing.printerEnded) return;
  game.compare();
  view = game.see();
  find("cover-text").textContent = tellEnd();
  setTimeout(comparePrinter);
}

/* The record has no more ticks; the playfield stays to be seen. */
function endRecord() {
  setMode("over");
  ignoreFingers();
  panels.tell(`The end: ${view.pieces} pieces, ${view.lines} lines.`);
  find("cover-title").focus({ preventScroll: true });
}

/* Gets ready to watch a record that is about to come, null if it is damaged. */
async function watch(coming) {
  try {
    const record = await coming ?? "";
    make({ ...describeRecord(record), record }, null);
  } catch (error) {
    find("cover-text").textContent = `This is no record of a game: ${error.message}.`;
    return;
  }
  setMode("ready");
  fit();
  find("go").focus({ preventScroll: true });
}

function pause() {
  if (!playing()) return;
  if (!watching()) game.release();
  setMode("paused");
  panels.tell("Paused.");
  find("go").focus({ preventScroll: true });
}

function goOn() {
  setMode("playing");
  panels.tell("The game goes on.");
}

function setBot(on) {
  botPlays = on;
  botHelped ||= on;
  find("bot").setAttribute("aria-pressed", on);
}

/* Asks first where the game would enter a table of high scores without the bot. */
function toggleBot() {
  if (!playing()) return;
  if (isAtStake()) {
    pause();
    find("ask-bot").showModal();
    return;
  }
  switchBot();
}

function switchBot() {
  game.release();
  setBot(!botPlays);
  panels.tell(botPlays ? "The bot plays." : "You play.");
}

function giveHint() {
  if (!playing() || !drawing()) return;
  wantsHint = true;
  update();
}

function takeHint() {
  wantsHint = false;
  game.hint();
  view = game.see();
  drawn = "";
  panels.tell(describeHint(view.drawing));
}

/* Whether the game may still enter a table of high scores. */
const isAtStake = () => playing() && !botHelped && !watching() && !practising() && view.pieces > 0;

/* Begins anew; a game that counts is not to be lost by a slip. */
function restart() {
  if (!isAtStake()) return begin(chosen, null);
  restarting = RESTART_TICKS;
  panels.tellHint("Hold for a new game…");
  panels.tell("Hold the key for a new game.");
}

function keepGame() {
  if (restarting > 0 && playing()) panels.tellHint("");
  restarting = 0;
}

/* The address of this game, with its result, into the clipboard, or where the browser keeps that closed, into the address bar. */
async function copyLink() {
  const address = drawing() ? pictures.writeLink(chosen.drawing, picture, chosen.seed) : writeGame(chosen);
  if (!drawing() && mode === "over" && !botHelped && resultOf(view) !== "") address.set("beat", resultOf(view));
  const link = `#${address}`;
  let told = "copied";
  try {
    await navigator.clipboard.writeText(location.href.split("#")[0] + link);
  } catch {
    history.replaceState(null, "", link);
    told = "in the address bar";
  }
  find("cover-text").textContent = `The link is ${told}: whoever opens it ${drawing() ? "draws this picture" : "plays"} with the same pieces.`;
}

function takeBack() {
  game.takeBack();
  place = 0;
  setMode("playing");
  update();
  fit();
  panels.tell("Taken back.");
}

function press(action, on) {
  if (action in BUTTONS) {
    /* Buttons that are let go when the game has stopped are not held any more. */
    if (!playing() || botPlays || watching()) return;
    game.press(BUTTONS[action], on);
    return update();
  }
  if (!on) return action === "restart" ? keepGame() : undefined;
  if (action === "pause" && mode === "ready") find("cover").requestSubmit();
  else if (action === "pause") mode === "paused" ? goOn() : pause();
  if (action === "restart") restart();
  if (action === "bot" && !watching()) toggleBot();
  if (action === "back" && takesBack()) takeBack();
  if (action === "hint") giveHint();
}

function tap(action) {
  press(action, true);
  press(action, false);
}

/* Keys are the game's while it is played. Elsewhere they are the page's, but for going on and
   beginning anew. */
function wants(action, event) {
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return false;
  if (action === "pause" && (mode === "paused" || (mode === "ready" && isPad(event.key)))) return true;
  if (mode !== "ready" && action === "restart") return true;
  if (mode === "over" && action === "back") return takesBack();
  return playing() && !(event.key === " " && event.target.closest("button"));
}

/* A click on a button beside the playfield leaves the space bar to the game. */
function leaveButton(event) {
  if (playing() && event.detail > 0) find("board").focus({ preventScroll: true });
}

function listen() {
  keyboard = new Keyboard(window, { keysOf: () => settings.keys, wants, press });
  watchOpening();
  watchPads((key, on) => (settings.isOpen() ? on && settings.takeKey(key) : keyboard.pressPad(key, on)));
  const board = find("board");
  watchFingers(board, {
    size: () => Math.max(LEAST_FINGER_STEP, board.clientWidth / view.width),
    wants: playing,
    tap,
    press,
  });
  for (const button of document.querySelectorAll("[data-action]"))
    watchButton(button, button.dataset.action, { tap, press });
  find("hold").addEventListener("click", () => tap("hold"));
  find("pause").addEventListener("click", () => press("pause", true));
  find("bot").addEventListener("click", toggleBot);
  find("ask-bot").addEventListener("close", ({ target }) => {
    goOn();
    if (target.returnValue === "bot") switchBot();
    target.returnValue = "";
  });
  find("take-back").addEventListener("click", takeBack);
  find("hint").addEventListener("click", giveHint);
  find("copy-link").addEventListener("click", copyLink);
  pictures.onChange = preview;
  find("again").addEventListener("click", () => {
    if (view.drawing?.isFinished) return setMode("ready"); /* to choose another picture */
    begin(watching() ? readChoice() : chosen, null);
  });
  find("play-on").addEventListener("click", () =>
    begin({ ...chosen, from: view.pieces, mode: MODES.indexOf("practice") }, null));
  find("open-game").addEventListener("change", ({ target }) => {
    if (target.files[0]) watch(target.files[0].text());
    target.value = ""; /* so that the same file can be opened again */
  });
  find("save").addEventListener("click", () =>
    save(`dropforge-${kind()}.drops`, "text/plain", game.plan()));
  find("save-record").addEventListener("click", () =>
    save(`dropforge-${kind()}.game`, "text/plain", game.record()));
  find("open-settings").addEventListener("click", () => {
    pause();
    settings.open();
  });
  settings.onClose = () => {
    fit();
    if (!playing()) showCover();
  };
  for (const id of ["rules", "mode"]) find(id).addEventListener("input", fitChoice);
  for (const id of ["rules", "mode", "squares", "start-level", "start-field", "start-queue"])
    find(id).addEventListener("input", preview);
  document.addEventListener("click", leaveButton);
  addEventListener("blur", pause);
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  new ResizeObserver(fit).observe(find("well")); /* the header has more rows between games */
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", fit);
}

async function main() {
  const wasm = await compile(packed);
  library = await load(wasm, Library);
  pictures = new PictureForm(SAMPLES, new Studio(new Jobs(wasm, find("script").textContent)));
  find("mode").append(...MODE_TITLES.map((title, i) => new Option(title, i)));
  const seed = readHash();
  listen();
  find("cover").addEventListener("submit", (event) => {
    event.preventDefault();
    if (mode === "paused") return goOn();
    if (watching()) return begin(chosen, null);
    attempt(() => begin(readChoice(), mode === "ready" ? chosen.seed : null));
  });
  make(readChoice(), seed);
  const beat = Number(new URLSearchParams(location.hash.slice(1)).get("beat") ?? NaN);
  if (Number.isSafeInteger(beat) && beat >= 0) challenge = { beat, game: String(writeGame(chosen)) };
  setMode("ready");
  fit();
  find("go").focus({ preventScroll: true });
  const recorded = new URLSearchParams(location.hash.slice(1)).get("game");
  if (recorded !== null) await watch(unpackText(recorded));
}

/* What no game can go on from: a browser that lacks something, memory that is all used up. */
function giveUp(error) {
  cancelAnimationFrame(loop);
  find("cover").hidden = false;
  find("cover-text").textContent = `This does not work here: ${error.message}`;
  find("go").disabled = true;
}

addEventListener("error", (event) => giveUp(event.error ?? event));
install();
main().catch(giveUp);
