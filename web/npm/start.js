/* Starts WebAssembly, wherever it is. */

async function bytesOf(address) {
  /* Node fetches no files. */
  if (address.protocol === "file:" && typeof process === "object") {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/* Its exports. `source` is an address, a Response, bytes or a WebAssembly.Module. */
export async function start(source, imports) {
  let wasm = await source;
  if (typeof wasm === "string") wasm = new URL(wasm, globalThis.location?.href);
  if (wasm instanceof URL) wasm = await bytesOf(wasm);
  else if (typeof Response === "function" && wasm instanceof Response)
    wasm = await wasm.arrayBuffer();
  const started = await WebAssembly.instantiate(wasm, imports);
  return (started.instance ?? started).exports;
}
