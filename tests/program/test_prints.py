"""Prints bitmaps and sprites with the program and replays the plans with oracle.py.

usage: test_prints.py PROGRAM [--few]

Each plan must leave exactly its picture, in both formats where blocks can carry its colours.
DROPFORGE_TEST_SEED and DROPFORGE_TEST_CASES choose the random bitmaps. Sprites must not need
more drops than with the original program, with its search or with its tables only. The method
best takes longer than the others, so it gets small bitmaps and sprites. --few is for programs
that are slow: one sprite of eight, and random bitmaps in the same measure, as in a quick run.
"""

import csv
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from tests.support import images
from tests.support import keep
from tests.oracle import oracle
from tests.support import tap

SPRITES = pathlib.Path(__file__).resolve().parents[1] / "data" / "sprites"
# Each method, with the column of original.csv that it has to keep below.
METHODS = {"search": "drops", "table": "table_only_drops"}
SMALL_SPRITES = ("gbs_duck", "uni_A", "uni_7530", "xbm_star")
INKS = ((250, 30, 30, 255), (30, 250, 30, 255), (30, 30, 250, 255), (250, 250, 30, 255),
        (250, 30, 250, 255), (30, 250, 250, 255))
BLOCK_COLORS = 3
RANDOM_CASES = 16
LEAST = ("--effort", "0")  # of the method best with --few
OF_MANY = 8  # one of so many with --few
CLEAR = (0, 0, 0, 0)
failures = 0


def fail(what, text):
    global failures
    failures += 1
    print(f"{what}: {text}")


def random_bitmap(chance, width, height, colors):
    """Rows of pixels, at most so many; the first and the last row are not empty."""
    width, height = chance.randint(1, width), chance.randint(1, height)
    inks = INKS[:chance.randint(1, colors)]
    density = chance.random()
    rows = [[chance.choice(inks) if chance.random() < density else CLEAR for _ in range(width)]
            for _ in range(height)]
    rows[0][chance.randrange(width)] = rows[-1][chance.randrange(width)] = inks[0]
    return rows


def replay(what, path, pixels):
    """Replays a plan with the oracle; returns it."""
    try:
        plan = oracle.read(path.read_bytes())
    except oracle.PlanError as error:
        fail(what, f"{path.suffix}: {error}")
        return None
    wrong = oracle.compare(plan, pixels, anchors=True)
    if wrong:
        fail(what, f"{path.suffix}: {wrong}")
    return plan


def print_and_replay(program, what, sprite, pixels, options, folder):
    """Prints a PNG file, in both formats if it may; returns the number of drops."""
    drops, blocks = folder / "x.drops", folder / "x.txt"
    outputs = ["-o", drops] if "best" in options and "--pieces" not in options else ["-o", drops, "-o", blocks]
    done = subprocess.run([program, "print", sprite, "--anchor", *options, *outputs],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(what, f"status {done.returncode}: {done.stderr}")
        return 0
    keep.files(folder)
    plan = replay(what, drops, pixels)
    if blocks in outputs:
        replay(what, blocks, pixels)
    return len(plan.drops) if plan else 0


def check_bitmap(program, what, pixels, options, folder):
    sprite = folder / "x.png"
    sprite.write_bytes(images.png_rgba(pixels))
    what = f"{what}, {' '.join(options)}"
    if print_and_replay(program, what, sprite, pixels, options, folder) == 0:
        print("\n".join("".join(f"{INKS.index(pixel)}" if pixel[3] else "." for pixel in row)
                        for row in pixels))


def check_random(program, folder, few):
    seed = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
    cases = int(os.environ.get("DROPFORGE_TEST_CASES") or RANDOM_CASES // (OF_MANY if few else 1))
    print(f"DROPFORGE_TEST_SEED={seed}")
    chance = random.Random(seed)
    for case in range(cases):
        pixels = random_bitmap(chance, 17, chance.choice((4, 8, 32)), BLOCK_COLORS)
        for method in METHODS:
            check_bitmap(program, f"bitmap {case}", pixels, ["-m", method], folder)
        pixels = random_bitmap(chance, 8, 6, len(INKS))
        best = ["-m", "best", *(LEAST if few else ())]
        check_bitmap(program, f"small bitmap {case}", pixels, best, folder)
        pixels = random_bitmap(chance, 8, 6, BLOCK_COLORS)
        check_bitmap(program, f"small bitmap {case}", pixels, [*best, "--pieces", "JTL"], folder)


def check_sprites(program, folder, few):
    with open(SPRITES / "original.csv", encoding="utf-8") as file:
        originals = list(csv.DictReader(file))[::OF_MANY if few else 1]
    for row in originals:
        sprite = SPRITES / f"{row['sprite']}.png"
        pixels = oracle.read_png(sprite.read_bytes())
        found = {}
        for method, column in METHODS.items():
            what = f"{row['sprite']}, {method}"
            drops = print_and_replay(program, what, sprite, pixels, ["-m", method], folder)
            if drops > int(row[column]):
                fail(what, f"{drops} drops, and the original needed {row[column]}")
            found[method] = drops
        if row["sprite"] not in SMALL_SPRITES:
            continue
        what = f"{row['sprite']}, best"
        drops = print_and_replay(program, what, sprite, pixels, ["-m", "best", *(LEAST if few else ())], folder)
        if drops > found["search"]:
            fail(what, f"{drops} drops, and search needs {found['search']}")


def main():
    program = os.path.abspath(sys.argv[1])
    few = sys.argv[2:] == ["--few"] or tap.QUICK
    with tempfile.TemporaryDirectory() as folder:
        check_random(program, pathlib.Path(folder), few)
        check_sprites(program, pathlib.Path(folder), few)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
