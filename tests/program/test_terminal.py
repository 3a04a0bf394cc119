"""Plays plans in a terminal, interrupts the program in every way, and presses the keys of the game."""

import json
import os
import re
import signal
import time

from tests.oracle import oracle
from tests.support import program
from tests.support import screen

PLAN = b"dropforge-drops 1\nfield 8 10\ncolor T #ff0000\n" + b"".join(
    b"T N 0 %d\nT S 5 %d\n" % (2 * y, 2 * y) for y in range(3))


HEIGHT = 9  # rows of the film: T is turned above the stack of six


class Terminal(screen.OnStage, program.Case):
    def setUp(self):
        super().setUp()
        self.plan = str(self.folder / self.write("a.drops", PLAN))

    def shown(self, stage, plan, size=1):
        """The playfield as the screen shows it: the colours of squares from the top."""
        margin = (stage.screen.columns - plan.width * size) // 2
        rows = []
        for line in stage.screen.cells[:(HEIGHT * size + 1) // 2]:
            cells = line[margin:margin + plan.width * size]
            rows.append([ink if c == "▀" else paper for c, ink, paper in cells])
            rows.append([paper for _, _, paper in cells])
        rows = rows[-HEIGHT * size:]
        return [row[::size] for row in rows[::size]]

    def test_final_frame(self):
        plan = oracle.read(PLAN)
        stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600", "--background",
                           "#000080", "--look", "flat", columns=30, rows=6)
        stage.until(lambda s: "drop 6 of 6" in s.text()[-1])
        wanted = [[(255, 0, 0) if plan.field.piece_at(x, y) else (0, 0, 128)
                   for x in range(plan.width)] for y in reversed(range(HEIGHT))]
        self.assertEqual(self.shown(stage, plan), wanted)
        self.assertTrue(stage.screen.is_alternate)
        self.assertFalse(stage.screen.has_cursor)
        self.quit(stage, b"xq")
        self.assertIn("dropforge: 6 drops, ", stage.screen.main_text())
        self.assertNotIn("x", stage.screen.main_text().split("dropforge:")[0])

    def test_plays_to_the_end(self):
        stage = self.stage("replay", self.plan, "--speed", "10000", "--end-pause", "0")
        self.assertEqual(stage.finish(), 0)
        self.check_restored(stage)

    def test_print_plays(self):
        stage = self.stage("print", *program.QUICK, "--speed", "100")
        stage.until(lambda s: "drop 2 of" in s.text()[-1] or "drop 2 of" in "".join(s.text()))
        self.quit(stage, b"\x1b")

    def test_size_follows_the_terminal(self):
        plan = oracle.read(PLAN)
        stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600", "--background",
                           "#000080", "--look", "flat", "--end-card", "x", columns=40, rows=6)
        stage.until(lambda s: "drop 6 of 6" in s.text()[-1])
        small = self.shown(stage, plan)
        stage.screen.columns, stage.screen.rows = 50, 10
        stage.screen.clear()
        stage.resize(50, 10)
        stage.signal(signal.SIGWINCH)
        stage.until(lambda s: "drop 6 of 6" in s.text()[-1])
        self.assertEqual(self.shown(stage, plan, 2), small)
        self.quit(stage)

    def test_keys(self):
        """The film is paused, stepped through and gone back in, faster or slower."""
        stage = self.stage("replay", self.plan, "--speed", "10")
        for keys, text in (
                (b"", "drop 0 of 6; space: pause"),
                (b" ", "drop 0 of 6, paused; space: play, arrows: step, + -: speed, q: stop"),
                (b"\x1b[C", "drop 1 of 6, paused"), (b"\x1bOC\x1b[C", "drop 3 of 6, paused"),
                (b"\x1b[D", "drop 2 of 6, paused"), (b"+", "drop 2 of 6, paused, speed 2;"),
                (b"\x1b[A", "speed 4;"), (b"-\x1b[B-", "speed 1/2;"),
                (b"\x1b[C" * 9, "drop 6 of 6, paused"), (b"\x1b[D" * 9, "drop 0 of 6, paused"),
                (b"+" * 9, "drop 0 of 6, paused, speed 64; "),
                (b" ", "drop 6 of 6, speed 64; space: pause,")):
            stage.type(keys)
            stage.until(lambda s, t=text: any(t in line for line in s.text()))
        self.quit(stage, b"...xq")
        # The playfield is the same, forwards and backwards.
        plan = oracle.read(PLAN)
        stage = self.stage("replay", self.plan, "--speed", "10", "--background", "#000080",
                           "--look", "flat", columns=30, rows=6)
        stage.until(lambda s: "drop 0 of 6" in s.text()[-1])
        stage.type(b" \x1b[C\x1b[C")
        stage.until(lambda s: "drop 2 of 6" in s.text()[-1])
        once = self.shown(stage, plan)
        stage.type(b"\x1b[C\x1b[C\x1b[D\x1b[D\x1b[D")
        stage.until(lambda s: "drop 1 of 6" in s.text()[-1])
        stage.type(b"\x1b[C")
        stage.until(lambda s: "drop 2 of 6" in s.text()[-1])
        self.assertEqual(self.shown(stage, plan), once)
        self.quit(stage, b"\x1b")

    def test_tiny_terminals(self):
        for columns, rows in ((1, 1), (1, 24), (80, 1), (5, 2), (8, 3), (200, 100)):
            stage = self.stage("replay", self.plan, "--speed", "10000", "--end-pause", "0",
                               columns=columns, rows=rows)
            self.assertEqual(stage.finish(), 0)
            self.check_restored(stage)

    def test_no_color(self):
        """Where nothing tells the locale, too."""
        for more in ({}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}):
            stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600", NO_COLOR="1",
                               columns=40, rows=6, **more)
            stage.until(lambda s: "drop 6 of 6" in s.text()[-1])
            self.assertEqual([row.strip() for row in stage.screen.text()[:5]],
                             ["········", "········", "▄█▄··▀█▀", "▄█▄··▀█▀", "▄█▄··▀█▀"])
            self.quit(stage)
            self.assertNotIn(b"[38;", stage.bytes)
            self.assertNotIn(b"[48;", stage.bytes)

    def test_ascii_alone(self):
        """In a locale that is not UTF-8, with colours and without."""
        plan = oracle.read(PLAN)
        squares = {(x, y): bool(plan.field.piece_at(x, y)) for x in range(8) for y in range(10)}
        for more in ({}, {"NO_COLOR": "1"}):
            stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600", "--background",
                               "#000080", "--look", "nes", columns=40, rows=6, LC_ALL="C", **more)
            stage.until(lambda s: "drop 6 of 6" in s.text()[-1])
            if more:
                self.assertEqual([row.strip() for row in stage.screen.text()[:5]],
                                 ["........", "........", 'o#o.."#"', 'o#o.."#"', 'o#o.."#"'])
            else:
                for (x, y), is_full in squares.items():
                    sign, ink, paper = stage.screen.cells[(9 - y) // 2][16 + x]
                    self.assertIn(sign, '" ')
                    color = ink if sign == '"' and y % 2 == 1 else paper
                    self.assertEqual(color, (255, 0, 0) if is_full else (0, 0, 128), (x, y))
            self.quit(stage)
            self.assertTrue(stage.bytes.isascii())

    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600")
            stage.until(lambda s: "drop 6 of 6" in "".join(s.text()))
            stage.signal(number)
            self.assertEqual(stage.finish(), -number)
            self.check_restored(stage)

    def test_stop_and_continue(self):
        stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600", has_shell=True)
        stage.until(lambda s: "drop 6 of 6" in "".join(s.text()))
        stage.signal(signal.SIGTSTP)
        _, status = os.waitpid(stage.process.pid, os.WUNTRACED)
        self.assertTrue(os.WIFSTOPPED(status))
        stage.until(lambda s: not s.is_alternate)
        self.check_restored(stage)
        stage.signal(signal.SIGCONT)
        stage.until(lambda s: s.is_alternate and "drop 6 of 6" in "".join(s.text()))
        self.quit(stage)

    def test_stop_without_a_shell(self):
        """Nobody could continue the program, so it goes on."""
        stage = self.stage("replay", self.plan, "--fast", "--speed", "1000", "--end-pause", "600")
        stage.until(lambda s: "drop 6 of 6" in "".join(s.text()))
        stage.signal(signal.SIGTSTP)
        stage.until(lambda _: b"\x1b[?1049l" in stage.bytes)
        stage.until(lambda s: s.is_alternate and "drop 6 of 6" in "".join(s.text()))
        self.quit(stage)

    def test_a_dumb_terminal_gets_the_drop_list(self):
        stage = self.stage("replay", self.plan, TERM="dumb")
        self.assertEqual(stage.finish(), 0)
        self.assertIn("\nT N 0 4\n", stage.screen.main_text())

    def test_no_images_into_a_terminal(self):
        for name in ("png", "gif"):
            stage = self.stage("replay", self.plan, "--format", name)
            self.assertEqual(stage.finish(), 1)
            self.assertIn("standard output is a terminal", stage.screen.main_text())
        stage = self.stage("replay", self.plan, "--json")
        self.assertEqual(stage.finish(), 0)
        self.assertIn('"drops"', stage.screen.main_text())


class Interrupts(program.Case):
    """A program that is ended leaves no temporary files."""

    def wait_for(self, holds):
        end = time.monotonic() + screen.PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, "what was waited for has not come")
            time.sleep(0.005)

    def test_while_an_output_is_opened(self):
        os.mkfifo(self.folder / "pipe.gif")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.start("print", *program.QUICK, "-o", "a.gif", "-o", "b.png", "-o",
                            "pipe.gif") as process:
                self.wait_for(lambda: len(self.files()) == 3)
                process.send_signal(number)
                self.assertEqual(process.wait(), -number)
            self.assertEqual(self.files(), ["pipe.gif"])

    def test_while_an_output_is_written(self):
        # Nobody reads the film, so that the program waits in the middle of it. The plan is there
        # already, and nothing of the other film.
        arguments = ("print", *program.QUICK, "-o", "-", "-o", "b.gif", "-o", "a.drops", "-f",
                     "gif", "--square", "20")
        plan = self.succeed("print", *program.QUICK)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.start(*arguments) as process:
                process.stdout.read(1)
                process.send_signal(number)
                self.assertEqual(process.wait(), -number)
            self.assertEqual(self.files(), ["a.drops"])
            self.assertEqual(self.read("a.drops"), plan)
            os.unlink(self.folder / "a.drops")

    def test_ignored_signals_stay_ignored(self):
        with self.start("print", *program.QUICK, "-o", "-", "-f", "gif", "--square", "2",
                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
                        ) as process:
            first = process.stdout.read(1)
            process.send_signal(signal.SIGHUP)
            rest, _ = process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assertEqual((first + rest)[-1:], b";")


class Keys(screen.OnStage, program.Case):
    """The keys of the game: I comes first, and needs a minute to the floor."""

    def play_on_stage(self, *arguments):
        stage = self.stage("play", "--board", "10x60", "--seed", "5", "--log", "x.game", *arguments, rows=64,
                           cwd=self.folder, XDG_DATA_HOME=str(self.folder),
                           XDG_CONFIG_HOME=str(self.folder))
        stage.until(lambda s: any("Score 0" in line for line in s.text()))
        return stage

    def strokes(self):
        return [(int(tick), stroke) for tick, stroke in
                re.findall(r"^(\d+) ([+-]\S+)$", self.read("x.game").decode(), re.M)]

    def test_keys_are_held_where_releases_are_reported(self):
        """By the protocol of kitty; another key does not break a held one, nor does a second key of
        the same button."""
        stage = self.play_on_stage()
        self.assertTrue(stage.screen.asks)
        self.assertEqual(stage.screen.releases, [])
        stage.type(b"\x1b[?0u")
        stage.until(lambda s: s.releases == [11])
        stage.type(b"\x1b[1;1:1D\x1b[1;1:2D\x1b[1;1:2D\x1b[120u")
        stage.type(b"\x1b[97;1")
        time.sleep(0.01)
        stage.type(b":1u\x1b[97;1:3u\x1b[120;1:3u")
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            stage.read()
        stage.type(b"\x1b[1;1:3D\x1b[100u\x1b[100;1:3u\x1b[32u\x1b[32;1:3u")
        stage.until(lambda s: any(re.search("Score [1-9]", line) for line in s.text()))
        stage.type(b"\x1b[99;5u")  # Ctrl-C
        self.assertEqual(stage.finish(), -signal.SIGINT)
        self.assertEqual(stage.screen.releases, [])
        self.assertFalse(stage.screen.is_alternate)
        strokes = self.strokes()
        self.assertEqual([stroke for _, stroke in strokes],
                         ["+left", "+clockwise", "-clockwise", "-left", "+right", "-right", "+hard",
                          "-hard"])
        self.assertGreater(strokes[3][0] - strokes[0][0], 20)
        game = json.loads(self.succeed("play", "--watch", "x.game", "--json"))
        self.assertEqual(game["field"], [".#........"] * 4)

    def test_a_race_is_kept(self):
        """On one column each piece is a line."""
        stage = self.stage("play", "--omino", "1", "--board", "1x20", "--mode", "lines40", "--name", "ann",
                           XDG_DATA_HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder))
        while not any("THE GOAL IS REACHED" in line for line in stage.screen.text()):
            stage.type(b" ")
            stage.read()
        shown = "\n".join(stage.screen.text())
        self.assertRegex(shown, r"points, 40 lines, \d:\d\d\.\d{3}")
        self.assertRegex(shown, r"(\d:\d\d\.\d{3} +){4}")
        self.assertRegex(shown, r"> 1\. +\d:\d\d\.\d{3}  ann")
        stage.type(b"q")
        self.assertEqual(stage.finish(), 0)
        self.assertRegex(self.read("dropforge/scores"), rb"^dropforge-scores 2\nguideline one-sided-1 1x20 \d+ 40 5 40 "
                                                       rb"\d+ \S+ ann lines40 [1-9]\d+\n$")

    def test_settings(self):
        (self.folder / "dropforge").mkdir()
        self.write("dropforge/play", b"dropforge-keys 1\nright a\n")  # which is a key of left otherwise
        stage = self.play_on_stage()
        stage.type(b"p")
        for keys, text in ((b"", "> Shift delay (DAS)      10 frames"),
                           (b"\x1b[D\x1b[D", "> Shift delay (DAS)      8 frames"),
                           (b"\x1b[B\x1b[B\x1b[C", "> Soft drop (SDF)        21 times as fast"),
                           (b"\x1b[B\r", "press the new key"), (b"j", "> Left                   j"),
                           (b"\x1b[B\x1b[B\x1b[B\r\x1b", "> Hard drop              space"),
                           (b"\r", "press the new key"), (b"\t", "> Hard drop              tab")):
            stage.type(keys)
            stage.until(lambda s, t=text: any(t in line for line in s.text()))
        stage.type(b"p\x1b[Dj\t")
        stage.until(lambda s: any(re.search("Score [1-9]", line) for line in s.text()))
        stage.type(b"q")
        self.assertEqual(stage.finish(), 0)
        self.assertEqual([stroke for _, stroke in self.strokes()], ["+left", "-left", "+hard", "-hard"])
        kept = self.read("dropforge/play").decode()
        self.assertRegex(kept, "^dropforge-keys 1\nshift-delay 8\nshift-repeat 2\nsoft-factor 21\nleft j\nright a\n"
                               "(?s:.*)hard tab\n")
        stage = self.play_on_stage("--arr", "0")
        stage.type(b"j\tq")
        self.assertEqual(stage.finish(), 0)
        self.assertRegex(self.read("x.game"), rb"shift-delay 8\nshift-repeat 0\n(?s:.*)soft-factor 21\n")
        self.write("dropforge/play", b"dropforge-keys 1\r\nshift-repeat 0 \r\nleft j\r\n")
        stage = self.play_on_stage()
        stage.type(b"jq")
        self.assertEqual(stage.finish(), 0)
        self.assertRegex(self.read("x.game"), rb"shift-delay 10\nshift-repeat 0\n")
        self.write("dropforge/play", b"left j\n")
        stage = self.stage("play", XDG_CONFIG_HOME=str(self.folder))
        self.assertEqual(stage.finish(), 1)
        self.assertIn("play:1: the first line must be 'dropforge-keys 1'; put", stage.screen.main_text())
        for line, text in (("left jj", "this is no key; "), ("lift j", "this is no setting; "),
                           ("shift-delay 99999", "shift-delay needs one whole number from 0 to "),
                           ("shift-repeat two", "shift-repeat needs one"), ("shift-delay 10 5", "shift-delay needs"),
                           ("soft-factor 0", "soft-factor needs one whole number from 1 to 1000; correct"),
                           ("left 1 2 3 4", "there are more than three"), ("left", "left needs a key; add one"),
                           ("left j J", "J is already a key of left; write another"),
                           ("\nleft j\nright k j", "j is already a key of left; write another"),
                           ("\nleft j\nleft k", "left is set twice; remove one of the lines"),
                           ("\nsoft-factor 2\nsoft-factor 2", "soft-factor is set twice; remove one")):
            self.write("dropforge/play", f"dropforge-keys 1\r\n{line}\r\n".encode())
            stage = self.stage("play", XDG_CONFIG_HOME=str(self.folder))
            self.assertEqual(stage.finish(), 1)
            self.assertIn(f"play:{2 + line.count(chr(10))}: {text}", stage.screen.main_text())


if __name__ == "__main__":
    program.main()
