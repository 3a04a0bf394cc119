#!/usr/bin/env python3
"""Random numbers as the papers define them, to check src/core/base/random.c against.

xoshiro256**: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators" (2018),
https://prng.di.unimi.it/xoshiro256starstar.c. splitmix64: S. Vigna,
https://prng.di.unimi.it/splitmix64.c. Bounds: D. Lemire, "Fast random integer generation in an
interval" (2019), here with 32-bit numbers that are the upper halves of 64-bit ones.

usage: random_reference.py FILE…    checks that the files hold the numbers printed without one
"""

import pathlib
import sys

MASK = 2**64 - 1


def splitmix64(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK


def xoshiro256starstar(s):
    s = list(s)
    while True:
        yield (rotl((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)


def seeded(seed, stream):
    """The project's own rule: a stream other than 0 is scattered and mixed into the seed."""
    if stream:
        seed ^= next(splitmix64(stream))
    filler = splitmix64(seed)
    return xoshiro256starstar([next(filler) for _ in range(4)])


def below(numbers, bound):
    while True:
        product = (next(numbers) >> 32) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


def lines():
    for seed, stream in ((0, 0), (1, 0), (MASK, 0), (1, 1), (42, 7)):
        numbers = seeded(seed, stream)
        values = ", ".join(f"0x{next(numbers):016x}" for _ in range(3))
        yield f"{{0x{seed:x}, 0x{stream:x}, {{{values}}}}},"
    for bound in (1, 2, 7, 1000, 0x80000001, 0xFFFFFFFF):
        numbers = seeded(1, 0)
        values = ", ".join(str(below(numbers, bound)) for _ in range(4))
        yield f"{{0x{bound:x}, {{{values}}}}},"


def main():
    if len(sys.argv) == 1:
        print("\n".join(lines()))
        return 0
    for name in sys.argv[1:]:
        # The formatter may break lines anywhere.
        text = "".join(pathlib.Path(name).read_text(encoding="utf-8").split())
        for line in lines():
            if "".join(line.split()) not in text:
                print(f"{name}: should hold {line}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
