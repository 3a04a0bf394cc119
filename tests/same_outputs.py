"""Runs the command lines of tests/support/commands.py with two builds of the program, and lists
those whose output, messages, files or exit status differ. For builds for other machines.

usage: python3 -m tests.same_outputs PROGRAM OTHER...

OTHER may be several words:  qemu-s390x -L /usr/s390x-linux-gnu dropforge
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tests.support import commands

# What differs from run to run, and from machine to machine.
TIMES = re.compile(rb'("(?:memory|seconds|\w+_per_second)":\s*)[-+.e0-9]+|(?m:^speed .*|, [0-9.]+ s$| +[0-9]+\.[0-9]{2}$)')
# What describes the build.
SELF = ("--version",)


def outcome(program, line, given):
    """Everything that a run leaves."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": name, "LANG": "C.UTF-8", "TERM": "xterm"}
        commands.write_scores(folder)
        run = subprocess.run([*program, *commands.words(line)], input=given, capture_output=True,
                             cwd=folder, env=environment, check=False)
        files = {str(path.relative_to(folder)): TIMES.sub(b"", path.read_bytes())
                 for path in sorted(folder.rglob("*")) if path.is_file()}
    return {"status": run.returncode, "output": TIMES.sub(b"", run.stdout),
            "messages": TIMES.sub(b"", run.stderr), **files}


def main():
    """Compares; the exit status is 1 if anything differs."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    first, *other = [os.path.abspath(word) if os.path.isfile(word) else word for word in sys.argv[1:]]
    first = [first]
    count = bad = size = 0
    for line, given in commands.ALL:
        if line in SELF or (line, given) in commands.VIDEO:
            continue
        given = commands.given(given, first[0])
        wanted, told = outcome(first, line, given), outcome(other, line, given)
        count += 1
        size += sum(len(value) for value in wanted.values() if isinstance(value, bytes))
        differing = [name for name in sorted({*wanted, *told}) if wanted.get(name) != told.get(name)]
        if differing:
            bad += 1
            print(f"different: {line}: {', '.join(differing)}")
    print(f"{count} command lines, {size} bytes, {bad} differ")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
