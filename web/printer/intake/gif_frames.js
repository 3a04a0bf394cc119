/* The frames of a GIF file, for browsers that cannot give them. */

const MOST_CODES = 4096;
const RESTORE_CLEAR = 2; /* what becomes of a frame before the next one */
const RESTORE_BEFORE = 3;

const damaged = (what) => new Error(`the GIF is damaged: ${what}`);

/* Bytes that are read one after the other. */
class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw damaged("it ends too soon");
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  byte() {
    return this.take(1)[0];
  }

  short() {
    const [low, high] = this.take(2);
    return low | (high << 8);
  }

  /* The blocks up to the empty one, joined. */
  blocks() {
    const parts = [];
    for (let size = this.byte(); size > 0; size = this.byte()) parts.push(...this.take(size));
    return parts;
  }
}

/* The table of colours that the flags of a header announce, or null. */
function readTable(from, flags) {
  return flags & 0x80 ? from.take(3 << ((flags & 7) + 1)) : null;
}

/* Unpacks codes of growing size: `count` indices. */
function unpackCodes(packed, least, count) {
  const clear = 1 << least;
  const before = new Uint16Array(MOST_CODES); /* the code of all but the last index */
  const last = new Uint8Array(MOST_CODES);
  const lengths = new Uint16Array(MOST_CODES).fill(1, 0, clear);
  for (let i = 0; i < clear; i++) last[i] = i;
  const indices = new Uint8Array(count);
  let filled = 0, next = clear + 2, bits = least + 1, previous = -1;
  let pending = 0, held = 0, at = 0;
  while (filled < count) {
    for (; held < bits; held += 8) {
      if (at === packed.length) throw damaged("a frame ends too soon");
      pending |= packed[at++] << held;
    }
    const code = pending & ((1 << bits) - 1);
    pending >>= bits;
    held -= bits;
    if (code === clear) {
      next = clear + 2;
      bits = least + 1;
      previous = -1;
      continue;
    }
    if (code === clear + 1) throw damaged("a frame ends too soon");
    if (code > next || (code === next && previous < 0) || (code > clear && previous < 0))
      throw damaged("a code has no meaning");
    if (previous >= 0 && next < MOST_CODES) {
      before[next] = previous;
      lengths[next] = lengths[previous] + 1;
      let first = code === next ? previous : code;
      while (first > clear) first = before[first];
      last[next] = last[first];
      next++;
      if (next === 1 << bits && bits < 12) bits++;
    }
    let place = filled + lengths[code] - 1;
    filled = place + 1;
    for (let one = code; ; one = before[one]) {
      if (place < count) indices[place] = last[one];
      if (place-- <= filled - lengths[code]) break;
    }
    previous = code;
  }
  return indices;
}

/* The rows of an interlaced frame in the order in which they come. */
function* rowsInTurn(height, isInterlaced) {
  const passes = isInterlaced ? [[0, 8], [4, 8], [2, 4], [1, 2]] : [[0, 1]];
  for (const [first, step] of passes)
    for (let row = first; row < height; row += step) yield row;
}

function readFrame(from, control, globalTable) {
  const [left, top, width, height] = [from.short(), from.short(), from.short(), from.short()];
  const flags = from.byte();
  const table = readTable(from, flags) ?? globalTable;
  if (table === null) throw damaged("a frame has no colours");
  const least = from.byte();
  if (least < 1 || least > 8) throw damaged("codes have a wrong size");
  const interlaced = (flags & 0x40) !== 0;
  return { left, top, width, height, table, least, interlaced, packed: from.blocks(), ...control };
}

function readControl(block) {
  const flags = block[0] ?? 0;
  const [, low = 0, high = 0] = block;
  return { disposal: (flags >> 2) & 7, clear: flags & 1 ? block[3] : -1, milliseconds: 10 * (low | high << 8) };
}

/* Draws a frame on RGBA pixels of so many columns and rows. */
function drawFrame(rgba, columns, rows, frame) {
  const { left, top, width, height, table, clear } = frame;
  const indices = unpackCodes(frame.packed, frame.least, width * height);
  let from = 0;
  for (const row of rowsInTurn(height, frame.interlaced)) {
    for (let x = 0; x < width; x++) {
      const index = indices[from++];
      const [to, on] = [left + x, top + row];
      if (index === clear || to >= columns || on >= rows || 3 * index >= table.length) continue;
      const place = 4 * (on * columns + to);
      rgba.set(table.subarray(3 * index, 3 * index + 3), place);
      rgba[place + 3] = 255;
    }
  }
}

function clearFrame(rgba, columns, rows, { left, top, width, height }) {
  for (let y = top; y < Math.min(top + height, rows); y++)
    rgba.fill(0, 4 * (y * columns + Math.min(left, columns)),
      4 * (y * columns + Math.min(left + width, columns)));
}

/* How often an animation is played of which an application says something, 0 being for ever, or null. */
function readPlays(block) {
  if (String.fromCharCode(...block.slice(0, 11)) !== "NETSCAPE2.0" || block[11] !== 1 || block.length < 14) return null;
  const repeats = block[12] | block[13] << 8;
  return repeats === 0 || repeats === 0xffff ? repeats : repeats + 1;
}

/* { width, height, frames, plays } of the bytes of a file; readGifFrame draws one of them. What comes after
   the last whole frame is let alone. */
export function readGif(bytes) {
  const from = new Bytes(bytes);
  const head = String.fromCharCode(...from.take(6));
  if (head !== "GIF87a" && head !== "GIF89a") throw damaged("it does not begin as one");
  const [width, height] = [from.short(), from.short()];
  const flags = from.byte();
  from.take(2);
  const table = readTable(from, flags);
  const frames = [];
  let plays = 1;
  let control = readControl([]);
  try {
    for (let kind = from.byte(); kind !== 0x3b; kind = from.byte()) {
      if (kind === 0x2c) {
        frames.push(readFrame(from, control, table));
        control = readControl([]);
      } else if (kind === 0x21) {
        const label = from.byte();
        const block = from.blocks();
        if (label === 0xf9) control = readControl(block);
        if (label === 0xff) plays = readPlays(block) ?? plays;
      } else {
        throw damaged("a block is of no kind");
      }
    }
  } catch (error) {
    if (frames.length === 0) throw error;
  }
  if (frames.length === 0) throw damaged("it has no frame");
  return { width, height, frames, plays };
}

/* The pixels of a frame, with those that it leaves of the frames before: RGBA. */
export function readGifFrame({ width, height, frames }, index) {
  const rgba = new Uint8Array(4 * width * height);
  for (let i = 0; i <= index; i++) {
    const frame = frames[i];
    const kept = frame.disposal === RESTORE_BEFORE ? rgba.slice() : null;
    drawFrame(rgba, width, height, frame);
    if (i === index) break;
    if (frame.disposal === RESTORE_CLEAR) clearFrame(rgba, width, height, frame);
    else if (kept !== null) rgba.set(kept);
  }
  return rgba;
}
