"""The manual pages describe the options that the program has, and no others; the command lines of
their examples work; and they render without markup that scdoc has not recognised."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from tests.support import images
from tests.support import program
from tests.support import tap

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs/man"

# Examples that only a terminal or several processes can run.
ELSEWHERE = re.compile(r"^dropforge (play|bot --deal bag --speed)|^mpirun |^timeout ")
# The others with smaller numbers, so that they take little time.
QUICKER = (
    ("omino count 28", "omino count 20"), ("omino count 16 ", "omino count 10 "),
    ("00000000x6", "00000000x4"), ("--games 1000 ", "--games 3 "), ("720x1280", "144x256"),
    (">two.txt", "--rows 2 >two.txt"), ("--table two.txt", "--rows 2 --table two.txt"),
    ("--fit 8x8 --alpha", "--fit 4x4 --alpha"),
    ("--hold --width 18", "--hold --width 18 --fit 4x4 --alpha-threshold 128 --colors 1"),
)


def read(name):
    """A page with the parts that it shares with others."""
    return subprocess.run([sys.executable, str(PAGES / "page.py"), str(PAGES / name)],
                          capture_output=True, text=True, check=True).stdout


def section(text, title):
    found = re.search(rf"(?ms)^# {title}\n\n(.*?)(?=^# |\Z)", text)
    return found[1] if found else ""


class Manual(program.Case):
    def commands(self):
        """The names of all commands and what the help tells of them in a line."""
        text = self.succeed("--help").decode()
        commands = dict(re.findall(r"(?m)^  ([a-z]+) +(.+)$", text.partition("Options:")[0]))
        del commands["help"]
        return commands

    def test_every_command_has_a_page(self):
        overview = read("dropforge.1.scd")
        for command, summary in self.commands().items():
            page = read(f"dropforge-{command}.1.scd")
            self.assertTrue(page.startswith(f"dropforge-{command}(1)\n"))
            self.assertEqual(section(page, "NAME").strip(), f"dropforge-{command} - {summary}")
            self.assertIn(f"*dropforge* *{command}*", section(page, "SYNOPSIS"))
            self.assertIn(f"\n*dropforge-{command}*(1)\n", overview)
        self.assertEqual(len(list(PAGES.glob("dropforge-*.scd"))), len(self.commands()))

    def test_pages_tell_every_option_and_no_other(self):
        for command in self.commands():
            text = self.whole_help(command)
            wanted = set(re.findall(r"(?m)^ +(?:-\w, )?--([a-z-]+)", text))
            letters = set(re.findall(r"(?m)^ +-(\w), --", text))
            # A paragraph without a tab that begins with an option tells about options.
            told = "\n".join(re.findall(r"(?m)^\*-.*$", read(f"dropforge-{command}.1.scd")))
            with self.subTest(command):
                self.assertEqual(set(re.findall(r"\*--([a-z-]+)\*", told)), wanted)
                self.assertEqual(set(re.findall(r"\*-(\w)\*", told)), letters)

    def test_pages_render(self):
        man = shutil.which("man")
        scdoc = shutil.which("scdoc")
        if man is None or scdoc is None:
            self.skipTest("man and scdoc are needed")
        for page in sorted(PAGES.glob("dropforge*.scd")):
            source = subprocess.run([sys.executable, str(PAGES / "page.py"), str(page), scdoc],
                                    capture_output=True, check=True).stdout
            path = self.folder / page.stem
            path.write_bytes(source)
            done = subprocess.run([man, "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-P", "cat",
                                   str(path)], capture_output=True, text=True, check=False,
                                  env={**os.environ, "MANWIDTH": "80", "GROFF_NO_SGR": "1"})
            text = re.sub(".\b", "", done.stdout)
            sections = set(re.findall(r"(?m)^# (.+)$", read(page.name)))
            with self.subTest(page.name):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("SYNOPSIS", text)
                # Markup that scdoc has not recognised: Wx_H_, 2_N_, *all*.
                markup = r"\S*_[A-Z]+_(?![A-Z])|\b[A-Z]_[a-z]_[A-Z]|\*[a-z-]+\*"
                self.assertEqual(re.findall(markup, text), [])
                # A section that is cited stands on the page.
                cited = re.findall(r"(?m)(?<!^# )\*([A-Z]{4,}(?: [A-Z]+)*)\*", read(page.name))
                self.assertEqual(set(cited) - sections, set())

    def examples(self):
        for page in sorted(PAGES.glob("dropforge*.scd")):
            lines = re.findall(r"(?m)^\t(.+)$", section(read(page.name), "EXAMPLES"))
            self.assertGreater(len(lines), 0, page.name)
            yield from lines

    def test_examples(self):
        shutil.copy(program.LETTER, self.folder / "cat.png")
        shutil.copy(program.SPRITES / "uni_A.png", self.folder / "photo.png")
        for name in ("photo", "cat"):
            self.succeed("print", *program.QUICK, "--pieces", "J", f"{name}.png", "-o",
                         f"{name}.drops", "-o", "blocks.txt")
        self.write("dancer.gif", images.gif_film([[[1, 1, 0, 0]] * 2, [[1] * 4] * 2], bytes(6), 0))
        self.write("dancer.drops", b"dropforge-drops 1\nfield 6 4\nO N 0 0\n# frame\nO N 2 0\n# frame\n")
        self.write("mine.game", b"dropforge-game 1\nrules guideline\n3 +hard\n4 -hard\nend 30\n")
        self.write("mine.ttr", b'{"replay":{"options":{"seed":7,"g":1},"events":[],"frames":99}}')
        search = f"{os.path.dirname(program.path())}:{os.environ['PATH']}"
        count = 0
        for line in tap.part(dict.fromkeys(self.examples()), 2):
            if ELSEWHERE.search(line) or ".mp4" in line and not shutil.which("ffmpeg"):
                continue
            for long, short in QUICKER:
                line = line.replace(long, short)
            if "--game " not in line:
                line = line.replace("dropforge print", "dropforge print --effort 0")
            if not shutil.which("jq"):
                line = line.partition(" | jq ")[0]
            count += 1
            with self.subTest(line):
                done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                      env={**os.environ, "PATH": search}, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(count, 12 if tap.QUICK else 25)


if __name__ == "__main__":
    program.main()
