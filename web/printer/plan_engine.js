/* A plan in the library and its film, as the stage wants them. */
import * as lib from "layouts.js";
import { Owned } from "../library.js";
import { Film } from "../npm/film.js";
import { summarize } from "../npm/summary.js";

export class PlanEngine {
  #film;

  constructor(library) {
    this.library = library;
    this.plan = undefined; /* an Owned */
  }

  /* Takes the address of a plan. */
  takePlan(address) {
    this.#film?.free();
    this.plan?.free();
    this.#film = undefined;
    this.plan = new Owned(this.library, lib.df_plan_free, address);
  }

  readPlan(text) {
    this.takePlan(this.library.create(lib.df_plan_read, this.library.tetrominoes, lib.DF_PLAN_DROPS, text));
  }

  /* The size of the plan's playfield, its drops, cleared rows and highest stack. */
  measure() {
    return summarize(this.library, this.plan.address);
  }

  /* How often the animation is played of which the plan has the frames; 0: for ever. */
  get plays() {
    return this.library.member(lib.df_plan, "plays", this.plan.address);
  }

  /* Plays the plan: a Film of one's own, which has to be freed. */
  makeFilm({ mostFrames, ...wishes } = {}) {
    return new Film(this.library, this.plan, { ...wishes, maxFrames: mostFrames });
  }

  /* The same of the film that is drawn. */
  openFilm(wishes) {
    this.#film?.free(); /* there may be no room for two */
    this.#film = undefined;
    this.#film = this.makeFilm(wishes);
    return this.#film;
  }

  /* Chooses how frames are drawn: { width, height } in pixels, and the palette. The scores may be those of another plan
     beside this one. */
  setLook({ scores, levels, ...look }) {
    return this.#film.setLook({ ...look, ...scores?.length === this.#film.drops.at(-1) + 1 && { scores, levels } });
  }

  /* RGBA, valid until the next call. */
  draw(frame) {
    return this.#film.view(frame);
  }

  /* Indices into the palette, valid until the next call. */
  drawIndices(frame) {
    return this.#film.viewIndices(frame);
  }
}
