/* A film as a video, by the encoder of the browser. */
import {
  BufferTarget, EncodedAudioPacketSource, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat,
} from "mediabunny"; /* whose own encoding would weigh more than its writers of files */
import { SOUND_RATE } from "../../npm/film.js";
import { Refusal } from "../engine.js";
import { chooseCodecs, soundConfig, videoConfig } from "./codecs.js";
import { Encoder, packetOf } from "./encoder.js";
import { describeVideo } from "./video_size.js";
import { alphaOf, BT709, planesOf } from "./yuv.js";

const FORMATS = { mp4: () => new Mp4OutputFormat({ fastStart: "in-memory" }), webm: () => new WebMOutputFormat() };
const KEY_FRAME_EVERY = 2; /* seconds */
const RATE = 50; /* frames a second of videos that have as many, as in the program */

/* The times of a frame from one centisecond to another, in seconds: [begin, end] for each, so that apps which
   want a constant rate have it if `isConstant`. */
function* timesOf(from, to, isConstant) {
  if (!isConstant) {
    yield [from / 100, to / 100];
    return;
  }
  const until = (time) => Math.floor((time * RATE + 50) / 100);
  for (let i = until(from); i < until(to); i++) yield [i / RATE, (i + 1) / RATE];
}

/* Samples on two channels. */
const onBoth = (samples) => Int16Array.from({ length: 2 * samples.length }, (_, i) => samples[i >> 1]);

/* The sound of a film, as a track of a video beside its frames. */
class SoundTrack {
  #encoder;
  #film;
  #made = 0; /* samples */

  /* Adds the track, or gives null without a codec. */
  static add(output, film, codec) {
    if (codec === null) return null;
    const made = new SoundTrack();
    const source = new EncodedAudioPacketSource(codec);
    made.#encoder = new Encoder(AudioEncoder, soundConfig(codec),
      (chunk, meta) => source.add(packetOf(chunk), meta));
    made.#film = film;
    film.listen();
    output.addAudioTrack(source);
    return made;
  }

  /* Goes on until a time in centiseconds, at least. */
  async follow(time) {
    const end = (this.#film.starts.at(-1) * SOUND_RATE) / 100;
    while (this.#made < Math.min((time * SOUND_RATE) / 100, end)) {
      const data = onBoth(this.#film.sound().subarray(0, end - this.#made));
      const timestamp = Math.round((1e6 * this.#made) / SOUND_RATE), numberOfFrames = data.length / 2;
      this.#made += numberOfFrames;
      this.#encoder.encode(new AudioData({
        data, format: "s16", numberOfChannels: 2, numberOfFrames, sampleRate: SOUND_RATE, timestamp,
      }));
      await this.#encoder.catchUp();
    }
  }

  finish() {
    return this.#encoder.finish();
  }
}

/* The first frame, which is the poster, as the cover of a video. */
async function coverOf(engine, width, height) {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(engine.draw(0).slice(), width, height), 0, 0);
  const file = await canvas.convertToBlob({ type: "image/png" });
  return { data: new Uint8Array(await file.arrayBuffer()), mimeType: "image/png", kind: "coverFront" };
}

/* The frames of a film as a track of a video; what is clear is another video inside, of which each packet has a part. */
class FrameTrack {
  #encoder;
  #alpha = null;
  #clear = []; /* frames of it whose colours are being encoded */
  #colors = []; /* packets without theirs, with what the encoder says of them */
  #keyed = -1; /* the last part of the video with a whole frame of its own */

  constructor(output, codec, video, isClear) {
    const source = new EncodedVideoPacketSource(codec), config = videoConfig(codec, video);
    output.addVideoTrack(source);
    if (isClear) this.#alpha = new Encoder(VideoEncoder, config, (chunk) => {
      const [color, meta] = this.#colors.shift();
      return source.add(packetOf(color, chunk), meta);
    });
    this.#encoder = new Encoder(VideoEncoder, config, (chunk, meta) => {
      if (this.#alpha === null) return source.add(packetOf(chunk), meta);
      this.#colors.push([chunk, meta]);
      return this.#alpha.encode(this.#clear.shift(), { keyFrame: chunk.type === "key" });
    });
  }

  /* Adds a frame that the caller has the planes of, and of what is clear in it. */
  async add(planes, clear, about) {
    if (clear) this.#clear.push(new VideoFrame(clear, about));
    const part = Math.floor(about.timestamp / 1e6 / KEY_FRAME_EVERY), keyFrame = part !== this.#keyed;
    this.#keyed = part;
    this.#encoder.encode(new VideoFrame(planes, about), { keyFrame });
    await this.#encoder.catchUp();
    await this.#alpha?.catchUp();
  }

  async finish() {
    await this.#encoder.finish();
    await this.#alpha?.finish();
  }
}

/* The bytes of a video of a kind. */
export async function encodeVideo(kind, engine, { look, film, sound }, tell) {
  const shown = engine.openFilm(film);
  const { starts, drops } = shown;
  const video = describeVideo(shown, look, sound);
  const { width, height, bitrate } = video;
  const isClear = look.background === "none";
  if (isClear && kind === "mp4")
    throw new Refusal("MP4 has no transparency; use WebM or a GIF", "limit", [{ background: "auto" }]);
  const [codec, voice] = await chooseCodecs(kind, video, isClear, sound);
  if (codec === null)
    throw new Refusal(`the browser encodes no video of ${width} × ${height} pixels; ` +
      "use smaller squares, or a GIF");
  const output = new Output({ format: FORMATS[kind](), target: new BufferTarget() });
  const frames = new FrameTrack(output, codec, video, isClear);
  const track = SoundTrack.add(output, shown, voice);
  if (kind === "mp4") output.setMetadataTags({ images: [await coverOf(engine, width, height)] });
  await output.start();
  const isConstant = kind === "mp4" || look.size !== undefined;
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    const indices = engine.drawIndices(frame);
    const planes = planesOf(indices, shown), clear = isClear ? alphaOf(indices) : null;
    for (const [begin, end] of timesOf(starts[frame], starts[frame + 1], isConstant))
      await frames.add(planes, clear, { format: "I420", colorSpace: BT709, codedWidth: width, codedHeight: height,
        timestamp: Math.round(1e6 * begin), duration: Math.round(1e6 * (end - begin)) });
    await track?.follow(starts[frame + 1]);
  }
  await Promise.all([frames.finish(), track?.finish()]);
  await output.finalize();
  return new Uint8Array(output.target.buffer);
}
