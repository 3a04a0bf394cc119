"""How shells complete command lines: bash by the function that it calls, fish by itself."""

import re
import shutil
import subprocess

from tests.support import program

# What comes after the words of a command line, and the words that may be there.
LINES = (
    (("dropforge", "pr"), {"prepare", "print"}),
    (("dropforge", "a."), {"a.drops"}),
    (("dropforge", "help", "bo"), {"bot"}),
    (("dropforge", "help", "f"), {"film"}),
    (("dropforge", "tile", ""), {"count", "list"}),
    (("dropforge", "omino", "ra"), {"random"}),
    (("dropforge", "completions", ""), {"bash", "zsh", "fish"}),
    (("dropforge", "print", "--look", ""),
     {"flat", "bevel", "nes", "tile", "inset", "gloss", "ink"}),
    (("dropforge", "print", "--theme", "g"), {"guideline", "gameboy"}),
    (("dropforge", "print", "--size", "s"), {"story"}),
    (("dropforge", "print", "--method", "s"), {"search"}),
    (("dropforge", "replay", "-f", "w"), {"wav", "webm", "webp"}),
    (("dropforge", "omino", "list", "--format", "p"), {"pieces", "png"}),
    (("dropforge", "bot", "--player", "dt"), {"dt10", "dt20"}),
    (("dropforge", "bot", "--rules", "srs"), {"srs", "srs+180"}),
    (("dropforge", "print", "--alpha"), {"--alpha-threshold"}),
    (("dropforge", "print", "--seed", ""), set()),
    (("dropforge", "check", "a"), {"a b.png", "a.drops"}),
    (("dropforge", "print", "-o", "a."), {"a.drops"}),
    (("dropforge", "train", "--checkpoint", "a "), {"a b.png"}),
)


class Completions(program.Case):
    def setUp(self):
        super().setUp()
        for name in ("a b.png", "a.drops"):
            (self.folder / name).touch()

    def script(self, shell):
        path = self.folder / f".{shell}"
        path.write_bytes(self.succeed("completions", shell))
        return path

    def run_shell(self, *command):
        if shutil.which(command[0]) is None:
            self.skipTest(f"{command[0]} is not installed")
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True,
                              text=True, check=False, stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def in_bash(self, *words):
        code = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dropforge; '
                '[[ -z ${COMPREPLY[*]} ]] || printf "%s\\n" "${COMPREPLY[@]}"')
        lines = self.run_shell("bash", "-c", code, "bash", self.script("bash"), *words)
        self.assertEqual(len(lines), len(set(lines)))
        return set(lines)

    def test_bash(self):
        for words, wanted in LINES:
            with self.subTest(words):
                self.assertEqual(self.in_bash(*words), wanted)

    def commands(self):
        text = self.succeed("--help").decode().partition("Options:")[0]
        return set(re.findall(r"(?m)^  ([a-z]+) ", text))

    def test_bash_tells_the_commands(self):
        self.assertEqual(self.in_bash("dropforge", ""),
                         self.commands() | {"--help", "--version"})

    def test_bash_takes_equals_signs_as_words(self):
        self.assertEqual(self.in_bash("dropforge", "print", "--motion", "="),
                         {"auto", "full", "fall", "land"})
        self.assertEqual(self.in_bash("dropforge", "print", "--motion", "=", "l"), {"land"})

    def test_bash_knows_every_option(self):
        for command in self.commands() - {"help"}:
            text = self.whole_help(command)
            options = set(re.findall(r"(?m)^ +(?:-\w, )?(--[a-z-]+)", text))
            self.assertEqual(self.in_bash("dropforge", command, "--"), options)

    def test_fish(self):
        script = self.script("fish")
        for words, wanted in LINES:
            line = " ".join(word.replace(" ", "\\ ") for word in words)
            found = self.run_shell("fish", "--no-config", "-c",
                                   'source $argv[1]; complete -C "$argv[2]"', script, line)
            found = {text.split("\t")[0].replace("\\ ", " ") for text in found}
            with self.subTest(line):
                self.assertEqual(found, wanted)

    def test_zsh_can_read_its_script(self):
        self.run_shell("zsh", "-n", self.script("zsh"))
        self.run_shell("zsh", "-f", "-c",
                       "_describe() { print -l $commands }; words=(dropforge ''); CURRENT=2; "
                       "source $1", "zsh", self.script("zsh"))

    def test_zsh_tells_every_option(self):
        text = self.script("zsh").read_text()
        parts = dict(re.findall(r"(?ms)^    (\w+)\)\n +_arguments (.*?);;", text))
        for command in self.commands() - {"help"}:
            wanted = self.whole_help(command)
            for option in re.findall(r"(?m)^ +(?:-\w, )?(--[a-z-]+)", wanted):
                self.assertRegex(parts[command], rf"{option}[}}\[]")


if __name__ == "__main__":
    program.main()
