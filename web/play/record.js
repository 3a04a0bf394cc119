/* Records of games, in the format dropforge-game, that come to the page: in its address, packed by
   packRecord, or as files. */

const toBase64Url = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function pipe(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/* A record as a part of an address. */
export async function packRecord(text) {
  return toBase64Url(await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}

/* The record, or null where the text is none. */
export async function unpackRecord(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/* How many squares the first piece has, and the index of the rules. */
export function describeRecord(text) {
  const drawing = text.match(/^piece \S+ (\S+)/m)?.[1] ?? "####";
  return { squares: drawing.split("#").length - 1, rules: /^rules nes/m.test(text) ? 1 : 0 };
}
