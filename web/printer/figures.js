/* What a plan came to, beside the first program's and what no plan can do without. */
import { find } from "./dom.js";
import { squareCount } from "./picture.js";

const number = (value) => value.toLocaleString("en");
const PARTS = ["", "", "half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth",
  "a tenth", "an eleventh", "a twelfth"];
const ratio = (value) => value.toLocaleString("en", { maximumFractionDigits: 2 });

function term(name, value) {
  const [dt, dd] = ["dt", "dd"].map((tag) => document.createElement(tag));
  dt.textContent = name;
  dd.textContent = value;
  return [dt, dd];
}

function bar(name, drops, most, kind) {
  const row = document.createElement("div");
  row.className = `bar ${kind}`;
  row.innerHTML = '<span class="name"></span><span class="track"><span></span></span><b></b>';
  const [label, track, count] = row.children;
  label.textContent = name;
  track.firstChild.style.width = `${(100 * drops) / most}%`;
  count.textContent = number(drops);
  return row;
}

/* The drops beside those of the first program, where they are known. */
function summary(drops, first) {
  const whole = Math.round(first / drops);
  const part = whole > 1 ? `, ${PARTS[whole] ?? `1/${whole}`} of what the first program of this kind needed` : "";
  return `${number(drops)} ${drops === 1 ? "drop" : "drops"}${part}`;
}

function printedTerms(picture, report) {
  const squares = squareCount(picture);
  return [term("squares", number(squares)), term("drops for a square", ratio(report.drops / squares))];
}

/* `picture` is null where none was printed. `article` is a report, or words that tell why there is none; it and `least`, the bound, may be
   null as long as they are not known. */
export function showFigures({ picture, report, method, article, least }) {
  const told = article !== null && typeof article === "object" ? article : null;
  const most = Math.max(report.drops, told?.drops ?? 0);
  const rows = [bar(method, report.drops, most, "own")];
  if (told) rows.push(bar("the first program", told.drops, most, "article"));
  if (least !== null) rows.push(bar("every plan, at least", least, most, "least"));
  find("count").textContent = summary(report.drops, told?.drops ?? 0);
  find("bars").replaceChildren(...rows);
  const terms = picture === null ? [] : printedTerms(picture, report);
  terms.push(
    term("rows cleared", number(report.rowsCleared)),
    term("playfield", `${report.width} × ${report.height}`),
    term("highest stack", `${report.maxHeight} rows`),
  );
  if (report.frames > 0) terms.push(term("frames", number(report.frames)));
  if (picture !== null) terms.push(term("pieces of the colours", report.pieces));
  if (told) terms.push(term("of the first program’s drops", ratio(report.drops / told.drops)));
  /* Advice is for those who would print it that way. */
  if (typeof article === "string")
    terms.push(term("the first program", article.replace(/;.*$/, "")));
  if (least !== null) terms.push(term("times the least", ratio(report.drops / least)));
  find("figures").replaceChildren(...terms.flat());
}

/* What was planned, in a line. */
export function describePlan({ colors, frames = 0 }, { drops, merged, frames: made = 0 }, { tried, leftOut }) {
  const merging = ` in ${colors.length - merged} colours, as no plan was found with all`;
  const filming = made === frames ? `, all ${made} frames` : `, ${made} of ${frames} frames`;
  return `planned: ${drops} drops${merged > 0 ? merging : ""}${frames > 0 ? filming : ""}${
    leftOut > 0 ? `; ${leftOut} ${leftOut === 1 ? "square" : "squares"} left out` : ""}${tried > 0 ? `; the best of ${tried} seeds` : ""}`;
}

/* Why not all frames were planned; null if they were. */
export const describeMissing = ({ frames = 0 }, { frames: made = 0 }) => (made === frames ? null
  : `no plan was found for frame ${made + 1} of ${frames}, so that the film ends before it; try another --seed or a higher --effort`);
