// Pieces as they are dealt, from docs/format/drops.md alone: dealers, and which drops a hand allows.

const LETTERS = [..."IOTSZJL"];
const cut = (number) => BigInt.asUintN(64, number);

/** The generator xoshiro256**, with the seeding of the document. */
class Random {
  constructor(seed) {
    let z = seed;
    this.s = [0, 1, 2, 3].map(() => {
      z = cut(z + 0x9e3779b97f4a7c15n);
      let y = z;
      y = cut((y ^ (y >> 30n)) * 0xbf58476d1ce4e5b9n);
      y = cut((y ^ (y >> 27n)) * 0x94d049bb133111ebn);
      return y ^ (y >> 31n);
    });
  }

  next() {
    const rotl = (number, bits) => cut(number << bits) | (number >> (64n - bits));
    let [s0, s1, s2, s3] = this.s;
    const result = cut(rotl(cut(s1 * 5n), 7n) * 9n);
    const t = cut(s1 << 17n);
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl(s3, 45n);
    this.s = [s0, s1, s2, s3];
    return result;
  }

  below(n) {
    const bound = BigInt(n);
    const word = 1n << 32n;
    for (;;) {
      const p = (this.next() >> 32n) * bound;
      if (p % word >= word % bound) return Number(p >> 32n);
    }
  }
}

function* bags(order, place) {
  for (;;) {
    const bag = [...order];
    for (let i = 6; i > 0; i -= 1) {
      const j = place(i);
      [bag[i], bag[j]] = [bag[j], bag[i]];
    }
    yield* bag;
  }
}

const DEALERS = {
  *uniform(seed) {
    const random = new Random(seed);
    for (;;) yield LETTERS[random.below(7)];
  },
  *nes(seed) {
    const random = new Random(seed);
    let last = null;
    for (;;) {
      let number = random.below(8);
      if (number === 7 || number === last) number = random.below(7);
      last = number;
      yield LETTERS[number];
    }
  },
  bag(seed) {
    const random = new Random(seed);
    return bags(LETTERS, (i) => random.below(i + 1));
  },
  tetrio(seed) {
    let x = Number(seed % 2147483647n) || 2147483646;
    return bags("ZLOSIJT", (i) => {
      x = (16807 * x) % 2147483647; // below 2^46, so exact
      return Math.floor(((x - 1) * (i + 1)) / 2147483646);
    });
  },
  *nullpomino(seed) {
    const factor = 0x5deece66dn, mask = (1n << 48n) - 1n;
    let x;
    const below = (n) => {
      for (;;) {
        x = (x * factor + 11n) & mask;
        const number = x >> 17n;
        if ((n & (n - 1n)) === 0n) return Number((n * number) >> 31n);
        if (number - (number % n) <= 2147483648n - n) return Number(number % n);
      }
    };
    for (;;) {
      x = (seed ^ factor) & mask;
      const bag = [..."ILOZTJS"];
      for (let number = 0; number < 200; number++) {
        do {
          for (let n = 7; n > 1; n--) {
            const j = below(BigInt(n));
            [bag[n - 1], bag[j]] = [bag[j], bag[n - 1]];
          }
        } while (number === 0 && "SZO".includes(bag[0]));
        yield* bag;
      }
    }
  },
};

export function isDeal(name) {
  return name === "given" || Object.hasOwn(DEALERS, name);
}

/** A queue, what dealt it, and how far it has been taken. */
export class Deal {
  constructor(name, seed, hold, preview) {
    Object.assign(this, { name, seed, hold, preview, queue: [], next: 0, held: null });
    this.dealer = name === "given" ? null : DEALERS[name](seed);
  }

  /** Adds a piece; false if another one must come, or there is no such piece. */
  add(letter) {
    if (!LETTERS.includes(letter)) return false;
    if (this.dealer && this.dealer.next().value !== letter) return false;
    this.queue.push(letter);
    return true;
  }

  /** Takes the piece of a drop; false if it is not to be had. */
  take(piece) {
    const { queue, next, held } = this;
    if (next < queue.length && queue[next] === piece) {
      this.next += 1;
      return true;
    }
    if (!this.hold || next === queue.length) return false;
    if ((held ?? queue[next + 1]) !== piece) return false;
    this.next += held === null ? 2 : 1;
    this.held = queue[next];
    return true;
  }

  /** The lines that a program writes. */
  write() {
    const { name, seed, hold, preview } = this;
    const words = ["deal", name];
    if (seed !== null) words.push("seed", String(seed));
    if (hold) words.push("hold");
    if (preview !== null) words.push("preview", String(preview));
    const parts = this.queue.join("").match(/.{1,7}/g) ?? [];
    const lines = [words.join(" ")];
    while (parts.length > 0) lines.push(["queue", ...parts.splice(0, 8)].join(" "));
    return lines;
  }
}
