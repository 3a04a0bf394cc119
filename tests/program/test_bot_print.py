"""Draws pictures with 'dropforge bot --print' and 'play --draw', in the terminal and unseen."""

import json
import re
import signal

from tests.oracle import oracle
from tests.support import images
from tests.support import program
from tests.support import screen


def sign(*drawing):
    """A PNG of rows with letters for colours."""
    colors = {"X": (255, 0, 0, 255), "Y": (0, 0, 255, 255), ".": (0, 0, 0, 0)}
    return images.png_rgba([[colors[c] for c in row] for row in drawing])


class Prints(program.Case):
    """A picture is drawn while only the next pieces are seen."""

    def print(self, *arguments):
        return self.print_named("sign.png", *arguments)

    def print_named(self, name, *arguments):
        return json.loads(self.succeed("bot", "--print", name, "--json", *arguments))

    def test_deals(self):
        """The plan has the deal, and two simulators follow it."""
        self.write("sign.png", sign("XX", "XX", "XX"))
        for options, deal, hold in (((), "bag", False),
                                    (("--deal", "tetrio", "--hold", "--rules", "srs"), "tetrio", True),
                                    (("--queue", "TIJSZOLTIJSZOL" * 20, "--hold", "--preview", "2"),
                                     "given", True)):
            with self.subTest(options=options):
                options += ("--board", "6x16", "--seed", "2")
                figures = self.print(*options, "-o", "a.drops")
                self.assertEqual((figures["finished"], figures["deal"], figures["hold"]),
                                 (True, deal, hold))
                plan = oracle.read(self.read("a.drops"))
                self.assertEqual((len(plan.drops), plan.deal.preview),
                                 (figures["pieces"], figures["preview"]))
                self.succeed("check", "a.drops", "sign.png", "--shape")
                again = self.print(*options, "-o", "b.drops")
                self.assertEqual(again["pieces"], figures["pieces"])
                self.assertEqual(self.read("b.drops"), self.read("a.drops"))

    def test_colors(self):
        self.write("sign.png", sign("XY", "XY"))
        self.print("--pieces", "JLT,SZIO", "--hold", "--board", "6x16", "-o", "a.drops")
        self.succeed("check", "a.drops", "sign.png")
        self.print("--palette", "guideline", "--board", "6x16", "--max-pieces", "1000", "--hold",
                   "-o", "b.drops")
        self.succeed("check", "b.drops", "sign.png", "--palette", "guideline")


class Terminal(screen.OnStage, program.Case):
    def test_print(self):
        """The picture is on the screen at last, with the pieces that come next before."""
        self.write("sign.png", sign("XXXX", "X..X", "XXXX"))
        arguments = ("--print", "sign.png", "--hold", "--preview", "3", "--seed", "2")
        self.succeed("bot", *arguments, "-o", "a.drops")
        queue = "".join(oracle.read(self.read("a.drops")).deal.queue)
        stage = self.stage("bot", *arguments, "--speed", "300", NO_COLOR="1", cwd=self.folder)
        stage.until(lambda shown: queue[2:5] in "".join(shown.text()))
        stage.until(lambda shown: re.search(r"pieces \d+, hold [A-Z], next", "".join(shown.text())))
        self.assertEqual(stage.finish(), 0)
        self.check_restored(stage)
        self.assertIn("the picture is finished", "".join(stage.screen.text()))
        lines = [line.strip(" ·") for line in stage.screen.main_text().split("\n") if line]
        self.assertEqual(lines[:3], ["████████", "██····██", "████████"])
        self.assertIn("the picture is finished", lines[3])

    def test_hint(self):
        """After some pieces it says what helps."""
        self.write("sign.png", sign("XYXY", "YXYX"))
        stage = self.stage("bot", "--print", "sign.png", "--board", "7x20", "--preview", "3",
                           "--speed", "10000", NO_COLOR="1", cwd=self.folder)
        stage.until(lambda shown: re.search(r"pieces 4\d, next .*; try --hold or --pieces any",
                                            "".join(shown.text())))
        self.quit(stage)

    def test_key(self):
        """A key stops it, which is no failure."""
        self.write("sign.png", sign("XXXX", "X..X", "XXXX"))
        stage = self.stage("bot", "--print", "sign.png", cwd=self.folder)
        stage.until(lambda shown: "next" in "".join(shown.text()))
        self.quit(stage)
        self.assertRegex(stage.screen.main_text(), r"dropforge: \d pieces?, \d lines, [0-9.]+ s\n$")


    def test_interrupt(self):
        """Ctrl-C ends it with the drops so far, which is no failure."""
        self.write("sign.png", sign(*["XYXYXYXY", "YXYXYXYX"] * 6))
        stage = self.stage("bot", "--print", "sign.png", "--json", "-o", "a.drops", cwd=self.folder)
        stage.until(lambda shown: re.search(r"playing.* s", shown.main_text()))
        stage.signal(signal.SIGINT)
        self.assertEqual(stage.finish(), 0)
        text = stage.screen.main_text()
        self.assertIn("dropforge: interrupted; the result is that of the game so far\n", text)
        figures = json.loads(text[text.index("{"):])
        self.assertEqual((figures["interrupted"], figures["finished"]), (True, False))
        self.assertEqual(len(oracle.read(self.read("a.drops")).drops), figures["pieces"])


class Drawings(screen.OnStage, program.Case):
    """A picture is drawn by hand, with the printer at hand."""

    def environment(self):
        return {"XDG_DATA_HOME": str(self.folder / "data")}

    def draw(self, keys, *arguments):
        self.write("keys", keys.encode())
        return json.loads(self.succeed("play", "--script", "keys", "--json", *arguments))

    def test_printer_draws_on(self):
        """Plan, record and film are those of the drawing, which the printer finishes."""
        self.write("sign.png", sign("XY", "XY"))
        game = self.draw("1 hint\n5 hard\n6 hard\n7 back\n9 back\n10 bot\n60000 end\n", "--draw", "sign.png",
                         "--seed", "1", "--board", "6x20", "-o", "a.drops", "-o", "a.gif", "--log", "a.game")
        drawing = game["drawing"]
        self.assertEqual((drawing["finished"], drawing["squares"], drawing["fit"], drawing["wrong"]), (True, 4, 4, 0))
        self.assertEqual((drawing["hints"], drawing["taken_back"], game["bot"]), (1, 2, True))
        self.assertEqual(drawing["printer_pieces"], game["pieces"])
        self.assertGreater(drawing["ticks"], game["ticks"])
        self.assertRegex(drawing["name"], r"^draw-sign-[0-9a-f]{8}$")
        self.succeed("check", "a.drops", "sign.png")
        again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
        for key in ("pieces", "field", "ticks"):
            self.assertEqual(again[key], game[key])

    def test_ars(self):
        """Pieces that are spawned in S find their ways: the printer's, and in a game of a plan."""
        game = self.draw("9000 end\n", "--bot", "--seed", "3", "--draw", "stairs", "--turns", "ars", "-o", "a.drops")
        self.assertTrue(game["drawing"]["finished"])
        self.assertEqual(game["drawing"]["printer_pieces"], game["pieces"])
        self.succeed("replay", "a.drops", "-o", "a.game")
        self.assertIn(b"\nturns ars\n", self.read("a.game"))
        again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
        self.assertEqual(again["field"], game["field"])

    def test_no_hold_and_other_deals(self):
        """What is seen and dealt is in the record."""
        game = self.draw("1 hold\n2 hard\n9 end\n", "--draw", "ring", "--no-hold", "--preview", "0", "--deal", "nes",
                         "--log", "a.game")
        self.assertEqual((game["pieces"], game["drawing"]["finished"]), (1, False))
        for line in (b"\nnext 0\n", b"\nhold 0\n", b"\ndeal die\n", b"\nsteady 1\n"):
            self.assertIn(line, self.read("a.game"))

    def test_pieces(self):
        """With any pieces only the shape of a picture of several colours counts."""
        self.write("sign.png", sign("XY", "XY"))
        for pieces, shape in (("any", ("--shape",)), ("TJL,ISZO", ())):
            game = self.draw("1 bot\n60000 end\n", "--draw", "sign.png", "--pieces", pieces, "--seed", "1", "--board",
                             "6x20", "-o", "a.drops")
            self.assertTrue(game["drawing"]["finished"], pieces)
            self.succeed("check", "a.drops", "sign.png", *shape)

    def test_screen(self):
        """The picture is there, a hint is outlined, and a finished one ends the game and is no record."""
        stage = self.stage("play", "--draw", "stairs", "--seed", "4", "--board", "6x20", NO_COLOR="1", **self.environment())
        shows = lambda words: stage.until(lambda shown: words in "\n".join(shown.text()))
        shows("0 of 10")
        shown = "".join(stage.screen.text())
        self.assertEqual(shown.count("()") + shown.count("::"), 10) # the piece rests on the picture
        stage.type(b"h")
        shows("hint:")
        self.assertIn("<>", "".join(stage.screen.text()))
        stage.type(b" ")
        stage.until(lambda shown: "hint:" not in "\n".join(shown.text()))
        stage.type(b"b")
        shows("THE PICTURE IS FINISHED")
        stage.until(lambda shown: re.search(r"the printer: \d+ pieces +\n", "\n".join(shown.text())))
        stage.type(b"q")
        self.assertEqual(stage.finish(), 0)
        self.assertFalse((self.folder / "data").exists())


if __name__ == "__main__":
    program.main()
