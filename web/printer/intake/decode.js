/* Image files as exact pixels: decoded by the browser, without its colour management, and read
   back through WebGL, since a 2D canvas multiplies colours with their alpha and rounds. */
import { readGif, readGifFrame } from "./gif_frames.js";

/* Such pictures have to be scaled down before anyhow; graphics cards can hold them all. */
const MOST_SIDE = 4096;

const EXACT = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
const JPEG = "\xff\xd8\xff";
const SVG_SIDE = 128; /* of drawings that do not say how large they are */

/* How files begin that may have several frames. */
const ANIMATED = [
  ["image/gif", 0, "GIF8"], ["image/png", 1, "PNG\r\n"], ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavi"],
];

function readByWebGl(bitmap) {
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (!gl || gl.getParameter(gl.MAX_TEXTURE_SIZE) < Math.max(width, height)) return null;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const rgba = new Uint8Array(4 * width * height);
  const whole = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  if (whole) gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
  const read = whole && gl.getError() === gl.NO_ERROR;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return read ? rgba : null;
}

/* Exact but for pixels that are partly transparent. */
function readByCanvas(bitmap) {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
}

function checkSize(width, height) {
  if (Math.max(width, height) > MOST_SIDE)
    throw new Error(`the image has ${width} × ${height} pixels; ` +
      `scale it down to ${MOST_SIDE} × ${MOST_SIDE} or less`);
}

/* The pixels of a bitmap, which is closed. */
function readBitmap(bitmap) {
  const { width, height } = bitmap;
  try {
    checkSize(width, height);
    return { width, height, rgba: readByWebGl(bitmap) ?? readByCanvas(bitmap) };
  } finally {
    bitmap.close();
  }
}

/* A drawing as the browser renders it, in its own size. */
async function drawSvg(file) {
  const address = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const width = image.naturalWidth || SVG_SIDE;
    const height = image.naturalHeight || SVG_SIDE;
    checkSize(width, height);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    return canvas.transferToImageBitmap();
  } finally {
    URL.revokeObjectURL(address);
  }
}

const isSvg = (file, start) =>
  file.type === "image/svg+xml" || /^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(start);

/* The frames by the browser's decoder; null where it has none for this file, or no frames. */
async function openFrames(data, type) {
  if (typeof ImageDecoder === "undefined" || !await ImageDecoder.isTypeSupported(type)) return null;
  const decoder = new ImageDecoder({ data, type, ...EXACT });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
  } catch {
    decoder.close();
    return null; /* what is damaged may still have a first frame */
  }
  const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
  if (count > 1) {
    const read = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      try {
        return readBitmap(await createImageBitmap(image, EXACT));
      } finally {
        image.close();
      }
    };
    return { count, read, close: () => decoder.close() };
  }
  decoder.close();
  return null;
}

/* The frames of a GIF by our own decoder; null where there is but one, or none can be read. */
function openGif(data) {
  let gif;
  try {
    gif = readGif(new Uint8Array(data));
  } catch {
    return null;
  }
  const { width, height, frames } = gif;
  if (frames.length < 2) return null;
  checkSize(width, height);
  const read = async (index) => ({ width, height, rgba: readGifFrame(gif, index) });
  return { count: frames.length, read, close() {} };
}

/* A bitmap that is not too large: photographs are scaled down anyhow. */
async function shrink(bitmap) {
  const { width, height } = bitmap;
  const scale = MOST_SIDE / 2 / Math.max(width, height);
  if (scale >= 0.5) return bitmap;
  const [resizeWidth, resizeHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const small = await createImageBitmap(bitmap,
    { ...EXACT, resizeWidth, resizeHeight, resizeQuality: "high" });
  bitmap.close();
  return small;
}

async function openStill(file, start) {
  let bitmap;
  try {
    bitmap = await (isSvg(file, start) ? drawSvg(file) : createImageBitmap(file, EXACT));
  } catch (error) {
    if (error instanceof DOMException)
      throw new Error("the browser cannot read this image; use a PNG, GIF, JPEG, WebP, AVIF, BMP or SVG file");
    throw error;
  }
  const pixels = readBitmap(await shrink(bitmap));
  return { count: 1, read: async () => pixels, close() {} };
}

/* The frames of an image file: how many there are, read(index) gives the pixels of one, and `lossy`
   says if they have the noise of a JPEG. An Error tells a person why there are none. */
export async function openImage(file) {
  const data = await file.arrayBuffer();
  const start = new TextDecoder("latin1").decode(data.slice(0, 256));
  const type = ANIMATED.find(([, at, word]) => start.startsWith(word, at))?.[0];
  const frames = type === undefined ? null
    : await openFrames(data, type) ?? (type === "image/gif" ? openGif(data) : null);
  return { ...frames ?? await openStill(file, start), lossy: start.startsWith(JPEG) };
}
