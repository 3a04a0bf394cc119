/* A film as a GIF. */
import { GIFEncoder } from "gifenc";

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
  const { width, height, palette } = engine.setLook(look);
  const transparent = palette.length;
  const gif = GIFEncoder();
  const before = new Uint8Array(width * height).fill(transparent);
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    gif.writeFrame(onlyChanges(engine.drawIndices(frame), before, transparent), width, height, {
      palette: frame === 0 ? [...palette, [0, 0, 0]] : null,
      transparent: true,
      transparentIndex: transparent,
      delay: 10 * (starts[frame + 1] - starts[frame]),
      dispose: 1,
    });
  }
  gif.finish();
  return gif.bytes();
}
