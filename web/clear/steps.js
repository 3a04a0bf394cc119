/* The dialog that steps through a solution, piece by piece. */
import { packText } from "../packed.js";
import { save } from "../printer/download.js";
import { drawIcon, drawRows } from "./boards.js";
import { drop } from "./pieces.js";
import { WIDTH } from "./question.js";

const KEYS = {
  "left": ["←", "left"], "right": ["→", "right"], "clockwise": ["↻", "turn clockwise"],
  "anticlockwise": ["↺", "turn anticlockwise"], "half-turn": ["⟳", "half turn"],
  "soft-drop": ["↓", "down"], "hard-drop": ["⤓", "drop"], "hold": ["Hold", "hold"],
};

const find = (id) => document.getElementById(`steps-${id}`);

/* Keys as [key, times]. */
function countKeys(keys) {
  const runs = [];
  for (const key of keys) {
    if (runs.at(-1)?.[0] === key) runs.at(-1)[1]++;
    else runs.push([key, 1]);
  }
  return runs;
}

function makeKey([key, times]) {
  const shown = document.createElement("kbd");
  shown.textContent = KEYS[key][0] + (times > 1 ? ` ×${times}` : "");
  shown.setAttribute("aria-hidden", "true");
  return shown;
}

const sayKeys = (keys) => countKeys(keys)
  .map(([key, times]) => KEYS[key][1] + (times > 1 ? ` ${times} times` : "")).join(", ");

export class Steps {
  #dialog = document.getElementById("steps");
  #asker;
  #copy;
  #number;
  #boards = [];
  #drops = [];
  #at = 0;
  #plan = {};

  /* `copy` puts a text into the clipboard. */
  constructor(copy) {
    this.#copy = copy;
    const go = { first: () => 0, back: () => this.#at - 1, on: () => this.#at + 1,
      last: () => this.#drops.length - 1 };
    for (const [name, next] of Object.entries(go))
      find(name).addEventListener("click", () => this.#go(next()));
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    this.#dialog.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.target.closest("select")) return;
      event.preventDefault();
      this.#go(go[keys[event.key]]());
    });
    find("close").addEventListener("click", () => this.#dialog.close());
    find("queue").addEventListener("change", ({ target }) => this.#load(Number(target.value)));
    find("fumen").addEventListener("click", () => this.#copy(this.#plan.fumen, "The fumen"));
    find("save").addEventListener("click", () =>
      save("perfect-clear.drops", "text/plain", this.#plan.text));
  }

  /* Opens a solution by its number among the answers of an Asker to a question. */
  async open(asker, number, title, question) {
    this.#asker = asker;
    this.#number = number;
    this.question = question;
    find("title").textContent = title;
    await this.#load();
    if (!this.#dialog.open) this.#dialog.showModal();
    find("on").focus({ preventScroll: true });
  }

  async #load(queue) {
    const plan = await this.#asker.more({ steps: { number: this.#number, queue } });
    this.#plan = plan;
    this.#drops = plan.drops;
    this.#play();
    this.#showQueues(plan);
    find("list").replaceChildren(...plan.drops.map((one, i) => this.#makeStep(one, i)));
    this.#go(0);
    find("film").hidden = find("save").hidden = plan.text === null;
    if (plan.text !== null) find("film").href = `dropforge.html#plan=${await packText(plan.text)}&hud=1`;
    this.#dialog.dataset.queue = plan.queue;
  }

  /* The boards with each piece in its place. */
  #play() {
    const { field, rows } = this.question;
    let board = field.slice(0, rows).map((bits) =>
      Array.from({ length: WIDTH }, (_, x) => ((bits >> x) & 1 ? "X" : "")));
    this.#boards = this.#drops.map((one, i) => {
      const made = drop(board, one, `${one.piece}${i}`);
      board = made.after;
      return made;
    });
  }

  #showQueues({ queue, builders, builderCount }) {
    const options = builders.map(({ queue: number, name }) => new Option(name, number, false, number === queue));
    if (builderCount > builders.length) {
      options.push(new Option(`… ${builderCount - builders.length} more`));
      options.at(-1).disabled = true;
    }
    find("queue").replaceChildren(...options);
    find("queue").disabled = builders.length < 2;
  }

  #makeStep({ piece, keys }, i) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const icon = document.createElement("canvas");
    drawIcon(icon, piece, 8);
    icon.setAttribute("aria-hidden", "true");
    const shown = document.createElement("span");
    shown.className = "keys";
    shown.append(...countKeys(keys).map(makeKey));
    button.append(icon, shown);
    button.setAttribute("aria-label", `${piece}: ${sayKeys(keys)}`);
    button.addEventListener("click", () => this.#go(i));
    item.append(button);
    return item;
  }

  #go(to) {
    this.#at = Math.max(0, Math.min(this.#drops.length - 1, to));
    const { placed, squares } = this.#boards[this.#at];
    const { piece, keys } = this.#drops[this.#at];
    const size = Math.max(16, Math.min(36, Math.floor((Math.min(window.innerWidth, 560) - 72) / WIDTH)));
    drawRows(find("board"), placed, size, squares);
    find("board").setAttribute("aria-label", `The field with piece ${this.#at + 1}, ${piece}`);
    find("place").textContent = `${this.#at + 1} of ${this.#drops.length}: ${piece}${keys[0] === "hold" ? " after hold" : ""}`;
    for (const name of ["first", "back"]) find(name).disabled = this.#at === 0;
    for (const name of ["on", "last"]) find(name).disabled = this.#at === this.#drops.length - 1;
    [...find("list").children].forEach((item, i) => {
      if (i === this.#at) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
  }
}
