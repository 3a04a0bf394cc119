/* A film as a video, by the encoder of the browser. */
import {
  AudioSample, AudioSampleSource, BufferTarget, getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec, Mp4OutputFormat, Output, VideoSample, VideoSampleSource,
  WebMOutputFormat,
} from "mediabunny";
import { SOUND_RATE } from "../../npm/film.js";
import { Refusal } from "../engine.js";
import { describeVideo, SOUND_BITRATE } from "./video_size.js";
import { BT709, planesOf } from "./yuv.js";

/* Of each kind of file, the codecs that most players know first. */
const KINDS = {
  mp4: { codecs: ["avc", "av1", "vp9"], voices: ["aac", "opus"],
    format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  webm: { codecs: ["vp9", "vp8", "av1"], voices: ["opus", "vorbis"], format: () => new WebMOutputFormat() },
};
const NAMES = { avc: "H.264", av1: "AV1", vp9: "VP9", vp8: "VP8", aac: "AAC", opus: "Opus", vorbis: "Vorbis" };
const ALPHA_CODECS = ["vp9", "vp8"]; /* that have transparency */
const KEY_FRAME_EVERY = 2; /* seconds */
const RATE = 50; /* frames a second of videos that have as many, as in the program */

/* The codecs of a video and its sound, each null where the browser has none. */
async function chooseCodecs(kind, { width, height, bitrate }, isClear, sound) {
  const { codecs, voices } = KINDS[kind];
  const track = { numberOfChannels: 2, sampleRate: SOUND_RATE, bitrate: SOUND_BITRATE };
  return Promise.all([getFirstEncodableVideoCodec(isClear ? ALPHA_CODECS : codecs, { width, height, bitrate }),
    sound ? getFirstEncodableAudioCodec(voices, track) : null]);
}

/* Says what an MP4 of this size and rate is here, and who may refuse it. */
export async function describeMp4(video, sound) {
  const [codec, voice] = await chooseCodecs("mp4", video, false, sound);
  if (codec === null) return "";
  const made = [codec, voice].filter(Boolean).map((name) => NAMES[name]).join(" and ");
  if (codec !== "avc") return `The MP4 has ${made}; some sites want H.264 and AAC.`;
  return voice === null || voice === "aac" ? `The MP4 has ${made}.`
    : `The MP4 has ${made}; some sites want AAC, or no sound.`;
}

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

  /* Adds the track, or gives null without a codec. */
  static add(output, film, codec) {
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

/* Gives makeSample(frame, times), which makes a VideoSample of a film with `width`, `height` and palette. */
function sampler(engine, look, isClear) {
  let shown, data;
  return (frame, times) => {
    if (shown !== frame) data = isClear ? engine.draw(frame).slice() : planesOf(engine.drawIndices(frame), look);
    shown = frame;
    return new VideoSample(data.slice(), { codedWidth: look.width, codedHeight: look.height, ...times,
      ...(isClear ? { format: "RGBA" } : { format: "I420", colorSpace: BT709 }) });
  };
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
  const output = new Output({ format: KINDS[kind].format(), target: new BufferTarget() });
  const source = new VideoSampleSource({
    codec, bitrate, keyFrameInterval: KEY_FRAME_EVERY, alpha: isClear ? "keep" : "discard",
  });
  output.addVideoTrack(source);
  const track = SoundTrack.add(output, shown, voice);
  if (kind === "mp4") output.setMetadataTags({ images: [await coverOf(engine, width, height)] });
  await output.start();
  const makeSample = sampler(engine, shown, isClear);
  for (let frame = 0; frame < drops.length; frame++) {
    tell(frame / drops.length, drops[frame]);
    const isConstant = kind === "mp4" || look.size !== undefined;
    for (const [begin, end] of timesOf(starts[frame], starts[frame + 1], isConstant)) {
      const sample = makeSample(frame, { timestamp: begin, duration: end - begin });
      await source.add(sample);
      sample.close();
    }
    await track?.follow(starts[frame + 1]);
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer);
}
