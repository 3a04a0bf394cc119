"""Drives 'dropforge tile': counts and lists."""

import json

from tests.support import program


class Tile(program.Case):
    def tile(self, *arguments, **options):
        return self.succeed("tile", *arguments, **options).decode()

    def drawings(self, *arguments):
        return self.tile("list", *arguments)[:-1].split("\n\n")

    def rows(self, *arguments):
        return [line.split("\t") for line in self.tile(*arguments).splitlines()]


class Count(Tile):
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
        self.assertEqual(f"{sum(int(row[3]) for row in rows)}\n", self.tile("count", "10x4"))

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


if __name__ == "__main__":
    program.main()
