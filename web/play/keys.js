/* Keys: what each one does, and which are held. */

/* Buttons of the game by name, and what the page itself does. Keys are as KeyboardEvent.key has
   them, letters small. */
export const KEYS = Object.freeze({
  left: ["ArrowLeft"],
  right: ["ArrowRight"],
  soft: ["ArrowDown"],
  hard: [" "],
  clockwise: ["ArrowUp", "x"],
  anticlockwise: ["z", "y"],
  half: ["a"],
  hold: ["c", "Shift"],
  pause: ["p", "Escape"],
  restart: ["r"],
  back: ["u", "Backspace"],
  bot: ["b"],
});

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
  back: "Take back, in practice",
  bot: "Bot",
});

const NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓",
  Escape: "Esc" };

export const keyOf = (event) => (event.key.length === 1 ? event.key.toLowerCase() : event.key);

export const keyName = (key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/* Gives a key to an action alone. */
export function assign(keys, action, key) {
  for (const name of Object.keys(keys)) keys[name] = keys[name].filter((other) => other !== key);
  keys[action] = [key];
}

/* Tells of keys as they go down and up. A key is known by its place on the keyboard as long as
   it is held, since its letter may change meanwhile. Two keys may hold the same action. */
export class Keyboard {
  #held = new Map(); /* place → action */

  /* `keysOf` answers the keys of all actions; `wants` whether an event is the game's; `press`
     is called with an action and whether it goes down. */
  constructor(target, { keysOf, wants, press }) {
    target.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const key = keyOf(event);
      const found = Object.entries(keysOf()).find(([, keys]) => keys.includes(key));
      if (!found || !wants(found[0], event)) return;
      event.preventDefault();
      if (event.repeat || this.#held.has(event.code)) return;
      const again = this.#holds(found[0]);
      this.#held.set(event.code, found[0]);
      if (!again) press(found[0], true);
    });
    target.addEventListener("keyup", (event) => {
      const action = this.#held.get(event.code);
      if (action === undefined) return;
      this.#held.delete(event.code);
      if (!this.#holds(action)) press(action, false);
    });
  }

  #holds(action) {
    return [...this.#held.values()].includes(action);
  }

  /* Forgets what is held, as when the window has lost its focus. */
  forget() {
    this.#held.clear();
  }
}
