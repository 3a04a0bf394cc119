/* The fields that choose one of the frames of an animation or of the tiles of a sheet, or all of them. */
import { find } from "../dom.js";

const LEAST_CELL = 48; /* pixels of a tile in the grid */
const ROOM = 220; /* CSS pixels for its height */

export class Frames {
  /* How many there are, and for a sheet { tile: { width, height }, width }: pixels of a tile and of the sheet. */
  count = 1;
  sheet = null;
  #bitmap; /* the sheet, small */

  /* `changed` is called when others are chosen. */
  constructor(changed) {
    for (const id of ["frame", "all-frames", "whole-sheet"])
      find(id).addEventListener("change", ({ target }) => {
        if (target.checked) find(id === "all-frames" ? "whole-sheet" : "all-frames").checked = false;
        this.show();
        if (this.chosen !== null) changed();
      });
    find("sheet").addEventListener("click", ({ target, offsetX, offsetY }) => {
      const { columns, rows } = this.#grid;
      const [x, y] = [offsetX * columns / target.clientWidth, offsetY * rows / target.clientHeight].map(Math.floor);
      find("frame").value = 1 + Math.min(columns - 1, x) + columns * Math.min(rows - 1, y);
      find("whole-sheet").checked = false;
      this.chooseOne();
    });
  }

  get #grid() {
    const columns = Math.floor(this.sheet.width / this.sheet.tile.width);
    return { columns, rows: this.count / columns };
  }

  /* True if all frames are printed. */
  get isAll() {
    return this.count > 1 && find("all-frames").checked;
  }

  /* Goes back to one frame. */
  chooseOne() {
    find("all-frames").checked = false;
    find("all-frames").dispatchEvent(new Event("change"));
  }

  /* Offers so many frames, or tiles; the first of them is chosen, or number `one`. */
  offer(count, sheet = null, one = 1) {
    Object.assign(this, { count, sheet });
    find("frames").hidden = count === 1;
    find("frame").max = count;
    find("frame").value = one;
    for (const id of ["all-frames", "whole-sheet"]) find(id).checked = false;
    for (const part of [find("sheet"), find("whole-sheet").parentElement]) part.hidden = sheet === null;
    find("frame-name").textContent = sheet === null ? "Frame" : "Tile";
    find("frame-count").textContent = `of ${count}`;
    this.show();
  }

  /* Shows what is chosen; of a sheet whose picture is given, or the same as before. */
  show(bitmap = this.#bitmap) {
    this.#bitmap = bitmap;
    const isOne = !this.isAll && this.chosen !== "whole";
    find("frame").disabled = !isOne;
    if (this.sheet === null || !bitmap) return;
    const canvas = find("sheet"), context = canvas.getContext("2d");
    const { columns, rows } = this.#grid;
    const { width, height } = this.sheet.tile, scale = Math.max(1, LEAST_CELL / Math.max(width, height));
    const all = [columns * width, rows * height];
    const outline = (i) => context.strokeRect(i % columns * width, Math.floor(i / columns) * height, width, height);
    Object.assign(canvas, { width: all[0] * scale, height: all[1] * scale });
    canvas.style.width = `min(100%, ${ROOM * canvas.width / canvas.height}px)`;
    context.scale(scale, scale);
    context.lineWidth = 1 / scale;
    context.imageSmoothingEnabled = false;
    const large = this.sheet.width / bitmap.width;
    context.drawImage(bitmap, 0, 0, bitmap.width * large, bitmap.height * large);
    context.strokeStyle = "#80808080";
    for (let i = 0; i < this.count; i++) outline(i);
    const { chosen } = this;
    context.strokeStyle = getComputedStyle(canvas).getPropertyValue("--accent");
    context.lineWidth = Math.max(3 / scale, width / 8);
    if (isOne && chosen !== null) outline(chosen);
    else if (!isOne) context.strokeRect(0, 0, ...all);
  }

  /* The number of the frame or tile from 0, "all" of them as frames, or "whole", the sheet as one picture; null where the
     field has no number of one. */
  get chosen() {
    if (this.isAll) return "all";
    if (this.sheet !== null && find("whole-sheet").checked) return "whole";
    const number = Math.round(find("frame").valueAsNumber);
    return number >= 1 && number <= this.count ? number - 1 : null;
  }

  /* The width and height of a tile; null: there are none. */
  get tile() {
    return this.sheet?.tile ?? null;
  }
}
