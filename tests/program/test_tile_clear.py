#!/usr/bin/env python3
"""Drives 'dropforge tile clear': perfect clears.

usage: test_tile_clear.py PROGRAM [CASE]...
"""

import json

from tests.oracle import oracle
from tests.support import program


class Tile(program.Case):
    def tile(self, *arguments, **options):
        return self.succeed("tile", *arguments, **options).decode()

    def check_way(self, way, queue, hold, width, rows):
        """Plays a way by the rules of the queue and the hold; nothing must be left."""
        arriving, held, drops = iter(queue), None, []
        for text in way.split(", "):
            piece = next(arriving, None)
            if text.startswith("hold "):
                self.assertTrue(hold)
                piece, held = (next(arriving) if held is None else held), piece
                text = text.removeprefix("hold ")
            drops.append(text)
            self.assertEqual(text[0], piece)
        self.assertEqual(len(drops) * 4, width * rows)
        text = "\n".join(["dropforge-drops 1", f"field {width} 20", *drops, ""]).encode()
        plan = oracle.read(text)
        self.assertFalse(any(plan.field.rows))


class Clear(Tile):
    def test_ways(self):
        self.write("two", b"..\n__\n")
        self.assertEqual(self.tile("clear", "O", "--field", "two", "--rows", 2), "O N 0 0\n")
        self.assertEqual(self.refuse(1, "tile", "clear", "T", "--field", "two", "--rows", 2),
                         "no way to clear")
        self.write("gap", b"####....\n")
        self.assertEqual(self.tile("clear", "i", "--field", "gap", "--rows", 1), "I N 4 0\n")
        self.assertEqual(self.tile("clear", "OI", "--field", "gap", "--rows", 1, "--hold"),
                         "hold I N 4 0\n")

    def test_ways_leave_nothing(self):
        for queue, options in (("IOTSZJLIOTS", ("--hold",)), ("IOTSZJLIOTS", ()),
                               ("TJLIOSZTLJ", ("--hold",))):
            ways = self.tile("clear", queue, *options, "--limit", 5).splitlines()
            self.assertEqual(len(set(ways)), 5)
            for way in ways:
                self.check_way(way, queue, "--hold" in options, 10, 4)

    def test_fields_of_all_kinds(self):
        """What can clear is the same, whatever the field is written in."""
        self.write("a.drops", b"dropforge-drops 1\nfield 10 20\nI N 0 0\nI N 0 1\nO N 8 0\n")
        self.write("a.txt", b"####....##\r\n####____XX\r\n")
        status, line, _ = self.run_program("tile", "clear", "OO", "--field", "a.txt", "--rows", 2)
        self.assertEqual((status, line), (0, b"O N 4 0, O N 6 0\n"))
        for name in ("a.txt", "a.drops"):
            self.assertEqual(self.tile("clear", "OO", "--field", name, "--rows", 2).encode(), line)
        self.assertEqual(self.tile("clear", "OO", "--field", "-", "--rows", 2,
                                   given=self.read("a.txt")).encode(), line)

    def test_rules(self):
        """The Z gets under the square above its end only with a turn or a shift."""
        self.write("overhang", b"..#...\n#...##\n")
        arguments = ("clear", "ZL", "--field", "overhang", "--rows", 2, "--rules")
        self.assertEqual(self.refuse(1, "tile", *arguments, "harddrop"), "no way to clear")
        for rules in ("srs", "srs+180"):
            self.assertEqual(self.tile(*arguments, rules), "Z N 0 0, L S 3 0\n")
            self.tile("clear", "IOTSZJLIOTS", "--rules", rules, "-o", "a.drops")
            self.assertIn(f"\nrules {rules}\n".encode(), self.read("a.drops"))
            self.succeed("replay", "a.drops", "-o", "b.drops")
            self.assertEqual(self.read("a.drops"), self.read("b.drops"))

    def test_json(self):
        known = json.loads(self.tile("clear", "IOTSZJLIOTS", "--hold", "--limit", 3, "--json"))
        self.assertEqual(known["outcome"], "found")
        self.assertGreater(known["nodes"], 0)
        self.assertEqual("".join(", ".join(way) + "\n" for way in known["ways"]),
                         self.tile("clear", "IOTSZJLIOTS", "--hold", "--limit", 3))
        status, output, messages = self.run_program("tile", "clear", "T", "--json")
        self.assertEqual((status, messages), (1, "dropforge: no way to clear\n"))
        self.assertEqual(json.loads(output), {"outcome": "none", "nodes": 1, "ways": []})

    def test_node_limits(self):
        message = "stopped after 5 playfields; there may be a way; allow more --nodes"
        self.assertEqual(self.stopped("clear", "IOTSZJLIOTS", "--nodes", 5),
                         ("", f"dropforge: {message}\n"))
        output, messages = self.stopped("clear", "IIII", "--rows", 2, "--width", 8, "--all",
                                        "--nodes", 7)
        self.assertIn("there may be more ways", messages)
        self.assertLess(len(output.splitlines()),
                        len(self.tile("clear", "IIII", "--rows", 2, "--width", 8,
                                      "--all").splitlines()))
        output, messages = self.stopped("clear", "", "--rows", 2, "--percent", 5, "--nodes", 5)
        self.assertEqual(output, "")
        self.assertIn("the share is unknown", messages)
        output, _ = self.stopped("clear", "", "--rows", 2, "--percent", 5, "--nodes", 5, "--json")
        self.assertEqual(json.loads(output), {"complete": False, "nodes": 5})
        # A limit that is not reached says nothing.
        self.tile("clear", "IOTSZJLIOTS", "--nodes", 10 ** 6)

    def stopped(self, *arguments):
        status, output, messages = self.run_program("tile", *arguments)
        self.assertEqual(status, 4, messages)
        return output.decode(), messages

    def test_memory_limits(self):
        for options in (("SZSZSZSZSZS",), ("IOTSZJLIOT", "--percent", 1)):
            self.assertEqual(
                self.refuse(1, "tile", "clear", *options, "--hold", "--memory", "1K"),
                "the search needs more than the 1 KiB of memory it may use; allow more or give "
                "fewer pieces")
        self.assertEqual(self.tile("clear", "IOTSZJLIOTS", "--memory", "100M"),
                         self.tile("clear", "IOTSZJLIOTS"))

    def test_plans(self):
        line = self.tile("clear", "IOTSZJLIOTS", "--hold")
        drops = line.strip().replace("hold ", "").replace(", ", "\n")
        self.assertEqual(self.tile("clear", "IOTSZJLIOTS", "--hold", "-o", "a.drops", "-o",
                                   "a.gif", "-o", "-"),
                         f"dropforge-drops 1\nfield 10 20\n{drops}\n")
        self.assertEqual(self.files(), ["a.drops", "a.gif"])
        self.succeed("replay", "a.drops", "-o", "-")
        self.assertEqual(json.loads(self.tile("clear", "II", "--rows", 2, "--width", 4, "--json",
                                              "-o", "b.drops"))["ways"],
                         [["I N 0 0", "I N 0 0"]])
        self.assertTrue((self.folder / "b.drops").exists())
        self.tile("clear", "II", "--rows", 2, "--width", 4, "--format", "drops", "-o", "c")
        self.assertEqual(self.read("c"), self.read("b.drops"))

    def test_no_plans(self):
        self.write("gap", b"####....\n")
        self.refuse(1, "tile", "clear", "T", "-o", "x.drops")
        self.refuse(1, "tile", "clear", "IOTSZJLIOTS", "-o", "missing/x.drops")
        for arguments in (("I", "--field", "gap", "--rows", 1, "-o", "x.drops"),
                          ("IIII", "--all", "-o", "x.drops"), ("I", "-o", "x.doc"),
                          ("I", "--percent", 1, "-o", "x.drops"),
                          ("I", "--limit", 1, "-o", "x.drops"),
                          ("I", "--json", "-o", "-"), ("I", "--format", "drops"),
                          ("I", "--format", "doc", "-o", "x")):
            self.refuse(2, "tile", "clear", *arguments)

    def test_percent(self):
        # Of two squares in a row an O needs both: the first piece is one of seven.
        self.write("two", b"..\n..\n")
        self.assertEqual(self.tile("clear", "", "--field", "two", "--rows", 2, "--percent", 1),
                         "1 of 7 (14.2857 %)\n")
        known = json.loads(self.tile("clear", "", "--field", "two", "--rows", 2, "--percent", 1,
                                     "--json"))
        self.assertEqual((known["complete"], known["clear"], known["total"]), (True, 1, 7))
        self.assertIn("bags", self.refuse(2, "tile", "clear", "II", "--percent", 1))
        self.assertIn("too many", self.refuse(1, "tile", "clear", "", "--percent", 64))

    def test_full_rows_clear_first(self):
        self.write("full", b"....\n####\n")
        status, output, error = self.run_program("tile", "clear", "I", "--field", "full", "--rows", 2)
        self.assertEqual((status, output), (0, b"I N 0 0\n"))
        self.assertEqual(error, "dropforge: full: row 1 from the bottom is full and clears first; "
                                "1 row is left\n")

    def test_fields_that_could_be_something_else(self):
        for name, text, rows, wanted in (
                ("full", b"XXXX\n", 1, "full: every row is full, and nothing is left when they "
                 "clear; give a field with empty squares"),
                ("names", b"IIIJJJLL\n", 1, "names: every row is full, and nothing is left when they "
                 "clear; give a field with empty squares"),
                ("blank", b"X..X\nX .X\n", 2,
                 "blank:2:2: a blank is not a square; write '.' for an empty one"),
                ("other", "X..X\nX\u2588.X\n".encode(), 2,
                 "other:2:2: this is not ASCII; write '.' for an empty square, and a letter for a "
                 "filled one"),
                ("mark", b"\xef\xbb\xbfX..X\n", 2,
                 "mark:1:1: it begins with a byte order mark; save it as UTF-8 without one"),
                ("tall", b"X.\n" * 3, 2, "tall: the drawing has 3 rows, more than the 2 of the "
                 "field; give it more with --rows or remove some at the top")):
            self.write(name, text)
            self.assertEqual(self.refuse(1, "tile", "clear", "I", "--field", name, "--rows",
                                         rows), wanted)
        self.assertIn("drop list", self.refuse(2, "tile", "clear", "I", "-o", "x.blocks"))


class Atlas(Tile):
    def test_says_what_does_its_work(self):
        self.assertEqual(self.refuse(2, "tile", "atlas", "10x4").split("; ")[0],
                         "there is no 'tile atlas' any more")


if __name__ == "__main__":
    program.main()
