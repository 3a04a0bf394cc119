/* The frames of an animation that was opened, and the fields that choose one or all of them. */
import { find } from "../dom.js";

const MOST_PIXELS = 2 ** 26; /* of all frames, for which there is memory */

/* All frames, one below the other. */
async function readAll({ count, read }) {
  const first = await read(0);
  const { width, height, rgba: { length } } = first;
  if (width * height * count > MOST_PIXELS)
    throw new Error(`${count} frames of ${width} × ${height} pixels are too many; scale the animation down`);
  const rgba = new Uint8Array(count * length);
  rgba.set(first.rgba);
  for (let i = 1; i < count; i++) rgba.set((await read(i)).rgba, i * length);
  return { width, height, rgba, frames: count };
}

export class Frames {
  #image = null; /* as openImage gives it; null: there is one picture alone */

  /* `taken` gets the pixels of what is chosen, of all frames with their number as `frames`; `refuse` errors. */
  constructor(taken, refuse) {
    for (const id of ["frame", "all-frames"])
      find(id).addEventListener("change", () => this.#read().then(taken).catch(refuse));
  }

  /* True if all frames are printed. */
  get isAll() {
    return this.#image !== null && find("all-frames").checked;
  }

  /* Goes back to one frame. */
  chooseOne() {
    find("all-frames").checked = false;
    find("all-frames").dispatchEvent(new Event("change"));
  }

  offer(image) {
    this.#image = image;
    find("frames").hidden = false;
    find("frame").max = image.count;
    find("frame").value = 1;
    find("all-frames").checked = false;
    find("frame-count").textContent = `of ${image.count}`;
  }

  /* What was offered, or null. */
  get image() {
    return this.#image;
  }

  forget() {
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
    const isAll = this.isAll;
    find("frame").disabled = isAll;
    if (isAll) {
      const pixels = await readAll(image);
      return image === this.#image && this.isAll ? pixels : null;
    }
    if (image === null || !(number >= 1 && number <= image.count)) return null;
    const pixels = await image.read(number - 1);
    return image === this.#image && number === this.#chosen && !this.isAll ? pixels : null;
  }
}
