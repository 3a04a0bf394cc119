/* Sets of pieces, and drops of them. */
import { DEALS } from "names.js";
import { Owned } from "../library.js";
import { choose, fileTextOf, listOf, optionsOf, ORIENTATIONS, ownOf, show, whole } from "./values.js";

const NUMBERS = 4; /* of a drop: piece, orientation, x, y */

/* What is known of the pieces of a set, in its order: name, color where it has one, and the shapes
   of its four orientations as rows from the bottom up, bit x for column x. */
export class PieceList extends Array {
  /* The list of the library's answer, which nobody can change. */
  static read(json) {
    for (const { shapes } of json) {
      for (const shape of shapes) Object.freeze(Object.freeze(shape).rows);
      Object.freeze(shapes);
    }
    return Object.freeze(PieceList.from(json, Object.freeze));
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

  /* How pieces are dealt: one of uniform, bag, nes and tetrio, or their names in order (a text of letters
     will do). */
  readDeal(wish) {
    const isGiven = typeof wish !== "string" || /^[A-Z]+$/.test(wish);
    return {
      deal: choose("deal", DEALS, isGiven ? "given" : wish),
      pieces: isGiven ? this.indices(wish) : new Uint16Array(),
    };
  }

  /* Bytes of the library as drops. */
  readDrops(bytes) {
    const numbers = new Uint16Array(bytes.slice().buffer);
    const drops = [];
    for (let i = 0; i < numbers.length; i += NUMBERS)
      drops.push({
        piece: this[numbers[i]].name,
        orientation: ORIENTATIONS[numbers[i + 1]],
        x: numbers[i + 2],
        y: numbers[i + 3],
      });
    return drops;
  }

  /* The other way round. */
  writeDrops(drops) {
    const numbers = (drop, i) => {
      const { piece, orientation = "N", x, y = 0 } = optionsOf(drop, `drops[${i}]`);
      return [this.index(piece), choose("orientation", ORIENTATIONS, orientation), whole("x", x, 255), whole("y", y, 1023)];
    };
    return Uint16Array.from(listOf("drops", drops).flatMap(numbers));
  }

  /* A choice of the library, with names. */
  readChoice({ piece, orientation, score, ...rest }) {
    return {
      piece: this[piece].name,
      orientation: ORIENTATIONS[orientation],
      ...rest,
      score: BigInt(score),
    };
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
    const make = (name, ...values) => library.make("pieces_free", name, ...values);
    if (typeof what !== "string")
      return new Pieces(library, make("pieces_of_size", whole("squares", what.squares)));
    const name = fileTextOf("pieces", what).startsWith("dropforge-pieces") ? "pieces_of_text" : "pieces_of_letters";
    return new Pieces(library, library.lendText(what, (...text) => make(name, ...text)));
  }

  constructor(library, made) {
    super(library, "pieces_free", made);
    library.ask("pieces_tell", made);
    this.list = PieceList.read(library.json);
  }

  get names() {
    return Array.from(this.list, ({ name }) => name);
  }
}
