#!/usr/bin/env python3
"""Drives 'dropforge tile' and 'clear ways' where output fails, readers go away and signals come.

usage: test_tile_manners.py PROGRAM [CASE]...
"""

import os
import signal
import time

from tests.support import program
from tests.support import screen

SHORT = (
    ("tile", "count", "6x4"), ("tile", "count", "6x4", "--json"),
    ("tile", "count", "6x4", "--components"), ("tile", "count", "6x4", "--by-pieces"),
    ("tile", "count", "6x4", "--symmetry"), ("tile", "list", "5x4"),
    ("tile", "list", "5x4", "--count"), ("tile", "list", "5x4", "--random", "2"),
    ("clear", "ways", "IOTSZJLIOTS"), ("clear", "ways", "IOTSZJLIOTS", "--json"),
    ("clear", "ways", "IOTSZJLIOTS", "-o", "-"),
    ("clear", "ways", "OOOOO", "--all", "--rows", "2"),
)
# A search that keeps temporary files while it looks for a way for minutes.
ENDLESS = ("clear", "ways", "SZSZSZSZSZSZSZSZSZS", "--rows", "6", "--rules", "harddrop")
LONG = (
    ("tile", "count", "14x14"), ("tile", "count", "1000000x1", "--tetris"),
    ("tile", "count", "12x11", "--by-pieces"), ("tile", "list", "20x14", "--count"),
    ("tile", "list", "20x10"), (*ENDLESS, "-o", "a.drops", "-o", "a.gif"),
)


class Output(program.Case):
    def test_full_device(self):
        for arguments in SHORT:
            with open("/dev/full", "wb") as full:
                status, _, messages = self.run_program(*arguments, stdout=full)
            self.assertEqual(status, 1, arguments)
            self.assertRegex(messages, r"^dropforge: standard output: cannot be written.*\n$")

    def test_nobody_reads(self):
        for arguments in SHORT:
            reader, writer = os.pipe()
            os.close(reader)
            with open(writer, "wb") as pipe:
                status, _, messages = self.run_program(*arguments, stdout=pipe)
            self.assertEqual((status, messages), (-signal.SIGPIPE, ""), arguments)

    def test_only_the_first_line_is_read(self):
        """What would be written for ever ends when nobody reads on."""
        for arguments in (("tile", "list", "10x6"), ("clear", "ways", "I" * 11, "--all")):
            with self.start(*arguments) as process:
                self.assertNotEqual(process.stdout.readline(), b"")
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.returncode, -signal.SIGPIPE)

    def test_outputs_that_fail(self):
        self.refuse(1, "clear", "ways", "IOTSZJLIOTS", "-o", "a.gif", "-o", "missing/a.drops")
        os.symlink("/dev/full", self.folder / "full.drops")
        status, _, messages = self.run_program("clear", "ways", "IOTSZJLIOTS", "-o", "full.drops",
                                               "-o", "a.drops")
        self.assertEqual((status, self.files()), (1, ["a.drops", "full.drops"]), messages)
        self.succeed("replay", "a.drops", "--json")


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
