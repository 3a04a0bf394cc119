/* The sound of a page, off until it is asked for. The browser keeps whether it is on, as far as it
   may, for all pages; it lets a page be heard only once the visitor has touched it. */
const KEY = "dropforge-sound";
export const SOUND_RATE = 48000; /* samples a second, as the library makes them */

const GESTURES = ["pointerup", "keydown"];

function readKept() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false; /* not allowed in this frame */
  }
}

function keep(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    /* It lasts as long as the page. */
  }
}

export class Speaker {
  #button;
  #context = null;
  #sources = new Set(); /* that play or will play */

  /* `button` turns it on and off, and says which it is. */
  constructor(button) {
    this.#button = button;
    button.addEventListener("click", () => this.#turn(!this.#isOn));
    if (!readKept()) return;
    button.setAttribute("aria-pressed", "true");
    for (const gesture of GESTURES)
      addEventListener(gesture, () => this.#isOn && this.#open(), { once: true });
  }

  get #isOn() {
    return this.#button.getAttribute("aria-pressed") === "true";
  }

  #turn(on) {
    this.#button.setAttribute("aria-pressed", String(on));
    keep(on);
    if (on) this.#open();
    else this.stop();
  }

  #open() {
    this.#context ??= new AudioContext({ sampleRate: SOUND_RATE });
    this.#context.resume();
  }

  /* True if what is played now would be heard. */
  get isReady() {
    return this.#isOn && this.#context?.state === "running";
  }

  /* The time of its clock, in seconds. */
  get now() {
    return this.#context.currentTime;
  }

  /* Plays 16-bit samples at a time of that clock. */
  play(samples, time) {
    const buffer = this.#context.createBuffer(1, samples.length, SOUND_RATE);
    buffer.copyToChannel(Float32Array.from(samples, (sample) => sample / 32768), 0);
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    source.addEventListener("ended", () => this.#sources.delete(source));
    this.#sources.add(source);
    source.start(Math.round(time * SOUND_RATE) / SOUND_RATE); /* parts meet without a gap */
  }

  /* Ends all that plays or will play. */
  stop() {
    for (const source of this.#sources) source.stop();
    this.#sources.clear();
  }
}
