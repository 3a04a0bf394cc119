/* Drawings in SVG, which only a page can draw, not a worker. */
import { checkSize } from "./decode.js";

const USUAL_SIDE = 128; /* of drawings that do not say how large they are */

/* True of a file with such a drawing. */
async function isSvg(file) {
  return file.type === "image/svg+xml" ||
    /^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(await file.slice(0, 256).text());
}

/* The drawing with a size: one that says only what it shows would be an empty bitmap. */
async function sized(file) {
  const { documentElement: root } = new DOMParser().parseFromString(await file.text(), "image/svg+xml");
  const { width, height } = root.viewBox?.baseVal ?? { width: 0, height: 0 };
  const hasSize = ["width", "height"].every((name) => /^[\d.]+[^\d.%]*$/.test(root.getAttribute(name) ?? ""));
  if (hasSize || !(width > 0 && height > 0)) return file;
  const scale = USUAL_SIDE / Math.max(width, height);
  root.setAttribute("width", Math.ceil(width * scale));
  root.setAttribute("height", Math.ceil(height * scale));
  return new XMLSerializer().serializeToString(root);
}

/* The drawing as the browser renders it, in its own size: a bitmap. */
async function drawSvg(file) {
  const address = URL.createObjectURL(new Blob([await sized(file)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const width = image.naturalWidth || USUAL_SIDE;
    const height = image.naturalHeight || USUAL_SIDE;
    checkSize(width, height);
    return createImageBitmap(image, { resizeWidth: width, resizeHeight: height });
  } catch (error) {
    if (error instanceof DOMException)
      throw new Error("the browser cannot read this drawing; save it as a PNG file");
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/* An image as a worker can read it, too: a bitmap of a file that is such a drawing. */
export async function readable(image) {
  return image instanceof Blob && await isSvg(image) ? drawSvg(image) : image;
}
