"""Pictures of any size for measurements, the same on every machine."""

import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.oracle import oracle_png
from tests.support import images

INKS = ((196, 62, 48, 255), (244, 204, 96, 255), (52, 72, 120, 255))
CLEAR = (0, 0, 0, 0)
png = images.png_rgba


def scaled(sprite, width, height):
    """A PNG file scaled to that size, each square the nearest one of the sprite."""
    rows = oracle_png.read_png(sprite.read_bytes())
    return [[rows[y * len(rows) // height][x * len(rows[0]) // width] for x in range(width)]
            for y in range(height)]


def scene(width, height):
    """Three colours and holes, in runs of different lengths that change little from one row to
    the next, as in drawn pictures."""
    chance = random.Random(1000 * width + height)
    row = [INKS[0]] * width
    rows = []
    for _ in range(height):
        for _ in range(1 + width // 12):
            start, length = chance.randrange(width), chance.randint(1, 8)
            ink = chance.choice((*INKS, CLEAR))
            row = row[:start] + [ink] * min(length, width - start) + row[start + length:]
        if not any(ink[3] for ink in row):
            row[chance.randrange(width)] = INKS[0]
        rows.append(list(row))
    # Something in the outermost columns, so that nothing is trimmed.
    rows[-1][0] = rows[-1][-1] = rows[0][0] = INKS[0]
    return rows
