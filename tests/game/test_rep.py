"""Reads and writes replays of NullpoMino."""

import json
import os
import random
import re

from tests.oracle import oracle
from tests.oracle import oracle_rep
from tests.support import program
from tests.support import tap

SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
REPLAYS = program.DATA / "replays"
EXPECTED = json.loads((REPLAYS / "expected.json").read_text())


def field_of(drops):
    """What drops, as in expected.json, leave after rows have cleared, from the top."""
    rows = []
    for drop in drops:
        piece, *squares = drop.split()
        for x, y in (map(int, square.split(",")) for square in squares):
            rows += [["."] * 10 for _ in range(y + 1 - len(rows))]
            assert rows[y][x] == "."
            rows[y][x] = piece
        rows = [row for row in rows if "." in row]
    return ["".join(row) for row in reversed(rows)]


def random_frames(rng, count):
    """Buttons of hands that press without a plan; the hard drop often enough for many pieces."""
    chances, held = (0.02, 0.03, 0.06, 0.06, 0.04, 0.04, 0.01, 0.02, 0.01), 0
    for frame in range(count):
        before = held
        for button, chance in enumerate(chances):
            if rng.random() < (0.25 if held >> button & 1 else chance):
                held ^= 1 << button
        if held != before:
            yield f"0.r.{frame}={held}\n"


def with_game(text, rng):
    """A replay with another seed, level, lock delay and hands."""
    count = rng.choice((600, 2000, 4000))
    for line, value in (("0.r.max", count), ("0.replay.randSeed", f"{rng.getrandbits(40):x}"),
                        ("0.ruleopt.minLockDelay", rng.choice((99, -1))),
                        ("marathon.startlevel", rng.choice((0, 0, 5, 12, 15, 19)))):
        text = re.sub(rf"^{re.escape(line)}=.*", f"{line}={value}", text, flags=re.M)
    return re.sub(r"^0\.r\.\d+=.*\n", "", text, flags=re.M) + "".join(random_frames(rng, count))


def drop_lines(text):
    return [line.split() for line in text.decode().splitlines() if re.match(r"[IOTSZJL] [NESW] \d", line)]


class Rep(program.Case):
    def test_games(self):
        """The drops are those that the game itself made, by several rules and modes."""
        for name, drops in EXPECTED.items():
            with self.subTest(name):
                figures = json.loads(self.succeed("replay", str(REPLAYS / name), "-o", "x.drops", "--json"))
                plan = oracle.read_drops(self.read("x.drops"))
                self.assertEqual(figures["locks"], len(drops))
                self.assertEqual([line[0] for line in drop_lines(self.read("x.drops"))], [drop[0] for drop in drops])
                self.assertEqual(plan.field.draw(), field_of(drops))

    def test_oracle(self):
        """The drops are those of a game that is written from the document alone."""
        self.print_heart("--seed", "3")
        printed = self.read("x.rep").decode()
        rng = random.Random(SEED)
        for case, text in enumerate([printed, *(with_game(printed, rng) for _ in range(tap.cases(40)))]):
            with self.subTest(seed=SEED, case=case):
                self.write("y.rep", text.encode())
                self.succeed("replay", "y.rep", "-o", "y.drops")
                game = oracle_rep.play(text)
                plan = oracle.read_drops(self.read("y.drops"))
                self.assertEqual([line[0] for line in drop_lines(self.read("y.drops"))], [piece for piece, _ in game.drops])
                self.assertEqual(plan.field.draw(), game.draw())

    def print_heart(self, *options):
        output = self.succeed("print", "--sample", "heart", "--game", "nullpomino", "--effort", "0", "-o", "x.rep",
                              "-o", "x.drops", "--json", *options)
        return json.loads(output)

    def test_print(self):
        """What is printed is what the replay plays, with any number of jobs."""
        figures = self.print_heart("--jobs", "2")
        first = self.read("x.rep")
        self.assertGreater(figures["seeds_tried"], 5)
        if not tap.QUICK:
            self.print_heart("--jobs", "1")
            self.assertEqual(self.read("x.rep"), first)
        again = json.loads(self.succeed("replay", "x.rep", "-o", "again.drops", "--json"))
        self.assertEqual([again["drops"], again["frames"]], [figures["drops"], figures["frames"]])
        self.assertEqual([line[:3] for line in drop_lines(self.read("again.drops"))],
                         [line[:3] for line in drop_lines(self.read("x.drops"))])
        self.succeed("replay", "x.drops", "-o", "again.rep")
        self.assertEqual(self.read("again.rep"), first)
        seed = str(figures["seed"])
        self.assertEqual(self.print_heart("--seed", seed)["seeds_tried"], 0)
        self.assertIn(b"randSeed=%x\n" % int(seed), self.read("x.rep"))

    def test_colors(self):
        """Each colour of the picture has the pieces whose colours in the game are nearest."""
        self.succeed("print", program.CAT, "--game", "nullpomino", "--fit", "6x6", "--colors", "2",
                     "--effort", "0", "--seed", "3", "-o", "x.rep", "-o", "x.drops")
        self.succeed("check", "x.rep", program.CAT, "--fit", "6x6", "--colors", "2")
        self.assertIn(b"color I #00f0f0", self.read("x.drops"))

    def test_moves(self):
        """Pieces are tucked under others where that saves drops."""
        self.write("x.drops", b"""dropforge-drops 1
field 10 20
rules srs
deal nullpomino seed 12345 hold
queue TLOSJIZ
T E 0 0
L N 2 0
""")
        self.succeed("replay", "x.drops", "-o", "x.rep")
        self.succeed("replay", "x.rep", "-o", "y.drops")
        self.assertEqual([line[:3] for line in drop_lines(self.read("y.drops"))],
                         [line[:3] for line in drop_lines(self.read("x.drops"))])

    def test_damage(self):
        """A replay that is cut off is refused, or is a shorter game."""
        text = (REPLAYS / "race.rep").read_bytes()
        for end in tap.part(range(1, len(text) - 1, 397)):
            self.write("x.rep", text[:end])
            status, _, messages = self.run_program("replay", "x.rep", "-o", "y.drops")
            self.assertEqual(status, 1)
            self.assertRegex(messages, r"^dropforge: x\.rep(:\d+:\d+)?: ")


if __name__ == "__main__":
    program.main()
