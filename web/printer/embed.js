/* A line of HTML by which another page plays a plan. */
import { packText } from "../packed.js";
import { lookOf, writeDress } from "./dress.js";

const WIDTH = 320; /* CSS pixels, about */
const CONTROLS = 48; /* CSS pixels below the playfield */

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/* The player is player.html beside this page; `shape` has the width and height of the film. */
export async function embedCode(text, { name, report, speed, dress, shape }) {
  const wishes = new URLSearchParams({ plan: await packText(text) });
  if (speed !== 2) wishes.set("speed", speed);
  writeDress(wishes, { ...dress, size: undefined }); /* the frame has its own */
  const { border } = lookOf(dress);
  const square = Math.max(4, Math.min(Math.floor(WIDTH / report.width), 20));
  const width = border || dress.hud ? WIDTH : report.width * square;
  const height = CONTROLS + (border || dress.hud ? Math.round((width * shape.height) / shape.width)
    : report.height * square);
  const address = new URL(`player.html#${wishes}`, location.href);
  return `<iframe src="${escape(address.href)}" width="${width}" height="${height}" ` +
    `style="border:0" loading="lazy" title="${escape(name)}, printed by falling tetrominoes"></iframe>`;
}
