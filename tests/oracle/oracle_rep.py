"""A game of NullpoMino by the rule STANDARD, frame by frame, by docs/format/rep.md alone."""

from tests.oracle import oracle_deal
from tests.oracle.oracle_srs import Box, DRAWINGS, kicks_of

HARD, SOFT, LEFT, RIGHT, A, B, C, D, E = (1 << i for i in range(9))
TURNS = {A: 1, C: 1, B: 3, E: 2}
COLUMNS, ROWS, ALL_ROWS = 10, 20, 23
SPEEDS = [(1, 63), (1, 50), (1, 39), (1, 30), (1, 22), (1, 16), (1, 12), (1, 8), (1, 6), (1, 4), (1, 3), (1, 2), (1, 1),
          (465, 256), (731, 256), (1280, 256), (1707, 256)]
READY, ENTRY, CLEAR, LOCK, DELAY, MOVES = 100, 24, 40, 30, 14, 15


def read(text):
    """The properties of a replay, and the buttons of its frames."""
    lines = [line for line in text.splitlines() if line and line[0] not in "#!"]
    values = dict(line.split("=", 1) for line in lines)
    frames, held = [], 0
    for frame in range(int(values["0.r.max"])):
        held = int(values.get(f"0.r.{frame}", held))
        frames.append(held)
    return values, frames


class Game:
    def __init__(self, values):
        self.pieces = oracle_deal.Deal("nullpomino", int(values["0.replay.randSeed"], 16), True, 0).dealer
        self.lock_delay = max(LOCK, int(values["0.ruleopt.minLockDelay"]))
        self.level = int(values["marathon.startlevel"])
        self.rows = [{} for _ in range(ALL_ROWS)]
        self.lines = 0
        self.held = 0
        self.way, self.charge = 0, 0  # of a shift: its button, and frames
        self.wait = READY
        self.piece = self.hold = None
        self.is_over = False
        self.hard_goes_on = False  # it has acted, and is still held
        self.keeps = False  # the next fall does not begin the count of moves anew
        self.drops = []  # of each lock: the piece, its squares

    @property
    def speed(self):
        return SPEEDS[self.level] if self.level < len(SPEEDS) else (-1, 1)

    def squares(self, o, x, y):
        return [(x + a, y + b) for a, b in self.box.squares[o]]

    def is_free(self, o, x, y):
        return all(0 <= a < COLUMNS and b >= 0 and (b >= ALL_ROWS or a not in self.rows[b])
                   for a, b in self.squares(o, x, y))

    def move(self, o, x, y):
        free = self.is_free(o, x, y)
        if free:
            self.at = o, x, y
        return free

    @property
    def lies(self):
        o, x, y = self.at
        return not self.is_free(o, x, y - 1)

    def spawn(self, piece):
        drawing = DRAWINGS[piece]
        self.piece, self.box = piece, Box(drawing, "srs")
        self.kicks = kicks_of(DRAWINGS["T" if piece == "O" else piece], "nullpomino180")
        left, low = self.box.corner["N"]
        self.at = "N", (COLUMNS - len(drawing[0])) // 2 - left, ROWS - low
        gravity, denominator = self.speed
        self.counter = gravity % denominator if gravity > denominator else 0
        self.rest = self.moves = 0
        self.keeps = False

    def swap(self):
        self.hold, piece = self.piece, self.hold or next(self.pieces)
        self.spawn(piece)
        self.has_held = True

    def turn(self, buttons):
        button = next((button for button in TURNS if buttons & button), None)
        if not button:
            return
        o, x, y = self.at
        to, lies = "NESW"[("NESW".index(o) + TURNS[button]) % 4], self.lies
        if any(self.move(to, x + a, y + b) for a, b in self.kicks[o + to]):
            self.count(lies)

    def count(self, lies):
        """A turn or shift begins the delay of the lock anew."""
        self.rest = 0
        self.moves += lies
        self.keeps = lies

    def fall(self):
        o, x, y = self.at
        if not self.move(o, x, y - 1):
            return False
        self.rest = 0
        return True

    def step(self, held):
        if self.is_over:
            return
        before, pushed, self.held = self.held, held & ~self.held, held
        sides = held & (LEFT | RIGHT)
        if sides != LEFT | RIGHT:
            way = sides
        else:
            way = {0: self.way, LEFT | RIGHT: 0}.get(pushed & sides, pushed & sides)
        self.hard_goes_on &= bool(held & HARD)
        if self.wait:
            self.wait -= 1
            self.charge = self.charge + 1 if way else 0
            self.way = way
            return
        if way != self.way:
            self.charge = 0
        self.way = way
        turns = pushed
        is_new = self.piece is None
        if is_new:
            self.has_held = False
            self.spawn(next(self.pieces))
            if before & D:
                self.swap()
            turns = before if before & (A | B | C | E) else pushed
        if pushed & D and not self.has_held:
            self.swap()
            turns = held
            is_new = True
        self.turn(turns)
        self.is_over = is_new and not self.is_free(*self.at)
        if not self.is_over:
            self.play(held)
            self.charge += bool(way)

    def play(self, held):
        if self.way and (self.charge == 0 or self.charge >= DELAY):
            (o, x, y), lies = self.at, self.lies
            if self.move(o, x + (1 if self.way == RIGHT else -1), y):
                self.count(lies)
        drops = held & HARD and not self.hard_goes_on
        if drops and self.fall():
            self.moves, self.keeps = 0, True
            while self.fall():
                pass
        gravity, denominator = self.speed
        self.counter += gravity * (21 if held & SOFT else 1)
        while (gravity < 0 or self.counter >= denominator) and self.fall():
            self.counter -= denominator
            if not self.keeps:
                self.moves = 0
            self.keeps = bool(held & SOFT)
        if not self.lies:
            return
        self.counter = gravity
        self.rest += 1
        self.hard_goes_on |= bool(drops)
        if drops or self.moves >= MOVES or (self.lock_delay < 99 and self.rest >= self.lock_delay):
            self.lock()

    def lock(self):
        squares = self.squares(*self.at)
        self.drops.append((self.piece, frozenset(squares)))
        for x, y in squares:
            if y < ALL_ROWS:
                self.rows[y][x] = self.piece
        left = [row for row in self.rows if len(row) < COLUMNS]
        cleared = ALL_ROWS - len(left)
        self.rows = left + [{} for _ in range(cleared)]
        self.lines += cleared
        if cleared and self.level < 19 and self.lines >= 10 * (self.level + 1):
            self.level += 1
        self.piece = None
        self.wait = ENTRY + (CLEAR if cleared else 0)
        self.is_over = all(y >= ROWS for _, y in squares)


    def draw(self):
        """The squares from the top, without empty rows."""
        return ["".join(row.get(x, ".") for x in range(COLUMNS)) for row in reversed(self.rows) if row]


def play(text):
    values, frames = read(text)
    game = Game(values)
    for held in frames:
        game.step(held)
    return game
