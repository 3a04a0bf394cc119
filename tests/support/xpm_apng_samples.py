"""XPM files and animated PNG files, each with the pixels that it must give, as in image_samples."""

import itertools
import random

from tests.support import image_samples


def xpms(rng):
    """Colours of every number of digits and by name, keys of 1 to 8 letters, comments, other screens."""
    names = {"None": (0, 0, 0, 0), "grey80": (204, 204, 204), "gray": (190, 190, 190), "gray50": (127,) * 3,
             "Light Sky  Blue": (135, 206, 250), "AntiqueWhite3": (205, 192, 176), "HotPink4": (139, 58, 98),
             "red1": (255, 0, 0), "Maroon": (176, 48, 96), "Green4": (0, 139, 0), "rebeccapurple": (102, 51, 153)}
    for size, styled in itertools.product((1, 2, 3, 8), (False, True)):
        width, height = rng.randrange(1, 30), rng.randrange(1, 9)
        colors = [((*color, 255)[:4], name) for name, color in names.items()] if styled else []
        for number, color in enumerate(image_samples.colors_of(rng, 8)):
            digits = number % 4 + 1 if styled else 2
            color = [channel // 17 * 17 for channel in color] if digits == 1 else color
            colors.append(((*color, 255), "#" + "".join(f"{channel * 257:04X}"[:digits] for channel in color)))
        letters = "cgms! #/*.ABCDEFGHIJ"
        keys = rng.sample([first + rest for first in letters for rest in (" g*c/ m ", "/* c #X ")], 2 * len(letters))
        keys = [key[:size] for key in keys] if size > 1 else list(letters)
        rows = image_samples.grid(rng, width, height, len(colors))
        lines = [f"{width} {height} {len(colors)} {size}{' 0 0' * styled}"] + [
            f"{key}\ts c g blue {'m white ' * (number % 2)}c\t{name} {'g4 #123' * (number % 3)}" if styled else
            f"{key} c {name}" for number, (key, (_, name)) in enumerate(zip(keys, colors))] + [
            "".join(keys[n] for n in row) for row in rows]
        text = ",\n".join(f'/* "no" */\n"{line}"' if styled else f'"{line}"' for line in lines)
        yield image_samples.Sample(
            f"xpm-{size}{'-styled' * styled}.xpm", f"/* XPM */\nstatic char *x[] = {{\n{text}\n}};\n".encode(),
            width, height, [image_samples.rgba([[colors[n][0] for n in row] for row in rows])],
            () if styled or size > 2 else ("pil", "ffmpeg") if size == 1 else ("ffmpeg",))


def everything(seed):
    """All samples; the same for the same seed."""
    rng = random.Random(seed)
    for maker in (xpms,):
        yield from maker(rng)
