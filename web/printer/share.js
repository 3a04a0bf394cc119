/* A picture and the settings as the part of an address after '#', and back.

   The picture is a string of bytes in base64url: a version, the width, the height in two bytes,
   the number of colours, three bytes for each, and the cells in as few bits each as will do, rows
   from the top, low bits first. */
import { DEALS } from "../npm/values.js";
import { isPieces } from "./carriers.js";
import { LOOKS, PRINTING } from "./engine.js";
import { readColor, writeColor } from "./picture.js";

const VERSION = 1;
const HEAD = 5;
const MOST_WIDTH = 256; /* of the playfield */
const MOST_HEIGHT = 1024;

function bitsFor(colorCount) {
  return Math.ceil(Math.log2(colorCount + 1));
}

function toBase64Url(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
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

function wholeNumber(text, least, most, otherwise) {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : otherwise;
  return number >= least && number <= most ? number : otherwise;
}

const WORDS = ["method", "effort", "width", "pieces", "seed", "deal", "queue", "preview", "rules"];
const RULES = ["harddrop", "srs", "srs+180"];
const MOST_PREVIEW = 1000;

/* The settings are { printing, palette, look, compare }; what is as usual is left out. */
export function writeLink(picture, { printing, palette, look, compare }) {
  const link = new URLSearchParams({ sprite: packPicture(picture) });
  for (const name of WORDS)
    if (printing[name] !== PRINTING[name]) link.set(name, printing[name]);
  if (printing.anchors) link.set("anchor", "1");
  if (printing.hold) link.set("hold", "1");
  if (palette) link.set("palette", palette);
  if (look !== "bevel") link.set("look", look);
  if (compare) link.set("compare", "1");
  return `#${link}`;
}

/* How the pieces are dealt. */
function readDeal(link) {
  const { deal, queue, hold, preview, rules } = PRINTING;
  const chosen = link.get("deal");
  if (!DEALS.includes(chosen)) return { deal, queue, hold, preview, rules };
  return {
    deal: chosen,
    queue: /^[IOTSZJL]+$/.test(link.get("queue") ?? "") ? link.get("queue") : queue,
    hold: link.get("hold") === "1",
    preview: wholeNumber(link.get("preview"), 0, MOST_PREVIEW, preview),
    rules: RULES.includes(link.get("rules")) ? link.get("rules") : rules,
  };
}

/* { picture, printing, palette, look, compare }, or null where the hash has no picture. Settings
   that make no sense are as usual. */
export function readLink(hash, methodNames) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  const picture = link.has("sprite") ? unpackPicture(link.get("sprite")) : null;
  if (picture === null) return null;
  const pieces = link.get("pieces") ?? "";
  const printing = {
    method: methodNames.includes(link.get("method")) ? link.get("method") : PRINTING.method,
    effort: wholeNumber(link.get("effort"), 1, 9, PRINTING.effort),
    width: wholeNumber(link.get("width"), 4, MOST_WIDTH, PRINTING.width),
    pieces: isPieces(pieces) ? pieces : PRINTING.pieces,
    seed: wholeNumber(link.get("seed"), 0, 0xffffffff, PRINTING.seed),
    anchors: link.get("anchor") === "1",
    ...readDeal(link),
  };
  const look = LOOKS.includes(link.get("look")) ? link.get("look") : "bevel";
  const palette = link.get("palette") === "guideline" ? "guideline" : undefined;
  return { picture, printing, palette, look, compare: link.get("compare") === "1" };
}
