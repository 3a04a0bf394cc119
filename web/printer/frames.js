/* The frames of an animation that was opened, and the field that chooses one. */
import { find } from "./dom.js";

export class Frames {
  #image = null; /* as openImage gives it; null: there is one picture alone */

  /* `taken` gets the pixels of each frame that is chosen, `refuse` errors. */
  constructor(taken, refuse) {
    find("frame").addEventListener("change", () => this.#read().then(taken).catch(refuse));
  }

  offer(image) {
    this.#image = image;
    find("frames").hidden = false;
    find("frame").max = image.count;
    find("frame").value = 1;
    find("frame-count").textContent = `of ${image.count}`;
  }

  forget() {
    this.#image?.close();
    this.#image = null;
    find("frames").hidden = true;
  }

  get #chosen() {
    return Math.round(find("frame").valueAsNumber);
  }

  /* The pixels of the frame that the field says; null where there is none, or another is wanted. */
  async #read() {
    const image = this.#image;
    const number = this.#chosen;
    if (image === null || !(number >= 1 && number <= image.count)) return null;
    const pixels = await image.read(number - 1);
    return image === this.#image && number === this.#chosen ? pixels : null;
  }
}
