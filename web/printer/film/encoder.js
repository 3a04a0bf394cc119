/* The encoders of the browser, for what mediabunny writes into files. */
import { EncodedPacket } from "mediabunny";

const QUEUE_MAX = 4; /* frames that wait */
const LARGE = 2228224; /* pixels, more than which take the second level of a codec, at 60 frames a second, too */
const LEVELS = {
  avc: ["avc1.64002a", "avc1.640034"], av1: ["av01.0.09M.08", "av01.0.13M.08"],
  vp9: ["vp09.00.41.08", "vp09.00.51.08"], vp8: ["vp8", "vp8"],
};
const VOICES = { aac: "mp4a.40.2", opus: "opus", vorbis: "vorbis" };
const AAC_48000 = Uint8Array.of(0x11, 0x90); /* two channels */

export const videoConfig = (codec, { width, height, bitrate }) =>
  ({ codec: LEVELS[codec][Number(width * height > LARGE)], width, height, bitrate });

export const soundConfig = (codec, sampleRate, bitrate) =>
  ({ codec: VOICES[codec], numberOfChannels: 2, sampleRate, bitrate });

function bytesOf(chunk) {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return bytes;
}

/* What an encoder has made, and the same of what is clear in it, as a packet of a file. */
export const packetOf = (chunk, clear) => EncodedPacket.fromEncodedChunk(chunk, clear && { alpha: bytesOf(clear) });

/* A VideoEncoder or AudioEncoder that hands each chunk to `take`, which may return a promise. */
export class Encoder {
  #encoder;
  #taken = [];
  #error = null;
  #wake = () => {};

  static async has(Kind, config) {
    try {
      return (await Kind.isConfigSupported(config)).supported;
    } catch {
      return false; /* it does not know the codec, or the browser encodes nothing */
    }
  }

  constructor(Kind, config, take) {
    this.#encoder = new Kind({
      output: (chunk, meta) => {
        const { decoderConfig } = meta ?? {};
        /* Safari describes its AAC wrongly. */
        if (config.codec === VOICES.aac && decoderConfig && !(new Uint8Array(decoderConfig.description ?? 0)[0] >> 3))
          decoderConfig.description = AAC_48000;
        this.#taken.push(take(chunk, meta));
      },
      error: (error) => {
        this.#error = error;
        this.#wake();
      },
    });
    this.#encoder.configure(config);
  }

  /* Encodes a frame or sound, and closes it. */
  encode(data, options) {
    try {
      if (this.#error) throw this.#error;
      this.#encoder.encode(data, options);
    } finally {
      data.close();
    }
  }

  /* Waits while much is in the queue. */
  async catchUp() {
    while (this.#encoder.encodeQueueSize >= QUEUE_MAX && !this.#error)
      await new Promise((wake) => {
        this.#wake = wake;
        this.#encoder.ondequeue = wake;
      });
  }

  async finish() {
    await this.#encoder.flush();
    await Promise.all(this.#taken);
    if (this.#error) throw this.#error;
    this.#encoder.close();
  }
}
