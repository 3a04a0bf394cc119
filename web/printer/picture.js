/* Pictures and pixels. Pixels are { width, height, rgba }; a picture is
   { width, height, colors, cells }: colours as '#rrggbb', cells 0 for clear or 1 + the colour,
   rows from the top. */

export function readColor(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function writeColor(red, green, blue) {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0")}`;
}

export function pixelsOf({ width, height, colors, cells }) {
  const rgba = new Uint8Array(4 * width * height);
  const inks = colors.map(readColor);
  cells.forEach((cell, i) => {
    if (cell > 0) rgba.set([...inks[cell - 1], 255], 4 * i);
  });
  return { width, height, rgba };
}

/* A picture of rows of letters, and the colours of the letters; all others are clear. */
export function pictureOf(rows, inks) {
  const letters = Object.keys(inks);
  return {
    width: rows[0].length,
    height: rows.length,
    colors: Object.values(inks),
    cells: Uint8Array.from(rows.join(""), (letter) => 1 + letters.indexOf(letter)),
  };
}

/* True of single pictures with the same squares. */
export function isSamePicture(one, other) {
  return one.frames === undefined && other.frames === undefined && one.width === other.width && one.height === other.height &&
    one.colors.join() === other.colors.join() &&
    one.cells.every((cell, i) => cell === other.cells[i]);
}

export function squareCount({ cells }) {
  return cells.reduce((count, cell) => count + (cell > 0), 0);
}

/* Draws pixels on a canvas of their size. */
export function paint(canvas, { width, height, rgba }) {
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(new Uint8ClampedArray(rgba), width, height);
  canvas.getContext("2d").putImageData(image, 0, 0);
}
