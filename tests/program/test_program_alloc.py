"""Makes allocations of the whole program fail: each of the short command lines runs once for
each of its allocations, which fails alone, and once more with all that follow.

usage: test_program_alloc.py PROGRAM FAILING_MALLOC.so [--all | --places] [LINE]...

A run that fails must end with status 1 and a message. Each of its files is as it was before, or as
after an undisturbed run; of a game or a training it may hold what there was until memory ran out,
and of a game some runs do. And such a run leaves nothing allocated that a run to the end does not
leave. A run may also do without the memory; then its files and its standard output are those of an
undisturbed run.

Of lines with many allocations only some fail, chosen at random with a seed that is printed;
with --all all of them do. With --places the program, built with --buildtype=debug, tells which
calls of its sources never failed. LINE is the beginning of a line of commands.py.
"""

import os
import pathlib
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile

from tests.support import commands
from tests.support import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST, MORE = (5, 5) if tap.QUICK else (40, 20)
SECONDS = re.compile(rb'"(seconds|[a-z]+_per_second)":\s*[0-9.]+|speed +.* s\n|[0-9]+\.[0-9]{2}$',
                     re.MULTILINE)
ORDER, ANSWER = struct.Struct("=qq"), struct.Struct("=qqqq")
# Instead of ffmpeg, which would take its time, and allocates in its own way.
FAKE_FFMPEG = "#!/bin/sh\nexec cat >&3\n"
OLD = b"what was there before\n"
# What the program must take that was written of a game or a training which was not played to its
# end, by the name of the file; other such files begin and end as after an undisturbed run.
TAKES = {"x.game": "play --watch x.game --json", "x.drops": "replay x.drops --json",
         "x.weights": "bot --weights x.weights --max-pieces 1 --json",
         "x.training": "train --resume x.training --generations 3 --json"}


class Runner:
    """A program that waits to be told which of its allocations shall fail."""

    def __init__(self, program, shim, line, given):
        self.folders = [tempfile.TemporaryDirectory() for _ in range(2)]
        self.folder, self.other = (pathlib.Path(folder.name) for folder in self.folders)
        (self.other / "ffmpeg").write_text(FAKE_FFMPEG)
        (self.other / "ffmpeg").chmod(0o755)
        (self.other / "in").write_bytes(given)
        commands.write_scores(self.other)
        streams = [(self.other / name).open(mode) for name, mode in
                   (("in", "rb"), ("out", "wb"), ("err", "wb"))]
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        self.process = subprocess.Popen(
            [program, *commands.words(line)], cwd=self.folder, stdin=streams[0],
            stdout=streams[1], stderr=streams[2], pass_fds=(orders, answers),
            env={**os.environ, "LD_PRELOAD": shim, "FAILING_MALLOC": f"{orders},{answers}",
                 "PATH": f"{self.other}:{os.environ['PATH']}",
                 "XDG_DATA_HOME": str(self.other)})
        for end in (orders, answers):
            os.close(end)
        for stream in streams:
            stream.close()

    def run(self, number, onwards=False):
        """Runs it; returns how it ended, the allocations, the blocks it left, the place where
        one failed, its message, and its files with its standard output."""
        for path in self.folder.iterdir():
            path.unlink()
        names = commands.outputs(" ".join(self.process.args))
        if names:
            (self.folder / names[-1]).write_bytes(OLD)
        os.write(self.orders, ORDER.pack(number, onwards))
        ended, count, left, place = ANSWER.unpack(os.read(self.answers, ANSWER.size))
        files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        if names and files.get(names[-1]) == OLD:
            del files[names[-1]]
        output = SECONDS.sub(b"", (self.other / "out").read_bytes())
        message = (self.other / "err").read_text(errors="replace")
        return os.waitstatus_to_exitcode(ended), count, left, place, message, (files, output)

    def close(self):
        os.close(self.orders)
        os.close(self.answers)
        self.process.wait()
        for folder in self.folders:
            folder.cleanup()


def chosen(count, wants_all):
    """The numbers of the allocations to try."""
    if wants_all or count <= FIRST + MORE:
        return range(1, count + 1)
    rest = random.sample(range(FIRST + 1, count + 1), MORE)
    return [*range(1, FIRST + 1), *sorted(rest)]


def is_usable(runner, name, data, whole):
    """True if what there is of a game or a training that broke off can be used."""
    if name not in TAKES:
        return data.splitlines()[:1] == whole.splitlines()[:1] and data[-1:] == whole[-1:]
    (runner.folder / name).write_bytes(data)
    return subprocess.run([runner.process.args[0], *TAKES[name].split()], cwd=runner.folder,
                          capture_output=True, check=False).returncode == 0


def is_well(runner, run, whole):
    status, _, left, _, message, made = run
    if left > whole[2] or left < 0:
        return False
    if status == 0:
        return made == whole[-1]
    breaks_off = runner.process.args[1] in ("play", "train")
    files = whole[-1][0]
    return status == 1 and message.startswith("dropforge: ") and all(
        data == files.get(name) or
        (breaks_off and name in files and is_usable(runner, name, data, files[name]))
        for name, data in made[0].items())


def check(runner, line, wants_all, places):
    """Steps through the allocations of one line; returns the runs and the bad ones."""
    whole = runner.run(0)
    status, count, _, _, message, _ = whole
    if status != 0:
        print(f"# {line}: undisturbed: status {status}: {message}")
        return 0, 1
    runs = bad = survived = kept = 0
    tried = list(chosen(count, wants_all))
    # A few allocations drawn at random may all be before the game: then the others are tried, too.
    others = [number for number in range(count, 0, -1) if "x.game" in line and number not in tried]
    for number in tried + others:
        if kept > 0 and number in others:
            break
        for onwards in (False, True):
            got = runner.run(number, onwards)
            places.add(got[3])
            runs += 1
            survived += got[0] == 0
            kept += got[0] == 1 and "x.game" in got[5][0]
            if not is_well(runner, got, whole):
                bad += 1
                print(f"# {line}: allocation {number}{' and on' * onwards} of {count}: status "
                      f"{got[0]}, {got[2]} of {whole[2]} blocks left, files {sorted(got[5][0])}: "
                      f"{got[4]!r}")
    if kept == 0 and "x.game" in line:
        bad += 1
        print(f"# {line}: no record was kept")
    print(f"# {line}: {count} allocations, {runs} runs, {survived} done without")
    return runs, bad


def put_places(program, places):
    """Tells which calls of allocating functions in the sources never failed."""
    told = subprocess.run(["addr2line", "-i", "-e", program],
                          input="".join(f"{place - 1:#x}\n" for place in places if place > 0),
                          capture_output=True, check=True, text=True).stdout
    failed = {tuple(line.split(" ")[0].rsplit("/", 2)[-2:]) for line in told.splitlines()}
    calls = 0
    for path in sorted([*ROOT.glob("src/*/*.c"), *ROOT.glob("cli/*.c")]):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"\b(malloc|calloc|realloc)\(", text):
                calls += 1
                if (path.parent.name, f"{path.name}:{number}") not in failed:
                    print(f"never failed: {path.relative_to(ROOT)}:{number}: {text.strip()}")
    print(f"{calls} calls")


def main():
    program, shim = (os.path.abspath(name) for name in sys.argv[1:3])
    options = {word for word in sys.argv[3:] if word.startswith("--")}
    beginnings = tuple(word for word in sys.argv[3:] if word not in options) or ("",)
    seed = int(os.environ.get("DROPFORGE_TEST_SEED") or random.randrange(1 << 32))
    random.seed(seed)
    print(f"# DROPFORGE_TEST_SEED={seed}")
    lines = commands.tried(lambda pair: pair[0].startswith(beginnings))
    print(f"1..{len(lines)}")
    places, total, all_bad = set(), 0, 0
    for index, (line, what) in enumerate(lines, 1):
        runner = Runner(program, shim, line, commands.given(what, program))
        runs, bad = check(runner, line, bool(options), places)
        runner.close()
        total, all_bad = total + runs, all_bad + bad
        print(f"{'not ok' if bad else 'ok'} {index} - {line}", flush=True)
    spent = sum(sum(resource.getrusage(who)[:2])
                for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"# {len(lines)} lines, {total} runs, {all_bad} bad, {spent:.0f} CPU seconds")
    if "--places" in options:
        put_places(program, places)
    return 1 if all_bad else 0


if __name__ == "__main__":
    sys.exit(main())
