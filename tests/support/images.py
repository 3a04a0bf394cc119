"""Image files for the tests of the program, written and read without any library of images.

PNG is written in every kind there is, GIF and BMP in a plain one; GIF is read with all its
frames. PNG is read by oracle.read_png.
"""

import struct
import zlib

# Adam7: first column, first row, step of columns, step of rows.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2))

CLEAR = (0, 0, 0, 0)
RED, GREEN, BLUE, BLACK = ((230, 40, 40, 255), (40, 200, 60, 255), (50, 60, 220, 255),
                           (0, 0, 0, 255))
INKS = {".": CLEAR, "R": RED, "G": GREEN, "B": BLUE, "K": BLACK}


def picture(*rows):
    """Pixels from a drawing: '.', and R, G, B, K for colours."""
    return [[INKS[c] for c in row] for row in rows]


def animation(*frames):
    """An animated GIF of drawings: R, G and the darker r are colours."""
    return gif_film([[[".RGr".index(sign) for sign in row] for row in frame] for frame in frames],
                    b"\0\0\0\xff\0\0\0\xff\0\xf0\0\0", 0)


def chunk(name, data):
    """A PNG chunk with its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _scanlines(rows, depth):
    """Rows of pixels, each a tuple of samples, packed and without a filter."""
    out = bytearray()
    for row in rows:
        bits = "".join(format(sample, f"0{depth}b") for pixel in row for sample in pixel)
        bits += "0" * (-len(bits) % 8)
        out.append(0)
        out += int(bits, 2).to_bytes(len(bits) // 8, "big")
    return bytes(out)


def png(rows, kind, depth, palette=b"", key=b"", interlaced=False):
    """A PNG of rows of pixels, each a tuple of as many samples as the colour type needs."""
    width, height = len(rows[0]), len(rows)
    if interlaced:
        passes = [[row[x0::dx] for row in rows[y0::dy]] for x0, y0, dx, dy in PASSES]
        raw = b"".join(_scanlines(part, depth) for part in passes if part and part[0])
    else:
        raw = _scanlines(rows, depth)
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    if palette:
        data += chunk(b"PLTE", palette)
    if key:
        data += chunk(b"tRNS", key)
    return data + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def png_rgba(rows):
    """The usual PNG: rows of (red, green, blue, alpha)."""
    return png(rows, 6, 8)


def bmp(rows):
    """A BMP of 24 bits of rows of (red, green, blue)."""
    pad = b"\0" * (-3 * len(rows[0]) % 4)
    body = b"".join(b"".join(bytes((b, g, r)) for r, g, b in row) + pad for row in reversed(rows))
    return (struct.pack("<2sIHHI", b"BM", 54 + len(body), 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, len(rows[0]), len(rows), 1, 24, 0, len(body), 0, 0, 0,
                        0) + body)


def gif(rows, palette, transparent):
    """A GIF89a of one frame of palette indices; at most 128 colours."""
    bits, codes = [], (index for row in rows for index in row)
    for number, index in enumerate(codes):
        if number % 120 == 0:
            bits.append(format(128, "08b"))  # clear, before codes grow longer
        bits.append(format(index, "08b"))
    stream = "".join(reversed(bits + [format(129, "08b")]))
    packed = int(stream, 2).to_bytes(len(stream) // 8, "little")
    blocks = b"".join(bytes([len(packed[i:i + 255])]) + packed[i:i + 255]
                      for i in range(0, len(packed), 255))
    table = palette + b"\0" * (3 * 128 - len(palette))
    width, height = len(rows[0]), len(rows)
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0xf6, 0, 0) + table +
            b"\x21\xf9\x04" + struct.pack("<BHBB", 1, 0, transparent, 0) +
            b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x07" + blocks +
            b"\0\x3b")


def gif_film(frames, palette, transparent):
    """A GIF of several such frames, each of which begins on an empty canvas."""
    made = [gif(rows, palette, transparent) for rows in frames]
    head = 13 + 3 * 128  # signature, size and palette
    film = made[0][:head] + b"".join(one[head:-1] for one in made) + b";"
    return film.replace(b"\x21\xf9\x04\x01", b"\x21\xf9\x04\x09")


def _inflate_lzw(data, least_bits):
    """The palette indices of a GIF's image data."""
    clear, out, previous = 1 << least_bits, bytearray(), b""
    table, bits = [], 0
    buffer = position = held = 0
    while True:
        if not table:
            table = [bytes([i]) for i in range(clear)] + [b"", b""]
            bits, previous = least_bits + 1, b""
        while held < bits:
            buffer |= data[position] << held
            position, held = position + 1, held + 8
        code, buffer, held = buffer & (1 << bits) - 1, buffer >> bits, held - bits
        if code == clear:
            table = []
            continue
        if code == clear + 1:
            return bytes(out)
        entry = table[code] if code < len(table) else previous + previous[:1]
        if code > len(table):
            raise ValueError("a code that does not exist yet")
        out += entry
        if previous and len(table) < 4096:
            table.append(previous + entry[:1])
        if len(table) == 1 << bits and bits < 12:
            bits += 1
        previous = entry


class Gif:
    """A decoded GIF: `delays` of its frames in centiseconds, its `loops` (0 is for ever, None
    is once), and frames drawn on one another."""

    def __init__(self, data):
        if data[:6] != b"GIF89a":
            raise ValueError("not a GIF")
        self.width, self.height, flags = struct.unpack("<HHB", data[6:11])
        self.data = data
        self.at = 13
        self.palette = self._table(flags)
        self.delays, self.loops = [], None
        self._frames = []  # where each begins
        self._scan()

    def _table(self, flags):
        if not flags & 0x80:
            return None
        size = 3 * (2 << (flags & 7))
        table = self.data[self.at:self.at + size]
        self.at += size
        return [tuple(table[i:i + 3]) for i in range(0, size, 3)]

    def _blocks(self):
        out = bytearray()
        while self.data[self.at]:
            size = self.data[self.at]
            out += self.data[self.at + 1:self.at + 1 + size]
            self.at += 1 + size
        self.at += 1
        return bytes(out)

    def _scan(self):
        control = (0, 0, None)
        while (mark := self.data[self.at]) != 0x3b:
            if mark == 0x21:
                label = self.data[self.at + 1]
                self.at += 2
                body = self._blocks()
                if label == 0xf9:
                    flags, delay, index = struct.unpack("<BHB", body[:4])
                    control = (flags >> 2 & 7, delay, index if flags & 1 else None)
                elif label == 0xff and body.startswith(b"NETSCAPE2.0"):
                    self.loops = struct.unpack("<H", body[12:14])[0]
                continue
            if mark != 0x2c:
                raise ValueError(f"unknown block {mark:#x}")
            place = struct.unpack("<HHHHB", self.data[self.at + 1:self.at + 10])
            self.at += 10
            table = self._table(place[4])
            least = self.data[self.at]
            self.at += 1
            self.delays.append(control[1])
            self._frames.append((place, table, control, least, self._blocks()))
        if self.at + 1 != len(self.data):
            raise ValueError("something follows the end")

    def last(self):
        """The last frame: rows from the top of (red, green, blue)."""
        for canvas in self.frames():
            final = canvas
        return final

    def frames(self):
        """All frames, one after the other, as rows from the top; a frame is changed by the
        next. A pixel that nothing covers is None."""
        canvas = [[None] * self.width for _ in range(self.height)]
        for (left, top, width, height, flags), table, control, least, body in self._frames:
            if flags & 0x40 or control[0] > 2:
                raise ValueError("a kind of frame that is not read here")
            pixels = _inflate_lzw(body, least)
            if len(pixels) != width * height:
                raise ValueError(f"{len(pixels)} pixels, not {width} by {height}")
            colors = table or self.palette
            for i, index in enumerate(pixels):
                if index != control[2]:
                    canvas[top + i // width][left + i % width] = colors[index]
            yield canvas
            for row in canvas[top:top + height] if control[0] == 2 else ():
                row[left:left + width] = [None] * width
