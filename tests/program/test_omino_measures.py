#!/usr/bin/env python3
"""Counts polyominoes by perimeter, holes and box, and writes b-files.

usage: test_omino_measures.py PROGRAM [CASE]...
"""

import json
from collections import Counter

from tests.support import program

KINDS = ("free", "one-sided", "fixed", "path")


class Measures(program.Case):
    def omino(self, *arguments):
        return self.succeed("omino", *arguments).decode()

    def rows(self, *arguments):
        head, *rows = self.omino("count", *arguments).splitlines()
        return head, [tuple(map(int, row.split("\t"))) for row in rows]

    def test_measures(self):
        """Tables are those of the polyominoes that are listed, with their features."""
        for kind in KINDS:
            listed = [json.loads(line) for line in
                      self.omino("list", 7, "--json", "--class", kind).splitlines()]
            for measure, key in (("perimeter", ("perimeter",)), ("holes", ("holes",)),
                                 ("bounding-box", ("width", "height"))):
                wanted = Counter(tuple(one[name] for name in key) for one in listed)
                head, rows = self.rows(7, "--by", measure, "--class", kind)
                self.assertEqual(head.split("\t"), [*key, "polyominoes"])
                self.assertEqual({row[:-1]: row[-1] for row in rows}, wanted)
        # OEIS A338211, row 5, and A342537(8).
        self.assertEqual(self.rows(5, "--by", "site-perimeter"), (
            "site-perimeter\tpolyominoes", [(8, 1), (9, 3), (10, 5), (11, 2), (12, 1)]))
        self.assertEqual(self.rows(8, "--by", "inner-holes")[1], [(0, 368), (1, 1)])
        self.assertEqual(self.rows(4, "--by", "holes", "--sizes"), (
            "squares\tholes\tpolyominoes", [(1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 5)]))
        self.assertEqual(self.rows(9, "--by", "holes", "--holes", "1..")[1], [(1, 37)])

    def test_totals(self):
        """Of all sizes; OEIS A366443 and A057730."""
        for method in ("transfer", "enumerate"):
            self.assertEqual(self.rows(8, "--by", "site-perimeter", "--up-to", 10, "--totals",
                                       "--method", method)[1],
                             [(4, 1), (6, 1), (7, 1), (8, 5), (9, 5), (10, 23)])
            self.assertEqual(self.omino("count", 9, "--by", "perimeter", "--up-to", 12,
                                        "--totals", "-f", "bfile", "--method", method),
                             "2 1\n3 1\n4 3\n5 6\n6 25\n")
            self.assertEqual(self.rows(8, "--by", "holes", "--up-to", 1, "--sizes", "--method",
                                       method)[1][-3:], [(7, 1, 1), (8, 0, 363), (8, 1, 6)])
        self.assertEqual(self.rows(100, "--by", "site-perimeter", "--up-to", 9, "--totals")[1],
                         [(4, 1), (6, 1), (7, 1), (8, 5), (9, 5)])
        # OEIS A266549.
        self.assertEqual(self.rows(100, "--by", "perimeter", "--up-to", 16, "--totals",
                                   "--holes", 0)[1][-2:], [(14, 86), (16, 414)])

    def test_without_holes(self):
        """By transfer matrix as one by one, and as the first row of a table by holes."""
        for kind in KINDS[:3]:
            chosen = 9, "--class", kind, "--holes", 0
            for measure in ("site-perimeter", "holes", "bounding-box"):
                by = *chosen, "--by", measure
                self.assertEqual(self.rows(*by), self.rows(*by, "--method", "enumerate"))
            answer = json.loads(self.omino("count", *chosen, "--json"))
            self.assertEqual(answer["method"], "transfer")
            self.assertEqual(self.rows(9, "--class", kind, "--by", "holes")[1][0],
                             (0, answer["count"]))
        for options in (("--class", "path"), ("--tree-like",), ("--by-symmetry",)):
            answer = json.loads(self.omino("count", 7, "--holes", 0, *options, "--json"))
            self.assertEqual(answer["method"], "enumerate")
        self.assertIn("from 1 to 32 here", self.refuse(2, "omino", "count", 33, "--holes", 0))

    def test_measures_in_json(self):
        answer = json.loads(self.omino("count", 8, "--by", "holes", "--sizes", "--json"))
        self.assertEqual(answer["sizes"][7], {"size": 8, "count": 369, "holes": [
            {"value": 0, "count": 363}, {"value": 1, "count": 6}]})
        answer = json.loads(self.omino("count", 4, "--by", "bounding-box", "--json"))
        self.assertEqual(answer["bounding-box"], [
            {"width": 4, "height": 1, "count": 1}, {"width": 2, "height": 2, "count": 1},
            {"width": 3, "height": 2, "count": 3}])

    def test_bfiles(self):
        def lines(*arguments):
            return self.omino("count", *arguments, "--format", "bfile")

        self.assertEqual(lines(6, "--sizes"), "1 1\n2 1\n3 2\n4 5\n5 12\n6 35\n")
        self.assertEqual(lines(6), "6 35\n")
        self.assertEqual(lines(8, "--by", "holes"), "0 363\n1 6\n")
        self.assertEqual(lines(4, "--by", "bounding-box"), "1 1\n2 1\n3 3\n")
        # Half the perimeter; OEIS A342243, row 7, and the rows from 1 to 4.
        self.assertEqual(lines(7, "--by", "perimeter"), "6 4\n7 21\n8 83\n")
        self.assertEqual(lines(4, "--by", "perimeter", "--sizes"),
                         "1 1\n2 1\n3 2\n4 1\n5 4\n")
        self.omino("count", 4, "--sizes", "-o", "b000105.txt")
        self.assertEqual(self.read("b000105.txt"), b"1 1\n2 1\n3 2\n4 5\n")


if __name__ == "__main__":
    program.main()
