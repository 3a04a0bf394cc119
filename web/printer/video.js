/* A film as a video, by the encoder of the browser. */
import {
  BufferTarget, getFirstEncodableVideoCodec, Mp4OutputFormat, Output, VideoSample,
  VideoSampleSource, WebMOutputFormat,
} from "mediabunny";
import { Refusal } from "./engine.js";
import { describeVideo } from "./video_size.js";

/* Of each kind of file, the codecs that most players know first. */
const KINDS = {
  mp4: { codecs: ["avc", "av1", "vp9"], format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  webm: { codecs: ["vp9", "vp8", "av1"], format: () => new WebMOutputFormat() },
};
const KEY_FRAME_EVERY = 2; /* seconds */

/* The bytes of a video of a kind. */
export async function encodeVideo(kind, engine, { look, film }, tell) {
  const shown = engine.openFilm(film);
  const { starts, drops } = shown;
  const { width, height, bitrate } = describeVideo(shown, look);
  const { codecs, format } = KINDS[kind];
  const codec = await getFirstEncodableVideoCodec(codecs, { width, height, bitrate });
  if (codec === null)
    throw new Refusal(`the browser encodes no video of ${width} × ${height} pixels; ` +
      "use smaller squares, or a GIF");
  const output = new Output({ format: format(), target: new BufferTarget() });
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
