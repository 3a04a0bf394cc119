"""Reads again what the other tests have produced: every plan, list of pieces and fumen.

DROPFORGE_TEST_KEEP names the folder where keep.py and keep.c have put it; without it there is
nothing to do. Plans and lists are given to the program and to the oracles in Python and JavaScript,
which must come to the same playfield, or refuse them at the same place. Fumens must be read by the
oracle in JavaScript and by the npm package tetris-fumen as the same pages.
"""

import json
import os
import pathlib
import subprocess
import unittest

from tests.support import keep
from tests.support import program
from tests.support import tap
from tests.oracle import three_ways

TESTS = pathlib.Path(__file__).resolve().parent
MODULES = TESTS.parent / "build-npm" / "node_modules"


def kept():
    """The files of each kind, those with the same text only once."""
    found = {}
    for path in sorted(pathlib.Path(keep.FOLDER).iterdir()):
        data = path.read_bytes()
        kind = keep.kind_of(data)
        if kind is not None:
            found.setdefault(kind, {}).setdefault(data, path)
    return {kind: list(paths.values()) for kind, paths in found.items()}


def pages_of(command, paths):
    """What a program says of each fumen: its lines of JSON."""
    done = subprocess.run(["node", *command], input="\n".join(map(str, paths)).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                          env={**os.environ, "NODE_PATH": str(MODULES)})
    return [json.loads(line) for line in done.stdout.splitlines()]


@unittest.skipUnless(keep.FOLDER, "nothing was kept: DROPFORGE_TEST_KEEP names no folder")
class Kept(program.Case):
    def setUp(self):
        super().setUp()
        self.kept = kept()

    def agree(self, *kinds):
        tally = three_ways.Tally(three_ways.Program(program.path(), self.folder))
        tally.compare([path for kind in kinds for path in tap.part(self.kept.get(kind, ()), 6)])
        print(f"# kept: {tally}")
        self.assertEqual(tally.wrong, [])
        self.assertGreater(tally.plans + tally.lists, 0)

    def test_drop_lists(self):
        self.agree("drops")

    def test_packed_blocks(self):
        self.agree("blocks")

    def test_lists_of_pieces(self):
        self.agree("pieces")

    @unittest.skipUnless((MODULES / "tetris-fumen").is_dir(),
                         "tetris-fumen is not there; run tests/npm/install")
    def test_fumens(self):
        paths = self.kept.get("fumen", [])
        oracle = pages_of([three_ways.ORACLE, "-"], paths)
        package = pages_of([TESTS / "fumen_npm.cjs"], paths)
        pages = [told.get("pages") for told in oracle]
        print(f"# kept: {len(paths)} fumens with {sum(map(len, filter(None, package)))} pages read")
        self.assertGreater(len(paths), 0)
        self.assertEqual(len(package), len(paths))
        for path, ours, theirs in zip(paths, pages, package):
            self.assertIsNotNone(theirs, f"{path} is not read by tetris-fumen")
            self.assertEqual(ours, theirs, path)


if __name__ == "__main__":
    program.main()
