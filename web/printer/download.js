/* Files for the visitor. */

/* Hands bytes or a text to the browser as a file of this name. */
export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/* A file name of the name of an image. */
export function nameOf(image) {
  const stem = image.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}_-]+/gu, "-");
  return stem === "" ? "sprite" : stem;
}

/* A PNG of a canvas. */
export function pngOf(canvas) {
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/* A size for people. */
export function sizeOf(bytes) {
  if (bytes < 1000) return `${Math.round(bytes)} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
