#!/usr/bin/env python3
"""Drives 'dropforge tile' and 'clear ways' where signals come.

usage: test_tile_manners.py PROGRAM [CASE]...
"""

import signal
import time

from tests.support import program
from tests.support import screen

# A search that keeps temporary files while it looks for a way for minutes.
ENDLESS = ("clear", "ways", "SZSZSZSZSZSZSZSZSZS", "--rows", "6", "--rules", "harddrop")
LONG = (
    ("tile", "count", "14x14"), ("tile", "count", "1000000x1", "--tetris"),
    ("tile", "count", "12x11", "--by-pieces"), ("tile", "list", "20x14", "--count"),
    ("tile", "list", "20x10"), (*ENDLESS, "-o", "a.drops", "-o", "a.gif"),
)


class Signals(program.Case):
    def test_any_time(self):
        for arguments in LONG:
            for number, wait in ((signal.SIGINT, 0.01), (signal.SIGINT, 0.1),
                                 (signal.SIGTERM, 0.05)):
                with self.start(*arguments, stdout=-3) as process:
                    time.sleep(wait)
                    process.send_signal(number)
                    messages = process.stderr.read()
                self.assertEqual((process.returncode, messages), (-number, b""), arguments)
                self.assertEqual(self.files(), [])

    def test_progress(self):
        """A line on the terminal tells how far it is; with a signal it is over."""
        stage = screen.Stage([program.path(), *ENDLESS])
        self.addCleanup(stage.close)
        stage.until(lambda s: "looking for ways to clear" in s.main_text())
        stage.signal(signal.SIGINT)
        self.assertEqual(stage.finish(), -signal.SIGINT)
        self.assertTrue(stage.bytes.endswith(b"\r\x1b[K"), stage.bytes)


if __name__ == "__main__":
    program.main()
