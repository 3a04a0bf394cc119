/* The field as buttons that are painted. */
import { WIDTH } from "./question.js";
import { MAX_ROWS } from "./solver.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const MAX_UNDO = 100;

export class Editor {
  #place;
  #cells = []; /* [y][x] */
  #field = Array(MAX_ROWS).fill(0);
  #rows = 4;
  #past = [];
  #paint = null; /* what a pointer that is down paints: true or false */

  /* `change` is called when the field was drawn on. */
  constructor(place, change) {
    this.#place = place;
    this.change = change;
    for (let y = 0; y < MAX_ROWS; y++)
      this.#cells[y] = Array.from({ length: WIDTH }, (_, x) => this.#makeCell(x, y));
    for (let y = MAX_ROWS - 1; y >= 0; y--) place.append(...this.#cells[y]);
    this.#cells[0][0].tabIndex = 0;
    this.#listen();
  }

  #makeCell(x, y) {
    const cell = document.createElement("button");
    cell.type = "button";
    cell.tabIndex = -1;
    cell.setAttribute("aria-label", `Row ${y + 1}, column ${x + 1}`);
    Object.assign(cell.dataset, { x, y });
    return cell;
  }

  #listen() {
    const place = this.#place;
    place.addEventListener("pointerdown", (event) => {
      const cell = this.#cellOf(event.target);
      if (!cell || event.button !== 0) return;
      event.preventDefault();
      place.setPointerCapture(event.pointerId);
      this.#remember();
      this.#paint = !this.#isFull(cell);
      this.#set(cell, this.#paint);
      this.#focus(cell);
    });
    place.addEventListener("pointermove", (event) => {
      if (this.#paint === null) return;
      const cell = this.#cellOf(document.elementFromPoint(event.clientX, event.clientY));
      if (cell && this.#isFull(cell) !== this.#paint) this.#set(cell, this.#paint);
    });
    for (const end of ["pointerup", "pointercancel"])
      place.addEventListener(end, () => (this.#paint = null));
    /* Without a pointer: space and enter, and screen readers. */
    place.addEventListener("click", (event) => {
      const cell = this.#cellOf(event.target);
      if (!cell || event.detail > 0) return;
      this.#remember();
      this.#set(cell, !this.#isFull(cell));
    });
    place.addEventListener("keydown", (event) => this.#go(event));
  }

  #cellOf(element) {
    return element?.closest?.("[data-x]") ?? null;
  }

  #go(event) {
    const cell = this.#cellOf(event.target);
    if (!cell || !(event.key in ARROWS)) return;
    event.preventDefault();
    const [dx, dy] = ARROWS[event.key];
    const next = this.#cells[Number(cell.dataset.y) + dy]?.[Number(cell.dataset.x) + dx];
    if (next && !next.hidden) this.#focus(next);
  }

  #focus(cell) {
    for (const other of this.#cells.flat()) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
  }

  #isFull({ dataset: { x, y } }) {
    return ((this.#field[y] >> x) & 1) === 1;
  }

  #set({ dataset: { x, y } }, isFull) {
    this.#field[y] = isFull ? this.#field[y] | (1 << x) : this.#field[y] & ~(1 << x);
    this.#show();
    this.change();
  }

  #remember() {
    this.#past.push({ field: [...this.#field], rows: this.#rows });
    if (this.#past.length > MAX_UNDO) this.#past.shift();
  }

  #show() {
    for (const cell of this.#cells.flat()) {
      cell.setAttribute("aria-pressed", this.#isFull(cell));
      cell.hidden = Number(cell.dataset.y) >= Math.max(this.#rows, this.#height);
      cell.classList.toggle("above", Number(cell.dataset.y) >= this.#rows);
    }
    if (this.#cells.flat().every((cell) => cell.hidden || cell.tabIndex < 0)) this.#cells[0][0].tabIndex = 0;
  }

  get #height() {
    return this.#field.findLastIndex((row) => row !== 0) + 1;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get field() {
    return [...this.#field];
  }

  get rows() {
    return this.#rows;
  }

  /* Puts another field in its place; it can be undone. */
  put(field, rows) {
    this.#remember();
    this.set(field, rows);
  }

  /* The same for good. */
  set(field, rows) {
    this.#field = [...field];
    this.#rows = rows;
    this.#show();
  }

  undo() {
    const before = this.#past.pop();
    if (before) this.set(before.field, before.rows);
  }
}
