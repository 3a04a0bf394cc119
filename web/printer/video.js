/* A film as a video, by the encoder of the browser. */
import {
  AudioSample, AudioSampleSource, BufferTarget, getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec, Mp4OutputFormat, Output, VideoSample, VideoSampleSource,
  WebMOutputFormat,
} from "mediabunny";
import { SOUND_RATE } from "../npm/film.js";
import { Refusal } from "./engine.js";
import { describeVideo, SOUND_BITRATE } from "./video_size.js";

/* Of each kind of file, the codecs that most players know first. */
const KINDS = {
  mp4: { codecs: ["avc", "av1", "vp9"], voices: ["aac", "opus"],
    format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  webm: { codecs: ["vp9", "vp8", "av1"], voices: ["opus", "vorbis"], format: () => new WebMOutputFormat() },
};
const ALPHA_CODECS = ["vp9", "vp8"]; /* that have transparency */
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
  #source;
  #film;
  #made = 0; /* samples */

  /* Adds the track, or gives null where the browser encodes no such sound. */
  static async add(output, film, codecs) {
    const track = { numberOfChannels: 2, sampleRate: SOUND_RATE, bitrate: SOUND_BITRATE };
    const codec = await getFirstEncodableAudioCodec(codecs, track);
    if (codec === null) return null;
    const made = new SoundTrack();
    made.#source = new AudioSampleSource({ codec, bitrate: SOUND_BITRATE });
    made.#film = film;
    film.listen();
    output.addAudioTrack(made.#source);
    return made;
  }

  /* Goes on until a time in centiseconds, at least. */
  async follow(time) {
    const end = (this.#film.starts.at(-1) * SOUND_RATE) / 100;
    while (this.#made < Math.min((time * SOUND_RATE) / 100, end)) {
      const sample = new AudioSample({
        data: onBoth(this.#film.sound().subarray(0, end - this.#made)),
        format: "s16",
        numberOfChannels: 2,
        sampleRate: SOUND_RATE,
        timestamp: this.#made / SOUND_RATE,
      });
      this.#made += sample.numberOfFrames;
      await this.#source.add(sample);
      sample.close();
    }
  }
}

/* The first frame, which is the poster, as the cover of a video. */
async function coverOf(engine, width, height) {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(engine.draw(0).slice(), width, height), 0, 0);
  const file = await canvas.convertToBlob({ type: "image/png" });
  return { data: new Uint8Array(await file.arrayBuffer()), mimeType: "image/png", kind: "coverFront" };
}

/* The bytes of a video of a kind. */
export async function encodeVideo(kind, engine, { look, film, sound }, tell) {
  const shown = engine.openFilm(film);
  const { starts, drops } = shown;
  const { width, height, bitrate } = describeVideo(shown, look, sound);
  const { codecs, voices, format } = KINDS[kind];
  const isClear = look.background === "none";
  if (isClear && kind === "mp4")
    throw new Refusal("MP4 has no transparency; use WebM or a GIF", "limit", [{ background: "auto" }]);
  const codec = await getFirstEncodableVideoCodec(isClear ? ALPHA_CODECS : codecs,
    { width, height, bitrate });
  if (codec === null)
    throw new Refusal(`the browser encodes no video of ${width} × ${height} pixels; ` +
      "use smaller squares, or a GIF");
  const output = new Output({ format: format(), target: new BufferTarget() });
  const source = new VideoSampleSource({
    codec, bitrate, keyFrameInterval: KEY_FRAME_EVERY, alpha: isClear ? "keep" : "discard",
  });
  output.addVideoTrack(source);
  const track = sound ? await SoundTrack.add(output, shown, voices) : null;
  if (kind === "mp4") output.setMetadataTags({ images: [await coverOf(engine, width, height)] });
  await output.start();
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    const isConstant = kind === "mp4" || look.size !== undefined;
    for (const [begin, end] of timesOf(starts[frame], starts[frame + 1], isConstant)) {
      const sample = new VideoSample(engine.draw(frame).slice(), {
        format: isClear ? "RGBA" : "RGBX",
        codedWidth: width,
        codedHeight: height,
        timestamp: begin,
        duration: end - begin,
      });
      await source.add(sample);
      sample.close();
    }
    await track?.follow(starts[frame + 1]);
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer);
}
