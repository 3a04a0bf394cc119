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

CONTROL = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")
STRING = re.compile(r"\x1b([P_])([^\x1b]*)\x1b\\")  # of sixels, and of kitty's images
END = "\x1b\\"
QUESTIONS = ("16t", "c")  # that a Stage answers
PATIENCE = 60  # seconds without output after which a test has failed


class Screen:
    """What the escape sequences so far have drawn. A cell is (character, ink, paper)."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.is_alternate = False
        self.has_cursor = True
        self.unknown = []
        self.main = []  # lines of the ordinary screen
        self.asked = []  # questions that have not been answered
        self.strings = []  # ("P" or "_", text, line, column) of images
        self.clear()
        self.ink = self.paper = None
        self._text = b""

    def clear(self):
        self.cells = [[(" ", None, None)] * self.columns for _ in range(self.rows)]
        self.line = self.column = 0

    def feed(self, data):
        """Takes bytes; keeps what is not a whole character or sequence yet."""
        text = (self._text + data).decode("utf-8", errors="ignore")
        rest = len(self._text + data) - len(text.encode())
        self._text = (self._text + data)[-rest:] if rest else b""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            if text.startswith(END, at):
                at += len(END)
                continue
            found = STRING.match(text, at)
            if found is not None:
                self._take_string(*found.groups())
                at = found.end()
                continue
            found = CONTROL.match(text, at)
            if found is None:
                self._text = text[at:].encode() + self._text
                return
            self._obey(*found.groups())
            at = found.end()

    def _put(self, character):
        if not self.is_alternate:
            self.main.append((character, self.ink, self.paper))
        elif self.line < self.rows and self.column < self.columns:
            self.cells[self.line][self.column] = (character, self.ink, self.paper)
            self.column += 1
        else:
            self.unknown.append(f"{character!r} beyond the edge")

    def _take_string(self, kind, content):
        if kind == "_" and "a=q" in content:
            self.asked.append("kitty")
        else:
            self.strings.append((kind, content, self.line, self.column))

    def _obey(self, private, numbers, letter):
        values = [int(n) if n else 0 for n in numbers.split(";")]
        if private and letter in "hl" and values[0] == 1049:
            self.is_alternate = letter == "h"
        elif private and letter in "hl" and values[0] == 25:
            self.has_cursor = letter == "h"
        elif letter == "H":
            self.line, self.column = values[0] - 1, values[1] - 1
        elif not private and numbers + letter in QUESTIONS:
            self.asked.append(numbers + letter)
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


def read_sixels(text):
    """The pixels of an image of sixels as rows of colours, the text between its control characters."""
    head = re.match(r"0;1;0q\"1;1;(\d+);(\d+)", text)
    width, height = map(int, head.groups())
    rows = [[None] * width for _ in range(height)]
    palette, color, x, top = {}, None, 0, 0
    for mark, numbers, letter in re.findall(r"([#!]?)([0-9;]*)([?-~$-]?)", text[head.end():]):
        values = [int(n) for n in numbers.split(";")] if numbers else []
        if mark == "#" and len(values) == 5:
            palette[values[0]] = tuple(round(value * 255 / 100) for value in values[2:])
        elif mark == "#":
            color = palette[values[0]]
        if letter == "$":
            x = 0
        elif letter == "-":
            x, top = 0, top + 6
        elif letter:
            count = values[0] if mark == "!" else 1
            for y in range(6):
                if (ord(letter) - 63) >> y & 1:
                    rows[top + y][x:x + count] = [color] * count
            x += count
    return rows


class Stage:
    """A program in a terminal of its own, which has `answers` to some questions."""

    def __init__(self, arguments, columns=80, rows=24, cwd=None, answers=None, **environment):
        self.answers = {"c": b"\x1b[?62;22c", **(answers or {})}
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
                                        start_new_session=True)

    def resize(self, columns, rows):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

    def read(self):
        """Takes what there is to read; waits for it. False when nothing came."""
        if not select.select([self.master], [], [], PATIENCE)[0]:
            return False
        data = os.read(self.master, 65536)
        self.bytes += data
        self.screen.feed(data)
        while self.screen.asked:
            self.type(self.answers.get(self.screen.asked.pop(0), b""))
        return True

    def until(self, holds):
        """Reads until something holds of the screen."""
        while not holds(self.screen):
            if not self.read():
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

    def check_restored(self, stage):
        self.assertFalse(stage.screen.is_alternate)
        self.assertTrue(stage.screen.has_cursor)
        self.assertEqual(stage.modes_now(), stage.modes)
        self.assertEqual(stage.screen.unknown, [])
