#!/usr/bin/env python3
"""Writes the video of a runner who turns: an animated GIF of 36 by 27 pixels in two colours.

usage: runner.py FRAMES.gif [NUMBER]

docs/use/animate.md has the commands that print it. NUMBER frames, 240 unless given, make one turn.
"""
import math
import sys

import dancer

WIDTH, HEIGHT, STEPS = 36, 27, 20


def limb(x, y, *parts):
    """The ends of the parts of a limb, each with its length and its angle from straight down."""
    ends = [(x, y)]
    for length, angle in parts:
        x, y = x + length * math.sin(angle), y + length * math.cos(angle)
        ends.append((x, y))
    return list(zip(ends, ends[1:]))


def pose(phase):
    """The bones of the runner seen from the side, around x = 0: their ends and thickness."""
    rise = abs(math.sin(phase)) * 1.5
    hip, neck = (0, 14 - rise), (1.5, 7 - rise)
    bones = [((hip, neck), 2.1), (((2.2, 4 - rise), (2.4, 3.6 - rise)), 2.6)]
    for side in (phase, phase + math.pi):
        swing = math.sin(side)
        bend = 0.3 + 0.9 * max(0, math.cos(side))
        bones += [(bone, 1.4) for bone in limb(*hip, (5.6, swing * 0.9), (5.8, swing * 0.9 - bend))]
        bones += [(bone, 1.1) for bone in limb(*neck, (4, -swing), (3.6, 1.3 - swing))]
    return bones


def distance(x, y, bone):
    """How far a point is from a bone."""
    (a, b), (c, d) = bone
    along, up = c - a, d - b
    share = max(0, min(1, ((x - a) * along + (y - b) * up) / (along * along + up * up or 1)))
    return math.hypot(x - a - share * along, y - b - share * up)


def frame(number, count):
    """The pixels of a frame: 0 for the sky, 1 for the runner and the ground."""
    turn = math.cos(math.tau * number / count)
    side = math.copysign(max(abs(turn), 0.3), turn)
    bones = [([((x * side) + WIDTH / 2, y) for x, y in bone], size)
             for bone, size in pose(math.tau * number / STEPS)]
    return [[int(y >= HEIGHT - 2 or any(distance(x + 0.5, y + 0.5, bone) < size for bone, size in bones))
             for x in range(WIDTH)] for y in range(HEIGHT)]


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 240
    dancer.write(sys.argv[1], [frame(number, count) for number in range(count)],
                 b"\xf2\xe9\xd8\x1f\x2a\x44", (1 << 2, 5, 0), b"\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0")


if __name__ == "__main__":
    main()
