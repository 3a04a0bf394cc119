// Tables of kicks, read and written as docs/format/kicks.md has them. Written from that document
// alone.

const TETROMINOES = "IOTSZJL";
const SIDES = "NESW";
const KEY = /^[ \t\f]*([IOTSZJL])\.([NESW0R2L])([NESW0R2L])/i;
const PLACE = /^[ \t\f]*\([ \t\f]*(@?)[ \t\f]*([-+]?)[ \t\f]*([0-9])[ \t\f]*,[ \t\f]*([-+]?)[ \t\f]*([0-9])[ \t\f]*\)[ \t\f]*/;
const isHalf = (key) => ["NS", "SN", "EW", "WE"].includes(key.slice(2));

/** The key at the beginning of a text, such as "T.NE", and its length with the blanks before it. */
function keyOf(text) {
  const found = KEY.exec(text);
  if (!found) return null;
  const [from, to] = [found[2], found[3]]
    .map((letter) => SIDES["NESW0R2L".indexOf(letter.toUpperCase()) % 4]);
  return from === to ? null : { key: `${found[1].toUpperCase()}.${from}${to}`, length: found[0].length };
}

const skipBlanks = (text, at) => at + /^[ \t\f]*/.exec(text.slice(at))[0].length;

export class KickTable {
  #lines = new Map(); // by key: the number of the line, and its places or another key

  /** Reads the line whose next word begins one of a table. */
  read(line) {
    const column = line.words[line.next][1];
    const { text } = line;
    const found = keyOf(text.slice(column - 1));
    let at = found ? skipBlanks(text, column - 1 + found.length) : 0;
    if (!found || !"=:".includes(text[at] ?? "?")) line.fail(column, "no turn");
    if (this.#lines.has(found.key)) line.fail(column, "a turn twice");
    at = skipBlanks(text, at + 1);
    if (text[at] === "&") {
      at = skipBlanks(text, at + 1);
      const other = keyOf(text.slice(at));
      if (!other || skipBlanks(text, at + other.length) < text.length) line.fail(at + 1, "no other turn");
      this.#lines.set(found.key, { number: line.number, other: other.key });
      return;
    }
    const places = [];
    do {
      const place = PLACE.exec(text.slice(at));
      if (!place || places.length === 12) line.fail(at + 1, "no place");
      const [, full, signX, x, signY, y] = place;
      places.push({ full: full === "@", move: [signX === "-" ? -x : +x, signY === "-" ? -y : +y] });
      at += place[0].length;
    } while (at < text.length);
    this.#lines.set(found.key, { number: line.number, places });
  }

  toJSON() {
    return "table";
  }

  get hasHalfTurns() {
    return [...this.#lines.keys()].some(isHalf);
  }

  /** All keys that a table has, in order. */
  #keys() {
    const quarters = this.hasHalfTurns ? [1, 3, 2] : [1, 3];
    return [...TETROMINOES].flatMap((piece) => [0, 1, 2, 3].flatMap((from) =>
      quarters.map((by) => `${piece}.${SIDES[from]}${SIDES[(from + by) % 4]}`)));
  }

  #placesOf(key) {
    let line = this.#lines.get(key);
    for (let i = 0; i < 84 && line?.other; i++) line = this.#lines.get(line.other);
    return line?.places;
  }

  /** What is wrong with the whole, as [line, column], or null; a missing turn is so at `place`. */
  flaw(place) {
    const keys = this.#keys();
    if (keys.some((key) => !this.#lines.has(key))) return place;
    const endless = keys.find((key) => !this.#placesOf(key));
    return endless ? [this.#lines.get(endless).number, 1] : null;
  }

  write() {
    return this.#keys().map((key) => `${key}=${this.#placesOf(key)
      .map(({ full, move }) => `(${full ? "@" : ""}${move.map((way) => way || 0).join(",")})`).join("")}`);
  }

  /** By turns such as "NE" how far the box of a piece moves, which looks like this tetromino or,
   *  if that is undefined, like none. */
  movesOf(like) {
    const centers = { I: [[1, 2], [2, 2], [2, 1], [1, 1]], O: [[0, 0], [0, 1], [1, 1], [1, 0]] }[like];
    const center = (side) => centers?.[SIDES.indexOf(side)] ?? [1, 1];
    return Object.fromEntries(this.#keys().filter((key) => key[0] === (like ?? "J")).map((key) => {
      const [[a, b], [c, d]] = [center(key[2]), center(key[3])];
      return [key.slice(2), this.#placesOf(key).map(({ move: [x, y] }) => [a - c + x, b - d + y])];
    }));
  }
}
