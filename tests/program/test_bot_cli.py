"""Drives 'dropforge bot': games, figures, recordings, the terminal, and everything that is wrong."""

import codecs
import json
import os
import re
import signal
import statistics

from tests.oracle import oracle
from tests.support import program
from tests.support import screen
from tests.support import tap

# The weights as they were published; docs/method/bot.md names the sources, and docs/method/training.md that of
# the last ones.
COMMON = ("landing-height", "eroded-cells", "row-transitions", "column-transitions", "holes")
PUBLISHED = {
    "lee4": {"aggregate-height": -0.510, "lines": 0.761, "holes": -0.357, "roughness": -0.184},
    "dellacherie": {**dict(zip(COMMON, (-1, 1, -1, -1, -4))), "wells": -1},
    "eltetris": {"landing-height": -4.500158825082766, "lines": 3.4181268101392694,
                 "row-transitions": -3.2178882868487753,
                 "column-transitions": -9.348695305445199, "holes": -7.899265427351652,
                 "wells": -3.3855972247263626},
    "bcts": {**dict(zip(COMMON, (-12.629, 6.601974, -9.215815, -19.77356, -13.08335))),
             "wells": -10.48747, "hole-depth": -1.611863, "rows-with-holes": -24.04087},
    "dt10": {**dict(zip(COMMON, (-2.18, 2.42, -2.17, -3.31, 0.95))), "wells-fast": -2.22,
             "hole-depth": -0.81, "rows-with-holes": -9.65, "diversity": 1.27},
    "dt20": {**dict(zip(COMMON, (-2.68, 1.38, -2.41, -6.32, 2.03))), "wells-fast": -2.71,
             "hole-depth": -0.43, "rows-with-holes": -9.48, "diversity": 0.89},
    # Its 16.75 for the mean row of four squares is a quarter of 67, its 39 a third of 117.
    "tetr-ai": {"square-heights": -16.75, "lines": 86, "row-transitions": -100,
                "column-transitions": -95, "holes": -401, "wall-holes": -132,
                "second-holes": -88, "third-holes": -88, "hole-top": -75, "pits": -0.4,
                "worst-pit": 0.2, "double-fits": 39},
    "dropforge": {"landing-height": -0.13231, "row-transitions": -0.23416,
                  "column-transitions": -0.35906, "holes": -0.35319, "wells-fast": -0.18889,
                  "hole-depth": -0.03006, "rows-with-holes": -0.38551, "diversity": 0.05131,
                  "lines": 0.12120, "roughness": -0.01793, "small-steps": 0.08546,
                  "fits": 0.29786, "deep-wells": -0.33026, "cover-gaps": -0.00653,
                  "wall-holes": -0.17339, "second-holes": -0.19471, "third-holes": -0.09971,
                  "hole-top": -0.10856, "second-fits": 0.11579, "deep-rows": -0.39593},
}

# Figures that differ from run to run.
TIMES = ("seconds", "pieces_per_second", "placements_per_second")

# Lines and fingerprint of ten games on 10 × 10, each of at most 500 pieces. They were computed
# once; a change tells that games are not what they were.
FINGERPRINTS = {
    "lee4": (952, "ca3bbbc9b3d435cc"),
    "dellacherie": (1859, "0d93400e61bbf418"),
    "eltetris": (1976, "3239dee745c5f839"),
    "bcts": (1746, "75f9dffc6d0b2053"),
    "dt10": (1980, "e88e2542cd505379"),
    "dt20": (1893, "4fd251eb5da33c43"),
    "tetr-ai": (1983, "f4752a3feb5f6f20"),
    "dropforge": (1975, "1dd6b29dfe94ca1f"),
}
CAPPED = ("--board", "10x10", "--games", "10", "--max-pieces", "500")


def fnv(data, state=0xCBF29CE484222325):
    """FNV-1a of 64 bits."""
    for byte in data:
        state = (state ^ byte) * 0x100000001B3 % 2**64
    return state


def fingerprint(drops, names):
    """That of one game, as the program tells it of its drops."""
    data = b"".join(names.index(name).to_bytes(2, "little")
                    + bytes(("NESW".index(orientation), x)) + y.to_bytes(2, "little")
                    for name, orientation, x, y in drops)
    return f"{fnv(fnv(data).to_bytes(8, 'little')):016x}"


def read_drops(data):
    """The drops of a drop list, as they are written."""
    lines = [line.split() for line in data.decode().splitlines()[1:]]
    return [(name, orientation, int(x), int(y)) for name, orientation, x, y in
            (words for words in lines if len(words) == 4 and words[1] in "NESW")]


class Bot(program.Case):
    def play(self, *arguments, **options):
        """The figures of some games, those apart that differ from run to run."""
        figures = json.loads(self.succeed("bot", "--json", *arguments, **options))
        times = [figures.pop(name) for name in TIMES]
        self.assertTrue(all(time >= 0 for time in times), times)
        return figures


class Games(Bot):
    def test_fingerprints(self):
        for player, wanted in FINGERPRINTS.items():
            figures = self.play("--player", player, *CAPPED)
            self.assertEqual((figures["lines"], figures["fingerprint"]), wanted, player)

    def test_names_of_files_in_json(self):
        """JSON is UTF-8, whatever the names of files are: bytes that are not become U+FFFD."""
        codecs.register_error("one by one", lambda error: ("\ufffd", error.start + 1))
        for name in (b"plain\xff.", b"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xae.", b"\xed\xa0\x80.",
                     b"\xf4\x90\x80\x80\xe2\x82.", b"\xc0\xae.\xe0\x9f\xbf\xf0\x8f\xbf\xbf", b".\xc3",
                     # Each byte after the first, just outside its bounds.
                     b".\xc3\x7f\xc3\xc0\xe1\x7f\x80\xe1\xc0\x80\xe1\x80\x7f\xe1\x80\xc0",
                     b".\xe2\x82\xff\xf1\x80\x80\xff\xf1\x80\xff\x80\xf1\x80\x80\x7f",
                     b".\xf4\x8f\xbf\xbf\xf3\xbf\xbf\xbf\xef\xbf\xbf\xed\x9f\xbf\xdf\xbf\x7f",
                     b".\xe0\xa0\x80\xf0\x90\x80\x80\xc2\x80\xe1\x80\x80\xf1\x80\x80\x80"):
            self.write(os.fsdecode(name), b"dropforge-weights 1\nfeature holes -1\n")
            output = self.succeed("bot", "--json", "--max-pieces", "1", "--weights", os.fsdecode(name))
            self.assertEqual(json.loads(output.decode())["player"],
                             name.decode("utf-8", "one by one"))
        self.write("a\udcff", b"dropforge-weights 1\nfeature holes -1\n")
        self.assertEqual(self.play("--weights", "a\udcff", "--max-pieces", 1)["player"], "a\ufffd")

    def test_seed(self):
        arguments = ("--games", "7", "--max-lines", "60", "--deal", "bag")
        self.assertNotEqual(self.play(*arguments, "--seed", 1)["fingerprint"],
                            self.play(*arguments)["fingerprint"])

    def test_figures(self):
        """The figures of some games follow from those of each."""
        alone = [self.play("--board", "8x8", "--seed", "7", "--games", n) for n in range(1, 10)]
        lines = [alone[0]["lines"]] + [b["lines"] - a["lines"] for a, b in zip(alone, alone[1:])]
        for n, figures in enumerate(alone, 1):
            self.assertEqual((figures["games"], figures["over"]), (n, n))
            self.assertEqual(figures["lines"],
                             sum(int(i) * c for i, c in figures["clears"].items()))
            self.assertAlmostEqual(figures["mean"], statistics.mean(lines[:n]), places=5)
            self.assertEqual(figures["exponential_mean"], figures["mean"])
            self.assertAlmostEqual(figures["exponential_error"], figures["mean"] / n**0.5,
                                   places=5)
            self.assertEqual(figures["median"], statistics.median(lines[:n]))
            self.assertEqual((figures["least"], figures["most"]),
                             (min(lines[:n]), max(lines[:n])))
            error = statistics.stdev(lines[:n]) / n**0.5 if n > 1 else None
            if error is None:
                self.assertIsNone(figures["standard_error"])
            else:
                self.assertAlmostEqual(figures["standard_error"], error, places=5)

    def test_stopped_games(self):
        figures = self.play("--player", "lee4", "--board", "10x10", "--games", "9",
                            "--max-lines", "50")
        self.assertEqual(figures["games"], 9)
        self.assertIn(figures["over"], range(1, 9))
        self.assertAlmostEqual(figures["exponential_mean"], figures["lines"] / figures["over"],
                               places=5)
        figures = self.play("--games", "2", "--max-pieces", "20")
        self.assertEqual((figures["over"], figures["pieces"]), (0, 40))
        self.assertIsNone(figures["exponential_mean"])
        self.assertIsNone(figures["exponential_error"])

    def test_text(self):
        figures = self.play("--games", "3", "--max-lines", "90", "--player", "bcts")
        text = self.succeed("bot", "--games", "3", "--max-lines", "90", "--player",
                            "bcts").decode()
        self.assertRegex(text, r"^player +bcts, 10x20, above, uniform\ngames +3, 3 stopped")
        self.assertRegex(text, rf"\npieces +{figures['pieces']}\nlines +{figures['lines']}\n")
        self.assertIn(f"\nmean        {figures['mean']:.2f} lines a game, standard error "
                      f"{figures['standard_error']:.2f}\n", text)
        self.assertRegex(text, r"\nspeed +[0-9]+ pieces and [0-9]+ placements a second, ")
        self.assertNotIn("likely", text)
        text = self.succeed("bot", "--max-pieces", "5", "--hold", "--beam", "3").decode()
        self.assertRegex(text, r"^player +dropforge, 10x20, above, uniform, lookahead 2, hold\n")
        text = self.succeed("bot", "--board", "6x6", "--games", "2").decode()
        self.assertRegex(text, r"\nlikely +[0-9.]+ lines a game, standard error [0-9.]+: ")

    def test_report_names_the_rules(self):
        """Figures can be told apart by what they were played with."""
        text = self.succeed("bot", "--score-before-clear", "--max-pieces", "5").decode()
        self.assertIn(", scored before clearing\n", text)
        figures = self.play("--max-pieces", "5", "--max-lines", "3")
        self.assertEqual((figures["max_pieces"], figures["max_lines"]), (5, 3))
        self.assertEqual(self.play("--max-pieces", "5")["max_lines"], 0)

    def test_options_change_games(self):
        base = ("--max-pieces", "60", "--player", "dellacherie")
        seen = {self.play(*base)["fingerprint"]}
        for more in (("--deal", "bag"), ("--deal", "nes"), ("--lookahead", "2"), ("--hold",),
                     ("--lookahead", "3", "--beam", "5"), ("--board", "9x20"),
                     ("--omino", "5"), ("--pieces", "IJLO"), ("--score-before-clear",)):
            figures = self.play(*base, *more)
            self.assertNotIn(figures["fingerprint"], seen, more)
            seen.add(figures["fingerprint"])

    def test_players(self):
        listed = json.loads(self.succeed("bot", "--players", "--json"))["players"]
        listed = {player["name"]: player for player in listed}
        text = self.succeed("bot", "--players").decode()
        for name, weights in PUBLISHED.items():
            found = listed[name]["weights"]
            self.assertEqual(set(found), set(weights), name)
            for feature, weight in weights.items():
                self.assertAlmostEqual(found[feature], weight, places=11)
                self.assertRegex(text, rf"\n  {feature} +-?[0-9.]+\n")
            self.assertIn(f"{name}: {listed[name]['source']}\n", text)

    def test_weights(self):
        """A file with the weights of a player plays as the player does."""
        for name, weights in PUBLISHED.items():
            lines = [f"feature {feature} {weight:.12f}\n" for feature, weight in weights.items()]
            path = self.write("w.weights", ("dropforge-weights 1\n" + "".join(lines)).encode())
            wanted = self.play("--player", name, "--max-pieces", "200")
            self.assertEqual(self.play("--weights", path, "--max-pieces", "200"),
                             {**wanted, "player": path})
            given = self.read(path)
            self.assertEqual(self.play("--weights", "-", "--max-pieces", "200", given=given),
                             {**wanted, "player": "standard input"})


class Deals(Bot):
    def deal(self, text, *arguments):
        path = self.write("queue.txt", text)
        figures = self.play("--queue", path, *arguments, "-o", "a.drops")
        self.assertEqual(figures["deal"], "given")
        return "".join(name + ("" if len(name) == 1 else " ")
                       for name, *_ in read_drops(self.read("a.drops")))

    def test_given(self):
        self.assertEqual(self.deal(b"IOT SZ# LL\n\r\nj\tL\r\n# I"), "IOTSZJL")
        self.assertEqual(self.deal(b"IOTSZJL", "--max-pieces", "3"), "IOT")
        figures = self.play("--queue", "-", given=b"OOOOO")
        self.assertEqual((figures["lines"], figures["pieces"], figures["over"]), (2, 5, 0))
        league = self.succeed("bot", "--league", "lee4", "--queue", "IOTSZJL", "--json")
        self.assertEqual(json.loads(league)["players"][0]["games"], 1)

    def test_given_names(self):
        self.write("two.pieces", b"dropforge-pieces 1\npiece U #.#/###\npiece bar ###\n")
        self.assertEqual(self.deal(b"U bar UU\nbar", "--pieces", "two.pieces"),
                         "Ubar UUbar ")

    def test_queue(self):
        path = self.write("queue.txt", b"IOTSZJL")
        for value, given in (("IOTszjl", b""), (path, b""), ("-", b"IOT SZ JL")):
            figures = self.play("--queue", value, "-o", "a.drops", given=given)
            self.assertEqual(figures["deal"], "given")
            self.assertEqual("".join(name for name, *_ in read_drops(self.read("a.drops"))),
                             "IOTSZJL")

    def test_tetrio(self):
        """The same pieces as print has."""
        self.succeed("bot", "--deal", "tetrio", "--seed", "5", "--max-pieces", "70", "-o", "a.drops")
        self.succeed("print", program.LETTER, "--effort", "0", "--deal", "tetrio", "--seed", "5",
                     "-o", "b.drops")
        names = [name for name, *_ in read_drops(self.read("a.drops"))]
        wanted = oracle.read(self.read("b.drops")).deal.queue
        both = min(len(names), len(wanted))
        self.assertGreater(both, 20)
        self.assertEqual(names[:both], wanted[:both])

    def test_bag(self):
        self.succeed("bot", "--deal", "bag", "--max-pieces", "70", "-o", "a.drops")
        names = "".join(name for name, *_ in read_drops(self.read("a.drops")))
        for i in range(0, 70, 7):
            self.assertEqual(sorted(names[i:i + 7]), sorted("IOTSZJL"))


class Recordings(Bot):
    def test_replay(self):
        """What is written replays to as many pieces and lines, by two simulators."""
        for more in ((), ("--rules", "harddrop"), ("--rules", "srs"), ("--rules", "srs+180"),
                     ("--rules", "nes"), ("--hold", "--lookahead", "3", "--beam", "9"),
                     ("--omino", "5"), ("--board", "5x9")):
            figures = self.play("--max-pieces", "50", *more, "-o", "a.drops")
            plan = oracle.read(self.read("a.drops"))
            drops = read_drops(self.read("a.drops"))
            self.assertEqual(len(drops), figures["pieces"], more)
            self.assertEqual(len(plan.drops), figures["pieces"], more)
            if "--omino" not in more:
                self.assertEqual(figures["fingerprint"], fingerprint(drops, "IOTSZJL"), more)
            replayed = json.loads(self.succeed("replay", "a.drops", "--json"))
            self.assertEqual((replayed["drops"], replayed["rows_cleared"]),
                             (figures["pieces"], figures["lines"]), more)

    def test_first_game(self):
        """The first game of many is written, and counted with the others."""
        self.play("--max-lines", "30", "-o", "one.drops")
        figures = self.play("--max-lines", "30", "--games", "4", "-o", "a.drops", "--jobs", "2")
        self.assertEqual(self.read("a.drops"), self.read("one.drops"))
        del figures["outputs"]
        self.assertEqual(figures, self.play("--max-lines", "30", "--games", "4"))

    def test_images(self):
        self.succeed("bot", "--max-pieces", "9", "--square", "16", "-o", "a.gif", "-o", "a.png", "-o", "a.drops")
        self.assertEqual(self.read("a.gif")[:4], b"GIF8")
        self.succeed("replay", "a.drops", "-o", "b.gif", "-o", "b.png", "--hud",
                     "--square", "16")
        for kind in ("gif", "png"):
            self.assertEqual(self.read(f"a.{kind}"), self.read(f"b.{kind}"))
        self.succeed("bot", "--max-pieces", "9", "--square", "16", "-o", "c.gif", "--speed", "900")
        self.assertNotEqual(self.read("c.gif"), self.read("a.gif"))

    def test_movies(self):
        """A movie has the drops whose pieces the console deals, and the colours of its level."""
        _, _, messages = self.run_program("bot", "--max-pieces", 12, "-o", "a.fm2")
        self.assertIn("after drop 11 no NES game deals the piece of drop 12; keep the first 11 only, ", messages)
        self.play("--max-pieces", 11, "-o", "a.fm2", "-o", "a.drops")
        self.succeed("replay", "a.fm2", "-o", "b.drops")
        kept = [line for line in self.read("b.drops").splitlines(True) if line.split()[0] not in (b"rules", b"color")]
        self.assertEqual(b"".join(kept), self.read("a.drops"))

    def test_standard_output(self):
        """The plan alone; the figures are messages then."""
        self.succeed("bot", "--max-pieces", "9", "-o", "a.drops")
        for arguments in (("-o", "-"), ("-f", "drops")):
            status, output, messages = self.run_program("bot", "--max-pieces", "9", *arguments)
            self.assertEqual((status, output), (0, self.read("a.drops")))
            self.assertRegex(messages, r"^player +dropforge")


class Refusals(Bot):
    def test_no_terminal_is_needed_to_count(self):
        self.write("queue", b"IO\n")
        for arguments in (("--max-pieces", 3), ("--max-lines", 1), ("--queue", "./queue"),
                          ("--player", "lee4", "--board", "6x6", "--games", 1),
                          ("--player", "lee4", "--board", "6x6", "--json")):
            self.succeed("bot", *arguments)


class Manners(screen.OnStage, Bot):
    LONG = (("--player", "dt20"), ("--player", "dt20", "--games", "1000", "--jobs", "2"),
            ("--player", "dt20", "--lookahead", "3"))

    def wait_for_work(self, stage):
        """Until the progress tells that games are being played."""
        stage.until(lambda s: re.search(r"playing.* s", s.main_text()))

    def test_interrupt_tells_what_was_played(self):
        plan = self.folder / "a.drops"
        cases = (("--games", "1000000", "--board", "10x10", "--player", "lee4"),
                 ("--player", "dt20", "--games", "2", "--jobs", "2"),
                 ("--player", "dt20", "--games", "9", "--lookahead", "9"),
                 ("--player", "dt20", "--hold", "-o", str(plan)),
                 ("--player", "dt20", "--rules", "srs", "-o", str(plan)))
        for more in cases[::2] if tap.QUICK else cases:
            stage = self.stage("bot", "--json", *more)
            self.wait_for_work(stage)
            stage.signal(signal.SIGINT)
            self.assertEqual(stage.finish(), 0)
            text = stage.screen.main_text()
            self.assertIn("dropforge: interrupted; the results are those of the games so far", text)
            figures = json.loads(text[text.index("{"):])
            self.assertTrue(figures["interrupted"])
            self.assertGreater(figures["pieces"], 0)
        replayed = json.loads(self.succeed("replay", plan, "--json"))
        self.assertEqual(replayed["drops"], figures["pieces"])

    def test_other_signals_end_clean(self):
        for number, more in ((signal.SIGHUP, ("--hold", "-o", "a.drops")),
                             (signal.SIGQUIT, ("--lookahead", "9"))):
            command = [program.path(), "bot", "--player", "dt20", "--games", "9", *more]
            stage = screen.Stage(["sh", "-c", 'cd "$0" && exec "$@"', self.folder, *command])
            self.addCleanup(stage.close)
            self.wait_for_work(stage)
            stage.signal(number)
            self.assertEqual(stage.finish(), -number, more)
            self.assertEqual(self.files(), [])
            self.assertTrue(stage.bytes.endswith(b"\r\x1b[K"), stage.bytes)


class Terminal(screen.OnStage, Bot):
    def stage(self, *arguments, **options):
        return super().stage("bot", *arguments, **options)

    def final_board(self, *arguments):
        """The rows of the first game's last board from the top, as the terminal shows them."""
        self.succeed("bot", *arguments, "-o", "a.drops")
        field = oracle.read(self.read("a.drops")).field
        return ["".join("██" if field.piece_at(x, y) else "··" for x in range(field.width))
                for y in reversed(range(field.top))]

    def test_game(self):
        arguments = ("--max-pieces", "30", "--seed", "4")
        stage = self.stage(*arguments, "--speed", "10000", NO_COLOR="1")
        self.assertEqual(stage.finish(), 0)
        self.check_restored(stage)
        lines = [line for line in stage.screen.main_text().split("\n") if line]
        self.assertEqual(lines[:-1], self.final_board(*arguments))
        self.assertRegex(lines[-1], r"^dropforge: 30 pieces, [0-9]+ lines, game stopped at its "
                                    r"limit, [0-9.]+ s$")
        self.assertNotIn(b"[38;", stage.bytes)

    def test_colors(self):
        stage = self.stage("--pieces", "T", "--speed", "500")
        stage.until(lambda s: "pieces 5" in "".join(s.text()))
        colors = {paper for row in stage.screen.cells[:20] for *_, paper in row}
        self.assertEqual(colors, {(180, 72, 236), (22, 24, 34), None})
        self.assertIn("next T", "".join(stage.screen.text()))
        self.quit(stage)
        self.assertIn("game stopped by a key", stage.screen.main_text())

    def test_next_piece(self):
        queue = self.folder / self.write("q.txt", b"IOTSZJL")
        stage = self.stage("--queue", str(queue), "--speed", "300")
        for n in range(1, 7):
            stage.until(lambda s, n=n: f"pieces {n}, next {'IOTSZJL'[n]};" in "".join(s.text()))
        stage.until(lambda s: "pieces 7;" in "".join(s.text()))
        self.quit(stage)

    def test_sizes(self):
        for columns, rows in ((1, 1), (1, 24), (80, 1), (5, 2), (12, 8), (200, 100)):
            stage = self.stage("--speed", "10000", "--max-pieces", "8", "--hold", "--rules",
                               "srs", columns=columns, rows=rows)
            self.assertEqual(stage.finish(), 0)
            self.check_restored(stage)

    def test_squares_grow_with_the_terminal(self):
        for columns, rows, wide in ((80, 24, 2), (120, 40, 3), (200, 60, 5), (200, 122, 12)):
            stage = self.stage("--board", "10x20", "--seed", "1", columns=columns, rows=rows)
            stage.until(lambda s: "pieces 2" in "".join(s.text()))
            drawn = [sum(paper is not None for *_, paper in row) for row in stage.screen.cells]
            self.assertEqual(drawn.count(10 * wide), 10 * wide)
            self.assertEqual(sum(drawn), (10 * wide) ** 2)
            self.quit(stage)

    def test_keys(self):
        """They are named, and a game that pauses goes on."""
        stage = self.stage("--seed", "1", "--max-pieces", "30")
        for keys, shown in ((b"", "; space: pause, right: step, + -: speed, q: stop"),
                            (b"xh?", "; space: pause"), (b" ", ", paused; space: play,"),
                            (b"\x1b[C\x1b[C\x1b[D", ", paused;"), (b"++-", ", paused, speed 2;"),
                            (b"-" * 9, ", paused, speed 1/64;"), (b"+" * 20, ", paused, speed 64;"),
                            (b" ", ", speed 64; space: pause")):
            stage.type(keys)
            stage.until(lambda s, text=shown: text in "".join(s.text()))
        self.assertEqual(stage.finish(), 0)
        self.assertIn("30 pieces", stage.screen.main_text())

    def test_size_follows_the_terminal(self):
        stage = self.stage("--speed", "300", "--player", "dt20", columns=40, rows=10)
        stage.until(lambda s: "pieces 3" in s.text()[-1])
        stage.screen.columns, stage.screen.rows = 50, 24
        stage.screen.clear()
        stage.resize(50, 24)
        stage.signal(signal.SIGWINCH)
        stage.until(lambda s: "pieces 5" in "".join(s.text()))
        self.quit(stage)

    def test_game_over(self):
        stage = self.stage("--board", "4x4", "--speed", "10000")
        self.assertEqual(stage.finish(), 0)
        self.assertIn("game over", stage.screen.main_text())
        stage = self.stage("--queue", "-", "--speed", "10000")
        stage.type(b"O\n\x04")
        self.assertEqual(stage.finish(), 0)
        self.assertIn("game out of pieces", stage.screen.main_text())

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            stage = self.stage("--player", "dt20")
            stage.until(lambda s: "pieces 1" in "".join(s.text()))
            stage.signal(number)
            self.assertEqual(stage.finish(), -number)
            self.check_restored(stage)

    def test_ascii_alone(self):
        stage = self.stage("--max-pieces", "3", "--speed", "10000", LC_ALL="C",
                           NO_COLOR="1")
        self.assertEqual(stage.finish(), 0)
        self.assertTrue(stage.bytes.isascii())
        self.assertIn("##", stage.screen.main_text())
        stage = self.stage("--max-pieces", "3", "--speed", "10000", LC_ALL="C", rows=60)
        self.assertEqual(stage.finish(), 0)
        self.assertTrue(stage.bytes.isascii())
        self.assertNotIn("[", stage.screen.main_text())

    def test_only_without_games(self):
        """With --games, --json or another kind of terminal a game is only counted."""
        for more, options in ((("--games", "1"), {}), (("--json",), {}), ((), {"TERM": "dumb"})):
            stage = self.stage("--max-pieces", "9", *more, **options)
            self.assertEqual(stage.finish(), 0)
            self.assertRegex(stage.screen.main_text(), r'pieces"?: *\t?9|pieces +9')
            self.assertNotIn(b"[?1049h", stage.bytes)


if __name__ == "__main__":
    program.main()
