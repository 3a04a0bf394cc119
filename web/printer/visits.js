/* The pictures that the visitor has had: one for each step of the browser's history, with the editor as a step of its
   own. */
const MOST_KEPT = 30;

export class Visits {
  #page;
  #kept = new Map(); /* of pictures that were left, by the names of their visits */
  #name = "";
  #count = 0;

  /* `page` has leave(), which gives what enter(kept) takes to come back; open(), which opens the address; and
     draw(isOpen), which opens or closes the editor. */
  constructor(page) {
    this.#page = page;
    addEventListener("popstate", ({ state }) => this.#go(state));
    addEventListener("hashchange", () => {
      if (history.state === null || (history.state.visit !== this.#name && !this.#kept.has(history.state.visit))) page.open();
    });
  }

  #state(editor) {
    return { visit: this.#name, editor };
  }

  #keep() {
    if (this.#name === "") return;
    this.#kept.set(this.#name, this.#page.leave());
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  /* A new picture comes: a step of its own, unless it has its address already, or was drawn in a step. */
  begin(isStep) {
    const isNew = isStep && this.#name !== "" && !history.state?.editor;
    this.#keep();
    this.#name = `${performance.timeOrigin}+${++this.#count}`;
    if (isNew) history.pushState(this.#state(false), "");
    else history.replaceState(this.#state(false), "");
  }

  /* Gives the picture its address. */
  write(address) {
    history.replaceState(this.#state(history.state?.editor === true), "", address);
  }

  /* Opens the editor, in a step of its own, unless it was open when the page was loaded anew. */
  beginDrawing(isStep) {
    if (isStep) history.pushState(this.#state(true), "");
    else history.replaceState(this.#state(true), "");
    this.#page.draw(true);
  }

  /* The editor is closed: the step before it is the current one. */
  endDrawing() {
    if (history.state?.editor) history.back();
  }

  #go(state) {
    if (state === null) return; /* an address that was typed */
    const kept = this.#kept.get(state.visit);
    if (state.visit !== this.#name && kept !== undefined) {
      this.#keep();
      this.#name = state.visit;
      this.#page.enter(kept);
    }
    this.#page.draw(state.editor === true);
  }
}
