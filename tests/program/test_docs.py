"""Runs the commands that README.md and docs/use show, page by page, each page in a fresh clone with
the program on the PATH: all of them work, and print the figures and lines that the page shows.

usage: test_docs.py DROPFORGE [Commands.test_README...]

What builds is run with DROPFORGE_TEST_LONG=1 alone, and so is what needs it or takes minutes: a comment
that no reader sees marks that, before a block or behind a command in the text.
    <!-- long -->
    <!-- long: --games 1000; --omino 9 -->   those commands of the block that have one of these parts
"""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from tests.support import program
from tests.support import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/use").glob("*.md"))]
# A fenced block, an indented one, a row of a table, or a paragraph.
BLOCK = re.compile(r"(?m)^```(\w*)\n((?:.*\n)*?)```\n|((?:^    .+\n)+)|(^\|.*\n|(?:^(?!```|    |\|).+\n)+)")
LONG = re.compile(r"\s*<!-- long(?:: ([^>]*?))? -->\s*")
# Code in the text is a command unless it only names a command, or an option of one.
SHOWN = re.compile(r"`((?:\w+ [^`|]* \| )?(?:dropforge [^\s`]+ (?!--[^\s`]+`)|python3 |make |npx |\./bootstrap )[^`…]*)`")
COMMAND = re.compile(r" +(?:dropforge|python3) ")
BUILDS = re.compile(r"^(?:\./bootstrap|make) ")
# These change the system, open a browser, run these very tests, or need PyPI.
NEVER = re.compile(r"\bsudo |^xdg-open |^\./bootstrap test$|^make test|\bgymnasium\b|gym_speed|learn\.py")
# Games and films for a terminal are played without one, and end soon.
UNSEEN = ((re.compile(r"dropforge play (?!.*--(?:script|watch))"), " --script <(printf '0 bot\\n3000 end\\n')"),
          (re.compile(r"dropforge bot (?!.*--(?:games|league|players|max-pieces|tbp|print) )"), " --max-pieces 9 --json"),
          (re.compile(r"dropforge bot --print "), " --json"))
FIGURE = re.compile(r"(?<![\w.×])\d+(?:,\d{3})*(?:\.\d+)?(?![\d.]*(?:\w| (?:s|seconds?|minutes?)\b))")
FILE = re.compile(r"(?:[\w./%-]+\.(?:png|jpg|gif|mp4|webm|wav|txt|drops|game|json|csv|svg|fumen|fm2|weights|training|pieces"
                  r"|properties|py|jsonl))(?![\w.])")
MADE = re.compile(r"(?:-o|--log|--checkpoint|[^<]>|themes\.py \S+|learn\.py(?: \S+)?|dancer\.py|runner\.py|^cp \S+) ?'?$")


class Shown:
    """A command of a page: its place, whether it is long, and the figures and lines that it shows."""

    def __init__(self, place, line, mark, figures):
        self.place, self.line, self.figures, self.lines = place, line, figures, []
        parts = (mark[1] or "").split("; ") if mark else ()
        self.is_long = bool(BUILDS.search(line)) or any(part in line for part in parts)


def read_block(text, place, mark):
    for line in re.sub(r"\\\n +", "", text).splitlines():
        line, _, comment = re.sub(r"\s+# ", "\0", line.strip(), count=1).partition("\0")
        yield Shown(place, line, mark, FIGURE.findall(comment))


def read_page(page):
    """The commands of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    mark, commands, has_output = None, [], False
    for found in BLOCK.finditer(text):
        language, fenced, indented, words = found.groups(default="")
        place = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
        if language == "sh" or COMMAND.match(indented):
            commands += read_block(fenced or indented, place, mark)
        elif fenced and not language and has_output:
            commands[-1].lines = fenced.splitlines()
        mark = LONG.fullmatch(words)
        for shown in SHOWN.finditer(words):
            # In a table the first figure of the next cell is what the command gives.
            cell = words[shown.end():].split("|")[1] if words.startswith("| `") else ""
            commands.append(Shown(place, shown[1].replace("\n", " "), LONG.match(words, shown.end()),
                                  FIGURE.findall(cell)[:1]))
        has_output = words.endswith("`:\n") and bool(commands)
    return commands


def shows(output, figure, line):
    """True if the output has this number, perhaps with more decimals, or so many lines; or the command names it."""
    figure = figure.replace(",", "")
    decimals = len(figure.partition(".")[2])
    found = re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", output) + line)
    return figure in found or figure == str(output.count("\n")) or any(
        "." in number and f"{float(number):.{decimals}f}" == figure for number in found)


class Files(unittest.TestCase):
    def test_files_are_there(self):
        """What a command reads is in the tree, or an earlier command of the page has written it."""
        for page in PAGES:
            made = set()
            for command in read_page(page):
                for found in FILE.finditer(command.line):
                    name = found[0].removeprefix("./")
                    if MADE.search(command.line[:found.start()]):
                        made.add(name)
                    elif not name.startswith(("out/", "build")):
                        with self.subTest(place=command.place, name=name):
                            self.assertTrue(name in made or (ROOT / name).exists())


class Commands(program.Case):
    """A case for each page."""

    def clone(self):
        """A clone of the tree, with what is not committed yet, and the program in it."""
        tree = self.folder / "dropforge"
        if subprocess.run(["git", "clone", "-q", str(ROOT), str(tree)], check=False, capture_output=True).returncode:
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build*", "out", ".git"))
        else:
            changed = subprocess.run(["git", "ls-files", "-mo", "--exclude-standard"], cwd=ROOT, check=True,
                                     capture_output=True, text=True).stdout.splitlines()
            for name in changed:
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, tree / name)
        (tree / "build/cli").mkdir(parents=True)
        shutil.copy(program.path(), tree / "build/cli")
        return tree

    def run_page(self, page):
        tree = self.clone()
        places = f"{tree}/build/cli:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": places, "TERM": "dumb"}
        for command in read_page(page):
            if NEVER.search(command.line) or command.is_long and not os.environ.get("DROPFORGE_TEST_LONG"):
                print(f"# not run: {command.line}")
                continue
            line = command.line + "".join(more for pattern, more in UNSEEN if pattern.search(command.line + " "))
            # It keeps scores there.
            home = {"HOME": str(self.folder), "XDG_DATA_HOME": ""} if "dropforge play" in line else {}
            with self.subTest(place=command.place, line=line):
                done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=tree, env=environment | home, check=False,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
                self.assertEqual(done.returncode, 0, done.stderr)
                output = done.stdout + done.stderr
                self.assertEqual([figure for figure in command.figures if not shows(output, figure, line)], [],
                                 output[-2000:])
                printed = output.splitlines()
                self.assertEqual([line for line in command.lines
                                  if not any(other.startswith(line) for other in printed)], [], output[-2000:])


for _page in PAGES:
    setattr(Commands, f"test_{_page.stem}", tap.long(lambda self, page=_page: self.run_page(page)))


if __name__ == "__main__":
    program.main()
