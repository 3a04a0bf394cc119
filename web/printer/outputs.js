/* What leaves the page: files of the plan on the stage and of its film, and the line of HTML that plays it
   elsewhere. */
import { SIZES } from "names.js";
import { readFilm, readForm } from "./controls.js";
import { find } from "./dom.js";
import { pngOf, save, sizeOf } from "./download.js";
import { embedCode } from "./embed.js";
import { isExport, saveExport } from "./games.js";
import { paint, pixelsOf } from "./picture.js";
import { writeLink, writePlanLink } from "./share.js";
import { endingOf } from "./asked.js";
import { describeMp4 } from "./film/codecs.js";
import { describeVideo } from "./film/video_size.js";

const MEASURE_AFTER = 250; /* milliseconds without a further change */
const VIDEOS = ["mp4", "webm"];
const canEncode = typeof VideoEncoder !== "undefined";

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/* The address of what is on the stage, as App has it, with its colours and its look. */
export function addressOf({ picture, palette, asked, packed }, paints) {
  if (packed !== undefined) return writePlanLink(packed, readForm());
  return writeLink(picture, { printing: asked, palette, compare: find("compare").checked, paints, dress: readForm() });
}

export class Outputs {
  #page;
  #measuring = 0; /* the timer until then */

  /* `page` has plan() on the stage or null, writeAddress(), tell(words), refuse(error), and wait(words, message)
     for a job that may be cancelled. */
  constructor(engine, stage, page) {
    this.engine = engine;
    this.stage = stage;
    this.#page = page;
  }

  connect() {
    for (const button of document.querySelectorAll("[data-file]"))
      button.addEventListener("click", () => this.download(button.dataset.file));
    for (const kind of [...VIDEOS, ...SIZES]) document.querySelector(`[data-file=${kind}]`).hidden = !canEncode;
    for (const id of ["speed", "film-square", "film-frames", "film-sound"])
      find(id).addEventListener("change", () => this.measureSoon());
    find("link").addEventListener("click", () => this.copyLink());
    find("embed").addEventListener("click", () => this.copyEmbed());
  }

  async copyLink() {
    if (this.#page.plan() === null) return;
    this.#page.writeAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.#page.tell("the link is in the clipboard");
    } catch {
      this.#page.tell("the link is in the address bar");
    }
  }

  /* Says what a video will be, once the visitor has done with the fields. */
  measureSoon() {
    clearTimeout(this.#measuring);
    find("film-about").textContent = "";
    this.#measuring = setTimeout(() => this.#measure(), MEASURE_AFTER);
  }

  async #measure() {
    if (!canEncode || this.#page.plan() === null) return;
    const timer = this.#measuring;
    const { look, film: wishes, sound } = readFilm(this.stage.speed);
    let film;
    try {
      film = this.engine.makeFilm(wishes);
      const video = describeVideo(film, look, sound);
      const { width, height, seconds, bytes } = video;
      find("film-about").textContent = `A video has ${width} × ${height} pixels, ` +
        `${clock(seconds)} minutes, up to ${sizeOf(bytes)}.`;
      const codecs = await describeMp4(video, sound);
      if (timer === this.#measuring) find("film-about").append(` ${codecs}`);
    } catch {
      /* Making it says why. */
    } finally {
      film?.free();
    }
  }

  /* Copies a line of HTML that plays the plan on another page. */
  async copyEmbed() {
    const plan = this.#page.plan();
    if (plan === null) return;
    const { name, text, report } = plan;
    const code = await embedCode(this.engine, text,
      { name, report, speed: this.stage.speed, dress: { ...readForm(), skin: undefined } });
    try {
      await navigator.clipboard.writeText(code);
      this.#page.tell(`a line of HTML is in the clipboard, with ${sizeOf(code.length)}`);
    } catch {
      save(`${name}.embed.html`, "text/html", `${code}\n`);
      this.#page.tell(`${name}.embed.html is ready`);
    }
  }

  async download(kind) {
    const plan = this.#page.plan();
    if (plan === null) return;
    try {
      const ready = await this.#make(kind, plan);
      if (ready !== undefined) this.#page.tell(ready);
    } catch (error) {
      this.#page.refuse(error);
    }
  }

  /* Saves a file, and gives words about it; undefined where its making was cancelled. */
  async #make(kind, { name, text, picture, report, asked, file: replay, frames }) {
    if (isExport(kind)) return `${saveExport(this.engine, name, kind)} is ready`;
    if (kind === "real") {
      const ending = endingOf(asked);
      save(`${name}.${ending}`, "application/octet-stream", replay);
      return `${name}.${ending} is ready${frames > 0 ? `; the picture stands in frame ${frames}: pause there` : ""}`;
    }
    if (kind === "drops") {
      save(`${name}.drops`, "text/plain", text);
      return `${name}.drops is ready: ${report.drops} drops`;
    }
    if (kind === "png") {
      const canvas = document.createElement("canvas");
      paint(canvas, pixelsOf(picture));
      save(`${name}.png`, "image/png", await pngOf(canvas));
      return `${name}.png is ready`;
    }
    const isSized = SIZES.includes(kind);
    const type = isSized ? "mp4" : kind;
    const file = `${name}${isSized ? `-${kind}` : ""}.${type}`;
    const bytes = await this.#page.wait(`Making ${file}, with ${report.drops} drops …`,
      { job: type, text, ...readFilm(this.stage.speed, isSized ? { size: kind } : {}) });
    if (bytes === undefined) return undefined;
    save(file, VIDEOS.includes(type) ? `video/${type}` : "image/gif", bytes);
    return `${file} is ready: ${report.drops} drops, ${sizeOf(bytes.length)}`;
  }
}
