/* The image of the page, in a worker that decodes its file and makes pictures of it, so that the page never waits. */
import { Cancelled } from "../job.js";
import { readable } from "./svg.js";

export class Studio {
  #jobs;
  #job = null; /* that is running */
  #worker = null;
  #image = null; /* that the worker has */
  #count = 0; /* of pictures that were asked for */

  constructor(jobs) {
    this.#jobs = jobs;
  }

  /* What the worker makes of an image: { picture, count, lossy, color }. `frame` and `tile` are
     as Frames has them, `how` as Picture takes it, `show` gets a bitmap as soon as there is one. Cancelled if another is asked for meanwhile. */
  async prepare(image, { chosen: frame, tile }, how, show) {
    this.cancel();
    const number = this.#count;
    const given = image === this.#image ? undefined : await readable(image);
    if (number !== this.#count) throw new Cancelled("cancelled");
    this.#image = image;
    this.#worker ??= this.#jobs.open();
    const job = this.#jobs.start({ job: "prepare", image: given, frame, tile, how },
      (part, drops, bitmap) => show(bitmap), this.#worker);
    this.#job = job;
    try {
      return await job.result;
    } catch (error) {
      if (this.#job === job) this.#image = null;
      throw error;
    } finally {
      if (this.#job === job) this.#job = null;
    }
  }

  /* Ends what is being made, with the worker. */
  cancel() {
    this.#count++;
    if (this.#job === null) return;
    this.#job.cancel();
    this.#worker.terminate();
    this.#job = this.#worker = this.#image = null;
  }
}
