#!/usr/bin/env python3
"""Prints the animations of tests/support/animations.py, and compares the drops of a frame with those
of the frames printed alone.

usage: bench/animations.py PROGRAM [NUMBER]...

The ratio is drops a frame / (drops of a frame alone + a quarter of the free squares of a frame). Free
are the squares of the playfield up to the frame's highest row that the frame does not fill.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tests.support import animations
from tests.support import images

OPTIONS = ("--exact", "--effort", "0", "--anchor", "--json")


def run(program, folder, *words):
    done = subprocess.run([program, "print", "x.gif", *OPTIONS, "-o", "x.drops", *words], cwd=folder,
                          capture_output=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def count_free(frame, width):
    """The free squares beside and inside a frame on a playfield of that width."""
    rows = [row for row in frame if any(row)]
    first = min(y for y, row in enumerate(frame) if any(row))
    return sum(width - sum(color != 0 for color in row) for row in frame[first:]) if rows else 0


def measure(program, folder, number):
    """The line of one animation, and its ratio."""
    frames = animations.draw(number)
    path = pathlib.Path(folder, "x.gif")
    path.write_bytes(animations.gif(number))
    whole = run(program, folder, "--all-frames")
    if whole is None:
        return f"{number:3}  refused", float("inf")
    alone = {}
    for frame in frames:
        key = str(frame)
        if key not in alone:
            path.write_bytes(images.gif(frame, animations.PALETTE, 0))
            figures = run(program, folder, "--width", str(whole["width"])) or {"drops": 0}
            alone[key] = figures["drops"]
    count = len(frames)
    drops = whole["drops"] / count
    single = sum(alone[str(frame)] for frame in frames) / count
    free = sum(count_free(frame, whole["width"]) for frame in frames) / count
    ratio = drops / (single + free / 4)
    return (f"{number:3} {len(frames[0][0]):3}x{len(frames[0]):<3} {whole['width']:4} {count:4} {drops:8.1f} "
            f"{single:8.1f} {free:8.1f} {ratio:6.2f}"), ratio


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    print("  # squares  wide frames drops/fr    alone     free  ratio")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for number in [int(word) for word in sys.argv[2:]] or range(animations.COUNT):
            line, ratio = measure(program, folder, number)
            ratios.append(ratio)
            print(line, flush=True)
    print(f"{sum(ratio <= 1.6 for ratio in ratios)} of {len(ratios)} have a ratio of at most 1.6")


if __name__ == "__main__":
    main()
