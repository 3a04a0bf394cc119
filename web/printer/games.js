/* Plans of dealt pieces as games: files for other programs, and a link to the page that plays them. */
import { packText } from "../packed.js";
import { find } from "./dom.js";
import { save } from "./download.js";

/* The ends of the files' names, and their types. */
const EXPORTS = {
  game: ["game", "text/plain"], keys: ["keys.json", "application/json"],
};

export const isExport = (kind) => kind in EXPORTS;

/* Saves the plan of an engine as such a file, and gives its name. */
export function saveExport(engine, name, kind) {
  const [end, type] = EXPORTS[kind];
  save(`${name}.${end}`, type, engine.exportPlan(kind));
  return `${name}.${end}`;
}

let offered = 0; /* links so far */

/* Shows a link to the game of the engine's plan, if its pieces are dealt. */
export async function offerGame(engine, deal) {
  const link = find("watch");
  const number = ++offered;
  link.hidden = true;
  if (deal === null) return;
  try {
    const packed = await packText(engine.exportPlan("game"));
    if (number !== offered) return;
    link.href = `play.html#game=${packed}`;
    link.hidden = false;
  } catch {
    /* It can be no game, as the button for its file says. */
  }
}
