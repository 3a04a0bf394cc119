/* The stage: one or two films side by side on one clock, each on a canvas of its own. */
import { LOOKS } from "../npm/film.js";

/* Films are played this much slower than the clock of the stage counts, so that they have frames
   enough for slow motion: df_film_options.speed_percent. */
const FILM_SPEED = 50;
const CENTISECONDS_A_MILLISECOND = (0.1 * 100) / FILM_SPEED;
const MOST_FRAMES = 60000; /* but one for each drop; long films show less of each fall */
const LONGEST_TICK = 250; /* milliseconds; what is hidden for longer does not jump ahead */
const LARGEST_SQUARE = 40;

/* The last index whose value is at most `value`, in ascending numbers; at least 0. */
function lastAtMost(numbers, value) {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

/* One film. `engine` has its plan. */
class Screen {
  #size; /* of a frame, in pixels */

  constructor(engine, canvas, film) {
    this.engine = engine;
    this.canvas = canvas;
    this.film = film;
    this.columns = 0;
    this.frame = -1;
  }

  get rows() {
    return this.film.rows;
  }

  get drops() {
    return this.film.drops.at(-1);
  }

  get end() {
    return this.film.starts.at(-2); /* when the last frame begins */
  }

  /* When drop number `count` has come to rest and its rows have cleared. */
  settled(count) {
    return this.film.starts[lastAtMost(this.film.drops, count)];
  }

  dropAt(time) {
    return this.film.drops[lastAtMost(this.film.starts.subarray(0, -1), time)];
  }

  show(time) {
    const frame = lastAtMost(this.film.starts.subarray(0, -1), time);
    if (frame === this.frame) return;
    this.frame = frame;
    const { width, height } = this.#size;
    const image = new ImageData(this.engine.draw(frame), width, height);
    this.canvas.getContext("2d").putImageData(image, 0, 0);
  }

  /* How many CSS pixels a square may have along its side to fit into so many. */
  room(width, height) {
    return Math.min(width / this.columns, height / this.rows);
  }

  /* Draws squares of so many device pixels. */
  resize(square, density, look) {
    this.#size = this.engine.setLook({ square, ...look });
    const { canvas } = this;
    canvas.width = this.#size.width;
    canvas.height = this.#size.height;
    canvas.style.width = `${canvas.width / density}px`;
    canvas.style.height = `${canvas.height / density}px`;
    this.frame = -1;
  }
}

/* Tells `changed` whenever what is seen or whether it plays has changed. */
export class Stage {
  #screens = [];
  #changed;
  #last = null; /* when the clock was looked at last; null: it stands still */

  constructor(changed) {
    this.time = 0;
    this.speed = 1;
    this.look = { look: LOOKS[1], grid: true };
    this.#changed = changed;
  }

  /* Shows the plans of these engines; each is { engine, canvas, plan }, where the plan is a
     report. */
  load(shows, fast) {
    this.pause();
    this.#screens = []; /* stays so where there is not enough memory */
    this.#screens = shows.map(({ engine, canvas, plan }) => {
      const mostFrames = Math.max(MOST_FRAMES, plan.drops + 2);
      const film = engine.openFilm({ fast, speed: FILM_SPEED, mostFrames });
      const screen = new Screen(engine, canvas, film);
      screen.columns = plan.width;
      return screen;
    });
    this.time = Math.min(this.time, this.end);
  }

  get screens() {
    return this.#screens;
  }

  get end() {
    return Math.max(0, ...this.#screens.map((screen) => screen.end));
  }

  /* The screen that is drawn by the slider: the one with the most drops. */
  get #longest() {
    return this.#screens.reduce((most, one) => (one.drops > most.drops ? one : most));
  }

  get drops() {
    return this.#screens.length > 0 ? this.#longest.drops : 0;
  }

  get drop() {
    return this.#screens.length > 0 ? this.#longest.dropAt(this.time) : 0;
  }

  get playing() {
    return this.#last !== null;
  }

  get atEnd() {
    return this.time >= this.end;
  }

  /* Fits all screens, beside each other and at one scale, into so many CSS pixels. */
  fit(width, height) {
    const share = width / this.#screens.length;
    const rooms = this.#screens.map((screen) => screen.room(share, height));
    const density = window.devicePixelRatio || 1;
    const most = Math.floor(Math.min(...rooms) * density);
    const square = Math.max(1, Math.min(most, LARGEST_SQUARE));
    for (const screen of this.#screens) screen.resize(square, density, this.look);
    this.#show();
  }

  #show() {
    for (const screen of this.#screens) screen.show(this.time);
    this.#changed();
  }

  play() {
    if (this.playing || this.#screens.length === 0) return;
    if (this.atEnd) this.time = 0;
    this.#last = performance.now();
    requestAnimationFrame((now) => this.#tick(now));
    this.#show();
  }

  pause() {
    if (!this.playing) return;
    this.#last = null;
    this.#changed();
  }

  #tick(now) {
    if (!this.playing) return;
    const passed = Math.min(Math.max(now - this.#last, 0), LONGEST_TICK);
    this.time = Math.min(
      this.time + passed * this.speed * CENTISECONDS_A_MILLISECOND, this.end);
    this.#last = this.atEnd ? null : now;
    this.#show();
    if (this.playing) requestAnimationFrame((next) => this.#tick(next));
  }

  /* Goes to where so many drops have been made. */
  goTo(count) {
    if (this.#screens.length === 0) return;
    const wanted = Math.max(0, Math.min(count, this.drops));
    this.time = wanted === this.drops ? this.end : this.#longest.settled(wanted);
    if (this.playing && this.atEnd) this.#last = null;
    this.#show();
  }

  /* One drop forth (1) or back (-1); a piece that is falling comes to rest first. */
  step(by) {
    this.pause();
    if (this.#screens.length === 0) return;
    const resting = this.time >= this.#longest.settled(this.drop);
    this.goTo(by > 0 && !resting ? this.drop : this.drop + by);
  }
}
