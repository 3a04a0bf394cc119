/* Texts as parts of addresses: deflated, in base64url. */

const MOST_BYTES = 4 << 20;
const MOST_DROPS = 200000;

const pipe = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

export function toBase64Url(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

async function pack(bytes, format) {
  return new Uint8Array(await new Response(pipe(bytes, new CompressionStream(format))).arrayBuffer());
}

export const zlib = (bytes) => pack(bytes, "deflate");

export async function packText(text) {
  return toBase64Url(await pack(new TextEncoder().encode(text), "deflate-raw"));
}

/* Refuses the text of a link that is too long for a page; gives it back. A packed one can be a thousand
   times as long as its link. */
export function refuseTooLong(text, size = text.length) {
  let drops = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    if (!"#\n".includes(text[at + 1] ?? "\n")) drops++;
  if (size <= MOST_BYTES && drops <= MOST_DROPS) return text;
  const most = size > MOST_BYTES ? `${MOST_BYTES >> 20} MB` : `${MOST_DROPS.toLocaleString("en")} drops`;
  throw new Error(`this link has more than ${most}; open the file that it was made of`);
}

/* The text, or null where it was not packed so. */
export async function unpackText(packed) {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  try {
    const reader = pipe(fromBase64Url(packed), new DecompressionStream("deflate-raw")).getReader();
    while (size <= MOST_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      text += decoder.decode(value, { stream: true });
    }
    reader.cancel();
  } catch {
    return null;
  }
  return refuseTooLong(text + decoder.decode(), size);
}
