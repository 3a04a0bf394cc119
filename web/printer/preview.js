/* The sprite as it is printed, small, and words about it. */
import { find } from "./dom.js";
import { paint, pixelsOf } from "./picture.js";
import { phone } from "./screens.js";

/* CSS pixels */
const ROOM = { width: 96, height: 128 };
const ROOM_ON_PHONE = { width: 72, height: 56 };
const CLEAR = { width: 1, height: 1, rgba: new Uint8ClampedArray(4) };

function show(pixels, label, about) {
  const { width, height } = pixels;
  const preview = find("preview");
  if (pixels.rgba !== undefined) paint(preview, pixels);
  const room = phone.matches ? ROOM_ON_PHONE : ROOM;
  preview.style.width = `${width * Math.min(room.width / width, room.height / height)}px`;
  preview.setAttribute("aria-label", label);
  find("about").textContent = about;
}

/* Shows a picture that is made of an image of this name. */
export function showPreview(name, picture) {
  const { width, height, colors, prepared, frames } = picture;
  const count = colors.length === 1 ? "1\u00a0colour" : `${colors.length}\u00a0colours`;
  const done = prepared === "" ? "" : `: ${prepared}`;
  const all = frames === undefined ? "" : `, ${frames}\u00a0frames`;
  show(pixelsOf(picture), `${name}: ${width} by ${height} squares, ${count}${all}`,
    `${name}, ${width} × ${height}, ${count}${all}${done}`);
}

/* Says that an image is being read. */
export function showReading(name) {
  find("about").textContent = `Reading ${name} …`;
}

let last; /* the image that was read last, small */

/* That image. */
export const lastImage = () => last;

/* Shows an image that has been read, and takes it. */
export function showBitmap(name, bitmap) {
  const { width, height } = bitmap;
  const preview = find("preview");
  [preview.width, preview.height] = [width, height];
  preview.getContext("2d").drawImage(bitmap, 0, 0);
  last = bitmap;
  show({ width, height }, `${name}, not yet prepared`, `Preparing ${name} …`);
}

/* Shows an image of which no picture could be made: its pixels where it has any here, else it is shown already. */
export function showImage(name, { width, height, rgba }) {
  show({ width, height, rgba },
    `${name}: ${width} by ${height} pixels, which cannot be printed`, `${name}, ${width} × ${height} pixels`);
}

/* Shows that there is no sprite; `about` is what there is instead. */
export function showNoSprite(about) {
  show(CLEAR, "no sprite", about);
}
