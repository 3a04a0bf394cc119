/* The sound of a film while it is shown: made a little ahead, for the speaker's clock. */
const AHEAD = 25; /* centiseconds */
const TAIL = 150; /* that sound after the end */
const DELAY = 0.02; /* seconds until the first sample */
const DRIFT = 0.08; /* seconds that sound and picture may differ */
const PART = 10; /* centiseconds, as Film.sound makes them */

export class FilmSound {
  #speaker;
  #film = null; /* null: silent */
  #start = 0; /* when the film has begun, by the clock */
  #made = 0; /* centiseconds of the film */

  constructor(speaker) {
    this.#speaker = speaker;
  }

  /* Says where a film is that plays, in centiseconds, and that it ends there if `isEnd`. */
  follow(film, time, isEnd = false) {
    if (!this.#speaker.isReady) return;
    const start = this.#speaker.now + DELAY - time / 100;
    if (film !== this.#film || Math.abs(start - this.#start) > DRIFT) this.#begin(film, time, start);
    const end = time + (isEnd ? TAIL : AHEAD);
    for (; this.#made < end; this.#made += PART)
      this.#speaker.play(film.sound(), this.#start + this.#made / 100);
    if (isEnd) this.#film = null;
  }

  #begin(film, time, start) {
    this.stop();
    this.#film = film;
    this.#start = start;
    this.#made = Math.floor(time);
    film.listen(this.#made);
  }

  stop() {
    this.#speaker.stop();
    this.#film = null;
  }
}
