"""Replays a plan by the rules of docs/format, and by nothing else.

usage: python3 -m tests.oracle.oracle PLAN [SPRITE.png] [--anchor] [--show]

Reads a drop list or packed blocks, plays every drop, and compares the last playfield with a
sprite at any column. The exit status is 0 when all is well, else 1. It shares no code and no
table with the program, so that what both say is twice said. Importable: read(), compare().
"""
import argparse
import itertools
import re
import sys
import zlib

from tests.oracle import oracle_deal
from tests.oracle import oracle_srs
from tests.oracle.oracle_pieces import TETROMINOES, Pieces, hang_together, trim
from tests.oracle.oracle_png import read_png
from tests.oracle.oracle_words import PlanError, Words, split_lines, statements

MAX_WIDTH = 256
MAX_RULES_WIDTH = 64
MAX_HEIGHT = 1024
KEYWORDS = ("field", "rules", "piece", "color")


PIECES, FIRST = TETROMINOES.shapes, TETROMINOES.first
TALLEST = {name: max(s.height for s in made.values()) for name, made in PIECES.items()}
BY_SQUARES = {PIECES[name][o].squares: (name, o) for (name, o), p in FIRST.items() if o == p}
WAYS = {"N": "N", "E": "NE", "S": "NES", "W": "NW"}


class Playfield:
    def __init__(self, width, height, pieces=TETROMINOES):
        self.width, self.height, self.pieces = width, height, pieces
        self.full = (1 << width) - 1
        self.rows = [0] * height
        self.of = {}  # the squares of each piece that has come
        self.top = 0  # one above the highest occupied row

    def lay(self, drawing):
        """Fills the empty playfield with a drawing, rows from the top."""
        for y, row in enumerate(reversed(drawing)):
            for x, name in enumerate(row):
                if name != ".":
                    self.rows[y] |= 1 << x
                    self.of.setdefault(name, [0] * self.height)[y] |= 1 << x
                    self.top = y + 1

    def is_free(self, shape, x, y, out=False):
        """Whether a shape can be there, wholly inside unless it may stand out of the top."""
        if x < 0 or y < 0 or x + shape.width > self.width:
            return False
        if y + (1 if out else shape.height) > self.height:
            return False
        if y >= self.top:
            return True  # all rows from there up are empty
        for row, mask in zip(self.rows[y:y + shape.height], shape.rows):
            if row & mask << x:
                return False
        return True

    def what_hinders(self, piece, orientation, x):
        """Why the piece cannot get above its column, or None."""
        shapes = self.pieces.shapes[piece]
        if x + shapes[orientation].width > self.width:
            return "its columns are not all inside the playfield"
        for step, o in enumerate(WAYS[orientation]):
            shape = shapes[o]
            at = (self.width - shape.width) // 2
            if not self.is_free(shape, at, self.height - shape.height):
                return "no room to turn it" if step else "no room to spawn it"
        while at != x:
            at += 1 if x > at else -1
            if not self.is_free(shape, at, self.height - shape.height):
                return "something stands in the way to its column"
        return None

    def what_hinders_move(self, piece, orientation, x, y, rules):
        """Why the piece cannot be brought to rest there, or None."""
        shape = self.pieces.shapes[piece][orientation]
        if x + shape.width > self.width:
            return "its columns are not all inside the playfield"
        out = rules == "nes-console"
        if not self.is_free(shape, x, y, out) or self.is_free(shape, x, y - 1, out):
            return "it cannot be at rest there"
        if rules == "nes-console":
            return None
        wanted = {(x + a, y + b) for a, b in shape.squares}
        if oracle_srs.is_reached(self, self.pieces.box(piece, rules), rules, wanted):
            return None
        return "there is no way to its place"

    def drop(self, piece, orientation, x):
        """Makes a drop that nothing hinders; returns its row and the rows it cleared."""
        shape = self.pieces.shapes[piece][orientation]
        y = self.height - shape.height
        if y > self.top:
            y = self.top  # all rows from there up are empty
        while self.is_free(shape, x, y - 1):
            y -= 1
        return y, self.lock(piece, shape, x, y)

    def lock(self, piece, shape, x, y, rules=None):
        """Puts the piece there; returns the rows it cleared."""
        own = self.of.setdefault(piece, [0] * self.height)
        inside = shape.rows[:self.height - y]  # what stands out is lost
        for i, mask in enumerate(inside):
            self.rows[y + i] |= mask << x
            own[y + i] |= mask << x
        self.top = max(self.top, y + len(inside))
        cleared = [y + i for i in range(len(inside)) if self.rows[y + i] == self.full]
        gone = cleared
        if rules == "nes-console" and self.height - 1 in cleared:
            cleared = [row for row in cleared if row != self.height - 4]
            gone = [0, *cleared]  # the lowest goes after the others
        for row in reversed(gone):
            for rows in [self.rows, *self.of.values()]:
                del rows[row]
                rows.append(0)
        self.top -= len(gone)
        self.top = max(self.top, 0)
        while self.top > 0 and self.rows[self.top - 1] == 0:
            self.top -= 1
        return cleared

    def piece_at(self, x, y):
        """The name of the piece a square came from, or None."""
        for name, rows in self.of.items():
            if rows[y] >> x & 1:
                return name
        return None

    def draw(self):
        """The rows from the top one that is occupied down to the floor."""
        return [
            "".join((self.piece_at(x, y) or ".")[0] for x in range(self.width))
            for y in reversed(range(self.top))
        ]


class Plan:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rules = None  # a name of oracle_srs.RULES, or a table of kicks
        self.deal = None  # an oracle_deal.Deal
        self.begin = []  # what lies there at first, rows from the top
        self.frames = []  # numbers of drops that complete a frame
        self.times = []  # milliseconds for which each is shown; 0: not given
        self.plays = 0  # how often they are played; 0: for ever
        self.colors = {}
        self.has_colors = False  # whether a line of one has been begun
        self.drops = []  # (piece, orientation, x, y)
        self.blocks = []  # numbers of the drops that begin a block, from 0
        self.pieces = TETROMINOES
        self.field = Playfield(width, height)  # as the drops leave it

    def take_pieces(self, drawings):
        """Gives the plan pieces of its own."""
        self.pieces = Pieces(drawings)
        self.field = Playfield(self.width, self.height, self.pieces)

    def mark(self, number):
        """The line that marks a frame."""
        is_last = number == len(self.frames) - 1
        numbers = [self.times[number], self.plays if is_last else 0] if self.times[number] else []
        return " ".join(["# frame", *(str(each) for each in numbers if each)])

    def write(self):
        """The plan as a drop list, in the one way the program writes it."""
        lines = ["dropforge-drops 1", f"field {self.width} {self.height}"]
        if self.rules:
            is_table = isinstance(self.rules, oracle_srs.Kicks)
            lines += [f"rules {line}" for line in (self.rules.write() if is_table else [self.rules])]
        if self.deal:
            lines += self.deal.write()
        lines += [f"row {row}" for row in itertools.dropwhile(lambda row: not row.strip("."),
                                                              self.begin)]
        lines += self.pieces.write(self.colors)
        begins = set(self.blocks)
        for i, drop in enumerate([*self.drops, None]):
            lines += [self.mark(k) for k, frame in enumerate(self.frames) if frame == i]
            if i in begins:
                lines.append("# block")
            if drop:
                lines.append("%s %s %d %d" % drop)
        return "\n".join(lines) + "\n"


def _color(digits):
    if len(digits) != 6 or any(d not in b"0123456789abcdefABCDEF" for d in digits):
        return None
    return tuple(bytes.fromhex(digits.decode()))


def _read_piece(drawings, words):
    """Adds the piece of a line `piece` to the drawings."""
    word, column = words.take()
    name_column = column
    name = word.decode("latin-1")
    if not re.fullmatch(r'[!"$-~]{1,11}', name) or name in KEYWORDS:
        raise PlanError(words.number, column, "no name for a piece")
    if name in drawings:
        raise PlanError(words.number, column, "a second piece of this name")
    word, column = words.take()
    if not word or set(word) - set(b"#./") or not 1 <= word.count(b"#") <= 32:
        raise PlanError(words.number, column, "not a drawing of 1 to 32 squares")
    rows = trim(word.decode().split("/"))
    if not hang_together(rows):
        raise PlanError(words.number, column, "it does not hang together")
    words.finish()
    if len(drawings) == 65533:
        raise PlanError(words.number, words.first, "too many pieces")
    drawings[name] = rows


def _piece(pieces, words, word, column):
    name = word.decode("latin-1")
    if name not in pieces.drawings:
        raise PlanError(words.number, column, "not a piece")
    return name


def _read_color(pieces, colors, words):
    word, column = words.take()
    piece = _piece(pieces, words, word, column)
    if piece in colors:
        raise PlanError(words.number, column, "a second colour")
    word, column = words.take()
    color = _color(word[1:]) if word[:1] == b"#" else None
    if color is None:
        raise PlanError(words.number, column, "not a colour")
    words.finish()
    colors[piece] = color


def _read_rules(plan, words, keyword_column):
    is_line = bool(words.left) and words.left[0][0][1:2] == b"."
    is_table = isinstance(plan.rules, oracle_srs.Kicks)
    if plan.rules and not (is_line and is_table):
        raise PlanError(words.number, keyword_column, "second rules")
    if plan.drops:
        raise PlanError(words.number, keyword_column, "rules after the first drop")
    if plan.width > MAX_RULES_WIDTH:
        raise PlanError(words.number, keyword_column, "rules for so wide a playfield")
    if is_line:
        plan.rules = plan.rules or oracle_srs.Kicks()
        plan.rules.read_line(words)
        return
    word, column = words.take()
    name = word.decode("latin-1")
    if name not in oracle_srs.RULES:
        raise PlanError(words.number, column, "no such rules")
    words.finish()
    plan.rules = name


def _read_row(plan, words, keyword_column):
    if plan.drops or len(plan.begin) == plan.height:
        raise PlanError(words.number, keyword_column, "a row out of place")
    word, column = words.take()
    row = word.decode("latin-1")
    if len(row) != plan.width:
        raise PlanError(words.number, column, "not as wide as the playfield")
    for i, sign in enumerate(row):
        if sign not in ".IOTSZJLX":
            raise PlanError(words.number, column + i, "not a square")
    if "." not in row:
        raise PlanError(words.number, column, "a full row")
    words.finish()
    plan.begin.append(row)


def _end_lines(plan, line, column):
    """Ends what stands before the drops; what is missing is missing there."""
    if isinstance(plan.rules, oracle_srs.Kicks):
        plan.rules.end(line, column)
    plan.field.lay(plan.begin)


def _read_drop(plan, words, word, name_column):
    if not plan.drops:
        _end_lines(plan, words.number, name_column)
    piece = _piece(plan.pieces, words, word, name_column)
    orientation, column = words.take()
    if orientation not in (b"N", b"E", b"S", b"W"):
        raise PlanError(words.number, column, "not an orientation")
    orientation = plan.pieces.first[piece, orientation.decode()]
    x, _ = words.number_in(0, plan.width - 1)
    y, y_column = words.number_in(0, plan.height - 1)
    words.finish()
    field = plan.field
    if plan.deal and not plan.deal.take(piece):
        raise PlanError(words.number, name_column, "the piece is not at hand")
    if plan.rules:
        hindrance = field.what_hinders_move(piece, orientation, x, y, plan.rules)
    else:
        hindrance = field.what_hinders(piece, orientation, x)
    if hindrance:
        raise PlanError(words.number, name_column, hindrance)
    if plan.rules:
        rest = y
        field.lock(piece, plan.pieces.shapes[piece][orientation], x, y, plan.rules)
    else:
        rest, _ = field.drop(piece, orientation, x)
    if rest != y:
        raise PlanError(words.number, y_column, f"comes to rest in row {rest}, not {y}")
    plan.drops.append((piece, orientation, x, y))


def _read_field(words):
    width, _ = words.number_in(1, MAX_WIDTH)
    height, _ = words.number_in(1, MAX_HEIGHT)
    words.finish()
    return Plan(width, height)


def _read_line(plan, drawings, words, word, column):
    """Reads a line that is no comment and not `field`; answers whether it is a drop."""
    if word == b"piece":
        if plan.drops or plan.has_colors or plan.deal or "".join(plan.begin).strip(".X"):
            raise PlanError(words.number, column, "a piece after a colour or a drop")
        _read_piece(drawings, words)
        return False
    if word == b"rules":
        _read_rules(plan, words, column)
        return False
    if word in (b"deal", b"queue") and not drawings:
        oracle_deal.read_line(plan, words, word, column)
        return False
    if word == b"row" and not drawings:
        _read_row(plan, words, column)
        return False
    if word == b"color" and plan.drops:
        raise PlanError(words.number, column, "a colour after the first drop")
    if drawings and plan.pieces is TETROMINOES:
        plan.take_pieces(drawings)
    if word == b"color":
        plan.has_colors = True
        _read_color(plan.pieces, plan.colors, words)
        return False
    _read_drop(plan, words, word, column)
    return True


def read_drops(data):
    """The plan of a drop list; raises PlanError."""
    plan = None
    block = False
    drawings = {}
    for words, word, column in statements(data, b"dropforge-drops"):
        if word is None:
            if column == b"block":
                block = True
            elif plan:
                numbers = [int(number) for number in column.split()[1:]] + [0, 0]
                plan.frames.append(len(plan.drops))
                plan.times.append(numbers[0])
                plan.plays = numbers[1]
        elif not words:
            break
        elif word == b"field":
            if plan:
                raise PlanError(words.number, column, "a second size")
            plan = _read_field(words)
        elif not plan:
            raise PlanError(words.number, column, "the size is missing")
        elif _read_line(plan, drawings, words, word, column):
            if block:
                plan.blocks.append(len(plan.drops) - 1)
            block = False
    if not plan:
        raise PlanError(column, 1, "the size is missing")
    if drawings and plan.pieces is TETROMINOES:
        plan.take_pieces(drawings)
    if not plan.drops:
        _end_lines(plan, column, 1)
    return plan


def read_pieces(data):
    """The pieces of a list of pieces, and their colours; raises PlanError."""
    drawings, colors, pieces = {}, {}, None
    for words, word, column in statements(data, b"dropforge-pieces"):
        if word is None:
            continue
        if not words:
            if not drawings:
                raise PlanError(column, 1, "no pieces")
        elif word == b"piece":
            if pieces:
                raise PlanError(words.number, column, "a piece after a colour")
            _read_piece(drawings, words)
        elif word == b"color":
            if not drawings:
                raise PlanError(words.number, column, "a colour before the first piece")
            pieces = pieces or Pieces(drawings)
            _read_color(pieces, colors, words)
        else:
            raise PlanError(words.number, column, "no such line")
    return pieces or Pieces(drawings), colors


def _play_block(plan, first_line, rows):
    """Plays a block; its rows come from top to bottom. Returns the height it needs."""
    squares = {}
    for i, row in enumerate(rows):
        for x, c in enumerate(row):
            if c != ord("."):
                squares.setdefault(c, []).append((x, i))

    def refuse(letter, text):
        x, i = squares[letter][0]
        raise PlanError(first_line + i, x + 1, f"{chr(letter)} {text}")

    if not squares:
        raise PlanError(first_line, 1, "a block without a letter")
    for position, letter in enumerate(sorted(squares)):
        if letter != ord("A") + position:
            refuse(letter, "comes without the letter before it")
        if len(squares[letter]) != 4:
            refuse(letter, f"has {len(squares[letter])} squares")
    plan.blocks.append(len(plan.drops))
    needed = 0
    now = None  # for each row of the block: its row of the playfield, or None if cleared
    for letter in sorted(squares):
        lowest = max(i for _, i in squares[letter])
        x = min(x for x, _ in squares[letter])
        found = BY_SQUARES.get(frozenset((a - x, lowest - i) for a, i in squares[letter]))
        if found is None:
            refuse(letter, "is not a tetromino")
        piece, orientation = found
        hindrance = plan.field.what_hinders(piece, orientation, x)
        if hindrance:
            refuse(letter, hindrance)
        needed = max(needed, plan.field.top + TALLEST[piece])
        y, cleared = plan.field.drop(piece, orientation, x)
        if now is None:
            now = [y + lowest - i for i in range(len(rows))]
        if any(now[i] is None for _, i in squares[letter]):
            refuse(letter, "is drawn in a row that is cleared")
        if now[lowest] != y:
            refuse(letter, f"comes to rest {y - now[lowest]} higher")
        plan.drops.append((piece, orientation, x, y))
        if cleared:
            now = [
                None if n is None or n in cleared else n - sum(c < n for c in cleared)
                for n in now
            ]
    return needed


def read_blocks(data):
    """The plan of packed blocks; raises PlanError."""
    lines = split_lines(data)
    if not lines:
        raise PlanError(1, 1, "empty")
    words = Words(1, lines[0])
    colors = []
    while words.left:
        word, column = words.take()
        if len(colors) == 3:
            raise PlanError(1, column, "more than three colours")
        colors.append(_color(word))
        if colors[-1] is None:
            raise PlanError(1, column, "not a colour")
    if not colors:
        raise PlanError(1, 1, "no colours")
    if len(lines) > 1 and lines[1].rstrip(b" "):
        raise PlanError(2, 1, "the second line is not empty")
    plan = None
    rows = []
    needed = 0
    for number, line in enumerate(lines[2:] + [b""], 3):
        row = line.rstrip(b" ")
        if not row:
            if rows:
                needed = max(needed, _play_block(plan, number - len(rows), rows))
            rows = []
            continue
        for x, c in enumerate(row):
            if c != ord(".") and not ord("A") <= c <= ord("~"):
                raise PlanError(number, x + 1, "no such square")
        if len(row) > MAX_WIDTH:
            raise PlanError(number, MAX_WIDTH + 1, "too wide")
        if not plan:
            plan = Plan(len(row), MAX_HEIGHT)
        if len(row) != plan.width:
            raise PlanError(number, 1, "not as wide as the rows before")
        if len(rows) == MAX_HEIGHT:
            raise PlanError(number, 1, "too many rows")
        rows.append(row)
    if not plan:
        raise PlanError(len(lines) + 1, 1, "no blocks")
    plan.colors = dict(zip("JTL", colors))
    plan.height = min(MAX_HEIGHT, max(2 * plan.width, needed))
    return plan


def read(data):
    """The plan of a text in either format."""
    return read_drops(data) if data.startswith(b"dropforge-drops") else read_blocks(data)


def trimmed(pixels):
    """The opaque part of a picture, rows from the bottom: colours and None."""
    rows = [[p[:3] if p[3] else None for p in row] for row in reversed(pixels)]
    inked = [i for i, row in enumerate(rows) if any(row)]
    columns = [x for x in range(len(rows[0])) if any(row[x] for row in rows)]
    if not inked:
        return []
    return [row[columns[0] : columns[-1] + 1] for row in rows[inked[0] : inked[-1] + 1]]


def _difference(plan, picture, shift, anchors):
    """What is wrong when the picture begins in column `shift`, or None."""
    field = plan.field
    for y in range(max(field.top, len(picture))):
        wanted = picture[y] if y < len(picture) else []
        found = [field.piece_at(x, y) if y < field.top else None for x in range(plan.width)]
        if anchors and wanted and not any(wanted) and sum(p is not None for p in found) <= 1:
            continue
        for x, piece in enumerate(found):
            inside = 0 <= x - shift < len(wanted)
            want = wanted[x - shift] if inside else None
            got = plan.colors.get(piece, "a piece without colour") if piece else None
            if want != got:
                return f"square ({x}, {y}) is {got}, not {want}"
    return None


def compare(plan, pixels, anchors=False):
    """None when the plan leaves exactly this picture, else what is wrong."""
    picture = trimmed(pixels)
    if not picture:
        return "the picture is empty" if plan.field.top else None
    wrong = "the picture is wider than the playfield"
    for shift in range(plan.width - len(picture[0]) + 1):
        wrong = _difference(plan, picture, shift, anchors)
        if wrong is None:
            return None
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plan")
    parser.add_argument("sprite", nargs="?")
    parser.add_argument("--anchor", action="store_true",
                        help="allow one more square in each row that is empty in the picture")
    parser.add_argument("--show", action="store_true", help="draw the last playfield")
    options = parser.parse_args()
    try:
        with open(options.plan, "rb") as file:
            plan = read(file.read())
        wrong = None
        if options.sprite:
            with open(options.sprite, "rb") as file:
                wrong = compare(plan, read_png(file.read()), options.anchor)
    except PlanError as error:
        sys.exit(f"oracle: {options.plan}:{error}")
    except (OSError, ValueError, KeyError, zlib.error) as error:
        sys.exit(f"oracle: {error}")
    if options.show:
        print("\n".join(plan.field.draw()))
    if wrong:
        sys.exit(f"oracle: {options.plan}: {wrong}")
    print(f"{options.plan}: {len(plan.drops)} drops in {plan.width}x{plan.height}, all right")


if __name__ == "__main__":
    main()
