"""Image files of every kind that is read, each with the pixels that it must give.

BMP, GIF and PNG are written here, bit by bit; JPEG and WebP by Pillow. A sample's frames are
what stands on the canvas after each: bytes of red, green, blue and alpha, from the top left.
"""

import dataclasses
import io
import itertools
import random
import struct
import zlib

import PIL.Image

from tests.support import images
from tests.support.aseprite import ASE_TREE, ase_chunk, ase_paint, ase_pixels, ase_tiles

# Bits of red, green, blue and alpha.
MASKS = {16: ((0x7c00, 0x3e0, 0x1f, 0), (0xf800, 0x7e0, 0x1f, 0), (0xf00, 0xf0, 0xf, 0xf000),
              (0x7c00, 0x3e0, 0x1f, 0x8000)),
         32: ((0xff0000, 0xff00, 0xff, 0), (0xff000000, 0xff0000, 0xff00, 0xff),
              (0x3ff00000, 0xffc00, 0x3ff, 0))}


@dataclasses.dataclass
class Sample:
    name: str
    data: bytes
    width: int
    height: int
    frames: list  # None where only another decoder knows
    others: tuple = ()  # of "pil" and "ffmpeg": who decodes it, too
    flat: int = 0  # it is made of squares of so many pixels of one colour
    near: int = 0  # how far colours may be from those of ffmpeg, which rounds in other places
    orientation: int = 1  # which ffmpeg does not heed


def rgba(rows):
    return b"".join(bytes(pixel) for row in rows for pixel in row)


def colors_of(rng, count):
    return [tuple(rng.randrange(256) for _ in range(3)) for _ in range(count)]


def grid(rng, width, height, count):
    """Rows of random numbers below `count`, in which neighbours are often the same."""
    rows = []
    for _ in range(height):
        row = [rng.randrange(count)]
        while len(row) < width:
            row.append(row[-1] if rng.random() < 0.5 else rng.randrange(count))
        rows.append(row)
    return rows


# --- PNG

def pngs(rng):
    for kind, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)),
                         (6, (8, 16))):
        for depth, interlaced, keyed, (width, height) in itertools.product(
                depths, (False, True), (False, True), ((1, 1), (13, 9))):
            if keyed and kind in (4, 6):
                continue
            most = (1 << depth) - 1
            channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
            count = min(most + 1, 11)
            rows = [[tuple(rng.randrange(count if kind == 3 else most + 1)
                           for _ in range(channels)) for _ in range(width)]
                    for _ in range(height)]
            palette = colors_of(rng, count) if kind == 3 else []
            key, alphas, hidden = b"", [], None
            if keyed and kind == 3:
                alphas = [rng.randrange(256) for _ in range((count + 1) // 2)]
                key = bytes(alphas)
            elif keyed:
                hidden = rows[0][0]
                key = b"".join(sample.to_bytes(2, "big") for sample in hidden)

            def true(pixel):
                if kind == 3:
                    alpha = alphas[pixel[0]] if pixel[0] < len(alphas) else 255
                    return (*palette[pixel[0]], alpha)
                eight = [s >> 8 if depth == 16 else s * 255 // most for s in pixel]
                if kind in (0, 4):
                    eight[:1] = eight[:1] * 3
                return tuple(eight) if kind in (4, 6) else (*eight, 0 if pixel == hidden else 255)

            yield Sample(
                f"kind-{kind}-{depth}{'-interlaced' * interlaced}{'-keyed' * keyed}-{width}.png",
                images.png(rows, kind, depth, bytes(itertools.chain(*palette)), key, interlaced),
                width, height, [rgba([[true(pixel) for pixel in row] for row in rows])],
                ("pil",) if depth <= 8 and not (keyed and depth < 8 and kind == 0) else ())


# --- BMP

def bmp_header(kind, width, height, bits, packing=0, count=0, masks=(0, 0, 0, 0), size=0):
    """The second header of a BMP: 12 and 16 to 64 are those of OS/2, but for 40, 52 and 56."""
    if kind == 12:
        return struct.pack("<IHHHH", kind, width, height, 1, bits)
    whole = struct.pack("<IiiHHIIiiII", kind, width, height, 1, bits, packing, size, 2835, 2835,
                        count, 0)
    if kind in (52, 56, 108, 124):
        whole += struct.pack("<IIII", *masks)
    return whole[:kind].ljust(kind, b"\0")


def bmp_file(header, palette, pixels, gap=b""):
    begin = 14 + len(header) + len(palette) + len(gap)
    return (struct.pack("<2sIHHI", b"BM", begin + len(pixels), 0, 0, begin) + header + palette +
            gap + pixels)


def bmp_palette(kind, palette):
    return b"".join(bytes((b, g, r)) + b"\0" * (kind != 12) for r, g, b in palette)


def bmp_rows(rows, bits, from_top=False):
    """Rows of numbers, packed."""
    out = []
    for row in rows if from_top else reversed(rows):
        if bits < 8:
            text = "".join(format(n, f"0{bits}b") for n in row)
            text += "0" * (-len(text) % 32)
            out.append(int(text, 2).to_bytes(len(text) // 8, "big"))
        else:
            packed = b"".join(n.to_bytes(bits // 8, "little") for n in row)
            out.append(packed + b"\0" * (-len(packed) % 4))
    return b"".join(out)


def bmp_indexed(rng):
    for kind in (12, 16, 20, 24, 36, 40, 48, 52, 56, 64, 108, 124):
        is_os2 = kind not in (40, 52, 56, 108, 124)
        for bits in (1, 4, 8) if is_os2 else (1, 2, 4, 8):
            for short, gap, from_top in itertools.product((False, True), (b"", b"gap!" * 2),
                                                          (False, True)):
                if (from_top and is_os2) or (gap and short and kind < 36):
                    continue
                most = 1 << bits
                count = max(2, most - rng.randrange(1, most)) if short and bits > 1 else most
                width, height = rng.randrange(1, 20), rng.randrange(1, 9)
                palette = colors_of(rng, count)
                rows = grid(rng, width, height, count)
                header = bmp_header(kind, width, -height if from_top else height, bits,
                                    count=count if short else 0)
                yield Sample(
                    f"header-{kind}-{bits}{'-short' * short}{'-gap' * bool(gap)}"
                    f"{'-top' * from_top}.bmp",
                    bmp_file(header, bmp_palette(kind, palette), bmp_rows(rows, bits, from_top),
                             gap), width, height,
                    [rgba([[(*palette[n], 255) for n in row] for row in rows])],
                    # Pillow and ffmpeg know fewer headers, and take gaps for parts of palettes.
                    ("ffmpeg",) if kind in (12, 40) and not gap and bits != 2 and not short
                    else ())


def scale(pixel, mask):
    """The bits of the mask as 0 to 255."""
    if mask == 0:
        return 255
    low = mask & -mask
    return ((pixel & mask) // low * 255 + mask // low // 2) // (mask // low)


def bmp_direct(rng):
    for kind, bits, from_top in itertools.product((12, 16, 40, 48, 64, 52, 56, 108, 124),
                                                  (16, 24, 32), (False, True)):
        is_os2 = kind in (12, 16, 48, 64)
        if is_os2 and (bits != 24 or from_top):
            continue
        tries = [(0, None)]
        if bits != 24:
            tries += [(3, masks) for masks in MASKS[bits] if kind >= 56 or masks[3] == 0]
        if bits != 24 and kind == 40:
            tries += [(6, masks) for masks in MASKS[bits]]
        for number, (packing, masks) in enumerate(tries):
            width, height = rng.randrange(1, 15), rng.randrange(1, 8)
            used = masks or (MASKS[16][0] if bits == 16 else (0xff0000, 0xff00, 0xff, 0))
            rows = [[rng.randrange(1 << bits) & (0xffffff if bits == 32 and not masks else -1)
                     for _ in range(width)] for _ in range(height)]
            header = bmp_header(kind, width, -height if from_top else height, bits, packing,
                                masks=used if packing else (0, 0, 0, 0))
            after = struct.pack("<IIII", *used)[:{3: 12, 6: 16}.get(packing, 0)]
            yield Sample(
                f"direct-{kind}-{bits}-{packing}-{number}{'-top' * from_top}.bmp",
                bmp_file(header, after if kind == 40 else b"", bmp_rows(rows, bits, from_top)),
                width, height,
                [rgba([[tuple(scale(n, mask) for mask in used) for n in row] for row in rows])],
                ("ffmpeg",) if kind in (40, 108) and packing == 0 else (),
                near=int(bits == 16))


def run_bytes(rng, row, bits, literal):
    """One row of RLE, as runs, or as pixels one by one."""
    out, at = b"", 0
    while at < len(row):
        count = min(len(row) - at, rng.randrange(3, 9))
        if literal and count >= 3:
            part = row[at:at + count]
            if bits == 8:
                body = bytes(part)
            else:
                even = part + [0] * (len(part) % 2)
                body = bytes(a << 4 | b for a, b in zip(even[::2], even[1::2]))
            out += bytes((0, count)) + body + b"\0" * (len(body) % 2)
            at += count
            continue
        value, same = row[at], 1
        while at + same < len(row) and same < 255 and row[at + same] == value:
            same += 1
        out += bytes((same, value if bits == 8 else value << 4 | value))
        at += same
    return out


def bmp_runs(rng):
    for kind, bits, style in itertools.product((24, 40, 48, 52, 56, 64, 108, 124), (4, 8),
                                               ("runs", "literal", "skip", "short")):
        width, height = rng.randrange(5, 30), rng.randrange(2, 9)
        count = 16 if bits == 4 else 256
        palette, rows = colors_of(rng, count), grid(rng, width, height, count)
        out = b""
        for number, row in enumerate(reversed(rows)):
            if style == "short":  # the rest of the row is never drawn
                cut = rng.randrange(1, width + 1)
                out += run_bytes(rng, row[:cut], bits, False)
                row[cut:] = [None] * (width - cut)
            elif style == "skip":
                skipped = rng.randrange(1, width)
                out += bytes((0, 2, skipped, 0)) + run_bytes(rng, row[skipped:], bits, False)
                row[:skipped] = [None] * skipped
            else:
                out += run_bytes(rng, row, bits, style == "literal")
            out += b"\0\0" if number < height - 1 or style == "literal" else b""
        out += b"\0\1"
        yield Sample(
            f"packed-{kind}-{bits}-{style}.bmp",
            bmp_file(bmp_header(kind, width, height, bits, {8: 1, 4: 2}[bits], size=len(out)),
                     bmp_palette(kind, palette), out), width, height,
            [rgba([[(0,) * 4 if n is None else (*palette[n], 255) for n in row]
                   for row in rows])],
            ("ffmpeg",) if kind == 40 and style in ("runs", "literal") else ())


# --- GIF

def lzw(indices, least):
    """GIF's codes of a fixed size: the table is cleared before they would grow."""
    clear, codes = 1 << least, []
    for number, index in enumerate(indices):
        if number % (clear - 2 if clear > 4 else 2) == 0:
            codes.append(clear)
        codes.append(index)
    codes.append(clear + 1)
    packed = sum(code << (least + 1) * i for i, code in enumerate(codes))
    data = packed.to_bytes(((least + 1) * len(codes) + 7) // 8, "little")
    return bytes([least]) + b"".join(
        bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255)) + b"\0"


def gif_table(palette):
    size = max(1, (len(palette) - 1).bit_length())
    return size - 1, bytes(itertools.chain(*palette)).ljust(3 << size, b"\0")


def gif_frame(rng, canvas, palette, local, disposal, whole):
    """The bytes of a random frame; draws it, and returns the canvas that follows it, too."""
    height, width = len(canvas), len(canvas[0])
    left, top = (0, 0) if whole else (rng.randrange(width), rng.randrange(height))
    across = width if whole else rng.randrange(1, width - left + 1)
    down = height if whole else rng.randrange(1, height - top + 1)
    colors = colors_of(rng, rng.randrange(2, 20)) if local else palette
    interlaced = rng.random() < 0.5
    key = rng.randrange(len(colors)) if rng.random() < 0.6 else None
    rows = grid(rng, across, down, len(colors))
    before = [list(row) for row in canvas]
    for y, row in enumerate(rows):
        for x, index in enumerate(row):
            if index != key:
                canvas[top + y][left + x] = (*colors[index], 255)
    order = ([y for first, step in ((0, 8), (4, 8), (2, 4), (1, 2))
              for y in range(first, down, step)] if interlaced else range(down))
    size, table = gif_table(colors)
    flags = interlaced << 6 | (local << 7 | size if local else 0)
    # A frame without a control block has nothing of that of the frame before.
    control = disposal > 0 or key is not None or rng.random() < 0.2
    data = ((b"!\xf9\x04" + struct.pack("<BHBB", disposal << 2 | (key is not None), 5, key or 0, 0)
             if control else b"") + b"," + struct.pack("<HHHHB", left, top, across, down, flags) +
            (table if local else b"") +
            lzw([index for y in order for index in rows[y]], max(2, size + 1)))
    after = [list(row) for row in canvas]
    if disposal == 3:
        after = before
    elif disposal == 2:
        for y, x in itertools.product(range(top, top + down), range(left, left + across)):
            after[y][x] = (0, 0, 0, 0)
    return data, after


def gifs(rng):
    for size, disposals, has_local in itertools.product(
            (2, 3, 4, 8, 31, 128, 256), ((0,), (1, 1), (2, 2, 0), (3, 1, 3, 0), (0, 2, 3, 1, 2)),
            (False, True)):
        width, height = rng.randrange(1, 18), rng.randrange(1, 14)
        palette = colors_of(rng, size)
        bits, table = gif_table(palette)
        data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | bits, 0, 0) + table
        data += b"!\xff\x0bNETSCAPE2.0\x03\1\0\0\0!\xfe\5hello\0"
        canvas, frames = [[(0,) * 4] * width for _ in range(height)], []
        for number, disposal in enumerate(disposals):
            part, after = gif_frame(rng, canvas, palette, has_local and number % 2 == 1, disposal,
                                    number == 0 and size > 4)
            data += part
            frames.append(rgba(canvas))
            canvas = after
        yield Sample(f"film-{size}-{len(disposals)}{'-local' * has_local}.gif", data + b";",
                     width, height, frames,
                     ("pil",) if len(disposals) == 1 and size > 4 else ())


# --- by Pillow

def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def squares(rng, width, height, side, mode):
    image = PIL.Image.new(mode, (width, height))
    channels = len(image.getbands())
    for y, x in itertools.product(range(0, height, side), range(0, width, side)):
        color = tuple(rng.randrange(256) for _ in range(channels))
        image.paste(color if channels > 1 else color[0], (x, y, x + side, y + side))
    return image


def noise(rng, width, height, mode):
    channels = {"L": 1, "RGB": 3, "RGBA": 4}[mode]
    return PIL.Image.frombytes(mode, (width, height), rng.randbytes(width * height * channels))


def exif(orientation, order):
    """A TIFF file of one directory with the orientation between two other entries."""
    pack = {"II": "<", "MM": ">"}[order]
    entries = ((0x100, 4, 1, 9), (0x112, 3, 1, orientation), (0x11a, 4, 1, 7))
    body = b"".join(struct.pack(pack + "HHI", *entry[:3]) +
                    (struct.pack(pack + "HH", entry[3], 0) if entry[1] == 3 else
                     struct.pack(pack + "I", entry[3])) for entry in entries)
    return (b"Exif\0\0" + order.encode() + struct.pack(pack + "HIH", 42, 8, len(entries)) + body +
            bytes(4))


def with_segments(data, *segments):
    """A JPEG with further APP1 segments at its begin."""
    return data[:2] + b"".join(b"\xff\xe1" + struct.pack(">H", len(s) + 2) + s
                               for s in segments) + data[2:]


def jpegs(rng):
    for mode, sampling, progressive, quality in itertools.product(
            ("L", "RGB"), (0, 1, 2), (False, True), (30, 75, 100)):
        if mode == "L" and sampling:
            continue
        width, height = rng.choice(((32, 32), (33, 47), (48, 17)))
        image = squares(rng, width, height, 16, mode)
        data = saved(image, "JPEG", quality=quality, subsampling=sampling,
                     progressive=progressive)
        yield Sample(f"jpeg-{mode}-{sampling}-{quality}{'-progressive' * progressive}.jpg", data,
                     width, height, [None], ("pil", "ffmpeg"), flat=16,
                     near=2 if mode == "L" else 8 if sampling else 5)
    ink = saved(squares(rng, 33, 47, 16, "CMYK"), "JPEG", quality=90)
    adobe = ink.index(b"Adobe") + 11
    for name, data in (("ink", ink), ("ycck", ink[:adobe] + b"\2" + ink[adobe + 1:])):
        yield Sample(f"jpeg-{name}.jpg", data, 33, 47, [None], ("pil",))
    plain = saved(squares(rng, 40, 24, 8, "RGB"), "JPEG", quality=95, subsampling=0)
    for orientation, order in itertools.product(range(1, 9), ("II", "MM")):
        turned = orientation >= 5
        for before in ((), (b"http://ns.adobe.com/xap/1.0/\0<x/>",)):
            yield Sample(f"turned-{orientation}-{order}{'-late' * bool(before)}.jpg",
                         with_segments(plain, *before, exif(orientation, order)),
                         24 if turned else 40, 40 if turned else 24, [None],
                         () if before else ("pil", "ffmpeg"), flat=8, near=2,
                         orientation=orientation)


def webps(rng):
    for mode, (width, height) in itertools.product(("RGB", "RGBA"),
                                                   ((1, 1), (7, 5), (32, 32), (65, 19))):
        for method in (0, 3, 6):
            image = (noise if method else lambda *a: squares(*a[:3], 8, a[3]))(
                rng, width, height, mode)
            yield Sample(f"exact-{mode}-{width}-{method}.webp",
                         saved(image, "WEBP", lossless=True, exact=True, method=method), width,
                         height, [image.convert("RGBA").tobytes()], ("pil", "ffmpeg"))
    for quality, (width, height) in itertools.product((50, 80, 100), ((16, 16), (33, 48))):
        yield Sample(f"lossy-{quality}-{width}.webp",
                     saved(squares(rng, width, height, 16, "RGB"), "WEBP", quality=quality),
                     width, height, [None], ("pil", "ffmpeg"), flat=16, near=8)
        clear = squares(rng, width, height, 16, "RGB")
        clear.putalpha(squares(rng, width, height, 16, "L").point(lambda v: 255 * (v > 99)))
        yield Sample(f"lossy-alpha-{quality}-{width}.webp",
                     saved(clear, "WEBP", quality=quality), width, height, [None], ("pil",))
    for count, lossless in itertools.product((2, 3, 5), (False, True)):
        film = [squares(rng, 20, 12, 4, "RGBA").point(lambda v: v) for _ in range(count)]
        for image in film:
            image.putalpha(squares(rng, 20, 12, 4, "L").point(lambda v: 255 * (v > 99)))
        data = saved(film[0], "WEBP", save_all=True, append_images=film[1:], lossless=lossless,
                     exact=True, quality=70)
        yield Sample(f"film-{count}{'-exact' * lossless}.webp", data, 20, 12,
                     [image.tobytes() if lossless else None for image in film], ("pil",))


def icons(rng):
    """Two pictures in a file, of which the larger one counts."""
    for kind, (width, height), mode in itertools.product(
            ("png", "bmp"), ((9, 7), (32, 32), (48, 16)), ("RGBA", "P", "1")):
        if kind == "bmp" and mode != "RGBA" and width % 32 != 0:
            continue  # Pillow does not pad the rows of their masks
        image = squares(rng, width, height, 4, "RGB").convert(mode)
        if mode == "RGBA":
            image.putalpha(squares(rng, width, height, 4, "L"))
        data = saved(image, "ICO", sizes=[(4, 4), (width, height)], bitmap_format=kind)
        yield Sample(f"{kind}-{mode}-{width}.ico", data, width, height,
                     [image.convert("RGBA").tobytes()], ("pil",))


# --- Aseprite

def aseprites(rng):
    """Layers in groups, some hidden or for reference, with cels that are plain, packed, linked or of tiles."""
    for number, (depth, count, size) in enumerate(
            itertools.product((8, 16, 32), (1, 3), ((5, 4), (16, 9)))):
        palette = [(*color, 255) for color in colors_of(rng, 9)]
        splits = number % 2 == 1 - (depth == 16)
        layers = [(tree, rng.choice((1, 1, 1, 1, 0, 65)), rng.randrange(256), rng.randrange(19))
                  for tree in ASE_TREE]
        groups = [next((i for i in range(index)[::-1] if ASE_TREE[i] == (1, tree[1] - 1)), None)
                  for index, tree in enumerate(ASE_TREE)]
        visible = []
        for group, layer in zip(groups, layers):
            visible.append(layer[1] == 1 and (group is None or visible[group]))

        def pixel():
            return rng.randbytes(depth // 8) if depth > 8 else bytes((rng.randrange(9),))

        def color(data):
            return (tuple(data) if depth == 32 else (data[0],) * 3 + (data[1],) if depth == 16 else
                    palette[data[0]] if data[0] != 4 else (0, 0, 0, 0))
        tile, is_new = rng.choice(((3, 2), (2, 2))), rng.random() < 0.5
        tiles = [ase_pixels(rng, pixel, *tile) for _ in range(4)]
        head = [ase_chunk(0x2019, struct.pack("<III8x", 9, 0, 8) + b"".join(
                    struct.pack("<H4B", 0, *entry) for entry in palette)),
                ase_chunk(0x2018, struct.pack("<H8x", 2) + b"".join(
                    struct.pack("<HHBH6x3xxH", first, count - 1, 0, 0, len(name)) + name
                    for first, name in ((0, b"all"), (count - 1, b"the last"))))]
        packed = zlib.compress(b"".join(data for one in tiles for data in one.values()))
        head.append(ase_chunk(0x2023, struct.pack("<IIIHHH14xH", 7, 2 + 4 * is_new, len(tiles), *tile, 1, 1) +
                              b"t" + struct.pack("<I", len(packed)) + packed))
        head += [ase_chunk(0x2004, struct.pack("<6HB3xH", flags, *tree, 0, 0, mode, opacity, 1) + b"x" +
                           struct.pack("<I", 7) * (tree[0] == 2)) for tree, flags, opacity, mode in layers]
        frames, shown, first = [], [], {}
        for frame in range(count):
            chunks, cels = head if frame == 0 else [], {}
            for index, (tree, *_) in enumerate(layers):
                if tree[0] == 1 or rng.random() < 0.1:
                    continue
                at = (rng.randrange(-3, 4), rng.randrange(-3, 4), rng.randrange(256))
                z = rng.choice((0, 0, 0, -2, -1, 1, 2))
                if frame > 0 and index in first and rng.random() < 0.3:
                    kind, data, dots = 1, b"\0\0", first[index]
                elif tree[0] == 2:
                    kind = 3
                    data, dots = ase_tiles(rng, tiles, tile, is_new)
                else:
                    area, kind = (rng.randrange(1, 9), rng.randrange(1, 9)), rng.choice((0, 2))
                    dots = ase_pixels(rng, pixel, *area)
                    data = b"".join(dots.values())
                    data = struct.pack("<HH", *area) + (zlib.compress(data) if kind == 2 else data)
                if frame == 0:
                    first[index] = dots
                cels[index] = (*at, z, {place: color(one) for place, one in dots.items()})
                chunks = [*chunks, ase_chunk(0x2005, struct.pack("<HhhBHh5x", index, *at, kind, z) + data)]
            body = b"".join(chunks)
            frames.append(struct.pack("<IHHH2xI", 16 + len(body), 0xf1fa, len(chunks), 100, 0) + body)
            parents = groups if splits else [None] * len(layers)
            shown.append(rgba([ase_paint(size, layers, visible, cels, parents)]))
        body = b"".join(frames)
        yield Sample(f"ase-{depth}-{count}-{size[0]}.aseprite", struct.pack(
            "<IHHHHHIH8xB3xH94x", 128 + len(body), 0xa5e0, count, *size, depth, 1 + 2 * splits, 100, 4, 9) +
            body, *size, shown)


# --- large

def interlaced(rows, kind, extra=b""):
    """An interlaced PNG of rows of bytes, which are indices, or else four for a pixel."""
    raw, size = [], 4 if kind == 6 else 1
    for x0, y0, dx, dy in images.PASSES:
        raw += [b"\0" + (memoryview(row).cast("I") if size == 4 else row)[x0::dx].tobytes()
                for row in map(memoryview, rows[y0::dy])]
    return (b"\x89PNG\r\n\x1a\n" + images.chunk(b"IHDR", struct.pack(
        ">IIBBBBB", len(rows[0]) // size, len(rows), 8, kind, 0, 0, 1)) + extra +
            images.chunk(b"IDAT", zlib.compress(b"".join(raw), 1)) + images.chunk(b"IEND", b""))


def packed_rows(rows):
    """Rows of indices as runs."""
    packed = {row: b"".join(bytes((min(count - at, 255), index)) for index, same in itertools.groupby(row)
                            for count in (len(list(same)),) for at in range(0, count, 255))
              for row in set(rows)}
    return b"\0\0".join(packed[row] for row in reversed(rows)) + b"\0\1"


def enlarge(image):
    """Each pixel four times, and a column and a row more, which are left out."""
    width, height = image.size
    large = PIL.Image.new(image.mode, (2 * width + 1, 2 * height + 1))
    if image.mode == "P":
        large.putpalette(image.getpalette())
    large.paste(image.resize((2 * width, 2 * height), PIL.Image.Resampling.NEAREST))
    return large


def larges(rng):
    """Images that are scaled down by 2 while they are read, and what they become."""
    flat = [squares(rng, 1501, 1499, 25, "RGB").quantize(200) for _ in range(2)]
    films = [enlarge(image) for image in flat]
    wanted = [image.convert("RGBA").tobytes() for image in flat]
    width, height = films[0].size
    rows = [films[0].tobytes()[y * width:(y + 1) * width] for y in range(height)]
    clear = flat[0].convert("RGBA")
    clear.putalpha(squares(rng, *clear.size, 25, "L").point(lambda v: 255 * (v > 99)))
    deep = enlarge(clear).tobytes()
    deep = [deep[4 * y * width:4 * (y + 1) * width] for y in range(height)]
    table = bytes(films[0].getpalette())
    colors = list(zip(table[::3], table[1::3], table[2::3]))
    runs = packed_rows(rows)
    rgb = films[0].convert("RGB")
    for name, data, frames, near in (
            ("indexed.png", saved(films[0], "PNG"), wanted[:1], 0),
            ("rgb.png", saved(rgb, "PNG", compress_level=1), wanted[:1], 0),
            ("rgba.png", saved(enlarge(clear), "PNG", compress_level=1), [clear.tobytes()], 0),
            ("passes.png", interlaced(rows, 3, images.chunk(b"PLTE", table)), wanted[:1], 0),
            ("deep-passes.png", interlaced(deep, 6), [clear.tobytes()], 0),
            ("indexed.bmp", saved(films[0], "BMP"), wanted[:1], 0),
            ("rgb.bmp", saved(rgb, "BMP"), wanted[:1], 0),
            ("packed.bmp", bmp_file(bmp_header(40, width, height, 8, 1, len(colors), size=len(runs)),
                                    bmp_palette(40, colors), runs), wanted[:1], 0),
            ("film.gif", saved(films[0], "GIF", save_all=True, append_images=films[1:]), wanted, 0),
            ("rgb.jpg", saved(rgb, "JPEG", quality=100, subsampling=0), wanted[:1], 6)):
        yield Sample(name, data, *flat[0].size, frames, flat=25, near=near)


def everything(seed):
    """All samples; the same for the same seed."""
    rng = random.Random(seed)
    for maker in (pngs, bmp_indexed, bmp_direct, bmp_runs, gifs, jpegs, webps, icons, aseprites):
        yield from maker(rng)
