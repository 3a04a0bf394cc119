"""Runs the command lines of tests/cases, each file of which is a list of cases:

    == a title; the case begins in a folder of its own
    > NAME                  what the case gives it: a file with the lines that follow. NAME.png is a
                            drawing, its rows in letters for colours; NAME.gif an animation, each of
                            its lines a frame with '/' between rows
    $ dropforge WORDS       a line for the shell; $SPRITES is tests/data/sprites
    what it prints on standard output
    STATUS! MESSAGE         if it fails, or prints messages; without 'dropforge: ', and without the
                            line 'Try ...' that comes with status 2

Where a line has a group {A|B...}, it runs once for each, in the same folder. If these end in the same
way, it stands once, with '{}' for the last word of the group where a message cites it.
An empty line of an output is written '.'. A run that fails leaves no new file.
A '$' after another one goes on with the same folder.

usage: test_cases.py PROGRAM [FILE]...
       test_cases.py --rewrite PROGRAM [FILE]...   puts what the program does in place of what is expected
"""

import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from tests.support import images
from tests.support import keep

CASES = pathlib.Path(__file__).resolve().parents[1] / "cases"
SPRITES = CASES.parent / "data" / "sprites"
ADVICE = re.compile(r"\ATry 'dropforge .*--help'\.\Z")
GROUP = re.compile(r"\{([^{}]*\|[^{}]*)\}")
HEAD = "dropforge: "


def run_once(line, folder):
    """The lines that stand below a command line: what it prints, its status and its messages."""
    before = sorted(folder.iterdir())
    done = subprocess.run(["sh", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          check=False, text=True, errors="backslashreplace")
    shown = [text or "." for text in done.stdout.splitlines()]
    messages = done.stderr.replace(str(SPRITES), "$SPRITES").replace(f"{folder}/", "$PWD/").splitlines()
    if done.returncode == 2 and ADVICE.match(messages[-1]):
        del messages[-1]
    elif done.returncode == 2:
        messages.append("(no advice)")
    if done.returncode != 0 and sorted(folder.iterdir()) != before:
        messages.append("(leaves files)")
    head = f"{done.returncode}!"
    for text in messages or [f"{HEAD}(nothing)"] * (done.returncode != 0):
        shown.append(f"{head} {text.removeprefix(HEAD) if text.startswith(HEAD) else f'({text})'}")
        head = " " * len(head)
    return shown


def run_line(line, folder):
    """The same of a line with a group {A|B...}, once if that is the same of each, with {} for the value."""
    group = GROUP.search(line)
    if group is None:
        return run_once(line, folder)
    parts = group[1].split("|")
    found = [run_once(line.replace(group[0], part, 1), folder) for part in parts]
    values = [(shlex.split(part) or [""])[-1] for part in parts]
    values = [value.partition("=")[2] if value.startswith("--") and "=" in value else value for value in values]
    for value, shown in zip(values, found):
        form = [text.replace(f"'{value}'", "'{}'") for text in shown]
        if all([text.replace("{}", other) for text in form] == texts for other, texts in zip(values, found)):
            return form
    return [text for shown in found for text in shown]


def write_given(path, lines):
    """Writes a file that a case gives."""
    if path.suffix == ".png":
        path.write_bytes(images.png_rgba(images.picture(*lines)))
    elif path.suffix == ".gif":
        path.write_bytes(images.animation(*(line.split("/") for line in lines)))
    else:
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def run_case(lines):
    """Runs a case; returns its lines as they should be."""
    made, given, name = [], [], None  # the file that lines belong to; '' below a command line
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for line in lines:
            if line.startswith(("> ", "$ ")) and name and given:
                write_given(folder / name, given)
            if line.startswith("> "):
                name, given = line[2:], []
                (folder / name).write_bytes(b"")
            elif line.startswith("$ "):
                name = ""
                made += [line, *run_line(line[2:], folder)]
                keep.files(folder)
                continue
            elif name:
                given.append(line)
            if name != "":
                made.append(line)
    return made


def split(text):
    """The cases of a file, each as its lines; each begins with its title."""
    cases = []
    for line in text.splitlines():
        if line.startswith("== ") or not cases:
            cases.append([])
        cases[-1].append(line)
    return cases


def main():
    words = sys.argv[1:]
    rewrites = words[:1] == ["--rewrite"]
    program, *names = words[rewrites:]
    tools = tempfile.TemporaryDirectory()
    os.symlink(os.path.abspath(program), pathlib.Path(tools.name, "dropforge"))
    os.environ.update(PATH=f"{tools.name}:{os.environ['PATH']}", SPRITES=str(SPRITES))
    paths = [pathlib.Path(name) for name in names] or sorted(CASES.glob("*.txt"))
    cases = [(path, case) for path in paths for case in split(path.read_text(encoding="utf-8"))]
    print(f"1..{len(cases)}")
    bad, made = 0, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(run_case, (wanted for _, wanted in cases))
    for number, ((path, wanted), got) in enumerate(zip(cases, results), 1):
        made.setdefault(path, []).extend(got)
        for line in difflib.unified_diff(wanted, got, "expected", "found", lineterm=""):
            print(f"# {line}")
        bad += got != wanted
        print(f"{'not ok' if got != wanted else 'ok'} {number} - {path.stem}: {wanted[0][3:]}", flush=True)
    for path, lines in made.items() if rewrites else ():
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if bad and not rewrites else 0


if __name__ == "__main__":
    sys.exit(main())
