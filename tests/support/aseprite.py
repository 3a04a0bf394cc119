"""What Aseprite makes of its layers, by the formulas that it publishes."""

import itertools
import math
import struct
import zlib


def ase_chunk(kind, data):
    return struct.pack("<IH", 6 + len(data), kind) + data


def ase_product(a, b):
    return (a * b + 128 >> 8) + a * b + 128 >> 8


def ase_mixed(mode, b, a):
    """What a channel becomes where a layer's has `a` and what is below it `b`."""
    def divide(a, b):
        return 0 if a == 0 else 255 if a >= b else (2 * 255 * a + b) // (2 * b)

    def soft(b, a):
        light = ((16 * b - 12) * b + 4) * b if b <= 0.25 else math.sqrt(b)
        return b - (1 - 2 * a) * b * (1 - b) if a <= 0.5 else b + (2 * a - 1) * (light - b)

    def hard(b, a):
        return ase_product(b, 2 * a) if a < 128 else b + 2 * a - 255 - ase_product(b, 2 * a - 255)
    return {0: lambda: a, 1: lambda: ase_product(a, b), 2: lambda: a + b - ase_product(a, b),
            3: lambda: hard(a, b), 4: lambda: min(a, b), 5: lambda: max(a, b),
            6: lambda: divide(b, 255 - a), 7: lambda: 255 - divide(255 - b, a), 8: lambda: hard(b, a),
            9: lambda: int(soft(b / 255, a / 255) * 255 + 0.5), 10: lambda: abs(a - b),
            11: lambda: a + b - 2 * ase_product(a, b), 16: lambda: min(a + b, 255),
            17: lambda: max(b - a, 0), 18: lambda: divide(b, a)}[mode]()


def ase_hued(mode, below, above):
    """A colour with the hue, the saturation and the luminosity of one of these."""
    def light(color):
        return 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
    below, above = ([value / 255 for value in color[:3]] for color in (below, above))
    hue, saturation, luminosity = {12: (above, below, below), 13: (below, above, below),
                                   14: (above, None, below), 15: (below, None, above)}[mode]
    if saturation:
        span = max(saturation) - min(saturation)
        hue = [(value - min(hue)) * span / (max(hue) - min(hue)) if max(hue) > min(hue) else 0
               for value in hue]
    hue = [value + (light(luminosity) - light(hue)) for value in hue]
    grey, low, high = light(hue), min(hue), max(hue)
    if low < 0 and low < grey:
        hue = [grey + (value - grey) * grey / (grey - low) for value in hue]
    if high > 1 and high > grey:
        hue = [grey + (value - grey) * (1 - grey) / (high - grey) for value in hue]
    return [int(255 * min(max(value, 0), 1)) for value in hue]


def ase_over(below, above, opacity, mode):
    """A pixel over another, in the numbers of Aseprite."""
    def merge(one, other, opacity):
        return [a + ase_product(b - a, opacity) for a, b in zip(one, other)]

    def put(color):
        return [b + int((a - b) * alpha / out) for a, b in zip(color, below[:3])]
    alpha = ase_product(above[3], opacity)
    out = alpha + below[3] - ase_product(below[3], alpha)
    if alpha == 0:
        return below
    if below[3] == 0:
        return (*above[:3], out)
    mixed = put(ase_hued(mode, below, above) if 12 <= mode <= 15 else
                [ase_mixed(mode, b, a) for a, b in zip(above, below[:3])])
    some = merge(put(above), mixed, below[3])
    return (*merge(some, mixed, ase_product(below[3], alpha)), out)


ASE_TREE = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (0, 1), (0, 0))  # kinds of layers, and how deep


def ase_paint(size, layers, visible, cels, parents, parent=None):
    """The layers of a group over one another, or of no group."""
    canvas = [(0, 0, 0, 0)] * (size[0] * size[1])
    among = [index for index in range(len(layers)) if parents[index] == parent]
    depth = {index: cels[index][3] if index in cels else 0 for index in among}
    for _, z, index in sorted((place + depth[index], depth[index], index)
                              for place, index in enumerate(among)):
        (kind, _), _, opacity, mode = layers[index]
        if not visible[index] or (index not in cels and kind != 1) or (kind == 1 and set(parents) == {None}):
            continue
        dots = {}
        if kind == 1:
            dots = dict(enumerate(ase_paint(size, layers, visible, cels, parents, index)))
        else:
            left, top, seen, _, pixels = cels[index]
            opacity = ase_product(seen, opacity)
            for (x, y), color in pixels.items():
                if 0 <= x + left < size[0] and 0 <= y + top < size[1]:
                    dots[x + left + (y + top) * size[0]] = color
        for place, color in dots.items():
            canvas[place] = ase_over(canvas[place], color, opacity, mode)
    return canvas


def ase_pixels(rng, pixel, width, height):
    return {(x, y): pixel() for y in range(height) for x in range(width)}


def ase_tiles(rng, tiles, size, is_new):
    """A map of tiles that are turned, and its pixels."""
    width, height = rng.randrange(1, 4), rng.randrange(1, 4)
    numbers, dots = [], {}
    for y, x in itertools.product(range(height), range(width)):
        number = rng.choice((*range(len(tiles) + 1), 0x1fffffff))
        turns = [rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5 and size[0] == size[1]]
        numbers.append(number | turns[0] << 31 | turns[1] << 30 | turns[2] << 29)
        if number >= len(tiles) or (number == 0 and is_new):
            continue
        for v, u in itertools.product(range(size[1]), range(size[0])):
            at = [size[0] - 1 - u if turns[0] else u, size[1] - 1 - v if turns[1] else v]
            dots[x * size[0] + u, y * size[1] + v] = tiles[number][tuple(at[::-1] if turns[2] else at)]
    return (struct.pack("<HHHIIII10x", width, height, 32, 0x1fffffff, 1 << 31, 1 << 30, 1 << 29) +
            zlib.compress(struct.pack(f"<{len(numbers)}I", *numbers))), dots
