/* A game in which a picture is drawn. */
import * as lib from "layouts.js";
import { readPicture } from "../npm/picture.js";
import { Game, GUIDELINE, makePieces, numbersOf, optionsFor, TETROMINO } from "./game.js";

const USUAL_WIDTH = 10; /* to which photographs are scaled */
const USUAL_COLORS = 6; /* to which those with more than there are pieces are reduced, since O suits few shapes */

/* The picture of a drawing, and whether it has empty rows; `own` is told what is to be freed. */
export function makePicture(library, { sample, pixels }, own) {
  if (sample >= 0) return { picture: own(lib.df_picture_free, library.create(lib.df_picture_from_sample, null, sample)), anchors: false };
  return library.lend(pixels.rgba, (rgba) => {
    const width = Uint32Array.of(pixels.width), height = Uint32Array.of(pixels.height), report = {};
    library.ask(lib.df_pixels_prepare, rgba, width, height,
      { frames: 1, maxColors: lib.DF_TETROMINOES, reducedColors: USUAL_COLORS, scaledWidth: USUAL_WIDTH }, report);
    const picture = own(lib.df_picture_free, library.create(lib.df_picture_from_rgba, 1, rgba, width[0], height[0]));
    return { picture, anchors: report.emptyRows > 0 };
  });
}

function beginDrawing(library, { drawing: wish, ...wishes }, own) {
  const pieces = makePieces(library, GUIDELINE, TETROMINO, own);
  const options = { ...optionsFor(library, GUIDELINE, pieces, wishes), hold: Boolean(wish.hold), next: wish.preview };
  const { picture, anchors } = makePicture(library, wish, own);
  const isAny = wish.any || library.member(lib.df_picture, "colorCount", picture) === 1;
  const any = own("free", library.keepArray(new TextEncoder().encode("any\0"))); /* the drawing keeps it */
  const print = { pieces: isAny ? any : null, anchors, jobs: 1 };
  library.ask(lib.df_drawing_fit, options, picture, print);
  const drawing = own(lib.df_drawing_free, library.create(lib.df_drawing_create, picture, options, print));
  const shown = library.member(lib.df_drawing_state, "colors", library.ask(lib.df_drawing_get_state, drawing));
  library.list(lib.df_plan_color, shown, pieces.colors.length).forEach(({ given, color }, i) => {
    if (given) pieces.colors[i] = color;
  });
  const game = library.create(lib.df_game_create, options);
  library.ask(lib.df_drawing_follow, drawing, game);
  return { game, colors: pieces.colors, drawing, picture };
}

export class DrawnGame extends Game {
  #drawing;
  #picture;

  /* `drawing` is the picture: { sample, pixels, any, hold, preview }, of which the sample is below 0 with pixels. */
  constructor(library, wishes) {
    let made;
    super(library, wishes, (...values) => (made = beginDrawing(...values)));
    this.#drawing = made.drawing;
    this.#picture = made.picture;
  }

  follow() {
    this.library.ask(lib.df_drawing_follow, this.#drawing, this.game);
  }

  actAsBot() {
    this.library.ask(lib.df_drawing_act, this.#drawing, this.game, this.bot);
    this.follow();
  }

  undo() {
    this.library.ask(lib.df_drawing_take_back, this.#drawing, this.address);
  }

  see() {
    const state = this.library.read(lib.df_drawing_state, this.library.ask(lib.df_drawing_get_state, this.#drawing));
    const { all, rows, hint } = state;
    const { state: hintState, uneven, holds, toGo, drop: { piece, orientation, x, y } } = hint;
    const drawing = numbersOf({ ...state, squares: all, rowsToClear: rows, hintState, uneven, holds, toGo, piece, orientation, x, y });
    return { ...super.see(), drawing };
  }

  /* Asks for a hint, which see() then has. */
  hint() {
    this.library.ask(lib.df_drawing_hint, this.#drawing, this.game);
  }

  /* Lets the printer make one more drop of its own game. */
  compare() {
    this.library.ask(lib.df_drawing_compare, this.#drawing);
  }

  /* What the squares are to the picture, row by row from the floor: their MARKs, and the colours of the picture, from 1;
     gone with the next call. */
  marks(count) {
    const state = this.library.ask(lib.df_drawing_get_state, this.#drawing);
    return ["marks", "wanted"].map((name) => this.library.bytes(this.library.member(lib.df_drawing_state, name, state), count));
  }

  /* The picture: { width, height, colors, cells }, rows from the top, cells 0 or 1 + the colour. */
  get picture() {
    return readPicture(this.library, this.#picture);
  }
}
