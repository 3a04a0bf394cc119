#!/usr/bin/env python3
"""Drives prints that begin with what lies in the playfield, and those of animations.

usage: test_print_begun.py PROGRAM [CASE]...
"""

import os
import random

from tests.oracle import oracle
from tests.support import images
from tests.support import program
from tests.program.test_cli import picture

DEAL = ("--jobs", "1", "--deal", "bag", "--with-hold")
SEED = int(os.environ.get("DROPFORGE_TEST_SEED", "20260101"))
CASES = int(os.environ.get("DROPFORGE_TEST_CASES", "60"))
BAR = ("RRRR", "R..R", "R..R")


class Begun(program.Case):
    def picture(self, *drawing, name="x.png"):
        return self.write(name, images.png_rgba(picture(*drawing)))

    def print_from(self, field, *options, drawing=BAR):
        """Prints from a field, checks the plan by its picture, and returns it as read by the
        oracle."""
        name = self.picture(*drawing)
        self.succeed("print", name, *DEAL, "--from", field, *options, "-o", "a.drops")
        self.succeed("check", "a.drops", name, *(["--shape"] if "any" in options else []))
        return oracle.read(self.read("a.drops"))

    def test_kinds_of_fields(self):
        drawing = self.write("field.txt", b"..........\nTT..X.OO.X\nXXXXX.XXX.\n")
        plan = self.print_from(drawing, "--pieces", "any")
        self.assertEqual(plan.begin, ["TT..X.OO.X", "XXXXX.XXX."])
        self.assertEqual((plan.width, plan.height), (10, 20))
        self.write("b.drops", self.read("a.drops"))
        # What a plan leaves, here nothing but the picture, which is there already.
        self.assertEqual(self.print_from("b.drops", "--pieces", "any").drops, [])
        page = self.succeed("tile", "list", "10x4", "--limit", "1", "--format", "fumen")
        self.write("full.txt", page)
        self.assertIn("is full; clear it", self.refuse(
            1, "print", self.picture(*BAR), *DEAL, "--from", "full.txt", "-o", "a.drops"))

    def test_rows_stay(self):
        """Rows in the right colours stay: the print goes on where an earlier one ended."""
        two = ("RR..RR", "GRRRRG")
        self.print_from(self.write("none.txt", b".........\n"), "--pieces", "JLZ,TSO", drawing=two)
        self.write("b.drops", self.read("a.drops"))
        more = ("R.R.R.", *two)
        plan = self.print_from("b.drops", "--pieces", "JLZ,TSO", drawing=more)
        self.assertEqual(len(plan.begin), 2)
        fresh = self.print_from(self.write("none.txt", b".........\n"), "--pieces", "JLZ,TSO",
                                drawing=more)
        self.assertLess(len(plan.drops), len(fresh.drops))
        # Squares of no piece have no colour.
        self.print_from(self.write("x.txt", b"X.X......\n"), "--pieces", "JLZ,TSO", drawing=more)

    def test_random_fields(self):
        chance = random.Random(SEED)
        for n in range(max(1, CASES // 10)):
            width = chance.choice([7, 9, 10])
            rows = []
            for _ in range(chance.randint(1, 3)):
                row = [chance.choice("..TJX") for _ in range(width)]
                row[chance.randrange(width)] = "."
                rows.append("".join(row))
            drawing = ["R" + "".join(chance.choice("RR.") for _ in range(4)) for _ in range(3)]
            squares = sum(sign != "." for sign in "".join(rows + drawing))
            if width % 2 == 0 and squares % 2 == 1:
                drawing.append("R")
            field = self.write("field.txt", ("\n".join(rows) + "\n").encode())
            with self.subTest(rows=rows, drawing=drawing):
                plan = self.print_from(field, "--pieces", "any", *((), ("--preview", "3"))[n % 3 == 2],
                                       drawing=[row.ljust(5, ".") for row in drawing])
                self.assertEqual(plan.width, width)

    def test_impossible(self):
        for field, drawing, message in (
                ("X.........", BAR, "in which 1 square lies cannot end with 8, since drops and "
                 "cleared rows change their number by a multiple of 2; add 1 square to what lies there"),
                ("X..", BAR, "4 squares wide and the playfield 3; begin with a field of 5 columns"),
                ("XX..", BAR, "row 1 of the picture, counted from its top without empty borders, fills "
                 "a playfield of width 4 and would clear; begin with a field of 5 columns"),
                ("XX........", ("RR", "..", "RR"), "is empty, and nothing can rest above it"),
                ("X.........\n" * 22, BAR, "what lies there is 22 rows high and the playfield 20; "
                 "use --height 26")):
            with self.subTest(field=field):
                name = self.picture(*drawing)
                self.assertIn(message, self.refuse(
                    3, "print", name, *DEAL, "--from", self.write("f.txt", field.encode() + b"\n"),
                    *(("--height", "20") if "\n" in field else ()), "-o", "a.drops"))

    def test_wrong_options(self):
        field = self.write("f.txt", b"XX........\n")
        for options, message in (
                (("--from", field), "--from is for pieces that are dealt; add --deal"),
                ((*DEAL, "--from", field, "--width", "12"),
                 "what lies there has 10 columns and the playfield 12; choose no other width"),
                (("--queue", "-", "--from", "-"),
                 "--queue and --from cannot both be standard input; name a file")):
            with self.subTest(options=options):
                self.assertEqual(self.refuse(2, "print", self.picture(*BAR), *options, "-o", "a.drops"),
                                 message)
        self.assertIn("no plan was found with the 1 pieces",
                      self.refuse(1, "print", self.picture(*BAR), "--queue", "T", "--from",
                                  field, "-o", "a.drops"))


if __name__ == "__main__":
    program.main()
