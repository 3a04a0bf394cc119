/* The modes of the game: what they show, which games count, and the start of practice. */
import { boardOfPage } from "../npm/fumen.js";
import { GOAL, MODES, RULES, TICKS_PER_SECOND } from "./game.js";

/* Ticks as 1:02.345. */
export function timeOf(ticks) {
  const seconds = ticks / TICKS_PER_SECOND, rest = Math.floor((seconds % 60) * 1000 + 1e-6) / 1000;
  return `${Math.floor(seconds / 60)}:${rest.toFixed(3).padStart(6, "0")}`;
}

/* The shortest time is the best. */
export const isRace = (view) => view.goalLines > 0 || view.goalGarbage > 0 || view.drawing !== undefined;

/* Nobody has helped. */
export const isAlone = ({ hints, takenBack }) => hints === 0 && takenBack === 0;

/* Games that reach no goal are no races. */
export const counts = (view) =>
  (view.drawing ? view.drawing.isFinished && isAlone(view.drawing) : !isRace(view) || view.end === GOAL);

/* What is shown of a game, as the name and the text of each figure. */
export function figuresOf(view) {
  const { score, lines, level, pieces, goalLines, goalTicks, goalGarbage, garbage, tick } = view;
  const number = (value) => value.toLocaleString("en");
  if (view.drawing) {
    const { fit, squares, rowsToClear, ticks } = view.drawing;
    return { score: ["Squares", `${fit}/${squares}`], level: ["Time", timeOf(ticks)],
      lines: ["To clear", number(rowsToClear)], pieces: ["Pieces", number(pieces)] };
  }
  return {
    score: isRace(view) ? ["Time", timeOf(tick)] : ["Score", number(score)],
    level: goalTicks > 0 ? ["Left", timeOf(Math.max(0, goalTicks - tick))] : ["Level", number(level)],
    lines: goalGarbage > 0 ? ["Rows left", number(garbage)]
      : ["Lines", goalLines > 0 ? `${number(lines)}/${goalLines}` : number(lines)],
    pieces: ["Pieces", number(pieces)],
  };
}

/* How the drawing ended, in a sentence. */
function describeDrawing({ pieces, lines, drawing }) {
  const { ticks, isFinished, fit, squares, hints, takenBack, printerPieces, printerEnded, printerFinished } = drawing;
  const took = `${pieces} pieces, ${lines} lines, ${timeOf(ticks)}.`;
  if (!isFinished) return `${fit} of ${squares} squares, ${took}`;
  const help = [hints > 0 && `${hints} ${hints === 1 ? "hint" : "hints"}`, takenBack > 0 && `${takenBack} taken back`].filter(Boolean);
  const printer = printerFinished ? `The printer takes ${printerPieces} pieces.`
    : printerEnded ? "The printer gives up." : `The printer: ${printerPieces} pieces so far…`;
  return [took, help.length > 0 && `${help.join(", ")}.`, printer].filter(Boolean).join(" ");
}

/* How a game ended, in a sentence. */
export function describeEnd(view) {
  if (view.drawing) return describeDrawing(view);
  const splits = [view.split1, view.split2, view.split3, view.split4].filter(Boolean).map(timeOf);
  if (!isRace(view)) return `${view.score} points, ${view.lines} lines.`;
  const end = `${view.lines} lines, ${view.pieces} pieces in ${timeOf(view.tick)}.`;
  return splits.length > 0 ? `${end} Splits: ${splits.join(", ")}.` : end;
}

/* The part of an address that begins the same game with the same pieces. */
export const writeGame = ({ rules, squares, level, mode, seed }) =>
  new URLSearchParams({ rules: RULES[rules], squares, level, mode: MODES[mode], seed });

/* What was reached, as a link has it: points, or ticks of a race; "" for nothing. */
export const resultOf = (view) => (counts(view) ? String(isRace(view) ? view.tick : view.score) : "");

/* A result that is to be beaten, and with `own` whether it was, in a sentence. */
export function describeChallenge(beat, view, own = "") {
  const told = isRace(view) ? timeOf(beat) : `${beat.toLocaleString("en")} points`;
  if (own === "") return `To beat: ${told}.`;
  return (isRace(view) ? own < beat : own > beat) ? `You have beaten ${told}.` : `${told} were to beat.`;
}

/* The rows of a field from the top: of a drawing, or of the first page of a fumen, which `readFumen` gives.
   Full rows are left out. */
export function readRows(text, readFumen) {
  const isFumen = /[vmd]\d{3}(@|%40)/i.test(text);
  const words = isFumen ? boardOfPage(readFumen(text.trim())[0]) : text.trim().split(/\s+/);
  return words.filter((row) => !/^\d*$/.test(row) && /[._]/.test(row))
    .map((row) => row.toUpperCase().replaceAll("_", ".").replace(/[^.IOTSZJL]/g, "X"));
}
