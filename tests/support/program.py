"""Runs the program under test. The first argument of a test script is its path."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from tests.support import images
from tests.support import keep
from tests.support import tap

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
SPRITES = DATA / "sprites"
CAT = SPRITES / "gbs_cat.png"
LETTER = SPRITES.parent / "images/letter.png"  # is printed in no time by any method
QUICK = ("--method", "search")  # for pictures whose plan is not what matters


# Who is started by nohup, or behind a shell's '&', ignores some signals, and so would what is
# started here.
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


def path():
    """The absolute path of the program."""
    return os.path.abspath(sys.argv[1])


class Case(unittest.TestCase):
    """A test case with an empty folder of its own, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.given = set()  # names of files that were not written by the program
        self.addCleanup(keep.files, self.folder, self.given)

    def start(self, *arguments, **options):
        """Starts the program; its output is bytes."""
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.Popen([path(), *map(str, arguments)], cwd=self.folder,
                                stderr=subprocess.PIPE, **options)

    def run_program(self, *arguments, given=None, **options):
        """Runs it to the end; returns status, standard output (bytes) and messages."""
        if given is not None:
            options["stdin"] = subprocess.PIPE
        with self.start(*arguments, **options) as process:
            output, messages = process.communicate(given)
        keep.text(output or b"")
        keep.files(self.folder, self.given)
        return process.returncode, output or b"", messages.decode()

    def succeed(self, *arguments, **options):
        """Runs it and expects success; returns standard output."""
        status, output, messages = self.run_program(*arguments, **options)
        self.assertEqual(status, 0, messages)
        return output

    def whole_help(self, command):
        """The help of a command, with the groups of options that it has from other helps."""
        text = self.succeed(command, "--help").decode()
        for title, topic in re.findall(r"(?m)^(.+): dropforge help (film|prepare)$", text):
            others = "\n" + self.succeed("help", topic).decode()
            self.assertIn(f"\n{title}:\n", others)
            text += others.partition(f"\n{title}:\n")[2].partition("\n\n")[0] + "\n"
        return text

    def refuse(self, wanted, *arguments, **options):
        """Runs it and expects this status, one message and no new file; returns the message."""
        before = sorted(self.folder.iterdir())
        status, output, messages = self.run_program(*arguments, **options)
        self.assertEqual(status, wanted, f"{arguments}: {messages}")
        self.assertTrue(messages.startswith("dropforge: "), f"{arguments}: {messages}")
        lines = messages.splitlines()
        self.assertEqual(len(lines), 2 if wanted == 2 else 1, messages)
        if wanted == 2:
            self.assertRegex(lines[1], r"^Try 'dropforge .*--help'\.$")
        self.assertEqual(output, b"", arguments)
        self.assertEqual(sorted(self.folder.iterdir()), before, f"{arguments} leaves files")
        return lines[0].removeprefix("dropforge: ")

    def write(self, name, data):
        (self.folder / name).write_bytes(data)
        self.given.add(name)
        return name

    def draw(self, name, *rows):
        """Writes an image of a drawing."""
        return self.write(name, images.png_rgba(images.picture(*rows)))

    def read(self, name):
        return (self.folder / name).read_bytes()

    def files(self):
        return sorted(entry.name for entry in self.folder.iterdir())


def main():
    """Runs all cases of the script, or those named after the program."""
    tap.run(sys.argv[2:])
