#!/usr/bin/env python3
"""Drives all of 'dropforge tile' where output fails, readers go away and signals come.

usage: test_tile_manners.py PROGRAM [CASE]...
"""

import os
import signal
import time

from tests.support import program
from tests.support import screen

SHORT = (
    ("count", "6x4"), ("count", "6x4", "--json"), ("count", "6x4", "--components"),
    ("count", "6x4", "--by-pieces"), ("count", "6x4", "--symmetry"),
    ("list", "5x4"), ("list", "5x4", "--count"), ("list", "5x4", "--random", "2"),
    ("clear", "IOTSZJLIOTS"), ("clear", "IOTSZJLIOTS", "--json"),
    ("clear", "IOTSZJLIOTS", "-o", "-"), ("clear", "OOOOO", "--all", "--rows", "2"),
    ("clear", "O", "--rows", "2", "--percent", "3"),
)
# A search that keeps temporary files while it looks for a way for minutes.
ENDLESS = ("clear", "SZSZSZSZSZSZSZSZSZS", "--rows", "6", "--hold")
LONG = (
    ("count", "14x14"), ("count", "1000000x1", "--tetris"), ("count", "12x11", "--by-pieces"), ("list", "20x14", "--count"),
    ("list", "20x10"), ("clear", "I", "--percent", "9", "--hold"),
    (*ENDLESS, "-o", "a.drops", "-o", "a.gif"),
)


class Output(program.Case):
    def test_full_device(self):
        for arguments in SHORT:
            with open("/dev/full", "wb") as full:
                status, _, messages = self.run_program("tile", *arguments, stdout=full)
            self.assertEqual(status, 1, arguments)
            self.assertRegex(messages, r"^dropforge: standard output: cannot be written.*\n$")

    def test_nobody_reads(self):
        for arguments in SHORT:
            reader, writer = os.pipe()
            os.close(reader)
            with open(writer, "wb") as pipe:
                status, _, messages = self.run_program("tile", *arguments, stdout=pipe)
            self.assertEqual((status, messages), (-signal.SIGPIPE, ""), arguments)

    def test_only_the_first_line_is_read(self):
        """What would be written for ever ends when nobody reads on."""
        for arguments in (("list", "10x6"), ("clear", "I" * 11, "--all")):
            with self.start("tile", *arguments) as process:
                self.assertNotEqual(process.stdout.readline(), b"")
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.returncode, -signal.SIGPIPE)

    def test_outputs_that_fail(self):
        self.refuse(1, "tile", "clear", "IOTSZJLIOTS", "-o", "a.gif", "-o", "missing/a.drops")
        os.symlink("/dev/full", self.folder / "full.drops")
        status, _, messages = self.run_program("tile", "clear", "IOTSZJLIOTS", "-o", "full.drops",
                                               "-o", "a.drops")
        self.assertEqual((status, self.files()), (1, ["a.drops", "full.drops"]), messages)
        self.succeed("replay", "a.drops", "--json")


class Signals(program.Case):
    def test_any_time(self):
        for arguments in LONG:
            for number, wait in ((signal.SIGINT, 0.01), (signal.SIGINT, 0.1),
                                 (signal.SIGTERM, 0.05)):
                with self.start("tile", *arguments, stdout=-3) as process:
                    time.sleep(wait)
                    process.send_signal(number)
                    messages = process.stderr.read()
                self.assertEqual((process.returncode, messages), (-number, b""), arguments)
                self.assertEqual(self.files(), [])

    def test_progress(self):
        """A line on the terminal tells how far it is; with a signal it is over."""
        stage = screen.Stage([program.path(), "tile", *ENDLESS])
        self.addCleanup(stage.close)
        stage.until(lambda s: "looking for ways to clear" in s.main_text())
        stage.signal(signal.SIGINT)
        self.assertEqual(stage.finish(), -signal.SIGINT)
        self.assertTrue(stage.bytes.endswith(b"\r\x1b[K"), stage.bytes)


if __name__ == "__main__":
    program.main()
