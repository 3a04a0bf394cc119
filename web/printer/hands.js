/* The pieces in hold and those that come next, beside the playfield of a plan with dealt pieces. */
import { PIECE_COLORS } from "names.js";
import { squaresOf } from "../clear/pieces.js";
import { find } from "./dom.js";

const MOST_NEXT = 5;
const SQUARE = 10; /* CSS pixels */
const ROWS = 3; /* for a piece */
const COLUMNS = 4;
const NO_COLOR = "#8a90a0"; /* pieces without one, beside some with */

function drawPieces(canvas, letters, colors, places) {
  const density = window.devicePixelRatio || 1;
  const unit = Math.round(SQUARE * density);
  canvas.width = COLUMNS * unit;
  canvas.height = ROWS * unit * places;
  canvas.style.width = `${canvas.width / density}px`;
  canvas.style.height = `${canvas.height / density}px`;
  const context = canvas.getContext("2d");
  letters.forEach((letter, i) => {
    const squares = squaresOf(letter);
    const [width, height] = [0, 1].map((axis) => 1 + Math.max(...squares.map((square) => square[axis])));
    const left = ((COLUMNS - width) / 2) * unit;
    const bottom = (i * ROWS + (ROWS + height) / 2) * unit;
    context.fillStyle = colors[letter] ?? NO_COLOR;
    for (const [x, y] of squares)
      context.fillRect(left + x * unit, bottom - (y + 1) * unit, unit - 1, unit - 1);
  });
}

export class Hands {
  #deal = null;
  #colors = {};
  #shown = "";

  /* Takes a deal as readDeal has it, or null, and the colours of its pieces. */
  load(deal, colors) {
    this.#deal = deal;
    this.#colors = Object.keys(colors).length > 0 ? colors : PIECE_COLORS;
    this.#shown = "";
    for (const part of ["hold", "next"]) find(part).hidden = deal === null;
    if (deal === null) return;
    find("hold").hidden = !deal.hold;
    find("next").hidden = this.#seen === 0;
    this.show(0); /* so that they are as wide as they will be */
  }

  get #seen() {
    const { preview } = this.#deal;
    return preview === "all" ? MOST_NEXT : Math.min(preview, MOST_NEXT);
  }

  /* Shows them while drop number `drop` falls; before the first one, the pieces that are to come. */
  show(drop) {
    if (this.#deal === null) return;
    const { held, taken } = drop === 0 ? { held: null, taken: 0 } : this.#deal.hands[drop - 1];
    const next = [...this.#deal.queue.slice(taken, taken + this.#seen)];
    const wanted = `${held} ${next.join("")}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#draw("hold", "Hold", held === null ? [] : [held], 1);
    this.#draw("next", "Next", next, this.#seen);
  }

  #draw(part, title, letters, places) {
    const canvas = find(part).querySelector("canvas");
    if (places > 0) drawPieces(canvas, letters, this.#colors, places);
    canvas.setAttribute("aria-label", `${title}: ${letters.join(" ") || "nothing"}`);
  }
}
