/* Jobs for the worker, as the page sees them. */

export class Cancelled extends Error {}

/* Starts workers; the wasm, compiled, and the worker's program are in the page already. */
export class Jobs {
  #wasm;
  #address;

  constructor(wasm, program) {
    this.#wasm = wasm;
    this.#address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  }

  /* A worker that does one job after the other, until it is ended. */
  open() {
    return new Worker(this.#address);
  }

  /* Does a job, in a worker of its own unless one is given. `result` is a promise; it fails with Cancelled after
     cancel(). */
  start(message, progress = () => {}, kept = undefined) {
    const worker = kept ?? this.open();
    const ended = new AbortController();
    const { signal } = ended;
    let cancel;
    const result = new Promise((resolve, reject) => {
      cancel = () => reject(new Cancelled("cancelled"));
      worker.addEventListener("message", ({ data }) => {
        if ("done" in data) resolve(data.done);
        else if ("failed" in data) reject(Object.assign(new Error(data.failed), { advice: data.advice }));
        else progress(data.progress, data.drops, data.better);
      }, { signal });
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error(`the worker failed: ${event.message}`));
      }, { signal });
      worker.postMessage({ ...message, wasm: this.#wasm });
    }).finally(() => {
      ended.abort();
      if (kept === undefined) worker.terminate();
    });
    return { result, cancel };
  }
}
