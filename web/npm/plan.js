/* Plans: everything that happened in one playfield, as a list of drops. */
import { Owned, RULES, using } from "../library.js";
import { exportPlan, readDeal } from "./deal.js";
import { Field } from "./field.js";
import { Film } from "./film.js";
import { Picture } from "./picture.js";
import { PieceList } from "./pieces.js";
import { chooseRules, fileTextOf, PLAN_RULES, optionsOf, whole } from "./values.js";

/* A plan that is played drop by drop. */
class Replay extends Owned {
  constructor(library, plan) {
    super(library, "replay_free", library.make("replay_free", "replay_make", plan.address),
      [plan]);
    this.plan = plan;
  }

  step() {
    this.library.ask("replay_step", this.address);
  }

  /* Which rows the last drop cleared; it lay in row `y` and above. */
  clearedRows(y) {
    const bits = this.library.call.replay_cleared(this.address);
    return Array.from({ length: 32 }, (_, i) => i).filter((i) => (bits >>> i) & 1)
      .map((i) => y + i);
  }

  get field() {
    const { width, height, pieces } = this.plan;
    const address = this.library.call.replay_squares(this.address);
    const squares = new Uint16Array(this.library.call.memory.buffer, address, width * height);
    return new Field(width, height, squares.slice(), pieces);
  }
}

export class Plan extends Owned {
  #drops;
  #deal;

  /* Reads a drop list. */
  static read(library, text) {
    return new Plan(library, library.lendText(fileTextOf("plan", text), (...bytes) =>
      library.make("plan_free", "plan_read", ...bytes)));
  }

  /* Makes one of drops of the pieces at an address, which live as long as their owner. */
  static make(owner, set, pieces, options) {
    const { library } = owner;
    const { width, height, rules = "harddrop", drops } = options;
    return new Plan(library, library.lendArray(pieces.writeDrops(drops), (address) => library.make(
      "plan_free", "plan_make", set, whole("width", width), whole("height", height),
      chooseRules(PLAN_RULES, rules), address, drops.length)), [owner]);
  }

  /* `needs` are the pieces, unless they are the plan's own. */
  constructor(library, made, needs) {
    super(library, "plan_free", made, needs);
    library.ask("plan_tell", made);
    const { width, height, rules, pieces } = library.json;
    this.width = width;
    this.height = height;
    this.rules = RULES[rules];
    this.pieces = PieceList.read(pieces);
  }

  get drops() {
    if (!this.#drops) {
      this.library.ask("plan_drops", this.address);
      this.#drops = this.pieces.readDrops(this.library.answer);
    }
    return this.#drops;
  }

  /* How its pieces were dealt, or null. */
  get deal() {
    this.#deal ??= readDeal(this.library, this);
    return this.#deal;
  }

  /* For other programs: "keys" or "game". */
  export(kind) {
    return exportPlan(this.library, this, kind);
  }

  /* A drop list. */
  toString() {
    this.library.ask("plan_write", this.address);
    return this.library.text;
  }

  /* Plays it, and tells drops, rowsCleared, maxHeight, neededHeight; and how many there are of
     each piece. */
  summary() {
    this.library.ask("plan_summary", this.address);
    const { width, height, ...summary } = this.library.json;
    const pieces = Object.fromEntries(this.pieces.map(({ name }) => [name, 0]));
    for (const { piece } of this.drops) pieces[piece]++;
    return { ...summary, pieces };
  }

  /* Each drop with its number from 0, the rows that it clears, counted before they do, and the
     field after it. */
  *steps() {
    const replay = new Replay(this.library, this);
    try {
      for (const [number, drop] of this.drops.entries()) {
        replay.step();
        yield { number, drop, cleared: replay.clearedRows(drop.y), field: replay.field };
      }
    } finally {
      replay.free();
    }
  }

  /* What it leaves. */
  field() {
    return using(new Replay(this.library, this), (replay) => {
      for (let i = 0; i < this.drops.length; i++) replay.step();
      return replay.field;
    });
  }

  /* What it leaves as a picture; pieces without a colour are grey. */
  picture() {
    return new Picture(this.library,
      this.library.make("picture_free", "plan_picture", this.address));
  }

  /* Whether it leaves a picture, or where not: the first difference. */
  check(picture, options) {
    const { anchors } = optionsOf(options);
    Picture.lend(this.library, picture, {}, (wanted) =>
      this.library.ask("plan_check", this.address, wanted.address,
        (anchors ?? wanted.anchors) ? 1 : 0));
    return this.library.json;
  }

  film(options) {
    return new Film(this.library, this, optionsOf(options));
  }

  /* A fumen with a page for each drop, and one for what they leave. */
  fumen() {
    this.library.ask("plan_fumen", this.address);
    return this.library.text;
  }
}
