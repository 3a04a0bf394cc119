/* Which pieces may leave the squares of each colour: a row of letters for each colour. */

const PIECES = "IOTSZJL";
const FIRST_CHOICE = "JTLSZOI"; /* for colours without a piece: what prints most easily first */

/* The letters for each colour, of pieces as the library writes them: "JTL", "JL,T,S" or "JL,". */
function readGroups(pieces) {
  const groups = pieces.includes(",") ? pieces.split(",") : [...pieces];
  return groups.map((group) => [...group].filter((letter) => PIECES.includes(letter)))
    .filter((group) => group.length > 0);
}

function writeGroups(groups) {
  if (groups.every((group) => group.length === 1)) return groups.join("");
  const text = groups.map((group) => group.join("")).join(",");
  return groups.length === 1 ? `${text},` : text;
}

/* True for what pieces can be, in a link or as the program takes them. */
export function isPieces(text) {
  if (text === "any") return true;
  const letters = text.replaceAll(",", "");
  return /^[IOTSZJL]+(,[IOTSZJL]+)*,?$/.test(text) && new Set(letters).size === letters.length;
}

export class Carriers {
  #root;
  #colors = [];
  #groups = [];

  /* `changed` is called after each change that a visitor makes. */
  constructor(root, changed) {
    this.#root = root;
    root.addEventListener("click", ({ target }) => {
      const { color, piece } = target.dataset;
      if (piece === undefined || !this.#toggle(Number(color), piece)) return;
      this.#mark();
      changed();
    });
  }

  /* As the library takes them. */
  get pieces() {
    return writeGroups(this.#groups);
  }

  /* Shows the pieces of these colours, which may be fewer; free letters are for the others. */
  show(colors, pieces, isOwn) {
    this.#colors = colors.slice(0, PIECES.length);
    const groups = readGroups(pieces).slice(0, this.#colors.length);
    const free = [...FIRST_CHOICE].filter((letter) => !groups.flat().includes(letter));
    while (groups.length < this.#colors.length) {
      if (free.length === 0) free.push(groups.find((group) => group.length > 1).pop());
      groups.push([free.shift()]);
    }
    this.#groups = groups;
    this.#root.replaceChildren(...this.#colors.map((color, i) => this.#row(color, i, isOwn)));
    this.#mark();
  }

  #row(color, i, isOwn) {
    const row = document.createElement("div");
    row.className = "carrier";
    row.role = "group";
    row.setAttribute("aria-label", `Pieces of colour ${i + 1}, ${color}`);
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = color;
    row.append(swatch, ...[...PIECES].map((piece) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = piece;
      button.disabled = !isOwn;
      Object.assign(button.dataset, { color: i, piece });
      return button;
    }));
    return row;
  }

  /* Gives a colour a piece, or takes it away. A colour that loses its only piece gets another one;
     false where nothing changes. */
  #toggle(color, piece) {
    const groups = this.#groups;
    const own = groups[color];
    const before = groups.findIndex((group) => group.includes(piece));
    if (before === color && own.length === 1) return false;
    if (before >= 0) groups[before] = groups[before].filter((letter) => letter !== piece);
    if (before === color) return true;
    own.push(piece);
    if (before >= 0 && groups[before].length === 0) groups[before].push(own.shift());
    return true;
  }

  #mark() {
    for (const button of this.#root.querySelectorAll("button")) {
      const { color, piece } = button.dataset;
      button.setAttribute("aria-pressed", this.#groups[color].includes(piece));
    }
  }
}
