/* A line of HTML by which another page plays a plan. */
import { packText } from "../packed.js";

const WIDTH = 320; /* CSS pixels, about */
const CONTROLS = 48; /* CSS pixels below the playfield */

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/* The player is player.html beside this page. */
export async function embedCode(text, { name, report, speed, look, grid, background }) {
  const wishes = new URLSearchParams({ plan: await packText(text) });
  if (speed !== 2) wishes.set("speed", speed);
  if (look !== "bevel") wishes.set("look", look);
  if (!grid) wishes.set("grid", "0");
  if (background) wishes.set("background", background.slice(1));
  const square = Math.max(4, Math.min(Math.floor(WIDTH / report.width), 20));
  const [width, height] = [report.width * square, report.height * square + CONTROLS];
  const address = new URL(`player.html#${wishes}`, location.href);
  return `<iframe src="${escape(address.href)}" width="${width}" height="${height}" ` +
    `style="border:0" loading="lazy" title="${escape(name)}, printed by falling tetrominoes"></iframe>`;
}
