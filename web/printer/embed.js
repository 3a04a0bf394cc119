/* A line of HTML by which another page plays a plan. */
import { packText } from "../packed.js";
import { lookOf, motionOf, writeDress } from "./dress.js";

const WIDTH = 320; /* CSS pixels, about */
const CONTROLS = 52; /* CSS pixels below the playfield */

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/* The size of a film in a frame: { width, height } in CSS pixels, with whole squares. */
function fitFrame(engine, columns, dress) {
  const film = engine.makeFilm(motionOf(dress));
  try {
    const look = lookOf(dress);
    const most = Math.max(4, Math.min(Math.floor(WIDTH / columns), 20));
    const { width } = film.setLook({ ...look, square: most });
    if (width > WIDTH) film.setLook({ ...look, square: Math.max(4, Math.floor((most * WIDTH) / width)) });
    return { width: film.width, height: film.height };
  } finally {
    film.free();
  }
}

/* The player is player.html beside this page; `engine` has the plan. */
export async function embedCode(engine, text, { name, report, speed, dress }) {
  const wishes = new URLSearchParams({ plan: await packText(text) });
  if (speed !== 2) wishes.set("speed", speed);
  const shown = { ...dress, size: undefined }; /* the frame has its own */
  writeDress(wishes, shown);
  const { width, height } = fitFrame(engine, report.width, shown);
  const address = new URL(`player.html#${wishes}`, location.href);
  return `<iframe src="${escape(address.href)}" width="${width}" height="${height + CONTROLS}" ` +
    `style="border:0" loading="lazy" title="${escape(name)}, printed by falling tetrominoes"></iframe>`;
}
