#!/usr/bin/env python3
"""Drives 'dropforge tile': counts and lists.

usage: test_tile.py PROGRAM [CASE]...
"""

import json
import re
import time

from tests.support import program

# OEIS A174248; the same without a vertical line from bottom to top.
FOUR_ROWS = (1, 4, 23, 117, 454, 2003, 9157, 40899, 179399, 796558)
PRIMITIVE = (1, 3, 16, 66, 138, 428, 1422, 4439, 12900, 39662)


class Tile(program.Case):
    def tile(self, *arguments, **options):
        return self.succeed("tile", *arguments, **options).decode()

    def drawings(self, *arguments):
        return self.tile("list", *arguments)[:-1].split("\n\n")

    def rows(self, *arguments):
        return [line.split("\t") for line in self.tile(*arguments).splitlines()]


class Count(Tile):
    def test_known_numbers(self):
        for width, (all_of_them, primitive) in enumerate(zip(FOUR_ROWS, PRIMITIVE), 1):
            self.assertEqual(self.tile("count", f"{width}x4"), f"{all_of_them}\n")
            self.assertEqual(self.tile("count", f"{width}x4", "--primitive"), f"{primitive}\n")
        self.assertEqual(self.tile("count", "3x3"), "0\n")
        self.assertEqual(self.tile("count", "4x10"), "796558\n")
        self.assertEqual(self.tile("count", "10x4", "--tetris"),
                         "446831 configurations\n712226 activations\n")

    def test_a_killed_count_goes_on(self):
        count = "count", "6x6", "--omino", 6, "--checkpoint", "cuts"
        for tenths in range(6):
            with self.start("tile", *count) as process:
                time.sleep(tenths / 10)
                process.kill()
        self.assertEqual(self.tile(*count, "--jobs", 2), "451206\n")
        self.assertEqual(self.tile(*count), "451206\n")
        self.assertIn("cuts: the checkpoint is of another count, of 6x6 in pieces of 6",
                      self.refuse(1, "tile", "count", "6x5", *count[2:]))
        head = self.folder / "cuts" / "dissection-0"
        for end in (-1, 0):
            head.write_bytes(head.read_bytes()[:end])
            self.assertIn("cuts: the checkpoint is damaged; remove it",
                          self.refuse(1, "tile", *count))
        self.assertIn("needs the name of a folder",
                      self.refuse(2, "tile", *count[:-1], ""))
        self.assertIn("not a folder",
                      self.refuse(1, "tile", *count[:-1], "cuts/dissection-0"))
        self.refuse(2, "tile", "count", "6x6", "--checkpoint", "cuts")
        self.assertEqual(self.refuse(2, "tile", "count", "3x200", "--omino", 3, "--checkpoint", "cuts"),
                         "--checkpoint is for boards of less than 200 rows and columns; longer ones "
                         "are counted in another way, so leave it out")

    def test_one_count_in_a_folder(self):
        count = "count", "8x8", "--omino", 8, "--checkpoint", "cuts"
        with self.start("tile", *count) as process:
            while not (self.folder / "cuts" / "dissection-0").exists():
                time.sleep(0.01)
            self.assertIn("cuts: another count uses it", self.refuse(1, "tile", *count))
            process.kill()

    def test_json_has_all_digits(self):
        text = self.tile("count", "400x4", "--json")
        self.assertEqual(str(json.loads(text)["tilings"]), self.tile("count", "400x4").strip())
        self.assertGreater(json.loads(text)["tilings"], 2 ** 64)

    def test_tables_sum_up(self):
        head, *rows = self.rows("count", "10x4", "--components")
        self.assertEqual(head, ["columns", "arrangements", "fills", "tilings"])
        for columns, arrangements, fills, tilings in rows:
            self.assertEqual(sum(map(int, columns.split("+"))), 10)
            self.assertEqual(int(arrangements) * int(fills), int(tilings))
        self.assertEqual(sum(int(row[3]) for row in rows), FOUR_ROWS[9])

    def test_symmetry(self):
        def looks(drawing):
            """A tiling and what it is turned and reflected into, with letters in order."""
            rows = drawing.split("\n")
            for _ in range(4):
                rows = ["".join(column) for column in zip(*rows[::-1])]
                for image in (rows, rows[::-1]):
                    text = "\n".join(image)
                    order = {letter: chr(65 + i) for i, letter
                             in enumerate(dict.fromkeys(text.replace("\n", "")))}
                    yield "".join(order.get(letter, letter) for letter in text)
        for size in ("4x4", "5x4", "4x6"):
            different = {min(looks(drawing)) for drawing in self.drawings(size)}
            self.assertEqual(self.tile("count", size, "--symmetry"), f"{len(different)}\n")

    def test_pieces(self):
        self.assertEqual(self.tile("count", "4x4", "--pieces", "O"), "1\n")
        self.assertEqual(self.tile("count", "4x4", "--pieces", "i"), "2\n")
        self.assertEqual(self.tile("count", "6x4", "--pieces", "S"), "0\n")

    def test_squares_that_no_pieces_divide(self):
        """No search is needed, however large the board."""
        for size in ("11x11", "13x13", "43x43", "1001x1001", "999999x999999"):
            for options, answer in (((), "0\n"), (("--primitive",), "0\n"),
                                    (("--symmetry",), "0\n"), (("--mod", "9"), "0\n"),
                                    (("--components",),
                                     "columns\tarrangements\tfills\ttilings\n")):
                if size == "999999x999999" and options in (("--primitive",), ("--components",)):
                    continue
                self.assertEqual(self.tile("count", size, *options), answer)
        self.assertEqual(self.tile("count", "43x43", "--tetris"),
                         "0 configurations\n0 activations\n")
        self.assertEqual(self.tile("count", f"{10 ** 18 + 1}x11", "--mod", 10), "0\n")
        self.assertEqual(self.tile("count", "43x43", "--omino", 5), "0\n")
        self.assertEqual(self.tile("list", "43x43", "--count"), "0\n")
        self.assertEqual(self.tile("list", "11x11", "--once", "--omino", 5, "--count"), "0\n")

    def test_limits(self):
        self.assertIn("memory", self.refuse(1, "tile", "count", "14x14", "--memory", "1K"))
        self.assertIn("too large", self.refuse(1, "tile", "count", "1000x1000"))
        for more in ((), ("--mod", 7)):
            self.assertIn("1000000 squares along its shorter side is too large",
                          self.refuse(1, "tile", "count", "1000000x1000000", *more))
        self.assertIn("memory", self.refuse(1, "tile", "list", "20x20", "--memory", "1M"))


class List(Tile):
    def test_every_tiling_once(self):
        for size, pieces in (("5x4", "IOTSZJL"), ("4x6", "IOTSZJL"), ("8x3", "TJL")):
            drawings = self.drawings(size, "--pieces", pieces)
            self.assertEqual(len(set(drawings)), len(drawings))
            for action in (("count", size), ("list", size, "--count")):
                self.assertEqual(self.tile(*action, "--pieces", pieces), f"{len(drawings)}\n")
            width, height = map(int, size.split("x"))
            for drawing in drawings:
                self.assertEqual([len(row) for row in drawing.split("\n")], [width] * height)
                self.assertEqual({drawing.count(letter) for letter in set(drawing) - {"\n"}},
                                 {4})

    def test_limit_and_skip(self):
        whole = self.drawings("5x4")
        self.assertEqual(self.drawings("5x4", "--skip", 100, "--limit", 3), whole[100:103])
        self.assertEqual(self.drawings("5x4", "--skip", len(whole) - 1), whole[-1:])
        for skip in (len(whole), 10 ** 40):
            self.assertEqual(self.tile("list", "5x4", "--skip", skip), "")
        self.assertEqual(len(self.drawings("7x40", "--skip", 10 ** 35, "--limit", 2)), 2)

    def test_random(self):
        whole = self.drawings("5x4")
        drawn = self.drawings("5x4", "--random", 50, "--seed", 7)
        self.assertEqual(len(drawn), 50)
        self.assertLessEqual(set(drawn), set(whole))
        self.assertEqual(drawn, self.drawings("5x4", "--random", 50, "--seed", 7))
        self.assertNotEqual(drawn, self.drawings("5x4", "--random", 50))
        self.assertIn("there is none", self.refuse(1, "tile", "list", "3x3", "--random", 1))

    def test_orders_and_symbols(self):
        text = self.tile("list", "4x4", "--pieces", "O", "--orders", "--symbols", "names")
        self.assertEqual(text, "OOOO\n" * 4 + "6 drop orders\n")
        orders = re.findall(r"^(\d+) drop orders?$", self.tile("list", "6x4", "--orders"), re.M)
        self.assertEqual(len(orders), 2003)
        self.assertEqual(self.tile("list", "4x1", "--orders"), "AAAA\n1 drop order\n")
        # The article's symbols, and I for the one that it has not.
        text = self.tile("list", "10x4", "--skip", 400000, "--limit", 1, "--symbols", "seed")
        self.assertEqual(text, "TTTrrrITTT\nET\\r77IETJ\nEE\\\\\\7IEEJ\nE----7IEJJ\n")
        self.assertEqual(self.tile("list", "7x4", "--once", "--count"), "0\n")
        self.assertEqual(self.tile("list", "6x4", "--droppable", "--count"), "2003\n")

    def test_orders_of_all_tilings_together(self):
        for width, orders in enumerate((1, 5, 40, 409, 4946, 73758), 1):
            self.assertEqual(self.tile("list", f"{width}x4", "--orders", "--count"),
                             f"{orders}\n")
        self.assertEqual(self.tile("list", "3x3", "--orders", "--count"), "0\n")
        self.assertIn("too many", self.refuse(1, "tile", "list", "4x65", "--orders", "--count"))


if __name__ == "__main__":
    program.main()
