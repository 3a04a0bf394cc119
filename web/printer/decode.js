/* Image files as exact pixels: decoded by the browser, without its colour management, and read
   back through WebGL, since a 2D canvas multiplies colours with their alpha and rounds. */

/* Such pictures have to be scaled down before anyhow; graphics cards can hold them all. */
const MOST_SIDE = 4096;

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

/* The pixels of an image file; an Error tells a person why there are none. */
export async function decodeImage(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(
      file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  } catch {
    throw new Error("the browser cannot read this image; use a PNG, GIF, JPEG, WebP, AVIF or BMP file");
  }
  const { width, height } = bitmap;
  if (Math.max(width, height) > MOST_SIDE) {
    bitmap.close();
    throw new Error(`the image has ${width} × ${height} pixels; ` +
      `scale it down to ${MOST_SIDE} × ${MOST_SIDE} or less`);
  }
  const rgba = readByWebGl(bitmap) ?? readByCanvas(bitmap);
  bitmap.close();
  return { width, height, rgba };
}
