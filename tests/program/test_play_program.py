"""Plays the game in a terminal, and without one."""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import termios
import time
import unittest

from tests.oracle import oracle
from tests.support import commands
from tests.support import program
from tests.support import screen
from tests.support import tmux

# A row is full after four pieces.
SQUARES = ["--omino", "1", "--board", "4x20", "--seed", "1"]
# So high that a piece needs a minute to the floor.
CALM = ["--board", "10x60", "--seed"]
I_FIRST = "5"  # a seed whose first piece is I


def well(text, columns):
    """The squares of the playfield on the screen, row by row: '#', ':' or '.'."""
    rows = []
    for line in text.splitlines():
        found = re.search("│(.{%d})│" % (2 * columns), line)
        if found:
            cells = [found[1][i:i + 2] for i in range(0, 2 * columns, 2)]
            rows.append("".join({"[]": "#", "::": ":"}.get(cell, ".") for cell in cells))
    return rows


class Case(program.Case):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"
        self.windows = 0
        self.scores = self.data / "dropforge" / "scores"

    def environment(self):
        return {"XDG_DATA_HOME": str(self.data), "PATH": "/usr/bin:/bin"}

    def script(self, keys, *arguments, given=True):
        """Plays without a terminal; returns what came of it."""
        output = self.succeed("play", "--script", "-", "--json", *arguments, given=keys.encode())
        return json.loads(output)


@unittest.skipIf(shutil.which("tmux") is None, "there is no tmux")
class Terminal(screen.OnStage, Case):
    def play(self, *arguments, before="", after="", columns=80, rows=24,
             variables="NO_COLOR=1"):
        """Starts the game in a terminal, after which the shell says how it ended."""
        call = shlex.join([program.path(), "play", *arguments])
        self.windows += 1
        data = shlex.quote(str(self.data))
        script = f"{before}XDG_DATA_HOME={data} XDG_CONFIG_HOME={data} {variables} {call}"
        window = tmux.Tmux(self.folder, self.windows, script + after, columns, rows)
        self.addCleanup(window.close)
        return window

    def quit(self, window, status=0):
        window.type("q")
        self.check_end(window, status)

    def check_end(self, window, status=0):
        shown = window.until_shown(r"ENDED \d+\n")
        self.assertIn(f"ENDED {status}\n", shown)
        self.assertEqual(window.flag("alternate_on"), "0")
        self.assertEqual(window.flag("cursor_flag"), "1")

    def check_recording(self):
        """The plan and the record of a game end in the same playfield; returns its rows."""
        played = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
        field = oracle.read(self.read("a.drops")).field
        rows = ["".join("#" if field.piece_at(x, y) else "." for x in range(field.width))
                for y in reversed(range(field.height))]
        rows = [row for row in rows if "#" in row]
        self.assertEqual(rows, played["field"])
        summary = json.loads(self.succeed("replay", "a.drops", "--json"))
        self.assertEqual(summary["drops"], played["pieces"])
        self.assertEqual(summary["rows_cleared"], played["lines"])
        return played

    def test_moves_and_a_kick(self):
        window = self.play(*CALM, I_FIRST, "-o", "a.drops", "--log", "a.game", rows=64)
        window.until(lambda text: any("...####..." in row for row in well(text, 10)))
        window.type("Left")
        window.until(lambda text: any("..####...." in row for row in well(text, 10)))
        window.type("Right", "Right")
        window.until(lambda text: any("....####.." in row for row in well(text, 10)))
        window.type("Up")
        window.until(lambda text: sum("......#..." in row for row in well(text, 10)) == 4)
        # Upright at the wall, it has room to turn only where a kick puts it.
        window.type(*["Left"] * 8)
        window.until(lambda text: sum("#........." in row for row in well(text, 10)) == 4)
        window.type("Up")
        window.until(lambda text: any("####......" in row for row in well(text, 10)))
        window.type("Space")
        window.until(lambda text: [row[:4] for row in well(text, 10)[-1:]] == ["####"])
        self.quit(window)
        played = self.check_recording()
        self.assertEqual(played["field"][-1], "####......")

    def test_hold(self):
        window = self.play(*CALM, I_FIRST, "--log", "a.game", rows=64)
        window.until(lambda text: any("...####..." in row for row in well(text, 10)))
        window.type("c")
        window.until(lambda text: re.search(r"Hold\n.*\n?.*│ \[\]\[\]\[\]\[\]", text))
        self.quit(window)
        self.assertIn(b" +hold\n", self.read("a.game"))

    def test_clears_pauses_and_goes_on(self):
        window = self.play(*SQUARES, "-o", "a.drops", "--log", "a.game")
        window.until_shown("Score 0")
        window.type("p")
        window.until_shown("PAUSED")
        window.type("Space")
        window.type("p")
        window.until(lambda text: "PAUSED" not in text and "Lines 0" in text)
        for way in (["Left"] * 4, ["Right"] * 4, [], ["Right"]):
            window.type(*way, "Space")
        window.until_shown("Lines 1")
        self.quit(window)
        self.assertEqual(self.check_recording()["clears"], {"1": 1})
        self.assertIn(b"guideline one-sided-1 4x20 ", self.scores.read_bytes())

    def test_resize(self):
        window = self.play("--seed", "1")
        window.until_shown("Score 0")
        window.resize(40, 14)
        text = window.until(lambda text: re.search(r"│[ .:▀▄█]{10}│ Score", text) and
                            re.search("└─{10}┘", text))
        rows = re.findall(r"│([ .:▀▄█]{10})│", text)
        self.assertGreater(rows.count("." * 10), 5, rows)  # the squares without anything
        self.assertIn(sum(row.count(":") for row in rows), range(2, 5), rows)  # where it will rest
        window.resize(20, 5)
        window.until_shown(r"too small; needs\n12x12\. q quits")
        window.resize(80, 24)
        window.until(lambda text: "PAUSED" in text and "Score 0" in text)
        window.type("p")
        window.until(lambda text: "PAUSED" not in text and any(well(text, 10)))
        self.quit(window)

    def test_end_and_new_game(self):
        window = self.play(*SQUARES, "--name", "one two")
        window.until_shown("Score 0")
        window.type(*["Space"] * 21)
        window.until_shown(r"GAME OVER(.|\n)*> 1\. +\d+  one_two")
        window.type("r")
        window.until_shown("Score 0")
        window.type("r")  # is nothing in a game that is not over
        window.type("Space")
        window.until_shown(r"Score [1-9]")
        self.quit(window)
        self.assertEqual(len(self.scores.read_bytes().splitlines()), 3)

    def test_long_name(self):
        window = self.play(*SQUARES, "--name", "n" * 40)
        window.until_shown("Score 0")
        window.type(*["Space"] * 21)
        window.until_shown("GAME OVER")
        self.quit(window)
        self.assertTrue(self.scores.read_bytes().endswith(b" " + b"n" * 31 + b" endless 0\n"))

    def test_bot_takes_over_and_gives_back(self):
        window = self.play("--seed", "1", "-o", "a.drops", "--log", "a.game")
        window.until_shown("Level 1")
        window.type("b")
        # A bot that is not watched for some seconds has gone on to another level.
        window.until_shown(r"Level \d+   bot")
        window.until_shown(r"Pieces ([3-9]|\d\d)")
        window.type("b")
        window.until(lambda text: "bot" not in text)
        self.quit(window)
        self.assertGreaterEqual(self.check_recording()["pieces"], 3)
        self.assertFalse(self.scores.exists(), "what a bot has played is no high score")

    def test_versus(self):
        window = self.play("--versus", "--omino", "1", "--board", "4x20", "--seed", "3")
        window.until(lambda text: text.count("Score") == 2)
        window.type(*["Space"] * 21)
        window.until_shown("THE BOT WINS")
        self.quit(window)

    def test_watch(self):
        self.script("5 left hard\n10 right hard\n60 end\n", *SQUARES, "--log", "a.game")
        window = self.play("--watch", "a.game")
        window.until_shown("END OF THE RECORD")
        window.until(lambda text: [row[0] + row[2] for row in well(text, 4)[-1:]] == ["##"])
        self.quit(window)

    def colors(self, **options):
        """What colours a game is drawn in."""
        window = self.play("--seed", "1", **options)
        window.until_shown("Score 0")
        # The next pieces are below the score, and may be drawn a moment later.
        window.until(lambda text: "::" in text or "▒" in text)
        text = "\n".join(window.lines("-e"))
        self.quit(window)
        window.close()
        return set(re.findall(r"\x1b\[[0-9;]*?([34]8;[25];[0-9;]*|[34][0-7])m", text))

    def test_chance(self):
        self.write("well.txt", b"###....###\n" * 4)
        window = self.play("--chance", "--field", "well.txt", "--preview", "2", "--seed", "1")
        window.until_shown(r"Best play clears \d+\.\d\d %\s*$")
        window.type("Space")
        window.until_shown(r"(clears \d+\.\d\d %|is possible); last drop: \d+\.\d\d %, the best: \d+\.\d\d %")
        window.resize(54, 24)
        window.until_shown(r"(clears \d+\.\d\d %|is possible); last drop: \d+\.\d\d %\s*$")
        window.type("u")
        window.until_shown(r"Best play clears \d+\.\d\d %\s*$")
        self.quit(window)

    def test_colors(self):
        self.assertTrue(any(c.startswith("48;2;") for c in
                            self.colors(variables="TERM=tmux-256color")))
        self.assertTrue(any(re.fullmatch("4[1-7]", c) for c in
                            self.colors(variables="TERM=xterm-color")))

    def test_eight_colors(self):
        """Each tetromino has its own."""
        seen = set()
        for piece in "IOTSZJL":
            window = self.play("--queue", piece * 8, variables="TERM=xterm-color")
            window.until_shown("Score 0")
            window.until(lambda text: "▒" in text or "::" in text)
            text = "\n".join(window.lines("-e"))
            self.quit(window)
            window.close()
            seen.add(frozenset(re.findall(r"\x1b\[[0-9;]*?(4[1-7])m", text)))
        self.assertEqual(len(seen), 7, seen)

    def test_squares_grow_with_the_window(self):
        """In colours they have no brackets."""
        for columns, rows, wide in ((80, 24, 2), (120, 40, 3), (200, 60, 5)):
            window = self.play("--seed", "1", columns=columns, rows=rows,
                               variables="TERM=tmux-256color")
            text = window.until(lambda text: "▒" in text and "Score 0" in text and "┘" in text)
            self.assertNotIn("[", text)
            self.assertRegex(text, "└─{%d}┘" % (10 * wide))
            self.quit(window)

    def test_without_colors(self):
        for variables in ("NO_COLOR=1", "TERM=vt100", "NO_COLOR=1 TERM=xterm-256color",
                          "TERM=vt100 LC_ALL=C"):
            self.assertEqual(self.colors(variables=variables), set(), variables)

    def test_ctrl_c(self):
        window = self.play(*SQUARES, "-o", "a.drops", "--log", "a.game",
                           before="trap : INT QUIT; stty -g >before; ")
        window.until_shown("Score 0")
        window.type("Left", "Space")
        window.until_shown("Score [1-9]")
        window.type("C-c")
        self.check_end(window, 130)
        self.assertEqual(self.check_recording()["pieces"], 1)

    def test_window_is_closed(self):
        window = self.play(*SQUARES, "-o", "a.drops", "--log", "a.game")
        window.until_shown("Score 0")
        window.type("Left", "Space")
        window.until_shown("Score [1-9]")
        window.close()
        end = time.monotonic() + tmux.PATIENCE
        while not ((self.folder / "a.drops").exists() and self.scores.exists()):
            self.assertLess(time.monotonic(), end, self.files())
            time.sleep(0.02)
        self.assertEqual(self.check_recording()["pieces"], 1)

    def test_modes_of_the_terminal(self):
        for key, status in (("q", 0), ("C-c", 130), ("C-\\", 131)):
            window = self.play(*SQUARES, before="trap : INT QUIT; ulimit -c 0; stty -g >before; ")
            window.until_shown("Score 0")
            window.type(key)
            self.check_end(window, status)
            modes = subprocess.run(["stty", "-g", "-F", window.flag("pane_tty")], check=True,
                                   stdout=subprocess.PIPE).stdout
            self.assertEqual(modes, self.read("before"), key)
            window.close()

    def test_stop_and_continue(self):
        window = self.play("--seed", "1", before="set -m; ")
        window.until_shown("Score 0")
        window.type("C-z")
        window.until_shown(r"ENDED 1\d\d")
        self.assertEqual(window.flag("alternate_on"), "0")

    def test_stops_while_it_draws(self):
        """The terminal takes nothing more, so that the program waits in the middle of drawing."""
        stage = self.stage("play", *SQUARES, "--level", "7", TERM="xterm-256color",
                           XDG_DATA_HOME=str(self.data), XDG_CONFIG_HOME=str(self.data))
        while b"Score 0" not in stage.bytes:
            self.assertTrue(stage.read(), stage.bytes)
        termios.tcflow(stage.slave, termios.TCOOFF)
        stage.signal(signal.SIGWINCH)
        time.sleep(0.3)
        stage.signal(signal.SIGTSTP)
        termios.tcflow(stage.slave, termios.TCOON)
        while b"PAUSED" not in stage.bytes:
            self.assertNotIn(b"OVER", stage.bytes, "the signal is lost")
            self.assertTrue(stage.read(), stage.bytes)
        # Was left for the stop, which the kernel does not do where no shell could end it.
        self.assertIn(b"\x1b[?1049l", stage.bytes)

    def test_keeps_output_after_ctrl_c(self):
        window = self.play(*SQUARES)
        window.until_shown("Score 0")
        modes = subprocess.run(["stty", "-a", "-F", window.flag("pane_tty")], check=True,
                               stdout=subprocess.PIPE).stdout
        self.assertIn(b" noflsh", modes)
        self.quit(window)

    def test_rests_after_a_stop(self):
        window = self.play("--seed", "1", before="set -m; ", after="; fg")
        window.until_shown("Score 0")
        window.type("C-z")
        window.until_shown("PAUSED")
        window.type("p")
        window.until(lambda text: "Score 0" in text and "PAUSED" not in text)
        self.quit(window)

    def test_scrolls_no_further_than_there_are_pieces(self):
        window = self.play(*CALM, I_FIRST, "--omino", "5", columns=120, rows=64)
        window.until_shown(r"Kinds 1 +│")
        window.type(*["]"] * 5, "Space")
        window.until_shown(r"Kinds 2 +│")
        window.type(*["]"] * 5)
        window.until_shown(r"Kinds 2 \[ \] +│")
        window.type("[")
        window.until_shown(r"Kinds 2 +│")
        self.quit(window)

    def end_a_game(self):
        window = self.play(*SQUARES)
        window.until_shown("Score 0")
        window.type("Space")
        window.until_shown("Score [1-9]")
        window.type("q")
        text = window.until_shown("ENDED 0")
        window.close()
        return text.replace("\n", "")

    def test_damaged_scores_are_set_aside(self):
        self.scores.parent.mkdir(parents=True)
        old = b"dropforge-scores 1\nguideline tetrominoes 10x20 100 1"
        for number in (1, 2):
            self.scores.write_bytes(old)
            text = self.end_a_game()
            self.assertIn(f"scores.damaged-{number}", text)
            self.assertEqual((self.scores.parent / f"scores.damaged-{number}").read_bytes(), old)
            self.assertEqual(len(self.scores.read_bytes().splitlines()), 2)
        self.assertNotIn("damaged", self.end_a_game())
        self.assertEqual(len(self.scores.read_bytes().splitlines()), 3)

    def test_scores_of_a_later_version_stay(self):
        self.scores.parent.mkdir(parents=True)
        self.scores.write_bytes(b"dropforge-scores 3\nwho knows\n")
        self.assertIn("another version", self.end_a_game())
        self.assertEqual(self.scores.read_bytes(), b"dropforge-scores 3\nwho knows\n")

    def test_scores_that_cannot_be_kept(self):
        self.data.write_bytes(b"")
        self.assertIn("the high score is not kept", self.end_a_game())

    def test_scores_that_are_no_file(self):
        self.scores.parent.mkdir(parents=True)
        os.mkfifo(self.scores)
        self.assertIn("cannot be read: Invalid argument", self.end_a_game())


class Headless(Case):
    def test_records_and_plans(self):
        """A record is read as a plan."""
        for options in ([], ["--rules", "nes"], ["--omino", "5"], ["--mode", "dig"]):
            self.script("600 end\n", "--bot", "--seed", "1", *options, "--log", "a.game",
                        "-o", "a.drops")
            self.succeed("replay", "a.game", "-o", "x.drops")
            self.assertEqual(self.read("x.drops"), self.read("a.drops"), options)
        self.succeed("replay", "a.game", "-o", "x.fumen")
        self.succeed("replay", "a.drops", "-o", "y.fumen")
        self.assertEqual(self.read("x.fumen"), self.read("y.fumen"))
        self.assertEqual(self.read("x.fumen")[:5], b"v115@")

    def test_movies_and_standard_output(self):
        """Pieces of a game that the console deals, too, can be played there."""
        self.write("keys", b"1 hard\n30 hard\n60 hard\n90 hard\n")
        play = ("play", "--script", "keys", "--seed", 1, "-f", "drops")
        plan = self.succeed(*play)
        self.assertEqual(self.succeed(*play, "-o", "-", "-o", "a.fm2"), plan)
        self.succeed("replay", "a.fm2", "-o", "b.drops")
        pieces = [re.findall(rb"^[IOTSZJL] ", text, re.MULTILINE) for text in (plan, self.read("b.drops"))]
        self.succeed(*play, "--log", "a.game")
        self.assertEqual(self.succeed("play", "--watch", "a.game", "-f", "drops"), plan)
        self.assertEqual(len(pieces[0]), 4)
        self.assertEqual(pieces[0], pieces[1])

    def test_same_keys_same_game(self):
        keys = "3 left hard\n9 clockwise right\n30 hard hold\n40 half-turn hard\n99 end\n"
        games = [self.script(keys, "--seed", "5", "--turns", "srs+180", "--log", name, "-o", drops)
                 for name, drops in (("a.game", "a.drops"), ("b.game", "b.drops"))]
        self.assertEqual(games[0].pop("outputs"),
                         [games[1].pop("outputs")[0] | {"file": "a.drops"}])
        self.assertEqual(games[0], games[1])
        self.assertEqual(self.read("a.game"), self.read("b.game"))
        self.assertEqual(self.read("a.drops"), self.read("b.drops"))
        again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
        for key in ("score", "field", "pieces", "ticks", "end"):
            self.assertEqual(again[key], games[0][key])
        self.assertNotEqual(self.script(keys, "--seed", "6"), games[0])

    def test_records_outlive_other_outputs(self):
        """A game cannot be played again: its record is kept when a film or a report of it cannot be
        written, and when nobody waits for the film."""
        self.script("5 hard\n60 end\n", "--log", "a.game")
        record = self.read("a.game")
        for output in (("-o", "/dev/full", "--format", "gif"), ("-o", "/dev/full", "-o", "b.drops",
                                                                "--format", "drops")):
            status, _, messages = self.run_program(
                "play", "--script", "-", "--seed", 5, "--log", "b.game", *output,
                given=b"5 hard\n60 end\n")
            self.assertEqual(status, 1)
            self.assertEqual(messages.splitlines()[0],
                             "dropforge: /dev/full: cannot be written: No space left on device")
            self.assertEqual(len(self.read("b.game").splitlines()), len(record.splitlines()))
            self.succeed("play", "--watch", "b.game", "--json")
            os.unlink(self.folder / "b.game")
        self.succeed("replay", "b.drops", "--json")
        with open("/dev/full", "wb") as full:
            self.run_program("play", "--watch", "a.game", "--log", "c.game", "--json", stdout=full)
        self.assertEqual(self.read("c.game"), record)

    def test_records_are_written_before_films(self):
        """Of 40000 ticks this takes a second or more, in which a signal may come."""
        os.mkfifo(self.folder / "film")
        with self.start("play", "--bot", "--script", "-", "--log", "x.game", "-o", "film",
                        "--format", "y4m", stdin=subprocess.PIPE) as process, \
                open(self.folder / "film", "rb") as film:
            process.stdin.write(b"20000 end\n")
            process.stdin.close()
            self.assertEqual(film.read(9), b"YUV4MPEG2")
            process.kill()
        self.succeed("play", "--watch", "x.game", "--json")

    def test_picture_of_the_readme(self):
        self.script("900 end\n", "--bot", "--omino", "5", "--seed", "3", "-o", "play.gif",
                    "--square", "16")
        picture = pathlib.Path(__file__).parents[2] / "docs/img/play.gif"
        self.assertEqual(self.read("play.gif"), picture.read_bytes())

    def test_nes_keys(self):
        """A key holds its button for a tick; a soft drop for a few."""
        game = self.script("200 left\n210 left\n220 clockwise\n3000 end\n", "--rules", "nes",
                           "--seed", "7", "--log", "a.game")
        log = self.read("a.game").decode()
        self.assertIn("200 +left\n201 -left\n", log)
        self.assertGreater(game["pieces"], 1)

    def test_bot_plays_everything(self):
        for options in (["--omino", "1"], ["--omino", "5"], ["--omino", "12"],
                        ["--omino", "12", "--class", "path"], ["--omino", "6", "--class", "path"],
                        ["--omino", "20"], ["--rules", "nes"], ["--rules", "nes", "--omino", "5"],
                        ["--turns", "srs+180", "--level", "20"], ["--versus"], ["--turns", "tetrio"],
                        ["--turns", "gameboy", "--all-spins"], ["--turns", "nokicks"],
                        ["--turns", "ars"], ["--turns", commands.KICKS],
                        ["--turns", commands.KICKS, "--omino", "12"]):
            game = self.script("1200 end\n", "--bot", "--seed", "9", *options, "-o", "a.drops",
                               "--log", "a.game")
            self.assertTrue(game["bot"])
            self.assertGreater(game["pieces"], 5, options)
            replayed = json.loads(self.succeed("replay", "a.drops", "--json"))
            self.assertEqual(replayed["drops"], game["pieces"], options)
            self.assertEqual(replayed["rows_cleared"], game["lines"], options)
            again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
            self.assertEqual(again["field"], game["field"], options)
            self.assertEqual(again["score"], game["score"], options)

    def test_modes(self):
        """The bot plays each to its end, and the record plays it again."""
        for mode, goal in (("lines40", {"lines": 40}), ("ultra", {"ticks": 7200}), ("dig", {}),
                           ("endless", None), ("practice", None)):
            game = self.script("9000 end\n", "--bot", "--seed", "3", "--mode", mode, "--log", "a.game",
                               "-o", "a.drops")
            self.assertEqual((game["mode"], game["end"]), (mode, "left" if goal is None else "goal"))
            for key, least in (goal or {}).items():
                self.assertIn(game[key], range(least, least + 4), mode)
            if mode == "lines40":
                self.assertEqual(game["splits"], sorted(set(game["splits"])))
                self.assertEqual((len(game["splits"]), game["splits"][3]), (4, game["ticks"]))
            if mode == "dig":
                self.assertEqual(self.read("a.drops").count(b"\nrow "), 10)
                self.assertGreaterEqual(game["lines"], 10)
            again = json.loads(self.succeed("play", "--watch", "a.game", "--json"))
            for key in ("field", "score", "ticks", "splits", "end"):
                self.assertEqual(again[key], game[key], mode)
        for options in (["--rules", "nes"], ["--omino", "5"]):
            game = self.script("900 end\n", "--bot", "--mode", "dig", *options, "-o", "a.drops")
            self.assertEqual(json.loads(self.succeed("replay", "a.drops", "--json"))["rows_cleared"], game["lines"])

    def test_practice(self):
        self.write("b.txt", b"X....XXXXX\nXX...XXXXX\nXXXXXXXXXX\n")
        options = ("--field", "b.txt", "--queue", "TIJ", "--log", "a.game", "-o", "a.drops")
        begun = self.script("1 end\n", *options)
        self.assertEqual((begun["mode"], begun["field"]), ("practice", ["#....#####", "##...#####"]))
        game = self.script("10 left hard\n20 left hard\n30 back\n31 back\n32 back\n40 end\n", *options)
        self.assertEqual((game["pieces"], game["field"]), (0, begun["field"]))
        # After the last piece, too.
        keys = "1 hard\n20 hard\n40 hard\n60 left\n"
        self.assertEqual(self.script(keys, *options)["end"], "out of pieces")
        self.assertEqual(self.script(keys + "61 back\n62 end\n", *options)["pieces"], 2)
        self.assertEqual(json.loads(self.succeed("play", "--watch", "a.game", "--json"))["pieces"], 2)
        # In other modes nothing is taken back.
        self.assertEqual(self.script("1 hard\n20 back\n60 end\n")["pieces"], 1)

    def test_chance(self):
        """Before and after a drop as 'clear best' has it, also from a table and after a first hold."""
        self.write("well.txt", b"###....###\n" * 4)
        field, seen = ("--field", "well.txt"), 3
        self.write("table.txt", self.succeed("clear", "best", f"*p{seen}", *field))
        self.assertIn("choose --preview 2,", self.refuse(1, "play", "--table", "table.txt", *field))
        wins = 0
        for seed in range(6):
            options = (*field, "--preview", seen - 1, "--seed", seed)
            self.script("1 hard\n20 hard\n40 hard\n60 hard\n80 end\n", *options, "-o", "x.drops")
            drops = re.findall(r"(?m)^[IOTSZJL] [NESW] \d+ \d+", self.read("x.drops").decode())
            queue = "".join(drop[0] for drop in drops)
            best = json.loads(self.succeed("clear", "best", queue[:seen], *field, "--json"))
            kept = {move["drop"]: move["clear"] for move in best["moves"]}
            both = {key: best[key] for key in ("clear", "total")}
            for how in (("--chance",), ("--table", "table.txt")):
                self.assertEqual(self.script("1 end\n", *options, *how)["chance"], both)
                played = self.script("1 hard\n30 end\n", *options, *how)["chance"]
                self.assertEqual(played["last_drop"],
                                 {"clear": kept.get(drops[0], 0), "best": both["clear"], "total": both["total"]})
            wins += played["last_drop"]["clear"]
            # A first hold shows a piece, and the held one cannot come back.
            after = json.loads(self.succeed("clear", "best", queue[1:seen + 1], "--held", queue[0], "--bag",
                                            "".join(set("IOTSZJL") - set(queue[:seen + 1])), *field, "--json"))
            wanted = max((move["clear"] for move in after["moves"] if "hold" not in move["drop"]), default=0)
            held = self.script("1 hold\n2 end\n", *options, "--chance")["chance"]
            self.assertEqual(held, {"clear": wanted, "total": after["total"]})
        self.assertGreater(wins, 0)

    def test_plays_on_from_a_record(self):
        first = self.script("2000 end\n", "--bot", "--seed", "3", "--mode", "lines40", "--log", "a.game")
        self.assertGreater(first["pieces"], 50)
        refused = self.refuse(1, "play", "--from", "a.game", "--at", first["pieces"] + 1)
        self.assertEqual(refused, f"a.game: the game has {first['pieces']} pieces; --at must not be more")
        for at, pieces in ((0, 0), (20, 20), (first["pieces"], first["pieces"])):
            game = self.script("1 end\n", "--from", "a.game", "--at", at, "--log", "b.game",
                               "-o", "b.drops")
            self.assertEqual((game["pieces"], game["mode"]), (pieces, "practice"))
        self.assertEqual(self.script("1 end\n", "--from", "a.game")["field"], game["field"])
        # The drops are those of the record, and then others.
        self.succeed("play", "--watch", "a.game", "-o", "a.drops")
        self.script("1 hard\n90 hard\n200 end\n", "--from", "a.game", "--at", 20, "-o", "b.drops")
        drops = [re.findall(rb"^[A-Z] [NESW] .*$", self.read(name), re.M) for name in ("a.drops", "b.drops")]
        self.assertEqual((len(drops[1]), drops[1][:20]), (22, drops[0][:20]))
        self.script("1 end\n", "--das", "3", "--arr", "0", "--sdf", "40", "--log", "c.game")
        self.assertRegex(self.read("c.game"), rb"shift-delay 3\nshift-repeat 0\n(?s:.*)soft-factor 40\n")

    def test_bot_is_hasty_from_level_12_on(self):
        """It presses all buttons of a piece in one tick then, and one by one before."""
        for level in (11, 12):
            self.script("600 end\n", "--bot", "--seed", "4", "--level", str(level), "--log", "a.game")
            ticks = re.findall(r"^(\d+) \+(?!hard)", self.read("a.game").decode(), re.M)
            drops = re.findall(r"^(\d+) \+hard", self.read("a.game").decode(), re.M)
            self.assertGreater(len(drops), 3)
            self.assertEqual(set(ticks) <= set(drops), level == 12, (ticks, drops))

    def test_bot_lives(self):
        game = self.script("7200 end\n", "--bot", "--seed", "4")
        self.assertEqual(game["end"], "left")
        self.assertGreater(game["lines"], 40)

    def test_path_class(self):
        """The pieces of a game are as many as 'dropforge omino' counts."""
        self.script("5 end\n", "--omino", "5", "--class", "path", "--log", "a.game")
        pieces = [line for line in self.read("a.game").splitlines() if line.startswith(b"piece ")]
        count = self.succeed("omino", "count", "5", "--class", "path")
        self.assertEqual(len(pieces), int(count))

    def test_gif(self):
        self.script("600 end\n", "--bot", "-o", "a.gif", "-o", "a.drops")
        self.assertEqual(self.read("a.gif")[:4], b"GIF8")


if __name__ == "__main__":
    program.main()
