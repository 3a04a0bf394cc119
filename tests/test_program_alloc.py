#!/usr/bin/env python3
"""Makes allocations of the whole program fail, one in each run.

usage: test_program_alloc.py PROGRAM FAILING_MALLOC.so

A run that fails must end with status 1 and a message, and leave no file, finished or not. A
run may also do without the memory; then its files and its standard output are those of an
undisturbed run.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SPRITE = pathlib.Path(__file__).resolve().parent / "data" / "sprites" / "uni_A.png"
RUNS = 120
SECONDS = re.compile(rb'"(seconds|[a-z]+_per_second)":\s*[0-9.]+|speed +.* s\n')
TILE = (
    "count 300x2", "count 9000000000000x2 --mod 6 --json", "count Wx2 --recurrence --json",
    "count 8x4 --json",
    "count 5x4 --tetris",
    "count 5x4 --components",
    "count 4x4 --by-pieces",
    "count 5x4 --symmetry",
    "list 5x4 --skip 100 --limit 3 --orders",
    "list 6x4 --random 2",
    "list 10x2 --limit 3 -o x.txt -o x.drops -o x.fumen -o x.svg",
    "list 4x2 --limit 2 -o x.png",
    "clear IOTSZJLIOTS --hold --json -o x.drops",
    "clear IIII --rows 2 --width 8 --all",
    "clear I --rows 2 --width 6 --hold --percent 3",
    "atlas 6x2 --json",
    "list 5x3 --omino 5 --once --droppable --limit 1 -o x.drops -o x.svg",
    "clear II --omino 5 --rows 2 --width 5 -o x.drops -o x.png",
)
OMINO = (
    "list 4 -o x.txt -o x.codes -o x.xy -o x.jsonl",
    "list 5 -o x.svg -o x.png",
    "list 5 -o x.xmpuzzle -o x.pieces",
    "count 7 --holes 1.. --json",
    "count 6 --sizes --by-symmetry --json",
    "count 6 --class fixed",
    "count 6 --holes 0 --convex --shard 1/2 -o x.shard",
    "random 6 --limit 3 -o x.codes",
    "random 20 --method walk",
    "show 7.2",
    "show 7.2 --json",
)
BOARD = b"[" + b",".join([b"[" + b",".join([b"null"] * 10) + b"]"] * 40) + b"]"
TBP = (b'{"type":"rules"}\n'
       b'{"type":"start","hold":null,"queue":["T","S"],"board":' + BOARD + b'}\n'
       b'{"type":"suggest"}\n'
       b'{"type":"new_piece","piece":"I"}\n'
       b'{"type":"play","move":{"location":{"type":"S","orientation":"east","x":0,"y":1}}}\n'
       b'{"type":"suggest"}\n')
BOT = (
    "--max-pieces 30 --json -o x.drops -o x.png",
    "--max-pieces 9 -o x.gif",
    "--games 3 --max-pieces 20 --omino 3 --deal bag",
    "--max-pieces 3 --rules srs --hold --beam 3 --json -o x.drops",
    "--players --json",
)


def run(program, shim, folder, arguments, given, **environment):
    """Runs the program in the folder; returns its status, its message and its files with its
    standard output."""
    done = subprocess.run(
        [program, *arguments], cwd=folder, capture_output=True, input=given,
        env={**os.environ, "LD_PRELOAD": shim, **environment},
        check=False)
    files = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    for name in files:
        os.unlink(os.path.join(folder, name))
    return done.returncode, done.stderr.decode(), files, SECONDS.sub(b"", done.stdout)


def steps(count):
    """The numbers of the allocations to try: the first ones, then ever fewer, then the last."""
    chosen = set(range(1, min(count, RUNS // 3) + 1))
    step = 1.0
    while step < count:
        chosen.add(int(step))
        step += max(1.0, step / (RUNS / 6))
    chosen.update(range(max(1, count - RUNS // 3), count + 1))
    return sorted(chosen)


def check(program, shim, arguments, given=b""):
    """Steps through the allocations of one command line; returns the number of bad runs."""
    bad = 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        counter = os.path.join(other, "count")
        status, message, *made = run(program, shim, folder, arguments, given,
                                     FAILING_MALLOC_COUNT=counter)
        if status != 0:
            print(f"undisturbed: status {status}: {message}")
            return 1
        count = os.path.getsize(counter)
        numbers = steps(count)
        survived = 0
        for number in numbers:
            got = run(program, shim, folder, arguments, given, FAILING_MALLOC_AT=str(number))
            # A checkpoint is there to stay, whatever comes after it.
            failed_well = (got[0] == 1 and got[1].startswith("dropforge: ") and
                           not got[2].keys() - {"x.training"})
            survived += got[0] == 0
            if not failed_well and (got[0], *got[2:]) != (0, *made):
                bad += 1
                print(f"allocation {number} of {count}: status {got[0]}, files "
                      f"{sorted(got[2])}: {got[1]!r}")
        print(f"{' '.join(arguments)}: {count} allocations, {len(numbers)} failed once, "
              f"{survived} done without")
    return bad


def main():
    program, shim = (os.path.abspath(name) for name in sys.argv[1:])
    # On a narrow playfield the searches are short; with one thread each run is the same.
    arguments = ["print", str(SPRITE), "--jobs", "1", "--width", "11"]
    outputs = ["-o", "x.png", "-o", "x.gif", "-o", "x.y4m", "-o", "x.drops"]
    bad = check(program, shim, [*arguments, "--max-frames", "3", *outputs])
    bad += check(program, shim, [*arguments, "--method", "table", "--json", "-o", "x.drops"])
    bad += check(program, shim, [*arguments, "--anchor", "--fit", "5x7", "--alpha-threshold", "99",
                                 "--colors", "1", "-o", "x.drops"])
    for words in TILE:
        bad += check(program, shim, ["tile", *words.split()])
    for words in OMINO:
        bad += check(program, shim, ["omino", *words.split()])
    for words in BOT:
        bad += check(program, shim, ["bot", *words.split()])
    bad += check(program, shim, ["bot", "--weights", "-", "--max-pieces", "5", "--json"],
                 b"dropforge-weights 1\nfeature holes -1\n")
    bad += check(program, shim, ["bot", "--deal", "-", "--games", "2"], b"IOT SZ J\nL\n")
    bad += check(program, shim, ["omino", "show", "--from", "-", "-o", "x.codes"],
                 b"7.2\n##\n.#\n\n####\n")
    shard = subprocess.run([program, "omino", "count", "6", "--shard", "1/1"],
                           capture_output=True, check=True).stdout
    bad += check(program, shim, ["omino", "merge", "--json", "-"], shard)
    bad += check(program, shim, ["tile", "atlas", "8x2", "--ask", "-", "--hold", "--json"],
                 b"IOTSZ\nIIII\nOTTO\n" + b"I" * 200 + b"\n")
    fumen = b"v115@9gywilwhilxwg0ilwhglAtg0xwi0glwhBtg0wwzhgl?whAth0JeAgl"
    for size, given in (("4x2", b"JJJJ\nJJJJ\n"), ("10x4", fumen),
                        ("4x2", b"dropforge-drops 1\nfield 4 8\nO N 0 0\nO N 2 0\n")):
        bad += check(program, shim, ["tile", "list", size, "--rank", "-"], given)
    bad += check(program, shim, ["tile", "list", "3x2", "--pieces", "-", "-o", "x.drops"],
                 b"dropforge-pieces 1\npiece I ###\npiece V #./##\n")
    train = "--board 6x8 --max-pieces 20 --games 1 --population 4 --generations 2"
    bad += check(program, shim, ["train", *train.split(), "--checkpoint", "x.training", "-o",
                                 "x.weights", "--plot", "x.svg", "--json"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.training")
        subprocess.run([program, "train", *train.split(), "--method", "cma", "--checkpoint", path],
                       capture_output=True, check=True)
        with open(path, "rb") as file:
            state = file.read()
    bad += check(program, shim, ["train", "--resume", "-", "--generations", "3", "-o", "x.txt"],
                 state)
    bad += check(program, shim, ["bot", "--tbp", "--beam", "3"], TBP)
    bad += check(program, shim, ["play", "--bot", "--omino", "3", "--script", "-", "--json", "-o",
                                 "x.drops", "--log", "x.game"], b"90 end\n")
    bad += check(program, shim, ["play", "--omino", "10", "--script", "-"], b"5 left hard\n9 end\n")
    bad += check(program, shim, ["play", "--watch", "-", "--json"],
                 b"dropforge-game 1\nrules nes\n3 +left\n4 -left\nend 9\n")
    bad += check(program, shim, ["replay", "-", "-o", "x.drops", "-o", "x.png"],
                 b"dropforge-drops 1\nfield 5 6\npiece X .#./###/.#.\nX N 1 0\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
