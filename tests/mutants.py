#!/usr/bin/env python3
"""Changes one place of the program at a time, and looks whether a test notices: by hand, for it
takes seconds for each.

usage: mutants.py BUILD [--file PATTERN]... [--skip PATTERN]... [--count N] [--seed N] [--at PLACE]
                  [--resume OUTPUT] [--few] [--tests NAME,NAME]

BUILD is a folder for all that is made: a copy of the tree in BUILD/mutants/source, which alone is
changed, and its build. N places (--count, of each folder) are drawn by --seed from the C files of
src/clear, src/core, src/print, src/tile and cli, or from those that match --file, such as 'src/core/drop*.c'.
--at FILE:LINE tries all there is to change in one line. Of each mutant only those tests are run
that TESTS names for its file, until the first that fails: those in C with few random cases, then
those in Python, then those in C as they are. A test that takes LIMIT times as long as without the
mutant, and 20 seconds, hangs. What is compiled to the same code is counted apart. --resume goes on
from what an interrupted run has printed. --few leaves out the last of these steps, which is most of
the work for those that survive: try these again. --tests runs these in the place of those of TESTS.
"""

import argparse
import collections
import ctypes
import filecmp
import fnmatch
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("src/clear", "src/core", "src/print", "src/tile", "cli")
LIMIT, MEMORY = 4, 6 << 30  # times, bytes
FEW = "10"
RESULT = re.compile(r"^(killed|hung|survived|same code|does not compile) +([a-z_]*) +(\S+:\d+: .*)$",
                    re.M)
PR_SET_CHILD_SUBREAPER = 36  # of linux/prctl.h

# Of a file the first line that fits: tests, the quickest first.
TESTS = (
    ("src/core/*/random.c", "random natural drop"),
    ("src/core/*/natural.c", "natural tile_parts tile"),
    ("src/core/*/mov*", "moves input_path play play_games three_ways bot clear_program"),
    ("src/core/*/rotation.c", "moves input_path play play_games three_ways"),
    ("src/core/*/input_path.c", "input_path moves drops film"),
    ("src/core/*/fumen*", "fumen tile_list fumen_npm"),
    ("src/core/*/blocks*", "blocks formats three_ways"),
    ("src/core/*/pal*", "palette pixels prepare"),
    ("src/core/*/dither.c", "palette pixels prepare"),
    ("src/core/*/scale.c", "pixels prepare"),
    ("src/core/*/pi[cx]*", "picture pixels print prepare"),
    ("src/core/*/light.c", "palette pixels raster prepare"),
    ("src/core/*/piece*", "piece pieces drops omino_pieces formats three_ways"),
    ("src/core/*/shape*", "piece pieces moves"),
    ("src/core/*/field.c", "field drop plan moves three_ways"),
    ("src/core/*/drop*", "drop plan drops field formats three_ways cli"),
    ("src/core/*/plan.c", "plan pieces drops drop alloc"),
    ("src/core/*/jobs.c", "inner tiling jobs"),
    ("src/core/*/dealer.c", "play bot_game play_games bot_program"),
    ("src/core/*", "inner pieces drops blocks fumen natural pixels formats alloc cli"),
    ("src/print/p[al]*", "property emitters passes print pack best"),
    ("src/print/*/advice.c", "advice print_options"),
    ("src/print/*/possible.c", "property possible print print_options"),
    ("src/print/*/bound.c", "property print bound print_options"),
    ("src/print/*/proof.c", "property bound print best"),
    ("src/print/*/s[hw]*", "property print bound best passes"),
    ("src/print/*/be*", "property print passes band best"),
    ("src/print/*best.c", "property print best"),
    ("src/print/[bfh]*", "property band print passes best"),
    ("src/print/pack*", "property pack band print best"),
    ("src/print/*", "property print passes possible pack band best"),
    ("src/clear/find/clear_[ag]*", "clear_atlas clear_program"),
    ("src/clear/find/*", "clear clear_program clear_atlas"),
    ("src/clear/solve/*", "clear_solver clear_program"),
    ("src/clear/ask/*", "clear_catalog clear_solver clear_program"),
    ("src/tile/*/symmetry.c", "tile_symmetry tile_program"),
    ("src/tile/*/tiling_order.c", "tiling_order tile_list"),
    ("src/tile/tiling*", "tiling tiling_order tile_list tile_pieces"),
    ("src/tile/*", "tile_parts tile_symmetry tile_program tile tiling "
                   "tile_count_program tile_pieces"),
    ("cli/clear/*", "clear_program cases"),
    ("cli/*/tile_c*", "tile_program tile_pieces tile_count_program tile_list"),
    ("cli/*tile*", "tile_program tile_pieces tile_list "
                   "tile_count_program"),
    ("cli/*omino*", "omino_program ranks tile_pieces"),
    ("cli/*tbp*", "tbp hostile"),
    ("cli/*bot*", "bot_program tbp play_program"),
    ("cli/*train*", "train_program jobs"),
    ("cli/*play*", "play_program terminal"),
    ("cli/*video*", "video outputs"),
    ("cli/*/child.c", "video signals"),
    ("cli/terminal*", "terminal play_program"),
    ("cli/cmd_completions.c", "completions"),
    ("cli/*/progress.c", "tile_count_program bot_program"),
    ("cli/*/utf8.c", "bot_program hostile"),
    ("cli/*/json.c", "cli bot_program hostile"),
    ("cli/*field*", "cases tile_list"),
    ("cli/*/board_text.c", "cases tile_list"),
    ("cli/*/sheet_file.c", "tile_list omino_program"),
    ("cli/*/picture_options.c", "print_options cli prepare terminal"),
    ("cli/*/sprite_options.c", "prepare print_options cli advice"),
    ("cli/*/output.c", "cli outputs signals"),
    ("cli/*/cleanup.c", "cli signals"),
    ("cli/format*", "cli terminal outputs"),
    ("cli/*", "tile_program cli prepare tile_count_program outputs hostile"),
)

SPACES = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|"
                    r"^[ \t]*#(?:\\\n|[^\n])*|\b(?:_Static_|static_)?assert\s*\([^;]*;", re.S | re.M)
# A whole statement in a line of its own: a call, an assignment, a step. Without those that give
# memory back, which only a sanitizer misses.
STATEMENT = re.compile(
    r"^[ \t]+(?!return\b|goto\b|break\b|continue\b|else\b|[^\n;]*\bfree\b|[^\n;]*_free\(|\(void\))"
    r"((?:[\w>.()\[\]*+-]|(?<=[\[\w]) [+-] (?=\w))+(?:\+\+|--| [-+*/|&^%]?=(?!=)[^\n;{}]*|"
    r"\([^\n;{}]*\));)[ \t]*$", re.M)
SWAPS = (
    (re.compile(r"(?<![<>=!\-])(<=|>=|==|!=|<|>)(?![<>=])"),
     {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}),
    (re.compile(r"&&|\|\|"), {"&&": "||", "||": "&&"}),
    (re.compile(r"(?<=[\w)\]] )([+-])(?= )|(?<= )([+-])(?==)"), {"+": "-", "-": "+"}),
    (re.compile(r"<<|>>"), {"<<": ">>", ">>": "<<"}),
    (re.compile(r"(?<=[\w)\]] )([&|])(?= )|(?<= )([&|])(?==)"), {"&": "|", "|": "&"}),
    (re.compile(r"\b(?:true|false)\b"), {"true": "false", "false": "true"}),
    (re.compile(r"\+\+|--"), {"++": "--", "--": "++"}),
    (re.compile(r"!(?=[\w(])"), {"!": ""}),
)
NUMBER = re.compile(r"(?<![\w.\"])(0[xX][0-9a-fA-F]+|0|[1-9]\d*)(?=[uUlL]*\b)(?!\.)")
BUFFER = re.compile(r"\b(?:char|uint8_t) \w+\[\d+\]")

Mutant = collections.namedtuple("Mutant", "file line begin end new")


def blanked(text):
    """The text with blanks in the place of what is no code, each line as long as before."""
    return SPACES.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def mutants_of(file):
    """All mutants of a file."""
    text = blanked((ROOT / file).read_text())
    buffers = [found.span() for found in BUFFER.finditer(text)]
    found = []

    def add(begin, end, new):
        if not any(a <= begin < b for a, b in buffers):
            found.append(Mutant(file, text.count("\n", 0, begin) + 1, begin, end, new))

    for pattern, others in SWAPS:
        for match in pattern.finditer(text):
            add(match.start(), match.end(), others[match[0]])
    for match in NUMBER.finditer(text):
        number, is_hex = int(match[0], 0), match[0].lower().startswith("0x")
        for other in (number + 1, number - 1):
            if other >= 0:
                add(match.start(), match.end(), hex(other) if is_hex else str(other))
    for match in STATEMENT.finditer(text):
        add(match.start(1), match.end(1), ";")
    return found


def kill_all(group):
    """Ends what a test has left: its group, and its children that have gone to groups of their own,
    which become ours (see main)."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for _ in range(20):  # their children in turn
        left = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        left = [int(number) for number in left if int(number) != group]
        if not left:
            break
        for number in left:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)


class Copy:
    """A copy of the tree and its build, in which one file at a time is another."""

    def __init__(self, folder, few):
        self.few = few
        self.source, self.build = folder / "source", folder / "build"
        names = {name for name in subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True,
            text=True).stdout.split("\0") if name and (ROOT / name).is_file()}
        for path in [*self.source.rglob("*")]:
            if path.is_file() and str(path.relative_to(self.source)) not in names:
                path.unlink()
        for name in names:
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            if not ((self.source / name).exists() and
                    filecmp.cmp(ROOT / name, self.source / name, shallow=False)):
                shutil.copy(ROOT / name, self.source / name)
        compiler = "ccache gcc" if shutil.which("ccache") else "gcc"
        subprocess.run(["meson", "setup", self.build, self.source, "-Dtests=enabled",
                        "-Dweb=disabled", "-Dmpi=disabled", "-Doptimization=1", "-Ddebug=false",
                        "-Db_lto=false"],
                       env={**os.environ, "CC": compiler}, check=True, stdout=subprocess.DEVNULL)
        tests = subprocess.run(["meson", "introspect", self.build, "--tests"], check=True,
                               capture_output=True, text=True).stdout
        self.tests = {test["name"]: test for test in json.loads(tests)}
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.objects = {}
        for entry in commands:
            path = (self.build / entry["file"]).resolve()
            self.objects.setdefault(str(path.relative_to(self.source.resolve())), entry["output"])
        self.usual = {}  # seconds that a test takes, the copy being as it was

    def ninja(self, target):
        return subprocess.run(["ninja", "-C", self.build, target], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def run(self, name, few, limit):
        """The exit status of a test, or None if it hangs; and how long it took."""
        begun = time.monotonic()
        test = self.tests[name]
        environment = {**os.environ, **({"DROPFORGE_TEST_CASES": FEW} if few else {})}
        with subprocess.Popen(
                test["cmd"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL, start_new_session=True, cwd=self.build, env=environment,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))) as own:
            try:
                status = own.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            kill_all(own.pid)
        return status, time.monotonic() - begun

    def target(self, name):
        command = self.tests[name]["cmd"]
        return "cli/dropforge" if len(command) > 1 else os.path.relpath(command[0], self.build)

    def measure(self, name, few):
        """Learns how long a test takes without a mutant; it must pass, but may need more cases."""
        if not self.ninja(self.target(name)):
            sys.exit(f"{self.target(name)} cannot be built")
        status, seconds = self.run(name, few, None)
        if status != 0 and not few:
            sys.exit(f"the test {name} fails without a mutant")
        self.usual[name, few] = seconds if status == 0 else None

    def in_order(self, names):
        """The tests, and whether they are to try few cases."""
        in_c = [name for name in names if len(self.tests[name]["cmd"]) == 1]
        return ([(name, True) for name in in_c] +
                [(name, False) for name in names if name not in in_c] +
                [(name, False) for name in in_c if not self.few])

    def code(self, file):
        return hashlib.sha256((self.build / self.objects[file]).read_bytes()).digest()

    def fate(self, mutant, names):
        """What becomes of a mutant, and by which test."""
        path = self.source / mutant.file
        text = path.read_text()
        self.ninja(self.objects[mutant.file])
        before = self.code(mutant.file)
        changed = text[:mutant.begin] + mutant.new + text[mutant.end:]
        try:
            path.write_text(changed)
            if not self.ninja(self.objects[mutant.file]):
                return "does not compile", ""
            if self.code(mutant.file) == before:
                return "same code", ""
            for name, few in self.in_order(names):
                if (name, few) not in self.usual:
                    path.write_text(text)
                    self.measure(name, few)
                    path.write_text(changed)
                usual = self.usual[name, few]
                if usual is None:
                    continue
                # Completions and pages are made by running the program.
                if not self.ninja(self.target(name)):
                    return "killed", "build"
                status, _ = self.run(name, few, max(20, LIMIT * usual))
                if status != 0:
                    return ("hung" if status is None else "killed"), name
            return "survived", ""
        finally:
            path.write_text(text)


def tests_of(file):
    parts = file.split("/")  # src/MODULE/FILE or cli/FILE, whatever folder it is in
    name = "/".join([*parts[:2 if parts[0] == "src" else 1], parts[-1]])
    return next(names for pattern, names in TESTS
                if fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(file, pattern)).split()


def line_of(mutant):
    """The line before and after."""
    text = (ROOT / mutant.file).read_text()
    begin = text.rfind("\n", 0, mutant.begin) + 1
    end = text.find("\n", mutant.end)
    after = text[begin:mutant.begin] + mutant.new + text[mutant.end:end]
    return f"{text[begin:end].strip()} → {after.strip()}"


def chosen(options):
    """The mutants to try: of each folder so many, drawn by the seed."""
    chance = random.Random(options.seed)
    patterns = options.file or [f"{folder}/*.c" for folder in FOLDERS]
    if options.at:
        file, _, line = options.at.partition(":")
        return {file: [each for each in mutants_of(file) if str(each.line) == line]}, 1 << 30
    drawn = {}
    for pattern in patterns:
        files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))
        every = [each for file in files if not any(fnmatch.fnmatch(file, s) for s in options.skip)
                 for each in mutants_of(file)]
        chance.shuffle(every)
        drawn[pattern] = every
    return drawn, options.count


def in_turn(drawn):
    """One mutant of each folder after the other, with its folder."""
    for each in itertools.zip_longest(*drawn.values()):
        yield from ((pattern, mutant) for pattern, mutant in zip(drawn, each) if mutant)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--file", action="append")
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at")
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--tests")
    parser.add_argument("--resume", type=pathlib.Path)
    options = parser.parse_args()
    drawn, count = chosen(options)
    known = {}
    if options.resume:
        for found in RESULT.finditer(options.resume.read_text()):
            known[found[3]] = found[1], found[2]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    copy = Copy(options.build.resolve() / "mutants", options.few)
    tally = collections.defaultdict(collections.Counter)
    survivors = []
    try:
        for pattern, mutant in in_turn(drawn):
            own = tally[pattern]
            if own["killed"] + own["hung"] + own["survived"] >= count:
                continue
            names = options.tests.split(",") if options.tests else tests_of(mutant.file)
            story = f"{mutant.file}:{mutant.line}: {line_of(mutant)}"
            fate, test = known.get(story) or copy.fate(mutant, names)
            own[fate] += 1
            print(f"{fate:16} {test:12} {story}", flush=True)
            if fate == "survived":
                survivors.append(mutant)
    except KeyboardInterrupt:
        print("interrupted")
    print(f"\n{'module':24} {'tried':>6} {'killed':>6} {'hung':>6} {'survived':>8}")
    for pattern, own in tally.items():
        tried = own["killed"] + own["hung"] + own["survived"]
        print(f"{pattern:24} {tried:6} {own['killed']:6} {own['hung']:6} {own['survived']:8}"
              f"   ({own['same code']} of the same code, {own['does not compile']} not compiled)")
    for mutant in survivors:
        print(f"{mutant.file}:{mutant.line}: {line_of(mutant)}")


if __name__ == "__main__":
    main()
