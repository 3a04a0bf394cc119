/* What is to be known of a picture, whatever its plan: the article's plan, and how few drops any plan
   takes. */
import { articlePrinting, piecesToBound } from "./asked.js";
import { PRINTING } from "./engine.js";
import { pixelsOf } from "./picture.js";

const LEAST_AFTER = 1000; /* milliseconds without other work */

export class Facts {
  #jobs;
  #picture; /* null: a plan that printed none, of which nothing is to be known */
  #anchors;
  #changed;
  #bounds = new Map(); /* by the pieces for which they hold */
  #bounding = null;
  #timer = 0;

  constructor(jobs, picture, anchors, changed) {
    this.#jobs = jobs;
    this.#picture = picture;
    this.#anchors = anchors;
    this.#changed = changed;
    this.article = null; /* { report, text }, or words that say why there is none */
    this.known = picture === null ? Promise.resolve() : this.#learnArticle();
  }

  isOf(picture, anchors) {
    return picture === this.#picture && anchors === this.#anchors;
  }

  #start(job, printing) {
    return this.#jobs.start({ job, image: pixelsOf(this.#picture), frame: 0, printing });
  }

  async #learnArticle() {
    try {
      this.article = await this.#start("plan", articlePrinting(this.#picture, this.#anchors)).result;
    } catch (error) {
      this.article = error.message;
    }
    this.#changed(this);
  }

  /* The article's plan, or null. */
  get plan() {
    return typeof this.article === "object" ? this.article : null;
  }

  /* The least drops of plans like this one, or null. */
  least(shown) {
    return this.#bounds.get(piecesToBound(shown)) ?? null;
  }

  /* The bound takes a second or more, so it comes later. */
  learnLeast(shown) {
    const pieces = piecesToBound(shown);
    this.cancel();
    if (this.#picture === null || this.#bounds.has(pieces)) return;
    this.#timer = setTimeout(async () => {
      this.#bounding = this.#start("bound", { ...PRINTING, pieces, anchors: this.#anchors });
      try {
        this.#bounds.set(pieces, await this.#bounding.result);
        this.#changed(this);
      } catch {
        /* A figure less. */
      }
    }, LEAST_AFTER);
  }

  /* Other work has come. */
  cancel() {
    clearTimeout(this.#timer);
    this.#bounding?.cancel();
  }
}
