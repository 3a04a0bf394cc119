/* Frames of videos as Y'CbCr 4:2:0 of BT.709 in the limited range, which players expect, as the program makes them;
   browsers convert in different ways. */
const RED = 0.2126, GREEN = 0.7152, BLUE = 0.0722; /* the weights of luma */

export const BT709 = Object.freeze({ primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false });

/* The nearest whole number; halves away from 0. */
const nearest = (number) => Math.sign(number) * Math.floor(Math.abs(number) + 0.5);

function convert([red, green, blue]) {
  const luma = RED * red + GREEN * green + BLUE * blue;
  return [16 + nearest(219 * luma / 255), 128 + nearest(224 * (blue - luma) / (2 * (1 - BLUE) * 255)),
    128 + nearest(224 * (red - luma) / (2 * (1 - RED) * 255))];
}

/* Mixes blocks of two by two pixels, whose colour lies at the left ones, between the rows. */
function mixBlocks(plane, indices, width, values) {
  for (let at = 0, row = 0; at < plane.length; row += 2 * width)
    for (let upper = row; upper < row + width; upper += 2) {
      const lower = upper + width, left = upper > row ? 1 : 0; /* at the left edge the pixel itself */
      plane[at++] = (values[indices[upper - left]] + 2 * values[indices[upper]] + values[indices[upper + 1]] +
        values[indices[lower - left]] + 2 * values[indices[lower]] + values[indices[lower + 1]] + 4) >> 3;
    }
}

/* The planes of a frame, whose width and height are even, from indices into a palette. */
export function planesOf(indices, { width, height, palette }) {
  const [luma, blue, red] = [0, 1, 2].map((part) => Uint8Array.from(palette, (color) => convert(color)[part]));
  const size = width * height, planes = new Uint8Array(1.5 * size);
  for (let i = 0; i < size; i++) planes[i] = luma[indices[i]];
  mixBlocks(planes.subarray(size, 1.25 * size), indices, width, blue);
  mixBlocks(planes.subarray(1.25 * size), indices, width, red);
  return planes;
}

/* The planes of what is clear in such a frame, the first colour of its palette: its luma is the alpha. */
export function alphaOf(indices) {
  const planes = new Uint8Array(1.5 * indices.length).fill(128);
  for (let i = 0; i < indices.length; i++) planes[i] = indices[i] === 0 ? 0 : 255;
  return planes;
}
