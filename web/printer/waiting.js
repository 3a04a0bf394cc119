/* The job that the visitor waits for: its progress, and the end of it. */
import { find } from "./dom.js";

export class Waiting {
  #jobs;
  #running = null; /* a Job; `isPlan` if it looks for a plan */
  #page;

  /* `page` has tell(words), refuse(error, isPlan), and begin(), called when a job that is waited for begins. */
  constructor(jobs, page) {
    this.#jobs = jobs;
    this.#page = page;
  }

  get isIdle() {
    return this.#running === null;
  }

  cancel() {
    this.#running?.cancel();
  }

  /* Does a job while the visitor waits and may cancel it; undefined if that, or a new job, ends
     it. `offer` gets each plan that is the best so far. */
  async do(text, message, offer) {
    const isPlan = message.job === "plan";
    if (!isPlan && this.#running?.isPlan) return this.#doBeside(text, message);
    this.cancel();
    const bar = find("progress");
    const best = find("best");
    const job = this.#jobs.start(message, (part, drops, better) => {
      if (better) offer(better);
      if (part === null) bar.removeAttribute("value");
      else bar.value = part;
      if (isPlan && drops > 0) best.textContent = `best so far: ${drops}`;
    });
    job.isPlan = isPlan;
    this.#running = job;
    bar.removeAttribute("value");
    best.textContent = "";
    find("working").hidden = false;
    this.#page.begin();
    this.#page.tell(text);
    try {
      return await job.result;
    } catch (error) {
      this.#page.refuse(error, isPlan);
      return undefined;
    } finally {
      if (this.#running === job) {
        this.#running = null;
        find("working").hidden = true;
      }
    }
  }

  /* Does a job while a better plan is looked for, which goes on. */
  #doBeside(text, message) {
    this.#page.tell(text);
    return this.#jobs.start(message).result.catch((error) => this.#page.refuse(error, false));
  }
}
