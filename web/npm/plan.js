/* Plans: everything that happened in one playfield, as a list of drops. */
import * as lib from "layouts.js";
import { Owned, RULES, using } from "../library.js";
import { exportPlan, readDeal } from "./deal.js";
import { Field } from "./field.js";
import { Film } from "./film.js";
import { Picture } from "./picture.js";
import { PieceList } from "./pieces.js";
import { summarize } from "./summary.js";
import { chooseRules, fileTextOf, PLAN_RULES, optionsOf, whole } from "./values.js";

/* A plan that is played drop by drop. */
class Replay extends Owned {
  #next = 0;
  #landing = {};

  constructor(library, plan) {
    const field = Uint32Array.of(0);
    library.ask(lib.df_plan_make_field, plan.address, plan.height, field);
    super(library, lib.df_field_free, field[0], [plan]);
    this.plan = plan;
  }

  step() {
    const { set, drops, rules } = this.library.read(lib.df_plan, this.need(0));
    const drop = drops + this.#next++ * lib.df_drop.size;
    if (this.library.ask(lib.df_drop_apply, this.address, set, drop, rules, this.#landing) !== 0)
      throw this.library.errorOf(lib.DF_ERROR_MOVE, null);
  }

  /* Which rows the last drop cleared; it lay in row `y` and above. */
  clearedRows(y) {
    const { cleared } = this.#landing;
    return Array.from({ length: 32 }, (_, i) => i).filter((i) => (cleared >>> i) & 1)
      .map((i) => y + i);
  }

  get field() {
    const { width, height, pieces } = this.plan;
    const address = this.library.member(lib.df_field, "square", this.address);
    return new Field(width, height, this.library.numbers(Uint16Array, address, width * height), pieces);
  }
}

/* Lets `use` have the playfield that a plan leaves. */
function leave(library, plan, use) {
  const field = Uint32Array.of(0);
  library.ask(lib.df_plan_play, plan, null, null, field, null);
  return using(new Owned(library, lib.df_field_free, field[0]), ({ address }) => use(address));
}

export class Plan extends Owned {
  #drops;
  #deal;

  /* Reads a drop list. */
  static read(library, text) {
    return new Plan(library, library.create(lib.df_plan_read, library.tetrominoes, lib.DF_PLAN_DROPS, fileTextOf("plan", text)));
  }

  /* Makes one of drops of the pieces at an address, which live as long as their owner. */
  static make(owner, set, pieces, options) {
    const { library } = owner;
    const { width, height, rules: name = "harddrop" } = options, rules = chooseRules(PLAN_RULES, name);
    const drops = pieces.writeDrops(options.drops);
    const made = library.create(lib.df_plan_create, whole("width", width), whole("height", height), set);
    try {
      for (const drop of drops) library.ask(lib.df_plan_add, made, drop);
      /* Drop lists have no other straight drops than those that are spawned. */
      if (name === "above" || name === "harddrop") library.ask(lib.df_plan_settle, made, height);
      else {
        library.poke(lib.df_plan, made, { rules });
        library.ask(lib.df_plan_play, made, null, null, null, null);
      }
      pieces.paint(library, made);
    } catch (error) {
      library.ask(lib.df_plan_free, made);
      throw error;
    }
    return new Plan(library, made, [owner]);
  }

  /* `needs` are the pieces, unless they are the plan's own. */
  constructor(library, made, needs) {
    super(library, lib.df_plan_free, made, needs);
    const { width, height, rules, set, colors } = library.read(lib.df_plan, made);
    Object.assign(this, { width, height, rules: RULES[rules], pieces: PieceList.read(library, set, colors) });
  }

  get drops() {
    if (!this.#drops) {
      const { drops, count } = this.library.read(lib.df_plan, this.address);
      this.#drops = this.pieces.readDrops(this.library.list(lib.df_drop, drops, count));
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
    return this.library.written(lib.df_plan_write, this.address, lib.DF_PLAN_DROPS);
  }

  /* Plays it, and tells drops, rowsCleared, maxHeight, neededHeight; and how many there are of
     each piece. */
  summary() {
    const { width, height, ...summary } = summarize(this.library, this.address);
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
    return new Picture(this.library, leave(this.library, this.address, (field) =>
      this.library.create(lib.df_picture_from_field, field, this.address)));
  }

  /* Whether it leaves a picture, or where not: the first difference. */
  check(picture, options) {
    const { anchors } = optionsOf(options);
    const found = {};
    Picture.lend(this.library, picture, {}, (wanted) => leave(this.library, this.address, (field) => this.library.ask(
      lib.df_picture_compare, wanted.address, field, this.address, anchors ?? wanted.anchors ? lib.DF_COMPARE_ANCHORS : 0, found)));
    const square = (isOpaque, isColored, color) => (!isOpaque ? "clear" : isColored ? color : "uncolored");
    return found.same ? { same: true } : { same: false, x: found.column, y: found.y,
      wanted: square(found.wantedOpaque, true, found.wantedColor),
      found: square(found.foundOpaque, found.foundColored, found.foundColor) };
  }

  film(options) {
    return new Film(this.library, this, optionsOf(options));
  }

  /* A fumen with a page for each drop, and one for what they leave. */
  fumen() {
    return this.library.written(lib.df_plan_write, this.address, lib.DF_PLAN_FUMEN);
  }
}
