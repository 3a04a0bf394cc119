/* A picture and the settings as the part of an address after '#', and back. */
import { DEALS, REAL_GAMES } from "names.js";
import { DEAL_RULES } from "../npm/deal.js";
import { isPieces } from "./carriers.js";
import { readDress, writeDress } from "./dress.js";
import { PRINTING } from "./engine.js";
import { Settings } from "./link.js";
import { packPicture, unpackPicture } from "./packed_picture.js";
import { readPaints, writePaints } from "./paints.js";


const WORDS = ["method", "effort", "width", "pieces", "seed", "game", "deal", "queue", "preview", "rules"];
const MOST_PREVIEW = 1000;

/* The settings are { printing, palette, dress, paints, compare }; what is as usual is left out. */
export function writeLink(picture, { printing, palette, dress, paints, compare }) {
  const link = new URLSearchParams({ sprite: packPicture(picture) });
  for (const name of WORDS)
    if (printing[name] !== PRINTING[name]) link.set(name, printing[name]);
  if (printing.anchors) link.set("anchor", "1");
  if (printing.hold) link.set("hold", "1");
  if (palette === "guideline") link.set("palette", palette); /* the picture has the colours of others already */
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
    rules: settings.oneOf("rules", DEAL_RULES, rules),
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
    effort: settings.number("effort", 0, 9, PRINTING.effort),
    width: settings.number("width", 4, 256, PRINTING.width),
    pieces: settings.take("pieces", PRINTING.pieces, (text) => (isPieces(text) ? text : null)),
    seed: settings.number("seed", 0, 0xffffffff, PRINTING.seed),
    anchors: settings.flag("anchor"),
    game: settings.oneOf("game", REAL_GAMES.map(({ name }) => name), PRINTING.game),
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
