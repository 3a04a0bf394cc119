/* A film as a WebM video, by the encoder of the browser. */
import {
  BufferTarget, getFirstEncodableVideoCodec, Output, VideoSample, VideoSampleSource,
  WebMOutputFormat,
} from "mediabunny";
import { Refusal } from "./engine.js";

const CODECS = ["vp9", "vp8", "av1"];
const KEY_FRAME_EVERY = 2; /* seconds */
const BITS_PER_PIXEL = 3; /* a second: hard edges, little movement */
const LEAST_BITRATE = 1e6;

export async function encodeWebm(engine, { look, film }, tell) {
  const { starts, drops } = engine.openFilm(film);
  /* Encoders want even sides. */
  const { width, height } = engine.setLook({ ...look, square: look.square + (look.square & 1) });
  const bitrate = Math.max(LEAST_BITRATE, width * height * BITS_PER_PIXEL);
  const codec = await getFirstEncodableVideoCodec(CODECS, { width, height, bitrate });
  if (codec === null)
    throw new Refusal(`the browser encodes no video of ${width} × ${height} pixels; ` +
      "use smaller squares, or a GIF");
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new VideoSampleSource({ codec, bitrate, keyFrameInterval: KEY_FRAME_EVERY });
  output.addVideoTrack(source);
  await output.start();
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    const sample = new VideoSample(engine.draw(frame).slice(), {
      format: "RGBX",
      codedWidth: width,
      codedHeight: height,
      timestamp: starts[frame] / 100,
      duration: (starts[frame + 1] - starts[frame]) / 100,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer);
}
