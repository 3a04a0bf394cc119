"""Drives 'dropforge tile' with lists of pieces and with all polyominoes of a size."""

import struct

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


class Lists(Tile):
    def setUp(self):
        super().setUp()
        self.write("three.pieces", TROMINOES)

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
