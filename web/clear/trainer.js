/* The trainer: deals a queue that clears, lets it be played, and shows what was possible when it is
   missed. */
import { drawBoard, drawPieces } from "../play/draw.js";
import { BUTTONS, Game, HAPPENS, PHASE, TICKS_PER_SECOND, TURNS } from "../play/game.js";
import { Keyboard } from "../play/keys.js";
import { watchPads } from "../play/pads.js";
import { writeStart } from "../play/record.js";
import { DEFAULTS, optionsOf } from "../play/settings.js";
import { readSettings } from "../play/store.js";
import { ignoreFingers, watchButton, watchFingers, watchOpening } from "../play/touch.js";
import { makeBoard } from "./boards.js";
import { drawField, WIDTH, writeLink } from "./question.js";
import { LETTERS, MAX_ROWS } from "./solver.js";

const TICK = 1000 / TICKS_PER_SECOND;
const MOST_TICKS = 6; /* between two frames */
const ROWS = 14; /* of the playfield */
const MOST_BOARDS = 24;
const MOST_SQUARES = 40; /* of a board whose chance is exact */
const FULL_BAG = (1 << LETTERS.length) - 1;
const LEAST_FINGER_STEP = 16; /* CSS pixels */

const find = (id) => document.getElementById(`trainer-${id}`);

export class Trainer {
  #dialog = document.getElementById("trainer");
  #library;
  #asker;
  #steps;
  #settings;
  #keyboard;
  #question;
  #game = null;
  #view;
  #position; /* of the solver, before the piece in play: { field, rows, queue } */
  #first; /* that of the first piece */
  #cleared = 0; /* rows, since the game began */
  #loop = 0;
  #last = null;
  #playing = false;
  #size = 1;
  #tally = { cleared: 0, played: 0 };

  /* `asker` answers this trainer alone; copy(text, what) puts a text into the clipboard. */
  constructor(library, asker, steps, copy) {
    this.#library = library;
    this.#asker = asker;
    this.#steps = steps;
    this.#keyboard = new Keyboard(this.#dialog, {
      keysOf: () => this.#settings.keys,
      wants: (action, event) => this.#playing && action in BUTTONS &&
        !(event.key === " " && event.target.closest("button")),
      press: (action, on) => this.#press(action, on),
    });
    watchOpening();
    watchPads((key, on) => this.#settings && this.#keyboard.pressPad(key, on));
    const press = (action, on) => this.#press(action, on);
    const tap = (action) => this.#tap(action);
    watchFingers(find("board"), {
      size: () => Math.max(LEAST_FINGER_STEP, find("board").clientWidth / WIDTH),
      wants: () => this.#playing, tap, press,
    });
    for (const button of this.#dialog.querySelectorAll("[data-action]"))
      watchButton(button, button.dataset.action, { tap, press });
    find("hold").addEventListener("click", () => this.#tap("hold"));
    find("close").addEventListener("click", () => this.#dialog.close());
    find("link").addEventListener("click", () => copy(location.href.split("#")[0] + this.#link, "The link")
      .then((told) => this.#tell(`${told} Whoever opens it can train this queue.`)));
    find("next-queue").addEventListener("click", () => this.#deal());
    find("again").addEventListener("click", () => this.#begin(this.#first));
    find("back").addEventListener("click", () => this.#begin(this.#position));
    this.#dialog.addEventListener("close", () => this.#stop());
    addEventListener("resize", () => this.#game && this.#fit());
  }

  /* Opens with the queues of a question. */
  open(question) {
    this.#question = question;
    this.#settings = readSettings(DEFAULTS);
    this.#tally = { cleared: 0, played: 0 };
    this.#tellTally();
    this.#dialog.showModal();
    this.#deal();
  }

  /* The queue that was dealt, as the part of an address. */
  get #link() {
    return writeLink({ ...this.#question, pattern: this.#first.queue });
  }

  #tell(text) {
    find("status").textContent = text;
  }

  #tellTally() {
    const { cleared, played } = this.#tally;
    find("tally").textContent = played === 0 ? "" : `${cleared} of ${played} cleared`;
  }

  #stop() {
    cancelAnimationFrame(this.#loop);
    this.#playing = false;
    this.#asker.cancel();
    this.#game?.free();
    this.#game = null;
  }

  #deal() {
    find("end").hidden = true;
    this.#tell("Dealing…");
    const { field, rows } = this.#question;
    this.#asker.tell = ({ dealt, drops, failed }) => {
      if (failed !== undefined) return this.#end(`There is nothing to train: ${failed}.`, false);
      if (dealt === undefined) return;
      /* With a piece after the last one that is needed, so that the hold can be emptied. */
      const more = dealt.length > drops ? "" : LETTERS[Math.floor(Math.random() * LETTERS.length)];
      this.#first = { field, rows, queue: dealt + more };
      this.#begin(this.#first);
    };
    this.#asker.begin({ deal: this.#question });
  }

  /* Begins to play from a position. */
  #begin(position) {
    const options = optionsOf(this.#settings);
    this.#game?.free();
    const record = writeStart({
      ...options, queue: position.queue, height: ROWS, hold: this.#question.hold,
      rows: drawField(position.field).map((row) => row.replaceAll("_", ".")),
      turns: Math.max(0, TURNS.indexOf(this.#question.rules)) || options.turns,
    });
    this.#game = new Game(this.#library, { record, from: 0 });
    this.#position = { ...position, start: position };
    this.#cleared = 0;
    find("end").hidden = true;
    this.#tell("");
    this.#setPlaying(true);
    this.#view = this.#game.see();
    this.#fit();
    find("board").focus({ preventScroll: true });
    this.#loop = requestAnimationFrame((now) => this.#frame(now));
  }

  #setPlaying(on) {
    this.#playing = on;
    this.#last = null;
    this.#keyboard.forget();
    cancelAnimationFrame(this.#loop);
    this.#dialog.classList.toggle("playing", on);
  }

  #frame(now) {
    this.#loop = requestAnimationFrame((next) => this.#frame(next));
    this.#last ??= now;
    const due = Math.floor((now - this.#last) / TICK + 1e-6);
    if (due <= 0) return;
    this.#last = due > MOST_TICKS ? now : this.#last + due * TICK;
    for (let i = Math.min(due, MOST_TICKS); i > 0; i--) this.#game.tick();
    this.#update();
  }

  #press(action, on) {
    if (!this.#playing || !(action in BUTTONS)) return;
    this.#game.press(BUTTONS[action], on);
    this.#update();
  }

  #tap(action) {
    this.#press(action, true);
    this.#press(action, false);
  }

  /* Takes what has happened, and shows it. */
  #update() {
    this.#view = this.#game.see();
    let locked = false, perfect = false, spawned = false;
    for (let event = this.#game.poll(); event; event = this.#game.poll()) {
      if (event.kind === HAPPENS.lock) {
        locked = true;
        this.#cleared += event.rows;
        perfect ||= event.perfect !== 0;
      }
      spawned ||= event.kind === HAPPENS.spawn;
    }
    this.#draw();
    if (perfect) return this.#succeed();
    if (this.#view.phase === PHASE.over) return this.#miss();
    if (locked || (spawned && this.#view.pieces > 0)) this.#check();
  }

  /* The position of the solver with the piece in play, or null while there is none. */
  #read() {
    const { piece, held, height, pieces } = this.#view;
    if (piece < 0) return null;
    const squares = this.#game.squares(WIDTH * height);
    const field = Array.from({ length: height }, (_, y) =>
      Array.from(squares.subarray(WIDTH * y, WIDTH * y + WIDTH))
        .reduce((bits, square, x) => (square === 0 ? bits : bits | (1 << x)), 0));
    const { start } = this.#position;
    const taken = pieces + 1 + (held < 0 ? 0 : 1);
    /* Held first: to hold nothing and have it come first is as good. */
    const queue = (held < 0 ? "" : LETTERS[held]) + LETTERS[piece] + start.queue.slice(taken);
    return { start, field, queue, rows: start.rows - this.#cleared, pieces };
  }

  /* The pieces that are seen and what the running bag holds after them, for ClearSolver.best; or null: all
     are seen, no bags dealt them, or the chance takes long. */
  #see({ queue, field, rows }) {
    const { held, next } = this.#view, { queue: dealt } = this.#first;
    const count = next.length + (held < 0 ? 1 : 2);
    let bag = 0;
    for (const letter of dealt.slice(0, dealt.length - Math.max(0, queue.length - count))) {
      const bit = 1 << LETTERS.indexOf(letter);
      bag ||= FULL_BAG;
      if ((bag & bit) === 0) return null;
      bag ^= bit;
    }
    if (queue.length <= count || WIDTH * rows > MOST_SQUARES || field.every((row) => row === 0)) return null;
    return { queue: [...queue.slice(0, count)].map((letter) => LETTERS.indexOf(letter)), held: held >= 0, bag };
  }

  /* Asks if the field still clears. */
  #check() {
    const now = this.#read();
    if (!now || now.pieces === this.#position.pieces) return;
    if (now.field.findLastIndex((row) => row !== 0) >= now.rows) return this.#miss();
    const asked = { ...this.#question, ...now, field: now.field.slice(0, MAX_ROWS), pattern: now.queue, seen: this.#see(now) };
    this.#tell("");
    this.#asker.tell = ({ shares, chance, failed }) => {
      if (chance?.total > 1) this.#tell(`Best play now clears ${chance.clear} of ${chance.total} continuations.`);
      if (failed !== undefined || shares?.clear === 0) this.#miss();
      else if (shares) this.#position = { ...now, field: asked.field };
    };
    this.#asker.ask(asked);
  }

  #succeed() {
    this.#tally.cleared++;
    this.#end("Cleared!", true);
    find("back").hidden = true;
  }

  /* No clear is possible any more: shows those from the last position that had one. */
  #miss() {
    if (!this.#playing) return;
    this.#end("No clear is possible any more.", true);
    find("back").hidden = false;
    const question = { ...this.#question, ...this.#position, pattern: this.#position.queue };
    this.#asker.tell = ({ solutions }) => {
      if (!solutions) return;
      find("text").textContent = "No clear is possible any more. Before this piece there " +
        `${solutions.count === 1 ? "was 1 solution" : `were ${solutions.count} solutions`}:`;
      find("boards").replaceChildren(...solutions.page.slice(0, MOST_BOARDS).map((one, i) =>
        makeBoard(one, i + 1, one.ways === 1 ? "1 way" : `${one.ways} ways`, () =>
          this.#steps.open(this.#asker, one.number, `Solution ${i + 1}`, question))));
    };
    this.#asker.ask(question);
  }

  #end(text, wasPlayed) {
    this.#setPlaying(false);
    if (wasPlayed) this.#tally.played++;
    this.#tellTally();
    this.#tell("");
    find("boards").replaceChildren();
    find("text").textContent = text;
    find("end").hidden = false;
    ignoreFingers();
    for (const id of ["back", "again", "link"]) find(id).hidden = !wasPlayed;
    find("text").focus({ preventScroll: true });
    find("end").scrollIntoView({ block: "nearest" });
  }

  /* The playfield is as large as there is room for whole squares. */
  #fit() {
    const scale = window.devicePixelRatio || 1;
    const room = Math.min(this.#dialog.clientWidth - (window.innerWidth > 480 ? 230 : 170), 320,
      (window.innerHeight - 250) * WIDTH / this.#view.rows);
    this.#size = Math.floor(Math.max(room, 80) * scale / WIDTH);
    const board = find("board");
    board.width = this.#size * WIDTH;
    board.height = this.#size * this.#view.rows;
    board.style.width = `${board.width / scale}px`;
    board.style.height = `${board.height / scale}px`;
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    const clearing = view.phase === PHASE.waiting && view.lastCleared !== 0;
    drawBoard(find("board"), this.#game, view,
      { size: this.#size, ghost: this.#settings.ghost, clearing });
    const looks = (pieces) => pieces.map((piece) => this.#game.look(piece));
    drawPieces(find("held"), view.held < 0 ? [] : looks([view.held]),
      { places: 1, most: 4, faded: !view.canHold });
    drawPieces(find("next"), looks(view.next), { places: 5, most: 4 });
    const names = (pieces) => pieces.map((piece) => LETTERS[piece]).join(", ");
    find("hold").setAttribute("aria-label", `Hold: ${view.held < 0 ? "empty" : LETTERS[view.held]}`);
    find("next").setAttribute("aria-label", `Next: ${names(view.next) || "nothing"}`);
  }
}
