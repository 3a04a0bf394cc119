/* Keys: what each one does, and which are held. */

/* Buttons of the game by name, and what the page itself does. Keys are as KeyboardEvent.key has
   them, letters small, or buttons of pads. */
export const KEYS = Object.freeze({
  left: ["ArrowLeft", "Pad 14"],
  right: ["ArrowRight", "Pad 15"],
  soft: ["ArrowDown", "Pad 13"],
  hard: [" ", "Pad 12"],
  clockwise: ["ArrowUp", "x", "Pad 1"],
  anticlockwise: ["z", "y", "Pad 0"],
  half: ["a", "Pad 2"],
  hold: ["c", "Shift", "Pad 4", "Pad 5"],
  pause: ["p", "Escape", "Pad 9"],
  restart: ["r", "Pad 8"],
  back: ["u", "Backspace", "Pad 3"],
  hint: ["h"],
  bot: ["b"],
});

export const isPad = (key) => key.startsWith("Pad ");

export const ACTIONS = Object.freeze({
  left: "Left",
  right: "Right",
  soft: "Soft drop",
  hard: "Hard drop",
  clockwise: "Turn clockwise",
  anticlockwise: "Turn anticlockwise",
  half: "Half turn",
  hold: "Hold",
  pause: "Pause",
  restart: "New game",
  back: "Take back, in practice and drawings",
  hint: "Hint, in drawings",
  bot: "Bot",
});

const NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓",
  Escape: "Esc", "Pad 12": "Pad ↑", "Pad 13": "Pad ↓", "Pad 14": "Pad ←", "Pad 15": "Pad →" };

export const keyOf = (event) => (event.key.length === 1 ? event.key.toLowerCase() : event.key);

export const keyName = (key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/* Gives a key to an action alone, in place of those of the same device. */
export function assign(keys, action, key) {
  for (const name of Object.keys(keys)) keys[name] = keys[name].filter((other) => other !== key);
  keys[action] = [...keys[action].filter((other) => isPad(other) !== isPad(key)), key].sort(
    (a, b) => isPad(a) - isPad(b));
}

/* Tells of keys as they go down and up. A key is known by its place on the keyboard as long as
   it is held, since its letter may change meanwhile. Two keys may hold the same action. */
export class Keyboard {
  #held = new Map(); /* place → action */
  #of;

  /* `keysOf` answers the keys of all actions; `wants` whether an event is the game's; `press`
     is called with an action and whether it goes down. */
  constructor(target, of) {
    this.#of = of;
    target.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (this.#lower(keyOf(event), event.code, event)) event.preventDefault();
    });
    target.addEventListener("keyup", (event) => this.#lift(event.code));
  }

  /* A button of a pad, which is its own place. */
  pressPad(key, on) {
    if (on) this.#lower(key, key, { key, target: document.activeElement ?? document.body });
    else this.#lift(key);
  }

  /* A key goes down; true if it is the game's. */
  #lower(key, place, event) {
    const found = Object.entries(this.#of.keysOf()).find(([, keys]) => keys.includes(key));
    if (!found || !this.#of.wants(found[0], event)) return false;
    if (event.repeat || this.#held.has(place)) return true;
    const again = this.#holds(found[0]);
    this.#held.set(place, found[0]);
    if (!again) this.#of.press(found[0], true);
    return true;
  }

  #lift(place) {
    const action = this.#held.get(place);
    if (action === undefined) return;
    this.#held.delete(place);
    if (!this.#holds(action)) this.#of.press(action, false);
  }

  #holds(action) {
    return [...this.#held.values()].includes(action);
  }

  /* Forgets what is held, as when the window has lost its focus. */
  forget() {
    this.#held.clear();
  }
}
