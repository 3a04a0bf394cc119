/* The stage: one or two films side by side on one clock, each on a canvas of its own: those that a
   download has, frame by frame. */
const CENTISECONDS_A_MILLISECOND = 0.1;
const MOST_FRAMES = 60000; /* but one for each drop; long films show less of each fall */
const LONGEST_TICK = 250; /* milliseconds; what is hidden for longer does not jump ahead */
const LARGEST_SQUARE = 40;

/* A speed of the stage, 1 being normal, as films have it. */
export function percentOf(speed) {
  return Math.max(10, Math.min(Math.round(100 * speed), 10000));
}

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
  #picture; /* the frame that is held at the end; in a loop others come after it */

  constructor(engine, canvas, film, columns) {
    this.engine = engine;
    this.canvas = canvas;
    this.film = film;
    this.columns = columns;
    this.frame = -1;
    const { starts } = film;
    const time = (frame) => starts[frame + 1] - starts[frame];
    this.#picture = film.frames - 1;
    for (let frame = film.frames - 1; frame >= 0 && film.drops[frame] === this.drops; frame--)
      if (time(frame) > time(this.#picture)) this.#picture = frame;
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

  /* When the whole picture is there. */
  get whole() {
    return this.film.starts[this.#picture];
  }

  /* When drop number `count` has come to rest and its rows have cleared; of fast ones, which are not seen one by
     one, the last before it that is, or with `isNext` the first after it. */
  settled(count, isNext = false) {
    const { drops, starts } = this.film, frame = lastAtMost(drops, count);
    return starts[lastAtMost(drops, isNext && drops[frame] < count ? drops[frame + 1] : count)];
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

  /* How many pixels a square may have along its side for the film to fit into so many. */
  room(width, height, look) {
    let square = Math.floor(Math.min(width / this.columns, height / this.rows));
    square = Math.max(1, Math.min(square, LARGEST_SQUARE));
    while (square > 1) {
      const size = this.engine.setLook({ ...look, square });
      const share = Math.min(width / size.width, height / size.height);
      if (share >= 1) break;
      square = Math.max(1, Math.min(square - 1, Math.floor(square * share)));
    }
    return square;
  }

  /* Draws with this look: { width, height } in pixels. */
  dress(look) {
    this.#size = this.engine.setLook(look);
    this.frame = -1;
    return this.#size;
  }

  /* Shows it with `scale` CSS pixels for each of its own; `isWhole`: pixel by pixel. */
  resize(scale, isWhole) {
    const { canvas } = this;
    const { width, height } = this.#size;
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${width * scale}px`;
    canvas.style.height = `${height * scale}px`;
    canvas.style.imageRendering = isWhole ? "" : "auto";
  }
}

/* Tells `changed` whenever what is seen or whether it plays has changed. */
export class Stage {
  #screens = [];
  #shows = [];
  #room = null; /* what it was fitted into */
  #speed = 1;
  #changed;
  #sound; /* a FilmSound: of the first film */
  #last = null; /* when the clock was looked at last; null: it stands still */

  constructor(changed, sound) {
    this.#sound = sound;
    this.time = 0;
    this.look = {}; /* as Film.setLook takes it, and the motion as a Film does */
    this.motion = {};
    this.#changed = changed;
  }

  /* Shows the plans of these engines; each is { engine, canvas, plan }, where the plan is a
     report. */
  load(shows) {
    this.pause();
    this.#shows = shows;
    this.#screens = []; /* stays so where there is not enough memory */
    const speed = percentOf(this.#speed);
    this.#screens = shows.map(({ engine, canvas, plan }) => {
      const mostFrames = Math.max(MOST_FRAMES, plan.drops + 2);
      const film = engine.openFilm({ ...this.motion, speed, mostFrames });
      return new Screen(engine, canvas, film, plan.width);
    });
    this.time = Math.min(this.time, this.end);
  }

  /* Makes the films anew where they are, since how they run has changed. */
  reload() {
    if (this.#screens.length === 0) return;
    const { drop, playing, time, whole } = this;
    this.load(this.#shows);
    this.time = time >= whole ? this.whole : drop === 0 ? 0 : this.#longest.settled(drop - 1);
    if (this.#room !== null) this.fit(...this.#room);
    if (playing) this.play();
  }

  get speed() {
    return this.#speed;
  }

  /* A film has the motions that there is time for. */
  set speed(speed) {
    if (speed === this.#speed) return;
    this.#speed = speed;
    this.reload();
  }

  get screens() {
    return this.#screens;
  }

  get end() {
    return Math.max(0, ...this.#screens.map((screen) => screen.end));
  }

  /* When all pictures are there. */
  get whole() {
    return Math.max(0, ...this.#screens.map((screen) => screen.whole));
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
    this.#room = [width, height];
    const share = width / this.#screens.length;
    const density = window.devicePixelRatio || 1;
    let { look } = this;
    if (look.size === undefined) {
      const rooms = this.#screens.map((screen) =>
        screen.room(share * density, height * density, look));
      look = { ...look, square: Math.min(...rooms) };
    }
    const sizes = this.#screens.map((screen) => screen.dress(look));
    const scale = Math.min(1 / density,
      ...sizes.map((size) => Math.min(share / size.width, height / size.height)));
    for (const screen of this.#screens) screen.resize(scale, scale === 1 / density);
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
    this.#sound.stop();
    this.#changed();
  }

  #tick(now) {
    if (!this.playing) return;
    const passed = Math.min(Math.max(now - this.#last, 0), LONGEST_TICK);
    this.time = Math.min(this.time + passed * CENTISECONDS_A_MILLISECOND, this.end);
    if (this.atEnd && this.motion.loop) this.time = 0;
    this.#last = this.atEnd ? null : now;
    this.#sound.follow(this.#screens[0].film, this.time, this.atEnd);
    this.#show();
    if (this.playing) requestAnimationFrame((next) => this.#tick(next));
  }

  /* Goes to where so many drops have been made. */
  goTo(count) {
    if (this.#screens.length === 0) return;
    const wanted = Math.max(0, Math.min(count, this.drops));
    this.time = wanted === this.drops ? this.whole : this.#longest.settled(wanted, wanted > this.drop);
    if (this.atEnd) this.pause();
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
