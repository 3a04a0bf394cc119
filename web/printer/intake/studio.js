/* The image of the page, in a worker that decodes its file and makes pictures of it, so that the page never waits. */
import { Cancelled } from "../job.js";
import { drawSvg, isSvg } from "./svg.js";

/* An image as a worker can read it. */
export async function readable(image) {
  return image instanceof Blob && await isSvg(image) ? drawSvg(image) : image;
}

export class Studio {
  #jobs;
  #job = null; /* that is running */
  #worker = null;
  #image = null; /* that the worker has */
  #count = 0; /* of pictures that were asked for */

  constructor(jobs) {
    this.#jobs = jobs;
  }

  /* What the worker makes of an image: { picture, count, lossy, color }. `frame` is the number of one from 0, or "all", `how`
     as Picture takes it, `show` gets a bitmap as soon as there is one. Cancelled if another is asked for meanwhile. */
  async prepare(image, frame, how, show) {
    this.cancel();
    const number = this.#count;
    const given = image === this.#image ? undefined : await readable(image);
    if (number !== this.#count) throw new Cancelled("cancelled");
    this.#image = image;
    this.#worker ??= this.#jobs.open();
    const job = this.#jobs.start({ job: "prepare", image: given, frame, how },
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
