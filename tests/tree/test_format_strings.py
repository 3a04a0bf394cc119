#!/usr/bin/env python3
"""Checks that the formatter of errors and texts knows each conversion that it is given.

usage: test_format_strings.py [unittest options]
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXTS = {path: path.read_text(encoding="utf-8") for folder in ("src", "cli", "include", "web", "fuzz", "examples")
         for path in sorted((ROOT / folder).rglob("*.[ch]"))}
FORMATTER = re.compile(r"\b(\w+)\([^;{}]*\)\s*DF_TEXT_FORMAT\((\d), \d\);")
STRING = r'"((?:[^"\\]|\\.)*)"'
# Comments, strings and characters are whole tokens, so that no bracket or comma in them counts.
TOKEN = re.compile(rf"/\*.*?\*/|{STRING}|'(?:[^'\\]|\\.)+'|\w+|\S", re.DOTALL)
KNOWN = re.compile(r"%(?:s|\.\*s|c|zu|l{0,2}u)")  # as src/core/base/format.h has them


def argument(text, start, place):
    """The tokens of the argument with this number, from 1, of a call whose bracket ends at `start`."""
    depth, found = 1, []
    for token in TOKEN.finditer(text, start):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        place -= depth == 1 and token[0] == ","
        if depth == 0 or place == 0:
            break
        if place == 1 and not token[0].startswith("/*"):
            found.append(token)
    return found


def string_of(tokens, macros):
    """The literals and macros of an argument, one after the other."""
    parts = (token[1] if token[1] is not None else macros.get(token[0], "") for token in tokens)
    return re.sub(r"PRI([a-zA-Z])(?:\d+|MAX|PTR)", r"\1", "".join(parts))


class FormatStrings(unittest.TestCase):
    def test_conversions_are_known(self):
        whole = "\n".join(TEXTS.values())
        macros = dict(re.findall(rf"^#define (\w+) {STRING}$", whole, re.MULTILINE))
        macros |= {name: name for name in re.findall(r"\bPRI\w+", whole)}
        formatters = {name: int(place) for name, place in FORMATTER.findall(whole)}
        self.assertLess({"df_text_format", "df_error_set_at", "df_error_advise"}, set(formatters))
        call = re.compile(rf"\b({'|'.join(formatters)})\(")
        count = 0
        for path, text in TEXTS.items():
            for found in call.finditer(text):
                format = string_of(argument(text, found.end(), formatters[found[1]]), macros)
                count += "%" in format
                line = text.count("\n", 0, found.start()) + 1
                with self.subTest(place=f"{path.relative_to(ROOT)}:{line}"):
                    self.assertNotIn("%", KNOWN.sub("", format))
        self.assertGreater(count, 100)


if __name__ == "__main__":
    unittest.main()
