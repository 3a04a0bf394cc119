"""Replays movies of the NES game and compares them with the oracle of its console.

usage: test_movie.py PROGRAM [CASE]...
       test_movie.py --write FOLDER     writes the movies of tests/data/movies
"""

import json
import os
import pathlib
import random
import sys

from tests.oracle import oracle
from tests.oracle import oracle_nes as nes
from tests.oracle import oracle_png
from tests.support import program
from tests.support import tap

SEED = int(os.environ.get("DROPFORGE_TEST_SEED") or 20260101)
CASES = tap.cases(24)
MOVIES = program.DATA / "movies"
FIGURES = ("frames", "locks", "score", "lines", "level", "over", "drops")


class Recorder:
    """A console, and the buttons that it has been given."""

    def __init__(self):
        self.console, self.frames = nes.Console(), []

    def hold(self, buttons, frames=1):
        for _ in range(frames):
            self.console.step(buttons)
            self.frames.append(buttons)

    def tap(self, buttons):
        self.hold(buttons)
        self.hold(0)

    @property
    def game(self):
        return self.console.game

    def begin(self, level=0, height=None, waits=(0, 0, 0, 0)):
        """Goes through the menus; with a height to type B. Levels from 10 on are had by A."""
        self.hold(0, 280)
        for wait in waits[:2]:
            self.hold(0, wait)
            self.hold(nes.START)
            self.hold(0, 6)
        if height is not None:
            self.tap(nes.RIGHT)
        self.hold(nes.START)
        self.hold(0, 6 + waits[2])
        for _ in range(level % 10):
            self.tap(nes.RIGHT)
        if height:
            self.tap(nes.A)
            for _ in range(height):
                self.tap(nes.RIGHT)
        self.hold(nes.A if level >= 10 else 0, 1 + waits[3])
        self.hold(nes.START | (nes.A if level >= 10 else 0))
        self.hold(0, 20)

    def place(self, turns, columns, down=True):
        """Brings the piece in play to its place by single presses, and waits for the next one."""
        locks, latest = len(self.game.drops), len(self.frames) + 2000
        for _ in range(turns):
            self.tap(nes.A)
        for _ in range(abs(columns)):
            self.tap(nes.RIGHT if columns > 0 else nes.LEFT)
        while len(self.game.drops) == locks and not self.is_stuck(latest):
            self.hold(nes.DOWN if down else 0)
        while self.game.part != "falling" and not self.is_stuck(latest):
            self.hold(0)

    def is_stuck(self, latest):
        return self.game.over or self.game.paused or len(self.frames) > latest

    def wants(self):
        """The turns and columns that leave the fewest holes and the lowest squares."""
        game = self.game
        best = None
        for turn in range(len(nes.ORIENTATIONS[game.piece])):
            for x in range(10):
                y = game.y
                if not game.is_free(turn, x, y):
                    continue
                while game.is_free(turn, x, y + 1):
                    y += 1
                squares = game.squares(turn, x, y)
                holes = sum(b < 19 and (a, b + 1) not in squares and not game.places[10 * b + 10 + a]
                            for a, b in squares)
                worth = (3 * holes + 19 - sum(b for _, b in squares) / 4, turn, x - game.x)
                best = min(best or worth, worth)
        return best[1:] if best else (0, 0)


def random_movie(chance):
    """Menus at random or straight through, then buttons at random or a player's, and pauses."""
    film = Recorder()
    if chance.randrange(3) == 0:
        for _ in range(chance.randint(100, 700)):
            film.hold(chance.choice([0, 0, 1 << chance.randrange(8), chance.randrange(256)]))
        if not film.game:
            return film
    else:
        height = chance.choice([None, None, 0, 3, 5])
        film.begin(chance.choice([0, 5, 8, 9, 18, 19]), height,
                   [chance.randint(0, 40) for _ in range(4)])
    skill = chance.random()
    for _ in range(chance.randint(1, 60)):
        if film.game.over:
            break
        if chance.random() < skill:
            film.place(*film.wants(), down=chance.randrange(8) > 0 or film.game.level < 9)
        else:
            for _ in range(chance.randint(1, 30)):
                film.hold(chance.choice([0, nes.DOWN, nes.LEFT, nes.RIGHT, nes.A, nes.B,
                                         chance.randrange(256)]), chance.randint(1, 20))
        if film.game.paused or chance.randrange(20) == 0:
            film.hold(0)
            film.tap(nes.START)
    film.hold(0, chance.randint(0, 40))
    return film


def place_of(piece, squares):
    """A drop of a drop list that has these squares, with y from the top."""
    left, low = min(x for x, _ in squares), max(y for _, y in squares)
    found = sorted((x - left, low - y) for x, y in squares)
    for o, shape in oracle.PIECES[piece].items():
        if sorted(shape.squares) == found:
            return piece, oracle.FIRST[piece, o], left, 19 - low
    raise AssertionError(f"{piece} has not the squares {squares}")


class Movie(program.Case):
    def test_film(self):
        """It has the colours of the level, white pieces with rims, and what the game shows; unless a theme is chosen."""
        movie = MOVIES / "fast.fm2"
        self.succeed("replay", movie, "-o", "x.png", "--square", "8")
        self.succeed("replay", movie, "-o", "y.png", "--square", "8", "--theme", "gameboy")
        colors = [{pixel[:3] for row in oracle_png.read_png(self.read(name)) for pixel in row} for name in ("x.png", "y.png")]
        level_19 = {(252, 252, 252), (252, 160, 68), (248, 56, 0)}
        self.assertLessEqual(level_19, colors[0])
        self.assertFalse(level_19 <= colors[1])

    def replay(self, film):
        self.write("x.fm2", nes.write(film.frames).encode())
        status, output, messages = self.run_program("replay", "x.fm2", "--json", "-o", "x.drops")
        return status, json.loads(output) if output else None, messages

    def compare(self, film):
        """Returns whether the plan is the whole game."""
        status, figures, messages = self.replay(film)
        if not film.game:
            self.assertEqual(status, 1)
            self.assertIn("no game begins", messages)
            return True
        self.assertEqual(status, 0, messages)
        game = film.game
        frames = len(film.frames) + nes.finish(film.console)
        self.assertEqual(
            [figures[key] for key in FIGURES[:-1]],
            [frames, len(game.drops), game.points, game.lines, game.level, game.over])
        made = oracle.read_drops((self.folder / "x.drops").read_bytes())
        wanted = [place_of(*drop) for drop in game.drops]
        count = len(made.drops)
        self.assertEqual(list(made.drops), wanted[:count])
        self.assertEqual(figures["drops"], count)
        if count < len(wanted):
            self.assertIn("the plan has the first", messages)
            return False
        rows = made.field.rows
        full = [sum(game.places[10 * (19 - y) + x] << x for x in range(10)) for y in range(20)]
        if game.part != "checking":
            self.assertEqual(rows, full)
        return True

    def test_end(self):
        """The piece that falls after the last button is not lost, nor its points."""
        film = Recorder()
        film.begin(9)
        film.place(0, -3)
        film.hold(nes.LEFT)
        _, figures, _ = self.replay(film)
        self.assertEqual((figures["drops"], figures["level"]), (2, 9))
        self.assertGreater(figures["frames"], len(film.frames) + 100)

    def test_random_movies(self):
        whole = drops = lines = 0
        for case in range(CASES):
            with self.subTest(seed=SEED, case=case):
                film = random_movie(random.Random(f"{SEED} {case}"))
                whole += self.compare(film)
                if film.game:
                    drops += len(film.game.drops)
                    lines += abs(film.game.lines - (25 if film.game.type == "B" else 0))
        print(f"# {CASES} movies, {whole} of them whole plans, {drops} drops, {lines} lines")

    def test_kept_movies(self):
        """Movies whose figures are kept beside them."""
        kept = json.loads((MOVIES / "expected.json").read_text())
        self.assertEqual(set(kept), {path.name for path in MOVIES.glob("*.fm2")})
        for name, wanted in kept.items():
            with self.subTest(movie=name):
                figures = json.loads(self.succeed("replay", MOVIES / name, "--json"))
                self.assertEqual({key: figures[key] for key in FIGURES}, wanted)
                console = nes.Console()
                for held in nes.read((MOVIES / name).read_text()):
                    console.step(held)
                nes.finish(console)
                self.assertEqual([console.game.points, console.game.lines, console.game.level],
                                 [wanted["score"], wanted["lines"], wanted["level"]])

    def test_outputs(self):
        """What is made of other plans is made of movies."""
        movie = next(iter(sorted(MOVIES.glob("*.fm2"))))
        self.succeed("replay", movie, "-o", "x.gif", "-o", "x.png", "-o", "x.fumen", "-o",
                     "x.drops", "-o", "x.keys.json")
        again = self.succeed("replay", "x.drops", "-f", "fumen")
        self.assertEqual(again, (self.folder / "x.fumen").read_bytes())

    def test_line_ends(self):
        """CR LF, no end of the last line, and what stands behind the first controller."""
        film = Recorder()
        film.begin(18)
        text = nes.write(film.frames)
        for other in (text.replace("\n", "\r\n"), text.rstrip("\n"), text + "\n\n",
                      text.replace("|||", "|RLDUTSBA||"), text.replace("|0|", "|2|", 1)):
            self.write("x.fm2", other.encode())
            figures = json.loads(self.succeed("replay", "x.fm2", "--json", "-o", "x.drops"))
            self.assertEqual((figures["drops"], figures["level"]), (1, 18))


def write_movies(folder):
    """Short movies of our own: a first game, a fast one, one of type B, and one to the top."""
    expected = {}
    for name, level, height, pieces, waits in (
            ("slow", 0, None, 12, (3, 1, 4, 1)), ("fast", 19, None, 25, (5, 9, 2, 6)),
            ("type_b", 9, 2, 20, (0, 7, 0, 0)), ("top_out", 18, None, 60, (1, 1, 2, 3))):
        film = Recorder()
        film.begin(level, height, waits)
        for _ in range(pieces):
            if not film.game.over:
                film.place(*((0, 0) if name == "top_out" else film.wants()))
        (folder / f"{name}.fm2").write_text(nes.write(film.frames))
        game = film.game
        frames = len(film.frames) + nes.finish(film.console)
        expected[f"{name}.fm2"] = dict(zip(FIGURES, (
            frames, len(game.drops), game.points, game.lines, game.level, game.over,
            len(game.drops))))
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write_movies(pathlib.Path(sys.argv[2]))
    else:
        tap.run(sys.argv[2:])
