import { VIDEO_SIDE } from "../../npm/film.js";

/* What a video of a film will be, before it is made. */
const BITS_PER_PIXEL = 3; /* a second: hard edges, little movement */
const LEAST_BITRATE = 1e6;
export const SOUND_BITRATE = 96000;

/* A look for a file: as large as posts are, unless it has a size. */
export const sizedFor = (minSide, look) =>
  look.size === undefined && look.square === undefined ? { ...look, minSide } : look;

/* Sets the look of a Film, as a video has it: { width, height } in pixels, bits a second, its length in
   seconds, and bytes that it seldom reaches. */
export function describeVideo(film, look, sound) {
  const { width, height } = film.setLook({ ...sizedFor(VIDEO_SIDE, look), even: true }); /* as encoders want it */
  const bitrate = Math.max(LEAST_BITRATE, width * height * BITS_PER_PIXEL);
  const seconds = film.starts.at(-1) / 100;
  return { width, height, bitrate, seconds, bytes: ((bitrate + (sound ? SOUND_BITRATE : 0)) * seconds) / 8 };
}
