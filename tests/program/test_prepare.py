#!/usr/bin/env python3
"""Drives the options that make a sprite of any image.

usage: test_prepare.py PROGRAM [CASE]...
"""

from tests.support import images
from tests.oracle import oracle
from tests.support import program
from tests.program.test_cli import CLEAR, GREEN, RED, expected_field, picture

GUIDELINE = {"I": (0, 240, 240), "O": (240, 240, 0), "T": (160, 0, 240), "S": (0, 240, 0),
             "Z": (240, 0, 0), "J": (0, 0, 240), "L": (240, 160, 0)}


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
            self.write("s.png", images.png_rgba(picture("KKKK", "KRGK", "KGRK", "KKKR"))),
            "--transparent", "#000000")
        self.assertEqual(drawn, [[RED[:3], GREEN[:3], None], [GREEN[:3], RED[:3], None],
                                 [None, None, RED[:3]]])

    def test_border_takes_no_room(self):
        wide = [[CLEAR] * 60 for _ in range(40)]
        for row, inner in zip(wide[30:], picture("RGR", "GRG", "RGR")):
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
        for options in ((), ("--deal", "bag", "--with-hold")):
            self.succeed("print", sprite, "--jobs", "1", "--palette", "guideline", *options, "-o",
                         "a.drops")
            plan = oracle.read(self.read("a.drops"))
            self.assertEqual(plan.colors, {c: GUIDELINE[c] for c in "IOZJ"})
            rows = [row for row in expected_field(plan, None, plan.height) if any(row)]
            left = next(x for x in range(plan.width) if any(row[x] for row in rows))
            self.assertEqual([row[left:left + 4] for row in rows], wanted)
            self.assertIn(b"ok: ", self.succeed("check", "a.drops", sprite, "--palette",
                                                "guideline"))
        # Fewer colours are chosen first; and other pieces may carry those of the palette.
        self.succeed("print", sprite, "--jobs", "1", "--palette", "guideline", "--colors", "2",
                     "--pieces", "JT", "-o", "b.drops")
        colors = oracle.read(self.read("b.drops")).colors
        self.assertEqual(set(colors), set("JT"))
        self.assertLessEqual(set(colors.values()), set(GUIDELINE.values()))

    def test_palette_of_seven(self):
        rows = [[(*GUIDELINE[c], 255) for c in "IOOTSZJL"]]
        sprite = self.write("s.png", images.png_rgba(rows))
        self.succeed("print", sprite, "--jobs", "1", "--palette", "guideline", "--deal", "bag",
                     "--with-hold", "-o", "a.drops")
        self.assertEqual(oracle.read(self.read("a.drops")).field.draw()[-1].strip("."), "IOOTSZJL")
        self.assertIn("--colors 6", self.refuse(1, "print", sprite, "--exact", "--palette",
                                                   "guideline"))
        sixth = ("--palette", "guideline", "--colors", "6", "--jobs", "1")
        self.assertIn("--pieces ILTSZJ)", self.refuse(3, "print", sprite, *sixth))
        self.succeed("print", sprite, *sixth, "--pieces", "ILTSZJ", "-o", "a.drops")

    def test_palette_is_dithered(self):
        photo = self.photo()
        options = ("--fit", "9x9", "--alpha-threshold", "9", "--palette", "guideline", "--colors",
                   "3", "--jobs", "1")
        for dither in ("none", "ordered"):
            self.succeed("print", photo, *options, "--dither", dither, "-o", f"{dither}.drops")
            colors = oracle.read(self.read(f"{dither}.drops")).colors
            self.assertLessEqual(set(colors.values()), set(GUIDELINE.values()))
        self.assertNotEqual(self.read("none.drops"), self.read("ordered.drops"))
        self.assertEqual(self.refuse(2, "print", "--palette", "nes"),
                         "--palette needs guideline, not 'nes'")

    def test_built_in_sprite(self):
        small = oracle.read(self.succeed("print", "--fit", "8x8", "--alpha-threshold", "128",
                                         "--colors", "2"))
        self.assertEqual(len(small.colors), 2)


if __name__ == "__main__":
    program.main()
