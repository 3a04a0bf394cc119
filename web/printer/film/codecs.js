/* The codecs of the browser for videos. */
import { SOUND_RATE } from "../../npm/film.js";
import { SOUND_BITRATE } from "./video_size.js";

/* Of each kind of file, the codecs that most players know first. */
const KINDS = {
  mp4: { codecs: ["avc", "av1", "vp9"], voices: ["aac", "opus"] },
  webm: { codecs: ["vp9", "vp8", "av1"], voices: ["opus", "vorbis"] },
};
const LARGE = 2228224; /* pixels, more than which take the second level of a codec, at 60 frames a second, too */
const LEVELS = {
  avc: ["avc1.64002a", "avc1.640034"], av1: ["av01.0.09M.08", "av01.0.13M.08"],
  vp9: ["vp09.00.41.08", "vp09.00.51.08"], vp8: ["vp8", "vp8"],
};
export const VOICES = { aac: "mp4a.40.2", opus: "opus", vorbis: "vorbis" };
const NAMES = { avc: "H.264", av1: "AV1", vp9: "VP9", vp8: "VP8", aac: "AAC", opus: "Opus", vorbis: "Vorbis" };
const ALPHA_CODECS = ["vp9", "vp8"]; /* that have transparency */

export const videoConfig = (codec, { width, height, bitrate }) =>
  ({ codec: LEVELS[codec][Number(width * height > LARGE)], width, height, bitrate });

export const soundConfig = (codec) =>
  ({ codec: VOICES[codec], numberOfChannels: 2, sampleRate: SOUND_RATE, bitrate: SOUND_BITRATE });

const known = new Map(); /* promises by codec and size, whatever the bitrate */

async function ask(Kind, config) {
  try {
    return (await Kind.isConfigSupported(config)).supported;
  } catch {
    return false; /* it does not know the codec, or the browser encodes nothing */
  }
}

/* True if the browser has an encoder; it is asked once. */
function has(Kind, config) {
  const key = [config.codec, config.width, config.height].join();
  if (!known.has(key)) known.set(key, ask(Kind, config));
  return known.get(key);
}

/* The codecs of a video and its sound, each null where the browser has none. */
export async function chooseCodecs(kind, video, isClear, sound) {
  const { codecs, voices } = KINDS[kind];
  const first = async (names, Kind, configOf) => {
    for (const name of names) if (await has(Kind, configOf(name))) return name;
    return null;
  };
  return Promise.all([
    first(isClear ? ALPHA_CODECS : codecs, globalThis.VideoEncoder, (codec) => videoConfig(codec, video)),
    sound ? first(voices, globalThis.AudioEncoder, soundConfig) : null]);
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
