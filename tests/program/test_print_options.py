"""Drives what a print may choose: width, pieces and effort; and interrupts the planning."""

import json
import pathlib
import signal

from tests.support import animations
from tests.support import images
from tests.oracle import oracle
from tests.support import program
from tests.support import screen
from tests.program.test_cli import SMALL


LEAST = ("--effort", "0")  # for what holds of any plan of the method best


class Choices(program.Case):
    def setUp(self):
        super().setUp()
        self.sprite = self.write("s.png", images.png_rgba(SMALL))

    def check_plan(self, name, pixels):
        plan = oracle.read(self.read(name))
        self.assertIsNone(oracle.compare(plan, pixels))
        return plan

    def test_file_alone_is_printed(self):
        plain = self.succeed("print", program.LETTER, *program.QUICK, "-f", "drops")
        self.assertEqual(self.succeed(program.LETTER, *program.QUICK, "-f", "drops"), plain)
        self.write("prnt", pathlib.Path(program.LETTER).read_bytes())
        self.assertEqual(self.succeed("prnt", *program.QUICK, "-f", "drops"), plain)

    def test_auto_is_the_default(self):
        plain = self.succeed("print", self.sprite)
        # The last one counts, as with all options.
        self.assertEqual(plain, self.succeed("print", self.sprite, "--width", "9", "--width", "auto",
                                             "--pieces", "I", "--pieces", "auto", "--effort", "1"))

    def test_figures(self):
        figures = json.loads(self.succeed("print", self.sprite, "--json", "-o", "a.drops"))
        self.check_plan("a.drops", SMALL)
        self.assertEqual(figures["effort"], 1)
        self.assertIs(figures["stopped"], False)
        self.assertIsInstance(figures["pieces"], str)
        figures = json.loads(self.succeed("print", self.sprite, "--json", *LEAST))
        self.assertEqual(figures["effort"], 0)

    def test_pieces_are_chosen(self):
        for asked in ("auto", "ltj", "TJL"):
            status, output, _ = self.run_program("print", self.sprite, "--json", "--pieces", asked, "-o",
                                                 "a.drops", *(program.QUICK if asked == "TJL" else LEAST))
            self.assertEqual(status, 0)
            figures = json.loads(output)
            plan = self.check_plan("a.drops", SMALL)
            # The colours in the order in which they appear.
            wanted = [ink[:3] for ink in dict.fromkeys(sum(SMALL, [])) if ink[3]]
            groups = figures["pieces"].strip(",").split(",")
            groups = groups if asked == "auto" else list(figures["pieces"])
            self.assertEqual([{plan.colors[letter] for letter in group} for group in groups],
                             [{ink} for ink in wanted])
            self.assertEqual(figures["width"], plan.width)
            if asked != "auto":
                self.assertEqual(figures["pieces"], asked.upper())
        self.assertIn("pieces TJL, ",
                      self.run_program("print", self.sprite, *program.QUICK, "--pieces", "TJL")[2])

    def test_several_pieces_for_a_color(self):
        wanted = [ink[:3] for ink in dict.fromkeys(sum(SMALL, [])) if ink[3]]
        status, output, _ = self.run_program("print", self.sprite, "--json", "--pieces", "lj,t,iS", *LEAST,
                                             "-o", "a.drops", "-o", "b.drops")
        self.assertEqual((status, json.loads(output)["pieces"]), (0, "JL,T,IS"))
        plan = self.check_plan("a.drops", SMALL)
        self.assertEqual(plan.colors, {letter: ink for letters, ink in zip(("JL", "T", "IS"), wanted)
                                       for letter in letters})
        self.assertIn(b"ok: ", self.succeed("check", "a.drops", self.sprite))

    def test_any_pieces(self):
        drops = {}
        for pieces in ("auto", "any"):
            figures = json.loads(self.succeed("print", self.sprite, "--json", "--pieces", pieces, *LEAST,
                                              "-o", f"{pieces}.drops"))
            drops[pieces] = figures["drops"]
        self.assertEqual(figures["pieces"], "any")
        self.assertLess(drops["any"], drops["auto"])
        # The usual colours, and the shape of the sprite.
        plan = oracle.read(self.read("any.drops"))
        self.assertEqual(plan.colors["T"], (0xa0, 0, 0xf0))
        self.assertEqual(len(plan.colors), 7)
        status, output, _ = self.run_program("check", "any.drops", self.sprite)
        self.assertEqual(status, 1)
        self.assertTrue(output.endswith(b" is found; the shape is right (--shape)\n"), output)
        self.assertIn(b"ok: ", self.succeed("check", "any.drops", self.sprite, "--shape"))
        self.assertIn(b"ok: ", self.succeed("check", "auto.drops", self.sprite, "--shape"))
        other = self.write("t.png", images.png_rgba(SMALL[:-1]))
        for options in ((), ("--shape",)):
            status, output, _ = self.run_program("check", "any.drops", other, *options)
            self.assertEqual(status, 1)
            self.assertNotIn(b"the shape is right", output)

    def test_any_pieces_for_many_colors(self):
        pixels = [[(20 * column + row, 0, 0, 255) for column in range(4)] for row in range(2)]
        sprite = self.write("s.png", images.png_rgba(pixels))
        self.assertIn("--colors", self.refuse(1, "print", sprite, "--exact", "-o", "a.drops"))
        for method in ("best", "search"):
            self.succeed("print", sprite, "--pieces", "any", "-m", method, *LEAST, "-o", "a.drops")
            self.succeed("check", "a.drops", sprite, "--shape")

    def test_too_few_pieces(self):
        self.succeed("print", self.sprite, "--pieces", "JT", *LEAST, "-o", "a.drops")
        self.assertEqual(len(oracle.read(self.read("a.drops")).colors), 2)

    def test_more_effort_never_takes_more_drops(self):
        drops = [json.loads(self.succeed("print", self.sprite, "--json", "--width", "7", "--pieces", "JTL",
                                         "--effort", effort))["drops"] for effort in "012"]
        self.assertEqual(drops, sorted(drops, reverse=True))


class LowerBound(program.Case):
    """What no plan can save."""

    def setUp(self):
        super().setUp()
        self.sprite = self.write("s.png", images.png_rgba(SMALL))

    def bound(self, *options):
        return json.loads(self.succeed("print", self.sprite, "--lower-bound", "--json", *options))

    def test_figures(self):
        self.assertEqual(set(self.bound()),
                         {"least_drops", "least_rows_cleared", "width", "pieces", "seconds"})
        for width in ("auto", "9", "11"):
            figures = self.bound("--width", width, "--pieces", "lTj")
            self.assertEqual(figures["width"], 0 if width == "auto" else int(width))
            self.assertEqual(figures["pieces"], "LTJ")

    def test_every_plan_keeps_to_it(self):
        for method in ("best", "search", "table"):
            figures = json.loads(self.succeed("print", self.sprite, "-m", method, *LEAST, "--json",
                                              "--width", "9", "-o", "a.drops"))
            for options in (("--width", "9", "--pieces", figures["pieces"]), ("--width", "9"), ()):
                bound = self.bound(*options)
                self.assertGreaterEqual(figures["drops"], bound["least_drops"])
                self.assertGreaterEqual(figures["rows_cleared"], bound["least_rows_cleared"])

    def print_with_bound(self, *options):
        """The figures and the summary of a plan that was asked for with its bound."""
        figures = json.loads(self.succeed("print", self.sprite, "--lower-bound", "--json",
                                          "-o", "a.drops", *options))
        status, _, summary = self.run_program("print", self.sprite, "--lower-bound", "-o",
                                              "b.drops", *options)
        self.assertEqual(status, 0, summary)
        self.assertEqual(self.read("a.drops"), self.read("b.drops"))
        return figures, summary

    def test_plan_beside_its_bound(self):
        for options in (("-m", "search"), ("-m", "search", "--width", "9")):
            figures, summary = self.print_with_bound(*options)
            least = self.bound("--width", str(figures["width"]), "--pieces", figures["pieces"])
            self.assertEqual(figures["least_drops"], least["least_drops"])
            self.assertGreater(figures["drops"], figures["least_drops"])
            self.assertIs(figures["optimal"], False)
            self.assertIn(f"{figures['least_drops']} drops at least, ", summary)
            self.assertNotIn("optimal", summary)

    def test_optimal_plan(self):
        # One I; and two cleared rows, which the bound proves to be needed.
        for drawing, pieces, width, drops in ((("RRRR",), "I", "7", 1), (("RRRR",), "J", "6", 4)):
            self.sprite = self.draw("flat.png", *drawing)
            options = ("--pieces", pieces, "--width", width)
            figures, summary = self.print_with_bound(*options)
            self.assertEqual((figures["drops"], figures["least_drops"]), (drops, drops))
            self.assertIs(figures["optimal"], True)
            self.assertIn("this plan is optimal" if drops == 1 else
                          f"optimal on {width} columns with these pieces", summary)
            # Without the bound this is known only if fewer rows would leave a part of a drop.
            figures = json.loads(self.succeed("print", self.sprite, "--json", "-o", "c.drops",
                                              *options))
            self.assertIs(figures["optimal"], drops == 1)
            self.assertNotIn("least_drops", figures)


class Interrupts(screen.OnStage, program.Case):
    """Signals while the drops are planned."""

    SPRITE = program.SPRITES / "xbm_star.png"  # many plans, the first of them soon

    def check_sprite(self, name):
        pixels = oracle.read_png(self.SPRITE.read_bytes())
        self.assertIsNone(oracle.compare(oracle.read(self.read(name)), pixels))
        self.assertIn(b"ok: ", self.succeed("check", name, self.SPRITE))

    def plan_long(self, *arguments, sprite=SPRITE):
        """Starts planning in a terminal, and waits for a first plan."""
        stage = self.stage("print", str(sprite), "--effort", "9", *arguments)
        for text in ("planning the drops will take about ", " s left", " drops so far"):
            stage.until(lambda s, text=text: text in s.main_text())
        return stage

    def test_first_signal_gives_the_best_plan(self):
        path = self.folder / "a.drops"
        for number in (signal.SIGINT, signal.SIGTERM):
            stage = self.plan_long("--json", "-o", str(path))
            stage.signal(number)
            self.assertEqual(stage.finish(), 0)
            text = stage.screen.main_text()
            self.assertIn("dropforge: interrupted; this is the best plan so far\n", text)
            self.assertIs(json.loads(text[text.index("{"):])["stopped"], True)
            self.assertEqual(self.files(), ["a.drops"])
            self.check_sprite("a.drops")
            path.unlink()

    def test_finished_frames_stay(self):
        """Progress says how many frames a minute are planned; a signal leaves those that are finished."""
        name = self.write("x.gif", animations.gif(7))
        stage = self.stage("print", str(self.folder / name), "--all-frames", "--exact", "--anchor", "--jobs", "1", "-o",
                           str(self.folder / "a.drops"))
        stage.until(lambda s: " frames a minute" in s.main_text())
        stage.signal(signal.SIGINT)
        self.assertEqual(stage.finish(), 0)
        count = len(oracle.read(self.read("a.drops")).frames)
        self.assertIn(count, range(1, 60))
        self.assertIn(f"interrupted; the plan ends with frame {count} of 60", stage.screen.main_text())

    def test_many_drops_are_told(self):
        """A film of an hour is not planned before its length is told."""
        name = str(self.folder / self.draw("wide.png", *["RB" * 115] * 230))
        stage = self.stage("print", name, "--exact", "-o", str(self.folder / "a.drops"))
        stage.until(lambda s: ": about 26450 drops, and a film of " in s.main_text())
        stage.signal(signal.SIGHUP)
        self.assertEqual(stage.finish(), -signal.SIGHUP)

    def test_the_plan_is_played(self):
        stage = self.plan_long("--fast")
        stage.signal(signal.SIGINT)
        stage.until(lambda s: s.is_alternate)
        stage.type(b"q")
        self.assertEqual(stage.finish(), 0)
        self.assertFalse(stage.screen.is_alternate)
        self.assertTrue(stage.screen.has_cursor)
        self.assertEqual(stage.modes_now(), stage.modes)

    def test_other_signals_end_the_program(self):
        stage = self.plan_long("--deal", "bag", "--hold", "--pieces", "any", "-o", str(self.folder / "a.drops"),
                               sprite=program.SPRITES / "bg_title_17x32.png")
        stage.signal(signal.SIGHUP)
        self.assertEqual(stage.finish(), -signal.SIGHUP)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    program.main()
