/* The memory of the program, and texts in it. */
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Memory {
  #memory;
  #view;
  #bytes;
  #words;

  constructor(memory) {
    this.#memory = memory;
  }

  /* Views end when the memory grows. */
  get view() {
    if (this.#view?.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  get bytes() {
    if (this.#bytes?.buffer !== this.#memory.buffer) this.#bytes = new Uint8Array(this.#memory.buffer);
    return this.#bytes;
  }

  get words() {
    if (this.#words?.buffer !== this.#memory.buffer) this.#words = new Int32Array(this.#memory.buffer);
    return this.#words;
  }

  text(address, length) {
    return decoder.decode(this.bytes.slice(address, address + length));
  }

  /* A text that ends with 0. */
  word(address) {
    return this.text(address, this.bytes.indexOf(0, address) - address);
  }

  /* Writes a text and a 0; false if it is longer than `size` allows. */
  putWord(address, text, size = Infinity) {
    const bytes = encoder.encode(text);
    if (bytes.length + 1 > size) return false;
    this.bytes.set(bytes, address);
    this.bytes[address + bytes.length] = 0;
    return true;
  }

  /* Writes texts one after the other, each with a 0, and where each begins. Gives back 0, as do
     all functions of WASI that cannot fail. */
  putWords(addresses, start, words) {
    for (const word of words) {
      this.view.setUint32(addresses, start, true);
      this.putWord(start, word);
      addresses += 4;
      start += encoder.encode(word).length + 1;
    }
    return 0;
  }

  putWordSizes(count, size, words) {
    this.view.setUint32(count, words.length, true);
    const sizes = words.map((word) => encoder.encode(word).length + 1);
    this.view.setUint32(size, sizes.reduce((a, b) => a + b, 0), true);
    return 0;
  }
}
