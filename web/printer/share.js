/* A picture and the settings as the part of an address after '#', and back.

   The picture is a string of bytes in base64url: a version, the width, the height in two bytes,
   the number of colours, three bytes for each, and the cells in as few bits each as will do, rows
   from the top, low bits first. */
import { DEALS } from "../npm/values.js";
import { fromBase64Url, toBase64Url } from "../packed.js";
import { isPieces } from "./carriers.js";
import { readDress, writeDress } from "./dress.js";
import { PRINTING } from "./engine.js";
import { Settings } from "./link.js";
import { readPaints, writePaints } from "./paints.js";
import { readColor, writeColor } from "./picture.js";

const VERSION = 1;
const HEAD = 5;
const MOST_WIDTH = 256; /* of the playfield */
const MOST_HEIGHT = 1024;

function bitsFor(colorCount) {
  return Math.ceil(Math.log2(colorCount + 1));
}

export function packPicture({ width, height, colors, cells }) {
  const bits = bitsFor(colors.length);
  const first = HEAD + 3 * colors.length;
  const bytes = new Uint8Array(first + Math.ceil((cells.length * bits) / 8));
  bytes.set([VERSION, width, height & 255, height >> 8, colors.length]);
  colors.forEach((color, i) => bytes.set(readColor(color), HEAD + 3 * i));
  cells.forEach((cell, i) => {
    for (let bit = 0; bit < bits; bit++) {
      const place = i * bits + bit;
      bytes[first + (place >> 3)] |= ((cell >> bit) & 1) << (place & 7);
    }
  });
  return toBase64Url(bytes);
}

/* The picture, or null where the text is none. */
export function unpackPicture(text) {
  let bytes;
  try {
    bytes = fromBase64Url(text);
  } catch {
    return null;
  }
  const [version, width, low, high, count] = bytes;
  const height = low + 256 * high;
  const bits = bitsFor(count);
  const first = HEAD + 3 * count;
  if (version !== VERSION || !(width >= 1 && width < MOST_WIDTH) || !(count >= 1) ||
      !(height >= 1 && height <= MOST_HEIGHT) ||
      bytes.length !== first + Math.ceil((width * height * bits) / 8))
    return null;
  const colors = Array.from({ length: count },
    (_, i) => writeColor(...bytes.subarray(HEAD + 3 * i, HEAD + 3 * i + 3)));
  const cells = new Uint8Array(width * height);
  for (let place = 0; place < cells.length * bits; place++) {
    const bit = (bytes[first + (place >> 3)] >> (place & 7)) & 1;
    cells[Math.floor(place / bits)] |= bit << (place % bits);
  }
  return cells.every((cell) => cell <= count) ? { width, height, colors, cells } : null;
}

const WORDS = ["method", "effort", "width", "pieces", "seed", "deal", "queue", "preview", "rules"];
const RULES = ["harddrop", "srs", "srs+180"];
const MOST_PREVIEW = 1000;

/* The settings are { printing, palette, dress, paints, compare }; what is as usual is left out. */
export function writeLink(picture, { printing, palette, dress, paints, compare }) {
  const link = new URLSearchParams({ sprite: packPicture(picture) });
  for (const name of WORDS)
    if (printing[name] !== PRINTING[name]) link.set(name, printing[name]);
  if (printing.anchors) link.set("anchor", "1");
  if (printing.hold) link.set("hold", "1");
  if (palette) link.set("palette", palette);
  writeDress(link, dress);
  if (Object.keys(paints).length > 0) link.set("paints", writePaints(paints));
  if (compare) link.set("compare", "1");
  return `#${link}`;
}

/* How the pieces are dealt. */
function readDeal(settings) {
  const { deal, queue, hold, preview, rules } = PRINTING;
  const chosen = settings.oneOf("deal", DEALS, deal);
  if (chosen === "") return { deal, queue, hold, preview, rules };
  return {
    deal: chosen,
    queue: settings.take("queue", queue, (text) => (/^[IOTSZJL]+$/.test(text) ? text : null)),
    hold: settings.flag("hold"),
    preview: settings.link.get("preview") === "all" ? preview
      : settings.number("preview", 0, MOST_PREVIEW, preview),
    rules: settings.oneOf("rules", RULES, rules),
  };
}

/* What writeLink takes, with `picture` and `damaged`, or null where the hash has no sprite.
   `picture` is null where it cannot be read; settings that make no sense are as usual, and their
   names are in `damaged`. */
export function readLink(hash, methodNames) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  if (!link.has("sprite")) return null;
  const settings = new Settings(link);
  const picture = settings.take("sprite", null, unpackPicture);
  const printing = {
    method: settings.oneOf("method", methodNames, PRINTING.method),
    effort: settings.number("effort", 1, 9, PRINTING.effort),
    width: settings.number("width", 4, MOST_WIDTH, PRINTING.width),
    pieces: settings.take("pieces", PRINTING.pieces, (text) => (isPieces(text) ? text : null)),
    seed: settings.number("seed", 0, 0xffffffff, PRINTING.seed),
    anchors: settings.flag("anchor"),
    ...readDeal(settings),
  };
  const dress = readDress(settings);
  const palette = settings.oneOf("palette", ["guideline"], undefined);
  const paints = settings.take("paints", {}, readPaints);
  const compare = settings.flag("compare");
  const { damaged } = settings;
  return { picture, printing, palette, dress, paints, compare, damaged };
}

/* The part of an address that has a plan, packed by packText, and how its film looks. */
export function writePlanLink(plan, dress) {
  const link = new URLSearchParams({ plan });
  writeDress(link, dress);
  return `#${link}`;
}

/* { packed, dress, damaged }, or null where the hash has no plan. */
export function readPlanLink(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  if (!link.has("plan")) return null;
  const settings = new Settings(link);
  return { packed: link.get("plan"), dress: readDress(settings), damaged: settings.damaged };
}
