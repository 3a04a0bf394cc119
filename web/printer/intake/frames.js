/* The fields that choose one of the frames of an animation, or all of them. */
import { find } from "../dom.js";

export class Frames {
  /* How many frames there are. */
  count = 1;

  /* `changed` is called when others are chosen. */
  constructor(changed) {
    for (const id of ["frame", "all-frames"])
      find(id).addEventListener("change", () => {
        find("frame").disabled = this.isAll;
        if (this.chosen !== null) changed();
      });
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

  /* Offers so many frames; the first of them is chosen. */
  offer(count) {
    this.count = count;
    find("frames").hidden = count === 1;
    find("frame").max = count;
    find("frame").value = 1;
    find("frame").disabled = false;
    find("all-frames").checked = false;
    find("frame-count").textContent = `of ${count}`;
  }

  /* The number of the frame from 0, or "all"; null where the field has no number of one. */
  get chosen() {
    if (this.isAll) return "all";
    const number = Math.round(find("frame").valueAsNumber);
    return number >= 1 && number <= this.count ? number - 1 : null;
  }
}
