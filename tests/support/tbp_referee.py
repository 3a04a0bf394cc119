"""A referee of the Tetris Bot Protocol: plays games with a bot and refuses illegal moves.

usage: tbp_referee.py [--games N] [--pieces N] [--seed S] [--garbage]
                      [--two-rows] [--other-holes PERCENT] BOT [ARGUMENT]...

Written from the text of the protocol and the tables of the Super Rotation System alone; it
shares no code with the bot. A move must be one that shifts, turns with kicks and falls lead
to, with the spin that it claims.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tests.oracle import oracle_srs  # noqa: E402, from another folder

COLUMNS, ROWS = 10, 40
LONGEST_LINE = 4096
PIECES = "IOTSZJL"
COMPASS = {"north": "N", "east": "E", "south": "S", "west": "W"}
# Where the centre of a piece is in the box it turns in, as the protocol has it.
_CENTERS = {
    "I": {"N": (1, 2), "E": (2, 2), "S": (2, 1), "W": (1, 1)},
    "O": {"N": (0, 0), "E": (0, 1), "S": (1, 1), "W": (1, 0)},
}
_MIDDLE = dict.fromkeys("NESW", (1, 1))
# The corners of the box of T before its point and behind it, by orientation.
_FRONT = {"N": ((-1, 1), (1, 1)), "E": ((1, 1), (1, -1)), "S": ((1, -1), (-1, -1)),
          "W": ((-1, -1), (-1, 1))}
_BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
_LAST_KICK = 4


class Foul(Exception):
    """What the bot did against the protocol or the rules."""


def bit(x, y):
    return 1 << (y * COLUMNS + x)


class Board:
    """A field as one number, bit x + 10 y for each full square."""

    def __init__(self, cells=0):
        self.cells = cells

    def is_full(self, x, y):
        return not (0 <= x < COLUMNS and 0 <= y < ROWS) or bool(self.cells & bit(x, y))

    def put(self, squares):
        """Returns how many rows that clears."""
        self.cells |= squares
        full = (1 << COLUMNS) - 1
        rows = [self.cells >> y * COLUMNS & full for y in range(ROWS)]
        kept = [row for row in rows if row != full]
        self.cells = sum(row << y * COLUMNS for y, row in enumerate(kept))
        return ROWS - len(kept)

    def raise_by(self, hole):
        """Adds a row of garbage; what is pushed out at the top is lost."""
        row = ((1 << COLUMNS) - 1) & ~(1 << hole)
        self.cells = (self.cells << COLUMNS | row) & ((1 << COLUMNS * ROWS) - 1)

    def message(self):
        return [["G" if self.cells & bit(x, y) else None for x in range(COLUMNS)]
                for y in range(ROWS)]


class Piece:
    """The squares of a piece around its centre, and where its turns take the centre."""

    def __init__(self, name):
        self.name = name
        box = oracle_srs.Box(oracle_srs.DRAWINGS[name], "srs")
        centers = _CENTERS.get(name, _MIDDLE)
        self.squares, self.turns = {}, {}
        for o in "NESW":
            center_x, center_y = centers[o]
            self.squares[o] = [(x - center_x, y - center_y) for x, y in box.squares[o]]
            self.turns[o] = [
                (to, [(x + centers[to][0] - center_x, y + centers[to][1] - center_y)
                      for x, y in kicks])
                for to, kicks in box.turns(o, False)]
        self._cells = {}

    def cells(self, o, x, y):
        """The squares as a number, or None if one is outside."""
        key = (o, x, y)
        if key not in self._cells:
            squares = [(x + a, y + b) for a, b in self.squares[o]]
            inside = all(0 <= a < COLUMNS and 0 <= b < ROWS for a, b in squares)
            self._cells[key] = sum(bit(*square) for square in squares) if inside else None
        return self._cells[key]


ALL = {name: Piece(name) for name in PIECES}


def _spin(board, piece, o, x, y, test):
    if piece.name != "T":
        return "none"
    front = sum(board.is_full(x + a, y + b) for a, b in _FRONT[o])
    back = sum(board.is_full(x + a, y + b) for a, b in _FRONT[_BACK[o]])
    if front + back < 3:
        return "none"
    return "full" if front == 2 or test == _LAST_KICK else "mini"


def find_moves(board, piece):
    """All (squares, spin) with which the piece can come to rest, and by what states."""
    def is_free(o, x, y):
        cells = piece.cells(o, x, y)
        return cells is not None and cells & board.cells == 0

    spawn = next(((4, y) for y in (19, 20) if is_free("N", 4, y)), None)
    found = collections.defaultdict(set)
    if spawn is None:
        return found
    todo = [("N", *spawn, "none")]
    seen = set(todo)
    while todo:
        o, x, y, spin = todo.pop()
        next_states = [(o, a, y, "none") for a in (x - 1, x + 1) if is_free(o, a, y)]
        if is_free(o, x, y - 1):
            next_states.append((o, x, y - 1, "none"))
        else:
            found[piece.cells(o, x, y), spin].add((o, x, y))
        for to, kicks in piece.turns[o]:
            for test, (a, b) in enumerate(kicks):
                if is_free(to, x + a, y + b):
                    kind = _spin(board, piece, to, x + a, y + b, test)
                    next_states.append((to, x + a, y + b, kind))
                    break
        for state in next_states:
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return found


class Bot:
    """A bot in a process of its own. Lines are sent one by one and answers waited for."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def send_line(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, kind, **attributes):
        self.send_line(json.dumps({"type": kind, **attributes}).encode())

    def receive(self, kind):
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Foul("the bot has ended")
        if len(line) > LONGEST_LINE:
            raise Foul(f"a line of {len(line)} bytes")
        answer = json.loads(line)
        if answer["type"] != kind:
            raise Foul(f"{answer['type']} instead of {kind}")
        return answer

    def close(self):
        """Ends the bot; returns its status and what it said on standard error."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        rest = self.process.stdout.read()
        messages = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        status = self.process.wait()
        if rest:
            raise Foul(f"said without being asked: {rest[:200]}")
        return status, messages


class Game:
    """One game with a bot: a queue of pieces from bags, and a hold."""

    def __init__(self, bot, seed, board=None, shown=5, randomizer="seven_bag"):
        self.bot, self.random = bot, random.Random(seed)
        self.board = board or Board()
        self.shown, self.randomizer = shown, randomizer
        self.queue, self.held, self.bag = [], None, []
        self.pieces = self.lines = self.fouls = 0
        self.spins = collections.Counter()
        while len(self.queue) < shown:
            self.queue.append(self.deal())

    def deal(self):
        if self.randomizer != "seven_bag":
            return self.random.choice(PIECES)
        if not self.bag:
            self.bag = self.random.sample(PIECES, len(PIECES))
        return self.bag.pop()

    def start(self):
        extra = {}
        if self.randomizer == "seven_bag":
            extra["randomizer"] = {"type": "seven_bag", "bag_state": self.bag or list(PIECES)}
        self.bot.send("start", hold=self.held, queue=self.queue, combo=0, back_to_back=False,
                      board=self.board.message(), **extra)

    def choices(self):
        """The pieces that may be placed now."""
        other = self.held or (self.queue[1] if len(self.queue) > 1 else None)
        return {self.queue[0]} | ({other} if other else set())

    def ask(self):
        """Asks for moves and checks all of them; returns the legal ones."""
        self.bot.send("suggest")
        return self.check(self.bot.receive("suggestion")["moves"])

    def check(self, moves):
        allowed = {name: find_moves(self.board, ALL[name]) for name in self.choices()}
        for move in moves:
            location, spin = move["location"], move["spin"]
            name, o = location["type"], COMPASS[location["orientation"]]
            if name not in allowed:
                raise Foul(f"{name} is not to be placed: {self.queue} and {self.held}")
            cells = ALL[name].cells(o, location["x"], location["y"])
            if (o, location["x"], location["y"]) not in allowed[name].get((cells, spin), ()):
                raise Foul(f"no way leads to {move}; board {self.board.cells:#x}")
        if len({json.dumps(move) for move in moves}) != len(moves):
            raise Foul("a move twice")
        if not moves and any(allowed.values()):
            raise Foul(f"no move where there is one; board {self.board.cells:#x}")
        return moves

    def play(self, move):
        """Makes a move, and tells the bot of it and of the pieces that come after it."""
        self.bot.send("play", move=move)
        location = move["location"]
        name = location["type"]
        if name == self.queue[0]:
            self.queue.pop(0)
        else:
            came = self.queue.pop(0)
            if self.held is None:
                self.queue.pop(0)
            self.held = came
        squares = ALL[name].cells(COMPASS[location["orientation"]], location["x"],
                                  location["y"])
        self.lines += self.board.put(squares)
        self.pieces += 1
        self.spins[move["spin"]] += 1
        while len(self.queue) < self.shown:
            self.queue.append(self.deal())
            self.bot.send("new_piece", piece=self.queue[-1])

    def step(self):
        """Plays the move that the bot likes best; False when it has none."""
        moves = self.ask()
        if moves:
            self.play(moves[0])
        return bool(moves)

    def add_garbage(self, rows, other_holes=0):
        """The client starts the bot anew with what the field is then. Each row after the first has
        its hole elsewhere with that probability, of 100."""
        hole = self.random.randrange(COLUMNS)
        for row in range(rows):
            if row > 0 and other_holes > self.random.randrange(100):
                hole = (hole + self.random.randrange(1, COLUMNS)) % COLUMNS
            self.board.raise_by(hole)
        self.start()


def greet(bot, randomizer="seven_bag"):
    """Returns what the bot says of itself."""
    info = bot.receive("info")
    bot.send("rules", randomizer=randomizer)
    bot.receive("ready")
    return info


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--pieces", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--garbage", action="store_true",
                        help="one to four rows, after one of eight pieces")
    parser.add_argument("--two-rows", action="store_true", help="of garbage, after each third piece")
    parser.add_argument("--other-holes", type=int, default=0, metavar="PERCENT",
                        help="of the rows of garbage that come together")
    parser.add_argument("bot", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    bot = Bot(options.bot)
    print(greet(bot))
    for seed in range(options.seed, options.seed + options.games):
        game = Game(bot, seed)
        game.start()
        while game.pieces < options.pieces and game.step():
            if options.garbage and game.random.randrange(8) == 0:
                game.add_garbage(game.random.randint(1, 4), options.other_holes)
            if options.two_rows and game.pieces % 3 == 0:
                game.add_garbage(2, options.other_holes)
        bot.send("stop")
        print(f"game {seed}: {game.pieces} pieces, {game.lines} lines, {dict(game.spins)}",
              flush=True)
    bot.send("quit")
    status, messages = bot.close()
    print(messages, end="", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
