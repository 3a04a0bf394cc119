/* The worker as the page sees it: one question at a time. A new one ends the old one, and its
   worker, since a long search hears nothing. */

export class Asker {
  #wasm;
  #address;
  #worker = null;
  #id = 0;
  #isBusy = false;
  #tickets = new Map();
  #ticket = 0;

  /* `tell` is called with what the worker says about the question. */
  constructor(wasm, program, tell) {
    this.#wasm = wasm;
    this.#address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    this.tell = tell;
  }

  #start() {
    this.#worker = new Worker(this.#address);
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.cancel();
      this.tell({ failed: `the worker failed: ${event.message}` });
    });
  }

  #hear({ id, ticket, reply, refusal, ...told }) {
    if (id !== this.#id) return;
    if (ticket !== undefined) {
      const { resolve, reject } = this.#tickets.get(ticket);
      this.#tickets.delete(ticket);
      if (refusal === undefined) resolve(reply);
      else reject(new Error(refusal));
      return;
    }
    if ("done" in told || "failed" in told) this.#isBusy = false;
    this.tell(told);
  }

  ask(question) {
    this.begin({ ask: question });
  }

  /* Begins with { ask: question } or { deal: question }. */
  begin(what) {
    if (this.#isBusy) this.cancel();
    if (!this.#worker) this.#start();
    this.#isBusy = true;
    this.#tickets.clear();
    this.#worker.postMessage({ id: ++this.#id, ...what, wasm: this.#wasm });
  }

  /* Something more about the answer: one of the worker's replies, such as { more: 60 }. */
  more(what) {
    if (!this.#worker) return Promise.reject(new Error("this was cancelled; change something to ask again"));
    const ticket = ++this.#ticket;
    this.#worker.postMessage({ id: this.#id, ticket, ...what });
    return new Promise((resolve, reject) => { this.#tickets.set(ticket, { resolve, reject }); });
  }

  /* Ends what is being done. */
  cancel() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isBusy = false;
    this.#tickets.clear();
  }
}
