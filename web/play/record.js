/* Records of games, in the format dropforge-game: those that come to the page, in its address, packed by
   packText, or as files; and those by which a game begins from a field. */

import { TURNS } from "./game.js";

/* How many squares the first piece has, and the index of the rules. */
export function describeRecord(text) {
  const drawing = text.match(/^piece \S+ (\S+)/m)?.[1] ?? "####";
  return { squares: drawing.split("#").length - 1, rules: /^rules nes/m.test(text) ? 1 : 0 };
}

/* The record of a game by the guideline that has not begun: `rows` of letters, X and '.' from the top lie
   there at first, and `queue` has the letters of its pieces; "": as many as wanted, by `seed`. The rest is
   as Settings.gameOptions has it. */
export function writeStart({ rows, queue, seed = 0, height = 20, hold = true, turns = 0, allSpins = false, shiftDelay, shiftRepeat,
  softFactor = 0 }) {
  const lines = ["dropforge-game 1", "rules guideline", `field ${rows[0]?.length ?? 10} ${height}`, `seed ${seed}`,
    `hold ${hold ? 1 : 0}`, `turns ${TURNS[turns]}`, `all-spins ${allSpins ? 1 : 0}`, "clear-delay 12"];
  if (shiftDelay >= 0) lines.push(`shift-delay ${shiftDelay}`);
  if (shiftRepeat >= 0) lines.push(`shift-repeat ${shiftRepeat}`);
  if (softFactor > 0) lines.push(`soft-factor ${softFactor}`);
  lines.push(...rows.map((row) => `row ${row}`));
  if (queue !== "") lines.push("deal given", `given ${[...queue].join(" ")}`);
  return `${lines.join("\n")}\nend 0\n`;
}
