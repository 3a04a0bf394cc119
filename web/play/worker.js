/* Makes pictures to draw of image files, so that the page never waits: a job of the Studio in printer/intake. */
import { Library } from "../library.js";
import { readPicture } from "../npm/picture.js";
import { openImage } from "../printer/intake/decode.js";
import { pixelsOf } from "../printer/picture.js";
import { load } from "../wasm.js";
import { makePicture } from "./drawn_game.js";

addEventListener("message", async ({ data: { wasm, image } }) => {
  try {
    const library = await load(wasm, Library);
    const pixels = await (await openImage(image)).read(0);
    const { picture } = makePicture(library, { sample: -1, pixels }, (free, address) => address);
    postMessage({ done: pixelsOf(readPicture(library, picture)) });
  } catch (error) {
    postMessage({ failed: error.told ?? error.message });
  }
});
