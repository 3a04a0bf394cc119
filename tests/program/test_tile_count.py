"""Drives 'dropforge tile count' with boards that take long, and 'clear ways', where signals come."""

import json
import signal
import sys

from tests.support import program
from tests.support import screen
from tests.support import tap

# A search that keeps temporary files while it looks for a way for minutes.
ENDLESS = ("clear", "ways", "SZSZSZSZSZSZSZSZSZS", "--rows", "6", "--rules", "harddrop")
# By the recurrence of two rows.
FACTORS = (0, 2, 0, 2, 0, -1)


class Long(program.Case):
    def count(self, size, *options):
        return int(self.succeed("tile", "count", size, *options))

    def test_all_digits(self):
        numbers = [1, 0, 1, 0, 4, 0]
        while len(numbers) < 5001:
            numbers.append(sum(factor * number for factor, number in zip(FACTORS, numbers[::-1])))
        for columns in (8, 199, 200, 5000):
            for size in (f"{columns}x2", f"2x{columns}"):
                self.assertEqual(self.count(size), numbers[columns], size)

    def test_json(self):
        columns = 1000 if tap.QUICK else 3000
        figures = json.loads(self.succeed("tile", "count", f"{columns}x6", "--json"))
        self.assertEqual(figures["tilings"], self.count(f"6x{columns}"))
        # Each state is kept once, also when the table of them has grown.
        self.assertIn(figures["states"], range(700, 2600))

    def test_memory(self):
        # What does not fit as a graph is counted by walking.
        self.assertEqual(self.count("8x8", "--memory", "1M"), 19077209438)


class Interrupted(screen.OnStage, program.Case):
    """Work of several kinds that takes much longer than the test."""

    WORK = (("tile", "count", "12x12"), ("tile", "count", "1000000x6"),
            ("tile", "count", "50000x4", "--primitive"), ENDLESS)

    def test_on_a_terminal(self):
        for arguments in tap.part(self.WORK, 3):
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
