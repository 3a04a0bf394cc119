/* The form of settings: what is asked for, as the engine takes it, and back. */
import { find } from "./dom.js";
import { NO_THRESHOLD } from "./engine.js";
import { survey, writeColor } from "./picture.js";

const PIECES = "IOTSZJL";
const MOST_COLORS = 6; /* that pieces can carry */

const WIDEST = 63; /* a sprite needs a playfield that is wider */
const FIT_LARGE = 40; /* what is larger is fitted into so many squares */

/* A number from its field; where it is empty or makes no sense, `otherwise`. */
function numberIn(id, otherwise) {
  const field = find(id);
  const value = Math.round(field.valueAsNumber);
  return value >= Number(field.min) && value <= Number(field.max) ? value : otherwise;
}

function setNumber(id, value) {
  find(id).value = value === 0 || value === null ? "" : value;
}

/* How an image is prepared, from the form. */
export function readPreparation() {
  const width = numberIn("fit-width", 0);
  const height = numberIn("fit-height", 0);
  const fit = width > 0 || height > 0
    ? { width: width || Number(find("fit-width").max),
        height: height || Number(find("fit-height").max) }
    : null;
  return {
    transparent: find("transparent").checked ? find("transparent-color").value : null,
    fit,
    threshold: numberIn("threshold", NO_THRESHOLD),
    colors: numberIn("colors", 0),
    dither: find("dither").value,
  };
}

/* Sets what an image needs to become a sprite, and tells so. */
export function suggestPreparation(pixels) {
  const { colors, partly, clear } = survey(pixels, MOST_COLORS);
  const large = pixels.width > WIDEST;
  const told = [];
  setNumber("fit-width", large ? FIT_LARGE : 0);
  setNumber("fit-height", large ? FIT_LARGE : 0);
  find("threshold").value = 128;
  const many = colors > MOST_COLORS || large || partly;
  setNumber("colors", many ? MOST_COLORS : 0);
  find("transparent").checked = false;
  find("transparent-color").value = writeColor(...pixels.rgba.subarray(0, 3));
  if (large) told.push(`scaled down to fit into ${FIT_LARGE} × ${FIT_LARGE}`);
  if (many) told.push(`brought to ${MOST_COLORS} colours`);
  if (!clear && !partly) told.push("all opaque; a transparent colour can be named");
  find("preparing").open = told.length > 0;
  return told;
}

/* What is asked of the printer. */
export function readPrinting() {
  return {
    method: find("method").value,
    effort: numberIn("effort", 1),
    width: numberIn("width", 0),
    pieces: readCarriers(),
    seed: numberIn("seed", 0),
    anchors: find("anchor").checked,
  };
}

export function writePrinting(printing) {
  find("method").value = printing.method;
  find("effort").value = printing.effort;
  setNumber("width", printing.width);
  find("pieces").value = printing.pieces === "" ? "" : "own";
  find("seed").value = printing.seed;
  find("anchor").checked = printing.anchors;
  showMethod();
}

let methods = [];

export function listMethods(all) {
  methods = all;
  find("method").replaceChildren(...all.map(({ name }) => new Option(name)));
  showMethod();
}

export function showMethod() {
  const chosen = methods.find(({ name }) => name === find("method").value);
  find("method-about").textContent = chosen?.summary ?? "";
}

function carrierFields() {
  return [...find("carriers").querySelectorAll("select")];
}

/* The letters that were chosen, or none. */
function readCarriers() {
  if (find("pieces").value === "") return "";
  return carrierFields().map(({ value }) => value).join("");
}

/* One field for each colour, with these letters; two colours that want one piece change places. */
export function showCarriers(colors, letters) {
  const own = find("pieces").value !== "";
  const known = [...letters].filter((letter) => PIECES.includes(letter));
  const all = [...new Set([...known, ..."JTLSZOI"])];
  find("carriers").replaceChildren(...colors.slice(0, PIECES.length).map((color, i) => {
    const label = document.createElement("label");
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = color;
    const field = document.createElement("select");
    field.append(...[...PIECES].map((piece) => new Option(piece)));
    field.value = all[i];
    field.disabled = !own;
    field.dataset.before = field.value;
    field.setAttribute("aria-label", `Piece of colour ${i + 1}, ${color}`);
    field.addEventListener("change", () => {
      const other = carrierFields().find((one) => one !== field && one.value === field.value);
      if (other) other.dataset.before = other.value = field.dataset.before;
      field.dataset.before = field.value;
    });
    label.append(swatch, field);
    return label;
  }));
}

export function readLook() {
  return { look: find("look").value, grid: find("grid").checked };
}

/* How the film of a file is made. */
export function readFilm(speed) {
  return {
    look: { square: numberIn("film-square", 10), ...readLook() },
    film: {
      fast: find("film-fast").checked,
      speed: Math.max(10, Math.round(100 * speed)),
      mostFrames: numberIn("film-frames", 0),
      hold: 300,
    },
  };
}

/* The library names the options of the program; here they are fields. */
export function withoutOptions(text) {
  const fields = {
    width: "Width", pieces: "Pieces", colors: "Colours at most", fit: "Fit into",
    anchor: "Anchor empty rows", method: "Method", effort: "Effort", height: "Height",
    "alpha-threshold": "Alpha threshold",
  };
  return text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option, name) => fields[name] ?? option);
}
