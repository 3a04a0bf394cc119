#!/usr/bin/env python3
"""Counts polyominoes by perimeter, holes and box.

usage: test_omino_measures.py PROGRAM [CASE]...
"""

import json
from collections import Counter

from tests.support import program

KINDS = ("free", "one-sided", "fixed")


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
        # OEIS A342537(8).
        self.assertEqual(self.rows(8, "--by", "inner-holes")[1], [(0, 368), (1, 1)])
        self.assertEqual(self.rows(4, "--by", "holes", "--sizes"), (
            "squares\tholes\tpolyominoes", [(1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 5)]))

    def test_without_holes(self):
        """By transfer matrix as one by one, and as the first row of a table by holes."""
        for kind in KINDS:
            chosen = 9, "--class", kind, "--holes", 0
            answer = json.loads(self.omino("count", *chosen, "--json"))
            self.assertEqual(answer["method"], "transfer")
            self.assertEqual(self.rows(9, "--class", kind, "--by", "holes")[1][0],
                             (0, answer["count"]))
        for options in (("--class", "path"), ("--tree-like",)):
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


if __name__ == "__main__":
    program.main()
