/* Jobs for the worker, as the page sees them. */

export class Cancelled extends Error {}

/* Starts workers; the wasm and the worker's program are in the page already. */
export class Jobs {
  #wasm;
  #address;

  constructor(wasm, program) {
    this.#wasm = wasm;
    this.#address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  }

  /* Does a job. `result` is a promise; it fails with Cancelled after cancel(). */
  start(message, progress = () => {}) {
    const worker = new Worker(this.#address);
    let cancel;
    const result = new Promise((resolve, reject) => {
      cancel = () => reject(new Cancelled("cancelled"));
      worker.addEventListener("message", ({ data }) => {
        if ("done" in data) resolve(data.done);
        else if ("failed" in data) reject(Object.assign(new Error(data.failed), { advice: data.advice }));
        else progress(data.progress, data.drops, data.better);
      });
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error(`the worker failed: ${event.message}`));
      });
      worker.postMessage({ ...message, wasm: this.#wasm });
    }).finally(() => worker.terminate());
    return { result, cancel };
  }
}
