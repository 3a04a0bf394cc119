"""Videos for the tests of the program, read without any library of videos."""

import fractions
import functools
import struct


def _divide(number, by):
    """Rounded to the nearest, halves away from 0."""
    whole = (2 * abs(number) + by) // (2 * by)
    return whole if number >= 0 else -whole


@functools.lru_cache(maxsize=None)
def from_rgb(color):
    """A colour as Y'CbCr of BT.709 in the limited range."""
    red, green, blue = color
    luma = fractions.Fraction(2126 * red + 7152 * green + 722 * blue, 10000)
    parts = (219 * luma / 255, 224 * (blue - luma) / 255 / fractions.Fraction("1.8556"),
             224 * (red - luma) / 255 / fractions.Fraction("1.5748"))
    return tuple(base + _divide(part.numerator, part.denominator)
                 for base, part in zip((16, 128, 128), parts))


def to_rgb(color):
    """The nearest red, green and blue of a Y'CbCr colour of BT.709 in the limited range."""
    luma, blue, red = (color[0] - 16) / 219, (color[1] - 128) / 224, (color[2] - 128) / 224
    r, b = luma + 1.5748 * red, luma + 1.8556 * blue
    g = (luma - 0.2126 * r - 0.0722 * b) / 0.7152
    return tuple(min(255, max(0, round(255 * part))) for part in (r, g, b))


def mix_420(rows):
    """The colours of blocks of two by two pixels of Y'CbCr, which belong to their left pixels."""
    height, width = len(rows) // 2, len(rows[0]) // 2
    planes = []
    for part in (1, 2):
        for y in range(height):
            for x in range(width):
                total = 4
                for row in (rows[2 * y], rows[2 * y + 1]):
                    total += row[max(0, 2 * x - 1)][part] + 2 * row[2 * x][part]
                    total += row[2 * x + 1][part]
                planes.append(total // 8)
    return bytes(planes)


class Y4m:
    """The header of a Y4M stream as `tags`, and the bytes of its `frames`."""

    def __init__(self, data):
        head, _, body = data.partition(b"\n")
        words = head.decode().split(" ")
        if words[0] != "YUV4MPEG2":
            raise ValueError("not Y4M")
        self.tags = {word[0]: word[1:] for word in words[1:]}
        self.width, self.height = int(self.tags["W"]), int(self.tags["H"])
        pixels = self.width * self.height
        size = pixels * 3 if self.tags["C"] == "444" else pixels // 2 * 3
        self.frames = []
        for at in range(0, len(body), 6 + size):
            if body[at:at + 6] != b"FRAME\n" or len(body) < at + 6 + size:
                raise ValueError("not a frame")
            self.frames.append(body[at + 6:at + 6 + size])


class Timed:
    """A Matroska stream of uncompressed frames of 4:2:0: its size, the seconds of its `unit` of
    time, and frames as (time in units, bytes)."""

    MASTERS = {0x1A45DFA3, 0x18538067, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0x1F43B675}

    def __init__(self, data):
        values = {}
        self.frames = []
        for name, body in self._elements(data):
            if name == 0xA3:
                if body[:4] != b"\x81\0\0\x80":
                    raise ValueError("not a frame")
                self.frames.append((int.from_bytes(values[0xE7], "big"), body[4:]))
            values[name] = body
        if (values[0x4282], values[0x86], values[0x2EB524]) != (
                b"matroska", b"V_UNCOMPRESSED", b"I420"):
            raise ValueError("not a stream of frames")
        self.width, self.height, unit = (
            int.from_bytes(values[name], "big") for name in (0xB0, 0xBA, 0x2AD7B1))
        self.unit = fractions.Fraction(unit, 10**9)

    def _elements(self, data):
        at = 0
        while at < len(data):
            length = 9 - data[at].bit_length()
            name = int.from_bytes(data[at:at + length], "big")
            at += length
            length = 9 - data[at].bit_length()
            size = int.from_bytes(data[at:at + length], "big") & ((1 << 7 * length) - 1)
            is_open = size == (1 << 7 * length) - 1
            at += length
            body = data[at:] if is_open else data[at:at + size]
            if not is_open and len(body) < size:
                raise ValueError("cut short")
            at += len(body)
            if name in self.MASTERS:
                yield from self._elements(body)
            else:
                yield name, body


def planes_444(rows):
    """A frame of colours as the planes of Y4M."""
    colors = {color: from_rgb(color) for row in rows for color in row}
    return b"".join(bytes(colors[color][part] for row in rows for color in row)
                    for part in range(3))


def planes_420(rows):
    colors = {color: from_rgb(color) for row in rows for color in row}
    mapped = [[colors[color] for color in row] for row in rows]
    return bytes(color[0] for row in mapped for color in row) + mix_420(mapped)


def still_webp(chunks):
    """The picture of one frame of an animation as a file of its own."""
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


class WebP:
    """An animated WebP: its size, `loops`, and frames (left, top, width, height, milliseconds,
    whether it lies over what was there, whether it goes away after its time, file)."""

    def __init__(self, data):
        if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
            raise ValueError("not WebP")
        self.loops, self.frames = None, []
        at = 12
        while at < len(data):
            name, size = struct.unpack("<4sI", data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            if name == b"VP8X":
                self.width, self.height = self._three(body, 4) + 1, self._three(body, 7) + 1
            elif name == b"ANIM":
                self.loops = struct.unpack("<H", body[4:6])[0]
            elif name == b"ANMF":
                self.frames.append((
                    2 * self._three(body, 0), 2 * self._three(body, 3), self._three(body, 6) + 1,
                    self._three(body, 9) + 1, self._three(body, 12), not body[15] & 2,
                    bool(body[15] & 1), still_webp(body[16:])))
            at += 8 + size + size % 2

    @staticmethod
    def _three(body, at):
        return int.from_bytes(body[at:at + 3], "little")
