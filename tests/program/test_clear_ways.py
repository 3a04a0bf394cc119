#!/usr/bin/env python3
"""Drives 'dropforge clear ways': perfect clears, drop by drop.

usage: test_clear_ways.py PROGRAM [CASE]...
"""

import json

from tests.oracle import oracle
from tests.support import program


DROPS = ("--rules", "harddrop")
PLAIN = (*DROPS, "--no-hold")


class Ways(program.Case):
    def ways(self, *arguments, **options):
        return self.succeed("clear", "ways", *arguments, **options).decode()

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

    def test_ways(self):
        self.write("two", b"..\n__\n")
        self.assertEqual(self.ways("O", "--field", "two", "--rows", 2), "O N 0 0\n")
        self.assertEqual(self.refuse(1, "clear", "ways", "T", "--field", "two", "--rows", 2),
                         "no way to clear")
        self.write("gap", b"####....\n")
        self.assertEqual(self.ways("i", "--field", "gap", "--rows", 1), "I N 4 0\n")
        self.assertEqual(self.ways("OI", "--field", "gap", "--rows", 1), "hold I N 4 0\n")

    def test_ways_leave_nothing(self):
        for queue, options in (("IOTSZJLIOTS", DROPS), ("IOTSZJLIOTS", PLAIN), ("TJLIOSZTLJ", DROPS)):
            ways = self.ways(queue, *options, "--limit", 5).splitlines()
            self.assertEqual(len(set(ways)), 5)
            for way in ways:
                self.check_way(way, queue, options == DROPS, 10, 4)

    def test_fields_of_all_kinds(self):
        """What can clear is the same, whatever the field is written in."""
        self.write("a.drops", b"dropforge-drops 1\nfield 10 20\nI N 0 0\nI N 0 1\nO N 8 0\n")
        self.write("a.txt", b"####....##\r\n####____XX\r\n")
        status, line, _ = self.run_program("clear", "ways", "OO", "--field", "a.txt", "--rows", 2)
        self.assertEqual((status, line), (0, b"O N 4 0, O N 6 0\n"))
        for name in ("a.txt", "a.drops"):
            self.assertEqual(self.ways("OO", "--field", name, "--rows", 2).encode(), line)
        self.assertEqual(self.ways("OO", "--field", "-", "--rows", 2,
                                   given=self.read("a.txt")).encode(), line)

    def test_rules(self):
        """The Z gets under the square above its end only with a turn or a shift."""
        self.write("overhang", b"..#...\n#...##\n")
        arguments = ("ZL", "--field", "overhang", "--rows", 2, "--no-hold", "--rules")
        self.assertEqual(self.refuse(1, "clear", "ways", *arguments, "harddrop"),
                         "no way to clear")
        for rules in ("srs", "srs+180", "tetrio"):
            self.assertEqual(self.ways(*arguments, rules), "Z N 0 0, L S 3 0\n")
            self.ways(*arguments, rules, "-o", "a.drops")
            self.assertIn(b"\nrules srs\n", self.read("a.drops"))
            self.succeed("replay", "a.drops", "-o", "b.drops")
            self.assertEqual(self.read("a.drops"), self.read("b.drops"))

    def test_json(self):
        known = json.loads(self.ways("IOTSZJLIOTS", "--limit", 3, "--json"))
        self.assertEqual(known["outcome"], "found")
        self.assertGreater(known["nodes"], 0)
        self.assertEqual("".join(", ".join(way) + "\n" for way in known["ways"]),
                         self.ways("IOTSZJLIOTS", "--limit", 3))
        status, output, messages = self.run_program("clear", "ways", "T", "--json")
        self.assertEqual((status, messages), (1, "dropforge: no way to clear\n"))
        self.assertEqual(json.loads(output), {"outcome": "none", "nodes": 1, "ways": []})

    def test_node_limits(self):
        message = "stopped after 5 playfields; there may be a way; allow more --nodes"
        self.assertEqual(self.stopped("IOTSZJLIOTS", "--nodes", 5),
                         ("", f"dropforge: {message}\n"))
        output, messages = self.stopped("IIII", "--rows", 2, "--width", 8, "--all", *PLAIN,
                                        "--nodes", 7)
        self.assertIn("there may be more ways", messages)
        self.assertLess(len(output.splitlines()),
                        len(self.ways("IIII", "--rows", 2, "--width", 8, "--all",
                                      *PLAIN).splitlines()))
        # A limit that is not reached says nothing.
        self.ways("IOTSZJLIOTS", "--nodes", 10 ** 6)

    def stopped(self, *arguments):
        status, output, messages = self.run_program("clear", "ways", *arguments)
        self.assertEqual(status, 4, messages)
        return output.decode(), messages

    def test_memory_limits(self):
        self.assertEqual(
            self.refuse(1, "clear", "ways", "SZSZSZSZSZS", *DROPS, "--memory", "1K"),
            "the search needs more than the 1 KiB of memory it may use; allow more or give "
            "fewer pieces")
        self.assertEqual(self.ways("IOTSZJLIOTS", "--memory", "100M"), self.ways("IOTSZJLIOTS"))

    def test_plans(self):
        line = self.ways("IOTSZJLIOTS", *DROPS)
        drops = line.strip().replace("hold ", "").replace(", ", "\n")
        self.assertEqual(self.ways("IOTSZJLIOTS", *DROPS, "-o", "a.drops", "-o", "a.gif",
                                   "-o", "-"),
                         f"dropforge-drops 1\nfield 10 20\n{drops}\n")
        self.assertEqual(self.files(), ["a.drops", "a.gif"])
        self.succeed("replay", "a.drops", "-o", "-")
        self.assertEqual(json.loads(self.ways("II", "--rows", 2, "--width", 4, "--json", "-o",
                                              "b.drops"))["ways"],
                         [["I N 0 0", "I N 0 0"]])
        self.assertTrue((self.folder / "b.drops").exists())
        self.ways("II", "--rows", 2, "--width", 4, "--format", "drops", "-o", "c")
        self.assertEqual(self.read("c"), self.read("b.drops"))
        self.write("gap", b"##....\n##....\n")
        self.ways("OO", "--field", "gap", "--rows", 2, "-o", "d.drops")
        self.succeed("replay", "d.drops", "-o", "-")

    def test_no_plans(self):
        self.refuse(1, "clear", "ways", "T", "-o", "x.drops")
        self.refuse(1, "clear", "ways", "IOTSZJLIOTS", "-o", "missing/x.drops")
        for arguments in (("IIII", "--all", "-o", "x.drops"), ("I", "-o", "x.doc"),
                          ("I", "--limit", 1, "-o", "x.drops"),
                          ("I", "--json", "-o", "-"), ("I", "--format", "drops"),
                          ("I", "--format", "doc", "-o", "x")):
            self.refuse(2, "clear", "ways", *arguments)

    def test_full_rows_clear_first(self):
        self.write("full", b"....\n####\n")
        status, output, error = self.run_program("clear", "ways", "I", "--field", "full",
                                                 "--rows", 2)
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
            self.assertEqual(self.refuse(1, "clear", "ways", "I", "--field", name, "--rows",
                                         rows), wanted)
        self.assertIn("drop list", self.refuse(2, "clear", "ways", "I", "-o", "x.blocks"))

class Gone(program.Case):
    def test_says_what_does_its_work(self):
        self.assertEqual(self.refuse(2, "tile", "atlas", "10x4").split("; ")[0],
                         "there is no 'tile atlas' any more")
        self.assertEqual(self.refuse(2, "tile", "clear", "IOTSZJLIOTS", "--hold").split("; ")[0],
                         "'tile clear' is 'dropforge clear ways' now")


if __name__ == "__main__":
    program.main()
