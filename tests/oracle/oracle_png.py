"""Reads PNG files of up to 8 bits, not interlaced, with nothing but zlib."""
import struct
import zlib


def _unfilter(raw, height, stride, step):
    """The rows of a PNG after inflation, without their filters."""
    rows, above, at = [], bytes(stride), 0
    for _ in range(height):
        kind, line = raw[at], bytearray(raw[at + 1 : at + 1 + stride])
        at += 1 + stride
        for i in range(stride):
            left = line[i - step] if i >= step else 0
            up = above[i]
            corner = above[i - step] if i >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                guess = min(
                    ((abs(up - corner), 0, left), (abs(left - corner), 1, up),
                     (abs(left + up - 2 * corner), 2, corner))
                )[2]
            else:
                guess = 0
            line[i] = (line[i] + guess) & 255
        rows.append(bytes(line))
        above = line
    return rows


def read_png(data):
    """The rows of a PNG from the top, each a list of (red, green, blue, alpha)."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    chunks, at = {}, 8
    while at + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        chunks[name] = chunks.get(name, b"") + data[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if depth > 8 or interlaced:
        raise ValueError("a kind of PNG that is not read here")
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    stride = (width * channels * depth + 7) // 8
    raw = zlib.decompress(chunks[b"IDAT"])
    key = chunks.get(b"tRNS")
    palette = chunks.get(b"PLTE", b"")

    def pixel(samples):
        if kind == 3:
            i = samples[0]
            alpha = key[i] if key and i < len(key) else 255
            return (*palette[3 * i : 3 * i + 3], alpha)
        if kind in (4, 6):
            return (samples[0],) * 3 + (samples[1],) if kind == 4 else tuple(samples)
        hidden = key and list(struct.unpack(f">{channels}H", key)) == samples
        if kind == 0:
            samples = [samples[0] * 255 // ((1 << depth) - 1)] * 3
        return (*samples, 0 if hidden else 255)

    rows = []
    for line in _unfilter(raw, height, stride, max(1, channels * depth // 8)):
        if depth < 8:
            per = 8 // depth
            line = [line[i // per] >> (8 - depth * (i % per + 1)) & (1 << depth) - 1
                    for i in range(width)]
        rows.append([pixel(list(line[i * channels : (i + 1) * channels])) for i in range(width)])
    return rows
