#!/usr/bin/env python3
"""Drives 'dropforge tile' with lists of pieces and with all polyominoes of a size.

usage: test_tile_pieces.py PROGRAM [CASE]...
"""

import struct

from tests.support import images
from tests.oracle import oracle
from tests.support import program

# Two ways up of the twelve pentominoes: the pieces that the box of them has.
PENTOMINOES = "F F' I L L' N N' P P' T U V W X Y Y' Z Z'".split()
TROMINOES = b"dropforge-pieces 1\npiece I ###\npiece V #./##\n"


class Tile(program.Case):
    def tile(self, *arguments, **options):
        return self.succeed("tile", *arguments, **options).decode()

    def number(self, *arguments):
        return int(self.tile(*arguments))


class Polyominoes(Tile):
    def test_boxes_of_pentominoes(self):
        # C. B. Haselgrove and J. Haselgrove, A computer program for pentominoes, Eureka 23
        # (1960): 2339, 1010, 368 and 2 ways, but for turning the whole box.
        for size, ways in (("10x6", 2339), ("12x5", 1010), ("4x15", 368), ("3x20", 2)):
            self.assertEqual(self.number("list", size, "--omino", 5, "--once", "--count"),
                             4 * ways)
        chosen = ("list", "5x3", "--omino", 5, "--once", "--count")
        self.assertEqual(self.number(*chosen, "--class", "free"), self.number(*chosen))

    def test_pentominoes_of_any_number(self):
        # OEIS A174249: tilings of 5 x n by pentominoes of any shape.
        wanted = [1, 5, 56, 501, 4006, 27950]
        self.assertEqual([self.number("count", f"{n}x5", "--omino", 5) for n in range(1, 7)],
                         wanted)
        for n in (1, 2, 3, 4):
            self.assertEqual(self.number("list", f"{n}x5", "--omino", 5, "--count"),
                             wanted[n - 1])

    def test_squares_cut_into_as_many_pieces_as_they_are_wide(self):
        # OEIS A172477.
        for n, ways in enumerate((1, 2, 10, 117, 4006, 451206), 1):
            self.assertEqual(self.number("count", f"{n}x{n}", "--omino", n), ways)
            self.assertEqual(self.number("list", f"{n}x{n}", "--omino", n, "--count"), ways)

    def test_tetrominoes_are_the_usual_ones(self):
        for size in ("4x4", "5x4", "10x4"):
            self.assertEqual(self.tile("count", size, "--omino", 4), self.tile("count", size))

    def test_one_list_is_as_good_as_a_number(self):
        self.succeed("omino", "list", 5, "--class", "one-sided", "-o", "five.pieces")
        for options in ((), ("--droppable",)):
            chosen = ("list", "5x4", *options, "--format", "txt")
            self.assertEqual(self.tile(*chosen, "--pieces", "five.pieces"),
                             self.tile(*chosen, "--omino", 5))
        once = ("list", "5x3", "--once", "--count")
        self.assertEqual(self.number(*once, "--pieces", "five.pieces"),
                         self.number(*once, "--omino", 5, "--class", "one-sided"))
        self.assertLess(self.number(*once, "--omino", 5),
                        self.number(*once, "--omino", 5, "--class", "one-sided"))


class Plans(Tile):
    def test_every_droppable_tiling_is_dropped(self):
        for size, number in (("5x4", 5), ("10x2", 5), ("6x3", 6), ("4x3", 3)):
            count = self.number("list", size, "--omino", number, "--droppable", "--count")
            self.tile("list", size, "--omino", number, "--droppable", "-o", "x.drops")
            plan = oracle.read(self.read("x.drops"))
            with self.subTest(size=size):
                self.assertEqual(len(plan.blocks), count)
                self.assertEqual(plan.field.top, 0)
                self.assertEqual({len(shape["N"].squares)
                                  for shape in plan.pieces.shapes.values()}, {number})
                self.assertEqual(set(plan.colors), set(plan.pieces.shapes))
                self.assertEqual(len(set(plan.colors.values())), len(plan.colors))
                self.assertEqual(self.succeed("replay", "x.drops", "-o", "-"),
                                 self.read("x.drops"))

    def test_pieces_and_their_names(self):
        plan = oracle.read(self.tile("list", "5x1", "--omino", 5, "-f", "drops").encode())
        self.assertEqual(sorted(plan.pieces.shapes), PENTOMINOES)
        self.assertEqual([drop[0] for drop in plan.drops], ["I"])

    def test_pictures(self):
        self.tile("list", "5x4", "--omino", 5, "--droppable", "--limit", 4, "-o", "x.drops",
                  "-o", "x.png", "-o", "x.svg")
        colors = oracle.read(self.read("x.drops")).colors
        svg = self.read("x.svg").decode()
        for drop in oracle.read(self.read("x.drops")).drops:
            self.assertIn("#%02x%02x%02x" % colors[drop[0]], svg)
        self.succeed("replay", "x.drops", "-o", "y.gif", "-o", "y.png", "--color", "F'=#ffffff",
                     "--look", "flat")
        self.assertEqual(struct.unpack(">II", self.read("y.png")[16:24])[0], 50)

    def test_many_pieces_have_pictures(self):
        self.succeed("omino", "list", 7, "--class", "one-sided", "--limit", 120, "-o", "p.pieces")
        pieces, _ = oracle.read_pieces(self.read("p.pieces"))
        lines = ["dropforge-drops 1", "field 20 1000", *pieces.write({})]
        field = oracle.Playfield(20, 1000, pieces)
        for i, name in enumerate(pieces.shapes):
            if field.what_hinders(name, "N", i % 3) is None:
                lines.append(f"{name} N {i % 3} {field.drop(name, 'N', i % 3)[0]}")
        self.write("x.drops", "\n".join(lines).encode())
        self.succeed("replay", "x.drops", "-o", "x.png", "-o", "x.gif", "--max-frames", 3)

    def test_check(self):
        self.write("x.drops", b"dropforge-drops 1\nfield 9 9\npiece X .#./###/.#.\npiece I2 ##\n"
                              b"color X #ff0000\ncolor I2 #0000ff\nX N 3 0\nI2 N 3 3\n")
        red, blue, none = (255, 0, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)
        rows = [[blue, blue, none], [none, red, none], [red, red, red], [none, red, none]]
        self.write("right.png", images.png_rgba(rows))
        self.assertIn(b"ok: 2 drops", self.succeed("check", "x.drops", "right.png"))
        rows[0] = [blue, red, none]
        self.write("wrong.png", images.png_rgba(rows))
        status, output, _ = self.run_program("check", "x.drops", "wrong.png")
        self.assertEqual((status, output[:8]), (1, b"differs:"))


class Lists(Tile):
    def setUp(self):
        super().setUp()
        self.write("three.pieces", TROMINOES)

    def test_files_and_letters(self):
        count = self.tile("count", "6x3", "--pieces", "three.pieces")
        self.assertEqual(self.tile("count", "6x3", "--omino", 3), count)
        self.write("IV", TROMINOES)
        self.assertEqual(self.tile("count", "6x3", "--pieces", "./IV"), count)
        self.assertEqual(self.tile("count", "6x3", "--pieces", "-", given=TROMINOES), count)
        self.write("I", b"not looked at")
        self.assertEqual(self.number("count", "4x1", "--pieces", "I"), 1)

    def test_colors(self):
        self.write("red.pieces", TROMINOES + b"color V #ff0000\n")
        plan = oracle.read(self.tile("list", "3x2", "--pieces", "red.pieces", "-f",
                                     "drops").encode())
        self.assertEqual(plan.colors, {"V": (255, 0, 0)})
        self.assertIn("#ff0000", self.tile("list", "3x2", "--pieces", "red.pieces", "-f", "svg"))

    def test_clear(self):
        chosen = ("clear", "ways", "--pieces", "three.pieces", "--width", 3, "--rows", 2)
        ways = self.succeed(*chosen, "VVI", "--all", "--rules", "harddrop",
                            "--no-hold").decode().splitlines()
        self.assertEqual(len(ways), len(set(ways)))
        for way in ways:
            drops = way.replace(", ", "\n")
            plan = oracle.read((b"dropforge-drops 1\nfield 3 9\n" + TROMINOES[19:] +
                                drops.encode() + b"\n"))
            self.assertEqual(plan.field.top, 0)
            self.assertEqual(sum(len(plan.pieces.shapes[drop[0]]["N"].squares)
                                 for drop in plan.drops), 6)
        self.assertGreater(len(ways), 1)
        self.succeed(*chosen, "II", "-o", "x.drops")
        self.assertEqual(len(oracle.read(self.read("x.drops")).drops), 2)


if __name__ == "__main__":
    program.main()
