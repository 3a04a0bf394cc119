/* A film as a GIF. */
import { GIFEncoder } from "gifenc/dist/gifenc.esm.js"; /* of which unused parts are left out */
import { GIF_SIDE } from "../../npm/film.js";
import { sizedFor } from "./video_size.js";

const BACKGROUND = 0; /* of the palette of a film */
const MOST_COLORS = 256;

/* Squares that stay as they are become transparent: they cost next to nothing then. */
function onlyChanges(indices, before, transparent) {
  const changes = new Uint8Array(indices.length);
  for (let i = 0; i < indices.length; i++)
    changes[i] = indices[i] === before[i] ? transparent : indices[i];
  before.set(indices);
  return changes;
}

export function encodeGif(engine, { look, film }, tell) {
  const { starts, drops } = engine.openFilm(film);
  const { width, height, palette } = engine.setLook(sizedFor(GIF_SIDE, look));
  const isClear = look.background === "none"; /* each frame takes the place of the one before */
  const isWhole = isClear || palette.length === MOST_COLORS;
  const colors = isWhole ? palette : [...palette, [0, 0, 0]];
  const transparent = isClear ? BACKGROUND : palette.length;
  const plays = film.framesOnly ? engine.plays : 0; /* 0: for ever */
  const repeat = plays === 1 ? -1 : Math.max(0, plays - 1);
  const gif = GIFEncoder();
  const before = new Uint8Array(width * height).fill(transparent);
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    const indices = engine.drawIndices(frame);
    gif.writeFrame(isWhole ? indices : onlyChanges(indices, before, transparent), width, height, {
      palette: frame === 0 ? colors : null,
      transparent: isClear || !isWhole,
      transparentIndex: transparent,
      delay: 10 * (starts[frame + 1] - starts[frame]),
      dispose: isClear ? 2 : 1,
      repeat,
    });
  }
  gif.finish();
  return gif.bytes();
}
