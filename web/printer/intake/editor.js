/* The editor: a grid of squares to be painted with few colours, by pointer or by keys, in a
   dialog of its own. */
import { keepDraft, readDraft } from "./draft.js";
import { pixelsOf } from "../picture.js";

const MOST_SIDE = 256; /* as playfields */
const MOST_SEEN = 48; /* squares of a side that are seen at once; more are scrolled by a mouse, or zoomed by fingers */
const LEAST_SQUARE = 10; /* CSS pixels of these */
const MOST_UNDO = 100;
const MOST_KEPT = 20; /* states before, over a reload */
const INKS = ["#22263a", "#e8ecf4", "#d8473f", "#f2b134", "#3f9b62", "#3f7fc4"];
const CLEAR = 0;

/* Two greys in turns are what is transparent, on any background. */
const BOARD_COLORS = ["#8d93a1", "#9aa0ad"];
const MIDDLE_COLOR = "#d9632b";
const TOOL_KEYS = { p: "pencil", e: "eraser", l: "line", f: "fill", i: "pick" };
const CURSOR_COLORS = ["#000000", "#ffffff"];

function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

export class Editor {
  #find;
  #cells;
  #undo = [];
  #redo = [];
  #ink = 1;
  #tool = "pencil";
  #isMirrored = false; /* paints to the left and to the right of the middle */
  #cursor = { x: 0, y: 0 };
  #stroke = null; /* where the pointer was, while it paints */
  #isOwn = false; /* it has what was neither printed nor taken from the page */
  #isColoring = false; /* a colour is being chosen */
  #picture = null; /* that the page shows */
  #isSilent = false; /* nobody is told of the next close */
  #line = null; /* where a line begins, and the squares before it: { x, y, cells } */

  /* `print` is called with the picture when it is to be printed, `closed` when the visitor has closed the dialog. */
  constructor(dialog, print, closed) {
    this.dialog = dialog;
    this.print = print;
    this.closed = closed;
    this.width = 16;
    this.height = 16;
    this.colors = [...INKS];
    this.#cells = new Uint8Array(256);
    this.#find = (part) => dialog.querySelector(`[data-part="${part}"]`);
    this.canvas = this.#find("canvas");
    this.#makeInks();
    this.#listen();
    this.isReady = readDraft().then((draft) => this.#takeDraft(draft));
  }

  /* Opens the dialog with a picture in it, or with a drawing that was not printed yet. */
  async open(picture) {
    await this.isReady;
    if (this.dialog.open) return;
    this.#picture = picture;
    if (picture && !this.#isOwn) this.#take(picture);
    this.#find("take").hidden = !picture || !this.#isOwn;
    this.#find("status").textContent = this.#isOwn ? "Here is your drawing, as you left it." :
      "Arrows, space and Delete work, too.";
    this.#ask(false);
    this.#resize(this.width, this.height);
    this.#showHistory();
    this.dialog.showModal();
    this.canvas.focus();
  }

  /* Closes it without a word to `closed`, which comes later: the editor may be open again by then. */
  close() {
    this.#isSilent = true;
    this.dialog.close();
  }

  get isOpen() {
    return this.dialog.open;
  }

  get #isEmpty() {
    return this.#cells.every((cell) => cell === CLEAR);
  }

  /* Takes what the browser has kept, if that is a drawing. */
  #takeDraft(draft) {
    const isState = ({ width, height, colors, cells } = {}) =>
      width >= 1 && width <= MOST_SIDE && height >= 1 && height <= MOST_SIDE && colors?.length === INKS.length &&
      cells instanceof Uint8Array && cells.length === width * height && cells.every((cell) => cell <= INKS.length);
    if (!isState(draft) || !draft.undo.every(isState)) return;
    const { undo, isOwn, ...state } = draft;
    this.#undo = undo;
    this.#isOwn = isOwn;
    this.#setState(state);
  }

  #keep() {
    keepDraft({ ...this.#state, undo: this.#undo.slice(-MOST_KEPT), isOwn: this.#isOwn });
  }

  /* Takes a picture; what was drawn before can be had back. */
  #take({ width, height, colors, cells }) {
    if (!this.#isEmpty) this.#remember();
    this.width = Math.min(width, MOST_SIDE);
    this.height = Math.min(height, MOST_SIDE);
    this.colors = [...colors, ...INKS].slice(0, INKS.length);
    this.#cells = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) {
        const cell = cells[y * width + x];
        this.#cells[y * this.width + x] = cell <= INKS.length ? cell : CLEAR;
      }
    this.#isOwn = false;
    this.#line = null;
    this.#cursor = { x: 0, y: 0 };
    this.#showInks();
    this.#keep();
  }

  #makeInks() {
    const inks = this.#find("inks");
    this.colors.forEach((_, i) => {
      const label = document.createElement("label");
      label.className = "ink";
      label.innerHTML = `<input type="radio" name="ink" value="${i + 1}">
        <input type="color" aria-label="Change colour ${i + 1}">`;
      const [radio, color] = label.children;
      radio.setAttribute("aria-label", `Paint with colour ${i + 1}`);
      radio.addEventListener("change", () => this.#choose(i + 1));
      color.addEventListener("input", () => {
        if (!this.#isColoring) this.#remember();
        this.#isColoring = true;
        this.colors[i] = color.value;
        this.#choose(i + 1);
        this.#paint();
      });
      color.addEventListener("change", () => {
        this.#isColoring = false;
        this.#keep();
      });
      inks.append(label);
    });
    this.#showInks();
  }

  #choose(ink) {
    this.#ink = ink;
    if (this.#tool === "eraser" || this.#tool === "pick") this.#setTool("pencil");
    this.#showInks();
  }

  #showInks() {
    [...this.#find("inks").children].forEach((label, i) => {
      const [radio, color] = label.children;
      radio.checked = this.#ink === i + 1;
      color.value = this.colors[i];
    });
  }

  #setTool(tool) {
    this.#tool = tool;
    this.#line = null;
    for (const button of this.dialog.querySelectorAll("[data-tool]"))
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }

  #listen() {
    const { canvas, dialog } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#stroke = this.#squareAt(event);
      this.#begin(this.#stroke);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.#stroke !== null) this.#strokeTo(this.#squareAt(event));
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => {
        if (this.#stroke !== null) this.#keep();
        this.#stroke = null;
        this.#line = null;
      });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    for (const change of ["focus", "blur"])
      canvas.addEventListener(change, () => this.#paint());
    for (const button of dialog.querySelectorAll("[data-tool]"))
      button.addEventListener("click", () => this.#setTool(button.dataset.tool));
    this.#find("undo").addEventListener("click", () => this.undo());
    this.#find("redo").addEventListener("click", () => this.redo());
    this.#find("mirror").addEventListener("click", () => this.#setMirror(!this.#isMirrored));
    this.#find("empty").addEventListener("click", () => this.#ask(!this.#isEmpty));
    this.#find("clear").addEventListener("click", () => this.#empty());
    this.#find("stay").addEventListener("click", () => this.#ask(false));
    this.#find("take").addEventListener("click", () => {
      this.#take(this.#picture);
      this.#resize(this.width, this.height);
      this.#find("take").hidden = true;
    });
    dialog.addEventListener("close", () => {
      if (!this.#isSilent) this.closed();
      this.#isSilent = false;
    });
    for (const side of ["width", "height"])
      this.#find(side).addEventListener("change", () => this.#resizeAsAsked());
    this.#find("close").addEventListener("click", () => dialog.close());
    this.#find("print").addEventListener("click", () => this.#finish());
  }

  #squareAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * this.height);
    return { x: clamp(x, 0, this.width - 1), y: clamp(y, 0, this.height - 1) };
  }

  #strokeTo(to) {
    if (this.#line !== null) this.#lineTo(to);
    else if (this.#tool !== "fill") this.#plotLine(this.#stroke, to);
    this.#stroke = to;
    this.#cursor = to;
    this.#paint();
  }

  /* Begins to use the tool on a square. */
  #begin({ x, y }) {
    this.#cursor = { x, y };
    const place = y * this.width + x;
    if (this.#tool === "pick") {
      const cell = this.#cells[place];
      if (cell === CLEAR) this.#setTool("eraser");
      else this.#choose(cell);
    } else {
      this.#remember();
      this.#line = this.#tool === "line" ? { x, y, cells: this.#cells.slice() } : null;
      if (this.#tool === "fill") this.#fillAll(x, y);
      else this.#plot(x, y);
    }
    this.#paint();
  }

  /* Draws the line anew, up to here. */
  #lineTo(to) {
    this.#cells.set(this.#line.cells);
    this.#plot(this.#line.x, this.#line.y);
    this.#plotLine(this.#line, to);
  }

  #plotLine(from, { x, y }) {
    const steps = Math.max(Math.abs(x - from.x), Math.abs(y - from.y));
    for (let i = 1; i <= steps; i++)
      this.#plot(Math.round(from.x + ((x - from.x) * i) / steps),
        Math.round(from.y + ((y - from.y) * i) / steps));
  }

  #plot(x, y) {
    const cell = this.#tool === "eraser" ? CLEAR : this.#ink;
    this.#cells[y * this.width + x] = cell;
    if (this.#isMirrored) this.#cells[y * this.width + this.width - 1 - x] = cell;
  }

  #fillAll(x, y) {
    this.#fill(y * this.width + x);
    if (this.#isMirrored) this.#fill(y * this.width + this.width - 1 - x);
  }

  #setMirror(isOn) {
    this.#isMirrored = isOn;
    this.#find("mirror").setAttribute("aria-pressed", String(isOn));
    this.#paint();
  }

  #fill(first) {
    const old = this.#cells[first];
    if (old === this.#ink) return;
    const places = [first];
    while (places.length > 0) {
      const place = places.pop();
      if (this.#cells[place] !== old) continue;
      this.#cells[place] = this.#ink;
      const x = place % this.width;
      if (x > 0) places.push(place - 1);
      if (x < this.width - 1) places.push(place + 1);
      if (place >= this.width) places.push(place - this.width);
      if (place < this.#cells.length - this.width) places.push(place + this.width);
    }
  }

  #key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in moves) {
      const [x, y] = moves[event.key];
      this.#cursor = {
        x: clamp(this.#cursor.x + x, 0, this.width - 1),
        y: clamp(this.#cursor.y + y, 0, this.height - 1),
      };
      this.#reveal();
      this.#paint();
    } else if (event.key === " " || event.key === "Enter") {
      this.#useByKey();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.#remember();
      this.#cells[this.#cursor.y * this.width + this.#cursor.x] = CLEAR;
      this.#paint();
      this.#keep();
    } else if (/^[1-6]$/.test(event.key)) {
      this.#choose(Number(event.key));
    } else if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      this.undo();
    } else if (/^[zy]$/i.test(event.key) && (event.ctrlKey || event.metaKey)) {
      this.redo();
    } else if (event.key in TOOL_KEYS && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#setTool(TOOL_KEYS[event.key]);
    } else if (event.key === "m" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#setMirror(!this.#isMirrored);
    } else {
      return;
    }
    event.preventDefault();
    this.#tellSquare();
  }

  /* A line has two ends: the first press begins it, the second one ends it. */
  #useByKey() {
    if (this.#line === null) {
      this.#begin(this.#cursor);
    } else {
      this.#lineTo(this.#cursor);
      this.#line = null;
      this.#paint();
    }
    this.#keep();
  }

  #tellSquare() {
    const { x, y } = this.#cursor;
    const cell = this.#cells[y * this.width + x];
    const what = cell === CLEAR ? "clear" : `colour ${cell}`;
    this.#find("status").textContent = `column ${x + 1}, row ${y + 1}: ${what}`;
  }

  get #state() {
    return { width: this.width, height: this.height, colors: [...this.colors], cells: this.#cells.slice() };
  }

  #setState({ width, height, colors, cells }) {
    this.#line = null;
    this.colors = [...colors];
    this.#cells = cells.slice();
    this.#showInks();
    this.#resize(width, height);
  }

  /* Keeps what there is for an undo, before it changes. */
  #remember() {
    this.#isOwn = true;
    this.#undo.push(this.#state);
    if (this.#undo.length > MOST_UNDO) this.#undo.shift();
    this.#redo = [];
    this.#showHistory();
  }

  /* Goes to the last state of one list, and keeps this one in the other. */
  #travel(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.#state);
    this.#isOwn = true;
    this.#setState(state);
    this.#showHistory();
    this.#keep();
  }

  undo() {
    this.#travel(this.#undo, this.#redo);
  }

  redo() {
    this.#travel(this.#redo, this.#undo);
  }

  #showHistory() {
    this.#find("undo").disabled = this.#undo.length === 0;
    this.#find("redo").disabled = this.#redo.length === 0;
  }

  /* Asks before all is cleared. */
  #ask(isAsking) {
    this.#find("asking").hidden = !isAsking;
    if (isAsking) this.#find("stay").focus();
  }

  #empty() {
    this.#ask(false);
    this.#remember();
    this.#cells.fill(CLEAR);
    this.#paint();
    this.#keep();
    this.canvas.focus();
  }

  #resizeAsAsked() {
    this.#remember();
    const side = (name) => clamp(Math.round(this.#find(name).valueAsNumber) || 1, 1, MOST_SIDE);
    const [width, height] = [side("width"), side("height")];
    const cells = new Uint8Array(width * height);
    /* The picture stands on its bottom row, as in the playfield. */
    for (let y = 1; y <= Math.min(height, this.height); y++)
      for (let x = 0; x < Math.min(width, this.width); x++)
        cells[(height - y) * width + x] = this.#cells[(this.height - y) * this.width + x];
    this.#cells = cells;
    this.#resize(width, height);
    this.#keep();
  }

  /* Scrolls to the square of the cursor, unless it is seen. */
  #reveal() {
    const box = this.canvas.parentElement, square = this.canvas.clientWidth / this.width;
    for (const [scroll, room, at] of [["scrollLeft", box.clientWidth, this.#cursor.x], ["scrollTop", box.clientHeight, this.#cursor.y]])
      box[scroll] = clamp(box[scroll], (at + 2) * square - room, Math.max(0, (at - 1) * square));
  }

  /* The cells are of this size already. */
  #resize(width, height) {
    this.width = width;
    this.height = height;
    this.#find("width").value = width;
    this.#find("height").value = height;
    this.#cursor = {
      x: Math.min(this.#cursor.x, width - 1), y: Math.min(this.#cursor.y, height - 1),
    };
    const square = Math.max(4, Math.floor(640 / Math.max(width, height)));
    this.canvas.width = width * square;
    this.canvas.height = height * square;
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    this.canvas.style.setProperty("--width", `${LEAST_SQUARE * width}px`);
    this.canvas.classList.toggle("large", Math.max(width, height) > MOST_SEEN);
    this.#paint();
  }

  #paint() {
    const square = this.canvas.width / this.width;
    const context = this.canvas.getContext("2d");
    this.#cells.forEach((cell, place) => {
      const x = place % this.width;
      const y = Math.floor(place / this.width);
      context.fillStyle = cell === CLEAR ? BOARD_COLORS[(x + y) % 2] : this.colors[cell - 1];
      context.fillRect(x * square, y * square, square, square);
    });
    if (this.#isMirrored) {
      context.fillStyle = MIDDLE_COLOR;
      context.fillRect(this.canvas.width / 2 - 1, 0, 2, this.canvas.height);
    }
    if (document.activeElement === this.canvas) this.#paintCursor(context, square);
  }

  #paintCursor(context, square) {
    CURSOR_COLORS.forEach((color, inset) => {
      context.strokeStyle = color;
      context.strokeRect(this.#cursor.x * square + inset + 0.5,
        this.#cursor.y * square + inset + 0.5,
        square - 2 * inset - 1, square - 2 * inset - 1);
    });
  }

  /* What has been painted, as pixels: the library finds the colours in it. */
  #finish() {
    if (this.#isEmpty) {
      this.#find("status").textContent = "paint some squares first";
      return;
    }
    this.#isOwn = false;
    this.#keep();
    this.dialog.close();
    const { width, height, colors } = this;
    this.print(pixelsOf({ width, height, colors, cells: this.#cells }));
  }
}
