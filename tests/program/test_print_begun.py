"""Drives prints that begin with what lies in the playfield, and those of animations."""

import json
import os
import random
import re

from tests.oracle import oracle
from tests.support import images
from tests.support import program
from tests.support import tap

DEAL = ("--jobs", "1", "--effort", "0", "--deal", "bag", "--hold")
SEED = int(os.environ.get("DROPFORGE_TEST_SEED", "20260101"))
CASES = tap.cases(60)
BAR = ("RRRR", "R..R", "R..R")


class Begun(program.Case):
    def print_from(self, field, *options, drawing=BAR):
        """Prints from a field, checks the plan by its picture, and returns it as read by the
        oracle."""
        name = self.draw("x.png", *drawing)
        self.succeed("print", name, *DEAL, "--from", field, *options, "-o", "a.drops")
        self.succeed("check", "a.drops", name, *(["--shape"] if "any" in options else []))
        return oracle.read(self.read("a.drops"))

    def test_kinds_of_fields(self):
        drawing = self.write("field.txt", b"..........\nTT..X.OO.X\nXXXXX.XXX.\n")
        plan = self.print_from(drawing, "--pieces", "any")
        self.assertEqual(plan.begin, ["TT..X.OO.X", "XXXXX.XXX."])
        self.assertEqual((plan.width, plan.height), (10, 20))
        self.write("b.drops", self.read("a.drops"))
        # What a plan leaves, here nothing but the picture, which is there already.
        self.assertEqual(self.print_from("b.drops", "--pieces", "any").drops, [])
        page = self.succeed("tile", "list", "10x4", "--limit", "1", "--format", "fumen")
        self.write("full.txt", page)
        self.assertIn("every row is full", self.refuse(
            1, "print", self.draw("x.png", *BAR), *DEAL, "--from", "full.txt", "-o", "a.drops"))

    def test_rows_stay(self):
        """Rows in the right colours stay: the print goes on where an earlier one ended."""
        two = ("RR..RR", "GRRRRG")
        self.print_from(self.write("none.txt", b".........\n"), "--pieces", "JLZ,TSO", drawing=two)
        self.write("b.drops", self.read("a.drops"))
        more = ("R.R.R.", *two)
        plan = self.print_from("b.drops", "--pieces", "JLZ,TSO", drawing=more)
        self.assertEqual(len(plan.begin), 2)
        fresh = self.print_from(self.write("none.txt", b".........\n"), "--pieces", "JLZ,TSO",
                                drawing=more)
        self.assertLess(len(plan.drops), len(fresh.drops))
        # Squares of no piece have no colour.
        self.print_from(self.write("x.txt", b"X.X......\n"), "--pieces", "JLZ,TSO", drawing=more)

    def test_random_fields(self):
        chance = random.Random(SEED)
        for n in range(max(1, CASES // 10)):
            width = chance.choice([7, 9, 10])
            rows = []
            for _ in range(chance.randint(1, 3)):
                row = [chance.choice("..TJX") for _ in range(width)]
                row[chance.randrange(width)] = "."
                rows.append("".join(row))
            drawing = ["R" + "".join(chance.choice("RR.") for _ in range(4)) for _ in range(3)]
            squares = sum(sign != "." for sign in "".join(rows + drawing))
            if width % 2 == 0 and squares % 2 == 1:
                drawing.append("R")
            field = self.write("field.txt", ("\n".join(rows) + "\n").encode())
            with self.subTest(rows=rows, drawing=drawing):
                plan = self.print_from(field, "--pieces", "any", "--effort", "1", *((), ("--preview", "3"))[n % 3 == 2],
                                       drawing=[row.ljust(5, ".") for row in drawing])
                self.assertEqual(plan.width, width)

    def test_too_high(self):
        """More rows than a search can hold, up to the highest playfield."""
        for rows in (200, 1020):
            field = self.write("f.txt", b"XXXXXXXXX.\n" * rows)
            for options in ((), ("--preview", "3")):
                with self.subTest(rows=rows, options=options):
                    self.assertIn("no plan was found within the limit that begins with the starting field",
                                  self.refuse(1, "print", self.draw("x.png", "RRRR"), *DEAL, "--from", field,
                                              *options, "-o", "a.drops"))

    def test_other_files(self):
        """A game and an image are no fields; each message says how to make one of them."""
        name = self.draw("x.png", *BAR)
        self.succeed("print", name, *DEAL, "-o", "a.game")
        for field, kind, ways in (("a.game", "a recorded game", ("replay", "a.game")),
                                  (name, "an image", ("print", name, *DEAL))):
            with self.subTest(field=field):
                message = self.refuse(1, "print", name, *DEAL, "--from", field, "-o", "c.drops")
                self.assertIn(f"{field}: this is {kind}, not a field; 'dropforge {ways[0]}", message)
                self.succeed(*ways, "-o", "b.drops")
                self.assertEqual(self.print_from("b.drops").drops, [])

    def test_game(self):
        """The record has the starting field, and plays the plan."""
        field = self.write("f.txt", b"XX........\nXXX....XXX\n")
        self.succeed("print", self.draw("x.png", *BAR), *DEAL, "--from", field, "-o", "a.drops", "-o", "x.game")
        self.assertIn(b"\nrow XX........\nrow XXX....XXX\n", self.read("x.game"))
        self.succeed("replay", "x.game", "-o", "b.drops")
        drops = [re.findall(rb"^[A-Z] [NESW] \d.*$", self.read(name), re.M) for name in ("a.drops", "b.drops")]
        self.assertGreater(len(drops[0]), 2)
        self.assertEqual(*drops)


class Frames(program.Case):
    def print_frames(self, frames, *options, source=None, prepared=()):
        """Prints an animation, or another one that is prepared to be like it; each frame must be
        there at its mark, in the same columns."""
        name = self.write("x.gif", images.animation(*(source or frames)))
        self.succeed("print", name, *DEAL, "--all-frames", *prepared, *options, "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        self.assertEqual(len(plan.frames), len(frames))
        field, shown, lefts = oracle.Playfield(plan.width, plan.height), 0, set()
        field.lay(plan.begin)
        for number, drop in enumerate([*plan.drops, None]):
            while shown < len(frames) and plan.frames[shown] == number:
                lefts.add(self.find(field.draw(), frames[shown], plan.colors))
                shown += 1
            if drop:
                field.drop(*drop[:3])
        self.assertEqual((shown, len(lefts)), (len(frames), 1))
        self.assertIn(f" drops leave {len(frames)} frames in ", self.succeed(
            "check", "a.drops", name, "--all-frames", *prepared, *["--shape"] * ("any" in options)).decode())
        return plan

    def find(self, rows, frame, colors):
        """The column in which the frame stands in a playfield."""
        reds = {name for name, color in colors.items() if color == (255, 0, 0)} or set("IOTSZJL")
        frame = [row for row in frame if row.strip(".")]
        kinds = ["".join("." if sign == "." else "GR"[sign in reds] for sign in row) for row in rows]
        width = len(kinds[0])
        for left in range(width - len(frame[0]) + 1):
            if kinds == [("." * left + row).ljust(width, ".") for row in frame]:
                return left
        self.fail(f"no {frame} in {kinds}")

    def test_shapes(self):
        frames = (("....", "R..R", "RRRR"), ("....", "R..R", "RRRR"), ("RR..", "RR..", "RR.."),
                  ("....", "..RR", ".RR."), ("RRRR", "RRRR", "RRRR"))
        plan = self.print_frames(frames, "--pieces", "any")
        self.assertEqual(plan.frames[0], plan.frames[1])
        if tap.QUICK:
            return
        self.print_frames(frames, "--pieces", "any", "--preview", "4")
        self.print_frames(frames, "--from", self.write("f.txt", b"X.XXXXX.X\n"), "--pieces", "any")

    def test_checks(self):
        """Each frame is compared where the plan marks it."""
        frames = [("R.G", "RRG"), ("G.R", "RGR")]
        self.print_frames(frames, "--width", "9")
        plan = self.read("a.drops")
        for frames, words, options in (
                ([frames[0], ("G.R", "RRR")], "in frame 2: column ", ()),
                ([frames[0], ("G.R", "RRR")], "is found; the shape is right (--shape)", ()),
                ([("R.G", "R.G"), frames[1]], "in frame 1: column ", ("--shape",)),
                (frames[:1], ": the plan marks 2 frames, and the animation has 1", ())):
            with self.subTest(words=words):
                name = self.write("x.gif", images.animation(*frames))
                status, output, _ = self.run_program("check", "a.drops", name, "--all-frames", *options)
                self.assertEqual(status, 1)
                self.assertRegex(output.decode(), "^differs.*" + re.escape(words))
        shifted = re.sub(rb"# frame.*\n", b"", plan)
        self.assertNotEqual(shifted, plan)
        # Without marks it is the plan of no animation; and the last frame is what it leaves.
        self.write("b.drops", shifted)
        name = self.write("x.gif", images.animation(("R.G", "RRG"), ("G.R", "RGR")))
        self.assertIn(b": the plan marks 0 frames", self.run_program("check", "b.drops", name,
                                                                     "--all-frames")[1])
        self.succeed("check", "b.drops", name, "--frame", "2")

    def test_ends_early(self):
        """The frames that are finished when the pieces run out make a plan."""
        frames = (("R..R", "RRRR"), ("RRRR", "R..R"), ("RR..", "RR.."))
        name = self.write("x.gif", images.animation(*frames))
        begin = ("print", name, "--jobs", "1", "--effort", "0", "--all-frames", "--pieces", "any", "--hold")
        letters = "TIZLOSJJTISZOL" * 9
        self.succeed(*begin, "--queue", letters, "-o", "a.drops")
        full = oracle.read(self.read("a.drops"))
        few = letters[:full.frames[1] + 2]
        status, output, messages = self.run_program(*begin, "--queue", few, "-o", "b.drops", "--json")
        plan = oracle.read(self.read("b.drops"))
        self.assertEqual((status, json.loads(output)["frames"], len(plan.frames)), (1, 2, 2))
        self.assertIn(f"x.gif: frame 3: no plan was found with the {len(few)} pieces of the queue, "
                      "which does not prove that there is none; give a longer queue", messages)
        self.assertIn("x.gif: the plan ends with frame 2 of 3", messages)
        self.assertIn("frame 1: no plan was found with the 1 piece of",
                      self.refuse(1, *begin, "--queue", "T", "-o", "c.drops"))

    def test_colors(self):
        self.print_frames((("R.G", "RRG"), ("G.R", "RGR"), ("...", "GGR")), "--width", "9")

    def test_prepared_alike(self):
        """A part of each frame, scaled; all frames have one palette and one place."""
        frames = (("R.G.", "RRG."), (".GRR", ".RGR"), ("G.R.", "RGRR"))
        rare = (("r.G.", "rRG."), (".GRR", ".RGR"), ("G.R.", "RGRR"))
        source = []
        for number, frame in enumerate(rare):
            rows = ["".join(2 * sign for sign in row) for row in frame for _ in range(2)]
            source.append(["G" * 12, *(f"R{'.G'[number % 2]}R{row}r" for row in rows), "R" * 12])
        plan = self.print_frames(frames, "--width", "9", source=source, prepared=(
            "--crop", "3,1,8x4", "--enlarged", "keep", "--fit", "4x2", "--colors", "2"))
        self.assertEqual(set(plan.colors.values()), {(255, 0, 0), (0, 255, 0)})
        # An enlargement of all frames is undone.
        self.print_frames(frames, "--width", "9", source=source, prepared=(
            "--crop", "3,1,8x4", "--enlarged", "2", "--colors", "2"))

    def test_films(self):
        """The film may be of the frames alone; other outputs are those of one plan."""
        frames = [("R..R", "RRRR"), ("RRRR", "R..R"), ("RR.R", "R.RR")]
        self.print_frames(frames, "--pieces", "any", "-o", "a.gif", "--frames-only", "--fast", "-o",
                          "a.game", "-o", "a.keys.json")
        self.assertEqual(len(list(images.Gif(self.read("a.gif")).frames())), 3)
        self.succeed("replay", "a.drops", "-o", "b.gif", "--frames-only", "--max-frames", "2")
        self.assertEqual(len(list(images.Gif(self.read("b.gif")).frames())), 2)
        self.succeed("play", "--watch", "a.game", "-o", "b.drops")
        self.assertEqual(oracle.read(self.read("b.drops")).drops,
                         oracle.read(self.read("a.drops")).drops)

    def test_too_large(self):
        """No advice names --fit, which frames do not take, and the height is not the user's."""
        for frames, code, message in (
                ((("R" * 70,),), 3, "frame 1: the picture is 70 squares wide and the playfield 64, "
                 "and no other width helps; scale it down"),
                ((("R",) * 1100,), 1, "a playfield has at most 1024 rows; scale it down")):
            with self.subTest(message=message):
                name = self.write("x.gif", images.animation(*frames))
                self.assertEqual(f"x.gif: {message}", self.refuse(
                    code, "print", name, *DEAL, "--all-frames", "-o", "a.drops"))


if __name__ == "__main__":
    program.main()
