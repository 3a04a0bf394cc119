/* The library of the package, which is safe from what callers do while it works. */
import { DropforgeError, Library } from "../library.js";

export class Guarded extends Library {
  #isTelling = false;
  #held = 0;
  #waiting = [];

  /* The functions of the WebAssembly. Those of a call that is not at its end would be in its stack. */
  get call() {
    if (this.#isTelling)
      throw new DropforgeError("progress was called in the middle of a call of this library; call it after " +
        "that, or use another one of load()", "argument");
    return super.call;
  }

  /* Calls a function of the user in the middle of a call. */
  tell(progress, ...values) {
    this.#isTelling = true;
    try {
      return progress(...values);
    } finally {
      this.#isTelling = false;
    }
  }

  /* Frees nothing until `use` is at its end. */
  hold(use) {
    this.#held++;
    try {
      return use();
    } finally {
      if (--this.#held === 0)
        for (const [free, address] of this.#waiting.splice(0)) super.discard(free, address);
    }
  }

  discard(free, address) {
    if (this.#held > 0) this.#waiting.push([free, address]);
    else super.discard(free, address);
  }
}
