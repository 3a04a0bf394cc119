"""Drives the outputs of 'dropforge tile list'.

DROPFORGE_TEST_SEED chooses the tilings.
"""

import json
import os
import random
import re
import xml.etree.ElementTree

from tests.oracle import oracle
from tests.oracle import oracle_png
from tests.support import program
from tests.support import tap

SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or random.randrange(2 ** 32))


class List(program.Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)

    def list(self, *arguments, **options):
        return self.succeed("tile", "list", *arguments, **options).decode()

    def drawings(self, *arguments):
        """The drawings as lists of rows from the top."""
        return [text.split("\n") for text in self.list(*arguments)[:-1].split("\n\n")]


class Outputs(List):
    def test_formats_tell_the_same(self):
        chosen = ("6x4", "--skip", 1000, "--limit", 7)
        text = self.list(*chosen)
        self.assertEqual(self.list(*chosen, "-o", "x.txt", "-o", "-"), text)
        self.assertEqual(self.read("x.txt").decode(), text)
        for name in ("drops", "svg"):
            self.assertEqual(self.list(*chosen, "-o", "x." + name), "")
            self.assertEqual(self.list(*chosen, "--format", name),
                             self.read("x." + name).decode())
        self.list(*chosen, "-o", "odd.name", "-f", "drops")
        self.assertEqual(self.read("odd.name"), self.read("x.drops"))
        self.assertEqual(self.files(), ["odd.name", "x.drops", "x.svg", "x.txt"])

    def test_drops_clear_again_and_again(self):
        for size, options in (("10x4", ()), ("6x14", ()), ("5x8", ()), ("4x1", ()),
                              ("8x3", ("--pieces", "TJL"))):
            chosen = (size, *options, "--random", 12, "--seed", SEED)
            self.list(*chosen, "-o", "x.drops")
            width, height = map(int, size.split("x"))
            plan = oracle.read(self.read("x.drops"))
            with self.subTest(seed=SEED, size=size):
                self.assertEqual((plan.width, plan.field.top), (width, 0))
                pieces = width * height // 4
                self.assertEqual(plan.blocks, list(range(0, 12 * pieces, pieces)))
                # The same pieces as in the drawings, whatever their order.
                for i, rows in enumerate(self.drawings(*chosen, "--symbols", "names")):
                    dropped = plan.drops[i * pieces:(i + 1) * pieces]
                    letters = "".join(rows)
                    for name in "IOTSZJL":
                        self.assertEqual(sum(drop[0] == name for drop in dropped) * 4,
                                         letters.count(name))

    def test_every_tiling_of_a_board_is_dropped_as_it_is_drawn(self):
        count = int(self.list("4x4", "--count"))
        self.assertEqual(count, 117)
        texts = [self.list("4x4", "--skip", number, "--limit", 1, "-f", "drops").encode()
                 for number in range(count)]
        self.assertEqual(len(set(texts)), count)
        for text in texts:
            self.assertFalse(any(oracle.read(text).field.rows))

    def test_orders_replay(self):
        for size, options in (("10x4", ()), ("5x8", ()), ("6x10", ()), ("12x3", ())):
            for _ in range(4):
                count = int(self.list(size, *options, "--count"))
                number = self.random.randrange(count)
                text = self.list(size, "--skip", number, "--limit", 1, "--order")
                line = text.splitlines()[-1]
                plan = "\n".join(["dropforge-drops 1", f"field {size.split('x')[0]} 20",
                                  *line.split(", "), ""]).encode()
                with self.subTest(seed=SEED, size=size, number=number):
                    self.assertFalse(any(oracle.read(plan).field.rows))
        # The U on its side lies on what lies on it.
        texts = self.list("5x3", "--omino", 5, "--order").split("\n\n")
        can = self.list("5x3", "--omino", 5, "--droppable").split("\n\n")
        cannot = [text for text in texts if text.strip().endswith("\ncannot be dropped")]
        self.assertEqual(len(texts) - len(cannot), len(can))
        self.assertGreater(len(cannot), 0)

    def test_json(self):
        chosen = ("5x3", "--omino", 5)
        texts = self.list(*chosen, "--orders", "--order").split("\n\n")
        self.list(*chosen, "--orders", "-o", "x.jsonl")
        self.assertEqual(self.list(*chosen, "--orders", "--json").encode(),
                         self.read("x.jsonl"))
        lines = self.read("x.jsonl").decode().splitlines()
        for number, (line, text) in enumerate(zip(lines, texts, strict=True)):
            known = json.loads(line)
            order, orders = text.strip().split("\n")[3:]
            self.assertEqual(known["number"], number)
            self.assertEqual(known["orders"], int(orders.split()[0]))
            self.assertEqual(known["droppable"], order != "cannot be dropped")
            if known["droppable"]:
                self.assertEqual([[piece["name"], piece["orientation"], str(piece["x"])]
                                  for piece in known["pieces"]],
                                 [drop.split()[:3] for drop in order.split(", ")])
        known = json.loads(self.list("4x2", "--skip", 1, "--limit", 1, "--json"))
        self.assertEqual(known["pieces"][1],
                         {"name": "O", "orientation": "N", "x": 2, "y": 0})
        self.assertEqual(self.list("3x3", "--json"), "")
        numbers = [json.loads(line)["number"] for line in
                   self.list("10x4", "--random", 3, "--seed", SEED, "--json").splitlines()]
        for number, text in zip(numbers, self.list("10x4", "--random", 3, "--seed",
                                                   SEED).split("\n\n"), strict=True):
            self.assertEqual(self.list("10x4", "--skip", number, "--limit", 1).strip(),
                             text.strip())

    def test_sheet_in_pixels(self):
        chosen = ("10x4", "--skip", 400000, "--limit", 3)
        self.list(*chosen, "-o", "x.png")
        width, height, pixels = self.pixels("x.png")
        svg = xml.etree.ElementTree.fromstring(self.list(*chosen, "-f", "svg"))
        self.assertEqual((int(svg.get("width")), int(svg.get("height"))), (width, height))
        name = "{http://www.w3.org/2000/svg}"
        groups = svg.findall(name + "g")
        self.assertEqual([text.text for text in svg.findall(name + "text")],
                         ["400000", "400001", "400002"])
        styles = dict(re.findall(r"\.c(\d)\{fill:#(\w{6})\}", svg.find(name + "style").text))
        names = self.drawings(*chosen, "--symbols", "names")
        letters = self.drawings(*chosen)
        ground = pixels[0][0]
        for group, kinds, parts in zip(groups, names, letters, strict=True):
            left, top, size = map(int, re.findall(r"\d+", group.get("transform")))
            for y, row in enumerate(kinds):
                for x, kind in enumerate(row):
                    middle = pixels[top + y * size + size // 2][left + x * size + size // 2]
                    color = bytes.fromhex(styles[str("IOTSZJL".index(kind))])
                    self.assertEqual(tuple(middle[:3]), tuple(color))
                    if x < 9:  # the border to the next square, in the middle of their side
                        edge = pixels[top + y * size + size // 2][left + (x + 1) * size]
                        self.assertEqual(edge == ground, parts[y][x] != parts[y][x + 1])

    def pixels(self, name):
        rows = oracle_png.read_png(self.read(name))
        return len(rows[0]), len(rows), rows

    @tap.long
    def test_sheets_of_many_sizes(self):
        for arguments in (("1x4",), ("64x1", "--limit", 1), ("4x64", "--random", 3),
                          ("2x2",), ("6x4", "--limit", 400)):
            self.list(*arguments, "-o", "x.png", "-o", "x.svg")
            width, height, _ = self.pixels("x.png")
            svg = xml.etree.ElementTree.parse(self.folder / "x.svg").getroot()
            self.assertEqual((int(svg.get("width")), int(svg.get("height"))), (width, height))


if __name__ == "__main__":
    program.main()
