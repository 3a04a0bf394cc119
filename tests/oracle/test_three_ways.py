"""The program and the oracles in Python and JavaScript must agree about every text of a plan: what
it comes to, or where it is wrong.

The texts are the examples of docs/format, those of tests/data and edge_texts.py, and random
ones. DROPFORGE_TEST_SEED and DROPFORGE_TEST_CASES choose others and more of these; without node
the oracle in Python is compared with the program alone.
"""

import os
import pathlib
import random
import re
import subprocess
import unittest

from tests.support import edge_texts
from tests.support import program
from tests.oracle import random_plans
from tests.oracle import three_ways
from tests.support import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
CASES = tap.cases(200)
EXAMPLE = re.compile(rb"^```(?:drops|blocks|list) (ok|error)[^\n]*\n(.*?)^```", re.M | re.S)
# Of random_plans.tunnel_plans: together they notice most changes of one number in the tables of kicks.
TUNNELS = (19, 35, 161, 209, 213, 266, 325, 335, 374, 379, 426, 438, 518, 554, 572, 580, 582, 801,
           846, 911, 993, 998, 1101, 1119, 1292, 1780, 2190, 3225, 3331, 3498, 3509, 3527, 4290,
           4375, 5576, 5707, 5732, 6154, 7179, 7189, 7629)
BATCH = 500  # texts for one process of node


def examples():
    """All examples of plans in the document, with "ok" or "error"."""
    pages = sorted((ROOT / "docs/format").glob("*.md"))
    return [found for page in pages for found in EXAMPLE.findall(page.read_bytes())]


class Agreement(program.Case):
    def setUp(self):
        super().setUp()
        self.tally = three_ways.Tally(three_ways.Program(program.path(), self.folder))

    def agree(self, texts):
        """Compares what is made of these texts, many at a time, and tells how many they were."""
        texts = list(texts)
        for begin in range(0, len(texts), BATCH):
            batch = texts[begin:begin + BATCH]
            paths = [self.folder / f"text-{number}" for number in range(len(batch))]
            for path, text in zip(paths, batch):
                path.write_bytes(text)
            wrong = len(self.tally.wrong)
            self.tally.compare(paths)
            for each in self.tally.wrong[wrong:]:
                number = int(re.search(r"text-(\d+)", each)[1])
                print(f"# {batch[number]!r}\n# {each}")
        print(f"# {self.id().rpartition('.')[2]}, seed {SEED}: {self.tally}")
        self.assertEqual(self.tally.wrong, [])

    def test_known_texts(self):
        data = [path.read_bytes() for folder in ("bad", "plans")
                for path in sorted((program.DATA / folder).iterdir()) if path.suffix != ".md"]
        self.agree([text for _, text in examples()] + data + edge_texts.TEXTS)

    @unittest.skipUnless(three_ways.has_javascript(), "there is no node")
    def test_playfields_that_are_told(self):
        self.write("x.drops", b"dropforge-drops 1\nfield 4 3\nT N 0 0\n")
        for drawing, wanted in ((b"....\n.T..\nTTT.\n", b""),
                                (b"..T.\n.TTT\n", b"x.drops: it leaves another playfield\n")):
            self.write("x.txt", drawing)
            done = subprocess.run(["node", three_ways.ORACLE, "--picture", "x.txt", "x.drops"],
                                  cwd=self.folder, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (1 if wanted else 0, wanted))

    def test_random_plans(self):
        chance = random.Random(SEED)
        makers = [random_plans.fallen_plan, random_plans.moved_plan, random_plans.dealt_plan,
                  random_plans.pieces_list]
        self.agree(random_plans.dressed(chance, chance.choices(makers, [4, 8, 4, 1])[0](chance))
                   for _ in range(CASES // 4))

    def test_caves(self):
        chance = random.Random(SEED + 3)
        self.agree("\n".join(random_plans.cave_plan(chance)).encode() for _ in range(CASES // 4))

    def test_tunnels(self):
        """Places to which a piece comes by one kick, and others to which a wrong one would lead."""
        texts = {"\n".join(plan).encode() for number in TUNNELS
                 for plan in random_plans.tunnel_plans(random.Random(number))}
        chance = random.Random(SEED + 4)
        for _ in range(CASES // 20):
            texts |= {"\n".join(plan).encode() for plan in random_plans.tunnel_plans(chance)}
        self.agree(sorted(texts))

    def test_mistakes(self):
        chance = random.Random(SEED + 1)
        right = [text for kind, text in examples() if kind == b"ok"]

        def text():
            if chance.randrange(3):
                return chance.choice(right)
            maker = chance.choice([random_plans.fallen_plan, random_plans.moved_plan,
                                   random_plans.dealt_plan, random_plans.pieces_list])
            return random_plans.dressed(chance, maker(chance))

        self.agree(random_plans.mistaken(chance, text()) for _ in range(CASES // 4))

    def test_blocks(self):
        chance = random.Random(SEED + 2)
        texts = []
        while len(texts) < CASES // 4:
            self.write("x.drops", "\n".join(random_plans.blocks_plan(chance)).encode())
            status, blocks, _ = self.run_program("replay", "x.drops", "-o", "-", "-f", "blocks")
            if status != 0:  # no blocks tell of it
                continue
            texts.append(blocks)
            texts.append(random_plans.mistaken(chance, blocks))
        self.agree(texts)


if __name__ == "__main__":
    program.main()
