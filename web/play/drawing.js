/* A picture that is drawn in the game: which one, as the form and an address have it, and what is said of it. */
import { Cancelled } from "../printer/job.js";
import { packPicture, unpackPicture } from "../printer/packed_picture.js";
import { pixelsOf } from "../printer/picture.js";

const MOST_PREVIEW = 6;
const NOT_DAILY = ["anvil", "secret-grade"];
const DAY = 24 * 60 * 60 * 1000;

const HINT = Object.freeze({ drop: 0, finished: 1, none: 2, limit: 3 }); /* as df_live_state */

const find = (id) => document.getElementById(id);

/* What the hint says, or "". */
export function describeHint({ hasHint, hintState, holds, toGo, uneven }) {
  if (!hasHint) return "";
  if (hintState === HINT.none) {
    return uneven ? "This picture has become impossible: the number of squares never comes out."
      : "This picture has become impossible: a square that is missing can no longer be filled.";
  }
  if (hintState !== HINT.drop) return "No drop is found that leads on; take some back.";
  return `${holds ? "Hold first. " : ""}${toGo > 0 ? `${toGo} to go.` : "It fits well here."}`;
}

/* The outline of the hint, or undefined. */
export const hintPlace = ({ hasHint, hintState, piece, orientation, x, y }) =>
  (hasHint && hintState === HINT.drop ? { piece, orientation, x, y } : undefined);

function hashOf(text) {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}

/* Draws the picture small, a pixel for each square. */
export function drawSmall(canvas, { width, height, colors, cells }) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  cells.forEach((cell, i) => {
    context.fillStyle = cell > 0 ? colors[cell - 1] : "transparent";
    context.fillRect(i % width, Math.floor(i / width), 1, 1);
  });
}

/* The fields for a picture. */
export class PictureForm {
  #names;
  #studio;
  #own = null; /* the pixels of a picture of one's own */
  onChange = () => {};

  /* `names` are those of the built-in pictures; the studio is a Studio of printer/intake. */
  constructor(names, studio) {
    this.#names = names;
    this.#studio = studio;
    const shown = [...names.filter((name) => !NOT_DAILY.includes(name)), ...NOT_DAILY];
    find("picture").append(...shown.map((name) => new Option(name, name)));
    find("picture").value = "heart";
    find("own-picture").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      target.value = "";
      if (file) this.#open(file);
    });
    for (const id of ["picture", "shape", "allow-hold", "preview"])
      find(id).addEventListener("input", () => this.onChange());
  }

  async #open(file) {
    find("cover-text").textContent = `Reading ${file.name} …`;
    try {
      this.#take(await this.#studio.prepare(file, { chosen: 0, side: 0 }), file.name);
    } catch (error) {
      if (error instanceof Cancelled) return;
      find("cover-text").textContent = `${file.name}: ${error.message}.`;
      return;
    }
    find("cover-text").textContent = `${file.name} is chosen.`;
    this.onChange();
  }

  #take(pixels, name) {
    this.#own = pixels;
    if (!find("picture").querySelector("[value=own]"))
      find("picture").append(new Option(name, "own"));
    find("picture").value = "own";
  }

  /* The index of the picture of a day. */
  #daily(day) {
    const names = this.#names.filter((name) => !NOT_DAILY.includes(name));
    return this.#names.indexOf(names[day % names.length]);
  }

  /* What Game takes of a drawing; the picture of the day has its seed, too. */
  read() {
    const name = find("picture").value;
    const day = Math.floor(Date.now() / DAY);
    const sample = name === "daily" ? this.#daily(day) : this.#names.indexOf(name);
    const preview = Number(find("preview").value);
    return {
      sample,
      pixels: name === "own" ? this.#own : undefined,
      any: find("shape").checked,
      hold: find("allow-hold").checked,
      preview: Math.min(MOST_PREVIEW, Math.max(0, Math.floor(preview) || 0)),
      ...(name === "daily" && { seed: day }),
    };
  }

  /* Puts the drawing of an address into the form; true if there is one. */
  readLink(link) {
    const own = link.has("sprite") ? unpackPicture(link.get("sprite")) : null;
    const name = link.get("draw");
    if (name === null) return false;
    if (own !== null) this.#take(pixelsOf(own), "picture of the link");
    else if (name === "daily" || this.#names.includes(name)) find("picture").value = name;
    find("shape").checked = link.get("shape") === "1";
    find("allow-hold").checked = link.get("hold") !== "0";
    if (/^[0-6]$/.test(link.get("preview") ?? "")) find("preview").value = link.get("preview");
    return true;
  }

  /* The address of the same drawing with the same pieces. */
  writeLink({ sample, pixels, any, hold, preview }, picture, seed) {
    const link = new URLSearchParams({ draw: pixels ? "own" : this.#names[sample] });
    if (any) link.set("shape", 1);
    if (!hold) link.set("hold", 0);
    link.set("preview", preview);
    link.set("seed", seed);
    if (pixels) link.set("sprite", packPicture(picture));
    return link;
  }

  /* The name of its table of high scores. */
  kindOf({ sample, any }, picture) {
    const name = sample < 0 ? `own-${hashOf(packPicture(picture))}` : this.#names[sample];
    return `draw-${name}${any ? "-shape" : ""}`;
  }
}
