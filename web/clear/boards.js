/* Boards on canvases. */
import { COLORS, squaresOf } from "./pieces.js";

const SMALL = 11; /* pixels of a square of a solution */

/* Makes a canvas of so many CSS pixels sharp on this screen; its context, scaled. */
function sharpen(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  return context;
}

function ground(context, columns, rows, size) {
  context.fillStyle = "#161822";
  context.fillRect(0, 0, columns * size, rows * size);
  context.fillStyle = "#262a3a";
  for (let x = 1; x < columns; x++) context.fillRect(x * size, 0, 0.5, rows * size);
  for (let y = 1; y < rows; y++) context.fillRect(0, y * size, columns * size, 0.5);
}

/* Draws rows from the floor, each an array of marks: "" for an empty square, else the letter of its
   piece, and perhaps more. Between different marks there is a line. `light` are squares that stand
   out. */
export function drawRows(canvas, rows, size, light = []) {
  const columns = rows[0].length;
  const context = sharpen(canvas, columns * size, rows.length * size);
  ground(context, columns, rows.length, size);
  const edge = Math.max(0.5, size / 24);
  rows.forEach((row, y) => row.forEach((mark, x) => {
    if (mark === "") return;
    const left = x * size, top = (rows.length - 1 - y) * size;
    const differs = (dx, dy) => rows[y + dy]?.[x + dx] !== mark;
    context.fillStyle = COLORS[mark[0]];
    context.fillRect(left, top, size, size);
    context.fillStyle = "rgba(0, 0, 0, 0.6)";
    if (differs(-1, 0)) context.fillRect(left, top, edge, size);
    if (differs(1, 0)) context.fillRect(left + size - edge, top, edge, size);
    if (differs(0, -1)) context.fillRect(left, top + size - edge, size, edge);
    if (differs(0, 1)) context.fillRect(left, top, size, edge);
  }));
  context.fillStyle = "rgba(255, 255, 255, 0.6)";
  for (const [x, y] of light)
    context.fillRect((x + 0.36) * size, (rows.length - 1 - y + 0.36) * size, size * 0.28, size * 0.28);
}

/* Draws a solution of a board of 10 columns. */
function drawSolution(canvas, { squares, drops }, size) {
  const marks = ["X"];
  for (const { number, piece } of drops) marks[number] = piece + number;
  drawRows(canvas, Array.from({ length: squares.length / 10 }, (_, y) =>
    Array.from(squares.subarray(10 * y, 10 * y + 10), (number) => marks[number])), size);
}

/* A solution as an item of a list, with a button that opens it. */
export function makeBoard(solution, place, words, open) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  drawSolution(canvas, solution, SMALL);
  const label = document.createElement("span");
  label.textContent = words;
  button.setAttribute("aria-label", `Solution ${place}, ${words}`);
  button.append(canvas, label);
  button.addEventListener("click", open);
  item.append(button);
  return item;
}

/* Draws a piece. */
export function drawIcon(canvas, piece, size) {
  const squares = squaresOf(piece);
  const width = Math.max(...squares.map(([x]) => x)) + 1;
  const height = Math.max(...squares.map(([, y]) => y)) + 1;
  const context = sharpen(canvas, width * size, height * size);
  context.fillStyle = COLORS[piece];
  for (const [x, y] of squares) context.fillRect(x * size + 0.5, (height - 1 - y) * size + 0.5, size - 1, size - 1);
}
