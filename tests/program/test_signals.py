"""Sends SIGINT and SIGTERM at random moments, sometimes twice, to all that takes long.

DROPFORGE_TEST_CASES moments are tried of each command line, otherwise two, or one in a quick run;
DROPFORGE_TEST_SEED chooses them. Whenever it is, the program ends by the signal or with what it
has so far: every file is whole, or as it was before; no other file is left, no process that was
started; the terminal is as it was, and what was learnt goes on as if there had been no break.
"""

import os
import pathlib
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from tests.support import commands
from tests.support import images
from tests.support import program
from tests.support import screen
from tests.support import tap

SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or random.randrange(1 << 32))
CASES = int(os.environ.get("DROPFORGE_TEST_CASES") or (1 if tap.QUICK else 2))
OLD = b"what was there before\n"
LATEST = 0.9  # seconds; some lines are at their end before that
PLAN = b"dropforge-drops 1\nfield 8 200\n" + b"".join(
    b"T N 0 %d\nT S 5 %d\n" % (2 * y, 2 * y) for y in range(90))
SMALL = "--board 6x8 --max-pieces 100 --games 3 --population 20"
WORK = (
    ("print TOWN -o x.drops -o x.gif --square 4", b""),
    ("print TOWN --effort 9 -j 2 -o x.drops -o x.png", b""),
    ("print TOWN --lower-bound --json", b""),
    ("replay - -o x.gif -o x.y4m --fps 20 --square 3", PLAN),
    ("replay - -o x.mp4 -o x.webm --fps 20 --square 4", PLAN),
    ("tile count 14x14", b""),
    ("tile count 1000000x4", b""),
    ("tile list 10x8 --limit 60000 -o x.txt -o x.fumen", b""),
    ("clear ways SZSZSZSZSZSZSZSZSZS --rows 6 -o x.drops -o x.gif", b""),
    ("clear percent *p7,*p4 --rules harddrop", b""),
    ("omino count 15 --holes 0 -j 2", b""),
    ("omino count 40 -j 2", b""),
    ("omino count 14 --holes 1.. --json", b""),
    ("omino list 10 -o x.codes -o x.svg", b""),
    ("omino random 30 --limit 9", b""),
    ("bot --games 1000 --max-pieces 3000 -j 2 --json", b""),
    ("bot --max-pieces 3000 -o x.drops -o x.gif", b""),
    ("bot --rules srs --hold --beam 400 --lookahead 6 --max-pieces 500 -o x.drops", b""),
    ("play --bot --omino 5 --script - --log x.game -o x.drops", b"40000 end\n"),
)
TRAIN = tuple(f"train {SMALL} --generations 100000 -j {jobs} --checkpoint x.training -o x.weights"
              for jobs in (1, 2))
SHOWN = (
    "print TOWN", "print TOWN --effort 9", "replay PLAN", "replay PLAN --fast --speed 20",
    "bot --seed 3", "bot --games 3000 --jobs 2", "tile count 14x14", "omino count 40",
    "train --checkpoint x.training -o x.weights", "play", "play --bot --log x.game -o x.drops",
    "play --versus --omino 5", "play --rules nes --level 9", "play --watch GAME",
)


def is_whole_game(case, name):
    return b'"score"' in case.succeed("play", "--watch", name, "--json")


# Whether a file is whole, by its extension; others end with a line.
WHOLE = {
    "drops": lambda case, name: case.succeed("replay", name, "--json") != b"",
    "gif": lambda case, name: len(images.Gif(case.read(name)).delays) > 0,
    "png": lambda case, name: case.read(name).endswith(b"IEND\xaeB`\x82"),
    "svg": lambda case, name: case.read(name).endswith(b"</svg>\n"),
    "weights": lambda case, name: case.succeed("bot", "--weights", name, "--max-pieces", 3,
                                               "--json") != b"",
    "game": is_whole_game,
    "wav": lambda case, name: case.read(name).startswith(b"RIFF"),
    "y4m": lambda case, name: case.read(name).startswith(b"YUV4MPEG2 "),
    "mp4": lambda case, name: b"moov" in case.read(name),
    "webm": lambda case, name: b"matroska" in case.read(name) or b"webm" in case.read(name),
    "fumen": lambda case, name: case.read(name).startswith(b"v115@"),
}


def members(group):
    """The processes of a group that have not ended."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if fields[0] != "Z" and int(fields[2]) == group:
            found.append(int(name))
    return found


def modes_set(output):
    """The private modes of the terminal that escape sequences have set or reset at last."""
    return {mode: letter == b"h"
            for modes, letter in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", output)
            for mode in modes.split(b";")}


class Case(program.Case):
    def setUp(self):
        super().setUp()
        other = tempfile.TemporaryDirectory()
        self.addCleanup(other.cleanup)
        self.other = pathlib.Path(other.name)
        self.environment = {**os.environ, "XDG_DATA_HOME": other.name}
        (self.other / "plan").write_bytes(PLAN)
        (self.other / "game").write_bytes(b"dropforge-game 1\nrules nes\nend 4000\n")
        self.random = random.Random(f"{SEED} {self.id()}")
        print(f"# DROPFORGE_TEST_SEED={SEED}")

    def words(self, line):
        names = {"TOWN": program.SPRITES / "bg_town_17x32_holes.png", "PLAN": self.other / "plan",
                 "GAME": self.other / "game"}
        return [str(names.get(word, word)) for word in commands.words(line)]

    def clear(self, line):
        """Leaves old files only, one of two that the line writes."""
        for name in self.files():
            os.unlink(self.folder / name)
        self.olds = {name for name in commands.outputs(line) if self.random.random() < 0.5}
        for name in self.olds:
            self.write(name, OLD)

    def interrupt(self, process, wait):
        """Sends a signal, now and then twice, and returns the numbers."""
        wait(LATEST * self.random.random() ** 2)
        sent = []
        for _ in range(self.random.choice((1, 1, 1, 2))):
            if sent:
                wait(0.3)
            if process.poll() is None:
                sent.append(self.random.choice((signal.SIGINT, signal.SIGTERM)))
                process.send_signal(sent[-1])
        return sent

    @staticmethod
    def is_alone(group):
        """Whoever takes over a process that was killed may not look at once that it has ended."""
        for _ in range(500):
            if not members(group):
                return True
            time.sleep(0.01)
        return False

    def check(self, line, process, sent):
        """What holds whenever it has ended."""
        story = f"{line}: {sent}, status {process.returncode}"
        self.assertIn(process.returncode, [0, *(-number for number in sent)], story)
        self.assertTrue(self.is_alone(process.pid), f"{story}: its processes go on")
        names = commands.outputs(line)
        self.assertLessEqual(set(self.files()), set(names), story)
        for name in names:
            is_there = name in self.files()
            self.assertTrue(is_there or name not in self.olds, f"{story}: no {name}")
            is_new = is_there and (name not in self.olds or self.read(name) != OLD)
            if process.returncode == 0 and name != "x.training":
                self.assertTrue(is_new, f"{story}: no new {name}")
            if is_new:
                whole = WHOLE.get(name.split(".")[-1], lambda _, n: self.read(n)[-1:] == b"\n")
                self.assertTrue(whole(self, name), f"{story}: {name} is not whole")


class Work(Case):
    def run_line(self, line, given):
        self.clear(line)
        (self.other / "in").write_bytes(given)
        with open(self.other / "in", "rb") as stdin, self.start(
                *self.words(line), stdin=stdin, stdout=subprocess.DEVNULL, env=self.environment,
                start_new_session=True) as process:
            sent = self.interrupt(process, time.sleep)
            # What it says is little. Reading it would be waiting for its children, too.
            process.wait()
            self.check(line, process, sent)
            messages = process.stderr.read().decode()
        self.assertTrue(messages.startswith("dropforge: ") or messages == "", messages)

    def test_work(self):
        has_ffmpeg = shutil.which("ffmpeg") is not None
        for line, given in WORK:
            if has_ffmpeg or "mp4" not in line:
                for _ in range(CASES):
                    self.run_line(line, given)

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
    def test_film_is_not_made_on(self):
        """A video is made by a child, which may not outlive the program."""
        self.clear("x.mp4")
        with self.start("replay", self.other / "plan", "-o", "x.mp4", "--square", 32,
                        start_new_session=True) as process:
            while len(members(process.pid)) < 2:
                self.assertIsNone(process.poll())
            process.terminate()
            process.wait()
            self.check("x.mp4", process, [signal.SIGTERM])

    def test_no_film_is_waited_for(self):
        """SIGTERM stops the work: what is quickly written is kept, and films that take long are not
        made, here by a program that never ends."""
        (self.other / "ffmpeg").write_text("#!/bin/sh\nexec sleep 1000000\n")
        (self.other / "ffmpeg").chmod(0o755)
        self.environment["PATH"] = f"{self.other}:{os.environ['PATH']}"
        line = "bot --games 1000000 --max-pieces 3000 -o x.drops -o x.webp"
        for seconds in (0.1, 0.5, 2, 8, 30):
            self.clear("")
            with self.start(*self.words(line), env=self.environment,
                            start_new_session=True) as process:
                time.sleep(seconds)
                process.terminate()
                process.wait()
                self.check("x.drops", process, [signal.SIGTERM])
            if self.files() == ["x.drops"]:  # it had begun to work
                break
        self.assertEqual((self.files(), process.returncode), (["x.drops"], -signal.SIGTERM))

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
    def test_every_signal_that_ends_a_program(self):
        """Whatever it dies of, nothing is left; SIGKILL leaves the file, but not the child."""
        kept = {signal.SIGSTOP, signal.SIGCHLD, signal.SIGCONT, signal.SIGTSTP, signal.SIGTTIN,
                signal.SIGTTOU, signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ}
        for number in sorted(signal.valid_signals() - kept):
            self.clear("x.mp4")
            with self.start("replay", self.other / "plan", "-o", "x.mp4", "--square", 16,
                            start_new_session=True, preexec_fn=lambda: resource.setrlimit(
                                resource.RLIMIT_CORE, (0, 0))) as process:
                while len(members(process.pid)) < 2:
                    self.assertIsNone(process.poll())
                process.send_signal(number)
                process.wait()
                self.assertEqual(process.returncode, -number)
                if number == signal.SIGKILL:
                    self.assertTrue(self.is_alone(process.pid))
                else:
                    self.check("x.mp4", process, [number])

    def generations(self):
        return self.read("x.training").count(b"\ngeneration ")

    def test_training_goes_on(self):
        """As long as there is a checkpoint, that is: it is written at once."""
        for line in TRAIN:
            for _ in range(CASES):
                self.run_line(line, b"")
                if not (self.folder / "x.training").exists() or self.read("x.training") == OLD:
                    continue
                last = ["--generations", self.generations() + 2]
                again = self.succeed("train", "--resume", "x.training", *last)
                begin = self.words(line)[:self.words(line).index("--generations")]
                self.assertEqual(again, self.succeed(*begin, *last), line)


class Terminal(Case):
    def watch(self, stage, seconds):
        """Shows the program for so long, and presses keys if it is a game."""
        end = time.monotonic() + seconds
        while stage.process.poll() is None and time.monotonic() < end:
            if select.select([stage.master], [], [], 0.01)[0]:
                stage.read()
            elif "play" in stage.process.args and self.random.random() < 0.3:
                stage.type(self.random.choice((b" ", b"c", b"\x1b[D", b"\x1b[C", b"\x1b[A")))

    def test_terminal(self):
        for line in SHOWN:
            for _ in range(CASES):
                self.clear(line)
                stage = screen.Stage([program.path(), *self.words(line)], cwd=self.folder,
                                     XDG_DATA_HOME=str(self.other))
                try:
                    sent = self.interrupt(stage.process,
                                          lambda seconds, stage=stage: self.watch(stage, seconds))
                    # What was planned so far is shown, until a key is pressed.
                    for _ in range(200):
                        self.watch(stage, 0.3)
                        if stage.process.poll() is None:
                            stage.type(b"q")
                    stage.finish()
                    self.check(line, stage.process, sent)
                    modes = modes_set(stage.bytes)
                    self.assertFalse(modes.get(b"1049", False), line)
                    self.assertTrue(modes.get(b"25", True), line)
                    self.assertEqual(stage.modes_now(), stage.modes, line)
                finally:
                    stage.close()
                self.assertLessEqual(set(os.listdir(self.other / "dropforge"))
                                     if (self.other / "dropforge").exists() else set(),
                                     {"scores", "scores.lock"})

    def test_crash(self):
        """A library may abort: the terminal and the files are left in order."""
        line = "play --bot --log x.game -o x.drops"
        self.clear(line)
        stage = screen.Stage([program.path(), *self.words(line)], cwd=self.folder,
                             XDG_DATA_HOME=str(self.other))
        self.addCleanup(stage.close)
        while len(stage.bytes) < 1000:  # a part of the first picture
            self.assertTrue(stage.read())
        stage.signal(signal.SIGSEGV)
        stage.finish()
        self.check(line, stage.process, [signal.SIGSEGV])
        self.assertEqual(modes_set(stage.bytes).get(b"1049"), False)
        self.assertEqual(stage.modes_now(), stage.modes)


if __name__ == "__main__":
    # What is started in the background has to ignore this, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program.main()
