"""Compares players by 'dropforge bot --league': figures, tables, interruptions."""

import csv
import json
import math
import re
import signal
from xml.etree import ElementTree

from tests.program import test_bot_cli
from tests.support import program
from tests.support import screen


class League(screen.OnStage, test_bot_cli.Bot):
    """Each player of a league plays the games that it plays alone."""

    GAMES = ("--board", "8x8", "--games", "20", "--seed", "5", "--deal", "bag")

    def league(self, *arguments):
        return json.loads(self.succeed("bot", "--league", *arguments, "--json"))

    def test_games_are_those_of_each_alone(self):
        self.write("mine.weights", b"dropforge-weights 1\nfeature holes -1\nfeature lines 1\n")
        found = self.league("lee4,./mine.weights,tetr-ai", *self.GAMES)
        self.assertEqual((found["board"], found["seed"], found["deal"]), ("8x8", 5, "bag"))
        for player in found["players"]:
            name = player["player"]
            alone = self.play("--weights" if "/" in name else "--player", name, *self.GAMES)
            for key in ("games", "lines", "mean", "standard_error", "median", "fingerprint"):
                self.assertEqual(player[key], alone[key], (name, key))
            reach = 1.959964 * player["standard_error"]
            self.assertAlmostEqual(player["high"], player["mean"] + reach, places=4)
            self.assertAlmostEqual(player["low"], max(0, player["mean"] - reach), places=4)
            self.assertGreater(player["pieces_per_cpu_second"], 0)
        self.assertEqual([player["player"] for player in found["players"]],
                         ["tetr-ai", "lee4", "./mine.weights"])

    def test_all(self):
        found = self.league("all,lee4", "--board", "6x6", "--games", 2)
        self.assertEqual(sorted(player["player"] for player in found["players"]),
                         sorted([*test_bot_cli.PUBLISHED, "lee4"]))

    def test_defaults(self):
        found = self.league("lee4", "--max-pieces", 5)
        self.assertEqual((found["board"], found["players"][0]["games"]), ("10x10", 100))
        self.assertIsNone(found["players"][0]["exponential_mean"])
        measured = self.league("lee4", "--max-pieces", 9, "--score-before-clear", "--games", 1)
        self.assertTrue(measured["score_before_clear"])
        self.assertIsNone(measured["players"][0]["low"])

    def test_table(self):
        self.write('a"b.weights', b"dropforge-weights 1\nfeature holes -1\n")
        told = self.succeed("bot", "--league", 'dt20,a"b.weights', *self.GAMES, "-o", "x.csv")
        rows = told.decode().splitlines()[2:]
        table = list(csv.DictReader(self.read("x.csv").decode().splitlines()))
        self.assertEqual([row["player"] for row in table], ["dt20", 'a"b.weights'])
        for row, line in zip(table, rows):
            alone = self.play("--player" if row["player"] == "dt20" else "--weights",
                              row["player"], *self.GAMES)
            self.assertEqual((int(row["games"]), int(row["lines"]), float(row["mean"])),
                             (20, alone["lines"], alone["mean"]))
            self.assertTrue(line.startswith(f"{row['player']} "), line)
            self.assertIn(f" {alone['mean']:.1f} ", line)
            self.assertLessEqual(len(line), 80)
        self.succeed("bot", "--league", 'dt20,a"b.weights', *self.GAMES, "-o", "y.csv")
        self.assertEqual(self.read("y.csv"), self.read("x.csv"))
        self.assertEqual(self.succeed("bot", "--league", "lee4", "--games", 1, "-f", "csv")
                         .split(b",")[0], b"player")

    def test_stopped_games(self):
        """The exponential mean counts where some games were stopped, in the table and the drawing."""
        told = self.succeed("bot", "--league", "lee4,tetr-ai,dt20,dropforge", "--max-lines", 600, "--games", 9,
                            "-o", "x.csv", "-o", "x.svg").decode()
        table = list(csv.DictReader(self.read("x.csv").decode().splitlines()))
        values = [float(row["exponential_mean"] or "inf") for row in table]
        self.assertEqual(values, sorted(values, reverse=True))
        for row, line in zip(table, told.splitlines()[2:], strict=True):
            self.assertEqual(line.split()[1:3], ["9", str(9 - int(row["over"]))])
            if row["over"] not in "09":
                lines, factor = float(row["exponential_mean"]), math.exp(1.959964 / math.sqrt(int(row["over"])))
                self.assertAlmostEqual(float(row["low"]), lines / factor, places=4)
                self.assertAlmostEqual(float(row["high"]), lines * factor, places=4)
            self.assertEqual(row["high"] == "", row["over"] == "0")
            self.assertEqual(f"above {float(row['mean']):.1f}" in line, row["over"] == "0")
        drawing = ElementTree.fromstring(self.read("x.svg"))
        places = [float(one.get("cx")) for one in drawing.iter("{http://www.w3.org/2000/svg}circle")]
        self.assertEqual([row["over"] for row in table], ["0", "0", "2", "9"])
        self.assertGreater(places[2], max(places[:2] + places[3:]))

    def test_drawing(self):
        """The means and intervals of the table lie on one axis of logarithms."""
        self.write("a&b.weights", b"dropforge-weights 1\nfeature holes -1\n")
        self.succeed("bot", "--league", "dt20,a&b.weights,lee4", *self.GAMES, "-o", "x.csv", "-o",
                     "x.svg")
        drawing = ElementTree.fromstring(self.read("x.svg"))
        tag = "{http://www.w3.org/2000/svg}%s"
        table = list(csv.DictReader(self.read("x.csv").decode().splitlines()))
        texts = [text for text in drawing.iter(tag % "text") if text.get("text-anchor")]
        marks = [(float(text.text), float(text.get("x"))) for text in texts]
        (low, left), (high, right) = marks[0], marks[-1]
        unit = (right - left) / math.log(high / low)
        names = [text.text for text in drawing.iter(tag % "text") if not text.get("text-anchor")]
        self.assertEqual(names, ["lines"] + [row["player"] for row in table])
        for row, circle in zip(table, drawing.iter(tag % "circle"), strict=True):
            self.assertAlmostEqual(float(circle.get("cx")),
                                   left + unit * math.log(float(row["mean"]) / low), delta=0.2)
        # Near one another, with a name that XML could not have.
        self.write("b\x01.weights", b"dropforge-weights 1\nfeature holes -1\n")
        self.succeed("bot", "--league", "b\x01.weights, dt20", *self.GAMES, "-o", "y.svg")
        drawing = ElementTree.fromstring(self.read("y.svg"))
        self.assertIn("b?.weights", [text.text for text in drawing.iter(tag % "text")])
        self.assertGreater(len([text for text in drawing.iter(tag % "text") if text.get("text-anchor")]), 1)

    def test_interrupted_league(self):
        """The players whose games were all played are in the table; without one there is none."""
        long = ("--board", "10x20", "--games", "9", "--json")
        for names, played in (("lee4,dt20", ["lee4"]), ("dt20,lee4", None)):
            stage = self.stage("bot", "--league", names, *long)
            stage.until(lambda s: re.search(r"playing.* s", s.main_text()))
            stage.signal(signal.SIGINT)
            self.assertEqual(stage.finish(), 0 if played else -signal.SIGINT)
            text = stage.screen.main_text()
            self.assertIn("dropforge: interrupted", text)
            if played:
                figures = json.loads(text[text.index("{"):])
                self.assertTrue(figures["interrupted"])
                self.assertEqual([one["player"] for one in figures["players"]], played)


if __name__ == "__main__":
    program.main()
