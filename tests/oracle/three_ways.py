"""Plays plans in three ways that must agree: by the program, by the oracle in Python (oracle.py)
and by the oracle in JavaScript (oracle.mjs).

Each way makes an answer of a text: ("ok", the plan as a drop list, the last playfield), or
("refused", line, column). The playfield of the program is read off a picture in which each piece
has a colour of its own. Lists of pieces are compared by what a drop list would say of them.
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess

from tests.oracle import oracle

ORACLE = pathlib.Path(__file__).resolve().parent / "oracle.mjs"
MAGIC_OF_PIECES = b"dropforge-pieces"
MOST_COLORED = 200  # pieces in a picture


def is_list(data):
    return data.startswith(MAGIC_OF_PIECES)


def ask_python(data):
    """The answer of the oracle in Python, and the plan or the pieces themselves."""
    try:
        if is_list(data):
            pieces, colors = oracle.read_pieces(data)
            return ("ok", pieces.write(colors), None), None
        plan = oracle.read(data)
        return ("ok", plan.write(), plan.field.draw()), plan
    except oracle.PlanError as error:
        return ("refused", error.line, error.column), None


def has_javascript():
    """Whether there is node; where CI=true it must be there."""
    return shutil.which("node") is not None or os.environ.get("CI") == "true"


def ask_javascript(paths):
    """The answers of the oracle in JavaScript to many files at once."""
    done = subprocess.run(["node", ORACLE, "--write", "-"],
                          input="\n".join(map(str, paths)).encode(), capture_output=True,
                          check=False)
    answers = []
    for line in done.stdout.decode("latin-1").splitlines():
        told = json.loads(line)
        if not told["ok"]:
            answers.append(("refused", told["line"], told["column"]))
        elif told["format"] == "pieces":
            answers.append(("ok", told["text"].splitlines(), None))
        else:
            answers.append(("ok", told["text"], told["field"]))
    if len(answers) != len(paths):
        raise RuntimeError(f"oracle.mjs answers {len(answers)} of {len(paths)}:\n"
                           + done.stderr.decode("utf-8", "replace")[-2000:])
    return answers


class Program:
    """The program, with a folder for what it writes."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)

    def run(self, *arguments):
        return subprocess.run([self.path, *map(str, arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)

    def ask(self, path, plan=None):
        """Its answer; if the plan is known the playfield is looked at, too."""
        if is_list(path.read_bytes()):
            return self._ask_list(path)
        written, picture = (self.folder / f"{os.getpid()}.{kind}" for kind in ("drops", "png"))
        options = []
        names = list(plan.pieces.shapes) if plan else []
        drawn = plan is not None and len(names) <= MOST_COLORED
        if drawn:
            options = ["-o", picture, "--square", 1, "--look", "flat", "--no-grid", "--no-hud",
                       "--no-border", "--background", "#000000"]
            for number, name in enumerate(names, 1):
                options += ["--color", f"{name}=#{number:06x}"]
        done = self.run("replay", path, "-o", written, *options)
        if done.returncode != 0:
            return "refused", *self.refusal(path, done)[:2]
        field = _field_of(picture.read_bytes(), names) if drawn else None
        return "ok", written.read_text("latin-1"), field

    def _ask_list(self, path):
        """Of a list it makes a plan of tilings, which has the same pieces."""
        done = self.run("tile", "list", "1x1", "--pieces", path, "-o", "-", "--format", "drops")
        if done.returncode != 0:
            return "refused", *self.refusal(path, done)[:2]
        lines = done.stdout.decode("latin-1").splitlines()
        return "ok", [line for line in lines if line[:6] in ("piece ", "color ")], None

    @staticmethod
    def refusal(path, done):
        """Line, column and words of its message; a run that ended otherwise has no place."""
        message = done.stderr.decode("utf-8", "replace")
        found = re.fullmatch(r"dropforge: %s:(\d+):(\d+): ([^\n]*)\n" % re.escape(str(path)), message)
        if done.returncode != 1 or done.stdout or not found:
            return f"exit {done.returncode}", message, ""
        return int(found[1]), int(found[2]), found[3]


def _field_of(picture, names):
    """The rows of a picture as a playfield is drawn."""
    letters = "." + "".join(name[0] for name in names)
    rows = [[red << 16 | green << 8 | blue for red, green, blue, _ in row]
            for row in oracle.read_png(picture)]
    while rows and not any(rows[0]):
        rows.pop(0)
    return ["".join((letters + "X")[min(number, len(letters))] for number in row) for row in rows]


def _completed(program, python):
    """What the program does not tell as the other says it: the playfield if there are too many
    pieces for a picture, and that a list has no colours, to which it gives some."""
    _, told, field = program
    if isinstance(told, list) and not any(line.startswith("color ") for line in python[1]):
        told = [line for line in told if not line.startswith("color ")]
    return "ok", told, python[2] if field is None else field


def _ask_two(program, path):
    """The answers of the oracle in Python and of the program, and the drops if it is a plan."""
    python, plan = ask_python(path.read_bytes())
    answer = program.ask(path, plan)
    if python[0] == answer[0] == "ok":
        answer = _completed(answer, python)
    return python, answer, None if plan is None else len(plan.drops)


class Tally:
    """Compares the ways over many files, and counts."""

    def __init__(self, program):
        self.program = program
        self.javascript = has_javascript()
        self.plans = self.lists = self.drops = self.refused = 0
        self.wrong = []

    def compare(self, paths):
        """Files whose three answers differ are added to `wrong` with what was said."""
        with (concurrent.futures.ProcessPoolExecutor() as pool,
              concurrent.futures.ThreadPoolExecutor(1) as others):
            answers = pool.map(_ask_two, itertools.repeat(self.program), paths, chunksize=4)
            task = others.submit(ask_javascript, paths) if self.javascript else None
            answers = list(answers)
            theirs = task.result() if task else (python for python, _, _ in answers)
            for path, (python, program, drops), javascript in zip(paths, answers, theirs):
                self._count(python, drops)
                if not python == javascript == program:
                    self.wrong.append(f"{path}: {_difference(python, javascript, program)}")

    def _count(self, python, drops):
        if python[0] == "refused":
            self.refused += 1
        elif drops is None:
            self.lists += 1
        else:
            self.plans += 1
            self.drops += drops

    def __str__(self):
        ways = "three ways" if self.javascript else "two ways, as there is no node"
        return (f"{self.plans} plans with {self.drops} drops and {self.lists} lists of pieces "
                f"replayed, {self.refused} texts refused in {ways}; "
                f"{len(self.wrong)} disagreements")


def _difference(*answers):
    """What the ways say, without what they agree about."""
    words = []
    for who, answer in zip(("python", "javascript", "program"), answers):
        if answer[0] != "ok" or len({each[0] for each in answers}) > 1:
            words.append(f"{who}: {answer[0]} {answer[1:] if answer[0] != 'ok' else ''}")
        else:
            words.append(f"{who}: {answer[1:]}")
    return "; ".join(words)
