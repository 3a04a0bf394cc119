"""The lines of words that texts of plans and of pieces consist of, by docs/format alone."""

import re


class PlanError(Exception):
    """A plan that must be refused; line and column count from 1."""

    def __init__(self, line, column, text):
        super().__init__(f"{line}:{column}: {text}")
        self.line, self.column, self.text = line, column, text


def split_lines(data):
    lines = data.split(b"\n")
    last = lines.pop()
    lines = [line[:-1] if line.endswith(b"\r") else line for line in lines]
    return lines + [last] if last else lines


class Words:
    """The words of one line, each with its column."""

    def __init__(self, number, line):
        self.number, self.line = number, line
        self.end = len(line) + 1
        self.left = []  # with their columns
        at = 0
        for word in line.replace(b"\t", b" ").split(b" "):
            if word:
                self.left.append((word, at + 1))
            at += len(word) + 1

    def take(self):
        return self.left.pop(0) if self.left else (b"", self.end)

    def refuse(self, column, text):
        raise PlanError(self.number, column, text)

    def take_word(self, wanted):
        """Takes the next word if it is this one, and says whether it is."""
        if not self.left or self.left[0][0] != wanted:
            return False
        self.take()
        return True

    def number_in(self, least, most):
        word, column = self.take()
        if not word or any(c not in b"0123456789" for c in word):
            raise PlanError(self.number, column, "not a number")
        # int() would refuse thousands of digits.
        word = word.lstrip(b"0") or b"0"
        if len(word) > 20 or not least <= int(word) <= most:
            raise PlanError(self.number, column, f"not a number from {least} to {most}")
        return int(word), column

    def finish(self):
        word, column = self.take()
        if word:
            raise PlanError(self.number, column, "too much")


def _is_frame(line):
    """True if the line marks a frame: alone, with its milliseconds, or with the number of plays, too."""
    found = re.fullmatch(rb"# frame(?: ([0-9]+)(?: ([0-9]+))?)?", line)
    return bool(found) and all(number is None or 1 <= int(number) <= most
                               for number, most in zip(found.groups(), (600000, 65535)))


def statements(data, magic):
    """The lines that mean something, after the first: its words, the first and its column.
    A mark has None for a first word, and its name."""
    lines = split_lines(data)
    if not lines:
        raise PlanError(1, 1, "empty")
    for number, line in enumerate(lines, 1):
        if b"\0" in line:
            raise PlanError(number, line.index(b"\0") + 1, "a NUL byte")
        words = Words(number, line)
        word, column = words.take()
        if number == 1:
            if word != magic or column != 1:
                raise PlanError(1, 1, "another format")
            word, column = words.take()
            if word != b"1":
                raise PlanError(1, column, "another version")
            words.finish()
        elif word.startswith(b"#"):
            if line == b"# block" or _is_frame(line):
                yield words, None, line[2:]
        elif word:
            yield words, word, column
    yield None, b"", len(lines) + 1
