"""Every command that takes --jobs writes the same bytes with any number of threads: to standard
output, as messages and into files."""

import re

from tests.support import images
from tests.support import program
from tests.support import tap

# Two small pictures: one of three colours, and one that its row would clear on width 4.
SPRITE = images.picture("R.G", "RGB", ".B.")
BAR = images.picture("RRRR")

# With --jobs left out, and otherwise.
JOBS = ((), ("--jobs", "1"), ("-j", "8"))

# Figures of the report and of the summary that differ from run to run.
TIMES = re.compile(rb'(?m)^(\t"(?:seconds|\w+_per_second)":\t)[^,\n]*|^(speed ).*|(, )[0-9.]+ s$'
                   rb'|^\t"estimated_seconds":\t\d+,\n')

PRINT = ("print", "sprite.png")
GAMES = ("bot", "--games", "7", "--max-pieces", "60")
TRAINING = ("train", "--board", "6x8", "--population", "6", "--games", "2", "--generations", "2",
            "--max-pieces", "150", "--checkpoint", "x.training", "-o", "x.weights",
            "-o", "x.jsonl", "--json")
COUNT = ("omino", "count")
ENUMERATE = ("omino", "count", "10", "--method", "enumerate")

# For each command the arguments of its runs, which are made in a folder with both pictures.
RUNS = {
    "print": (
        (*PRINT, "--seed", "7", "--json", "-o", "x.drops", "-o", "x.blocks", "-o", "x.gif"),
        (*PRINT, "--effort", "2", "--width", "11", "--pieces", "LTJ", "-o", "x.drops"),
        (*PRINT, "--pieces", "any", "--deal", "bag", "--hold", "-o", "x.drops"),
        (*PRINT, "--method", "search", "--json", "-o", "x.drops"),
        (*PRINT, "--method", "table", "--json", "-o", "x.drops"),
        (*PRINT, "--lower-bound"),
        ("print", "bar.png", "--width", "4"),  # is refused
    ),
    "bot": (
        (*GAMES, "--deal", "bag", "--json"),
        (*GAMES, "--player", "dt20", "-o", "x.drops", "-o", "x.gif", "-o", "x.png"),
        (*GAMES, "--rules", "srs", "--lookahead", "3", "--beam", "4", "--hold"),
        (*GAMES, "--board", "6x6", "--deal", "nes", "--omino", "5", "--json", "--seed", "3"),
    ),
    "train": (
        (*TRAINING, "--deal", "bag", "--seed", "9"),
        (*TRAINING, "--board", "6x8,7x6", "--games", "1,2"),
    ),
    "clear": (
        ("clear", "percent", "IOTSZJLI**", "--no-hold", "--failed", "9", "--tree", "9"),
    ),
    "omino": (
        (*COUNT, "17"),
        (*COUNT, "13", "--class", "one-sided", "--sizes"),
        (*COUNT, "12", "--class", "fixed", "--memory", "1M"),
        (*COUNT, "14", "--by-symmetry", "--sizes"),
        ENUMERATE,
        (*ENUMERATE, "--class", "fixed"),
        (*ENUMERATE, "--class", "one-sided", "--sizes"),
        (*COUNT, "10", "--holes", "1..2", "--symmetry", "none,half"),
    ),
}


class Jobs(program.Case):
    def outcome(self, arguments):
        """Everything that a run leaves: status, output, messages, files."""
        for path in self.folder.iterdir():
            path.unlink()
        self.write("sprite.png", images.png_rgba(SPRITE))
        self.write("bar.png", images.png_rgba(BAR))
        status, output, messages = self.run_program(*arguments)
        return (status, *(TIMES.sub(rb"\1\2\3", text) for text in (output, messages.encode())),
                {name: self.read(name) for name in self.files()})

    def compare(self, command):
        for arguments in tap.part(RUNS[command], 3):
            wanted = self.outcome(arguments)
            self.assertEqual(wanted[0], 3 if "bar.png" in arguments else 0, wanted[2])
            for jobs in JOBS[1:]:
                self.assertEqual(self.outcome((*arguments, *jobs)), wanted, (*arguments, *jobs))

    def test_print(self):
        self.compare("print")

    def test_bot(self):
        self.compare("bot")

    def test_train(self):
        self.compare("train")

    def test_omino(self):
        self.compare("omino")

    def test_clear(self):
        self.compare("clear")

    def test_all_commands_are_here(self):
        commands = self.succeed("help").decode().split("Commands:\n")[1].split("\n\n")[0]
        names = {line.split()[0] for line in commands.splitlines()} - {"help"}
        self.assertEqual({name for name in names if b"--jobs" in self.succeed("help", name)},
                         set(RUNS))


if __name__ == "__main__":
    program.main()
