"""A terminal for the tests: runs a program in it and keeps what it would show."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios

from tests.support import program

CONTROL = re.compile(r"\x1b\[([?<>]?)([0-9;]*)([A-Za-z])")
PATIENCE = 60  # seconds without output after which a test has failed


class Screen:
    """What the escape sequences so far have drawn. A cell is (character, ink, paper)."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.is_alternate = False
        self.has_cursor = True
        self.asks = False  # if releases of keys are reported
        self.releases = []  # the flags of the protocol for them
        self.unknown = []
        self.is_behind = False  # if there are pictures that are not drawn yet
        self.main = []  # lines of the ordinary screen
        self.clear()
        self.ink = self.paper = None
        self._text = b""

    def clear(self):
        self.cells = [[(" ", None, None)] * self.columns for _ in range(self.rows)]
        self.line = self.column = 0

    def feed(self, data, is_one=False):
        """Takes bytes; keeps what is not a whole character or sequence yet.

        With `is_one` it stops, and is behind, where the cursor goes up or back, since the next
        picture begins there.
        """
        self.is_behind = False
        text = (self._text + data).decode("utf-8", errors="ignore")
        rest = len(self._text + data) - len(text.encode())
        self._text = (self._text + data)[-rest:] if rest else b""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            found = CONTROL.match(text, at)
            if found is None or (is_one and at > 0 and self._goes_back(*found.groups())):
                self._text = text[at:].encode() + self._text
                self.is_behind = found is not None
                return
            self._obey(*found.groups())
            at = found.end()

    def _goes_back(self, _, numbers, letter):
        return letter == "H" and \
            tuple(int(n) - 1 for n in numbers.split(";")) < (self.line, self.column)

    def _put(self, character):
        if not self.is_alternate:
            self.main.append((character, self.ink, self.paper))
        elif self.line < self.rows and self.column < self.columns:
            self.cells[self.line][self.column] = (character, self.ink, self.paper)
            self.column += 1
        else:
            self.unknown.append(f"{character!r} beyond the edge")

    def _obey(self, private, numbers, letter):
        values = [int(n) if n else 0 for n in numbers.split(";")]
        if private and letter in "hl" and values[0] == 1049:
            self.is_alternate = letter == "h"
        elif private and letter in "hl" and values[0] == 25:
            self.has_cursor = letter == "h"
        elif letter == "u" and private == "?":
            self.asks = True
        elif letter == "u" and private == ">":
            self.releases.append(values[0])
        elif letter == "u" and private == "<":
            self.releases.pop()
        elif letter == "H":
            self.line, self.column = values[0] - 1, values[1] - 1
        elif letter == "J" and values[0] == 2:
            line, column = self.line, self.column
            self.clear()
            self.line, self.column = line, column
        elif letter == "m" and values == [0]:
            self.ink = self.paper = None
        elif letter == "m" and values[:2] == [38, 2]:
            self.ink = tuple(values[2:])
        elif letter == "m" and values[:2] == [48, 2]:
            self.paper = tuple(values[2:])
        else:
            self.unknown.append(private + numbers + letter)

    def text(self):
        """The characters on the screen."""
        return ["".join(cell[0] for cell in row) for row in self.cells]

    def main_text(self):
        """What has been written to the ordinary screen."""
        return "".join(cell[0] for cell in self.main).replace("\r", "")


class Stage:
    """A program in a terminal of its own."""

    def __init__(self, arguments, columns=80, rows=24, cwd=None, has_shell=False, **environment):
        """With `has_shell` there is a process that could end a stop, as a shell can."""
        self.screen = Screen(columns, rows)
        self.master, self.slave = os.openpty()
        self.resize(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        self.bytes = b""
        variables = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
                     **environment}
        if "NO_COLOR" not in environment:
            variables.pop("NO_COLOR", None)
        self.process = subprocess.Popen(arguments, stdin=self.slave, stdout=self.slave,
                                        stderr=self.slave, env=variables, cwd=cwd,
                                        start_new_session=not has_shell,
                                        preexec_fn=os.setpgrp if has_shell else None)

    def resize(self, columns, rows):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

    def read(self, is_one=False):
        """Takes what there is to read; waits for it. False when nothing came."""
        if not select.select([self.master], [], [], PATIENCE)[0]:
            return False
        data = os.read(self.master, 65536)
        self.bytes += data
        self.screen.feed(data, is_one)
        return True

    def until(self, holds):
        """Reads until something holds of a picture, which no later one has drawn over."""
        while not holds(self.screen):
            if self.screen.is_behind:
                self.screen.feed(b"", is_one=True)
            elif not self.read(is_one=True):
                raise AssertionError("the program has gone silent")

    def type(self, keys):
        os.write(self.master, keys)

    def signal(self, number):
        self.process.send_signal(number)

    def finish(self):
        """Reads to the end of the program; returns its exit status."""
        while self.process.poll() is None or select.select([self.master], [], [], 0)[0]:
            if select.select([self.master], [], [], 0.02)[0]:
                self.read()
        return self.process.returncode

    def modes_now(self):
        return termios.tcgetattr(self.slave)

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


class OnStage:
    """What tests need to play the program on stages; for a program.Case."""

    def stage(self, *arguments, **options):
        stage = Stage([program.path(), *arguments], **options)
        self.addCleanup(stage.close)
        return stage

    def quit(self, stage, keys=b"q"):
        """Ends the program by a key, which leaves the terminal as it was."""
        stage.type(keys)
        self.assertEqual(stage.finish(), 0)
        self.check_restored(stage)

    def check_restored(self, stage):
        self.assertFalse(stage.screen.is_alternate)
        self.assertTrue(stage.screen.has_cursor)
        self.assertEqual(stage.modes_now(), stage.modes)
        self.assertEqual(stage.screen.unknown, [])
