/* Image files as exact pixels: decoded by the browser, without its colour management, and read
   back through WebGL, since a 2D canvas multiplies colours with their alpha and rounds. */
import * as lib from "layouts.js";
import { readGif, readGifFrame } from "./gif_frames.js";

/* Such pictures have to be scaled down before anyhow; graphics cards can hold them all. */
export const MOST_SIDE = 4096;
const PHOTO_SIDE = 1024; /* of photographs, which are scaled to fewer squares anyhow */
const PHOTO_COLORS = 256; /* that it has among … */
const SAMPLES = 64; /* times as many pixels */
const LARGE_FILE = 2 ** 20; /* bytes of one that is better decoded to fewer pixels */
const PREVIEW_SIDE = 512;
const PREVIEW_FILE = 2 ** 17; /* bytes of one that is decoded for it alone */

const EXACT = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
const JPEG = "\xff\xd8\xff";

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

export function checkSize(width, height) {
  if (Math.max(width, height) > MOST_SIDE)
    throw new Error(`the image has ${width} × ${height} pixels; ` +
      `scale it down to ${MOST_SIDE} × ${MOST_SIDE} or less`);
}

/* The pixels of a bitmap, which is closed. */
function readBitmap(bitmap, isOpaque) {
  const { width, height } = bitmap;
  try {
    checkSize(width, height);
    return { width, height, rgba: (isOpaque ? null : readByWebGl(bitmap)) ?? readByCanvas(bitmap) };
  } finally {
    bitmap.close();
  }
}

/* For how many milliseconds a frame is shown of which an image says so many: as in the program. */
const timeOf = (milliseconds) =>
  (milliseconds <= 10 ? 100 : Math.min(Math.round(milliseconds), lib.DF_PLAN_MAX_MILLISECONDS));

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
  const { frameCount: count = 0, repetitionCount } = decoder.tracks.selectedTrack ?? {};
  if (count > 1) {
    const read = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      try {
        return { ...readBitmap(await createImageBitmap(image, EXACT)), milliseconds: timeOf(image.duration / 1000) };
      } finally {
        image.close();
      }
    };
    return { count, read, plays: repetitionCount === Infinity ? 0 : repetitionCount + 1, close: () => decoder.close() };
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
  const { width, height, frames, plays } = gif;
  if (frames.length < 2) return null;
  checkSize(width, height);
  const read = async (index) =>
    ({ width, height, rgba: readGifFrame(gif, index), milliseconds: timeOf(frames[index].milliseconds) });
  return { count: frames.length, read, plays, close() {} };
}

/* True of a bitmap with as many colours as photographs have. */
function isPhoto(bitmap) {
  const context = new OffscreenCanvas(SAMPLES, SAMPLES).getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap, 0, 0, SAMPLES, SAMPLES);
  const { data } = context.getImageData(0, 0, SAMPLES, SAMPLES);
  return new Set(new Uint32Array(data.buffer)).size > PHOTO_COLORS;
}

/* A copy of a bitmap whose longer side is `side`. */
function scale(bitmap, side) {
  const [resizeWidth, resizeHeight] = [bitmap.width, bitmap.height].map((length) =>
    Math.max(1, Math.round(length * side / Math.max(bitmap.width, bitmap.height))));
  return createImageBitmap(bitmap, { ...EXACT, resizeWidth, resizeHeight, resizeQuality: "high" });
}

/* A bitmap that is not too large. */
async function shrink(bitmap) {
  const long = Math.max(bitmap.width, bitmap.height);
  const isTooLarge = long > 1.5 * PHOTO_SIDE && isPhoto(bitmap);
  if (!isTooLarge && long <= MOST_SIDE) return bitmap;
  const small = await scale(bitmap, isTooLarge ? PHOTO_SIDE : MOST_SIDE / 2);
  bitmap.close();
  return small;
}

/* A JPEG file of more than `most` bytes with an eighth of its pixels, or several, whose longer side has `side` at least, which takes less time;
   null where the browser cannot. */
async function decodeLarge(file, side, most) {
  if (typeof ImageDecoder === "undefined" || !(file.size > most)) return null;
  const decoder = new ImageDecoder({ data: file.stream(), type: "image/jpeg", colorSpaceConversion: "none",
    desiredWidth: side, desiredHeight: side });
  try {
    const { image } = await decoder.decode();
    return await createImageBitmap(image, EXACT).finally(() => image.close());
  } catch {
    return null;
  } finally {
    decoder.close();
  }
}

/* Calls show(bitmap) with a large JPEG file as soon as there is a small one, unless the function that it gives is called
   before. */
function showEarly(file, show) {
  let isLate = false, isShown = false;
  decodeLarge(file, PREVIEW_SIDE, PREVIEW_FILE).then((small) => {
    if (small === null || isLate) return small?.close();
    isShown = true;
    return show(small);
  });
  return () => {
    isLate = true;
    return isShown;
  };
}

async function openStill(image, lossy, show) {
  let bitmap;
  const endEarly = lossy ? showEarly(image, show) : () => false;
  try {
    bitmap = (lossy ? await decodeLarge(image, MOST_SIDE / 2, LARGE_FILE) : null) ?? await createImageBitmap(image, EXACT);
  } catch (error) {
    endEarly();
    if (error instanceof DOMException)
      throw new Error("the browser cannot read this image; use a PNG, GIF, JPEG, WebP, AVIF, BMP or SVG file");
    throw error;
  }
  if (!endEarly())
    show(await (Math.max(bitmap.width, bitmap.height) > PREVIEW_SIDE ? scale(bitmap, PREVIEW_SIDE) : createImageBitmap(bitmap)));
  bitmap = await shrink(bitmap);
  const pixels = readBitmap(bitmap, lossy);
  return { count: 1, read: async () => pixels, close() {} };
}

/* The frames of an image: how many there are, read(index) gives the pixels of one, and `lossy` says if they have the
   noise of a JPEG. Of several frames each has its `milliseconds`, and `plays` is how often they are played, 0 being for
   ever. The image is a file, a bitmap, or pixels; show(bitmap) is called as soon as it is decoded. An Error
   tells a person why there are none. */
export async function openImage(image, show = () => {}) {
  if (image.rgba !== undefined) return { count: 1, read: async () => image, lossy: false, close() {} };
  if (image instanceof ImageBitmap) return { ...await openStill(image, false, show), lossy: false };
  const start = new TextDecoder("latin1").decode(await image.slice(0, 256).arrayBuffer());
  const type = ANIMATED.find(([, at, word]) => start.startsWith(word, at))?.[0];
  const lossy = start.startsWith(JPEG);
  if (type === undefined) return { ...await openStill(image, lossy, show), lossy };
  const data = await image.arrayBuffer();
  const frames = await openFrames(data, type) ?? (type === "image/gif" ? openGif(data) : null);
  return { ...frames ?? await openStill(image, lossy, show), lossy };
}
