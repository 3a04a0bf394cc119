/* The playfield and the pieces beside it, on canvases. The middle of each square has the very
   colour of its piece, and nothing else has anything there. */

import { MARK } from "./game.js";

const NO_PIECE = "#7d859c"; /* squares that were there at first */
const EDGE = 8; /* a square has edges a so-manieth of it wide */

/* The colours of what is no piece: from the style sheet. */
function colorsOf(canvas) {
  const style = getComputedStyle(canvas);
  const read = (name) => style.getPropertyValue(name).trim();
  return { ground: read("--stage"), grid: read("--grid"), flash: read("--flash"), hint: read("--text") };
}

function square(context, x, y, size, color) {
  context.fillStyle = color;
  context.fillRect(x, y, size, size);
  const edge = Math.floor(size / EDGE);
  if (edge === 0) return;
  context.fillStyle = "rgba(255, 255, 255, 0.35)";
  context.fillRect(x, y, size, edge);
  context.fillRect(x, y + edge, edge, size - edge);
  context.fillStyle = "rgba(0, 0, 0, 0.35)";
  context.fillRect(x, y + size - edge, size, edge);
  context.fillRect(x + size - edge, y, edge, size - edge);
}

/* Calls `each` with the column and row of every square of a piece; rows from its bottom. */
function eachSquare(look, each) {
  look.rows.forEach((row, y) => {
    for (let x = 0; x < look.width; x++) if ((row >>> x) & 1) each(x, y);
  });
}

function drawGrid(context, view, size, colors) {
  const { width, height } = context.canvas;
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, width, height);
  if (size < 6) return;
  const above = view.rows - view.height;
  context.fillStyle = colors.grid;
  for (let x = 1; x < view.width; x++) context.fillRect(x * size, above * size, 1, height);
  for (let y = above; y < view.rows; y++) context.fillRect(0, y * size, width, 1);
}

function drawSquares(context, game, view, size, before) {
  const all = game.squares(view.width * view.rows, before).slice();
  all.forEach((value, i) => {
    if (value === 0) return;
    const x = i % view.width, y = Math.floor(i / view.width);
    const color = value > view.kinds ? NO_PIECE : game.look(value - 1).color;
    square(context, x * size, (view.rows - 1 - y) * size, size, color);
  });
}

/* What of the picture is missing, and which rows have to clear: the squares that are wrong are crossed out. */
function drawTarget(context, game, view, size, colors, { picture }) {
  const [marks, wanted] = game.marks(view.width * view.rows);
  const line = Math.max(1, Math.floor(size / EDGE));
  marks.forEach((mark, i) => {
    const x = (i % view.width) * size, y = (view.rows - 1 - Math.floor(i / view.width)) * size;
    if (mark === MARK.wanted) {
      context.globalAlpha = 0.3;
      context.fillStyle = picture.colors[wanted[i] - 1];
      context.fillRect(x, y, size, size);
      context.globalAlpha = 0.14;
      context.fillStyle = colors.hint; /* light colours are to be seen on a light ground */
      context.fillRect(x, y, size, 1);
      context.fillRect(x, y, 1, size);
      context.globalAlpha = 1;
    } else if (mark === MARK.gap) {
      context.fillStyle = "rgba(217, 60, 60, 0.16)";
      context.fillRect(x, y, size, size);
    } else if (mark === MARK.wrong) {
      context.strokeStyle = "rgba(0, 0, 0, 0.65)";
      context.lineWidth = line;
      context.beginPath();
      context.moveTo(x + line, y + line);
      context.lineTo(x + size - line, y + size - line);
      context.moveTo(x + size - line, y + line);
      context.lineTo(x + line, y + size - line);
      context.stroke();
    }
  });
}

/* Where the printer would drop the piece. */
function drawHint(context, game, { piece, orientation, x, y }, size, colors, height) {
  const look = game.look(piece, orientation);
  context.globalAlpha = 0.55;
  drawPiece(context, look, x, y, size, height);
  context.globalAlpha = 1;
  drawGhost(context, { ...look, color: colors.hint }, x, y, size, height);
}

function drawPiece(context, look, left, bottom, size, height) {
  eachSquare(look, (x, y) =>
    square(context, (left + x) * size, (height - 1 - bottom - y) * size, size, look.color));
}

/* Where the piece would come to rest: its outline. */
function drawGhost(context, look, left, bottom, size, height) {
  const full = (x, y) => x >= 0 && y >= 0 && y < look.height && (look.rows[y] >>> x) & 1;
  const line = Math.max(1, Math.floor(size / EDGE));
  context.fillStyle = look.color;
  eachSquare(look, (x, y) => {
    const px = (left + x) * size, py = (height - 1 - bottom - y) * size;
    if (!full(x - 1, y)) context.fillRect(px, py, line, size);
    if (!full(x + 1, y)) context.fillRect(px + size - line, py, line, size);
    if (!full(x, y + 1)) context.fillRect(px, py, size, line);
    if (!full(x, y - 1)) context.fillRect(px, py + size - line, size, line);
    /* Where two lines of neighbours meet. */
    for (const [dx, dy] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      if (full(x + dx, y + dy)) continue;
      context.fillRect(px + (dx < 0 ? 0 : size - line), py + (dy > 0 ? 0 : size - line), line, line);
    }
  });
}

/* Rows that are being cleared: the playfield before, the piece, and a veil over them. */
function drawClear(context, game, view, size, colors) {
  drawSquares(context, game, view, size, true);
  const look = game.look(view.lastPiece, view.lastOrientation);
  drawPiece(context, look, view.lastX, view.lastY, size, view.rows);
  context.fillStyle = colors.flash;
  for (let i = 0; i < look.height; i++) {
    if ((view.lastCleared >>> i) & 1)
      context.fillRect(0, (view.rows - 1 - view.lastY - i) * size, context.canvas.width, size);
  }
}

/* Draws the playfield and the rows in which pieces are spawned; the canvas is as large as it by `size` pixels a square. */
export function drawBoard(canvas, game, view, { size, ghost, clearing, drawing }) {
  const context = canvas.getContext("2d");
  const colors = colorsOf(canvas);
  drawGrid(context, view, size, colors);
  if (clearing) return drawClear(context, game, view, size, colors);
  drawSquares(context, game, view, size, false);
  if (drawing) drawTarget(context, game, view, size, colors, drawing);
  if (drawing?.hint) drawHint(context, game, drawing.hint, size, colors, view.rows);
  if (view.piece < 0) return;
  const look = game.look(view.piece, view.orientation);
  if (ghost && view.ghost < view.y)
    drawGhost(context, look, view.x, view.ghost, size, view.rows);
  drawPiece(context, look, view.x, view.y, size, view.rows);
}

/* Makes a canvas so large in pixels of the screen as the style has it in its own. */
export function fitCanvas(canvas) {
  const scale = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * scale));
  const height = Math.max(1, Math.round(canvas.clientHeight * scale));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/* Draws pieces one below the other, or beside each other where the canvas is wider than high,
   all of the same scale. `most` is how many squares any piece is long. */
export function drawPieces(canvas, looks, { places, most, faded }) {
  fitCanvas(canvas);
  const context = canvas.getContext("2d");
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const flat = width > height && places > 1;
  const room = { width: flat ? width / places : width, height: flat ? height : height / places };
  const widest = Math.max(most, ...looks.map((look) => look.width));
  const highest = Math.max(2, ...looks.map((look) => look.height));
  const fits = Math.min((room.width * 0.9) / widest, (room.height * 0.8) / highest);
  const size = Math.max(1, Math.floor(fits));
  context.globalAlpha = faded ? 0.35 : 1;
  looks.forEach((look, i) => {
    const x = (flat ? i : 0) * room.width + (room.width - look.width * size) / 2;
    const y = (flat ? 0 : i) * room.height + (room.height - look.height * size) / 2;
    eachSquare(look, (column, row) =>
      square(context, Math.round(x) + column * size,
        Math.round(y) + (look.height - 1 - row) * size, size, look.color));
  });
  context.globalAlpha = 1;
}
