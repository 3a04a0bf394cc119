/* What plans were asked for: their names, bounds that hold for them, and the article's. */
import { REAL_GAMES } from "names.js";
import { PRINTING } from "./engine.js";

const ARTICLE = { ...PRINTING, method: "table", pieces: "JTL" };
const LEAST_WIDTH = 21; /* of the playfield in the article */
const MOST_WIDTH = 63;
const MARGINS = 4; /* columns that both of these methods leave free beside a picture */

/* The playfield of the article, or the next larger one that holds the picture: its methods want an
   odd width. */
function articleWidth(picture) {
  return Math.min(Math.max(LEAST_WIDTH, (picture.width + MARGINS) | 1), MOST_WIDTH);
}

/* The settings with which the article's method prints a picture. */
export function articlePrinting(picture, anchors) {
  return { ...ARTICLE, width: articleWidth(picture), anchors };
}

/* True for the settings that a stored plan was made with. */
export const isUsual = (asked) =>
  Object.entries(PRINTING).every(([name, value]) => asked[name] === value);

/* The end of the name of the file that plays a plan in its game. */
export const endingOf = ({ game }) => REAL_GAMES.find(({ name }) => name === game)?.ending;

/* What a plan is called. */
export function labelOf({ picture, asked, isFinal }) {
  if (picture === null) return "game";
  if (!isFinal) return "best so far";
  if (asked.game !== "") return REAL_GAMES.find(({ name }) => name === asked.game).title;
  return asked.deal === "" ? `method ${asked.method}` : "real game";
}

/* The pieces for which a bound of the drops holds for this plan, too; "" where it holds for any
   choice. */
export function piecesToBound({ asked, report }) {
  if (asked.deal !== "" || asked.game !== "") return report.pieces;
  return asked.pieces === "any" || asked.pieces.includes(",") ? asked.pieces : "";
}
