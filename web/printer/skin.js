/* The fields of a skin: a picture in which squares are drawn. */
import { setSkin } from "./controls.js";
import { find } from "./dom.js";
import { connectFile } from "./intake/intake.js";
import { readable } from "./intake/svg.js";

/* `page` has changeLook() and showLook(). */
export function connectSkin(page, jobs, refuse) {
  async function take(file) {
    try {
      setSkin(file === null ? null : await jobs.start({ job: "read", image: await readable(file) }).result);
      page.changeLook(() => {
        setSkin(null);
        page.showLook();
      });
    } catch (error) {
      refuse(error);
    }
  }
  connectFile("skin", take);
  find("no-skin").addEventListener("click", () => take(null));
}
