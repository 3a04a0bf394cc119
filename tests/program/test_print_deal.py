"""Drives prints with pieces as a game deals them."""

import json

from tests.oracle import oracle
from tests.support import images
from tests.support import program
from tests.support import tap

LEAST = ("--jobs", "1", "--effort", "0")  # for what the deal gives, however long it is searched
DEAL = (*LEAST, "--deal")


class Dealt(program.Case):
    def print_letter(self, *options):
        """Prints a letter, and returns the plan as the oracle reads it."""
        self.succeed("print", program.LETTER, *LEAST, *options, "-o", "a.drops")
        return oracle.read(self.read("a.drops"))

    def check_shape(self, plan):
        """Checks that the plan leaves the shape of the letter."""
        sprite = [[p and (0, 0, 0) for p in row] for row in
                  oracle.trimmed(oracle.read_png(program.LETTER.read_bytes()))]
        pixels = [[(*p, 255) if p else (0, 0, 0, 0) for p in row] for row in reversed(sprite)]
        plan.colors = dict.fromkeys("IOTSZJL", (0, 0, 0))
        self.assertIsNone(oracle.compare(plan, pixels))

    def test_deals(self):
        for options in tap.part((
                ("--deal", "bag", "--seed", "7", "--hold"),
                ("--deal", "tetrio", "--seed", "42", "--rules", "srs"),
                ("--deal", "nes"), ("--deal", "uniform", "--rules", "srs+180"),
                ("--deal", "bag", "--hold", "--preview", "5")), 3):
            with self.subTest(options=options):
                plan = self.print_letter(*options)
                self.assertEqual(plan.deal.name, options[1])
                self.assertEqual(plan.deal.seed, int(options[3]) if "--seed" in options else 0)
                self.assertEqual(plan.deal.hold, "--hold" in options)
                self.assertEqual(plan.deal.preview, 5 if "--preview" in options else None)
                self.assertEqual(plan.rules,
                                 options[-1] if "--rules" in options else None)
                self.assertEqual((plan.width, plan.height), (10, 20))
                self.check_shape(plan)

    def test_moves(self):
        """Pieces slip under others where that saves pieces, and the oracle follows them."""
        name = self.draw("ring.png", "RRRR", "R..R", "RRRR")
        drops = {}
        for options in (("harddrop",), ("srs",), ("srs+180",), ("srs", "--preview", "5")):
            self.succeed("print", name, *DEAL, "bag", "--seed", "8", "--pieces", "any", "--rules",
                         *options, "-o", "a.drops", "-o", "a.gif")
            plan = oracle.read(self.read("a.drops"))
            self.assertEqual(plan.rules, options[0] if options[0] != "harddrop" else None)
            self.succeed("check", "a.drops", name, "--shape")
            drops[options] = len(plan.drops)
        self.assertLess(max(drops["srs",], drops["srs+180",]), drops["harddrop",])

    @tap.long
    def test_wide_text(self):
        """A text on a wide playfield keeps its colours."""
        figures = json.loads(self.succeed("print", "--text", "ANNA", *DEAL, "bag", "--hold", "--json",
                                          "-o", "a.drops").decode())
        self.assertEqual((figures["width"], figures["merged_colors"]), (23, 0))
        wide = "--text", "HELLO WORLD", "--jobs", "1", "-o", "a.drops"
        self.assertIn("--text: the text is 65 squares wide, and a playfield for dealt pieces has at most 64 "
                      "columns; leave out --deal, or shorten the text",
                      self.refuse(1, "print", *wide, "--deal", "bag"))
        self.succeed("print", *wide, "--effort", "0")

    def test_figures(self):
        output = self.succeed("print", program.LETTER, *DEAL, "bag", "--seed", "7", "--hold",
                              "--json", "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        figures = json.loads(output.decode())
        self.assertEqual((figures["method"], figures["drops"]), ("dealt", len(plan.drops)))
        self.assertEqual([figures[key] for key in ("deal", "seed", "hold", "preview",
                                                   "pieces_dealt")],
                         ["bag", 7, True, "all", len(plan.deal.queue)])
        self.succeed("replay", "a.drops", "-o", "a.keys.json")
        pressed = [drop["keys"] for drop in json.loads(self.read("a.keys.json"))["drops"]]
        self.assertEqual(figures["holds"], sum("hold" in keys for keys in pressed))
        self.assertGreater(figures["holds"], 0)

    def test_effort(self):
        drops = [int(json.loads(self.succeed(
            "print", program.LETTER, *DEAL, "bag", "--seed", "5", "--effort", effort, "--json")
            .decode())["drops"]) for effort in "01"]
        self.assertEqual(drops, sorted(drops, reverse=True))

    def test_queue(self):
        letters = "TIZLOSJJTISZOL" * 30
        plan = self.print_letter("--queue", letters, "--hold")
        self.assertEqual("".join(plan.deal.queue), letters[:len(plan.deal.queue)])
        self.write("queue.txt", b"# by names\n" + " ".join(letters).encode() + b"\n")
        same = self.read("a.drops")
        self.print_letter("--queue", "./queue.txt", "--hold")
        self.assertEqual(self.read("a.drops"), same)
        self.print_letter("--queue", letters.lower(), "--hold", "--preview", "all")
        self.assertEqual(self.read("a.drops"), same)

    def test_colors(self):
        name = self.draw("two.png", "RR.G", "R..G", "RRGG")
        self.succeed("print", name, *DEAL, "bag", "--hold", "--pieces", "JL,T", "--width", "9",
                     "-o", "b.drops")
        self.succeed("check", "b.drops", name)
        self.succeed("print", name, *DEAL, "bag", "--hold", "--width", "9", "-o", "b.drops")
        self.succeed("check", "b.drops", name)

    def test_words_in_capitals(self):
        """As the letters of pieces, 'any' and 'auto' may be written in either case."""
        for words in tap.part((("any", "ANY"), ("auto", "Auto")), 2):
            plans = []
            for word in words:
                self.print_letter(*DEAL, "bag", "--pieces", word)
                plans.append(self.read("a.drops"))
            self.assertEqual(*plans)

    def test_sizes(self):
        """A playfield without a given size is the least that suits the picture."""
        for drawing, size in ((["RRR.RRR"], (10, 20)), (["R.RR"], (11, 22)),
                              (["R" * 12], (13, 26)), (["R.R" * 4], (12, 24)),
                              (["RR"] * 12, (10, 22))):
            name = self.draw("x.png", *drawing)
            with self.subTest(drawing=drawing):
                self.succeed("print", name, *DEAL, "bag", "--hold", "-o", "a.drops")
                plan = oracle.read(self.read("a.drops"))
                self.assertEqual((plan.width, plan.height), size)
                self.succeed("check", "a.drops", name)

    def test_smooth_pictures(self):
        """They are scaled to a width on which dealt pieces find a plan, and to three colours."""
        pixels = [[(5 * x, 5 * y, 99, 255) for x in range(48)] for y in range(48)]
        name = self.write("smooth.png", images.png_rgba(pixels))
        for options, size in (((), "20x20; 3 of 400"), (("--width", "16"), "12x12; 3 of 144")):
            messages = self.run_program("print", name, "--queue", "IOT", *options, "-o", "a.drops")[2]
            self.assertIn(f"scaled to {size} colours", messages)

    def test_shares(self):
        """The pieces of colours are chosen so that few drops are needed."""
        name = self.draw("x.png", *["R.R"] * 4, "RGR")
        drops = []
        for pieces in ((), ("--pieces", "JLZO,TSI")):
            self.succeed("print", name, *DEAL, "bag", "--hold", "--width", "9", *pieces,
                         "--effort", "1", "-o", "a.drops")
            drops.append(len(oracle.read(self.read("a.drops")).drops))
        self.assertLess(drops[0], drops[1])

    def test_summary(self):
        """Dealt pieces come in no passes and on no platforms."""
        summary = self.run_program("print", program.LETTER, *DEAL, "bag", "-o", "a.drops")[2]
        self.assertIn(" drops, ", summary)
        self.assertNotIn("pass", summary)
        self.assertNotIn("platform", summary)


if __name__ == "__main__":
    program.main()
