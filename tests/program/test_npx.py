"""The program in the npm package does what the native one does: the same exit codes, messages, and
bytes in files. What it cannot do it refuses with advice.

usage: test_npx.py PROGRAM FOLDER [CASE]...

FOLDER is that of the built package.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

from tests.support import commands
from tests.support import program

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(sys.argv.pop(2)).resolve()
START = ("node", PACKAGE / "bin/dropforge.js")
NODE_MAJOR = 20

# Figures that differ from run to run.
TIMES = re.compile(rb'(?m)^(\t?"(?:seconds|\w+_per_second)":\s*)[^,\n]*|^(speed ).*|(, )[0-9.]+ s$'
                   rb'|("(?:seconds|\w+_per_second)":)[^,}]*|(  )\d+\.\d\d$')
HELP = "--help", "print --help", "help tile"
# These lines describe the build, or need another program.
OTHERWISE = {line for line, _ in commands.VIDEO} | {"--version"} | set(HELP)


def without_times(data):
    """Films are left as they are: to look for times in one takes half a minute."""
    if b"\0" in data[:4096]:
        return data
    try:
        data.decode()
    except UnicodeDecodeError:
        return data
    return TIMES.sub(rb"\1\2\3\4\5", data)


def contents(folder):
    return {path.name: without_times(path.read_bytes())
            for path in sorted(folder.iterdir()) if path.is_file()}


@unittest.skipIf(int(subprocess.run(["node", "-p", "process.versions.node.split('.')[0]"],
                                    capture_output=True, text=True, check=True).stdout) < NODE_MAJOR,
                 f"needs Node {NODE_MAJOR}")
class Npx(program.Case):
    def place(self, name, index):
        folder = self.folder / name / str(index)
        folder.mkdir(parents=True)
        return folder

    def run_all(self, lines):
        """Runs lines with both; returns what each has left in its folder, with its exit code."""
        scores = self.folder / "scores"
        commands.write_scores(scores)
        environment = dict(os.environ, XDG_DATA_HOME=str(scores))
        jobs, native = [], []
        for index, (line, what) in enumerate(lines):
            source = self.folder / f"input{index}"
            source.write_bytes(commands.given(what, program.path()))
            folder = self.place("npx", index)
            jobs.append({"folder": str(folder), "words": commands.words(line), "input": str(source),
                         "output": str(folder / "stdout"), "error": str(folder / "stderr")})
            folder = self.place("native", index)
            with open(source, "rb") as given, open(folder / "stdout", "wb") as output, \
                    open(folder / "stderr", "wb") as error:
                code = subprocess.run([program.path(), *commands.words(line)], cwd=folder, stdin=given,
                                      stdout=output, stderr=error, env=environment, check=False).returncode
            native.append((code, contents(folder)))
        done = subprocess.run(
            ["node", ROOT / "tests/web/npx_batch.mjs", PACKAGE / "bin/program.wasm"], env=environment,
            input=json.dumps(jobs), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        codes = json.loads(done.stdout)
        return [(native[i], (codes[i], contents(pathlib.Path(job["folder"])))) for i, job in enumerate(jobs)]

    def test_same_bytes(self):
        lines = commands.tried(lambda pair: pair[0] not in OTHERWISE)
        for (line, _), (native, npx) in zip(lines, self.run_all(lines)):
            with self.subTest(line=line):
                self.assertEqual(npx, native)

    def test_the_same_on_several_threads(self):
        line = "print", program.LETTER, "--effort", "1", "--jobs"
        self.succeed(*line, "1", "-o", "native.drops")
        most = {}
        for jobs in (2, 4):
            with self.start_npx(*line, jobs, "-o", "npx.drops") as process:
                threads = pathlib.Path(f"/proc/{process.pid}/task")
                most[jobs] = 0
                while process.poll() is None:
                    most[jobs] = max(most[jobs], len(list(threads.iterdir())))
                    time.sleep(0.02)
                message = process.stderr.read().decode()
            self.assertEqual(process.returncode, 0, message)
            self.assertEqual((self.folder / "npx.drops").read_bytes(),
                             (self.folder / "native.drops").read_bytes())
        self.assertGreater(most[4], most[2])

    def test_refuses_what_other_programs_make(self):
        for line, what in commands.VIDEO:
            code, output, message = self.run_npx(*commands.words(line), given=what)
            self.assertEqual((code, output), (1, b""))
            self.assertRegex(message, r"^dropforge: x\.\w+: ffmpeg makes \w+ files, and dropforge cannot run it "
                                      r"here; write another format, or install dropforge for your system\n$")
        self.assertEqual(list(self.folder.iterdir()), [])
        code, output, _ = self.run_npx("--version")
        self.assertEqual(code, 0)
        self.assertNotIn(b"ffmpeg", output)
        self.assertIn(b"\nthreads: yes\n", output)

    def test_help_ends_with_what_is_not_here(self):
        for line in HELP:
            native = self.succeed(*line.split())
            code, output, _ = self.run_npx(*line.split())
            self.assertEqual(code, 0)
            self.assertRegex(output.removeprefix(native).decode(), r"^\nHere dropforge has no ffmpeg .*\n.*\n$")
        code, _, message = self.run_npx("omino", "count", "9", "--method", "enumerate", "--mpi")
        self.assertEqual((code, message), (1, "dropforge: there is no MPI here; leave --mpi out, or install "
                                              "dropforge for your system\n"))

    def test_paths_and_permissions(self):
        (self.folder / "deep").mkdir()
        (self.folder / "link.png").symlink_to("deep/x.png")
        old = self.folder / "old.drops"
        old.write_bytes(b"old")
        old.chmod(0o640)
        code, _, message = self.run_npx("print", program.LETTER, *program.QUICK, "-o", "link.png", "-o", old,
                                        "-o", "deep/../new.drops")
        self.assertEqual(code, 0, message)
        self.assertEqual((self.folder / "deep/x.png").read_bytes()[1:4], b"PNG")
        self.assertTrue((self.folder / "link.png").is_symlink())
        self.assertEqual(old.stat().st_mode & 0o777, 0o640)
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual((self.folder / "new.drops").stat().st_mode & 0o777, 0o666 & ~mask)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["deep", "link.png", "new.drops", "old.drops"])

    def test_names_that_are_no_utf8(self):
        code, _, message = self.run_npx("replay", os.fsdecode(b"\xff.drops"))
        self.assertEqual(code, 1)
        self.assertIn("is not UTF-8", message)

    def test_a_signal_ends_it_and_removes_what_is_unfinished(self):
        with self.start_npx("omino", "list", "17", "-o", "x.txt") as process:
            while not list(self.folder.iterdir()) and process.poll() is None:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            process.wait()
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_signal_asks_for_the_best_plan(self):
        with self.start_npx("print", program.CAT, "--effort", "9", "-o", "x.drops") as process:
            while not list(self.folder.iterdir()) and process.poll() is None:
                time.sleep(0.02)
            time.sleep(1)  # in which it may find a plan
            process.send_signal(signal.SIGINT)
            message = process.stderr.read().decode()
        if process.returncode == 0:
            self.assertIn("interrupted; this is the best plan so far", message)
            self.succeed("check", "x.drops", program.CAT)
        else:
            self.assertEqual(process.returncode, -signal.SIGINT, message)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_closed_pipe_is_an_end(self):
        with self.start_npx("completions", "fish") as process:
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(process.returncode, -signal.SIGPIPE)

    def start_npx(self, *words, **options):
        return subprocess.Popen([*START, *map(str, words)], cwd=self.folder, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run_npx(self, *words, given=b"", **options):
        with self.start_npx(*words, **options) as process:
            output, messages = process.communicate(given)
        return process.returncode, output, messages.decode()


if __name__ == "__main__":
    program.main()
