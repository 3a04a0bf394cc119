"""Every output of every short command line, where it cannot be written: full devices, a full
file system, files that may not grow, readers that have gone away.

Then there is status 1 and one message, what was there stays as it was, and the other outputs are
those of an undisturbed run. A reader that has gone away needs no message.
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

from tests.support import commands
from tests.support import program

OLD = b"what was there before\n"
# More than a pipe holds.
LONG = (
    ("clear path TIZLISOZJTO", b""), ("tile list 10x6", b""), ("tile list 6x6 --json", b""), ("clear ways IIIIIIIIIII --all", b""),
    ("omino list 11", b""), ("omino list 9 -f svg", b""), ("omino list 8 -f json", b""),
    ("omino random 60 --method walk --limit 5000", b""),
    ("replay - -f y4m", commands.PLAN), ("bot --max-pieces 200 -f gif", b""),
    ("bot --tbp", commands.TBP * 200),
    ("play --bot --script - --log -", b"20000 end\n"),
)


def has_stdout(line):
    return not commands.outputs(line) or "--json" in line


class Case(program.Case):
    def setUp(self):
        super().setUp()
        other = tempfile.TemporaryDirectory()
        self.addCleanup(other.cleanup)
        commands.write_scores(other.name)
        self.environment = {**os.environ, "XDG_DATA_HOME": other.name}
        self.made = {}  # by command line

    def undisturbed(self, pair):
        """The files that the line writes where all goes well."""
        if pair not in self.made:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([program.path(), *commands.words(pair[0])], cwd=folder, check=True,
                               input=commands.given(pair[1], program.path()),
                               env=self.environment, capture_output=True)
                self.made[pair] = {entry.name: entry.read_bytes()
                                   for entry in pathlib.Path(folder).iterdir()}
        return self.made[pair]

    def fails(self, pair, failing=(), messages=1, exit_status=1, **options):
        """Runs the line, which must fail with so many messages; returns them. The files in whose
        place nothing can be written stay as they were; the others are written."""
        line = pair[0]
        wanted = {name: os.readlink(self.folder / name) if (self.folder / name).is_symlink()
                  else self.read(name) for name in self.files()}
        wanted |= {name: data for name, data in self.undisturbed(pair).items()
                   if name not in failing}
        status, _, text = self.run_program(
            *commands.words(line), given=commands.given(pair[1], program.path()),
            env=self.environment, **options)
        after = {name: os.readlink(self.folder / name) if (self.folder / name).is_symlink()
                 else self.read(name) for name in self.files()}
        self.assertEqual(status, exit_status, f"{line}: {text}")
        self.assertRegex(text, rf"\A(dropforge: [^\n]*\n){{{messages}}}\Z", line)
        self.assertEqual(after, wanted, line)
        return text

    def clear(self):
        for name in self.files():
            os.unlink(self.folder / name)


class StandardOutput(Case):
    def lines(self):
        return commands.tried(lambda pair: has_stdout(pair[0]))

    def test_full_device(self):
        for pair in self.lines():
            self.clear()
            with open("/dev/full", "wb") as full:
                self.assertIn("standard output: cannot be written: No space left on device",
                              self.fails(pair, stdout=full))

    def test_nobody_reads(self):
        for pair in self.lines():
            self.clear()
            reader, writer = os.pipe()
            os.close(reader)
            with open(writer, "wb") as pipe:
                self.fails(pair, messages=0, exit_status=-signal.SIGPIPE, stdout=pipe)

    def test_one_byte_is_read(self):
        """What would be written for long ends when nobody reads on."""
        for line, given in LONG:
            self.write("in", given)
            with open(self.folder / "in", "rb") as stdin, \
                    self.start(*commands.words(line), stdin=stdin) as process:
                self.assertEqual(len(process.stdout.read(1)), 1)
                process.stdout.close()
                messages = process.stderr.read().decode()
            self.assertEqual((process.returncode, messages), (-signal.SIGPIPE, ""), line)
            self.assertEqual(self.files(), ["in"])


class Files(Case):
    def lines(self):
        """Command lines that write files; videos only where there is ffmpeg."""
        has_ffmpeg = shutil.which("ffmpeg") is not None
        return commands.tried(lambda pair: commands.outputs(pair[0]) and
                              (has_ffmpeg or pair not in commands.VIDEO))

    def test_full_device(self):
        """Each file in turn is a full device, and the others are old ones."""
        for pair in self.lines():
            for full in commands.outputs(pair[0]):
                self.clear()
                for name in commands.outputs(pair[0]):
                    self.write(name, OLD)
                os.unlink(self.folder / full)
                os.symlink("/dev/full", self.folder / full)
                self.assertIn("No space left on device", self.fails(pair, [full]))

    def test_files_that_may_not_grow(self):
        for pair in self.lines():
            self.clear()
            names = commands.outputs(pair[0])
            for name in names[1:]:
                self.write(name, OLD)
            messages = self.fails(
                pair, names, len(names),
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
            for message in messages.splitlines():
                self.assertRegex(message, "File too large|the program ffmpeg failed")

    def test_full_file_system(self):
        """One with room for what is there alone."""
        place = self.folder / "small"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", place],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted")
        self.addCleanup(subprocess.run, ["umount", place], check=True)
        inside = ("print SPRITE --effort 0 --width 11 --square 9 -o small/a.png -o small/x.gif",
                  "replay - -o small/x.y4m", "omino list 7 -o small/x.svg",
                  "omino list 8 -o small/x.jsonl", "bot --max-pieces 3000 -o small/x.drops",
                  "tile list 10x4 --limit 2000 -o small/x.txt",
                  commands.TRAIN + " -o x.jsonl --checkpoint small/x.training",
                  "play --bot --script - --log small/x.game")
        (place / "filling").write_bytes(bytes(3 << 12))
        given = {"replay": commands.PLAN, "play": b"20000 end\n"}
        for line in inside:
            name = re.search(r"small/x\.\w+", line)[0]
            self.write(name, OLD)
            os.makedirs(self.folder / "more", exist_ok=True)
            status, _, messages = self.run_program(
                *commands.words(line), given=given.get(line.split()[0], b""))
            self.assertEqual(status, 1, f"{line}: {messages}")
            # A training goes on, and reports what it has learnt.
            report = r"(\d+ generations, [^\n]*\n)?"
            self.assertRegex(messages, rf"\A(dropforge: [^\n]*No space left on device\n)+{report}\Z", line)
            self.assertEqual(sorted(os.listdir(place)), ["filling", os.path.basename(name)], line)
            self.assertEqual(self.read(name), OLD, line)
            os.unlink(self.folder / name)


if __name__ == "__main__":
    unittest.TestCase.maxDiff = None
    program.main()
