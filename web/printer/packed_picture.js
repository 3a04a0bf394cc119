/* A picture as a part of an address: a string of bytes in base64url, a version, the width, the height
   in two bytes, the number of colours, three bytes for each, and the cells in as few bits each as will
   do, rows from the top, low bits first. */
import { fromBase64Url, toBase64Url } from "../packed.js";
import { readColor, writeColor } from "./picture.js";

const VERSION = 1;
const HEAD = 5;
const MOST_WIDTH = 256; /* of the playfield */
const MOST_HEIGHT = 1024;

function bitsFor(colorCount) {
  return Math.ceil(Math.log2(colorCount + 1));
}

export function packPicture({ width, height, colors, cells }) {
  const bits = bitsFor(colors.length);
  const first = HEAD + 3 * colors.length;
  const bytes = new Uint8Array(first + Math.ceil((cells.length * bits) / 8));
  bytes.set([VERSION, width, height & 255, height >> 8, colors.length]);
  colors.forEach((color, i) => bytes.set(readColor(color), HEAD + 3 * i));
  cells.forEach((cell, i) => {
    for (let bit = 0; bit < bits; bit++) {
      const place = i * bits + bit;
      bytes[first + (place >> 3)] |= ((cell >> bit) & 1) << (place & 7);
    }
  });
  return toBase64Url(bytes);
}

/* The picture, or null where the text is none. */
export function unpackPicture(text) {
  let bytes;
  try {
    bytes = fromBase64Url(text);
  } catch {
    return null;
  }
  const [version, width, low, high, count] = bytes;
  const height = low + 256 * high;
  const bits = bitsFor(count);
  const first = HEAD + 3 * count;
  if (version !== VERSION || !(width >= 1 && width < MOST_WIDTH) || !(count >= 1) ||
      !(height >= 1 && height <= MOST_HEIGHT) ||
      bytes.length !== first + Math.ceil((width * height * bits) / 8))
    return null;
  const colors = Array.from({ length: count },
    (_, i) => writeColor(...bytes.subarray(HEAD + 3 * i, HEAD + 3 * i + 3)));
  const cells = new Uint8Array(width * height);
  for (let place = 0; place < cells.length * bits; place++) {
    const bit = (bytes[first + (place >> 3)] >> (place & 7)) & 1;
    cells[Math.floor(place / bits)] |= bit << (place % bits);
  }
  return cells.every((cell) => cell <= count) ? { width, height, colors, cells } : null;
}
