/* Why something cannot be done, beside the sprite, with buttons that mend it. */
import { find } from "./dom.js";

export class Refusal {
  #mend;

  /* `mend` is called with the fields of the mend that is chosen, as mendsFor gives them, or with null for the
     usual settings. */
  constructor(mend) {
    this.#mend = mend;
    find("mend").addEventListener("click", () => mend(null));
  }

  /* Says what is wrong. `hasUsual` offers the usual settings, too. */
  show(message, mends = [], hasUsual = false) {
    const box = find("refusal");
    box.firstChild.textContent = message;
    find("mends").replaceChildren(...mends.map(({ label, fields }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", () => this.#mend(fields));
      return button;
    }));
    find("mend").hidden = !hasUsual;
    box.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }

  hide() {
    find("refusal").hidden = true;
  }
}
