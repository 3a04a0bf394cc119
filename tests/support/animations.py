"""Animations that are drawn by formulas: discs, bars and a ground, transparent or opaque."""
import math
import random

from tests.support import images

COUNT = 30
PALETTE = b"\0\0\0" + bytes.fromhex("e6194b3cb44b4363d8f582319b1eb442d4f4")


def draw(number):
    """The frames of animation `number`: rows of indices of PALETTE, 0 being transparent."""
    rng = random.Random(number)
    width = rng.choice((8, 9, 12, 16, 17, 24)) if number % 5 else rng.choice((31, 36, 48, 64))
    height = rng.choice((8, 11, 12, 16)) if number % 5 else rng.choice((24, 27, 48))
    count = 60 if number == 7 else rng.choice((2, 3, 5, 8)) if number % 5 else 4
    colors = 1 + number % 6
    opaque = number % 3 == 0 and colors > 1
    ground = rng.randrange(1, 4) if number % 4 else 0
    size, speed = rng.uniform(0.15, 0.4) * min(width, height), rng.choice((1, 2, 3))
    frames = []
    for i in range(count):
        turn = math.tau * i * speed / count
        x, y = width / 2 + math.cos(turn) * width / 4, height / 2 + math.sin(turn) * height / 4
        rows = []
        for b in range(height):
            row = []
            for a in range(width):
                color = 1 if opaque or height - b <= ground else 0
                along = abs((a - width / 2) * math.cos(turn) + (b - height / 2) * math.sin(turn))
                if along < 1.2 and number % 2:
                    color = colors // 2 + 1
                if math.hypot(a - x, b - y) < size:
                    color = 1 + (a + b) // 3 % colors if colors > 3 else colors
                row.append(color)
            rows.append(row)
        frames.append(rows)
    return frames


def gif(number):
    return images.gif_film(draw(number), PALETTE, 0)
