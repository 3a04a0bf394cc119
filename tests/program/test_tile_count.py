#!/usr/bin/env python3
"""Drives 'dropforge tile count' with long boards: recurrences, rests, all digits, limits; and
'tile' and 'clear ways' where signals come.

usage: test_tile_count.py PROGRAM [CASE]...
"""

import json
import math
import signal
import sys

from tests.support import program
from tests.support import screen

FAR = 10 ** 18
LONGEST = 2 ** 64 - 1
# A search that keeps temporary files while it looks for a way for minutes.
ENDLESS = ("clear", "ways", "SZSZSZSZSZSZSZSZSZS", "--rows", "6", "--rules", "harddrop")


class Long(program.Case):
    def count(self, size, *options):
        return int(self.succeed("tile", "count", size, *options))

    def recurrence(self, rows, *options):
        text = self.succeed("tile", "count", f"Wx{rows}", "--recurrence", "--json", *options)
        return json.loads(text)

    def numbers(self, rows, count):
        """The first numbers of tilings, by the recurrence."""
        found = self.recurrence(rows)
        terms = [(k, factor) for k, factor in enumerate(found["factors"], 1) if factor]
        numbers = found["first"]
        while len(numbers) < count:
            numbers.append(sum(factor * numbers[-k] for k, factor in terms))
        return numbers

    def test_all_digits(self):
        for rows, columns in ((1, 5000), (2, 5001), (3, 4000), (4, 199), (4, 200), (4, 512),
                              (4, 6001)):
            numbers = self.numbers(rows, columns + 1)
            for size in (f"{columns}x{rows}", f"{rows}x{columns}"):
                self.assertEqual(self.count(size), numbers[columns], size)
        for size in ("100000x4", "30000x5"):
            number = self.count(size)
            for modulus in (10 ** 9 + 7, 10 ** 9, 2 ** 61 - 1, LONGEST):
                self.assertEqual(self.count(size, "--mod", modulus), number % modulus)

    def test_json(self):
        figures = json.loads(self.succeed("tile", "count", "3000x4", "--json"))
        self.assertEqual(figures["tilings"], self.numbers(4, 3001)[3000])
        self.assertGreater(figures["states"], 0)
        # Each state is kept once, also when the table of them has grown.
        figures = json.loads(self.succeed("tile", "count", "3000x6", "--json", "--mod", 7))
        self.assertIn(figures["states"], range(700, 2600))
        figures = json.loads(self.succeed("tile", "count", f"{LONGEST}x4", "--json",
                                          "--mod", 10 ** 6))
        self.assertEqual((figures["width"], figures["height"]), (LONGEST, 4))
        self.assertEqual(figures["modulus"], 10 ** 6)
        self.assertEqual(figures["rest"], self.count(f"4x{LONGEST}", "--mod", 10 ** 6))

    def test_rests(self):
        for size in ("10x4", "8x8", "3x3", "4x1"):
            for modulus in (1, 2, 7, 12, LONGEST):
                self.assertEqual(self.count(size, "--mod", modulus),
                                 self.count(size) % modulus)
        primes = (3, 65537, 1000000007)
        for rows in (2, 3, 4, 5):
            for columns in (FAR, LONGEST):
                whole = self.count(f"{columns}x{rows}", "--mod", math.prod(primes))
                self.assertEqual(self.count(f"{rows}x{columns}", "--mod", math.prod(primes)),
                                 whole)
                for prime in primes:
                    self.assertEqual(self.count(f"{columns}x{rows}", "--mod", prime),
                                     whole % prime)

    def test_memory(self):
        # What does not fit as a graph is counted by walking.
        self.assertEqual(self.count("8x8", "--memory", "1M"), 19077209438)
        self.assertEqual(self.count("8x8", "--memory", "1M", "--mod", 1000), 438)


class Interrupted(screen.OnStage, program.Case):
    """Work of several kinds that takes much longer than the test."""

    WORK = (("tile", "count", "12x12"), ("tile", "count", "1000000x6"),
            ("tile", "count", f"{FAR}x7", "--mod=10"), ("tile", "count", "Wx7", "--recurrence"),
            ("tile", "count", "50000x4", "--primitive"), ENDLESS)

    def test_on_a_terminal(self):
        for arguments in self.WORK:
            stage = self.stage(*arguments)
            work = "looking for ways to clear" if arguments == ENDLESS else "counting tilings"
            stage.until(lambda shown, work=work: work in shown.main_text())
            stage.signal(signal.SIGINT)
            self.assertEqual(stage.finish(), -signal.SIGINT, arguments)
            self.assertTrue(stage.bytes.endswith(b"\r\x1b[K"), stage.bytes)


if __name__ == "__main__":
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    program.main()
