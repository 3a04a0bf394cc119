/* Sets of pieces, and drops of them. */
import * as lib from "layouts.js";
import { DEALS } from "names.js";
import { Owned } from "../library.js";
import { choose, fileTextOf, listOf, optionsOf, ORIENTATIONS, ownOf, show, whole } from "./values.js";

const pieceAt = (set, index) => set + lib.df_piece_set.members.pieces[0] + index * lib.df_piece.size;
const shapeAt = (piece, orientation) => piece + lib.df_piece.members.shape[0] + orientation * lib.df_shape.size;

/* A set of the tetrominoes of different letters. */
function pick(library, letters) {
  const all = library.tetrominoes, { size } = lib.df_omino;
  const places = Array.from(letters, (letter) => library.ask(lib.df_piece_set_find, all, letter));
  if (places.length > lib.DF_TETROMINOES || places.includes(-1)) throw library.errorOf(lib.DF_ERROR_ARGUMENT, null);
  return library.lendRoom(places.length * size, (ominoes) => {
    places.forEach((place, i) =>
      library.ask(lib.df_omino_from_shape, ominoes + i * size, shapeAt(pieceAt(all, place), 0)));
    return library.create(lib.df_omino_piece_set, ominoes, places.length);
  });
}

/* What is known of the pieces of a set, in its order: name, color where it has one, and the shapes
   of its four orientations as rows from the bottom up, bit x for column x. */
export class PieceList extends Array {
  /* The list of a set at an address, and of its colours if there are any, which nobody can change. */
  static read(library, set, colors = 0) {
    const count = library.member(lib.df_piece_set, "count", set);
    const readShape = (at) => {
      const [width, height] = ["width", "height"].map((name) => library.member(lib.df_shape, name, at));
      const rows = library.list("Uint32", at + lib.df_shape.members.row[0], height);
      return Object.freeze({ width, height, rows: Object.freeze(rows) });
    };
    return Object.freeze(PieceList.from({ length: count }, (_, i) => {
      const at = pieceAt(set, i), shapes = [0, 1, 2, 3].map((orientation) => readShape(shapeAt(at, orientation)));
      const { given, color } = colors === 0 ? {} : library.read(lib.df_plan_color, colors + i * lib.df_plan_color.size);
      return Object.freeze({ name: library.member(lib.df_piece, "name", at), ...(given ? { color } : {}),
        shapes: Object.freeze(shapes) });
    }));
  }

  /* Gives the pieces of a plan the colours that they have here. */
  paint(library, plan) {
    const colors = library.member(lib.df_plan, "colors", plan);
    this.forEach(({ color }, i) => {
      if (color !== undefined) library.poke(lib.df_plan_color, colors + i * lib.df_plan_color.size, { given: true, color });
    });
  }

  index(name) {
    const index = this.findIndex((piece) => piece.name === name);
    if (index < 0) throw new RangeError(`no piece is called '${show(name)}'; use one of ${Array.from(this, (piece) => piece.name).slice(0, 8).join(", ")}`);
    return index;
  }

  /* The indices of names, or of the letters of a text. */
  indices(names) {
    const list = typeof names === "string" ? names : listOf("pieces", names);
    return Uint16Array.from(list, (name) => this.index(name));
  }

  /* How pieces are dealt: one of uniform, bag, nes, tetrio and nullpomino, or their names in order (a text of letters
     will do). */
  readDeal(wish) {
    const isGiven = typeof wish !== "string" || /^[A-Z]+$/.test(wish);
    return {
      deal: choose("deal", DEALS, isGiven ? "given" : wish),
      pieces: isGiven ? this.indices(wish) : new Uint16Array(),
    };
  }

  /* Each df_drop as a drop. */
  readDrops(drops) {
    return drops.map(({ piece, orientation, x, y }) =>
      ({ piece: this[piece].name, orientation: ORIENTATIONS[orientation], x, y }));
  }

  /* The other way round. */
  writeDrops(drops) {
    return listOf("drops", drops).map((drop, i) => {
      const { piece, orientation = "N", x, y = 0 } = optionsOf(drop, `drops[${i}]`);
      return { piece: this.index(piece), orientation: choose("orientation", ORIENTATIONS, orientation),
        x: whole("x", x, 255), y: whole("y", y, 1023) };
    });
  }

  /* A choice of the library, with names. */
  readChoice({ piece, place: { orientation, x, y }, holds, score }) {
    return { piece: this[piece].name, orientation: ORIENTATIONS[orientation], x, y, holds, score };
  }

  /* The squares of a piece in an orientation, from its lower left corner. */
  squares(name, orientation = "N") {
    const shape = this[this.index(name)].shapes[choose("orientation", ORIENTATIONS, orientation)];
    return shape.rows.flatMap((row, y) =>
      Array.from({ length: shape.width }, (_, x) => ({ x, y })).filter(({ x }) => (row >>> x) & 1));
  }
}

/* Pieces in the library's memory. */
export class Pieces extends Owned {
  /* `what` is letters of IOTSZJL, a list in the format dropforge-pieces 1, or { squares } for all
     polyominoes of a size. */
  static of(library, what = "") {
    if (Owned.is(what) && what instanceof Pieces) return ownOf(library, "pieces", what);
    if (typeof what !== "string" && what?.squares === undefined)
      throw new TypeError("pieces: use letters, a list of pieces, { squares }, or what pieces() " +
        "has made");
    if (typeof what !== "string") {
      const set = library.create(lib.df_ominoes_piece_set, whole("squares", what.squares), { kind: lib.DF_OMINO_ONE_SIDED });
      return new Pieces(library, set, 0, true);
    }
    if (!fileTextOf("pieces", what).startsWith("dropforge-pieces"))
      return new Pieces(library, what === "" ? library.create(lib.df_piece_set_tetrominoes) : pick(library, what));
    const set = Uint32Array.of(0), colors = Uint32Array.of(0);
    library.ask(lib.df_pieces_read, set, colors, what);
    return new Pieces(library, set[0], colors[0]);
  }

  /* `turnsOver`: mirror images are of one kind. Other pieces than tetrominoes by their letters have colours. */
  constructor(library, set, colors = null, turnsOver = false) {
    super(library, lib.df_piece_set_free, set);
    this.turnsOver = turnsOver;
    const given = Uint32Array.of(colors ?? 0);
    try {
      if (colors !== null) library.ask(lib.df_omino_plan_colors, given, set);
      this.list = PieceList.read(library, set, given[0]);
    } finally {
      library.call.free(given[0]);
    }
  }

  get names() {
    return Array.from(this.list, ({ name }) => name);
  }
}
