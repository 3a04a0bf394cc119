/* The dialog of the settings, and what they say. */
import { listRules } from "../library.js";
import { TICKS_PER_SECOND, TURNS } from "./game.js";
import { ACTIONS, assign, isPad, KEYS, keyName, keyOf } from "./keys.js";
import { readSettings, writeSettings } from "./store.js";

/* Milliseconds; "" for what the rules have. */
export const DEFAULTS = { ghost: true, effects: true, countdown: false, turns: "0", allSpins: false, shiftDelay: "", shiftRepeat: "", softFactor: "", keys: KEYS };

const MOST_TICKS = 60;
const MOST_FACTOR = 1000;
const FIELDS = { turns: "turns", shiftDelay: "shift-delay", shiftRepeat: "shift-repeat", softFactor: "soft-factor" };

const CHECKS = { ghost: "ghost", effects: "effects", countdown: "countdown-on", allSpins: "all-spins" };

const find = (id) => document.getElementById(id);

/* Milliseconds as ticks; -1 for none. */
function ticksOf(text, least) {
  const number = Number(text);
  if (text === "" || !Number.isFinite(number)) return -1;
  const ticks = Math.round((number * TICKS_PER_SECOND) / 1000);
  return Math.min(MOST_TICKS, Math.max(least, ticks));
}

/* Ticks as milliseconds, to a tenth. */
const millisecondsOf = (ticks) => String(Math.round((10000 * ticks) / TICKS_PER_SECOND) / 10);

/* What a game takes of settings. */
export function optionsOf({ turns, allSpins, shiftDelay, shiftRepeat, softFactor }) {
  return { turns: Number(turns), allSpins, shiftDelay: ticksOf(shiftDelay, 1), shiftRepeat: ticksOf(shiftRepeat, 0),
    softFactor: Math.min(MOST_FACTOR, Math.max(0, Math.round(Number(softFactor) || 0))) };
}

export class Settings {
  #dialog;
  #kept = readSettings(DEFAULTS);
  #asking = null; /* the action that waits for a key */

  onClose = () => {};

  constructor(dialog) {
    this.#dialog = dialog;
    listRules(find("turns"), TURNS, (_, number) => number);
    dialog.addEventListener("close", () => {
      this.#take();
      this.onClose();
    });
    for (const id of ["shift-delay", "shift-repeat"]) find(id).addEventListener("input", () => this.#showHandling());
    dialog.addEventListener("keydown", (event) => this.#takeEvent(event));
    find("reset-settings").addEventListener("click", () => {
      this.#kept = structuredClone(DEFAULTS);
      this.#show();
    });
  }

  get keys() {
    return this.#kept.keys;
  }

  get ghost() {
    return this.#kept.ghost;
  }

  get effects() {
    return this.#kept.effects;
  }

  get countdown() {
    return this.#kept.countdown;
  }

  /* Shows what holds where nothing is chosen. */
  showUsual({ shiftDelay, shiftRepeat, softFactor }) {
    find("shift-delay").placeholder = millisecondsOf(shiftDelay);
    find("shift-repeat").placeholder = millisecondsOf(shiftRepeat);
    find("soft-factor").placeholder = softFactor;
  }

  /* Says what the times come to. */
  #showHandling() {
    const told = [["DAS", "shift-delay", 1], ["ARR", "shift-repeat", 0]].map(([word, id, least]) =>
      [word, ticksOf(find(id).value || find(id).placeholder, least)]);
    find("handling").textContent = `The game has ${TICKS_PER_SECOND} ticks a second: ${told.map(([word, ticks]) =>
      `${word} ${ticks} ${ticks === 1 ? "tick" : "ticks"}, ${millisecondsOf(ticks)} ms`).join("; ")}.`;
  }

  gameOptions() {
    return optionsOf(this.#kept);
  }

  /* The keys in a sentence, for who has a keyboard. */
  describeKeys(draws = false) {
    if (matchMedia("(hover: none), (pointer: coarse)").matches)
      return "Tap: turn. Swipe: shift; down: drop; up: hold.";
    const key = (action) => this.keys[action].filter((one) => !isPad(one)).map(keyName).join(" ") || "none";
    return `${key("left")} ${key("right")} shift, ${key("clockwise")} turn, ${key("soft")} soft ` +
      `drop, ${key("hard")} hard drop, ${key("hold")} hold, ${key("pause")} pause, ${key("bot")} ` +
      (draws ? `watch, ${key("hint")} hint, ${key("back")} take back.` : "bot.");
  }

  isOpen() {
    return this.#dialog.open;
  }

  open() {
    this.#show();
    this.#dialog.showModal();
  }

  #take() {
    this.#asking = null;
    for (const [name, id] of Object.entries(CHECKS)) this.#kept[name] = find(id).checked;
    for (const [name, id] of Object.entries(FIELDS)) this.#kept[name] = find(id).value;
    writeSettings(this.#kept);
  }

  #show() {
    for (const [name, id] of Object.entries(CHECKS)) find(id).checked = this.#kept[name];
    for (const [name, id] of Object.entries(FIELDS)) find(id).value = this.#kept[name];
    this.#showHandling();
    this.#showKeys();
  }

  #showKeys() {
    const rows = Object.entries(ACTIONS).map(([action, name]) => {
      const row = document.createElement("div");
      const label = document.createElement("span");
      label.textContent = name;
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.key = action;
      const keys = this.keys[action].map(keyName).join(", ") || "none";
      button.textContent = this.#asking === action ? "press a key…" : keys;
      button.setAttribute("aria-label", `${name}: ${button.textContent}`);
      button.addEventListener("click", () => {
        this.#asking = action;
        this.#showKeys();
        this.#dialog.querySelector(`[data-key=${action}]`).focus();
      });
      row.append(label, button);
      return row;
    });
    find("keys").replaceChildren(...rows);
  }

  #takeEvent(event) {
    if (this.#asking === null || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    this.takeKey(keyOf(event));
  }

  /* Gives a key to the action that waits for one. */
  takeKey(key) {
    if (this.#asking === null) return;
    const action = this.#asking;
    this.#asking = null;
    if (key !== "Escape") {
      assign(this.keys, action, key);
      writeSettings(this.#kept); /* the page may be left before the dialog is closed */
    }
    this.#showKeys();
    this.#dialog.querySelector(`[data-key=${action}]`).focus();
  }
}
