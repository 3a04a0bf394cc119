/* The form of settings: what is asked for, as the engine takes it, and back. */
import { REAL_GAMES, THEMES } from "names.js";
import { listRules } from "../library.js";
import { DEAL_RULES } from "../npm/deal.js";
import { MOTIONS } from "../npm/film.js";
import { LOOKS } from "../npm/look.js";
import { find } from "./dom.js";
import { FLAGS, lookOfFile, motionOf, readDuration } from "./dress.js";
import { PRINTING } from "./engine.js";
import { readPalette } from "./palette.js";
import { writeColor } from "./picture.js";
import { percentOf } from "./stage.js";

/* Of pictures that dealt pieces leave, as the program has them. */
const DEALT_LIMITS = { maxColors: 7, reducedColors: 3, maxWidth: 20, scaledWidth: 20 };
const QUEUE_LETTERS = /[^IOTSZJL]/g;

/* A number from its field; where it is empty or makes no sense, `otherwise`. */
function numberIn(id, otherwise) {
  const field = find(id);
  const value = Math.round(field.valueAsNumber);
  return value >= Number(field.min) && value <= Number(field.max) ? value : otherwise;
}

function setNumber(id, value) {
  find(id).value = value === 0 || value === null ? "" : value;
}

/* How an image is prepared that is new. */
export function freshPreparation(exact, isAll = false) {
  const game = realGame();
  return {
    exact,
    palette: readPalette(),
    dither: find("dither").value,
    ...game !== "" && !isAll && { game, anchor: find("anchor").checked },
    ...isGame() && game === "" && { limits: DEALT_LIMITS },
  };
}

/* How an image is prepared, from the form; what is empty there is as the image needs it. */
export function readPreparation({ exact }, isAll) {
  const width = numberIn("fit-width", 0);
  const height = numberIn("fit-height", 0);
  const fit = width > 0 || height > 0
    ? { width: width || Number(find("fit-width").max),
        height: height || Number(find("fit-height").max) }
    : undefined;
  return {
    ...freshPreparation(exact, isAll),
    transparent: find("transparent").checked ? find("transparent-color").value : null,
    fit,
    threshold: numberIn("threshold", undefined),
    colors: numberIn("colors", undefined),
  };
}

/* Empties the fields of how an image is prepared, whose first pixel has a colour. */
export function forgetPreparation(color) {
  for (const id of ["fit-width", "fit-height", "threshold", "colors"]) find(id).value = "";
  find("transparent").checked = false;
  find("transparent-color").value = writeColor(...color);
}

export function isGame() {
  return find("kind-game").checked;
}

/* The name of the game that people have in which the picture is drawn; "": none. */
export function realGame() {
  return isGame() ? find("game").value : "";
}

/* How the pieces are dealt; without a deal as usual. */
function readDeal() {
  const { deal, queue, hold, preview, rules } = PRINTING;
  if (!isGame() || realGame() !== "") return { deal, queue, hold, preview, rules };
  const chosen = find("deal").value;
  return {
    deal: chosen,
    queue: chosen === "given" ? find("queue").value.toUpperCase().replace(QUEUE_LETTERS, "") : queue,
    hold: find("with-hold").checked,
    preview: numberIn("ahead", preview),
    rules: find("rules").value,
  };
}

/* What is asked of the printer. `letters` are the pieces that a visitor has chosen, and `anchors`
   says if the picture needs them. */
export function readPrinting(letters, anchors) {
  const game = realGame(), pieces = game === "" ? find("pieces").value : "";
  return {
    game,
    method: isGame() ? PRINTING.method : find("method").value,
    effort: numberIn("effort", 1),
    width: game === "" ? numberIn("width", 0) : 0,
    pieces: pieces === "own" ? letters : pieces,
    seed: numberIn("seed", 0),
    anchors: anchors || find("anchor").checked,
    ...readDeal(),
  };
}

export function writePrinting(printing) {
  const { pieces, game, deal } = printing;
  find("game").value = game;
  find(deal === "" && game === "" ? "kind-free" : "kind-game").checked = true;
  find("method").value = printing.method;
  find("effort").value = printing.effort;
  setNumber("width", printing.width);
  find("pieces").value = pieces === "" || pieces === "any" ? pieces : "own";
  find("seed").value = printing.seed;
  find("anchor").checked = printing.anchors;
  if (deal !== "") {
    find("deal").value = deal;
    find("queue").value = printing.queue;
    find("with-hold").checked = printing.hold;
    find("ahead").value = printing.preview === "all" ? "" : printing.preview;
    find("rules").value = printing.rules;
  }
  showMethod();
}

/* All fields of the page that are not of the player or the editor, as restoreFields takes them. */
export function keepFields() {
  const fields = document.querySelectorAll("main :is(.card, .kinds) :is(input, select)[id]:not([type=file])");
  return [...fields].map((field) => [field, field.value, field.checked]);
}

export function restoreFields(kept) {
  for (const [field, value, checked] of kept) Object.assign(field, { value, checked });
  showMethod();
}

/* Sets fields by their ids. Gives the letters of pieces that are among them, else null. */
export function writeFields({ pieces, ...fields }) {
  for (const [id, value] of Object.entries(fields))
    if (typeof value === "boolean") find(id).checked = value;
    else find(id).value = value;
  if (pieces === undefined) return null;
  const isOwn = pieces !== "" && pieces !== "any";
  find("pieces").value = isOwn ? "own" : pieces;
  return isOwn ? pieces : null;
}

/* Shows the fields of what is asked for: free pieces, or dealt ones. */
export function showKind() {
  document.body.classList.toggle("game", isGame());
  document.body.classList.toggle("real", realGame() !== "");
  find("queue").closest("label").hidden = find("deal").value !== "given";
  find("carriers").hidden = find("pieces").value === "any";
  find("shape-only").hidden = find("pieces").value !== "any" || realGame() !== "";
}

let methods = [];

export function listMethods(all) {
  methods = all;
  find("method").replaceChildren(...all.map(({ name }) => new Option(name)));
  showMethod();
}

/* Offers the methods that print so many colours, or for an animation the first one; another than these becomes it. */
export function fitMethod(colors, isAll) {
  const count = find("pieces").value === "any" ? 1 : colors;
  const field = find("method");
  for (const option of field.options)
    option.disabled = isAll ? option.index > 0 : methods.find(({ name }) => name === option.value).maxColors < count;
  if (!field.selectedOptions[0].disabled) return;
  field.value = methods[0].name;
  showMethod();
}

export function showMethod() {
  const chosen = methods.find(({ name }) => name === find("method").value);
  find("method-about").textContent = chosen?.summary ?? "";
  showKind();
}

/* The names of a select, after the first, which is as usual. */
function fillSelect(id, names) {
  find(id).append(...names.map((name) => new Option(name)));
}

export function listDresses() {
  listRules(find("rules"), DEAL_RULES);
  find("game").append(...REAL_GAMES.map(({ name, title }) => new Option(title, name)));
  fillSelect("theme", THEMES.slice(1));
  fillSelect("look", LOOKS);
  fillSelect("motion", MOTIONS.slice(1));
}

const CHOICES = ["theme", "look", "size", "motion"];
const YES_OR_NO = ["grid", "border", "hud"];

/* The fields of how the film looks, and of how it runs. */
export const LOOK_FIELDS =
  ["theme", "look", "grid", "border", "hud", "title", "end-card", "background", "ground", "size"];
export const MOTION_FIELDS = ["motion", ...FLAGS, "duration"];

let skin; /* { width, height, data }, or undefined */

/* Takes the pixels of a skin; null: there is none. */
export function setSkin(pixels) {
  skin = pixels === null ? undefined
    : { width: pixels.width, height: pixels.height, data: pixels.rgba };
  find("no-skin").disabled = skin === undefined;
}

let counts; /* { scores, levels } of the game that is shown, or undefined each */

/* Pieces that are painted do not have the colours of the levels. */
export function setCounts({ scores, levels }, isPainted) {
  counts = { scores, levels: isPainted ? undefined : levels };
}

/* The background from its fields: a colour, "none", or undefined. */
function readGround() {
  const ground = find("ground").value;
  return ground === "own" ? find("background").value : ground || undefined;
}

export function readForm() {
  const dress = {
    skin,
    ...counts,
    title: find("title").value.trim() || undefined,
    endCard: find("end-card").value.trim() || undefined,
    background: readGround(),
    duration: readDuration(find("duration").value),
  };
  for (const id of CHOICES) dress[id] = find(id).value || undefined;
  for (const id of YES_OR_NO) dress[id] = find(id).value === "" ? undefined : find(id).value === "1";
  for (const id of FLAGS) dress[id] = find(id).checked;
  return dress;
}

/* Sets the fields of the form; guideline and auto are as usual. */
export function writeForm(dress) {
  for (const id of CHOICES) {
    find(id).value = dress[id] ?? "";
    if (find(id).selectedIndex < 0) find(id).value = "";
  }
  for (const id of YES_OR_NO) find(id).value = dress[id] === undefined ? "" : Number(dress[id]);
  for (const id of FLAGS) find(id).checked = dress[id];
  const { background } = dress;
  find("ground").value = background === undefined || background === "none" ? background ?? "" : "own";
  if (find("ground").value === "own") find("background").value = background;
  find("title").value = dress.title ?? "";
  find("end-card").value = dress.endCard ?? "";
  find("duration").value = dress.duration ?? "";
}

/* How the film of a file is made; `own` are settings that differ from the form. */
export function readFilm(speed, own = {}) {
  const dress = { ...readForm(), ...own };
  const square = dress.size === undefined ? numberIn("film-square", undefined) : undefined;
  return {
    look: { ...lookOfFile(dress), square },
    film: {
      ...motionOf(dress),
      poster: dress.scores === undefined || dress.levels ? "auto" : "start",
      speed: percentOf(speed),
      mostFrames: numberIn("film-frames", 0),
    },
    sound: find("film-sound").checked,
  };
}
