/* The palette that pictures are drawn in: a built-in one, or that of a file. */
import * as lib from "layouts.js";
import { PALETTES } from "names.js";
import { find } from "./dom.js";
import { connectFile } from "./intake/intake.js";
import { writeColor } from "./picture.js";

const HEX_LINE = /^\s*#?([0-9a-f]{6})\s*$/i;
const GIMP_LINE = /^\s*(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})(\s|$)/;

let own; /* the colours of a file */

/* The colours of a text: lines of six hexadecimal digits (.hex), or a palette of GIMP (.gpl). */
function readColors(text) {
  const isGimp = text.startsWith("GIMP Palette");
  const colors = text.split(/\r?\n/).flatMap((line) => {
    if (isGimp) return GIMP_LINE.test(line) ? [writeColor(...line.match(GIMP_LINE).slice(1, 4).map((part) => Math.min(part, 255)))] : [];
    return HEX_LINE.test(line) ? [`#${line.match(HEX_LINE)[1].toLowerCase()}`] : [];
  });
  if (colors.length === 0 || colors.length > lib.DF_PALETTE_MAX_COLORS)
    throw new Error(`this file has ${colors.length} colours; use a .hex or .gpl file with 1 to ${lib.DF_PALETTE_MAX_COLORS} of them`);
  return colors;
}

/* As Picture takes it; undefined: the colours of the picture. */
export function readPalette() {
  const { value } = find("palette");
  return value === "own" ? own : value || undefined;
}

/* Fills the fields; `changed` is called when a file was read. */
export function connectPalette(changed, refuse) {
  const field = find("palette");
  field.append(...PALETTES.map((name) => new Option(name)));
  connectFile("palette-file", async (file) => {
    try {
      own = readColors(await file.text());
    } catch (error) {
      refuse(error);
      return;
    }
    field.querySelector("[value=own]")?.remove();
    field.append(new Option(file.name, "own"));
    field.value = "own";
    changed();
  });
}
