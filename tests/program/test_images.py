"""Compares what is read of image files with their true pixels, and with other decoders: Pillow,
which reads all but WebP and JPEG by code of its own, and ffmpeg, whose decoders are all its own.

usage: test_images.py PROGRAM IMAGE_PIXELS [unittest options]

Every file is also cut in many places, and damaged. DROPFORGE_TEST_LONG makes it ten rounds with
other seeds, and DROPFORGE_TEST_SEED chooses the first.
"""

import io
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from tests.support import pillow

pillow.find(__spec__.name)

# pylint: disable=wrong-import-position
import PIL.Image
import PIL.ImageColor
import PIL.ImageOps

from tests.support import aseprite
from tests.support import image_samples
from tests.support import images
from tests.support import program
from tests.support import tap
from tests.support import xpm_apng_samples

PIXELS = os.path.abspath(sys.argv.pop(2))
SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or random.randrange(1 << 32))
ROUNDS = 10 if os.environ.get("DROPFORGE_TEST_LONG") else 1
CUTS, DAMAGES = (10, 4) if tap.QUICK else (50, 20)


def without_hidden(pixels):
    """The same with transparent pixels of no colour."""
    out = bytearray(pixels)
    for at in range(3, len(out), 4):
        if out[at] == 0:
            out[at - 3:at] = b"\0\0\0"
    return bytes(out)


class Decoder:
    """Runs the decoders on one file, whole, cut or damaged."""

    def __init__(self, path):
        self.path = path

    def run(self, orders, compares=True):
        """For each (frame, length, place, flip): (width, height, pixels), or a message."""
        given = "".join(f"{f} {cut} {place} {flip} {self.path}\n"
                        for f, cut, place, flip in orders)
        done = subprocess.run([PIXELS], input=given.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{self.path}: status {done.returncode} for {orders}: "
                                 f"{done.stderr[-2000:].decode(errors='replace')}")
        out, answers = io.BytesIO(done.stdout), []
        while line := out.readline():
            word, *rest = line.decode(errors="replace").split(maxsplit=2)
            if word == "ok":
                width, height = map(int, rest)
                answers.append((width, height, out.read(4 * width * height)))
            else:
                answers.append(" ".join(rest))
        if len(answers) != len(orders):
            raise AssertionError(f"{len(answers)} answers to {len(orders)} orders")
        # What damage makes millions of pixels of would take its time here.
        return [answer if isinstance(answer, str) or not compares else
                (*answer[:2], without_hidden(answer[2])) for answer in answers]

    def frame(self, number):
        return self.run([(number, -1, -1, 0)])[0]


def read_by_ffmpeg(path):
    """The first frame, as it lies in the file."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1", "-sws_flags",
         "accurate_rnd+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
        capture_output=True, check=True).stdout


def read_by_pillow(path):
    """All frames."""
    with PIL.Image.open(path) as image:
        frames = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            frames.append(PIL.ImageOps.exif_transpose(image).convert("RGBA").tobytes())
        return frames


def turned(sample, pixels):
    """Pixels as they lie in a file, turned by Pillow as its orientation asks for."""
    size = (sample.width, sample.height)
    if sample.orientation >= 5:
        size = size[::-1]
    image = PIL.Image.frombytes("RGBA", size, pixels)
    image.getexif()[0x112] = sample.orientation
    return PIL.ImageOps.exif_transpose(image).tobytes()


def farthest(sample, one, other):
    """How far two pictures are from one another, away from the borders of their squares."""
    most = 0
    for at, (a, b) in enumerate(zip(one, other)):
        if abs(a - b) > most:
            y, x = divmod(at // 4, sample.width)
            side = sample.flat
            inside = not side or (3 <= x % side < side - 3 and 3 <= y % side < side - 3)
            if inside:
                most = abs(a - b)
    return most


class Samples(unittest.TestCase):
    """All samples, whole and in parts."""

    @classmethod
    def setUpClass(cls):
        print(f"# DROPFORGE_TEST_SEED={SEED}")
        cls.folder = tempfile.TemporaryDirectory()
        cls.samples = []
        for turn in range(ROUNDS):
            folder = pathlib.Path(cls.folder.name) / str(turn)
            folder.mkdir()
            for sample in itertools.chain(image_samples.everything(SEED + turn),
                                          xpm_apng_samples.everything(SEED + turn)):
                path = folder / sample.name
                path.write_bytes(sample.data)
                cls.samples.append((sample, path, Decoder(path)))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_true_pixels(self):
        self.assertGreaterEqual(len(self.samples), 300)
        print(f"# {len(self.samples)} files")
        for sample, _, decoder in self.samples:
            count = len(sample.frames)
            *answers, beyond = decoder.run([(n, -1, -1, 0) for n in range(1, count + 2)])
            with self.subTest(sample.name):
                for number, (answer, wanted) in enumerate(zip(answers, sample.frames), 1):
                    self.assertEqual(answer[:2], (sample.width, sample.height), answer)
                    if wanted is not None:
                        self.assertEqual(answer[2], without_hidden(wanted), f"frame {number}")
                self.assertIn(f"has {count} frame", beyond)

    def test_pillow(self):
        compared = 0
        for sample, path, decoder in self.samples:
            if "pil" not in sample.others:
                continue
            for number, wanted in enumerate(read_by_pillow(path), 1):
                with self.subTest(sample.name, frame=number):
                    self.assertEqual(decoder.frame(number)[2], without_hidden(wanted))
                compared += 1
        print(f"# {compared} frames")

    def test_ffmpeg(self):
        compared = worst = 0
        for sample, path, decoder in tap.part(self.samples, 12):
            if "ffmpeg" not in sample.others:
                continue
            with self.subTest(sample.name):
                wanted = without_hidden(turned(sample, read_by_ffmpeg(path)))
                far = farthest(sample, decoder.frame(1)[2], wanted)
                self.assertLessEqual(far, sample.near)
                worst = max(worst, far)
            compared += 1
        print(f"# {compared} files, colours at most {worst} apart")

    def test_cut(self):
        """A file that is cut is refused, or gives the same picture."""
        cuts = same = 0
        rng = random.Random(SEED)
        for sample, _, decoder in self.samples:
            size = len(sample.data)
            places = {size - 1, size - 2, *(rng.randrange(size) for _ in range(CUTS - 2))}
            orders = [(1, cut, -1, 0) for cut in sorted(places)]
            whole, *answers = decoder.run([(1, -1, -1, 0), *orders])
            for order, answer in zip(orders, answers):
                cuts += 1
                if isinstance(answer, str):
                    self.assertIn("; ", answer, f"{sample.name} cut at {order[1]} of {size}")
                else:
                    self.assertTrue(answer == whole, f"{sample.name} cut at {order[1]} of {size}")
                    same += 1
        print(f"# {cuts} cuts, {same} of them with the same picture")

    def test_damage(self):
        """A damaged byte leads to a picture or a message."""
        rng = random.Random(SEED)
        read = refused = 0
        for sample, _, decoder in self.samples:
            size = len(sample.data)
            orders = [(rng.randrange(1, len(sample.frames) + 1), -1,
                       rng.randrange(min(size, 80) if i % 2 else size), rng.randrange(1, 256))
                      for i in range(DAMAGES)]
            for order, answer in zip(orders, decoder.run(orders, False)):
                if isinstance(answer, str):
                    self.assertIn("; ", answer, f"{sample.name}, damaged by {order}")
                    refused += 1
                else:
                    read += 1
        print(f"# {read + refused} damaged files, {refused} refused")

    def test_the_program(self):
        """What the decoders give is what is printed: a few films, by their frames."""
        chosen = [entry for entry in self.samples
                  if len(entry[0].frames) > 1 and entry[0].frames[-1] is not None][::9]
        for sample, path, _ in chosen:
            for number in range(1, len(sample.frames) + 1):
                image = PIL.Image.frombytes("RGBA", (sample.width, sample.height),
                                            sample.frames[number - 1])
                out = io.BytesIO()
                image.save(out, "PNG")
                runs = [subprocess.run([program.path(), "print", source, "--fit", "5x5",
                                        "--alpha-threshold", "1", "--colors", "2", "--anchor",
                                        "--method", "search", "-f", "drops", *more],
                                       input=out.getvalue(), capture_output=True, check=False)
                        for source, more in ((path, ("--frame", str(number))), ("-", ()))]
                self.assertEqual(runs[0].stdout, runs[1].stdout, f"{sample.name}, {number}")
                self.assertEqual(runs[0].returncode, runs[1].returncode, runs[0].stderr)


class Large(program.Case):
    @tap.long
    def test_scaled(self):
        """Images of more than eight million pixels are scaled while they are read."""
        print(f"# DROPFORGE_TEST_SEED={SEED}")
        for sample in image_samples.larges(random.Random(SEED)):
            decoder = Decoder(self.folder / self.write(sample.name, sample.data))
            for number, wanted in enumerate(sample.frames, 1):
                with self.subTest(sample.name, frame=number):
                    width, height, pixels = decoder.frame(number)
                    image = PIL.Image.frombytes("RGBA", (width, height), pixels)
                    if sample.near:  # its sides are rounded up
                        image = image.crop((0, 0, width - 1, height - 1))
                    self.assertEqual(image.size, (sample.width, sample.height))
                    wanted, pixels = without_hidden(wanted), image.tobytes()
                    self.assertTrue(pixels == wanted or (
                        sample.near > 0 and farthest(sample, pixels, wanted) <= sample.near))


class Refusals(program.Case):
    """What is no image, by the message that it gets."""

    def check(self, data, message):
        path = self.write("x", data)
        for said in (self.refuse(1, "print", path), str(Decoder(self.folder / path).frame(1))):
            self.assertRegex(said, message)
            self.assertIn("; ", said)

    def bmp(self, bits=8, palette=2, pixels=b"\0\1\0\0", kind=40, height=1, **more):
        table = image_samples.bmp_palette(kind, [(9, 9, 9)] * palette)
        return image_samples.bmp_file(
            image_samples.bmp_header(kind, 2, height, bits, count=palette, **more), table, pixels)

    def test_bmp(self):
        self.check(self.bmp(pixels=b"\0\xc8\0\0"), "beyond the palette")
        self.check(self.bmp(packing=1, pixels=b"\2\xc8\0\1"), "beyond the palette")
        self.check(self.bmp(packing=1, pixels=b"\3\0\0\1"), "beyond the border")
        self.check(self.bmp(packing=1, pixels=b"\2\0"), "cut")
        self.check(self.bmp(packing=1, height=-1), "from the top")
        self.check(self.bmp(packing=2), "does not suit")
        self.check(self.bmp(packing=4), "holds a JPEG")
        self.check(self.bmp(packing=5), "holds a PNG")
        self.check(self.bmp(packing=11), "CMYK")
        self.check(self.bmp(kind=64, packing=3, bits=1), "Huffman")
        self.check(self.bmp(kind=64, packing=4, bits=24), "packed 24-bit")
        self.check(self.bmp(bits=5), "depth")
        for planes in (0, 2, 257):
            for kind, place in ((12, 22), (40, 26)):
                data = self.bmp(kind=kind)
                self.assertEqual(data[place:place + 2], b"\1\0")
                self.check(data[:place] + planes.to_bytes(2, "little") + data[place + 2:],
                           "not one plane")
        self.check(self.bmp(kind=41 + 24), "a header that does not exist")
        self.check(self.bmp(kind=56, bits=16, packing=3, masks=(7, 5 << 4, 1 << 9, 0)), "masks")
        self.check(self.bmp(kind=56, bits=16, packing=3, masks=(7, 6, 1 << 9, 0)), "masks")
        self.check(self.bmp(palette=900)[:200], "cut|palette")

    def test_png(self):
        palette, rows = b"\1\2\3\4\5\6", [[(0,), (1,), (2,)]]
        good = images.png([[(0,), (1,)]], 3, 8, palette, b"\0")
        self.check(images.png(rows, 3, 8, palette), "beyond the palette")
        self.check(images.png(rows, 3, 2, palette, interlaced=True), "beyond the palette")
        self.check(images.png([[(0,)]], 3, 8, palette, b"\0\0\0"), "more colours than")
        chunks = [images.chunk(b"PLTE", palette), images.chunk(b"tRNS", b"\0")]
        self.assertIn(b"".join(chunks), good)
        self.check(good.replace(b"".join(chunks), b"".join(chunks[::-1])), "before the palette")
        self.check(good.replace(chunks[0], 2 * chunks[0]), "two palettes")
        self.check(good.replace(chunks[1], 2 * chunks[1]), "a wrong place")
        self.check(good.replace(chunks[1], chunks[1][:-1] + b"?"), "checksum")
        end = images.chunk(b"IEND", b"")
        self.check(good.replace(chunks[1], b"").replace(end, chunks[1] + end), "a wrong place")
        for kind, key in ((0, b"\0"), (0, b"\0\0\0\1"), (2, b"\0\1"), (4, b"\0\1")):
            row = [[(0,) * {0: 1, 2: 3, 4: 2}[kind]]]
            self.check(images.png(row, kind, 8, key=key), "another kind of image")
        self.check(images.png([[(0,)]], 0, 4, key=b"\0\x10"), "does not exist")

    def test_png_checksums(self):
        """Whichever byte of the pixels changes, in whichever of their chunks, it is noticed."""
        whole = images.png([[(x * y % 256,) for x in range(13)] for y in range(13)], 0, 8)
        at = whole.index(b"IDAT") - 4
        packed = whole[at + 8:whole.index(b"IEND") - 8]
        parts = b"".join(images.chunk(b"IDAT", part) for part in
                         (packed[:-3], packed[-3:-1], packed[-1:], b""))
        split = whole[:at] + parts + images.chunk(b"IEND", b"")

        def decode(data):
            return Decoder(self.folder / self.write("x", data)).frame(1)

        self.assertEqual(decode(split), decode(whole))
        for place in range(at, len(split)):
            damaged = split[:place] + bytes((split[place] ^ 16,)) + split[place + 1:]
            self.assertRegex(str(decode(damaged)), "damaged PNG")

    def test_gif(self):
        def film(frames, size=(2, 1), table=b"\1\2\3\4\5\6"):
            flags = 0x80 if table else 0
            return (b"GIF89a" + bytes((size[0], 0, size[1], 0, flags, 0, 0)) + table + frames +
                    b";")

        place = b",\0\0\0\0\2\0\1\0\0"
        self.check(film(place + image_samples.lzw([0, 2], 2)), "beyond the palette")
        self.check(film(place + image_samples.lzw([0, 1], 2), table=b""), "without a palette")
        self.check(film(place + image_samples.lzw([0], 2)), "damaged GIF")
        self.check(film(b""), "no frame")
        self.check(film(place.replace(b"\2", b"\0") + image_samples.lzw([0, 1], 2)), "without pixels")
        self.check(film(place + image_samples.lzw([0, 1], 2))[:-4], "damaged GIF")

    def test_forgiven_gif(self):
        """What browsers show: without a trailer, without a screen, and with frames beyond it."""
        def film(size, place, indices):
            return (b"GIF89a" + bytes((size[0], 0, size[1], 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6)) +
                    b"," + struct.pack("<HHHHB", *place, 0) + image_samples.lzw(indices, 2))
        a, b, no = (1, 2, 3, 255), (4, 5, 6, 255), (0, 0, 0, 0)
        for size, place, rows in (((2, 2), (0, 0, 2, 2), [[a, b], [b, b]]), ((0, 0), (0, 0, 2, 2), [[a, b], [b, b]]),
                                  ((0, 9), (1, 0, 2, 2), [[no, a, b], [no, b, b]]),
                                  ((2, 1), (1, 0, 2, 2), [[no, a]]), ((1, 3), (0, 1, 2, 2), [[no], [a], [b]]),
                                  ((2, 2), (9, 9, 2, 2), [[no, no], [no, no]])):
            for end in (b"", b";"):
                read = Decoder(self.folder / self.write("x", film(size, place, [0, 1, 1, 1]) + end)).frame(1)
                self.assertEqual(read, (len(rows[0]), len(rows), image_samples.rgba(rows)))

    def test_jpeg_and_webp(self):
        gray = image_samples.saved(PIL.Image.new("L", (9, 9)), "JPEG")
        self.check(gray[:gray.index(b"\xff\xc0")], "without a picture")
        self.check(b"RIFF\x10\0\0\0WEBPVP8L", "damaged WebP")

    def test_xpm(self):
        def xpm(*lines):
            return b"/* XPM */\n" + ",".join(f'"{line}"' for line in lines).encode()
        self.check(xpm("1 1 1 1", "a c greeny", "a"), "unknown colour greeny")
        for value in ("#12345", "#", "#1234567890abcde", "#12345g", "#0xf", "#-ff", "-", "gray101", "g5", "red5",
                      "red1x", "x" * 60):
            self.check(xpm("1 1 1 1", f"a c {value}", "a"), "unknown colour")
        self.check(xpm("1 1 1 1", "a s c", "a"), "letters without a colour")
        self.check(xpm("1 1 1 1", "a c\0", "a"), "unknown colour|without a colour")
        self.check(xpm("1 1 2 1", "a c red", "a c blue", "a"), "two colours for the same letters")
        self.check(xpm("2 1 1 1", "a c red", "ab"), "letters that are no colour")
        self.check(xpm("2 1 1 1", "a c red", "a"), "a short line")
        self.check(xpm("2 1 1 1", "a c red") + b"/*", "it is cut")
        self.check(xpm("2000 2000 1 1", "a c red"), "it is cut")
        self.check(xpm("1 1 1 9", "123456789 c red", "123456789"), "not 1 to 8 letters")
        self.check(xpm("1 -1 1 1"), "cannot be a sprite")

    def test_names_of_colors(self):
        """The names of CSS by Pillow, and those of X11 by its own list, where there is one."""
        colors = {name: PIL.ImageColor.getrgb(name) for name in PIL.ImageColor.colormap
                  if name not in ("gray", "grey", "green", "maroon", "purple")}
        self.assertEqual(len(colors), 143)
        listed = pathlib.Path("/usr/share/X11/rgb.txt")
        for line in listed.read_text().splitlines() if listed.exists() else ():
            if not line.startswith("!") and "Debian" not in line:
                colors[line.split(maxsplit=3)[3]] = tuple(map(int, line.split()[:3]))
        lines = [f"{len(colors)} 1 {len(colors)} 3"] + [f"{n:3} c {name}" for n, name in enumerate(colors)] + [
            "".join(f"{n:3}" for n in range(len(colors)))]
        data = b"/* XPM */" + ",".join(f'"{line}"' for line in lines).encode()
        read = Decoder(self.folder / self.write("x", data)).frame(1)[2]
        self.assertEqual({name: tuple(read[4 * n:4 * n + 3]) for n, name in enumerate(colors)}, colors)

    def test_aseprite(self):
        """What is not read is no damage."""
        def file(mode=0, layer=0, cel=0, depth=32, data=b"\1\0\1\0abcd", tile=(1, 1, 1, 1)):
            chunks = (aseprite.ase_chunk(0x2023, struct.pack("<IIIHHH14xHI", 7, *tile, 1, 0, 1) +
                                         zlib.compress(b"")) +
                      aseprite.ase_chunk(0x2004, struct.pack("<6HB3xHI", 1, layer, 0, 0, 0, mode, 255, 0, 7)) +
                      aseprite.ase_chunk(0x2005, struct.pack("<HhhBHh5x", 0, 0, 0, 255, cel, 0) + data))
            return struct.pack("<IHHHHHIH8xB3xH94x", 144 + len(chunks), 0xa5e0, 1, 1, 1, depth, 1, 1, 0, 0) + \
                struct.pack("<IHHH2xI", 16 + len(chunks), 0xf1fa, 3, 1, 0) + chunks

        def tiles(bits):
            return struct.pack("<3H4I10x", 1, 1, bits, 0xff, 0, 0, 0) + zlib.compress(bytes(4))
        for data, what in ((file(mode=19), "a way of blending"), (file(layer=3), "a kind of layer"),
                           (file(cel=4), "a kind of layer"), (file(depth=24), "this kind of pixels"),
                           (file(layer=2, cel=3, data=tiles(16)), "tiles that have not 32 bits"),
                           (file(layer=2, cel=3, data=tiles(32)), "tilesets in other files")):
            self.check(data, f"this program does not read {what} of Aseprite; save it as PNG")
        self.check(file(data=b"\1\0"), "damaged Aseprite")
        rows = struct.pack("<3H4I10x", 1, 65535, 32, 1, 0, 0, 0) + zlib.compress(bytes(4 * 65535))
        self.check(file(layer=2, cel=3, data=rows, tile=(2, 1, 0, 65535)), "too many frames for its size")

    def test_nothing_known(self):
        self.check(b"hello", "not a PNG, GIF, BMP, JPEG, WebP, icon, Aseprite or XPM image")
        self.check(b"", "empty; give a PNG, GIF, BMP, JPEG, WebP, icon, Aseprite or XPM image")

    @tap.long
    def test_tags(self):
        """Frames by the name that Aseprite has for them."""
        sample = next(sample for sample in image_samples.aseprites(random.Random(28))
                      if sample.name == "ase-32-3-5.aseprite")
        path = self.write(sample.name, sample.data)
        options = ("--alpha-threshold", "1", "--colors", "1", "--fit", "keep")
        for tag, number in (("all", 1), ("the last", 3)):
            self.assertEqual(*(self.succeed("prepare", path, *options, "--frame", frame)
                               for frame in (tag, number)))
        for tag, count in (("all", 3), ("the last", 1)):
            figures = json.loads(self.succeed(
                "print", path, *options, "--frame", tag, "--all-frames", "--deal", "bag", "--hold",
                "--pieces", "any", "--width", "9", "--json", "-o", "a.drops"))
            self.assertEqual(figures["frames"], count)
            self.succeed("check", "a.drops", path, *options, "--frame", tag, "--all-frames", "--shape")
        self.assertIn("there is no tag 'run'; give a number, or all, the last",
                      self.refuse(1, "prepare", path, "--frame", "run", "-o", "x.png"))


if __name__ == "__main__":
    tap.run(sys.argv[2:])
