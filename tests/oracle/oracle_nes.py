"""The console of the NES game, frame by frame, by docs/format/fm2.md alone."""

import re

RIGHT, LEFT, DOWN, UP, START, SELECT, B, A = (1 << i for i in range(8))
CHECKSUM = "base64:Ww5XFVjIx5aTe5avRpVhxg=="
TABLE = "TJZOSLI"
NUMBERS = {"T": 2, "J": 7, "Z": 8, "O": 10, "S": 11, "L": 14, "I": 18}
ROW_FRAMES = [48, 43, 38, 33, 28, 23, 18, 13, 8, 6] + [5] * 3 + [4] * 3 + [3] * 3 + [2] * 10

# The squares from the middle, in the order in which A turns.
ORIENTATIONS = {
    name: [[tuple(map(int, square.split(","))) for square in turn.split()]
           for turn in turns.split("  ")]
    for name, turns in {
        "T": "-1,0 0,0 1,0 0,1  0,-1 -1,0 0,0 0,1  -1,0 0,0 1,0 0,-1  0,-1 0,0 1,0 0,1",
        "J": "-1,0 0,0 1,0 1,1  0,-1 0,0 -1,1 0,1  -1,-1 -1,0 0,0 1,0  0,-1 1,-1 0,0 0,1",
        "Z": "-1,0 0,0 0,1 1,1  1,-1 0,0 1,0 0,1",
        "O": "-1,0 0,0 -1,1 0,1",
        "S": "0,0 1,0 -1,1 0,1  0,-1 0,0 1,0 1,1",
        "L": "-1,0 0,0 1,0 -1,1  -1,-1 0,-1 0,0 0,1  1,-1 -1,0 0,0 1,0  0,-1 0,0 0,1 1,1",
        "I": "-2,0 -1,0 0,0 1,0  0,-2 0,-1 0,0 0,1",
    }.items()
}


def write(frames):
    """A movie of these frames."""
    lines = ["version 3", "romFilename x", f"romChecksum {CHECKSUM}", "port0 1"]
    for held in frames:
        buttons = "".join(c if held >> i & 1 else "." for i, c in enumerate("RLDUTSBA"))
        lines.append(f"|0|{buttons}|||")
    return "\n".join(lines) + "\n"


def read(text):
    """The frames of a movie."""
    found = re.findall(r"^\|\d+\|(.{8})\|", text, re.MULTILINE)
    return [sum(1 << i for i, c in enumerate(buttons) if c not in ". ") for buttons in found]


def finish(console):
    """Plays on without buttons until the piece in play has counted; returns the frames of that."""
    game, frames = console.game, 0
    while game and not game.over and not game.paused and game.part != "spawning":
        console.step(0)
        frames += 1
    return frames


class Register:
    def __init__(self):
        self.value, self.count, self.last = 0x8988, 0, 0

    def step(self, times=1):
        for _ in range(times):
            bit = (self.value >> 1 ^ self.value >> 9) & 1
            self.value = self.value >> 1 | bit << 15

    @property
    def first(self):
        return self.value >> 8

    def choose(self):
        self.count += 1
        entry = (self.first + self.count) % 8
        if entry == 7 or NUMBERS[TABLE[entry]] == self.last:
            self.step()
            entry = (self.first % 8 + self.last) % 7
        self.last = NUMBERS[TABLE[entry]]
        return TABLE[entry]

    def column(self):
        self.step()
        while self.first % 16 >= 10:
            self.step()
        return self.first % 16


class Console:
    def __init__(self):
        self.random = Register()
        self.random.step(262)
        self.clock = 2
        self.before = 0
        self.blank = 267
        self.screen = "legal"
        self.legal = 0  # frames of the first screen
        self.begins = False
        self.type, self.level, self.height, self.at_height = "A", 0, 0, False
        self.game = None

    def go(self, screen, blank, steps, clock):
        self.screen = screen
        self.blank = blank
        self.random.step(steps)
        self.clock = (self.clock + clock) % 4

    def step(self, held):
        if self.game:
            self.game.step(held)
            return
        pressed = held & ~self.before
        if self.blank:
            self.blank -= 1
            self.before = held
            return
        self.random.step()
        self.clock = (self.clock + 1) % 4
        if self.begins:
            self.game = Game(self)
            return
        getattr(self, "do_" + self.screen)(held, pressed)
        self.before = held

    def do_legal(self, _, pressed):
        self.legal += 1
        if pressed == START or self.legal == 256:
            self.go("title", 4, 4, 0)

    def do_title(self, _, pressed):
        if pressed == START:
            self.go("type", 3, 3, 3)

    def do_type(self, _, pressed):
        if pressed in (LEFT, RIGHT):
            self.type = "A" if pressed == LEFT else "B"
        elif pressed == START:
            self.at_height = False
            self.go("level", 4, 3, 3)
        elif pressed == B:
            self.go("title", 5, 5, 1)

    def do_level(self, held, pressed):
        down = 3 if self.at_height else 5
        move = {RIGHT: 1, LEFT: -1, DOWN: down, UP: -down}.get(pressed, 0)
        if self.at_height and 0 <= self.height + move <= 5:
            self.height += move
        if not self.at_height and 0 <= self.level + move <= 9:
            self.level += move
        if pressed == A and self.type == "B":
            self.at_height = not self.at_height
        if pressed == START:
            self.level += 10 if held == START | A else 0
            self.begins = True
            self.go("level", 3 if self.type == "A" else 15, 2, 3)
        elif pressed == B:
            self.go("type", 3, 3, 3)
        else:
            self.random.column()
            self.random.column()


class Game:
    def __init__(self, console):
        self.random, self.clock = console.random, console.clock
        self.before, self.type, self.level = console.before, console.type, console.level
        self.places = [False] * 256
        self.part = "falling"
        self.redraw = self.wait = self.fall = self.soft_rows = self.charge = 0
        self.cleared = self.checked = self.steps = 0
        self.soft = -96
        self.paused = self.cut = self.over = False
        self.points, self.lines = 0, 0 if self.type == "A" else 25
        self.drops = []  # of each lock: the piece, its squares
        self.random.step()
        self.next = self.random.choose()
        self.random.step()
        self.spawn()
        if self.type == "B":
            self.fill(console.height)

    def fill(self, height):
        for y in range(8, 20):
            self.random.step()
            for x in range(9, -1, -1):
                self.random.step()
                self.places[10 * y + x] = self.random.first % 8 in (1, 3, 4, 5)
            self.places[10 * y + self.random.column()] = False
        empty = 10 * (20, 17, 15, 12, 10, 8)[height] + 1
        self.places[:empty] = [False] * empty

    def spawn(self):
        self.piece, self.turn, self.x, self.y = self.next, 0, 5, 0
        self.next = self.random.choose()

    def squares(self, turn, x, y):
        return [(x + a, y + b) for a, b in ORIENTATIONS[self.piece][turn]]

    def is_free(self, turn, x, y):
        return all(0 <= a < 10 and b < 20 and not self.places[(10 * b + a) % 256]
                   for a, b in self.squares(turn, x, y))

    def move(self, turn, x, y):
        free = self.is_free(turn, x, y)
        if free:
            self.turn, self.x, self.y = turn, x, y
        return free

    def step(self, held):
        if self.over:
            return
        self.random.step()
        self.clock = (self.clock + 1) % 4
        self.do_frame(held, held & ~self.before)
        self.before = held

    def do_frame(self, held, pressed):
        if self.paused:
            if pressed == START:
                self.paused = False
                self.redraw = 0
            return
        if self.part != "clearing":
            self.redraw = min(self.redraw + 1, 5)
        elif self.clock == 1:
            self.steps -= 1
            if self.steps == 0:
                self.part = "counting"
        if not self.cut:
            self.fall += 1
            if self.wait > 0:
                self.wait -= 1
            else:
                getattr(self, "do_" + self.part)(held, pressed)
            if self.over:
                return
            self.cut = held == LEFT | RIGHT | DOWN
            if self.cut:
                return
        self.cut = False
        self.paused = bool(pressed & START)

    def do_falling(self, held, pressed):
        if not held & DOWN and held & (LEFT | RIGHT):
            self.shift(held, pressed)
        turns = len(ORIENTATIONS[self.piece])
        if pressed & A:
            self.move((self.turn + 1) % turns, self.x, self.y)
        elif pressed & B:
            self.move((self.turn - 1) % turns, self.x, self.y)
        if self.drops_now(held, pressed):
            self.fall = 0
            if not self.move(self.turn, self.x, self.y + 1):
                self.part = "locking"
                self.redrawing()

    def shift(self, held, pressed):
        if pressed & (LEFT | RIGHT):
            self.charge = 0
        else:
            self.charge += 1
            if self.charge < 16:
                return
            self.charge = 10
        if not self.move(self.turn, self.x + (1 if held & RIGHT else -1), self.y):
            self.charge = 16

    def drops_now(self, held, pressed):
        if self.soft < 0:
            if not pressed & DOWN:
                self.soft += 1
                return False
            self.soft = 0
        drops = False
        if self.soft == 0:
            if pressed & DOWN and not held & (LEFT | RIGHT) and not pressed & UP:
                self.soft = 1
        elif held & (DOWN | LEFT | RIGHT | UP) == DOWN:
            self.soft += 1
            if self.soft == 3:
                self.soft = 1
                self.soft_rows += 1
                drops = True
        else:
            self.soft = self.soft_rows = 0
        frames = ROW_FRAMES[self.level] if self.level < len(ROW_FRAMES) else 1
        return drops or self.fall >= frames

    def redrawing(self):
        self.redraw = min(self.redraw, (self.y - 2) // 4 if self.y >= 2 else 0)

    def do_locking(self, *_):
        if not self.is_free(self.turn, self.x, self.y):
            self.over = True
            return
        if self.redraw < 5:
            return
        squares = self.squares(self.turn, self.x, self.y)
        for x, y in squares:
            self.places[(10 * y + x) % 256] = True
        self.drops.append((self.piece, frozenset(squares)))
        self.checked = 0
        self.redrawing()
        self.part = "checking"

    def do_checking(self, *_):
        if self.redraw < 5:
            return
        at = 10 * (max(self.y - 2, 0) + self.checked)
        if all(self.places[at:at + 10]):
            self.cleared += 1
            moved = at or 246
            self.places[:moved + 10] = [False] * 10 + self.places[:moved]
        self.checked += 1
        if self.checked == 4:
            self.redraw = 0
            self.steps = 5
            self.part = "clearing" if self.cleared else "counting"

    def do_clearing(self, *_):
        pass

    def do_counting(self, *_):
        if self.type == "B":
            self.lines = max(self.lines - self.cleared, 0)
        else:
            for _ in range(self.cleared):
                self.lines = (self.lines + 1) % 10000
                tens = self.lines // 10 % 100
                if self.lines % 10 == 0 and self.level < tens + 6 * (tens // 10):
                    self.level += 1
        if self.soft_rows >= 2:
            low = self.points % 100
            s = low + 6 * (low // 10) + self.soft_rows - 1
            d = 10 * (s // 16) + s % 16
            self.points += d - low
            if d >= 100:
                self.points -= self.points % 10
        self.points += (0, 40, 100, 300, 1200)[self.cleared] * (self.level + 1)
        self.points = min(self.points, 999999)
        self.soft_rows = self.cleared = 0
        self.wait = 2
        self.part = "spawning"

    def do_spawning(self, *_):
        if self.redraw < 5:
            return
        self.fall = self.soft = 0
        self.spawn()
        self.part = "falling"
