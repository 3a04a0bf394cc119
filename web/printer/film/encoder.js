/* The encoders of the browser, for what mediabunny writes into files. */
import { EncodedPacket } from "mediabunny";
import { VOICES } from "./codecs.js";

const QUEUE_MAX = 4; /* frames that wait */
const AAC_48000 = Uint8Array.of(0x11, 0x90); /* two channels */

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
