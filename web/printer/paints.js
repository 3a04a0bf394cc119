/* The colours in which a plan shows its pieces, other than those that it was printed with. */
const COLOR_LINE = /^color ([IOTSZJL]) (#[0-9a-f]{6})$/gm;

/* The colours of pieces that a drop list has, by their letters. */
export function colorsOf(text) {
  return Object.fromEntries([...text.matchAll(COLOR_LINE)].map(([, letter, color]) => [letter, color]));
}

/* The drop list with other colours, of those pieces that have one. */
export function paintPlan(text, paints) {
  return text.replace(COLOR_LINE, (line, letter) =>
    (letter in paints ? `color ${letter} ${paints[letter]}` : line));
}

/* As a link has them: "J112233T445566". */
export function writePaints(paints) {
  return Object.entries(paints).map(([letter, color]) => letter + color.slice(1)).join("");
}

/* What a link has; null where it makes no sense. */
export function readPaints(text) {
  if (!/^([IOTSZJL][0-9a-f]{6}){1,7}$/.test(text)) return null;
  return Object.fromEntries([...text.matchAll(/([IOTSZJL])([0-9a-f]{6})/g)]
    .map(([, letter, color]) => [letter, `#${color}`]));
}

/* The fields of the colours. `changed` is called with all colours that differ from the plan's. */
export class Paints {
  #root;
  #printed = {};

  constructor(root, reset, changed) {
    this.#root = root;
    this.reset = reset;
    this.paints = {};
    root.addEventListener("change", ({ target }) => {
      const { letter } = target.dataset;
      this.paints[letter] = target.value;
      if (target.value === this.#printed[letter]) delete this.paints[letter];
      changed();
    });
    reset.addEventListener("click", () => {
      this.paints = {};
      this.show(this.#printed);
      changed();
    });
  }

  /* Shows the pieces of a plan with these colours. */
  show(printed) {
    this.#printed = printed;
    this.reset.disabled = Object.keys(this.paints).length === 0;
    const letters = Object.keys(printed);
    const fields = [...this.#root.querySelectorAll("input")];
    if (fields.map(({ dataset }) => dataset.letter).join() !== letters.join())
      this.#root.replaceChildren(...letters.map((letter) => {
        const label = document.createElement("label");
        label.className = "ink";
        label.append(letter, Object.assign(document.createElement("input"), { type: "color" }));
        label.lastChild.dataset.letter = letter;
        return label;
      }));
    for (const field of this.#root.querySelectorAll("input"))
      field.value = this.paints[field.dataset.letter] ?? printed[field.dataset.letter];
  }
}
