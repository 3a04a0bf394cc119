"""Prints pictures in the NES game, and plays the movies on the oracle of its console."""

import json

from tests.oracle import oracle
from tests.oracle import oracle_nes as nes
from tests.support import images
from tests.support import program
from tests.support import tap

COLORS = {".": (0, 0, 0, 0), "a": (248, 56, 0, 255), "b": (0, 88, 248, 255),
          "c": (252, 252, 252, 255), "d": (60, 188, 252, 255), "e": (0, 168, 0, 255)}
LETTER = ".a..a. aaaaaa aaaaaa .aaaa. ..aa..".split()
FLAG = "ccaaa ccaaa .b.a. bbbba".split()
MUSHROOM = ".aaaa. aacaaa acaaca aaaaaa .cccc. .c.bc. .bccc.".split()
ODD = "aaa .a. .a.".split()
FULL = "aaaaaaaaaa .aaaaaaaa.".split()


def png(rows, enlarged=1):
    return images.png_rgba([[COLORS[sign] for sign in row for _ in range(enlarged)]
                            for row in rows for _ in range(enlarged)])


def console_of(movie):
    """The console after all frames of a movie."""
    console = nes.Console()
    for held in nes.read(movie):
        console.step(held)
    return console


def board_of(game):
    """The playfield with the pieces' letters, from the top: drops and clears alone."""
    rows = [["."] * 10 for _ in range(20)]
    for piece, squares in game.drops:
        for x, y in squares:
            assert rows[y][x] == "."
            rows[y][x] = piece
        rows = [row for row in rows if "." in row]
        rows = [["."] * 10 for _ in range(20 - len(rows))] + rows
    return rows


class Console(program.Case):
    def print_picture(self, rows, *options, enlarged=1):
        """Prints a picture and plays its movie; returns the figures, what is left on the
        playfield, and the messages."""
        self.write("s.png", png(rows, enlarged))
        status, output, messages = self.run_program(
            "print", "s.png", "--game", "nes", "-o", "x.fm2", "-o", "x.drops", "--json",
            *options)
        self.assertEqual(status, 0, messages)
        figures = json.loads(output)
        movie = self.read("x.fm2").decode()
        self.assertRegex(movie, r"\nguid [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n")
        console = console_of(movie)
        game = console.game
        board = board_of(game)
        self.assertEqual([[game.places[10 * y + x] for x in range(10)] for y in range(20)],
                         [[sign != "." for sign in row] for row in board])
        self.assertEqual(
            [figures[key] for key in ("frames", "drops", "score", "rows_cleared", "level")],
            [len(nes.read(movie)), len(game.drops), game.points, game.lines, game.level])
        self.assertEqual(figures["start_level"], console.level)
        self.assertFalse(game.over)
        self.compare_with_replay(figures)
        return figures, board, messages

    def compare_with_replay(self, figures):
        """The plan beside the movie is that of the movie."""
        again = json.loads(self.succeed("replay", "x.fm2", "-o", "again.drops", "--json"))
        for key in ("drops", "score", "rows_cleared", "level", "frames"):
            self.assertEqual(again[key], figures[key], key)
        plan, played = (oracle.read_drops(self.read(name)) for name in ("x.drops", "again.drops"))
        self.assertEqual(list(plan.drops), list(played.drops))
        self.assertEqual(*([line for line in self.read(name).splitlines() if line.startswith(b"color ")]
                           for name in ("x.drops", "again.drops")))
        self.assertEqual(plan.field.rows, played.field.rows)

    def assert_picture(self, rows, board, figures, missing=0):
        """Each colour is left by its own pieces; so many squares may be missing."""
        order = dict.fromkeys("".join(rows).replace(".", ""))
        wanted = dict(zip(order, figures["pieces"].split(",")))
        self.assertEqual({sign for row in board[:-len(rows)] for sign in row}, {"."})
        holes = set()
        for x in range(11 - len(rows[0])):
            moved = ["." * x + row + "." * (10 - len(row) - x) for row in rows]
            pairs = list(zip("".join(moved), "".join(map("".join, board[-len(rows):]))))
            if all(have in wanted.get(want, "") + "." for want, have in pairs):
                holes.add(sum(have == "." != want for want, have in pairs))
        self.assertIn(missing, holes)

    def test_pictures(self):
        for rows in tap.part((LETTER, FLAG, MUSHROOM), 3):
            with self.subTest(rows=rows):
                odd = sum(len(row) - row.count(".") for row in rows) % 2
                figures, board, messages = self.print_picture(rows)
                self.assert_picture(rows, board, figures, missing=odd)
                self.assertEqual("squares left out" in messages, bool(odd))
                for name in ("x.fm2", "x.drops"):
                    self.succeed("check", name, "s.png")

    def test_odd_picture(self):
        figures, board, messages = self.print_picture(ODD)
        self.assert_picture(ODD, board, figures, missing=1)
        self.assertIn("s.png: 1 of 5 squares left out", messages)
        self.print_picture([ODD[0], ODD[1], "aa."], "--exact")
        self.succeed("check", "x.drops", "s.png")

    def test_check(self):
        """Colours that the game does not have are compared by their pieces."""
        for rows in (["dde.", ".eed", "aaaa"], ["bbbbbbbbbb", "b.bbbb.bbb"]):
            self.print_picture(rows)
            self.assertIn(b"ok: ", self.succeed("check", "x.fm2", "s.png"))
        self.write("s.png", png(["dde.", ".eee", "aaaa"]))
        self.assertEqual(self.run_program("check", "x.fm2", "s.png")[0], 1)

    @tap.long
    def test_large_picture(self):
        """It is scaled to what the game can hold, and threads change nothing."""
        rows = [("a" * 12 + "c" * 12 + "b" * 6 + "d" * 6)[:36 - y // 3] for y in range(30)]
        rows = [row + "." * (36 - len(row)) for row in rows]
        figures, board, _ = self.print_picture(rows, "--jobs", "1")
        self.assertLessEqual(figures["picture_colors"], 3)
        height = sum(any(sign != "." for sign in row) for row in board)
        width = sum(any(row[x] != "." for row in board) for x in range(10))
        self.assertEqual((figures["picture_width"], figures["picture_height"]), (width, height))
        self.assertLessEqual(height, 18)
        first = self.read("x.fm2"), self.read("x.drops")
        self.print_picture(rows, "--jobs", "2")
        self.assertEqual((self.read("x.fm2"), self.read("x.drops")), first)

    def test_full_row(self):
        """Of a full row, which would clear, a square is left out; one that is scaled gets a column less."""
        figures, board, messages = self.print_picture(FULL)
        self.assertIn("s.png: 2 of 18 squares left out, as rows of 10 clear when they are full, and", messages)
        self.assert_picture(FULL, board, figures, missing=2)
        self.assertEqual(figures["squares_left_out"], 2)
        self.succeed("check", "x.fm2", "s.png")
        for rows in (["a" * 10, ".aaaaaa..."], ["aaaaaaaaa.", "." * 10, "aaaaaaaaa.", "a" + "." * 8 + "a"]):
            self.write("s.png", png(rows))
            exact = ["--exact"] * ("a" * 10 in rows)
            status, _, messages = self.run_program("print", "s.png", "--game", "nes", *exact, "-o", "z.fm2")
            self.assertEqual((status, messages.rpartition("; ")[2]), (3, "scale it down (--fit 9x18)\n"))
            self.succeed("print", "s.png", "--game", "nes", "--fit", "9x18", "-o", "z.fm2")

    @tap.long
    def test_wide_picture(self):
        """It is scaled, also from standard input."""
        wide = ["a" * 13 + "b" * 7, "." * 2 + "a" * 16 + ".."]
        figures, _, messages = self.print_picture(wide)
        self.assertEqual(messages.count("s.png: scaled down to 9x"), 1, messages)
        movie = self.read("x.fm2")
        self.succeed("print", "-", "--game", "nes", "-o", "y.fm2", given=self.read("s.png"))
        self.assertEqual(self.read("y.fm2"), movie)
        self.assertEqual(figures["picture_width"], 9)

    def test_level(self):
        """The game begins at the level that is asked for, by the menu and with A."""
        for level in tap.part((7, 0, 18)):
            with self.subTest(level=level):
                figures, board, _ = self.print_picture(FLAG[:2], "--level", level)
                self.assertEqual(figures["start_level"], level)
                self.assert_picture(FLAG[:2], board, figures)

    def test_hue(self):
        """Dull greens are left green, not grey."""
        greens = [(99, 147, 79, 255), (48, 92, 40, 255)]
        self.write("s.png", images.png_rgba([[greens[x > 4] for x in range(9)]] * 4))
        figures = json.loads(self.succeed("print", "s.png", "--game", "nes", "--json", "-o", "x.fm2"))
        self.assertEqual(figures["start_level"], 1)

    def test_colors(self):
        """The pieces are shown in the colours of the level at the end, and the plan gives the movie again."""
        figures, board, _ = self.print_picture(FLAG)
        self.assert_picture(FLAG, board, figures, missing=sum(len(row) - row.count(".") for row in FLAG) % 2)
        colors = self.read("x.drops").decode().splitlines()
        shown = dict(line.split()[1:] for line in colors if line.startswith("color "))
        for same in ("TOI", "JS", "ZL"):
            self.assertEqual(len({shown[piece] for piece in same}), 1, shown)
        self.assertEqual(len(set(shown.values())), 3)
        self.assertEqual(shown["T"], "#fcfcfc")
        # A plan that is played to the end gives the movie again at the same level.
        self.succeed("replay", "x.drops", "-o", "y.fm2", "--level", figures["start_level"])
        self.assertEqual(self.read("y.fm2"), self.read("x.fm2"))


if __name__ == "__main__":
    program.main()
