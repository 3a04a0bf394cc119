#!/usr/bin/env python3
"""Lets the npm package tetris-fumen read the fumens of the program, and the other way round.

usage: test_fumen_npm.py PROGRAM [CASE]...

Skipped where there is no node, or not the package, which tests/npm/install installs.
"""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from tests.support import program

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ROOT / "build-npm" / "node_modules"

# Each page as its rows from the top, without what is empty above.
DECODE = """
const { decoder } = require('tetris-fumen');
const text = require('fs').readFileSync(0, 'utf8').trim();
const draw = (page) => page.field.str({ reduced: true, garbage: false }).split('\\n');
console.log(JSON.stringify(decoder.decode(text).map(draw)));
"""

# The other way: drawings with rows from the top become pages.
ENCODE = """
const { encoder, Field } = require('tetris-fumen');
const pages = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(encoder.encode(pages.map((rows) => ({ field: Field.create(rows.join('')) }))));
"""


def node(script, given):
    return subprocess.run(
        ["node", "-e", script], input=given, capture_output=True, check=True,
        env={**os.environ, "NODE_PATH": str(MODULES)}).stdout


@unittest.skipUnless(shutil.which("node"), "there is no node")
@unittest.skipUnless((MODULES / "tetris-fumen").is_dir(),
                     "tetris-fumen is not there; run tests/npm/install")
class Npm(program.Case):
    def drawings(self, *arguments):
        text = self.succeed("tile", "list", *arguments, "--symbols", "names").decode()
        return [drawing.split("\n") for drawing in text[:-1].split("\n\n")]

    def test_tilings_are_read(self):
        for arguments in (("10x4", "--random", 100), ("10x6", "--random", 20),
                          ("10x20", "--pieces", "IO", "--random", 5), ("10x2", "--limit", 9)):
            self.succeed("tile", "list", *arguments, "-o", "x.fumen")
            pages = json.loads(node(DECODE, self.read("x.fumen")))
            self.assertEqual(pages, self.drawings(*arguments))

    def test_its_fumens_are_fields(self):
        # A column is left for the I.
        text = node(ENCODE, json.dumps([["XXXXXXXXX_"] * 4]).encode())
        self.write("x.fumen", text)
        self.assertEqual(self.succeed("clear", "ways", "I", "--field", "x.fumen"),
                         b"I E 9 0\n")


if __name__ == "__main__":
    program.main()
