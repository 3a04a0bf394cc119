"""Lets the npm package tetris-fumen read the fumens of the program, and the other way round.

Skipped where there is no node, or not the package, which tests/npm/install installs.
"""

import importlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import unittest

from tests.support import program
from tests.support import tap

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

# The rows, pieces and comments of a fumen, and the other way round.
READ = """
const { decoder } = require('tetris-fumen');
const text = require('fs').readFileSync(0, 'utf8');
console.log(JSON.stringify(decoder.decode(text).map(({ field, operation, comment, flags }) => {
  const rows = field.str({ reduced: true, garbage: false }).replaceAll('_', '.').split('\\n');
  const turns = { spawn: 'N', right: 'E', reverse: 'S', left: 'W' };
  return [rows.filter((row, i) => i > 0 || /[^.]/.test(row)),
    operation ? [operation.type, turns[operation.rotation], operation.x, operation.y] : null, flags.lock, comment];
})));
"""
WRITE = """
const { encoder } = require('tetris-fumen');
console.log(encoder.encode(JSON.parse(require('fs').readFileSync(0, 'utf8'))));
"""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def old_fumen(chance):
    """Pages of version 110, with boards of 22 rows with the garbage row."""
    def put(number, digits):
        return "".join(DIGITS[number // 64**i % 64] for i in range(digits))
    text, board = "v110@", [0] * 220
    for _ in range(chance.randint(1, 4)):
        wanted = [chance.choice((0, 0, 1, 5, 8)) if chance.random() < 0.2 else square for square in board]
        for at in range(0, 220, 10):  # a row cannot be full
            wanted[at + chance.randrange(10)] = 0
        runs = []
        for new, old in zip(wanted, board):
            if runs and runs[-1][0] == new - old:
                runs[-1][1] += 1
            else:
                runs.append([new - old, 1])
        text += "".join(put((change + 8) * 220 + count - 1, 2) for change, count in runs)
        text += "A" if runs == [[0, 220]] else ""
        piece, turn, place = chance.randrange(8), chance.randrange(4), 10 * chance.randint(3, 17) + chance.randint(3, 6)
        text += put(((16 * 220 + place) * 4 + turn) * 8 + piece, 3)
        board = wanted
    return text


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

    def test_comments_are_the_same(self):
        df = self.package()
        comments = ["\u3053\u3093\u306b\u3061\u306f", "d\u00e9j\u00e0 100%", "\U0001f600!", "%u3042 %41", "",
                    "#Q=[](I)OT;\u306f\u3044"]
        text = node(WRITE, json.dumps([{"comment": comment} for comment in comments]).encode())
        pages = df.read_fumen(text.decode())
        self.assertEqual([page.comment for page in pages], comments)
        read = json.loads(node(READ, df.write_fumen(pages).encode()))
        self.assertEqual([page[3] for page in read], comments)
        # What no page can show.
        text = node(WRITE, json.dumps([{"comment": "a\nb\ud83dc"}]).encode())
        self.assertEqual(df.read_fumen(text.decode())[0].comment, "a?b?c")

    def test_quizzes_go_on_alike(self):
        df = self.package()
        for quiz in ("#Q=[S](Z)IJ;then", "#Q=[](T)IO", "#Q=[S](T)", "#Q=[](T);#Q=[](I)", "#Q=[](T);\u306f"):
            for pieces in tap.part(("TIO", "ZIJ", "SZI", "ITO"), 2):
                pages = [{"operation": {"type": piece, "rotation": "spawn", "x": 4, "y": 3 * i},
                          **({"comment": quiz} if i == 0 else {})} for i, piece in enumerate(pieces)]
                text = node(WRITE, json.dumps(pages).encode())
                self.assertEqual([page.comment for page in df.read_fumen(text.decode())],
                                 [page[3] for page in json.loads(node(READ, text))])

    def test_version_110_is_read(self):
        df, chance = self.package(), random.Random(os.environ.get("DROPFORGE_TEST_SEED", 110))
        for _ in range(tap.cases(40)):
            text = old_fumen(chance)
            ours = [[page.rows, list(page.piece) if page.piece else None, page.lock, page.comment]
                    for page in df.read_fumen(text)]
            self.assertEqual(ours, json.loads(node(READ, text.encode())), text)
            self.assertEqual(df.read_fumen(df.write_fumen(df.read_fumen(text))), df.read_fumen(text))

    def package(self):
        """The Python package beside the program."""
        folder = pathlib.Path(program.path()).parents[1] / "bindings" / "python"
        if not (folder / "dropforge").is_dir():
            self.skipTest("the Python package is not built")
        sys.path.insert(0, str(folder))
        return importlib.import_module("dropforge")


if __name__ == "__main__":
    program.main()
