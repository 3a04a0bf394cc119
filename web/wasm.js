/* Starts the WebAssembly of a page and shows its memory. */

/* Unpacks what bundle.py has packed (zlib's format). */
function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/* A page's functions, and its memory as what they take and give. Addresses are numbers; 0 is
 * none. */
export class Wasm {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  get call() {
    return this.#exports;
  }

  /* Room for so many bytes, which the caller frees. */
  alloc(count) {
    const address = count < 2 ** 32 ? this.call.alloc(count) : 0;
    if (address === 0 && count > 0) throw this.memoryError();
    return address;
  }

  memoryError() {
    return new Error("out of memory");
  }

  /* A view of so many bytes; it is gone as soon as any function is called that allocates. */
  bytes(address, count) {
    return new Uint8Array(this.call.memory.buffer, address, count);
  }

  /* Lets `use` have room for so many bytes as (address, count), and gives back what it gives. */
  lendRoom(count, use) {
    const address = this.alloc(count);
    try {
      return use(address, count);
    } finally {
      this.call.free(address);
    }
  }

  /* The same with a copy of bytes. */
  lend(bytes, use) {
    return this.lendRoom(bytes.length, (address, count) => {
      this.bytes(address, count).set(bytes);
      return use(address, count);
    });
  }

  /* The same with a text. */
  lendText(text, use) {
    return this.lend(new TextEncoder().encode(text), use);
  }
}

/* What `import packed from "page.wasm"` gives, compiled, so that several threads can start it. */
export async function compile(packed) {
  return WebAssembly.compile(await unpack(packed));
}

/* Starts it, packed or compiled, as an object of a class made of the exports, which has the
   functions that the C code calls, too. */
export async function load(packed, Kind = Wasm) {
  const module = packed instanceof WebAssembly.Module ? packed : await compile(packed);
  let made;
  const instance = await WebAssembly.instantiate(module, Kind.importsOf?.(() => made));
  made = new Kind(instance.exports);
  return made;
}
