"""Prints animations with freely chosen pieces; the oracle replays each plan, and compares every
frame at its mark."""

import json

from tests.oracle import oracle
from tests.support import animations
from tests.support import images
from tests.support import program
from tests.support import tap

QUICK = ("--exact", "--effort", "0", "--anchor")


class Animations(program.Case):
    def find_columns(self, field, colors, wanted):
        """The columns in which the playfield shows these squares, with one in each empty row."""
        there = {(x, y): colors[field.piece_at(x, y)] for y in range(field.top)
                 for x in range(field.width) if field.rows[y] >> x & 1}
        empty = set(range(field.top)) - {y for _, y in wanted}
        found = set()
        for left in range(-max(wanted)[0], field.width):
            moved = {(x + left, y): color for (x, y), color in wanted.items()}
            beside = [y for x, y in there.keys() - moved.keys()]
            if moved.items() <= there.items() and sorted(beside) == sorted(empty):
                found.add(left)
        return found

    def check_frames(self, plan, frames, palette):
        """Each frame stands complete at its mark, all in the same columns."""
        squares = [{(x, -y): palette[color] for y, row in enumerate(frame) for x, color in enumerate(row)
                    if color} for frame in frames]
        floor = min(y for frame in squares for _, y in frame)
        frames = [{(x, y - floor): color for (x, y), color in frame.items()} for frame in squares]
        self.assertEqual(len(plan.frames), len(frames))
        field, shown, columns = oracle.Playfield(plan.width, plan.height), 0, None
        for number, drop in enumerate([*plan.drops, None]):
            while shown < len(frames) and plan.frames[shown] == number:
                found = self.find_columns(field, plan.colors, frames[shown])
                columns = found if columns is None else columns & found
                self.assertTrue(columns, f"frame {shown + 1}")
                shown += 1
            if drop:
                self.assertIsNone(field.what_hinders(*drop[:3]))
                self.assertEqual(field.drop(*drop[:3])[0], drop[3])
        self.assertEqual(shown, len(frames))

    def print_one(self, number, *options):
        name = self.write("x.gif", animations.gif(number))
        self.succeed("print", name, *QUICK, "--all-frames", *options, "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        palette = [None] + [tuple(animations.PALETTE[i:i + 3]) for i in range(3, 21, 3)]
        self.check_frames(plan, animations.draw(number), palette)
        self.succeed("check", "a.drops", name, "--exact", "--all-frames", "--anchor")
        return plan

    def test_small(self):
        for number in tap.part([2, 4, 19, 28, 22]):
            with self.subTest(number=number):
                self.print_one(number)

    @tap.long
    def test_all(self):
        for number in range(animations.COUNT):
            with self.subTest(number=number):
                self.print_one(number)

    def test_jobs(self):
        """The plan is the same with any number of threads; a frame that returns costs no search."""
        plan = self.print_one(4, "--jobs", "1")
        self.assertEqual(self.print_one(4, "--jobs", "3").write(), plan.write())
        frames = animations.draw(4)
        name = self.write("y.gif", images.gif_film([*frames, *frames[::-1]], animations.PALETTE, 0))
        outputs = [json.loads(self.succeed("print", film, *QUICK, "--all-frames", "--json", "-o", "b.drops"))
                   for film in ("x.gif", name)]
        self.assertEqual([made["frames"] for made in outputs], [2, 4])
        self.assertEqual(outputs[0]["nodes"], outputs[1]["nodes"])
        twice = oracle.read(self.read("b.drops"))
        self.assertEqual(twice.frames[1], twice.frames[2])

    def test_ground(self):
        """A ground that does not change stays while the rest is cleared and printed."""
        name = self.write("x.gif", images.animation(("...RR.", "RRRRRR", "RRRRRR"),
                                                    ("RR....", "RRRRRR", "RRRRRR")))
        self.succeed("print", name, *QUICK, "--all-frames", "-o", "a.drops")
        self.succeed("check", "a.drops", name, "--exact", "--all-frames")
        plan = oracle.read(self.read("a.drops"))
        field, grounds = oracle.Playfield(plan.width, plan.height), set()
        for number, drop in enumerate(plan.drops):
            if number >= plan.frames[0]:
                grounds.add(tuple(field.rows[:2]))
            field.drop(*drop[:3])
        self.assertEqual(len(grounds), 1)

    def test_any(self):
        """Any pieces leave the shape; a film of the frames alone has as many."""
        name = self.write("x.gif", images.animation(("R..R", "RRRR"), ("RRRR", "RG.R")))
        self.succeed("print", name, *QUICK, "--all-frames", "--pieces", "any", "--frames-only",
                     "-o", "a.drops", "-o", "a.gif")
        self.succeed("check", "a.drops", name, "--all-frames", "--shape")
        self.assertEqual(len(list(images.Gif(self.read("a.gif")).frames())), 2)

    def test_floating(self):
        """A frame above the floor of the others gets anchors; without them the message says what is
        wrong on any width."""
        name = self.write("x.gif", images.animation(("....", "..R.", "...."), ("R..R", "R.RR", "RRRR")))
        self.succeed("print", name, "--effort", "0", "--all-frames", "-o", "a.drops")
        self.succeed("check", "a.drops", name, "--all-frames")
        self.assertIn("x.gif: frame 1: row 2 of the picture, counted from its top without empty borders, is empty",
                      self.refuse(3, "print", name, "--exact", "--all-frames", "-o", "b.drops"))

    def test_strip(self):
        """The tiles of a strip are frames; one frame printed alone says how to print all."""
        plain = self.draw("y.png", "RRR.RRR")
        _, _, messages = self.run_program("print", plain, *QUICK, "--all-frames", "-o", "a.drops")
        self.assertIn("y.png: this is one frame; --tiles WxH cuts a strip into frames", messages)
        name = self.draw("x.png", "R..RRRRR....", "RRRRRG.R....")
        self.succeed("print", name, *QUICK, "--all-frames", "--tiles", "4x2", "-o", "a.drops")
        self.succeed("check", "a.drops", name, "--exact", "--all-frames", "--tiles", "4x2")
        self.assertEqual(len(oracle.read(self.read("a.drops")).frames), 2)
        # Squares in a row need no size, unless they are very small.
        name = self.draw("z.png", *("RRRRRRRR" + "RRGGGGRR" + "GGGGRRRR" + "RRRRGGGG" for _ in range(8)))
        _, _, messages = self.run_program("print", name, "--effort", "0", "-o", "b.drops")
        self.assertIn("z.png: if this is a strip of frames, --all-frames takes them", messages)
        _, _, messages = self.run_program("print", name, "--effort", "0", "--all-frames", "-o", "a.drops")
        self.assertIn("z.png: cut into 4 frames of 8x8 pixels; --tile keep takes it whole", messages)
        self.succeed("check", "a.drops", name, "--all-frames")
        name = self.write("x.gif", images.animation(("R..R", "RRRR"), ("RRRR", "R..R")))
        _, _, messages = self.run_program("print", name, *QUICK, "-o", "a.drops")
        self.assertIn("x.gif: this is the first of several frames; --all-frames prints them all", messages)

    def test_frames_are_no_sheets(self):
        """However little crosses the middle of frames, they are not cut once more."""
        frames = [["RRR....RRR......" if (y + n) % 8 < 3 else "." * 16 for y in range(16)] for n in range(3)]
        name = self.write("x.gif", images.animation(*frames))
        strip = self.draw("y.png", *("".join(rows) for rows in zip(*frames)))
        for sprite, options in ((name, ()), (strip, ("--tiles", "16x16"))):
            _, _, messages = self.run_program("print", sprite, "--all-frames", *options, "--effort", "0", "-o", "a.drops")
            self.assertNotIn("sheet", messages)
            plan = oracle.read(self.read("a.drops"))
            self.assertEqual(len(plan.frames), 3)
            self.assertGreater(plan.field.top, 8)
            self.succeed("check", "a.drops", sprite, "--all-frames", *options)


if __name__ == "__main__":
    program.main()

