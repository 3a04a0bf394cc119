#!/usr/bin/env python3
"""Writes the frames of the film of a dancer: an animated GIF of 8 by 10 pixels.

usage: dancer.py FRAMES.gif

docs/use/deal.md has the commands that print it in a game. '?' is a pixel that is there if the
others are odd in number: on 10 columns a picture has an even one.
"""
import struct
import sys

STAND = "...##... ...##... ..####.. .######. .#.##.#. .#.##.#. ..?##... ..####.. ..#..#.. .##..##."
ARMS_OUT = "...##... ...##... ######## ..####.. ...##... ..?##... ..####.. ..#..#.. ..#..#.. .##..##."
ARMS_UP = "#..##..# #..##..# .######. ..####.. ...##... ..?##... ..####.. ..#..#.. ..#..#.. .##..##."
KICK = "#..##... ##.##... .######. ..#####. ...##..# ..?##... ..###### ..##..## ..#..... .##....."
CROUCH = "...##... .#.##.#. .######. ..####.. ..?##... ..####.. .######. ##....##"
SPLIT = "#..##..# ##.##.## .######. ..?##... ..####.. .######. ##....## #......#"
APPLE = ".....##. ....##.. .##?#.## ######## ######## ######## ######## .######. ..####.."
BITE = ".....##. ....##.. .##?###. #######. ######.. ######.. #######. .######. ..####.."
BITES = ".....##. ....##.. .##?###. .######. ..####.. ..####.. .######. .######. ..####.."
CORE = ".....##. ....##.. ..#?###. ...###.. ...##... ...##... ...###.. ..#####. ..####.."


def mirrored(pose):
    return " ".join(row[::-1] for row in pose.split())


DANCE = [
    STAND, ARMS_OUT, ARMS_UP, ARMS_OUT, KICK, ARMS_OUT, mirrored(KICK), ARMS_OUT, STAND, CROUCH,
    SPLIT, CROUCH, STAND, ARMS_UP, KICK, ARMS_UP, mirrored(KICK), ARMS_UP, CROUCH, SPLIT, CROUCH,
    APPLE, BITE, BITES, CORE, BITES, BITE, APPLE,
]


def pixels(pose):
    """The frame as rows of 0 and 1."""
    rows = pose.split()
    rows = ["." * 8] * (10 - len(rows)) + rows
    extra = "#" if "".join(rows).count("#") % 2 else "."
    return [[int(sign == "#") for sign in row.replace("?", extra)] for row in rows]


def compressed(rows):
    """The pixels in codes of three bits, with a code to begin anew before each second one."""
    codes = [code for row in rows for at, pixel in enumerate(row)
             for code in ([4, pixel] if at % 2 == 0 else [pixel])] + [5]
    bits = sum(code << 3 * at for at, code in enumerate(codes))
    data = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
    blocks = [data[at:at + 255] for at in range(0, len(data), 255)]
    return b"\2" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def write(path, frames, colors, control, application=b""):
    """Writes rows of 0 and 1 as an animated GIF in two colours, each frame with the same control."""
    size = len(frames[0][0]), len(frames[0])
    text = b"GIF89a" + struct.pack("<HHBBB", *size, 0x80, 0, 0) + colors + application
    for rows in frames:
        text += b"\x21\xf9\4" + struct.pack("<BHB", *control) + b"\0"
        text += b"," + struct.pack("<HHHHB", 0, 0, *size, 0) + compressed(rows)
    with open(path, "wb") as file:
        file.write(text + b";")


def main():
    write(sys.argv[1], [pixels(pose) for pose in DANCE], b"\0\0\0\x20\x20\x20", (2 << 2 | 1, 15, 0))


if __name__ == "__main__":
    main()
