/* The game that people play, with names in place of numbers. */
import { BUTTONS, Game, HAPPENS, MODES, PHASE, RULES, TURNS } from "../play/game.js";
import { Field } from "./field.js";
import { Plan } from "./plan.js";
import { choose, count, long, optionsOf, ORIENTATIONS, whole } from "./values.js";

const ENDS = ["goes on", "block out", "lock out", "dealt", "goal"]; /* as df_game_end */
const SPINS = ["none", "mini", "full"]; /* as df_spin */
const UNSET = -1;

const delayOf = (name, ticks) => (ticks === UNSET ? UNSET : whole(name, ticks, 2 ** 31 - 1));
const nameOf = (names, number) => Object.keys(names).find((name) => names[name] === number);

export class Play extends Game {
  constructor(library, wishes = {}) {
    const { rules = "guideline", squares = 4, seed = 0, halfTurns = false, mode = "endless" } = wishes;
    const { level = rules === "nes" ? 0 : 1, shiftDelay = UNSET, shiftRepeat = UNSET, softFactor = 0 } = wishes;
    const { turns = "srs", allSpins = false } = wishes;
    super(library, {
      rules: choose("rules", RULES, rules),
      squares: whole("squares", squares),
      level: whole("level", level),
      seed: long("seed", seed),
      turns: rules === "guideline" && halfTurns ? TURNS.indexOf("srs+180") : choose("turns", TURNS, turns),
      allSpins: allSpins ? 1 : 0,
      shiftDelay: delayOf("shiftDelay", shiftDelay),
      shiftRepeat: delayOf("shiftRepeat", shiftRepeat),
      softFactor: whole("softFactor", softFactor, 1000),
      mode: choose("mode", MODES, mode),
    });
  }

  /* Presses a button, which is one of BUTTONS by name, or releases it. */
  press(button, on = true) {
    super.press(choose("button", Object.keys(BUTTONS), button), on ? 1 : 0);
  }

  /* Lets so many ticks pass, or less where the game ends; `bot` plays. */
  run(ticks, options) {
    const { bot = false } = optionsOf(options), end = count("ticks", ticks);
    for (let i = 0; i < end && this.phase !== PHASE.over; i++) {
      if (bot) this.actAsBot();
      this.tick();
    }
  }

  /* What there is to see beside the playfield. */
  see() {
    const seen = super.see();
    const { phase, end, piece, orientation, x, y, ghost, held, canHold, next, ...figures } = seen;
    const { tick, score, lines, pieces, level, toNextLevel, width, height } = figures;
    const name = (number) => (number < 0 ? null : this.name(number));
    return {
      width, height, tick, score, lines, pieces, level, toNextLevel,
      phase: nameOf(PHASE, phase),
      end: ENDS[end],
      piece: piece < 0 ? null
        : { piece: name(piece), orientation: ORIENTATIONS[orientation], x, y, ghost },
      held: name(held),
      canHold: canHold !== 0,
      next: next.map(name),
    };
  }

  /* The rows that are seen. */
  get field() {
    const { width, height, kinds } = super.see();
    const squares = this.squares(width * height).slice();
    const pieces = Array.from({ length: kinds }, (_, piece) => ({ name: this.name(piece) }));
    return new Field(width, height, squares, pieces);
  }

  /* What has happened since it was asked last, the oldest first; of more than 64 the last. */
  *events() {
    for (let event = this.poll(); event; event = this.poll()) {
      const { kind, spin, perfect, backToBack, piece: _, ...rest } = event;
      yield { kind: nameOf(HAPPENS, kind), spin: SPINS[spin], perfect: perfect !== 0,
        backToBack: backToBack !== 0, ...rest };
    }
  }

  /* The drops so far as a plan. */
  plan() {
    return Plan.read(this.library, super.plan());
  }
}
