/* The editor: a grid of squares to be painted with few colours, by pointer or by keys, in a
   dialog of its own. */
import { pixelsOf } from "./picture.js";

const MOST_SIDE = 48;
const MOST_UNDO = 100;
const INKS = ["#22263a", "#e8ecf4", "#d8473f", "#f2b134", "#3f9b62", "#3f7fc4"];
const CLEAR = 0;

/* Two greys in turns are what is transparent, on any background. */
const BOARD_COLORS = ["#8d93a1", "#9aa0ad"];
const CURSOR_COLORS = ["#000000", "#ffffff"];

function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

export class Editor {
  #find;
  #cells;
  #undo = [];
  #ink = 1;
  #tool = "pencil";
  #cursor = { x: 0, y: 0 };
  #stroke = null; /* where the pointer was, while it paints */

  /* `print` is called with the picture when it is to be printed. */
  constructor(dialog, print) {
    this.dialog = dialog;
    this.print = print;
    this.width = 16;
    this.height = 16;
    this.colors = [...INKS];
    this.#cells = new Uint8Array(256);
    this.#find = (part) => dialog.querySelector(`[data-part="${part}"]`);
    this.canvas = this.#find("canvas");
    this.#makeInks();
    this.#listen();
  }

  /* Opens the dialog with a picture in it, or with what was in it last. */
  open(picture) {
    if (picture) this.#take(picture);
    this.#resize(this.width, this.height);
    this.dialog.showModal();
    this.canvas.focus();
  }

  #take({ width, height, colors, cells }) {
    this.width = Math.min(width, MOST_SIDE);
    this.height = Math.min(height, MOST_SIDE);
    this.colors = [...colors, ...INKS].slice(0, INKS.length);
    this.#cells = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) {
        const cell = cells[y * width + x];
        this.#cells[y * this.width + x] = cell <= INKS.length ? cell : CLEAR;
      }
    this.#undo = [];
    this.#cursor = { x: 0, y: 0 };
    this.#showInks();
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
        this.colors[i] = color.value;
        this.#choose(i + 1);
        this.#paint();
      });
      inks.append(label);
    });
    this.#showInks();
  }

  #choose(ink) {
    this.#ink = ink;
    if (this.#tool === "eraser") this.#setTool("pencil");
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
    for (const button of this.dialog.querySelectorAll("[data-tool]"))
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }

  #listen() {
    const { canvas, dialog } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#remember();
      this.#stroke = this.#squareAt(event);
      this.#use(this.#stroke);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.#stroke !== null) this.#strokeTo(this.#squareAt(event));
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, () => { this.#stroke = null; });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    for (const change of ["focus", "blur"])
      canvas.addEventListener(change, () => this.#paint());
    for (const button of dialog.querySelectorAll("[data-tool]"))
      button.addEventListener("click", () => this.#setTool(button.dataset.tool));
    this.#find("undo").addEventListener("click", () => this.undo());
    this.#find("empty").addEventListener("click", () => this.#empty());
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

  #strokeTo({ x, y }) {
    const from = this.#stroke;
    const steps = Math.max(Math.abs(x - from.x), Math.abs(y - from.y));
    if (this.#tool !== "fill")
      for (let i = 1; i <= steps; i++)
        this.#use({
          x: Math.round(from.x + ((x - from.x) * i) / steps),
          y: Math.round(from.y + ((y - from.y) * i) / steps),
        });
    this.#stroke = { x, y };
  }

  /* Uses the tool on a square. */
  #use({ x, y }) {
    this.#cursor = { x, y };
    const place = y * this.width + x;
    if (this.#tool === "fill") this.#fill(place);
    else this.#cells[place] = this.#tool === "eraser" ? CLEAR : this.#ink;
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
      this.#paint();
    } else if (event.key === " " || event.key === "Enter") {
      this.#remember();
      this.#use(this.#cursor);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.#remember();
      this.#cells[this.#cursor.y * this.width + this.#cursor.x] = CLEAR;
      this.#paint();
    } else if (/^[1-6]$/.test(event.key)) {
      this.#choose(Number(event.key));
    } else if (event.key === "z" && (event.ctrlKey || event.metaKey)) {
      this.undo();
    } else {
      return;
    }
    event.preventDefault();
    this.#tellSquare();
  }

  #tellSquare() {
    const { x, y } = this.#cursor;
    const cell = this.#cells[y * this.width + x];
    const what = cell === CLEAR ? "clear" : `colour ${cell}`;
    this.#find("status").textContent = `column ${x + 1}, row ${y + 1}: ${what}`;
  }

  #remember() {
    this.#undo.push({ width: this.width, height: this.height, cells: this.#cells.slice() });
    if (this.#undo.length > MOST_UNDO) this.#undo.shift();
  }

  undo() {
    const last = this.#undo.pop();
    if (!last) return;
    this.#cells = last.cells;
    this.#resize(last.width, last.height);
  }

  #empty() {
    this.#remember();
    this.#cells.fill(CLEAR);
    this.#paint();
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
    if (this.#cells.every((cell) => cell === CLEAR)) {
      this.#find("status").textContent = "paint some squares first";
      return;
    }
    this.dialog.close();
    const { width, height, colors } = this;
    this.print(pixelsOf({ width, height, colors, cells: this.#cells }));
  }
}
