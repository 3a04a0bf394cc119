/* The sound of the game while it is played, tick by tick. */
import { SOUND_RATE } from "../speaker.js";

const DELAY = 0.04; /* seconds from an event until it is heard */
const MOST_DELAY = 0.15; /* more is made up for */

export class GameSound {
  #speaker;
  #end = 0; /* of what has been played, by the speaker's clock */

  constructor(speaker) {
    this.#speaker = speaker;
  }

  /* Goes on for so many ticks. */
  follow(game, ticks) {
    if (!this.#speaker.isReady) return;
    const { now } = this.#speaker;
    if (this.#end < now || this.#end > now + MOST_DELAY) this.#end = now + DELAY;
    for (let i = 0; i < ticks; i++) {
      const samples = game.sound();
      this.#speaker.play(samples, this.#end);
      this.#end += samples.length / SOUND_RATE;
    }
  }
}
