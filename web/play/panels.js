/* What is beside the playfield: hold, next, figures, words, high scores. */
import { drawPieces } from "./draw.js";
import { figuresOf, timeOf } from "./modes.js";

const MOST_COUNTS = 8; /* pieces whose number is told */
const SPINS = ["", "-spin mini", "-spin"]; /* as df_spin */
const ROWS = ["", "Single", "Double", "Triple", "Tetris"];

const find = (id) => document.getElementById(id);

/* What a piece that locked has done, in words; "" for nothing. */
function describe({ rows, spin, perfect, backToBack, combo, points }, name) {
  const words = [spin > 0 && name + SPINS[spin], ROWS[rows] ?? `${rows} lines`].filter(Boolean).join(" ");
  if (!words) return "";
  const more = [
    perfect && "perfect clear",
    backToBack && "back to back",
    combo > 0 && `combo ${combo}`,
  ].filter(Boolean);
  return `${[words, ...more].join(", ")} +${points}`;
}

export class Panels {
  #squares = 4;
  #hasHold = true;

  /* For another game. */
  reset(view, { squares }) {
    this.#squares = squares;
    this.#hasHold = view.hasHold !== 0;
    for (const one of [find("hold"), document.querySelector("[data-action=hold]")])
      one.disabled = !this.#hasHold;
    find("next-box").toggleAttribute("data-few", view.next.length < 2);
    find("board").setAttribute("aria-label", `Playfield, ${view.width} columns, ${view.height} rows`);
    find("feat").textContent = "";
  }

  tell(text) {
    find("status").textContent = text;
  }

  /* With `effects` the words leap, and the playfield shines where it is more than a row. */
  tellClear(clear, name, effects) {
    const words = describe(clear, name);
    find("feat").textContent = words;
    const { rows, spin, combo, perfect } = clear;
    for (const [id, on] of [["feat", words !== ""], ["board", perfect || rows > 3 || (spin > 0 && rows > 0) || combo > 1]]) {
      find(id).classList.remove("effect");
      void find(id).offsetWidth; /* so that it begins anew */
      find(id).classList.toggle("effect", Boolean(effects && on));
    }
    if (words) this.tell(words);
  }

  /* The hint; "" for none. */
  tellHint(words) {
    if (find("feat").textContent !== words) find("feat").textContent = words;
  }

  showFigures(view) {
    for (const [name, texts] of Object.entries(figuresOf(view))) {
      const places = [find(name).previousElementSibling, find(name)];
      places.forEach((place, i) => place.textContent !== texts[i] && (place.textContent = texts[i]));
    }
  }

  /* Everything; after each piece. */
  show(game, view) {
    this.showFigures(view);
    this.#showHeld(game, view);
    this.#showNext(game, view);
    this.#showCounts(game, view);
  }

  #showHeld(game, { held, canHold }) {
    drawPieces(find("held"), held < 0 ? [] : [game.look(held)],
      { places: 1, most: Math.min(this.#squares, 6), faded: !canHold });
    const what = held < 0 ? "empty" : game.name(held);
    find("hold").setAttribute("aria-label", this.#hasHold ? `Hold: ${what}` : "There is no hold");
  }

  #showNext(game, { next }) {
    const canvas = find("next");
    drawPieces(canvas, next.map((piece) => game.look(piece)),
      { places: next.length, most: Math.min(this.#squares, 6) });
    canvas.setAttribute("aria-label", `Next: ${next.map((piece) => game.name(piece)).join(", ")}`);
  }

  /* The pieces that came most often. */
  #showCounts(game, { kinds }) {
    const all = Array.from({ length: kinds }, (_, piece) => ({ piece, count: game.spawned(piece) }))
      .filter(({ count }) => count > 0);
    find("kinds").textContent = `${all.length} ${all.length === 1 ? "kind" : "kinds"} so far`;
    if (kinds > MOST_COUNTS) all.sort((a, b) => b.count - a.count || a.piece - b.piece);
    const list = find("counts");
    const shown = all.slice(0, MOST_COUNTS);
    while (list.children.length > shown.length) list.lastChild.remove();
    while (list.children.length < shown.length) {
      const item = document.createElement("li");
      item.append(document.createElement("canvas"), document.createElement("span"));
      list.append(item);
    }
    shown.forEach(({ piece, count }, i) => {
      const [canvas, number] = list.children[i].children;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", game.name(piece));
      number.textContent = count;
      drawPieces(canvas, [game.look(piece)], { places: 1, most: Math.min(this.#squares, 4) });
    });
  }

  /* A table of high scores; `place` from 1 is that of the last game, or 0. */
  showScores(table, place) {
    find("scores").hidden = table.length === 0;
    find("score-list").replaceChildren(
      ...table.map(({ score, lines, level, date, ticks }, i) => {
        const item = document.createElement("li");
        item.className = i + 1 === place ? "new" : "";
        const more = document.createElement("span");
        more.textContent = ` ${lines} lines, level ${level}, ${date}`;
        item.append(ticks === undefined ? score.toLocaleString("en") : timeOf(ticks), more);
        return item;
      }),
    );
  }
}
