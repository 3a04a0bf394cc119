"""Drives the options that make a sprite of any image."""

import gzip
import itertools
import json
import os
import shutil
import struct
import subprocess
import unittest

from tests.support import images
from tests.support.images import CLEAR, GREEN, RED
from tests.oracle import oracle
from tests.support import program
from tests.program.test_cli import expected_field
from tests.support import tap

GUIDELINE = {"I": (0, 240, 240), "O": (240, 240, 0), "T": (160, 0, 240), "S": (0, 240, 0),
             "Z": (240, 0, 0), "J": (0, 0, 240), "L": (240, 160, 0)}
# A QR code, a number for each row.
HELLO = (0x1fc97f, 0x105241, 0x17485d, 0x17525d, 0x17475d, 0x105d41, 0x1fd57f, 0x700, 0x1f79aa, 0x14812f,
         0x5e99, 0xfa430, 0xcde94, 0x1bcb, 0x1fd565, 0x104fc9, 0x175124, 0x175524, 0x175294, 0x105435, 0x1fd294)


class Prepare(program.Case):
    """Images that are no sprites yet."""

    def photo(self):
        """A sky over hills with a sun, 170 by 180, in hundreds of colours."""
        rows = []
        for y in range(180):
            row = []
            for x in range(170):
                sun = (x - 120) ** 2 + (y - 50) ** 2 < 900
                hill = y > 120 + 15 * ((x // 40) % 2) - x % 40 // 4
                red, green, blue = ((250, 220 - y // 4, 60) if sun else
                                    (40 + x // 8, 120 + y // 4, 50) if hill else
                                    (90 + y // 2, 140 + y // 3, 250 - x // 8))
                row.append((red + x % 3, green, blue + y % 5, 255))
            rows.append(row)
        return self.write("photo.png", images.png_rgba(rows))

    def print_prepared(self, sprite, *options):
        """Prints with the options, checks with the same; returns the picture as the colour of
        each square, rows from the top, None for nothing."""
        self.succeed("print", sprite, *program.QUICK, *options, "-o", "a.drops")
        self.assertIn(b"ok: ", self.succeed("check", "a.drops", sprite, *options))
        plan = oracle.read(self.read("a.drops"))
        rows = expected_field(plan, None, plan.height)
        used = [row for row in rows if any(row)]
        columns = [x for x in range(plan.width) if any(row[x] for row in used)]
        return [row[columns[0]:columns[-1] + 1] for row in used]

    def test_photo(self):
        photo = self.photo()
        pictures = []
        for dither in ("none", "ordered", "floyd-steinberg"):
            drawn = self.print_prepared(photo, "--fit", "17x20", "--colors", "3", "--dither", dither)
            self.assertEqual((len(drawn[0]), len(drawn)), (17, 18))
            self.assertEqual(len({color for row in drawn for color in row}), 3)
            pictures.append(drawn)
        self.assertEqual(pictures[0],
                         self.print_prepared(photo, "--fit", "17x20", "--colors", "3"))
        # Dithering mixes the colours that the plain picture keeps apart.
        changes = [sum(a != b for row in drawn for a, b in zip(row, row[1:]))
                   for drawn in pictures]
        self.assertLess(changes[0], changes[1])
        self.assertLess(changes[0], changes[2])
        sky, hill, sun = pictures[0][0][0], pictures[0][17][0], pictures[0][5][12]
        self.assertEqual(max(sky), sky[2])
        self.assertEqual(max(hill), hill[1])
        self.assertEqual(min(sun), sun[2])
        # Other options make another picture.
        self.assertEqual(self.run_program("check", "a.drops", photo, "--fit", "17x20", "--colors",
                                          "2")[0], 1)
        self.refuse(1, "print", photo, "--exact", "--fit", "17x20", "-o", "b.drops")

    def test_sprites_stay_as_they_are(self):
        plain = self.succeed("print", program.CAT, *program.QUICK)
        self.assertEqual(plain, self.succeed(
            "print", program.CAT, *program.QUICK, "--fit", "17x40", "--alpha-threshold", "1",
            "--colors", "3", "--dither", "floyd-steinberg", "--transparent", "#123456"))

    def test_transparent_color(self):
        drawn = self.print_prepared(
            self.draw("s.png", "KKKK", "KRGK", "KGRK", "KKKR"),
            "--transparent", "#000000")
        self.assertEqual(drawn, [[RED[:3], GREEN[:3], None], [GREEN[:3], RED[:3], None],
                                 [None, None, RED[:3]]])

    def test_border_takes_no_room(self):
        wide = [[CLEAR] * 60 for _ in range(40)]
        for row, inner in zip(wide[30:], images.picture("RGR", "GRG", "RGR")):
            row[50:53] = inner
        drawn = self.print_prepared(self.write("s.png", images.png_rgba(wide)), "--fit", "17x20")
        self.assertEqual([len(row) for row in drawn], [3, 3, 3])

    def test_alpha_threshold(self):
        pixels = [[(9, 9, 9, alpha) for alpha in (255, 100, 99, 255)]]
        sprite = self.write("s.png", images.png_rgba(pixels))
        message = self.refuse(1, "print", sprite, "--exact")
        self.assertIn("column 2, row 1", message)
        self.assertIn("or leave out --exact", message)
        ink = (9, 9, 9)
        for threshold, wanted in (("100", [ink, ink, None, ink]), ("99", [ink] * 4),
                                  ("101", [ink, None, None, ink]), ("0", [ink] * 4)):
            self.assertEqual(self.print_prepared(sprite, "--alpha-threshold", threshold), [wanted])

    def test_scaled_edges(self):
        # A red field of 6 by 6 with clear corners, thirds of a square wide.
        rows = [[RED if 0 < x < 5 or 0 < y < 5 else CLEAR for x in range(6)] for y in range(6)]
        sprite = self.write("s.png", images.png_rgba(rows))
        self.refuse(1, "print", sprite, "--exact", "--fit", "2x2")
        ink = RED[:3]
        self.assertEqual(self.print_prepared(sprite, "--fit", "2x2", "--alpha-threshold", "200"),
                         [[ink] * 2] * 2)
        self.refuse(1, "print", sprite, "--fit", "2x2", "--alpha-threshold", "250")

    def test_too_many_colors(self):
        rows = [[(x, y, 0, 255) for x in range(17)] for y in range(17)]
        sprite = self.write("s.png", images.png_rgba(rows))
        self.refuse(1, "print", sprite, "--exact")
        self.assertEqual(len({color for row in self.print_prepared(sprite) for color in row}), 3)

    def test_palette(self):
        """Each colour becomes the nearest of the pieces, and is left by that piece."""
        inks = {"I": (9, 200, 250, 255), "O": (230, 230, 90, 255), "z": (150, 0, 0, 255),
                "Z": (255, 40, 40, 255), "J": (0, 0, 99, 255), ".": CLEAR}
        drawing = ["zZJJ", ".IZ.", "IOOI"]
        sprite = self.write("s.png", images.png_rgba([[inks[c] for c in row] for row in drawing]))
        wanted = [[GUIDELINE.get(c.upper()) for c in row] for row in drawing]
        for options in ((), ("--deal", "bag", "--hold")):
            self.succeed("print", sprite, "--effort", "0", "--palette", "guideline", *options, "-o",
                         "a.drops")
            plan = oracle.read(self.read("a.drops"))
            self.assertEqual(plan.colors, {c: GUIDELINE[c] for c in "IOZJ"})
            rows = [row for row in expected_field(plan, None, plan.height) if any(row)]
            left = next(x for x in range(plan.width) if any(row[x] for row in rows))
            self.assertEqual([row[left:left + 4] for row in rows], wanted)
            self.assertIn(b"ok: ", self.succeed("check", "a.drops", sprite, "--palette",
                                                "guideline"))
        # Fewer colours are chosen first; and other pieces may carry those of the palette.
        self.succeed("print", sprite, "--effort", "0", "--palette", "guideline", "--colors", "2",
                     "--pieces", "JT", "-o", "b.drops")
        colors = oracle.read(self.read("b.drops")).colors
        self.assertEqual(set(colors), set("JT"))
        self.assertLessEqual(set(colors.values()), set(GUIDELINE.values()))

    def test_palette_files(self):
        """The same two colours in every format; what is wrong is refused with its line."""
        sprite = self.draw("s.png", "RRG", "RGG")
        wanted = [(255, 0, 77), (0, 228, 54)]
        lines = "".join("%d %d %d\n" % color for color in wanted)
        raw = bytes(sum(wanted, ()))
        riff = b"PAL data" + struct.pack("<IHH", 12, 0x300, 2) + b"".join(
            bytes(color) + b"\0" for color in wanted)
        files = {
            "a.gpl": f"GIMP Palette\nName: two\nColumns: 2\n# two\n{lines}".replace("77", "77\tred").encode(),
            "b.pal": f"JASC-PAL\r\n0100\r\n2\r\n{lines}".encode(),
            "c.pal": b"RIFF" + struct.pack("<I", len(riff)) + riff,
            "d.hex": b"ff004d\n#00E436\n",
            "e.act": raw + bytes(762) + b"\0\x02\xff\xff",
            "f.png": images.png_rgba([[(*color, 255) for color in wanted]])}
        for name, data in files.items():
            self.write(name, data)
            rows = self.prepare(sprite, "--palette", name)[0]
            self.assertEqual({color[:3] for row in rows for color in row}, set(wanted), name)
        self.write("m.act", bytes(channel for i in range(254) for channel in (i, 0, 128)) + raw)
        rows = self.prepare(sprite, "--palette", "m.act")[0]
        self.assertEqual(len({color for row in rows for color in row}), 2)
        rows = self.prepare(sprite, "--palette", "pico-8", "--colors", "1")[0]
        self.assertEqual(len({color for row in rows for color in row}), 1)
        for name, data, wrong in (
                ("g.gpl", b"GIMP Palette\n1 2 3\n1 2\n", "g.gpl:3: not a colour; write three numbers"),
                ("h.hex", b"ff004d\n\nff004\n", "h.hex:3: not a colour; write six"),
                ("i.pal", files["c.pal"][:-1], "i.pal: the palette is cut off"),
                ("j.act", raw, "j.act: a palette of Photoshop has 768"),
                ("k.hex", b"", "k.hex: there are no colours"),
                ("l.hex", b"".join(b"%06x\n" % i for i in range(257)), "l.hex:257: a palette has at most 256")):
            self.write(name, data)
            self.assertIn(wrong, self.refuse(1, "prepare", sprite, "--palette", name, "-o", "x.png"))

    def test_palette_of_seven(self):
        rows = [[(*GUIDELINE[c], 255) for c in "IOOTSZJL"]]
        sprite = self.write("s.png", images.png_rgba(rows))
        self.succeed("print", sprite, "--jobs", "1", "--palette", "guideline", "--deal", "bag",
                     "--hold", "--effort", "0", "-o", "a.drops")
        self.assertEqual(oracle.read(self.read("a.drops")).field.draw()[-1].strip("."), "IOOTSZJL")
        self.assertIn("--colors 6", self.refuse(1, "print", sprite, "--exact", "--palette",
                                                   "guideline"))
        sixth = ("--palette", "guideline", "--colors", "6", "--effort", "0")
        # Alone, O leaves pairs and I runs of four.
        _, _, messages = self.run_program("print", sprite, *sixth, "-o", "a.drops")
        self.assertIn("the pieces of these colours alone, IOTZJL; others carry them", messages)
        self.assertIn(b"ok: ", self.succeed("check", "a.drops", sprite, *sixth[:4]))

    @tap.long
    def test_palette_is_dithered(self):
        photo = self.photo()
        options = ("--fit", "9x9", "--alpha-threshold", "9", "--palette", "guideline", "--colors",
                   "3", "--pieces", "JLT", "--jobs", "1")
        for dither in ("none", "ordered"):
            self.succeed("print", photo, *options, "--dither", dither, "-o", f"{dither}.drops")
            colors = oracle.read(self.read(f"{dither}.drops")).colors
            self.assertLessEqual(set(colors.values()), set(GUIDELINE.values()))
        self.assertNotEqual(self.read("none.drops"), self.read("ordered.drops"))

    def prepare(self, name, *options):
        """Shows what would be printed; returns its rows and what was said."""
        status, _, messages = self.run_program("prepare", name, *options, "-o", "out.png")
        self.assertEqual(status, 0, messages)
        return oracle.read_png(self.read("out.png")), messages

    def test_exact_pictures_stay(self):
        """Also those with a background; and --exact changes nothing."""
        flag = images.picture("RRGG", "RRGG", "KKGG")
        key = images.picture("KKKK", "KRGK", "KKKK")
        for rows in (flag, key, images.picture("R.", ".R")):
            sprite = self.write("s.png", images.png_rgba(rows))
            for options in ((), ("--exact",)):
                self.assertEqual(self.prepare(sprite, *options), (rows, ""))

    def test_enlargement(self):
        small = [[RED if (x * y + x // 3 + y) % 3 else GREEN for x in range(11)] for y in range(9)]
        large = [[pixel for pixel in row for _ in range(7)] for row in small for _ in range(7)]
        sprite = self.write("s.png", images.png_rgba(large))
        rows, messages = self.prepare(sprite)
        self.assertEqual(rows, small)
        self.assertEqual(messages, "dropforge: s.png: 7x enlarged: 77x63 -> 11x9\n")
        self.assertEqual(self.prepare(sprite, "--enlarged", "keep"), (large, ""))
        self.assertEqual(len(self.prepare(sprite, "--enlarged", "1")[0]), 63)
        self.assertIn("no multiples of --enlarged 2", self.refuse(1, "prepare", sprite, "--enlarged",
                                                                  "2", "-o", "x.png"))
        # One pixel off the grid, and it is none.
        large[30][31] = (1, 2, 3, 255)
        self.assertEqual(len(self.prepare(self.write("t.png", images.png_rgba(large)))[0]), 63)
        # Stripes and squares are just simple.
        for width, height in ((64, 64), (100, 10)):
            plain = [[RED if x < width // 2 else GREEN for x in range(width)] for y in range(height)]
            self.assertEqual(self.prepare(self.write("p.png", images.png_rgba(plain)))[0], plain)

    def test_background(self):
        def draw(background):
            return [[(200 - 9 * x, 20 * y, 60, 255) if 2 < x < 9 and 2 < y < 9 else
                     background(x, y) for x in range(12)] for y in range(12)]
        plain = self.write("s.png", images.png_rgba(draw(lambda x, y: (250, 250, 250 + x % 4, 255))))
        rows, messages = self.prepare(plain)
        self.assertEqual((len(rows[0]), len(rows)), (6, 6))
        self.assertRegex(messages, r"background #fafafa removed; 6 of \d+ colours\n\Z")
        self.assertEqual(len(self.prepare(plain, "--backdrop", "keep")[0]), 12)
        # Nothing is the background of a picture that fades, or of one with two at its border.
        for background in (lambda x, y: (9 * x, 9 * y, 0, 255),
                           lambda x, y: (0, 0, 0, 255) if y < 6 else (255, 255, 255, 255)):
            sprite = self.write("t.png", images.png_rgba(draw(background)))
            self.assertEqual(len(self.prepare(sprite)[0]), 12)
        key = self.draw("k.png", "KKKK", "KRGK", "KGKK", "KKKK")
        self.assertEqual(self.prepare(key, "--backdrop", "black")[0], images.picture("RG", "G."))

    def test_threshold_keeps_the_shape(self):
        faint = [[(255, 255, 255, 102)] * 5 for _ in range(5)]
        faint[2][2] = (0, 0, 0, 255)
        rows, messages = self.prepare(self.write("s.png", images.png_rgba(faint)))
        self.assertEqual(sum(pixel[3] for row in rows for pixel in row), 25 * 255)
        self.assertIn("opaque from alpha 85 on", messages)
        # A shadow goes.
        solid = [[RED] * 5] * 5 + [[(0, 0, 0, 60)] * 5]
        self.assertEqual(len(self.prepare(self.write("t.png", images.png_rgba(solid)))[0]), 5)
        self.refuse(1, "prepare", "t.png", "--alpha-threshold", "keep", "-o", "x.png")

    def test_a_faint_ring_goes(self):
        """However small what it is around, and however much of it there is."""
        for side in (1, 2, 3, 5, 8, 16):
            sprite = [[RED if x < y else GREEN for x in range(side)] for y in range(side)]
            for alpha in (1, 16, 32, 48, 64):
                glow = [(9, 9, 9, alpha)]
                rows = [glow * (side + 2), *(glow + row + glow for row in sprite), glow * (side + 2)]
                shown, _ = self.prepare(self.write("r.png", images.png_rgba(rows)))
                self.assertEqual(shown, sprite, (side, alpha))

    def test_widest(self):
        """As wide as a playfield a picture stays only if it can be printed."""
        for width, gaps, stays in ((254, 0, True), (255, 0, False), (255, 1, True), (256, 0, False),
                                   (256, 1, False), (256, 2, True), (255, 2, True)):
            art = [[RED if (x * x + y) % 7 < 3 else GREEN for x in range(width)] for y in range(2)]
            for y, x in itertools.product(range(2), range(gaps)):
                art[y][5 + 2 * x + y] = CLEAR
            sprite = self.write("w.png", images.png_rgba(art))
            rows, messages = self.prepare(sprite)
            self.assertEqual(len(rows[0]), width if stays else 254)
            if stays:
                self.assertEqual((rows, messages), (art, ""))
            else:
                self.assertIn("scaled to 254x2", messages)
                self.refuse(3, "print", sprite, "--fit", "keep", "-o", "x.drops")

    def test_size(self):
        """Photographs are scaled, pictures of single pixels are not."""
        rows, messages = self.prepare(self.photo())
        self.assertLessEqual(len(rows) * len(rows[0]), 48 * 48)
        self.assertIn("scaled to ", messages)
        art = [[RED if (x * x + y) % 7 < 3 else GREEN for x in range(90)] for y in range(80)]
        self.assertEqual(self.prepare(self.write("a.png", images.png_rgba(art))), (art, ""))
        wide = [[RED if (x * x + y) % 7 < 3 else GREEN for x in range(300)] for y in range(7)]
        self.assertEqual(len(self.prepare(self.write("w.png", images.png_rgba(wide)))[0][0]), 252)
        self.refuse(3, "print", "w.png", "--fit", "keep", "-o", "x.drops")

    def test_crop_and_tolerance(self):
        sprite = self.draw("s.png", "RRGG", "KKGG", "KKRR")
        self.assertEqual(self.prepare(sprite, "--crop", "1,1,2x2")[0], images.picture("KG", "KR"))
        noisy = self.write("n.png", images.png_rgba([[(250, 3, 250, 255), (254, 0, 255, 255), RED]]))
        self.assertEqual(self.prepare(noisy, "--transparent", "#ff00ff~5")[0], [[RED]])

    def test_sheet(self):
        tile = ["." * 8, *[".RGRGR.."] * 6, "." * 8]
        sheet = [row * 3 + "........" for row in tile] + [row.replace("R", "K") * 4 for row in tile]
        sprite = self.draw("s.png", *sheet)
        rows, messages = self.prepare(sprite, "--tile", "keep")
        self.assertEqual((len(rows[0]), len(rows)), (29, 14))
        self.assertEqual(messages, "dropforge: s.png: 2 empty rows with an anchor\n")
        index, messages = self.prepare(sprite)
        self.assertGreater(len(index[0]), 3 * len(rows[0]))
        self.assertEqual(self.run_program("prepare", "-", "-o", "i.png", given=self.read(sprite))[0], 0)
        self.succeed("prepare", sprite, "-o", "j.png")
        self.assertEqual(self.read("i.png"), self.read("j.png"))
        self.assertEqual(messages, "dropforge: s.png: tile 1 of 8\ndropforge: s.png: this looks like a "
                         "sheet of tiles; --tile N takes another, --tile keep the sheet, --tiles 8x8 with "
                         "%c-%r in the names of outputs all, and --all-frames an animation; "
                         "'dropforge prepare' draws their numbers\n")
        plans = []
        for tile in ((), ("--tile", "1"), ("--tile", "8")):
            self.succeed("print", sprite, "--effort", "0", *tile, "-o", "a.drops")
            self.succeed("check", "a.drops", sprite, *tile)
            plans.append(self.read("a.drops"))
        self.assertEqual(plans[0], plans[1])
        self.assertNotEqual(plans[0], plans[2])
        self.succeed("print", sprite, "--game", "nes", "--tile", "8", "--fit", "2x2", "-o", "a.drops")
        self.succeed("check", "a.drops", sprite, "--tile", "8", "--fit", "2x2")
        self.assertIn("8 tiles of 8x8 pixels are recognised", self.refuse(1, "prepare", sprite, "--tile", "9"))
        long = self.draw("l.png", *[(row[:8] + row[:8].replace("R", "K")) * 500 for row in sheet[:8]])
        index, messages = self.prepare(long)
        self.assertIn("tile 1 of 1000", messages)
        self.assertLess(len(index[0]), 2 * len(index))
        self.succeed("print", sprite, "--all-frames", "--deal", "bag", "--pieces", "any", "--effort", "0",
                     "-o", "a.drops")
        self.assertEqual(self.read("a.drops").count(b"# frame"), 7)
        self.assertEqual(self.prepare(sprite, "--tile", "8"), self.prepare(sprite, "--tiles", "8x8", "--tile", "8"))
        one = images.picture(*["KGKGK"] * 6)
        self.assertEqual(self.prepare(sprite, "--tiles", "8x8", "--tile", "3,1"), (one, ""))
        # Tiles are too small to show that the sheet was enlarged.
        large = self.draw("2.png", *["".join(2 * sign for sign in row) for row in sheet for _ in range(2)])
        self.assertEqual(self.prepare(large, "--tile", "8")[0], one)
        self.assertEqual(self.prepare(large, "--tiles", "16x16", "--tile", "3,1")[0], one)
        self.succeed("prepare", large, "--tiles", "16x16", "-o", "%c-%r.png")
        self.succeed("prepare", sprite, "--tiles", "8x8", "--tile", "8", "-o", "i.png")
        self.assertEqual(self.read("3-1.png"), self.read("i.png"))

    def test_sheet_of_any_tiles(self):
        """Tiles of any size are found where no pattern by chance has so many free lines."""
        def sheet(columns, rows, shape):
            return ["".join(shape(x % 12, y % 10, x // 12 + y // 10) for x in range(12 * columns)) + "." * 5
                    for y in range(10 * rows)] + ["." * (12 * columns + 5)] * 3
        several = self.draw("s.png", *sheet(7, 3, lambda x, y, n: "RG"[n % 2] if x < 11 and n % 4 <= y < 9 else "."))
        rows, messages = self.prepare(several, "--tile", "12")
        self.assertEqual((len(rows[0]), len(rows)), (11, 8))
        self.assertIn("--tiles 12x10 with", self.prepare(several)[1])
        self.assertEqual(rows, self.prepare(several, "--tiles", "12x10", "--tile", "4,1")[0])
        self.succeed("print", several, "--all-frames", "--fit", "3x3", "--deal", "bag", "--pieces", "any", "--effort", "0",
                     "-o", "a.drops")
        self.assertEqual(self.read("a.drops").count(b"# frame"), 21)
        pattern = self.draw("p.png", *sheet(7, 3, lambda x, y, n: "R" if x < 11 and y < 9 else "."))
        self.assertNotIn("tile", self.prepare(pattern)[1])
        for colors in ("RG", "RGB"):
            row = self.draw("r.png", *sheet(9, 1, lambda x, y, n, inks=colors: inks[n % len(inks)]
                                            if x < 11 and n % 4 <= y < 9 else "."))
            self.assertEqual("--tiles 12x13 with" in self.prepare(row)[1], len(colors) > 2)

    def test_all_tiles(self):
        """Each tile that is not empty gets outputs of its own, the same as with --tile."""
        rows = images.picture("RR..RGR", "GRKKGGG", "R.....R", ".GKK.GR", "RRRRRRR")
        sheet = self.write("s.png", images.png_rgba(rows))
        for command, kind, more in (("prepare", "png", ()), ("print", "drops", program.QUICK)):
            options = ("--tiles", "2x2", "--transparent", "black", *more)
            for source, name, given in ((sheet, "s.png", None),
                                        ("-", "standard input", self.read(sheet))):
                status, _, messages = self.run_program(
                    command, source, *options, "-o", f"%c-%r-%c.{kind}", given=given)
                self.assertEqual((status, messages.splitlines()[-1]), (
                    0, f"dropforge: {name}: 4 of 6 tiles written, 2 empty, 0 refused"))
            for place, tile in (("0-0-0", "0,0"), ("2-0-2", "2,0"), ("0-1-0", "0,1"), ("2-1-2", "2,1")):
                self.succeed(command, sheet, *options, "--tile", tile, "-o", f"one.{kind}")
                self.assertEqual(self.read(f"one.{kind}"), self.read(f"{place}.{kind}"))
        self.assertEqual(len(self.files()), 1 + 2 * 5)
        # What is refused does not stop the others.
        rows[0][0] = (9, 9, 9, 99)
        sheet = self.write("s.png", images.png_rgba(rows))
        status, _, messages = self.run_program("prepare", sheet, "--tiles", "2x2", "--exact", "-o",
                                               "%c%r.png")
        self.assertEqual(status, 1)
        self.assertIn("s.png 0,0: pixel column 1, row 1: ", messages)
        self.assertIn("5 of 6 tiles written, 0 empty, 1 refused", messages)

    def test_figures(self):
        small = [[RED if (x * y + x // 3 + y) % 3 else GREEN for x in range(11)] for y in range(9)]
        large = [[pixel for pixel in row for _ in range(3)] for row in small for _ in range(3)]
        figures = json.loads(self.succeed("prepare", self.write("s.png", images.png_rgba(large)),
                                          "--json"))
        figures.pop("seconds")
        self.assertEqual(figures, {
            "changed": True, "image_width": 33, "image_height": 27, "tile": 0, "tiles": 0,
            "tile_width": 0, "tile_height": 0, "enlarged": 3,
            "background_removed": False, "alpha_threshold": 0, "picture_width": 11,
            "picture_height": 9, "image_colors": 2, "picture_colors": 2, "empty_rows": 0})

    def test_other_formats(self):
        """What only ffmpeg reads; without it the message names it."""
        rows = images.picture("RGR", "GRG")
        flat = bytes(channel for row in rows for pixel in row for channel in pixel[:3])
        tga = (bytes((0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 24, 32)) + bytes(
            channel for row in rows for pixel in row for channel in pixel[2::-1]))
        files = {"s.ppm": b"P6\n3 2\n255\n" + flat, "s.tga": tga}
        for name, data in files.items():
            self.write(name, data)
            self.assertIn("ffmpeg, which is not installed; install it", self.refuse(
                1, "prepare", name, "-o", "x.png", env={**os.environ, "PATH": "/nowhere"}))
        if shutil.which("ffmpeg") is None:
            self.skipTest("ffmpeg is needed")
        for name in files:
            with self.subTest(name):
                self.assertEqual(self.prepare(name)[0], rows)
        svg = (b'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2">'
               b'<path fill="#e62828" d="M0 0h3v2H0z"/></svg>')
        self.write("s.svg", svg)
        self.write("s.svgz", gzip.compress(svg))
        self.write("noted.svg", b"<!-- three by two -->\n" + svg)
        wanted = self.run_program("prepare", "s.svg", "-o", "x.png")[0]
        for name in ("s.svgz", "noted.svg"):
            self.assertEqual(self.run_program("prepare", name, "-o", "x.png")[0], wanted, name)
        for kind, codec in (("jp2", "jpeg2000"), ("j2k", "jpeg2000"), ("sgi", "sgi"), ("fits", "fits")):
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "s.ppm", "-vf", "scale=24:16:flags=neighbor",
                            "-c:v", codec, *(("-format", kind) if codec == "jpeg2000" else ()), "-f", "image2",
                            "s." + kind], cwd=self.folder, check=True)
            with self.subTest(kind):
                self.assertEqual(self.run_program("prepare", "s." + kind, "-o", "x.png")[0], 0)
        self.write("cut.ppm", b"P6\n3 2\n255\n")
        self.assertIn("damaged or unusual PPM", self.refuse(1, "prepare", "cut.ppm", "-o", "x.png"))

    def test_animated_png(self):
        """All frames by ffmpeg, which disposes and blends; the first without it."""
        def frame(number, width, x, ways, *rows):
            png = images.png_rgba(images.picture(*rows))
            at = png.index(b"IDAT")
            packed = png[at + 4:at + int.from_bytes(png[at - 4:at], "big") + 4]
            return (images.chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, 2, x, 0, 1, 10, *ways)) +
                    (images.chunk(b"fdAT", struct.pack(">I", number + 1) + packed) if number else
                     images.chunk(b"IDAT", packed)))
        whole = images.png_rgba(images.picture("RRG", "RRG"))
        at = whole.index(b"IDAT") - 4
        film = (whole[:at] + images.chunk(b"acTL", struct.pack(">II", 4, 0)) + frame(0, 3, 0, (0, 0), "RRG", "RRG") +
                frame(1, 1, 1, (1, 0), "B", ".") + frame(3, 2, 1, (2, 1), ".G", "B.") +
                frame(5, 1, 0, (0, 1), "B", ".") + whole[-12:])
        self.write("film.png", film)
        for path in ("/nowhere", os.environ["PATH"]):
            self.succeed("prepare", "film.png", "--exact", "-o", "x.png", env={**os.environ, "PATH": path})
            self.assertEqual(oracle.read_png(self.read("x.png")), images.picture("RRG", "RRG"))
        self.assertIn("APNG files are read by the program ffmpeg, which is not installed", self.refuse(
            1, "prepare", "film.png", "--frame", 2, "-o", "x.png", env={**os.environ, "PATH": "/nowhere"}))
        if shutil.which("ffmpeg") is None:
            self.skipTest("ffmpeg is needed")
        for number, rows in enumerate((("RBG", "R.G"), ("R.G", "RBG"), ("B.G", "R.G")), 2):
            self.succeed("prepare", "film.png", "--frame", number, "--exact", "-o", "x.png")
            self.assertEqual(oracle.read_png(self.read("x.png")), images.picture(*rows))
        self.assertIn("this image has 4 frames", self.refuse(1, "prepare", "film.png", "--frame", 5, "-o", "x.png"))
        self.write("cut.png", film[:-40])
        self.write("bad.png", film.replace(b"fdAT\0\0\0\2", b"fdAT\0\0\0\3"))
        for path, number in itertools.product(("cut.png", "bad.png"), (1, 3)):
            self.assertIn("damaged PNG", self.refuse(1, "prepare", path, "--frame", number, "-o", "x.png"))

    def test_text(self):
        """Letters in three colours in turn, several lines, which are centred."""
        status, _, messages = self.run_program("print", "--text", "-", *program.QUICK, "-o",
                                               "a.drops", given=b"TL\nI I")
        self.assertEqual(status, 0, messages)
        plan = oracle.read(self.read("a.drops"))
        rows = [row for row in expected_field(plan, None, plan.height) if any(row)]
        left = next(x for x in range(plan.width) if any(row[x] for row in rows))
        red, green, blue = (230, 25, 75), (60, 180, 75), (67, 99, 216)
        drawn = ["".join({None: ".", red: "r", green: "g", blue: "b"}[pixel]
                         for pixel in row[left:left + 16]).rstrip(".") for row in rows]
        self.assertEqual(drawn[:7], ["..rrrrr.g"] + ["....r...g"] * 5 + ["....r...ggggg"])
        # Five empty rows between the lines have a square each.
        self.assertEqual([row.strip(".") for row in drawn[12:]],
                         ["bbb.........rrr"] + ["b...........r"] * 5 + ["bbb.........rrr"])
        self.succeed("print", "--text", r"TL\nI I", *program.QUICK, "-o", "b.drops")
        self.assertEqual(self.read("b.drops"), self.read("a.drops"))
        # One line is broken where that makes its letters larger in a film.
        for text, height in (("A B", 7), ("TILLO TILLO", 19)):
            status, _, messages = self.run_program("print", "--text", text, "--effort", "0", "-o", "b.drops")
            self.assertEqual(status, 0)
            self.assertEqual("in 2 lines" in messages, height > 7)
            plan = oracle.read(self.read("b.drops"))
            self.assertEqual(sum(map(any, expected_field(plan, None, plan.height))), height)
        for text, message in (("", "a text of nothing"), ("a\u4e00", "--text:1:2: there is no"),
                              (" ", "a text of nothing")):
            self.assertIn(message, self.refuse(1, "print", "--text", text, "-o", "x.drops"))
        self.refuse(2, "print", program.CAT, "--text", "A", "-o", "x.drops")
        for colors in (1, 2, 4):
            self.succeed("print", "--text", "TILO", "--colors", colors, "--effort", "0", "-o", "b.drops")
            plan = oracle.read(self.read("b.drops"))
            field = expected_field(plan, None, plan.height)
            self.assertEqual(len({pixel for row in field for pixel in row if pixel}), colors)

    def test_dealt_pictures_lose_colors(self):
        """Two pieces of one kind leave two colours of a picture as one."""
        self.draw("two.png", *["RG"] * 4)
        options = ("print", "two.png", "--queue", "II", "--effort", "0", "-o", "x.drops")
        status, _, messages = self.run_program(*options)
        self.assertEqual(status, 0, messages)
        self.assertIn("with all 2 colours; this one has 1, as", messages)
        self.assertIn("no plan was found", self.refuse(1, *options, "--exact"))

    def test_codes_are_flat(self):
        """Squares of two colours of high contrast have no shades, which would confuse cameras."""
        white, black = (255, 255, 255, 255), (0, 0, 0, 255)
        for inks, is_flat in (((white, black), True), ((RED, GREEN), False)):
            rows = [[inks[(x * y + x) % 3 % 2] for x in range(5)] for y in range(5)]
            self.succeed("print", self.write("s.png", images.png_rgba(rows)), *program.QUICK, "-o",
                         "a.png", "-o", "b.drops")
            self.succeed("replay", "b.drops", "--look", "flat", "-o", "c.png")
            self.assertIs(self.read("a.png") == self.read("c.png"), is_flat)

    @unittest.skipUnless(shutil.which("zbarimg"), "zbarimg reads codes")
    def test_codes_are_read(self):
        """The last frame of a film of a code, also of one whose bright squares are clear: around
        it four squares are free."""
        for bright in (CLEAR,) if tap.QUICK else ((255, 255, 255, 255), CLEAR):
            rows = [[(0, 0, 0, 255) if row >> 20 - x & 1 else bright for x in range(21)] for row in HELLO]
            self.succeed("print", self.write("s.png", images.png_rgba(rows)), "--effort", "0", "-o", "a.gif")
            film = images.Gif(self.read("a.gif"))
            frame = film.last()
            self.write("b.png", images.png_rgba([[(*pixel, 255) for pixel in row] for row in frame]))
            done = subprocess.run(["zbarimg", "-q", self.folder / "b.png"], capture_output=True, check=False)
            self.assertEqual(done.stdout, b"QR-Code:HELLO\n")
            around = frame[0][0]
            self.assertGreater(min(around), 200)
            self.assertEqual({pixel for row in frame[-40:] for pixel in row}, {around})
            self.assertEqual({pixel for row in frame for pixel in (*row[:40], *row[-40:])}, {around})

    def test_built_in_sprite(self):
        small = oracle.read(self.succeed("print", *program.QUICK, "--fit", "8x8", "--alpha-threshold", "128",
                                         "--colors", "2"))
        self.assertEqual(len(set(map(tuple, small.colors.values()))), 2)


if __name__ == "__main__":
    program.main()
