/* How a film looks and moves: { theme, look, grid, border, hud, title, endCard, background, skin, scores, levels,
   size, motion, loop, frames-only, duration }, the options of the program, and undefined where they are as usual; `scores` and
   `levels` are those of a game before the first drop and after each. A link has all but the skin. */
import { SIZES, THEMES } from "names.js";
import { MOTIONS } from "../npm/film.js";
import { LOOKS } from "../npm/look.js";

const LEAST_DURATION = 0.1; /* seconds */
const MOST_DURATION = 600;
export const FLAGS = ["loop", "frames-only"];
const MOST_TITLE = 100; /* letters */

/* Scores in a link: what each drop adds, in base 36. */
const writeScores = (scores) =>
  scores.map((score, i) => (score - (scores[i - 1] ?? 0)).toString(36)).join(".");

function readScores(text) {
  if (!/^[0-9a-z]{1,9}(\.[0-9a-z]{1,9})*$/.test(text)) return null;
  let score = 0;
  return text.split(".").map((more) => (score += parseInt(more, 36)));
}

/* As Film.setLook takes it. The program has a border, too, where there is more than squares. */
export function lookOf({ theme, look, grid, border, hud, title, endCard, background, skin, scores, levels, size }) {
  const isDressed = hud || [theme, title, endCard, size, levels].some((value) => value !== undefined);
  return { theme: theme ?? (levels && "nes"), look, grid, border: border ?? isDressed, hud: hud ?? levels !== undefined, title,
    endCard, background, skin, scores, levels: theme ?? skin ? undefined : levels, size };
}

/* The same of a file, in which a game has border and display unless something else is asked for. */
export function lookOfFile(dress) {
  const look = lookOf(dress);
  return { ...look, border: dress.border ?? (look.border || undefined), hud: dress.hud ?? (dress.levels && true) };
}

/* As a Film takes it. */
export function motionOf({ motion, loop, duration, "frames-only": framesOnly }) {
  return { motion, loop, framesOnly, duration: Math.round(100 * (duration ?? 0)) };
}

/* A duration in seconds, or undefined where it makes no sense. */
export function readDuration(text) {
  const seconds = Number(text);
  return seconds >= LEAST_DURATION && seconds <= MOST_DURATION ? seconds : undefined;
}

/* Puts what is not as usual into the URLSearchParams of a link. */
export function writeDress(link, dress) {
  const { grid, border, hud, background, endCard, scores, levels } = dress;
  for (const name of ["theme", "look", "size", "motion", "duration", "title"])
    if (dress[name] !== undefined) link.set(name, dress[name]);
  if (scores !== undefined) link.set("scores", writeScores(scores));
  if (levels !== undefined) link.set("levels", levels.map((level) => level.toString(36)).join(""));
  if (endCard !== undefined) link.set("end-card", endCard);
  for (const [name, value] of Object.entries({ grid, border, hud }))
    if (value !== undefined) link.set(name, value ? "1" : "0");
  for (const name of FLAGS) if (dress[name]) link.set(name, "1");
  if (background !== undefined) link.set("background", background.replace("#", ""));
}

/* Takes it from the Settings of a link. */
export function readDress(settings) {
  const choice = (name, values) => settings.oneOf(name, values, undefined);
  const yesOrNo = (name) => {
    const value = choice(name, ["0", "1"]);
    return value === undefined ? value : value === "1";
  };
  const letters = (name) => settings.take(name, undefined,
    (text) => (text !== "" && text.length <= MOST_TITLE ? text : null));
  return {
    theme: choice("theme", THEMES),
    look: choice("look", LOOKS),
    grid: yesOrNo("grid"),
    border: yesOrNo("border"),
    hud: yesOrNo("hud"),
    background: settings.take("background", undefined,
      (text) => (text === "none" ? text : /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : null)),
    title: letters("title"),
    endCard: letters("end-card"),
    scores: settings.take("scores", undefined, readScores),
    levels: settings.take("levels", undefined, (text) => (/^[0-9a-z]+$/.test(text) ? Array.from(text, (digit) => parseInt(digit, 36)) : null)),
    size: choice("size", SIZES),
    motion: choice("motion", MOTIONS),
    ...Object.fromEntries(FLAGS.map((name) => [name, settings.flag(name)])),
    duration: settings.take("duration", undefined, (text) => readDuration(text) ?? null),
  };
}
